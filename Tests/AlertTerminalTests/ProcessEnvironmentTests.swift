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
  #endif
}
