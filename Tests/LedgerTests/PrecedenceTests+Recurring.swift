import HearthProtocol
import Testing

@testable import Ledger

extension PrecedenceTests {
  static let recurringTables: [(String, Situation, [Flaw])] = [
    ("set_recurring", Situation.valid("set_recurring"), envelope + asker + setRecurringFlaws),
    ("set_recurring with a loan", Situation(.setRecurring(Household.loan(1))), loanFlaws),
    ("pause_recurring", Situation.valid("pause_recurring", household: ruled), envelope + asker + pauseFlaws),
    ("resume_recurring", Situation.valid("resume_recurring", household: paused), envelope + asker + resumeFlaws),
    (
      "skip_occurrence", Situation.valid("skip_occurrence", household: ruled), envelope + asker + skipFlaws
    ),
    ("end_recurring", Situation.valid("end_recurring", household: ruled), envelope + asker + endFlaws),
    ("set_festival", Situation.valid("set_festival"), envelope + asker + setFestivalFlaws),
    ("remove_festival", Situation.valid("remove_festival", household: festive), envelope + asker + removeFestivalFlaws),
  ]

  static let ruled = family([.setRecurring(Household.rule(1))])
  private static let paused = family([.setRecurring(Household.rule(1)), .pauseRecurring(RecurringTests.pause(1))])
  private static let ended = family([.setRecurring(Household.rule(1)), .endRecurring(end)])
  private static let festive = family([.setFestival(Household.festival(1))])
  private static let fullOfRules = family((1...100).map { .setRecurring(Household.rule($0)) })
  private static let fullOfFestivals = family((1...20).map { .setFestival(Household.festival($0)) })

  /// An envelope that was removed and brought back 100 times, and is removed.
  private static let fullOfGaps: GroupState = {
    var snapshot = family([.setFestival(Household.festival(1)), .removeFestival(festivalRemoval(1))]).state.snapshot(of: .shared)
    snapshot.shared.festivals[0].removedOn = Household.today.adding(days: -2).description
    snapshot.shared.festivals[0].gaps = (1...100).map { number in
      let day = Household.today.adding(days: 2 * number - 300).description
      var gap = FestivalGap()
      (gap.firstDay, gap.lastDay) = (day, day)
      return gap
    }
    var state = GroupState(group: Household.group)
    do { try state.restore(snapshot) } catch { Issue.record("The household could not be set up: \(error)") }
    return state
  }()

  private static let booked: GroupState = {
    var household = family([.setRecurring(Household.loan(1))])
    do { try household.tick() } catch { Issue.record("The household could not be set up: \(error)") }
    return household.state
  }()

  private static let fullOfSkips: GroupState = {
    let first = Household.today
    return family(
      [.setRecurring(Household.rule(1, .day))]
        + (1...100).map { .skipOccurrence(RecurringTests.skip(1, first.adding(days: $0).description)) }
    ).state
  }()

  private static let end: EndRecurring = {
    var wish = EndRecurring()
    wish.ruleID = Household.ruleID(1).description
    return wish
  }()

  private static func festivalRemoval(_ number: UInt64) -> RemoveFestival {
    var wish = RemoveFestival()
    wish.festivalID = Household.festivalID(number).description
    return wish
  }

  private static let version = ruled.state.shared.recurring.rules[0].version

  private static let template = ContentFlaws(
    texts: "set_recurring.content.template", money: "set_recurring.content.template", minor: 100_000,
    change: { $1(&$0.command.setRecurring.content.template) },
    retire: {
      $0.state = family([.retireCategory(retirement("salary"))]).state
      $0.command.setRecurring.baseVersion = 0
    },
    lose: {
      $0.state = staged.state
      $0.command.setRecurring.baseVersion = 0
    })

