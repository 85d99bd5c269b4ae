import Deflate
import HearthLoadKit
import Support
import Testing
import WebSocket

@Suite("Inflating what a peer sends") struct InflateTests {
  private let hello = Array("Hello".utf8)

  @Test(
    "RFC 7692 §7.2.3: the examples",
    arguments: [
      [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],  // one block
      [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],  // stored
      [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],  // a last block, then the next one's beginning
      [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],  // a last block and nothing after it
      [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],  // two blocks
    ] as [[UInt8]])
  func examples(payload: [UInt8]) {
    #expect(LoopCompressor().inflated(payload, .text) == .message(hello))
  }

  @Test("RFC 7692 §7.2.3.2: a kept context is referred to, and one that is not kept must not be (Z8)") func contexts() {
    let first: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    let second: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
    let keeping = ContextCompressor(CompressionAgreement(), role: .server)
    #expect(keeping.inflated(first) == .message(hello))
    #expect(keeping.inflated(second) == .message(hello))
    let free = LoopCompressor()
    #expect(free.inflated(first) == .message(hello))
    #expect(free.inflated(second) == .fault(.compressedDataInvalid))
    #expect(free.inflated(first) == .message(hello))
  }

  @Test("A last block does not end the context") func lastBlockKeepsContext() {
    let keeping = ContextCompressor(CompressionAgreement(), role: .server)
    #expect(keeping.inflated([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]) == .message(hello))
    #expect(keeping.inflated([0xF2, 0x00, 0x11, 0x00, 0x00]) == .message(hello))
    // The same within one message.
    let joined: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0xF2, 0x00, 0x11, 0x00, 0x00]
    #expect(LoopCompressor().inflated(joined) == .message(hello + hello))
  }

  @Test("Z5: an empty message") func empty() {
    #expect(LoopCompressor().inflated([0x00]) == .message([]))
    #expect(LoopCompressor().inflated([0x03, 0x00, 0x00]) == .message([]))
  }

  @Test("Z1: exactly the limit is taken, one byte more is not, and a bomb ends there", arguments: [1, 100, 4_095, 4_096, 4_097, 65_536])
  func limit(bytesMax: Int) {
    let compressor = LoopCompressor()
    let exact = [UInt8](repeating: 7, count: bytesMax)
    #expect(compressor.inflated(compressor.compressed(exact), bytesMax: bytesMax) == .message(exact))
    #expect(compressor.inflated(compressor.compressed(exact + [7]), bytesMax: bytesMax) == .fault(.messageTooBig))
    #expect(compressor.inflated(Self.bomb, bytesMax: bytesMax) == .fault(.messageTooBig))
  }

  private static let bomb = LoopCompressor().compressed([UInt8](repeating: 0, count: 32 << 20))

  @Test("Z2: of a message in fragments the one that crosses the limit fails") func parts() {
    var agreement = CompressionAgreement()
    agreement.clientKeepsContext = false
    func inflated(_ parts: [[UInt8]], bytesMax: Int = 65_536) -> (outcome: Outcome, taken: Int) {
      ContextCompressor(agreement, role: .server).inflated(parts: parts, bytesMax: bytesMax)
    }
    // A literal and copies of it: 13 bits for each 258 bytes (RFC 1951 §3.2.5), so each part of 13 bytes is 2,064
    // bytes.
    let parts = (0..<40).map { index in Array(Self.copies[(index * 13)..<(index * 13 + 13)]) }
    let limit = 2_064 * 20
    let (outcome, taken) = inflated(parts, bytesMax: limit)
    #expect(outcome == .fault(.messageTooBig))
    #expect((19...20).contains(taken))
    let message = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let payload = LoopCompressor().compressed(message)
    for count in [1, 2, 7, 500] {
      let parts = stride(from: 0, to: payload.count, by: count).map { Array(payload[$0..<min($0 + count, payload.count)]) }
      #expect(inflated(parts).outcome == .message(message))
      #expect(inflated([[]] + parts + [[]], bytesMax: 3_000).outcome == .message(message))
      #expect(inflated(parts, bytesMax: 2_999).outcome == .fault(.messageTooBig))
    }
    #expect(inflated([payload, [0x06]]).outcome == .fault(.compressedDataInvalid))
    #expect(inflated([[0x03, 0x00], []]).outcome == .message([]))
    #expect(inflated([[], []]).outcome == .fault(.compressedDataInvalid))
    // One message after another, in parts and whole: none finds anything of the one before.
    let inflater = ContextCompressor(agreement, role: .server)
    for _ in 0..<3 {
      #expect(inflater.inflated(parts: [Array(payload.prefix(9)), Array(payload.dropFirst(9))]).outcome == .message(message))
      #expect(inflater.inflated(payload) == .message(message))
    }
  }

  private static let copies: [UInt8] = {
    var bits = DeflateBits()
    bits.fixedBlock()
    bits.literal(7)
    for _ in 0..<400 {
      bits.code(0b1100_0101, 8)
      bits.code(0, 5)
    }
    return bits.bytes
  }()

  @Test("Z3, Z6: data that is none", arguments: invalid) func data(case name: String) {
    let payload = Self.invalidPayloads[name] ?? []
    #expect(LoopCompressor().inflated(payload) == .fault(.compressedDataInvalid), "\(name)")
  }

  static let invalid = invalidPayloads.keys.sorted()
  static let invalidPayloads: [String: [UInt8]] = [
    "no byte": [],
    "block type 3": [0x06],
    "block type 3, last": [0x07],
    "stored length without its complement": [0x00, 0x05, 0x00, 0x00, 0x00, 0x41],
    "stored and cut": [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48],
    "a code of no symbol": DeflateBits.message {
      $0.fixedBlock()
      $0.code(0b1100_0110, 8)
    },
    "a distance of no symbol": DeflateBits.message {
      $0.fixedBlock()
      $0.literal(65)
      $0.code(1, 7)
      $0.code(30, 5)
    },
    "a distance before the beginning": DeflateBits.message {
      $0.fixedBlock()
      $0.literal(65)
      $0.copy(distance: 2)
      $0.endOfBlock()
    },
    "tables cut": [0xEC, 0xFF],
    "too many codes": DeflateBits.message {
      $0.number(0, 1)
      $0.number(2, 2)
      $0.number(31, 5)
      $0.number(31, 5)
      $0.number(15, 4)
    },
  ]

  @Test("Z9: the window agreed is the farthest a copy may reach", arguments: Array(UInt8(8)...15)) func window(bits: UInt8) {
    let window = 1 << Int(bits)
    func payload(distance: Int) -> [UInt8] {
      DeflateBits.message { data in
        data.fixedBlock()
        for index in 0..<(window + 77) { data.literal(UInt8(truncatingIfNeeded: index)) }
        data.copy(distance: distance)
        data.endOfBlock()
      }
    }
    let compressor = LoopCompressor()
    let plain = (0..<(window + 77)).map { UInt8(truncatingIfNeeded: $0) }
    #expect(compressor.inflated(payload(distance: window), windowBits: bits) == .message(plain + plain[77..<80]))
    guard bits < 15 else { return }
    #expect(compressor.inflated(payload(distance: window + 1), windowBits: bits) == .fault(.compressedDataInvalid))
    #expect(compressor.inflated(payload(distance: window + 70), windowBits: bits) == .fault(.compressedDataInvalid))
  }

  @Test("Z10: text is validated after inflating, bytes are not") func text() {
    let compressor = LoopCompressor()
    let payload = compressor.compressed([0xC0, 0x80])
    #expect(compressor.inflated(payload, .text) == .fault(.textNotUTF8))
    #expect(compressor.inflated(payload, .binary) == .message([0xC0, 0x80]))
  }

  @Test("Z11: many blocks are refused before they cost much") func blocks() {
    func payload(_ count: Int) -> [UInt8] {
      DeflateBits.message { data in
        for _ in 0..<count {
          data.fixedBlock()
          data.endOfBlock()
        }
      }
    }
    // Blocks of ten bits each, and the empty one that ends every message: at the limit and one past it.
    #expect(LoopCompressor().inflated(payload(Self.blocksMax - 1)) == .message([]))
    #expect(LoopCompressor().inflated(payload(Self.blocksMax)) == .fault(.compressedBlocksTooMany))
    #expect(LoopCompressor().inflated(payload(10_000)) == .fault(.compressedBlocksTooMany))
    let parts = payload(10_000).map { [$0] }
    let (inParts, taken) = ContextCompressor(CompressionAgreement(), role: .server).inflated(parts: parts)
    #expect(inParts == .fault(.compressedBlocksTooMany))
    #expect(taken < parts.count / 5)
    // As last blocks, each of which ends zlib's stream, with a window to be carried over.
    let window = [UInt8](repeating: 7, count: 1 << 15)
    func lastBlocks(_ count: Int) -> [UInt8] {
      LoopCompressor().compressed(window) + [0x00, 0x00, 0xFF, 0xFF] + Array(repeating: [0x03, 0x00] as [UInt8], count: count).joined()
    }
    let isWhole = LoopCompressor().inflated(lastBlocks(200)) == .message(window)
    #expect(isWhole)
    #expect(LoopCompressor().inflated(lastBlocks(300)) == .fault(.compressedBlocksTooMany))
    #expect(LoopCompressor().inflated(lastBlocks(10_000)) == .fault(.compressedBlocksTooMany))
  }

  /// 1,024 and one for every 64 compressed bytes.
  private static let blocksMax = 1_024 + 1_045 * 10 / 8 / 64

  @Test("A message cut anywhere is a fault, and the next one is none") func cuts() {
    var random = SeededGenerator(seed: 7)
    let compressor = LoopCompressor()
    let message = (0..<400).map { _ in UInt8.random(in: 65...75, using: &random) }
    let payload = compressor.compressed(message)
    for count in 0..<payload.count - 1 {
      let outcome = compressor.inflated(Array(payload[..<count]))
      #expect(outcome == .fault(.compressedDataInvalid), "cut after \(count) of \(payload.count)")
    }
    #expect(compressor.inflated(payload) == .message(message))
  }

  @Test("Random bytes never do more than fail", arguments: [1, 2, 3] as [UInt64]) func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let compressor = LoopCompressor()
    for round in 0..<3_000 {
      let payload = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      switch compressor.inflated(payload, windowBits: UInt8.random(in: 8...15, using: &random), bytesMax: 4_096) {
      case .message(let bytes): #expect(bytes.count <= 4_096, "seed \(seed), round \(round)")
      case .fault(let fault):
        #expect([.compressedDataInvalid, .messageTooBig, .compressedBlocksTooMany].contains(fault), "seed \(seed), round \(round)")
      }
    }
  }
}
