import COpenSSL

/// A real client against our server: the client's bytes are changed on their way, lost, repeated and cut as a fuzzer
/// chooses, and both sides send data, change keys and end in any order. What arrives is what was sent, or the
/// connection fails. The client may wish to go on with a ticket, its own or one that was begun under another name.
func fuzzTLSHandshake(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let options = input.byte()
  let greeting = TLSGreeting(options)
  let protocols = [["http/1.1"], ["h2", "http/1.1"], ["h2"], ["http/1.0"]][Int(options >> 3 & 3)]
  let offersTicket = options & 64 != 0
  let beginning = options & 128 == 0 ? greeting : TLSGreeting(options, further: 1)
  // Always asked for, so that all are made before the time of an input counts.
  let ticket = TLSTicket.given(to: beginning)
  guard let attacker = TLSAttacker(greeting, protocols: protocols, ticket: offersTicket ? ticket : nil)
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
  if taker.failure == nil, taker.connection.isEstablished {
    // RFC 6066 §3: a ticket goes on under the name that it began with.
    try expect(!taker.connection.isResumed || offersTicket && greeting == beginning, "a session goes on where it was begun")
    try expect((taker.connection.peerCertificate != nil) == greeting.isCertified, "who was verified once is known, and nobody else")
  }
  // The certifier may have written anything there; it comes into logs.
  let subject = taker.connection.peerCertificate?.description ?? ""
  try expect(subject.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a subject is printable")
}

extension TLSGreeting {
  private static let names = ["localhost", "a.example.org", "nobody.test", "127.0.0.1"]

  /// As a fuzzer chooses: the lowest bit is the version, the next two the name, or one that stands further on, bit 5
  /// the certificate.
  fileprivate init(_ options: UInt8, further: UInt8 = 0) {
    self.init(
      version: options & 1 == 0 ? TLS1_3_VERSION : TLS1_2_VERSION, name: Self.names[Int((options >> 1 &+ further) & 3)],
      isCertified: options & 32 != 0)
  }

  /// All that can be chosen.
  static let all: [TLSGreeting] = (UInt8(0)..<64).filter { $0 & 24 == 0 }.map { TLSGreeting($0) }
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
