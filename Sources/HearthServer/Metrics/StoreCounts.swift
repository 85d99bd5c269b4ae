import EventStore
import Locking

/// What the threads that write have counted since the start. A commit takes far longer than the lock.
final class StoreCounts: Sendable {
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

  private let figures = Locked(Figures())
  /// What the directory said last, and when; milliseconds since 1970.
  private let lastUsage = Locked<(at: Int64, figures: UsageFigures)?>(nil)

  // Limit: the directory counts no more often than this, in milliseconds: it looks at every row.
  private static let usageMilliseconds: Int64 = 60_000
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let activeDays: Int64 = 30

  /// What has been counted.
  var now: Figures { figures.withLock { $0 } }

  func committed(groups: Int, failed: Int, nanoseconds: Int) {
    figures.withLock { figures in
      figures.commit.add(nanoseconds)
      figures.groups.add(groups)
      figures.failedBatches += failed
    }
  }

  func keptSnapshot(_ isKept: Bool) {
    figures.withLock { if isKept { $0.snapshots += 1 } else { $0.failedSnapshots += 1 } }
  }

  /// How many people and groups there are, as of a minute ago at most; nil while that cannot be read. It may block.
  ///
  /// - Parameter now: milliseconds since 1970.
  func usage(of directory: any Directory, now: Int64) -> UsageFigures? {
    if let last = lastUsage.withLock({ $0 }), (0..<Self.usageMilliseconds).contains(now - last.at) { return last.figures }
    guard let figures = try? directory.usage(activeSince: now / Self.dayMilliseconds - Self.activeDays) else { return nil }
    lastUsage.withLock { $0 = (now, figures) }
    return figures
  }
}
