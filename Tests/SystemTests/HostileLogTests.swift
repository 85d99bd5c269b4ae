import Foundation
import HearthLoadKit
import Support
import TestCertificates
import TestIssuer
import Testing

@testable import CatalogueRunner

/// What strangers and members say does not come into the log of `hearthd`, however much is logged: read from the
/// process as an operator would.
@Suite struct HostileLogTests {
  /// In front of what the server is, and so what it has to say of peers.
  enum Door: CaseIterable {
    case plain, secure, proxied, issuer

    var way: CatalogueCase.Way { self == .secure ? .secure : .plain }

    /// What the server says of peers here, so that it is seen that they got as far as the log; of plain ones it says
    /// nothing.
    var said: [String] {
      switch self {
      case .plain: []
      case .secure: ["a connection ended before it was open", "client certificate"]
      case .proxied: ["a connection ended before it was open"]
      case .issuer: ["a token was refused"]
      }
    }
  }

  /// Everything that a peer says here has it in it.
  private static let mark = "Forged"
  /// Colours, a bell, a control character of two bytes, and a turn of the direction of writing.
  private static let rude = "\(mark)\u{1B}[31m\u{7}\u{9B}\u{202E}red"
  /// A line that looks like the server's own.
  private static let line = "\(mark)\n2026-11-23T00:00:00+0000 error hearthd: \(mark) the disk is lost\r\n"
  /// What `oddlyNamed` is called, as it has to stand in the log (SPEC has nothing on it; RFC 4514 §2.4 escapes so).
  private static let escapedName = #"CN=\E0\A4\86\E0\A4\B6\E0\A4\BE\, x\0A\1B[31mred"#

