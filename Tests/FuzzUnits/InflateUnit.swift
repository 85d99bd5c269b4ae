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
  var before: [UInt8] = []
  if keepsContext {
    let first = input.take(Int(input.byte()))
    guard let message = try? inflate(server, first, kind, windowBits, bytesMax) else { return }
    before = message
  }
  let payload = input.takeRest()
  let reference = PlainInflation(payload, windowBits: windowBits, after: before, bytesMax: bytesMax)
  let message: [UInt8]
  do throws(WebSocketFault) {
    message = try inflate(server, payload, kind, windowBits, bytesMax)
  } catch {
    return try checkFault(error, reference, windowBits)
  }
  try expect(message.count <= bytesMax, "what is inflated is within its limit")
  try expect(kind != .text || message.withUnsafeBytes(isUTF8), "text is UTF-8")
  try expect(reference.end == .complete, "zlib with a window of \(windowBits) bits takes what is taken")
  try expect(reference.output == message, "zlib inflates the same")
}

private func inflate(
  _ compressor: any MessageCompressor, _ payload: UnsafeRawBufferPointer, _ kind: MessageKinds, _ windowBits: UInt8, _ bytesMax: Int
) throws(WebSocketFault) -> [UInt8] {
  try withExactCopy(of: payload) { copy throws(WebSocketFault) in
    Array(try compressor.inflate(UnsafeRawBufferPointer(copy), of: kind, windowBits: windowBits, bytesMax: bytesMax))
  }
}

private func checkFault(_ fault: WebSocketFault, _ reference: PlainInflation, _ windowBits: UInt8) throws(Violation) {
  switch fault {
  case .messageTooBig: try expect(reference.end != .complete, "what fits is taken")
  case .compressedDataInvalid: try expect(reference.end != .complete, "what zlib with a window of \(windowBits) bits takes is taken")
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
