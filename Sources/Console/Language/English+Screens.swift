import HearthClient
import HearthProtocol
import Ledger

extension English {
  func byMember() -> String { "By member" }
  func byCategory() -> String { "By category" }
  func monthOverMonth() -> String { "Month over month" }
  func budgetsTitle() -> String { "Budgets" }
  func notCounted(_ currencies: [String]) -> String {
    "Not counted here: entries in \(currencies.joined(separator: ", ")). See hearth dash --currency \(currencies[0])."
  }
  func entriesTitle() -> String { "Entries" }
  func balancesTitle() -> String { "Balances" }
  func membersTitle() -> String { "Members" }
  func latest() -> String { "Latest" }

  func spentAndEarned(_ spent: String, _ change: String, _ income: String) -> String { "\(spent) spent\(change), \(income) came in" }
  func change(_ percent: UInt64, isMore: Bool, _ period: DashboardPeriod) -> String {
    ", \(percent) % \(isMore ? "more" : "less") than the \(period == .week ? "week" : "month") before"
  }
  func spent(_ figure: String, entries: UInt32, _ change: String) -> String {
    "\(figure) spent in \(entries == 1 ? "1 entry" : "\(entries) entries")\(change)."
  }
  func paid(_ figure: String) -> String { "paid \(figure)" }
  func ofTheirs(_ figure: String) -> String { "their share \(figure)" }
  func earned(_ figure: String) -> String { "earned \(figure)" }
  func noCategory() -> String { "(no category)" }
  func before(_ figure: String) -> String { "before: \(figure)" }
  func nextToPay(_ name: String, owing debt: String?) -> String { "Next to pay: \(name)\(debt.map { ", who owes \($0)" } ?? "")." }
  func wentOver(_ budget: String) -> String { "\(budget) went over its limit." }
  func reached(_ budget: String, _ percent: String) -> String { "\(budget) reached \(percent) %." }
  func joined(_ names: [String]) -> String { "\(list(names)) joined." }
  func left(_ names: [String]) -> String { "\(list(names)) left." }

  func noticeKind(_ kind: NoticeKind) -> String { kind.key }
  func noticeChannel(_ channel: NoticeChannel) -> String { channel.key }

  func isNotOver(_ moment: String) -> String { "\(moment) is not over yet: this is how things are now." }
  func isFarAhead(_ date: String) -> String {
    "\(date) is far ahead. If it is not meant, give the entry another date: hearth edit ENTRY --date YYYY-MM-DD"
  }
  func nothingChanged() -> String { "Nothing changed between the two." }
  func change(_ kind: GroupDifference.EntryChange.Kind, isVoided: Bool) -> String {
    kind == .added && isVoided ? "added and voided" : kind.word
  }
  func change(_ change: GroupDifference.MemberChange) -> String {
    let role = change.member.role.word
    switch change.kind {
    case .added: return "has no account yet, is \(role)"
    case .joined: return "joined as \(role)"
    case .left: return "left"
    case .removed: return "was removed"
    case .replaced: return "goes on as another member"
    case .returned: return "is back as \(role)"
    case .roleChanged: return "\(change.before?.role.word ?? "") → \(role)"
    case .renamed: return "was called \(change.before?.displayName ?? "")"
    }
  }
  func change(_ kind: GroupDifference.BudgetChange.Kind) -> String { kind == .spent ? "" : kind.word }
  func percent(_ percent: String, of limit: String) -> String { "\(percent) of \(limit)" }
  func none() -> String { "none" }

