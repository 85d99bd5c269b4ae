import CLinux
import Glibc
import TLS

/// Runs a handler on a thread of its own, turn by turn. A turn has two halves, each of which ends with one flush: first
/// bytes of peers that the handler has heard before, and messages; then connections to be accepted, newcomers, peers
/// that break off or end their stream, and timers, so that connected peers do not wait for them.
///
/// It owns the thread and decides the order within a turn; sockets and timers are the `Loop`'s. Its maker stops it with
/// `stop()` and `join()`; a server has several.
public final class EventLoop<Handler: LoopHandler>: Sendable {
  /// Where other threads post messages for the handler.
  public let inbox: LoopInbox<Handler.Message>
  private let configuration: LoopConfiguration
  private let load = LoopLoad()
  private let thread: LoopThread

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: the thread's name in the system, of which 15 bytes are kept.
  ///   - makeHandler: called first on the thread. The handler never leaves it.
  public convenience init(
    name: String, configuration: LoopConfiguration = LoopConfiguration(), makeHandler: @escaping @Sendable (Loop) -> Handler
  ) throws(SystemError) {
    try self.init(name: name, configuration: configuration, inbox: try LoopInbox(), makeHandler: makeHandler)
  }

  /// Starts the thread with an inbox that was made before.
  init(
    name: String, configuration: LoopConfiguration, inbox: LoopInbox<Handler.Message>, makeHandler: @escaping @Sendable (Loop) -> Handler
  ) throws(SystemError) {
    // Safety: made here so that its failure can be thrown; from the start of the thread on it belongs to the thread
    // alone.
    nonisolated(unsafe) let loop = try Loop(configuration: configuration, inbox: inbox.fd, load: load)
    self.inbox = inbox
    self.configuration = configuration
    thread = try LoopThread(name: name) { Self.run(loop, inbox, makeHandler) }
  }

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
    return try listen(try ListeningSocket(on: address, configuration.socket, admission))
  }

  /// Accepts from a socket that the parent of the process listens on. The loop closes it at its end.
  ///
  /// - Returns: the address that it is bound to.
  @discardableResult
  public func listen(
    adopting socket: InheritedSocket, token: UInt64 = 0, tls: TLSContextHolder? = nil, trustedProxies: [TrustedProxy] = []
  ) throws(SystemError) -> SocketAddress {
    try configuration.socket.apply(to: socket.fd, socket.address)
    let admission = Admission(token: token, tls: tls, trustedProxies: trustedProxies)
    return try listen(ListeningSocket(adopting: socket.fd, admission))
  }

  private func listen(_ listener: ListeningSocket) throws(SystemError) -> SocketAddress {
    let address: SocketAddress
    do {
      address = try SocketAddress(of: listener.fd)
    } catch {
      listener.close()
      throw error
    }
    guard inbox.post(.listen(listener)) else {
      listener.close()
      throw SystemError(code: ESHUTDOWN)
    }
    return address
  }

  /// What the loop is to a sibling that accepts for it.
  var sibling: Sibling {
    Sibling(load: load) { [inbox] arrivals in inbox.post(.takeIn(arrivals)) }
  }

  /// Lets the loops take in turn what this one accepts from now on; it may be one of them.
  func share(with siblings: [Sibling]) {
    inbox.post(.join(siblings))
  }

  /// Asks the loop to close all connections at once and to end. Returns immediately; twice is as good as once.
  public func stop() {
    inbox.post(.stop)
  }

  /// Waits for the thread to end. Must be called once at most, and not on the thread itself.
  public func join() {
    thread.join()
  }

  @inlinable
  static func run(_ loop: Loop, _ inbox: LoopInbox<Handler.Message>, _ makeHandler: (Loop) -> Handler) {
    var handler = makeHandler(loop)
    var messages: [Handler.Message] = []
    var commands: [LoopCommand] = []
    endTurn(loop, &handler)
    while !loop.isStopping {
      loop.waitForEvents()
      var hasNews = takeInput(loop, &handler)
      if loop.takeInboxSignal() {
        inbox.drain(&messages, &commands)
        for message in messages {
          handler.message(message, loop: loop)
          deliverNotices(loop, &handler)
        }
        messages.removeAll(keepingCapacity: messages.capacity <= 4096)
        for command in commands { loop.obey(command) }
        commands.removeAll(keepingCapacity: true)
        hasNews = true
      }
      if deliverNotices(loop, &handler) { hasNews = true }
      if loop.beginSecondHalf() {
        if hasNews { settle(loop, &handler) }
        takeInput(loop, &handler)
        while let token = loop.takeDueTimer() {
          handler.timer(token, loop: loop)
          deliverNotices(loop, &handler)
        }
        deliverNotices(loop, &handler)
      }
      endTurn(loop, &handler)
    }
    loop.closeEverything()
    deliverNotices(loop, &handler)
    finish(loop, inbox)
  }

  /// Hands over the input of the connections whose turn it is; false when there was none.
  @inlinable @discardableResult
  static func takeInput(_ loop: Loop, _ handler: inout Handler) -> Bool {
    var hasNews = false
    while let input = loop.takeInput() {
      if let bytes = input.bytes {
        handler.received(bytes, on: input.connection, loop: loop)
        hasNews = true
      }
      if deliverNotices(loop, &handler) { hasNews = true }
    }
    return hasNews
  }

  @inlinable
  static func endTurn(_ loop: Loop, _ handler: inout Handler) {
    settle(loop, &handler)
    loop.finishTurn()
  }

  /// Sends what there is to be sent. What flushing brings up (a reset, an overflow) may make the handler send, so it is
  /// repeated until nothing comes up; that ends because a connection overflows and closes once.
  @inlinable
  static func settle(_ loop: Loop, _ handler: inout Handler) {
    var hasNews = false
    repeat {
      handler.turnEnded(loop: loop)
      hasNews = deliverNotices(loop, &handler)
      loop.flush()
      if deliverNotices(loop, &handler) { hasNews = true }
    } while hasNews
  }

  /// Nearly always there is nothing to be told.
  @inlinable @inline(__always) @discardableResult
  static func deliverNotices(_ loop: Loop, _ handler: inout Handler) -> Bool {
    guard loop.state.pointee.hasNotices else { return false }
    tell(loop, &handler)
    return true
  }

  @inlinable @inline(never)
  static func tell(_ loop: Loop, _ handler: inout Handler) {
    while let notice = loop.takeNotice() {
      switch notice {
      case .opened(let connection, let address, let token): handler.opened(connection, address: address, token: token, loop: loop)
      case .inputEnded(let connection): handler.inputEnded(on: connection, loop: loop)
      case .drained(let connection): handler.drained(connection, loop: loop)
      case .overflowed(let connection): handler.overflowed(connection, loop: loop)
      case .stalled(let connection): handler.stalled(connection, loop: loop)
      case .handshakeFailed(let address, let reason): handler.handshakeFailed(from: address, reason: reason, loop: loop)
      case .listenerEnded(let token): handler.listenerEnded(token, loop: loop)
      case .closed(let connection, let reason): handler.closed(connection, reason: reason, loop: loop)
      }
    }
  }

  @usableFromInline
  static func finish(_ loop: Loop, _ inbox: LoopInbox<Handler.Message>) {
    for command in inbox.close() {
      switch command {
      case .listen(let listener): listener.close()
      case .takeIn(let arrivals): for arrival in arrivals { arrival.refuse(loop.load) }
      case .join, .stop: break
      }
    }
  }
}
