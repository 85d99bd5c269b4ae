import EventStore
import HearthProtocol
import Room

/// Whose a connection is.
struct SessionAccount {
  /// Whether we know who it is (SPEC HS-06).
  enum Login {
    /// Nothing has been said yet.
    case none
    /// Being looked up.
    case pending
    /// Logged in.
    case identity(IdentityID)
  }

  var login = Login.none
  /// With what it has logged in.
  private(set) var credential: Credential?
  /// Where its token reaches; nil: wherever the identity does.
  var scope: TokenScope? { credential?.scope }
  /// When the token that it was shown last lets in no more, by the steady clock; nil: that is said by nobody but the
  /// person who revokes it.
  var expiresAt: Int64?
  /// The day, counted from 1970-01-01, on which its use of a device was last noted.
  var usedDay: Int64 = 0
  private var askers: [GroupID: Asker] = [:]
  /// Groups that the identity is in or was.
  private var acquaintances: Set<GroupID> = []

  /// Whether it is known whose it is.
  var isKnown: Bool { if case .identity = login { true } else { false } }
  /// Whether its token, or what it registers with, is being looked at: what it sends meanwhile is held.
  var isLoggingIn: Bool { if case .pending = login { true } else { false } }

  /// Notes with what it has logged in.
  mutating func show(_ bearer: Bearer) {
    credential = bearer.credential
    expiresAt = bearer.expiresAt
  }

  /// Knows from here on whose it is.
  mutating func logIn(_ bearer: Bearer) {
    login = .identity(bearer.identity)
    show(bearer)
    for group in bearer.acquaintances { meet(group) }
  }

  // Limit: groups remembered; those that are forgotten are looked up again.
  static let acquaintancesMax = 256
  // Limit: ties remembered; they cost a hash each to compute again.
  static let askersMax = 128

  /// Whether the identity is known to be in the group, or to have been.
  func knows(_ group: GroupID) -> Bool { acquaintances.contains(group) }

  /// Notes that the identity is in the group, or was, or makes it.
  mutating func meet(_ group: GroupID) {
    if acquaintances.count >= Self.acquaintancesMax { acquaintances.removeAll(keepingCapacity: true) }
    acquaintances.insert(group)
  }

  /// The identity's tie to a group, computed once per group and connection.
  mutating func asker(_ identity: IdentityID, in group: GroupID) -> Asker {
    if let known = askers[group] { return known }
    let asker = Asker(identity: identity, group: group)
    if askers.count >= Self.askersMax { askers.removeAll(keepingCapacity: true) }
    askers[group] = asker
    return asker
  }
}
