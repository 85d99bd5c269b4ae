import Glibc
import TLS

/// A connection's part of what was encrypted for several.
struct Sealed {
  let connection: ConnectionID
  /// Where its ciphertext stands in the wire's output.
  let start: Int
  let count: Int
}

/// Encrypting for several connections before anything is sent to one of them.
///
/// Encryption and the system's way through TCP each fill the processor's instruction cache, and a peer that is sent to
/// rarely goes to sleep between two sends, to be woken for each: taking turns costs more than going through a batch
/// twice.
extension Loop {
  /// Encrypts what the turn has for a connection. False when that is nothing, or more than a record holds; then nothing
  /// has been done.
  @inline(never)
  func seal(_ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>, _ base: UnsafeMutableRawPointer) -> Bool {
    guard let buffers = securing, let tls = slot.pointee.tls else { return false }
    let count = Int(slot.pointee.rangeCount)
    let bytes = Int(slot.pointee.turnBytes)
    guard count > 0, bytes <= buffers.joined.count else { return false }
    slot.pointee.rangeCount = 0
    slot.pointee.turnBytes = 0
    var plaintext = UnsafeRawBufferPointer(start: base + Int(ranges[connection.index &* Slot.inlineRanges].offset), count: bytes)
    if count > 1 { plaintext = joinRanges(connection.index, slot, base, count, buffers.joined) }
    let start = buffers.wire.output.count
    do throws(TLSFailure) {
      try tls.pointee.send(plaintext)
    } catch {
      failSecuring(connection, slot, error)
      return true
    }
    let end = buffers.wire.output.count
    buffers.sealed[buffers.sealedCount] = Sealed(connection: connection, start: start, count: end - start)
    buffers.sealedCount += 1
    buffers.sealedBytes = end
    if buffers.sealedCount == SecuringBuffers.sealedMax || end >= SecuringBuffers.sealedBytesMax { sendSealed() }
    return true
  }

  private func joinRanges(
    _ index: Int, _ slot: UnsafeMutablePointer<Slot>, _ base: UnsafeMutableRawPointer, _ count: Int, _ joined: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    var filled = 0
    for position in 0..<count {
      let range = rangePointer(index, slot, position).pointee
      let piece = UnsafeRawBufferPointer(start: base + Int(range.offset), count: Int(range.length))
      UnsafeMutableRawBufferPointer(rebasing: joined[filled...]).copyMemory(from: piece)
      filled += piece.count
    }
    freeSpill(slot)
    return UnsafeRawBufferPointer(rebasing: joined[..<filled])
  }

  /// Sends each connection its part of the batch, with one call each.
  func sendSealed() {
    guard let buffers = securing, buffers.sealedCount > 0 else { return }
    for position in 0..<buffers.sealedCount {
      let sealed = buffers.sealed[position]
      guard let slot = slot(sealed.connection) else { continue }
      // Asked for each time: what ends a connection may make the output move.
      guard let base = buffers.wire.output.baseAddress else { break }
      vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: base + sealed.start), iov_len: sealed.count)
      passVectors(sealed.connection, slot, count: 1, bytes: sealed.count)
      finishFlush(sealed.connection, slot)
    }
    buffers.sealedCount = 0
    buffers.sealedBytes = 0
    buffers.wire.clear()
  }
}
