import TLS

/// Any bytes, in cuts, as the first that a server's connection gets, or as a server's answer to a client.
func fuzzTLSRecords(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let cut = input.cut()
  let records = input.takeRest()
  var taker = try TLSTaker.make(isServer: options & 7 != 7)
  _ = taker.takeOutput()
  let ranges = options & 8 == 0 ? [0..<records.count] : cut.ranges(of: records.count)
  for range in ranges { try taker.take(records[part: range]) }
  // Nobody can finish a handshake without having seen the other's part of it.
  let isEstablished = taker.connection.isEstablished
  try expect(!isEstablished && taker.plaintext.isEmpty, "what was never agreed is not established")
  try expect(taker.takeOutput().count < 8_192, "the answer is a flight or an alert")
  taker.endOutput()
}
