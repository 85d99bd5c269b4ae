import COpenSSL

/// One connection's TLS: ciphertext in, plaintext out, and the other way round. It knows no socket and no clock.
///
/// Driven by the owner of the socket: `receive` with what has arrived, `send` with what is to go, and after each call
/// the wire's output is to be sent. After a failure the output may hold an alert; nothing else must be called then.
/// While idle it holds no buffers.
public struct TLSConnection: ~Copyable {
  /// Limit: bytes of a peer's handshake, certificates included. Hellos have some hundred bytes, with keys against
  /// quantum computers two thousand, chains of certificates some thousand.
  public static let handshakeBytesMax = 32 << 10
  /// What an established connection holds: 13,840 bytes of OpenSSL's state were measured, rounded up to the next KiB.
  public static let idleMemoryBytes = 14 << 10
  /// What one holds besides while part of a record waits for the rest: OpenSSL's buffer for a record.
  public static let recordMemoryBytes = 17 << 10
  /// What one holds while its handshake goes on: 43,537 bytes were measured after the client's hello.
  public static let handshakeMemoryBytes = 43 << 10
  /// The most that it may hold while its handshake goes on: OpenSSL collects a message in a buffer a third larger than
  /// it.
  public static let handshakeMemoryBytesMax = handshakeMemoryBytes + handshakeBytesMax / 3 * 4
  /// Limit: handshake messages after the handshake in a second: changes of keys, tickets, wishes to renegotiate.
  public static let keyChangesPerSecondMax = 10
  /// What `receive` may give beyond the bytes it gets: a record that began earlier (RFC 8446 §5.1).
  public static let heldBytesMax = 16 << 10

  private enum Side {
    case server(TLSContext)
    case client(TLSDestination)
  }

  // Safety: owned here alone and freed in `deinit`. Used on the wire's thread.
  let ssl: OpaquePointer
  private let wire: TLSWire
  /// Kept because callbacks reach it.
  private let side: Side
  private var secondStart: Int64 = .min
  private var keyChanges: UInt16 = 0
  private var handshakeBytes: UInt32 = 0
  /// Part of a record waits for the rest.
  public private(set) var holdsRecord = false

  /// Bytes that it holds, as measured and reckoned, to be counted against a budget of memory. Only `receive` changes
  /// it.
  public var memoryBytes: Int {
    if isEstablished { return Self.idleMemoryBytes + (holdsRecord ? Self.recordMemoryBytes : 0) }
    return Self.handshakeMemoryBytes + Int(handshakeBytes) / 3 * 4
  }

  /// The handshake is complete; plaintext may be sent.
  public private(set) var isEstablished = false
  /// The peer has ended its stream (close_notify); no more plaintext comes.
  public private(set) var inputEnded = false
  private var outputEnded = false

  /// A server's side. It waits for the client's first bytes.
  public init(accepting context: TLSContext, wire: TLSWire) throws(TLSFailure) {
    precondition(context.isServer, "a client's context accepts nobody")
    ssl = try Self.make(context, wire)
    self.wire = wire
    side = .server(context)
    SSL_set_accept_state(ssl)
  }

  /// A client's side. The wire's output holds its first bytes afterwards.
  public init(to destination: TLSDestination, wire: TLSWire) throws(TLSFailure) {
    ssl = try Self.begin(destination, wire)
    self.wire = wire
    side = .client(destination)
  }

  deinit {
    // Otherwise a connection that ends without close_notify would spoil its ticket for the next.
    SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
    SSL_free(ssl)
  }

  /// Whether the handshake went on with an earlier ticket, without certificates.
  public var isResumed: Bool { SSL_session_reused(ssl) == 1 }

  /// `TLSv1.3` or `TLSv1.2`.
  public var version: String { String(cString: SSL_get_version(ssl)) }

  private static func make(_ context: TLSContext, _ wire: TLSWire) throws(TLSFailure) -> OpaquePointer {
    ErrorQueue.clear()
    guard let ssl = SSL_new(context.first) else { throw .unavailable(reason: ErrorQueue.takeReason()) }
    // Used for both directions it takes one reference (SSL_set_bio(3)).
    BIO_up_ref(wire.bio)
    SSL_set_bio(ssl, wire.bio, wire.bio)
    return ssl
  }

  private static func begin(_ destination: TLSDestination, _ wire: TLSWire) throws(TLSFailure) -> OpaquePointer {
    let ssl = try make(destination.context, wire)
    SSL_set_connect_state(ssl)
    // Safety: the connection keeps the destination.
    let data = Unmanaged.passUnretained(destination).toOpaque()
    guard expect(destination.name, ssl), copenssl_set_application_data(ssl, data) == 1 else {
      SSL_free(ssl)
      throw .unavailable(reason: "\(destination.name) cannot be the name of a certificate")
    }
    destination.resume(ssl)
    ErrorQueue.clear()
    // Writes its first message and then wants an answer.
    let result = SSL_do_handshake(ssl)
    guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ else {
      defer { SSL_free(ssl) }
      throw .taken(from: ssl, name: destination.name)
    }
    return ssl
  }

