import CLinux
import Glibc

// MARK: - What a handler asks for

extension Loop {
  /// Copies bytes into the turn's arena, to be sent to any number of connections before the half of the turn ends.
  ///
  /// Ranges written one after the other lie side by side, and sent to a connection one after the other they leave as
  /// one.
  public func write(_ bytes: UnsafeRawBufferPointer) -> OutputRange {
    guard let space = arena.pointee.reserve(bytes.count) else { return .refused }
    if let base = bytes.baseAddress { space.copyMemory(from: base, byteCount: bytes.count) }
    return arena.pointee.commit(bytes.count)
  }

  /// Lets the body write up to `capacity` bytes straight into the arena and say how many it wrote.
  @inlinable
  public func write(capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> OutputRange {
    guard let space = reserve(capacity) else { return OutputRange(offset: 0, length: .max) }
    return commit(body(UnsafeMutableRawBufferPointer(start: space, count: capacity)))
  }

  /// Lays ranges side by side in their order, so that they leave as one; copies them unless they lie so already.
  ///
  /// - Parameter ranges: of this half of the turn. One that did not fit into the arena makes the whole one that did
  ///   not.
  public func join(_ ranges: [OutputRange]) -> OutputRange {
    guard var whole = ranges.first else { return OutputRange(offset: 0, length: 0) }
    var total = 0
    var isOne = true
    for range in ranges {
      if range.length == .max { return .refused }
      isOne = isOne && Int(range.offset) == Int(whole.offset) + total
      total += Int(range.length)
    }
    if isOne {
      whole.length = UInt32(total)
      return whole
    }
    guard var space = arena.pointee.reserve(total) else { return .refused }
    let base = arena.pointee.base
    for range in ranges {
      space.copyMemory(from: base + Int(range.offset), byteCount: Int(range.length))
      space += Int(range.length)
    }
    return arena.pointee.commit(total)
  }

  /// The bytes of a range of this half of the turn, until something else is written; none for one that did not fit into
  /// the arena.
  public func bytes(of range: OutputRange) -> UnsafeRawBufferPointer {
    guard range.length != .max else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: arena.pointee.base + Int(range.offset), count: Int(range.length))
  }

  @usableFromInline func reserve(_ bytes: Int) -> UnsafeMutableRawPointer? { arena.pointee.reserve(bytes) }

  @usableFromInline func commit(_ bytes: Int) -> OutputRange { arena.pointee.commit(bytes) }

  /// Queues a range for a connection; it leaves at the end of the half of the turn.
  ///
  /// - Returns: false when the connection is not open or its queue is full; in the latter case `overflowed` follows.
  @discardableResult
  public func send(_ range: OutputRange, to connection: ConnectionID) -> Bool {
    queue(range, connection)
  }

  /// Queues a range for many connections, passing over those that are gone or full.
  public func send(_ range: OutputRange, to connections: UnsafeBufferPointer<ConnectionID>) {
    for connection in connections { _ = queue(range, connection) }
  }

