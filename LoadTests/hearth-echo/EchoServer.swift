import Deflate
import HTTPTypes
import Transport
import WebSocket

/// Answers the upgrade and sends every message back, or to the room.
///
/// Its loop drives it. On the way of a message there is no allocation and, per recipient, nothing but the number of a
/// connection.
struct EchoServer: LoopHandler {
  struct Configuration: Sendable {
    var isBroadcasting: Bool
    /// Nil: compression is declined.
    var compression: CompressionPolicy?
    var connectionsMax: Int
    var limits: EchoLimits
    /// A seeded fault: of so many connections one is never let go of.
    var leaksOneIn: Int?
  }

  private let isBroadcasting: Bool
  private let compressionPolicy: CompressionPolicy?
  private let compressor = LoopCompressor()
  /// Of the connections that keep a context.
  private var contexts: [ConnectionID: ContextCompressor] = [:]
  private let peers: PeerTable
  private var rooms: RoomTable
  /// The requests that came in more than one segment.
  private var heads: [ConnectionID: RequestHeadParser] = [:]
  /// Pongs, Closes and answers on their way into the loop.
  private var output: [UInt8] = []
  /// Those whose pongs leave with this turn.
  private var ponging: [ConnectionID] = []
  private let limits: EchoLimits
  private let socketConfiguration: ConnectionConfiguration
  private let siblings: EchoLoops
  private let counts: LiveCounts
  private var leak: Leak?

  init(_ configuration: Configuration, _ siblings: EchoLoops, number: Int) {
    isBroadcasting = configuration.isBroadcasting
    compressionPolicy = configuration.compression
    peers = PeerTable(count: configuration.connectionsMax)
    rooms = RoomTable(loop: number, siblings: siblings)
    limits = configuration.limits
    socketConfiguration = limits.socket(.server, compresses: false)
    self.siblings = siblings
    counts = siblings.counts[number]
    leak = configuration.leaksOneIn.map { Leak(oneIn: $0) }
  }

  mutating func opened(_ connection: ConnectionID, peer: SocketAddress, token: UInt64, loop: Loop) {
    peers.insert(connection, socketConfiguration)
    counts.accepted.add(1, ordering: .relaxed)
    peers.peer(connection)?.pointee.timer = loop.schedule(
      afterMilliseconds: EchoLimits.handshakeMilliseconds, token: connection.rawValue)
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    guard let peer = peers.peer(connection) else { return }
    var position = 0
    if !peer.pointee.isUpgraded {
      guard upgrade(peer, UnsafeRawBufferPointer(bytes), &position, loop) else { return }
    }
    while let event = peer.pointee.socket.next(in: bytes, from: &position, now: loop.now, output: &output) {
      switch event {
      case .text(let payload): take(.text, payload, peer, loop)
      case .binary(let payload): take(.binary, payload, peer, loop)
      case .compressed(let kind, let payload): inflate(kind, payload, peer, loop)
      case .compressedPart(let kind, let payload, let isLast): inflate(kind, part: payload, isLast: isLast, peer, loop)
      case .ping: notePong(peer, loop)
      case .pong: break
      case .ended: end(event, peer, loop)
      }
    }
    watchDeadline(peer, loop)
  }

  private mutating func inflate(
    _ kind: MessageKinds, _ payload: UnsafeRawBufferPointer, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop
  ) {
    do throws(WebSocketFault) {
      guard let agreement = peer.pointee.compression else { throw .reservedBitSet }
      let context = context(of: peer)
      let message = try context.inflate(
        payload, of: kind, windowBits: agreement.clientWindowBits, bytesMax: Int(limits.messageBytesMax))
      take(kind == .text ? .text : .binary, message, peer, loop)
    } catch {
      end(peer.pointee.socket.fail(error, output: &output), peer, loop)
    }
  }

  /// A connection that keeps no context has an inflater of its own while a message in fragments is under way.
  private mutating func inflate(
    _ kind: MessageKinds, part: UnsafeRawBufferPointer, isLast: Bool, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop
  ) {
    do throws(WebSocketFault) {
      guard let agreement = peer.pointee.compression else { throw .reservedBitSet }
      let context = contexts[peer.pointee.id] ?? ContextCompressor(agreement, role: .server)
      contexts[peer.pointee.id] = isLast && agreement.isContextFree ? nil : context
      let message = try context.inflate(part: part, isLast: isLast, of: kind, bytesMax: Int(limits.messageBytesMax))
      if let message { take(kind == .text ? .text : .binary, message, peer, loop) }
    } catch {
      end(peer.pointee.socket.fail(error, output: &output), peer, loop)
    }
  }

