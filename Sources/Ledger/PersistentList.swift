import HashTreeCollections

/// Values in the order of their addition, found by place or by key.
///
/// A copy costs nothing however long the list is, and an addition beside a live copy costs the same at any length. Nothing is ever taken
/// out: what is over is marked so in the value.
public struct PersistentList<Key: Hashable & Sendable, Value: Sendable>: RandomAccessCollection, Sendable {
  /// Keeps a value apart from the tree, whose nodes are copied beside a live copy and should be small.
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var values: TreeDictionary<Int, Box> = [:]
  private var places: TreeDictionary<Key, Int> = [:]

  /// Makes an empty list.
  public init() {}

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of values.
  public var endIndex: Int { values.count }

  /// The value added at this place, counted from 0.
  public subscript(place: Int) -> Value {
    guard let box = values[place] else { preconditionFailure("No value stands at this place of the list.") }
    return box.value
  }

  /// The value with this key, or nil.
  public subscript(key: Key) -> Value? { places[key].flatMap { values[$0]?.value } }

  /// Whether a value with this key was added.
  public func has(_ key: Key) -> Bool { places[key] != nil }

  /// Puts the value in the place of the one with the same key, or at the end.
  mutating func set(_ value: Value, for key: Key) {
    if let place = places[key] {
      values[place] = Box(value)
    } else {
      let place = values.count
      places[key] = place
      values[place] = Box(value)
    }
  }
}
