import CZlib
import WebSocket

/// Inflates the messages of one sender, or of many if none keeps a context (RFC 7692 §7.2.2).
///
/// It must never give a byte past the limit nor reserve more than twice what it has inflated, or 4 KiB. It owns a
/// stream of zlib and the buffer of the last result, and is confined to the thread of who drives it.
final class Inflater {
  // Safety: owned here. The stream never moves, since zlib refers back to it; what it points to is replaced by every
  // call.
  private let stream: UnsafeMutablePointer<z_stream>
  private var buffer: UnsafeMutableRawBufferPointer
  private let keepsContext: Bool
  /// zlib's state and its window (zconf.h: some 7 KiB, and 2^windowBits bytes).
  private let streamBytes: Int
  /// Bytes of the message so far, inflated and compressed.
  private var produced = 0
  private var consumed = 0
  private var blocks = 0
  /// The last part ended with the end of a last block.
  private var endedWithLastBlock = false
  private let windowBits: UInt8
  /// The compressed message, where distances have to be looked at: with less than the largest window.
  private var compressed: [UInt8] = []
  /// Calls of zlib that inflate, since the beginning.
  private(set) var calls = 0

  /// Limit: bytes of the buffer kept from message to message.
  private static let keptBytes = 64 << 10
  private static let initialBytes = 4 << 10

  /// Makes an inflater for a window of 2^windowBits bytes, 8 to 15.
  init(windowBits: UInt8, keepsContext: Bool) {
    precondition((8...15).contains(windowBits), "a window has 8 to 15 bits")
    self.keepsContext = keepsContext
    streamBytes = Self.streamBytes(windowBits)
    self.windowBits = windowBits
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = czlib_inflate_init(stream, -Int32(windowBits))
    precondition(result == Z_OK, "out of memory")
    buffer = .allocate(byteCount: Self.initialBytes, alignment: 16)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  // In Swift << binds tighter than +.
  private static func streamBytes(_ windowBits: UInt8) -> Int { 7 << 10 + 1 << Int(windowBits) }

  /// Bytes that one for such a window holds at first.
  static func usedBytes(windowBits: UInt8) -> Int { streamBytes(windowBits) + initialBytes }

  /// Bytes that it holds.
  var usedBytes: Int { streamBytes + buffer.count + compressed.capacity }

  /// Limit: blocks of a message, a last one counting as five. An empty one with tables of its own costs 2 µs, so those
  /// of 64 KiB cost 4 ms at most. Where distances are looked at it costs about as much again, so there are half as
  /// many.
  private var blocksMax: Int { (1_024 + consumed / 64) / (looksAtDistances ? 2 : 1) }

  /// 15 bits are all the distance there is.
  private var looksAtDistances: Bool { windowBits < 15 }

  /// Begins a message. After a fault the inflater of a context is of no use any more.
  func begin() {
    if buffer.count > Self.keptBytes { resize(Self.initialBytes) }
    if !keepsContext { inflateReset(stream) }
    compressed.removeAll(keepingCapacity: compressed.capacity <= Self.keptBytes)
    produced = 0
    consumed = 0
    blocks = 0
    endedWithLastBlock = false
  }

  /// Inflates the next part of the message that was begun; the part that crosses the limit is the one that fails.
  func take(_ part: UnsafeRawBufferPointer, bytesMax: Int) throws(WebSocketFault) {
    guard !part.isEmpty else { return }
    consumed += part.count
    if looksAtDistances { compressed.append(contentsOf: part) }
    endedWithLastBlock = try feed(part, bytesMax: bytesMax)
  }

  /// The message, all parts of which have been taken, valid until the next call.
  func finish(bytesMax: Int) throws(WebSocketFault) -> UnsafeRawBufferPointer {
    if !endedWithLastBlock {
      // RFC 7692 §7.2.2: the bytes that the sender left out. They end an empty block and must not pass for data of
      // another.
      let count = produced
      let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
      let isComplete = try tail.withUnsafeBufferPointer { bytes throws(WebSocketFault) -> Bool in
        let endsWithLastBlock = try feed(UnsafeRawBufferPointer(bytes), bytesMax: bytesMax)
        return produced == count && (endsWithLastBlock || isBetweenBlocks)
      }
      guard isComplete else { throw .compressedDataInvalid }
    }
    if looksAtDistances, compressed.withUnsafeBytes({ CopyDistances.exceed(windowBits: windowBits, in: $0) }) {
      throw .compressedDataInvalid
    }
    return UnsafeRawBufferPointer(rebasing: buffer[..<produced])
  }

  /// At the end of a block and of a byte. zlib.h: bit 7 of `data_type`, and the number of unused bits in the bits below
  /// 6.
  private var isBetweenBlocks: Bool { stream.pointee.data_type & 0xBF == 0x80 }

  /// Inflates some bytes.
  ///
  /// - Returns: true when they end with the end of a last block.
  private func feed(_ bytes: UnsafeRawBufferPointer, bytesMax: Int) throws(WebSocketFault) -> Bool {
    stream.pointee.next_in = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: Bytef.self)) }
    stream.pointee.avail_in = uInt(bytes.count)
    while true {
      // Limit: one byte past the message's limit shows that it is too big.
      if produced == buffer.count { grow(bytesMax + 1) }
      let space = buffer.count - produced
      guard let base = buffer.baseAddress else { preconditionFailure("the buffer is never empty") }
      stream.pointee.next_out = (base + produced).assumingMemoryBound(to: Bytef.self)
      stream.pointee.avail_out = uInt(space)
      calls += 1
      let result = CZlib.inflate(stream, Z_BLOCK)
      produced += space - Int(stream.pointee.avail_out)
      if produced > bytesMax { throw .messageTooBig }
      switch result {
      case Z_OK, Z_BUF_ERROR:
        if stream.pointee.data_type & 0x80 != 0 { blocks += 1 }
        // Before the end of the input is looked at: the input may come a byte at a time.
        if blocks > blocksMax { throw .compressedBlocksTooMany }
        // zlib.h: bits 7 and 6 at the end of a last block, after which the next call tells the end of the stream.
        if stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0 && stream.pointee.data_type & 0xC0 != 0xC0 { return false }
      case Z_STREAM_END:
        restart()
        if stream.pointee.avail_in == 0 { return true }
      default:
        throw .compressedDataInvalid
      }
    }
  }

  /// RFC 7692 §7.2.3.4: a last block ends neither the message nor the context.
  private func restart() {
    // The window is copied twice.
    blocks += 4
    withUnsafeTemporaryAllocation(of: Bytef.self, capacity: 1 << 15) { window in
      var count: uInt = 0
      inflateGetDictionary(stream, window.baseAddress, &count)
      inflateReset(stream)
      inflateSetDictionary(stream, window.baseAddress, count)
    }
  }

  private func resize(_ count: Int) {
    buffer.deallocate()
    buffer = .allocate(byteCount: count, alignment: 16)
  }

  private func grow(_ most: Int) {
    let grown = UnsafeMutableRawBufferPointer.allocate(byteCount: max(min(buffer.count * 2, most), produced + 1), alignment: 16)
    grown.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<produced]))
    buffer.deallocate()
    buffer = grown
  }
}
