import EventStore
import HearthProtocol
import Room
import SwiftProtobuf
import Transport
import WebSocket

/// Why the server ends a connection; codes and texts of `Protocol/errors.json`.
enum Farewell {
  case notLoggedIn
  case loginTimeout
  case badToken
  case tooManyConnections
  case tooMuchHeld
  case slowConsumer
  case tooManyOffences
  case serverRestarts
  case tryAgainLater
  case memoryShort
  case removed
  case revoked
  case expired
  case suspended

  var code: CloseCode {
    switch self {
    case .notLoggedIn, .badToken: CloseCode(rawValue: 4401)
    case .loginTimeout: CloseCode(rawValue: 4408)
    case .tooManyConnections: CloseCode(rawValue: 4429)
    case .slowConsumer: CloseCode(rawValue: 4008)
    case .tooManyOffences, .tooMuchHeld: .policyViolation
    case .serverRestarts: .serviceRestart
    case .tryAgainLater, .memoryShort: .tryAgainLater
    case .removed: CloseCode(rawValue: 4003)
    case .revoked, .expired, .suspended: CloseCode(rawValue: 4001)
    }
  }

  var reason: String {
    switch self {
    case .notLoggedIn: "say hello or register first"
    case .loginTimeout: "nobody logged in in time; connect again"
    case .badToken: "this token is not known, or too old: link the device again"
    case .tooManyConnections: "too many connections of this identity"
    case .tooMuchHeld: "wait for the welcome"
    case .slowConsumer: "reading too slowly; resume with your cursors"
    case .tooManyOffences: "too many refused messages"
    case .serverRestarts: "the server restarts; connect again"
    case .tryAgainLater, .memoryShort: "try again later"
    case .removed: "you were removed from a group"
    case .revoked: "the token was revoked or replaced"
    case .expired: "the token has expired"
    case .suspended: "the operator has suspended this account; ask them"
    }
  }

  /// Whether the client's Close is awaited, as RFC 6455 §7.1.1 has it. Who broke a rule is failed (§7.1.7) and gets no
  /// further hearing; who does not read would not answer, and what is short of memory keeps nobody.
  var awaitsAnswer: Bool {
    switch self {
    case .serverRestarts, .tryAgainLater, .removed, .revoked, .expired, .suspended, .tooManyConnections: true
    case .notLoggedIn, .loginTimeout, .badToken, .tooMuchHeld, .slowConsumer, .tooManyOffences, .memoryShort: false
    }
  }
}

extension ServerLoop {
  /// Sends a Close, after which nothing more leaves, and ends the connection when it has left or has been answered.
  func close(_ session: Session, _ farewell: Farewell) {
    switch session.stage {
    case .closing: return
    case .parting:
      if case .memoryShort = farewell { loop.close(session.connection, .immediately) }
      return
    case .request where session.request.count > 1 && session.silence.isWhole:
      // Nothing was asked for that could be answered.
      beginClosing(session)
      return loop.close(session.connection, .afterFlush)
    case .request, .checking: return refuse(session, .unavailable)
    case .exchange: return end(exchangeOf: session, farewell)
    case .call: return end(callOf: session, farewell)
    case .feed: return end(feedOf: session, farewell.code, farewell.reason, mayReturn: farewell.mayReturn)
    case .open: break
    }
    if case .badToken = farewell { deny(.loginRefused, session) }
    output.removeAll(keepingCapacity: true)
    _ = session.wire.webSocket.close(farewell.code, reason: farewell.reason, now: loop.now, output: &output)
    if farewell.awaitsAnswer { part(session) } else { finish(session) }
  }

  /// Sends the Close that stands in `output`, and waits for the client's as long as `closeMilliseconds` says.
  private func part(_ session: Session) {
    session.stage = .parting
    output.withUnsafeBytes { loop.endOutput(session.connection, sending: $0) }
    releaseIdentity(session)
    sayDisconnected(session)
    _ = takeHeld(session)
    session.wire.fragments = nil
    var waiting = session.input.postponed
    session.input.postponed = []
    waiting.withUnsafeMutableBytes { awaitClose(in: $0, session) }
    guard session.stage == .parting else { return }
    if session.input.hasEnded { endParting(session) } else { loop.resumeReading(session.connection) }
  }

  /// Looks for the client's Close in what arrives behind ours; nothing else counts.
  func awaitClose(in bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    var position = 0
    output.removeAll(keepingCapacity: true)
    // Nothing but the end is reported once our Close has been sent.
    if session.wire.webSocket.next(in: bytes, from: &position, now: loop.now, output: &output) != nil {
      endParting(session)
    } else {
      chargeMemory(session)
    }
  }

  /// Nothing more is expected of the connection or said to it, but for what has been queued.
  func beginClosing(_ session: Session) {
    abandonExchange(session)
    session.stage = .closing
  }

  /// Ends the connection of which no Close is awaited any more.
  func endParting(_ session: Session) {
    beginClosing(session)
    loop.close(session.connection, .afterFlush)
  }

  /// Sends what stands in `output` as last words.
  func finish(_ session: Session) {
    beginClosing(session)
    output.withUnsafeBytes { loop.finish(session.connection, sending: $0) }
    releaseIdentity(session)
    // Only now: the others are told that it has gone, and what they are told is framed in `output`.
    sayDisconnected(session)
  }

  /// Everything written has been taken by the socket: pongs may be written again.
  func noteDrained(_ session: Session) {
    output.removeAll(keepingCapacity: true)
    session.wire.webSocket.outputDrained(output: &output)
    flushOutput(to: session)
  }

