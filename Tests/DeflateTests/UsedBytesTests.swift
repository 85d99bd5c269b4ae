import HearthLoadKit
import Testing
import WebSocket

@testable import Deflate

/// What inflating holds is bounded before it is allocated: by what has been inflated, and by the limit of the message.
@Suite("What inflating holds") struct UsedBytesTests {
  /// Of the buffer, without a message.
  private static let initialBytes = 4 << 10

  /// 32 MiB of zeros.
  private static let bomb = LoopCompressor().compressed([UInt8](repeating: 0, count: 32 << 20))

  /// So many pieces of 13 bytes: a literal first, then copies of it, 258 bytes for each 13 bits (RFC 1951 §3.2.5).
  private static func copies(_ pieces: Int) -> [[UInt8]] {
    var bits = DeflateBits()
    bits.fixedBlock()
    bits.literal(7)
    for _ in 0..<(pieces * 8) {
      bits.code(0b1100_0101, 8)
      bits.code(0, 5)
    }
    let bytes = bits.bytes
    return (0..<pieces).map { Array(bytes[($0 * 13)..<($0 * 13 + 13)]) }
  }

  private func take(_ part: [UInt8], _ inflater: Inflater, bytesMax: Int) throws {
    try part.withUnsafeBytes { try inflater.take($0, bytesMax: bytesMax) }
  }

  @Test(
    "Z1: a bomb is held up to its limit and a byte, whatever it would come to", arguments: [1, 4_095, 4_096, 65_535, 65_536, 1 << 20],
    [12, 15] as [UInt8])
  func bomb(bytesMax: Int, windowBits: UInt8) {
    let inflater = Inflater(windowBits: windowBits, keepsContext: false)
    let idle = inflater.usedBytes
    for _ in 0..<3 {
      inflater.begin()
      #expect(throws: WebSocketFault.messageTooBig) { try take(Self.bomb, inflater, bytesMax: bytesMax) }
      // With less than the largest window the compressed message is kept too, since its distances are looked at.
      let compressed = windowBits < 15 ? 2 * Self.bomb.count : 0
      #expect(inflater.usedBytes - idle <= max(bytesMax + 1 - Self.initialBytes, 0) + compressed)
    }
    // The next message begins with 64 KiB at most.
    inflater.begin()
    #expect(inflater.usedBytes - idle <= (64 << 10) - Self.initialBytes + (windowBits < 15 ? 64 << 10 : 0))
  }

  @Test("Z2: a message in fragments holds at most twice what has been inflated of it")
  func parts() throws {
    let inflater = Inflater(windowBits: 15, keepsContext: false)
    let idle = inflater.usedBytes
    let limit = 1 << 20
    inflater.begin()
    for (index, part) in Self.copies(100).enumerated() {
      try take(part, inflater, bytesMax: limit)
      // Up to a byte, and what begins in a piece ends in the next.
      let inflated = (index + 1) * 8 * 258 + 1
      #expect(inflater.usedBytes - idle <= max(2 * inflated - Self.initialBytes, 0), "after \(index + 1) pieces")
    }
    #expect(inflater.usedBytes - idle > 64 << 10)
  }
}