  /// The peer's certificate has to be for the name. Addresses are compared as addresses, and not asked for by name (RFC
  /// 6066 §3).
  private static func expect(_ name: String, _ ssl: OpaquePointer) -> Bool {
    // OpenSSL takes an empty name for the wish to check none, and a zero byte for its end.
    guard !name.isEmpty, !name.utf8.contains(0) else { return false }
    if copenssl_is_address(name) == 1 { return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1 }
    SSL_set_hostflags(ssl, TLSContext.nameFlags)
    return copenssl_request_name(ssl, name) == 1 && SSL_set1_host(ssl, name) == 1
  }
}

extension TLSConnection {
  /// Takes what has arrived.
  ///
  /// - Parameters:
  ///   - ciphertext: consumed whole, unless the peer's stream ends in it.
  ///   - plaintext: where data is put; at least `heldBytesMax` larger than the ciphertext. The two must not overlap.
  ///   - now: milliseconds of a monotonic clock.
  /// - Returns: the number of bytes put into `plaintext`.
  public mutating func receive(
    _ ciphertext: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer, now: Int64
  ) throws(TLSFailure) -> Int {
    precondition(plaintext.count >= ciphertext.count + Self.heldBytesMax, "the plaintext needs space for a record held back")
    let channel = wire.channel
    channel.pointee.input = ciphertext.baseAddress
    channel.pointee.inputCount = ciphertext.count
    channel.pointee.now = now
    defer {
      channel.pointee.input = nil
      channel.pointee.inputCount = 0
    }
    if !isEstablished {
      try handshake()
      guard isEstablished else { return 0 }
    }
    let count = try read(into: plaintext, now)
    holdsRecord = copenssl_holds_record(ssl) == 1
    return count
  }

  private mutating func read(into plaintext: UnsafeMutableRawBufferPointer, _ now: Int64) throws(TLSFailure) -> Int {
    var filled = 0
    while !inputEnded {
      wire.channel.pointee.sawHandshake = false
      ErrorQueue.clear()
      var count = 0
      if SSL_read_ex(ssl, plaintext.baseAddress.map { $0 + filled }, plaintext.count - filled, &count) == 1 {
        filled += count
        continue
      }
      switch SSL_get_error(ssl, 0) {
      case SSL_ERROR_WANT_READ:
        if wire.channel.pointee.sawHandshake { try countKeyChange(now) }
        // Each record without data returns, so that it can be counted.
        guard wire.channel.pointee.inputCount > 0 else { return filled }
      case SSL_ERROR_ZERO_RETURN:
        inputEnded = true
      default:
        throw failure()
      }
    }
    return filled
  }

  /// Goes on with the handshake as far as the input allows.
  private mutating func handshake() throws(TLSFailure) {
    let before = wire.channel.pointee.inputCount
    ErrorQueue.clear()
    let result = SSL_do_handshake(ssl)
    if result == 1 {
      isEstablished = true
      if case .client(let destination) = side, isResumed { destination.resumed(ssl) }
      ErrorQueue.clear()
      return
    }
    guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ else { throw failure() }
    handshakeBytes += UInt32(clamping: before - wire.channel.pointee.inputCount)
    guard handshakeBytes <= Self.handshakeBytesMax else { throw .handshakeTooLong }
  }

  private mutating func countKeyChange(_ now: Int64) throws(TLSFailure) {
    if now &- secondStart >= 1000 || now < secondStart || keyChanges == 0 {
      secondStart = now
      keyChanges = 0
    }
    keyChanges += 1
    guard keyChanges <= Self.keyChangesPerSecondMax else { throw .tooManyKeyChanges }
  }

  /// Encrypts bytes; the wire's output grows by them and 22 bytes for each 16 KiB. The handshake must be complete.
  public mutating func send(_ plaintext: UnsafeRawBufferPointer) throws(TLSFailure) {
    precondition(isEstablished, "nothing is sent before the handshake is complete")
    guard !plaintext.isEmpty else { return }
    // The queue is not cleared for every recipient: handshakes and failures leave it empty, and `read` clears it.
    var count = 0
    // The wire takes everything, so it is all or nothing.
    guard SSL_write_ex(ssl, plaintext.baseAddress, plaintext.count, &count) == 1, count == plaintext.count else { throw failure() }
  }

  /// Says that nothing more is sent (close_notify); the first time, and if the handshake is complete.
  public mutating func endOutput() {
    guard isEstablished, !outputEnded else { return }
    outputEnded = true
    ErrorQueue.clear()
    _ = SSL_shutdown(ssl)
  }

  private func failure() -> TLSFailure {
    let name: String? =
      switch side {
      case .server: nil
      case .client(let destination): destination.name
      }
    return .taken(from: ssl, name: name)
  }
}
