import Foundation
import HearthClient
import HearthProtocol
import Support
import TestCertificates
import Testing

/// `hearthd serve` and `hearth` over TLS, as processes.
@Suite struct SecureServeTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates.shared.get() }

  @Test func aFamilyLivesBehindTLSAndARenewalDisturbsNobody() throws {
    let folder = try TemporaryFolder()
    let (certificate, key) = (folder.path + "/server.pem", folder.path + "/server.key")
    try copy(certificates.localhost, to: certificate, key)
    let server = try ServerProgram(data: folder.path + "/data", ["--tls-cert", certificate, "--tls-key", key])
    #expect(server.url.isSecure)
    let authorities = certificates.authority.certificate

    // The console keeps the authority with the credentials.
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", server.url.description, "--ca", authorities, "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
    try asha.run("add", "450.50", "Vegetables")

    let ravi = try HearthConnection(
      SyncConfiguration(credentials: .register(displayName: "Ravi")), server: server.url, authoritiesFile: authorities)
    _ = try ravi.open(within: .seconds(60))

    // Damaged files change nothing; good ones are for those who come.
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: certificate))
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "not reloaded")
    #expect(try subject(at: server.url) == "CN = localhost")
    try copy(certificates.renewed, to: certificate, key)
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "certificates reloaded")
    #expect(try subject(at: server.url) == "CN = renewed")
    _ = try ravi.send(.createGroup())
    try asha.run("add", "20", "Tea")
    #expect(try asha.balances().count == 1)

    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }

  @Test func aServerThatNobodyVouchesForIsNotSpokenTo() throws {
    let folder = try TemporaryFolder()
    let files = certificates.untrusted
    let server = try ServerProgram(data: folder.path, ["--tls-cert", files.certificate, "--tls-key", files.key])
    let result = try Program.run(
      "hearth", ["register", "--server", server.url.description, "--ca", certificates.authority.certificate, "--name", "Asha"],
      environment: ["HEARTH_HOME": folder.path + "/asha"])
    #expect(result.status == 2)
    #expect(result.errors.contains("comes from no trusted authority") && result.errors.contains("--ca FILE"), "\(result.errors)")
  }

  @Test func aCertificateForNobodyIsWarnedOfOnceByNameAndTheOthersAreNot() throws {
    let folder = try TemporaryFolder()
    let (named, nameless) = (certificates.localhost, certificates.nameless)
    let server = try ServerProgram(
      data: folder.path,
      ["--tls-cert", named.certificate, "--tls-key", named.key, "--tls-cert", nameless.certificate, "--tls-key", nameless.key])
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "certificates reloaded")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    // Once when they are read at the start, and once when they are read again.
    let warnings = server.program.errors.seen.filter { $0.contains("no subjectAltName") }
    #expect(warnings.count == 2 && warnings.allSatisfy { $0.contains(nameless.certificate) && $0.contains("-addext") }, "\(warnings)")
    #expect(!warnings.contains { $0.contains(named.certificate) })
  }

  @Test func filesThatCannotBeUsedAreNamedAndNothingIsServed() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "hearthd",
      ["serve", "--listen", "127.0.0.1:0", "--data", folder.path, "--tls-cert", "/nowhere.pem", "--tls-key", certificates.localhost.key])
    #expect(result.status != 0)
    #expect(result.errors.contains("/nowhere.pem"), "\(result.errors)")
  }

  @Test func aServerThatWantsCertificatesServesWhoHasAGoodOne() throws {
    let folder = try TemporaryFolder()
    let authorities = certificates.authority.certificate
    let options = [
      "--tls-cert", certificates.localhost.certificate, "--tls-key", certificates.localhost.key, "--tls-client-ca", authorities,
    ]
    let server = try ServerProgram(data: folder.path + "/strict", options + ["--log-level", "debug"])

    // The console keeps the certificate with the credentials.
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run(
      "register", "--server", server.url.description, "--ca", authorities, "--cert", certificates.client.certificate, "--key",
      certificates.client.key, "--name", "Asha")
    _ = try server.program.errors.next(containing: "CN=client sha256:")
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")

    // RFC 8446 §6.2: certificate_required, unknown_ca, certificate_expired, unsupported_certificate.
    let cases: [(TestCertificates.Files?, Int)] = [
      (nil, 116), (certificates.untrusted, 48), (certificates.expired, 45), (certificates.serverOnly, 43),
    ]
    for (files, alert) in cases {
      let certificate = files.map { ["--cert", $0.certificate, "--key", $0.key] } ?? []
      let result = try Program.run(
        "hearth", ["register", "--server", server.url.description, "--ca", authorities, "--name", "Ravi"] + certificate,
        environment: ["HEARTH_HOME": folder.path + "/ravi"])
      #expect(result.status == 2 && result.errors.contains("(alert \(alert))"), "\(result.errors)")
    }

    // Where it is optional, none is as good as a good one.
    let lenient = try ServerProgram(data: folder.path + "/lenient", options + ["--tls-client-cert", "optional"])
    let ravi = HearthProgram(name: "ravi", in: folder)
    try ravi.run("register", "--server", lenient.url.description, "--ca", authorities, "--name", "Ravi")
  }

  @Test func loadTestsTalkTLS() throws {
    let folder = try TemporaryFolder()
    let (files, authorities) = (certificates.localhost, certificates.authority.certificate)
    let load = [
      "load", "--spawn", Program.products + "/hearthd", "--data", folder.path + "/load",
      "--server-argument=--tls-cert=\(files.certificate)",
      "--server-argument=--tls-key=\(files.key)", "--rooms", "1", "--members", "3", "--rate", "60", "--seconds", "1",
    ]
    let result = try Program.run("hearth-load", load + ["--ca", authorities])
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    let distrustful = try Program.run("hearth-load", load + ["--ca", "/nowhere.pem"])
    #expect(distrustful.status == 2 && distrustful.errors.contains("/nowhere.pem"), "\(distrustful.errors)")

    let server = try ServerProgram(data: folder.path + "/family", ["--tls-cert", files.certificate, "--tls-key", files.key])
    let family = try Program.run(
      "hearth-load", ["family", "--server", server.url.description, "--ca", authorities, "--for", "1s"])
    #expect(family.status == 0, "\(family.errors)")
    let hostile = try Program.run(
      "hearth-load",
      ["hostile", "--server", server.url.description, "--ca", authorities, "--strings", "50", "--sessions", "50", "--members", "2"])
    #expect(hostile.status == 0, "\(hostile.output)\n\(hostile.errors)")
  }

  /// The name in the certificate that a new peer is shown.
  private func subject(at url: ServerURL) throws -> String? {
    let client = try Program(path: "/usr/bin/env", ["openssl", "s_client", "-connect", "\(url.host):\(url.port)"])
    _ = try client.status()
    return try client.output.all().split(separator: "\n").first { $0.hasPrefix("subject=") }.map { String($0.dropFirst(8)) }
  }

  private func copy(_ files: TestCertificates.Files, to certificate: String, _ key: String) throws {
    for (source, target) in [(files.certificate, certificate), (files.key, key)] {
      try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: target), options: .atomic)
    }
  }
}
