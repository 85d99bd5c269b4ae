import Foundation
import Glibc

/// Certificates made anew for a test run by the openssl program, in a temporary folder: elliptic curve P-256, but for
/// `rsa`.
///
/// Leaves are signed by `authority` unless they are called otherwise.
public final class TestCertificates: Sendable {
  /// A certificate and its key.
  public struct Files: Sendable {
    /// The PEM file with the certificate.
    public let certificate: String
    /// The PEM file with the private key.
    public let key: String
  }

  /// Those of this process, removed when it ends.
  public static let shared: Result<TestCertificates, any Error> = Result {
    let made = try TestCertificates()
    atexit { if case .success(let made) = shared { try? FileManager.default.removeItem(atPath: made.folder) } }
    return made
  }

  /// Signs the others, and is trusted where a test says so.
  public let authority: Files
  /// An authority that nobody trusts.
  public let stranger: Files
  /// For `localhost`, 127.0.0.1 and ::1.
  public let localhost: Files
  /// For `localhost` as well, with another key: what a renewal gives.
  public let renewed: Files
  /// For `*.example.org`.
  public let wildcard: Files
  /// For `localhost`, and out of date.
  public let expired: Files
  /// For `localhost`, signed by the stranger.
  public let untrusted: Files
  /// For a person's program, of which the certificate says that it is for clients.
  public let client: Files
  /// From the authority as well, for `localhost`, but for servers only.
  public let serverOnly: Files
  /// For `localhost`, with an RSA key.
  public let rsa: Files
  /// From the authority, with the common name `localhost` and no other: what nobody takes for a name any more.
  public let nameless: Files
  /// For a client whose name tries to write over a terminal.
  public let oddlyNamed: Files
  private let folder: String

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("certificates-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.folder = folder
    let local = "DNS:localhost,IP:127.0.0.1,IP:::1"
    authority = try Self.makeAuthority(folder, "authority")
    stranger = try Self.makeAuthority(folder, "stranger")
    localhost = try Self.makeLeaf(folder, "localhost", local, signer: authority)
    renewed = try Self.makeLeaf(folder, "renewed", local, signer: authority)
    wildcard = try Self.makeLeaf(folder, "wildcard", "DNS:*.example.org", signer: authority)
    expired = try Self.makeLeaf(folder, "expired", local, signer: authority, days: -1)
    untrusted = try Self.makeLeaf(folder, "untrusted", local, signer: stranger)
    client = try Self.makeLeaf(folder, "client", "DNS:client", signer: authority, usage: "clientAuth")
    oddlyNamed = try Self.makeLeaf(folder, "odd", "DNS:client", signer: authority, subject: "आशा, x\n\u{1B}[31mred")
    rsa = try Self.makeLeaf(folder, "rsa", local, signer: authority, key: ["-newkey", "rsa:2048", "-nodes"])
    serverOnly = try Self.makeLeaf(folder, "server-only", local, signer: authority, usage: "serverAuth")
    nameless = try Self.makeLeaf(folder, "nameless", nil, signer: authority, usage: "serverAuth", subject: "localhost")
  }

  /// A certificate for one name, as a node has it, signed by the authority unless another is named.
  public func node(_ name: String, signer: Files? = nil) throws -> Files {
    try Self.makeLeaf(folder, "node-\(name)-\(UUID().uuidString)", "DNS:\(name)", signer: signer ?? authority)
  }

  /// Writes a file beside the certificates.
  public func write(_ text: String, to name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  private static func makeAuthority(_ folder: String, _ name: String) throws -> Files {
    let files = Files(certificate: "\(folder)/\(name).pem", key: "\(folder)/\(name).key")
    try run(["req", "-x509", "-subj", "/CN=\(name)", "-days", "2", "-keyout", files.key, "-out", files.certificate] + newKey)
    return files
  }

  private static func makeLeaf(
    _ folder: String, _ name: String, _ names: String?, signer: Files, days: Int = 1, usage: String? = nil, subject: String? = nil,
    key: [String] = newKey
  ) throws -> Files {
    let files = Files(certificate: "\(folder)/\(name).pem", key: "\(folder)/\(name).key")
    let request = "\(folder)/\(name).csr"
    try run(
      ["req", "-new", "-utf8", "-subj", "/CN=\(subject ?? name)", "-keyout", files.key, "-out", request]
        + (names.map { ["-addext", "subjectAltName=\($0)"] } ?? []) + (usage.map { ["-addext", "extendedKeyUsage=\($0)"] } ?? []) + key)
    try run([
      "x509", "-req", "-in", request, "-CA", signer.certificate, "-CAkey", signer.key, "-CAcreateserial", "-days", "\(days)",
      "-copy_extensions", "copyall", "-out", files.certificate,
    ])
    return files
  }

  private struct ProgramFailed: Error {
    let arguments: [String]
    let status: Int32
  }

  private static func run(_ arguments: [String]) throws {
    var words = (["openssl"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for fd in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_WRONLY, 0) }
    var child = pid_t()
    var status: Int32 = posix_spawnp(&child, "openssl", &actions, nil, &words, environ)
    if status == 0 {
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
    guard status == 0 else { throw ProgramFailed(arguments: arguments, status: status) }
  }
}
