import HearthClient
import HearthProtocol
import Ledger

extension English {
  func byIncome(_ amounts: String) -> String { "by income: \(amounts)" }
  func field(_ field: ChangedField) -> String { field.rawValue }
  func edited(_ name: String, _ entry: String, _ fields: [ChangedField], now: String?) -> String {
    "\(name) changed \(entry): \(fields.map(\.rawValue).joined(separator: ", "))\(now.map { ", now \($0)" } ?? "")"
  }
  func undid(_ name: String, _ entry: String, now: String?) -> String {
    "\(name) changed \(entry): undone\(now.map { ", now \($0)" } ?? "")"
  }
  func voided(_ name: String, _ entry: String) -> String { "\(name) voided \(entry)" }
  func restored(_ name: String, _ entry: String) -> String { "\(name) restored \(entry)" }
  func disputes(_ name: String, _ entry: String, _ reason: String) -> String { "\(name) disputes \(entry): \(reason)" }
  func disputesNoLonger(_ name: String, _ entry: String) -> String { "\(name) no longer disputes \(entry)" }
  func saidIncome(_ name: String) -> String { "\(name) said what they earn" }
  func moneyPart(_ part: EntryClash.MoneyPart) -> String {
    switch part {
    case .kind: "kind"
    case .amount: "amount"
    case .rate: "rate"
    case .paid: "paid by"
    case .split: "split"
    }
  }
  func kind(_ kind: EntryKind) -> String {
    switch kind {
    case .expense: "expense"
    case .income: "income"
    case .transfer: "transfer"
    case .unspecified, .UNRECOGNIZED: "?"
    }
  }
  func changedSince(_ field: String, _ name: String, version: String) -> String { "\(field), changed by \(name) (version \(version))" }
  func itWas() -> String { "it was" }
  func itIs() -> String { "it is now" }
  func yours() -> String { "yours" }
  func reapplyHint() -> String { "To change it all the same, add --reapply: what you named is then changed in the entry as it is now." }
  func whichCurrency(_ former: String, _ current: String) -> String {
    "The entry was in \(former) and is in \(current) now: say which of the two your figures are in, with --currency."
  }
  func preferencesSet() -> String { "You changed which notices you want: hearth notify list" }
  func fault(_ fault: ReplicaFault) -> String { fault.description }

  func alertTitle(_ subject: String, _ percent: String, _ budget: String) -> String { "\(subject) at \(percent)% of \(budget)" }
  func alertBody(_ spent: String, of limit: String) -> String { "\(spent) of \(limit) spent" }

  func addedMember(_ actor: String, _ name: String, _ role: Role) -> String {
    "\(actor) added \(name), who has no account yet, as \(role.word)"
  }
  func joinedInPlace(_ name: String, _ role: Role) -> String { "\(name) joined as \(role.word), in the place kept for them" }
  func turnedOut(_ name: String, _ successor: String) -> String { "\(name) turned out to be \(successor)" }
  func hasName(_ name: String) -> String { "\(name) has this name from now on" }
  func named(_ actor: String, _ name: String) -> String { "\(actor) named a member \(name)" }
  func sharing(_ name: String, _ shares: Bool?) -> String {
    switch shares {
    case true?: "\(name) shares entries that do not say who owes"
    case false?: "\(name) does not share entries that do not say who owes"
    case nil: "\(name) shares entries that do not say who owes only if their role does"
    }
  }
  func isBackAnew(_ name: String) -> String { "\(name) is back, with a new identity" }
  func hasEmail(_ name: String, _ given: Bool) -> String {
    given ? "\(name) has said where to write to" : "\(name) has no email address here now"
  }
  func hasColor(_ name: String, _ color: String) -> String {
    "\(name) has " + (color.isEmpty ? "no colour now" : "the colour \(color) now")
  }
  func hasRole(_ name: String, _ role: Role) -> String { "\(name) is \(role.word) now" }
  func becomes(_ name: String, _ role: Role, isAccepting: Bool) -> String {
    "\(name) becomes \(role.word) \(isAccepting ? "on accepting it" : "in 7 days")"
  }
  func asksToJoin(_ name: String, _ role: Role) -> String {
    "\(name) asks to join as \(role.word): hearth member approve, or hearth member decline"
  }
  func asksToBecome(_ name: String, _ role: Role) -> String { "\(name) asks to become \(role.word)" }
  func declined(_ actor: String, _ name: String) -> String { "\(actor) declined what \(name) asked for" }
  func leftGroup(_ name: String) -> String { "\(name) left the group" }
  func removedMember(_ actor: String, _ name: String) -> String { "\(actor) removed \(name)" }
  func isBack(_ name: String, _ role: Role) -> String { "\(name) is back as \(role.word)" }
  func tookBack(_ actor: String, _ name: String, _ role: Role) -> String { "\(actor) took \(name) back as \(role.word)" }
  func ownsGroup(_ name: String) -> String { "\(name) owns the group now" }

