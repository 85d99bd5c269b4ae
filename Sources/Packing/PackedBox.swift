/// A value and words behind it in one piece of memory, which is never changed. A copy is one reference.
///
/// Safety: only `init` writes the memory, before anybody else has it, and `head` and the words are sendable.
@frozen public struct PackedBox<Head: Sendable>: @unchecked Sendable {
  @usableFromInline let memory: ManagedBuffer<Head, UInt64>

  /// Puts the value and the words, one collection behind the other, into memory of their own.
  @inlinable public init(_ head: Head, _ words: some Collection<UInt64>, _ more: some Collection<UInt64>) {
    memory = ManagedBuffer.create(minimumCapacity: words.count + more.count) { _ in head }
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
    }
  }

  /// The value.
  @inlinable public var head: Head { _read { yield memory.header } }

  /// A word.
  ///
  /// - Parameter place: from 0, less than there are words; nothing checks it here.
  @inlinable public func word(at place: Int) -> UInt64 { memory.withUnsafeMutablePointerToElements { $0[place] } }
}
