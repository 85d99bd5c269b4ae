import Support
import Testing

@testable import Transport

/// A header as a proxy writes it.
enum ProxyHeaderBytes {
  static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

  static func make(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
    signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
  }

  /// 192.0.2.7:4711 to 198.51.100.1:443.
  static let four = make(0x21, 0x11, [192, 0, 2, 7, 198, 51, 100, 1, 0x12, 0x67, 1, 0xBB])
  /// [2001:db8::9]:65535 to [::1]:443, and a TLV.
  static let six = make(
    0x21, 0x21,
    [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 15) + [1, 0xFF, 0xFF, 1, 0xBB, 4, 0, 1, 7])
  static let local = make(0x20, 0, [])
}

@Suite struct ProxyHeaderTests {
  /// Reads pieces of so many bytes; what is left after the header is given back.
  private func read(_ bytes: [UInt8], pieceBytes: Int) throws -> (header: ProxyHeader?, rest: Int) {
    var parser = ProxyHeaderParser()
    var start = 0
    while start < bytes.count {
      let piece = Array(bytes[start..<min(start + pieceBytes, bytes.count)])
      var position = 0
      let header = try piece.withUnsafeBytes { try parser.read($0, from: &position) }
      if let header { return (header, bytes.count - start - position) }
      #expect(position == piece.count)
      start += piece.count
    }
    return (nil, 0)
  }

  @Test(arguments: [1, 2, 3, 5, 7, 13, 16, 17, 28, 51, 52, 53, 1000])
  func headersAreReadHoweverTheyAreCut(_ pieceBytes: Int) throws {
    let cases: [([UInt8], String?)] = [
      (ProxyHeaderBytes.four, "192.0.2.7:4711"), (ProxyHeaderBytes.six, "[2001:db8::9]:65535"), (ProxyHeaderBytes.local, nil),
      // A mapped address is the IPv4 address.
      (
        ProxyHeaderBytes.make(0x21, 0x21, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1] + [UInt8](repeating: 0, count: 20)),
        "10.0.0.1:0"
      ),
      // Valid, and not what a TCP connection comes from: UDP, Unix sockets, an unknown protocol, and any family with
      // LOCAL.
      (ProxyHeaderBytes.make(0x21, 0x12, [UInt8](repeating: 1, count: 12)), nil),
      (ProxyHeaderBytes.make(0x21, 0x31, [UInt8](repeating: 1, count: 216)), nil),
      (ProxyHeaderBytes.make(0x21, 0x00, []), nil), (ProxyHeaderBytes.make(0x21, 0x01, [1]), nil),
      (ProxyHeaderBytes.make(0x21, 0x10, [1, 2, 3]), nil), (ProxyHeaderBytes.make(0x20, 0xFF, [1, 2, 3]), nil),
      // Limit: 536 bytes.
      (ProxyHeaderBytes.make(0x21, 0x11, [9, 9, 9, 9, 8, 8, 8, 8, 0, 1, 0, 2] + [UInt8](repeating: 4, count: 508)), "9.9.9.9:1"),
    ]
    for (bytes, source) in cases {
      let (header, rest) = try read(bytes + [1, 2, 3], pieceBytes: pieceBytes)
      #expect(header?.source?.description == source)
      #expect(header != nil && rest == 3)
      #expect(try read(Array(bytes.dropLast()), pieceBytes: pieceBytes).header == nil)
    }
  }

  @Test(arguments: [1, 4, 1000])
  func whatIsNoGoodHeaderIsSaidToBeSo(_ pieceBytes: Int) {
    let four = ProxyHeaderBytes.four
    let cases: [([UInt8], ProxyHeader.Fault)] = [
      (Array("GET / HTTP/1.1\r\n".utf8), .noHeader), (Array("POST / HTTP/1.1\r\n".utf8), .noHeader), ([22, 3, 1], .noHeader),
      (Array("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n".utf8), .version1),
      (Array(four[..<11]) + [0x0B], .noHeader), ([0x0D, 0x4F], .noHeader),
      (ProxyHeaderBytes.make(0x11, 0x11, []), .unknownVersion(1)), (ProxyHeaderBytes.make(0x31, 0x11, []), .unknownVersion(3)),
      (ProxyHeaderBytes.make(0x22, 0x11, []), .unknownCommand(2)), (ProxyHeaderBytes.make(0x2F, 0, []), .unknownCommand(15)),
      (ProxyHeaderBytes.make(0x21, 0x41, []), .unknownFamily(0x41)), (ProxyHeaderBytes.make(0x21, 0x13, []), .unknownFamily(0x13)),
      (ProxyHeaderBytes.make(0x21, 0x11, [UInt8](repeating: 1, count: 11)), .addressesTooShort),
      (ProxyHeaderBytes.make(0x21, 0x21, [UInt8](repeating: 1, count: 35)), .addressesTooShort),
      (ProxyHeaderBytes.make(0x21, 0x31, [UInt8](repeating: 1, count: 215)), .addressesTooShort),
      (ProxyHeaderBytes.make(0x21, 0x11, [UInt8](repeating: 1, count: 521)), .tooLong(521)),
      (ProxyHeaderBytes.make(0x20, 0, [UInt8](repeating: 1, count: 521)), .tooLong(521)),
      (ProxyHeaderBytes.signature + [0x21, 0x11, 0xFF, 0xFF], .tooLong(65_535)),
    ]
    for (bytes, fault) in cases {
      #expect(throws: fault) { try read(bytes, pieceBytes: pieceBytes) }
      #expect(!fault.description.isEmpty)
    }
  }

  @Test(arguments: [1, 100, 1000]) func aHeaderMayBeAsLongAsTheLimitAndNotAByteLonger(_ pieceBytes: Int) throws {
    let most = ProxyHeader.bytesMax
    for count in [most - 1, most, most + 1] {
      let addresses: [UInt8] = [9, 9, 9, 9, 8, 8, 8, 8, 0, 1, 0, 2]
      let bytes = ProxyHeaderBytes.make(0x21, 0x11, addresses + [UInt8](repeating: 4, count: count - 16 - addresses.count))
      #expect(bytes.count == count)
      if count <= most {
        #expect(try read(bytes + [1], pieceBytes: pieceBytes).header?.source?.description == "9.9.9.9:1")
      } else {
        #expect(throws: ProxyHeader.Fault.tooLong(UInt16(count - 16))) { try read(bytes, pieceBytes: pieceBytes) }
      }
    }
  }

  @Test func noBytesTrapAndCutsChangeNothing() {
    var random = SeededGenerator(seed: 0x50_52_4F_58_59)
    for _ in 0..<20_000 {
      var bytes = [ProxyHeaderBytes.four, ProxyHeaderBytes.six, ProxyHeaderBytes.local][Int(random.next() % 3)]
      for _ in 0..<random.next() % 3 { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
      bytes += [UInt8](repeating: 7, count: Int(random.next() % 600))
      #expect(outcome(bytes, pieceBytes: .max) == outcome(bytes, pieceBytes: Int(random.next() % 20) + 1))
    }
  }

  private func outcome(_ bytes: [UInt8], pieceBytes: Int) -> String {
    do {
      let (header, rest) = try read(bytes, pieceBytes: min(pieceBytes, bytes.count))
      return "\(String(describing: header)) \(rest)"
    } catch {
      return "\(error)"
    }
  }
}