  /// Queues bytes for one connection. Large ones are sent at once, since copying them would cost more than a call
  /// saves.
  ///
  /// - Returns: false when the connection is not open or its queue is full; in the latter case `overflowed` follows.
  @discardableResult
  public func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID) -> Bool {
    guard let slot = slot(connection), admit(UInt32(clamping: bytes.count), connection, slot) else { return false }
    add(bytes, connection, slot)
    return slot.pointee.generation == connection.generation
  }

  /// Sends last words, for which there is always space, and closes after flush.
  ///
  /// - Parameter bytes: Limit: 4 KiB; more is a bug of the caller.
  public func finish(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) {
    endOutput(connection, sending: bytes)
    close(connection, .afterFlush)
  }

  /// Sends last words, for which there is always space, and refuses whatever is sent behind them. What arrives is still
  /// reported, so that the handler can wait for an answer; it closes the connection.
  ///
  /// - Parameter bytes: Limit: 4 KiB; more is a bug of the caller.
  public func endOutput(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= 4096, "last words are short")
    guard let slot = slot(connection), slot.pointee.phase == .open else { return }
    add(bytes, connection, slot)
    // Sent at once, they may have shown that the connection is gone.
    if slot.pointee.generation == connection.generation { slot.pointee.flags.insert(.outputEnded) }
  }

  /// Raises the queue's limit of a connection until everything queued has been sent, and counts no sends until then:
  /// for large data that was planned.
  public func allow(extraBytes: Int, for connection: ConnectionID) {
    guard let slot = slot(connection), extraBytes > 0 else { return }
    let (sum, overflow) = slot.pointee.queueBytesMax.addingReportingOverflow(UInt32(clamping: extraBytes))
    // Limit: 2 GiB, so that sums of queue sizes stay within 32 bits.
    slot.pointee.queueBytesMax = overflow ? 1 << 31 : min(sum, 1 << 31)
  }

  /// The bytes that are queued for a connection, in this turn and in its backlog; zero for one that is gone.
  public func queuedBytes(of connection: ConnectionID) -> Int {
    guard let slot = slot(connection) else { return 0 }
    return Int(slot.pointee.turnBytes) + Int(slot.pointee.backlogBytes)
  }

  /// The sends that wait in a connection's backlog; zero while the socket takes everything. What began the backlog
  /// counts as one.
  public func queuedMessages(of connection: ConnectionID) -> Int {
    slot(connection)?.pointee.backlog?.pointee.sendCount ?? 0
  }
}

// MARK: - Queueing

extension Loop {
  /// Bytes for one connection from this size on skip the arena.
  private static let sentAtOnceBytes = 64 << 10

  /// As a rule it is the first of a turn for a connection without a backlog, and takes the short way.
  @inline(__always)
  private func queue(_ range: OutputRange, _ connection: ConnectionID) -> Bool {
    guard let slot = slot(connection) else { return false }
    let isFirst = slot.pointee.rangeCount == 0 && slot.pointee.backlog == nil
    guard isFirst, slot.pointee.takesOutput, range.length > 0, range.length <= slot.pointee.queueBytesMax else {
      return queue(range, connection, slot)
    }
    slot.pointee.rangeCount = 1
    slot.pointee.turnBytes = range.length
    ranges[connection.index &* Slot.inlineRanges] = range
    markDirty(connection.index, slot)
    return true
  }

  @inline(never)
  private func queue(_ range: OutputRange, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) -> Bool {
    guard admit(range.length, connection, slot) else { return false }
    add(range, connection.index, slot)
    return true
  }

  /// Whether the connection takes so many bytes more.
  @inline(__always)
  private func admit(_ bytes: UInt32, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) -> Bool {
    guard slot.pointee.takesOutput else { return false }
    let queued = UInt64(slot.pointee.turnBytes) + UInt64(bytes)
    // Nearly always there is no backlog, and nothing to be counted.
    if let backlog = slot.pointee.backlog {
      if admit(bytes, behind: backlog, queued, slot) { return true }
    } else if queued <= UInt64(slot.pointee.queueBytesMax) {
      return true
    }
    slot.pointee.flags.insert(.overflowed)
    notify(.overflowed(connection))
    return false
  }

  private func admit(
    _ bytes: UInt32, behind backlog: UnsafeMutablePointer<Backlog>, _ queued: UInt64, _ slot: UnsafeMutablePointer<Slot>
  ) -> Bool {
    guard queued + UInt64(backlog.pointee.count) <= UInt64(slot.pointee.queueBytesMax) else { return false }
    guard bytes > 0 else { return true }
    // Sends are not counted under an allowance: planned data may come in any number of pieces.
    guard backlog.pointee.sendCount < configuration.queueMessagesMax || slot.pointee.queueBytesMax > queueBytesMax else { return false }
    backlog.pointee.note(bytes, memory)
    return true
  }

