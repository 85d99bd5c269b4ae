import HearthProtocol

/// The list of somebody's groups while their rooms are being opened, on whatever loops; kept in the directory's order.
struct GroupListing {
  /// The client's request number.
  let request: UInt32
  private let groups: [GroupID]
  private var found: [GroupID: GroupSummary] = [:]
  /// Those below have been asked.
  private var asked = 0
  private var awaited: Set<GroupID> = []
  /// Whether somebody is asking right now, who goes on when a room has answered at once.
  var isAsking = false
  // Limit: rooms of one list that are opened at once.
  static let awaitedMax = 32

  init(request: UInt32, groups: [GroupID]) {
    self.request = request
    self.groups = groups
  }

  var isComplete: Bool { asked == groups.count && awaited.isEmpty }

  /// The next group to be asked; nil when enough of them are.
  mutating func next() -> GroupID? {
    guard asked < groups.count, awaited.count < Self.awaitedMax else { return nil }
    let group = groups[asked]
    asked += 1
    awaited.insert(group)
    return group
  }

  /// - Parameter summary: nil leaves the group out.
  mutating func add(_ summary: GroupSummary?, of group: GroupID) {
    guard awaited.remove(group) != nil else { return }
    found[group] = summary
  }

  var answer: ServerMessage {
    var answer = ServerMessage()
    answer.request = request
    answer.groups.groups = groups.compactMap { found[$0] }
    return answer
  }
}
