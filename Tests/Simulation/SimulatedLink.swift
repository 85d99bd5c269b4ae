import TLS
import Transport

@testable import HearthServer

/// A link between two servers: frames arrive in the order in which they were sent, as much later as chance has it, or
/// not at all once it is cut.
final class SimulatedLink {
  /// One of its ends.
  struct End {
    let loop: SimulatedLoop
    let id: ConnectionID
  }

  private unowned let world: World
  /// The end that asks, and the one that has the groups.
  private let asking: End
  private var owning: End?
  /// Whether nothing arrives any more.
  private var isCut = false
  /// When the last frame of each direction arrives.
  private var lastAt: (toOwning: Int64, toAsking: Int64) = (0, 0)

  init(_ asking: End, world: World) { (self.asking, self.world) = (asking, world) }

  func accepted(by end: End) { owning = end }

  /// Lets something reach an end, behind what was sent before.
  private func arrive(toOwning: Bool, _ body: @escaping (End) -> Void) {
    let at = max(toOwning ? lastAt.toOwning : lastAt.toAsking, world.now + world.milliseconds(1...World.linkMillisecondsMax))
    if toOwning { lastAt.toOwning = at } else { lastAt.toAsking = at }
    world.later(at - world.now) { [self] in
      guard !isCut, let end = toOwning ? owning : asking else { return }
      body(end)
    }
  }

  /// Sends a frame from one of the loops.
  func send(_ bytes: [UInt8], isAsking: Bool) {
    let bytes = isAsking ? world.tampered(asking: bytes) : bytes
    arrive(toOwning: isAsking) { $0.loop.receivedLink(bytes, $0.id) }
    // Behind its length a frame has its kind; that of a room's to many is 3.
    guard world.sabotage == .doublesLink, !isAsking, bytes.count > 4, bytes[4] == 3 else { return }
    arrive(toOwning: false) { $0.loop.receivedLink(bytes, $0.id) }
  }

  /// One end has closed it; the other finds out behind what was sent.
  func closed(byAsking isAsking: Bool) {
    arrive(toOwning: isAsking) { $0.loop.endLink($0.id) }
  }

  /// Both ends find out, sooner or later.
  func cut() {
    guard !isCut else { return }
    isCut = true
    for end in [asking, owning].compactMap(\.self) {
      world.later(world.milliseconds(1...2_000)) { end.loop.endLink(end.id) }
    }
  }
}

extension SimulatedLoop {
  /// Begins a link to another server.
  func connect(to address: SocketAddress, token: UInt64, tls: TLSDestination?) throws(SystemError) -> ConnectionID {
    let id = nextLink()
    let link = SimulatedLink(SimulatedLink.End(loop: self, id: id), world: world)
    let other = Ownership.node(atPort: address.port)
    links[id] = (link: link, other: Ownership.name(of: other), isAsking: true)
    world.later(world.milliseconds(1...World.linkMillisecondsMax)) { [self] in
      guard isAlive, links[id] != nil else { return }
      guard world.accept(link, from: node, at: other) else { return endLink(id) }
      input { $0.opened(id, address: address, token: ServerLoop.ListenerToken.askedNodes) }
    }
    return id
  }

  /// Another server's link.
  func accept(_ link: SimulatedLink, from other: Int) {
    let id = nextLink()
    link.accepted(by: SimulatedLink.End(loop: self, id: id))
    links[id] = (link: link, other: Ownership.name(of: other), isAsking: false)
    input { $0.opened(id, address: Household.address(0), token: ServerLoop.ListenerToken.nodes) }
  }

  func isPeer(_ connection: ConnectionID, named name: String) -> Bool { links[connection]?.other == name }

  func receivedLink(_ bytes: [UInt8], _ id: ConnectionID) {
    guard isAlive, links[id] != nil else { return }
    var bytes = bytes
    input { handler in bytes.withUnsafeMutableBytes { handler.received($0, on: id) } }
  }

  /// The other end is gone.
  func endLink(_ id: ConnectionID) {
    guard isAlive, links.removeValue(forKey: id) != nil else { return }
    input { $0.closed(id) }
  }

  var anyLink: SimulatedLink? { links.min { $0.key.rawValue < $1.key.rawValue }?.value.link }
}
