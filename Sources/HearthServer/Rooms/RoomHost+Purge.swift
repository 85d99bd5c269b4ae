import EventStore
import HearthProtocol
import Room

/// The end of groups whose deletion was asked for (SPEC GR-08).
extension RoomHost {
  /// How long a deletion that failed is not tried again while nobody visits the group, in milliseconds.
  static let retryMilliseconds: Int64 = 3_600_000

  /// Begins to delete a group whose time has come: whoever follows it is told, and from here on it is as one that there
  /// never was.
  ///
  /// - Returns: false when there is nothing to delete, or something of the group is still under way: it is asked again
  ///   a second later.
  func purgeIfDue(_ slot: RoomSlot, _ now: Instant) -> Bool {
    guard purges, slot.leaving == nil, let purgeAt = slot.room?.purgeAt, purgeAt <= now.settled, slot.room?.isSettled == true,
      slot.room?.isInDoubt != true, !shell.isStoreAway,
      let effects = slot.room?.dissolve()
    else { return false }
    perform(effects, slot)
    slot.room = nil
    charge(slot)
    slot.isPurging = true
    slot.refusal = .notFound()
    for peer in peers.keys { peers[peer]?.remove(slot.group) }
    for (look, _, _) in slot.looks { refuse(look, at: slot.group, .notFound()) }
    slot.looks = []
    shell.purge(slot.group, now: now.wall)
    return true
  }

  /// A group was deleted, or could not be: then all of it is still there, until it is tried again. For a minute behind
  /// its last visitor it stays refused without being read: otherwise each visit would have its deletion tried.
  func purged(_ group: GroupID, isDone: Bool, now: Instant) {
    if isDone, let slot = slots[group], slot.isPurging { remove(slot) }
    slots[group]?.isPurging = false
    slots[group]?.purgeFailedAt = now.settled
    shell.noteDue(group, at: isDone ? nil : now.settled + Self.retryMilliseconds, now: now.settled)
  }
}
