import HearthLoadKit
import Support
import Testing
import WebSocket

@testable import Deflate

/// Windows below 32 KiB: how far copies may reach (row Z9), and what it costs to know.
@Suite("Copies from beyond the window") struct DistanceTests {
  private func inflated(_ payload: [UInt8], _ windowBits: UInt8, bytesMax: Int = 65_536) -> (outcome: Outcome, calls: Int) {
    let inflater = Inflater(windowBits: windowBits, keepsContext: false)
    let outcome = payload.withUnsafeBytes { payload -> Outcome in
      do throws(WebSocketFault) {
        return .message(Array(try inflater.inflate(payload, of: .binary, bytesMax: bytesMax)))
      } catch {
        return .fault(error)
      }
    }
    return (outcome, inflater.calls)
  }

  @Test("Z9: zlib is called once a block and once each time the buffer grows, whatever the window", arguments: Array(UInt8(8)...15))
  func calls(windowBits: UInt8) {
    var random = SeededGenerator(seed: UInt64(windowBits))
    let message = (0..<65_536).map { _ in UInt8.random(in: 0...3, using: &random) }
    let payload = LoopCompressor().compressed(message, windowBits: max(9, windowBits))
    // zlib's own blocks of this level hold 16 Ki symbols and less; the buffer doubles from 4 KiB on.
    let (outcome, calls) = inflated(windowBits == 8 ? Self.literals(message) : payload, windowBits)
    #expect(outcome == .message(message))
    #expect(calls <= 48, "\(calls) calls")
  }

  /// A message without copies, in one block.
  private static func literals(_ bytes: [UInt8]) -> [UInt8] { DeflateBits.message { $0.fixedBlock(bytes) } }

  @Test("Z9: in fragments of a byte each, zlib is called twice a fragment at most")
  func callsInFragments() throws {
    let message = [UInt8](repeating: 7, count: 5_000) + (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
    let payload = LoopCompressor().compressed(message, windowBits: 9)
    let inflater = Inflater(windowBits: 9, keepsContext: false)
    inflater.begin()
    for byte in payload { try [byte].withUnsafeBytes { try inflater.take($0, bytesMax: 65_536) } }
    #expect(try Array(inflater.finish(bytesMax: 65_536)) == message)
    #expect(inflater.calls <= 2 * payload.count + 16, "\(inflater.calls) calls for \(payload.count) bytes")
  }

  @Test("Z9: of random copies in blocks of all kinds exactly those from beyond the window fail", arguments: 0..<40 as Range<UInt64>)
  func randomCopies(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var farthest = 0
    var count = 0
    let payload = DeflateBits.message { data in
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if Bool.random(using: &random) {
          // Stored, behind its three bits and up to the next byte.
          let bytes = (0..<Int.random(in: 1...700, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
          data.flush()
          for value in [bytes.count, 0xFFFF ^ bytes.count] { data.number(value, 16) }
          for byte in bytes { data.number(Int(byte), 8) }
          count += bytes.count
          continue
        }
        data.fixedBlock(isLast: false)
        for _ in 0..<Int.random(in: 1...300, using: &random) {
          data.literal(UInt8.random(in: 0...255, using: &random))
          count += 1
          guard count > 4, Int.random(in: 0..<20, using: &random) == 0 else { continue }
          let distance = Int.random(in: 1...min(count, 1 << Int.random(in: 1...11, using: &random)), using: &random)
          farthest = max(farthest, distance)
          data.copy(distance: distance)
          count += 3
        }
        data.endOfBlock()
      }
    }
    for windowBits in UInt8(8)...15 {
      let outcome = inflated(payload, windowBits).outcome
      if farthest > 1 << Int(windowBits) {
        #expect(outcome == .fault(.compressedDataInvalid), "seed \(seed), \(farthest) back with \(windowBits) bits")
      } else {
        guard case .message(let message) = outcome else {
          Issue.record("seed \(seed), \(farthest) back with \(windowBits) bits: \(outcome)")
          continue
        }
        #expect(message.count == count && outcome == inflated(payload, 15).outcome)
      }
    }
  }

  @Test(
    "Z9: so do those in blocks with codes of their own", arguments: [(300, UInt8(9)), (700, 10), (1_500, 11), (3_000, 12), (9_000, 14)])
  func ownCodes(gap: Int, windowBits: UInt8) {
    var random = SeededGenerator(seed: UInt64(gap))
    let phrase = (0..<100).map { _ in UInt8.random(in: 128...255, using: &random) }
    let between = (0..<gap).map { _ in UInt8.random(in: 0...20, using: &random) }
    let payload = LoopCompressor(level: 9).compressed(phrase + between + phrase)
    // Of the first bytes: not last, and codes of its own (RFC 1951 §3.2.3).
    #expect(payload[0] & 7 == 0b100)
    #expect(inflated(payload, windowBits).outcome == .message(phrase + between + phrase))
    #expect(inflated(payload, windowBits - 1).outcome == .fault(.compressedDataInvalid))
  }

  @Test("Z9: behind a last block the next one is looked at too, in one message and with a context kept")
  func lastBlocks() {
    func payload(distance: Int) -> [UInt8] {
      DeflateBits.message { data in
        data.fixedBlock((0..<400).map { UInt8(truncatingIfNeeded: $0) }, isLast: true)
        data.alignToByte()
        data.fixedBlock()
        data.copy(distance: distance)
        data.endOfBlock()
      }
    }
    guard case .message(let message) = inflated(payload(distance: 256), 8).outcome else {
      Issue.record("256 back is within the window")
      return
    }
    #expect(message.count == 403)
    #expect(inflated(payload(distance: 257), 8).outcome == .fault(.compressedDataInvalid))
    let copy = { (distance: Int) in
      DeflateBits.message { data in
        data.fixedBlock()
        data.copy(distance: distance)
        data.endOfBlock()
      }
    }
    for (distance, isWithin) in [(256, true), (257, false)] {
      let inflater = Inflater(windowBits: 8, keepsContext: true)
      let outcomes = [Self.literals((0..<400).map { UInt8(truncatingIfNeeded: $0) }), copy(distance)].map { payload in
        payload.withUnsafeBytes { (try? inflater.inflate($0, of: .binary, bytesMax: 65_536)) != nil }
      }
      #expect(outcomes == [true, isWithin])
    }
  }

  @Test("Z11: with a smaller window a message has half as many blocks, at the limit and one past it")
  func blocks() {
    func payload(_ count: Int) -> [UInt8] {
      DeflateBits.message { data in for _ in 0..<count { data.fixedBlock([]) } }
    }
    // Of ten bits each, and the empty one that ends every message.
    let most = (1_024 + 517 * 10 / 8 / 64) / 2
    #expect(inflated(payload(most - 1), 14).outcome == .message([]))
    #expect(inflated(payload(most), 14).outcome == .fault(.compressedBlocksTooMany))
  }

  @Test("Random bytes end the walk, and what reaches past a large window reaches past a small one", arguments: 0..<4 as Range<UInt64>)
  func noise(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<5_000 {
      var bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      // More often a block with codes of its own than chance would have it.
      if !bytes.isEmpty, Bool.random(using: &random) { bytes[0] = bytes[0] & ~7 | 0b100 }
      let (small, large) = bytes.withUnsafeBytes { bytes in
        (CopyDistances.exceed(windowBits: 8, in: bytes), CopyDistances.exceed(windowBits: 12, in: bytes))
      }
      #expect(small || !large, "\(bytes)")
      if small { found += 1 }
    }
    // Both outcomes come, so that the comparison means something.
    #expect(found > 0 && found < 5_000)
  }
}
