import Foundation
import SwiftProtobuf

/// Messages that a generator makes up.
public enum RandomMessage {
  /// A message with random fields; the same for the same seed.
  public static func of<M: Message>(_ type: M.Type, seed: UInt64) throws -> M {
    var fields = RandomFields(seed: seed)
    return try fields.message(type)
  }
}

/// Fills messages with random fields: it is a decoder that reads them from a generator.
///
/// Numbers are of every length that they can have on the wire; texts, lists and messages within messages are short as a
/// rule and now and then long enough for a length of two and three bytes.
struct RandomFields: Decoder {
  private var generator: SeededGenerator
  private var depth = 0
  private var left: [Int] = []

  // Limit: how deep messages nest.
  private static let depthMax = 6

  fileprivate init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  fileprivate mutating func message<M: Message>(_ type: M.Type) throws -> M {
    var message = M()
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthMax else { return message }
    left.append(Int.random(in: 0...12, using: &generator))
    try message.decodeMessage(decoder: &self)
    left.removeLast()
    return message
  }

  private mutating func whole<I: FixedWidthInteger>(_ type: I.Type) -> I {
    I(truncatingIfNeeded: generator.next() >> UInt64.random(in: 0...63, using: &generator))
  }

  private mutating func text() -> String {
    let count = Int.random(in: 0...19, using: &generator)
    let longest = [0: 20_000, 1: 300][count] ?? 20
    let scalars = "a0 ₹é-\u{905}\u{1F600}"
    let letter = scalars.randomElement(using: &generator) ?? "a"
    return String(repeating: letter, count: Int.random(in: 0...longest, using: &generator))
  }

  private mutating func list<T>(_ value: inout [T], _ make: (inout RandomFields) throws -> T) rethrows {
    for _ in 0..<Int.random(in: 1...4, using: &generator) { value.append(try make(&self)) }
  }

  // MARK: Decoder

  mutating func handleConflictingOneOf() throws {}

  mutating func nextFieldNumber() throws -> Int? {
    guard let rest = left.last, rest > 0 else { return nil }
    left[left.count - 1] = rest - 1
    // The bodies of events and of the server's messages have numbers up to 331.
    return Int.random(in: 1...([12, 40, 160, 340].randomElement(using: &generator) ?? 12), using: &generator)
  }

  mutating func decodeSingularInt32Field(value: inout Int32) throws { value = whole(Int32.self) }
  mutating func decodeSingularInt32Field(value: inout Int32?) throws { value = whole(Int32.self) }
  mutating func decodeRepeatedInt32Field(value: inout [Int32]) throws { list(&value) { $0.whole(Int32.self) } }

  mutating func decodeSingularInt64Field(value: inout Int64) throws { value = whole(Int64.self) }
  mutating func decodeSingularInt64Field(value: inout Int64?) throws { value = whole(Int64.self) }
  mutating func decodeRepeatedInt64Field(value: inout [Int64]) throws { list(&value) { $0.whole(Int64.self) } }

