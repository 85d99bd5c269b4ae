import EventStore
import HearthProtocol
import Synchronization

/// A store whose log reads differently from what was written.
struct TamperedStore: EventStore {
  let store: InMemoryStore
  let tamper: @Sendable (inout [StoredEvent]) -> Void

  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] { store.append(batches) }
  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    var log = try store.read(group, after: .start, limit: .max)
    tamper(&log)
    return Array(log.dropFirst(Int(clamping: after.rawValue)).prefix(limit))
  }
  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? { try store.loadSnapshot(group) }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { try store.saveSnapshot(snapshot) }
  func deleteSnapshots() throws(StoreFailure) { try store.deleteSnapshots() }
  func groups() throws(StoreFailure) -> [GroupID] { try store.groups() }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { try store.purge(group, at: instant) }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 { try store.epoch(of: group) }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool { try store.isPurged(group) }
}

/// A store that counts how often its log is read.
final class CountingStore: EventStore {
  private let store: InMemoryStore
  private let count = Atomic(0)

  init(_ store: InMemoryStore) { self.store = store }

  var reads: Int { count.load(ordering: .relaxed) }

  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] { store.append(batches) }
  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    count.add(1, ordering: .relaxed)
    return try store.read(group, after: after, limit: limit)
  }
  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? { try store.loadSnapshot(group) }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { try store.saveSnapshot(snapshot) }
  func deleteSnapshots() throws(StoreFailure) { try store.deleteSnapshots() }
  func groups() throws(StoreFailure) -> [GroupID] { try store.groups() }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { try store.purge(group, at: instant) }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 { try store.epoch(of: group) }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool { try store.isPurged(group) }
}

/// A store whose disk is gone.
struct BrokenStore: EventStore {
  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] { batches.map { _ in .failure(.broken("disk")) } }
  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] { throw .broken("disk") }
  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? { throw .broken("disk") }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { throw .broken("disk") }
  func deleteSnapshots() throws(StoreFailure) { throw .broken("disk") }
  func groups() throws(StoreFailure) -> [GroupID] { throw .broken("disk") }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { throw .broken("disk") }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 { throw .broken("disk") }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool { throw .broken("disk") }
}
