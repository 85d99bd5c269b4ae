import CLinux
import Glibc

/// The address as the system's calls take and give it.
extension SocketAddress {
  /// Reads what the system filled in; an unknown family gives `0.0.0.0:0`. Bytes that it did not fill in have to be
  /// zero.
  init(_ storage: sockaddr_storage) {
    self = withUnsafeBytes(of: storage) { raw in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let address = raw.loadUnaligned(as: sockaddr_in.self)
        return SocketAddress(ipv4: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
      case AF_INET6:
        let address = raw.loadUnaligned(as: sockaddr_in6.self)
        return SocketAddress(ipv6: address.sin6_addr, port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
      case AF_UNIX:
        // unix(7): a peer that was never bound has no path, and an abstract name begins with a zero byte.
        return SocketAddress(unchecked: String(decoding: raw[Self.pathOffset...].prefix(108).prefix { $0 != 0 }, as: UTF8.self))
      default:
        return SocketAddress(ipv4: 0, port: 0)
      }
    }
  }

  init(ipv6: in6_addr, port: UInt16, scope: UInt32) {
    var ipv6 = ipv6
    let words = withUnsafeBytes(of: &ipv6) { raw in
      (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1), port: port, scope: scope)
  }

  /// The address that a socket is bound to.
  init(of fd: Int32) throws(SystemError) {
    var actual = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    try SystemCall.retrying {
      withUnsafeMutablePointer(to: &actual) { pointer in
        // Safety: sockaddr_storage is made to hold any address and begins like sockaddr.
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &size) }
      }
    }
    self.init(actual)
  }

  private static var pathOffset: Int { MemoryLayout<sa_family_t>.size }

  var family: Int32 {
    if path != nil { return AF_UNIX }
    return isIPv4 ? AF_INET : AF_INET6
  }

  /// Calls the body with the system's form of the address.
  func withSystemForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    if let path {
      var local = sockaddr_un()
      local.sun_family = sa_family_t(AF_UNIX)
      // One byte stays zero: the initializer has bounded the path.
      withUnsafeMutableBytes(of: &local) {
        UnsafeMutableRawBufferPointer(rebasing: $0[Self.pathOffset...]).copyBytes(from: path.utf8.prefix(107))
      }
      return Self.withGeneralForm(&local, body)
    }
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