  @inline(__always)
  private func add(_ range: OutputRange, _ index: Int, _ slot: UnsafeMutablePointer<Slot>) {
    guard range.length != 0 else { return }
    let count = Int(slot.pointee.rangeCount)
    slot.pointee.turnBytes += range.length
    if count > 0 {
      let last = rangePointer(index, slot, count - 1)
      if last.pointee.offset + last.pointee.length == range.offset {
        last.pointee.length += range.length
        return
      }
    }
    if count >= Slot.inlineRanges { makeSpaceForSpill(slot, count - Slot.inlineRanges) }
    rangePointer(index, slot, count).pointee = range
    slot.pointee.rangeCount += 1
    markDirty(index, slot)
  }

  /// Queues bytes by way of the arena, or sends them at once if they are large or the arena is full.
  private func add(_ bytes: UnsafeRawBufferPointer, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    if bytes.count < Self.sentAtOnceBytes {
      let range = write(bytes)
      if range.length != .max { return add(range, connection.index, slot) }
    }
    flush(connection, slot, arena.pointee.base)
    guard let base = bytes.baseAddress, slot.pointee.generation == connection.generation else { return }
    vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: base), iov_len: bytes.count)
    sendVectors(connection, slot, count: 1, bytes: bytes.count)
  }

  @inline(__always)
  func rangePointer(_ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ position: Int) -> UnsafeMutablePointer<OutputRange> {
    if position < Slot.inlineRanges { return ranges + (index * Slot.inlineRanges + position) }
    guard let spill = slot.pointee.spill else { preconditionFailure("more ranges than space") }
    return spill + (position - Slot.inlineRanges)
  }

  private func makeSpaceForSpill(_ slot: UnsafeMutablePointer<Slot>, _ used: Int) {
    guard used >= Int(slot.pointee.spillCapacity) else { return }
    let capacity = max(16, used * 2)
    let bytes = capacity * MemoryLayout<OutputRange>.stride
    guard let grown = realloc(slot.pointee.spill, bytes) else { preconditionFailure("out of memory") }
    memory.charge(bytes - Int(slot.pointee.spillCapacity) * MemoryLayout<OutputRange>.stride)
    // Safety: realloc keeps the ranges, which are trivial; the slot owns the block until its turn is flushed.
    slot.pointee.spill = grown.assumingMemoryBound(to: OutputRange.self)
    slot.pointee.spillCapacity = UInt32(capacity)
  }

  @inline(__always)
  func markDirty(_ index: Int, _ slot: UnsafeMutablePointer<Slot>) {
    guard !slot.pointee.flags.contains(.dirty) else { return }
    slot.pointee.flags.insert(.dirty)
    dirty[dirtyCount] = Int32(truncatingIfNeeded: index)
    dirtyCount += 1
  }
}

// MARK: - Sending

extension Loop {
  /// Sends each connection what the turn has for it, with one call each, and empties the arena.
  @usableFromInline
  func flush() {
    // Nothing is written into the arena while it is flushed.
    let base = arena.pointee.base
    for position in 0..<dirtyCount {
      let slot = slots + Int(dirty[position])
      slot.pointee.flags.remove(.dirty)
      guard slot.pointee.phase != .free else { continue }
      let connection = ConnectionID(index: Int(dirty[position]), generation: slot.pointee.generation)
      if slot.pointee.tls != nil, seal(connection, slot, base) { continue }
      flush(connection, slot, base)
      finishFlush(connection, slot)
    }
    if securing != nil { sendSealed() }
    dirtyCount = 0
    arena.pointee.reset()
    if memory.isShort { relieveMemory() }
  }

  /// What the turn had for a connection has been sent, or stands in its backlog.
  @inline(__always)
  func finishFlush(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard slot.pointee.phase != .free, slot.pointee.backlog == nil else { return }
    slot.pointee.queueBytesMax = queueBytesMax
    if slot.pointee.phase == .closing { finishClosing(connection, slot) }
  }

  @inline(__always)
  private func flush(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ base: UnsafeMutableRawPointer) {
    switch slot.pointee.rangeCount {
    case 0: break
    case 1:
      slot.pointee.rangeCount = 0
      slot.pointee.turnBytes = 0
      let range = ranges[connection.index &* Slot.inlineRanges]
      vectors[0] = iovec(iov_base: base + Int(range.offset), iov_len: Int(range.length))
      sendVectors(connection, slot, count: 1, bytes: Int(range.length))
    default: flushRanges(connection, slot, base)
    }
  }