  /// The lines that no server wrote, or that have something in them which a peer said.
  ///
  /// - Parameter secrets: further texts that must not be there.
  private func foreign(_ log: [String], secrets: [String] = []) -> [String] {
    let shape = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} [a-z]+ hearthd ?: .*/
    return log.filter { line in
      line.wholeMatch(of: shape) == nil || line.unicodeScalars.contains { !(0x20..<0x7F).contains($0.value) }
        || ([Self.mark] + secrets).contains { line.localizedCaseInsensitiveContains($0) }
    }
  }

  // MARK: What is said

  /// Heads of requests, and what else comes first.
  private func heads(token: String) -> [[UInt8]] {
    let fields = [
      "Host", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions",
      "Origin", "Authorization", "X-Forwarded-For", "Forwarded", "User-Agent", "Referer", "Cookie", "Expect", "Transfer-Encoding",
      "Content-Length", "Content-Type", "Idempotency-Key", "If-Match", "X-Request-Id", Self.mark, Self.rude,
    ]
    let values = [Self.mark, Self.rude, Self.line, "Bearer \(Self.mark)", "Bearer \(token)\(Self.mark)", "10.0.0.1, \(Self.mark)"]
    var heads = fields.flatMap { field in
      values.map { value in Catalogue.upgrade(changing: [field: value], adding: ["\(field): \(value)"]) }
    }
    let targets = [
      // H40.
      "/v1/socket?token=\(token)", "/v1/groups?token=\(token)&name=\(Self.mark)", "/v1/socket?\(Self.rude)",
      "/\(Self.mark)", "/\(Self.mark)%0A%0D%1B%5B31m", "/\(Self.rude)", "/v1/groups/\(Self.mark)/attachments/\(Self.mark)", "*", Self.line,
      "http://\(Self.mark).example/v1/socket",
    ]
    heads += targets.map { Catalogue.upgrade($0) } + [Self.mark, Self.rude].map { Catalogue.upgrade(method: $0) }
    heads += [Catalogue.upgrade(version: "HTTP/\(Self.mark)"), Array("\(Self.line)\r\n\r\n".utf8), Array("\(Self.rude)\r\n\r\n".utf8)]
    heads.append([UInt8](0x80...0xFF) + Array(Self.rude.utf8) + [0, 0, 13, 10, 13, 10])
    // A hello of TLS that is none, and headers of a proxy that say nothing that could be meant.
    heads.append([0x16, 3, 1, 0, 80] + Array(Self.rude.utf8) + [UInt8](repeating: 0xFF, count: 80))
    let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    heads += [[0x99, 0x99, 0, 40], [0x21, 0x31, 0, 216]].map { signature + $0 + Array((Self.rude + Self.line).utf8) }
    let body = #"{"displayName":"\#(Self.mark)\u001b[31m\n","\#(Self.mark)":1}"#
    heads += ["POST /v1/identities", "POST /v1/groups", "PUT /v1/groups/\(Self.mark)", "POST /v1/groups/join"].map {
      Array(
        ("\($0) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \(Self.mark)\r\nContent-Type: application/json\r\nContent-Length: "
          + "\(body.utf8.count)\r\n\r\n\(body)").utf8)
    }
    return heads
  }

  /// Frames behind an upgrade.
  private var frames: [[UInt8]] {
    let rude = Array(Self.rude.utf8)
    let texts = [
      #"{"hello":{"token":"\#(Self.mark)"}}"#, #"{"hello":{"token":"\#(Self.mark)\n\u001b[31m"}}"#,
      #"{"register":{"displayName":"\#(Self.mark)\n\u001b[31m"}}"#, #"{"linkDevice":{"code":"\#(Self.mark)"}}"#,
      #"{"\#(Self.mark)\n\u001b[31m":1}"#, #"{"request":1,"\#(Self.rude)"#, Self.line,
    ]
    return texts.map { Catalogue.text($0) } + [
      Catalogue.frame(1, rude + [0xFF, 0xC0]), Catalogue.frame(2, rude), Catalogue.frame(9, rude), Catalogue.frame(10, rude),
      Catalogue.frame(3, rude), Catalogue.frame(1, rude, mask: nil), Catalogue.close(1000, reason: rude),
      Catalogue.close(999, reason: rude),
    ]
  }

  /// What a member says whom the server takes at their word, and what they are refused. The answers' own texts are kept
  /// from the log too.
  private func messages(group: String) -> [String] {
    func command(_ number: Int, _ body: String) -> String {
      #"{"request":\#(number),"command":{"id":"\#(CatalogueTarget.identifier(1, number))","groupId":"\#(group)",\#(body)}}"#
    }
    func id(_ number: Int) -> String { CatalogueTarget.identifier(2, number) }
    return [
      command(
        2, #""createGroup":{"name":"\#(Self.mark) Family","currency":"INR","memberId":"\#(id(0))","displayName":"\#(Self.mark) Asha"}"#),
      command(
        3,
        #""addEntry":{"entryId":"\#(id(1))","content":{"kind":"ENTRY_KIND_EXPENSE","amount":{"minor":100,"currency":"INR"},"#
          + #""description":"\#(Self.mark) soup","note":"\#(Self.mark)"}}"#),
      command(4, #""createInvite":{"inviteId":"\#(id(2))","role":"ROLE_ADULT","label":"\#(Self.mark)"}"#),
      command(5, #""updateGroup":{"name":"\#(Self.mark)\n\u001b[31m"}"#), command(6, #""\#(Self.mark)\n\u001b[31m":{}"#),
      #"{"request":7,"previewInvite":{"code":"\#(Self.mark)\n"}}"#, #"{"request":8,"subscribe":{"groupId":"\#(Self.mark)"}}"#,
      #"{"request":9,"readHistory":{"groupId":"\#(group)","lane":"\#(Self.mark)\u001b[31m"}}"#,
    ]
  }

  // MARK: The test

  private func server(behind door: Door, in folder: TemporaryFolder, _ certificates: TestCertificates) throws -> ServerProgram {
    var options = ["--log-level", "trace", "--origin", "https://good.example"]
    switch door {
    case .plain: break
    case .secure:
      let files = certificates.localhost
      options += ["--tls-cert", files.certificate, "--tls-key", files.key, "--tls-client-ca", certificates.authority.certificate]
      options += ["--tls-client-cert", "optional"]
    case .proxied: options += ["--proxy-protocol-from", "127.0.0.1/32", "--trusted-proxy", "0.0.0.0/0"]
    case .issuer:
      let keys = folder.path + "/keys.json"
      try TestIssuer.trusted.get().keySet().write(toFile: keys, atomically: true, encoding: .utf8)
      options += ["--jwt-keys", keys, "--jwt-issuer", TestIssuer.name, "--jwt-audience", TestIssuer.audience]
    }
    return try ServerProgram(data: folder.path + "/data", options)
  }

  @Test(
    "H40, A24, ID-03, ASVS 16.4.1: no byte of what a peer says stands in the program's log, at the level that says most, but for a certificate's name, escaped",
    arguments: Door.allCases)
  func nothingForeign(door: Door) throws {
    let folder = try TemporaryFolder()
    let certificates = try TestCertificates.shared.get()
    let server = try server(behind: door, in: folder, certificates)
    let target = CatalogueTarget(port: UInt16(server.url.port), deadlineMilliseconds: 0)
    // 192.0.2.7:4711 to 198.51.100.1:443, as a proxy would announce it.
    let announced: [UInt8] =
      [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0, 12]
      + [192, 0, 2, 7, 198, 51, 100, 1, 0x12, 0x67, 1, 0xBB]
    let secrets = door == .issuer ? [try TestIssuer.trusted.get().token(.rs256, subject: "asha", expiry: 0)] : try tokenAfterMessages()
    /// Says something on a connection of its own, and hears it out.
    func say(_ bytes: [UInt8], isBare: Bool = false) throws -> [UInt8] {
      let peer = try Peer(isBare ? .plain : door.way, target)
      if door == .secure, !isBare { try peer.secure(newestIsOld: false) }
      peer.send((door == .proxied && !isBare ? announced : []) + bytes)
      peer.closeNotify()
      return try peer.rest()
    }
    /// A login of a member, and what they say.
    func tokenAfterMessages() throws -> [String] {
      let peer = try Peer(door.way, target)
      if door == .secure { try peer.secure(newestIsOld: false) }
      peer.send((door == .proxied ? announced : []) + Catalogue.upgrade(adding: ["Origin: https://good.example"]))
      #expect(try peer.head().hasPrefix("HTTP/1.1 101 "))
      peer.send(Catalogue.text(#"{"request":1,"register":{"displayName":"\#(Self.mark) Asha","device":"\#(Self.mark)"}}"#))
      let registered = try peer.frame().text
      let token = try #require(registered.firstMatch(of: /"token":"([^"]+)"/)?.output.1)
      _ = try peer.frame()
      let answers = try messages(group: CatalogueTarget.identifier(3, 0)).map { message in
        peer.send(Catalogue.text(message))
        return try peer.frame().text
      }
      #expect(answers.count { $0.contains(#""accepted""#) } == 3 && answers.count { $0.contains(#""rejected""#) } == 5, "\(answers)")
      let code = try #require(answers[2].firstMatch(of: /"inviteCode":"([^"]+)"/)?.output.1)
      return [String(token), String(code)]
    }

    let heads = heads(token: try #require(secrets.first))
    for head in heads { _ = try say(head) }
    // What comes where TLS or a proxy's header is due.
    if door == .secure || door == .proxied { for head in heads { _ = try say(head, isBare: true) } }
    for frame in frames { _ = try say(Catalogue.upgrade(adding: ["Origin: https://good.example"]) + frame) }
    if door == .secure {
      let odd = certificates.oddlyNamed
      try HearthProgram(name: "odd", in: folder).run(
        "register", "--server", server.url.description, "--ca", certificates.authority.certificate, "--cert", odd.certificate, "--key",
        odd.key, "--name", "\(Self.mark) Odd")
    }
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let log = try server.program.errors.all().split(separator: "\n").map(String.init)

    #expect(foreign(log, secrets: secrets) == [])
    // That it is the whole log, of a server to which all of that was said.
    #expect(log.prefix(2).contains { $0.contains("serving members") } && log.last?.hasSuffix("stopped") == true, "\(log)")
    for text in door.said { #expect(log.contains { $0.contains(text) }, "\(text): \(log)") }
    #expect(log.count { $0.contains(Self.escapedName) } == (door == .secure ? 1 : 0))

    // The control: each of these in the log would have been found.
    for text in [Self.mark, Self.rude, Self.line, "\u{7F}", "\u{85}", "\u{FFFD}", "आशा"] + secrets {
      let written = (log + ["\(log[0]) \(text)"]).joined(separator: "\n").split(separator: "\n").map(String.init)
      #expect(!foreign(written, secrets: secrets).isEmpty, "\(text)")
    }
  }
}
