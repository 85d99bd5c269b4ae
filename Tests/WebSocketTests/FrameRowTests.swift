import Support
import Testing
import WebSocket

/// One row of the table of bad frames, as the peer's frames and what must be seen of them.
struct FrameCase: Sendable, CustomTestStringConvertible {
  var row: String
  var frames: [Frame]
  var seen: [Seen]
  var kinds = MessageKinds.all
  var permitsCompression = false

  var testDescription: String { row }

  init(_ row: String, _ frames: [Frame], _ seen: [Seen], kinds: MessageKinds = .all, permitsCompression: Bool = false) {
    self.row = row
    self.frames = frames
    self.seen = seen
    self.kinds = kinds
    self.permitsCompression = permitsCompression
  }
}

private let twoFragments = [Frame(first: 0x01, payload: Array("Hel".utf8)), Frame(first: 0x80, payload: Array("lo".utf8))]

private let reservedBits: [UInt8] = [0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70]
private let reservedOpcodes: [UInt8] = [0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF]
private let controlOpcodes: [UInt8] = [0x8, 0x9, 0xA]

private let reservedCases: [FrameCase] =
  reservedBits.map { FrameCase("F2 reserved bits \($0)", [Frame(first: 0x81 | $0, payload: [1])], [.fault(.reservedBitSet)]) }
private let opcodeCases: [FrameCase] =
  reservedOpcodes.map { FrameCase("F3 opcode \($0)", [.text("a"), Frame(first: 0x80 | $0)], [.text("a"), .fault(.opcodeReserved)]) }
private let controlCases: [FrameCase] =
  controlOpcodes.map { FrameCase("F4 fragmented control \($0)", [Frame(first: $0)], [.fault(.controlFrameFragmented)]) }

private func many(_ count: Int, _ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: count) }

private let structureCases: [FrameCase] = [
  FrameCase("F5 ping of 125", [Frame(first: 0x89, payload: Array(repeating: 7, count: 125))], [.ping(Array(repeating: 7, count: 125))]),
  FrameCase("F5 ping of 126", [Frame(first: 0x89, payload: Array(repeating: 7, count: 126))], [.fault(.controlFrameTooLong)]),
  FrameCase("F5 ping, 127-form", [Frame(first: 0x89, payload: [1], form: .bits64)], [.fault(.controlFrameTooLong)]),
  FrameCase("F6 continuation first", [Frame(first: 0x80, payload: [1])], [.fault(.continuationUnexpected)]),
  FrameCase("F6 continuation after a message", twoFragments + [Frame(first: 0x80)], [.text("Hello"), .fault(.continuationUnexpected)]),
  FrameCase("F7 text inside", [twoFragments[0], .text("x")], [.fault(.messageInterrupted)]),
  FrameCase("F7 binary inside", [twoFragments[0], Frame(first: 0x02)], [.fault(.messageInterrupted)]),
  FrameCase("F17 ping inside", [twoFragments[0], Frame(first: 0x89, payload: [9]), twoFragments[1]], [.ping([9]), .text("Hello")]),
  FrameCase("F21 binary where text is spoken", [Frame(first: 0x82, payload: [1])], [.fault(.messageKindUnsupported)], kinds: .text),
  FrameCase("F21 text where binary is spoken", [.text("a")], [.fault(.messageKindUnsupported)], kinds: .binary),
  FrameCase("F22 empty text", [.text("")], [.text("")]),
  FrameCase("F22 empty fragments", [Frame(first: 0x01), Frame(first: 0x00), Frame(first: 0x80)], [.text("")]),
  FrameCase("F25 pong", [Frame(first: 0x8A, payload: [1, 2])], [.pong([1, 2])]),
  FrameCase("F26 mask key 0", [Frame(first: 0x81, payload: Array("é".utf8), mask: [0, 0, 0, 0])], [.text("é")]),
  FrameCase("F27 100 frames", Array(repeating: .text("a"), count: 100), Array(repeating: .text("a"), count: 100)),
  FrameCase("F28 0x00 framing", [Frame(first: 0x00, payload: Array("hixie".utf8))], [.fault(.continuationUnexpected)]),
  FrameCase("RSV1 when agreed", [Frame(first: 0xC1, payload: [0xFF])], [.compressed(.text, [0xFF])], permitsCompression: true),
  FrameCase("Z7 uncompressed when agreed", [.text("a")], [.text("a")], permitsCompression: true),
  FrameCase(
    "RSV1 when agreed, fragments", [Frame(first: 0x42, payload: [0xFF]), Frame(first: 0x80, payload: [1])],
    [.compressedPart(.binary, [0xFF], isLast: false), .compressedPart(.binary, [1], isLast: true)], permitsCompression: true),
  FrameCase(
    "RSV1 when agreed, empty fragments and a ping",
    [Frame(first: 0x41), Frame(first: 0x89, payload: [9]), Frame(first: 0x00, payload: [2]), Frame(first: 0x80), .text("a")],
    [
      .compressedPart(.text, [], isLast: false), .ping([9]), .compressedPart(.text, [2], isLast: false),
      .compressedPart(.text, [], isLast: true), .text("a"),
    ], permitsCompression: true),
  FrameCase(
    "Z4 RSV1 on a continuation", [Frame(first: 0x41), Frame(first: 0xC0)],
    [.compressedPart(.text, [], isLast: false), .fault(.reservedBitSet)], permitsCompression: true),
  FrameCase("Z4 RSV1 on a ping", [Frame(first: 0xC9)], [.fault(.reservedBitSet)], permitsCompression: true),
]

