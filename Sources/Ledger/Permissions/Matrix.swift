import HearthProtocol

/// Some of the roles.
public struct RoleSet: OptionSet, Sendable, Hashable {
  /// One bit for each role.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Makes the set of one role; no role that is known gives the empty set.
  public init(_ role: Role) {
    switch role {
    case .owner: self = .owner
    case .admin: self = .admin
    case .adult: self = .adult
    case .viewer: self = .viewer
    case .minor: self = .minor
    case .unspecified, .UNRECOGNIZED: self = []
    }
  }

  /// The owner.
  public static let owner = RoleSet(rawValue: 1)
  /// Admins.
  public static let admin = RoleSet(rawValue: 2)
  /// Adults.
  public static let adult = RoleSet(rawValue: 4)
  /// Viewers.
  public static let viewer = RoleSet(rawValue: 8)
  /// Minors.
  public static let minor = RoleSet(rawValue: 16)

  /// The roles in the order of the matrix.
  public static let order: [Role] = [.owner, .admin, .adult, .viewer, .minor]

  /// The roles as a person reads them: "adult, viewer".
  public var text: String { Self.order.filter { contains(RoleSet($0)) }.map(\.text).joined(separator: ", ") }
}

/// What the matrix says of one right and one role.
public enum Permission: Hashable, Sendable {
  /// They may.
  case yes
  /// They may not.
  case no
  /// They may with their own records.
  case own
  /// They may if the group's policy says so.
  case policy(Policy)
  /// They may with their own records, if the policy says so.
  case ownIf(Policy)
  /// They may with their own records, and with others' if the policy says so.
  case ownAndOthers(Policy)
  /// They may toward members of these roles.
  case toward(RoleSet)
  /// They may toward themselves and members of these roles.
  case ownAndToward(RoleSet)
  /// They may with minors whose guardians they are.
  case guardian
  /// They may toward everybody but minors whom the owner alone coaches.
  case unrestricted

  /// The policy that the cell depends on, or nil.
  public var policy: Policy? {
    switch self {
    case .policy(let policy), .ownIf(let policy), .ownAndOthers(let policy): policy
    case .yes, .no, .own, .toward, .ownAndToward, .guardian, .unrestricted: nil
    }
  }

  /// Whether the cell allows it.
  ///
  /// - Parameters:
  ///   - isOwn: whether the record is the asker's own, or the target the asker.
  ///   - target: the role of the member whom it is done to.
  public func allows(isOwn: Bool, target: Role?, _ policies: Policies) -> Bool {
    switch self {
    case .yes: true
    case .no: false
    case .own, .guardian, .unrestricted: isOwn
    case .policy(let policy): policies.allows(policy)
    case .ownIf(let policy): isOwn && policies.allows(policy)
    case .ownAndOthers(let policy): isOwn || policies.allows(policy)
    case .toward(let roles): target.map { roles.contains(RoleSet($0)) && !RoleSet($0).isEmpty } ?? false
    case .ownAndToward(let roles): isOwn || target.map { roles.contains(RoleSet($0)) && !RoleSet($0).isEmpty } ?? false
    }
  }

  /// Whether the cell allows it with some record or target.
  public func allowsSome(_ policies: Policies) -> Bool {
    switch self {
    case .yes, .own, .ownAndOthers, .ownAndToward, .guardian, .unrestricted: true
    case .no: false
    case .policy(let policy), .ownIf(let policy): policies.allows(policy)
    case .toward(let roles): !roles.isEmpty
    }
  }

  /// Whether the cell allows it with what is between a minor and their guardians.
  ///
  /// - Parameters:
  ///   - isSelf: whether the asker is the minor.
  ///   - isGuardian: whether the minor's lane names the asker as a guardian.
  public func allows(isSelf: Bool, isGuardian: Bool) -> Bool {
    switch self {
    case .yes: true
    case .own: isSelf
    case .guardian: isGuardian
    case .no, .policy, .ownIf, .ownAndOthers, .toward, .ownAndToward, .unrestricted: false
    }
  }

