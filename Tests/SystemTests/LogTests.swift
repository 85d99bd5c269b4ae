import Foundation
import TestIssuer
import Testing

/// What `hearthd serve` writes about those who talk to it.
@Suite struct LogTests {
  /// Sends a request, and gives the first line of the answer.
  private func answer(_ server: ServerProgram, _ lines: [String]) throws -> String {
    let script = #"exec 3<>"/dev/tcp/127.0.0.1/$0"; printf '%s\r\n' "$@" '' >&3; head -n 1 <&3"#
    let program = try Program(path: "/bin/bash", ["-c", script, "\(server.url.port)"] + lines)
    return try program.output.all()
  }

  @Test("H40: of a secret that a peer sends nothing comes into the log, at any level; that it was refused does")
  func secrets() throws {
    let folder = try TemporaryFolder()
    let issuer = try TestIssuer.trusted.get()
    try issuer.keySet().write(toFile: folder.path + "/keys.json", atomically: true, encoding: .utf8)
    let server = try ServerProgram(
      data: folder.path + "/data",
      [
        "--jwt-keys", folder.path + "/keys.json", "--jwt-issuer", TestIssuer.name, "--jwt-audience", TestIssuer.audience, "--log-level",
        "trace",
      ])
    let secret = UUID().uuidString
    let late = try issuer.token(.rs256, subject: secret, expiry: 1_000_000_000)
    let upgrade = ["Host: localhost", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    let key = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    let query = try answer(server, ["GET /v1/socket?token=\(secret) HTTP/1.1"] + upgrade + key)
    #expect(query.hasPrefix("HTTP/1.1 400 "))
    for token in [secret, late] {
      let bearer = try answer(
        server, ["GET /v1/groups HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)", "Connection: close"])
      #expect(bearer.hasPrefix("HTTP/1.1 401 "), "\(bearer)")
    }
    server.program.send(SIGTERM)
    let log = try server.program.errors.all() + server.program.output.all()
    // The log does speak of what these peers sent.
    #expect(log.contains("a token was refused"))
    #expect(!log.contains(secret) && !log.contains(late))
    for part in late.split(separator: ".") { #expect(!log.contains(part)) }
  }
}