  private static let setRecurringFlaws: [Flaw] =
    [
      forbidden(.recurringSet),
      archivedFlaw,
      Flaw(.malformedID(field: "set_recurring.rule_id")) { $0.command.setRecurring.ruleID = "rent" },
      Flaw(.forbidden(right: .recurringSet, role: .adult)) {
        $0.state = ruled.state
        $0.context.holder = Household.holder(3)
      },
      Flaw(.recurringEnded) { $0.state = ended.state },
      Flaw(.recurringConflict(base: LanePosition(0), current: version)) {
        $0.state = ruled.state
        $0.command.setRecurring.baseVersion = 0
      },
      Flaw(.choiceNotAllowed(field: "set_recurring.base_version")) {
        $0.state = Household.family.state
        $0.command.setRecurring.baseVersion = 3
      },
      rule(.choiceNotAllowed(field: "set_recurring.content.recurrence.unit")) { $0.recurrence.unit = .unspecified },
      rule(.numberOutOfRange(field: "set_recurring.content.recurrence.interval", bounds: 1...100)) {
        $0.recurrence.unit = .month
        $0.recurrence.interval = 101
      },
      rule(.numberOutOfRange(field: "set_recurring.content.recurrence.count", bounds: 1...10_000)) {
        $0.recurrence.interval = 100
        $0.recurrence.count = 10_001
      },
      rule(.numberOutOfRange(field: "set_recurring.content.recurrence.count", bounds: 1...10_000)) { $0.recurrence.count = 0 },
    ] + template.figures + template.conversions + template.descriptions + template.categories + template.places + [
      rule(.tooManyReceipts(field: "set_recurring.content.template.receipts")) { $0.template.receipts = [Receipt()] },
      rule(.dateMalformed(field: "set_recurring.content.recurrence.first_date")) {
        $0.template.receipts = []
        $0.recurrence.firstDate = "today"
      },
      rule(.dateOutOfRange(field: "set_recurring.content.recurrence.first_date")) { $0.recurrence.firstDate = "1926-10-25" },
      rule(.dateMalformed(field: "set_recurring.content.recurrence.last_date")) {
        $0.recurrence.firstDate = ""
        $0.recurrence.lastDate = ""
      },
      rule(.choiceNotAllowed(field: "set_recurring.content.recurrence.last_date")) { $0.recurrence.lastDate = "2026-10-25" },
    ] + template.payers + template.owers + template.transfersAndAbsent + [
      Flaw(.outOfRange(field: "set_recurring.content.template.amount.minor", rupee)) {
        $0.state = tooMuchBooked
        $0.command.setRecurring = Household.rule(1, minor: amountMinorMax)
      },
      Flaw(.nothingChanges) {
        $0.state = ruled.state
        $0.command.setRecurring = Household.rule(1)
        $0.command.setRecurring.baseVersion = version.rawValue
      },
      Flaw(.tooManyRecurring(recurringMax: 100)) {
        $0.state = fullOfRules.state
        $0.command.setRecurring = Household.rule(101)
      },
    ]

