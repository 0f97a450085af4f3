import AlertTerminal
import Testing

@Suite struct ProcessEnvironmentTests {
  @Test func allVariablesAreThere() throws {
    let variables = ProcessEnvironment.variables()
    let path = try #require(getenv("PATH"))
    #expect(variables["PATH"] == String(cString: path))
    #expect(variables.keys.allSatisfy { !$0.isEmpty && !$0.contains("=") })
  }

  #if os(Linux)
    /// R12: `clearenv` leaves a null pointer, on which the standard library's `environ` traps.
    @Test func anEmptiedEnvironmentIsEmpty() async {
      await #expect(processExitsWith: .success) {
        setenv("ALERT_TERMINAL_TEST", "a=b", 1)
        guard ProcessEnvironment.variables()["ALERT_TERMINAL_TEST"] == "a=b" else { exit(1) }
        clearenv()
        exit(ProcessEnvironment.variables().isEmpty ? 0 : 2)
      }
    }

    /// As for `getenv`; some programs are given a name twice by what starts them.
    @Test func theFirstOfTwoWithOneNameCounts() async {
      await #expect(processExitsWith: .success) {
        setenv("ALERT_TERMINAL_1", "one", 1)
        setenv("ALERT_TERMINAL_2", "two", 1)
        guard let second = getenv("ALERT_TERMINAL_2") else { exit(1) }
        second[-2] = CChar(UInt8(ascii: "1"))  // before the equals sign: it has the name of the first now
        exit(ProcessEnvironment.variables()["ALERT_TERMINAL_1"] == "one" ? 0 : 2)
      }
    }
  #endif
}
