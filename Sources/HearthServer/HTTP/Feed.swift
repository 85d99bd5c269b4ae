import HTTPTypes
import HearthProtocol
import SwiftProtobuf
import WebSocket

/// A message of the server in a wire format, and what a stream of events says beside it.
struct EncodedMessage: Sendable {
  /// How far a message brings one of the lanes.
  struct Reach: Sendable {
    var lane: Lane
    var position: LanePosition
  }

  /// What its body is called in JSON.
  var kind: String
  var payload: [UInt8]
  /// nil: it is no event of a lane.
  var reach: Reach?
}

/// From where somebody wants a stream of events.
struct FeedWish: Sendable {
  /// Where the reader stands; nil: nowhere yet.
  var place: FeedPlace?
  /// Whether a reader who stands nowhere is sent the state first.
  var withSnapshots: Bool

  /// Whether nothing of before is sent.
  var isFromNow: Bool { place == nil && !withSnapshots }

  private static let lastName = HTTPField.Name("Last-Event-ID")

  /// Reads what a request says of it (SPEC HT-11, HT-12).
  ///
  /// - Parameter group: as the path names it.
  init(_ fields: HTTPFields, group: Substring, query: Substring) throws(CallRefusal) {
    guard Self.acceptsEvents(fields) else {
      throw .malformed(
        "Accept", "What is answered is text/event-stream, which Accept does not permit.",
        "Send Accept: text/event-stream, or leave the field out.", .notAcceptable)
    }
    var from = "now"
    for (name, value) in try QueryText.pairs(query) {
      guard name == "from" else { throw .malformed(name, "The query has no such name.", "Send from, or no query.") }
      from = value
    }
    guard from == "now" || from == "snapshot" else {
      throw .malformed("from", "There is no such beginning.", "Send now, for what happens from here on, or snapshot, for the state first.")
    }
    withSnapshots = from == "snapshot"
    let values = Self.lastName.map { fields[values: $0] } ?? []
    guard values.count < 2 else { throw .malformed("Last-Event-ID", "The field is there twice.", "Send it once.") }
    guard let last = values.first, !last.isEmpty else { return }
    guard let place = FeedPlace(last) else {
      throw .malformed(
        "Last-Event-ID", "This is no id of an event of this stream.",
        "Send the id of the last event that has come, as it was, or leave the field out and read the group anew.")
    }
    guard GroupID(String(group)) == place.group else {
      throw .malformed("Last-Event-ID", "This is the id of an event of another group.", "Send it with the path that it came from.")
    }
    self.place = place
  }

  private static func acceptsEvents(_ fields: HTTPFields) -> Bool {
    let ranges = fields[values: .accept].joined(separator: ",").lowercased().split(separator: ",").map { range in
      String(range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" })
    }
    return ranges.isEmpty || ranges.contains { ["text/event-stream", "text/*", "*/*"].contains($0) }
  }

  /// The subscription that it is. A program that listens is nobody's presence.
  func subscribe(to group: String) -> Subscribe {
    .with {
      $0.groupID = group
      $0.quiet = true
      $0.epoch = place?.epoch ?? 0
      $0.cursors = place?.cursors ?? []
    }
  }
}

/// A stream of a group's events, which a connection reads over HTTP (WHATWG HTML, section 9.2).
struct Feed {
  let isFromNow: Bool
  /// Where the reader stands with all that it was sent.
  private(set) var place: FeedPlace
  /// Where lanes stand whose snapshots are being sent.
  private var unfinished: [Lane: LanePosition] = [:]
  /// When the client is to come back after a break; nil: it was told that.
  private var retryMilliseconds: Int64?
  /// Monotonic milliseconds when something was last sent.
  var saidAt: Int64

  init(of group: GroupID, isFromNow: Bool, retryMilliseconds: Int64, now: Int64) {
    self.isFromNow = isFromNow
    self.retryMilliseconds = retryMilliseconds
    place = FeedPlace(group: group, epoch: 0)
    saidAt = now
  }

  /// The reader stands where a subscription begins; of a lane that comes as a snapshot it has nothing yet.
  mutating func begin(_ subscribed: Subscribed) {
    place = FeedPlace(group: place.group, epoch: subscribed.epoch)
    unfinished = [:]
    for start in subscribed.lanes {
      guard let lane = Lane(name: start.lane) else { continue }
      if start.snapshot { unfinished[lane] = LanePosition(start.start) } else { place.positions[lane] = LanePosition(start.start) }
    }
  }

  /// All snapshots are sent with what is sent next.
  mutating func finishSnapshots() {
    place.positions.merge(unfinished) { $1 }
    unfinished = [:]
  }

  /// Writes a message as an event, behind which the reader stands where the message brings it.
  mutating func write(_ message: EncodedMessage, to output: inout [UInt8]) {
    if let reach = message.reach {
      // Events follow all snapshots.
      finishSnapshots()
      place.positions[reach.lane] = reach.position
    }
    // Some clients give out a block without data as an event, and some forget its id (`findings/sse-clients-ids.sh`).
    if let retryMilliseconds { output.append(contentsOf: "retry: \(retryMilliseconds)\n".utf8) }
    retryMilliseconds = nil
    output.append(contentsOf: "id: \(place.text)\nevent: \(message.kind)\ndata: ".utf8)
    output.append(contentsOf: message.payload)
    output.append(contentsOf: "\n\n".utf8)
  }

  /// Says that somebody is here; a line that is no event.
  static let signOfLife = ": alive\n\n"

  /// The last event. It has no id: what was to be sent and had no space left was not, so that the client stands where
  /// the last event that has come left it.
  ///
  /// - Parameters:
  ///   - reason: a text without quotation marks.
  ///   - mayReturn: whether the same request may do better later.
  static func end(_ code: CloseCode, _ reason: String, mayReturn: Bool) -> String {
    "event: end\ndata: {\"code\":\(code.rawValue),\"reason\":\"\(reason)\",\"reconnect\":\(mayReturn)}\n\n"
  }
}

extension Farewell {
  /// Whether the same client with the same token may come back.
  var mayReturn: Bool {
    switch self {
    case .slowConsumer, .serverRestarts, .tryAgainLater, .memoryShort, .tooManyConnections, .loginTimeout, .tooMuchHeld, .tooManyOffences:
      true
    case .notLoggedIn, .badToken, .removed, .revoked, .expired, .suspended: false
    }
  }
}

extension ServerMessage {
  /// What the body of a message to a subscriber is called in JSON.
  var kind: String {
    switch body {
    case .subscribed: "subscribed"
    case .snapshotPart: "snapshotPart"
    case .laneEvents: "laneEvents"
    case .presenceChanged: "presenceChanged"
    case .subscriptionEnded: "subscriptionEnded"
    case .headTold: "headTold"
    case .draftChanged: "draftChanged"
    // Nothing of this is sent to a subscriber unasked.
    case .welcome, .registered, .accepted, .rejected, .unsubscribed, .invitePreview, .groups, .history, .settlement, .impact, .dashboard,
      .groupContents, .entries, .paymentLink, .plannedImport, .devices, .deviceRevoked, .tokenRotated, .linkCode, .groupTokenCreated,
      .groupTokens, .groupTokenRevoked, nil:
      "message"
    }
  }
}
