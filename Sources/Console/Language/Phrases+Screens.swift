import HearthClient
import HearthProtocol
import Ledger

/// What the screens say: the month, the week, what lies between two moments, the effect of a command, rules, envelopes,
/// the group.
protocol ScreenPhrases {
  // Headings.

  func byMember() -> String
  func byCategory() -> String
  func monthOverMonth() -> String
  func budgetsTitle() -> String
  /// Entries in these currencies are in no figure; each has figures of its own.
  func notCounted(_ currencies: [String]) -> String
  func entriesTitle() -> String
  func balancesTitle() -> String
  func membersTitle() -> String
  func latest() -> String

  // A month or a week.

  func spentAndEarned(_ spent: String, _ change: String, _ income: String) -> String
  /// ", 12 % more than the month before".
  func change(_ percent: UInt64, isMore: Bool, _ period: DashboardPeriod) -> String
  func spent(_ figure: String, entries: UInt32, _ change: String) -> String
  func paid(_ figure: String) -> String
  func ofTheirs(_ figure: String) -> String
  func earned(_ figure: String) -> String
  func noCategory() -> String
  func before(_ figure: String) -> String
  /// - Parameter debt: what they owe; nil for nothing.
  func nextToPay(_ name: String, owing debt: String?) -> String
  func wentOver(_ budget: String) -> String
  func reached(_ budget: String, _ percent: String) -> String
  func joined(_ names: [String]) -> String
  func left(_ names: [String]) -> String

  // Notices.

  func noticeKind(_ kind: NoticeKind) -> String
  func noticeChannel(_ channel: NoticeChannel) -> String

  // Between two moments.

  func nothingChanged() -> String
  /// Of a moment that takes in what is still to come.
  func isNotOver(_ moment: String) -> String
  /// Of a date further ahead than people mean.
  func isFarAhead(_ date: String) -> String
  /// - Parameter isVoided: whether an entry that was added was voided since.
  func change(_ kind: GroupDifference.EntryChange.Kind, isVoided: Bool) -> String
  func change(_ change: GroupDifference.MemberChange) -> String
  func change(_ kind: GroupDifference.BudgetChange.Kind) -> String
  func percent(_ percent: String, of limit: String) -> String
  func none() -> String

  // What a command would change.

  func noImpact() -> String
  func isPreview() -> String
  /// - Parameter count: at least 1.
  func willBook(_ count: UInt64) -> String
  /// The figures leave out what the dates after so many book.
  func countsFirst(_ count: Int) -> String
  /// That an answer has more lines than are shown.
  func linesLeftOut(_ count: Int) -> String
  func notCounted() -> String
  func overBy(_ figure: String) -> String
  func youWillOwe(_ name: String, _ before: String, _ after: String) -> String
  func willOweYou(_ name: String, _ before: String, _ after: String) -> String
  func owedYouNowYouOwe(_ name: String, _ before: String, _ after: String) -> String
  func youOwedNowOwesYou(_ name: String, _ before: String, _ after: String) -> String
  func nothing() -> String

  // Rules and loans.

  func noRules() -> String
  func by(_ name: String) -> String
  func ended() -> String
  func done() -> String
  func next(_ date: String) -> String
  /// - Parameters:
  ///   - date: at which date it stands still; nil when a member paused it.
  func paused(at date: String?, _ code: String) -> String
  func remaining(_ left: Int, of count: Int) -> String
  func until(_ date: String) -> String
  func leftOut(_ dates: String) -> String
  /// Of the dates of a new rule that are not later than today, at least 1.
  func bookedAtOnce(_ dates: Int) -> String
  func loan(_ principal: String, _ percent: String, _ count: Int, _ instalment: String) -> String
  func booked(_ booked: Int, left: Int, owed: String) -> String
  func loanHeads() -> (day: String, interest: String, principal: String, owed: String)
  func noEnvelopes() -> String
  func noFestivalDate(after year: Int) -> String
  func aside(_ saved: String, of target: String, spent: String) -> String
  func moreThanAside(_ figure: String) -> String
  func carriedFromBefore(_ figure: String) -> String
  /// - Parameter more: how many months after that one.
  func putAside(_ figure: String, _ date: String, more: Int) -> String

  // Budgets and allocations.

  func hint(_ hint: SpendingHint) -> String
  func span(_ first: Int64, _ last: Int64) -> String
  func emergencyFund(_ months: ClosedRange<Int>) -> String
  func thresholdOver() -> String
  /// What is carried into the next period, as the end of a sentence; empty for nothing.
  func rollover(_ rollover: Rollover, cap: String?) -> String
  func categoryClass(_ kind: CategoryClass) -> String
  func allocationPart(_ name: String) -> String

  /// "7 days", "5 hours".
  func time(_ number: Int64, _ unit: TimeUnit) -> String
}

/// What a time is told in.
enum TimeUnit: Int64, CaseIterable {
  case day = 86_400
  case hour = 3_600
  case minute = 60
  case second = 1
}
