// The child of the pseudo-terminal tests: shows alerts with RendererANSI and does to itself what a test asks for.
//
//   ansi-test-program [--title T] [--message M] [--field ID] [--secret ID] [--notice] [--count N] [--time-limit S] [--seconds S]
//                     [--spec NAME=VALUE]... [--do exit|segv|trap|abort|handler|restore|print|print-abort|flood|flood-forever|write-megabytes|redirect|
//                     lend-foreground|log|log-forever|suspend|update|update-forever AT_MILLISECONDS]
//
// After the deed the box is updated in place, so that a test can see that it is done.
//
// Exit status: 0 yes, 1 any other answer, 3 could not ask (the reason on stderr), 124 cancelled --seconds after it appeared.
internal import AlertSDK
internal import AlertTerminal
internal import CTerminalRestore
internal import RendererANSI

struct Arguments {
  var title = ProcessEnvironment.variables()["PEER_TEXT"] ?? "Delete 3 files?"
  var message = "They cannot be brought back."
  var fields: [AlertField] = []
  var isNotice = false
  var count = 1
  var timeLimit: Duration?
  var seconds: Double?
  var spec: [String: String] = [:]
  var deed: (what: String, at: Int)?

  init(_ arguments: [String]) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      switch name {
      case "--title": title = rest.next() ?? ""
      case "--message": message = rest.next() ?? ""
      case "--field": fields.append(AlertField(id: rest.next() ?? "", label: "Name"))
      case "--secret": fields.append(AlertField(id: rest.next() ?? "", label: "Password", isSecure: true))
      case "--notice": isNotice = true
      case "--count": count = rest.next().flatMap { Int($0) } ?? 1
      case "--time-limit": timeLimit = rest.next().flatMap { Int($0) }.map { .seconds($0) }
      case "--seconds": seconds = rest.next().flatMap { Double($0) }
      case "--spec":
        let pair = (rest.next() ?? "").split(separator: "=", maxSplits: 1).map(String.init)
        if pair.count == 2 { spec[pair[0]] = pair[1] }
      case "--do": deed = (rest.next() ?? "", rest.next().flatMap { Int($0) } ?? 0)
      default: complain("unknown argument \(name)")
      }
    }
  }
}

func complain(_ text: String) { emit(text + "\n", to: 2) }
func emit(_ text: String, to descriptor: Int32) {
  _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

/// Does to the process what ends it, on a thread that is not the box's.
nonisolated func perform(_ deed: String, log: AlertLog) {
  switch deed {
  case "exit": exit(7)
  case "segv":
    let nowhere = UnsafeMutablePointer<Int>(bitPattern: 8)
    nowhere?.pointee = 1
  case "trap": preconditionFailure("the app trapped")
  case "abort": abort()
  case "restore": alertsdk_terminal_restore()
  case "print":
    for line in 1...3 { emit("printed \(line)\n", to: line == 2 ? 2 : 1) }
  case "print-abort":
    emit("printed before the crash\n", to: 1)
    abort()
  case "log": for line in 1...3 { log.write("logged \(line)") }
  case "flood": for line in 1...20_000 { emit("line number \(line)\n", to: 1) }
  case "flood-forever": while true { emit("line\n", to: 1) }
  case "write-megabytes":
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 16 << 20)
    let screen = open("/dev/tty", O_WRONLY)
    // Told when the pipe has some of it: a box that closes before that has nothing to do with the write.
    _ = DetachedThread.start(stackSize: 256 << 10) {
      var unread: Int32 = 0
      while ioctl(1, UInt(FIONREAD), &unread) == 0, unread == 0 { poll(nil, 0, 1) }
      emit("writing", to: screen)
    }
    _ = lines.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    emit("writing", to: screen)
  case "redirect":
    let nowhere = open("/dev/null", O_WRONLY)
    for descriptor in [Int32(1), 2] { dup2(nowhere, descriptor) }
  case "lend-foreground":
    var unread: Int32 = 0
    var stop = sigset_t()
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    tcsetpgrp(0, ProcessEnvironment.variables()["GROUP"].flatMap { pid_t($0) } ?? 0)
    emit("lent\n", to: 2)
    while ioctl(0, UInt(FIONREAD), &unread) == 0, unread == 0 { poll(nil, 0, 2) }
    poll(nil, 0, 300)  // the key is there; longer than the box needs to see it
    tcsetpgrp(0, getpgrp())
  case "log-forever": while true { log.write("logged") }
  case "suspend":
    alertsdk_terminal_will_suspend()
    emit("suspended\n", to: 2)
    alertsdk_terminal_did_resume()
  default: break
  }
}

let arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
let log = AlertLog()
var actions = [
  AlertAction(id: "yes", title: "Yes", isPreferred: true), AlertAction(id: "no", title: "No", role: .cancel),
]
if arguments.isNotice { actions = [] }
let content = AlertContent(
  title: arguments.title, message: arguments.message, severity: .warning, actions: actions, fields: arguments.fields)

if arguments.deed?.what == "handler" {
  signal(SIGTERM) { _ in emit("own handler\n", to: 2) }
}

do {
  guard let made = try RendererPlugin.ansi.make(RendererOptions(arguments.spec)) as? ANSIRenderer else { exit(70) }
  var options = made.options
  options.log = log
  let renderer = ANSIRenderer(options: options)
  var last: AlertResponse = .dismissed
  for _ in 0..<arguments.count {
    let (updates, sender) = AsyncStream.makeStream(of: AlertUpdate.self)
    let (appearances, appeared) = AsyncStream.makeStream(of: Void.self)
    let deed = arguments.deed
    let request = AlertRequest(
      PlainAlert(content), content: content, timeLimit: arguments.timeLimit, updates: AlertUpdates { updates },
      onAppear: {
        appeared.finish()
        guard let deed else { return }
        Task.detached {
          try? await Task.sleep(for: .milliseconds(deed.at))
          perform(deed.what, log: log)
          var new = content
          while deed.what == "update-forever" {
            new.message += "."
            if new.message.utf8.count > 60 { new.message = "" }
            sender.yield(AlertUpdate(alert: PlainAlert(new), content: new))
            poll(nil, 0, 1)
          }
          new.message = "Updated in place."
          sender.yield(AlertUpdate(alert: PlainAlert(new), content: new, repeatCount: 3, waitingCount: 2))
        }
      })
    if let seconds = arguments.seconds {
      let task = Task {
        defer { appeared.finish() }
        return try await renderer.present(request)
      }
      // From its appearance on: a busy machine may take longer than that until there is a box to take down.
      for await _ in appearances {}
      try await Task.sleep(for: .seconds(seconds))
      task.cancel()
      do { last = try await task.value } catch is CancellationError { exit(124) }
    } else {
      last = try await renderer.present(request)
    }
    sender.finish()
  }
  switch last {
  case .chose(let choice):
    emit(choice.action + "\n", to: 1)
    for (id, value) in choice.values.sorted(by: { $0.key < $1.key }) { emit("\(id)=\(value)\n", to: 1) }
    exit(choice.action == "yes" ? 0 : 1)
  default:
    emit("\(last)\n", to: 1)
    exit(1)
  }
} catch {
  complain("could not ask: \(error)")
  exit(3)
}
