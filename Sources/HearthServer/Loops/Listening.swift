import TLS
import Transport

/// How connections come to loops: each loop has a listener of its own on a port that they share, and the kernel spreads the connections.
enum Listening {
  /// Listens on addresses with all of the loops.
  ///
  /// - Returns: the addresses with the ports that the system chose.
  static func start(
    on addresses: [SocketAddress], _ loops: [EventLoop<ServerLoop>], token: UInt64, _ tls: TLSContextHolder? = nil
  ) throws(ServerFailure) -> [SocketAddress] {
    var actual: [SocketAddress] = []
    for address in addresses {
      do throws(SystemError) {
        // A shared port can be shared by another server too, which would take its part of our connections.
        try address.checkUnused()
        // A port that the system chooses for the first loop is that of the others.
        var shared = address
        for loop in loops { shared = try loop.listen(on: shared, token: token, tls: tls) }
        actual.append(shared)
      } catch {
        throw ServerFailure("Cannot listen on \(address): \(error). Is another server running there? Choose another address.")
      }
    }
    return actual
  }
}