private func binary(announcing length: UInt64, _ form: LengthForm) -> [Frame] { [Frame(first: 0x82, form: form, announced: length)] }

private let negativeLengths: [UInt64] = [1 << 63, .max]
private let largeLengths: [UInt64] = [1 << 62, 1 << 32, 1 << 31, 65_537]
private let goodLengths = [125, 126, 127, 128, 65_535, 65_536]

private let negativeCases: [FrameCase] =
  negativeLengths.map { FrameCase("F8 length \($0)", binary(announcing: $0, .bits64), [.fault(.lengthNegative)]) }
private let largeCases: [FrameCase] =
  largeLengths.map { FrameCase("F9 length \($0)", binary(announcing: $0, .bits64), [.fault(.frameTooBig)]) }
private let wordyCases: [FrameCase] =
  ([0, 5, 125] as [UInt64]).map { FrameCase("F10 \($0) in 16 bits", binary(announcing: $0, .bits16), [.fault(.lengthNotMinimal)]) }
private let wordierCases: [FrameCase] =
  ([5, 300, 65_535] as [UInt64]).map { FrameCase("F10 \($0) in 64 bits", binary(announcing: $0, .bits64), [.fault(.lengthNotMinimal)]) }
private let goodLengthCases: [FrameCase] =
  goodLengths.map { FrameCase("F16 length \($0)", [Frame(first: 0x82, payload: many($0, 3))], [.binary(many($0, 3))]) }

/// A message of a first frame, some continuations alike and a last.
private func fragments(_ first: [UInt8], _ count: Int, _ middle: [UInt8], last: [UInt8]) -> [Frame] {
  var frames = [Frame(first: 0x02, payload: first)]
  frames.append(contentsOf: Array(repeating: Frame(first: 0x00, payload: middle), count: count))
  frames.append(Frame(first: 0x80, payload: last))
  return frames
}

/// A byte less than a message may have, and not the last of it.
private let nearlyFull = Frame(first: 0x02, payload: many(65_535, 1))

