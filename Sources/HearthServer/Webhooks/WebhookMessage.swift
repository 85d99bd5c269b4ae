import EventStore
import Foundation
import HearthProtocol
import Ledger

/// One event as it is sent to a webhook (SPEC WH-02).
///
/// One event is one request: a receiver takes or refuses it as a whole, its place in the order is its own, and its id
/// depends on nothing but the event.
struct WebhookMessage: Sendable, Equatable {
  /// The same each time that it is sent: the first half of the lane's hash behind the event. A history that was
  /// restored and went on differently has other ids.
  let id: String
  /// JSON.
  let body: [UInt8]

  /// The message of an event; nil: it is not sent to this webhook.
  ///
  /// - Throws: when the event cannot be read.
  init?(_ stored: StoredEvent, for key: WebhookKey) throws(StoreFailure) {
    guard stored.lane == .shared || stored.lane == .admin else { return nil }
    guard let event = try? Event(serializedBytes: stored.bytes), let kind = event.body else {
      throw .damaged("group \(key.group): the event at sequence \(stored.sequence) cannot be read")
    }
    if stored.lane == .admin {
      guard case .webhookTested(let tested) = kind, WebhookID(tested.webhookID) == key.id else { return nil }
    }
    var place = LaneEvents()
    place.groupID = key.group.description
    place.lane = stored.lane.name
    place.events = [
      .with {
        $0.position = stored.position.rawValue
        $0.event = event
        $0.hash = .init(stored.hash.bytes)
      }
    ]
    guard let data = try? WireFormat.json.encode(place) else {
      throw .damaged("group \(key.group): the event at sequence \(stored.sequence) cannot be written")
    }
    let digits = Array("0123456789abcdef")
    id = "evt_" + String(stored.hash.bytes.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    body = Array("{\"type\":\"\(kind.name)\",\"timestamp\":\"\(Self.time(event.atMs))\",\"data\":".utf8) + data + [UInt8(ascii: "}")]
  }

  /// An instant as RFC 3339 writes it, in UTC. The milliseconds never go through a floating-point number.
  private static func time(_ milliseconds: Int64) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let time = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let digits = String(abs(rest))
    return time.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
