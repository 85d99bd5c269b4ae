import HearthProtocol
import Ledger

extension English {
  func notComplete() -> String { "The group is not complete." }
  func label(_ line: GroupLine) -> String {
    switch line {
    case .name: "Name"
    case .description: "Description"
    case .icon: "Icon"
    case .template: "Template"
    case .currency: "Currency"
    case .income: "Monthly income"
    case .debts: "Debts"
    case .timeZone: "Time zone"
    case .weekStart: "Weeks begin on"
    case .members: "Members"
    case .created: "Created"
    case .changed: "Changed"
    case .archived: "Archived"
    case .purge: "Deleted from"
    }
  }
  func template(_ template: GroupTemplate) -> String { template.word }
  func debts(isSimplified: Bool) -> String { isSimplified ? "simplified" : "as they arose" }
  func notShown() -> String { "not shown to you" }
  func notSaid() -> String { "not said" }
  func members(_ count: Int, of most: Int) -> String { "\(count) of \(most)" }
  func created(on day: String, by name: String?) -> String { day + (name.map { " by \($0)" } ?? "") }
  func purge(from day: String) -> String { "\(day), unless hearth group keep" }

  func asDefault() -> String { "as the product's default" }
  func set(by name: String, on day: String) -> String { "set by \(name) on \(day)" }
  func fullStop() -> String { "." }
  func soEverywhere() -> String { "It is so in every group." }
  func may(_ name: String, _ role: Role, _ isAllowed: Bool) -> String {
    "\(name) (\(role.word)) \(isAllowed ? "may" : "may not") do this"
  }
  func onlyOwn() -> String { "with what is their own; not with others'" }
  func nothingInArchive() -> String { "The group is archived, and nothing of this kind is done there: hearth group unarchive" }
  func onlyPaymentsInArchive() -> String { "The group is archived: only payments are added there." }
  func hasChangedSince(_ entry: String) -> String { "\(entry) has been changed since; what was done to it before is not undone." }
  func isVoided(_ entry: String) -> String { "\(entry) is voided. Restore it first: hearth restore" }
  func isVoidedAlready(_ entry: String) -> String { "\(entry) is voided already." }
  func isNotVoided(_ entry: String) -> String { "\(entry) is not voided, so there is nothing to restore." }
  func isNotNamed(_ name: String, _ entry: String) -> String { "\(name) neither paid nor owes anything of \(entry)." }
  func nothingToUndo(_ name: String) -> String { "There is nothing that \(name) could undo now." }
  func wouldUndo(_ entry: String) -> String { "It would undo the last change of \(entry)." }
  func rule(_ rule: Rule) -> String { "The rule is \(rule.text)." }
  func noRightChanges() -> String { "It changes nobody's rights." }
  func reach(_ reach: PermissionChange.Reach) -> String {
    switch reach {
    case .nothing: "no"
    case .own: "only their own"
    case .everything: "yes"
    }
  }

  func memberLeft() -> String { "left" }
  func memberRemoved() -> String { "removed" }
  func isNow(_ successor: String) -> String { "is now \(successor)" }
  func noAccount(becomesMinor: Bool) -> String { becomesMinor ? "no account yet, becomes minor in 7 days" : "no account yet" }
  func asksToBecome(_ role: Role) -> String { "asks to become \(role.word)" }
  func becomes(_ role: Role) -> String { "becomes \(role.word) on accepting it" }

