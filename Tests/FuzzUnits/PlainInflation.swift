import CZlib

/// zlib used as its manual says: one raw stream with the message's own window, the payload and the four bytes left out
/// (RFC 7692 §7.2.2).
///
/// It is given space for one byte a call where the window is not the largest: zlib then refuses every copy from beyond
/// the window, since whatever it gave before is there no more unless the window has it.
struct PlainInflation {
  enum End {
    /// Between two blocks, or behind a last one, after the whole input.
    case complete
    /// zlib has refused it, or the end is within a block.
    case broken
    case tooLong
  }

  private(set) var output: [UInt8] = []
  private(set) var end = End.broken
  /// A last one counts as five.
  private(set) var blocks = 0
  private let windowBits: UInt8
  private let bytesMax: Int
  /// What came before the message, as far as the sender may refer to it.
  private let before: [UInt8]

  /// Inflates a message.
  ///
  /// - Parameters:
  ///   - windowBits: 8 to 15.
  ///   - before: what the sender's earlier messages inflated to, if the context is kept.
  init(_ payload: UnsafeRawBufferPointer, windowBits: UInt8, after before: [UInt8] = [], bytesMax: Int) {
    self.windowBits = windowBits
    self.bytesMax = bytesMax
    self.before = before
    // Safety: owned by this call, and never moved, since zlib refers back to it.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    begin(stream)
    defer {
      inflateEnd(stream)
      stream.deallocate()
    }
    var source = Array(payload) + [0x00, 0x00, 0xFF, 0xFF]
    source.withUnsafeMutableBufferPointer { source in
      stream.pointee.next_in = source.baseAddress
      for (part, isTail) in [(source.count - 4, false), (4, true)] {
        stream.pointee.avail_in = uInt(part)
        let beforeTail = output.count
        let (end, isBehindLast) = run(stream)
        self.end = end
        if isTail, end == .complete, output.count != beforeTail { self.end = .broken }
        // Nothing is left out behind a last block with which a message ends.
        if end == .tooLong || stream.pointee.avail_in > 0 || !isTail && isBehindLast && part > 0 { break }
      }
    }
  }

  /// Makes it a stream that has just seen what may be referred to.
  private func begin(_ stream: UnsafeMutablePointer<z_stream>) {
    guard czlib_inflate_init(stream, -Int32(windowBits)) == Z_OK else { preconditionFailure("out of memory") }
    let window = Array((before + output).suffix(1 << Int(windowBits)))
    _ = window.withUnsafeBufferPointer { inflateSetDictionary(stream, $0.baseAddress, uInt($0.count)) }
  }

  /// Goes on to the end of the input or of the space.
  private mutating func run(_ stream: UnsafeMutablePointer<z_stream>) -> (End, isBehindLast: Bool) {
    // One byte more than may be shows that there are too many.
    var buffer = [UInt8](repeating: 0, count: windowBits < 15 ? 1 : bytesMax + 1)
    while true {
      let (result, isFull) = step(stream, &buffer)
      if output.count > bytesMax { return (.tooLong, false) }
      if result == Z_STREAM_END {
        // RFC 7692 §7.2.3.4: another block begins with the next byte.
        let (next, left) = (stream.pointee.next_in, stream.pointee.avail_in)
        inflateEnd(stream)
        begin(stream)
        (stream.pointee.next_in, stream.pointee.avail_in) = (next, left)
        blocks += 4
        if left == 0 { return (.complete, true) }
        continue
      }
      guard result == Z_OK || result == Z_BUF_ERROR else { return (.broken, false) }
      // zlib.h: bits 7 and 6 of data_type, and the unused bits of the last byte.
      let state = stream.pointee.data_type
      if state & 0x80 != 0 { blocks += 1 }
      if stream.pointee.avail_in == 0, !isFull || state & 0x80 != 0, state & 0xC0 != 0xC0 {
        return (state & 0xBF == 0x80 ? .complete : .broken, false)
      }
    }
  }

  /// One call of zlib, and whether it has filled its space.
  private mutating func step(_ stream: UnsafeMutablePointer<z_stream>, _ buffer: inout [UInt8]) -> (result: Int32, isFull: Bool) {
    let (result, count) = buffer.withUnsafeMutableBufferPointer { buffer in
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = uInt(buffer.count)
      let result = CZlib.inflate(stream, Z_BLOCK)
      return (result, buffer.count - Int(stream.pointee.avail_out))
    }
    output += buffer.prefix(count)
    return (result, count == buffer.count)
  }
}
