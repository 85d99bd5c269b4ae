import HearthProtocol

extension Rule {
  /// Whether a member of this role may do it to a member of another, or to themself: what the matrix says beyond roles.
  func allows(_ role: Role, on target: Role, isSelf: Bool) -> Bool {
    guard allows(role) else { return false }
    switch self {
    case .membersRename: return isSelf || mayRename(role, target)
    case .membersRemove: return !isSelf && mayRemove(role, target)
    case .rolesChange: return !isSelf && target != .owner
    case .ownershipTransfer: return !isSelf && mayOwn(target)
    case .entriesAdd, .budgetsSet, .invitesCreate, .invitesRevoke, .adminLaneRead, .membersAdd, .membersClaim, .membersLeave,
      .membersRestore, .rolesAcknowledge, .rolesRequest:
      return true
    }
  }
}

/// The owner edits the name of everybody, for there is no owner but themself.
private func mayRename(_ role: Role, _ target: Role) -> Bool { role == .owner && target != .owner }

/// The owner removes everybody else, an admin adults and viewers only.
private func mayRemove(_ role: Role, _ target: Role) -> Bool {
  switch target {
  case .adult, .viewer: true
  case .admin, .minor: role == .owner
  case .owner, .unspecified, .UNRECOGNIZED: false
  }
}

/// Ownership goes to an adult or an admin.
private func mayOwn(_ target: Role) -> Bool {
  switch target {
  case .admin, .adult: true
  case .owner, .viewer, .minor, .unspecified, .UNRECOGNIZED: false
  }
}

/// A minor claims only a placeholder marked as a minor's, and nobody else claims that.
func mayClaimPlaceholder(markedAs marked: Role, as role: Role) -> Bool { (marked == .minor) == (role == .minor) }
