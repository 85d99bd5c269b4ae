import CLinux
import Glibc

/// Blocks of memory that the backlogs of a loop take and give back. On the loop's thread.
///
/// What is given back is kept for the next: the system takes some 15 µs to clear a block and as long to take it back,
/// for which everybody on the loop would wait whenever somebody stalls or is dropped; and to take it back, it
/// interrupts all processors on which the process runs.
final class BlockPool {
  /// A multiple of the pages' size.
  static let blockBytes = 32 << 10
  /// Limit: blocks that are kept for good, 8 MiB, not charged to the budget. More are given to the system by `trim`
  /// once nobody has needed them for a while, and charged until then.
  static let keptMax = 256

  let memory: MemoryBudget
  // Safety: each is mapped by `take`, of `blockBytes`, and reached by nobody else until it is taken again or unmapped.
  private var kept: [UnsafeMutableRawPointer] = []

  init(memory: MemoryBudget) { self.memory = memory }

  deinit {
    for block in kept { munmap(block, Self.blockBytes) }
    memory.discharge(excess * Self.blockBytes)
  }

  var keptCount: Int { kept.count }

  /// Blocks that are kept, but not for good.
  var excess: Int { max(0, kept.count - Self.keptMax) }

  /// The least that `excess` was since `watch`: so many blocks nobody has needed.
  private(set) var unneeded = 0

  /// From now on counts which blocks nobody needs.
  func watch() { unneeded = excess }

  /// A block, whose content is whatever it was. It is charged to the budget.
  func take() -> UnsafeMutableRawPointer {
    if excess == 0 { memory.charge(Self.blockBytes) }
    if let block = kept.popLast() {
      unneeded = min(unneeded, excess)
      return block
    }
    guard let block = clinux_map(Self.blockBytes) else { preconditionFailure("out of memory") }
    return block
  }

  /// Takes a block back that `take` gave.
  func give(_ block: UnsafeMutableRawPointer) {
    kept.append(block)
    if excess == 0 { memory.discharge(Self.blockBytes) }
  }

  /// Gives the system up to so many of the blocks that are not kept for good.
  func trim(most: Int) {
    let count = min(most, excess)
    for block in kept.suffix(count) {
      munmap(block, Self.blockBytes)
      memory.discharge(Self.blockBytes)
    }
    kept.removeLast(count)
    unneeded = max(0, unneeded - count)
  }
}
