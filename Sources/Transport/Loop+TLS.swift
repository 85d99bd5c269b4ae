import Glibc
import TLS

/// What a loop has once for all its secured connections: an idle one has no buffers.
final class SecuringBuffers {
  let wire: TLSWire
  // Safety: all three are owned here and reached on the loop's thread only.
  /// What was decrypted; the handler gets a part of it.
  let plaintext: UnsafeMutableRawBufferPointer
  /// Where small pieces are joined to fill a record.
  let joined: UnsafeMutableRawBufferPointer
  /// The connections whose ciphertext stands at the front of the wire's output, to be sent.
  let sealed: UnsafeMutablePointer<Sealed>
  var sealedCount = 0
  /// The ciphertext of those connections. What stands behind it is of the one that is being dealt with.
  var sealedBytes = 0
  /// Limit: connections of a batch. The first of it waits for the encryption of all: some 3 µs each.
  static let sealedMax = 16
  /// Limit: bytes of one piece that are encrypted before their ciphertext is sent.
  static let encryptedMax = 128 << 10
  /// Limit: a batch has no more ciphertext than this and a record.
  static let sealedBytesMax = 64 << 10

  init(receiveBytesMax: Int) throws(TLSFailure) {
    wire = try TLSWire()
    // A first record that came in pieces is decrypted as one.
    plaintext = .allocate(byteCount: max(receiveBytesMax, OpeningRecord.bytesMax) + TLSConnection.heldBytesMax, alignment: 16)
    // RFC 8446 §5.1: a record holds 16 KiB.
    joined = .allocate(byteCount: 16 << 10, alignment: 16)
    sealed = .allocate(capacity: Self.sealedMax)
  }

  deinit {
    plaintext.deallocate()
    joined.deallocate()
    sealed.deallocate()
  }
}

extension Loop {
  /// Where a connection that is being established comes from.
  struct Approach {
    enum Side {
      /// The handler asked for it, secured or plain.
      case outgoing(TLSDestination?)
      /// From a proxy whose header is awaited, to be secured afterwards or not; the handler knows nothing of it.
      case announcing(TLSContextHolder?)
      /// From a listener with TLS; the handler knows nothing of it.
      case accepted
      /// As `accepted`; its handshake has failed, the handler has been told, and it lingers so that the alert is not
      /// lost.
      case refused
    }

    var address: SocketAddress
    let token: UInt64
    var side: Side
    /// As whose it is counted: while its handshake goes on, and while it lingers after a refusal.
    var counted: AddressKey?
  }

  /// Input that waits until the handler has been told of the connection, and perhaps the end of the stream.
  struct HeldInput {
    let connection: ConnectionID
    /// Safety: a part of a buffer of the loop, which nothing is read into before the held input is taken.
    let bytes: UnsafeMutableRawBufferPointer
    let isLast: Bool
  }

  /// The verified certificate that a connection's peer has shown; nil without one, without TLS, and once the connection
  /// is being closed.
  ///
  /// It is read anew at each call, which costs some microseconds.
  public func peerCertificate(of connection: ConnectionID) -> TLSPeerCertificate? {
    guard let slot = slot(connection), let tls = slot.pointee.tls else { return nil }
    return tls.pointee.peerCertificate
  }

  /// Whether a connection's peer has shown a verified certificate that is for this name; false once the connection is
  /// being closed.
  public func isPeer(_ connection: ConnectionID, named name: String) -> Bool {
    guard let slot = slot(connection), let tls = slot.pointee.tls else { return false }
    return tls.pointee.peerIsNamed(name)
  }

  // MARK: - Handshake

  /// The first record is here. The deadline of the handshake goes on.
  func secureAccepted(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ context: TLSContext) {
    secure(connection, slot) { wire throws(TLSFailure) in try TLSConnection(accepting: context, wire: wire) }
  }

  /// The deadline of connecting goes on.
  func connectSecurely(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ destination: TLSDestination) {
    slot.pointee.phase = .securing
    secure(connection, slot) { wire throws(TLSFailure) in try TLSConnection(to: destination, wire: wire) }
    if slot.pointee.generation == connection.generation { sendCiphertext(connection, slot) }
  }