  func isSharedName(_ name: String, _ shown: String) -> String {
    "Another member is called \(name) too, so this one is shown as \(shown). To change the name: hearth member rename"
  }
  func noGroups() -> String { "You are in no group yet. Make one with hearth create, or join one with hearth join CODE." }
  func onlyArchived(_ groups: Int) -> String {
    "\(groups == 1 ? "1 group of yours is archived" : "\(groups) groups of yours are archived"), no other is there: hearth groups --all"
  }
  func damaged() -> String { "damaged: ask the operator to run hearthd verify" }
  func unreadable() -> String { "cannot be read just now" }
  func archived(group: String) -> String { "\(group) (archived)" }
  func owned(by name: String, _ members: Int) -> String { "of \(name), \(self.members(members))" }
  func wouldJoin(as role: Role) -> String { "You would join as \(role.word)." }
  func acceptsNotice() -> String { "Before you join you accept the transparency notice; hearth join shows it." }
  func inviteIsFor(_ uses: UInt32, _ role: Role, _ time: String) -> String {
    "\(uses == 1 ? "The first who has" : "The first \(uses) who have") this code can join as \(role.word) within \(time): "
      + "send it only to whom you mean."
  }
  func inviteIsBound(_ role: Role, _ time: String) -> String {
    "Only the identity that you named can join by it, as \(role.word) within \(time): to anybody else this code is worthless."
  }
  func inviteIsSafer() -> String {
    "A code for one person alone: hearth invite --for ID, with the ID that hearth whoami shows them."
  }
  func inviteHasID(_ id: String) -> String { "To take it back: hearth invite revoke \(id)" }
  func inviteMade(by maker: String?, on day: String?) -> String {
    "made by \(maker ?? "the server")" + (day.map { " on \($0)" } ?? "")
  }
  func inviteIsRevokedBy() -> String { "Take one back by its number, its label or the beginning of its id: hearth invite revoke 1" }
  func ended(invites: Int, rules: [String]) -> String? {
    let parts =
      (rules.isEmpty ? [] : ["paused: \(rules.joined(separator: ", ")) (hearth recurring resume)"])
      + (invites == 0 ? [] : [invites == 1 ? "1 invite was revoked" : "\(invites) invites were revoked"])
    return parts.isEmpty ? nil : "What rested on that right ended with it: \(parts.joined(separator: "; "))."
  }
  func inviteIsApproved(_ role: Role, _ time: String) -> String {
    "Anybody with this code can ask to join as \(role.word) within \(time); nobody is in before you say so: hearth member approve NAME"
  }
  func needsApproval() -> String { "to be approved" }
  func wouldShare(_ shares: Bool) -> String {
    shares
      ? "You would share entries that do not say who owes: hearth members shows who does."
      : "You would not share entries that do not say who owes."
  }
  func joinNeedsApproval() -> String { "You would ask to join: the owner or an admin decides." }
  func memberPending() -> String { "pending, asks to join" }
  func memberShares(_ shares: Bool) -> String { shares ? "shares" : "shares if named" }
  func memberAccepted() -> String { "accepted" }
  func isBound() -> String { "for one identity" }
  func isIdentity(_ identity: String) -> String {
    "Your identity is \(identity). An invite with hearth invite --for and this identity is for you alone."
  }
  func noInvites() -> String { "There are no invites. Make one: hearth invite --role adult" }
  func used(_ uses: UInt32, of most: UInt32) -> String { "\(uses) of \(most) used" }
  func standing(_ standing: InviteStanding) -> String {
    switch standing {
    case .revoked: "revoked"
    case .usedUp: "used up"
    case .expired: "expired"
    case .open(let time): "open, \(time) left"
    }
  }

  func noRates() -> String { "There are no rates yet. Note one: hearth rate set USD 83.1525" }
  func languageKept(isSystem: Bool) -> String { isSystem ? "hearth speaks as LANG says." : "hearth speaks English." }
  func currencyKept(_ code: String?) -> String {
    code.map { "Balances are shown in \($0), as far as there are rates." } ?? "Balances are shown in each currency by itself."
  }
  func use(isExpense: Bool, isIncome: Bool) -> String { isExpense ? isIncome ? "expense, income" : "expense" : "income" }
  func retired() -> String { "retired" }
  func line(_ number: Int) -> String { "line \(number)" }
  func new() -> String { "new" }
  func known() -> String { "there already" }
  func new(_ count: Int) -> String { "\(count) new" }
  func known(_ count: Int) -> String { "\(count) there already" }
  func idle(_ count: Int) -> String { "\(count) with nothing to add" }
  func problems(_ count: Int) -> String { "\(count) with problems" }
  func commitHint() -> String { " Nothing was sent; --commit adds what is new." }
  func problemsHint() -> String {
    " Nothing was sent, and nothing is until the lines are mended, or left out with --skip-problems."
  }
  func imported(_ counts: String) -> String { "Done: \(counts)." }
  func notedOnly(_ rates: Int) -> String { rates == 1 ? "1 rate was noted before this one." : "\(rates) rates were noted before this one." }
}
