import Glibc

/// How often a measure was how large: a count for each bucket, and the sum. Adding to it allocates nothing.
package struct Distribution: Sendable, Equatable {
  /// The largest measure of each bucket but the last, which takes what is larger.
  package let bounds: [Int]
  /// Of each bucket by itself, the last one's included.
  private(set) var counts: [Int]
  /// Of all measures.
  private(set) var sum = 0

  /// How many measures there were.
  package var count: Int { counts.reduce(0, +) }

  private init(bounds: [Int]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// Of durations in nanoseconds: from 10 microseconds to 10 seconds.
  static var nanoseconds: Distribution { Distribution(bounds: nanosecondBounds) }
  private static let nanosecondBounds =
    [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000]
    .map { $0 * 1_000 }

  /// Of numbers of things.
  static var sizes: Distribution { Distribution(bounds: sizeBounds) }
  private static let sizeBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

  /// Counts a measure.
  package mutating func add(_ measure: Int) {
    var bucket = 0
    while bucket < bounds.count, measure > bounds[bucket] { bucket += 1 }
    counts[bucket] &+= 1
    sum &+= measure
  }

  /// Adds what another one of the same bounds has counted.
  static func += (left: inout Distribution, right: Distribution) {
    for (bucket, count) in right.counts.enumerated() where bucket < left.counts.count { left.counts[bucket] &+= count }
    left.sum &+= right.sum
  }
}

/// The steady clock, for measuring how long something takes.
package enum Stopwatch {
  /// Nanoseconds.
  package static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  /// Nanoseconds that this thread has had of a processor.
  static var ofThread: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
