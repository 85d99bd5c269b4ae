import HearthProtocol

/// Which of several servers has which group, as their database says it: with a fence that each owner raises.
struct Ownership {
  /// What becomes of a claim.
  enum Claim {
    case claimed(fence: Int64)
    case elsewhere(owner: String)
  }

  private(set) var rooms: [GroupID: (node: String, fence: Int64)] = [Household.group: ("nobody", 0)]
  /// The servers that were seen lately.
  var living: Set<String> = []

  static func name(of node: Int) -> String { "n\(node)" }
  private static let firstPort = 10_000

  /// Which server an address is.
  static func node(atPort port: UInt16) -> Int { Int(port) - firstPort }

  func address(of name: String) -> String? {
    guard living.contains(name), let node = Int(name.dropFirst()) else { return nil }
    return "127.0.0.1:\(Self.firstPort + node)"
  }

  mutating func claim(_ group: GroupID, for node: String) -> Claim {
    // A group without events is nobody's.
    guard let room = rooms[group] else { return .claimed(fence: 0) }
    if room.node != node, living.contains(room.node) { return .elsewhere(owner: room.node) }
    rooms[group] = (node, room.fence + 1)
    return .claimed(fence: room.fence + 1)
  }

  mutating func give(_ group: GroupID, from node: String, to other: String) -> Bool {
    guard let room = rooms[group], room.node == node, other != node, living.contains(other) else { return false }
    rooms[group] = (other, room.fence + 1)
    return true
  }
}
