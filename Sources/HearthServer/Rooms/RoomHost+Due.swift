import EventStore
import HearthProtocol
import Ledger
import Room

/// What groups do by themselves (SPEC RC-05): live ones are turned when their day begins, the others are opened when the directory says so.
extension RoomHost {
  /// Turns every live room in which a day has begun that has something to book.
  func turnDue(now: Instant) {
    for slot in slots.values where isDue(slot, now) { markDirty(slot) }
  }

  /// Opens groups that the directory says are due.
  func wake(_ groups: [GroupID], now: Instant) {
    for group in groups {
      visit(group, now: now) { [self] slot in
        if isDue(slot, now) { markDirty(slot) }
      } refuse: { _ in
        // A damaged group, or one that no room is left for: the directory names it again.
      }
    }
  }

  func isDue(_ slot: RoomSlot, _ now: Instant) -> Bool {
    guard let room = slot.room, let due = room.due else { return false }
    return due <= slot.calendar.date(at: now.wall, zoneName: zoneName(of: room))
  }

  /// Adds to a batch when the group is due next, if the directory does not have it so: it is written in the same commit.
  func noting(_ slot: RoomSlot, in batch: AppendBatch) -> AppendBatch {
    // Of a group that never had a rule there is nothing to note.
    guard let room = slot.room, !room.history.state.shared.recurring.rules.isEmpty else { return batch }
    let note = DueNote(day: room.due, zoneName: zoneName(of: room))
    guard note != slot.noted else { return batch }
    slot.noted = note
    var batch = batch
    batch.projections.append(
      .due(group: slot.group, at: note.day.map { GroupCalendar.start(of: $0, zoneName: note.zoneName) }))
    return batch
  }

  func zoneName(of room: Room) -> String { room.history.state.shared.settings?.timeZone ?? "UTC" }
}