  private func secure(
    _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ make: (TLSWire) throws(TLSFailure) -> TLSConnection
  ) {
    do throws(TLSFailure) {
      let secured = try make(try wire())
      let tls = UnsafeMutablePointer<TLSConnection>.allocate(capacity: 1)
      tls.initialize(to: secured)
      slot.pointee.tls = tls
      memory.charge(tls.pointee.memoryBytes)
    } catch {
      if let buffers = securing { buffers.wire.clear(behind: buffers.sealedBytes) }
      drop(connection, slot, .tlsFailed(error))
    }
  }

  private func wire() throws(TLSFailure) -> TLSWire {
    if let wire = securing?.wire { return wire }
    let buffers = try SecuringBuffers(receiveBytesMax: configuration.receiveBytesMax)
    securing = buffers
    return buffers.wire
  }

  func freeTLS(_ slot: UnsafeMutablePointer<Slot>) {
    guard let tls = slot.pointee.tls else { return }
    slot.pointee.tls = nil
    memory.discharge(tls.pointee.memoryBytes)
    tls.deinitialize(count: 1)
    tls.deallocate()
  }

  // MARK: - Input

  /// Gives the plaintext of what was received; nothing while the handshake goes on.
  func decrypt(
    _ ciphertext: UnsafeRawBufferPointer, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>,
    _ tls: UnsafeMutablePointer<TLSConnection>
  ) -> Input {
    let nothing = Input(bytes: nil, connection: connection)
    // What arrives after our side has closed is discarded.
    guard let buffers = securing, slot.pointee.phase == .open || slot.pointee.phase == .securing else { return nothing }
    let count: Int
    let heldRecord = tls.pointee.holdsRecord
    do throws(TLSFailure) {
      count = try receive(ciphertext, tls, into: buffers.plaintext)
    } catch {
      failSecuring(connection, slot, error)
      return nothing
    }
    let isLast = tls.pointee.inputEnded
    // Handshake messages, and answers to changes of keys.
    sendCiphertext(connection, slot)
    guard slot.pointee.generation == connection.generation else { return nothing }
    // The peer that makes it worse goes: there is no backlog of it to be dropped.
    if tls.pointee.holdsRecord, !heldRecord, memory.isShort {
      drop(connection, slot, .memoryShort)
      return nothing
    }
    if slot.pointee.phase == .securing {
      guard tls.pointee.isEstablished else { return nothing }
      finishEstablishing(connection, slot)
      if slot.pointee.backlogBytes > 0 {
        slot.pointee.backlog?.pointee.mark(now, held: SystemCall.heldBytes(slot.pointee.fd))
        slot.pointee.timer = schedule(after: configuration.stallMilliseconds, .connection(connection))
      }
      if count > 0 || isLast {
        heldInput = HeldInput(
          connection: connection, bytes: UnsafeMutableRawBufferPointer(rebasing: buffers.plaintext[..<count]), isLast: isLast)
      }
      return nothing
    }
    return input(connection, slot, UnsafeMutableRawBufferPointer(rebasing: buffers.plaintext[..<count]), isLast)
  }

