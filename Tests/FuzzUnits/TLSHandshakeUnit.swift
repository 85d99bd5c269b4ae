import COpenSSL

/// A real client against our server: the client's bytes are changed on their way, lost, repeated and cut as a fuzzer chooses, and both sides
/// send data, change keys and end in any order. What arrives is what was sent, or the connection fails.
func fuzzTLSHandshake(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let version = options & 1 == 0 ? TLS1_3_VERSION : TLS1_2_VERSION
  let names = ["localhost", "a.example.org", "nobody.test", "127.0.0.1"]
  let protocols = [["http/1.1"], ["h2", "http/1.1"], ["h2"], ["http/1.0"]]
  guard
    let attacker = TLSAttacker(
      version: version, name: names[Int(options >> 1 & 3)], protocols: protocols[Int(options >> 3 & 3)], isCertified: options & 32 != 0)
  else { throw Violation("a client can be made") }
  var taker = try TLSTaker.make(isServer: true)
  var sent: [UInt8] = []
  var now: Int64 = 0
  // Limit: flights, so that an input takes milliseconds at most.
  for _ in 0..<40 where !input.isAtEnd {
    let choice = input.byte()
    var flight = attacker.takeOutput()
    edit(&flight, choice & 7, &input)
    let ranges = choice & 8 == 0 ? [0..<flight.count] : input.cut().ranges(of: flight.count)
    try flight.withBytes { bytes throws(Violation) in
      for range in ranges { try taker.take(bytes[part: range], now: now) }
    }
    // RFC 8446 §5.2: records are authenticated and in order, whatever happened to them.
    try expect(sent.starts(with: taker.plaintext), "what arrives is what was sent")
    attacker.receive(taker.takeOutput())
    now += choice & 128 == 0 ? 0 : 400
    switch choice >> 4 & 7 {
    case 1, 2:
      let data = Array(input.take(Int(input.byte())))
      if !data.isEmpty, attacker.send(data) { sent += data }
    case 3: attacker.changeKeys()
    case 4: attacker.end()
    case 5: try taker.send(input.take(200))
    case 6: taker.endOutput()
    default: break
    }
  }
  // Whoever certifies may have written anything there; it comes into logs.
  let subject = taker.connection.peerCertificate?.description ?? ""
  try expect(subject.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a subject is printable")
}

/// Changes bytes on their way.
private func edit(_ flight: inout [UInt8], _ choice: UInt8, _ input: inout FuzzInput) {
  switch choice {
  case 3:
    let place = Int(input.byte()) << 8 | Int(input.byte())
    if !flight.isEmpty { flight[place % flight.count] ^= input.byte() }
  case 4: flight = []
  case 5: flight += flight
  case 6: flight += Array(input.take(Int(input.byte())))
  case 7: flight = Array(flight.prefix(Int(input.byte())))
  default: break
  }
}
