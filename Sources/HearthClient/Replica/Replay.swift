import HearthProtocol
import Ledger

/// A group as it was: its history folded anew, up to some moment (product N2).
///
/// It is pure: the caller gives in the pages, lane by lane, and the chain is verified as they come. A replay
/// stands at a moment when every lane does, and can then be taken on to a later one.
public struct Replay: Sendable {
  /// The group.
  public let group: GroupID
  /// What the events so far came to; lanes whose pages nobody gave in are empty.
  public private(set) var state: GroupState
  /// Where each lane stands.
  public private(set) var marks: [Lane: LaneMark] = [:]
  private var awaited = AwaitedErasures()

  /// Stands before the group's first event.
  public init(group: GroupID) {
    self.group = group
    state = GroupState(group: group)
  }

  /// Where the next page of the lane begins: behind this position.
  public func position(in lane: Lane) -> LanePosition { marks[lane]?.position ?? .start }

  /// Folds a page in up to the first event that came after the moment.
  ///
  /// A server's clock may be set back: what stands behind such an event is not looked at, so that the state is always
  /// one that there was.
  ///
  /// - Parameters:
  ///   - page: begins behind `position(in:)`.
  ///   - moment: the last millisecond since 1970 that counts.
  /// - Returns: whether the lane may have more for this moment; the next page then tells.
  /// - Throws: when the page does not continue the chain; the replay is worth nothing then.
  public mutating func take(_ page: HistoryPage, until moment: Int64) throws(ReplicaFault) -> Bool {
    let lane = page.lane
    var mark = marks[lane] ?? LaneMark(position: .start, hash: .genesis(group: group, lane: lane))
    defer { marks[lane] = mark }
    try page.requireToFollow(mark)
    for (place, event) in page.events.enumerated() {
      let expected = mark.position.next
      guard event.position == expected else { throw .gap(lane, expected: expected, found: event.position) }
      guard event.event.atMs <= moment else { return false }
      try awaited.requireToFollow(event, place == 0 ? page.firstStored : event.stored, mark)
      try state.fold(event)
      mark = LaneMark(position: expected, hash: event.hash)
    }
    // What was erased while this was read is named behind the head of then.
    return !page.events.isEmpty && (mark.position < page.head || awaited.first(in: lane) != nil)
  }

  /// Requires a replay that was taken to the ends of its lanes to have met what names each event without its words
  /// (SPEC EW-05). One that stands at an earlier moment has not.
  public func requireNamed() throws(ReplicaFault) { try awaited.requireEmpty() }
}

extension GroupState {
  /// Folds in an event that was read. One of a later version is passed over by a client (SPEC VR-01).
  mutating func fold(_ event: ReplicaEvent) throws(ReplicaFault) {
    guard event.event.body != nil else { return }
    do throws(HistoryFlaw) {
      try apply(event.event, lane: event.lane, position: event.position)
    } catch {
      throw .impossible(event.lane, event.position, error)
    }
  }
}

extension HistoryPage {
  /// Its first event comes next behind a mark. Whether each continues the chain from there is looked at one by one.
  func requireToFollow(_ mark: LaneMark) throws(ReplicaFault) {
    guard let first = events.first else { return }
    let expected = mark.position.next
    guard first.position >= expected else { throw .repeated(lane, expected: expected, found: first.position) }
    guard first.position == expected else { throw .gap(lane, expected: expected, found: first.position) }
  }
}
