import HTTPTypes
import Passes
import Testing

@testable import WebSocket

/// What strangers may make us compute before they are anybody: the rows that name a time. Measured is work beside that
/// of looking at every byte once; an answer in quadratic time would take a thousand times as long.
/// `LoadTests/RESULTS.md` has the milliseconds (`hostile`).
@Suite struct WorkTests {
  /// Limit: what looking at 64 KiB so many times takes.
  private static let passesMax = 100.0

  private static let upgrade =
    "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    + "Sec-WebSocket-Version: 13\r\n"

  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// Reads a head, in segments of so many bytes, and decides about the upgrade.
  private func status(_ lines: String, segment: Int = .max) -> Int {
    let bytes = Array((Self.upgrade + lines + "\r\n").utf8)
    var parser = RequestHeadParser()
    var configuration = UpgradeConfiguration(subprotocols: ["hearth.v1.json"])
    configuration.webOrigins = nil
    do {
      for start in stride(from: 0, to: bytes.count, by: min(segment, bytes.count)) {
        let end = min(bytes.count, start + min(segment, bytes.count))
        let head = try bytes[start..<end].withUnsafeBytes { part in
          var position = 0
          return try parser.read(part, from: &position)
        }
        if let head { return try ServerUpgrade.decide(head, configuration: configuration).response.status.code }
      }
      return 0
    } catch {
      return (error as? HeadRejection)?.status.code ?? -1
    }
  }

  /// Header lines of 8 KiB in all, those of the upgrade among them.
  private var eightKiB: String {
    let rest = 8_192 - (Self.upgrade.utf8.count - "GET /v1/socket HTTP/1.1\r\n".utf8.count) - 2 * "X: \r\n".utf8.count
    return "X: \(repeated("a", rest / 2))\r\nX: \(repeated("a", rest - rest / 2))\r\n"
  }

  @Test("H23: a head of 8 KiB in segments of one byte is read, and in one piece too", arguments: [1, 2, 9, Int.max])
  func segments(segment: Int) {
    #expect(status(eightKiB, segment: segment) == 101)
    let name = "H23: 8 KiB in segments of \(segment == .max ? "all" : "\(segment)")"
    #expect(Passes.of(name) { _ = status(eightKiB, segment: segment) } < Self.passesMax)
  }

  @Test("H21: 100,000 headers of one byte are given up at the cap")
  func manyHeaders() {
    let lines = repeated("a:\r\n", 100_000)
    #expect(status(lines) == 431)
    #expect(Passes.of("H21: 100,000 headers") { _ = status(lines) } < Self.passesMax)
  }

  /// Lines whose parsing has taken others for ever.
  private static let lines: [(name: String, line: String, status: Int)] = [
    ("H29: as many spaces as fit", "Sec-WebSocket-Protocol: b" + String(repeating: " ", count: 4_000) + "x\r\n", 400),
    ("H29: 7,000 spaces", "Sec-WebSocket-Protocol: b" + String(repeating: " ", count: 7_000) + "x\r\n", 431),
    ("H31: as many escapes as fit", #"Sec-WebSocket-Extensions: a; b=""# + String(repeating: #"\c"#, count: 2_000) + "\r\n", 400),
    ("H31: 8 KiB of escapes", #"Sec-WebSocket-Extensions: a; b=""# + String(repeating: #"\c"#, count: 4_080) + "\r\n", 431),
    ("H28: 1,000 subprotocols", "Sec-WebSocket-Protocol: " + String(repeating: "a,", count: 999) + "hearth.v1.json\r\n", 101),
    ("H38: 300 offers", "Sec-WebSocket-Extensions: " + String(repeating: "x, ", count: 299) + "permessage-deflate\r\n", 101),
    ("H9: 2,000 elements of Connection", "Connection: " + String(repeating: "a,", count: 2_000) + "b\r\n", 101),
  ]

  @Test("H28, H29, H31, H38: lists and gaps are read", arguments: lines.indices)
  func lists(index: Int) {
    let (name, line, expected) = Self.lines[index]
    #expect(status(line) == expected, "\(name)")
    #expect(Passes.of(name) { _ = status(line) } < Self.passesMax, "\(name)")
  }

  @Test("H28, H38: what becomes of an offer is found, the last of 300 too")
  func offers() throws {
    let offers = try ExtensionOffer.parse([repeated("permessage-deflate; client_max_window_bits=99, ", 299) + "permessage-deflate"])
    func choose() -> Bool { CompressionNegotiation.choose(from: offers, policy: CompressionPolicy()) != nil }
    #expect(choose())
    #expect(Passes.of("H28, H38: 300 offers") { _ = choose() } < Self.passesMax)
  }

  @Test("F13, F16, F18: 64 KiB of frames of one byte, and of text in segments of one byte, are read each")
  func frames() {
    var fragments: [UInt8] = []
    FrameEncoder.append(.text, payload: [0x61], maskKey: 1, isFinal: false, to: &fragments)
    for _ in 0..<126 { FrameEncoder.append(.continuation, payload: [0x61], maskKey: 1, isFinal: false, to: &fragments) }
    FrameEncoder.append(.continuation, payload: [0x61], maskKey: 1, to: &fragments)
    var text: [UInt8] = []
    FrameEncoder.append(.text, payload: Array(repeated("\u{915}", 4_000).utf8), maskKey: 1, to: &text)
    for (bytes, segment) in [(fragments, 1), (fragments, .max), (text, 1), (text, .max)] {
      #expect(messages(bytes, segment: segment) == 1)
      #expect(Passes.of { _ = messages(bytes, segment: segment) } < Self.passesMax, "segments of \(segment)")
    }
  }

  private func messages(_ bytes: [UInt8], segment: Int) -> Int {
    var connection = WebSocketConnection(ConnectionConfiguration(role: .server))
    var output: [UInt8] = []
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: min(segment, bytes.count)) {
      var part = Array(bytes[start..<min(bytes.count, start + min(segment, bytes.count))])
      part.withUnsafeMutableBytes { part in
        var position = 0
        while let event = connection.next(in: part, from: &position, now: 0, output: &output) {
          if case .text = event { count += 1 }
        }
      }
    }
    return count
  }
}
