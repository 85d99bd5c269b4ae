import HTTPTypes
import Support
import Testing
import WebSocket

private let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

/// The head of a good upgrade, with lines replaced, dropped or added.
func upgradeHead(
  line: String = "GET /ws HTTP/1.1", host: String? = "Host: example.org", upgrade: String? = "Upgrade: websocket",
  connection: String? = "Connection: Upgrade", key keyLine: String? = key, version: String? = "Sec-WebSocket-Version: 13",
  _ more: String...
) -> String {
  ([line, host, upgrade, connection, keyLine, version].compactMap(\.self) + more).joined(separator: "\r\n") + "\r\n\r\n"
}

/// What a parser and the upgrade decision make of some bytes.
enum HeadOutcome: Equatable, Sendable {
  case accepted(String?)
  case rejected(HeadRejection)
  case incomplete

  static func of(_ bytes: [UInt8], cut: [Range<Int>], configuration: UpgradeConfiguration) -> HeadOutcome {
    var parser = RequestHeadParser()
    do throws(HeadRejection) {
      for range in cut {
        var position = 0
        let head = try Array(bytes[range]).withUnsafeBufferPointer { buffer throws(HeadRejection) in
          try parser.read(UnsafeRawBufferPointer(buffer), from: &position)
        }
        if let head { return .accepted(try ServerUpgrade.decide(head, configuration: configuration).subprotocol) }
      }
      return .incomplete
    } catch {
      return .rejected(error)
    }
  }
}

struct HeadCase: Sendable, CustomTestStringConvertible {
  var row: String
  var bytes: [UInt8]
  var outcome: HeadOutcome
  var status: Int?

  var testDescription: String { row }

  init(_ row: String, _ text: String, _ rejection: HeadRejection, _ status: Int) {
    self.row = row
    bytes = Array(text.utf8)
    outcome = .rejected(rejection)
    self.status = status
  }

  init(_ row: String, _ text: String, accepted subprotocol: String? = nil) {
    self.row = row
    bytes = Array(text.utf8)
    outcome = .accepted(subprotocol)
  }
}

private let startLines = [
  "hello\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n", " GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1x\r\n\r\n", "GET / http/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "GET / HTTP/11\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\n\r\n",
]
private let badTargets = [
  "ws://example.org/ws", "*", "example.org:80", "ws", "http://other.org/ws", "http://example.org:81/ws", "http://example.org.evil/ws",
  "/a%00", "/..", "/a/../b", "/%2e%2E/b", "/a/..?x", "/%zz", "/%4", "/%", "/a#b", "/a\"b", "/a\\b", "/a|b", "http:///ws",
]
private let goodTargets = [
  "/", "/ws?token=a/../b", "/a...b/...", "/%41%c3%a9", "http://example.org/ws", "HTTPS://EXAMPLE.ORG", "http://example.org?x",
  "/a:@!$&'()*+,;=-._~",
]
private let startLineCases: [HeadCase] = startLines.map { HeadCase("H1 \($0.debugDescription)", $0, .startLineMalformed, 400) }
private let badTargetCases: [HeadCase] = badTargets.map {
  HeadCase("H44 \($0)", upgradeHead(line: "GET \($0) HTTP/1.1"), .targetInvalid, 400)
}
private let goodTargetCases: [HeadCase] = goodTargets.map { HeadCase("target \($0)", upgradeHead(line: "GET \($0) HTTP/1.1")) }

private func longLine(_ count: Int) -> String { "GET /" + String(repeating: "a", count: count - 14) + " HTTP/1.1" }

