/// What an event loop calls, always on its own thread and never while another call is running.
///
/// A handler decides what is sent to whom; the `Loop` carries it out. What a callback asks for (sending, closing) takes
/// effect in order; `overflowed`, `closed` and the like follow after the callback has returned, never within it.
public protocol LoopHandler: SendableMetatype {
  /// What other threads post to the loop's inbox.
  associatedtype Message: Sendable

  /// A connection was accepted or established, TLS handshake included. The token is that of the listener or of
  /// `connect`; the peer is who a trusted proxy says it is.
  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop)

  /// Bytes arrived. They stand in the loop's receive buffer, may be changed in place, and must not be kept.
  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop)

  /// The peer ended its stream and may still be reading. The default closes after flush.
  mutating func inputEnded(on connection: ConnectionID, loop: Loop)

  /// Everything that the socket had not taken at once has been sent.
  mutating func drained(_ connection: ConnectionID, loop: Loop)

  /// Called once, when a send was refused because the queue is full. Further sends are refused; the handler should end
  /// the connection.
  mutating func overflowed(_ connection: ConnectionID, loop: Loop)

  /// Called once, when the peer has taken less than it has to of what is queued for it. The handler ends the
  /// connection, by `dropStalled` or `finishStalled`. The default drops it.
  mutating func stalled(_ connection: ConnectionID, loop: Loop)

  /// The connection is gone and its id with it. Called once for every connection that was opened or that `connect`
  /// began.
  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop)

  /// Somebody came to a listener with TLS or from a trusted proxy, and the handshake or the proxy's header was not
  /// good. The connection never had `opened`, and gets no `closed`.
  mutating func handshakeFailed(from address: SocketAddress, reason: CloseReason, loop: Loop)

  /// A listener with this token listens no more, because another process that shares it has shut it down; it is closed.
  mutating func listenerEnded(_ token: UInt64, loop: Loop)

  /// Another thread posted a message.
  mutating func message(_ message: Message, loop: Loop)

  /// A timer fired.
  mutating func timer(_ token: UInt64, loop: Loop)

  /// All input of a half of the turn has been delivered; what is sent now leaves with what was sent before, and ranges
  /// that were written until now hold no longer. Called once in most turns, and twice where newcomers, ends and timers
  /// come behind the others; again when flushing brought news.
  mutating func turnEnded(loop: Loop)
}

extension LoopHandler {
  /// Closes after flush.
  public mutating func inputEnded(on connection: ConnectionID, loop: Loop) {
    loop.close(connection, .afterFlush)
  }

  /// Does nothing.
  public mutating func drained(_ connection: ConnectionID, loop: Loop) {}

  /// Closes at once.
  public mutating func overflowed(_ connection: ConnectionID, loop: Loop) {
    loop.close(connection, .immediately)
  }

  /// Drops it.
  public mutating func stalled(_ connection: ConnectionID, loop: Loop) {
    loop.dropStalled(connection)
  }

  /// Does nothing.
  public mutating func handshakeFailed(from address: SocketAddress, reason: CloseReason, loop: Loop) {}

  /// Does nothing.
  public mutating func listenerEnded(_ token: UInt64, loop: Loop) {}

  /// Does nothing.
  public mutating func timer(_ token: UInt64, loop: Loop) {}

  /// Does nothing.
  public mutating func turnEnded(loop: Loop) {}
}
