import Transport

extension Server {
  /// Lets members connect through the sockets that the process was started with.
  static func adopt(
    _ eventLoop: EventLoop<ServerLoop>, _ configuration: ServerConfiguration
  ) throws(ServerFailure) -> [SocketAddress] {
    var addresses: [SocketAddress] = []
    for socket in configuration.inherited {
      do {
        addresses.append(
          try eventLoop.listen(
            adopting: socket, token: ServerLoop.ListenerToken.members, tls: configuration.tls,
            trustedProxies: configuration.proxyProtocolFrom))
      } catch {
        throw ServerFailure("Cannot use the inherited socket \(socket.name) at \(socket.address): \(error).")
      }
    }
    return addresses
  }
}
