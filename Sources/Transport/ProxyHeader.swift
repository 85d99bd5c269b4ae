/// What a proxy says of a connection before the connection's own bytes begin: a header of the PROXY protocol, version 2
/// (haproxy, proxy-protocol.txt §2.2).
public struct ProxyHeader: Hashable, Sendable {
  /// Limit: bytes of a header, its TLVs included: 16 before the addresses, and 520. haproxy's own receiver takes as
  /// much.
  public static let bytesMax = 536

  /// Who connected to the proxy; nil when the real endpoints hold: the proxy speaks for itself (LOCAL), or names no TCP
  /// address.
  public var source: SocketAddress?

  /// Why bytes are no header that can be accepted. Their sender is dropped.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are something else.
    case noHeader
    /// It is the textual version 1, which is not taken.
    case version1
    /// A version other than 2.
    case unknownVersion(UInt8)
    /// Neither LOCAL nor PROXY.
    case unknownCommand(UInt8)
    /// An address family or transport that version 2 does not have.
    case unknownFamily(UInt8)
    /// The announced length has no space for the addresses of the family.
    case addressesTooShort
    /// Longer than `bytesMax`; the announced length of what follows the first 16 bytes.
    case tooLong(UInt16)
    /// The stream ended before the header did.
    case incomplete
    /// It begins what comes to a listener with TLS from a peer that is no trusted proxy.
    case untrusted

    /// What is wrong, for the log.
    public var description: String {
      switch self {
      case .noHeader: "a PROXY protocol header was expected and something else came"
      case .version1: "the proxy sends version 1 of the PROXY protocol; set it to version 2"
      case .unknownVersion(let version): "version \(version) of the PROXY protocol is unknown"
      case .unknownCommand(let command): "command \(command) of the PROXY protocol is unknown"
      case .unknownFamily(let family): "family and transport \(family) of the PROXY protocol are unknown"
      case .addressesTooShort: "the PROXY header is too short for its addresses"
      case .tooLong(let count): "the PROXY header announces \(count) bytes, and 520 are allowed"
      case .incomplete: "the stream ended within the PROXY header"
      case .untrusted: "a PROXY header came before TLS from a peer that is no trusted proxy"
      }
    }
  }
}

extension ProxyHeader {
  /// Whether the first bytes of a connection begin a header, of version 1 or 2.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: ProxyHeaderParser.textSignature + [0x20]) || bytes.starts(with: ProxyHeaderParser.signature)
  }
}

/// Reads one `ProxyHeader` from the first bytes of a connection, however they are cut.
///
/// Pure, and of one size whatever is announced: it keeps the addresses and skips the TLVs. Driven with each piece that
/// arrives until it gives the header; after that, or after a fault, it must not be called again.
///
///     0         12  13   14      16                              16 + length
///     signature  │   │    length  addresses of the family … TLVs
///       version and  family and
///       command      transport
public struct ProxyHeaderParser: Sendable {
  fileprivate static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
  fileprivate static let textSignature = Array("PROXY".utf8)
  private static let fixedBytes = 16
  /// Two IPv6 addresses and two ports; nothing behind them is kept.
  private static let keptBytes = fixedBytes + 36

  private var kept = InlineArray<52, UInt8>(repeating: 0)
  private var count = 0
  /// The header's whole length, known after 16 bytes.
  private var length: Int?

  /// Makes a parser that awaits the first byte.
  public init() {}

  /// Takes bytes from `position` on, which ends behind those that belong to the header.
  ///
  /// - Returns: the header when it is complete; nil when more bytes are needed, and all were taken then.
  public mutating func read(_ bytes: UnsafeRawBufferPointer, from position: inout Int) throws(ProxyHeader.Fault) -> ProxyHeader? {
    while position < bytes.count {
      if let length {
        let end = min(length, Self.keptBytes)
        if count >= end {
          // TLVs are for readers that know them (§2.2).
          let skipped = min(length - count, bytes.count - position)
          count += skipped
          position += skipped
        } else {
          keep(bytes[position], &position)
        }
      } else {
        try check(bytes[position])
        keep(bytes[position], &position)
        if count == Self.fixedBytes { try beginAddresses() }
      }
      if let length, count == length { return header() }
    }
    return nil
  }

  private mutating func keep(_ byte: UInt8, _ position: inout Int) {
    kept[count] = byte
    count += 1
    position += 1
  }

  /// The next byte of the first 16, as soon as it can be judged.
  private func check(_ byte: UInt8) throws(ProxyHeader.Fault) {
    let isText = (count == 0 ? byte : kept[0]) == Self.textSignature[0]
    switch count {
    case 0..<5 where isText:
      guard byte == Self.textSignature[count] else { throw .noHeader }
      if count == 4 { throw .version1 }
    case 0..<12:
      guard byte == Self.signature[count] else { throw .noHeader }
    case 12:
      guard byte >> 4 == 2 else { throw .unknownVersion(byte >> 4) }
      guard byte & 15 <= 1 else { throw .unknownCommand(byte & 15) }
    case 13:
      // LOCAL: the family is ignored (§2.2).
      guard !isRelayed || (byte >> 4 <= 3 && byte & 15 <= 2) else { throw .unknownFamily(byte) }
    default: break
    }
  }

  private var isRelayed: Bool { kept[12] & 15 == 1 }

  private mutating func beginAddresses() throws(ProxyHeader.Fault) {
    let following = UInt16(kept[14]) << 8 | UInt16(kept[15])
    guard Self.fixedBytes + Int(following) <= ProxyHeader.bytesMax else { throw .tooLong(following) }
    guard !isRelayed || Int(following) >= addressBytes else { throw .addressesTooShort }
    length = Self.fixedBytes + Int(following)
  }

  /// How long the addresses are; those that are not read stand among the bytes to be skipped.
  private var addressBytes: Int {
    guard kept[13] & 15 != 0 else { return 0 }
    return switch kept[13] >> 4 {
    case 1: 12
    case 2: 36
    case 3: 216
    default: 0
    }
  }

  private func header() -> ProxyHeader {
    guard isRelayed else { return ProxyHeader() }
    return switch kept[13] {
    case 0x11: ProxyHeader(source: SocketAddress(ipv4: UInt32(truncatingIfNeeded: number(at: 16, bytes: 4)), port: port(at: 24)))
    case 0x21: ProxyHeader(source: SocketAddress(high: number(at: 16, bytes: 8), low: number(at: 24, bytes: 8), port: port(at: 48)))
    // UDP and Unix sockets: valid, and nothing that a TCP connection could have come from.
    default: ProxyHeader()
    }
  }

  private func port(at offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(at: offset, bytes: 2)) }

  /// A number in network byte order.
  private func number(at offset: Int, bytes: Int) -> UInt64 {
    (offset..<offset + bytes).reduce(0) { $0 << 8 | UInt64(kept[$1]) }
  }
}
