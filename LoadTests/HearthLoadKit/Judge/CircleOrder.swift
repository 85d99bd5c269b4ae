/// Judges one circle in which everything said is numbered: every member gets every number once, and all in the same
/// order.
///
/// Which order that is, whoever gets a number first decides.
public struct CircleOrder: Sendable {
  /// What a delivery showed to be wrong.
  public enum Finding: Hashable, Sendable {
    /// So many deliveries before this one never came.
    case lost(Int)
    /// The member had it before.
    case doubled
    /// Others got something else first.
    case misordered
    /// Nobody said it.
    case unknown
  }

  /// The numbers in the order in which they were first delivered.
  private var order: [UInt32] = []
  /// By number.
  private var isDelivered: [Bool] = []
  /// How many of `order` each member has had.
  private var positions: [Int]
  /// Deliveries that never came, as far as is known.
  private var lostCount = 0

  /// A circle in which nothing has been said.
  public init(members: Int) {
    positions = Array(repeating: 0, count: members)
  }

  /// Deliveries still owed; those known to be lost are not among them.
  public var owed: Int { positions.count * isDelivered.count - positions.reduce(0, +) }

  /// Something is about to be said: gives it its number.
  public mutating func say() -> UInt32 {
    isDelivered.append(false)
    return UInt32(isDelivered.count - 1)
  }

  /// A member got a number.
  public mutating func deliver(_ number: UInt32, to member: Int) -> Finding? {
    guard number < isDelivered.count, positions.indices.contains(member) else { return .unknown }
    let position = positions[member]
    if position == order.count {
      guard !isDelivered[Int(number)] else { return .doubled }
      isDelivered[Int(number)] = true
      order.append(number)
      positions[member] = position + 1
      return nil
    }
    if order[position] == number {
      positions[member] = position + 1
      return nil
    }
    if order[..<position].contains(number) { return .doubled }
    guard let found = order[position...].firstIndex(of: number) else { return .misordered }
    positions[member] = found + 1
    return .lost(found - position)
  }
}
