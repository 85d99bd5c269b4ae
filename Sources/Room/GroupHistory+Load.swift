import EventStore
import HearthProtocol
import Locking

extension GroupHistory {
  /// Events read at once when a log is walked.
  static let pageEvents = 1_000

  /// Reads a group: the newest snapshot and the events after it, with the chain of the whole log checked on the way.
  ///
  /// Blocks; called off the loops. A group without events loads as an empty history, unless it was deleted. The last
  /// events of those that are folded are kept until the room forgets them (`Room.forgetRecent`).
  public static func load(_ group: GroupID, from store: some EventStore) throws(LoadFailure) -> GroupHistory {
    try reading(group) {
      guard try !store.isPurged(group) else { throw LoadFailure.purged }
      var history = GroupHistory(group: group)
      if let stored = try store.loadSnapshot(group) {
        history = try restore(stored, from: store)
      }
      history.epoch = try store.epoch(of: group)
      history.recent = RecentEvents()
      try history.foldTail(of: store)
      try history.noteNewestInstant(of: store)
      return history
    }
  }

  /// A snapshot does not say when its last event was stored; by that things end (SPEC TM-03).
  private mutating func noteNewestInstant(of store: some EventStore) throws {
    guard savedSequence > .start, sequence == savedSequence else { return }
    let before = GroupSequence(sequence.rawValue - 1)
    guard let last = try store.read(group, after: before, limit: 1).first, let event = try? Event(serializedBytes: last.bytes) else {
      return
    }
    state.note(instant: event.atMs)
  }

  /// Reads a group from its first event, whatever snapshots there are.
  public static func replay(_ group: GroupID, from store: some EventStore) throws(LoadFailure) -> GroupHistory {
    try reading(group) {
      var history = GroupHistory(group: group)
      history.epoch = try store.epoch(of: group)
      try history.foldTail(of: store)
      return history
    }
  }

  /// Tells damage, whoever found it, from a store that could not read.
  private static func reading(_ group: GroupID, _ body: () throws -> GroupHistory) throws(LoadFailure) -> GroupHistory {
    do {
      return try body()
    } catch let damage as HistoryDamage {
      throw .damaged(damage)
    } catch StoreFailure.damaged(let what) {
      throw .damaged(HistoryDamage(group: group, what: what))
    } catch let failure as StoreFailure {
      throw .store(failure)
    } catch let failure as LoadFailure {
      throw failure
    } catch {
      throw .store(.broken(String(describing: error)))
    }
  }

  private mutating func foldTail(of store: some EventStore) throws {
    // Nobody has a copy before the group is open.
    state.startFilling()
    commands.startFilling()
    defer {
      state.endFilling()
      commands.endFilling()
    }
    while true {
      let page = try store.read(group, after: sequence, limit: Self.pageEvents)
      for event in page { try fold(event) }
      if page.count < Self.pageEvents { break }
    }
    if let flaw = chain.flawOfEnd { throw HistoryDamage(group: group, sequence: sequence, what: flaw) }
  }

  /// Reads a snapshot, and checks that the log up to it verifies and ends in the heads that it names: rewriting and
  /// truncation behind a snapshot are damage like any other. Neither needs the other before the end, so a long log is
  /// checked while the snapshot is read.
  private static func restore(_ stored: StoredSnapshot, from store: some EventStore) throws -> GroupHistory {
    // Limit: a log of one page is checked sooner than another core is woken.
    guard stored.sequence.rawValue > UInt64(pageEvents) else {
      let history = try GroupHistory(stored)
      try history.check(ChainWalk(of: stored.group, through: stored.sequence, in: store))
      return history
    }
    let walked = Locked<Result<ChainWalk, any Error>?>(nil)
    let restored = Locked<Result<GroupHistory, any Error>?>(nil)
    store.run {
      let walk = Result { try ChainWalk(of: stored.group, through: stored.sequence, in: store) }
      walked.withLock { $0 = walk }
    } beside: {
      let history = Result { try GroupHistory(stored) }
      restored.withLock { $0 = history }
    }
    guard let history = try restored.withLock({ $0 })?.get(), let walk = try walked.withLock({ $0 })?.get() else {
      throw StoreFailure.broken("the store did not run what it was given")
    }
    try history.check(walk)
    return history
  }

  /// Compares where the log's chain ends with where the snapshot stands.
  private func check(_ walk: ChainWalk) throws {
    guard walk == chain else {
      throw HistoryDamage(
        group: group, sequence: walk.sequence, what: "the snapshot stands at \(sequence), where the log ends elsewhere or has other hashes")
    }
  }
}

extension ChainWalk {
  /// Walks through a stored log from its first event to this one, or to its end if that comes first.
  ///
  /// - Throws: `HistoryDamage` at the first event that does not verify.
  fileprivate init(of group: GroupID, through last: GroupSequence, in store: some EventStore) throws {
    self.init(group: group)
    while sequence < last {
      let limit = min(GroupHistory.pageEvents, Int(clamping: last.rawValue - sequence.rawValue))
      let page = try store.read(group, after: sequence, limit: limit)
      if page.isEmpty { break }
      if let (event, flaw) = follow(page) {
        throw HistoryDamage(group: group, lane: event.lane, sequence: event.sequence, position: event.position, what: flaw)
      }
    }
  }
}

/// Why a group could not be opened.
public enum LoadFailure: Error, Sendable, Equatable {
  /// Its history does not verify: the group is refused until it is repaired.
  case damaged(HistoryDamage)
  /// The store could not read.
  case store(StoreFailure)
  /// It was deleted; what there still is of it, a deletion that broke off has left.
  case purged
}
