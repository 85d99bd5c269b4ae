import CLinux
import Glibc

/// An IPv4 or IPv6 address and a port, or the path of a Unix socket.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// Limit: bytes of a Unix socket's path (unix(7)).
  public static let pathBytesMax = 107

  /// True for IPv4; the address is then kept in its IPv4-mapped form (RFC 4291 §2.5.5.2).
  public let isIPv4: Bool
  /// Bits 127 to 64 of the address; for IPv6 that is the network by which limits count. Zero for a Unix socket.
  public let high: UInt64
  /// Bits 63 to 0 of the address. Zero for a Unix socket.
  public let low: UInt64
  /// The port in host order; zero asks the system to choose one.
  public let port: UInt16
  /// The interface of a link-local IPv6 address, or zero.
  let scope: UInt32
  /// The path of a Unix socket; empty for a peer without one, as clients are. Nil for an IP address.
  public let path: String?

  /// Parses a numeric address and port, such as `127.0.0.1:7433` or `[::1]:7433`, or the absolute path of a Unix socket
  /// after `unix:`; `localhost` stands for 127.0.0.1. Nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("unix:") {
      self.init(path: String(text.dropFirst(5)))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else { return nil }
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
    self.path = nil
  }

  /// Takes the absolute path of a Unix socket; nil for a relative one, one that holds a zero byte, or one longer than
  /// `pathBytesMax`.
  public init?(path: String) {
    guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= Self.pathBytesMax, !path.utf8.contains(0) else { return nil }
    self.init(unchecked: path)
  }

  /// Makes an IPv6 address of its two halves; a mapped one becomes the IPv4 address, so that there is one form of it.
  init(high: UInt64, low: UInt64, port: UInt16, scope: UInt32 = 0) {
    self.isIPv4 = high == 0 && low >> 32 == 0xFFFF
    self.high = high
    self.low = low
    self.port = port
    self.scope = isIPv4 ? 0 : scope
    self.path = nil
  }

  init(unchecked path: String) {
    self.isIPv4 = false
    self.high = 0
    self.low = 0
    self.port = 0
    self.scope = 0
    self.path = path
  }

  /// The address as `init(_:)` reads it; `unix:` alone is a peer without a path.
  public var description: String {
    if let path { return "unix:\(path)" }
    return isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }

  /// The numeric host without port and brackets, or a Unix socket with its path.
  public var host: String {
    if let path { return "unix:\(path)" }
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

  /// Digits only; `UInt16` would take a sign.
  private static func port(_ text: Substring) -> UInt16? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
  }
}
