import AlertSDK
import Testing

@testable import alert_sdk_demo

@Suite struct JournalEntryTests {
  private func read(_ line: String) throws -> AlertInput? { try JournalEntry.alert(Array(line.utf8), number: 1) }

  @Test("A real export: every entry is a notice") func export() async throws {
    let alerts = try await fixtureLines("journal.jsonl").enumerated().compactMap { try JournalEntry.alert($1, number: $0 + 1) }
    #expect(alerts.count == 22)
    #expect(alerts.map(\.id) == (1...22).map(String.init))
    #expect(alerts.allSatisfy { $0.content.requiredCapabilities.isEmpty })
    #expect(alerts.allSatisfy { $0.scheduling.waitLimit == .seconds(600) })

    let disk = alerts[3...7]
    #expect(
      Set(disk.map(\.scheduling.key)) == [
        "kernel\nblk_update_request: I/O error, dev sda, sector # op #x#:(READ) flags #x# phys_seg # prio class #"
      ])
    #expect(Set(alerts.map(\.scheduling.key)).count == 18)

    let titles = alerts.map(\.content.title)
    #expect(titles[9] == "nginx.service" && titles[10] == "nginx.service", "UNIT comes before _SYSTEMD_UNIT")
    #expect(titles[18] == "journal" && alerts[18].scheduling.source == nil)
    #expect(titles[19] == "weird")

    #expect(alerts[13].content.message.split(separator: "\n").count == 3)
    #expect(
      alerts[14].content.message == "[06:30:35.409766 WARNING] zeitgeist-daemon.vala:449: The connection is closed", "colour is taken out")
    #expect(alerts[15].content.message == "(message left out of the export; journalctl --all includes it)")
    #expect(alerts[20].content.message == "(no message)")

    let levels = alerts.map {
      "\($0.content.severity.rawValue) \($0.scheduling.priority.rawValue) \($0.scheduling.timeLimit!.components.seconds)"
    }
    #expect(levels[0] == "info 500 8" && levels[1] == "warning 500 8" && levels[2] == "error 500 15" && levels[8] == "error 750 15")
    #expect(levels[18] == "info 500 8" && levels[19] == "info 500 8")
  }

  @Test(
    "The level decides severity and priority",
    arguments: [
      ("0", .error, .high), ("1", .error, .high), ("2", .error, .high), ("3", .error, .medium), ("4", .warning, .medium),
      ("5", .info, .medium), ("6", .info, .medium), ("7", .info, .low), ("x", .info, .medium), ("9", .info, .medium),
      ("-1", .info, .medium),
    ] as [(String, AlertSeverity, AlertPriority)])
  func level(level: String, severity: AlertSeverity, priority: AlertPriority) throws {
    let alert = try read("{\"MESSAGE\":\"m\",\"PRIORITY\":\"\(level)\"}")
    #expect(alert?.content.severity == severity)
    #expect(alert?.scheduling.priority == priority)
  }

  @Test(
    "Who it is from",
    arguments: [
      (#"{"UNIT":"u","_SYSTEMD_UNIT":"s","SYSLOG_IDENTIFIER":"i","_COMM":"c"}"#, "u"),
      (#"{"_SYSTEMD_UNIT":"s","SYSLOG_IDENTIFIER":"i","_COMM":"c"}"#, "s"), (#"{"SYSLOG_IDENTIFIER":"i","_COMM":"c"}"#, "i"),
      (#"{"_COMM":"c"}"#, "c"), (#"{"UNIT":"","_COMM":"c"}"#, "c"), (#"{"UNIT":["a","b"]}"#, "a"), (#"{"UNIT":null,"_COMM":"c"}"#, "c"),
      (#"{"UNIT":{"a":1}}"#, nil),
    ] as [(String, String?)])
  func source(line: String, source: String?) throws {
    let alert = try read(line)
    #expect(alert?.scheduling.source == source)
    #expect(alert?.content.title == source ?? "journal")
  }

  @Test(
    "A message in every form the export has",
    arguments: [
      (#""text""#, "text"), ("[104,105]", "hi"), ("[104,255]", "h\u{FFFD}"), (#"["one","two"]"#, "one\ntwo"),
      (#"[[104,105],"two"]"#, "hi\ntwo"),
      ("[]", "(no message)"), ("[300]", "300"), ("7", "7"), (#""""#, ""),
      ("null", "(message left out of the export; journalctl --all includes it)"), (#""\u001b[1;31mred\u001b[0m\u001b[K""#, "red"),
      (#""\u001b[31""#, "\u{1B}[31"), (#""\u001b]0;title\u0007""#, "\u{1B}]0;title\u{7}"),
    ])
  func message(value: String, message: String) throws {
    #expect(try read("{\"MESSAGE\":\(value)}")?.content.message == message)
  }

  @Test(
    "Remarks of journalctl are skipped without a complaint",
    arguments: ["-- Logs begin at Mon. --", "-- Reboot --", "-- No entries --", ""])
  func remark(line: String) throws {
    #expect(try read(line) == nil)
  }

  @Test("Other lines that are no entries are bad", arguments: ["hello", "--", "[]", "-1"]) func bad(line: String) {
    #expect(throws: Reason.self) { try read(line) }
  }

  @Test("Digits are folded, whatever else differs is not") func folding() {
    #expect("sector 81264 op 0x0".withDigitsFolded == "sector # op #x#")
    #expect("".withDigitsFolded == "")
    #expect("7".withDigitsFolded == "#")
    #expect("٣ a".withDigitsFolded == "٣ a")
  }
}
