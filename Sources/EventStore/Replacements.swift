import HearthProtocol
import Locking

/// Where the last replacement of events' bytes left each group: a snapshot from before it is not kept.
///
/// A store that is opened has no snapshot on its way, so that nothing of it need be kept.
package final class Replacements: Sendable {
  private let heads = Locked<[GroupID: GroupSequence]>([:])

  /// Knows of none.
  package init() {}

  /// Notes the replacements in batches that are durable.
  package func note(_ batches: some Sequence<AppendBatch>) {
    for batch in batches where !batch.replacements.isEmpty { heads.withLock { $0[batch.group] = batch.headAfter } }
  }

  /// Whether the snapshot may have bytes that were replaced.
  package func areLater(than snapshot: StoredSnapshot) -> Bool {
    heads.withLock { heads in heads[snapshot.group].map { snapshot.sequence < $0 } ?? false }
  }
}
