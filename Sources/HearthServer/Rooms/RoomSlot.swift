import HearthProtocol
import Ledger
import Room

/// When a group is due, as the directory has it.
struct DueNote: Equatable {
  /// The next day on which there is something to book.
  let day: CivilDate?
  let zoneName: String
  /// When the group is to be deleted, milliseconds since 1970.
  let purgeAt: Int64?
  /// Whether words of a member are being erased, which goes on at once wherever it broke off.
  let isErasing: Bool

  /// - Parameter purges: whether this server deletes groups.
  init(_ state: GroupState, purges: Bool) {
    day = state.due
    zoneName = state.shared.settings?.timeZone ?? "UTC"
    isErasing = !state.shared.erasing.isEmpty
    purgeAt = purges ? state.shared.settings?.purgeAt : nil
  }

  /// When the server has something to do, milliseconds since 1970; nil: it has nothing to do.
  var instant: Int64? {
    let booking = day.map { GroupCalendar.start(of: $0, zoneName: zoneName) }
    return [booking, purgeAt, isErasing ? 0 : nil].compactMap(\.self).min()
  }
}

/// A place for one group in a host: being read, live, or refused.
final class RoomSlot {
  /// What waits for the group to be read.
  typealias Visit = (RoomSlot) -> Void
  /// Called instead when the group cannot be served.
  typealias Refuse = (Rejected) -> Void

  let group: GroupID
  /// The live room; nil while it is being read or when it is damaged.
  var room: Room?
  /// Why the group is refused, once that is known.
  var refusal: Rejected?
  var waiting: [(request: RoomRequest?, visit: Visit, refuse: Refuse)] = []
  /// Would-be subscribers who have seen more than the room has, until it has heard from the store.
  var ahead: [RoomRequest] = []
  /// When the group was last read again for them, monotonic milliseconds.
  var rereadAt: Int64?
  /// Whether another server has taken the group while it was being read here.
  var isOvertaken = false
  /// What stands in for the room when another node has it.
  var relay: Relay?
  /// How often that was begun without a word from there.
  var relayTries = 0
  /// Bytes of the commands among them, as they came.
  var waitingBytes = 0
  /// What wants to see the state as committed, behind which command each.
  var looks: [(look: Look, now: RoomHost.Instant, behind: Room.CommandNumber)] = []
  var calendar = GroupCalendar()
  /// What the directory was last told of when the group is due; nil while that is not known.
  var noted: DueNote?
  /// True while the slot stands in the host's list of rooms to be turned.
  var isDirty = false
  /// True while the group is being deleted.
  var isPurging = false
  /// When its deletion failed, milliseconds since 1970.
  var purgeFailedAt: Int64?
  /// True when the room is to be given up as soon as its append in flight has come back.
  var isGivenUp = false
  /// Whether those who followed the group begin anew before anything else that waits: they have a command's event
  /// before its answer (SPEC CM-07).
  var readersGoFirst = false
  /// What the room of the server before remembered, until there is a room here.
  var memory: [UInt8] = []
  /// Where the group goes; nil: it stays. What it is asked meanwhile waits.
  var leaving: RoomHost.Leaving?
  /// When the batch in flight went to the store, nanoseconds of the steady clock.
  var appendedAt = 0
  /// What the memory budget is charged for the commands that the room holds, and for those that wait until it is there.
  var chargedBytes = 0
  /// What the memory budget is charged for what the room keeps of its group.
  var chargedMemory = 0
  /// Monotonic milliseconds of the last visit.
  var visitedAt: Int64
  /// The same of the last that wanted to follow the group; nil once the last events are not kept for others any more.
  var readAt: Int64?

  /// True when the room is not needed now: it may leave memory.
  var mayRetire: Bool { !isDirty && leaving == nil && ahead.isEmpty && (room?.isIdle ?? relay?.isIdle) == true }

  init(group: GroupID, now: Int64) {
    self.group = group
    visitedAt = now
  }
}
