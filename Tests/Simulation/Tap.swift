import HearthProtocol
import HearthServer
import Ledger
import WebSocket

/// Reads along what leaves the server for one client, and knows what may.
final class Tap {
  /// What a piece of output is.
  enum Content {
    case head
    case message(ServerMessage)
    case close(UInt16?)
    case control
  }

  private let wire: Wire
  private unowned let world: World
  let format: WireFormat
  private var socket = WebSocketConnection(ClientSocket.configuration)
  private var isOpen = false
  private var hasClosed = false
  /// Whether the client has logged in.
  private(set) var isWelcomed = false
  /// Whether it goes on though the server has ended it, in a world with that sabotage.
  var isSpared = false

  init(_ wire: Wire, _ world: World) {
    self.wire = wire
    self.world = world
    format = Household.format(wire.person)
  }

  /// Whose connection it is.
  var person: Int { wire.person }

  func read(_ piece: [UInt8]) throws -> [Content] {
    guard !hasClosed else { throw Broken(description: "something leaves to person \(wire.person) behind the end") }
    guard isOpen else {
      isOpen = piece.starts(with: "HTTP/1.1 101 ".utf8)
      hasClosed = !isOpen
      return [.head]
    }
    var contents: [Content] = []
    var (piece, position, unused) = (piece, 0, [UInt8]())
    try piece.withUnsafeMutableBytes { bytes in
      while let event = socket.next(in: bytes, from: &position, now: world.now, output: &unused) {
        switch event {
        case .text(let payload) where format == .json, .binary(let payload) where format == .protobuf:
          let message = try format.decode(ServerMessage.self, from: Array(payload))
          try judge(message)
          contents.append(.message(message))
        case .ping, .pong: contents.append(.control)
        case .ended(.closedByPeer(let code)):
          hasClosed = true
          contents.append(.close(code?.rawValue))
        default: throw Broken(description: "something leaves to person \(wire.person) that is no message: \(event)")
        }
      }
    }
    return contents
  }

  private func judge(_ message: ServerMessage) throws {
    switch message.body {
    case .welcome: isWelcomed = true
    case .laneEvents(let told):
      for event in told.events { try world.witness.requireReader(wire, of: event, lane: told.lane, at: world.now) }
    case .snapshotPart(let part):
      try world.witness.requireReader(wire, of: part.snapshot.lane, from: part.snapshot.position, at: world.now)
      try world.witness.requireFolded(part, by: wire.person)
    case .history(let page):
      // One that was asked for before its lane was lost may still leave (SPEC HI-01).
      let asked = world.now - world.pageMillisecondsMax
      try world.witness.requireReader(wire, of: page.lane, from: 0, at: asked)
      for event in page.events { try world.witness.requireReader(wire, of: event, lane: page.lane, at: asked) }
      try world.witness.requireDevice(wire, world.now)
    case .headTold(let told):
      try world.witness.requireReader(wire, of: told.head.lane, from: 0, at: world.now)
      try world.witness.requireShown(told.memberID, on: wire, at: world.now)
    case .draftChanged(let told):
      try world.witness.requireReader(wire, of: told.lane, from: 0, at: world.now)
      try world.witness.requireShown(told.memberID, on: wire, at: world.now)
    case .presenceChanged(let changed) where changed.online: try world.witness.requireShown(changed.memberID, on: wire, at: world.now)
    case .subscribed(let subscribed):
      for member in subscribed.online { try world.witness.requireShown(member, on: wire, at: world.now) }
    default: break
    }
  }
}
