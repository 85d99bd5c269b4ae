import HearthProtocol
import Room

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

  // Limit: groups of one list; the others follow the last of them. A line has some 300 bytes, so that rooms are not
  // opened for lines that find no space.
  static let groupsMax = 1_000
  /// Whether there are groups behind those of the list.
  private let hasMore: Bool

  /// - Parameter after: the last group that the asker has; one that is none of theirs any more is passed over.
  init(request: UInt32, groups: [GroupID], after: GroupID? = nil) {
    self.request = request
    let rest = after.flatMap { groups.firstIndex(of: $0) }.map { groups[($0 + 1)...] } ?? groups[...]
    self.groups = Array(rest.prefix(Self.groupsMax))
    hasMore = rest.count > self.groups.count
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

  /// The list, as far as a message has space for it (SPEC GR-02).
  func answer(in format: WireFormat, most: Int = MessageBytes.most) -> ServerMessage {
    var answer = ServerMessage()
    answer.request = request
    answer.groups.groups = groups.compactMap { found[$0] }
    var bound = AnswerBound(Groups(), format: format, most: most)
    let left = bound.cut(&answer.groups.groups)
    if left > 0, let last = answer.groups.groups.last { answer.groups.next = last.groupID }
    if left == 0, hasMore, let last = groups.last { answer.groups.next = last.description }
    return answer
  }
}
