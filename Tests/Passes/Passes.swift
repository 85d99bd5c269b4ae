import Glibc

/// How much work something is, whatever the machine: in passes. A pass looks at each of 64 KiB once, in a plain loop of
/// this build, optimised or not.
///
/// Two times of one thread are compared, of work and of passes taken in turn, each the least of several, so that
/// neither a slow machine nor a busy one changes the figure by much: an answer in quadratic time takes thousands of
/// passes for 64 KiB, and one in linear time a few.
public enum Passes {
  /// The passes that a body is worth, measured `rounds` times. With a name, says so on standard output, and in
  /// microseconds of processor time.
  public static func of(_ name: String? = nil, rounds: Int = 7, _ body: () -> Void) -> Double {
    var work = Int64.max
    var pass = Int64.max
    // Used below, so that no pass is left out.
    var hash: UInt64 = 0
    for _ in 0..<rounds {
      pass = min(pass, time { hash ^= looking(at: bytes) })
      work = min(work, time(body))
    }
    precondition(hash != 1)
    let passes = Double(work) / Double(max(1, pass))
    if let name { print("    \(name): \(work / 1_000) µs, \((passes * 10).rounded() / 10) passes") }
    return passes
  }

  private static let bytes = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  @inline(never) private static func looking(at bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// Nanoseconds that this thread has run for a body.
  private static func time(_ body: () -> Void) -> Int64 {
    func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    let start = now()
    body()
    return now() - start
  }
}