  func groupChanged(_ name: String, _ changes: [String]) -> String { "\(name) changed the group: \(list(changes))" }
  func changedName(_ group: String) -> String { "it is called \(group)" }
  func changedDescription() -> String { "its description" }
  func changedIcon() -> String { "its icon" }
  func changedCurrency(_ code: String) -> String { "its currency is \(code)" }
  func changedDebts(isSimplified: Bool) -> String { isSimplified ? "debts are simplified" : "debts are shown as they arose" }
  func changedTimeZone(_ zone: String) -> String { "its time zone is \(zone)" }
  func changedWeek(_ day: Weekday) -> String { "weeks begin on \(day.word)" }
  func changedRoom(_ members: UInt32) -> String { "\(members) members fit" }
  func incomeTakenAway(_ name: String) -> String { "\(name) removed the monthly income" }
  func incomeSet(_ name: String, _ figure: String) -> String { "\(name) set the monthly income to \(figure)" }
  func policySet(_ name: String, _ policy: Policy, _ isAllowed: Bool) -> String {
    "\(name) set a policy: \(policy.text) \(isAllowed ? "Yes" : "No")."
  }
  func archived(_ name: String) -> String { "\(name) archived the group" }
  func unarchived(_ name: String) -> String { "\(name) took the group out of the archive" }
  func purgeRequested(_ name: String) -> String { "\(name) wants the group deleted in 30 days: hearth group show says when" }
  func purgeCancelled(_ name: String) -> String { "\(name) keeps the group: it is not deleted" }
  func categorySet(_ name: String, _ category: String) -> String { "\(name) set the category \(category)" }
  func categoryRetired(_ name: String, _ category: String) -> String { "\(name) retired the category \(category)" }
  func weekday(_ day: Weekday) -> String { day.word }
  func policy(_ policy: Policy) -> String { policy.text }
  func yes(_ isYes: Bool) -> String { isYes ? "yes" : "no" }

  func every(_ unit: OccurrenceCalendar.Unit, _ interval: Int) -> String {
    switch (unit, interval) {
    case (.day, 1): "daily"
    case (.week, 1): "weekly"
    case (.week, 2): "biweekly"
    case (.month, 1): "monthly"
    case (.year, 1): "yearly"
    case (.day, _): "every \(interval) days"
    case (.week, _): "every \(interval) weeks"
    case (.month, _): "every \(interval) months"
    case (.year, _): "every \(interval) years"
    }
  }
  func ruleText(_ rule: String, _ amount: String, _ interval: String, from date: String, instalments: Int?) -> String {
    "\(rule), \(amount) \(interval) from \(date)\(instalments.map { ", \($0) instalments" } ?? "")"
  }
  func ruleSet(_ name: String, _ text: String, isNew: Bool) -> String {
    isNew ? "\(name) set a rule: \(text)" : "\(name) changed a rule: \(text)"
  }
  func rulePaused(_ name: String, _ rule: String) -> String { "\(name) paused \(rule)" }
  func ruleOrphaned(_ rule: String) -> String {
    "\(rule) is paused: its maker may not set it any more. The owner or an admin can resume it: hearth recurring resume"
  }
  func ruleStopped(_ rule: String, _ date: String, _ code: String) -> String {
    "\(rule) is paused: its entry of \(date) could not be booked (\(code))"
  }
  func ruleResumed(_ name: String, _ rule: String, passed: String) -> String {
    "\(name) resumed \(rule)" + (passed.isEmpty ? "" : "; nothing is booked for the time until \(passed)")
  }
  func occurrenceSkipped(_ name: String, _ rule: String, _ date: String) -> String { "\(name) leaves out \(rule) on \(date)" }
  func ruleEnded(_ name: String, _ rule: String) -> String { "\(name) ended \(rule)" }
  func festivalSet(_ name: String, _ festival: String, _ amount: String) -> String { "\(name) saves ahead for \(festival): \(amount)" }
  func festivalRemoved(_ name: String, _ festival: String) -> String { "\(name) removed the envelope \(festival)" }
}
