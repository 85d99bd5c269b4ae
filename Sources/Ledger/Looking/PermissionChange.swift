import HearthProtocol

/// What a policy would change of what a member may do, if it were set (product N12).
public struct PermissionChange: Sendable, Equatable {
  /// How far somebody may do a thing.
  public enum Reach: Sendable, Equatable {
    /// Not at all.
    case nothing
    /// With their own records.
    case own
    /// With everybody's.
    case everything
  }

  /// What is done.
  public let right: Right
  /// Who does it.
  public let member: MemberID
  /// As the policy is.
  public let before: Reach
  /// As it would be.
  public let after: Reach
}

extension SharedState {
  /// What active members could do that they cannot do now, and the other way round, if the policy were set: in the
  /// order of the rights, then of joining.
  ///
  /// - Returns: nothing when the policy says so already, or is none that is known.
  public func permissionChanges(setting policy: Policy, to isAllowed: Bool) -> [PermissionChange] {
    var later = policies
    do throws(HistoryFlaw) {
      // Who sets it, and when, changes nothing of what it says.
      try later.set(policy, Policies.Setting(isAllowed: isAllowed, setBy: MemberID(high: 0, low: 0), setAt: 0))
    } catch {
      return []
    }
    return Right.allCases.flatMap { right in
      members.compactMap { member in
        let cell = Matrix.standard[right, member.role]
        guard member.status == .active, cell.policy == policy else { return nil }
        let (before, after) = (cell.reach(policies), cell.reach(later))
        return before == after ? nil : PermissionChange(right: right, member: member.id, before: before, after: after)
      }
    }
  }
}

extension Permission {
  fileprivate func reach(_ policies: Policies) -> PermissionChange.Reach {
    if allows(isOwn: false, target: nil, policies) { return .everything }
    return allows(isOwn: true, target: nil, policies) ? .own : .nothing
  }
}
