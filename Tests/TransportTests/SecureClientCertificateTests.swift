import TLS
import TestCertificates
import Testing

@testable import Transport

/// A listener that asks for certificates, and what its handler learns.
@Suite(.serialized) struct SecureClientCertificateTests {
  private let security: Security

  init() throws { security = try Security() }

  private func makeRig(_ wish: TLSServerConfiguration.ClientCertificates) throws -> Rig {
    let files = security.certificates.localhost
    let identity = TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
    let context = try TLSContext(server: TLSServerConfiguration(identities: [identity], clientCertificates: wish))
    return try Rig(.echo, tls: TLSContextHolder(context))
  }

  private var authorities: String { security.certificates.authority.certificate }

  @Test func theHandlerLearnsWhoItIs() throws {
    let rig = try makeRig(.required(authoritiesFile: authorities))
    defer { rig.stop() }
    let destination = try security.destination(showing: security.certificates.client)
    // The second one resumes, and is known all the same.
    for round in 0..<2 {
      let client = try SecureClient(rig.address, to: destination)
      #expect(try client.shakeHands())
      #expect(try client.send([1]))
      #expect(try client.receive(1) == [1])
      #expect(client.isResumed == (round == 1))
      let connection = try #require(rig.mailbox.takeOpened())
      let shown = try #require(rig.onLoop { $0.peerCertificate(of: connection) } ?? nil)
      #expect(shown.subject == "CN=client" && shown.fingerprint.count == 32)
      client.socket.endOutput()
      #expect(rig.mailbox.take { $0 == .closed(connection, .peerClosed) } != nil)
      #expect(rig.onLoop { $0.peerCertificate(of: connection) } == .some(nil))
    }
  }

  @Test func whoShowsNoneIsNobody() throws {
    let rig = try makeRig(.optional(authoritiesFile: authorities))
    defer { rig.stop() }
    _ = try security.connect(rig)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(rig.onLoop { $0.peerCertificate(of: connection) } == .some(nil))
    let plain = try Rig()
    defer { plain.stop() }
    let socket = try BlockingClient(plain.address)
    let unsecured = try #require(plain.mailbox.takeOpened())
    #expect(plain.onLoop { $0.peerCertificate(of: unsecured) } == .some(nil))
    socket.endOutput()
  }

  /// The alert arrives although the client has sent more than was read (RFC 8446 §6.2).
  @Test func refusalsReachTheClientAndNotTheHandler() throws {
    let certificates = security.certificates
    let cases: [(TestCertificates.Files?, TLSFailure, UInt8)] = [
      (nil, .certificateMissing, 116), (certificates.untrusted, .authorityUnknown, 48), (certificates.expired, .certificateExpired, 45),
    ]
    let rig = try makeRig(.required(authoritiesFile: authorities))
    defer { rig.stop() }
    for (files, failure, alert) in cases {
      let client = try SecureClient(rig.address, to: security.destination(showing: files))
      // To the client the handshake is complete before the server has seen the certificate.
      #expect(try client.shakeHands(holdingBack: true))
      try client.encrypt([UInt8](repeating: 1, count: 30_000))
      #expect(client.flush())
      do {
        _ = try client.receive(1)
        Issue.record("alert \(alert) was expected")
      } catch TLSFailure.refusedByPeer(let got, _) {
        #expect(got == alert)
      }
      #expect(rig.mailbox.take() == .handshakeFailed(.tlsFailed(failure)))
    }
  }
}
