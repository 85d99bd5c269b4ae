import Dispatch
import EventStore
import HearthProtocol
import Locking
import Logging
import Room

/// Checks the groups' histories in turn while the server runs, as `hearthd verify` does off line: the whole log from
/// its first event, and that the newest snapshot with the events behind it gives the same state.
///
/// It only reads, a page at a time, so nobody who writes waits for it, and has one group in memory, once or twice. What
/// it finds it logs and does nothing about. A group is said to be damaged when it was found so twice in a row and was
/// not deleted meanwhile, and then only once until it verifies again.
final class HistoryScrub: Sendable {
  private struct Round: Sendable {
    /// Whether a check has been asked for and has not ended.
    var isUnderWay = false
    /// The groups that this round has still to come to, the next one last.
    var groups: [GroupID] = []
    /// The group that was taken last; nil: none was yet.
    var last: GroupID?
    /// Found damaged by the last check, and not before it.
    var suspect: GroupID?
    /// Those that are said to be damaged, as many as there are groups at most.
    var damaged: Set<GroupID> = []
    /// How often the groups could not be listed since they last could.
    var failedLists = 0

    /// The next group of the round, or once more the one that was found damaged; nil at the end of the round.
    mutating func take() -> GroupID? {
      guard let group = suspect ?? groups.popLast() else { return nil }
      last = group
      return group
    }
  }

  /// What a check says of a group.
  private enum Verdict {
    case sound
    case damaged(HistoryDamage, count: Int)
    /// It has been deleted.
    case deleted
    /// The check was broken off.
    case brokenOff
  }

  private let store: any EventStore
  private let status: ServerStatus
  private let pageEvents: Int
  private let queue = DispatchQueue(label: "hearth.scrub", qos: .utility)
  private let round = Locked(Round())
  private let hasStopped = Locked(false)

  /// - Parameter pageEvents: how many events are read and held at once.
  init(store: any EventStore, status: ServerStatus, pageEvents: Int = 1_000) {
    self.store = store
    self.status = status
    self.pageEvents = pageEvents
  }

  private var isStopped: Bool { hasStopped.withLock { $0 } }

  /// Has the next group checked, unless a check is under way, and returns at once.
  func ask() {
    let wasUnderWay = round.withLock { round in
      defer { round.isUnderWay = true }
      return round.isUnderWay
    }
    if wasUnderWay { return }
    queue.async {
      if !self.isStopped, let group = self.next() { self.note(self.check(group), of: group) }
      self.round.withLock { $0.isUnderWay = false }
    }
  }

  /// Breaks off what is under way at the next page, and checks nothing any more; returns at once.
  func stop() { hasStopped.withLock { $0 = true } }

  /// Waits for the check that is under way.
  func awaitEnd() { queue.sync {} }

  /// The group to check now; nil when there is none, or none can be named.
  private func next() -> GroupID? {
    if let group = round.withLock({ $0.take() }) { return group }
    do {
      begin(try store.groups().sorted())
    } catch {
      noteFailedList(error)
    }
    return round.withLock { $0.take() }
  }

  /// Begins a round behind the group that was last in the one before, so that none waits for longer than a round; the
  /// first round begins anywhere, so that servers which are often started anew come to all groups.
  private func begin(_ groups: [GroupID]) {
    let missing = round.withLock { round in
      round.failedLists = 0
      if !groups.isEmpty {
        let start = round.last.map { last in groups.firstIndex { $0 > last } ?? 0 } ?? Int.random(in: groups.indices)
        round.groups = (groups[start...] + groups[..<start]).reversed()
      }
      return round.damaged.subtracting(groups)
    }
    for group in missing where (try? store.isPurged(group)) == true { _ = forget(group) }
  }

  private func check(_ group: GroupID) -> Verdict {
    var replay = ReplayCheck()
    do throws(StoreFailure) {
      let report = try HistoryVerifier(store: store, pageEvents: pageEvents).verify(group) {
        !isStopped
      } visit: {
        replay.visit($0, $1)
      }
      if isStopped { return .brokenOff }
      if let damage = report.damages.first { return try verdict(damage, count: report.damageCount) }
      if report.events > 0 { return .sound }
      // There were some when the groups were listed.
      return try verdict(HistoryDamage(group: group, what: "the whole log is gone"), count: 1)
    } catch {
      // A database that is out of reach says nothing of what it has.
      if error.isAway { return .brokenOff }
      if isStopped { return .brokenOff }
      return .damaged(HistoryDamage(group: group, what: "it cannot be read: \(error)"), count: 1)
    }
  }

  /// A deletion says so before anything of it is gone: what was found while nothing had been said is damage.
  private func verdict(_ damage: HistoryDamage, count: Int) throws(StoreFailure) -> Verdict {
    try store.isPurged(damage.group) ? .deleted : .damaged(damage, count: count)
  }

  private func note(_ verdict: Verdict, of group: GroupID) {
    switch verdict {
    case .brokenOff: break
    case .sound:
      let wasDamaged = forget(group)
      status.historyChecked()
      if wasDamaged { status.log.notice("a group that was damaged verifies again", metadata: ["group": "\(group)"]) }
    case .deleted: _ = forget(group)
    case .damaged(let damage, let count):
      let isNew = round.withLock { round -> Bool? in
        if round.damaged.contains(group) { return false }
        guard round.suspect == group else {
          round.suspect = group
          return nil
        }
        round.suspect = nil
        round.damaged.insert(group)
        return true
      }
      guard let isNew else { return }
      status.historyChecked()
      if isNew { say(damage, count: count) }
    }
  }

  /// - Returns: whether it was said to be damaged.
  private func forget(_ group: GroupID) -> Bool {
    let wasDamaged = round.withLock { round in
      if round.suspect == group { round.suspect = nil }
      return round.damaged.remove(group) != nil
    }
    if wasDamaged { status.damagedGroupsChanged(by: -1) }
    return wasDamaged
  }

  private func say(_ damage: HistoryDamage, count: Int) {
    status.damagedGroupsChanged(by: 1)
    status.log.error(
      "a group is damaged; it is left as it is, and the others are served",
      metadata: [
        "group": "\(damage.group)", "sequence": "\(damage.sequence?.description ?? "unknown")", "damage": "\(damage)",
        "damages": "\(count)",
        "remedy": "hearthd verify, on the data folder, says all that is damaged",
      ])
  }

  /// Once may be for want of a descriptor or of memory.
  private func noteFailedList(_ failure: StoreFailure) {
    if failure.isAway { return }
    let count = round.withLock { round in
      round.failedLists += 1
      return round.failedLists
    }
    guard count == 2, !isStopped else { return }
    status.log.error(
      "no group's history can be checked, since the groups cannot be listed",
      metadata: ["cause": "\(failure)", "remedy": "hearthd verify, on the data folder, says what is damaged"])
  }
}
