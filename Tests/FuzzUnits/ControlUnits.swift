import COpenSSL
import Deflate

/// A decoder in cuts with a planted bug: the first byte of a piece is lost when it is the second byte of an extended
/// length.
func fuzzWithLostByte(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let setting = FrameLog.Setting(input.byte())
  let cut = input.cut()
  let wire = input.takeRest()
  let whole = try FrameLog(reading: wire, [0..<wire.count], setting)
  var ranges = cut.ranges(of: wire.count)
  if wire.count > 3, wire[1] & 0x7F == 126, let index = ranges.firstIndex(where: { $0.lowerBound == 3 }) {
    ranges[index] = 4..<max(4, ranges[index].upperBound)
  }
  let pieces = try FrameLog(reading: wire, ranges, setting)
  try expect(whole == pieces, "cuts change nothing")
}

/// A reader with a planted bug: a length that the bytes announce is believed.
func fuzzWithOverrun(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  guard bytes.count > 4, bytes[0] == UInt8(ascii: "P"), bytes[1] == UInt8(ascii: "R"), let base = bytes.baseAddress else { return }
  let name = String(decoding: UnsafeRawBufferPointer(start: base + 3, count: Int(bytes[2])), as: UTF8.self)
  try expect(name != "a name that nobody has", "names are free")
}

/// A ticket with a planted bug: what it is called is read after it is freed. Blocks that OpenSSL lends have to be
/// watched.
func fuzzWithFreedTicket(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  let greeting = TLSGreeting(version: TLS1_2_VERSION, name: "localhost", isCertified: false)
  guard let ticket = TLSTicket.given(to: greeting) else { throw Violation("a client gets a session") }
  var count: UInt32 = 0
  guard let name = SSL_SESSION_get_id(ticket.pointer, &count), bytes.first == UInt8(ascii: "S") else { return }
  _ = consume ticket
  try expect(count == 0 || name[0] != bytes.last, "a session is called something else")
}

/// A reader with a planted bug: it keeps some memory that nobody knows of any more.
func fuzzWithLeak(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  guard bytes.first == UInt8(ascii: "L") else { return }
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  copy.copyMemory(from: bytes)
  try expect(copy.elementsEqual(bytes), "a copy is alike")
}

/// Distances with a planted bug: with a window of 12 bits, the usual one, copies may come from as far as with the
/// next.
func fuzzWithWiderWindow(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  try fuzzDistances(bytes) { CopyDistances.exceed(windowBits: $0 == 12 ? 13 : $0, in: $1) }
}