  /// What a person reads behind the role.
  var text: String {
    switch self {
    case .yes, .no: ""
    case .own: " (own)"
    case .policy(let policy): " (if \(policy.key))"
    case .ownIf(let policy): " (own, if \(policy.key))"
    case .ownAndOthers(let policy): " (own; others' if \(policy.key))"
    case .toward(let roles): " (toward \(roles.text))"
    case .ownAndToward(let roles): " (own; toward \(roles.text))"
    case .guardian: " (as guardian)"
    case .unrestricted: " (not to a minor whom the owner alone coaches)"
    }
  }
}

/// One line of the matrix: a cell for each role.
public struct Permissions: Hashable, Sendable {
  /// The owner's cell.
  public var owner: Permission
  /// The admins'.
  public var admin: Permission
  /// The adults'.
  public var adult: Permission
  /// The viewers'.
  public var viewer: Permission
  /// The minors'.
  public var minor: Permission

  /// Makes a line of its cells.
  public init(_ owner: Permission, _ admin: Permission, _ adult: Permission, _ viewer: Permission, _ minor: Permission) {
    self.owner = owner
    self.admin = admin
    self.adult = adult
    self.viewer = viewer
    self.minor = minor
  }

  /// The line of a right that allows these roles without condition and no other.
  public static func roles(_ roles: RoleSet) -> Permissions {
    func cell(_ role: RoleSet) -> Permission { roles.contains(role) ? .yes : .no }
    return Permissions(cell(.owner), cell(.admin), cell(.adult), cell(.viewer), cell(.minor))
  }

  /// The cell of a role; a role that is not known may nothing.
  public subscript(role: Role) -> Permission {
    get {
      switch role {
      case .owner: owner
      case .admin: admin
      case .adult: adult
      case .viewer: viewer
      case .minor: minor
      case .unspecified, .UNRECOGNIZED: .no
      }
    }
    set {
      switch role {
      case .owner: owner = newValue
      case .admin: admin = newValue
      case .adult: adult = newValue
      case .viewer: viewer = newValue
      case .minor: minor = newValue
      case .unspecified, .UNRECOGNIZED: break
      }
    }
  }
}

/// The whole table. Decisions use `standard`; a test passes one with a cell changed, to see that every cell counts.
public struct Matrix: Sendable {
  /// The product's table.
  public static let standard = Matrix()

  /// Lines that differ from the product's.
  var changed: [Right: Permissions] = [:]

  init() {}

  /// What the table says of the right and the role.
  public subscript(right: Right, role: Role) -> Permission {
    get { (changed.isEmpty ? nil : changed[right])?[role] ?? right.row[role] }
    set {
      var row = changed[right] ?? right.row
      row[role] = newValue
      changed[right] = row
    }
  }
}

/// What the constitution answers to "may they?", and why.
public struct Verdict: Sendable, Equatable {
  /// Whether they may.
  public let isAllowed: Bool
  /// The right that was asked about.
  public let right: Right
  /// The role that the answer is for.
  public let role: Role
  /// What the matrix says of the two.
  public let cell: Permission
  /// Who set the policy that the cell depends on, and when; nil when the cell depends on none or it is as the product
  /// has it.
  public let setting: Policies.Setting?
}

extension SharedState {
  /// Whether the member may, and by which right: what `hearth can` answers (product N12).
  ///
  /// - Parameters:
  ///   - isOwn: whether the record is the member's own, or the target the member.
  ///   - target: the role of the member whom it is done to.
  public func verdict(_ right: Right, for member: MemberState, isOwn: Bool = false, target: Role? = nil) -> Verdict {
    let cell = Matrix.standard[right, member.role]
    return Verdict(
      isAllowed: cell.allows(isOwn: isOwn, target: target, policies), right: right, role: member.role, cell: cell,
      setting: cell.policy.flatMap { policies.setting(of: $0) })
  }
}
