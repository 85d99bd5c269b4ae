import HearthProtocol

/// The fences under which this node may append.
struct Fences {
  private var known: [GroupID: Int64] = [:]
  private var overtaken: Set<GroupID> = []
  /// The groups that this node has had, until it is known that another has taken them: also those of no known fence.
  private(set) var held: Set<GroupID> = []

  // Limit: 200,000 groups; beyond that all are forgotten and claimed again as needed. Those that are open stay held.
  static let groupsMax = 200_000
  private let most: Int
  private let open: OpenGroups

  /// - Parameters:
  ///   - most: groups that are known at once.
  ///   - open: those of them that somebody may follow here.
  init(most: Int = Self.groupsMax, open: OpenGroups = OpenGroups()) { (self.most, self.open) = (most, open) }

  subscript(group: GroupID) -> Int64? { known[group] }

  /// Whether the group is another node's: this one appends nothing before it has claimed it.
  func isOvertaken(_ group: GroupID) -> Bool { overtaken.contains(group) }

  mutating func keep(_ fence: Int64, of group: GroupID) {
    if known.count >= most, known[group] == nil { known.removeAll() }
    if held.count >= most, !held.contains(group) { held = open.among(held).union(known.keys) }
    known[group] = fence
    held.insert(group)
    overtaken.remove(group)
  }

  mutating func lose(_ group: GroupID) {
    known[group] = nil
    // Of one that is forgotten the database says before an append whose it is.
    if overtaken.count >= most, !overtaken.contains(group) { overtaken.removeAll() }
    overtaken.insert(group)
  }

  /// Another node has taken the group, and its readers here are told.
  ///
  /// - Returns: whether that was not known before.
  mutating func release(_ group: GroupID) -> Bool {
    lose(group)
    return held.remove(group) != nil
  }

  /// Forgets the fence of a group, which is owned anew before it grows.
  mutating func doubt(_ group: GroupID) { known[group] = nil }

  /// Forgets the fences: groups are owned anew before they grow. Which groups were held stays known, since others may
  /// have taken them meanwhile.
  mutating func doubt() { (known, overtaken) = ([:], []) }
}
