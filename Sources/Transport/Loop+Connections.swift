import CLinux
import Glibc

// MARK: - What a handler asks for

extension Loop {
  /// Ends a connection; `closed` follows in either case. Does nothing for an id that names no connection any more.
  public func close(_ connection: ConnectionID, _ mode: CloseMode) {
    guard let slot = slot(connection) else { return }
    switch (mode, slot.pointee.phase) {
    case (.immediately, _), (.afterFlush, .connecting), (.afterFlush, .announcing), (.afterFlush, .securing):
      drop(connection, slot, slot.pointee.flags.contains(.inputEnded) ? .peerClosed : .closedHere)
    case (.afterFlush, .open):
      slot.pointee.phase = .closing
      // What still arrives is read and discarded: unread input would turn the end of our stream into a reset (RFC 9293
      // §3.10.4).
      if !slot.pointee.flags.contains(.inputEnded) { setInterest(slot, connection, .reading, true) }
      markDirty(connection.index, slot)
    case (.afterFlush, .closing), (.afterFlush, .lingering), (.afterFlush, .free):
      break
    }
  }

  /// Stops reading from a connection, so that the kernel's buffers fill and the peer has to wait.
  public func pauseReading(_ connection: ConnectionID) {
    guard let slot = slot(connection), slot.pointee.phase == .open else { return }
    setInterest(slot, connection, .reading, false)
  }

  /// Reads again from a paused connection.
  public func resumeReading(_ connection: ConnectionID) {
    guard let slot = slot(connection), slot.pointee.phase == .open, !slot.pointee.flags.contains(.inputEnded) else { return }
    setInterest(slot, connection, .reading, true)
  }

  /// Ends the loop after this turn, as `EventLoop.stop` does from outside.
  public func stop() {
    isStopping = true
  }
}

// MARK: - Slots

extension Loop {
  /// The slot of a connection, or nil when the id names none any more. Slots never move.
  @inline(__always)
  func slot(_ connection: ConnectionID) -> UnsafeMutablePointer<Slot>? {
    let index = connection.index
    guard index < configuration.connectionsMax, slots[index].generation == connection.generation else { return nil }
    return slots + index
  }

  /// Takes over a socket that `load` counts already: puts it into a free slot and lets epoll watch it. Without a slot
  /// it is closed, counted no more, and the answer nil.
  func register(_ fd: Int32, _ phase: Slot.Phase, _ flags: Slot.Flags) -> ConnectionID? {
    let index: Int
    if freeSlot >= 0 {
      index = Int(freeSlot)
      freeSlot = slots[index].link
    } else if slotsUsed < configuration.connectionsMax {
      index = slotsUsed
      (slots + index).initialize(to: Slot())
      slotsUsed += 1
    } else {
      SystemCall.close(fd)
      load.left()
      return nil
    }
    let slot = slots + index
    let generation = slot.pointee.generation
    slot.initialize(to: Slot())
    slot.pointee.generation = generation
    slot.pointee.fd = fd
    slot.pointee.phase = phase
    slot.pointee.flags = flags
    slot.pointee.queueBytesMax = queueBytesMax
    state.pointee.connectionCount += 1
    let connection = ConnectionID(index: index, generation: generation)
    let result = clinux_epoll_control(epoll, EPOLL_CTL_ADD, fd, interest(slot), connection.rawValue)
    guard result == 0 else {
      // ENOMEM or ENOSPC (max_user_watches): epoll_ctl(2).
      release(connection.index, slot)
      return nil
    }
    return connection
  }

  /// Reports the end of a connection and frees its slot.
  @inline(never)
  func drop(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ reason: CloseReason) {
    let approach = establishing.isEmpty ? nil : establishing.removeValue(forKey: connection)
    release(connection.index, slot)
    switch approach?.side {
    case .announcing, .accepted:
      if !announcements.isEmpty { announcements[connection] = nil }
      forgetClientHello(connection)
      if let approach {
        handshakeEnded(approach)
        notify(.handshakeFailed(approach.address, reason))
      }
    case .refused:
      lingeringRefusals -= 1
      if let approach { uncount(approach) }
    case .outgoing, nil: notify(.closed(connection, reason))
    }
  }

