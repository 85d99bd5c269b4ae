/// Values in the order of their addition, found by place or by key.
///
/// A copy costs nothing however long the list is, and an addition beside a live copy costs the same at any length.
/// Nothing is ever taken out: what is over is marked so in the value.
public struct PersistentList<Key: Hashable & Sendable, Value: Sendable>: RandomAccessCollection, Sendable {
  // 64 values a leaf and 64 leaves a branch: a change beside a live copy copies one of each, and the list of branches,
  // which stays short.
  @usableFromInline var branches: [[[Value]]] = []
  @usableFromInline var places = PersistentIndex<Key>()

  /// Makes an empty list.
  public init() {}

  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of values.
  @inlinable public var endIndex: Int { places.count }

  /// The value added at this place, counted from 0.
  @inlinable public subscript(place: Int) -> Value { branches[place >> 12][place >> 6 & 63][place & 63] }

  /// The value with this key, or nil.
  @inlinable public subscript(key: Key) -> Value? { places.number(of: key).map { self[$0] } }

  /// Whether a value with this key was added.
  @inlinable public func has(_ key: Key) -> Bool { places.number(of: key) != nil }

  /// The keys in the order of addition. Costs what there are.
  @inlinable public var keys: [Key] { places.keys }

  /// Where the value with this key stands, or nil.
  func place(of key: Key) -> Int? { places.number(of: key) }

  /// Puts the value in the place of the one with the same key, or at the end.
  public mutating func set(_ value: Value, for key: Key) {
    if let place = place(of: key) {
      branches[place >> 12][place >> 6 & 63][place & 63] = value
    } else {
      _ = add(value, for: key)
    }
  }

  /// Puts the value at the end, unless the key is taken. Returns whether it was added.
  @inlinable public mutating func add(_ value: Value, for key: Key) -> Bool {
    let length = places.count
    guard places.add(key) else { return false }
    if length & 0xFFF == 0 { branches.append([]) }
    let branch = length >> 12
    if length & 63 == 0 {
      var leaf: [Value] = []
      if length > 0 { leaf.reserveCapacity(64) }
      branches[branch].append(leaf)
    }
    // The first leaf grows by a few, and not to twice its length: a list that stays short, such as that of a group's
    // members, would have space for more than it ever holds.
    if length < 64, branches[0][0].capacity == length { branches[0][0].reserveCapacity(length + 4) }
    branches[branch][length >> 6 & 63].append(value)
    return true
  }

  /// Says that many values are to be added and that no copy is made meanwhile; `endFilling` follows. What is held is
  /// the same without.
  ///
  /// - Parameter expected: how many values are coming, if that is known.
  @inlinable public mutating func startFilling(_ expected: Int = 0) { places.startFilling(expected) }

  /// Ends what `startFilling` began.
  @inlinable public mutating func endFilling() { places.endFilling() }
}
