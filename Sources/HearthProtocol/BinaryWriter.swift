import SwiftProtobuf

import struct FoundationEssentials.Data

/// Writes a message as protobuf in one pass, into memory of its own.
///
/// SwiftProtobuf's encoder counts the size of each message that stands within another one before it writes it, at every
/// level anew, and is not specialised for this module's messages. This one leaves a byte for the length, writes the
/// message, and moves it up where the length takes more bytes. `BinaryWriterTests` hold it against SwiftProtobuf on
/// random messages: the bytes are the same.
struct BinaryWriter: Visitor {
  /// A kind of field that no message of this protocol has: SwiftProtobuf writes the message then.
  struct Unsupported: Error {}

  // Limit: bytes on the stack for a message while it is written, 2 KiB; a longer one takes memory of the heap.
  static let stackBytes = 2 << 10

  // Safety: nothing of it outlives `withBytes`, which lends its memory or frees what was allocated; `reserve` stands
  // before each write.
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private var isOnHeap = false

  private init(_ buffer: UnsafeMutableRawBufferPointer, _ base: UnsafeMutableRawPointer) {
    self.base = base
    capacity = buffer.count
  }

  /// Lends the bytes of a message.
  ///
  /// - Throws: what SwiftProtobuf throws of a message that it cannot write, and what `body` throws.
  @inline(__always)
  static func withBytes<Result>(of message: some Message, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try withUnsafeTemporaryAllocation(byteCount: stackBytes, alignment: 16) { buffer in
      guard let start = buffer.baseAddress else { throw Unsupported() }
      var writer = BinaryWriter(buffer, start)
      defer { if writer.isOnHeap { writer.base.deallocate() } }
      do {
        try message.traverse(visitor: &writer)
      } catch is Unsupported {
        let bytes: [UInt8] = try message.serializedBytes()
        return try bytes.withUnsafeBytes(body)
      }
      return try body(UnsafeRawBufferPointer(start: writer.base, count: writer.count))
    }
  }

  /// The bytes of a message.
  @inline(__always)
  static func bytes(of message: some Message) throws -> [UInt8] { try withBytes(of: message) { [UInt8]($0) } }

  // MARK: Bytes

