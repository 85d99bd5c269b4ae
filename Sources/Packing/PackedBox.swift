/// A value, and words and texts behind it, in one piece of memory, which is never changed. A copy is one reference.
///
/// Safety: only `init` writes the memory, before anybody else has it, and `head`, the words and the texts are sendable.
@frozen public struct PackedBox<Head: Sendable>: @unchecked Sendable {
  @usableFromInline let memory: ManagedBuffer<Head, UInt64>

  /// Puts the value, the words and the texts' UTF-8, one collection behind the other, into memory of their own.
  @inlinable public init(
    _ head: Head, _ words: some Collection<UInt64>, _ more: some Collection<UInt64>, texts: borrowing [4 of String]
  ) {
    var bytes = 0
    for place in texts.indices { bytes += texts[place].utf8.count }
    let size = MemoryLayout<UInt64>.size
    memory = ManagedBuffer.create(minimumCapacity: words.count + more.count + (bytes + size - 1) / size) { _ in head }
    memory.withUnsafeMutablePointerToElements { start in
      var next = start
      for word in words {
        next.initialize(to: word)
        next += 1
      }
      for word in more {
        next.initialize(to: word)
        next += 1
      }
      var rest = UnsafeMutableRawBufferPointer(start: next, count: bytes)
      for place in texts.indices {
        rest.copyBytes(from: texts[place].utf8)
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[texts[place].utf8.count...])
      }
    }
  }

  /// The value.
  @inlinable public var head: Head { _read { yield memory.header } }

  /// A word.
  ///
  /// - Parameter place: from 0, less than there are words; nothing checks it here.
  @inlinable public func word(at place: Int) -> UInt64 { memory.withUnsafeMutablePointerToElements { $0[place] } }

  /// A text.
  ///
  /// - Parameters:
  ///   - count: how many bytes it has.
  ///   - bytes: how many bytes the texts before it have.
  ///   - words: how many words stand before the texts; nothing checks any of them here.
  @inlinable public func text(_ count: Int, behind bytes: Int, _ words: Int) -> String {
    if count == 0 { return "" }
    return memory.withUnsafeMutablePointerToElements { start in
      String(decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(start + words) + bytes, count: count), as: UTF8.self)
    }
  }
}
