import EventStore
import HearthProtocol
import Room

/// Numbers what one node asks another of one group, from when it learns that the other has it until that ends. No two
/// of a link have the same.
struct RelayNumber: Hashable, Sendable {
  var rawValue: UInt32
}

/// What the node that asks says over a link.
enum AskingFrame {
  /// Who it is and what it speaks, first of all.
  case hello(version: UInt32, node: String)
  /// A request of one of its members; what comes of it names the relay and the peer.
  case ask(RelayNumber, GroupID, peer: PeerID, NodeRequest)
  /// A peer asks nothing more.
  case gone(RelayNumber, peer: PeerID)
  /// Nothing more is asked of a group.
  case end(RelayNumber)
  /// Whether the other is there.
  case ping
}

/// What the node that has the groups says.
enum OwningFrame {
  /// Who it is and what it speaks.
  case hello(version: UInt32, node: String)
  /// Why it does not serve the other; the link ends.
  case refused(String)
  /// What a room has for a peer.
  case told(RelayNumber, NodeAnswer, peer: PeerID)
  /// What a room has for many.
  case broadcast(RelayNumber, NodeBroadcast)
  /// It does not have the group, or no longer: the relay is over.
  case elsewhere(RelayNumber)
  /// It is there.
  case pong
}

/// The version that both ends of a link have to speak.
enum NodeVersion {
  static let current: UInt32 = 3
}

extension AskingFrame {
  var encoded: [UInt8] {
    var writer = NodeWriter()
    write(&writer)
    return writer.bytes
  }

  /// As it is sent.
  var framed: [UInt8] { NodeFrames.writing { write(&$0) } }

  private func write(_ writer: inout NodeWriter) {
    switch self {
    case .hello(let version, let node):
      writer.put(UInt8(0))
      writer.put(version)
      writer.put(node)
    case .ask(let relay, let group, let peer, let request):
      writer.put(UInt8(1))
      writer.put(relay.rawValue)
      writer.put(group)
      writer.put(peer.rawValue)
      request.write(&writer)
    case .gone(let relay, let peer):
      writer.put(UInt8(2))
      writer.put(relay.rawValue)
      writer.put(peer.rawValue)
    case .end(let relay):
      writer.put(UInt8(3))
      writer.put(relay.rawValue)
    case .ping: writer.put(UInt8(4))
    }
  }

  init(_ bytes: [UInt8]) throws(NodeFault) {
    var reader = NodeReader(bytes)
    switch try reader.number(UInt8.self) {
    // Whatever a later version says behind these is its own affair.
    case 0:
      self = .hello(version: try reader.number(), node: try reader.text())
      return
    case 1:
      self = .ask(
        RelayNumber(rawValue: try reader.number()), try reader.id(), peer: PeerID(try reader.number()), try NodeRequest(&reader))
    case 2: self = .gone(RelayNumber(rawValue: try reader.number()), peer: PeerID(try reader.number()))
    case 3: self = .end(RelayNumber(rawValue: try reader.number()))
    case 4: self = .ping
    default: throw NodeFault(cause: "a frame is of no known kind")
    }
    try reader.end()
  }
}

extension OwningFrame {
  var encoded: [UInt8] {
    var writer = NodeWriter()
    write(&writer)
    return writer.bytes
  }

  /// As it is sent.
  var framed: [UInt8] {
    var capacity = NodeWriter.usualBytes
    if case .broadcast(_, let broadcast) = self { capacity = broadcast.bytesMax }
    return NodeFrames.writing(capacity) { write(&$0) }
  }

  private func write(_ writer: inout NodeWriter) {
    switch self {
    case .hello(let version, let node):
      writer.put(UInt8(0))
      writer.put(version)
      writer.put(node)
    case .refused(let why):
      writer.put(UInt8(1))
      writer.put(why)
    case .told(let relay, let answer, let peer):
      writer.put(UInt8(2))
      writer.put(relay.rawValue)
      writer.put(peer.rawValue)
      answer.write(&writer)
    case .broadcast(let relay, let broadcast):
      writer.put(UInt8(3))
      writer.put(relay.rawValue)
      broadcast.write(&writer)
    case .elsewhere(let relay):
      writer.put(UInt8(4))
      writer.put(relay.rawValue)
    case .pong: writer.put(UInt8(5))
    }
  }

  /// - Parameter group: the group of a relay; nil: it is over, and what is said of it of no interest.
  /// - Returns: nil for what is of no interest.
  static func read(_ bytes: [UInt8], group: (RelayNumber) -> GroupID?) throws(NodeFault) -> OwningFrame? {
    var reader = NodeReader(bytes)
    let frame: OwningFrame
    switch try reader.number(UInt8.self) {
    case 0: return .hello(version: try reader.number(), node: try reader.text())
    case 1: return .refused(try reader.text())
    case 2:
      let relay = RelayNumber(rawValue: try reader.number())
      let peer = PeerID(try reader.number())
      guard let group = group(relay) else { return nil }
      frame = .told(relay, try NodeAnswer(&reader, group: group), peer: peer)
    case 3:
      let relay = RelayNumber(rawValue: try reader.number())
      guard group(relay) != nil else { return nil }
      frame = .broadcast(relay, try NodeBroadcast(&reader))
    case 4: frame = .elsewhere(RelayNumber(rawValue: try reader.number()))
    case 5: frame = .pong
    default: throw NodeFault(cause: "a frame is of no known kind")
    }
    try reader.end()
    return frame
  }
}
