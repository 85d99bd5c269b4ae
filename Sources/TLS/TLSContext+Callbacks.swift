import COpenSSL
import Glibc

extension TLSContext {
  /// The one application protocol (RFC 7301 §6).
  static let applicationProtocol = Array("http/1.1".utf8)

  /// Where the tickets hold of those who ask for no server by name; the others' place is what they ask for.
  static let ticketPlace = applicationProtocol

  /// The context of a server's connection.
  static func serving(_ ssl: OpaquePointer) -> TLSContext? {
    // Safety: a server's context has put itself there, and the connection keeps it.
    copenssl_context_data(SSL_get_SSL_CTX(ssl)).map { Unmanaged<TLSContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// How a name is looked for in a certificate: a wildcard stands for a whole label, and the common name for nobody
  /// (RFC 9525 §2, §6.3).
  static let nameFlags = UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)

  /// The name in the extension by which a client asks for a server; nil when there is none that a certificate could be
  /// for. What is malformed gets its alert when OpenSSL reads it itself.
  ///
  /// RFC 6066 §3, as far as it was ever used:
  /// ```
  /// length of the list (2) | type (1): 0, a name | length of the name (2) | name, in ASCII
  /// ```
  static func requestedName(_ request: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard request.count > 5, request[2] == UInt8(TLSEXT_NAMETYPE_host_name) else { return nil }
    let name = UnsafeRawBufferPointer(rebasing: request[5...])
    guard Int(request[0]) << 8 | Int(request[1]) == request.count - 2, Int(request[3]) << 8 | Int(request[4]) == name.count,
      name.count <= Int(TLSEXT_MAXLEN_host_name), name.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return name
  }

  /// The part whose certificate is for the name.
  fileprivate func part(for name: UnsafeRawBufferPointer) -> OpaquePointer? {
    // OpenSSL takes no length for the wish to look for the end itself.
    guard !name.isEmpty, let start = name.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
    return parts.first { part in
      guard let certificate = SSL_CTX_get0_certificate(part.pointer) else { return false }
      return X509_check_host(certificate, start, name.count, Self.nameFlags, nil) == 1
    }?.pointer
  }
}

/// The client has said hello, and names the server it wants (RFC 6066 §3). That is heeded before any ticket is read. A
/// name that no certificate is for gets the first one, and the client decides.
func heedRequest(_ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  guard let ssl, let argument else { return SSL_CLIENT_HELLO_ERROR }
  // Safety: the argument is the context, which the connection keeps.
  let context = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
  // Safety: the bytes are the hello's, which OpenSSL keeps until this has returned.
  var start: UnsafePointer<UInt8>?
  var count = 0
  let isNamed = SSL_client_hello_get0_ext(ssl, UInt32(TLSEXT_TYPE_server_name), &start, &count) == 1
  let request = UnsafeRawBufferPointer(start: start, count: isNamed ? count : 0)
  // A second hello (RFC 8446 §4.1.2) is heeded like the first.
  let part = TLSContext.requestedName(request).flatMap { context.part(for: $0) } ?? context.first
  guard SSL_set_SSL_CTX(ssl, part) != nil, confineTickets(ssl, to: request) else {
    alert?.pointee = SSL_AD_INTERNAL_ERROR
    return SSL_CLIENT_HELLO_ERROR
  }
  return SSL_CLIENT_HELLO_SUCCESS
}

/// A ticket holds only where the same was asked for, byte for byte (RFC 6066 §3); with TLS 1.3 as well, where it is
/// the client's to see to (RFC 8446 §4.6.1). Otherwise a client that was shown one certificate might be served as if it
/// had been shown another.
private func confineTickets(_ ssl: OpaquePointer, to request: UnsafeRawBufferPointer) -> Bool {
  guard !request.isEmpty else { return TLSContext.ticketPlace.withUnsafeBufferPointer { setTicketPlace(ssl, $0) } }
  // As much as a place may have: SSL_MAX_SID_CTX_LENGTH.
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(SSL_MAX_SID_CTX_LENGTH)) { digest in
    guard EVP_Digest(request.baseAddress, request.count, digest.baseAddress, nil, EVP_sha256(), nil) == 1 else { return false }
    return setTicketPlace(ssl, UnsafeBufferPointer(digest))
  }
}

private func setTicketPlace(_ ssl: OpaquePointer, _ place: UnsafeBufferPointer<UInt8>) -> Bool {
  SSL_set_session_id_context(ssl, place.baseAddress, UInt32(place.count)) == 1
}

/// Tells the client that its name decided (RFC 6066 §3).
func acknowledgeName(_ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  guard let ssl, let argument, let name = copenssl_requested_name(ssl) else { return SSL_TLSEXT_ERR_NOACK }
  // Safety: the argument is the context, which the connection keeps.
  let context = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
  let part = context.part(for: UnsafeRawBufferPointer(start: name, count: strlen(name)))
  return part == nil ? SSL_TLSEXT_ERR_NOACK : SSL_TLSEXT_ERR_OK
}

/// The client lists its protocols, each behind its length; without ours among them there is no connection (RFC 7301
/// §3.2).
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

/// Called when a handshake message is being handled, and for alerts; lets a connection count what comes after its
/// handshake.
func noteHandshake(_ ssl: OpaquePointer?, _ event: Int32, _ value: Int32) {
  let isRenegotiation = event == SSL_CB_WRITE_ALERT && value & 0xFF == SSL_AD_NO_RENEGOTIATION
  guard event & SSL_CB_LOOP != 0 || isRenegotiation, let data = BIO_get_data(SSL_get_wbio(ssl)) else { return }
  // Safety: the BIO of every connection is a wire's.
  data.assumingMemoryBound(to: TLSWire.Channel.self).pointee.sawHandshake = true
}

/// A server has sent a ticket. One is the answer when it is taken over.
func keepTicket(_ ssl: OpaquePointer?, _ ticket: OpaquePointer?) -> Int32 {
  guard let ssl, let ticket, let data = copenssl_application_data(ssl) else { return 0 }
  // Safety: the data is the destination, which the connection keeps.
  Unmanaged<TLSDestination>.fromOpaque(data).takeUnretainedValue().keep(ticket)
  return 1
}
