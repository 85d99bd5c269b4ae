import HearthProtocol
import Ledger
import Room

/// When a group is due, as the directory has it.
struct DueNote: Equatable {
  let day: CivilDate?
  let zoneName: String
}

/// A place for one group in a host: being read, live, or refused.
final class RoomSlot {
  /// What waits for the group to be read.
  typealias Visit = (RoomSlot) -> Void
  /// Called instead when the group cannot be served.
  typealias Refusal = (Rejected) -> Void

  let group: GroupID
  /// The live room; nil while it is being read or when it is damaged.
  var room: Room?
  /// Why the group is refused, once that is known.
  var refusal: Rejected?
  var waiting: [(visit: Visit, refuse: Refusal)] = []
  /// What wants to see the state as committed while a batch is in flight.
  var looks: [(look: Look, now: RoomHost.Instant)] = []
  var calendar = GroupCalendar()
  /// What the directory was last told of when the group is due; nil while that is not known.
  var noted: DueNote?
  /// True while the slot stands in the host's list of rooms to be turned.
  var isDirty = false
  /// True when the room is to be given up as soon as its append in flight has come back.
  var isGivenUp = false
  /// Monotonic milliseconds of the last visit.
  var visitedAt: Int64

  init(group: GroupID, now: Int64) {
    self.group = group
    visitedAt = now
  }
}