  /// Sees to it that so many bytes more have space.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let wanted = max(capacity * 2, count + more)
    let next = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    next.copyMemory(from: base, byteCount: count)
    if isOnHeap { base.deallocate() }
    (base, capacity, isOnHeap) = (next, wanted, true)
  }

  /// Puts a number where space for it was reserved.
  @inline(__always)
  private mutating func put(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      count += 1
      rest >>= 7
    }
    base.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  private mutating func put(field: Int, kind: UInt64) { put(UInt64(truncatingIfNeeded: field) << 3 | kind) }

  @inline(__always)
  private mutating func put(field: Int, bytes: UnsafeRawBufferPointer) {
    // Two numbers of at most ten bytes.
    reserve(20 + bytes.count)
    put(field: field, kind: 2)
    put(UInt64(bytes.count))
    if let start = bytes.baseAddress {
      (base + count).copyMemory(from: start, byteCount: bytes.count)
      count += bytes.count
    }
  }

  /// Writes what `body` writes behind its length.
  @inline(__always)
  private mutating func put(field: Int, _ body: (inout BinaryWriter) throws -> Void) rethrows {
    reserve(11)
    put(field: field, kind: 2)
    let start = count
    count += 1
    try body(&self)
    let length = count - start - 1
    if length < 0x80 {
      base.storeBytes(of: UInt8(length), toByteOffset: start, as: UInt8.self)
    } else {
      move(length, from: start)
    }
  }

  /// Makes space for a length of more than a byte.
  private mutating func move(_ length: Int, from start: Int) {
    let extra = (UInt64.bitWidth - UInt64(length).leadingZeroBitCount + 6) / 7 - 1
    reserve(extra)
    // The two overlap, which this allows.
    (base + start + 1 + extra).copyMemory(from: base + start + 1, byteCount: length)
    let end = count + extra
    count = start
    put(UInt64(length))
    count = end
  }

  // MARK: Fields

  mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) throws {
    reserve(20)
    put(field: fieldNumber, kind: 0)
    put(value)
  }

  mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) throws {
    try visitSingularUInt64Field(value: UInt64(value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) throws {
    try visitSingularUInt64Field(value: UInt64(bitPattern: value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) throws {
    try visitSingularInt64Field(value: Int64(value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularSInt64Field(value: Int64, fieldNumber: Int) throws {
    try visitSingularUInt64Field(value: UInt64(bitPattern: value << 1 ^ value >> 63), fieldNumber: fieldNumber)
  }

  mutating func visitSingularSInt32Field(value: Int32, fieldNumber: Int) throws {
    try visitSingularSInt64Field(value: Int64(value), fieldNumber: fieldNumber)
  }

  mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) throws {
    try visitSingularUInt64Field(value: value ? 1 : 0, fieldNumber: fieldNumber)
  }

  mutating func visitSingularEnumField<E: SwiftProtobuf.Enum>(value: E, fieldNumber: Int) throws {
    try visitSingularInt64Field(value: Int64(value.rawValue), fieldNumber: fieldNumber)
  }

  mutating func visitSingularFixed64Field(value: UInt64, fieldNumber: Int) throws {
    reserve(18)
    put(field: fieldNumber, kind: 1)
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  mutating func visitSingularFixed32Field(value: UInt32, fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitSingularSFixed32Field(value: Int32, fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitSingularSFixed64Field(value: Int64, fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitSingularFloatField(value: Float, fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) throws { throw Unsupported() }

  mutating func visitSingularStringField(value: String, fieldNumber: Int) throws {
    var value = value
    value.withUTF8 { put(field: fieldNumber, bytes: UnsafeRawBufferPointer($0)) }
  }

  mutating func visitSingularBytesField(value: Data, fieldNumber: Int) throws {
    value.withUnsafeBytes { put(field: fieldNumber, bytes: $0) }
  }

  mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) throws {
    try put(field: fieldNumber) { try value.traverse(visitor: &$0) }
  }

  mutating func visitRepeatedMessageField<M: Message>(value: [M], fieldNumber: Int) throws {
    for message in value { try put(field: fieldNumber) { try message.traverse(visitor: &$0) } }
  }

  mutating func visitRepeatedStringField(value: [String], fieldNumber: Int) throws {
    for string in value { try visitSingularStringField(value: string, fieldNumber: fieldNumber) }
  }

  mutating func visitRepeatedBytesField(value: [Data], fieldNumber: Int) throws {
    for bytes in value { try visitSingularBytesField(value: bytes, fieldNumber: fieldNumber) }
  }

  // MARK: Packed fields

  private mutating func put(field: Int, packed values: some Sequence<UInt64>) {
    put(field: field) { writer in
      for value in values {
        writer.reserve(10)
        writer.put(value)
      }
    }
  }

  mutating func visitPackedUInt64Field(value: [UInt64], fieldNumber: Int) throws { put(field: fieldNumber, packed: value) }

  mutating func visitPackedUInt32Field(value: [UInt32], fieldNumber: Int) throws {
    put(field: fieldNumber, packed: value.lazy.map(UInt64.init))
  }

  mutating func visitPackedInt64Field(value: [Int64], fieldNumber: Int) throws {
    put(field: fieldNumber, packed: value.lazy.map(UInt64.init(bitPattern:)))
  }

  mutating func visitPackedInt32Field(value: [Int32], fieldNumber: Int) throws {
    put(field: fieldNumber, packed: value.lazy.map { UInt64(bitPattern: Int64($0)) })
  }

  mutating func visitPackedBoolField(value: [Bool], fieldNumber: Int) throws {
    put(field: fieldNumber, packed: value.lazy.map { $0 ? 1 : 0 })
  }

  mutating func visitPackedEnumField<E: SwiftProtobuf.Enum>(value: [E], fieldNumber: Int) throws {
    put(field: fieldNumber, packed: value.lazy.map { UInt64(bitPattern: Int64($0.rawValue)) })
  }

  mutating func visitPackedFixed64Field(value: [UInt64], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedFixed32Field(value: [UInt32], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedSFixed64Field(value: [Int64], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedSFixed32Field(value: [Int32], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedSInt64Field(value: [Int64], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedSInt32Field(value: [Int32], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedFloatField(value: [Float], fieldNumber: Int) throws { throw Unsupported() }
  mutating func visitPackedDoubleField(value: [Double], fieldNumber: Int) throws { throw Unsupported() }

  // MARK: What this protocol has not

  mutating func visitSingularGroupField<G: Message>(value: G, fieldNumber: Int) throws { throw Unsupported() }

  mutating func visitMapField<KeyType, ValueType: MapValueType>(
    fieldType: _ProtobufMap<KeyType, ValueType>.Type, value: _ProtobufMap<KeyType, ValueType>.BaseType, fieldNumber: Int
  ) throws { throw Unsupported() }

  mutating func visitMapField<KeyType, ValueType>(
    fieldType: _ProtobufEnumMap<KeyType, ValueType>.Type, value: _ProtobufEnumMap<KeyType, ValueType>.BaseType, fieldNumber: Int
  ) throws where ValueType.RawValue == Int { throw Unsupported() }

  mutating func visitMapField<KeyType, ValueType>(
    fieldType: _ProtobufMessageMap<KeyType, ValueType>.Type, value: _ProtobufMessageMap<KeyType, ValueType>.BaseType,
    fieldNumber: Int
  ) throws { throw Unsupported() }

  mutating func visitExtensionFields(fields: ExtensionFieldValueSet, start: Int, end: Int) throws { throw Unsupported() }

  mutating func visitUnknown(bytes: Data) throws {
    bytes.withUnsafeBytes { bytes in
      reserve(bytes.count)
      if let start = bytes.baseAddress { (base + count).copyMemory(from: start, byteCount: bytes.count) }
      count += bytes.count
    }
  }
}