  private static let loanFlaws: [Flaw] = [
    rule(.choiceNotAllowed(field: "set_recurring.content.recurrence.unit")) { $0.recurrence.unit = .week },
    rule(.choiceNotAllowed(field: "set_recurring.content.recurrence.unit")) {
      $0.recurrence.unit = .month
      $0.recurrence.interval = 2
    },
    rule(.numberOutOfRange(field: "set_recurring.content.recurrence.count", bounds: 1...600)) {
      $0.recurrence.interval = 1
      $0.recurrence.count = 601
    },
    rule(.numberOutOfRange(field: "set_recurring.content.recurrence.count", bounds: 1...600)) { $0.recurrence.end = nil },
    rule(.amountOutOfRange(field: "set_recurring.content.loan.principal_minor")) {
      $0.recurrence.count = 600
      $0.loan.principalMinor = amountMinorMax + 1
    },
    rule(.amountOutOfRange(field: "set_recurring.content.loan.principal_minor")) { $0.loan.principalMinor = 0 },
    rule(.numberOutOfRange(field: "set_recurring.content.loan.annual_rate_basis_points", bounds: 0...10_000)) {
      $0.loan.principalMinor = amountMinorMax
      $0.loan.annualRateBasisPoints = 10_001
    },
    rule(.choiceNotAllowed(field: "set_recurring.content.template.kind")) {
      $0.loan.annualRateBasisPoints = 1_000
      $0.template.kind = .income
    },
    rule(.choiceNotAllowed(field: "set_recurring.content.template.paid")) {
      $0.template.kind = .expense
      $0.template.paid = [Household.share(1, 1), Household.share(2, 1)]
    },
    rule(.choiceNotAllowed(field: "set_recurring.content.template.split.exact")) {
      $0.template.paid = []
      $0.template.split.exact.shares = [Household.share(1, 1)]
    },
    rule(.instalmentDoesNotFit(field: "set_recurring.content.template.amount.minor", minor: 1_062_352)) {
      $0 = Household.loan(1).content
      $0.template.amount.minor = 1_000_000
    },
    rule(.instalmentDoesNotFit(field: "set_recurring.content.template.amount.minor", minor: 0)) {
      $0 = Household.loan(1, principal: 3).content
    },
    rule(.amountOutOfRange(field: "set_recurring.content.loan.principal_minor")) {
      // The only instalment has a month's interest in it.
      $0 = Household.loan(1, principal: amountMinorMax, count: 1).content
      $0.template.amount.minor = amountMinorMax
    },
    Flaw(.loanFixed) {
      $0.state = booked
      $0.command.setRecurring = Household.loan(1, rate: 900)
      $0.command.setRecurring.baseVersion = version.rawValue
    },
  ]

  private static let pauseFlaws: [Flaw] = [
    forbidden(.recurringSet),
    archivedFlaw,
    Flaw(.malformedID(field: "pause_recurring.rule_id")) { $0.command.pauseRecurring.ruleID = "rent" },
    Flaw(.unknownRecurring(field: "pause_recurring.rule_id")) { $0.command.pauseRecurring = RecurringTests.pause(9) },
    Flaw(.forbidden(right: .recurringSet, role: .adult)) {
      $0.state = ruled.state
      $0.command.pauseRecurring = RecurringTests.pause(1)
      $0.context.holder = Household.holder(3)
    },
    Flaw(.recurringEnded) { $0.state = ended.state },
    Flaw(.nothingChanges) { $0.state = paused.state },
  ]

  private static let resumeFlaws: [Flaw] = [
    forbidden(.recurringSet),
    archivedFlaw,
    Flaw(.malformedID(field: "resume_recurring.rule_id")) { $0.command.resumeRecurring.ruleID = "rent" },
    Flaw(.unknownRecurring(field: "resume_recurring.rule_id")) { $0.command.resumeRecurring.ruleID = Household.ruleID(9).description },
    Flaw(.recurringEnded) { $0.state = ended.state },
    Flaw(.nothingChanges) { $0.state = ruled.state },
  ]

  private static let skipFlaws: [Flaw] = [
    forbidden(.recurringSet),
    archivedFlaw,
    Flaw(.malformedID(field: "skip_occurrence.rule_id")) { $0.command.skipOccurrence.ruleID = "rent" },
    Flaw(.unknownRecurring(field: "skip_occurrence.rule_id")) { $0.command.skipOccurrence.ruleID = Household.ruleID(9).description },
    Flaw(.recurringEnded) { $0.state = ended.state },
    Flaw(.choiceNotAllowed(field: "skip_occurrence.rule_id")) { $0.state = booked },
    Flaw(.dateMalformed(field: "skip_occurrence.date")) { $0.command.skipOccurrence.date = "tomorrow" },
    Flaw(.noOccurrence(field: "skip_occurrence.date")) { $0.command.skipOccurrence.date = "2026-10-25" },
    Flaw(.nothingChanges) {
      $0.state = fullOfSkips
      $0.command.skipOccurrence.date = "2026-11-25"
    },
    Flaw(.tooManySkips(field: "skip_occurrence.date")) {
      $0.state = fullOfSkips
      $0.command.skipOccurrence.date = "2027-11-25"
    },
  ]

