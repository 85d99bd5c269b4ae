import COpenSSL
import TestCertificates
import Testing

@testable import TLS

/// What a scanner would list of the server, looked for by OpenSSL's own client, which here offers all that it can.
struct ScanTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  /// One end of OpenSSL's own, without any of the house's settings. It verifies nobody.
  private final class End {
    // Safety: owned here alone and freed in `deinit`; the BIOs belong to the connection.
    let context: OpaquePointer
    let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer

    init(_ method: OpaquePointer?, _ configure: (OpaquePointer) -> Bool) throws {
      guard let context = SSL_CTX_new(method) else { throw TLSFailure.unavailable(reason: "no context") }
      // The level at which nothing is too weak.
      SSL_CTX_set_security_level(context, 0)
      guard configure(context), let ssl = SSL_new(context), let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem()) else {
        SSL_CTX_free(context)
        throw TLSFailure.unavailable(reason: "OpenSSL does not know what is to be offered")
      }
      (self.context, self.ssl, self.input, self.output) = (context, ssl, input, output)
      SSL_set_bio(ssl, input, output)
    }

    deinit {
      SSL_free(ssl)
      SSL_CTX_free(context)
    }

    /// Takes what the other has said and goes on with the handshake.
    ///
    /// - Returns: what is to be said.
    func advance(_ bytes: [UInt8] = []) -> [UInt8] {
      ERR_clear_error()
      if !bytes.isEmpty { BIO_write(input, bytes, Int32(bytes.count)) }
      SSL_do_handshake(ssl)
      let count = BIO_ctrl_pending(output)
      guard count > 0 else { return [] }
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(count))))
      }
    }

    /// What was agreed; nil when nothing was.
    var agreed: Agreed? {
      guard SSL_is_init_finished(ssl) == 1, let suite = SSL_get_current_cipher(ssl) else { return nil }
      return Agreed(version: String(cString: SSL_get_version(ssl)), suite: String(cString: SSL_CIPHER_get_name(suite)))
    }

    /// The names of the suites that are offered.
    var suites: [String] {
      let stack = SSL_CTX_get_ciphers(context)
      return (0..<max(0, OPENSSL_sk_num(stack))).compactMap { index in
        OPENSSL_sk_value(stack, index).map { String(cString: SSL_CIPHER_get_name(OpaquePointer($0))) }
      }
    }
  }

  private struct Agreed: Hashable {
    var version: String
    var suite: String
  }

  /// What a client offers.
  private struct Offer {
    var oldest = TLS1_VERSION
    var newest = TLS1_3_VERSION
    /// Of up to TLS 1.2.
    var suites = "ALL:COMPLEMENTOFALL"
    /// Of TLS 1.3.
    var newSuites =
      "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256"
    var curves: String?

    func client() throws -> End {
      let end = try End(TLS_client_method()) { context in
        // SSL_CTRL_SET_MIN_PROTO_VERSION and SSL_CTRL_SET_MAX_PROTO_VERSION, macros that Swift does not see.
        SSL_CTX_ctrl(context, 123, Int(oldest), nil) == 1 && SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(newest), nil) == 1
          && SSL_CTX_set_cipher_list(context, suites) == 1 && SSL_CTX_set_ciphersuites(context, newSuites) == 1
          && (curves.map { copenssl_set_curves(context, $0) == 1 } ?? true)
      }
      SSL_set_connect_state(end.ssl)
      return end
    }
  }

  /// The server as it is.
  private func house(_ files: TestCertificates.Files) throws -> (End) throws -> Agreed? {
    let context = try makeServer(files)
    return { client in
      let wire = try TLSWire()
      var server = try TLSConnection(accepting: context, wire: wire)
      var bytes = client.advance()
      while !bytes.isEmpty {
        // A peer that is refused is told by an alert.
        _ = try? server.receive(bytes)
        bytes = client.advance(wire.take())
      }
      return server.isEstablished ? client.agreed : nil
    }
  }

  /// A server that takes everything that OpenSSL has.
  private func lenient(_ files: TestCertificates.Files) throws -> (End) throws -> Agreed? {
    { client in
      let server = try End(TLS_server_method()) { context in
        SSL_CTX_ctrl(context, 123, Int(TLS1_VERSION), nil) == 1 && SSL_CTX_set_cipher_list(context, "ALL:COMPLEMENTOFALL") == 1
          && SSL_CTX_use_certificate_chain_file(context, files.certificate) == 1
          && SSL_CTX_use_PrivateKey_file(context, files.key, SSL_FILETYPE_PEM) == 1
      }
      SSL_set_accept_state(server.ssl)
      var bytes = client.advance()
      while !bytes.isEmpty { bytes = client.advance(server.advance(bytes)) }
      return client.agreed
    }
  }

  /// All that the server agrees to, suite by suite.
  private func scan(_ server: (End) throws -> Agreed?) throws -> Set<Agreed> {
    var found: Set<Agreed> = []
    let older = try Offer().client().suites.filter { !$0.hasPrefix("TLS_") }
    #expect(older.count > 60, "what OpenSSL has: \(older)")
    for version in [TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION] {
      for suite in older {
        // Some suites are of TLS 1.2 only; then there is nothing to offer.
        let client = try? Offer(oldest: version, newest: version, suites: suite).client()
        if let client, let agreed = try server(client) { found.insert(agreed) }
      }
    }
    for suite in Offer().newSuites.split(separator: ":") {
      if let agreed = try server(Offer(oldest: TLS1_3_VERSION, newSuites: String(suite)).client()) { found.insert(agreed) }
    }
    return found
  }

  @Test(
    "S7: of all versions and suites that OpenSSL has the server speaks TLS 1.2 and 1.3 with forward secrecy and GCM or ChaCha20, and no other"
  )
  func suites() throws {
    let new = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"].map {
      Agreed(version: "TLSv1.3", suite: $0)
    }
    for (files, kind) in [(certificates.localhost, "ECDSA"), (certificates.rsa, "RSA")] {
      let old = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].map {
        Agreed(version: "TLSv1.2", suite: "ECDHE-\(kind)-\($0)")
      }
      #expect(try scan(house(files)) == Set(new + old))
      // The control: at a server that takes more, more is found.
      let control = try scan(lenient(files))
      #expect(control.isStrictSuperset(of: new + old))
      #expect(Set(control.map(\.version)) == ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] && control.contains { $0.suite.hasSuffix("-SHA") })
    }
  }

  @Test("S7: a client that can speaks TLS 1.3, in the server's curves alone, and without compression")
  func preferences() throws {
    for files in [certificates.localhost, certificates.rsa] {
      let server = try house(files)
      let client = try Offer().client()
      #expect(try server(client) == Agreed(version: "TLSv1.3", suite: "TLS_AES_128_GCM_SHA256"))
      #expect(SSL_get_current_compression(client.ssl) == nil)
      let older = try Offer(newest: TLS1_2_VERSION, suites: "ECDHE+AES256:ECDHE+AESGCM").client()
      // The server chooses among suites, none of which is weaker than the others: the one that costs it least.
      #expect(try server(older)?.suite.hasSuffix("-AES128-GCM-SHA256") == true)
      // SSL_CTRL_GET_RI_SUPPORT and SSL_CTRL_GET_EXTMS_SUPPORT (RFC 5746, RFC 7627).
      #expect(SSL_ctrl(older.ssl, 76, 0, nil) == 1 && SSL_ctrl(older.ssl, 122, 0, nil) == 1)
      for (curve, isSpoken) in [
        ("X25519", true), ("P-256", true), ("P-384", true), ("P-521", false), ("X448", false), ("ffdhe2048", false),
      ] {
        #expect(try (server(Offer(oldest: TLS1_3_VERSION, curves: curve).client()) != nil) == isSpoken, "\(curve)")
      }
    }
  }
}
