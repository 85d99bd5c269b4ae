import CLinux
import Glibc
import TLS

extension Loop {
  /// Begins an outgoing connection. `opened` follows with the token, or `closed` with the reason.
  ///
  /// - Parameter tls: whom to expect there, for a connection secured with TLS.
  /// - Throws: when there is no socket or slot to be had; nothing follows then.
  public func connect(to address: SocketAddress, token: UInt64 = 0, tls: TLSDestination? = nil) throws(SystemError) -> ConnectionID {
    let fd = try SystemCall.retrying { clinux_stream_socket(address.family) }
    var failure: SystemError?
    do {
      try configuration.socket.apply(to: fd, address)
    } catch {
      SystemCall.close(fd)
      throw error
    }
    if address.withSystemForm({ Glibc.connect(fd, $0, $1) }) < 0 {
      let code = errno
      // connect(2): after an interruption it goes on by itself, as with EINPROGRESS.
      if code != EINPROGRESS && code != EINTR { failure = SystemError(code: code) }
    }
    load.arrived()
    guard let connection = register(fd, .connecting, .writing), let slot = slot(connection) else {
      throw SystemError(code: ENOBUFS)
    }
    establishing[connection] = Approach(address: address, token: token, side: .outgoing(tls))
    if let failure {
      drop(connection, slot, .connectFailed(failure))
    } else {
      slot.pointee.timer = schedule(after: configuration.connectMilliseconds, .connection(connection))
    }
    return connection
  }

  /// Epoll has reported a connection that was being established: it is, or has failed.
  func finishConnecting(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    let code = clinux_socket_error(slot.pointee.fd)
    guard code == 0 else { return drop(connection, slot, .connectFailed(SystemError(code: code))) }
    setInterest(slot, connection, .writing, false)
    setInterest(slot, connection, .reading, true)
    if case .outgoing(let destination?) = establishing[connection]?.side { return connectSecurely(connection, slot, destination) }
    finishEstablishing(connection, slot)
  }

  /// The connection can be used: the handler learns of it.
  func finishEstablishing(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard let approach = establishing.removeValue(forKey: connection) else { return }
    wheel.pointee.cancel(slot.pointee.timer)
    slot.pointee.timer = .none
    slot.pointee.phase = .open
    switch approach.side {
    case .announcing, .accepted: handshakeEnded(approach)
    case .outgoing, .refused: break
    }
    notify(.opened(connection, approach.address, approach.token))
  }
}
