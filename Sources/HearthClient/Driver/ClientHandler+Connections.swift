import Deflate
import HearthProtocol
import Transport
import WebSocket

extension ClientHandler {
  mutating func wait(_ delay: Int64, _ member: ClientMember, _ loop: Loop) {
    member.link = .waiting(loop.schedule(afterMilliseconds: delay, token: member.id.rawValue))
  }

  mutating func connect(_ member: ClientMember, _ loop: Loop) {
    guard !member.addresses.isEmpty else { return lost(.unreachable("the server's name has no address"), member, loop) }
    let address = member.addresses[member.attempts % member.addresses.count]
    member.attempts &+= 1
    do {
      let connection = try loop.connect(to: address, token: member.id.rawValue, tls: member.destination)
      member.link = .connecting(connection)
      if connection.index >= byConnection.count {
        byConnection += Array(repeating: nil, count: connection.index + 1 - byConnection.count)
      }
      byConnection[connection.index] = member
    } catch {
      lost(.unreachable(error.description), member, loop)
    }
  }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    guard let member = member(on: connection) else { return loop.close(connection, .immediately) }
    let upgrade = ClientUpgrade(
      authority: member.authority, path: ServerURL.path, subprotocols: [member.format.rawValue], nonce: (random.next(), random.next()),
      offersCompression: member.offersCompression)
    HeadWriter.append(upgrade.request, to: &output)
    flushOutput(to: connection, loop)
    member.link = .upgrading(connection, upgrade, ResponseHeadParser())
    member.upgradeBegan = loop.now
  }

  /// Something listens there and says nothing.
  mutating func giveUpUpgrade(_ member: ClientMember, _ connection: ConnectionID, _ loop: Loop) {
    forget(connection, member)
    loop.close(connection, .immediately)
    lost(.unreachable("the opening handshake was not answered in time"), member, loop)
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    guard let member = member(on: connection) else { return }
    var position = 0
    if case .upgrading(_, let upgrade, var parser) = member.link {
      do throws(Disconnection) {
        guard let grant = try accept(UnsafeRawBufferPointer(bytes), from: &position, with: &parser, upgrade, member.format) else {
          member.link = .upgrading(connection, upgrade, parser)
          return
        }
        member.open(connection, grant.compression)
      } catch {
        forget(connection, member)
        loop.close(connection, .immediately)
        return lost(error, member, loop)
      }
      obey(member.core.connected(now: loop.now), of: member, loop)
    }
    // What was written in former turns has left unless a backlog is reported; then `drained` is called.
    if loop.queuedBytes(of: connection) == 0 { drained(connection, loop: loop) }
    while case .open(connection) = member.link {
      let event = member.socket.next(in: bytes, from: &position, now: loop.now, maskKey: random.nextMask(), output: &output)
      flushOutput(to: connection, loop)
      guard let event else {
        // A message may take long to come over a slow line.
        if bytes.count > 0 { obey(member.core.heardPart(now: loop.now), of: member, loop) }
        return
      }
      take(event, member, connection, loop)
    }
  }

  /// What the server granted; nil until its answer is complete.
  private func accept(
    _ bytes: UnsafeRawBufferPointer, from position: inout Int, with parser: inout ResponseHeadParser, _ upgrade: ClientUpgrade,
    _ format: WireFormat
  ) throws(Disconnection) -> UpgradeGrant? {
    let head: ResponseHead
    do {
      guard let complete = try parser.read(bytes, from: &position) else { return nil }
      head = complete
    } catch {
      throw .protocolBroken("The answer is not HTTP (\(error)).")
    }
    do {
      // SPEC HS-02: an answer without a subprotocol means JSON, which the client asked for by name.
      let grant = try upgrade.judge(head)
      guard grant.subprotocol == format.rawValue else { throw UpgradeFailure.subprotocolUnexpected }
      return grant
    } catch UpgradeFailure.refused(let status) {
      throw .refused(status: status.code)
    } catch {
      throw .protocolBroken("The answer is no upgrade to WebSocket (\(error)).")
    }
  }

  private mutating func take(_ event: ConnectionEvent, _ member: ClientMember, _ connection: ConnectionID, _ loop: Loop) {
    switch event {
    case .text(let payload): take(.text, payload, member, loop)
    case .binary(let payload): take(.binary, payload, member, loop)
    case .compressed(let kind, let payload):
      do throws(WebSocketFault) {
        guard let (agreement, context) = member.compression else { throw .reservedBitSet }
        let inflating: any MessageCompressor = context ?? compressor
        let message = try inflating.inflate(
          payload, of: kind, windowBits: agreement.serverWindowBits, bytesMax: Int(ClientMember.messageBytesMax))
        take(kind, message, member, loop)
      } catch {
        fail(error, member, connection, loop)
      }
    case .compressedPart(let kind, let part, let isLast):
      do throws(WebSocketFault) {
        guard let (agreement, context) = member.compression else { throw .reservedBitSet }
        // Until the message is complete it has an inflater of its own.
        let inflating = context ?? member.fragments ?? ContextCompressor(agreement, role: .client)
        member.fragments = isLast ? nil : inflating
        let message = try inflating.inflate(part: part, isLast: isLast, of: kind, bytesMax: Int(ClientMember.messageBytesMax))
        if let message { take(kind, message, member, loop) }
      } catch {
        fail(error, member, connection, loop)
      }
    case .ping, .pong: member.core.heard(now: loop.now)
    case .ended(let ending): ended(ending, member, connection, loop)
    }
  }

  /// What the server compressed is not sound: it is told so.
  private mutating func fail(_ fault: WebSocketFault, _ member: ClientMember, _ connection: ConnectionID, _ loop: Loop) {
    member.fragments = nil
    let event = member.socket.fail(fault, maskKey: random.nextMask(), output: &output)
    flushOutput(to: connection, loop)
    if case .ended(let ending) = event { ended(ending, member, connection, loop) }
  }

  private mutating func take(_ kind: MessageKinds, _ payload: UnsafeRawBufferPointer, _ member: ClientMember, _ loop: Loop) {
    guard (member.format == .json) == (kind == .text) else {
      return close(member, .unsupportedData, loop, telling: .protocolBroken(kind == .text ? "It sends text." : "It sends bytes."))
    }
    obey(member.core.received(Array(payload), now: loop.now), of: member, loop)
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    guard let member = member(on: connection) else { return }
    let wasConnecting = if case .connecting = member.link { true } else { false }
    let wasUpgrading = if case .upgrading = member.link { true } else { false }
    forget(connection, member)
    switch reason {
    case .connectFailed(let error): lost(.unreachable(error.description), member, loop)
    // With TLS 1.3 a server refuses the client's certificate when the client's handshake is complete (RFC 8446 §4.4.2).
    case .tlsFailed(let failure) where wasConnecting || wasUpgrading: lost(.unreachable(failure.description), member, loop)
    case .failed(let error) where wasConnecting: lost(.unreachable(error.description), member, loop)
    case .loopStopped: break
    case .closedHere, .peerClosed, .failed, .tlsFailed, .stalled, .memoryShort, .proxyRefused, .crowdedOut:
      lost(wasUpgrading ? .unreachable("the connection was closed before the handshake was complete") : .lost, member, loop)
    }
  }

  /// The WebSocket has ended: what was written leaves, then TCP is closed.
  mutating func ended(_ ending: Ending, _ member: ClientMember, _ connection: ConnectionID, _ loop: Loop) {
    forget(connection, member)
    loop.close(connection, .afterFlush)
    switch ending {
    case .closedByPeer(let code): lost(code.map { .closed($0.rawValue) } ?? .lost, member, loop)
    case .closedByUs, .failed, .unanswered, .lost: lost(.lost, member, loop)
    }
  }

  private mutating func lost(_ cause: Disconnection, _ member: ClientMember, _ loop: Loop) {
    obey(member.core.disconnected(cause, random: random.next()), of: member, loop)
  }

  /// Closes what the core has done with; for a peer that breaks the protocol the core is told.
  mutating func close(_ member: ClientMember, _ code: CloseCode, _ loop: Loop, telling cause: Disconnection? = nil) {
    if case .waiting(let timer) = member.link {
      loop.cancel(timer)
      member.link = .none
    }
    guard let connection = member.connection else { return }
    if case .open = member.link {
      _ = member.socket.close(code, now: loop.now, maskKey: random.nextMask(), output: &output)
      flushOutput(to: connection, loop)
    }
    forget(connection, member)
    loop.close(connection, .afterFlush)
    if let cause { lost(cause, member, loop) }
  }

  mutating func send(_ bytes: [UInt8], of member: ClientMember, _ loop: Loop) {
    guard case .open(let connection) = member.link else { return }
    let opcode: Opcode =
      switch member.format {
      case .json: .text
      case .protobuf: .binary
      }
    _ = bytes.withUnsafeBytes { member.socket.send(opcode, payload: $0, maskKey: random.nextMask(), output: &output) }
    flushOutput(to: connection, loop)
  }

  mutating func ping(_ member: ClientMember, _ loop: Loop) {
    guard case .open(let connection) = member.link else { return }
    _ = member.socket.send(.ping, payload: UnsafeRawBufferPointer(start: nil, count: 0), maskKey: random.nextMask(), output: &output)
    flushOutput(to: connection, loop)
  }

  mutating func drained(_ connection: ConnectionID, loop: Loop) {
    guard let member = member(on: connection), case .open = member.link else { return }
    member.socket.outputDrained(maskKey: random.nextMask(), output: &output)
    flushOutput(to: connection, loop)
  }

  mutating func flushOutput(to connection: ConnectionID, _ loop: Loop) {
    guard !output.isEmpty else { return }
    _ = output.withUnsafeBytes { loop.send($0, to: connection) }
    output.removeAll(keepingCapacity: output.capacity <= 1 << 16)
  }

  private func member(on connection: ConnectionID) -> ClientMember? {
    guard connection.index < byConnection.count, let member = byConnection[connection.index], member.connection == connection else {
      return nil
    }
    return member
  }

  private mutating func forget(_ connection: ConnectionID, _ member: ClientMember) {
    byConnection[connection.index] = nil
    member.link = .none
  }
}
