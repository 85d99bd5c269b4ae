import HearthProtocol

/// The groups that a connection follows.
struct SessionFollowing {
  /// Those, and those it has asked to follow, with the number of the last such request.
  private(set) var groups: [GroupID: SubscriptionNumber] = [:]
  /// The loops that know of the connection, by their numbers: a bit each.
  var loops: UInt64 = 0
  private var last = SubscriptionNumber()

  /// Notes that it asks to follow a group.
  mutating func follow(_ group: GroupID) -> SubscriptionNumber {
    last = last.next
    groups[group] = last
    return last
  }

  /// Notes that it does not follow a group, or no longer, unless it has asked again since.
  mutating func unfollow(_ group: GroupID, _ number: SubscriptionNumber) {
    if groups[group] == number { groups[group] = nil }
  }

  /// Notes that it is no member of a group any more.
  mutating func unfollow(_ group: GroupID) { groups[group] = nil }
}
