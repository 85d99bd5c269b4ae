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

  /// The events at positions of a lane.
  func encode(_ positions: [UInt64], lane: Lane, format: WireFormat) -> [UInt8] {
    let shown = events.filter { $0.lane == lane && positions.contains($0.position.rawValue) }.compactMap { stored in
      (try? Event(serializedBytes: stored.bytes)).map { CommittedEvent(stored: stored, event: $0) }
    }
    return EventEncoding.encode(shown, lane: lane, group: Household.group, format: format) ?? []
  }

  func instead(of snapshot: LaneSnapshot) -> LaneSnapshot {
    guard snapshot.position > 0, let lane = Lane(name: snapshot.lane), let hashes = hashes[lane] else { return snapshot }
    var shown = snapshot
    shown.head = .init(hashes[Int(snapshot.position) - 1].bytes)
    return shown
  }

  func instead(of page: History) -> History {
    var shown = page
    for place in shown.events.indices {
      let position = shown.events[place].position
      guard let stored = events.first(where: { $0.lane.name == page.lane && $0.position.rawValue == position }),
        let event = try? Event(serializedBytes: stored.bytes)
      else { continue }
      shown.events[place].event = event
      shown.events[place].hash = .init(stored.hash.bytes)
    }
    return shown
  }
}
