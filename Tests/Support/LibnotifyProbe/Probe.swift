import AlertSDK
import AlertSDKTestKit
import Dispatch
import FoundationEssentials
import Glibc
import RendererLibnotify
import Synchronization

#if Libnotify
  import CLibnotify
#endif

/// Obeys commands. Presentations: `expect NAME` (updates may come before it is presented), `present NAME {content}`,
/// `update NAME {content}`, `cancel NAME`. Through a center: `queue NAME {content}`, `ask NAME {content}`, `second NAME {content}` (another
/// center and renderer), `withdraw NAME`. The process: `stats`, `soak COUNT`, `pace COUNT`, `hurry COUNT`, `busy MS`, `neighbour-bus`,
/// `neighbour-libnotify`, `neighbour-uninit`, `neighbour-loop`, `default-context`, `conform`, `spare-descriptors COUNT`.
///
/// The content is `AlertContent`'s JSON; besides it `limit` (ms) and `repeat` may be in it. Events: `appeared`, `ended` with `result`.
final class Probe: Sendable {
  private struct Presentation: Sendable {
    var task: Task<Void, Never>?
    var updates: AsyncStream<AlertUpdate>.Continuation
    var stream: AsyncStream<AlertUpdate>
  }
  private struct Extra: Decodable {
    var limit: Int?
    var `repeat`: Int?
  }

  private let running = Mutex<[String: Presentation]>([:])
  private let output = Output()
  private let renderer: LibnotifyRenderer
  private let queue: Queue
  private let second: Queue

  init() {
    queue = Queue(appName: "probe", output)
    second = Queue(appName: "second", output)
    renderer = LibnotifyRenderer(appName: "probe") { [output] in output.say("diagnostic", ["text": $0]) }
  }

  func say(_ event: String, _ fields: [String: String] = [:]) { output.say(event, fields) }

