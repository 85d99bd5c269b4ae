import Deflate
import HTTPTypes
import HearthProtocol
import Transport
import WebSocket

/// permessage-deflate (SPEC HS-11). The server keeps no context, so that one stream of zlib serves all connections of
/// the loop, and a broadcast is compressed once for all who read it so. A client that does not offer to drop its
/// context has a window of its own here, which the memory budget counts.
///
/// Only content of lanes is compressed: events, snapshots, pages of history. Logins and answers are not, since tokens
/// and invite codes stand in them, and how well something compresses tells of what stands beside it.
extension ServerLoop {
  /// The logarithm of the one window that we compress with, in bytes. With several each broadcast would be compressed
  /// for each.
  private var windowBits: UInt8 { configuration.compressionWindowBits }

  /// Chooses what to agree to of what a client offers.
  ///
  /// - Returns: what is agreed and the value of Sec-WebSocket-Extensions; nil to decline.
  func agree(to offers: [ExtensionOffer]) -> (agreement: CompressionAgreement, answer: String)? {
    guard configuration.compresses else { return nil }
    var policy = CompressionPolicy()
    policy.windowBitsMax = windowBits
    for offer in offers {
      guard let granted = CompressionNegotiation.choose(from: [offer], policy: policy) else { continue }
      guard !granted.agreement.serverKeepsContext, granted.agreement.serverWindowBits == windowBits else { continue }
      if hasSpaceForContext(granted.agreement) { return granted }
    }
    return nil
  }

  private func hasSpaceForContext(_ agreement: CompressionAgreement) -> Bool {
    guard agreement.clientKeepsContext else { return true }
    return limits.memory.hasSpaceForWindow(ContextCompressor.inflateBytes(windowBits: agreement.clientWindowBits))
  }

  /// Takes a compressed message. No byte past the limit of messages is inflated.
  func inflate(_ kind: MessageKinds, _ payload: UnsafeRawBufferPointer, _ session: Session) {
    do throws(WebSocketFault) {
      guard let agreement = session.wire.compression else { throw .reservedBitSet }
      let bytesMax = Int(configuration.messageBytesMax)
      // Safety: the bytes belong to the compressor and are read before it is called again.
      let message: UnsafeRawBufferPointer
      if agreement.clientKeepsContext, let context = session.wire.fragments {
        message = try context.inflate(payload, of: kind, windowBits: agreement.clientWindowBits, bytesMax: bytesMax)
      } else {
        message = try compressor.inflate(payload, of: kind, windowBits: agreement.clientWindowBits, bytesMax: bytesMax)
      }
      receive(Array(message), session)
    } catch {
      fail(session, error)
    }
  }

  /// Takes a fragment of a compressed message; the one that crosses the limit of messages is the one that fails. Until
  /// its message is complete the connection has an inflater of its own.
  func inflate(_ kind: MessageKinds, part: UnsafeRawBufferPointer, isLast: Bool, _ session: Session) {
    do throws(WebSocketFault) {
      guard let agreement = session.wire.compression else { throw .reservedBitSet }
      let fragments = session.wire.fragments ?? ContextCompressor(agreement, role: .server)
      session.wire.fragments = isLast && !agreement.clientKeepsContext ? nil : fragments
      let message = try fragments.inflate(part: part, isLast: isLast, of: kind, bytesMax: Int(configuration.messageBytesMax))
      if let message { receive(Array(message), session) }
    } catch {
      fail(session, error)
    }
  }

  private func fail(_ session: Session, _ fault: WebSocketFault) {
    session.wire.fragments = nil
    if fault == .compressedDataInvalid { noteNotInflated() }
    output.removeAll(keepingCapacity: true)
    _ = session.wire.webSocket.fail(fault, output: &output)
    finish(session)
  }

  // Limit: a line a minute and loop, however many messages do not inflate.
  private func noteNotInflated() {
    guard loop.now - (notInflatedNotedAt ?? .min / 2) >= 60_000 else { return }
    notInflatedNotedAt = loop.now
    status.log.notice(
      "a compressed message does not inflate, and its connection is closed with 1007; without --deflate such a client works")
  }

  /// Compresses a payload and leaves its frame in `compressedOutput`.
  ///
  /// - Returns: false when it is no smaller so, and everybody is better served with the plain frame.
  func compress(_ payload: [UInt8], _ format: WireFormat) -> Bool {
    status.compressed()
    return payload.withUnsafeBytes { bytes in
      let compressed = compressor.compress(bytes, windowBits: windowBits)
      guard compressed.count < bytes.count else { return false }
      compressedOutput.removeAll(keepingCapacity: true)
      FrameEncoder.append(format.opcode, payload: compressed, isCompressed: true, to: &compressedOutput)
      return true
    }
  }

  /// Queues content of a lane to one session, compressed if it agreed to that.
  func send(content payload: [UInt8], to session: Session) {
    guard session.wire.compression != nil, session.stage == .open, compress(payload, session.wire.format) else {
      return send(payload, to: session)
    }
    ownCounts.sent.add(1, session.wire.format)
    loop.send(compressedOutput.withUnsafeBytes { loop.write($0) }, to: session.connection)
  }
}

extension MemoryBudget {
  // Limit: half of the budget, past which no connection gets a window of its own: compression must not keep newcomers
  // out.
  /// Whether a window of so many bytes may be added.
  func hasSpaceForWindow(_ bytes: Int) -> Bool { chargedBytes + bytes <= bytesMax / 2 }
}
