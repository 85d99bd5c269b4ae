import HearthProtocol

/// The groups that a connection follows.
struct SessionFollowing {
  /// What is known of one.
  struct Follow {
    /// Of the last request to follow it.
    var number: SubscriptionNumber
    /// What the client called that request.
    var request: UInt32
    /// Whether the connection has asked to follow it no more.
    var isEnding = false
    /// Whether it followed the group until that moved, and does not do so yet where the group is now.
    var goesOn = false
  }

  /// Those, and those it has asked to follow.
  private(set) var groups: [GroupID: Follow] = [:]
  /// The loops that know of the connection, by their numbers: a bit each.
  var loops: UInt64 = 0
  private var last = SubscriptionNumber()

  /// Notes that it asks to follow a group.
  ///
  /// - Parameter goesOn: whether the group has moved, and the client has asked for nothing.
  mutating func follow(_ group: GroupID, request: UInt32, goesOn: Bool) -> SubscriptionNumber {
    last = last.next
    groups[group] = Follow(number: last, request: request, goesOn: goesOn)
    return last
  }

  /// Notes that it follows a group.
  mutating func began(_ group: GroupID) { groups[group]?.goesOn = false }

  /// Notes that it asks to follow a group no more.
  ///
  /// - Returns: the number of its last request to follow it.
  mutating func end(_ group: GroupID) -> SubscriptionNumber {
    groups[group]?.isEnding = true
    return groups[group]?.number ?? SubscriptionNumber()
  }

  /// Notes that it does not follow a group, or no longer, unless it has asked again since.
  ///
  /// - Returns: whether its client believes to follow it.
  mutating func unfollow(_ group: GroupID, _ number: SubscriptionNumber) -> Bool {
    guard let follow = groups[group], follow.number == number else { return false }
    groups[group] = nil
    return follow.goesOn && !follow.isEnding
  }

  /// Notes that it is no member of a group any more.
  mutating func unfollow(_ group: GroupID) { groups[group] = nil }
}
