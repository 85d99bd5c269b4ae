import HearthProtocol
import Support

@testable import Ledger

// Rules and envelopes, sensible and not.
extension RandomWishes {
  /// A rule or an envelope made, changed, paused, resumed or ended, or a date left out. It may be refused.
  mutating func recurring(in household: Household) -> Command.OneOf_Body {
    let number = UInt64.random(in: 1...5, using: &random)
    let text = Household.ruleID(number).description
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      var wish = pick([Household.rule(number, pick([.day, .week, .month, .year])), Household.loan(number)])
      if !wish.content.hasLoan {
        wish.content.template.amount.minor = Int64.random(in: 1...5_000_000, using: &random)
        wish.content.recurrence.interval = UInt32.random(in: 1...9, using: &random)
        if Bool.random(using: &random) { wish.content.template.split.equal.memberIds = [2, 3].map(Household.text) }
        if Bool.random(using: &random) { wish.content.template.category = pick(["groceries", "dining"]) }
      }
      wish.content.recurrence.firstDate = household.today.adding(days: Int.random(in: -30...30, using: &random)).description
      wish.baseVersion = household.rule(number)?.version.rawValue ?? 0
      return .setRecurring(wish)
    case 4: return .pauseRecurring(RecurringTests.pause(number))
    case 5, 6:
      var wish = ResumeRecurring()
      (wish.ruleID, wish.catchUp) = (text, Bool.random(using: &random))
      return .resumeRecurring(wish)
    case 7, 8:
      let date = household.rule(number)?.next ?? household.today
      return .skipOccurrence(RecurringTests.skip(number, date.description))
    case 9:
      var wish = EndRecurring()
      wish.ruleID = text
      return .endRecurring(wish)
    case 10:
      var wish = Household.festival(number, pick(Festival.known), minor: Int64.random(in: 1...10_000_000, using: &random))
      wish.content.monthsAhead = UInt32.random(in: 0...12, using: &random)
      return .setFestival(wish)
    default:
      var wish = RemoveFestival()
      wish.festivalID = Household.festivalID(number).description
      return .removeFestival(wish)
    }
  }

  /// Starts from a sound wish and spoils some fields, so that the later checks are reached too.
  mutating func garbageRecurring() -> Command.OneOf_Body {
    func chance(_ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<6, using: &random) == 0 }
    switch recurring(in: .family) {
    case .setRecurring(var wish):
      if chance(&random) { wish.ruleID = text() }
      if chance(&random) { wish.baseVersion = UInt64(truncatingIfNeeded: number()) }
      if chance(&random) { wish.content = garbage(wish.content) }
      return .setRecurring(wish)
    case .skipOccurrence(var wish):
      if chance(&random) { wish.ruleID = text() }
      if chance(&random) { wish.date = text() }
      return .skipOccurrence(wish)
    case .setFestival(var wish):
      if chance(&random) { wish.content.festival = Festival(rawValue: Int.random(in: -1...7, using: &random)) ?? .holi }
      if chance(&random) { wish.content.target = Money(minor: number(), currency: text()) }
      if chance(&random) { (wish.content.name, wish.content.startDate, wish.content.categories) = (text(), text(), [text()]) }
      if chance(&random) { wish.content.monthsAhead = UInt32(truncatingIfNeeded: number()) }
      return .setFestival(wish)
    case let body: return body
    }
  }

  mutating func garbage(_ content: RecurringContent) -> RecurringContent {
    var content = content
    if Bool.random(using: &random) {
      content.recurrence.unit = RecurrenceUnit(rawValue: Int.random(in: -1...6, using: &random)) ?? .day
      content.recurrence.interval = UInt32(truncatingIfNeeded: number())
    }
    if Bool.random(using: &random) { content.recurrence.firstDate = text() }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: content.recurrence.lastDate = text()
    case 1: content.recurrence.count = UInt32(truncatingIfNeeded: number())
    default: break
    }
    if Bool.random(using: &random) {
      content.loan.principalMinor = number()
      content.loan.annualRateBasisPoints = UInt32(truncatingIfNeeded: number())
    }
    if Bool.random(using: &random) { content.template.amount.minor = number() }
    if Bool.random(using: &random) { content.template.paid = shares() }
    if Bool.random(using: &random) { content.template.conversion.rate = text() }
    return content
  }

  /// An event about rules with garbage in it.
  mutating func recurringEvent() -> Event.OneOf_Body {
    let id = pick([text(), Household.ruleID(UInt64.random(in: 1...3, using: &random)).description])
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      var event = RecurringSet()
      event.ruleID = id
      event.content =
        Bool.random(using: &random) ? Household.rule(1, from: "2026-10-26").content : Household.loan(1, from: "2026-01-31").content
      event.content.recurrence.interval = 1
      event.content.template.amount.minor = pick([1_062_352, 1, number()])
      if Bool.random(using: &random) { event.content = garbage(event.content) }
      event.createdBy = pick([Household.text(1), Household.text(1), "", text()])
      return .recurringSet(event)
    case 2:
      var event = RecurringPaused()
      (event.ruleID, event.code) = (id, text())
      return .recurringPaused(event)
    case 3:
      var event = RecurringResumed()
      (event.ruleID, event.passedUntil) = (id, pick(["", text(), "2026-11-01"]))
      return .recurringResumed(event)
    case 4:
      var event = OccurrenceSkipped()
      (event.ruleID, event.date) = (id, pick([text(), "2026-11-26"]))
      return .occurrenceSkipped(event)
    case 5:
      var event = RecurringEnded()
      event.ruleID = id
      return .recurringEnded(event)
    case 6:
      var event = EntryAdded()
      event.entryID = Household.entry(UInt64.random(in: 1...99, using: &random)).entryID
      event.content = entry().content
      event.content.date = pick(["2026-10-26", "2026-11-26", "2026-01-31"])
      event.owed = event.content.paid
      event.ruleID = id
      if Bool.random(using: &random) { event.instalment.number = 1 }
      return .entryAdded(event)
    default:
      var event = FestivalSet()
      event.festivalID = text()
      event.content = Household.festival(1).content
      (event.content.startDate, event.content.monthsAhead) = (pick(["2026-01-01", text()]), UInt32(truncatingIfNeeded: number()))
      event.createdBy = pick([Household.text(1), text()])
      return .festivalSet(event)
    }
  }
}
