import HearthClient
import HearthProtocol
import Ledger

/// A group's shared history, to be looked at as of any event: states are kept at a distance, and folded from there.
struct RoomHistory: Sendable {
  // Limit: events that are held; a longer history is looked at by day with --as-of.
  static let eventsMax = 20_000
  // Limit: events between two states that are kept; so many are folded for a step.
  private static let stride = 64

  private(set) var events: [ReplicaEvent] = []
  /// The state before event 0, 64, 128 …
  private var kept: [GroupState]
  private var last: GroupState
  private(set) var isWhole = false
  /// How many events count.
  private(set) var place = 0
  /// The day that is looked for, until all is there.
  private var wanted: CivilDate?

  init(_ group: GroupID, wanted: CivilDate?) {
    last = GroupState(group: group)
    kept = [last]
    self.wanted = wanted
  }

  /// Adds a page; the place is at the end, or at the day that is looked for.
  mutating func add(_ page: [ReplicaEvent], isWhole: Bool, day: (Int64, SharedState) -> CivilDate) {
    for event in page where events.count < Self.eventsMax {
      guard (try? last.apply(event.event, lane: event.lane, position: event.position)) != nil else { continue }
      events.append(event)
      if events.count % Self.stride == 0 { kept.append(last) }
    }
    self.isWhole = isWhole
    place = events.count
    guard isWhole, let wanted else { return }
    place = events.lastIndex { day($0.event.atMs, last.shared) <= wanted }.map { $0 + 1 } ?? min(1, events.count)
    self.wanted = nil
  }

  mutating func move(by count: Int) { place = min(max(place + count, min(1, events.count)), events.count) }

  /// The group as it was after so many events as count.
  var state: GroupState {
    let from = min(place / Self.stride, kept.count - 1)
    var state = kept[from]
    for event in events[from * Self.stride..<place] { _ = try? state.apply(event.event, lane: event.lane, position: event.position) }
    return state
  }
}