private let sumCases: [FrameCase] = [
  FrameCase("F11 64 KiB + 1", [Frame(first: 0x82, payload: many(65_537, 0))], [.fault(.frameTooBig)]),
  FrameCase("F12 fragments of 64 KiB", fragments(many(65_535, 1), 0, [], last: [1]), [.binary(many(65_536, 1))]),
  FrameCase("F12 fragments of 64 KiB + 1", fragments(many(65_535, 1), 0, [], last: [1, 2]), [.fault(.messageTooBig)]),
  FrameCase("F12 64 KiB, and an empty last fragment", fragments(many(65_535, 1), 1, [1], last: []), [.binary(many(65_536, 1))]),
  FrameCase("F12 64 KiB in two fragments that are not the last", [nearlyFull, Frame(first: 0x00, payload: [1])], []),
  FrameCase(
    "F12 64 KiB + 1 in two fragments that are not the last", [nearlyFull, Frame(first: 0x00, payload: [1, 2])], [.fault(.messageTooBig)]),
  FrameCase(
    "F12 64 KiB + 1 in three that are not the last, the third no more than a header",
    [nearlyFull, Frame(first: 0x00, payload: [1]), Frame(first: 0x00, announced: 1)], [.fault(.messageTooBig)]),
  FrameCase(
    "F12 64 KiB + 1 compressed, in two fragments that are not the last",
    [Frame(first: 0x42, payload: many(65_535, 1)), Frame(first: 0x00, payload: [1, 2])],
    [.compressedPart(.binary, many(65_535, 1), isLast: false), .fault(.messageTooBig)], permitsCompression: true),
  FrameCase("F13 128 fragments", fragments([1], 126, [1], last: [1]), [.binary(many(128, 1))]),
  FrameCase("F13 129 fragments", fragments([1], 127, [1], last: [1]), [.fault(.fragmentsTooMany)]),
  FrameCase("F13 endless empty continuations", fragments([], 500, [], last: []), [.fault(.fragmentsTooMany)]),
]

private let badText: [[UInt8]] = [
  [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xC1, 0xBF],
  [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xFE], [0xFF], [0xF5, 0x80, 0x80, 0x80],
]

private let badTextCases: [FrameCase] = badText.flatMap { (bad: [UInt8]) -> [FrameCase] in
  let fault: [Seen] = [.fault(.textNotUTF8)]
  return [
    FrameCase("F18 \(bad)", [Frame(first: 0x81, payload: bad)], fault),
    FrameCase("F18 long \(bad)", [Frame(first: 0x81, payload: many(61, 0x61) + bad)], fault),
    FrameCase("F18 fragments \(bad)", [Frame(first: 0x01, payload: [0x61]), Frame(first: 0x80, payload: bad)], fault),
  ]
}

private let everyLength = "aéक€💶\u{10FFFF}\u{D7FF}\u{E000}"

private let goodTextCases: [FrameCase] = [
  FrameCase(
    "F20 code point over fragments",
    [
      Frame(first: 0x01, payload: [0xF0]), Frame(first: 0x00, payload: [0x9F]), Frame(first: 0x00, payload: [0x92]),
      Frame(first: 0x80, payload: [0xB6]),
    ], [.text("💶")]),
  FrameCase("text of every length of character", [.text(everyLength)], [.text(everyLength)]),
]

private let closeCases: [FrameCase] = [
  FrameCase("C1 empty", [Frame(first: 0x88), .text("after")], [.close(nil, [])]),
  FrameCase("C2 one byte", [Frame(first: 0x88, payload: [3])], [.fault(.closePayloadTruncated)]),
  FrameCase("C5 reason not UTF-8", [.close(1000, [0xCE, 0xBA, 0xE1])], [.fault(.closeReasonNotUTF8)]),
  FrameCase("C6 reason of 123", [.close(1000, many(123, 0x61))], [.close(1000, many(123, 0x61))]),
  FrameCase("C6 reason of 124", [.close(1000, many(124, 0x61))], [.fault(.controlFrameTooLong)]),
  FrameCase("C7 data after Close", [.close(1000), .text("late")], [.close(1000, [])]),
  FrameCase("C8 two Closes", [.close(1000), .close(1001)], [.close(1000, [])]),
  FrameCase("C11 Close inside a message", [twoFragments[0], .close(1001)], [.close(1001, [])]),
]

