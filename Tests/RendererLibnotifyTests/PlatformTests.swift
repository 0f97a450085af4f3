#if canImport(Glibc)
  import Glibc
  import Testing

  @testable import RendererLibnotify

  @Suite struct PlatformTests {
    private static var limit: Int {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      return Int(min(limit.rlim_cur, 1 << 20))
    }

    @Test("R12: descriptors are counted, from none to more than there can be")
    func spareDescriptors() {
      #expect(Platform.hasSpareDescriptors(0))
      #expect(Platform.hasSpareDescriptors(16))
      #expect(!Platform.hasSpareDescriptors(Self.limit), "the standard streams are open")
    }

    @Test("R14: counting them takes none from other threads")
    func spareDescriptorsOfOthers() async {
      let counting = Task { for _ in 0..<5 { _ = Platform.hasSpareDescriptors(Self.limit) } }
      let neighbour = Task {
        for _ in 0..<20_000 {
          let copy = dup(0)
          if copy < 0 { return errno }
          close(copy)
        }
        return 0
      }
      await counting.value
      #expect(await neighbour.value == 0)
    }
  }
#endif