  private static let endFlaws: [Flaw] = [
    forbidden(.recurringSet),
    archivedFlaw,
    Flaw(.malformedID(field: "end_recurring.rule_id")) { $0.command.endRecurring.ruleID = "rent" },
    Flaw(.unknownRecurring(field: "end_recurring.rule_id")) { $0.command.endRecurring.ruleID = Household.ruleID(9).description },
    Flaw(.recurringEnded) { $0.state = ended.state },
  ]

  private static let setFestivalFlaws: [Flaw] = [
    forbidden(.festivalsSet),
    archivedFlaw,
    Flaw(.malformedID(field: "set_festival.festival_id")) { $0.command.setFestival.festivalID = "Diwali" },
    festival(.choiceNotAllowed(field: "set_festival.content.festival")) { $0.festival = .unspecified },
    festival(.numberOutOfRange(field: "set_festival.content.months_ahead", bounds: 1...12)) {
      $0.festival = .holi
      $0.monthsAhead = 13
    },
    festival(.amountOutOfRange(field: "set_festival.content.target.minor")) {
      $0.monthsAhead = 12
      $0.target.minor = 0
    },
    festival(.unknownCurrency(field: "set_festival.content.target.currency")) { $0.target = Money(minor: 1, currency: "") },
    festival(.textTooLong(field: "set_festival.content.name", charactersMax: 50)) {
      $0.target.currency = "INR"
      $0.name = String(repeating: "n", count: 51)
    },
    festival(.textMissing(field: "set_festival.content.name")) { $0.name = " " },
    festival(.textNotAllowed(field: "set_festival.content.name", .controlCharacter)) { $0.name = "one\ntwo" },
    festival(.tooManyCategories(field: "set_festival.content.categories")) { $0.categories = Array(repeating: "groceries", count: 51) },
    festival(.unknownCategory(field: "set_festival.content.categories[0]")) {
      $0.name = ""
      $0.categories = ["yachts"]
    },
    Flaw(.categoryRetired(field: "set_festival.content.categories[0]")) {
      $0.state = family([.retireCategory(retirement("salary"))]).state
      $0.command.setFestival.content.categories = ["salary"]
    },
    festival(.categoryDoesNotFit(field: "set_festival.content.categories[0]")) { $0.categories = ["salary"] },
    festival(.categoryRepeated(field: "set_festival.content.categories[1]")) { $0.categories = ["gold", "gold"] },
    festival(.dateMalformed(field: "set_festival.content.start_date")) {
      $0.categories = []
      $0.startDate = "today"
    },
    festival(.dateOutOfRange(field: "set_festival.content.start_date")) { $0.startDate = "1926-10-25" },
    Flaw(.nothingChanges) {
      $0.state = festive.state
      $0.command.setFestival = Household.festival(1)
    },
    Flaw(.tooManyFestivals(festivalsMax: 20)) {
      $0.state = fullOfFestivals.state
      $0.command.setFestival = Household.festival(21)
    },
    Flaw(.tooManyGaps(field: "set_festival.festival_id")) {
      $0.state = fullOfGaps
      $0.command.setFestival = Household.festival(1)
    },
  ]

  private static let removeFestivalFlaws: [Flaw] = [
    forbidden(.festivalsSet),
    archivedFlaw,
    Flaw(.malformedID(field: "remove_festival.festival_id")) { $0.command.removeFestival.festivalID = "Diwali" },
    Flaw(.unknownFestival(field: "remove_festival.festival_id")) { $0.command.removeFestival = festivalRemoval(9) },
    Flaw(.nothingChanges) {
      $0.command.removeFestival = festivalRemoval(1)
      $0.state = family([.setFestival(Household.festival(1)), .removeFestival(festivalRemoval(1))]).state
    },
  ]

  private static func rule(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout RecurringContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setRecurring.content) }
  }

  private static func festival(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout FestivalContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setFestival.content) }
  }
}
