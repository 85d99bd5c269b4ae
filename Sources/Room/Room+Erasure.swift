import EventStore
import HearthProtocol
import Ledger

/// Erasing the words of members (SPEC EW-02 to EW-06): what a command has begun the room carries on by itself, a
/// bounded number of events at a time, also after it was opened anew.
extension Room {
  /// How far the words of a member are erased.
  enum Erasure {
    /// The log is being looked through.
    case looking(UInt64)
    /// Something was found, or nothing was left.
    case found(ErasureWork.Outcome)
    /// The findings are erased; the search of the log goes on.
    case erased(ErasureWork)
  }

  /// Whether the words of a member are being erased.
  public var isErasing: Bool { !history.state.shared.erasing.isEmpty }

  /// Whether the end of a turn has something to do for an erasure.
  var mayErase: Bool {
    if case .looking = erasure { return false }
    return isErasing
  }

  /// Whether an erasure that failed waits until it is tried again.
  func isErasureDue(settled: Int64) -> Bool {
    guard mayErase else { return false }
    return erasureFailedAt.map { !(0..<limits.dueRetryMilliseconds).contains(settled &- $0) } ?? true
  }

  /// Has the log looked through, unless something was found already.
  ///
  /// Events written during the search are searched afterwards: others may have brought words back.
  mutating func lookForWords() -> [RoomEffect] {
    var work: ErasureWork
    switch erasure {
    case .looking, .found: return []
    case .erased(let former): work = former
    case nil:
      guard let scan = history.state.erasureScan else { return [] }
      // Unlike that of a room that held the group before.
      catchUpCount += 1
      work = ErasureWork(group: group, id: catchUpCount, scan: scan, until: .start)
    }
    work.until = history.sequence
    erasure = .looking(work.id)
    return [.erase(work)]
  }

  /// The log was looked through, to its end or as far as one append erases. A former room's is nothing to this one.
  ///
  /// - Parameter outcome: nil when the store could not be read.
  /// - Parameter settled: the instant by the clock that does not jump, milliseconds since 1970.
  public mutating func looked(_ outcome: ErasureWork.Outcome?, for work: ErasureWork, settled: Int64) {
    guard case .looking(work.id) = erasure else { return }
    guard let outcome else { return dropErasure(at: settled) }
    erasure = .found(outcome)
  }

  /// Begins anew later.
  mutating func dropErasure(at settled: Int64) {
    erasure = nil
    erasureFailedAt = settled
  }

  /// Erases what was found, or ends the erasure when there was nothing and all was looked at.
  mutating func eraseFound(now: Int64, into batch: inout Batch) {
    guard case .found(let outcome) = erasure else { return }
    batch.erases = true
    do {
      for (lane, findings) in outcome.byLane { try erase(findings, in: lane, by: outcome.work.scan, now: now, into: &batch) }
      if outcome.findings.isEmpty, outcome.work.isAtEnd {
        _ = try record(history.state.erasureEnd(of: outcome.work.scan), serverEvent(in: .shared, now), into: &batch)
        batch.endsErasure = true
      }
    } catch {
      batch.isBroken = true
    }
    erasure = .erased(outcome.work)
  }

  /// Names the events in one of their lane that says so, and gives them the bytes that this one answers for.
  private mutating func erase(
    _ findings: [ErasureWork.Finding], in lane: Lane, by scan: ErasureScan, now: Int64,
    into batch: inout Batch
  ) throws(Rejected) {
    let naming = history.head(of: lane).position.next
    var named: [ErasedEvent] = []
    for finding in findings {
      var event = finding.found.event
      event.erasedBy = naming.rawValue
      guard let bytes = try? event.encoded() else { throw .unavailable() }
      var erased = finding.found.erased
      erased.hash = .init(finding.place.before.next(stored: bytes).bytes)
      named.append(erased)
      var replacement = finding.place.stored
      replacement.bytes = bytes
      batch.replacements.append(replacement)
      if let id = CommandID(event.commandID) { history.commands.forgetContent(of: id, in: lane, at: replacement.position) }
    }
    named.sort { $0.position < $1.position }
    _ = try record(history.state.erasure(of: scan, naming: named, in: lane), serverEvent(in: lane, now), into: &batch)
  }

  private mutating func serverEvent(in lane: Lane, _ now: Int64) -> Event {
    var event = Event()
    event.salt = .init(salts.next(in: lane))
    event.atMs = now
    return event
  }
}
