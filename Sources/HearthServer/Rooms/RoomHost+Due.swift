import EventStore
import HearthProtocol
import Ledger
import Room

/// What groups do by themselves (SPEC RC-05, GR-08): live ones are turned when their day begins, the others are opened
/// when the directory says so.
extension RoomHost {
  /// Turns every live room in which a day has begun that has something to book, and has deleted whose time has come.
  func turnDue(now: Instant) {
    for slot in slots.values where !purgeIfDue(slot, now) && isDue(slot, now) { markDirty(slot) }
  }

  /// Opens groups that the directory says are due.
  func wake(_ groups: [GroupID], now: Instant) {
    for group in groups {
      visit(group, now: now) { [self] slot in
        if purgeIfDue(slot, now) { return }
        // What it is listed for may have been taken back.
        if isDue(slot, now) { markDirty(slot) } else { noteDue(slot, now) }
      } refuse: { [self] rejected in
        switch rejected.code {
        // Opening it after the repair lists it again.
        case RejectionCode.groupDamaged.rawValue: shell.forgetDamaged(group, now: now.settled)
        // A deletion that broke off, or could not be.
        case RejectionCode.notFound.rawValue:
          if slots[group]?.isPurging == true { break }
          // The directory may have been read before it was told of the next try.
          if let failedAt = slots[group]?.purgeFailedAt, (0..<Self.retryMilliseconds).contains(now.settled - failedAt) { break }
          slots[group]?.isPurging = true
          shell.purge(group, now: now.wall)
        // Memory has no place left for it, or it cannot be read now: the directory names it again.
        default: break
        }
      }
    }
  }

  /// Has the directory say when a group is due, for what no commit says.
  func noteDue(_ slot: RoomSlot, _ now: Instant) {
    guard let state = slot.room?.history.state else { return }
    let note = DueNote(state, purges: purges)
    slot.noted = note
    shell.noteDue(slot.group, at: note.instant, now: now.settled)
  }

  func isDue(_ slot: RoomSlot, _ now: Instant) -> Bool {
    if slot.room?.isErasing == true { return true }
    guard let due = slot.room?.due, let zoneName = slot.room?.zoneName else { return false }
    return due <= slot.calendar.date(at: now.settled, zoneName: zoneName)
  }

  /// Adds to a batch when the group is due next, if the directory does not have it so: it is written in the same
  /// commit.
  func noting(_ slot: RoomSlot, in batch: AppendBatch) -> AppendBatch {
    // Of a group that never had a rule, and that nobody wants deleted, there is nothing to note.
    guard slot.room?.mayBeDue == true || slot.noted?.instant != nil, let state = slot.room?.history.state else { return batch }
    let note = DueNote(state, purges: purges)
    guard note != slot.noted else { return batch }
    slot.noted = note
    var batch = batch
    batch.projections.append(.due(group: slot.group, at: note.instant))
    return batch
  }
}
