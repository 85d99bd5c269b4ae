import Glibc
import Testing

@testable import Transport

struct BacklogTests {
  private static let boundaries = [
    1, Backlog.smallBytesMax - 1, Backlog.smallBytesMax, Backlog.smallBytesMax + 1, BlockPool.blockBytes - 1, BlockPool.blockBytes,
    BlockPool.blockBytes + 1, 8 * BlockPool.blockBytes, 8 * BlockPool.blockBytes + 1, 1 << 20,
  ]

  private static func byte(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: position % 251) }

  /// All that is unsent, as the vectors of so many calls would have it.
  private func drain(_ backlog: inout Backlog, _ pool: BlockPool, vectors count: Int) -> [UInt8] {
    var all: [UInt8] = []
    while backlog.count > 0 {
      let sent = withUnsafeTemporaryAllocation(of: iovec.self, capacity: count) { vectors in
        let filled = backlog.unsent(vectors)
        return vectors[..<filled].flatMap { Array(UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)) }
      }
      // A socket takes what it likes.
      let taken = (sent.count + 2) / 3
      all += sent[..<taken]
      backlog.take(UInt32(taken), pool)
    }
    return all
  }

  @Test("Bytes come out as they went in, whatever memory they stand in", arguments: boundaries)
  func keepsItsBytes(_ bytes: Int) {
    let pool = BlockPool(memory: MemoryBudget())
    for piece in [bytes, 40_000, 16 << 10, 1_000] {
      var backlog = Backlog()
      var filled = 0
      var taken = 0
      while filled < bytes {
        let count = min(piece, bytes - filled)
        backlog.reserve(count, pool)
        (filled..<(filled + count)).map(Self.byte).withUnsafeBytes { backlog.append($0) }
        backlog.settle(pool.memory)
        filled += count
        // A peer that reads something now and then.
        guard filled < bytes, filled % 3 == 0 else { continue }
        backlog.take(100, pool)
        taken += 100
      }
      #expect(Int(backlog.count) == filled - taken && Int(backlog.capacity) >= filled - taken)
      #expect(pool.memory.chargedBytes >= Int(backlog.capacity))
      #expect(drain(&backlog, pool, vectors: 8) == (taken..<filled).map(Self.byte))
      backlog.freeMemory(pool)
      #expect(pool.memory.chargedBytes == 0)
    }
  }

  @Test func whatArrivesIsWhatTheKernelTookAndHoldsNoMore() {
    let pool = BlockPool(memory: MemoryBudget())
    var backlog = Backlog()
    backlog.reserve(1_000, pool)
    [UInt8](repeating: 0, count: 1_000).withUnsafeBytes { backlog.append($0) }
    backlog.mark(5, held: 300)
    #expect(backlog.arrived(held: 300) == 0)
    // The kernel took a hundred, and the peer a hundred and forty.
    backlog.take(100, pool)
    #expect(backlog.arrived(held: 260) == 140)
    backlog.mark(6, held: 260)
    #expect(backlog.arrived(held: 260) == 0)
    backlog.freeMemory(pool)
  }

  @Test("All sends but the first are dropped, and the memory behind them", arguments: boundaries)
  func cut(_ bytes: Int) {
    let pool = BlockPool(memory: MemoryBudget())
    var backlog = Backlog()
    for _ in 0..<3 {
      backlog.note(UInt32(bytes), pool.memory)
      backlog.reserve(bytes, pool)
      (0..<bytes).map(Self.byte).withUnsafeBytes { backlog.append($0) }
    }
    backlog.settle(pool.memory)
    let taken = min(7, bytes - 1)
    backlog.take(UInt32(taken), pool)
    #expect(backlog.cut(pool) == 2 * bytes)
    #expect(backlog.sendCount == 1 && Int(backlog.capacity) < max(2 * bytes, Backlog.smallBytesMax) + 2 * BlockPool.blockBytes)
    // More may follow.
    backlog.reserve(2, pool)
    [UInt8]([1, 2]).withUnsafeBytes { backlog.append($0) }
    #expect(drain(&backlog, pool, vectors: 8) == (taken..<bytes).map(Self.byte) + [1, 2])
    backlog.freeMemory(pool)
    #expect(pool.memory.chargedBytes == 0)
  }

  @Test func littleTakesLittleMemoryAndMuchTakesWholeBlocks() {
    let pool = BlockPool(memory: MemoryBudget())
    var backlog = Backlog()
    backlog.reserve(100, pool)
    #expect(backlog.capacity == 100)
    backlog.reserve(Backlog.smallBytesMax, pool)
    #expect(Int(backlog.capacity) == Backlog.smallBytesMax)
    backlog.reserve(Backlog.smallBytesMax + 1, pool)
    #expect(Int(backlog.capacity) == BlockPool.blockBytes)
    backlog.freeMemory(pool)
  }

  @Test func theBlocksOfWhatWasSentServeWhoeverIsNext() {
    let pool = BlockPool(memory: MemoryBudget())
    var first = Backlog()
    let bytes = [UInt8](repeating: 1, count: 4 * BlockPool.blockBytes)
    first.reserve(bytes.count, pool)
    bytes.withUnsafeBytes { first.append($0) }
    first.settle(pool.memory)
    first.take(UInt32(3 * BlockPool.blockBytes), pool)
    #expect(pool.keptCount == 3)
    var second = Backlog()
    second.reserve(2 * BlockPool.blockBytes, pool)
    #expect(pool.keptCount == 1)
    first.freeMemory(pool)
    second.freeMemory(pool)
    #expect(pool.keptCount == 4 && pool.memory.chargedBytes == 0)
  }

  @Test func asManyBlocksAreKeptForGoodAsMayBeAndTheNextIsChargedUntilItGoesBackToTheSystem() throws {
    let pool = BlockPool(memory: MemoryBudget())
    let blocks = (0..<(BlockPool.keptMax + 2)).map { _ in pool.take() }
    #expect(pool.memory.chargedBytes == blocks.count * BlockPool.blockBytes)
    for block in blocks.prefix(BlockPool.keptMax) { pool.give(block) }
    #expect(pool.excess == 0 && pool.memory.chargedBytes == 2 * BlockPool.blockBytes)
    for block in blocks.suffix(2) { pool.give(block) }
    #expect(pool.excess == 2 && pool.memory.chargedBytes == 2 * BlockPool.blockBytes)
    // What is charged already is not charged again.
    pool.give(pool.take())
    #expect(pool.excess == 2 && pool.memory.chargedBytes == 2 * BlockPool.blockBytes)
    pool.trim(most: 1)
    #expect(pool.excess == 1 && pool.memory.chargedBytes == BlockPool.blockBytes)
    pool.trim(most: .max)
    #expect(pool.keptCount == BlockPool.keptMax && pool.memory.chargedBytes == 0)
  }

  @Test func asManyBlocksAreUnneededAsHaveLainThereAllTheTime() {
    let pool = BlockPool(memory: MemoryBudget())
    let more = 5
    for block in (0..<(BlockPool.keptMax + more)).map({ _ in pool.take() }) { pool.give(block) }
    #expect(pool.unneeded == 0)
    pool.watch()
    #expect(pool.unneeded == more)
    let blocks = (0..<2).map { _ in pool.take() }
    for block in blocks { pool.give(block) }
    #expect(pool.unneeded == more - 2 && pool.excess == more)
    pool.trim(most: 1)
    #expect(pool.unneeded == more - 3 && pool.excess == more - 1)
    for block in (0..<2).map({ _ in pool.take() }) { pool.give(block) }
    #expect(pool.unneeded == more - 3 && pool.excess == more - 1)
    for block in (0..<3).map({ _ in pool.take() }) { pool.give(block) }
    #expect(pool.unneeded == more - 4)
    pool.trim(most: .max)
    #expect(pool.unneeded == 0 && pool.excess == 0)
  }

  @Test func whatManyLeaveBehindIsGivenBackAtOnceWhileMemoryIsTight() throws {
    var configuration = LoopConfiguration()
    configuration.spareMemoryMilliseconds = 3_600_000
    let more = 200
    configuration.memory = MemoryBudget(bytesMax: more * BlockPool.blockBytes)
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    _ = rig.onLoop { loop in
      for block in (0..<(BlockPool.keptMax + more)).map({ _ in loop.blockPool.take() }) { loop.blockPool.give(block) }
      loop.blockPool.trim(most: 20)
      loop.scheduleTrimming()
    }
    // 90 % are charged.
    #expect(rig.onLoop { [$0.blockPool.excess, $0.memory.isTight ? 1 : 0, $0.memory.isShort ? 1 : 0] } == [more - 20, 1, 0])
    try rig.waitUntil { !$0.memory.isTight }
    // What is not tight waits for its time.
    #expect(try #require(rig.onLoop { $0.blockPool.excess }) > more / 2)
  }

  @Test func whatManyLeaveBehindIsGivenBackByAndBy() throws {
    var configuration = LoopConfiguration()
    configuration.spareMemoryMilliseconds = 0
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let more = 9
    _ = rig.onLoop { loop in
      for block in (0..<(BlockPool.keptMax + more)).map({ _ in loop.blockPool.take() }) { loop.blockPool.give(block) }
    }
    #expect(rig.onLoop { $0.blockPool.excess } == more)
    // A backlog that ends sets it going.
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    _ = rig.onLoop { $0.send([UInt8](repeating: 1, count: 900_000), to: connection) }
    #expect(client.receive(900_000)?.count == 900_000)
    try rig.waitUntil { $0.blockPool.excess == 0 }
    #expect(rig.onLoop { $0.blockPool.keptCount } == BlockPool.keptMax)
    try rig.waitUntil { $0.census().timers == 0 }
  }
}
