import EventStore
import HearthProtocol
import Room
import SwiftProtobuf

/// What a room has for one peer of another node: like a `PeerMessage`. A number says to which request of the relay it
/// is the answer.
enum NodeAnswer {
  case send(ServerMessage)
  /// As `send`, of the answer to a command that was accepted. Links do not tell it apart.
  case accepted(WrittenAnswer)
  case start(CatchUpStart, UInt32)
  /// What is missed comes in pieces, each when it is asked for.
  case stream(CatchUpID)
  case stopStream
  case drop
  case refuseDamaged(ServerMessage)
  case readHistory(HistoryRequest, UInt32)
  /// A question can be answered: whether it may be is known where its peer is.
  case mayAnswer(UInt32)
  case answered(ServerMessage)
  case unfollowed(SubscriptionNumber)
  case subscriptionEnded(SubscriptionEnd, closes: Bool)
  case attachment(AttachmentAccess)
  case token(Rejected?, UInt32)
  case listed(GroupSummary?, UInt32)
  case piece(NodePiece)
  /// The group goes to another node, and its peer on from here. That it is here no longer is said behind it.
  case moved(Subscribe)
  /// A peer cannot go on here with a group that has moved; the number is that of the request.
  case cannotGoOn(Rejected, UInt32)
}

/// The next piece of a catch-up, or why there is none.
struct NodePiece {
  var id: CatchUpID
  var isDone: Bool
  var isBroken: Bool
  var messages: Result<[EncodedMessage], StoreFailure>
}

/// What a room has for many peers of another node: one frame for all of them.
struct NodeBroadcast {
  var plain: [UInt8]
  var compressed: [UInt8]
  /// As events over HTTP have it; nil when nobody of the audience reads those.
  var message: EncodedMessage?
  /// How far it brings a lane; nil: it is no event of one.
  var reach: EncodedMessage.Reach?
  var format: WireFormat
  var audience: [PeerID]
}

extension NodeAnswer {
  func write(_ writer: inout NodeWriter) {
    switch self {
    case .send(let message):
      writer.put(UInt8(0))
      writer.put(message)
    case .accepted(let answer):
      writer.put(UInt8(0))
      writer.put(answer.bytes(answering: answer.request))
    case .start(let start, let number):
      writer.put(UInt8(1))
      writer.put(number)
      writer.put(start.subscribed)
      writer.put(list: start.snapshotMessages) { $0.put($1) }
      writer.put(list: start.events) { writer, events in
        writer.put(events.0)
        writer.put(list: events.1) { Self.write($1.stored, &$0) }
      }
    case .stream(let id):
      writer.put(UInt8(2))
      writer.put(id.rawValue)
    case .stopStream: writer.put(UInt8(3))
    case .drop: writer.put(UInt8(4))
    case .refuseDamaged(let message):
      writer.put(UInt8(5))
      writer.put(message)
    case .readHistory(let request, let number):
      writer.put(UInt8(6))
      writer.put(number)
      writer.put(request.lane)
      writer.put(request.after.rawValue)
      writer.put(UInt32(clamping: request.limit))
      writer.put(request.head.rawValue)
    case .mayAnswer(let number):
      writer.put(UInt8(7))
      writer.put(number)
    case .answered(let message):
      writer.put(UInt8(8))
      writer.put(message)
    case .unfollowed(let subscription):
      writer.put(UInt8(9))
      writer.put(subscription.rawValue)
    case .subscriptionEnded(let reason, let closes):
      writer.put(UInt8(10))
      writer.put(Int32(truncatingIfNeeded: reason.rawValue))
      writer.put(closes)
    case .attachment(let access):
      writer.put(UInt8(11))
      Self.write(access, &writer)
    case .token(let refusal, let number):
      writer.put(UInt8(12))
      writer.put(number)
      writer.put(optional: refusal) { $0.put($1) }
    case .listed(let summary, let number):
      writer.put(UInt8(13))
      writer.put(number)
      writer.put(optional: summary) { $0.put($1) }
    case .piece(let piece):
      writer.put(UInt8(14))
      piece.write(&writer)
    case .moved(let subscribe):
      writer.put(UInt8(15))
      writer.put(subscribe)
    case .cannotGoOn(let rejected, let number):
      writer.put(UInt8(16))
      writer.put(number)
      writer.put(rejected)
    }
  }

  private static func write(_ stored: StoredEvent, _ writer: inout NodeWriter) {
    writer.put(stored.sequence.rawValue)
    writer.put(stored.position.rawValue)
    writer.put(stored.bytes)
    writer.put(stored.hash.bytes.map { $0 })
  }

  private static func write(_ access: AttachmentAccess, _ writer: inout NodeWriter) {
    switch access {
    case .allowed(let lane):
      writer.put(UInt8(0))
      writer.put(lane)
    case .forbidden: writer.put(UInt8(1))
    case .separated: writer.put(UInt8(2))
    case .unknown: writer.put(UInt8(3))
    case .unavailable: writer.put(UInt8(4))
    }
  }

