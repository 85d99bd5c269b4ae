import CZlib
import Deflate
import WebSocket

/// Inflating against zlib used plainly, and compressing with inflating as its inverse.
func fuzzInflate(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let isInverse = options & 64 != 0
  // zlib compresses with no raw window of 256 bytes.
  let windowBits = max(8 + options & 7, isInverse ? 9 : 8)
  let kind: MessageKinds = options & 16 == 0 ? .binary : .text
  let bytesMax = options & 32 == 0 ? 8_192 : 100
  let keepsContext = options & 8 != 0
  var agreement = CompressionAgreement()
  agreement.clientWindowBits = windowBits
  agreement.serverWindowBits = max(windowBits, 9)
  agreement.clientKeepsContext = keepsContext
  agreement.serverKeepsContext = keepsContext
  let server: any MessageCompressor = keepsContext ? ContextCompressor(agreement, role: .server) : LoopCompressor()
  if isInverse {
    let client: any MessageCompressor = keepsContext ? ContextCompressor(agreement, role: .client) : LoopCompressor()
    return try checkInverse(client, server, windowBits, &input)
  }
  // With a context, two messages.
  if keepsContext {
    let first = input.take(Int(input.byte()))
    guard (try? inflate(server, first, kind, windowBits, bytesMax)) != nil else { return }
  }
  let payload = input.takeRest()
  let reference = keepsContext ? nil : PlainInflation(payload, bytesMax: bytesMax)
  let message: [UInt8]
  do throws(WebSocketFault) {
    message = try inflate(server, payload, kind, windowBits, bytesMax)
  } catch {
    return try checkRefusal(error, reference, windowBits)
  }
  try expect(message.count <= bytesMax, "what is inflated is within its limit")
  try expect(kind != .text || message.withUnsafeBytes(isUTF8), "text is UTF-8")
  guard let reference else { return }
  switch reference.end {
  case .complete: try expect(reference.output == message, "zlib inflates the same")
  // The reference knows nothing of what follows a last block.
  case .lastBlock: try expect(message.starts(with: reference.output), "zlib inflates the same")
  case .broken, .tooLong: throw Violation("zlib refuses this")
  }
}

private func inflate(
  _ compressor: any MessageCompressor, _ payload: UnsafeRawBufferPointer, _ kind: MessageKinds, _ windowBits: UInt8, _ bytesMax: Int
) throws(WebSocketFault) -> [UInt8] {
  try withExactCopy(of: payload) { copy throws(WebSocketFault) in
    Array(try compressor.inflate(UnsafeRawBufferPointer(copy), of: kind, windowBits: windowBits, bytesMax: bytesMax))
  }
}

private func checkRefusal(_ fault: WebSocketFault, _ reference: PlainInflation?, _ windowBits: UInt8) throws(Violation) {
  guard let reference else { return }
  switch fault {
  case .messageTooBig: try expect(reference.end != .complete, "what fits is taken")
  // zlib in one call takes distances beyond a smaller window.
  case .compressedDataInvalid: try expect(windowBits < 15 || reference.end != .complete, "what zlib takes is taken")
  case .textNotUTF8: try expect(reference.end != .complete || !reference.output.withUnsafeBytes(isUTF8), "text that is UTF-8 is taken")
  // Where distances have to be looked at there may be half as many.
  case .compressedBlocksTooMany:
    try expect(reference.blocks > (windowBits < 15 ? 512 : 1_024) || reference.end != .complete, "some blocks are taken")
  default: throw Violation("inflating does not fail with \(fault)")
  }
}

private func checkInverse(
  _ client: any MessageCompressor, _ server: any MessageCompressor, _ windowBits: UInt8, _ input: inout FuzzInput
) throws(Violation) {
  while !input.isAtEnd {
    // Each byte three times: something to compress.
    let message = Array(input.take(Int(input.byte()) + 1)).flatMap { [$0, $0, $0] }
    let compressed = message.withUnsafeBytes { Array(client.compress($0, windowBits: windowBits)) }
    let again: [UInt8]?
    do throws(WebSocketFault) {
      again = try compressed.withBytes { bytes throws(WebSocketFault) in
        try inflate(server, bytes, .binary, windowBits, 65_536)
      }
    } catch {
      again = nil
    }
    try expect(again == message, "what we compress inflates to what it was")
  }
}

/// zlib used as its manual says: one raw stream with the largest window, the payload and the four bytes left out (RFC 7692 §7.2.2).
private struct PlainInflation {
  enum End {
    /// Between two blocks, after the whole input.
    case complete
    /// A last block ended before the input did, or with it.
    case lastBlock
    /// zlib has refused it, or the end is within a block.
    case broken
    case tooLong
  }

  private(set) var output: [UInt8] = []
  private(set) var end = End.broken
  private(set) var blocks = 0

  init(_ payload: UnsafeRawBufferPointer, bytesMax: Int) {
    var stream = z_stream()
    guard czlib_inflate_init(&stream, -15) == Z_OK else { preconditionFailure("out of memory") }
    defer { inflateEnd(&stream) }
    var source = Array(payload) + [0x00, 0x00, 0xFF, 0xFF]
    var buffer = [UInt8](repeating: 0, count: bytesMax + 1)
    var beforeTail = 0
    let count = buffer.withUnsafeMutableBufferPointer { buffer in
      source.withUnsafeMutableBufferPointer { source in
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(buffer.count)
        stream.next_in = source.baseAddress
        for (part, isTail) in [(source.count - 4, false), (4, true)] {
          stream.avail_in = uInt(part)
          end = run(&stream)
          let produced = buffer.count - Int(stream.avail_out)
          if isTail, end == .complete, produced != beforeTail { end = .broken }
          beforeTail = produced
          if end != .complete, isTail || end != .broken || stream.avail_in > 0 { break }
        }
        return buffer.count - Int(stream.avail_out)
      }
    }
    output = Array(buffer.prefix(count))
  }

  /// Goes on to the end of the input or of the room.
  private mutating func run(_ stream: inout z_stream) -> End {
    while true {
      let result = CZlib.inflate(&stream, Z_BLOCK)
      if stream.avail_out == 0 { return .tooLong }
      if result == Z_STREAM_END { return .lastBlock }
      guard result == Z_OK || result == Z_BUF_ERROR else { return .broken }
      if stream.data_type & 0x80 != 0 { blocks += 1 }
      // zlib.h: bits 7 and 6 of data_type, and the unused bits of the last byte.
      if stream.avail_in == 0, stream.data_type & 0xC0 != 0xC0 { return stream.data_type & 0xBF == 0x80 ? .complete : .broken }
    }
  }
}
