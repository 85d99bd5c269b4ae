import Support
import Testing
import WebSocket

@Suite("Frames, both ways") struct FrameCodecTests {
  /// RFC 6455 §5.7.
  @Test("§5.7 the examples of the RFC") func examples() {
    var output: [UInt8] = []
    FrameEncoder.append(.text, payload: Array("Hello".utf8), to: &output)
    #expect(output == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    #expect(decode(output, cut: [0..<7], role: .client) == [.text("Hello")])

    output = []
    FrameEncoder.append(.text, payload: Array("Hello".utf8), maskKey: 0x3D21_FA37, to: &output)
    #expect(output == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    #expect(decode(output, cut: [0..<11], role: .server) == [.text("Hello")])

    output = []
    FrameEncoder.append(.text, payload: Array("Hel".utf8), isFinal: false, to: &output)
    FrameEncoder.append(.continuation, payload: Array("lo".utf8), to: &output)
    #expect(output == [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F])

    output = []
    FrameEncoder.append(.ping, payload: Array("Hello".utf8), to: &output)
    FrameEncoder.append(.pong, payload: Array("Hello".utf8), maskKey: 0x3D21_FA37, to: &output)
    #expect(output == [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])

    for (count, header) in [(256, [0x82, 0x7E, 0x01, 0x00] as [UInt8]), (65_536, [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])] {
      output = []
      FrameEncoder.append(.binary, payload: Array(repeating: 5, count: count), to: &output)
      #expect(Array(output.prefix(header.count)) == header)
      #expect(output.count == header.count + count)
    }
  }

  @Test("A Close is at most 125 bytes, its reason cut at a character, its code one that may be sent") func closeFrames() {
    var output: [UInt8] = []
    FrameEncoder.appendClose(nil, reason: "ignored", to: &output)
    #expect(output == [0x88, 0x00])
    output = []
    FrameEncoder.appendClose(.goingAway, reason: String(repeating: "€", count: 60), to: &output)
    #expect(decode(output, cut: [0..<output.count], role: .client) == [.close(1001, Array(String(repeating: "€", count: 41).utf8))])
    output = []
    FrameEncoder.appendClose(CloseCode(rawValue: 1006), to: &output)
    #expect(output == [0x88, 0x02, 0x03, 0xF3])
  }

  @Test("10,000 random messages in random fragments come back, however cut, both roles") func roundTrip() {
    let seed: UInt64 = 20_260_117
    var random = SeededGenerator(seed: seed)
    for round in 0..<500 {
      let role: Role = Bool.random(using: &random) ? .server : .client
      var wire: [UInt8] = []
      var sent: [Seen] = []
      for _ in 0..<20 {
        let isText = Bool.random(using: &random)
        let payload = isText ? randomText(&random) : random.bytes(Int.random(in: 0...300, using: &random))
        var rest = payload[...]
        var opcode: Opcode = isText ? .text : .binary
        while Int.random(in: 0..<3, using: &random) == 0 {
          let part = rest.prefix(Int.random(in: 0...max(1, rest.count), using: &random))
          FrameEncoder.append(opcode, payload: Array(part), maskKey: key(role, &random), isFinal: false, to: &wire)
          rest = rest.dropFirst(part.count)
          opcode = .continuation
          if Bool.random(using: &random) {
            FrameEncoder.append(.ping, payload: [1, 2, 3], maskKey: key(role, &random), to: &wire)
            sent.append(.ping([1, 2, 3]))
          }
        }
        FrameEncoder.append(opcode, payload: Array(rest), maskKey: key(role, &random), to: &wire)
        sent.append(isText ? .text(payload) : .binary(payload))
      }
      let ways = cuts(of: wire.count, seed: seed &+ UInt64(round))
      let cut = ways[round % ways.count]
      #expect(decode(wire, cut: cut, role: role) == sent, "seed \(seed), round \(round)")
    }
  }

  @Test("10,000 random byte strings never trap the decoder") func randomBytes() {
    let seed: UInt64 = 4_711
    var random = SeededGenerator(seed: seed)
    var faults = 0
    for _ in 0..<10_000 {
      let role: Role = Bool.random(using: &random) ? .server : .client
      var bytes = random.bytes(Int.random(in: 1...200, using: &random))
      // Half begin like a frame, so that the inner states are reached.
      if Bool.random(using: &random) {
        bytes[0] = [0x81, 0x01, 0x82, 0x89, 0x88, 0x80].randomElement(using: &random) ?? 0x81
        if bytes.count > 1 { bytes[1] = bytes[1] & 0x7F | (role == .server ? 0x80 : 0) }
      }
      let ways = cuts(of: bytes.count, seed: random.next())
      let outcomes = ways.map { decode(bytes, cut: $0, role: role, permitsCompression: bytes[0] & 0x40 != 0) }
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "seed \(seed), bytes \(bytes)")
      if case .fault? = outcomes[0].last { faults += 1 }
    }
    #expect(faults > 5_000)
  }

  @Test("UTF-8 is judged as the standard library judges it") func validator() {
    let seed: UInt64 = 99
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var bytes = randomText(&random)
      if Bool.random(using: &random), !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x60...0xFF, using: &random)
      }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      #expect(bytes.withUnsafeBytes { UTF8Validator.isValid($0) } == expected, "seed \(seed), bytes \(bytes)")
    }
  }

  private func key(_ role: Role, _ random: inout SeededGenerator) -> UInt32? {
    role == .server ? UInt32(truncatingIfNeeded: random.next()) : nil
  }

  private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
    let ascii = Bool.random(using: &random)
    var text = ""
    for _ in 0..<Int.random(in: 0...100, using: &random) {
      let scalar = ascii ? UInt32.random(in: 0...0x7F, using: &random) : UInt32.random(in: 0...0x10FFFF, using: &random)
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
    }
    return Array(text.utf8)
  }
}
