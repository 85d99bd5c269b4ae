import TLS

/// What a loop keeps of one connection: 64 bytes, and no buffer while the peer keeps up.
struct Slot {
  enum Phase: UInt8 {
    /// Names no connection.
    case free
    /// An outgoing connection that is being established.
    case connecting
    /// Accepted from a proxy, whose header is awaited. The handler knows nothing of it yet.
    case announcing
    /// The TLS handshake goes on. The handler knows nothing of it yet, unless it asked for the connection.
    case securing
    /// Both may send.
    case open
    /// Closed by the handler; what is queued is being sent, what arrives is discarded.
    case closing
    /// The end of our stream has been sent, the peer's is awaited.
    case lingering
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Epoll reports input.
    static let reading = Flags(rawValue: 1)
    /// Epoll reports that the socket takes output.
    static let writing = Flags(rawValue: 2)
    /// Stands in the list of connections to be flushed.
    static let dirty = Flags(rawValue: 4)
    /// The handler has been told that the queue is full.
    static let overflowed = Flags(rawValue: 8)
    /// The peer has ended its stream.
    static let inputEnded = Flags(rawValue: 16)
    /// The last words have been queued: nothing follows them.
    static let outputEnded = Flags(rawValue: 32)
    /// The handler has been given something of the peer's: not a newcomer any more.
    static let heard = Flags(rawValue: 64)
    /// The handler has been told that the peer stands still.
    static let stalled = Flags(rawValue: 128)
  }

  static let inlineRanges = 4

  var fd: Int32 = -1
  /// The registration number; grows when the slot becomes free.
  var generation: UInt32 = 1
  var phase = Phase.free
  var flags: Flags = []
  /// The number of ranges of this turn; those past `inlineRanges` stand in `spill`.
  var rangeCount: UInt32 = 0
  /// The bytes in the ranges of this turn.
  var turnBytes: UInt32 = 0
  /// How many bytes may be queued.
  var queueBytesMax: UInt32 = 0
  // Safety: `backlog` and `spill` are owned by the slot, reached on the loop's thread only, and freed when the slot is.
  /// What the socket did not take; nil while there is nothing.
  var backlog: UnsafeMutablePointer<Backlog>?
  var spill: UnsafeMutablePointer<OutputRange>?
  // Safety: owned by the slot; allocated when a handshake begins, freed with the slot or when nothing more is read or
  // sent.
  /// What keeps the connection's bytes secret, or nil for a plain one.
  var tls: UnsafeMutablePointer<TLSConnection>?
  /// The one deadline of the phase: establishing, stalling or lingering.
  var timer = TimerID.none
  var spillCapacity: UInt32 = 0
  /// Of a free slot the next free one.
  var link: Int32 = -1

  /// Whether the handler may send; how much is another question.
  @inline(__always)
  var takesOutput: Bool { phase == .open && flags.isDisjoint(with: [.overflowed, .outputEnded]) }

  var backlogBytes: UInt32 { backlog?.pointee.count ?? 0 }
}
