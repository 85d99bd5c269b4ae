import EventStore
import HearthProtocol
import HearthServer
import PostgresStore
import SQLiteStore

/// A store that `hearthd` serves or reads: in a folder, or in PostgreSQL.
protocol ServedStore: MovableStore, GroupImporting, UseListing {
  /// What seals files beside the log; nil: they lie in plain.
  var fileSealer: (any FileSealing)? { get }
  /// What the engine says of itself: one line per finding.
  func integrityFindings() throws(StoreFailure) -> [String]
  /// Gives all groups a new epoch: the store was restored to an earlier moment.
  func startEpoch(atLeast epoch: UInt64) throws(StoreFailure) -> UInt64
  func close() throws(StoreFailure)
}

extension SQLiteStore: ServedStore {}

extension PostgresStore: ServedStore {
  /// PostgreSQL checks its pages itself, where it was made with checksums.
  func integrityFindings() -> [String] { [] }
}
