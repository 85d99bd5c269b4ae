import CLinux
import Glibc

/// What a socket did not take: bytes, when they came, and how many sends they are. It exists only while there is something in it.
///
/// A slot points to it; it owns its two blocks of memory and charges them to the loop's budget.
struct Backlog {
  /// From this capacity on the bytes have pages of their own, which grow without being copied: many who stall at once are owed the same,
  /// so that their memory grows in the same turn, for which everybody waits. A multiple of the pages' size.
  static let mappedBytes = 128 << 10

  // Safety: both are owned here, malloc'ed or mapped as `isMapped` says, reached on the loop's thread only, and freed by `freeMemory`.
  /// Bytes from `start` to `end`.
  private var bytes: UnsafeMutableRawPointer?
  /// The lengths of the sends from `firstSend` to `endSend`, that of the first as far as it is unsent.
  private var sends: UnsafeMutablePointer<UInt32>?
  private var start: UInt32 = 0
  private var end: UInt32 = 0
  private(set) var capacity: UInt32 = 0
  private var firstSend: UInt32 = 0
  private var endSend: UInt32 = 0
  private var sendCapacity: UInt32 = 0
  /// The sum of the sends' lengths.
  private var notedBytes: UInt32 = 0
  /// How many bytes at the front were there at `markedAt`; when they have gone, the mark is set anew.
  private(set) var markedBytes: UInt32 = 0
  /// Milliseconds of the loop's clock.
  private(set) var markedAt: Int64 = 0

  var count: UInt32 { end - start }

  /// The sends that wait, those of the running turn included.
  var sendCount: Int { Int(endSend - firstSend) }

  /// What the socket should get next; it holds until the next change.
  var unsent: iovec { iovec(iov_base: bytes.map { $0 + Int(start) }, iov_len: Int(count)) }

  /// The bytes of both blocks.
  private var memoryBytes: Int { Int(capacity) + Int(sendCapacity) * MemoryLayout<UInt32>.stride }

  /// What is there now, up to so many bytes, has to be gone within the time for stalling.
  mutating func mark(_ now: Int64, most: Int) {
    markedBytes = UInt32(min(Int(count), most))
    markedAt = now
  }

  /// Makes room behind the bytes. Queue limits keep the sum far below 2³².
  mutating func reserve(_ more: Int, _ memory: MemoryBudget) {
    guard Int(end) + more > Int(capacity) else { return }
    let used = Int(count)
    if let bytes, start > 0 { memmove(bytes, bytes + Int(start), used) }
    start = 0
    end = UInt32(used)
    guard used + more > Int(capacity) else { return }
    // Half as much again: doubling would hold up to twice the queue's limit for each stalled peer.
    let larger = max(used + more, Int(capacity) / 2 * 3)
    grow(to: larger, memory)
  }

  private var isMapped: Bool { Int(capacity) >= Self.mappedBytes }

  private mutating func grow(to bytesMin: Int, _ memory: MemoryBudget) {
    var larger = bytesMin
    let grown: UnsafeMutableRawPointer?
    if larger < Self.mappedBytes {
      grown = realloc(bytes, larger)
    } else {
      let page = sysconf(Int32(_SC_PAGESIZE))
      larger = (larger + page - 1) / page * page
      if isMapped {
        grown = clinux_remap(bytes, Int(capacity), larger)
      } else {
        grown = clinux_map(larger)
        if let bytes { grown?.copyMemory(from: bytes, byteCount: Int(end)) }
        free(bytes)
      }
    }
    guard let grown else { preconditionFailure("out of memory") }
    memory.charge(larger - Int(capacity))
    bytes = grown
    capacity = UInt32(larger)
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard let bytes, let base = piece.baseAddress else { return }
    // Safety: `reserve` has made room for what is appended.
    (bytes + Int(end)).copyMemory(from: base, byteCount: piece.count)
    end += UInt32(piece.count)
  }

  /// Counts a send of so many bytes, which are appended now or at the end of the turn.
  mutating func note(_ length: UInt32, _ memory: MemoryBudget) {
    if endSend == sendCapacity { makeRoomForSends(memory) }
    sends?[Int(endSend)] = length
    endSend += 1
    notedBytes += length
  }

  /// Bytes that no send accounts for belong to the last one: what began the backlog, last words, what TLS adds.
  mutating func settle(_ memory: MemoryBudget) {
    guard count > notedBytes else { return }
    let rest = count - notedBytes
    guard endSend > firstSend, let sends else { return note(rest, memory) }
    sends[Int(endSend) - 1] += rest
    notedBytes += rest
  }

  /// The socket has taken so many bytes from the front.
  mutating func take(_ taken: UInt32) {
    start += taken
    markedBytes -= min(taken, markedBytes)
    var rest = min(taken, notedBytes)
    notedBytes -= rest
    guard let sends else { return }
    while firstSend < endSend, sends[Int(firstSend)] <= rest {
      rest -= sends[Int(firstSend)]
      firstSend += 1
    }
    if firstSend < endSend { sends[Int(firstSend)] -= rest }
  }

  private mutating func makeRoomForSends(_ memory: MemoryBudget) {
    let used = sendCount
    if let sends, used <= Int(sendCapacity) / 2, used > 0 {
      memmove(sends, sends + Int(firstSend), used * MemoryLayout<UInt32>.stride)
    } else {
      if let sends, firstSend > 0 { memmove(sends, sends + Int(firstSend), used * MemoryLayout<UInt32>.stride) }
      let larger = max(16, used * 2)
      guard let grown = realloc(sends, larger * MemoryLayout<UInt32>.stride) else { preconditionFailure("out of memory") }
      memory.charge((larger - Int(sendCapacity)) * MemoryLayout<UInt32>.stride)
      // Safety: realloc keeps the lengths, which are trivial.
      sends = grown.assumingMemoryBound(to: UInt32.self)
      sendCapacity = UInt32(larger)
    }
    firstSend = 0
    endSend = UInt32(used)
  }

  mutating func freeMemory(_ memory: MemoryBudget) {
    memory.discharge(memoryBytes)
    if isMapped { munmap(bytes, Int(capacity)) } else { free(bytes) }
    free(sends)
    bytes = nil
    sends = nil
  }
}