  private func context(of peer: UnsafeMutablePointer<Peer>) -> any MessageCompressor {
    if let context = contexts[peer.pointee.id] { return context }
    return compressor
  }

  private mutating func take(_ opcode: Opcode, _ message: UnsafeRawBufferPointer, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    if isBroadcasting {
      rooms.say(opcode, message, in: peer.pointee.room, compressor, loop)
    } else if let agreement = peer.pointee.compression {
      // Without a context of ours one compressor serves all.
      let context: any MessageCompressor = agreement.serverKeepsContext ? context(of: peer) : compressor
      let compressed = context.compress(message, windowBits: agreement.serverWindowBits)
      loop.sendFrame(opcode, compressed, isCompressed: true, to: peer.pointee.id)
    } else {
      loop.sendFrame(opcode, message, to: peer.pointee.id)
    }
  }

  private mutating func notePong(_ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    sendOutput(to: peer.pointee.id, loop)
    guard !peer.pointee.isPonging else { return }
    peer.pointee.isPonging = true
    ponging.append(peer.pointee.id)
  }

  private mutating func end(_ event: ConnectionEvent, _ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    if case .ended(.failed) = event { counts.faults.add(1, ordering: .relaxed) }
    rooms.leave(peer, peers, loop)
    // What is short finds room in a full queue, too: in most cases it is the Close alone.
    guard output.count <= 4_096 else {
      sendOutput(to: peer.pointee.id, loop)
      return loop.close(peer.pointee.id, .afterFlush)
    }
    output.withUnsafeBytes { loop.finish(peer.pointee.id, sending: $0) }
    output.removeAll(keepingCapacity: true)
  }

  private mutating func sendOutput(to connection: ConnectionID, _ loop: Loop) {
    guard !output.isEmpty else { return }
    output.withUnsafeBytes { _ = loop.send($0, to: connection) }
    output.removeAll(keepingCapacity: true)
  }

  private func watchDeadline(_ peer: UnsafeMutablePointer<Peer>, _ loop: Loop) {
    guard let deadline = peer.pointee.socket.deadline, peer.pointee.timer == .none else { return }
    peer.pointee.timer = loop.schedule(afterMilliseconds: deadline - loop.now, token: peer.pointee.id.rawValue)
  }

  mutating func timer(_ token: UInt64, loop: Loop) {
    guard let peer = peers.peer(ConnectionID(rawValue: token)) else { return }
    peer.pointee.timer = .none
    guard peer.pointee.isUpgraded else {
      counts.unfinished.add(1, ordering: .relaxed)
      return loop.close(peer.pointee.id, .immediately)
    }
    if let event = peer.pointee.socket.expire(now: loop.now, output: &output) { end(event, peer, loop) }
    watchDeadline(peer, loop)
  }

  mutating func inputEnded(on connection: ConnectionID, loop: Loop) {
    if let peer = peers.peer(connection) { rooms.leave(peer, peers, loop) }
    loop.close(connection, .afterFlush)
  }

  mutating func drained(_ connection: ConnectionID, loop: Loop) {
    guard let peer = peers.peer(connection) else { return }
    peer.pointee.socket.outputDrained(output: &output)
    sendOutput(to: connection, loop)
  }

  /// A peer that reads too slowly is told so behind what is queued for it, and has left the room.
  mutating func overflowed(_ connection: ConnectionID, loop: Loop) {
    guard let peer = peers.peer(connection) else { return }
    counts.slow.add(1, ordering: .relaxed)
    rooms.leave(peer, peers, loop)
    let slow = CloseCode(rawValue: 4008)
    _ = peer.pointee.socket.close(slow, reason: "reading too slowly", now: loop.now, output: &output)
    output.withUnsafeBytes { loop.finish(connection, sending: $0) }
    output.removeAll(keepingCapacity: true)
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    guard let peer = peers.peer(connection) else { return }
    if case .stalled = reason { counts.stalled.add(1, ordering: .relaxed) }
    rooms.leave(peer, peers, loop)
    leak?.note()
    heads[connection] = nil
    contexts[connection] = nil
    loop.cancel(peer.pointee.timer)
    peers.remove(connection)
  }

