import Foundation
import Support
import SwiftProtobuf
import Testing

@testable import HearthProtocol

/// The writer of the hot path and SwiftProtobuf's say every message with the same bytes (SPEC LN-06).
struct BinaryWriterTests {
  /// How many random messages of each kind are tried.
  static let cases = ProcessInfo.processInfo.environment["HEARTH_PROPERTY_CASES"].flatMap(Int.init) ?? 2_000
  static let seed = ProcessInfo.processInfo.environment["HEARTH_PROPERTY_SEED"].flatMap(UInt64.init) ?? 0

  @Test func randomMessages() throws {
    var (longest, unknown) = (0, 0)
    var bodies: Set<String> = []
    func compare<M: Message>(_ type: M.Type, _ index: Int) throws {
      var message = try RandomMessage.of(type, seed: Self.seed << 32 &+ UInt64(index))
      if index.isMultiple(of: 7) {
        // A field of a later version is kept and written again.
        message = try M(serializedBytes: try message.serializedBytes() + [0xA2, 0xF1, 0x04, 0x01, 0x61] as [UInt8])
        unknown += 1
      }
      let expected: [UInt8] = try message.serializedBytes()
      #expect(try BinaryWriter.bytes(of: message) == expected, "\(type), case \(index)")
      longest = max(longest, expected.count)
    }
    for index in 0..<Self.cases {
      try compare(Event.self, index)
      let body = try RandomMessage.of(Event.self, seed: Self.seed << 32 &+ UInt64(index)).body
      if let body, let name = Mirror(reflecting: body).children.first?.label { bodies.insert(name) }
      try compare(Command.self, index)
      try compare(ServerMessage.self, index)
      try compare(SealedServerMessage.self, index)
      try compare(ClientMessage.self, index)
    }
    // Lengths of one, two and three bytes were among them, and memory of the heap.
    #expect(longest > 1 << 14)
    #expect(unknown > 0)
    // Most of the 94 kinds of events were, too, those with the highest numbers among them; with few messages fewer are.
    guard Self.cases >= 1_000 else { return }
    #expect(bodies.count >= 80 && !bodies.isDisjoint(with: ["commentAdded", "commentRemoved", "wordsErased"]), "\(bodies.count)")
  }

  @Test func goldenMessages() throws {
    for (_, samples) in VectorSamples.files {
      for sample in samples {
        let expected: [UInt8] = try sample.message.serializedBytes()
        #expect(try BinaryWriter.bytes(of: sample.message) == expected, "\(sample.name)")
      }
    }
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x1F_FFFF, 0x20_0000])
  func lengths(_ count: Int) throws {
    // Each length within a message within a message, where the outer one is longer by its heads.
    var command = Command()
    command.addEntry.content.note = String(repeating: "n", count: count)
    let expected: [UInt8] = try command.serializedBytes()
    #expect(try command.withEncodedBytes { [UInt8]($0) } == expected)
  }
}
