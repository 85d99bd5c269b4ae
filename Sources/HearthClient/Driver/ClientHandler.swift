import Deflate
import HearthProtocol
import TLS
import Transport
import WebSocket

/// What other threads ask of a client loop.
enum ClientLoopMessage: Sendable {
  case add(ClientID, [SocketAddress], TLSDestination?, authority: String, SyncConfiguration)
  case request(ClientID, SyncRequest, tag: UInt64)
  case remove(ClientID)
}

/// Carries out what sync cores ask for, on one event loop.
///
/// It owns the members and their sockets. It must never decide anything of the protocol: that is the core's. The event
/// loop drives it.
struct ClientHandler: LoopHandler {
  typealias Message = ClientLoopMessage

  /// How often deadlines are looked at, in milliseconds; they are coarse.
  static let sweepMilliseconds: Int64 = 500
  /// The token of the sweep's timer; members have smaller ones.
  static let sweepToken = UInt64.max

  let onNotice: @Sendable (ClientMember, SyncNotice) -> Void
  /// Limit: how long a server may take to answer the opening handshake, in milliseconds; as long as for a connection to
  /// be established.
  private let upgradeMilliseconds: Int64
  var members: [UInt64: ClientMember] = [:]
  /// Members by the slot of their connection.
  var byConnection: [ClientMember?] = []
  var random = RandomPool()
  /// For all servers that keep no context.
  let compressor = LoopCompressor()
  /// Bytes on their way to the loop, kept for their storage.
  var output: [UInt8] = []

  init(loop: Loop, upgradeMilliseconds: Int64, onNotice: @escaping @Sendable (ClientMember, SyncNotice) -> Void) {
    self.upgradeMilliseconds = upgradeMilliseconds
    self.onNotice = onNotice
    loop.schedule(afterMilliseconds: Self.sweepMilliseconds, token: Self.sweepToken)
  }

  mutating func message(_ message: ClientLoopMessage, loop: Loop) {
    switch message {
    case .add(let id, let addresses, let destination, let authority, let configuration):
      let member = ClientMember(
        id: id, addresses: addresses, destination: destination, authority: authority, configuration: configuration)
      members[id.rawValue] = member
      obey(member.core.start(), of: member, loop)
    case .request(let id, let request, let tag):
      guard let member = members[id.rawValue] else { return }
      obey(member.core.request(request, tag: tag), of: member, loop)
    case .remove(let id):
      guard let member = members.removeValue(forKey: id.rawValue) else { return }
      obey(member.core.stop(), of: member, loop)
    }
  }

  mutating func timer(_ token: UInt64, loop: Loop) {
    guard token == Self.sweepToken else {
      guard let member = members[token], case .waiting = member.link else { return }
      return connect(member, loop)
    }
    loop.schedule(afterMilliseconds: Self.sweepMilliseconds, token: Self.sweepToken)
    for member in members.values { sweep(member, loop) }
  }

  private mutating func sweep(_ member: ClientMember, _ loop: Loop) {
    if let deadline = member.core.deadline, deadline <= loop.now {
      obey(member.core.tick(now: loop.now, random: random.next()), of: member, loop)
    }
    if case .upgrading(let connection, _, _) = member.link, loop.now - member.upgradeBegan >= upgradeMilliseconds {
      giveUpUpgrade(member, connection, loop)
    }
    if case .open(let connection) = member.link, let deadline = member.socket.deadline, deadline <= loop.now {
      let event = member.socket.expire(now: loop.now, maskKey: random.nextMask(), output: &output)
      flushOutput(to: connection, loop)
      if case .ended(let ending) = event { ended(ending, member, connection, loop) }
    }
  }

  /// Carries out effects in order; a notice's receiver may ask for more, which follows.
  mutating func obey(_ effects: [SyncEffect], of member: ClientMember, _ loop: Loop) {
    for effect in effects {
      switch effect {
      case .connect(let delay):
        if delay == 0 { connect(member, loop) } else { wait(delay, member, loop) }
      case .send(let bytes): send(bytes, of: member, loop)
      case .ping: ping(member, loop)
      case .close(let code): close(member, CloseCode(rawValue: code), loop)
      case .notice(let notice): deliver(notice, to: member, loop)
      }
    }
  }

  private mutating func deliver(_ notice: SyncNotice, to member: ClientMember, _ loop: Loop) {
    member.isDelivering = true
    onNotice(member, notice)
    member.isDelivering = false
    for (request, tag) in member.takeWishes() { obey(member.core.request(request, tag: tag), of: member, loop) }
  }
}
