import Foundation
import HearthProtocol
import Support
import SwiftProtobuf
import Testing

/// A golden message as `Protocol/vectors/*.json` holds it.
struct Vector: Codable, Equatable {
  var name: String
  /// The message's name in the schema.
  var message: String
  /// Its JSON as the server writes it.
  var json: String
  /// Its protobuf bytes in hexadecimal.
  var protobuf: String

  init(_ sample: VectorSample) throws {
    name = sample.name
    message = type(of: sample.message).protoMessageName
    json = String(decoding: try WireFormat.json.encode(sample.message), as: UTF8.self)
    let bytes: [UInt8] = try sample.message.serializedBytes()
    protobuf = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes; nil when the text is not hexadecimal.
  var bytes: [UInt8]? {
    let digits = Array(protobuf.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// The golden messages, in both directions. They are fixed: a difference means that the protocol changed for those who
/// speak it already (SPEC VR-01). New messages are added by running these tests once with HEARTH_REWRITE_VECTORS=1 and
/// reading the difference.
struct VectorTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let types: [any Message.Type] = [
    ClientMessage.self, ServerMessage.self, Command.self, Event.self, LaneSnapshot.self, GroupSnapshot.self, BundleRecord.self,
  ]
  static let fileNames = VectorSamples.files.map(\.file)

  static func url(_ file: String) -> URL { root.appendingPathComponent("Protocol/vectors/\(file).json") }

  /// What the file holds; rewritten from the samples first when that is asked for.
  static func vectors(_ file: String) throws -> [Vector] {
    if ProcessInfo.processInfo.environment["HEARTH_REWRITE_VECTORS"] != nil {
      let samples = try #require(VectorSamples.files.first { $0.file == file }).samples
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try (encoder.encode(samples.map { try Vector($0) }) + Data("\n".utf8)).write(to: url(file))
    }
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: url(file)))
  }

  static func type(_ vector: Vector) throws -> any Message.Type {
    try #require(types.first { $0.protoMessageName == vector.message }, "no message is called \(vector.message)")
  }

  @Test("VR-01 JSON reads as the message whose protobuf bytes are these", arguments: fileNames)
  func fromJSON(file: String) throws {
    for vector in try Self.vectors(file) {
      func read<M: Message>(_ type: M.Type) throws -> [UInt8] {
        try WireFormat.protobuf.encode(WireFormat.json.decode(type, from: Array(vector.json.utf8)))
      }
      #expect(try read(Self.type(vector)) == vector.bytes, "\(file): \(vector.name)")
    }
  }

  @Test("VR-01 Protobuf bytes read as the message whose JSON is this", arguments: fileNames)
  func fromProtobuf(file: String) throws {
    for vector in try Self.vectors(file) {
      let bytes = try #require(vector.bytes)
      func read<M: Message>(_ type: M.Type) throws -> [UInt8] {
        try WireFormat.json.encode(WireFormat.protobuf.decode(type, from: bytes))
      }
      #expect(String(decoding: try read(Self.type(vector)), as: UTF8.self) == vector.json, "\(file): \(vector.name)")
    }
  }

  @Test("VR-01 Every cut of the protobuf bytes is refused or reads as another message, and never traps", arguments: fileNames)
  func cuts(file: String) throws {
    for vector in try Self.vectors(file) {
      let bytes = try #require(vector.bytes)
      func read<M: Message>(_ type: M.Type) throws {
        for end in bytes.indices {
          guard let cut = try? WireFormat.protobuf.decode(type, from: Array(bytes[..<end])) else { continue }
          #expect(try WireFormat.protobuf.encode(cut) != bytes, "\(file): \(vector.name), \(end) bytes")
        }
      }
      try read(Self.type(vector))
    }
  }

  @Test("VR-01 Every cut of the JSON is refused", arguments: fileNames)
  func cutsOfJSON(file: String) throws {
    for vector in try Self.vectors(file) {
      let text = Array(vector.json.utf8)
      func read<M: Message>(_ type: M.Type) throws {
        for end in text.indices where (try? WireFormat.json.decode(type, from: Array(text[..<end]))) != nil {
          Issue.record("\(file): \(vector.name), \(end) bytes were taken")
        }
      }
      try read(Self.type(vector))
    }
  }

  @Test("The files say what the samples say", arguments: fileNames)
  func files(file: String) throws {
    let samples = try #require(VectorSamples.files.first { $0.file == file }).samples
    #expect(try Self.vectors(file) == samples.map { try Vector($0) })
    #expect(Set(samples.map(\.name)).count == samples.count)
  }

  @Test(
    "Every body of the schema has a vector",
    arguments: [
      ("client-messages", Kinds.bodies(of: ClientMessage.self).map(\.name)),
      ("server-messages", Kinds.bodies(of: ServerMessage.self).map(\.name)), ("commands", Kinds.bodies(of: Command.self).map(\.name)),
      ("events", Kinds.bodies(of: Event.self).map(\.name)), ("bundles", Kinds.bodies(of: BundleRecord.self).map(\.name)),
    ])
  func complete(file: String, kinds: [String]) throws {
    #expect(kinds.count >= 2)
    let covered = try Self.vectors(file).flatMap { vector -> [String] in
      let object = try JSONSerialization.jsonObject(with: Data(vector.json.utf8)) as? [String: Any] ?? [:]
      return Array(object.keys)
    }
    #expect(Set(kinds).subtracting(covered) == [])
  }
}
