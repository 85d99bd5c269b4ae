import HearthProtocol
import SwiftProtobuf
import Testing

/// What the codec takes and what it refuses: SPEC HS-03, HS-04 and the rows A3 to A7 of the catalogue of bad input.
struct WireFormatTests {
  struct Document: Sendable, CustomTestStringConvertible {
    var row: String
    var text: String
    var testDescription: String { row }

    init(_ row: String, _ text: String) {
      self.row = row
      self.text = text
    }
  }

  private static func entry(minor: String) -> String {
    #"{"command":{"addEntry":{"content":{"amount":{"minor":"# + minor + #","currency":"INR"}}}}}"#
  }

  private static func decode(_ bytes: [UInt8]) throws -> ClientMessage {
    try WireFormat.json.decode(ClientMessage.self, from: bytes)
  }

  @Test(
    "HS-04 These are refused, with a cause fit to be shown",
    arguments: [
      Document("A3 empty", ""),
      Document("A3 not JSON", "hello"),
      Document("A3 trailing text", #"{"request":1} x"#),
      Document("A3 second document", #"{"request":1}{"request":2}"#),
      Document("A3 trailing comma", #"{"request":1,}"#),
      Document("A3 comment", #"{"request":1/* one */}"#),
      Document("A3 byte order mark", "\u{FEFF}{\"request\":1}"),
      Document("A3 single quotes", "{'request':1}"),
      Document("A3 cut off", #"{"request":"#),
      Document("A3 array", "[]"),
      Document("A3 bare number", "1"),
      Document("A4 unknown enum name", #"{"command":{"createInvite":{"role":"ROLE_KING"}}}"#),
      Document("A4 unknown body", #"{"transfer":{}}"#),
      Document("A4 two bodies", #"{"listGroups":{},"hello":{}}"#),
      Document("A4 two bodies of a command", #"{"command":{"createGroup":{},"addEntry":{}}}"#),
      Document("A4 the same body twice", #"{"listGroups":{},"listGroups":{}}"#),
      Document("A5 unknown field", #"{"request":1,"extra":true}"#),
      Document("A5 unknown field within", #"{"command":{"id":"x","extra":1}}"#),
      Document("A5 text for a number", #"{"request":"one"}"#),
      Document("A5 number for a text", #"{"command":{"id":7}}"#),
      Document("A5 object for a text", #"{"command":{"id":{}}}"#),
      Document("A5 negative for unsigned", #"{"request":-1}"#),
      Document("A5 2^32 for 32 bits", #"{"request":4294967296}"#),
      Document("A6 true", entry(minor: "true")),
      Document("A6 fraction", entry(minor: "1.5")),
      Document("A6 fraction as text", entry(minor: #""1.5""#)),
      Document("A6 2^63", entry(minor: "9223372036854775808")),
      Document("A6 2^63 as text", entry(minor: #""9223372036854775808""#)),
      Document("A6 below -2^63", entry(minor: "-9223372036854775809")),
      Document("A6 1e400", entry(minor: "1e400")),
      Document("A6 1e30", entry(minor: "1e30")),
      Document("A6 NaN", entry(minor: #""NaN""#)),
      Document("A6 40 digits", entry(minor: String(repeating: "9", count: 40))),
      Document("A6 hexadecimal", entry(minor: "0x10")),
      Document("A6 leading zero", entry(minor: "010")),
      Document("A6 blank in text", entry(minor: #"" 1""#)),
      Document("A6 empty text", entry(minor: #""""#)),
      Document("A7 a million brackets", String(repeating: "[", count: 1_000_000)),
      Document("A7 a million objects", String(repeating: #"{"command":"#, count: 100_000)),
      Document("A7 deep unknown field", #"{"extra":"# + String(repeating: "[", count: 60_000)),
      Document("A8 unpaired surrogate", #"{"hello":{"token":"\ud800"}}"#),
      Document("A8 unpaired low surrogate", #"{"hello":{"token":"\udc00x"}}"#),
      Document("A8 raw NUL", "{\"hello\":{\"token\":\"a\u{0}b\"}}"),
      Document("A8 raw control character", "{\"hello\":{\"token\":\"a\u{1}b\"}}"),
      Document("A8 unknown escape", #"{"hello":{"token":"\q"}}"#),
    ])
  func refusedJSON(document: Document) throws {
    let error = try #require(throws: CodecError.self) { try Self.decode(Array(document.text.utf8)) }
    #expect(!error.cause.isEmpty)
    #expect(error.cause.utf8.count < 200, "a cause does not repeat the message")
  }

  @Test(
    "HS-04 Of a message that cannot be read the path of the wrong member is said, if it is one",
    arguments: [
      (#"{"request":1,"extra":true}"#, "extra"), (#"{"extra":{"request":[{}]}}"#, "extra"), (#"{"request":"one"}"#, "request"),
      (#"{"command":{"id":"x","groupId":7}}"#, "command.groupId"), (#"{"command":{"group_id":["x"]}}"#, "command.group_id"),
      (#"{"command":{"id":{"a":1}}}"#, "command.id"),
      (#"{ "command" : { "createInvite" : { "inviteId":"a,\"}", "role":"ROLE_KING" } } }"#, "command.createInvite.role"),
      (entry(minor: "1.5"), "command.addEntry.content.amount.minor"),
      (#"{"command":{"addEntry":{"content":7}}}"#, "command.addEntry.content"),
      (#"{"command":{"addEntry":{"content":{"paid":[{"minor":1},{"minor":true}]}}}}"#, "command.addEntry.content.paid[1].minor"),
      (#"{"command":{"addEntry":{"content":{"paid":[null]}}}}"#, "command.addEntry.content.paid[0]"),
      (#"{"hello":{"token":"\ud800"}}"#, "hello.token"),
      ("{\"ab\u{7F}\(String(repeating: "c", count: 99))\":1}", "ab" + String(repeating: "c", count: 38)),
      // Not one member: two bodies, what follows the end, what is cut off, what is no object.
      (#"{"listGroups":{},"hello":{}}"#, ""), (#"{"request":1} x"#, ""), (#"{"request":1,}"#, ""), (#"{"command":{"id":"x""#, ""),
      ("[]", ""), ("", ""),
      ("{", ""), ("}{", ""), (#"{"command":{"createGroup":{},"addEntry":{}}}"#, "command"), (#"{"\"#, ""), (#"{"a\"}"#, ""),
      (#"{7:1}"#, ""),
    ] as [(String, String)])
  func fieldAtFault(text: String, field: String) throws {
    let error = try #require(throws: CodecError.self) { try Self.decode(Array(text.utf8)) }
    #expect(error.field == field)
  }

  @Test(
    "HS-04, A3 UTF-16 and bytes that are no UTF-8 are refused",
    arguments: [[0x7B, 0, 0x7D, 0], [0xFF, 0xFE, 0x7B, 0], [0x7B, 0xC0, 0x80, 0x7D]] as [[UInt8]])
  func refusedBytes(bytes: [UInt8]) {
    #expect(throws: CodecError.self) { try Self.decode(bytes) }
  }

  @Test(
    "HS-04, A8 Text that is no UTF-8 within a string is refused",
    arguments: [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] as [[UInt8]])
  func refusedText(bytes: [UInt8]) {
    let json = Array(#"{"hello":{"token":""#.utf8) + bytes + Array(#""}}"#.utf8)
    #expect(throws: CodecError.self) { try Self.decode(json) }
    let inner = [0x0A, UInt8(bytes.count)] + bytes
    let protobuf = [0x82, 0x01, UInt8(inner.count)] + inner
    #expect(throws: CodecError.self) { try WireFormat.protobuf.decode(ClientMessage.self, from: protobuf) }
  }

  @Test(
    "HS-04 An int64 may be a number or a decimal string",
    arguments: [
      ("1", 1), (#""1""#, 1), ("-1", -1), (#""-1""#, -1), ("0", 0), ("-0", 0), ("1e3", 1_000), ("1.0", 1), ("100e-2", 1),
      ("9223372036854775807", .max), (#""9223372036854775807""#, .max), ("-9223372036854775808", .min), (#""-9223372036854775808""#, .min),
      ("9007199254740993", 9_007_199_254_740_993),
    ] as [(String, Int64)])
  func integers(text: String, value: Int64) throws {
    #expect(try Self.decode(Array(Self.entry(minor: text).utf8)).command.addEntry.content.amount.minor == value)
  }

  @Test("HS-04 An int64 is answered as a string")
  func integersAreWrittenAsStrings() throws {
    var money = Money()
    money.minor = 45_050
    #expect(String(decoding: try WireFormat.json.encode(money), as: UTF8.self) == #"{"minor":"45050"}"#)
  }

  @Test("EN-14 A note of several lines is one line of JSON, so it begins no line of a stream of events or of a request to a webhook")
  func linesAreWrittenAsEscapes() throws {
    var content = EntryContent()
    content.note = "milk\ndata: {}\n\neggs"
    let written = try WireFormat.json.encode(content)
    #expect(String(decoding: written, as: UTF8.self) == #"{"note":"milk\ndata: {}\n\neggs"}"#)
    #expect(try WireFormat.json.decode(EntryContent.self, from: written) == content)
  }

  @Test("VR-01 Null stands for what is left out, and names of the schema for their JSON names")
  func lenience() throws {
    let text = #"{ "request" : null, "command": {"group_id": "g", "id": null}}"#
    let message = try Self.decode(Array(text.utf8))
    #expect(message.request == 0)
    #expect(message.command.groupID == "g")
  }

  @Test("HS-04, A8 An escaped NUL and escaped pairs of surrogates are text; what may stand in a group is decided later")
  func escapes() throws {
    let message = try Self.decode(Array(#"{"hello":{"token":"\u0000\ud83d\ude00"}}"#.utf8))
    #expect(message.hello.token == "\u{0}😀")
  }

  /// A protobuf group of so many nested unknown fields.
  private static func nested(_ depth: Int) -> [UInt8] {
    // Field 100 as a group: start 0xA3 0x06, end 0xA4 0x06.
    Array(repeatElement([0xA3, 0x06], count: depth).joined()) + Array(repeatElement([0xA4, 0x06], count: depth).joined())
  }

  @Test("HS-04, A7 Protobuf nested deeper than 16 is refused", arguments: [(15, true), (17, false), (10_000, false)])
  func protobufDepth(depth: Int, accepted: Bool) {
    let message = try? WireFormat.protobuf.decode(ListGroups.self, from: Self.nested(depth))
    #expect((message != nil) == accepted)
  }

  @Test("HS-04, A7 JSON nested deeper than 16 is refused")
  func jsonDepth() throws {
    // Our own messages nest at most 7 deep, and an unknown field is refused at its name; a Value nests without end.
    func value(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
    #expect(throws: Never.self) { try WireFormat.json.decode(Google_Protobuf_Value.self, from: value(4)) }
    #expect(throws: CodecError.self) { try WireFormat.json.decode(Google_Protobuf_Value.self, from: value(17)) }
    #expect(throws: CodecError.self) { try WireFormat.json.decode(Google_Protobuf_Value.self, from: value(100_000)) }
  }

  @Test(
    "HS-03 Bytes that are no protobuf are refused",
    arguments: [
      [0x08], [0xFF], [0x80, 0x01], [0x82, 0x01, 0x05, 0x00], [0x82, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x00], [0x0F], [0xA3, 0x06],
      [0xA4, 0x06], [0x08] + [UInt8](repeating: 0xFF, count: 10),
    ] as [[UInt8]])
  func refusedProtobuf(bytes: [UInt8]) throws {
    let error = try #require(throws: CodecError.self) { try WireFormat.protobuf.decode(ClientMessage.self, from: bytes) }
    #expect(!error.cause.isEmpty)
  }

  @Test("Random bytes never trap, in either format", arguments: 0..<8 as Range<UInt64>)
  func randomBytes(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let alphabet = Array(#"{}[]",:0123456789.eE-+\ntrufalscomandhe"#.utf8)
    var refused = 0
    for _ in 0..<2_000 {
      let length = Int(next() % 40)
      let binary = (0..<length).map { _ in UInt8(truncatingIfNeeded: next()) }
      let text = (0..<length).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] }
      if (try? WireFormat.protobuf.decode(ClientMessage.self, from: binary)) == nil { refused += 1 }
      if (try? WireFormat.json.decode(ClientMessage.self, from: text)) == nil { refused += 1 }
    }
    #expect(refused > 2_000, "seed \(seed)")
  }
}