  private func release(_ index: Int, _ slot: UnsafeMutablePointer<Slot>) {
    wheel.pointee.cancel(slot.pointee.timer)
    // Closing the only descriptor of a socket takes it out of epoll as well.
    freeResources(slot)
    slot.pointee.phase = .free
    slot.pointee.rangeCount = 0
    slot.pointee.generation &+= 1
    if slot.pointee.generation == 0 { slot.pointee.generation = 1 }
    state.pointee.connectionCount -= 1
    load.left()
    slot.pointee.link = releasedSlot
    if releasedSlot < 0 { lastReleasedSlot = Int32(index) }
    releasedSlot = Int32(index)
  }

  func freeResources(_ slot: UnsafeMutablePointer<Slot>) {
    SystemCall.close(slot.pointee.fd)
    freeBacklog(slot)
    freeSpill(slot)
    freeTLS(slot)
  }

  @usableFromInline
  func closeEverything() {
    stopListening()
    flush()
    for index in 0..<slotsUsed where slots[index].phase != .free {
      drop(ConnectionID(index: index, generation: slots[index].generation), slots + index, .loopStopped)
    }
  }
}

// MARK: - Ends and deadlines

extension Loop {
  /// The peer has ended its stream.
  func endInput(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    switch slot.pointee.phase {
    case .open:
      slot.pointee.flags.insert(.inputEnded)
      setInterest(slot, connection, .reading, false)
      notify(.inputEnded(connection))
    case .closing:
      slot.pointee.flags.insert(.inputEnded)
      setInterest(slot, connection, .reading, false)
    case .announcing:
      drop(connection, slot, .proxyRefused(.incomplete))
    case .securing:
      drop(connection, slot, .tlsFailed(.handshakeAbandoned))
    case .lingering:
      drop(connection, slot, .closedHere)
    case .connecting, .free:
      break
    }
  }

  /// Everything of a closing connection has been sent.
  @inline(never)
  func finishClosing(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard endSecureOutput(connection, slot) else { return }
    guard !slot.pointee.flags.contains(.inputEnded) else { return drop(connection, slot, .peerClosed) }
    linger(connection, slot)
  }

  /// Ends our stream and awaits the end of the peer's.
  func linger(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    // What arrives from now on is discarded, so nothing need be decrypted.
    freeTLS(slot)
    SystemCall.shutdownWriting(slot.pointee.fd)
    slot.pointee.phase = .lingering
    wheel.pointee.cancel(slot.pointee.timer)
    slot.pointee.timer = schedule(after: configuration.lingerMilliseconds, .connection(connection))
  }

  func connectionTimerFired(_ connection: ConnectionID) {
    guard let slot = slot(connection) else { return }
    slot.pointee.timer = .none
    switch slot.pointee.phase {
    case .connecting: drop(connection, slot, .connectFailed(SystemError(code: ETIMEDOUT)))
    case .announcing: drop(connection, slot, .failed(SystemError(code: ETIMEDOUT)))
    case .securing:
      let timeout = SystemError(code: ETIMEDOUT)
      if case .outgoing = establishing[connection]?.side { return drop(connection, slot, .connectFailed(timeout)) }
      drop(connection, slot, .failed(timeout))
    case .lingering: drop(connection, slot, .closedHere)
    case .open, .closing: lookAtBacklog(connection, slot)
    case .free: break
    }
  }

  /// Tells epoll when the wish differs from what it knows.
  func setInterest(_ slot: UnsafeMutablePointer<Slot>, _ connection: ConnectionID, _ flag: Slot.Flags, _ wanted: Bool) {
    guard slot.pointee.flags.contains(flag) != wanted else { return }
    if wanted { slot.pointee.flags.insert(flag) } else { slot.pointee.flags.remove(flag) }
    let result = clinux_epoll_control(epoll, EPOLL_CTL_MOD, slot.pointee.fd, interest(slot), connection.rawValue)
    precondition(result == 0, "epoll does not know a connection")
  }

  private func interest(_ slot: UnsafeMutablePointer<Slot>) -> UInt32 {
    (slot.pointee.flags.contains(.reading) ? clinux_epoll_in | clinux_epoll_input_end : 0)
      | (slot.pointee.flags.contains(.writing) ? clinux_epoll_out : 0)
  }
}
