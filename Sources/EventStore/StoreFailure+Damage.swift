import HearthProtocol

extension StoreFailure {
  /// A snapshot whose checksum holds stands after the log's end: the log lost events that were once durable.
  package static func snapshotAheadOfLog(_ snapshot: StoredSnapshot, head: GroupSequence) -> StoreFailure {
    .damaged("group \(snapshot.group): a snapshot stands at sequence \(snapshot.sequence), but the log ends at \(head)")
  }
}
