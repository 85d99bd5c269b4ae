import COpenSSL
import TestCertificates

/// What a client says in its hello, and whether it has a certificate to show.
struct TLSGreeting: Hashable, Sendable {
  var version: Int32
  var name: String
  var isCertified: Bool
}

/// A client that does what ours never would: OpenSSL used directly, between two buffers of its own.
struct TLSAttacker: ~Copyable {
  private let ssl: OpaquePointer
  private let input: OpaquePointer
  private let output: OpaquePointer

  // Safety: made once, never changed, never freed; OpenSSL lets any thread make connections of a context, and counts
  // them atomically.
  nonisolated(unsafe) private static let context: OpaquePointer? = SSL_CTX_new(TLS_client_method())

  /// The same with a certificate of an authority that the server trusts, whose subject is anything but a name.
  nonisolated(unsafe) private static let certified: OpaquePointer? = {
    guard let context = SSL_CTX_new(TLS_client_method()), let files = try? TestCertificates.shared.get().oddlyNamed,
      SSL_CTX_use_certificate_file(context, files.certificate, SSL_FILETYPE_PEM) == 1,
      SSL_CTX_use_PrivateKey_file(context, files.key, SSL_FILETYPE_PEM) == 1
    else { return nil }
    return context
  }()

  /// Makes a client that has something to say at once, and wishes to go on with a ticket if it has one.
  init?(_ greeting: TLSGreeting, protocols: [String], ticket: consuming TLSTicket?) {
    guard let ssl = SSL_new(greeting.isCertified ? Self.certified : Self.context), let input = BIO_new(BIO_s_mem()),
      let output = BIO_new(BIO_s_mem())
    else { return nil }
    self.ssl = ssl
    self.input = input
    self.output = output
    SSL_set_bio(ssl, input, output)
    SSL_set_connect_state(ssl)
    SSL_ctrl(ssl, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(greeting.version), nil)
    _ = copenssl_request_name(ssl, greeting.name)
    let offer = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    SSL_set_alpn_protos(ssl, offer, UInt32(offer.count))
    if let ticket = consume ticket { SSL_set_session(ssl, ticket.pointer) }
    proceed()
  }

  deinit { SSL_free(ssl) }

  /// Whether the server goes on with the ticket that it was asked to go on with.
  var isResumed: Bool { SSL_session_reused(ssl) == 1 }

  /// The ticket to go on with later, once the server has given one: a copy, since a client that ends without having
  /// said so spoils its own.
  func copyTicket() -> TLSTicket? {
    guard let ticket = SSL_get_session(ssl), SSL_SESSION_is_resumable(ticket) == 1 else { return nil }
    return SSL_SESSION_dup(ticket).map { TLSTicket($0) }
  }

  /// Goes on with the handshake, or reads, as far as it goes.
  func proceed() {
    ERR_clear_error()
    guard SSL_do_handshake(ssl) == 1 else { return }
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      while SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count) == 1 {}
    }
  }

  func receive(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { BIO_write(input, $0.baseAddress, Int32($0.count)) }
    proceed()
  }

  /// Whether it was written.
  func send(_ bytes: [UInt8]) -> Bool {
    ERR_clear_error()
    return bytes.withUnsafeBytes { SSL_write(ssl, $0.baseAddress, Int32($0.count)) } == Int32(bytes.count)
  }

  /// Asks for new keys (RFC 8446 §4.6.3), or in TLS 1.2 for a new handshake (RFC 5246 §7.4.1.1).
  func changeKeys() {
    ERR_clear_error()
    if SSL_version(ssl) == TLS1_3_VERSION { SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) } else { SSL_renegotiate(ssl) }
    SSL_do_handshake(ssl)
  }

  func end() {
    ERR_clear_error()
    SSL_shutdown(ssl)
  }

  /// What it wants sent.
  func takeOutput() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
    if !bytes.isEmpty { BIO_read(output, &bytes, Int32(bytes.count)) }
    return bytes
  }
}
