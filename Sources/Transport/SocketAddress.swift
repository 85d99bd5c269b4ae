import CLinux
import Glibc

/// An IPv4 or IPv6 address and a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// True for IPv4; the address is then kept in its IPv4-mapped form (RFC 4291 §2.5.5.2).
  public let isIPv4: Bool
  /// Bits 127 to 64 of the address; for IPv6 that is the network by which limits count.
  public let high: UInt64
  /// Bits 63 to 0 of the address.
  public let low: UInt64
  /// The port in host order; zero asks the system to choose one.
  public let port: UInt16
  /// The interface of a link-local IPv6 address, or zero.
  let scope: UInt32

  /// Parses a numeric address and port, such as `127.0.0.1:7433` or `[::1]:7433`; `localhost` stands for 127.0.0.1. Nil for anything else.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.first == "[" {
      guard host.last == "]" else { return nil }
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    self.init(host: String(host), port: port)
  }

  /// Parses a numeric host without brackets, or `localhost`; nil for anything else.
  public init?(host: String, port: UInt16) {
    let host = host == "localhost" ? "127.0.0.1" : host
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, host, &four) == 1 {
      self.init(ipv4: UInt32(bigEndian: four.s_addr), port: port)
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      self.init(ipv6: six, port: port, scope: 0)
    } else {
      return nil
    }
  }

  /// Makes an IPv4 address of its four bytes as a number, `0x7F000001` being 127.0.0.1.
  public init(ipv4: UInt32, port: UInt16) {
    self.isIPv4 = true
    self.high = 0
    self.low = 0xFFFF_0000_0000 | UInt64(ipv4)
    self.port = port
    self.scope = 0
  }

  private init(ipv6: in6_addr, port: UInt16, scope: UInt32) {
    var ipv6 = ipv6
    let words = withUnsafeBytes(of: &ipv6) { raw in
      (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.isIPv4 = false
    self.high = UInt64(bigEndian: words.0)
    self.low = UInt64(bigEndian: words.1)
    self.port = port
    self.scope = scope
  }

  /// Reads what the system filled in; an unknown family gives `0.0.0.0:0`.
  init(_ storage: sockaddr_storage) {
    self = withUnsafeBytes(of: storage) { raw in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let address = raw.loadUnaligned(as: sockaddr_in.self)
        return SocketAddress(ipv4: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
      case AF_INET6:
        let address = raw.loadUnaligned(as: sockaddr_in6.self)
        return SocketAddress(ipv6: address.sin6_addr, port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
      default:
        return SocketAddress(ipv4: 0, port: 0)
      }
    }
  }

  /// The address in numbers, as `init(_:)` reads it.
  public var description: String {
    isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }

  /// The numeric host without port and brackets.
  public var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv4 {
      var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
      inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
    } else {
      var words = (high.bigEndian, low.bigEndian)
      inet_ntop(AF_INET6, &words, &text, socklen_t(text.count))
    }
    return text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  var family: Int32 { isIPv4 ? AF_INET : AF_INET6 }

  /// Calls the body with the system's form of the address.
  func withSystemForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    if isIPv4 {
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      four.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
      return Self.withGeneralForm(&four, body)
    }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    six.sin6_scope_id = scope
    withUnsafeMutableBytes(of: &six.sin6_addr) { raw in
      raw.storeBytes(of: high.bigEndian, as: UInt64.self)
      raw.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return Self.withGeneralForm(&six, body)
  }

  private static func withGeneralForm<Specific, Result>(
    _ address: inout Specific, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      // Safety: every sockaddr_* begins like sockaddr, and the system reads only as far as the given length.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Specific>.size)) }
    }
  }
}
