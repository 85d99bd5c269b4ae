import HearthProtocol

/// Who may create groups on a server (SPEC GR-10).
public enum GroupCreators: Sendable, Equatable {
  /// Every identity.
  case everybody
  /// Members of some group, since somebody has invited them, and those who are named.
  case members(besides: Set<IdentityID>)
  /// Those who are named, and nobody else.
  case named(Set<IdentityID>)

  /// Whether the identity may; nil: if it is a member of a group.
  func permits(_ identity: IdentityID) -> Bool? {
    switch self {
    case .everybody: true
    case .members(let named): named.contains(identity) ? true : nil
    case .named(let named): named.contains(identity)
    }
  }
}
