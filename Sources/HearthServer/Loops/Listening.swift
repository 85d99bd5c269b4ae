import TLS
import Transport

/// Where connections come from: addresses, and sockets that the process was started with.
enum Listening {
  typealias Loops = EventLoops<ServerLoop>

  /// Lets members connect.
  ///
  /// - Returns: the addresses with the ports that the system chose.
  static func start(_ configuration: ServerConfiguration, _ loops: Loops) throws(ServerFailure) -> [SocketAddress] {
    try start(on: configuration.listen) { (address) throws(SystemError) in
      try loops.listen(
        on: address, token: ServerLoop.ListenerToken.members, tls: configuration.tls, trustedProxies: configuration.proxyProtocolFrom)
    }
  }

  /// Lets the operator ask how the server is, in the worst of times too.
  ///
  /// - Returns: the addresses with the ports that the system chose.
  static func startAdmin(_ configuration: ServerConfiguration, _ loops: Loops) throws(ServerFailure) -> [SocketAddress] {
    try start(on: configuration.adminListen) { (address) throws(SystemError) in
      try loops.listen(on: address, token: ServerLoop.ListenerToken.admin, isVital: true)
    }
  }

  /// Lets other nodes connect, which are few and serve many: in the worst of times too.
  ///
  /// - Returns: the addresses with the ports that the system chose.
  static func startNodes(_ configuration: ServerConfiguration, _ loops: Loops) throws(ServerFailure) -> [SocketAddress] {
    guard let nodes = configuration.nodes else { return [] }
    return try start(on: nodes.listen) { (address) throws(SystemError) in
      try loops.listen(on: address, token: ServerLoop.ListenerToken.nodes, tls: nodes.certificates.server, isVital: true)
    }
  }

  /// Lets members connect through the sockets that the process was started with.
  static func adopt(_ configuration: ServerConfiguration, _ loops: Loops) throws(ServerFailure) -> [SocketAddress] {
    var addresses: [SocketAddress] = []
    for socket in configuration.inherited {
      do {
        addresses.append(
          try loops.listen(
            adopting: socket, token: ServerLoop.ListenerToken.members, tls: configuration.tls,
            trustedProxies: configuration.proxyProtocolFrom))
      } catch {
        throw ServerFailure("Cannot use the inherited socket \(socket.name) at \(socket.address): \(error).")
      }
    }
    return addresses
  }

  private static func start(
    on addresses: [SocketAddress], _ listen: (SocketAddress) throws(SystemError) -> SocketAddress
  ) throws(ServerFailure) -> [SocketAddress] {
    var actual: [SocketAddress] = []
    for address in addresses {
      do {
        actual.append(try listen(address))
      } catch {
        throw ServerFailure("Cannot listen on \(address): \(error). Is another server running there? Choose another address.")
      }
    }
    return actual
  }
}
