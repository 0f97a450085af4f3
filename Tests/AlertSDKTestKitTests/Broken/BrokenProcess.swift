import AlertSDK
import AlertSDKTestKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension BrokenRenderer {
  static let process = [
    BrokenRenderer(
      rule: 14, fault: "keeps a signal to itself",
      message: "signal \(SIGUSR2): default before, ignored after", isDriven: false
    ) { request, paper in
      signal(SIGUSR2, SIG_IGN)
      return try await PaperRenderer(paper: paper).present(request)
    },
    BrokenRenderer(
      rule: 17, fault: "leaves a descriptor open each time",
      message: "presented 150 and then 150 notices in a row: expected the same descriptors, threads and memory afterwards, "
        + "but there are 150 more descriptors", isDriven: false
    ) { request, paper in
      leaveOpen()
      return try await PaperRenderer(paper: paper).present(request)
    },
    {
      let first = Lock<Paper?>(nil)
      return BrokenRenderer(
        rule: 19, fault: "draws on the surface of the first renderer there was",
        message: "presented on two surfaces at once: expected each alert on its own, but one of them cannot be seen"
      ) { request, paper in
        let shared = first.withLock { first in
          first = first ?? paper
          return first ?? paper
        }
        return try await PaperRenderer(paper: shared).present(request)
      }
    }(),
    BrokenRenderer(
      rule: 20, fault: "shouts its name",
      message: "read its name: expected lower case without spaces, but it is \"Broken Paper\"", isDriven: false, name: "Broken Paper"
    ) { request, paper in try await PaperRenderer(paper: paper).present(request) },
    BrokenRenderer(
      rule: 21, fault: "waits on the thread of its caller",
      message: "presented an alert and looked at the thread that called present: expected it to be free while the alert is up, "
        + "but it was held for 2 s; reads, C calls and slow writes need a thread of their own", isDriven: false
    ) { request, _ in
      request.didAppear()
      blockThread(milliseconds: 5_000)
      throw CancellationError()
    },
    BrokenRenderer(
      rule: 21, fault: "waits on the thread of its caller before it appears",
      message: "presented an alert and looked at the thread that called present: expected it to be free while the alert is up, "
        + "but it was held for 2 s; reads, C calls and slow writes need a thread of their own", isDriven: false
    ) { request, _ in
      blockThread(milliseconds: 5_000)
      request.didAppear()
      throw CancellationError()
    },
  ]

  /// What the leaking one has left open, for the test to close.
  private static let leftOpen = Lock<[Int32]>([])
  static func leaveOpen() { leftOpen.withLock { $0.append(dup(0)) } }
  static func restoreProcess() {
    signal(SIGUSR2, SIG_DFL)
    for descriptor in leftOpen.withLock({ open in
      defer { open = [] }
      return open
    }) { close(descriptor) }
  }
}

func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

private func blockThread(milliseconds: Int32) { poll(nil, 0, milliseconds) }
