import COpenSSL

/// The client's end of TLS by OpenSSL itself, so that a bug of the house's own engine is not shared by its judge. It
/// verifies nobody.
final class PeerTLS {
  // Safety: owned here alone and freed in `deinit`; the BIOs belong to the connection.
  private let context: OpaquePointer
  private let ssl: OpaquePointer
  private let input: OpaquePointer
  private let output: OpaquePointer

  init(newestIsOld: Bool) throws {
    guard let context = SSL_CTX_new(TLS_client_method()), let ssl = SSL_new(context), let input = BIO_new(BIO_s_mem()),
      let output = BIO_new(BIO_s_mem())
    else { throw Mismatch("OpenSSL is out of memory") }
    self.context = context
    self.ssl = ssl
    self.input = input
    self.output = output
    // SSL_CTRL_SET_MAX_PROTO_VERSION, a macro that Swift does not see.
    if newestIsOld { SSL_ctrl(ssl, 124, Int(TLS1_2_VERSION), nil) }
    SSL_set_bio(ssl, input, output)
    SSL_set_connect_state(ssl)
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  var isEstablished: Bool { SSL_is_init_finished(ssl) == 1 }

  /// Goes on with the handshake; false when it failed.
  func advance() -> Bool {
    ERR_clear_error()
    let result = SSL_do_handshake(ssl)
    return result == 1 || SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ
  }

  func take(_ ciphertext: [UInt8]) { BIO_write(input, ciphertext, Int32(ciphertext.count)) }

  /// What is to be sent.
  func ciphertext() -> [UInt8] {
    let count = BIO_ctrl_pending(output)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(count))))
    }
  }

  func encrypt(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    _ = SSL_write(ssl, bytes, Int32(bytes.count))
  }

  /// What has been decrypted.
  func plaintext() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
        ERR_clear_error()
        filled = max(0, Int(SSL_read(ssl, buffer.baseAddress, 16_384)))
      }
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The peer has sent close_notify, or a fatal alert.
  var inputEnded: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

  func endOutput() { SSL_shutdown(ssl) }

  /// Writes a KeyUpdate behind everything written so far.
  func updateKey() {
    ERR_clear_error()
    SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
    SSL_do_handshake(ssl)
  }

  /// Asks for a new handshake of TLS 1.2.
  func renegotiate() {
    ERR_clear_error()
    SSL_renegotiate(ssl)
    SSL_do_handshake(ssl)
  }
}
