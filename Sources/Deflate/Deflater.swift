import CZlib
import WebSocket

/// Compresses the messages of one sender, or of many if it keeps no context (RFC 7692 §7.2.1).
///
/// It owns a stream of zlib and the buffer of the last result. Confined to the thread of who drives it.
final class Deflater {
  // Safety: owned here. The stream never moves, since zlib refers back to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var buffer: UnsafeMutableRawBufferPointer
  private let keepsContext: Bool

  /// Limit: bytes of the buffer kept from message to message.
  private static let keptBytes = 64 << 10

  /// Resetting the stream clears its hash table: 8 KiB at this level, 64 KiB at zlib's own.
  private static let memoryLevel: Int32 = 5

  /// Makes a compressor with a window of 2^windowBits bytes, 9 to 15, and one of zlib's levels, 1 to 9.
  init(windowBits: UInt8, keepsContext: Bool, level: Int32 = 1) {
    precondition((9...15).contains(windowBits), "zlib compresses with raw windows of 9 to 15 bits")
    self.keepsContext = keepsContext
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = czlib_deflate_init(stream, level, -Int32(windowBits), Self.memoryLevel)
    precondition(result == Z_OK, "out of memory")
    buffer = .allocate(byteCount: 4_096, alignment: 16)
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// The compressed form, valid until the next call.
  func compress(_ message: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    if buffer.count > Self.keptBytes { resize(4_096) }
    guard let base = message.baseAddress, !message.isEmpty else {
      // RFC 7692 §7.2.3.6: an empty message is one empty block without its last four bytes.
      buffer[0] = 0
      return UnsafeRawBufferPointer(rebasing: buffer[..<1])
    }
    if !keepsContext { deflateReset(stream) }
    // Limit: messages are below 2^31 bytes, as the frame decoder's are.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: Bytef.self))
    stream.pointee.avail_in = uInt(message.count)
    let bound = Int(deflateBound(stream, uLong(message.count))) + 16
    if buffer.count < bound { resize(bound) }
    var produced = 0
    repeat {
      if produced == buffer.count { grow() }
      stream.pointee.next_out = bytes + produced
      stream.pointee.avail_out = uInt(buffer.count - produced)
      deflate(stream, Z_SYNC_FLUSH)
      produced = buffer.count - Int(stream.pointee.avail_out)
      // zlib.h: "avail_out" of zero means that there may be more.
    } while stream.pointee.avail_out == 0
    // RFC 7692 §7.2.1: what a flush ends with, 00 00 FF FF, is left out.
    return UnsafeRawBufferPointer(rebasing: buffer[..<(produced - 4)])
  }

  private var bytes: UnsafeMutablePointer<Bytef> {
    guard let base = buffer.baseAddress else { preconditionFailure("the buffer is never empty") }
    return base.assumingMemoryBound(to: Bytef.self)
  }

  private func resize(_ count: Int) {
    buffer.deallocate()
    buffer = .allocate(byteCount: count, alignment: 16)
  }

  private func grow() {
    let grown = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
    grown.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = grown
  }
}