private let badCodes: [UInt16] = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535]
private let goodCodes: [UInt16] = [
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
]
private let badCodeCases: [FrameCase] = badCodes.map { FrameCase("C3 code \($0)", [.close($0)], [.fault(.closeCodeInvalid)]) }
private let goodCodeCases: [FrameCase] = goodCodes.map { FrameCase("C4 code \($0)", [.close($0, [0x62])], [.close($0, [0x62])]) }

private let frameCases: [FrameCase] = [
  reservedCases, opcodeCases, controlCases, structureCases, negativeCases, largeCases, wordyCases, wordierCases, goodLengthCases, sumCases,
  badTextCases, goodTextCases, closeCases, badCodeCases, goodCodeCases,
].flatMap(\.self)

@Suite("Frames, row by row") struct FrameRowTests {
  @Test("F2 to F28, C1 to C11: whole, byte by byte and in random cuts, both roles", arguments: frameCases)
  func row(_ row: FrameCase) {
    for role in [Role.server, .client] {
      let bytes = row.frames.flatMap { $0.bytes(masked: role == .server) }
      for (index, cut) in cuts(of: bytes.count).enumerated() {
        let seen = decode(bytes, cut: cut, role: role, kinds: row.kinds, permitsCompression: row.permitsCompression)
        #expect(seen == row.seen, "\(row.row), \(role), cut \(index)")
      }
    }
  }

  @Test("F1 a frame masked the wrong way fails before its payload") func maskedTheWrongWay() {
    let frame = Frame.text("secret")
    #expect(decode(frame.bytes(masked: false), cut: [0..<8], role: .server) == [.fault(.frameNotMasked)])
    #expect(decode(frame.bytes(masked: true), cut: [0..<12], role: .client) == [.fault(.frameMasked)])
    #expect(decode(frame.bytes(masked: false), cut: [0..<2], role: .server) == [.fault(.frameNotMasked)])
  }

