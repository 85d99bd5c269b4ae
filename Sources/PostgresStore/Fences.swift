import HearthProtocol

/// The fences under which this node may append.
struct Fences {
  private var known: [GroupID: Int64] = [:]
  private var overtaken: Set<GroupID> = []

  // Limit: 200,000 groups; beyond that all are forgotten and claimed again as needed.
  private static let countMax = 200_000

  /// The groups that may grow here.
  var groups: [GroupID] { Array(known.keys) }

  subscript(group: GroupID) -> Int64? { known[group] }

  /// Whether the group is another node's: this one appends nothing before it has claimed it.
  func isOvertaken(_ group: GroupID) -> Bool { overtaken.contains(group) }

  mutating func keep(_ fence: Int64, of group: GroupID) {
    if known.count >= Self.countMax { known.removeAll() }
    known[group] = fence
    overtaken.remove(group)
  }

  mutating func lose(_ group: GroupID) {
    known[group] = nil
    overtaken.insert(group)
  }
}
