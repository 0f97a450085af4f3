// The one place that knows which C library this is: everything else in the text renderers imports AlertTerminal and finds
// `read`, `poll`, `termios` and the rest through it. Foundation would bring them too, at 5-7 ms of start-up.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl  // its `environ` is a plain global variable
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("AlertTerminal needs Glibc, Musl or Darwin")
#endif
