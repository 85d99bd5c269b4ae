import HearthProtocol

/// Somebody in a group. A member is never deleted: entries keep naming them.
public struct MemberState: Sendable, Equatable {
  /// Names the member within the group; no identity's id.
  public let id: MemberID
  /// What the others call them.
  public internal(set) var displayName: String
  /// What they may do, or might when they left.
  public internal(set) var role: Role
  /// Ties them to an identity; nil for a placeholder. Kept when they leave, so that coming back leads to the same
  /// member.
  public internal(set) var holder: HolderID?
  /// When they joined, milliseconds since 1970; for a placeholder, when it was added.
  public internal(set) var joinedAt: Int64
  /// Where they stand.
  public internal(set) var status: Status
  /// "#RRGGBB", or empty.
  public internal(set) var color = ""
  /// The role that waits for them to accept it.
  public internal(set) var proposal: RoleProposal?
  /// The role they have asked for.
  public internal(set) var requestedRole: Role?
  /// The last version of the transparency notice that they accepted; empty: none.
  public internal(set) var transparencyVersion = ""
  /// Whether the group has them share what names nobody who owes; nil: as their role has it.
  public internal(set) var sharingSet: Bool?
  /// Whether the owner alone coaches the member, who is a minor.
  public internal(set) var isCoachingRestricted = false
  /// The member after whom the party is called with which they settle as one, and who is of it; nil: they settle alone.
  public internal(set) var party: MemberID?
  /// What the member tells the group of their own spending, by category, ascending.
  public internal(set) var sharedCategories: [SharedCategoryState] = []

  /// The id as text, kept because every entry names members by it.
  let idText: String

  /// Where somebody stands in a group.
  public enum Status: Sendable, Equatable {
    /// A placeholder that nobody has claimed.
    case unclaimed
    /// Held by somebody who can log in.
    case active
    /// Left by their own wish; milliseconds since 1970.
    case left(at: Int64)
    /// Was removed.
    case removed(at: Int64)
    /// Claimed a placeholder and goes on as that member.
    case replaced(by: MemberID, at: Int64)
  }

  init(id: MemberID, displayName: String, role: Role, holder: HolderID?, joinedAt: Int64) {
    self.id = id
    self.displayName = displayName
    self.role = role
    self.holder = holder
    self.joinedAt = joinedAt
    status = holder == nil ? .unclaimed : .active
    idText = id.description
  }

  /// Whether they count: active, or a placeholder that somebody may still claim.
  public var isPresent: Bool {
    switch status {
    case .unclaimed, .active: true
    case .left, .removed, .replaced: false
    }
  }

  /// Whether they were removed.
  public var isRemoved: Bool { if case .removed = status { true } else { false } }

  /// Whether another member has taken their place.
  public var isReplaced: Bool { if case .replaced = status { true } else { false } }

  /// What they count as at a time: a placeholder takes a proposed role by itself.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func role(at now: Int64) -> Role {
    guard let proposal, let effectiveAt = proposal.effectiveAt, now >= effectiveAt else { return role }
    return proposal.role
  }
}

extension MemberState {
  /// Whether an entry that names nobody who owes divides among them too (SPEC MB-14): owner, admins and adults unless
  /// the group says otherwise.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func sharesByDefault(at now: Int64) -> Bool { sharingSet ?? role(at: now).sharesByDefault }
}

extension Role {
  /// Whether members of the role share what names nobody who owes, unless the group says otherwise. Minors and viewers
  /// may not settle.
  public var sharesByDefault: Bool {
    switch self {
    case .owner, .admin, .adult: true
    case .viewer, .minor, .unspecified, .UNRECOGNIZED: false
    }
  }
}

/// A change of role that has not taken effect.
public struct RoleProposal: Sendable, Equatable {
  /// The role to come.
  public let role: Role
  /// The version of the transparency notice to be acknowledged.
  public let version: String
  /// When it takes effect with a placeholder, milliseconds since 1970; nil: when the member acknowledges it.
  public let effectiveAt: Int64?
}
