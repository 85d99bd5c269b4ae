import HashTreeCollections

/// Values in the order of their addition, found by place or by key.
///
/// A copy costs nothing however long the list is, and an addition beside a live copy costs the same at any length. Nothing is ever taken
/// out: what is over is marked so in the value.
public struct PersistentList<Key: Hashable & Sendable, Value: Sendable>: RandomAccessCollection, Sendable {
  // 64 values a leaf and 64 leaves a branch: a change beside a live copy copies one of each, and the list of branches, which stays short.
  private var branches: [[[Value]]] = []
  private var places: TreeDictionary<Key, UInt32> = [:]
  private var length = 0

  /// Makes an empty list.
  public init() {}

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of values.
  public var endIndex: Int { length }

  /// The value added at this place, counted from 0.
  public subscript(place: Int) -> Value { branches[place >> 12][place >> 6 & 63][place & 63] }

  /// The value with this key, or nil.
  public subscript(key: Key) -> Value? { places[key].map { self[Int($0)] } }

  /// Whether a value with this key was added.
  public func has(_ key: Key) -> Bool { places[key] != nil }

  /// Where the value with this key stands, or nil.
  func place(of key: Key) -> Int? { places[key].map(Int.init) }

  /// Puts the value in the place of the one with the same key, or at the end.
  mutating func set(_ value: Value, for key: Key) {
    if let place = place(of: key) {
      branches[place >> 12][place >> 6 & 63][place & 63] = value
    } else {
      places[key] = UInt32(length)
      append(value)
    }
  }

  /// Puts the value at the end, unless the key is taken; whether it was not.
  mutating func add(_ value: Value, for key: Key) -> Bool {
    // One search for the usual case, where the key is new.
    if let taken = places.updateValue(UInt32(length), forKey: key) {
      places[key] = taken
      return false
    }
    append(value)
    return true
  }

  private mutating func append(_ value: Value) {
    if length & 0xFFF == 0 { branches.append([]) }
    let branch = length >> 12
    if length & 63 == 0 {
      var leaf: [Value] = []
      leaf.reserveCapacity(64)
      branches[branch].append(leaf)
    }
    branches[branch][length >> 6 & 63].append(value)
    length += 1
  }
}
