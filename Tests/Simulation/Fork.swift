import EventStore
import HearthProtocol
import Room

@testable import HearthServer

/// A log as somebody else is shown it: one bit of each event's salt is another, and the hashes follow from that.
struct Fork {
  private var events: [StoredEvent]
  private var hashes: [Lane: [LaneHash]] = [:]

  init(of log: [StoredEvent]) {
    events = log
    for index in events.indices {
      let lane = events[index].lane
      // The salt is the message's first field, sixteen bytes behind tag and length (SPEC LN-07).
      events[index].bytes[17] ^= 1
      let last = hashes[lane]?.last ?? .genesis(group: Household.group, lane: lane)
      events[index].hash = last.next(stored: events[index].bytes)
      hashes[lane, default: []].append(events[index].hash)
    }
  }

  func encode(_ sound: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat) -> [UInt8]? {
    let shown = sound.map { CommittedEvent(stored: events[Int($0.stored.sequence.rawValue) - 1], event: $0.event) }
    return EventEncoding.encode(shown, lane: lane, group: group, format: format)
  }

  func instead(of snapshot: LaneSnapshot) -> LaneSnapshot {
    guard snapshot.position > 0, let lane = Lane(name: snapshot.lane), let hashes = hashes[lane] else { return snapshot }
    var shown = snapshot
    shown.head = .init(hashes[Int(snapshot.position) - 1].bytes)
    return shown
  }
}
