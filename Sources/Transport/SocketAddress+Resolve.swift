import CLinux
import Glibc

/// A host name that could not be resolved.
public struct ResolutionFailure: Error, Sendable, CustomStringConvertible {
  /// What the resolver says.
  public let description: String
}

extension SocketAddress {
  /// Asks the system's resolver for the addresses of a host, in the order in which they should be tried.
  ///
  /// Blocks, for seconds if the network is in trouble: never call it on a loop's thread.
  public static func resolve(host: String, port: UInt16) throws(ResolutionFailure) -> [SocketAddress] {
    if let numeric = SocketAddress(host: host, port: port) { return [numeric] }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &first)
    guard code == 0 else { throw ResolutionFailure(description: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(first) }
    var addresses: [SocketAddress] = []
    var next = first
    while let entry = next {
      next = entry.pointee.ai_next
      guard let address = entry.pointee.ai_addr else { continue }
      var storage = sockaddr_storage()
      // Safety: copies at most what the resolver says the address has and at most what fits.
      withUnsafeMutableBytes(of: &storage) { raw in
        let size = min(Int(entry.pointee.ai_addrlen), raw.count)
        raw.copyMemory(from: UnsafeRawBufferPointer(start: UnsafeRawPointer(address), count: size))
      }
      addresses.append(SocketAddress(storage))
    }
    guard !addresses.isEmpty else { throw ResolutionFailure(description: "the name has no address") }
    return addresses
  }
}
