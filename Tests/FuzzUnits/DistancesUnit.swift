import CZlib
import Deflate

/// How far copies reach, against zlib with a window of that size.
///
/// The input is deflate data as it stands, or what zlib makes of what it describes: such data is sound and has copies
/// from far back, which bytes at random seldom are and have.
func fuzzDistances(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzDistances(bytes) { CopyDistances.exceed(windowBits: $0, in: $1) }
}

/// Says whether a copy in a message comes from beyond a window of so many bits.
typealias DistanceJudge = (_ windowBits: UInt8, _ message: UnsafeRawBufferPointer) -> Bool

func fuzzDistances(_ bytes: UnsafeRawBufferPointer, _ exceed: DistanceJudge) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let windowBits = 8 + options & 7
  guard options & 8 != 0 else { return try checkDistances(input.takeRest(), windowBits, plain: nil, exceed) }
  let plain = describedMessage(&input, bytesMax: messageBytesMax(windowBits))
  // Levels 1 to 9, or the code that needs no description.
  let compressed = compress(plain, level: Int32(1 + options >> 4 & 7), strategy: options & 128 != 0 ? Z_FIXED : Z_DEFAULT_STRATEGY)
  try compressed.withBytes { bytes throws(Violation) in try checkDistances(bytes, windowBits, plain: plain, exceed) }
}

/// Limit: bytes of a message: some more than the window has, and no more than that, since zlib is called for each.
/// Beyond the largest window nothing is.
private func messageBytesMax(_ windowBits: UInt8) -> Int { 4_096 + (windowBits < 15 ? 1 << Int(windowBits) : 0) }

private func checkDistances(
  _ payload: UnsafeRawBufferPointer, _ windowBits: UInt8, plain: [UInt8]?, _ exceed: DistanceJudge
) throws(Violation) {
  let exceeds = try withExactCopy(of: payload) { copy throws(Violation) -> Bool in
    let bytes = UnsafeRawBufferPointer(copy)
    // What is too far for a window is too far for every smaller one; for the largest nothing is.
    var wasTooFar = true
    var exceeds = false
    for bits in UInt8(8)...15 {
      let isTooFar = exceed(bits, bytes)
      try expect(wasTooFar || !isTooFar, "what is too far for \(bits) bits is too far for fewer")
      wasTooFar = isTooFar
      if bits == windowBits { exceeds = isTooFar }
    }
    try expect(plain == nil || !wasTooFar, "no distance is beyond the largest window")
    return exceeds
  }
  // It is asked only about what zlib takes, and what ends in time.
  let bytesMax = messageBytesMax(windowBits)
  let whole = PlainInflation(payload, windowBits: 15, bytesMax: bytesMax)
  try expect(plain.map { whole.end == .complete && whole.output == $0 } ?? true, "zlib inflates what it has compressed")
  guard whole.end == .complete else { return }
  let narrow = PlainInflation(payload, windowBits: windowBits, bytesMax: bytesMax)
  try expect(exceeds == (narrow.end != .complete), "a copy is too far exactly where zlib with \(windowBits) bits refuses it")
  try expect(exceeds || narrow.output == whole.output, "what both take is the same")
}

/// A message of noise, of repetitions, and of what stood a number of bytes before.
private func describedMessage(_ input: inout FuzzInput, bytesMax: Int) -> [UInt8] {
  var message: [UInt8] = []
  var noise: UInt32 = 1
  while !input.isAtEnd, message.count <= bytesMax - 2_048 {
    let kind = input.byte()
    let count = Int(input.byte())
    switch kind & 3 {
    case 0: message += input.take(count & 31)
    case 1:
      // Nothing in it is like anything before.
      for _ in 0..<(8 * count) {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        message.append(UInt8(truncatingIfNeeded: noise >> 24))
      }
    case 2: message += repeatElement(kind, count: count)
    default:
      let distance = 1 + Int(kind >> 2) << 8 + Int(input.byte())
      for _ in 0..<(3 + count) where message.count >= distance { message.append(message[message.count - distance]) }
    }
  }
  return message
}

/// As a message goes over the wire: without the last four bytes of what zlib writes.
private func compress(_ message: [UInt8], level: Int32, strategy: Int32) -> [UInt8] {
  // Safety: owned by this call, and never moved, since zlib refers back to it.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  guard czlib_deflate_init(stream, level, -15, 8) == Z_OK, deflateParams(stream, level, strategy) == Z_OK else {
    preconditionFailure("out of memory")
  }
  defer {
    deflateEnd(stream)
    stream.deallocate()
  }
  var source = message
  var output = [UInt8](repeating: 0, count: message.count + message.count / 4 + 128)
  let count = output.withUnsafeMutableBufferPointer { output in
    source.withUnsafeMutableBufferPointer { source in
      (stream.pointee.next_in, stream.pointee.avail_in) = (source.baseAddress, uInt(source.count))
      (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, uInt(output.count))
      _ = deflate(stream, Z_SYNC_FLUSH)
      return output.count - Int(stream.pointee.avail_out)
    }
  }
  return Array(output[..<(count - 4)])
}
