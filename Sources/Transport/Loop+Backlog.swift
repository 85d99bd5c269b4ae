import Glibc

/// What a socket did not take, and what follows from its coming and going.
extension Loop {
  func startBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    // Safety: freed by `freeBacklog`, which the slot's end calls too.
    let backlog = UnsafeMutablePointer<Backlog>.allocate(capacity: 1)
    backlog.initialize(to: Backlog())
    slot.pointee.backlog = backlog
    setInterest(slot, connection, .writing, true)
    backlog.pointee.mark(now, held: SystemCall.heldBytes(slot.pointee.fd))
    // A handshake has a deadline of its own.
    guard slot.pointee.phase != .securing else { return }
    slot.pointee.timer = schedule(after: configuration.stallMilliseconds, .connection(connection))
  }

  func freeBacklog(_ slot: UnsafeMutablePointer<Slot>) {
    guard let backlog = slot.pointee.backlog else { return }
    slot.pointee.backlog = nil
    state.pointee.backlogBytes -= Int(backlog.pointee.count)
    backlog.pointee.freeMemory(blockPool)
    backlog.deallocate()
    scheduleTrimming()
  }

  /// Sees to it that what is kept and not needed goes back to the system in the end.
  func scheduleTrimming() {
    guard blockPool.excess > 0, !isTrimmingBlocks else { return }
    isTrimmingBlocks = true
    watchBlocks()
  }

  private func watchBlocks() {
    blockPool.watch()
    trimBlocksAt = now + configuration.spareMemoryMilliseconds
    _ = schedule(after: min(Self.trimRestMilliseconds, configuration.spareMemoryMilliseconds), .trimBlocks)
  }

  /// How long it may take until a loop that keeps much notices that memory is tight.
  private static let trimRestMilliseconds: Int64 = 1_000

  /// Gives back to the system what many who stalled at once have left behind and nobody has needed since, a little at a
  /// time; all of it when memory is tight, since it is charged and newcomers are refused.
  func trimBlocks() {
    // Limit: some 60 µs in each tick, in which 80 of them a second go, 2.5 MiB.
    let most = 4
    let isDue = now >= trimBlocksAt
    let isTight = memory.isTight
    if isTight {
      blockPool.trim(most: most)
    } else if isDue {
      blockPool.trim(most: min(most, blockPool.unneeded))
    }
    guard blockPool.excess > 0 else {
      isTrimmingBlocks = false
      return
    }
    if isTight || isDue && blockPool.unneeded > 0 {
      _ = schedule(after: 0, .trimBlocks)
    } else if isDue {
      watchBlocks()
    } else {
      _ = schedule(after: min(Self.trimRestMilliseconds, trimBlocksAt - now), .trimBlocks)
    }
  }

  /// The socket has taken so many bytes from the front.
  func takeFromBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ bytes: UInt32) {
    guard let backlog = slot.pointee.backlog else { return }
    backlog.pointee.take(bytes, blockPool)
    state.pointee.backlogBytes -= Int(bytes)
    guard backlog.pointee.count == 0 else { return }
    freeBacklog(slot)
    slot.pointee.queueBytesMax = queueBytesMax
    setInterest(slot, connection, .writing, false)
    guard slot.pointee.phase != .securing else { return }
    wheel.pointee.cancel(slot.pointee.timer)
    slot.pointee.timer = .none
    if slot.pointee.phase == .open {
      notify(.drained(connection))
    } else if !slot.pointee.flags.contains(.dirty) {
      finishClosing(connection, slot)
    }
  }

  /// Whether the peer has taken less than it has to since its backlog was marked; unless it has, what it takes is
  /// counted anew.
  private func hasStalled(_ slot: UnsafeMutablePointer<Slot>, _ backlog: UnsafeMutablePointer<Backlog>) -> Bool {
    let held = SystemCall.heldBytes(slot.pointee.fd)
    if backlog.pointee.arrived(held: held) < Int64(configuration.stallBytesMin) { return true }
    backlog.pointee.mark(now, held: held)
    return false
  }

  /// A connection with a backlog is looked at: what is said of one that stands still is the handler's to decide, once.
  func lookAtBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard let backlog = slot.pointee.backlog else { return }
    let age = now - backlog.pointee.markedAt
    if age >= configuration.stallMilliseconds, hasStalled(slot, backlog) {
      guard slot.pointee.takesOutput else { return drop(connection, slot, .stalled) }
      slot.pointee.flags.insert(.stalled)
      return notify(.stalled(connection))
    }
    let rest = configuration.stallMilliseconds - (now - backlog.pointee.markedAt)
    slot.pointee.timer = schedule(after: rest, .connection(connection))
  }

  /// Ends a connection of which `stalled` was told, and drops what is queued for it.
  public func dropStalled(_ connection: ConnectionID) {
    guard let slot = slot(connection), slot.pointee.flags.contains(.stalled) else { return }
    drop(connection, slot, .stalled)
  }

  /// Sends last words to a connection of which `stalled` was told, in place of what is queued for it behind the send
  /// that is under way, and closes after flush if the peer takes them in as much time again. Over TLS nothing that is
  /// sealed can be left out, so they stand behind it.
  ///
  /// - Parameter bytes: Limit: 4 KiB; more is a bug of the caller.
  public func finishStalled(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) {
    guard let slot = slot(connection), slot.pointee.flags.contains(.stalled), slot.pointee.phase == .open else { return }
    if slot.pointee.tls == nil, let backlog = slot.pointee.backlog {
      slot.pointee.rangeCount = 0
      slot.pointee.turnBytes = 0
      freeSpill(slot)
      state.pointee.backlogBytes -= backlog.pointee.cut(blockPool)
    }
    finish(connection, sending: bytes)
    guard slot.pointee.generation == connection.generation, let backlog = slot.pointee.backlog else { return }
    backlog.pointee.mark(now, held: SystemCall.heldBytes(slot.pointee.fd))
    slot.pointee.timer = schedule(after: configuration.stallMilliseconds, .connection(connection))
  }

  /// Ends the connections with the largest backlogs, as many as it takes, but none with little unless more than the
  /// whole budget is charged: another loop's may be what is large. Called only while memory is short.
  func relieveMemory() {
    // Limit: a sixteenth of what a connection may have queued, 64 KiB unless configured otherwise; within the budget no
    // more than that goes.
    let sparedBacklogBytes = configuration.queueBytesMax / 16
    trimWhileShort()
    guard memory.isShort, backlogBytes > 0 else { return }
    let sparesSmall = !memory.isExceeded
    var candidates: [(capacity: UInt32, count: UInt32, index: Int)] = []
    for index in 0..<slotsUsed {
      guard slots[index].phase != .free, let backlog = slots[index].backlog else { continue }
      if sparesSmall, Int(backlog.pointee.capacity) <= sparedBacklogBytes { continue }
      candidates.append((backlog.pointee.capacity, backlog.pointee.count, index))
    }
    candidates.sort { ($0.capacity, $0.count) > ($1.capacity, $1.count) }
    for (capacity, _, index) in candidates {
      guard Int(capacity) > sparedBacklogBytes ? memory.isShort : memory.isExceeded else { return }
      drop(ConnectionID(index: index, generation: slots[index].generation), slots + index, .memoryShort)
      // Otherwise a full pool would keep what was dropped, and the next had to go for it.
      trimWhileShort()
    }
  }

  /// Gives back to the system what is kept, as far as memory is short without it.
  private func trimWhileShort() {
    while memory.isShort, blockPool.excess > 0 { blockPool.trim(most: 1) }
  }
}
