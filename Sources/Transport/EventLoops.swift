import TLS

/// Several loops that listen together: the first accepts, and each connection goes to the loop that has the fewest.
///
/// Handing over is exact where SO_REUSEPORT is not, works for Unix and inherited sockets, which the kernel does not
/// share, and leaves nobody in the queue of a loop that stops. Their maker stops them with `stop()` and
/// `join()`.
public final class EventLoops<Handler: LoopHandler>: Sendable {
  /// The loops, of which the first accepts.
  public let all: [EventLoop<Handler>]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - name: the beginning of the threads' names; a number follows.
  ///   - count: how many loops, from 1 on.
  ///   - configuration: that of each loop; its memory budget is one for all.
  ///   - makeHandler: called first on each thread, with the loop's number.
  public convenience init(
    name: String, count: Int, configuration: LoopConfiguration = LoopConfiguration(),
    makeHandler: @escaping @Sendable (Loop, Int) -> Handler
  ) throws(SystemError) {
    try self.init(name: name, count: count, configuration: configuration) { _ in makeHandler }
  }

  /// Starts the threads of handlers that post to one another.
  ///
  /// - Parameters:
  ///   - name: the beginning of the threads' names; a number follows.
  ///   - count: how many loops, from 1 on.
  ///   - configuration: that of each loop; its memory budget is one for all.
  ///   - prepare: called once, before any thread starts, with the inboxes of all loops by their numbers; what it gives
  ///     is called first on each
  ///     thread, with the loop's number.
  public init(
    name: String, count: Int, configuration: LoopConfiguration = LoopConfiguration(),
    prepare: ([LoopInbox<Handler.Message>]) -> @Sendable (Loop, Int) -> Handler
  ) throws(SystemError) {
    precondition(count > 0, "there is a loop")
    var inboxes: [LoopInbox<Handler.Message>] = []
    for _ in 0..<count { inboxes.append(try LoopInbox()) }
    let makeHandler = prepare(inboxes)
    var loops: [EventLoop<Handler>] = []
    do {
      for (number, inbox) in inboxes.enumerated() {
        loops.append(
          try EventLoop(name: "\(name)-\(number)", configuration: configuration, inbox: inbox) { makeHandler($0, number) })
      }
    } catch {
      for loop in loops { loop.stop() }
      for loop in loops { loop.join() }
      throw error
    }
    all = loops
    if count > 1 { loops[0].share(with: loops.map(\.sibling)) }
  }

  /// Listens on an address; see `EventLoop.listen(on:token:tls:trustedProxies:isVital:)`.
  @discardableResult
  public func listen(
    on address: SocketAddress, token: UInt64 = 0, tls: TLSContextHolder? = nil, trustedProxies: [TrustedProxy] = [], isVital: Bool = false
  ) throws(SystemError) -> SocketAddress {
    try all[0].listen(on: address, token: token, tls: tls, trustedProxies: trustedProxies, isVital: isVital)
  }

  /// Accepts from an inherited socket; see `EventLoop.listen(adopting:token:tls:trustedProxies:)`.
  @discardableResult
  public func listen(
    adopting socket: InheritedSocket, token: UInt64 = 0, tls: TLSContextHolder? = nil, trustedProxies: [TrustedProxy] = []
  ) throws(SystemError) -> SocketAddress {
    try all[0].listen(adopting: socket, token: token, tls: tls, trustedProxies: trustedProxies)
  }

  /// Asks the loops to close all connections at once and to end. Returns immediately; twice is as good as once.
  public func stop() {
    for loop in all { loop.stop() }
  }

  /// Waits for the threads to end. Must be called once at most, and on none of them.
  public func join() {
    for loop in all { loop.join() }
  }
}
