import CLinux
import Glibc
import TLS

/// The sockets and timers of one event loop; what a handler calls to send, close and schedule.
///
/// It carries out and reports, and decides nothing about content. It is driven by `EventLoop`, on one thread, and must
/// never call a handler: what happens becomes a notice, delivered when the running callback has returned. All input
/// passes through `receive`, all output through `transmit`; TLS stands right behind them (Loop+TLS.swift).
public final class Loop {
  /// What a turn reads from a connection; without bytes something else happened.
  @usableFromInline struct Input {
    @usableFromInline let bytes: UnsafeMutableRawBufferPointer?
    @usableFromInline let connection: ConnectionID
  }

  @usableFromInline enum Notice {
    case opened(ConnectionID, SocketAddress, UInt64)
    case inputEnded(ConnectionID)
    case drained(ConnectionID)
    case overflowed(ConnectionID)
    case stalled(ConnectionID)
    case handshakeFailed(SocketAddress, CloseReason)
    case listenerEnded(UInt64)
    case closed(ConnectionID, CloseReason)
  }

  /// What every turn asks for, and what handlers ask for.
  @usableFromInline struct State {
    @usableFromInline var now: Int64
    /// Whether the handler has something to be told.
    @usableFromInline var hasNotices = false
    @usableFromInline var connectionCount = 0
    @usableFromInline var backlogBytes = 0
    @usableFromInline var refusedCount = 0
  }

  enum Timer {
    case handler(UInt64)
    case connection(ConnectionID)
    case acceptAgain(listener: Int)
    case trimBlocks
  }

  /// The user data of descriptors that are not connections; its upper half is zero, which no registration number is.
  enum Source {
    static let inbox: UInt64 = 0
    static let timer: UInt64 = 1
    /// Listeners count up from here.
    static let listeners: UInt64 = 2
  }

  let configuration: LoopConfiguration
  /// Limit: bytes queued for a connection, within 32 bits.
  let queueBytesMax: UInt32
  let epoll: Int32
  let timer: Int32

  // Safety: the memory below is owned by the loop, allocated in `init`, freed in `deinit`, and reached on its thread
  // only. `slots` and `ranges` are zero pages until used: an idle connection costs its slot. Slots are initialized
  // below `slotsUsed`.
  let slots: UnsafeMutablePointer<Slot>
  /// `Slot.inlineRanges` for each slot.
  let ranges: UnsafeMutablePointer<OutputRange>
  /// The connections to be flushed, each once: as many as there are slots at most.
  let dirty: UnsafeMutablePointer<Int32>
  let vectors: UnsafeMutablePointer<iovec>
  private let receiveBuffer: UnsafeMutableRawBufferPointer
  // What is asked for with every input, message or turn stands behind pointers, which need no check of exclusive access
  // each time.
  @usableFromInline let state: UnsafeMutablePointer<State>
  let arena: UnsafeMutablePointer<OutputArena>
  let wheel: UnsafeMutablePointer<TimerWheel<Timer>>
  private let events: UnsafeMutablePointer<epoll_event>

  var slotsUsed = 0
  /// The first slot to use again, and those that became free in this turn, which stay unused until it ends.
  var freeSlot: Int32 = -1
  var releasedSlot: Int32 = -1
  var lastReleasedSlot: Int32 = -1
  var dirtyCount = 0
  /// What backlogs are made of.
  let blockPool: BlockPool
  /// Whether `trimBlocks` is scheduled.
  var isTrimmingBlocks = false
  /// When what nobody has needed since `BlockPool.watch` goes back to the system, on the loop's clock.
  var trimBlocksAt: Int64 = 0
  var listeners: [ListeningSocket] = []
  /// What the loop's siblings see of it.
  let load: LoopLoad
  /// The loops that take what is accepted here, this one among them; empty for a loop that stands alone.
  var siblings: [Sibling] = []
  var nextSibling = 0
  var handshakes = HandshakeQueue()
  /// The headers of proxies that came in more than one piece.
  var announcements: [ConnectionID: ProxyHeaderParser] = [:]
  /// The connections to be secured whose first record has not come whole.
  var openings: [ConnectionID: Opening] = [:]
  /// The connections that are being established.
  var establishing: [ConnectionID: Approach] = [:]
  /// The handshakes that are counted by address, and the connections that linger after a refusal.
  var handshakesByAddress: [AddressKey: Int] = [:]
  /// The connections that linger after a refusal.
  var lingeringRefusals = 0
  /// What TLS needs once per loop; made with the first connection that uses it.
  var securing: SecuringBuffers?
  /// What arrived with the end of a handshake, and waits until the handler has been told of the connection.
  var heldInput: HeldInput?
  /// A second descriptor of the timer, to give up when there are no others; -1 when it was lost. See `acceptAndClose`.
  var spare: Int32
  var notices: [Notice] = []
  var noticesTaken = 0
  private var eventCount = 0
  private var eventsTaken = 0
  /// The events of this turn that wait for its second half, at the front of the others.
  private var eventsPutOff = 0
  /// Whether what those who are heard had for one another has left, so that the others may be dealt with.
  private var isSecondHalf = false
  /// How many more connections of which nothing has been heard this turn reads.
  private var newcomersLeft = 0
  /// How many were read since the start.
  private var newcomersRead: UInt32 = 0
  /// Which of the events that were put off comes first.
  private var firstPutOff = 0
  /// How many more connections that are broken off or ended this turn attends to.
  private var departuresLeft = 0
  /// In this turn.
  var timersFired = 0
  /// That may fire in this turn.
  var timersOfTurn = 0
  var inboxSignalled = true
  /// The tick for which the timerfd is armed.
  private var armedTick: UInt64?