  init(_ reader: inout NodeReader, group: GroupID) throws(NodeFault) {
    switch try reader.number(UInt8.self) {
    case 0:
      let bytes = try reader.block()
      if let answer = WrittenAnswer(bytes) { self = .accepted(answer) } else { self = .send(try NodeReader.message(bytes)) }
    case 1:
      let number: UInt32 = try reader.number()
      let subscribed: Subscribed = try reader.message()
      let snapshots = try reader.list { (reader) throws(NodeFault) in try reader.block() }
      let events = try reader.list { (reader) throws(NodeFault) -> (Lane, [CommittedEvent]) in
        let lane = try reader.lane()
        return (lane, try reader.list { (reader) throws(NodeFault) in try Self.event(&reader, lane) })
      }
      self = .start(CatchUpStart(subscribed: subscribed, group: group, snapshotMessages: snapshots, events: events), number)
    case 2: self = .stream(CatchUpID(rawValue: try reader.number()))
    case 3: self = .stopStream
    case 4: self = .drop
    case 5: self = .refuseDamaged(try reader.message())
    case 6:
      let number: UInt32 = try reader.number()
      let request = HistoryRequest(
        group: group, lane: try reader.lane(), after: LanePosition(try reader.place()), limit: Int(try reader.number(UInt32.self)),
        head: LanePosition(try reader.place()))
      self = .readHistory(request, number)
    case 7: self = .mayAnswer(try reader.number())
    case 8: self = .answered(try reader.message())
    case 9: self = .unfollowed(SubscriptionNumber(rawValue: try reader.number()))
    case 10:
      guard let reason = SubscriptionEnd(rawValue: Int(try reader.number(Int32.self))) else {
        throw NodeFault(cause: "a subscription ends for no known reason")
      }
      self = .subscriptionEnded(reason, closes: try reader.flag())
    case 11: self = .attachment(try Self.access(&reader))
    case 12:
      let number: UInt32 = try reader.number()
      self = .token(try reader.optional { (reader) throws(NodeFault) in try reader.message() }, number)
    case 13:
      let number: UInt32 = try reader.number()
      self = .listed(try reader.optional { (reader) throws(NodeFault) in try reader.message() }, number)
    case 14: self = .piece(try NodePiece(&reader))
    case 15: self = .moved(try reader.message())
    case 16:
      let number: UInt32 = try reader.number()
      self = .cannotGoOn(try reader.message(), number)
    default: throw NodeFault(cause: "an answer is of no known kind")
    }
  }

  private static func event(_ reader: inout NodeReader, _ lane: Lane) throws(NodeFault) -> CommittedEvent {
    let (sequence, position) = (GroupSequence(try reader.place()), LanePosition(try reader.place()))
    let bytes = try reader.block()
    guard let hash = LaneHash(bytes: try reader.block()), let event = try? Event(serializedBytes: bytes) else {
      throw NodeFault(cause: "an event is not readable")
    }
    return CommittedEvent(
      stored: StoredEvent(sequence: sequence, lane: lane, position: position, bytes: bytes, hash: hash), event: event)
  }

  private static func access(_ reader: inout NodeReader) throws(NodeFault) -> AttachmentAccess {
    switch try reader.number(UInt8.self) {
    case 0: .allowed(try reader.lane())
    case 1: .forbidden
    case 2: .separated
    case 3: .unknown
    case 4: .unavailable
    default: throw NodeFault(cause: "an access is of no known kind")
    }
  }
}

extension NodePiece {
  func write(_ writer: inout NodeWriter) {
    writer.put(id.rawValue)
    writer.put(isDone)
    writer.put(isBroken)
    switch messages {
    case .success(let messages):
      writer.put(UInt8(0))
      writer.put(list: messages) { $1.write(&$0) }
    case .failure(.away): writer.put(UInt8(1))
    case .failure: writer.put(UInt8(2))
    }
  }

  init(_ reader: inout NodeReader) throws(NodeFault) {
    id = CatchUpID(rawValue: try reader.number())
    isDone = try reader.flag()
    isBroken = try reader.flag()
    switch try reader.number(UInt8.self) {
    case 0: messages = .success(try reader.list { (reader) throws(NodeFault) in try EncodedMessage(&reader) })
    case 1: messages = .failure(.away("the store of the node that has the group"))
    case 2: messages = .failure(.damaged("what the node that has the group reads"))
    default: throw NodeFault(cause: "a piece is of no known kind")
    }
  }
}

extension EncodedMessage {
  fileprivate func write(_ writer: inout NodeWriter) {
    writer.put(kind)
    writer.put(payload)
    writer.put(optional: reach) { $1.write(&$0) }
  }

  fileprivate init(_ reader: inout NodeReader) throws(NodeFault) {
    self.init(
      kind: try reader.text(), payload: try reader.block(),
      reach: try reader.optional { (reader) throws(NodeFault) in try Reach(&reader) })
  }
}

extension EncodedMessage.Reach {
  fileprivate func write(_ writer: inout NodeWriter) {
    writer.put(lane)
    writer.put(position.rawValue)
  }

  fileprivate init(_ reader: inout NodeReader) throws(NodeFault) {
    self.init(lane: try reader.lane(), position: LanePosition(try reader.place()))
  }
}

extension NodeBroadcast {
  /// As many bytes as its frame has at most, about.
  var bytesMax: Int { plain.count + compressed.count + (message?.payload.count ?? 0) + 8 * audience.count + 128 }

  func write(_ writer: inout NodeWriter) {
    writer.put(plain)
    writer.put(compressed)
    writer.put(optional: message) { $1.write(&$0) }
    writer.put(optional: reach) { $1.write(&$0) }
    writer.put(format)
    writer.put(list: audience) { $0.put($1.rawValue) }
  }

  init(_ reader: inout NodeReader) throws(NodeFault) {
    plain = try reader.block()
    compressed = try reader.block()
    message = try reader.optional { (reader) throws(NodeFault) in try EncodedMessage(&reader) }
    reach = try reader.optional { (reader) throws(NodeFault) in try EncodedMessage.Reach(&reader) }
    format = try reader.format()
    audience = try reader.list { (reader) throws(NodeFault) in PeerID(try reader.number()) }
  }
}
