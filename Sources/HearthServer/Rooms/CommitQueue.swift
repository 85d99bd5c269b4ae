import Dispatch
import EventStore
import HearthProtocol

/// One commit for many groups: collects what rooms want appended while the previous commit runs, and makes all of it
/// durable with the next one.
///
/// It must never report a batch before the store has. Rooms have one batch in flight each, so what is collected is
/// bounded by the number of live rooms.
final class CommitQueue: Sendable {
  /// What the store said of a batch.
  typealias Outcome = (group: GroupID, result: Result<Void, StoreFailure>)

  private let batches: BatchingQueue<AppendBatch>

  /// - Parameters:
  ///   - counts: is told of each commit.
  ///   - space: is told before something is written, and what became of it.
  ///   - heard: called where the commit was made, before `report`.
  ///   - report: called where the commit was made, once for each.
  init(
    store: any EventStore, queue: any WorkQueue, sabotage: CommitSabotage, space: SpaceWatch, counts: StoreCounts,
    heard: @escaping @Sendable ([AppendBatch], [Result<Void, StoreFailure>]) -> Void = { _, _ in },
    report: @escaping @Sendable ([Outcome]) -> Void
  ) {
    let late = DispatchQueue(label: "hearth.late-commit")
    batches = BatchingQueue(on: queue) { batches in
      space.willWrite(batches.reduce(0) { $0 + $1.writtenBytes })
      switch sabotage {
      case .none:
        let began = Stopwatch.now
        let results = store.append(batches)
        let failed = results.count { if case .failure = $0 { true } else { false } }
        counts.committed(groups: batches.count, failed: failed, nanoseconds: Stopwatch.now - began)
        space.committed(results)
        heard(batches, results)
        report(zip(batches, results).map { ($0.group, $1) })
      case .acknowledgeBeforeCommit(let milliseconds):
        report(batches.map { ($0.group, .success(())) })
        late.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { _ = store.append(batches) }
      }
    }
  }

  /// Takes batches; any thread.
  func submit(_ batches: [AppendBatch]) { self.batches.submit(batches) }
}

extension AppendBatch {
  /// What its commit writes at most, about: events, their index and the log before the database, and whole pages of
  /// each table.
  fileprivate var writtenBytes: Int { 3 * (events + replacements).reduce(0) { $0 + $1.bytes.count } + 16_384 }
}

/// Sabotage of the commit path. Only debug builds can be told to have one: it proves that the checks would
/// notice.
public enum CommitSabotage: Sendable, Equatable {
  /// Sound.
  case none
  /// Answers first and stores so many milliseconds later, as a server would that does not wait for its disk.
  case acknowledgeBeforeCommit(milliseconds: Int)
}
