import CLinux
import Glibc
import TLS

/// What a failed accept(2) says.
enum AcceptFailure {
  /// Nobody is there to be accepted.
  case nobodyWaits
  /// This process, or the system, has no descriptor left.
  case noDescriptor
  /// The system has no memory for another connection.
  case noMemory
  /// The socket does not listen any more: another process that has it too has shut it down.
  case notListening
  /// That connection is already gone, or has a pending network error; the next one may be well.
  case ofThatConnection

  init(_ error: SystemError) {
    switch error.code {
    case EAGAIN: self = .nobodyWaits
    case EMFILE, ENFILE: self = .noDescriptor
    case ENOBUFS, ENOMEM: self = .noMemory
    case EINVAL: self = .notListening
    default: self = .ofThatConnection
    }
  }
}

extension Loop {
  /// How long accepting rests when neither accepting nor refusing is possible.
  private static let acceptRestMilliseconds: Int64 = 100

  /// Listens on an address; connections are reported with the token.
  ///
  /// - Parameters:
  ///   - tls: what connections are secured with; nil for plain ones.
  ///   - trustedProxies: from where connections begin with a header of the PROXY protocol, version 2, and are dropped
  ///     without; what others
  ///     send is the peer's.
  ///   - isVital: connections are taken when memory is tight, too: for who watches the server.
  /// - Returns: the address with the port that the system chose if it was zero.
  @discardableResult
  public func listen(
    on address: SocketAddress, token: UInt64 = 0, tls: TLSContextHolder? = nil, trustedProxies: [TrustedProxy] = [], isVital: Bool = false
  ) throws(SystemError) -> SocketAddress {
    let admission = Admission(token: token, tls: tls, trustedProxies: trustedProxies, isVital: isVital)
    let listener = try ListeningSocket(on: address, configuration.socket, admission)
    watch(listener)
    return try SocketAddress(of: listener.fd)
  }

  /// Closes all listeners and removes the files of Unix sockets; connections stay. What the kernel has queued and
  /// nobody accepted is reset.
  public func stopListening() {
    listeners = listeners.map { $0.close() }
  }

  func watch(_ listener: ListeningSocket) {
    listeners.append(listener)
    setAccepting(listeners.count - 1, EPOLL_CTL_ADD, true)
  }

  func accept(listener index: Int) {
    acceptTurnCount += 1
    // What each sibling is to get from this turn.
    var departing = [[Arrival]](repeating: [], count: siblings.count)
    for _ in 0..<configuration.acceptsPerTurnMax {
      // The table keeps its places, so an event of a listener closed in this turn finds a closed one.
      let listener = listeners[index]
      guard listener.fd >= 0, !listener.isResting else { break }
      let taker = chooseTaker(listener.admission)
      if case .none = taker {
        restAccepting(index, milliseconds: configuration.tickMilliseconds)
        break
      }
      guard let arrival = acceptNext(index) else { break }
      guard arrival.fd >= 0 else { continue }
      if case .sibling(let number) = taker {
        nextSibling = (number + 1) % siblings.count
        let sibling = siblings[number].load
        if sibling !== load {
          // From here on it counts where it goes.
          arrival.count(in: sibling)
          departing[number].append(arrival)
          continue
        }
      }
      arrival.count(in: load)
      takeIn(arrival)
    }
    for (taker, arrivals) in departing.enumerated() where !arrivals.isEmpty { handOver(arrivals, siblings[taker]) }
  }

  private enum Taker {
    /// This loop, which has no siblings.
    case alone
    /// One of the siblings, which may be this loop.
    case sibling(Int)
    /// None has space for a handshake, which may be needed.
    case none
  }

  /// Who gets the next connection.
  private func chooseTaker(_ admission: Admission) -> Taker {
    guard !siblings.isEmpty else {
      return admission.mayNeedHandshake && !load.hasSpace(configuration, now: now) ? .none : .alone
    }
    var chosen: Int?
    // The fewest connections; among equals in turn.
    for step in 0..<siblings.count {
      let index = (nextSibling + step) % siblings.count
      if let chosen, siblings[chosen].load.connectionCount <= siblings[index].load.connectionCount { continue }
      if admission.mayNeedHandshake, !siblings[index].load.hasSpace(configuration, now: now) { continue }
      chosen = index
    }
    return chosen.map { .sibling($0) } ?? .none
  }

