import CLinux
import Glibc

/// What a socket did not take: bytes, when they came, and how many sends they are. It exists only while there is
/// something in it.
///
/// A slot points to it; it owns its memory and charges it to the loop's budget: one small block, or several from the
/// loop's pool.
struct Backlog {
  /// Limit: up to so many bytes stand in memory of just their size: many peers may be slow by a few bytes. No more than
  /// a block has.
  static let smallBytesMax = 16 << 10

  // Safety: all are owned here, reached on the loop's thread only, and freed by `freeMemory`. `small` and `blocks` are
  // malloc'ed, the blocks are the pool's.
  private var small: UnsafeMutableRawPointer?
  private var smallCapacity: UInt32 = 0
  /// The blocks from `firstBlock` to `endBlock`; `small` is nil when there are any.
  private var blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>?
  private var firstBlock: UInt32 = 0
  private var endBlock: UInt32 = 0
  private var blockCapacity: UInt32 = 0
  /// The lengths of the sends from `firstSend` to `endSend`, that of the first as far as it is unsent.
  private var sends: UnsafeMutablePointer<UInt32>?
  /// Where the bytes stand, from the beginning of `small` or of the first block.
  private var start: UInt32 = 0
  private var end: UInt32 = 0
  private var firstSend: UInt32 = 0
  private var endSend: UInt32 = 0
  private var sendCapacity: UInt32 = 0
  /// The sum of the sends' lengths.
  private var notedBytes: UInt32 = 0
  /// What the kernel held for the peer at `markedAt`, less what it was given since: what it holds less now has arrived.
  private var heldAtMark: Int64 = 0
  /// Milliseconds of the loop's clock.
  private(set) var markedAt: Int64 = 0

  var count: UInt32 { end - start }

  /// The bytes there is memory for.
  var capacity: UInt32 { blockCount == 0 ? smallCapacity : blockCount * UInt32(BlockPool.blockBytes) }

  /// The sends that wait, those of the running turn included.
  var sendCount: Int { Int(endSend - firstSend) }

  private var blockCount: UInt32 { endBlock - firstBlock }

  /// From now on it is counted what arrives at the peer.
  ///
  /// - Parameter held: the bytes that the kernel holds for it.
  mutating func mark(_ now: Int64, held: Int) {
    heldAtMark = Int64(held)
    markedAt = now
  }

  /// The bytes that have arrived at the peer since the mark.
  ///
  /// - Parameter held: the bytes that the kernel holds for it now.
  func arrived(held: Int) -> Int64 { heldAtMark - Int64(held) }

  /// Drops all sends but the first, of which some may have left: what a peer that stands still would have to read
  /// before anything else.
  ///
  /// - Returns: the bytes that were dropped.
  mutating func cut(_ pool: BlockPool) -> Int {
    guard endSend > firstSend, let sends else { return 0 }
    let kept = min(sends[Int(firstSend)], count)
    let dropped = count - kept
    end = start + kept
    endSend = firstSend + 1
    notedBytes = kept
    while blockCount > 1, end <= (blockCount - 1) * UInt32(BlockPool.blockBytes), let blocks {
      endBlock -= 1
      pool.give(blocks[Int(endBlock)])
    }
    return Int(dropped)
  }

