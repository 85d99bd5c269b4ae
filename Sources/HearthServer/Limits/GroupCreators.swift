import HearthProtocol

/// Who may create groups on a server (SPEC GR-10). Whoever is invited may join one in any case.
public enum GroupCreators: Sendable, Equatable {
  /// Every identity.
  case everybody
  /// These identities, perhaps none.
  case only(Set<IdentityID>)

  /// Whether an identity may.
  public func includes(_ identity: IdentityID) -> Bool {
    switch self {
    case .everybody: true
    case .only(let identities): identities.contains(identity)
    }
  }
}