  /// Sends what stands in `output`.
  func flushOutput(to session: Session) {
    guard !output.isEmpty else { return }
    _ = output.withUnsafeBytes { loop.send($0, to: session.connection) }
  }

  /// Queues an encoded message to one session.
  func send(_ payload: [UInt8], to session: Session) {
    guard session.stage == .open else { return }
    ownCounts.sent.add(1, session.wire.format)
    loop.send(frame(payload, session.wire.format), to: session.connection)
  }

  /// Puts a message, framed for a wire format, into the loop's arena.
  func frame(_ payload: [UInt8], _ format: WireFormat) -> OutputRange {
    output.removeAll(keepingCapacity: true)
    payload.withUnsafeBytes { FrameEncoder.append(format.opcode, payload: $0, to: &output) }
    return output.withUnsafeBytes { loop.write($0) }
  }

  /// Queues everything a subscriber misses.
  func begin(_ start: CatchUpStart, _ origin: Origin) {
    guard let session = session(origin.peer) else { return }
    if session.feed != nil || session.call?.events != nil { return begin(start, feedOf: session) }
    guard session.stage == .open else { return }
    session.reads.stopStream(of: start.group)
    session.following.began(start.group)
    var payloads = start.snapshotMessages
    var answer = ServerMessage()
    answer.request = origin.request
    answer.subscribed = start.subscribed
    guard let subscribed = try? session.wire.format.encode(answer) else { return }
    for (lane, events) in start.events {
      EventEncoding.write(events[...], lane: lane, group: start.group, format: session.wire.format) { payloads.append($0.payload) }
    }
    let bytes = payloads.reduce(subscribed.count + 16) { $0 + $1.count + 16 }
    // Planned bytes do not count as slowness of the reader.
    loop.allow(extraBytes: bytes, for: session.connection)
    send(subscribed, to: session)
    session.owed.answered(start: start.group)
    for payload in payloads { send(content: payload, to: session) }
    if start.isWhole {
      if start.snapshotMessages.isEmpty { ownCounts.catchUpsOfEvents += 1 } else { ownCounts.catchUpsWithSnapshot += 1 }
    }
    if start.isWhole { endIfSaid(session) }
  }
}

extension WireFormat {
  /// The kind of its messages (SPEC HS-03).
  var opcode: Opcode { self == .json ? .text : .binary }
}

/// Writes events for a wire format: in protobuf the stored bytes themselves, in JSON readable (SPEC LN-06).
enum EventEncoding {
  /// Writes events in order, in as many messages as it takes for each to be within the bound (SPEC section 22), unless
  /// one event alone is longer.
  static func write(
    _ events: ArraySlice<CommittedEvent>, lane: Lane, group: GroupID, format: WireFormat, most: Int = MessageBytes.most,
    to take: (EncodedMessage) -> Void
  ) {
    // As a rule it is one event, or few short ones.
    var end = events.startIndex
    var bytes = 0
    while end < events.endIndex, end == events.startIndex || bytes + events[end].stored.bytes.count + 64 <= most {
      bytes += events[end].stored.bytes.count + 64
      end += 1
    }
    let page = events[..<end]
    guard let payload = encode(Array(page), lane: lane, group: group, format: format) else { return }
    if payload.count > most, page.count > 1 {
      // JSON is longer than what is stored.
      let middle = page.startIndex + page.count / 2
      write(page[..<middle], lane: lane, group: group, format: format, most: most, to: take)
      write(page[middle...], lane: lane, group: group, format: format, most: most, to: take)
    } else {
      let reach = page.last.map { EncodedMessage.Reach(lane: lane, position: $0.stored.position) }
      take(EncodedMessage(kind: "laneEvents", payload: payload, reach: reach))
    }
    if end < events.endIndex { write(events[end...], lane: lane, group: group, format: format, most: most, to: take) }
  }

  static func encode(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat) -> [UInt8]? {
    switch format {
    case .json:
      var message = ServerMessage()
      message.laneEvents.groupID = group.description
      message.laneEvents.lane = lane.name
      message.laneEvents.events = events.map(readable)
      return try? format.encode(message)
    case .protobuf:
      var message = SealedServerMessage()
      message.laneEvents.groupID = group.description
      message.laneEvents.lane = lane.name
      message.laneEvents.events = events.map(sealed)
      return try? format.encode(message)
    }
  }

  static func encode(
    history events: [CommittedEvent], of request: HistoryRequest, answering number: UInt32, format: WireFormat
  ) -> [UInt8]? {
    switch format {
    case .json: return try? format.encode(message(history: events, of: request, answering: number))
    case .protobuf:
      var message = SealedServerMessage()
      message.request = number
      message.history.groupID = request.group.description
      message.history.lane = request.lane.name
      message.history.events = events.map(sealed)
      message.history.head = request.head.rawValue
      return try? format.encode(message)
    }
  }

  /// A page of history, readable.
  static func message(history events: [CommittedEvent], of request: HistoryRequest, answering number: UInt32) -> ServerMessage {
    var message = ServerMessage()
    message.request = number
    message.history.groupID = request.group.description
    message.history.lane = request.lane.name
    message.history.events = events.map(readable)
    message.history.head = request.head.rawValue
    return message
  }

  private static func readable(_ committed: CommittedEvent) -> LaneEvent {
    var event = LaneEvent()
    event.position = committed.stored.position.rawValue
    event.event = committed.event
    event.hash = .init(committed.stored.hash.bytes)
    return event
  }

  private static func sealed(_ committed: CommittedEvent) -> SealedLaneEvent {
    var event = SealedLaneEvent()
    event.position = committed.stored.position.rawValue
    event.event = .init(committed.stored.bytes)
    event.hash = .init(committed.stored.hash.bytes)
    return event
  }
}