  /// Milliseconds of the monotonic clock, read once per turn.
  @inlinable public var now: Int64 { state.pointee.now }
  /// The number of connections, including those being established and closed.
  @inlinable public var connectionCount: Int { state.pointee.connectionCount }
  /// What the bytes of this loop and its siblings are charged to.
  public var memory: MemoryBudget { configuration.memory }
  /// Bytes that sockets have not taken, over all connections.
  @inlinable public var backlogBytes: Int { state.pointee.backlogBytes }
  /// Connections closed on arrival since the start, for want of descriptors, slots or memory.
  @inlinable public var refusedCount: Int { state.pointee.refusedCount }
  /// How often epoll has reported a listener since the start; a spinning loop would show here.
  var acceptTurnCount = 0
  @usableFromInline var isStopping = false

  init(configuration: LoopConfiguration, inbox: Int32, load: LoopLoad = LoopLoad()) throws(SystemError) {
    let epoll = try SystemCall.retrying { clinux_epoll_create() }
    let timer: Int32
    do {
      timer = try SystemCall.retrying { clinux_timerfd() }
    } catch {
      SystemCall.close(epoll)
      throw error
    }
    self.configuration = configuration
    queueBytesMax = min(UInt32(clamping: configuration.queueBytesMax), 1 << 31)
    self.load = load
    self.epoll = epoll
    self.timer = timer
    spare = clinux_duplicate(timer)
    let count = configuration.connectionsMax
    slots = Self.zeroPages(count)
    ranges = Self.zeroPages(count * Slot.inlineRanges)
    dirty = Self.zeroPages(count)
    vectors = .allocate(capacity: Self.vectorsMax)
    receiveBuffer = .allocate(byteCount: configuration.receiveBytesMax, alignment: 16)
    events = .allocate(capacity: configuration.eventsPerTurnMax)
    arena = .allocate(capacity: 1)
    arena.initialize(to: OutputArena(bytesMax: configuration.turnBytesMax, memory: configuration.memory))
    blockPool = BlockPool(memory: configuration.memory)
    state = .allocate(capacity: 1)
    state.initialize(to: State(now: SystemCall.monotonicMilliseconds()))
    wheel = .allocate(capacity: 1)
    wheel.initialize(to: TimerWheel(tick: UInt64(state.pointee.now / configuration.tickMilliseconds)))
    // Edge-triggered, so that neither descriptor need be read: every signal and every expiry is an edge.
    let interest = clinux_epoll_in | clinux_epoll_edge_triggered
    try SystemCall.retrying { clinux_epoll_control(epoll, EPOLL_CTL_ADD, inbox, interest, Source.inbox) }
    try SystemCall.retrying { clinux_epoll_control(epoll, EPOLL_CTL_ADD, timer, interest, Source.timer) }
  }

  deinit {
    for listener in listeners { listener.close() }
    for index in 0..<slotsUsed where slots[index].phase != .free { freeResources(slots + index) }
    if spare >= 0 { SystemCall.close(spare) }
    SystemCall.close(timer)
    SystemCall.close(epoll)
    free(slots)
    free(ranges)
    free(dirty)
    vectors.deallocate()
    state.deallocate()
    arena.deinitialize(count: 1)
    arena.deallocate()
    wheel.deinitialize(count: 1)
    wheel.deallocate()
    receiveBuffer.deallocate()
    events.deallocate()
  }

  /// Limit: vectors of one call; more ranges take more calls. The system allows 1,024.
  static let vectorsMax = 64

  private static func zeroPages<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
    // Safety: the element types are trivial; calloc takes large blocks as untouched pages, which `allocate` and
    // `initialize` would not.
    guard let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else { preconditionFailure("no memory for the loop's slots") }
    return memory.bindMemory(to: Element.self, capacity: count)
  }
}

// MARK: - The turn, driven by EventLoop

extension Loop {
  @usableFromInline
  func waitForEvents() {
    // Timers that are due and had no turn yet let nobody wait, and need no timerfd.
    let isOwing = wheel.pointee.dueCount > 0
    if !isOwing { arm() }
    eventCount = SystemCall.wait(epoll, events, count: Int32(configuration.eventsPerTurnMax), timeoutMilliseconds: isOwing ? 0 : -1)
    eventsTaken = 0
    eventsPutOff = 0
    firstPutOff = 0
    isSecondHalf = false
    departuresLeft = configuration.departuresOfTurn(ready: eventCount)
    newcomersLeft = configuration.newcomersOfTurn(ready: eventCount)
    timersFired = 0
    state.pointee.now = SystemCall.monotonicMilliseconds()
  }

