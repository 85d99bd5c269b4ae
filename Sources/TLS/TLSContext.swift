import COpenSSL

/// What connections have in common: versions, ciphers, certificates, trust. It never changes; to reload certificates
/// make a new one.
///
/// TLS 1.3 or 1.2 with forward secrecy, http/1.1 by ALPN, no compression, no renegotiation, no early data. Connections
/// keep the context they began with. Any number of threads may use one.
public final class TLSContext: Sendable {
  /// A part for each certificate: OpenSSL takes the certificate from a context.
  struct Part: Sendable {
    // Safety: an SSL_CTX is counted and locked by itself, and not changed after the initializer.
    nonisolated(unsafe) let pointer: OpaquePointer
  }

  let parts: [Part]
  let isServer: Bool
  /// Of a server.
  let ticketKeys = TicketKeys()

  /// The part that connections begin with.
  var first: OpaquePointer { parts[0].pointer }

  /// Reads a server's certificates and keys.
  public init(server configuration: TLSServerConfiguration) throws(TLSFailure) {
    precondition(!configuration.identities.isEmpty, "a server has a certificate")
    var parts: [Part] = []
    do throws(TLSFailure) {
      for identity in configuration.identities {
        let part = try Part(TLS_server_method())
        parts.append(part)
        try part.use(identity)
        try part.serve(configuration.clientCertificates)
      }
    } catch {
      for part in parts { part.free() }
      throw error
    }
    self.parts = parts
    isServer = true
    // Safety: the context outlives its use as an argument, since every connection keeps it.
    let argument = Unmanaged.passUnretained(self).toOpaque()
    for part in parts {
      copenssl_set_context_data(part.pointer, argument)
      SSL_CTX_set_client_hello_cb(part.pointer, heedRequest, argument)
    }
    if parts.count > 1 { copenssl_set_name_callback(first, acknowledgeName, argument) }
  }

  /// Reads a client's authorities and, if it has one, its certificate.
  public init(client configuration: TLSClientConfiguration = TLSClientConfiguration()) throws(TLSFailure) {
    let part = try Part(TLS_client_method())
    do throws(TLSFailure) {
      if let identity = configuration.identity { try part.use(identity) }
      try part.trust(configuration.authoritiesFile)
      try part.keepTickets()
    } catch {
      part.free()
      throw error
    }
    parts = [part]
    isServer = false
  }

  deinit {
    for part in parts { part.free() }
  }

  /// The places, in the order of the configuration, of the certificates that are for nobody: without a subjectAltName a
  /// client of today accepts none, whatever its common name (RFC 9525 §2).
  public var namelessIdentities: [Int] { parts.indices.filter { !parts[$0].hasName } }
}

extension TLSContext.Part {
  /// What both sides have in common.
  fileprivate init(_ method: OpaquePointer?) throws(TLSFailure) {
    ErrorQueue.clear()
    guard let pointer = SSL_CTX_new(method) else { throw .unavailable(reason: ErrorQueue.takeReason()) }
    self.pointer = pointer
    // RFC 8996: nothing older.
    copenssl_set_minimum_version(pointer, TLS1_2_VERSION)
    SSL_CTX_set_security_level(pointer, 2)
    SSL_CTX_set_options(pointer, copenssl_context_options)
    copenssl_set_modes(pointer)
    // Never ask at a terminal for a key's password.
    SSL_CTX_set_default_passwd_cb(pointer) { _, _, _, _ in 0 }
    SSL_CTX_set_info_callback(pointer, noteHandshake)
    // 128 bits first: as good here, cheaper, and the smaller state per connection. OpenSSL's own order has 256 first.
    let suites = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384"
    let older = "ECDHE+AESGCM+AES128:ECDHE+CHACHA20:ECDHE+AESGCM+AES256"
    guard SSL_CTX_set_ciphersuites(pointer, suites) == 1, SSL_CTX_set_cipher_list(pointer, older) == 1,
      copenssl_set_curves(pointer, "X25519:P-256:P-384") == 1
    else {
      free()
      throw .unavailable(reason: ErrorQueue.takeReason())
    }
  }

  func free() { SSL_CTX_free(pointer) }

  /// Whether the certificate, if there is one, says what it is for.
  fileprivate var hasName: Bool {
    guard let certificate = SSL_CTX_get0_certificate(pointer) else { return true }
    return X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1) >= 0
  }

  fileprivate func use(_ identity: TLSIdentity) throws(TLSFailure) {
    ErrorQueue.clear()
    guard SSL_CTX_use_certificate_chain_file(pointer, identity.certificateFile) == 1 else {
      throw .certificateUnusable(file: identity.certificateFile, reason: ErrorQueue.takeReason())
    }
    ErrorQueue.clear()
    // Fails too when the key does not belong to the certificate.
    guard SSL_CTX_use_PrivateKey_file(pointer, identity.keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw .keyUnusable(file: identity.keyFile, reason: ErrorQueue.takeReason())
    }
  }

  fileprivate func serve(_ clients: TLSServerConfiguration.ClientCertificates) throws(TLSFailure) {
    // Handshakes are resumed from tickets, which clients keep: nothing is stored here.
    copenssl_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
    SSL_CTX_set_num_tickets(pointer, 1)
    // No longer than their key.
    SSL_CTX_set_timeout(pointer, Int(TicketKeys.openingMilliseconds / 1000))
    SSL_CTX_set_tlsext_ticket_key_evp_cb(pointer, useTicketKey)
    SSL_CTX_set_session_ticket_cb(pointer, nil, judgeTicket, nil)
    // Tickets hold only where they were given (SSL_CTX_set_session_id_context(3)); `heedRequest` says where that is.
    SSL_CTX_set_session_id_context(pointer, TLSContext.ticketPlace, UInt32(TLSContext.ticketPlace.count))
    SSL_CTX_set_alpn_select_cb(pointer, chooseApplicationProtocol, nil)
    switch clients {
    case .unwanted: break
    case .optional(let file): try demandCertificates(file, SSL_VERIFY_PEER)
    case .required(let file): try demandCertificates(file, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT)
    }
  }

  private func demandCertificates(_ file: String, _ mode: Int32) throws(TLSFailure) {
    try trust(file)
    SSL_CTX_set_client_CA_list(pointer, SSL_load_client_CA_file(file))
    SSL_CTX_set_verify(pointer, mode, nil)
  }

  fileprivate func trust(_ file: String?) throws(TLSFailure) {
    ErrorQueue.clear()
    let result = file.map { SSL_CTX_load_verify_file(pointer, $0) } ?? SSL_CTX_set_default_verify_paths(pointer)
    guard result == 1 else { throw .authoritiesUnusable(file: file ?? "the system's store", reason: ErrorQueue.takeReason()) }
    SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil)
  }

  fileprivate func keepTickets() throws(TLSFailure) {
    let offer = [UInt8(TLSContext.applicationProtocol.count)] + TLSContext.applicationProtocol
    // Zero is success here, alone among its kin.
    guard SSL_CTX_set_alpn_protos(pointer, offer, UInt32(offer.count)) == 0 else {
      throw .unavailable(reason: ErrorQueue.takeReason())
    }
    copenssl_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
    SSL_CTX_sess_set_new_cb(pointer, keepTicket)
  }
}
