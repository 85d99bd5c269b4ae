import HearthProtocol
import Ledger

/// The members who keep everything of theirs from the others, and who held each when that began (SPEC section 26).
///
/// Their connections read on and are told to nobody. What a client asked for stays with its connection, so that its
/// presence is told again once that ends.
struct Separations: Equatable, Sendable {
  private let holders: [MemberID: HolderID]

  init(_ state: GroupState) { holders = state.separations }

  /// Whether a connection shows its member present (SPEC PR-01).
  func show(_ subscription: Subscription) -> Bool { !subscription.isQuiet && !hide(subscription.member, subscription.asker) }

  /// Whether a connection shows its member present once it has what it missed.
  func show(_ catchUp: CatchUp) -> Bool { !catchUp.isQuiet && !hide(catchUp.member, catchUp.asker) }

  /// Whether a connection that catches up shows its member present meanwhile.
  func keepOnline(_ catchUp: CatchUp) -> Bool { catchUp.keepsOnline && !hide(catchUp.member, catchUp.asker) }

  /// The members who are hidden by one of the two and not by the other, or whom another holder hides.
  func changes(to other: Separations) -> Set<MemberID> {
    Set(holders.keys).union(other.holders.keys).filter { holders[$0] != other.holders[$0] }
  }

  private func hide(_ member: MemberID, _ asker: Asker) -> Bool {
    guard !holders.isEmpty, let holder = holders[member] else { return false }
    return holder == asker.holder
  }
}

extension Room {
  /// Goes by what has become durable: the others are told that somebody's last connection has left, or that their first
  /// one came, and nothing else.
  ///
  /// - Parameter told: whom the others take for online; nil: as it is.
  mutating func followSeparations(from told: Set<MemberID>? = nil) -> [RoomEffect] {
    let now = Separations(history.state)
    let changed = separations.changes(to: now)
    guard !changed.isEmpty else { return [] }
    let before = told ?? onlineMembers
    separations = now
    let after = onlineMembers
    let readers = recipients[.shared] ?? Recipients()
    return endLostDrafts()
      + changed.intersection(before.symmetricDifference(after)).sorted().map { member in
        .announce(.presence(member, online: after.contains(member), group: group), readers)
      }
  }
}