  private func handOver(_ arrivals: [Arrival], _ sibling: Sibling) {
    guard !sibling.post(arrivals) else { return }
    // It has stopped, and so will this loop.
    state.pointee.refusedCount += arrivals.count
    for arrival in arrivals { arrival.refuse(sibling.load) }
  }

  /// Accepts one connection; nil when none waits or none can be had now, a descriptor of -1 when it has been refused
  /// already.
  private func acceptNext(_ index: Int) -> Arrival? {
    let listener = listeners[index]
    var storage = sockaddr_storage()
    var fd: Int32 = -1
    do {
      fd = try SystemCall.retrying { clinux_accept(listener.fd, &storage) }
    } catch {
      switch AcceptFailure(error) {
      case .nobodyWaits: return nil
      case .noDescriptor:
        // Said before the queue is looked at: somebody may be waiting or nobody.
        switch acceptAndClose(listener.fd) {
        case .refused: break
        case .nobodyWaits: return nil
        case .impossible:
          restAccepting()
          return nil
        }
      case .noMemory:
        restAccepting()
        return nil
      case .notListening:
        // Left open, level-triggered epoll would report its end for ever.
        listeners[index] = listener.close()
        notify(.listenerEnded(listener.admission.token))
        return nil
      case .ofThatConnection: break
      }
    }
    if fd >= 0, memory.isTight, !listener.admission.isVital {
      SystemCall.close(fd)
      fd = -1
      state.pointee.refusedCount += 1
    }
    let address = SocketAddress(storage)
    // A Unix socket that was accepted inherits nothing. Without the option its peer, if it never reads, has more of
    // ours in the kernel.
    if fd >= 0, address.path != nil { _ = clinux_set_option(fd, SOL_SOCKET, SO_SNDBUF, configuration.socket.sendBufferBytes) }
    return Arrival(fd: fd, address: address, admission: listener.admission, isProxied: listener.admission.isProxy(address))
  }

  private enum Dismissal {
    case refused
    case nobodyWaits
    case impossible
  }

  /// Uses the spare descriptor to tell a waiting peer no. Without it a full table would leave the listener ready for
  /// ever, and level-triggered epoll would spin.
  private func acceptAndClose(_ listener: Int32) -> Dismissal {
    guard spare >= 0 else { return .impossible }
    // A spare given up for nobody could be taken by another thread, and then nobody could be refused until a descriptor
    // is free again.
    guard SystemCall.isReadable(listener) else { return .nobodyWaits }
    SystemCall.close(spare)
    spare = -1
    var storage = sockaddr_storage()
    do {
      // The new spare takes the place of the refused connection, so that no other thread can come between.
      spare = try SystemCall.retrying { clinux_accept(listener, &storage) }
      try SystemCall.retrying { clinux_replace(spare, timer) }
      state.pointee.refusedCount += 1
      return .refused
    } catch {
      if spare < 0 { spare = clinux_duplicate(timer) }
      return error.code == EAGAIN ? .nobodyWaits : .impossible
    }
  }

  /// Another thread took the spare descriptor's place, the process may have fewer descriptors than it has, or memory is
  /// short: the listeners are left alone for a moment. One that rests already has its timer, and a second one would
  /// only have it looked at more often.
  private func restAccepting() {
    for index in listeners.indices where !listeners[index].isResting { restAccepting(index, milliseconds: Self.acceptRestMilliseconds) }
  }

  private func restAccepting(_ index: Int, milliseconds: Int64) {
    listeners[index].isResting = true
    setAccepting(index, EPOLL_CTL_MOD, false)
    _ = schedule(after: milliseconds, .acceptAgain(listener: index))
  }

  func acceptAgain(listener index: Int) {
    if spare < 0 { spare = clinux_duplicate(timer) }
    listeners[index].isResting = false
    setAccepting(index, EPOLL_CTL_MOD, true)
  }

  private func setAccepting(_ index: Int, _ operation: Int32, _ accepting: Bool) {
    let fd = listeners[index].fd
    guard fd >= 0 else { return }
    let result = clinux_epoll_control(epoll, operation, fd, accepting ? clinux_epoll_in : 0, Source.listeners + UInt64(index))
    precondition(result == 0, "epoll does not take a listener")
  }
}