  mutating func decodeSingularUInt32Field(value: inout UInt32) throws { value = whole(UInt32.self) }
  mutating func decodeSingularUInt32Field(value: inout UInt32?) throws { value = whole(UInt32.self) }
  mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) throws { list(&value) { $0.whole(UInt32.self) } }

  mutating func decodeSingularUInt64Field(value: inout UInt64) throws { value = whole(UInt64.self) }
  mutating func decodeSingularUInt64Field(value: inout UInt64?) throws { value = whole(UInt64.self) }
  mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) throws { list(&value) { $0.whole(UInt64.self) } }

  mutating func decodeSingularSInt32Field(value: inout Int32) throws { value = whole(Int32.self) }
  mutating func decodeSingularSInt32Field(value: inout Int32?) throws { value = whole(Int32.self) }
  mutating func decodeRepeatedSInt32Field(value: inout [Int32]) throws { list(&value) { $0.whole(Int32.self) } }

  mutating func decodeSingularSInt64Field(value: inout Int64) throws { value = whole(Int64.self) }
  mutating func decodeSingularSInt64Field(value: inout Int64?) throws { value = whole(Int64.self) }
  mutating func decodeRepeatedSInt64Field(value: inout [Int64]) throws { list(&value) { $0.whole(Int64.self) } }

  mutating func decodeSingularFixed32Field(value: inout UInt32) throws { value = whole(UInt32.self) }
  mutating func decodeSingularFixed32Field(value: inout UInt32?) throws { value = whole(UInt32.self) }
  mutating func decodeRepeatedFixed32Field(value: inout [UInt32]) throws { list(&value) { $0.whole(UInt32.self) } }

  mutating func decodeSingularFixed64Field(value: inout UInt64) throws { value = whole(UInt64.self) }
  mutating func decodeSingularFixed64Field(value: inout UInt64?) throws { value = whole(UInt64.self) }
  mutating func decodeRepeatedFixed64Field(value: inout [UInt64]) throws { list(&value) { $0.whole(UInt64.self) } }

  mutating func decodeSingularSFixed32Field(value: inout Int32) throws { value = whole(Int32.self) }
  mutating func decodeSingularSFixed32Field(value: inout Int32?) throws { value = whole(Int32.self) }
  mutating func decodeRepeatedSFixed32Field(value: inout [Int32]) throws { list(&value) { $0.whole(Int32.self) } }

  mutating func decodeSingularSFixed64Field(value: inout Int64) throws { value = whole(Int64.self) }
  mutating func decodeSingularSFixed64Field(value: inout Int64?) throws { value = whole(Int64.self) }
  mutating func decodeRepeatedSFixed64Field(value: inout [Int64]) throws { list(&value) { $0.whole(Int64.self) } }

  mutating func decodeSingularFloatField(value: inout Float) throws { value = Float(whole(Int16.self)) }
  mutating func decodeSingularFloatField(value: inout Float?) throws { value = Float(whole(Int16.self)) }
  mutating func decodeRepeatedFloatField(value: inout [Float]) throws { list(&value) { Float($0.whole(Int16.self)) } }

  mutating func decodeSingularDoubleField(value: inout Double) throws { value = Double(whole(Int32.self)) }
  mutating func decodeSingularDoubleField(value: inout Double?) throws { value = Double(whole(Int32.self)) }
  mutating func decodeRepeatedDoubleField(value: inout [Double]) throws { list(&value) { Double($0.whole(Int32.self)) } }

  mutating func decodeSingularBoolField(value: inout Bool) throws { value = Bool.random(using: &generator) }
  mutating func decodeSingularBoolField(value: inout Bool?) throws { value = Bool.random(using: &generator) }
  mutating func decodeRepeatedBoolField(value: inout [Bool]) throws { list(&value) { Bool.random(using: &$0.generator) } }

  mutating func decodeSingularStringField(value: inout String) throws { value = text() }
  mutating func decodeSingularStringField(value: inout String?) throws { value = text() }
  mutating func decodeRepeatedStringField(value: inout [String]) throws { list(&value) { $0.text() } }

  mutating func decodeSingularBytesField(value: inout Data) throws { value = Data(text().utf8) }
  mutating func decodeSingularBytesField(value: inout Data?) throws { value = Data(text().utf8) }
  mutating func decodeRepeatedBytesField(value: inout [Data]) throws { list(&value) { Data($0.text().utf8) } }

  private mutating func choice<E: SwiftProtobuf.Enum>(_ type: E.Type) -> E where E.RawValue == Int {
    // Numbers that the schema does not know are kept, too.
    E(rawValue: Bool.random(using: &generator) ? Int.random(in: 0...6, using: &generator) : Int(whole(Int32.self))) ?? E()
  }

  mutating func decodeSingularEnumField<E: SwiftProtobuf.Enum>(value: inout E) throws where E.RawValue == Int {
    value = choice(E.self)
  }

  mutating func decodeSingularEnumField<E: SwiftProtobuf.Enum>(value: inout E?) throws where E.RawValue == Int {
    value = choice(E.self)
  }

  mutating func decodeRepeatedEnumField<E: SwiftProtobuf.Enum>(value: inout [E]) throws where E.RawValue == Int {
    list(&value) { $0.choice(E.self) }
  }

  mutating func decodeSingularMessageField<M: Message>(value: inout M?) throws { value = try message(M.self) }
  mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) throws { try list(&value) { try $0.message(M.self) } }

  // MARK: What this protocol has not

  mutating func decodeSingularGroupField<G: Message>(value: inout G?) throws {}
  mutating func decodeRepeatedGroupField<G: Message>(value: inout [G]) throws {}

  mutating func decodeMapField<KeyType, ValueType: MapValueType>(
    fieldType: _ProtobufMap<KeyType, ValueType>.Type, value: inout _ProtobufMap<KeyType, ValueType>.BaseType
  ) throws {}

  mutating func decodeMapField<KeyType, ValueType>(
    fieldType: _ProtobufEnumMap<KeyType, ValueType>.Type, value: inout _ProtobufEnumMap<KeyType, ValueType>.BaseType
  ) throws where ValueType.RawValue == Int {}

  mutating func decodeMapField<KeyType, ValueType>(
    fieldType: _ProtobufMessageMap<KeyType, ValueType>.Type, value: inout _ProtobufMessageMap<KeyType, ValueType>.BaseType
  ) throws {}

  mutating func decodeExtensionField(
    values: inout ExtensionFieldValueSet, messageType: any Message.Type, fieldNumber: Int
  ) throws {}
}