  func obey(_ words: [String]) {
    switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
    case ("expect", let name?, nil): _ = expected(name)
    case ("present", let name?, let json?): present(name, json)
    case ("update", let name?, let json?): update(name, json)
    case ("cancel", let name?, nil): running.withLock { $0[name]?.task?.cancel() }
    case ("queue", let name?, let json?): hand(json, to: queue, name)
    case ("ask", let name?, let json?): hand(json, to: queue, name, isAsked: true)
    case ("second", let name?, let json?): hand(json, to: second, name)
    case ("withdraw", let name?, nil): queue.withdraw(name)
    case ("stats", nil, nil): say("stats", stats())
    case ("soak", let count?, nil): soak(Int(count) ?? 1, concurrently: false)
    case ("pace", let count?, nil): soak(Int(count) ?? 1, concurrently: true)
    case ("hurry", let count?, nil): hurry(Int(count) ?? 1)
    case ("busy", let milliseconds?, nil): usleep((UInt32(milliseconds) ?? 0) * 1_000)
    case ("conform", nil, nil): conform()
    case ("neighbour-bus", nil, nil): neighbourBus()
    case ("neighbour-libnotify", nil, nil): neighbourLibnotify()
    case ("spare-descriptors", let count?, nil): spareDescriptors(Int(count) ?? 0)
    case ("neighbour-uninit", nil, nil): neighbourUninit()
    case ("neighbour-loop", nil, nil): neighbourLoop()
    case ("default-context", nil, nil): defaultContext()
    default: say("unknown", ["command": words.joined(separator: " ")])
    }
  }

  // MARK: Presenting

  private func decode<T: Decodable>(_ json: String, as type: T.Type = T.self) -> T? {
    do { return try JSONDecoder().decode(T.self, from: Data(json.utf8)) } catch {
      say("bad", ["reason": "\(error)"])
      return nil
    }
  }

  private func present(_ name: String, _ json: String) {
    guard let content: AlertContent = decode(json), let extra: Extra = decode(json) else { return }
    let stream = expected(name).stream
    let request = AlertRequest(
      PlainAlert(content), content: content, timeLimit: extra.limit.map { .milliseconds($0) }, repeatCount: extra.repeat ?? 1,
      updates: AlertUpdates { stream }, onAppear: { self.say("appeared", ["name": name]) })
    running.withLock { running in
      let task = Task {
        let result: String
        do {
          switch try await renderer.present(request) {
          case .chose(let choice): result = "chose \(choice.action)"
          case .dismissed: result = "dismissed"
          case .timedOut: result = "timedOut"
          case .delivered: result = "delivered"
          }
        } catch is CancellationError {
          result = "cancelled"
        } catch let failure as RendererFailure {
          let retry = failure.retryAfter.map { " retry \(Int($0 / .milliseconds(1)))" } ?? ""
          result = "\(failure.kind)\(retry): \(failure.reason)"
        } catch {
          result = "foreign: \(error)"
        }
        say("ended", ["name": name, "result": result])
      }
      running[name]?.task = task
    }
  }

  private func hand(_ json: String, to queue: Queue, _ name: String, isAsked: Bool = false) {
    guard let content: AlertContent = decode(json), let extra: Extra = decode(json) else { return }
    queue.show(name, content, timeLimit: extra.limit.map { .milliseconds($0) }, isAsked: isAsked)
  }

  /// The presentation of this name, made if there is none that still waits for its task.
  private func expected(_ name: String) -> Presentation {
    running.withLock { running in
      if let known = running[name], known.task == nil { return known }
      let (stream, updates) = AsyncStream.makeStream(of: AlertUpdate.self, bufferingPolicy: .bufferingNewest(1))
      let new = Presentation(task: nil, updates: updates, stream: stream)
      running[name] = new
      return new
    }
  }

  private func update(_ name: String, _ json: String) {
    guard let content: AlertContent = decode(json), let extra: Extra = decode(json) else { return }
    let presentation = running.withLock { $0[name] }
    presentation?.updates.yield(
      AlertUpdate(
        alert: PlainAlert(content), content: content, timeLeft: extra.limit.map { .milliseconds($0) }, repeatCount: extra.repeat ?? 1))
  }

  /// Shows popups and cancels each once it has appeared, one after another; or many presentations that wait their turn in a crowd of ten.
  private func soak(_ count: Int, concurrently: Bool) {
    Task {
      let began = ContinuousClock.now
      var failures = 0
      if concurrently {
        await withTaskGroup(of: Bool.self) { group in
          for index in 0..<count {
            if index >= 10, await group.next() == false { failures += 1 }
            group.addTask { await self.showOnce(index) }
          }
          for await worked in group where !worked { failures += 1 }
        }
      } else {
        for index in 0..<count where await !showOnce(index) { failures += 1 }
      }
      var fields = stats()
      fields["failures"] = "\(failures)"
      fields["microsecondsEach"] = "\(Int((ContinuousClock.now - began) / .microseconds(1)) / max(count, 1))"
      say("soaked", fields)
    }
  }

  private func showOnce(_ index: Int) async -> Bool {
    let content = AlertContent(title: "popup \(index)", message: "of a soak", actions: [AlertAction(id: "ok", title: "OK")])
    let (appearances, appeared) = AsyncStream.makeStream(of: Void.self)
    let request = AlertRequest(
      PlainAlert(content), content: content,
      onAppear: {
        appeared.yield()
        appeared.finish()
      })
    let task = Task {
      defer { appeared.finish() }
      return try await renderer.present(request)
    }
    var didAppear = false
    for await _ in appearances { didAppear = true }
    task.cancel()
    do {
      _ = try await task.value
      return false
    } catch {
      return didAppear && error is CancellationError
    }
  }

  /// Cancels presentations at every step, 5 µs after one another from the call on, and counts those that have not come back after 5 s.
  ///
  /// In tasks that prefer an executor: such a task may be queued anew at each `await` of an actor, even one for the actor itself.
  private func hurry(_ count: Int) {
    Task {
      var stuck = 0
      for index in 0..<count where stuck < 3 {
        let content = AlertContent(title: "popup \(index)", actions: [AlertAction(id: "ok", title: "OK")])
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let task = Task(executorPreference: QueueExecutor()) { [renderer] in
          _ = try? await renderer.present(AlertRequest(PlainAlert(content), content: content))
          end.yield(true)
        }
        let moment = ContinuousClock.now + .microseconds(index % 200 * 5)
        while ContinuousClock.now < moment {}
        task.cancel()
        let alarm = Task {
          try await Task.sleep(for: .seconds(5))
          end.yield(false)
        }
        if await ends.first(where: { _ in true }) == false { stuck += 1 }
        alarm.cancel()
      }
      say("hurried", ["stuck": "\(stuck)"])
    }
  }

  /// Tries the rules, with nobody to press anything.
  private func conform() {
    Task {
      let report = await RendererConformance.check(repetitions: 500) { [renderer] in renderer }
      let untested = report.untested.map { "\($0.rule)" }.joined(separator: " ")
      say("report", ["passes": "\(report.passes && report.warnings.isEmpty)", "untested": untested, "text": "\(report)"])
    }
  }

  // MARK: The process

  private func stats() -> [String: String] {
    var fields: [String: String] = [:]
    fields["descriptors"] = "\(entries(of: "/proc/self/fd"))"
    fields["threads"] = "\(entries(of: "/proc/self/task"))"
    if let file = fopen("/proc/self/statm", "r") {
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 200)
      if fgets(&buffer, 200, file) != nil {
        let words = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        if words.count > 1, let pages = Int(words[1]) { fields["kib"] = "\(pages * 4)" }
      }
    }
    var disposition = sigaction()
    sigaction(SIGPIPE, nil, &disposition)
    fields["pipeSignal"] = disposition.__sigaction_handler.sa_handler == nil ? "default" : "changed"
    return fields
  }

  private func entries(of folder: String) -> Int {
    guard let directory = opendir(folder) else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count - 3  // the folder itself, its parent, and the descriptor it is read with
  }

  /// Leaves so many descriptors to be had, and no more.
  private func spareDescriptors(_ count: Int) {
    // Swift's pool takes two at its first tasks, and ends a process that has none left: that is not what is to be seen.
    let isUp = DispatchSemaphore(value: 0)
    Task.detached {
      try? await Task.sleep(for: .milliseconds(1))
      isUp.signal()
    }
    isUp.wait()
    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var taken: [Int32] = []
    while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
    for descriptor in taken.suffix(count) { close(descriptor) }
    say("spared")
  }

  // MARK: An app that uses the same libraries

  /// The app made GLib's shared connection first, on a thread whose context nobody runs, and keeps it.
  private func neighbourBus() {
    #if Libnotify
      let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
      say("neighbour", ["made": "\(connection != nil)"])
    #endif
  }

  /// The app uses libnotify itself, on this thread, and makes it complain.
  private func neighbourLibnotify() {
    #if Libnotify
      notify_init("neighbour")
      let popup = notify_notification_new("neighbour", nil, nil)
      let shown = notify_notification_show(popup, nil)
      notify_notification_add_action(popup, "", "", { _, _, _ in }, nil, nil)
      g_object_unref(popup)
      say("neighbour", ["shown": "\(shown)"])
    #endif
  }

  /// The app has done with libnotify, and says so for the whole process.
  private func neighbourUninit() {
    #if Libnotify
      notify_uninit()
      say("neighbour")
    #endif
  }

  /// The app runs GLib's default main context itself, on a thread of its own.
  private func neighbourLoop() {
    #if Libnotify
      sayFromDefaultContext("neighbour")
      g_thread_unref(
        g_thread_new(
          "app",
          { _ in
            g_main_loop_run(g_main_loop_new(nil, 0))
            return nil
          }, nil))
    #endif
  }

  /// What is on the default main context: where nobody runs it, whether anything waits there; else its loop answers.
  private func defaultContext() {
    #if Libnotify
      if g_main_context_acquire(nil) != 0 {
        let isBusy = g_main_context_pending(nil) != 0
        g_main_context_release(nil)
        say("context", ["pending": "\(isBusy)"])
      } else {
        sayFromDefaultContext("context")
      }
    #endif
  }

  #if Libnotify
    private func sayFromDefaultContext(_ event: String) {
      let box = Unmanaged.passRetained(Line(event: event, output: output)).toOpaque()
      g_idle_add(
        { box in
          if let box {
            let line = Unmanaged<Line>.fromOpaque(box).takeRetainedValue()
            line.output.say(line.event, ["from": "loop"])
          }
          return 0
        }, box)
    }

    private final class Line {
      let event: String
      let output: Output
      init(event: String, output: Output) { (self.event, self.output) = (event, output) }
    }
  #endif
}

private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "presentation")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
