import HashTreeCollections

/// Numbers keys by the order of their addition, and finds the number again.
///
/// A copy costs nothing however many keys there are, and an addition beside a live copy costs the same at any number.
/// While it is being filled, additions are cheaper and the first one beside a live copy copies everything; both ways
/// hold the same keys.
@usableFromInline
struct PersistentIndex<Key: Hashable & Sendable>: Sendable {
  // Keys that were there when filling ended, which never change again, and those since.
  @usableFromInline var filled = FlatIndex<Key>()
  @usableFromInline var added: TreeDictionary<Key, UInt32> = [:]
  @usableFromInline var isFilling = false

  @usableFromInline init() {}

  @inlinable var count: Int { filled.count + added.count }

  /// The key's number, or nil.
  @inlinable func number(of key: Key) -> Int? {
    if !added.isEmpty, let number = added[key] { return Int(number) }
    return filled.number(of: key)
  }

  /// All keys in the order of their addition; a query that walks them.
  @inlinable var keys: [Key] { filled.keys + added.sorted { $0.value < $1.value }.map(\.key) }

  /// Gives the key the next number, unless it has one; whether it had none.
  @inlinable mutating func add(_ key: Key) -> Bool {
    if isFilling { return filled.add(key) }
    guard filled.count == 0 || filled.number(of: key) == nil else { return false }
    // One search for the usual case, where the key is new.
    let number = UInt32(truncatingIfNeeded: count)
    if let taken = added.updateValue(number, forKey: key) {
      added[key] = taken
      return false
    }
    return true
  }

  /// What was added singly is not moved, so this helps a new index only.
  ///
  /// - Parameter expected: how many keys are coming, if that is known.
  @inlinable mutating func startFilling(_ expected: Int = 0) {
    isFilling = added.isEmpty
    if isFilling { filled.reserve(filled.count + expected) }
  }

  @inlinable mutating func endFilling() { isFilling = false }
}

/// The same for keys that come all at once: an open-addressed table, which a copy would have to copy whole.
@usableFromInline
struct FlatIndex<Key: Hashable & Sendable>: Sendable {
  /// By number.
  @usableFromInline var keys: [Key] = []
  /// A power of two, at most two thirds taken: 0, or in the low bits, which `mask` has, a number and one, and above
  /// them bits of the key's hash, so that a search seldom reads the key of another.
  @usableFromInline var slots: [UInt32] = []

  @usableFromInline init() {}

  @inlinable var count: Int { keys.count }

  @inlinable func number(of key: Key) -> Int? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[slot(of: key.hashValue) { $0 == key }]
    return slot == 0 ? nil : Int(slot & mask) - 1
  }

  @inlinable mutating func add(_ key: Key) -> Bool {
    if (keys.count + 1) * 3 > slots.count * 2 { grow() }
    // Peers choose their keys; the hash is seeded anew in every process.
    let hash = key.hashValue
    let slot = slot(of: hash) { $0 == key }
    guard slots[slot] == 0 else { return false }
    keys.append(key)
    slots[slot] = UInt32(truncatingIfNeeded: keys.count) | tag(of: hash)
    return true
  }

  @inlinable var mask: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

  /// The bits of a hash that stand in a slot.
  @inlinable func tag(of hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~mask }

  /// Where the key with this hash is or would be.
  @inlinable func slot(of hash: Int, where isSame: (Key) -> Bool) -> Int {
    let mask = mask
    let tag = tag(of: hash)
    var place = hash & Int(mask)
    while slots[place] != 0 {
      if slots[place] & ~mask == tag, isSame(keys[Int(slots[place] & mask) - 1]) { break }
      place = (place + 1) & Int(mask)
    }
    return place
  }

  /// Makes space for so many keys at once, so that none has to be put into its place again.
  @inlinable mutating func reserve(_ count: Int) {
    keys.reserveCapacity(count)
    var length = max(16, slots.count)
    while count * 3 > length * 2 { length *= 2 }
    if length > slots.count { place(in: length) }
  }

  @inlinable mutating func grow() { place(in: max(16, slots.count * 2)) }

  /// Puts all keys into a table of this length, a power of two.
  @inlinable mutating func place(in length: Int) {
    slots = [UInt32](repeating: 0, count: length)
    for number in keys.indices {
      let hash = keys[number].hashValue
      slots[slot(of: hash) { _ in false }] = UInt32(truncatingIfNeeded: number + 1) | tag(of: hash)
    }
  }
}
