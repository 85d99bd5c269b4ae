import Glibc

/// What a socket did not take: a buffer of the connection's own, which exists only while there is something in it.
extension Loop {
  func startBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    setInterest(slot, connection, .writing, true)
    // A handshake has a deadline of its own.
    guard slot.pointee.phase != .securing else { return }
    slot.pointee.timer = schedule(after: configuration.stallMilliseconds, .connection(connection))
  }

  /// Everything in the backlog now has to be gone within the time for stalling.
  func markBacklog(_ slot: UnsafeMutablePointer<Slot>) {
    slot.pointee.markedBytes = slot.pointee.backlogBytes
    slot.pointee.markedAt = now
  }

  /// Makes room behind the backlog. Queue limits keep the sum far below 2³².
  func reserveBacklog(_ slot: UnsafeMutablePointer<Slot>, _ bytes: Int) {
    let used = Int(slot.pointee.backlogBytes)
    guard Int(slot.pointee.backlogEnd) + bytes > Int(slot.pointee.backlogCapacity) else { return }
    if let backlog = slot.pointee.backlog, slot.pointee.backlogStart > 0 {
      memmove(backlog, backlog + Int(slot.pointee.backlogStart), used)
    }
    slot.pointee.backlogStart = 0
    slot.pointee.backlogEnd = UInt32(used)
    guard used + bytes > Int(slot.pointee.backlogCapacity) else { return }
    // Half as much again: doubling would hold up to twice the queue's limit for each stalled peer.
    let capacity = max(used + bytes, Int(slot.pointee.backlogCapacity) / 2 * 3)
    guard let grown = realloc(slot.pointee.backlog, capacity) else { preconditionFailure("out of memory") }
    slot.pointee.backlog = grown
    slot.pointee.backlogCapacity = UInt32(capacity)
  }

  func appendToBacklog(_ slot: UnsafeMutablePointer<Slot>, _ bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    guard let backlog = slot.pointee.backlog, let base = bytes.baseAddress else { return }
    // Safety: `reserveBacklog` has made room for what is appended.
    (backlog + Int(slot.pointee.backlogEnd)).copyMemory(from: base, byteCount: bytes.count)
    slot.pointee.backlogEnd += UInt32(bytes.count)
    backlogBytes += bytes.count
  }

  /// The socket has taken so many bytes from the front.
  func takeFromBacklog(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ bytes: UInt32) {
    slot.pointee.backlogStart += bytes
    backlogBytes -= Int(bytes)
    slot.pointee.markedBytes -= min(bytes, slot.pointee.markedBytes)
    guard slot.pointee.backlogBytes == 0 else {
      if slot.pointee.markedBytes == 0 { markBacklog(slot) }
      return
    }
    free(slot.pointee.backlog)
    slot.pointee.backlog = nil
    slot.pointee.backlogStart = 0
    slot.pointee.backlogEnd = 0
    slot.pointee.backlogCapacity = 0
    slot.pointee.queueBytesMax = queueBytesMax
    setInterest(slot, connection, .writing, false)
    guard slot.pointee.phase != .securing else { return }
    wheel.cancel(slot.pointee.timer)
    slot.pointee.timer = .none
    if slot.pointee.phase == .open {
      notify(.drained(connection))
    } else if !slot.pointee.flags.contains(.dirty) {
      finishClosing(connection, slot)
    }
  }
}
