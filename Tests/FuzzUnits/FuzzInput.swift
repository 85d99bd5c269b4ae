/// Reads a fuzzer's bytes as choices and data: choices from the front, data what is left. Missing bytes are zero.
struct FuzzInput {
  // Safety: these are libFuzzer's bytes, or a test's, which stay for as long as the unit runs; no unit keeps an input.
  private var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The next bytes, fewer if there are fewer.
  mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(taken.count)
    return UnsafeRawBufferPointer(rebasing: taken)
  }

  /// All that is left.
  mutating func takeRest() -> UnsafeRawBufferPointer { take(rest.count) }

  /// A way to cut: a count, then that many lengths.
  mutating func cut() -> Cut { Cut(lengths: take(Int(byte() & 15))) }
}

/// Where some bytes are cut into reads: after each of the lengths, of which zero makes an empty read, or byte by byte
/// when there are none.
struct Cut {
  let lengths: UnsafeRawBufferPointer

  /// The pieces, which together are all the bytes. They are few, because each becomes a block of its own.
  func ranges(of count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for index in 0..<(lengths.isEmpty ? 64 : lengths.count) where start < count {
      let end = min(count, start + (lengths.isEmpty ? 1 : Int(lengths[index])))
      ranges.append(start..<end)
      start = end
    }
    if start < count { ranges.append(start..<count) }
    return ranges
  }
}

/// Lends a copy in a block of exactly its size, so that AddressSanitizer sees a read or a write past its end.
@inline(__always)
func withExactCopy<Value, Failure: Error>(
  of bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
) throws(Failure) -> Value {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyMemory(from: bytes)
  return try body(copy)
}

extension UnsafeRawBufferPointer {
  /// A part of the bytes.
  subscript(part range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}

extension [UInt8] {
  /// Lends the bytes; other than the library's own, it keeps the error's type.
  func withBytes<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