  /// Turns to what was put off, and to the timers that are due. False when there is none of either.
  @usableFromInline
  func beginSecondHalf() -> Bool {
    isSecondHalf = true
    eventsTaken = 0
    eventCount = eventsPutOff
    // Epoll reports those who are always ready in the same order: they must not keep the others waiting.
    firstPutOff = eventsPutOff > 0 ? Int(newcomersRead) % eventsPutOff : 0
    advanceTimers()
    return eventsPutOff > 0 || timersOfTurn > 0
  }

  /// Handles the next ready descriptor of this half of the turn; nil when all have been handled.
  @usableFromInline
  func takeInput() -> Input? {
    if let held = heldInput { return takeHeldInput(held) }
    guard eventsTaken < eventCount else { return nil }
    let position = eventsTaken + firstPutOff
    let event = events[position < eventCount ? position : position - eventCount]
    eventsTaken += 1
    let connection = ConnectionID(rawValue: event.data.u64)
    guard connection.generation == 0 else { return takeInput(connection, event) }
    switch event.data.u64 {
    case Source.inbox: inboxSignalled = true
    case Source.timer: armedTick = nil
    case _ where !isSecondHalf: putOff(event)
    case let source: accept(listener: Int(source - Source.listeners))
    }
    return Input(bytes: nil, connection: connection)
  }

  /// Keeps an event for the second half of the turn: fewer have been put off than taken.
  private func putOff(_ event: epoll_event) {
    events[eventsPutOff] = event
    eventsPutOff += 1
  }

  private func takeInput(_ connection: ConnectionID, _ event: epoll_event) -> Input {
    let events = event.events
    let nothing = Input(bytes: nil, connection: connection)
    // Nil when the connection was closed earlier in this turn.
    guard let slot = slot(connection) else { return nothing }
    let failed = events & (clinux_epoll_error | clinux_epoll_hangup) != 0
    let isHeard = slot.pointee.flags.contains(.heard)
    // Broken off, or ended by the peer though something may be there to be read.
    let isLeaving = failed || isHeard && slot.pointee.phase == .open && events & clinux_epoll_input_end != 0
    guard isSecondHalf || isHeard && !isLeaving else {
      putOff(event)
      return nothing
    }
    if slot.pointee.phase == .connecting {
      finishConnecting(connection, slot)
      return nothing
    }
    if isLeaving {
      // It will be reported again.
      guard departuresLeft > 0 else { return nothing }
      departuresLeft -= 1
    }
    if events & clinux_epoll_out != 0 {
      sendBacklog(connection, slot)
      guard slot.pointee.generation == connection.generation else { return nothing }
    }
    guard slot.pointee.flags.contains(.reading) else {
      // Errors cannot be masked: a connection that is not read must go now or it would be reported for ever.
      if failed { drop(connection, slot, endReason(slot)) }
      return nothing
    }
    guard failed || events & clinux_epoll_in != 0 else { return nothing }
    // What is closed already is only discarded.
    if !isHeard, !failed, slot.pointee.phase != .closing, slot.pointee.phase != .lingering {
      // It will be reported again.
      guard newcomersLeft > 0 else { return nothing }
      newcomersLeft -= 1
      newcomersRead &+= 1
    }
    switch receive(slot) {
    case .bytes(0):
      endInput(connection, slot)
    case .bytes(let count):
      let bytes = UnsafeMutableRawBufferPointer(rebasing: receiveBuffer[..<count])
      if let tls = slot.pointee.tls { return decrypt(UnsafeRawBufferPointer(bytes), connection, slot, tls) }
      if slot.pointee.phase == .securing { return takeClientHello(bytes, connection, slot) }
      if slot.pointee.phase == .announcing {
        announce(bytes, connection, slot)
        return nothing
      }
      guard slot.pointee.phase == .open else { return nothing }
      slot.pointee.flags.insert(.heard)
      return Input(bytes: bytes, connection: connection)
    case .wouldBlock:
      break
    case .failed(let error):
      drop(connection, slot, .failed(error))
    }
    return nothing
  }

  /// Why epoll reports a connection that is not read: it was reset, or the peer has closed a Unix socket, which leaves
  /// no error.
  private func endReason(_ slot: UnsafeMutablePointer<Slot>) -> CloseReason {
    let code = clinux_socket_error(slot.pointee.fd)
    return code == 0 ? .peerClosed : .failed(SystemError(code: code))
  }

  /// The one way in.
  private func receive(_ slot: UnsafeMutablePointer<Slot>) -> Transfer {
    SystemCall.receive(slot.pointee.fd, into: receiveBuffer)
  }

  /// Lets the timerfd expire at the next tick with something to do, unless it will anyway. An idle loop is never woken.
  private func arm() {
    guard let next = wheel.pointee.nextTick, next < armedTick ?? .max else { return }
    armedTick = next
    let result = clinux_timerfd_arm(timer, Int64(next) * configuration.tickMilliseconds)
    precondition(result == 0, "the timer could not be set")
  }
}
