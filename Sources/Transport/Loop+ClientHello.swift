import TLS

/// A connection to be secured whose first record has not come whole: it has no state of OpenSSL yet.
struct Opening {
  /// The holder of the context; the connection takes the one held when its first record arrives. So a certificate
  /// that was renewed meanwhile counts.
  let holder: TLSContextHolder
  /// What came of the record.
  var bytes: [UInt8] = []
}

// MARK: - The first record

/// To make and free OpenSSL's state of a connection takes long enough for others to notice, and it holds
/// `TLSConnection.handshakeMemoryBytes`: whoever begins a record and does not end it gets none.
extension Loop {
  /// Awaits the first record. The deadline of the handshake goes on.
  func awaitClientHello(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ holder: TLSContextHolder) {
    slot.pointee.phase = .securing
    openings[connection] = Opening(holder: holder)
  }

  /// Keeps what is there of the first record, or begins the handshake with it.
  func takeClientHello(_ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) -> Input {
    let nothing = Input(bytes: nil, connection: connection)
    guard var opening = openings.removeValue(forKey: connection) else { return nothing }
    let held = opening.bytes.count
    let head = opening.bytes.prefix(OpeningRecord.headerBytes) + bytes.prefix(OpeningRecord.headerBytes)
    guard OpeningRecord(head, count: held + bytes.count) == .ready else {
      opening.bytes += bytes
      openings[connection] = opening
      memory.charge(bytes.count)
      // The peer that makes it worse goes, as with a record that comes in pieces later on.
      if held == 0, memory.isShort { drop(connection, slot, .memoryShort) }
      return nothing
    }
    memory.discharge(held)
    // OpenSSL would say that it is no TLS.
    if held == 0, ProxyHeader.begins(UnsafeRawBufferPointer(bytes)) {
      drop(connection, slot, .proxyRefused(.untrusted))
      return nothing
    }
    // It was accepted when there was more.
    guard !memory.isShort else {
      drop(connection, slot, .memoryShort)
      return nothing
    }
    secureAccepted(connection, slot, opening.holder.current)
    if held > 0, let tls = slot.pointee.tls, slot.pointee.generation == connection.generation {
      opening.bytes.withUnsafeBytes { _ = decrypt($0, connection, slot, tls) }
    }
    guard slot.pointee.generation == connection.generation, let tls = slot.pointee.tls else { return nothing }
    return decrypt(UnsafeRawBufferPointer(bytes), connection, slot, tls)
  }

  /// The connection is gone before its first record was whole.
  func forgetClientHello(_ connection: ConnectionID) {
    guard !openings.isEmpty, let opening = openings.removeValue(forKey: connection) else { return }
    memory.discharge(opening.bytes.count)
  }
}
