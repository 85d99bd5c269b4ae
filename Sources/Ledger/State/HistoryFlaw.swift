/// Why a stored event or snapshot cannot be folded in. The state is as it was before.
///
/// The reader that meets one must stop with that group: to skip the event would be to guess amounts.
public enum HistoryFlaw: Error, Equatable, Sendable {
  /// The event is of a type this version does not know.
  case unknownEvent
  /// The event or snapshot belongs to another lane or group.
  case misplaced
  /// A field does not parse; carries its name.
  case malformed(String)
  /// The event contradicts what came before; carries the invariant it breaks.
  case contradiction(Invariant)

  /// What holds in every state.
  public enum Invariant: String, Sendable {
    /// The first event creates the group, and none does so again.
    case groupCreatedOnce
    /// Ids of members, entries, budgets, invites and reminders are unique, an identity is at most once a member.
    case idsUnique
    /// There is exactly one owner.
    case oneOwner
    /// No more members than the group holds.
    case membersFit
    /// What an event names is there already.
    case namesKnown
    /// What happens to a member can happen to one who stands where they do: nobody leaves twice.
    case memberPresent
    /// What was paid and what is owed both total the amount.
    case sumsMatch
    /// Amounts are within bounds and no sum leaves 64 bits.
    case amountsInRange
    /// An entry is voided only while it is not, and restored only while it is.
    case entryOpen
    /// An invite is used at most as often as it says, and not once revoked.
    case inviteOpen
    /// A removed budget is not changed, and removing and reactivating alternate.
    case budgetActive
    /// An alert fires once per budget, period and threshold.
    case alertsOnce
    /// A rule books each of its dates once, the earliest first, and nothing once it is over.
    case occurrencesOnce
    /// The instalments of a loan follow one another by its schedule.
    case instalmentsFollow
    /// The group's currency does not change once it has entries.
    case currencyFixed
    /// A group is archived when it is not, unarchived when it is, and deleted from the archive only.
    case archivedOnce
  }
}