  /// Charges what the connection holds afterwards.
  private func receive(
    _ ciphertext: UnsafeRawBufferPointer, _ tls: UnsafeMutablePointer<TLSConnection>, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(TLSFailure) -> Int {
    let before = tls.pointee.memoryBytes
    defer { memory.charge(tls.pointee.memoryBytes - before) }
    return try tls.pointee.receive(ciphertext, into: plaintext, now: now)
  }

  func takeHeldInput(_ held: HeldInput) -> Input {
    heldInput = nil
    guard let slot = slot(held.connection), slot.pointee.phase == .open else {
      return Input(bytes: nil, connection: held.connection)
    }
    return input(held.connection, slot, held.bytes, held.isLast)
  }

  /// RFC 8446 §6.1: close_notify ends the stream as the end of TCP's does.
  private func input(
    _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ bytes: UnsafeMutableRawBufferPointer, _ isLast: Bool
  ) -> Input {
    if isLast { endInput(connection, slot) }
    if !bytes.isEmpty { slot.pointee.flags.insert(.heard) }
    return Input(bytes: bytes.isEmpty ? nil : bytes, connection: connection)
  }

  /// The peer gets the alert, if there is one. Unread input would turn the end of our stream into a reset, and the
  /// alert might be lost (RFC 9293 §3.10.4), so the connection lingers for it: a handshake no more, but its address's
  /// until it is gone.
  func failSecuring(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ failure: TLSFailure) {
    let hasAlert = securing.map { $0.wire.output.count > $0.sealedBytes } ?? false
    sendCiphertext(connection, slot)
    guard slot.pointee.generation == connection.generation else { return }
    if hasAlert, slot.pointee.backlogBytes == 0, slot.pointee.phase == .securing, lingeringRefusals < configuration.refusedMax,
      let approach = establishing[connection], case .accepted = approach.side
    {
      establishing[connection]?.side = .refused
      lingeringRefusals += 1
      load.handshakeEnded()
      notify(.handshakeFailed(approach.address, .tlsFailed(failure)))
      return linger(connection, slot)
    }
    drop(connection, slot, .tlsFailed(failure))
  }

  // MARK: - Output

  /// Encrypts the first `count` vectors and sends the result with one call, or, when it is much, with one for each part
  /// of it, so that the ciphertext of what is long never stands there whole.
  func encryptVectors(
    _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ tls: UnsafeMutablePointer<TLSConnection>, count: Int
  ) {
    guard let joined = securing?.joined else { return }
    do throws(TLSFailure) {
      var filled = 0
      for vector in 0..<count {
        var piece = UnsafeRawBufferPointer(start: vectors[vector].iov_base, count: vectors[vector].iov_len)
        // Few large records cost less than many small ones.
        if count > 1, piece.count < joined.count {
          if piece.count > joined.count - filled {
            try tls.pointee.send(UnsafeRawBufferPointer(rebasing: joined[..<filled]))
            filled = 0
          }
          UnsafeMutableRawBufferPointer(rebasing: joined[filled...]).copyMemory(from: piece)
          filled += piece.count
        } else {
          try tls.pointee.send(UnsafeRawBufferPointer(rebasing: joined[..<filled]))
          filled = 0
          while piece.count > SecuringBuffers.encryptedMax {
            try tls.pointee.send(UnsafeRawBufferPointer(rebasing: piece.prefix(SecuringBuffers.encryptedMax)))
            piece = UnsafeRawBufferPointer(rebasing: piece.dropFirst(SecuringBuffers.encryptedMax))
            // It needs the first vector, which has been looked at.
            sendCiphertext(connection, slot)
            guard slot.pointee.generation == connection.generation else { return }
          }
          try tls.pointee.send(piece)
        }
      }
      try tls.pointee.send(UnsafeRawBufferPointer(rebasing: joined[..<filled]))
    } catch {
      return failSecuring(connection, slot, error)
    }
    sendCiphertext(connection, slot)
  }

  /// Sends what the wire holds behind the batch, which is this connection's.
  private func sendCiphertext(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard let buffers = securing else { return }
    let output = UnsafeRawBufferPointer(rebasing: buffers.wire.output[buffers.sealedBytes...])
    guard let base = output.baseAddress, !output.isEmpty else { return }
    vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: base), iov_len: output.count)
    passVectors(connection, slot, count: 1, bytes: output.count)
    buffers.wire.clear(behind: buffers.sealedBytes)
  }

  /// Sends close_notify. False while it waits behind a backlog, or when the connection is gone.
  func endSecureOutput(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) -> Bool {
    guard let tls = slot.pointee.tls else { return true }
    tls.pointee.endOutput()
    sendCiphertext(connection, slot)
    return slot.pointee.generation == connection.generation && slot.pointee.backlogBytes == 0
  }
}
