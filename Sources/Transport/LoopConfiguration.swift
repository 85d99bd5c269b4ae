/// The bounds and socket options of an event loop.
public struct LoopConfiguration: Sendable {
  /// Limit: connections of one loop; more are accepted and closed at once. Costs address space, not memory.
  public var connectionsMax = 65_536
  /// Limit: bytes queued for one connection, in the turn and in its backlog; past it the handler gets `overflowed`.
  public var queueBytesMax = 1 << 20
  /// Limit: sends that wait in one connection's backlog; past it the handler gets `overflowed`. Not counted while there
  /// is no backlog.
  public var queueMessagesMax = 1000
  /// What the buffers are charged to. Loops made with the same configuration share it.
  public var memory = MemoryBudget()
  /// Limit: bytes read from one connection in one turn, and the size of the loop's one receive buffer.
  public var receiveBytesMax = 64 << 10
  /// Limit: ready descriptors handled in one turn; the others wait for the next. Output is joined within a turn only:
  /// with 1,000 busy connections 256 gave half as many frames per call, and cost twice as much, as 1,024.
  public var eventsPerTurnMax = 1024
  /// Limit: connections accepted from one listener in one turn; the others wait for the next. To take one in and read
  /// its request costs some 50 µs, for which connected peers wait: so what comes together is taken in
  /// small parts.
  public var acceptsPerTurnMax = 4
  /// Limit: ready connections of which the handler has heard nothing yet that one turn reads; the others wait for the
  /// next, behind what has arrived meanwhile. A first request costs some 50 µs and a step of a TLS handshake up to 600,
  /// for which connected peers would wait. One more is read for each 64 descriptors that are ready.
  public var newcomersPerTurn = 4
  /// Limit: connections that one turn finds broken off, or ended by a peer of which the handler has heard, and attends
  /// to; the others wait for the next, behind what has arrived meanwhile. A network or a proxy that fails takes many at
  /// once, and to end one costs some 15 µs, for which the others would wait. One more is attended to for each 64
  /// descriptors that are ready.
  public var departuresPerTurn = 2
  /// Limit: timers fired in one turn; the others wait for the next, in their order, behind what has arrived meanwhile.
  /// All of a tick fall due together, and to end a connection costs up to 80 µs, for which connected peers would
  /// wait. One more fires for each 64 that are due, so that a loop does not fall behind however fast they come.
  public var timersPerTurn = 1
  /// Limit: bytes written into the loop's arena in half a turn; past it `write` gives a range that no connection
  /// accepts.
  public var turnBytesMax = 256 << 20
  /// How long it is watched what a connection with unsent bytes takes, in milliseconds; then for as long again.
  public var stallMilliseconds: Int64 = 10_000
  /// Limit: bytes that have to arrive at the peer in that time; with fewer the handler gets `stalled`. 1 KiB a second:
  /// a line may be slow.
  public var stallBytesMin = 10 << 10
  /// How long memory of backlogs beyond what a loop keeps for good has to lie there unneeded before it goes back to the
  /// system, in milliseconds: longer than most stalls, so that the memory serves the next peers that stall.
  public var spareMemoryMilliseconds: Int64 = 15_000
  /// Limit: how long a closing connection waits for the peer's end of stream, in milliseconds. It is gone within a
  /// second: timers are late by up to a grain and by what the turn takes.
  public var lingerMilliseconds: Int64 = 900
  /// Limit: how long an accepted connection may take for its proxy's header and its TLS handshake together, in
  /// milliseconds.
  public var handshakeMilliseconds: Int64 = 5_000
  /// Limit: accepted connections of one loop whose handshake goes on. For one more the oldest is dropped; if that is
  /// not old enough, the newcomers wait in the kernel's queue.
  public var handshakesMax = 512
  /// Limit: of those, the ones from one address (`AddressKey`), so that nobody alone keeps everybody else waiting; one
  /// more is closed. A peer that was refused in the handshake counts until the connection is gone. Behind a proxy's
  /// header its source counts. As many as `handshakesMax` or more: nobody is counted.
  public var handshakesPerAddressMax = Int.max
  /// Limit: connections of one loop, of whatever address, that linger after a refusal in the handshake so that its
  /// alert arrives; one more is closed at once, and a reset may overtake its alert.
  public var refusedMax = 128
  /// Whose handshakes are not counted by address, since they speak for many.
  public var uncountedProxies: [TrustedProxy] = []
  /// How old a handshake has to be to make space for another, in milliseconds.
  public var handshakeSparedMilliseconds: Int64 = 1_000
  /// Limit: how long an outgoing connection may take to be established, TLS handshake included, in milliseconds.
  public var connectMilliseconds: Int64 = 10_000
  /// The grain of timers in milliseconds: they fire up to this much late, never early.
  public var tickMilliseconds: Int64 = 50
  /// What is set on every socket.
  public var socket = SocketOptions()

  /// Makes the default configuration.
  public init() {}

  /// How many connections that are broken or ended may be attended to in a turn that finds so many descriptors ready.
  func departuresOfTurn(ready: Int) -> Int { departuresPerTurn + ready / 64 }

  /// How many newcomers may be read in a turn that finds so many descriptors ready.
  func newcomersOfTurn(ready: Int) -> Int { newcomersPerTurn + ready / 64 }

  /// How many timers may fire in a turn that finds so many due.
  func timersOfTurn(due: Int) -> Int { timersPerTurn + due / 64 }
}

/// Options of sockets; Unix sockets have only the first, the mode and the backlog. Accepted sockets inherit them from
/// the listener, which saves a call per option and connection; Unix sockets do not, and are told when they are
/// accepted.
public struct SocketOptions: Sendable {
  /// SO_SNDBUF in bytes (the kernel doubles it): without it the kernel buffers 3.9 MB for a peer that never reads, with
  /// 64 KiB 196 KB.
  public var sendBufferBytes: Int32 = 64 << 10
  /// TCP_NOTSENT_LOWAT in bytes: the socket counts as writable below this much unsent data.
  public var unsentLowWaterBytes: Int32 = 16 << 10
  /// TCP_USER_TIMEOUT in milliseconds: how long sent data may stay unacknowledged.
  public var userTimeoutMilliseconds: Int32 = 20_000
  /// TCP_NODELAY.
  public var noDelay = true
  /// The mode of a Unix socket's file: who may write to it may connect.
  public var unixFileMode: UInt32 = 0o660
  /// Limit: connections the kernel keeps for a listener before they are accepted.
  public var backlog: Int32 = 4096

  /// Makes the default options.
  public init() {}
}
