import Room

/// What rooms take of memory.
extension RoomHost {
  /// Charges the memory budget with what the room keeps of its group, or gives it back.
  func chargeMemory(_ slot: RoomSlot) {
    // Limit: bytes that an event is counted as: an entry keeps some 460 with its command.
    let events = slot.room?.history.sequence.rawValue
    let recent = (slot.room?.recentBytes ?? 0) * Self.recentPart
    let kept = events.map { Int(clamping: $0) * Self.eventBytes + Self.roomBytes + recent } ?? 0
    guard kept != slot.chargedMemory else { return }
    shell.chargeRoomMemory(kept - slot.chargedMemory)
    slot.chargedMemory = kept
  }

  private static let eventBytes = 460
  private static let roomBytes = 16 << 10
  // Limit: times its stored bytes that an event is counted as which is kept as it is stored and as it is read.
  private static let recentPart = 6

  /// Has a room forget the last events, which nobody who comes back needs any more.
  func forgetRecent(_ slot: RoomSlot) {
    slot.readAt = nil
    slot.room?.forgetRecent()
    chargeMemory(slot)
  }

  /// Charges the memory budget with what is held of members' commands, in a room or before it is there.
  func charge(_ slot: RoomSlot) {
    chargeMemory(slot)
    let held = (slot.room?.heldBytes ?? 0) + slot.waitingBytes
    guard held != slot.chargedBytes else { return }
    shell.chargeRooms(held - slot.chargedBytes)
    slot.chargedBytes = held
  }
}
