/// The output of half a turn of a loop: bytes are copied in once, however many connections they go to.
///
/// Positions are offsets, so growing moves nothing that a range refers to. The loop empties it at the end.
struct OutputArena: ~Copyable {
  /// What is kept from turn to turn. Limit: a larger arena is given back at the end of its turn.
  private static let keptBytes = 1 << 20
  private static let initialBytes = 64 << 10

  // Safety: owned here alone; `count` bytes from the start are initialized.
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  private var count = 0
  private let bytesMax: Int

  private let memory: MemoryBudget

  init(bytesMax: Int, memory: MemoryBudget) {
    self.memory = memory
    self.bytesMax = min(bytesMax, Int(UInt32.max) - 1)
    capacity = Self.initialBytes
    base = .allocate(byteCount: capacity, alignment: 16)
    memory.charge(capacity)
  }

  deinit {
    memory.discharge(capacity)
    base.deallocate()
  }

  /// Space for so many bytes behind those written, or nil past the limit.
  mutating func reserve(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let (needed, overflow) = count.addingReportingOverflow(bytes)
    guard !overflow, needed <= bytesMax else { return nil }
    if needed > capacity {
      let larger = max(capacity * 2, needed)
      memory.charge(larger - capacity)
      capacity = larger
      let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      grown.copyMemory(from: base, byteCount: count)
      base.deallocate()
      base = grown
    }
    return base + count
  }

  /// Takes over bytes that were written into the reserved space.
  mutating func commit(_ bytes: Int) -> OutputRange {
    precondition(bytes >= 0 && bytes <= capacity - count, "more was written than was reserved")
    let range = OutputRange(offset: UInt32(count), length: UInt32(bytes))
    count += bytes
    return range
  }

  mutating func reset() {
    count = 0
    guard capacity > Self.keptBytes else { return }
    base.deallocate()
    memory.discharge(capacity - Self.initialBytes)
    capacity = Self.initialBytes
    base = .allocate(byteCount: capacity, alignment: 16)
  }
}
