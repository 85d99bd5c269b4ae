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
    /// That it followed the group until that moved, and does not do so yet where the group is now.
    var goesOn: GoingOn?
  }

  /// How a connection goes on following a group that has moved (SPEC SB-12).
  struct GoingOn {
    /// From where it stands.
    let subscribe: Subscribe
    /// Until when it is asked for again, in monotonic milliseconds.
    let until: Int64
    /// Whether it was refused, and is to be asked for again.
    var waits = false

    init(_ subscribe: Subscribe, until: Int64) { (self.subscribe, self.until) = (subscribe, until) }
  }

  /// What a connection is that cannot go on with a group.
  enum Standing {
    /// Its client has asked for something else since.
    case asked
    /// It is asked for again.
    case waits
    /// It is not asked for again, though its client believes that it follows the group.
    case ended
  }

  /// Limit: how long a connection is kept while its moved group has no server, in milliseconds: the lease of a server
  /// that has died, and time for another to open the group.
  static let goesOnMilliseconds: Int64 = 15_000
  /// How long after a refusal it is asked for again, in milliseconds.
  static let askMilliseconds: Int64 = 500

  /// Those, and those it has asked to follow.
  private(set) var groups: [GroupID: Follow] = [:]
  /// The loops that know of the connection, by their numbers: a bit each.
  var loops: UInt64 = 0
  private var last = SubscriptionNumber()

  /// Notes that it asks to follow a group.
  ///
  /// - Parameter goesOn: that the group has moved, and the client has asked for nothing.
  mutating func follow(_ group: GroupID, request: UInt32, goesOn: GoingOn?) -> SubscriptionNumber {
    last = last.next
    groups[group] = Follow(number: last, request: request, goesOn: goesOn)
    groups[group]?.goesOn?.waits = false
    return last
  }

  /// Notes that it follows a group.
  mutating func began(_ group: GroupID) { groups[group]?.goesOn = nil }

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
    return follow.goesOn != nil && !follow.isEnding
  }

  /// Notes that it cannot follow a group that has moved, unless its client has asked for something else since.
  ///
  /// - Parameters:
  ///   - mayPass: whether that may be otherwise soon.
  ///   - now: monotonic milliseconds.
  mutating func cannotGoOn(_ group: GroupID, _ number: SubscriptionNumber, mayPass: Bool, now: Int64) -> Standing {
    guard let follow = groups[group], follow.number == number, !follow.isEnding, let goesOn = follow.goesOn else { return .asked }
    guard mayPass, now < goesOn.until else {
      groups[group] = nil
      return .ended
    }
    groups[group]?.goesOn?.waits = true
    return .waits
  }

  /// What is to be asked again for a group; nil when nothing waits for that.
  ///
  /// - Parameter number: that of the request that was refused; nil: any.
  func waiting(_ group: GroupID, _ number: SubscriptionNumber? = nil) -> GoingOn? {
    guard let follow = groups[group], number ?? follow.number == follow.number, !follow.isEnding, let goesOn = follow.goesOn, goesOn.waits
    else { return nil }
    return goesOn
  }

  /// Whether a group has not begun by the end of its wait: whoever was asked may never answer.
  ///
  /// - Parameters:
  ///   - until: the end of that wait, by which it is told from a later one.
  ///   - now: monotonic milliseconds.
  func isLate(_ group: GroupID, until: Int64, now: Int64) -> Bool {
    guard let follow = groups[group], !follow.isEnding, let goesOn = follow.goesOn else { return false }
    return goesOn.until == until && now >= until
  }

  /// Notes that it is no member of a group any more.
  mutating func unfollow(_ group: GroupID) { groups[group] = nil }
}
