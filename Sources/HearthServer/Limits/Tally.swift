/// Counts what each key has of something, up to a number. A key that has nothing takes no memory.
struct Tally<Key: Hashable & Sendable>: Sendable {
  private let most: Int
  private var counts: [Key: Int] = [:]

  /// - Parameter most: what one key may have.
  init(most: Int) { self.most = most }

  /// The keys that have something: as many as there are things counted, at most.
  var keyCount: Int { counts.count }

  /// All that is counted, of every key: it looks at each of them, so it is for tests and for the operator.
  var total: Int { counts.values.reduce(0, +) }

  /// What a key has.
  subscript(key: Key) -> Int { counts[key, default: 0] }

  /// Counts one more; false when the key has as many as it may.
  ///
  /// - Parameter others: what it has of the same where it is not counted.
  mutating func add(_ key: Key, besides others: Int = 0) -> Bool {
    let count = counts[key, default: 0]
    guard count < most, others < most - count else { return false }
    counts[key] = count + 1
    return true
  }

  /// Counts one less.
  mutating func remove(_ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
