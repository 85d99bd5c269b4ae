import Foundation
import Support
import TestCertificates
import TestPostgres
import Testing

/// `hearthd --store` over TCP: a server that takes TLS with a password alone.
@Suite(.serialized) struct DatabaseSecureTests {
  @Test("Over TCP the database shows a certificate of the authority for its name; the password is in a passfile or a credential")
  func secure() throws {
    let certificates = try TestCertificates.shared.get()
    let port = try PostgresServer.freePort()
    let postgres = try PostgresServer(port: port)
    defer { postgres.stop() }
    try postgres.secure(certificate: certificates.localhost.certificate, key: certificates.localhost.key, password: "letmein")
    let folder = try TemporaryFolder()
    let (home, credentials) = (folder.path + "/home", folder.path + "/credentials")
    for made in [home, credentials] { try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: false) }
    let passfile = folder.path + "/passfile"
    for file in [passfile, credentials + "/pgpass"] {
      try "*:*:*:hearth:letmein\n".write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    let services = folder.path + "/services"
    try "[db]\nhost=localhost\nport=\(port)\nuser=hearth\ndbname=postgres\nsslmode=disable\n"
      .write(toFile: services, atomically: true, encoding: .utf8)
    func complaint(_ address: String, _ environment: [String: String] = [:]) throws -> String {
      let result = try Program.run(
        "hearthd", ["verify", "--store", address], environment: ["HOME": home, "PGSERVICEFILE": services].merging(environment) { $1 })
      #expect(result.status != 0 && !result.errors.contains("letmein"), "\(result)")
      return result.errors
    }
    let there = "port=\(port) user=hearth dbname=postgres"
    let (root, pass) = (" sslrootcert=\(certificates.authority.certificate)", " passfile=\(passfile)")
    // The database is reached, and is empty.
    let reached = "no tables of Hearth"
    #expect(try complaint("host=localhost \(there)\(root)\(pass)").contains(reached))
    #expect(try complaint("host=localhost \(there)\(root)", ["CREDENTIALS_DIRECTORY": credentials]).contains(reached))
    for (address, cause) in [
      ("host=localhost \(there)\(root)", "no password supplied"),
      ("host=elsewhere.example hostaddr=127.0.0.1 \(there)\(root)\(pass)", "does not match host name"),
      ("host=localhost \(there) sslrootcert=\(certificates.stranger.certificate)\(pass)", "certificate verify failed"),
      ("host=localhost \(there)\(pass)", "root certificate file"),
      // What a service says of sslmode does not count.
      ("service=db\(pass)", "root certificate file"),
    ] {
      let complaint = try complaint(address)
      #expect(complaint.contains(cause), "\(address): \(complaint)")
    }
  }
}