  /// Sets the vectors to what the socket should get next, and gives their number; they hold until the next change.
  func unsent(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Int {
    guard blockCount > 0 else {
      vectors[0] = iovec(iov_base: small.map { $0 + Int(start) }, iov_len: Int(count))
      return 1
    }
    var position = Int(start)
    var filled = 0
    while position < Int(end), filled < vectors.count {
      let place = place(position)
      let piece = min(place.space, Int(end) - position)
      vectors[filled] = iovec(iov_base: place.base, iov_len: piece)
      filled += 1
      position += piece
    }
    return filled
  }

  /// Where a byte of the blocks stands, and how many there are from it to the end of its block.
  private func place(_ position: Int) -> (base: UnsafeMutableRawPointer, space: Int) {
    guard let blocks else { preconditionFailure("no blocks") }
    let offset = position % BlockPool.blockBytes
    return (blocks[Int(firstBlock) + position / BlockPool.blockBytes] + offset, BlockPool.blockBytes - offset)
  }

  /// Makes space behind the bytes. Queue limits keep the sum far below 2³².
  mutating func reserve(_ more: Int, _ pool: BlockPool) {
    guard Int(end) + more > Int(capacity) else { return }
    if blockCount == 0 {
      let used = Int(count)
      if used + more <= Self.smallBytesMax { return growSmall(to: used + more, pool.memory) }
      moveToBlocks(pool)
    }
    while Int(end) + more > Int(capacity) { addBlock(pool) }
  }

  private mutating func growSmall(to bytesMin: Int, _ memory: MemoryBudget) {
    let used = count
    if let small, start > 0 { memmove(small, small + Int(start), Int(used)) }
    start = 0
    end = used
    guard bytesMin > Int(smallCapacity) else { return }
    // Half as much again: doubling would hold up to twice the bytes for each peer.
    let larger = min(max(bytesMin, Int(smallCapacity) / 2 * 3), Self.smallBytesMax)
    guard let grown = realloc(small, larger) else { preconditionFailure("out of memory") }
    memory.charge(larger - Int(smallCapacity))
    small = grown
    smallCapacity = UInt32(larger)
  }

  private mutating func moveToBlocks(_ pool: BlockPool) {
    let used = Int(count)
    addBlock(pool)
    if let small, used > 0 { place(0).base.copyMemory(from: small + Int(start), byteCount: used) }
    free(small)
    pool.memory.discharge(Int(smallCapacity))
    small = nil
    smallCapacity = 0
    start = 0
    end = UInt32(used)
  }

  private mutating func addBlock(_ pool: BlockPool) {
    if endBlock == blockCapacity { makeSpaceForBlocks(pool.memory) }
    blocks?[Int(endBlock)] = pool.take()
    endBlock += 1
  }

  private mutating func makeSpaceForBlocks(_ memory: MemoryBudget) {
    let used = Int(blockCount)
    if let blocks, firstBlock > 0 { memmove(blocks, blocks + Int(firstBlock), used * MemoryLayout<UnsafeMutableRawPointer>.stride) }
    firstBlock = 0
    endBlock = UInt32(used)
    // While half of it is free, moving costs less than all that was taken since.
    guard used > Int(blockCapacity) / 2 || blockCapacity == 0 else { return }
    let larger = max(8, used * 2)
    guard let grown = realloc(blocks, larger * MemoryLayout<UnsafeMutableRawPointer>.stride) else { preconditionFailure("out of memory") }
    memory.charge((larger - Int(blockCapacity)) * MemoryLayout<UnsafeMutableRawPointer>.stride)
    // Safety: realloc keeps the pointers, which are trivial.
    blocks = grown.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    blockCapacity = UInt32(larger)
  }

  /// Appends bytes for which `reserve` has made space.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard var base = piece.baseAddress else { return }
    precondition(Int(end) + piece.count <= Int(capacity), "space was reserved")
    if blockCount == 0 {
      small.map { ($0 + Int(end)).copyMemory(from: base, byteCount: piece.count) }
      end += UInt32(piece.count)
      return
    }
    var rest = piece.count
    while rest > 0 {
      let place = place(Int(end))
      let part = min(rest, place.space)
      place.base.copyMemory(from: base, byteCount: part)
      base += part
      rest -= part
      end += UInt32(part)
    }
  }

  /// Counts a send of so many bytes, which are appended now or at the end of this half of the turn.
  mutating func note(_ length: UInt32, _ memory: MemoryBudget) {
    if endSend == sendCapacity { makeSpaceForSends(memory) }
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
  mutating func take(_ taken: UInt32, _ pool: BlockPool) {
    start += taken
    let blockBytes = UInt32(BlockPool.blockBytes)
    while blockCount > 0, start >= blockBytes, let blocks {
      pool.give(blocks[Int(firstBlock)])
      firstBlock += 1
      start -= blockBytes
      end -= blockBytes
    }
    heldAtMark += Int64(taken)
    var rest = min(taken, notedBytes)
    notedBytes -= rest
    guard let sends else { return }
    while firstSend < endSend, sends[Int(firstSend)] <= rest {
      rest -= sends[Int(firstSend)]
      firstSend += 1
    }
    if firstSend < endSend { sends[Int(firstSend)] -= rest }
  }

  private mutating func makeSpaceForSends(_ memory: MemoryBudget) {
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

  mutating func freeMemory(_ pool: BlockPool) {
    if let blocks { for block in Int(firstBlock)..<Int(endBlock) { pool.give(blocks[block]) } }
    pool.memory.discharge(
      Int(smallCapacity) + Int(blockCapacity) * MemoryLayout<UnsafeMutableRawPointer>.stride
        + Int(sendCapacity) * MemoryLayout<UInt32>.stride)
    free(small)
    free(blocks)
    free(sends)
    self = Backlog()
  }
}
