import Transport

/// The header that a proxy sends first, whole and in cuts, beside a plain reading of the same bytes.
func fuzzProxyHeader(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let cut = input.cut()
  let wire = input.takeRest()
  let whole = try read(wire, [0..<wire.count])
  let pieces = try read(wire, cut.ranges(of: wire.count))
  try expect(whole == pieces, "cuts change nothing")
  switch whole {
  case .header(let header, let count):
    let expected = PlainProxyHeader(wire)
    try expect(count == expected?.byteCount && count <= ProxyHeader.bytesMax, "a header ends where it says")
    try expect((header.source != nil) == (expected?.address != nil), "a source is told of a TCP connection over IP")
    guard let source = header.source, let expected, let address = expected.address else { return }
    // An IPv4 address is the lower half of `low`.
    let low = address.count == 4 ? source.low & 0xFFFF_FFFF : source.low
    let high = address.count == 4 ? 0 : number(address.prefix(8))
    try expect(low == number(address.suffix(8)) && source.high == high, "the source is the one that stands there")
    try expect(source.port == expected.port, "the port is the one that stands there")
    try expect(SocketAddress(source.description) == source, "an address can be written and read")
  case .fault(let fault):
    try expect(PlainProxyHeader(wire) == nil && !fault.description.isEmpty, "what is refused is no header")
  case .incomplete:
    try expect(PlainProxyHeader(wire) == nil && wire.count < ProxyHeader.bytesMax, "more is awaited only where more may come")
  }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

private enum Reading: Equatable {
  case header(ProxyHeader, Int)
  case fault(ProxyHeader.Fault)
  case incomplete
}

private func read(_ bytes: UnsafeRawBufferPointer, _ ranges: [Range<Int>]) throws(Violation) -> Reading {
  var parser = ProxyHeaderParser()
  do throws(ProxyHeader.Fault) {
    for range in ranges {
      var position = 0
      let header = try withExactCopy(of: bytes[part: range]) { piece throws(ProxyHeader.Fault) in
        try parser.read(UnsafeRawBufferPointer(piece), from: &position)
      }
      if let header { return .header(header, range.lowerBound + position) }
      guard position == range.count else { throw ProxyHeader.Fault.incomplete }
    }
    return .incomplete
  } catch {
    try expect(error != .incomplete, "a piece is used up")
    return .fault(error)
  }
}

/// A whole header of version 2 at the beginning of some bytes (haproxy, proxy-protocol.txt §2.2); nil for anything
/// else.
private struct PlainProxyHeader {
  var byteCount: Int
  /// Four or sixteen bytes; nil for LOCAL, and where no TCP connection over IP is named.
  var address: [UInt8]?
  var port: UInt16 = 0

  init?(_ bytes: UnsafeRawBufferPointer) {
    let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    guard bytes.count >= 16, bytes.starts(with: signature), bytes[12] == 0x20 || bytes[12] == 0x21 else { return nil }
    let length = Int(bytes[14]) << 8 | Int(bytes[15])
    byteCount = 16 + length
    guard bytes.count >= byteCount, byteCount <= ProxyHeader.bytesMax else { return nil }
    if bytes[12] == 0x20 { return }
    let (family, transport) = (bytes[13] >> 4, bytes[13] & 15)
    guard family <= 3, transport <= 2 else { return nil }
    let needed = transport == 0 ? 0 : [0, 12, 36, 216][Int(family)]
    guard length >= needed else { return nil }
    guard transport == 1, family == 1 || family == 2 else { return }
    let size = family == 1 ? 4 : 16
    address = Array(bytes[16..<16 + size])
    port = UInt16(bytes[16 + 2 * size]) << 8 | UInt16(bytes[17 + 2 * size])
  }
}
