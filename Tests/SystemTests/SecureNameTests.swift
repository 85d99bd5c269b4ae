import Foundation
import Support
import TestCertificates
import Testing

/// What `hearthd serve` agrees to in the TLS handshake, asked by the openssl program.
@Suite struct SecureNameTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  /// What `openssl s_client` says of one handshake.
  private func handshake(_ server: ServerProgram, _ options: [String]) throws -> (status: Int32, lines: [Substring]) {
    let address = "\(server.url.host):\(server.url.port)"
    let client = try Program(path: "/usr/bin/env", ["openssl", "s_client", "-connect", address] + options)
    let status = try client.status()
    return (status, try (client.output.all() + "\n" + client.errors.all()).split(separator: "\n"))
  }

  @Test("SNI: each of two certificates is shown to whoever asks by its name, the first to everybody else")
  func names() throws {
    let folder = try TemporaryFolder()
    let (local, wildcard) = (certificates.localhost, certificates.wildcard)
    let server = try ServerProgram(
      data: folder.path,
      ["--tls-cert", local.certificate, "--tls-key", local.key, "--tls-cert", wildcard.certificate, "--tls-key", wildcard.key])
    for (options, name) in [
      (["-servername", "localhost"], "localhost"), (["-servername", "a.example.org"], "wildcard"),
      (["-servername", "B.Example.org"], "wildcard"),
      // No name of either: a wildcard stands for one label.
      (["-servername", "a.b.example.org"], "localhost"), (["-servername", "example.net"], "localhost"), (["-noservername"], "localhost"),
    ] {
      for version in ["-tls1_2", "-tls1_3"] {
        let lines = try handshake(server, [version] + options).lines
        #expect(lines.contains("subject=CN = \(name)"), "\(options) \(version): \(lines)")
      }
    }
  }

  @Test("ALPN: http/1.1 is selected where it is offered, nothing where nothing is, and nobody is served anything else")
  func applicationProtocols() throws {
    let folder = try TemporaryFolder()
    let files = certificates.localhost
    let server = try ServerProgram(data: folder.path, ["--tls-cert", files.certificate, "--tls-key", files.key])
    for version in ["-tls1_2", "-tls1_3"] {
      for offer in ["http/1.1", "h2,http/1.1", "http/1.1,h2"] {
        let (status, lines) = try handshake(server, [version, "-alpn", offer])
        #expect(status == 0 && lines.contains("ALPN protocol: http/1.1"), "\(offer) \(version): \(lines)")
      }
      let (status, lines) = try handshake(server, [version])
      #expect(status == 0 && lines.contains("No ALPN negotiated"), "\(version): \(lines)")
      // RFC 7301 §3.2: the alert no_application_protocol, 120.
      let refused = try handshake(server, [version, "-alpn", "h2"])
      #expect(refused.status != 0 && refused.lines.contains { $0.contains("alert number 120") }, "\(version): \(refused.lines)")
    }
  }
}
