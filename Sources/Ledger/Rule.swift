import HearthProtocol

/// The permission matrix: what a rule is called and which roles it allows. The one place where permissions are decided.
///
/// The raw names appear in rejections and are tested against the table of the product.
public enum Rule: String, CaseIterable, Sendable {
  /// Add an expense, income or transfer.
  case entriesAdd = "entries.add"
  /// Create or change a budget.
  case budgetsSet = "budgets.set"
  /// Note what a currency is worth in another.
  case ratesSet = "rates.set"
  /// Invite somebody.
  case invitesCreate = "invites.create"
  /// Take an invite back.
  case invitesRevoke = "invites.revoke"
  /// Read invites and policies.
  case adminLaneRead = "admin.read"

  /// The roles that may, in the order of the matrix.
  public var roles: [Role] {
    switch self {
    case .entriesAdd: [.owner, .admin, .adult]
    case .budgetsSet: [.owner, .admin]
    case .ratesSet: [.owner, .admin, .adult]
    case .invitesCreate: [.owner]
    case .invitesRevoke: [.owner]
    case .adminLaneRead: [.owner, .admin]
    }
  }

  /// Whether a member of this role may.
  public func allows(_ role: Role) -> Bool { roles.contains(role) }

  /// The rule as a person reads it: "entries.add: owner, admin, adult".
  public var text: String { rawValue + ": " + roles.map(\.text).joined(separator: ", ") }
}

extension Role {
  /// The role as a person reads it.
  public var text: String {
    switch self {
    case .owner: "owner"
    case .admin: "admin"
    case .adult: "adult"
    case .viewer: "viewer"
    case .minor: "minor"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
