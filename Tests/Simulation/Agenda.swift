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
