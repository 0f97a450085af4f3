import AlertJSON
import Testing

/// What the grammar of RFC 8259 allows and what it does not, section by section.
@Suite struct RFC8259Tests {
  @Test("Allowed", arguments: accepted) func accepts(text: String) {
    #expect(throws: Never.self) { try JSONParser.value(in: Array(text.utf8)) }
  }

  @Test("Not allowed", arguments: refused) func refuses(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONParser.value(in: Array(text.utf8)) }
    #expect(error.map { (0...text.utf8.count).contains($0.position) } == true)
  }

  static let accepted = [
    // 2: a text is any value, white space is of four kinds
    "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\r\n0 \t\r\n", "[ ]", "{ \n}", "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }",
    // 4: any string is a key, also none, an escaped one, the same again
    "{\"\":0}", "{\"\\u0061\":1}", "{\"a\":1,\"a\":2}", "{\"a\\u0000b\":{}}", "{\"é\":[]}",
    // 5: values of any kinds side by side
    "[null,true,0,\"\",[],{}]", "[[[[]]]]", "[{}]", "[[],[]]",
    // 6
    "-0", "-0.0", "0.0", "0e0", "0E+1", "0e-01", "10", "-1.50", "1e2", "1E+2", "1e-2", "123.456e78", "100000000000000000000", "1e-999",
    "0.\(String(repeating: "3", count: 2000))", "1E00000000000000000002", "-9223372036854775808", "-9223372036854775809",
    // 7: everything but quote, backslash and C0 stands for itself
    "\" !#[]^~\"", "\"\u{7F}\u{80}\u{9F}\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\u{FFFF}\u{10FFFF}\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0000\\u001F\\u007f\\uFFFF\"", "\"\\uABCD\\uabcd\"", "\"\\uD834\\uDD1E\"", "\"\\\\u0041\"", "\"/* */ // #\"",
    // 8.2: half a pair is allowed, and what it means left open
    "\"\\uD800\"", "\"\\uDFFF\\uD800\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\\uDC00\"",
  ]

  static let refused = [
    // 2
    "", " ", "\u{FEFF}0", "\u{A0}0", "\u{B}0", "\u{C}0", "0\u{2028}", "\u{0}", "0\u{0}", "0 0", "[]]", "{}{}", "[],", ",", ":", "]", "}",
    // 3: words in lower case, whole, and nothing after them
    "nul", "nulll", "Null", "TRUE", "True", "fals", "undefined", "truefalse", "[true false]", "nullnull",
    // 4
    "{", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\" 1}", "{\"a\",1}", "{\"a\"::1}", "{\"a\":1",
    "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\":1,,\"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\":1]", "{[]:1}",
    // 5
    "[", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1;2]", "[1 2]", "[1}", "[1:2]", "[[]", "[\"a\":1]",
    // 6: no zeros ahead, no plus, no half numbers, no other bases, no words
    "-", "+1", "--1", "- 1", "01", "-01", "00", "0.", ".0", "-.1", "1.e1", "1..2", "1.2.3", "1e", "1e+", "1e+-1", "1ee1", "1e1.0", "0x1",
    "0b1",
    "1_000", "1,000", "1a", "1f", "NaN", "-NaN", "Infinity", "-Infinity", "inf", "1e999", "-1e999", "½", "١", "１",
    // 7: quotes of one kind, no bare C0, eight short escapes and one long one
    "\"", "\"a", "'a'", "`a`", "“a”", "\"\\\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\"\\a\"", "\"\\v\"", "\"\\0\"", "\"\\x41\"",
    "\"\\'\"", "\"\\U0041\"", "\"\\u\"", "\"\\u004\"", "\"\\u004G\"", "\"\\u{41}\"", "\"\\u+041\"", "\"\\u 041\"", "\"\\uD800\\u\"",
    "\"\\uD800\\uD\"", "\"\\\n\"", "\"\\é\"", "\"\\", "\"\\u0041", "a", "\"a\"b", "\\u0022a\"",
    // What other dialects add
    "// a\n1", "/* a */ 1", "# a\n1", "1 // a", "[1,/**/2]", "(1)", "<null>", "*", "\"a\"+\"b\"",
  ]
}