  @inline(never)
  private func flushRanges(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ base: UnsafeMutableRawPointer) {
    let count = Int(slot.pointee.rangeCount)
    slot.pointee.rangeCount = 0
    slot.pointee.turnBytes = 0
    var position = 0
    while position < count, slot.pointee.generation == connection.generation {
      let vectorCount = min(count - position, Self.vectorsMax)
      var bytes = 0
      for vector in 0..<vectorCount {
        let range = rangePointer(connection.index, slot, position + vector).pointee
        vectors[vector] = iovec(iov_base: base + Int(range.offset), iov_len: Int(range.length))
        bytes += Int(range.length)
      }
      sendVectors(connection, slot, count: vectorCount, bytes: bytes)
      position += vectorCount
    }
    freeSpill(slot)
  }

  func freeSpill(_ slot: UnsafeMutablePointer<Slot>) {
    guard slot.pointee.spill != nil else { return }
    memory.discharge(Int(slot.pointee.spillCapacity) * MemoryLayout<OutputRange>.stride)
    free(slot.pointee.spill)
    slot.pointee.spill = nil
    slot.pointee.spillCapacity = 0
  }

  /// Sends the first `count` vectors, which hold so many bytes.
  @inline(__always)
  private func sendVectors(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, count: Int, bytes: Int) {
    if let tls = slot.pointee.tls { return encryptVectors(connection, slot, tls, count: count) }
    passVectors(connection, slot, count: count, bytes: bytes)
  }

  /// Passes the first `count` vectors on as they are; what the socket does not take becomes backlog.
  @inline(__always)
  func passVectors(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, count: Int, bytes: Int) {
    var outcome = Transfer.wouldBlock
    if slot.pointee.backlog == nil {
      outcome = transmit(slot, count: count)
      if case .bytes(bytes) = outcome { return }
    }
    keepVectors(connection, slot, count: count, bytes: bytes, outcome)
  }

  /// Keeps what the socket has not taken of the first `count` vectors, or was not asked to take because a backlog comes
  /// first; drops the connection if sending failed. Out of line: nearly always everything is taken.
  @inline(never)
  private func keepVectors(
    _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, count: Int, bytes: Int, _ outcome: Transfer
  ) {
    var sent = 0
    switch outcome {
    case .bytes(let part): sent = part
    case .wouldBlock: break
    case .failed(let error): return drop(connection, slot, .failed(error))
    }
    if slot.pointee.backlog == nil { startBacklog(connection, slot) }
    guard let backlog = slot.pointee.backlog else { return }
    backlog.pointee.reserve(bytes - sent, blockPool)
    state.pointee.backlogBytes += bytes - sent
    for vector in 0..<count {
      let skipped = min(sent, vectors[vector].iov_len)
      sent -= skipped
      let piece = UnsafeRawBufferPointer(start: vectors[vector].iov_base, count: vectors[vector].iov_len)
      backlog.pointee.append(UnsafeRawBufferPointer(rebasing: piece.dropFirst(skipped)))
    }
    backlog.pointee.settle(memory)
  }

  /// The one way out.
  @inline(__always)
  private func transmit(_ slot: UnsafeMutablePointer<Slot>, count: Int) -> Transfer {
    SystemCall.send(slot.pointee.fd, vectors, count: count)
  }

  /// The socket takes output again.
  func sendBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    guard let backlog = slot.pointee.backlog else { return }
    // More than a socket takes at once, unless its buffer is configured large.
    let count = backlog.pointee.unsent(UnsafeMutableBufferPointer(start: vectors, count: 8))
    switch transmit(slot, count: count) {
    case .bytes(let count): takeFromBacklog(connection, slot, UInt32(count))
    case .wouldBlock: break
    case .failed(let error): drop(connection, slot, .failed(error))
    }
  }
}