  mutating func message(_ message: RoomPost, loop: Loop) { rooms.take(message, compressor, loop) }

  mutating func turnEnded(loop: Loop) {
    rooms.flush(loop)
    counts.connections.store(loop.connectionCount, ordering: .relaxed)
    counts.peers.store(peers.liveCount + (leak?.objectCount ?? 0), ordering: .relaxed)
    counts.backlogBytes.store(loop.backlogBytes, ordering: .relaxed)
    counts.refused.store(loop.refusedCount, ordering: .relaxed)
    guard !ponging.isEmpty else { return }
    for connection in ponging {
      guard let peer = peers.peer(connection) else { continue }
      peer.pointee.isPonging = false
      // What a slow peer has not taken is reported by `drained`.
      if loop.queuedBytes(of: connection) < 64 << 10 { drained(connection, loop: loop) }
    }
    ponging.removeAll(keepingCapacity: true)
  }
}

// MARK: - The upgrade

extension EchoServer {
  /// Reads the request and answers it; false until it has been granted.
  private mutating func upgrade(
    _ peer: UnsafeMutablePointer<Peer>, _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ loop: Loop
  ) -> Bool {
    let connection = peer.pointee.id
    var parser = heads.isEmpty ? RequestHeadParser() : heads.removeValue(forKey: connection) ?? RequestHeadParser()
    do throws(HeadRejection) {
      guard let head = try parser.read(bytes, from: &position) else {
        heads[connection] = parser
        return false
      }
      if head.request.path == "/stats" {
        answerStats(connection, loop)
        return false
      }
      var acceptance = try ServerUpgrade.decide(head, configuration: UpgradeConfiguration())
      agree(acceptance.extensionOffers, peer, &acceptance.response)
      HeadWriter.append(acceptance.response, to: &output)
      sendOutput(to: connection, loop)
      peer.pointee.isUpgraded = true
      loop.cancel(peer.pointee.timer)
      peer.pointee.timer = .none
      if isBroadcasting { rooms.join(Self.room(in: head.request.path ?? "/"), peer, loop) }
      return true
    } catch {
      HeadWriter.append(error.response, to: &output)
      sendOutput(to: connection, loop)
      loop.close(connection, .afterFlush)
      return false
    }
  }

  /// What is alive; the connection that asks is among it.
  private mutating func answerStats(_ connection: ConnectionID, _ loop: Loop) {
    let body = siblings.json
    let fields: HTTPFields = [.contentType: "application/json", .contentLength: "\(body.utf8.count)", .connection: "close"]
    HeadWriter.append(HTTPResponse(status: .ok, headerFields: fields), to: &output)
    output.append(contentsOf: body.utf8)
    sendOutput(to: connection, loop)
    loop.close(connection, .afterFlush)
  }

  private mutating func agree(_ offers: [ExtensionOffer], _ peer: UnsafeMutablePointer<Peer>, _ response: inout HTTPResponse) {
    guard let compressionPolicy, let granted = CompressionNegotiation.choose(from: offers, policy: compressionPolicy) else { return }
    response.headerFields[.secWebSocketExtensions] = granted.answer
    peer.pointee.compression = granted.agreement
    peer.pointee.socket = WebSocketConnection(limits.socket(.server, compresses: true))
    if !granted.agreement.isContextFree { contexts[peer.pointee.id] = ContextCompressor(granted.agreement, role: .server) }
  }

  /// The value of `room` in the query; "0" without one.
  private static func room(in path: String) -> String {
    // Bytes, not characters: a request is ASCII, and characters cost some microseconds per connection.
    let bytes = Array(path.utf8)
    guard let query = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "0" }
    for item in bytes[(query + 1)...].split(separator: UInt8(ascii: "&")) where item.starts(with: "room=".utf8) {
      return String(decoding: item.dropFirst(5), as: UTF8.self)
    }
    return "0"
  }
}
