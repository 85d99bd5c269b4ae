import HearthProtocol
import SwiftProtobuf

/// What a node says over a link that is no frame of this version, with the place in words for the operator's log.
struct NodeFault: Error, Equatable {
  let cause: String
}

/// Writes what passes between nodes: numbers of fixed width, least significant byte first, and bytes behind their
/// length.
struct NodeWriter {
  private(set) var bytes: [UInt8] = []

  // Most frames are shorter, so that their bytes are allocated once.
  static let usualBytes = 480

  /// - Parameter capacity: how many bytes are expected.
  init(capacity: Int = Self.usualBytes) { bytes.reserveCapacity(capacity) }

  mutating func put(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }

  mutating func put(_ value: UInt8) { bytes.append(value) }

  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Writes over the first four bytes how many stand behind them.
  fileprivate mutating func fillInLength() {
    let length = UInt32(clamping: bytes.count - 4)
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: length.littleEndian, as: UInt32.self) }
  }

  mutating func put(_ value: [UInt8]) {
    put(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  mutating func put(_ value: UnsafeRawBufferPointer) {
    put(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  mutating func put<Kind>(_ id: Identifier<Kind>) {
    put(id.high)
    put(id.low)
  }

  mutating func put(_ message: some Message) {
    // A message of ours has no field that is required, and so is always written.
    put((try? message.serializedBytes()) ?? [UInt8]())
  }

  /// A command, by the writer that is compiled for it alone.
  mutating func put(_ command: Command) {
    do { try command.withEncodedBytes { put($0) } } catch { put([UInt8]()) }
  }

  /// A message of the server, likewise.
  mutating func put(_ message: ServerMessage) {
    do { try message.withEncodedBytes { put($0) } } catch { put([UInt8]()) }
  }

  mutating func put(_ lane: Lane) { put(lane.name) }

  mutating func put(_ format: WireFormat) { put(format == .json) }

  mutating func put<Value>(optional value: Value?, _ body: (inout NodeWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  mutating func put<Value>(list values: some Collection<Value>, _ body: (inout NodeWriter, Value) -> Void) {
    put(UInt32(clamping: values.count))
    for value in values { body(&self, value) }
  }
}

/// Reads what a `NodeWriter` wrote. Nothing that another node sends makes it trap.
struct NodeReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func short() -> NodeFault { NodeFault(cause: "a frame ends early") }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(NodeFault) -> Number {
    let count = MemoryLayout<Number>.size
    guard bytes.count - position >= count else { throw short() }
    defer { position += count }
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
  }

  /// A place in a log or a lane. None is so far that a next one could not be counted.
  mutating func place() throws(NodeFault) -> UInt64 {
    let place: UInt64 = try number()
    guard place <= UInt64(Int64.max) else { throw NodeFault(cause: "a place is past every log") }
    return place
  }

  mutating func flag() throws(NodeFault) -> Bool { try number(UInt8.self) != 0 }

  mutating func block() throws(NodeFault) -> [UInt8] {
    let count = Int(try number(UInt32.self))
    guard bytes.count - position >= count else { throw short() }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func text() throws(NodeFault) -> String {
    guard let text = String(validating: try block(), as: UTF8.self) else { throw NodeFault(cause: "a text is not UTF-8") }
    return text
  }

  mutating func id<Kind>(_ kind: Identifier<Kind>.Type = Identifier<Kind>.self) throws(NodeFault) -> Identifier<Kind> {
    Identifier(high: try number(), low: try number())
  }

  mutating func message<M: Message>(_ type: M.Type = M.self) throws(NodeFault) -> M {
    try Self.message(try block())
  }

  static func message<M: Message>(_ bytes: [UInt8]) throws(NodeFault) -> M {
    do { return try M(serializedBytes: bytes) } catch { throw NodeFault(cause: "a \(M.protoMessageName) is not readable") }
  }

  mutating func lane() throws(NodeFault) -> Lane {
    guard let lane = Lane(name: try text()) else { throw NodeFault(cause: "a lane has no name of this version") }
    return lane
  }

  mutating func format() throws(NodeFault) -> WireFormat { try flag() ? .json : .protobuf }

  mutating func optional<Value>(_ body: (inout NodeReader) throws(NodeFault) -> Value) throws(NodeFault) -> Value? {
    try flag() ? try body(&self) : nil
  }

  mutating func list<Value>(_ body: (inout NodeReader) throws(NodeFault) -> Value) throws(NodeFault) -> [Value] {
    let count = Int(try number(UInt32.self))
    // Each takes a byte at least.
    guard count <= bytes.count - position else { throw short() }
    var values: [Value] = []
    values.reserveCapacity(min(count, 1_024))
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  /// Nothing may stand behind a frame.
  func end() throws(NodeFault) {
    guard position == bytes.count else { throw NodeFault(cause: "something stands behind a frame") }
  }
}

/// Puts frames together from what arrives: four bytes of length, least significant first, then the frame.
struct NodeFrames {
  /// Limit: bytes of a frame: the longest message that a client may send, and what stands beside it.
  static let bytesMax = 20 << 20
  /// Limit: bytes of a frame before the other node has said who it is.
  static let helloBytesMax = 1_024

  // Limit: places kept for the next frame that comes in pieces.
  private static let keptBytes = 64 << 10

  /// The beginning of a frame of which the rest has not come.
  private var held: [UInt8] = []

  /// Takes bytes, and gives each frame that is whole.
  ///
  /// - Parameter most: asked before each frame how long it may be.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, most: () -> Int, _ body: ([UInt8]) throws(NodeFault) -> Void
  ) throws(NodeFault) {
    var start = 0
    if !held.isEmpty {
      hold(bytes, from: &start, until: 4)
      guard held.count >= 4 else { return }
      let length = try Self.length(held.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }, most)
      hold(bytes, from: &start, until: 4 + length)
      guard held.count == 4 + length else { return }
      let frame = Array(held[4...])
      held.removeAll(keepingCapacity: held.capacity <= Self.keptBytes)
      try body(frame)
    }
    // Frames that come whole are not held first.
    while bytes.count - start >= 4 {
      let length = try Self.length(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self), most)
      guard bytes.count - start - 4 >= length else { break }
      let frame = [UInt8](UnsafeRawBufferPointer(rebasing: bytes[start + 4..<start + 4 + length]))
      start += 4 + length
      try body(frame)
    }
    held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  private static func length(_ written: UInt32, _ most: () -> Int) throws(NodeFault) -> Int {
    let length = Int(UInt32(littleEndian: written))
    guard length <= most() else { throw NodeFault(cause: "a frame of \(length) bytes is longer than \(most())") }
    return length
  }

  /// Holds as many of the bytes as it takes until so many are held, or all of them.
  private mutating func hold(_ bytes: UnsafeRawBufferPointer, from start: inout Int, until count: Int) {
    let end = start + min(max(0, count - held.count), bytes.count - start)
    held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    start = end
  }

  /// Bytes that are held.
  var heldBytes: Int { held.count }

  /// A frame as it is sent.
  static func framed(_ frame: [UInt8]) -> [UInt8] {
    var writer = NodeWriter()
    writer.put(frame)
    return writer.bytes
  }

  /// A frame as it is sent, written where it stands.
  ///
  /// - Parameter capacity: how many bytes are expected.
  static func writing(_ capacity: Int = NodeWriter.usualBytes, _ write: (inout NodeWriter) -> Void) -> [UInt8] {
    var writer = NodeWriter(capacity: capacity)
    writer.put(UInt32(0))
    write(&writer)
    writer.fillInLength()
    return writer.bytes
  }
}
