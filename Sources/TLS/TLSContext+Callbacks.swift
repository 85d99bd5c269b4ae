import COpenSSL

extension TLSContext {
  /// The one application protocol (RFC 7301 §6).
  static let applicationProtocol = Array("http/1.1".utf8)

  /// The context of a server's connection.
  static func serving(_ ssl: OpaquePointer) -> TLSContext? {
    // Safety: a server's context has put itself there, and the connection keeps it.
    copenssl_context_data(SSL_get_SSL_CTX(ssl)).map { Unmanaged<TLSContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The part whose certificate is for the name.
  fileprivate func part(for name: UnsafePointer<CChar>) -> OpaquePointer? {
    parts.first { part in
      guard let certificate = SSL_CTX_get0_certificate(part.pointer) else { return false }
      return X509_check_host(certificate, name, 0, 0, nil) == 1
    }?.pointer
  }
}

/// The client names the server it wants (RFC 6066 §3). A name that no certificate is for gets the first one, and the client decides.
func chooseCertificate(
  _ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  guard let ssl, let argument, let name = copenssl_requested_name(ssl) else { return SSL_TLSEXT_ERR_NOACK }
  // Safety: the argument is the context, which the connection keeps.
  let context = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
  guard let part = context.part(for: name) else { return SSL_TLSEXT_ERR_NOACK }
  return SSL_set_SSL_CTX(ssl, part) == nil ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
}

/// The client lists its protocols, each behind its length; without ours among them there is no connection (RFC 7301 §3.2).
func chooseApplicationProtocol(
  _ ssl: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ chosenCount: UnsafeMutablePointer<UInt8>?,
  _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  let offer = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
  var position = 0
  while position < offer.count {
    let start = position + 1
    let end = start + Int(offer[position])
    guard end <= offer.count else { break }
    if offer[start..<end].elementsEqual(TLSContext.applicationProtocol) {
      chosen?.pointee = offered.map { $0 + start }
      chosenCount?.pointee = UInt8(end - start)
      return SSL_TLSEXT_ERR_OK
    }
    position = end
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Called when a handshake message is being handled, and for alerts; lets a connection count what comes after its handshake.
func noteHandshake(_ ssl: OpaquePointer?, _ event: Int32, _ value: Int32) {
  let isRenegotiation = event == SSL_CB_WRITE_ALERT && value & 0xFF == SSL_AD_NO_RENEGOTIATION
  guard event & SSL_CB_LOOP != 0 || isRenegotiation, let data = BIO_get_data(SSL_get_wbio(ssl)) else { return }
  // Safety: the BIO of every connection is a wire's.
  data.assumingMemoryBound(to: TLSWire.Channel.self).pointee.sawHandshake = true
}

/// A server has sent a ticket. One is the answer when the session is taken over.
func keepSession(_ ssl: OpaquePointer?, _ session: OpaquePointer?) -> Int32 {
  guard let ssl, let session, let data = copenssl_application_data(ssl) else { return 0 }
  // Safety: the data is the destination, which the connection keeps.
  Unmanaged<TLSDestination>.fromOpaque(data).takeUnretainedValue().keep(session)
  return 1
}
