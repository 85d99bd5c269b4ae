import HearthProtocol

/// What a template calls a role, for people to read. Permissions know the roles themselves (SPEC GR-03).
public enum RoleLabel: Sendable, Equatable, CaseIterable {
  /// The ones who run the group: its owner, and its admins.
  case admin
  /// The people who live in it.
  case member
  /// The ones who look.
  case viewer
}

extension GroupTemplate {
  /// The template's own word for a role; nil when it has none, and the role's is shown.
  public func label(of role: Role) -> RoleLabel? {
    guard self == .indianFamily else { return nil }
    switch role {
    case .owner, .admin: return .admin
    case .adult: return .member
    case .viewer: return .viewer
    case .minor, .unspecified, .UNRECOGNIZED: return nil
    }
  }
}
