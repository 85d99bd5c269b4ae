import COpenSSL
import Locking

/// The keys that a server's tickets are sealed with (RFC 5077 §4, RFC 8446 §4.6.1): the current one, and the one before
/// it.
///
/// They change by time alone, so that a thief who takes one from memory can read recorded TLS 1.2 of two hours at most.
/// Callbacks of the handshake drive it, on any thread, with the clock of the connection's owner. A reload makes new
/// ones: a client that was verified before is verified again.
final class TicketKeys: Sendable {
  /// Limit: milliseconds for which a key seals new tickets; for as long again it still opens them.
  static let sealingMilliseconds: Int64 = 3_600_000
  /// Limit: milliseconds until a key opens nothing any more.
  static let openingMilliseconds = sealingMilliseconds * 2

  /// A key, and since when it seals.
  struct Key: Sendable {
    /// What stands in front of a ticket, so that its key is found.
    let name: [UInt8]
    /// For AES-256, then for HMAC-SHA-256.
    let secret: [UInt8]
    let since: Int64

    // The clocks of several loops differ by a turn, so a key may come from the future.
    func seals(at now: Int64) -> Bool { now - since < TicketKeys.sealingMilliseconds }
    func opens(at now: Int64) -> Bool { now - since < TicketKeys.openingMilliseconds }
  }

  private struct State: Sendable {
    var current: Key?
    var previous: Key?
  }

  private let state = Locked(State())

  /// The key for a new ticket; nil when there are no random numbers.
  func sealing(at now: Int64) -> Key? {
    state.withLock { state in
      if let current = state.current, current.seals(at: now) { return current }
      guard let fresh = Self.make(now) else { return nil }
      state.previous = state.current
      state.current = fresh
      return fresh
    }
  }

  /// The key of a ticket, if it is still good.
  func opening(_ name: UnsafeRawBufferPointer, at now: Int64) -> Key? {
    state.withLock { state in
      for case let key? in [state.current, state.previous] where key.opens(at: now) && key.name.elementsEqual(name) { return key }
      return nil
    }
  }

  private static func make(_ now: Int64) -> Key? {
    var random = [UInt8](repeating: 0, count: Int(COPENSSL_TICKET_NAME_BYTES + COPENSSL_TICKET_SECRET_BYTES))
    guard RAND_bytes(&random, Int32(random.count)) == 1 else { return nil }
    let nameCount = Int(COPENSSL_TICKET_NAME_BYTES)
    return Key(name: Array(random[..<nameCount]), secret: Array(random[nameCount...]), since: now)
  }
}

/// Called to seal a ticket, or to open one; SSL_CTX_set_tlsext_ticket_key_evp_cb(3) says what the answers mean.
func useTicketKey(
  _ ssl: OpaquePointer?, _ name: UnsafeMutablePointer<UInt8>?, _ vector: UnsafeMutablePointer<UInt8>?, _ cipher: OpaquePointer?,
  _ code: OpaquePointer?, _ isSealing: Int32
) -> Int32 {
  guard let ssl, let name, let vector, let context = TLSContext.serving(ssl), let now = TLSWire.now(of: ssl) else { return -1 }
  let nameBytes = UnsafeMutableRawBufferPointer(start: name, count: Int(COPENSSL_TICKET_NAME_BYTES))
  guard isSealing == 1 else {
    // An unknown key, or one that is too old: the handshake is a full one.
    guard let key = context.ticketKeys.opening(UnsafeRawBufferPointer(nameBytes), at: now) else { return 0 }
    // 2: opened, and a fresh ticket goes out, so that a client that comes back in time always has one.
    return copenssl_use_ticket_key(cipher, code, key.secret, vector, 0) == 1 ? 2 : -1
  }
  guard let key = context.ticketKeys.sealing(at: now), copenssl_make_vector(vector) == 1 else { return -1 }
  nameBytes.copyBytes(from: key.name)
  return copenssl_use_ticket_key(cipher, code, key.secret, vector, 1) == 1 ? 1 : -1
}

/// Called when a ticket has been read. A client's certificate may have run out since it was verified; then it has to be
/// shown again.
func judgeTicket(
  _ ssl: OpaquePointer?, _ ticket: OpaquePointer?, _ name: UnsafePointer<UInt8>?, _ nameCount: Int, _ status: Int32,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  switch status {
  case SSL_TICKET_SUCCESS, SSL_TICKET_SUCCESS_RENEW:
    if let certificate = ticket.flatMap({ SSL_SESSION_get0_peer($0) }), isOutOfDate(certificate) { return SSL_TICKET_RETURN_IGNORE_RENEW }
    return SSL_TICKET_RETURN_USE_RENEW
  default: return SSL_TICKET_RETURN_IGNORE_RENEW
  }
}

/// Whether a certificate's time is over, or has not come, by the clock that chains are verified with.
func isOutOfDate(_ certificate: OpaquePointer) -> Bool {
  X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0 || X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0
}
