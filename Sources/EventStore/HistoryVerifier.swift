import HearthProtocol

/// Walks the whole history of a store and reports every place that does not verify.
///
/// It checks that each group's sequence is 1..n, that each lane's positions rise by one and that each lane's hash chain
/// holds from its genesis; a visitor folds the events on the way and judges what they say. It never repairs, and never
/// stops at the first damage. The `verify` program and the running server drive it; a store may grow meanwhile.
public struct HistoryVerifier {
  private let store: any EventStore
  private let pageEvents: Int

  // Limit: 1,000 damages are listed; the rest are counted. One bad page of a disk can break every event after it.
  private static let damagesMax = 1_000

  /// Makes a verifier that reads `pageEvents` events at a time.
  public init(store: any EventStore, pageEvents: Int = 1_000) {
    precondition(pageEvents > 0, "a page holds events")
    self.store = store
    self.pageEvents = pageEvents
  }

  /// A step of showing a group to the visitor, in the order of its log.
  public enum Step: Sendable {
    /// The next event. Its place and hash may have been reported as damaged already.
    case event(StoredEvent)
    /// The newest snapshot; the last event shown is the last one folded into it.
    case snapshot(StoredSnapshot)
    /// The group's log ends here.
    case end
  }

  /// Verifies every group.
  ///
  /// - Parameter visit: called for every step of every group, one group after another; returns what is wrong with it,
  ///   or nil.
  /// - Throws: when the store cannot even name its groups, or breaks.
  public func verify(visit: (GroupID, Step) -> String? = { _, _ in nil }) throws(StoreFailure) -> HistoryReport {
    var report = HistoryReport()
    for group in try store.groups() {
      try verify(group, while: { true }, visit: visit, into: &report)
    }
    return report
  }

  /// Verifies one group.
  ///
  /// - Parameters:
  ///   - isWanted: asked before each page is read; when it says no the walk ends there, and the report says nothing of
  ///     the group.
  ///   - visit: called for every step of the group; returns what is wrong with it, or nil.
  /// - Throws: when the store breaks.
  public func verify(
    _ group: GroupID, while isWanted: () -> Bool = { true }, visit: (GroupID, Step) -> String? = { _, _ in nil }
  ) throws(StoreFailure) -> HistoryReport {
    var report = HistoryReport()
    try verify(group, while: isWanted, visit: visit, into: &report)
    return report
  }

  private func verify(
    _ group: GroupID, while isWanted: () -> Bool, visit: (GroupID, Step) -> String?, into report: inout HistoryReport
  ) throws(StoreFailure) {
    report.groups += 1
    func add(_ what: String, at event: StoredEvent? = nil, sequence: GroupSequence? = nil) {
      report.damageCount += 1
      guard report.damages.count < Self.damagesMax else { return }
      report.damages.append(
        HistoryDamage(
          group: group, lane: event?.lane, sequence: event?.sequence ?? sequence, position: event?.position, what: what))
    }

    // Read before the log: of a store that grows meanwhile the log then reaches at least as far.
    var snapshot: StoredSnapshot?
    do {
      snapshot = try store.loadSnapshot(group)
      if snapshot != nil { report.snapshots += 1 }
    } catch .damaged(let what) {
      add(what)
    }

    var walk = ChainWalk(group: group)
    reading: while true {
      guard isWanted() else { return }
      let page: [StoredEvent]
      do {
        page = try self.page(of: group, after: walk.sequence)
      } catch .damaged(let what) {
        // Nothing after it can be placed or chained.
        add(what, sequence: walk.sequence.next)
        break reading
      }
      if page.isEmpty { break reading }
      for event in page {
        report.events += 1
        if let flaw = walk.flaw(of: event) { add(flaw, at: event) }
        guard event.sequence > walk.sequence else { break reading }
        walk.step(to: event)
        if let what = visit(group, .event(event)) { add(what, at: event) }
        if let reached = snapshot, reached.sequence == walk.sequence, let what = visit(group, .snapshot(reached)) {
          add(what, sequence: walk.sequence)
        }
      }
    }
    if let flaw = walk.flawOfEnd { add(flaw, sequence: walk.sequence) }
    if let what = visit(group, .end) { add(what, sequence: walk.sequence) }
  }

  /// A page; where one does not read, its events one by one, so that the damage is met at its own place.
  private func page(of group: GroupID, after: GroupSequence) throws(StoreFailure) -> [StoredEvent] {
    do {
      return try store.read(group, after: after, limit: pageEvents)
    } catch .damaged {
      return try store.read(group, after: after, limit: 1)
    }
  }
}
