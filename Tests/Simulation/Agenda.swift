import HeapModule

/// What happens when, in simulated time: the earliest first, and of two at one instant the one that was put in first.
struct Agenda<Happening> {
  private struct Item: Comparable {
    let at: Int64
    let number: UInt64
    let what: Happening

    static func == (left: Item, right: Item) -> Bool { left.number == right.number }
    static func < (left: Item, right: Item) -> Bool { (left.at, left.number) < (right.at, right.number) }
  }

  private var items = Heap<Item>()
  private var count: UInt64 = 0

  /// How much is still to happen.
  var left: Int { items.count }

  mutating func add(_ what: Happening, at instant: Int64) {
    count += 1
    items.insert(Item(at: instant, number: count, what: what))
  }

  mutating func next() -> (at: Int64, what: Happening)? { items.popMin().map { ($0.at, $0.what) } }
}

/// The one source of chance: the same seed, the same life.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
