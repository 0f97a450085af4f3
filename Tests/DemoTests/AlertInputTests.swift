import AlertSDK
import Testing

@testable import alert_sdk_demo

@Suite struct AlertInputTests {
  private func read(_ line: String, number: Int = 7) throws -> AlertInput? { try AlertInput.ndjson(Array(line.utf8), number: number) }

  @Test("A title is all an alert needs; its id is the line number") func smallest() throws {
    #expect(try read(#"{"title":"a"}"#) == AlertInput(id: "7", content: AlertContent(title: "a"), scheduling: AlertScheduling()))
  }

  @Test("Every key arrives where it belongs") func everything() throws {
    let line = #"""
      {"id":"x","title":"t","message":"m","severity":"error","icon":"i","progress":0.5,"priority":"high","timeLimit":1.5,"waitLimit":60,
      "key":"k","whenDuplicate":"replace","whenInterrupted":"never","source":"s",
      "actions":[{"id":"a","title":"A","role":"destructive"},{"id":"b","title":"B","role":"cancel","preferred":true}],
      "fields":[{"id":"f","label":"F"},{"id":"g","label":"G","secure":true,"value":"v"}]}
      """#
    let content = AlertContent(
      title: "t", message: "m", severity: .error,
      actions: [
        AlertAction(id: "a", title: "A", role: .destructive), AlertAction(id: "b", title: "B", role: .cancel, isPreferred: true),
      ],
      fields: [AlertField(id: "f", label: "F"), AlertField(id: "g", label: "G", initialValue: "v", isSecure: true)], icon: "i",
      progress: 0.5)
    let scheduling = AlertScheduling(
      priority: .high, timeLimit: .seconds(1.5), waitLimit: .seconds(60), key: "k", whenDuplicate: .replace, whenInterrupted: .never,
      source: "s")
    #expect(try read(line.filter { $0 != "\n" }) == AlertInput(id: "x", content: content, scheduling: scheduling))
  }

  @Test("A priority may be any integer") func priority() throws {
    #expect(try read(#"{"title":"a","priority":-3}"#)?.scheduling.priority == AlertPriority(rawValue: -3))
  }

  @Test("null is the same as nothing") func null() throws {
    #expect(try read(#"{"title":"a","message":null,"actions":null,"priority":null}"#) == read(#"{"title":"a"}"#))
  }

  @Test("Blank lines are skipped", arguments: ["", " ", "\t \r", "\r"]) func blank(line: String) throws {
    #expect(try read(line) == nil)
  }

  @Test("A line may end in a carriage return") func carriageReturn() throws {
    #expect(try read("{\"title\":\"a\"}\r")?.content.title == "a")
  }

  @Test(
    "A bad line is refused with a reason",
    arguments: [
      ("hello", "not JSON: expected a value at byte 1"), ("[]", "the line: expected an object, found an array"),
      ("{}", "title is missing"), (#"{"title":null}"#, "title is missing"), (#"{"title":5}"#, "title: expected a string, found a number"),
      (#"{"title":"a","id":5}"#, "id: expected a string, found a number"),
      (#"{"title":"a","severity":"bad"}"#, #"severity: expected info, success, warning, error, found "bad""#),
      (#"{"title":"a","severity":"\u001b[31m"}"#, #"severity: expected info, success, warning, error, found "\u001b[31m""#),
      (#"{"title":"a","progress":1.5}"#, "progress: expected 0 to 1, found 1.5"),
      (#"{"title":"a","timeLimit":-1}"#, "timeLimit: expected 0 to 1000000000, found -1"),
      (#"{"title":"a","timeLimit":1e300}"#, "timeLimit: expected 0 to 1000000000, found 1e+300"),
      (#"{"title":"a","waitLimit":"1"}"#, "waitLimit: expected a number, found a string"),
      (#"{"title":"a","priority":"urgent"}"#, #"priority: expected low, medium, high or an integer, found "urgent""#),
      (#"{"title":"a","priority":1.5}"#, "priority: expected low, medium, high or an integer, found a number"),
      (#"{"title":"a","whenDuplicate":"x"}"#, #"whenDuplicate: expected allow, join, replace, drop, found "x""#),
      (#"{"title":"a","whenInterrupted":"x"}"#, #"whenInterrupted: expected automatic, never, requeue, discard, found "x""#),
      (#"{"title":"a","actions":{}}"#, "actions: expected an array, found an object"),
      (#"{"title":"a","actions":["b"]}"#, "actions[0]: expected an object, found a string"),
      (#"{"title":"a","actions":[{"id":"b"}]}"#, "actions[0].title is missing"),
      (
        #"{"title":"a","actions":[{"id":"b","title":"B","role":"x"}]}"#,
        #"actions[0].role: expected normal, cancel, destructive, found "x""#
      ),
      (#"{"title":"a","actions":[{"id":"b","title":"B"},{"id":"b","title":"C"}]}"#, #"actions: two have the id "b""#),
      (#"{"title":"a","actions":[{"id":"b","title":"B","preferred":1}]}"#, "actions[0].preferred: expected true or false, found a number"),
      (#"{"title":"a","fields":[{"id":"b"}]}"#, "fields[0].label is missing"),
      (#"{"title":"a","fields":[{"id":"b","label":"B"},{"id":"b","label":"C"}]}"#, #"fields: two have the id "b""#),
    ])
  func bad(line: String, reason: String) {
    #expect(throws: Reason(reason)) { try read(line) }
  }

  @Test("Unknown keys are named, not refused") func unknownKeys() throws {
    let line =
      #"{"title":"a","colour":1,"sound":2,"colour":3,"actions":[{"id":"b","title":"B","key":"q"}],"fields":[{"id":"f","label":"F","max":1}]}"#
    #expect(try read(line)?.unknownKeys == ["colour", "sound", "actions.key", "fields.max"])
  }
}

@Suite struct UnknownKeysTests {
  @Test("Each key is noted once, and a stream that makes up new ones is cut off") func notes() {
    var keys = UnknownKeys()
    #expect(keys.take(["a", "b", "a"]) == [#"unknown key "a" is ignored"#, #"unknown key "b" is ignored"#])
    #expect(keys.take(["b"]) == [])
    let more = (0..<1000).flatMap { keys.take(["k\($0)"]) }
    #expect(more.count == UnknownKeys.limit - 2 + 1)
    #expect(more.last == "further unknown keys are ignored without a note")
  }
}