private let lineCases: [HeadCase] = [
  HeadCase("H2 POST", upgradeHead(line: "POST /ws HTTP/1.1"), .methodNotGet, 405),
  HeadCase("H4 HTTP/1.0", upgradeHead(line: "GET /ws HTTP/1.0"), .upgradeInOldVersion, 400),
  HeadCase("H5 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .versionUnsupported, 505),
  HeadCase("H5 HTTP/3.0", upgradeHead(line: "GET / HTTP/3.0"), .versionUnsupported, 505),
  HeadCase("HTTP/1.2 is HTTP/1.1", upgradeHead(line: "GET / HTTP/1.2")),
  HeadCase("an empty line first", "\r\n" + upgradeHead()),
  HeadCase("H20 request line of 2,048", upgradeHead(line: longLine(2_048))),
  HeadCase("H20 request line of 2,049", upgradeHead(line: longLine(2_049)), .startLineTooLong, 414),
]

private let badHosts = [
  "Host:", "Host: a b", "Host: user@example.org", "Host: example.org:80a", "Host: example.org:99999", "Host: a/b", "Host: [::1",
  "Host: []", "Host: [::1]x", "Host: :80", "Host: %0", "Host: %00",
]
private let badHostCases: [HeadCase] = badHosts.map { HeadCase("H7 \($0)", upgradeHead(host: $0), .hostInvalid, 400) }
private let hostCases: [HeadCase] = [
  HeadCase("H7 missing", upgradeHead(host: nil), .hostInvalid, 400),
  HeadCase("H7 two", upgradeHead("Host: example.org"), .hostInvalid, 400),
  HeadCase("Host with port", upgradeHead(host: "Host: example.org:8080")),
  HeadCase("Host IPv6", upgradeHead(host: "host:\t[2001:db8::1]:443 ")),
]

/// Fields that with the five of a good upgrade and the Host make `count` lines.
private func fields(_ count: Int) -> String { (6...count).map { "a\($0): b" }.joined(separator: "\r\n") }

private let base = upgradeHead().utf8.count - "GET /ws HTTP/1.1\r\n\r\n".utf8.count

private func padding(total: Int) -> String {
  // Two lines, each within its own limit, that bring the sum of the field lines to `total`.
  let rest = total - base - 4_000 - 2
  return "a: " + String(repeating: "x", count: 3_997) + "\r\nb: " + String(repeating: "y", count: rest - 5)
}

private let sizeCases: [HeadCase] = [
  HeadCase("H21 64 fields", upgradeHead(fields(64))),
  HeadCase("H21 65 fields", upgradeHead(fields(65)), .fieldsTooLarge, 431),
  HeadCase("H21 line of 4,096", upgradeHead("a: " + String(repeating: "x", count: 4_093))),
  HeadCase("H21 line of 4,097", upgradeHead("a: " + String(repeating: "x", count: 4_094)), .fieldsTooLarge, 431),
  HeadCase("H21 8 KiB", upgradeHead(padding(total: 8_192))),
  HeadCase("H21 8 KiB + 1", upgradeHead(padding(total: 8_193)), .fieldsTooLarge, 431),
  HeadCase("H21 100,000 fields", "GET / HTTP/1.1\r\n" + String(repeating: "a:\r\n", count: 100_000), .fieldsTooLarge, 431),
  HeadCase("H12 key of 10 KiB", upgradeHead(key: "Sec-WebSocket-Key: " + String(repeating: "A", count: 10_240)), .fieldsTooLarge, 431),
]

private let byteCases: [HeadCase] = [
  HeadCase("H24 space before colon", upgradeHead("Name : value"), .fieldMalformed, 400),
  HeadCase("H24 no colon", upgradeHead("Name"), .fieldMalformed, 400),
  HeadCase("H24 no name", upgradeHead(": value"), .fieldMalformed, 400),
  HeadCase("H24 8-bit in name", upgradeHead("Näme: value"), .fieldMalformed, 400),
  HeadCase("H24 obs-fold", upgradeHead("a: b\r\n c"), .fieldFolded, 400),
  HeadCase("H24 obs-fold with a tab", upgradeHead("a: b\r\n\tc"), .fieldFolded, 400),
  HeadCase("H24 bare CR", upgradeHead("a: b\rc"), .byteForbidden, 400),
  HeadCase("H24 bare LF", upgradeHead("a: b\nc: d"), .byteForbidden, 400),
  HeadCase("H24 NUL", upgradeHead("a: b\0c"), .byteForbidden, 400),
  HeadCase("H24 CTL", upgradeHead("a: b\u{1B}c"), .byteForbidden, 400),
  HeadCase("H24 DEL", upgradeHead("a: b\u{7F}c"), .byteForbidden, 400),
  HeadCase("H24 NUL in the request line", "GET /\0 HTTP/1.1\r\n", .byteForbidden, 400),
  HeadCase("H24 8-bit in the request line", upgradeHead(line: "GET /ä HTTP/1.1"), .byteForbidden, 400),
  HeadCase("8-bit in a value, and blanks around it", upgradeHead("a: \t bä \t")),
  HeadCase("T6 TLS hello on a plain port", "\u{16}\u{03}\u{01}\u{02}", .byteForbidden, 400),
  HeadCase("H25 Transfer-Encoding", upgradeHead("Transfer-Encoding: chunked"), .bodyLengthInvalid, 400),
  HeadCase("H25 Content-Length", upgradeHead("Content-Length: 5"), .bodyLengthInvalid, 400),
  HeadCase("H25 length 0 and encoded", upgradeHead("Content-Length: 0", "Transfer-Encoding: chunked"), .bodyLengthInvalid, 400),
  HeadCase("H25 length 0 twice", upgradeHead("Content-Length: 0", "Content-Length: 0"), .bodyLengthInvalid, 400),
  HeadCase("H25 length 00", upgradeHead("Content-Length: 00"), .bodyLengthInvalid, 400),
  HeadCase(
    "H25 two lengths", upgradeHead(line: "POST / HTTP/1.1", "Content-Length: 5", "Content-Length: 6"), .bodyLengthInvalid, 400),
  HeadCase(
    "H25 both", upgradeHead(line: "POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"), .bodyLengthInvalid, 400),
  HeadCase("H25 length +5", upgradeHead(line: "POST / HTTP/1.1", "Content-Length: +5"), .bodyLengthInvalid, 400),
  HeadCase("H25 length 5, 5", upgradeHead(line: "POST / HTTP/1.1", "Content-Length: 5, 5"), .bodyLengthInvalid, 400),
  HeadCase(
    "H25 length beyond Int", upgradeHead(line: "POST / HTTP/1.1", "Content-Length: 99999999999999999999"), .bodyLengthInvalid, 400),
  HeadCase("chunked body", upgradeHead(line: "POST / HTTP/1.1", "Transfer-Encoding: chunked"), .bodyLengthMissing, 411),
  HeadCase("H43 Expect", upgradeHead("Expect: 100-continue"), .expectationUnsupported, 400),
]

private let upgradeCases: [HeadCase] = [
  HeadCase("H3 no Upgrade", upgradeHead(upgrade: nil), .upgradeMissing, 426),
  HeadCase("H8 h2c", upgradeHead(upgrade: "Upgrade: h2c"), .upgradeMissing, 426),
  HeadCase("H8 websocketx", upgradeHead(upgrade: "Upgrade: websocketx"), .upgradeMissing, 426),
  HeadCase("H9 keep-alive", upgradeHead(connection: "Connection: keep-alive"), .connectionNotUpgrade, 400),
  HeadCase("H9 missing", upgradeHead(connection: nil), .connectionNotUpgrade, 400),
  HeadCase("H10 list and case", upgradeHead(upgrade: "UPGRADE: WebSocket", connection: "Connection: keep-alive, Upgrade")),
  HeadCase("H10 h2c, websocket", upgradeHead(upgrade: "Upgrade: h2c, websocket", connection: "connection:,UPGRADE,")),
  HeadCase("H11 no key", upgradeHead(key: nil), .keyInvalid, 400),
  HeadCase("H13 two keys", upgradeHead(key), .keyInvalid, 400),
  HeadCase("H14 no version", upgradeHead(version: nil), .webSocketVersionMissing, 400),
  HeadCase("H15 two versions", upgradeHead("Sec-WebSocket-Version: 13"), .webSocketVersionMissing, 400),
  HeadCase("H19 two origins", upgradeHead("Origin: https://good.example", "Origin: https://good.example"), .webOriginDoubled, 400),
  HeadCase("H18 no origin", upgradeHead()),
  HeadCase("origin on the list", upgradeHead("Origin: https://good.example")),
  HeadCase("H28 none of ours", upgradeHead("Sec-WebSocket-Protocol: chat"), .subprotocolUnknown, 400),
  HeadCase("H28 empty", upgradeHead("Sec-WebSocket-Protocol:"), .subprotocolsMalformed, 400),
  HeadCase("H28 empty element", upgradeHead("Sec-WebSocket-Protocol: two,,one"), .subprotocolsMalformed, 400),
  HeadCase("H28 non-ASCII", upgradeHead("Sec-WebSocket-Protocol: zwö"), .subprotocolsMalformed, 400),
  HeadCase("H28 the client's first", upgradeHead("Sec-WebSocket-Protocol: chat, two, one"), accepted: "two"),
  HeadCase("H28 two fields", upgradeHead("Sec-WebSocket-Protocol: chat", "Sec-WebSocket-Protocol: one"), accepted: "one"),
  HeadCase("H28 case counts", upgradeHead("Sec-WebSocket-Protocol: ONE"), .subprotocolUnknown, 400),
  HeadCase(
    "H28 1,000 tokens", upgradeHead("Sec-WebSocket-Protocol: " + String(repeating: "aa,", count: 1_000) + "one"), accepted: "one"),
  HeadCase(
    "H29 7,000 spaces", upgradeHead("Sec-WebSocket-Protocol: b" + String(repeating: " ", count: 4_000) + "x"), .subprotocolsMalformed, 400),
  HeadCase(
    "H28 draft-76",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key1: 4 @1  46546xW%0l 1 5\r\n\r\n",
    .keyInvalid, 400),
]

private let badKeys = [
  "", "abc", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25j",
  "dGhlIHNhbXBsZSBub25jZWU=", "dGhlIHNhbXBsZSBub25jZ!==", "dGhlIHNhbXBsZSBub25j ZQ==",
]
private let badVersions = ["8", "12", "99", "13, 8", "013", ""]
private let badWebOrigins = [
  "https://good.example.evil.org", "https://goodexample", "null", "http://good.example", "https://good.example:8443",
  "https://GOOD.example", "",
]
private let badExtensions = [
  ";", "permessage-deflate;;", "=1", "a;=1", "a; b=\"c", "a; b=\"\"", "a; b=\"c d\"", "a b", "a; b=\"\\", "", ",", "a; b=c d", "ä",
  "a; b=\"" + String(repeating: "\\c", count: 2_000),
]
private let goodExtensions = [
  "x-unknown", "permessage-deflate; client_max_window_bits=", "permessage-deflate; client_max_window_bits=-1",
  "permessage-deflate; client_max_window_bits=\"15\"", "a;b , c ; d = e", "a,,b",
  "permessage-deflate; client_max_window_bits=4294967304", String(repeating: "a; b=\"c\",", count: 300) + "z",
]
private let keyCases: [HeadCase] = badKeys.map { HeadCase("H12 key \($0)", upgradeHead(key: "Sec-WebSocket-Key: \($0)"), .keyInvalid, 400) }
private let versionCases: [HeadCase] = badVersions.map {
  HeadCase("H14 version \($0)", upgradeHead(version: "Sec-WebSocket-Version: \($0)"), .webSocketVersionUnsupported, 426)
}
private let webOriginCases: [HeadCase] = badWebOrigins.map {
  HeadCase("H16 H17 origin \($0)", upgradeHead("Origin: \($0)"), .webOriginForbidden, 403)
}
private let badExtensionCases: [HeadCase] = badExtensions.map {
  HeadCase("H30 H31 \($0.prefix(40))", upgradeHead("Sec-WebSocket-Extensions: \($0)"), .extensionsMalformed, 400)
}
private let goodExtensionCases: [HeadCase] = goodExtensions.map {
  HeadCase("H32 to H38 \($0.prefix(60))", upgradeHead("Sec-WebSocket-Extensions: \($0)"))
}

private let headCases: [HeadCase] = [
  startLineCases, badTargetCases, goodTargetCases, lineCases, badHostCases, hostCases, sizeCases, byteCases, upgradeCases, keyCases,
  versionCases, webOriginCases, badExtensionCases, goodExtensionCases,
].flatMap(\.self)

/// Those that the parser knows, but for Host, which no field is made of.
private let usualNames = [
  "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol",
  "Sec-WebSocket-Accept", "Origin", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Cookie",
  "Authorization", "Content-Type", "Content-Length",
]

@Suite("Heads and upgrades, row by row") struct HeadRowTests {
  private var configuration: UpgradeConfiguration {
    UpgradeConfiguration(subprotocols: ["one", "two"], webOrigins: ["https://good.example"])
  }

  @Test("H1 to H44: whole, byte by byte and in random cuts", arguments: headCases)
  func row(_ row: HeadCase) {
    // The 100,000 fields are refused long before their end; the rest of their bytes would only cost time.
    let bytes = Array(row.bytes.prefix(40_000))
    for (index, cut) in cuts(of: bytes.count).enumerated() {
      #expect(HeadOutcome.of(bytes, cut: cut, configuration: configuration) == row.outcome, "\(row.row), cut \(index)")
    }
    if case .rejected(let rejection) = row.outcome { #expect(rejection.status.code == row.status) }
  }

  @Test("H2 H3 H14 the fields an answer must carry") func answers() {
    #expect(HeadRejection.methodNotGet.response.headerFields[.allow] == "GET")
    for rejection in [HeadRejection.upgradeMissing, .webSocketVersionUnsupported] {
      #expect(rejection.response.headerFields[.upgrade] == "websocket")
      #expect(rejection.response.headerFields[.secWebSocketVersion] == "13")
    }
    for rejection in HeadRejection.allCases {
      var output: [UInt8] = []
      HeadWriter.append(rejection.response, to: &output)
      let text = String(decoding: output, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 \(rejection.status.code) "))
      #expect(text.hasSuffix("\r\n\r\n"))
      #expect(text.contains("close"))
    }
  }

  @Test("H18 H28 what may be asked for is asked for when configured") func required() {
    var strict = configuration
    strict.requiresWebOrigin = true
    strict.requiresSubprotocol = true
    let plain = Array(upgradeHead().utf8)
    #expect(HeadOutcome.of(plain, cut: [0..<plain.count], configuration: strict) == .rejected(.webOriginForbidden))
    strict.requiresWebOrigin = false
    #expect(HeadOutcome.of(plain, cut: [0..<plain.count], configuration: strict) == .rejected(.subprotocolUnknown))
  }

  @Test("H26 H27 what follows the head is left alone") func followingBytes() throws {
    let head = upgradeHead()
    let bytes = Array((head + "GET /second HTTP/1.1\r\n").utf8)
    var parser = RequestHeadParser()
    var position = 0
    let parsed = try bytes.withUnsafeBytes { try parser.read($0, from: &position) }
    #expect(position == head.utf8.count)
    #expect(parsed?.request.authority == "example.org")
    #expect(parsed?.request.path == "/ws")
  }

  @Test("Plain requests: method, path, fields and length of the body") func plainRequests() throws {
    let bytes = Array("POST /v1/groups?x=1 HTTP/1.0\r\nContent-Length: 12\r\nX-One:  a b \r\nx-one: c\r\n\r\n".utf8)
    var parser = RequestHeadParser()
    var position = 0
    let head = try #require(try bytes.withUnsafeBytes { try parser.read($0, from: &position) })
    #expect(head.version == .v1p0)
    #expect(head.bodyByteCount == 12)
    #expect(head.request.method == .post)
    #expect(head.request.path == "/v1/groups?x=1")
    let name = try #require(HTTPField.Name("X-One"))
    #expect(head.request.headerFields[values: name] == ["a b", "c"])
  }

  @Test("A field is found whatever the spelling of its name, and keeps it", arguments: usualNames, [false, true])
  func spelling(_ usual: String, isLowercase: Bool) throws {
    let spelt = isLowercase ? usual.lowercased() : usual
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(spelt): 0\r\n\(spelt)x: 1\r\n\r\n".utf8)
    var parser = RequestHeadParser()
    var position = 0
    let head = try #require(try bytes.withUnsafeBytes { try parser.read($0, from: &position) })
    let name = try #require(HTTPField.Name(usual))
    #expect(head.request.headerFields[name] == "0")
    #expect(head.request.headerFields.map(\.name.rawName) == [spelt, spelt + "x"])
    #expect(head.request.headerFields.map(\.name.canonicalName) == [usual.lowercased(), usual.lowercased() + "x"])
  }

  @Test("Limits as large as there are bound nothing") func boundless() throws {
    var limits = HeadLimits()
    limits.startLineBytesMax = .max
    limits.fieldLineBytesMax = .max
    limits.fieldsBytesMax = .max
    limits.fieldsCountMax = .max
    let value = String(repeating: "x", count: 100_000)
    var parser = RequestHeadParser(limits: limits)
    for piece in [String(upgradeHead("a: " + value).dropLast(1)), "\r\n"] {
      var position = 0
      let head = try Array(piece.utf8).withUnsafeBytes { try parser.read($0, from: &position) }
      #expect((head != nil) == (piece == "\r\n"))
      if let head { #expect(try head.request.headerFields[#require(HTTPField.Name("a"))] == value) }
    }
  }

  @Test("10,000 random byte strings never trap the parsers") func randomBytes() {
    let seed: UInt64 = 815
    var random = SeededGenerator(seed: seed)
    let good = Array(
      upgradeHead("Sec-WebSocket-Protocol: one", "Sec-WebSocket-Extensions: a; b=\"c\"", "Origin: https://good.example").utf8)
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<10_000 {
      var bytes = good
      if Int.random(in: 0..<10, using: &random) == 0 {
        bytes = random.bytes(200)
      } else {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: index)
          default: bytes.insert(UInt8.random(in: 0x20...0x7F, using: &random), at: index)
          }
        }
      }
      let ways = cuts(of: bytes.count, seed: random.next())
      let results = [ways[0], ways[1], ways[3]].map { HeadOutcome.of(bytes, cut: $0, configuration: configuration) }
      #expect(results.allSatisfy { $0 == results[0] }, "seed \(seed), bytes \(bytes)")
      if case .accepted = results[0] { outcomes[true, default: 0] += 1 } else { outcomes[false, default: 0] += 1 }
      var response = ResponseHeadParser()
      var position = 0
      _ = bytes.withUnsafeBytes { try? response.read($0, from: &position) }
    }
    #expect(outcomes[true, default: 0] > 1_000)
    #expect(outcomes[false, default: 0] > 1_000)
  }
}
