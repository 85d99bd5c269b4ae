import Testing

@testable import Transport

struct OutputArenaTests {
  @Test(
    "An arena of 1 MiB is kept from turn to turn; one that has grown by a byte more is given back but for 64 KiB",
    arguments: [64 << 10, 1 << 20, (1 << 20) + 1])
  func kept(bytes: Int) {
    let initial = 64 << 10
    let memory = MemoryBudget()
    var arena = OutputArena(bytesMax: 256 << 20, memory: memory)
    for _ in 0..<2 {
      // More than there is space for, so that it is exactly as large as what is written; the second time what was kept
      // is as large.
      let hasSpace = arena.reserve(bytes) != nil
      let range = arena.commit(bytes)
      let full = arena.capacity
      #expect(hasSpace && range.offset == 0 && Int(range.length) == bytes)
      #expect(full == bytes && memory.chargedBytes == bytes)
      arena.reset()
      let kept = arena.capacity
      #expect(kept == (bytes > 1 << 20 ? initial : bytes) && memory.chargedBytes == kept)
    }
  }
}
