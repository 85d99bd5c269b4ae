import CLinux
import Glibc
import TLS

/// A socket that accepts connections.
struct ListeningSocket {
  let fd: Int32
  let token: UInt64
  /// Nil for plain connections.
  let tls: TLSContextHolder?

  /// Makes a socket that listens on the address.
  static func make(_ address: SocketAddress, _ options: SocketOptions) throws(SystemError) -> (fd: Int32, address: SocketAddress) {
    let fd = try SystemCall.retrying { clinux_tcp_socket(address.family) }
    do {
      try SystemCall.retrying { clinux_set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1) }
      if options.sharesPort { try SystemCall.retrying { clinux_set_option(fd, SOL_SOCKET, SO_REUSEPORT, 1) } }
      if !address.isIPv4 { try SystemCall.retrying { clinux_set_option(fd, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) } }
      try options.apply(to: fd)
      try SystemCall.retrying { address.withSystemForm { bind(fd, $0, $1) } }
      try SystemCall.retrying { listen(fd, options.backlog) }
      var actual = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      try SystemCall.retrying {
        withUnsafeMutablePointer(to: &actual) { pointer in
          // Safety: sockaddr_storage is made to hold any address and begins like sockaddr.
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &size) }
        }
      }
      return (fd, SocketAddress(actual))
    } catch {
      SystemCall.close(fd)
      throw error
    }
  }
}

extension SocketAddress {
  /// Throws when somebody listens on the address already. With `sharesPort` listening there would succeed, and the kernel would give the
  /// other program its share of the connections.
  public func checkUnused() throws(SystemError) {
    guard port != 0 else { return }
    SystemCall.close(try ListeningSocket.make(self, SocketOptions()).fd)
  }
}

extension SocketOptions {
  func apply(to fd: Int32) throws(SystemError) {
    let tcp = Int32(IPPROTO_TCP)
    try SystemCall.retrying { clinux_set_option(fd, SOL_SOCKET, SO_SNDBUF, sendBufferBytes) }
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_NOTSENT_LOWAT, unsentLowWaterBytes) }
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_USER_TIMEOUT, userTimeoutMilliseconds) }
    try SystemCall.retrying { clinux_set_option(fd, tcp, TCP_NODELAY, noDelay ? 1 : 0) }
  }
}

extension Loop {
  /// How long accepting rests when neither accepting nor refusing is possible.
  private static let acceptRestMilliseconds: Int64 = 100

  /// Listens on an address; connections are reported with the token.
  ///
  /// - Parameter tls: what connections are secured with; nil for plain ones.
  /// - Returns: the address with the port that the system chose if it was zero.
  @discardableResult
  public func listen(on address: SocketAddress, token: UInt64 = 0, tls: TLSContextHolder? = nil) throws(SystemError) -> SocketAddress {
    let (fd, actual) = try ListeningSocket.make(address, configuration.socket)
    watch(fd, token, tls)
    return actual
  }

  /// Closes all listeners; connections stay. What the kernel has queued and nobody accepted is reset.
  public func stopListening() {
    for listener in listeners where listener.fd >= 0 { SystemCall.close(listener.fd) }
    listeners = listeners.map { ListeningSocket(fd: -1, token: $0.token, tls: nil) }
  }

  func watch(_ fd: Int32, _ token: UInt64, _ tls: TLSContextHolder?) {
    listeners.append(ListeningSocket(fd: fd, token: token, tls: tls))
    setAccepting(listeners.count - 1, EPOLL_CTL_ADD, true)
  }

  func accept(listener index: Int) {
    for _ in 0..<configuration.acceptsPerTurnMax {
      // The table keeps its places, so an event of a listener closed in this turn finds a closed one.
      let listener = listeners[index]
      guard listener.fd >= 0 else { return }
      var peer = sockaddr_storage()
      let fd: Int32
      do {
        fd = try SystemCall.retrying { clinux_accept(listener.fd, &peer) }
      } catch {
        switch error.code {
        case EAGAIN: return
        case EMFILE, ENFILE:
          // Said before the queue is looked at: somebody may be waiting or nobody.
          switch acceptAndClose(listener.fd) {
          case .refused: break
          case .nobodyWaits: return
          case .impossible: return restAccepting()
          }
        case ENOBUFS, ENOMEM: return restAccepting()
        default:
          // accept(2): a connection that is already gone, or a pending network error of its; the next one may be well.
          break
        }
        continue
      }
      guard let connection = register(fd, listener.tls == nil ? .open : .securing, .reading) else {
        refusedCount += 1
        continue
      }
      if let tls = listener.tls {
        acceptSecurely(connection, tls.current, Origin(peer: SocketAddress(peer), token: listener.token, side: .accepted))
        continue
      }
      notify(.opened(connection, SocketAddress(peer), listener.token))
    }
  }

  private enum Refusal {
    case refused
    case nobodyWaits
    case impossible
  }

  /// Uses the spare descriptor to tell a waiting peer no. Without it a full table would leave the listener ready for ever, and
  /// level-triggered epoll would spin.
  private func acceptAndClose(_ listener: Int32) -> Refusal {
    guard spare >= 0 else { return .impossible }
    // A spare given up for nobody could be taken by another thread, and then nobody could be refused until a descriptor is free again.
    guard SystemCall.isReadable(listener) else { return .nobodyWaits }
    SystemCall.close(spare)
    spare = -1
    var peer = sockaddr_storage()
    do {
      // The new spare takes the place of the refused connection, so that no other thread can come between.
      spare = try SystemCall.retrying { clinux_accept(listener, &peer) }
      try SystemCall.retrying { clinux_replace(spare, timer) }
      refusedCount += 1
      return .refused
    } catch {
      if spare < 0 { spare = clinux_duplicate(timer) }
      return error.code == EAGAIN ? .nobodyWaits : .impossible
    }
  }

  /// Another thread took the spare descriptor's place, or memory is short: the listeners are left alone for a moment.
  private func restAccepting() {
    for index in listeners.indices { setAccepting(index, EPOLL_CTL_MOD, false) }
    _ = schedule(after: Self.acceptRestMilliseconds, .acceptAgain)
  }

  func acceptAgain() {
    if spare < 0 { spare = clinux_duplicate(timer) }
    for index in listeners.indices { setAccepting(index, EPOLL_CTL_MOD, true) }
  }

  private func setAccepting(_ index: Int, _ operation: Int32, _ accepting: Bool) {
    let fd = listeners[index].fd
    guard fd >= 0 else { return }
    let result = clinux_epoll_control(epoll, operation, fd, accepting ? clinux_epoll_in : 0, Source.listeners + UInt64(index))
    precondition(result == 0, "epoll does not take a listener")
  }
}
