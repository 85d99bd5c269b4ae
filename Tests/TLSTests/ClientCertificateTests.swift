import COpenSSL
import TestCertificates
import Testing

@testable import TLS

/// Servers that ask clients for certificates.
struct ClientCertificateTests {
  typealias Wish = TLSServerConfiguration.ClientCertificates

  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  private func makeServer(_ wish: Wish) throws -> TLSContext {
    try TLSContext(server: TLSServerConfiguration(identities: [certificates.localhost.identity], clientCertificates: wish))
  }

  private func makeDestination(_ files: TestCertificates.Files?, _ version: Int32 = TLS1_3_VERSION) throws -> TLSDestination {
    let context = try TLSContext(
      client: TLSClientConfiguration(authoritiesFile: certificates.authority.certificate, identity: files?.identity))
    SSL_CTX_ctrl(context.first, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
    return TLSDestination(context, name: "localhost")
  }

  private var needed: Wish { .required(authoritiesFile: certificates.authority.certificate) }
  private var wished: Wish { .optional(authoritiesFile: certificates.authority.certificate) }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func aGoodOneIsKnownToTheServer(_ version: Int32) throws {
    for wish in [needed, wished] {
      var pair = try Pair(makeServer(wish), makeDestination(certificates.client, version))
      #expect(pair.server.peerCertificate == nil)
      try pair.settle()
      let certificate = pair.server.peerCertificate
      let shown = try #require(certificate)
      #expect(shown.subject == "CN=client")
      #expect(shown.fingerprint == fingerprint(certificates.client))
      #expect(shown.description.hasPrefix("CN=client sha256:") && shown.description.utf8.count == 81)
      #expect(pair.client.peerCertificate?.subject == "CN=localhost")
    }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func withoutOneNobodyIsKnown(_ version: Int32) throws {
    for wish in [wished, .unwanted] {
      var pair = try Pair(makeServer(wish), makeDestination(nil, version))
      try pair.settle()
      #expect(pair.server.isEstablished && pair.server.peerCertificate == nil)
    }
    // Who is not asked shows nothing.
    var pair = try Pair(makeServer(.unwanted), makeDestination(certificates.client, version))
    try pair.settle()
    #expect(pair.server.isEstablished && pair.server.peerCertificate == nil)
  }

  /// A refusal, and the alert that tells the client (RFC 5246 §7.2.2, RFC 8446 §6.2).
  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func othersAreRefusedInTheHandshake(_ version: Int32) throws {
    // certificate_required came with TLS 1.3; before, it was handshake_failure.
    let missing: UInt8 = version == TLS1_3_VERSION ? 116 : 40
    let cases: [(Wish, TestCertificates.Files?, TLSFailure, UInt8)] = [
      (needed, nil, .certificateMissing, missing),
      (needed, certificates.untrusted, .authorityUnknown, 48), (wished, certificates.untrusted, .authorityUnknown, 48),
      (needed, certificates.expired, .certificateExpired, 45), (wished, certificates.expired, .certificateExpired, 45),
      (needed, certificates.serverOnly, .certificateRefused(reason: "unsuitable certificate purpose"), 43),
    ]
    for (wish, files, failure, alert) in cases {
      var pair = try Pair(makeServer(wish), makeDestination(files, version))
      do {
        try pair.settle()
        Issue.record("\(failure) was expected")
      } catch {
        #expect(error as? TLSFailure == failure)
      }
      #expect(!pair.server.isEstablished && pair.server.peerCertificate == nil)
      do {
        try pair.deliverToClient()
        Issue.record("alert \(alert) was expected")
      } catch {
        guard case .refusedByPeer(alert, _)? = error as? TLSFailure else {
          Issue.record("\(error) instead of alert \(alert)")
          continue
        }
      }
    }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func aResumedConnectionKnowsTheClient(_ version: Int32) throws {
    let server = try makeServer(needed)
    let destination = try makeDestination(certificates.client, version)
    for round in 0..<3 {
      var pair = try Pair(server, destination)
      try pair.settle()
      #expect(pair.server.isResumed == (round > 0))
      #expect(pair.server.peerCertificate?.fingerprint == fingerprint(certificates.client))
    }
    // Another server, another reload: whoever was verified there is verified again here.
    var pair = try Pair(makeServer(needed), destination)
    try pair.settle()
    #expect(!pair.server.isResumed && pair.server.peerCertificate != nil)
  }

  /// Otherwise one ticket after the other would keep a certificate alive for ever.
  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func aCertificateThatHasRunOutIsNotResumed(_ version: Int32) throws {
    for (files, isResumed) in [(certificates.client, true), (certificates.expired, false)] {
      let server = try makeServer(needed)
      // As if the first handshake had been in time.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(server.first), UInt(X509_V_FLAG_NO_CHECK_TIME))
      let destination = try makeDestination(files, version)
      for round in 0..<2 {
        var pair = try Pair(server, destination)
        try pair.settle()
        #expect(pair.server.isResumed == (round == 1 && isResumed))
      }
    }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func aServersCertificateThatHasRunOutIsNotResumedEither(_ version: Int32) throws {
    for (files, isResumed) in [(certificates.localhost, true), (certificates.expired, false)] {
      let server = try TLSContext(server: TLSServerConfiguration(identities: [files.identity]))
      let destination = try makeDestination(nil, version)
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(destination.context.first), UInt(X509_V_FLAG_NO_CHECK_TIME))
      for round in 0..<2 {
        var pair = try Pair(server, destination)
        try pair.settle()
        #expect(pair.client.isResumed == (round == 1 && isResumed))
      }
    }
  }

  /// What somebody had signed goes into logs.
  @Test func aSubjectIsPlainText() throws {
    var pair = try Pair(makeServer(needed), makeDestination(certificates.oddlyNamed))
    try pair.settle()
    let subject = pair.server.peerCertificate?.subject
    #expect(subject == #"CN=\E0\A4\86\E0\A4\B6\E0\A4\BE\, x\0A\1B[31mred"#)
  }

  @Test func authoritiesThatCannotBeReadAreNamed() throws {
    #expect(throws: TLSFailure.self) { _ = try makeServer(.required(authoritiesFile: "/nowhere")) }
    do {
      _ = try makeServer(.optional(authoritiesFile: certificates.client.key))
    } catch TLSFailure.authoritiesUnusable(let file, _) {
      #expect(file == certificates.client.key)
    }
  }

  private func fingerprint(_ files: TestCertificates.Files) -> [UInt8] {
    let bio = BIO_new_file(files.certificate, "r")
    let certificate = PEM_read_bio_X509(bio, nil, nil, nil)
    defer {
      X509_free(certificate)
      BIO_free(bio)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    X509_digest(certificate, EVP_sha256(), &digest, nil)
    return digest
  }
}