@Suite struct CIDRRangeTests {
  @Test(
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"), ("127.0.0.1", "127.0.0.1", "127.0.0.2"), ("0.0.0.0/0", "255.255.255.255", "::"),
      ("192.168.4.0/22", "192.168.7.255", "192.168.8.0"), ("1.2.3.4/32", "1.2.3.4", "1.2.3.5"),
      ("128.0.0.0/1", "128.0.0.0", "127.255.255.255"),
      ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"), ("::1", "::1", "::2"), ("::/0", "ffff::", "10.0.0.1"),
      ("fe80::/10", "febf::1", "fec0::1"), ("2001:db8::/64", "2001:db8::ffff:0:0:1", "2001:db8:0:1::"),
      ("2001:db8::8000:0:0:0/65", "2001:db8::8000:0:0:1", "2001:db8::7fff:0:0:0"), ("::4/127", "::5", "::6"),
      // A mapped address is the IPv4 address.
      ("10.0.0.0/8", "::ffff:10.1.1.1", "::10.1.1.1"),
    ])
  func contains(_ text: String, inside: String, outside: String) throws {
    let range = try #require(CIDRRange(text))
    #expect(range.contains(try #require(SocketAddress(host: inside, port: 9))))
    #expect(!range.contains(try #require(SocketAddress(host: outside, port: 9))))
    #expect(CIDRRange(range.description) == range)
  }

  @Test(
    arguments: [
      "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.1/8", "::1/127", "10.0.0.0/+8", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0/8",
      "localhost", "10.0.0.0:80", "[::1]", "10.0.0.0/0008", "unix:/tmp/x", "10.0.0.0/8 ", "2001:db8::1:0:0:0/64",
      "Unix", "example.org", "10.0.0.0/٨",
    ])
  func textThatIsNoRange(_ text: String) {
    #expect(CIDRRange(text) == nil)
    #expect(TrustedProxy(text) == nil)
  }

  @Test func aUnixSocketIsInNoRange() throws {
    let everything = [try #require(TrustedProxy("::/0")), try #require(TrustedProxy("0.0.0.0/0"))]
    let address = try #require(SocketAddress("unix:/tmp/x"))
    #expect(!everything.contains { $0.includes(address) })
    let unix = try #require(TrustedProxy("unix"))
    #expect(unix.includes(address) && unix.description == "unix")
    #expect(!unix.includes(try #require(SocketAddress("127.0.0.1:1"))))
  }
}
