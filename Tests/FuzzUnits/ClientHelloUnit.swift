import Transport

/// The first bytes of a connection to be secured, in cuts: what is kept before OpenSSL has a state of it, beside a
/// plain reading of the same bytes.
func fuzzClientHello(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  // A record may be longer than what a fuzzer tries: so many zeros come behind its bytes.
  let padding = Int(input.byte()) << 8 | Int(input.byte())
  let cut = input.cut()
  let data = input.takeRest()
  let wire = Array(data) + [UInt8](repeating: 0, count: min(padding, OpeningRecord.bytesMax + 100))
  var held: [UInt8] = []
  var pieces = cut.ranges(of: data.count)
  if wire.count > data.count { pieces.append(data.count..<wire.count) }
  for range in pieces {
    let piece = wire[range]
    // As the loop does it: it keeps what came before, and looks at the beginnings of both.
    let head = held.prefix(OpeningRecord.headerBytes) + piece.prefix(OpeningRecord.headerBytes)
    let record = OpeningRecord(head, count: held.count + piece.count)
    held += piece
    try expect((record == .ready) == isReady(held), "a record is awaited as long as it may be one and is not whole")
    if record == .ready { return }
    try expect(held.count < OpeningRecord.bytesMax, "what is kept is less than the longest record")
  }
}

/// RFC 8446 §5.1, read plainly: whether some bytes hold a whole record, or cannot become the beginning of one of a
/// handshake.
private func isReady(_ bytes: [UInt8]) -> Bool {
  if bytes.count >= 1, bytes[0] != 22 { return true }
  if bytes.count >= 2, bytes[1] != 3 { return true }
  guard bytes.count >= 5 else { return false }
  let length = Int(bytes[3]) * 256 + Int(bytes[4])
  return length > 16_384 || bytes.count - 5 >= length
}
