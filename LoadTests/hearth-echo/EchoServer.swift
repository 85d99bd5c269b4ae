import Deflate
import HTTPTypes
import Transport
import WebSocket

/// Answers the upgrade and sends every message back, or to the circle.
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
    /// Sabotage: of so many connections one is never let go of.
    var leaksOneIn: Int?
  }

  private let isBroadcasting: Bool
  private let compressionPolicy: CompressionPolicy?
  private let compressor = LoopCompressor()
  /// Of the connections that keep a context.
  private var contexts: [ConnectionID: ContextCompressor] = [:]
  private let sessions: EchoSessionTable
  private var circles: CircleTable
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
    sessions = EchoSessionTable(count: configuration.connectionsMax)
    circles = CircleTable(loop: number, siblings: siblings)
    limits = configuration.limits
    socketConfiguration = limits.socket(.server, compresses: false)
    self.siblings = siblings
    counts = siblings.counts[number]
    leak = configuration.leaksOneIn.map { Leak(oneIn: $0) }
  }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    sessions.insert(connection, socketConfiguration)
    counts.accepted.add(1, ordering: .relaxed)
    sessions.session(connection)?.pointee.timer = loop.schedule(
      afterMilliseconds: EchoLimits.handshakeMilliseconds, token: connection.rawValue)
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    guard let session = sessions.session(connection) else { return }
    var position = 0
    if !session.pointee.isUpgraded {
      guard upgrade(session, UnsafeRawBufferPointer(bytes), &position, loop) else { return }
    }
    while let event = session.pointee.socket.next(in: bytes, from: &position, now: loop.now, output: &output) {
      switch event {
      case .text(let payload): take(.text, payload, session, loop)
      case .binary(let payload): take(.binary, payload, session, loop)
      case .compressed(let kind, let payload): inflate(kind, payload, session, loop)
      case .compressedPart(let kind, let payload, let isLast): inflate(kind, part: payload, isLast: isLast, session, loop)
      case .ping: notePong(session, loop)
      case .pong: break
      case .ended: end(event, session, loop)
      }
    }
    watchDeadline(session, loop)
  }

  private mutating func inflate(
    _ kind: MessageKinds, _ payload: UnsafeRawBufferPointer, _ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop
  ) {
    do throws(WebSocketFault) {
      guard let agreement = session.pointee.compression else { throw .reservedBitSet }
      let context = context(of: session)
      let message = try context.inflate(
        payload, of: kind, windowBits: agreement.clientWindowBits, bytesMax: Int(limits.messageBytesMax))
      take(kind == .text ? .text : .binary, message, session, loop)
    } catch {
      end(session.pointee.socket.fail(error, output: &output), session, loop)
    }
  }

  /// A connection that keeps no context has an inflater of its own while a message in fragments is under way.
  private mutating func inflate(
    _ kind: MessageKinds, part: UnsafeRawBufferPointer, isLast: Bool, _ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop
  ) {
    do throws(WebSocketFault) {
      guard let agreement = session.pointee.compression else { throw .reservedBitSet }
      let context = contexts[session.pointee.id] ?? ContextCompressor(agreement, role: .server)
      contexts[session.pointee.id] = isLast && agreement.isContextFree ? nil : context
      let message = try context.inflate(part: part, isLast: isLast, of: kind, bytesMax: Int(limits.messageBytesMax))
      if let message { take(kind == .text ? .text : .binary, message, session, loop) }
    } catch {
      end(session.pointee.socket.fail(error, output: &output), session, loop)
    }
  }

  private func context(of session: UnsafeMutablePointer<EchoSession>) -> any MessageCompressor {
    if let context = contexts[session.pointee.id] { return context }
    return compressor
  }

  private mutating func take(
    _ opcode: Opcode, _ message: UnsafeRawBufferPointer, _ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop
  ) {
    if isBroadcasting {
      circles.say(opcode, message, in: session.pointee.circle, compressor, loop)
    } else if let agreement = session.pointee.compression {
      // Without a context of ours one compressor serves all.
      let context: any MessageCompressor = agreement.serverKeepsContext ? context(of: session) : compressor
      let compressed = context.compress(message, windowBits: agreement.serverWindowBits)
      loop.sendFrame(opcode, compressed, isCompressed: true, to: session.pointee.id)
    } else {
      loop.sendFrame(opcode, message, to: session.pointee.id)
    }
  }

  private mutating func notePong(_ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop) {
    sendOutput(to: session.pointee.id, loop)
    guard !session.pointee.isPonging else { return }
    session.pointee.isPonging = true
    ponging.append(session.pointee.id)
  }

  private mutating func end(_ event: ConnectionEvent, _ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop) {
    if case .ended(.failed) = event { counts.faults.add(1, ordering: .relaxed) }
    circles.leave(session, sessions, loop)
    // What is short finds space in a full queue, too: in most cases it is the Close alone.
    guard output.count <= 4_096 else {
      sendOutput(to: session.pointee.id, loop)
      return loop.close(session.pointee.id, .afterFlush)
    }
    output.withUnsafeBytes { loop.finish(session.pointee.id, sending: $0) }
    output.removeAll(keepingCapacity: true)
  }

  private mutating func sendOutput(to connection: ConnectionID, _ loop: Loop) {
    guard !output.isEmpty else { return }
    output.withUnsafeBytes { _ = loop.send($0, to: connection) }
    output.removeAll(keepingCapacity: true)
  }

  private func watchDeadline(_ session: UnsafeMutablePointer<EchoSession>, _ loop: Loop) {
    guard let deadline = session.pointee.socket.deadline, session.pointee.timer == .none else { return }
    session.pointee.timer = loop.schedule(afterMilliseconds: deadline - loop.now, token: session.pointee.id.rawValue)
  }

  mutating func timer(_ token: UInt64, loop: Loop) {
    guard let session = sessions.session(ConnectionID(rawValue: token)) else { return }
    session.pointee.timer = .none
    guard session.pointee.isUpgraded else {
      counts.unfinished.add(1, ordering: .relaxed)
      return loop.close(session.pointee.id, .immediately)
    }
    if let event = session.pointee.socket.expire(now: loop.now, output: &output) { end(event, session, loop) }
    watchDeadline(session, loop)
  }

  mutating func inputEnded(on connection: ConnectionID, loop: Loop) {
    if let session = sessions.session(connection) { circles.leave(session, sessions, loop) }
    loop.close(connection, .afterFlush)
  }

  mutating func drained(_ connection: ConnectionID, loop: Loop) {
    guard let session = sessions.session(connection) else { return }
    session.pointee.socket.outputDrained(output: &output)
    sendOutput(to: connection, loop)
  }

  /// A peer that reads too slowly is told so behind what is queued for it, and has left the circle.
  mutating func overflowed(_ connection: ConnectionID, loop: Loop) {
    guard let session = sessions.session(connection) else { return }
    counts.slow.add(1, ordering: .relaxed)
    circles.leave(session, sessions, loop)
    let slow = CloseCode(rawValue: 4008)
    _ = session.pointee.socket.close(slow, reason: "reading too slowly", now: loop.now, output: &output)
    output.withUnsafeBytes { loop.finish(connection, sending: $0) }
    output.removeAll(keepingCapacity: true)
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    guard let session = sessions.session(connection) else { return }
    if case .stalled = reason { counts.stalled.add(1, ordering: .relaxed) }
    circles.leave(session, sessions, loop)
    leak?.note()
    heads[connection] = nil
    contexts[connection] = nil
    loop.cancel(session.pointee.timer)
    sessions.remove(connection)
  }

  mutating func message(_ message: CirclePost, loop: Loop) { circles.take(message, compressor, loop) }

  mutating func turnEnded(loop: Loop) {
    circles.flush(loop)
    counts.connections.store(loop.connectionCount, ordering: .relaxed)
    counts.sessions.store(sessions.liveCount + (leak?.objectCount ?? 0), ordering: .relaxed)
    counts.backlogBytes.store(loop.backlogBytes, ordering: .relaxed)
    counts.refused.store(loop.refusedCount, ordering: .relaxed)
    guard !ponging.isEmpty else { return }
    for connection in ponging {
      guard let session = sessions.session(connection) else { continue }
      session.pointee.isPonging = false
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
    _ session: UnsafeMutablePointer<EchoSession>, _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ loop: Loop
  ) -> Bool {
    let connection = session.pointee.id
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
      agree(acceptance.extensionOffers, session, &acceptance.response)
      HeadWriter.append(acceptance.response, to: &output)
      sendOutput(to: connection, loop)
      session.pointee.isUpgraded = true
      loop.cancel(session.pointee.timer)
      session.pointee.timer = .none
      if isBroadcasting { circles.join(Self.circle(in: head.request.path ?? "/"), session, loop) }
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

  private mutating func agree(_ offers: [ExtensionOffer], _ session: UnsafeMutablePointer<EchoSession>, _ response: inout HTTPResponse) {
    guard let compressionPolicy, let granted = CompressionNegotiation.choose(from: offers, policy: compressionPolicy) else { return }
    response.headerFields[.secWebSocketExtensions] = granted.answer
    session.pointee.compression = granted.agreement
    session.pointee.socket = WebSocketConnection(limits.socket(.server, compresses: true))
    if !granted.agreement.isContextFree { contexts[session.pointee.id] = ContextCompressor(granted.agreement, role: .server) }
  }

  /// The value of "room" in the query; "0" without one.
  private static func circle(in path: String) -> String {
    // Bytes, not characters: a request is ASCII, and characters cost some microseconds per connection.
    let bytes = Array(path.utf8)
    guard let query = bytes.firstIndex(of: UInt8(ascii: "?")) else { return "0" }
    for item in bytes[(query + 1)...].split(separator: UInt8(ascii: "&")) where item.starts(with: "room=".utf8) {
      return String(decoding: item.dropFirst(5), as: UTF8.self)
    }
    return "0"
  }
}
