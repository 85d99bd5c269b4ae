import EventStore
import HearthProtocol
import Locking

/// Another store, watched and troubled while it is read: what a test wants to happen between two reads happens there,
/// on the reader's thread.
final class HookedStore: EventStore {
  private struct State: Sendable {
    var looks: [GroupID] = []
    var pages: [Int] = []
    var beforeRead: @Sendable (GroupID) -> StoreFailure? = { _ in nil }
    var listFailure: StoreFailure?
  }

  private let store: any EventStore
  private let state = Locked(State())

  init(_ store: any EventStore) { self.store = store }

  /// The groups whose snapshots were read, in order.
  var looks: [GroupID] { state.withLock { $0.looks } }
  /// How many events were asked for, read by read.
  var pages: [Int] { state.withLock { $0.pages } }
  /// Has this called before each read of a log; a failure is what the read answers.
  func beforeRead(_ body: @escaping @Sendable (GroupID) -> StoreFailure?) { state.withLock { $0.beforeRead = body } }
  /// From now on groups cannot be listed, or can again.
  func failLists(with failure: StoreFailure?) { state.withLock { $0.listFailure = failure } }

  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? {
    state.withLock { $0.looks.append(group) }
    return try store.loadSnapshot(group)
  }

  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    let beforeRead = state.withLock { state in
      state.pages.append(limit)
      return state.beforeRead
    }
    if let failure = beforeRead(group) { throw failure }
    return try store.read(group, after: after, limit: limit)
  }

  func groups() throws(StoreFailure) -> [GroupID] {
    if let failure = state.withLock({ $0.listFailure }) { throw failure }
    return try store.groups()
  }

  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] { store.append(batches) }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { try store.saveSnapshot(snapshot) }
  func deleteSnapshots() throws(StoreFailure) { try store.deleteSnapshots() }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { try store.purge(group, at: instant) }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 { try store.epoch(of: group) }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool { try store.isPurged(group) }
}
