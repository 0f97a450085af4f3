#if Libnotify && os(Linux)
  import CLibnotify

  /// A serial executor with a thread and a GLib main context of its own; neither ever ends.
  ///
  /// C callbacks of GLib on this context run on the same thread as the actor's jobs, so they may `assumeIsolated`. The app's default
  /// context and its main thread are not involved.
  final class GLibExecutor: SerialExecutor {
    // GMainContext may be used from any thread; the pointer never changes.
    private nonisolated(unsafe) let context: OpaquePointer

    /// Starts the thread, or gives nil where the system has none to spare.
    init?(threadName: String) {
      guard let context = g_main_context_new() else { return nil }
      self.context = context
      let thread = Platform.withSignalsBlocked {
        g_thread_try_new(
          threadName,
          { context in
            let context = context.map { OpaquePointer($0) }
            g_main_context_push_thread_default(context)
            g_main_loop_run(g_main_loop_new(context, 0))
            return nil
          }, UnsafeMutableRawPointer(context), nil)
      }
      guard let thread else {
        g_main_context_unref(context)
        return nil
      }
      g_thread_unref(thread)
    }

    /// Whether this is the executor's thread.
    var isCurrent: Bool { g_main_context_is_owner(context) != 0 }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      post { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { precondition(isCurrent, "not on the thread of this GLib context") }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs the closure on the executor's thread, after everything posted before it; from any thread.
    func post(_ work: @escaping @Sendable () -> Void) {
      // Never g_main_context_invoke, which may run it here and now.
      let source = g_idle_source_new()
      g_source_set_priority(source, G_PRIORITY_DEFAULT)
      attach(source, work)
      g_source_unref(source)
    }

    /// Runs the closure on the executor's thread once this time has passed.
    func after(_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> GLibTimer? {
      guard let source = g_timeout_source_new(UInt32(delay.wholeMilliseconds)) else { return nil }
      attach(source, work)
      return GLibTimer(source: source)
    }

    /// Calls back on the executor's thread when the other side of a descriptor has hung up.
    func onHangUp(of descriptor: Int32, _ callback: @escaping GUnixFDSourceFunc) -> GLibTimer? {
      let conditions = GIOCondition(rawValue: G_IO_HUP.rawValue | G_IO_ERR.rawValue | G_IO_NVAL.rawValue)
      guard let source = g_unix_fd_source_new(descriptor, conditions) else { return nil }
      alertsdk_set_fd_callback(source, callback)
      g_source_attach(source, context)
      return GLibTimer(source: source)
    }

    private func attach(_ source: UnsafeMutablePointer<GSource>?, _ work: @escaping @Sendable () -> Void) {
      g_source_set_callback(
        source,
        { box in
          if let box { Unmanaged<Work>.fromOpaque(box).takeUnretainedValue().run() }
          return 0  // once
        }, Unmanaged.passRetained(Work(work)).toOpaque(),
        { box in if let box { Unmanaged<Work>.fromOpaque(box).release() } })
      g_source_attach(source, context)
    }

    private final class Work: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
  }

  /// A source on an executor's context that has not run yet, or may run again.
  struct GLibTimer {
    fileprivate let source: UnsafeMutablePointer<GSource>

    /// Takes it off the context; called once, on the executor's thread, where it then cannot run any more.
    func cancel() {
      g_source_destroy(source)
      g_source_unref(source)
    }
  }
#endif
