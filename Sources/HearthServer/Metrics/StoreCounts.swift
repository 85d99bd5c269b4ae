import EventStore
import Locking

/// What the threads that write have counted since the start. A commit takes far longer than the lock.
package final class StoreCounts: Sendable {
  /// The figures.
  struct Figures: Sendable {
    /// Nanoseconds of a transaction, from its beginning until the log is synced.
    var commit = Distribution.nanoseconds
    /// Groups whose batches one transaction made durable.
    var groups = Distribution.sizes
    /// Batches that were not stored.
    var failedBatches = 0
    var snapshots = 0
    var failedSnapshots = 0
  }

  /// Nothing counted yet.
  package init() {}

  private let figures = Locked(Figures())
  private let lastUsage = Locked(Usage())

  /// What the directory said last.
  private struct Usage: Sendable {
    /// Nil: it could not.
    var figures: UsageFigures?
    /// Milliseconds since 1970; nil: it was not asked yet.
    var at: Int64?
    /// For how long it is not asked again, in milliseconds.
    var rest: Int64 = 0
    var isBeingAsked = false
  }

  // Limit: the directory counts no more often than this, in milliseconds: it looks at every row.
  private static let usageMilliseconds: Int64 = 60_000
  // Limit: and only after so many times as long as it took: where there are millions, counting takes long.
  private static let usageRests: Int64 = 60
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let activeDays: Int64 = 30

  /// What has been counted.
  var now: Figures { figures.withLock { $0 } }

  /// Counts a transaction.
  ///
  /// - Parameters:
  ///   - groups: how many groups' batches it had.
  ///   - failed: how many of them were not stored.
  ///   - nanoseconds: how long it took.
  package func committed(groups: Int, failed: Int, nanoseconds: Int) {
    figures.withLock { figures in
      figures.commit.add(nanoseconds)
      figures.groups.add(groups)
      figures.failedBatches += failed
    }
  }

  func keptSnapshot(_ isKept: Bool) {
    figures.withLock { if isKept { $0.snapshots += 1 } else { $0.failedSnapshots += 1 } }
  }

  /// How many people and groups there are, as of a minute ago, or of so many minutes ago as it took seconds; nil when
  /// that could not be read then. It may block, one caller at a time; the others get what was read before.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - clock: gives monotonic nanoseconds.
  func usage(of directory: any Directory, now: Int64, clock: () -> Int = { Stopwatch.now }) -> UsageFigures? {
    let (isDue, known) = lastUsage.withLock { usage in
      let rests = usage.at.map { (0..<usage.rest).contains(now - $0) } ?? false
      guard !usage.isBeingAsked, !rests else { return (false, usage.figures) }
      usage.isBeingAsked = true
      return (true, nil)
    }
    guard isDue else { return known }
    let began = clock()
    let figures = try? directory.usage(activeSince: now / Self.dayMilliseconds - Self.activeDays)
    let took = Int64(clock() - began) / 1_000_000
    lastUsage.withLock { $0 = Usage(figures: figures, at: now, rest: max(Self.usageMilliseconds, took * Self.usageRests)) }
    return figures
  }
}
