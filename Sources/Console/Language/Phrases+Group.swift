import HearthProtocol
import Ledger

/// A line of what a group says of itself.
enum GroupLine: CaseIterable {
  case name, description, icon, template, currency, income, debts, timeZone, weekStart, members, created, changed, archived, purge
}

/// How an invite stands.
enum InviteStanding {
  case revoked, usedUp, expired
  /// For so long, as text.
  case open(String)
}

/// What is said of the group itself, of who is in it and who may come, of rates and of files.
protocol GroupPhrases {
  func notComplete() -> String
  func label(_ line: GroupLine) -> String
  func template(_ template: GroupTemplate) -> String
  func debts(isSimplified: Bool) -> String
  func notShown() -> String
  func notSaid() -> String
  func members(_ count: Int, of most: Int) -> String
  /// - Parameter name: nil when nobody is known.
  func created(on day: String, by name: String?) -> String
  func purge(from day: String) -> String

  // Who may do what.

  func asDefault() -> String
  func set(by name: String, on day: String) -> String
  func fullStop() -> String
  func soEverywhere() -> String
  func may(_ name: String, _ role: Role, _ isAllowed: Bool) -> String
  func onlyOwn() -> String
  func nothingInArchive() -> String
  func onlyPaymentsInArchive() -> String
  func hasChangedSince(_ entry: String) -> String
  func isVoided(_ entry: String) -> String
  func isVoidedAlready(_ entry: String) -> String
  func isNotVoided(_ entry: String) -> String
  func isNotNamed(_ name: String, _ entry: String) -> String
  func nothingToUndo(_ name: String) -> String
  func wouldUndo(_ entry: String) -> String
  func rule(_ rule: Rule) -> String
  func reach(_ reach: PermissionChange.Reach) -> String
  func noRightChanges() -> String

  // Members.

  func memberLeft() -> String
  func memberRemoved() -> String
  func memberShares(_ shares: Bool) -> String
  func memberAccepted() -> String
  /// Somebody asks to join and got no answer yet.
  func memberPending() -> String
  func isNow(_ successor: String) -> String
  /// - Parameter becomesMinor: whether they count as a minor in 7 days.
  func noAccount(becomesMinor: Bool) -> String
  func asksToBecome(_ role: Role) -> String
  func becomes(_ role: Role) -> String

  // Groups and invites.

  /// Of a new member whose name another has too.
  func isSharedName(_ name: String, _ shown: String) -> String
  func noGroups() -> String
  /// Instead of that, when all groups are hidden because they are archived.
  func onlyArchived(_ groups: Int) -> String
  func damaged() -> String
  func unreadable() -> String
  func archived(group: String) -> String
  func owned(by name: String, _ members: Int) -> String
  func wouldJoin(as role: Role) -> String
  func wouldShare(_ shares: Bool) -> String
  func joinNeedsApproval() -> String
  func acceptsNotice() -> String
  func inviteIsFor(_ uses: UInt32, _ role: Role, _ time: String) -> String
  func inviteIsBound(_ role: Role, _ time: String) -> String
  func inviteIsApproved(_ role: Role, _ time: String) -> String
  func inviteIsSafer() -> String
  /// How a new invite can be taken back.
  func inviteHasID(_ id: String) -> String
  /// In a list of invites.
  ///
  /// - Parameters:
  ///   - maker: nil: the server.
  ///   - day: nil when it is not known.
  func inviteMade(by maker: String?, on day: String?) -> String
  func inviteIsRevokedBy() -> String
  /// What ended because somebody lost a right; nil when nothing did.
  ///
  /// - Parameter rules: the names of the rules that paused.
  func ended(invites: Int, rules: [String]) -> String?
  /// In a list of invites: only one identity may use it.
  func isBound() -> String
  /// In a list of invites: whoever joins by it only asks to.
  func needsApproval() -> String
  func noInvites() -> String
  func isIdentity(_ identity: String) -> String
  func used(_ uses: UInt32, of most: UInt32) -> String
  func standing(_ standing: InviteStanding) -> String

  // Rates, categories, files.

  func noRates() -> String
  /// - Parameter code: nil for each currency by itself.
  /// In the language that is spoken from now on.
  func languageKept(isSystem: Bool) -> String
  func currencyKept(_ code: String?) -> String
  func use(isExpense: Bool, isIncome: Bool) -> String
  func retired() -> String
  func line(_ number: Int) -> String
  func new() -> String
  func known() -> String
  func new(_ count: Int) -> String
  func known(_ count: Int) -> String
  func idle(_ count: Int) -> String
  func problems(_ count: Int) -> String
  func commitHint() -> String
  /// Of a file with lines that cannot be added, which keep the others from being added.
  func problemsHint() -> String
  func imported(_ counts: String) -> String
  /// How many rates were noted before one was refused.
  func notedOnly(_ rates: Int) -> String
}
