import TLS

/// Names a connection of one loop: its slot and the registration number of the connection in that slot.
///
/// Slots are used again, numbers are not, so an id kept for too long names nothing rather than somebody else's
/// connection.
public struct ConnectionID: Hashable, Sendable {
  /// The registration number in the upper half, the slot in the lower. Also epoll's user data.
  public let rawValue: UInt64

  /// Wraps what `rawValue` gave.
  @inlinable public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(index: Int, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
  }

  /// The slot: small and dense, so that a handler may keep its own state in an array beside. A slot is given to another
  /// connection only in a turn after `closed` has been called.
  @inlinable public var index: Int { Int(rawValue & 0xFFFF_FFFF) }

  /// The registration number; never zero.
  @inlinable public var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}

/// Bytes written into a loop's arena. It holds until the next `turnEnded` has returned, twice in some turns, and must
/// not be kept longer.
public struct OutputRange: Sendable {
  @usableFromInline var offset: UInt32
  @usableFromInline var length: UInt32

  @usableFromInline init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }

  /// Stands for bytes that did not fit into the arena; no queue has space for it.
  static let refused = OutputRange(offset: 0, length: .max)

  /// The number of bytes.
  @inlinable public var count: Int { Int(length) }
}

/// How a handler ends a connection.
public enum CloseMode: Sendable {
  /// What is queued is sent, then the end of the stream; then the peer's end of stream is awaited for a while.
  case afterFlush
  /// What is queued is lost.
  case immediately
}

/// Why a connection ended.
public enum CloseReason: Hashable, Sendable {
  /// The handler closed it.
  case closedHere
  /// The peer had ended its stream before the handler closed.
  case peerClosed
  /// An outgoing connection was never established.
  case connectFailed(SystemError)
  /// Reading or writing failed, by a reset for example.
  case failed(SystemError)
  /// The handshake, or what followed it, was refused here or by the peer.
  case tlsFailed(TLSFailure)
  /// What came from a trusted proxy did not begin with a good header.
  case proxyRefused(ProxyHeader.Fault)
  /// Too many handshakes went on, and this one was the oldest.
  case crowdedOut
  /// Memory was short, and this connection's backlog among the largest.
  case memoryShort
  /// The peer took too little of what was queued for it.
  case stalled
  /// The loop stopped.
  case loopStopped
}

/// Names a scheduled timer until it has fired.
public struct TimerID: Hashable, Sendable {
  let index: Int32
  let generation: UInt32

  /// Names no timer; cancelling it does nothing.
  public static let none = TimerID(index: -1, generation: 0)
}
