import COpenSSL
import Support
import TestCertificates
import Testing

@testable import TLS

struct TLSRefusalTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  // MARK: - What a client refuses

  @Test func theServersCertificateIsChecked() throws {
    let expected: [(TestCertificates.Files, String, TLSFailure?)] = [
      (certificates.localhost, "localhost", nil),
      (certificates.localhost, "127.0.0.1", nil),
      (certificates.localhost, "::1", nil),
      (certificates.wildcard, "a.example.org", nil),
      (certificates.localhost, "127.0.0.2", .nameMismatch(expected: "127.0.0.2")),
      (certificates.localhost, "example.org", .nameMismatch(expected: "example.org")),
      (certificates.wildcard, "a.b.example.org", .nameMismatch(expected: "a.b.example.org")),
      (certificates.expired, "localhost", .certificateExpired),
      (certificates.untrusted, "localhost", .authorityUnknown),
      (certificates.stranger, "stranger", .authorityUnknown),
      // RFC 9525 §2: a common name is no name. The control differs in nothing but the subjectAltName.
      (certificates.nameless, "localhost", .certificateNameless(expected: "localhost")),
      (certificates.nameless, "127.0.0.1", .certificateNameless(expected: "127.0.0.1")),
      (certificates.serverOnly, "localhost", nil),
      (certificates.serverOnly, "127.0.0.1", nil),
    ]
    for (files, name, failure) in expected {
      var pair = try Pair(makeServer(files), makeDestination(name))
      do {
        try pair.settle()
        #expect(failure == nil, "\(name) was accepted")
      } catch {
        #expect(error as? TLSFailure == failure, "\(name): \(error)")
        // The server learns why (RFC 8446 §6.2).
        #expect(throws: TLSFailure.self) { try pair.deliverToServer() }
      }
      #expect(pair.client.isEstablished == (failure == nil))
    }
  }

  @Test func aCertificateThatIsForNobodyIsToldFromOneForSomebodyElse() {
    #expect(TLSFailure.nameMismatch(expected: "localhost").description == "The other side's certificate is not for localhost.")
    #expect(
      TLSFailure.certificateNameless(expected: "localhost").description
        == "The other side's certificate has no subjectAltName, which would have to name localhost; a common name does not count.")
  }

  @Test func theSystemDoesNotTrustTheTestsAuthority() throws {
    var pair = try Pair(makeServer(certificates.localhost), TLSDestination(TLSContext(client: TLSClientConfiguration()), name: "localhost"))
    #expect(throws: TLSFailure.authorityUnknown) { try pair.settle() }
    #expect(throws: TLSFailure.refusedByPeer(alert: 48, reason: "unknown CA")) { try pair.deliverToServer() }
  }

  @Test(arguments: ["", "a\0b"]) func whatIsNoNameIsConnectedToNever(_ name: String) throws {
    let destination = try makeDestination(name)
    let wire = try TLSWire()
    #expect(throws: TLSFailure.self) { _ = try TLSConnection(to: destination, wire: wire) }
    #expect(wire.output.isEmpty)
  }

  @Test func anHTTPServerIsRefusedByTheClient() throws {
    let wire = try TLSWire()
    var client = try TLSConnection(to: makeDestination(), wire: wire)
    #expect(throws: TLSFailure.notTLS) { try client.receive("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) }
  }

  // MARK: - What a server refuses

  /// A ClientHello without extensions (RFC 5246 §7.4.1.2), of an old version.
  private static func hello(minor: UInt8) -> [UInt8] {
    let body: [UInt8] = [3, minor] + [UInt8](repeating: 7, count: 32) + [0, 0, 4, 0xC0, 0x09, 0x00, 0x2F, 1, 0]
    return [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
  }

  @Test("S7: TLS 1.0 and 1.1 get the alert for it", arguments: [1, 2] as [UInt8]) func oldVersionsGetTheAlertForIt(_ minor: UInt8) throws {
    let wire = try TLSWire()
    var server = try TLSConnection(accepting: makeServer(certificates.localhost), wire: wire)
    #expect(throws: TLSFailure.versionTooOld) { try server.receive(Self.hello(minor: minor)) }
    // RFC 8446 §6.2: fatal, protocol_version.
    #expect(wire.take() == [21, 3, minor, 0, 2, 2, 70])
  }

  @Test func plainHTTPGetsNoAnswer() throws {
    let wire = try TLSWire()
    var server = try TLSConnection(accepting: makeServer(certificates.localhost), wire: wire)
    #expect(throws: TLSFailure.notTLS) { try server.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8) }
    #expect(wire.output.isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func garbageEndsInAFailure(_ seed: UInt64) throws {
    let wire = try TLSWire()
    var server = try TLSConnection(accepting: makeServer(certificates.localhost), wire: wire)
    var random = SeededGenerator(seed: seed)
    var bytes = (0..<(64 << 10)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    // Half of it begins like a handshake record.
    if seed % 2 == 0 { bytes.replaceSubrange(0..<6, with: [22, 3, 1, 0x10, 0, 1]) }
    #expect(throws: TLSFailure.self, "seed \(seed)") { try server.receive(bytes) }
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func aChangedByteIsNeverTakenForData(_ seed: UInt64) throws {
    var pair = try Pair(makeServer(certificates.localhost), makeDestination())
    try pair.settle()
    try pair.client.send(Array("hello".utf8))
    var random = SeededGenerator(seed: seed)
    var bytes = pair.clientWire.take()
    bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(random.next() % 255) + 1
    do {
      let received = try pair.server.receive(bytes)
      // A length made larger waits for more.
      #expect(received.isEmpty, "seed \(seed)")
    } catch {
      #expect(pair.serverWire.output.isEmpty == false, "seed \(seed)")
    }
  }

  @Test func anEndlessHelloIsRefused() throws {
    let wire = try TLSWire()
    var server = try TLSConnection(accepting: makeServer(certificates.localhost), wire: wire)
    // A ClientHello that claims 100,000 bytes, in records of 16 KiB.
    let record: [UInt8] = [22, 3, 1, 0x40, 0]
    let header: [UInt8] = [1, 0x01, 0x86, 0xA0]
    let body = [UInt8](repeating: 0, count: 16 << 10)
    #expect(throws: TLSFailure.handshakeTooLong) {
      _ = try server.receive(record + header + body.dropFirst(4))
      for _ in 0..<5 { _ = try server.receive(record + body) }
    }
  }

  @Test func aHandshakeIsTakenUpToItsLimitAndNotAByteMore() throws {
    let most = TLSConnection.handshakeBytesMax
    // A ClientHello longer than that, in records of up to 16 KiB (RFC 8446 §5.1); OpenSSL takes up to 128 KiB of one.
    let length = most + 1
    let hello: [UInt8] = [1, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)] + [UInt8](repeating: 0, count: length)
    let stream = stride(from: 0, to: hello.count, by: 16 << 10).flatMap { start -> [UInt8] in
      let record = hello[start..<min(start + 16 << 10, hello.count)]
      return [22, 3, 1, UInt8(record.count >> 8), UInt8(record.count & 255)] + record
    }
    let wire = try TLSWire()
    var server = try TLSConnection(accepting: makeServer(certificates.localhost), wire: wire)
    for start in stride(from: 0, to: most, by: 1_000) {
      #expect(try server.receive(stream[start..<min(start + 1_000, most)]) == [])
    }
    #expect(throws: TLSFailure.handshakeTooLong) { try server.receive(stream[most...most]) }
  }

  // RFC 7301 §3.2.
  @Test func http11IsSelectedWhereItIsOfferedAndNothingWhereNothingIs() throws {
    let (http11, others) = (Array("\u{8}http/1.1".utf8), Array("\u{2}h2\u{8}http/1.0".utf8))
    let expected: [(offer: [UInt8], selected: String?)] = [
      (http11, "http/1.1"), (others + http11, "http/1.1"), (http11 + others, "http/1.1"), ([], nil),
    ]
    for (offer, selected) in expected {
      let destination = try makeDestination()
      SSL_CTX_set_alpn_protos(destination.context.first, offer, UInt32(offer.count))
      var pair = try Pair(makeServer(certificates.localhost), destination)
      try pair.settle()
      #expect(pair.client.isEstablished && pair.server.isEstablished)
      for ssl in [pair.client.ssl, pair.server.ssl] {
        // Safety: the name belongs to the connection, which outlives the look at it.
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        #expect(name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) } == selected)
      }
    }
    // Of itself the client offers it.
    var pair = try Pair(makeServer(certificates.localhost), makeDestination())
    try pair.settle()
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(pair.server.ssl, &name, &count)
    #expect(count == 8)
  }

  @Test func otherProtocolsThanHTTPAreRefused() throws {
    let destination = try makeDestination()
    let offer = [UInt8(2)] + Array("h2".utf8)
    SSL_CTX_set_alpn_protos(destination.context.first, offer, UInt32(offer.count))
    var pair = try Pair(makeServer(certificates.localhost), destination)
    #expect(throws: TLSFailure.noCommonApplicationProtocol) { try pair.deliverToServer() }
    #expect(throws: TLSFailure.refusedByPeer(alert: 120, reason: "no application protocol")) { try pair.deliverToClient() }
  }

  // MARK: - What an operator gets wrong

  @Test func filesThatCannotBeUsedAreNamed() throws {
    let garbage = try certificates.write("no certificate", to: "garbage.pem")
    let good = certificates.localhost
    func failure(_ certificate: String, _ key: String) -> TLSFailure? {
      do {
        _ = try TLSContext(server: TLSServerConfiguration(identities: [TLSIdentity(certificateFile: certificate, keyFile: key)]))
        return nil
      } catch { return error }
    }
    #expect(failure(good.certificate, good.key) == nil)
    for (certificate, key, file) in [
      (garbage, good.key, garbage), ("/nowhere", good.key, "/nowhere"), (good.certificate, garbage, garbage),
      (good.certificate, certificates.renewed.key, certificates.renewed.key),
    ] {
      switch failure(certificate, key) {
      case .certificateUnusable(file, let reason), .keyUnusable(file, let reason): #expect(!reason.isEmpty)
      case let other: Issue.record("\(String(describing: other)) for \(file)")
      }
    }
    #expect(throws: TLSFailure.self) { _ = try TLSContext(client: TLSClientConfiguration(authoritiesFile: garbage)) }
  }
}
