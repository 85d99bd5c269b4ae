import Deflate
import Support
import Testing
import WebSocket

@Suite("Compressing, and inflating again") struct RoundTripTests {
  @Test("Without contexts, whatever the window", arguments: Array(UInt8(9)...15)) func contextFree(bits: UInt8) {
    var random = SeededGenerator(seed: UInt64(bits))
    let sender = LoopCompressor()
    let receiver = LoopCompressor()
    for round in 0..<200 {
      let message = random.message()
      let payload = sender.compressed(message, windowBits: bits)
      #expect(receiver.inflated(payload, windowBits: bits) == .message(message), "seed \(bits), round \(round)")
      // No context: compressing again gives the same bytes.
      #expect(sender.compressed(message, windowBits: bits) == payload, "seed \(bits), round \(round)")
    }
  }

  @Test("With contexts, in both directions") func contexts() {
    var random = SeededGenerator(seed: 11)
    var agreement = CompressionAgreement()
    agreement.serverWindowBits = 10
    let server = ContextCompressor(agreement, role: .server)
    let client = ContextCompressor(agreement, role: .client)
    for round in 0..<200 {
      let message = random.message()
      #expect(client.inflated(server.compressed(message)) == .message(message), "seed 11, round \(round)")
      #expect(server.inflated(client.compressed(message)) == .message(message), "seed 11, round \(round)")
    }
    // What was said before is not said again.
    let sentence = Array("The same sentence, said once more, costs next to nothing with a context.".utf8)
    let first = server.compressed(sentence)
    _ = client.inflated(first)
    let second = server.compressed(sentence)
    #expect(second.count < first.count / 3)
    #expect(client.inflated(second, .text) == .message(sentence))
  }

  @Test("Large messages and empty ones in turn") func sizes() {
    let compressor = LoopCompressor()
    for count in [0, 1, 65_535, 65_536, 0, 0, 3 << 20, 1, 0] {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
      #expect(compressor.inflated(compressor.compressed(message), bytesMax: 4 << 20) == .message(message))
    }
  }

  @Test("The bytes of the last flush are left out") func tail() {
    #expect(LoopCompressor().compressed(Array("Hello".utf8)) == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
    #expect(LoopCompressor().compressed([]) == [0x00])
  }
}
