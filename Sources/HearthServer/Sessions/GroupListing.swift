import HearthProtocol

/// The list of somebody's groups while their rooms are being opened, on whatever loops; kept in the directory's order.
struct GroupListing {
  /// The client's request number.
  let request: UInt32
  private let groups: [GroupID]
  private var found: [GroupID: GroupSummary] = [:]
  private var missing: Set<GroupID>

  init(request: UInt32, groups: [GroupID]) {
    self.request = request
    self.groups = groups
    missing = Set(groups)
  }

  var isComplete: Bool { missing.isEmpty }

  /// - Parameter summary: nil leaves the group out.
  mutating func add(_ summary: GroupSummary?, of group: GroupID) {
    missing.remove(group)
    found[group] = summary
  }

  var answer: ServerMessage {
    var answer = ServerMessage()
    answer.request = request
    answer.groups.groups = groups.compactMap { found[$0] }
    return answer
  }
}