  func noImpact() -> String { "It changes no budget, and nothing of what you owe or are owed." }
  func isPreview() -> String { "This is a preview: nothing was sent." }
  func willBook(_ count: UInt64) -> String {
    count == 1 ? "1 date of a recurring rule would be booked at once." : "\(count) dates of recurring rules would be booked at once."
  }
  func linesLeftOut(_ count: Int) -> String { count == 1 ? "1 more line is left out." : "\(count) more lines are left out." }
  func countsFirst(_ count: Int) -> String { "The figures count the first \(count) of them." }
  func notCounted() -> String { "no longer counted" }
  func overBy(_ figure: String) -> String { "over by \(figure)" }
  func youWillOwe(_ name: String, _ before: String, _ after: String) -> String { "you will owe \(name) \(before) → \(after)" }
  func willOweYou(_ name: String, _ before: String, _ after: String) -> String { "\(name) will owe you \(before) → \(after)" }
  func owedYouNowYouOwe(_ name: String, _ before: String, _ after: String) -> String {
    "\(name) owes you \(before); you will owe \(name) \(after)"
  }
  func youOwedNowOwesYou(_ name: String, _ before: String, _ after: String) -> String {
    "you owe \(name) \(before); \(name) will owe you \(after)"
  }
  func nothing() -> String { "nothing" }

  func noRules() -> String { "There are no rules. Make one: hearth recurring add 25000 Rent --every monthly --start 2026-12-01" }
  func by(_ name: String) -> String { "by \(name)" }
  func ended() -> String { "ended" }
  func done() -> String { "done" }
  func next(_ date: String) -> String { "next on \(date)" }
  func paused(at date: String?, _ code: String) -> String { date.map { "paused at \($0): \(code)" } ?? "paused" }
  func remaining(_ left: Int, of count: Int) -> String { "\(left) of \(count) left" }
  func until(_ date: String) -> String { "until \(date)" }
  func leftOut(_ dates: String) -> String { "not on \(dates)" }
  func bookedAtOnce(_ dates: Int) -> String {
    dates == 1 ? "1 date of it is past already and is booked at once." : "\(dates) dates of it are past already and are booked at once."
  }
  func loan(_ principal: String, _ percent: String, _ count: Int, _ instalment: String) -> String {
    "\(principal) at \(percent) % a year in \(count) instalments of \(instalment)"
  }
  func booked(_ booked: Int, left: Int, owed: String) -> String { "\(booked) booked, \(left) left; \(owed) is still owed." }
  func loanHeads() -> (day: String, interest: String, principal: String, owed: String) { ("on", "interest", "principal", "owed after it") }
  func noEnvelopes() -> String { "There are no envelopes. Make one: hearth festival add diwali 60000 --months 6" }
  func noFestivalDate(after year: Int) -> String { "no date is known after \(year)" }
  func aside(_ saved: String, of target: String, spent: String) -> String { "\(saved) of \(target) put aside, \(spent) spent" }
  func moreThanAside(_ figure: String) -> String { "\(figure) more was spent than is put aside" }
  func carriedFromBefore(_ figure: String) -> String { "\(figure) of it left from the one before" }
  func putAside(_ figure: String, _ date: String, more: Int) -> String {
    "put aside \(figure) on \(date)\(more == 0 ? "" : ", and \(more) more")"
  }

  func hint(_ hint: SpendingHint) -> String { hint.name }
  func span(_ first: Int64, _ last: Int64) -> String { "\(first) to \(last) %" }
  func emergencyFund(_ months: ClosedRange<Int>) -> String {
    "An emergency fund covers \(months.lowerBound) to \(months.upperBound) months of expenses."
  }
  func thresholdOver() -> String { "over" }
  func rollover(_ rollover: Rollover, cap: String?) -> String {
    let most = cap.map { ", at most \($0)" } ?? ""
    switch rollover {
    case .surplus: return ", what is left is carried over\(most)"
    case .both: return ", what is left or missing is carried over\(most)"
    case .none, .unspecified, .UNRECOGNIZED: return ""
    }
  }
  func categoryClass(_ kind: CategoryClass) -> String { kind.word }
  func allocationPart(_ name: String) -> String { name }

  func time(_ number: Int64, _ unit: TimeUnit) -> String { number == 1 ? "1 \(unit)" : "\(number) \(unit)s" }
}
