/// Keeps timers by deadline: a pure hierarchical wheel, counting ticks that somebody else takes from a clock.
///
/// Eleven levels of 64 slots each, enough for any deadline; a slot of level n spans 64ⁿ ticks. A timer lies at the
/// level of the highest digit (base 64) in which its deadline differs from the current tick, and moves down when the
/// wheel reaches its slot: three times at most for a deadline within nine days of ticks of 50 ms. Scheduling and
/// cancelling are O(1). It must never fire a timer early, and fires timers in order of deadline, those of the same tick
/// in order of scheduling.
struct TimerWheel<Payload> {
  private struct Node {
    var deadline: UInt64
    var payload: Payload?
    var next: Int32
    var previous: Int32
    var generation: UInt32
    /// The slot over all levels that the node is chained in.
    var slot: Int32
  }

  private struct Chain {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private static var levels: Int { 11 }

  private var nodes: [Node] = []
  private var free: Int32 = -1
  private var chains = [Chain](repeating: Chain(), count: 64 * 11)
  /// One bit per slot that is not empty.
  private var occupied = [UInt64](repeating: 0, count: 11)
  /// Every timer with a deadline up to this tick has been moved to `due`.
  private(set) var tick: UInt64
  private var due = Chain()
  /// The timers in `due`.
  private(set) var dueCount = 0

  /// What `firstSlot` would find, kept because every turn of a loop asks for it.
  private(set) var nextSlot: UInt64?

  /// The number of timers that have neither fired nor been cancelled.
  private(set) var count = 0

  init(tick: UInt64) {
    self.tick = tick
  }

  /// Schedules a timer; a deadline that is not after the current tick becomes the next tick.
  mutating func schedule(at deadline: UInt64, _ payload: Payload) -> TimerID {
    let deadline = max(deadline, tick + 1)
    let index: Int32
    if free >= 0 {
      index = free
      free = nodes[Int(index)].next
      nodes[Int(index)].deadline = deadline
      nodes[Int(index)].payload = payload
    } else {
      index = Int32(nodes.count)
      nodes.append(Node(deadline: deadline, payload: payload, next: -1, previous: -1, generation: 1, slot: -1))
    }
    count += 1
    place(index)
    return TimerID(index: index, generation: nodes[Int(index)].generation)
  }

  /// Forgets a timer; false when it has fired or been cancelled before.
  @discardableResult
  mutating func cancel(_ timer: TimerID) -> Bool {
    let index = Int(timer.index)
    guard nodes.indices.contains(index), nodes[index].generation == timer.generation, nodes[index].payload != nil else { return false }
    unchain(timer.index)
    release(timer.index)
    return true
  }

  /// Moves the wheel to the tick if that lies ahead; all with a deadline up to it are due then.
  mutating func advance(to now: UInt64) {
    while let next = nextSlot, next <= now { moveDown(at: next) }
    tick = max(tick, now)
  }

  /// Takes the next timer that is due at the current tick, if any is.
  mutating func takeDue() -> Payload? {
    let index = due.first
    guard index >= 0 else { return nil }
    let payload = nodes[Int(index)].payload
    unchain(index)
    release(index)
    return payload
  }

  /// The tick at which the wheel wants to be moved: never after the earliest deadline, at times before it. Nil without
  /// timers.
  var nextTick: UInt64? { due.first >= 0 ? tick : nextSlot }

  /// The tick at which the first slot begins that is not empty.
  func firstSlot() -> UInt64? {
    for level in 0..<Self.levels where occupied[level] != 0 {
      // A lower level is wholly before the next slot of a higher one, and all slots of a level lie after the current
      // one.
      let shift = UInt64(level) * 6
      let slot = UInt64(occupied[level].trailingZeroBitCount)
      let round = shift + 6
      return (tick >> round) << round | slot << shift
    }
    return nil
  }

  /// Makes the tick current, which no occupied slot lies before, and moves the slot's timers down or to `due`.
  private mutating func moveDown(at next: UInt64) {
    tick = next
    for level in (0..<Self.levels).reversed() {
      let slot = Int(next >> (UInt64(level) * 6) & 63)
      guard occupied[level] & 1 << UInt64(slot) != 0 else { continue }
      occupied[level] &= ~(1 << UInt64(slot))
      var index = chains[level * 64 + slot].first
      chains[level * 64 + slot] = Chain()
      while index >= 0 {
        let following = nodes[Int(index)].next
        place(index)
        index = following
      }
    }
    nextSlot = firstSlot()
  }

  private mutating func place(_ index: Int32) {
    let deadline = nodes[Int(index)].deadline
    guard deadline > tick else { return append(index, slot: -1) }
    // Timers within the same 64 ticks go to level 0, within the same 4,096 to level 1, and so on.
    let level = (63 - (deadline ^ tick).leadingZeroBitCount) / 6
    let shift = UInt64(level) * 6
    let slot = Int(deadline >> shift & 63)
    occupied[level] |= 1 << UInt64(slot)
    nextSlot = min(nextSlot ?? .max, (deadline >> shift) << shift)
    append(index, slot: level * 64 + slot)
  }

  private mutating func append(_ index: Int32, slot: Int) {
    let last = slot < 0 ? due.last : chains[slot].last
    nodes[Int(index)].slot = Int32(slot)
    nodes[Int(index)].next = -1
    nodes[Int(index)].previous = last
    if last >= 0 { nodes[Int(last)].next = index }
    if slot < 0 {
      due = Chain(first: last < 0 ? index : due.first, last: index)
      dueCount += 1
    } else {
      chains[slot] = Chain(first: last < 0 ? index : chains[slot].first, last: index)
    }
  }

  private mutating func unchain(_ index: Int32) {
    let node = nodes[Int(index)]
    var chain = node.slot < 0 ? due : chains[Int(node.slot)]
    if node.previous >= 0 { nodes[Int(node.previous)].next = node.next } else { chain.first = node.next }
    if node.next >= 0 { nodes[Int(node.next)].previous = node.previous } else { chain.last = node.previous }
    guard node.slot >= 0 else {
      due = chain
      dueCount -= 1
      return
    }
    chains[Int(node.slot)] = chain
    guard chain.first < 0 else { return }
    occupied[Int(node.slot) / 64] &= ~(1 << UInt64(node.slot & 63))
    nextSlot = firstSlot()
  }

  private mutating func release(_ index: Int32) {
    nodes[Int(index)].payload = nil
    nodes[Int(index)].generation &+= 1
    nodes[Int(index)].next = free
    free = index
    count -= 1
  }
}