  @Test("F8 F9 F11 a length above the limit fails at the header, with nothing reserved", arguments: [UInt64.max, 1 << 62, 65_537])
  func failsAtTheHeader(_ length: UInt64) {
    let header = Frame(first: 0x82, form: .bits64, announced: length).bytes(masked: false)
    let seen = decode(header, cut: cuts(of: header.count)[1], role: .client) { _, charged in #expect(charged == 0) }
    #expect(seen.count == 1)
  }

  @Test("F15 memory reserved is at most what was received and 4 KiB") func reservedMemory() {
    let message = Frame(first: 0x82, payload: Array(repeating: 1, count: 60_000)).bytes(masked: true)
    for cut in cuts(of: message.count) {
      let seen = decode(message, cut: cut, role: .server) { received, charged in #expect(charged <= received + 4_096) }
      #expect(seen == [.binary(Array(repeating: 1, count: 60_000))])
    }
    var decoder = FrameDecoder(role: .server)
    var start = Array(message.prefix(9))
    let event = start.withUnsafeMutableBytes { buffer in
      var position = 0
      return (try? decoder.next(in: buffer, from: &position)) == nil
    }
    #expect(event)
    let (charged, isIdle) = (decoder.chargedBytes, decoder.isIdle)
    #expect(charged <= 9 + 4_096)
    #expect(!isIdle)
  }

  @Test(
    "F19 bad text fails at the bad byte: in the first fragment, and inside a frame not yet complete",
    arguments: badText.filter { $0 != [0xE2, 0x82] })
  func failsFast(_ bad: [UInt8]) {
    let fragment = Frame(first: 0x01, payload: Array("κόσμε".utf8) + bad).bytes(masked: true)
    #expect(decode(fragment, cut: [0..<fragment.count], role: .server) == [.fault(.textNotUTF8)])
    let begun = Frame(first: 0x81, payload: Array("κόσμε".utf8) + bad, announced: 100).bytes(masked: true)
    for cut in cuts(of: begun.count) { #expect(decode(begun, cut: cut, role: .server) == [.fault(.textNotUTF8)]) }
  }

  @Test(
    "F19 a surrogate and a code point above U+10FFFF fail at their second byte",
    arguments: [[0xED, 0xA0], [0xF4, 0x90], [0xE0, 0x80], [0xF0, 0x80]])
  func failsAtTheSecondByte(_ bad: [UInt8]) {
    let begun = Frame(first: 0x81, payload: bad, announced: 50).bytes(masked: true)
    #expect(decode(begun, cut: [0..<begun.count - 1], role: .server) == [])
    #expect(decode(begun, cut: [0..<begun.count], role: .server) == [.fault(.textNotUTF8)])
  }

  @Test("Nothing is held between messages, and little in a decoder") func idleState() {
    #expect(MemoryLayout<FrameDecoder>.size <= 72)
    #expect(MemoryLayout<WebSocketConnection>.size <= 144)
    var decoder = FrameDecoder(role: .server)
    for part in [Array(Frame.text("Hello").bytes(masked: true).prefix(8)), Array(Frame.text("Hello").bytes(masked: true).suffix(3))] {
      var read = part
      read.withUnsafeMutableBytes { buffer in
        var position = 0
        while (try? decoder.next(in: buffer, from: &position)) != nil {}
      }
    }
    let (charged, isIdle) = (decoder.chargedBytes, decoder.isIdle)
    #expect(isIdle)
    #expect(charged == 0)
  }

  @Test("Raised limits take a large message of many fragments; the reserve stays within a quarter") func raisedLimits() {
    var random = SeededGenerator(seed: 3)
    let payload = random.bytes(1 << 20)
    var frames: [Frame] = []
    for start in stride(from: 0, to: payload.count, by: 64) {
      let isLast = start + 64 == payload.count
      frames.append(Frame(first: (isLast ? 0x80 : 0) | (start == 0 ? 0x02 : 0), payload: Array(payload[start..<start + 64])))
    }
    let fragmentCount = frames.count
    let wire = frames.flatMap { $0.bytes(masked: true) }
    let cut = stride(from: 0, to: wire.count, by: 4_096).map { $0..<min($0 + 4_096, wire.count) }
    let seen = decode(wire, cut: cut, role: .server, limits: .messages(upTo: 1 << 20)) { received, charged in
      #expect(charged <= received + max(4_096, received / 4) + fragmentCount * FrameLimits.fragmentCharge)
    }
    #expect(seen == [.binary(payload)])
    #expect(decode(wire, cut: cut, role: .server, limits: .messages(upTo: 1 << 20 - 1)) == [.fault(.messageTooBig)])
  }

  @Test(
    "Limits at the end of their range do not trap",
    arguments: [FrameLimits.messages(upTo: .max), FrameLimits(messageBytesMax: 0, frameBytesMax: 0, fragmentsMax: 0)])
  func extremeLimits(_ limits: FrameLimits) {
    var extreme = limits
    if limits.messageBytesMax != 0 { extreme.messageBytesMax = .max }
    let frames = [Frame(first: 0x82, form: .bits64, announced: UInt64(UInt32.max)), Frame(first: 0x81, payload: [0x61])]
    let expected: [WebSocketFault] = [.frameTooBig, .frameTooBig]
    for (frame, fault) in zip(frames, expected) {
      let bytes = frame.bytes(masked: true)
      let seen = decode(bytes, cut: [0..<bytes.count], role: .server, limits: extreme)
      #expect(seen == [limits.messageBytesMax != 0 && frame.announced == nil ? .text("a") : .fault(fault)])
    }
  }
}
