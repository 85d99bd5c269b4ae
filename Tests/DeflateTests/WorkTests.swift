import Deflate
import HearthLoadKit
import Passes
import Support
import Testing
import WebSocket

/// Row Z11: what a message of 64 KiB may make us compute, beside what looking at its bytes takes.
@Suite struct WorkTests {
  /// Limit: what looking at 64 KiB so many times takes.
  private static let passesMax = 100.0

  /// Empty blocks with codes of their own, the dearest that there are for their size: so many of them.
  private static func tables(_ count: Int) -> [UInt8] {
    DeflateBits.message { data in for _ in 0..<count { data.emptyBlockWithCodes() } }
  }

  /// As many of them as a message may have with that window, which is the dearest that is taken.
  private static func mostTables(_ compressor: LoopCompressor, _ windowBits: UInt8) -> Int {
    var (taken, refused) = (1, 6_000)
    while refused - taken > 1 {
      let middle = (taken + refused) / 2
      if compressor.inflated(tables(middle), windowBits: windowBits) == .message([]) { taken = middle } else { refused = middle }
    }
    return taken
  }

  @Test("Z11: as many blocks with codes as are taken, and one more", arguments: [UInt8(8), 12, 14, 15])
  func blocks(windowBits: UInt8) {
    let compressor = LoopCompressor()
    let most = Self.mostTables(compressor, windowBits)
    // Of 90 bits each, and the three of the empty one that ends every message; half as many where distances are looked
    // at.
    let bytes = (most * 90 + 3 + 7) / 8
    let limit = (1_024 + bytes / 64) / (windowBits < 15 ? 2 : 1)
    #expect(most == limit - 1 && Self.tables(most).count == bytes, "\(most) blocks, \(bytes) bytes")
    #expect(compressor.inflated(Self.tables(most + 1), windowBits: windowBits) == .fault(.compressedBlocksTooMany))
    for count in [most, most + 1] {
      let payload = Self.tables(count)
      let name = "Z11: \(count) blocks, window of \(windowBits) bits"
      let work = Passes.of(name) { _ = compressor.inflated(payload, windowBits: windowBits) }
      #expect(work < Self.passesMax, "\(count) blocks: \(work)")
    }
  }

  @Test("Z11: a message of 64 KiB is inflated or refused", arguments: [UInt8(8), 12, 15])
  func messages(windowBits: UInt8) {
    let compressor = LoopCompressor()
    var random = SeededGenerator(seed: 3)
    let noise = (0..<65_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = (0..<65_536).map { _ in UInt8.random(in: 97...104, using: &random) }
    let many = DeflateBits.message { data in for _ in 0..<10_000 { data.fixedBlock([]) } }
    let payloads: [(String, [UInt8])] = [
      ("noise", compressor.compressed(noise)), ("text", compressor.compressed(text, windowBits: max(9, windowBits))),
      ("literals", DeflateBits.message { $0.fixedBlock(text) }), ("10,000 blocks", many), ("blocks with codes", Self.tables(5_777)),
      ("zeros", compressor.compressed([UInt8](repeating: 0, count: 65_536))),
      ("a bomb", compressor.compressed([UInt8](repeating: 0, count: 8 << 20))),
      ("last blocks", Array([[UInt8]](repeating: [0x03, 0x00], count: 200).joined())),
    ]
    for (name, payload) in payloads {
      let work = Passes.of("Z11: \(name), window of \(windowBits) bits") { _ = compressor.inflated(payload, windowBits: windowBits) }
      #expect(work < Self.passesMax, "\(name), \(payload.count) bytes: \(work)")
    }
  }
}
