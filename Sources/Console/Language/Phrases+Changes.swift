import HearthClient
import HearthProtocol
import Ledger

/// What an edit can change of an entry, and what a group can change of itself.
enum ChangedField: String, CaseIterable {
  case money, description, category, date, note, merchant, place, receipts
}

/// What the feed and the history say of what happened after the beginning.
protocol ChangePhrases {
  // Entries.

  func byIncome(_ amounts: String) -> String
  func field(_ field: ChangedField) -> String
  /// - Parameter now: the amount after it, if it was changed.
  func edited(_ name: String, _ entry: String, _ fields: [ChangedField], now: String?) -> String
  func undid(_ name: String, _ entry: String, now: String?) -> String
  func voided(_ name: String, _ entry: String) -> String
  func restored(_ name: String, _ entry: String) -> String
  func disputes(_ name: String, _ entry: String, _ reason: String) -> String
  func disputesNoLonger(_ name: String, _ entry: String) -> String
  func saidIncome(_ name: String) -> String
  func moneyPart(_ part: EntryClash.MoneyPart) -> String
  func kind(_ kind: EntryKind) -> String
  /// A field that somebody has changed meanwhile, as a heading.
  func changedSince(_ field: String, _ name: String, version: String) -> String
  func itWas() -> String
  func itIs() -> String
  func yours() -> String
  func reapplyHint() -> String
  /// That figures were typed without saying which of two currencies they are in.
  func whichCurrency(_ former: String, _ current: String) -> String
  func preferencesSet() -> String
  func fault(_ fault: ReplicaFault) -> String

  // Alerts.

  func alertTitle(_ subject: String, _ percent: String, _ budget: String) -> String
  func alertBody(_ spent: String, of limit: String) -> String

  // Members.

  func addedMember(_ actor: String, _ name: String, _ role: Role) -> String
  func joinedInPlace(_ name: String, _ role: Role) -> String
  func turnedOut(_ name: String, _ successor: String) -> String
  func hasName(_ name: String) -> String
  func named(_ actor: String, _ name: String) -> String
  /// - Parameter color: "#4F8A10"; empty for none.
  func hasColor(_ name: String, _ color: String) -> String
  /// Somebody is back on a server that did not know them.
  /// - Parameter shares: nil: as their role has it.
  func sharing(_ name: String, _ shares: Bool?) -> String
  func isBackAnew(_ name: String) -> String
  /// Somebody gave an email address, or took it back.
  func hasEmail(_ name: String, _ given: Bool) -> String
  func hasRole(_ name: String, _ role: Role) -> String
  /// - Parameter isAccepting: on accepting it; otherwise in 7 days.
  func becomes(_ name: String, _ role: Role, isAccepting: Bool) -> String
  func asksToBecome(_ name: String, _ role: Role) -> String
  func asksToJoin(_ name: String, _ role: Role) -> String
  func declined(_ actor: String, _ name: String) -> String
  func leftGroup(_ name: String) -> String
  func removedMember(_ actor: String, _ name: String) -> String
  func isBack(_ name: String, _ role: Role) -> String
  func tookBack(_ actor: String, _ name: String, _ role: Role) -> String
  func ownsGroup(_ name: String) -> String

  // The group itself.

  func groupChanged(_ name: String, _ changes: [String]) -> String
  func changedName(_ group: String) -> String
  func changedDescription() -> String
  func changedIcon() -> String
  func changedCurrency(_ code: String) -> String
  func changedDebts(isSimplified: Bool) -> String
  func changedTimeZone(_ zone: String) -> String
  func changedWeek(_ day: Weekday) -> String
  func changedRoom(_ members: UInt32) -> String
  func incomeTakenAway(_ name: String) -> String
  func incomeSet(_ name: String, _ figure: String) -> String
  func policySet(_ name: String, _ policy: Policy, _ isAllowed: Bool) -> String
  func archived(_ name: String) -> String
  func unarchived(_ name: String) -> String
  func purgeRequested(_ name: String) -> String
  func purgeCancelled(_ name: String) -> String
  func categorySet(_ name: String, _ category: String) -> String
  func categoryRetired(_ name: String, _ category: String) -> String
  func weekday(_ day: Weekday) -> String
  func policy(_ policy: Policy) -> String
  func yes(_ isYes: Bool) -> String

  // What comes again.

  /// "monthly", "every 3 months".
  func every(_ unit: OccurrenceCalendar.Unit, _ interval: Int) -> String
  /// - Parameter instalments: of a loan; nil when it is none.
  func ruleText(_ rule: String, _ amount: String, _ interval: String, from date: String, instalments: Int?) -> String
  func ruleSet(_ name: String, _ text: String, isNew: Bool) -> String
  func rulePaused(_ name: String, _ rule: String) -> String
  /// The rule paused because its maker may not set it any more.
  func ruleOrphaned(_ rule: String) -> String
  func ruleStopped(_ rule: String, _ date: String, _ code: String) -> String
  /// - Parameter passed: until when nothing is booked; empty for nothing.
  func ruleResumed(_ name: String, _ rule: String, passed: String) -> String
  func occurrenceSkipped(_ name: String, _ rule: String, _ date: String) -> String
  func ruleEnded(_ name: String, _ rule: String) -> String
  func festivalSet(_ name: String, _ festival: String, _ amount: String) -> String
  func festivalRemoved(_ name: String, _ festival: String) -> String
}
