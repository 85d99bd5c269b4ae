import Foundation
import HearthClient
import HearthProtocol
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
    try copy(certificates.renewed, to: certificate, key)
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "certificates reloaded")
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
    #expect(result.errors.contains("comes from no trusted authority"), "\(result.errors)")
  }

  @Test func filesThatCannotBeUsedAreNamedAndNothingIsServed() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "hearthd",
      ["serve", "--listen", "127.0.0.1:0", "--data", folder.path, "--tls-cert", "/nowhere.pem", "--tls-key", certificates.localhost.key])
    #expect(result.status != 0)
    #expect(result.errors.contains("/nowhere.pem"), "\(result.errors)")
  }

  private func copy(_ files: TestCertificates.Files, to certificate: String, _ key: String) throws {
    for (source, target) in [(files.certificate, certificate), (files.key, key)] {
      try Data(contentsOf: URL(fileURLWithPath: source)).write(to: URL(fileURLWithPath: target), options: .atomic)
    }
  }
}
