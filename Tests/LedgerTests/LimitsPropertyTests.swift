import HearthProtocol
import Testing

@testable import Ledger

/// Whatever is done with amounts, rates and parts at their limits: no sum leaves its 64 bits, in no figure that is
/// derived.
///
/// Every other group has so many of the largest entries in one currency that hardly two more fit, and all of them
/// between the same two members, on one day and in one category; so each sum that there is, is as large as any can be.
struct LimitsPropertyTests {
  /// A household's acts. What is derived walks all entries, so it is looked at now and then.
  private static let acts = 250
  private static let currencies = ["INR", "USD", "JPY", "KWD"]

  /// What sound wishes may be refused for.
  private static let refusals: Set<RejectionCode> = [
    .outOfRange, .nothingChanges, .forbidden, .notFound, .entryVoided, .conflict, .nothingToUndo, .notNamed, .nothingOwed, .moreThanOwed,
    .remindedRecently, .budgetRemoved, .loanFixed, .recurringEnded, .instalmentDoesNotFit, .incomeUnknown, .categoryDoesNotFit,
    // Of an edit that leaves to another amount what several paid, or the shares of several.
    .paidDoesNotAddUp, .splitDoesNotAddUp, .transferNeedsTwoMembers,
  ]

  /// What happened, so that a run in which nothing did does not pass.
  private var happened: [String: Int] = [:]

  @Test(
    "No arithmetic overflows at the limits of amounts and rates, whatever is wished or looked at",
    arguments: zip(Property.seeds(61, 62, 63, 64), currencies))
  func everythingAtTheLimits(seed: UInt64, code: String) throws {
    let full = try Self.full(code)
    var wishes = RandomWishes(seed: seed)
    var run = LimitsPropertyTests()
    for (number, first) in stride(from: 0, to: Property.cases(of: 4), by: Self.acts).enumerated() {
      var household = number.isMultiple(of: 2) ? full : Household.family
      let last = min(first + Self.acts, Property.cases(of: 4))
      for number in first..<last {
        try run.act(on: &household, &wishes, code, "seed \(seed), case \(number)")
        let isFull = household.state.shared.entries.count > 9_000
        if number + 1 == last || (!isFull && number.isMultiple(of: 50)) { try run.look(at: household, "seed \(seed), case \(number)") }
      }
      try Self.reopen(household, "seed \(seed), case \(last)")
    }
    for (kind, usual) in [("accepted", 1_000), ("out_of_range", 20), ("booked", 20), ("alert", 20), ("converted", 5), ("too large", 1)] {
      #expect(run.happened[kind, default: 0] >= Property.enough(usual), "seed \(seed): too little of \(kind): \(run.happened)")
    }
  }

  /// A family with the largest entries, as many as fit but for two: 2 owes 1 all of it, or 1 owes 2 where they are
  /// incomes.
  private static func full(_ code: String) throws -> Household {
    var household = Household.family
    var wish = Household.entry(1, minor: amountMinorMax, kind: code == "JPY" ? .income : .expense)
    wish.content.amount.currency = code
    wish.content.split.exact.shares = [Household.share(2, amountMinorMax)]
    if code != "JPY" { wish.content.category = "groceries" }
    if code != "INR" { wish.content.conversion.rate = code == "USD" ? "999999999999" : "0.000000000001" }
    let decision = try decide(household.command(.addEntry(wish)), in: household.state, context: household.context(1))
    guard case .entryAdded(var added) = decision.events[0].body else { return household }
    for number in 1...UInt64(Int64.max / amountMinorMax) - 2 {
      added.entryID = EntryID(high: 0xE000, low: number).description
      try household.store(DecidedEvent(.entryAdded(added)), by: decision.actor)
    }
    return household
  }

  // MARK: Acting

  private mutating func act(on household: inout Household, _ wishes: inout RandomWishes, _ code: String, _ what: Comment) throws {
    let (body, by) = wishes.limits(in: household, [code, code, code, wishes.pick(Self.currencies)])
    let before = household.state.shared
    let ahead: Impact?
    do throws(Rejection) {
      ahead = try impact(of: household.command(body), in: household.state, context: household.context(by))
    } catch {
      check(error, body, before, what)
      #expect(try household.answer(body, by: by) == .refused(error), what)
      return
    }
    let decision = try household.perform(body, by: by)
    happened["accepted", default: 0] += 1
    happened["alert", default: 0] += decision.events.count { if case .alertFired = $0.body { true } else { false } }
    let impact = try #require(ahead, what)
    // What rules book at once is counted with it.
    try household.tick()
    for change in impact.balances where impact.dueDates <= Impact.dueDatesCountedMax {
      let (member, currency) = (try #require(MemberID(change.memberID)), try #require(Currency(code: change.currency)))
      #expect(household.state.shared.balances[member, currency] == change.afterMinor, what)
    }
    if Int.random(in: 0..<10, using: &wishes.random) == 0 { try household.pass(days: Int.random(in: 0...10, using: &wishes.random)) }
    happened["booked", default: 0] += household.state.shared.entries.count - before.entries.count - (body.addsEntry ? 1 : 0)
    for currency in household.state.shared.balances.currencies {
      let balances = household.state.shared.memberBalances(in: currency)
      #expect(balances.reduce(0) { $0 + $1.minor } == 0, what)
    }
  }

  private mutating func check(_ rejection: Rejection, _ body: Command.OneOf_Body, _ shared: SharedState, _ what: Comment) {
    happened[rejection.code.rawValue, default: 0] += 1
    switch rejection {
    case .outOfRange(_, let currency):
      // Said only where the largest entry would fit no more.
      #expect(!shared.balances.fits(amountMinorMax, currency), what)
    case .amountOutOfRange(let field):
      // A loan of the largest amount has instalments that are larger.
      #expect(field == "set_recurring.content.loan.principal_minor", what)
    case .dateOutOfRange(let field):
      // A change of a budget counts no closed period anew.
      #expect(field == "set_budget.content.start_date", what)
    default: #expect(Self.refusals.contains(rejection.code), "\(what): \(rejection)")
    }
  }

  // MARK: Looking

  private mutating func look(at household: Household, _ what: Comment) throws {
    let shared = household.state.shared
    for currency in shared.balances.currencies {
      for mode in [SettlementMode.simplified, .direct] { try Self.lookAtDebts(of: household, currency, mode, what) }
      for balance in shared.memberBalances(in: currency) {
        let texts = [Money.formatted, { Money.compact(minor: $0, currency: $1) }, Money.plain].map { $0(balance.minor, currency) }
        #expect(texts.allSatisfy { $0.hasPrefix("-") == (balance.minor < 0) }, what)
      }
      try Self.lookAtDashboards(of: household, currency, what)
    }
    for code in Self.currencies { try lookAtConverted(shared, try RateTests.currency(code), what) }
    try Self.lookAtPlans(of: household, what)
    for (_, shares) in shared.shares(of: shared.entries.suffix(20)) {
      for member in shared.members { #expect(shares.standing(of: member.id)?.paidMinor ?? 0 >= 0, what) }
    }
    let difference = GroupDifference(from: Household.family.state.shared, on: Household.today, to: shared, on: household.today)
    #expect(difference.entries.count == shared.entries.count, what)
  }

  /// What is owed comes to the balances, and its explanation to what is owed.
  private static func lookAtDebts(of household: Household, _ currency: Currency, _ mode: SettlementMode, _ what: Comment) throws {
    var request = ReadSettlement()
    (request.currency, request.mode, request.explain, request.shares) = (currency.code, mode, true, true)
    let answer = try household.state.settlement(request, .none)
    var left = Dictionary(uniqueKeysWithValues: answer.balances.map { ($0.memberID, $0.minor) })
    for debt in answer.debts {
      left[debt.fromMemberID, default: 0] += debt.minor
      left[debt.toMemberID, default: 0] -= debt.minor
      #expect(debt.routes.reduce(0) { $0 + $1.minor } == debt.minor, what)
    }
    #expect(left.values.allSatisfy { $0 == 0 }, what)
    #expect(answer.openShares.allSatisfy { $0.paidMinor >= 0 && $0.paidMinor <= $0.minor }, what)
  }

  private static func lookAtDashboards(of household: Household, _ currency: Currency, _ what: Comment) throws {
    for (period, days) in [(DashboardPeriod.month, 0), (.week, 0), (.month, -36_000), (.week, 36_000)] {
      var request = ReadDashboard()
      (request.currency, request.period) = (currency.code, period)
      request.date = household.today.adding(days: days).description
      let answer = try household.state.dashboard(request, today: household.today, dayOf: { _ in Household.today })
      let spent = try #require(answer.periods.last, what).spentMinor
      #expect(answer.members.reduce(0) { $0 + $1.paidMinor } == spent, what)
      #expect(answer.members.reduce(0) { $0 + $1.owedMinor } == spent, what)
      #expect(answer.categories.reduce(0) { $0 + $1.spentMinor } == spent, what)
      #expect(answer.members.reduce(0) { $0 + $1.incomeMinor } == answer.periods.last?.incomeMinor, what)
      #expect(answer.nextPayerID.isEmpty == (household.state.shared.nextPayer(in: currency) == nil), what)
    }
  }

  /// In one currency all is exact, or it is said that it does not fit.
  private mutating func lookAtConverted(_ shared: SharedState, _ target: Currency, _ what: Comment) throws {
    let (largest, least) = (try #require(DecimalRate("999999999999")), try #require(DecimalRate("0.000000000001")))
    let others = shared.balances.currencies.filter { $0 != target }
    for given in [nil, largest, least] {
      let rates = given.map { rate in Dictionary(uniqueKeysWithValues: others.map { ($0, rate) }) } ?? [:]
      do throws(ConversionOverflow) {
        let converted = try shared.balances(in: target, at: rates)
        #expect(converted.balances.reduce(Int128(0)) { $0 + Int128($1.minor) } == 0, what)
        var left = Dictionary(uniqueKeysWithValues: converted.balances.map { ($0.member, $0.minor) })
        for debt in try converted.plan().transfers {
          left[debt.debtor, default: 0] += debt.minor
          left[debt.creditor, default: 0] -= debt.minor
        }
        #expect(left.values.allSatisfy { $0 == 0 }, what)
        happened["converted", default: 0] += 1
      } catch {
        happened["too large", default: 0] += 1
      }
    }
  }

  /// Budgets, envelopes, loans and what an income is for.
  private static func lookAtPlans(of household: Household, _ what: Comment) throws {
    let shared = household.state.shared
    for budget in shared.budgets {
      for day in [budget.start, household.today, household.today.adding(days: 73_000)] {
        let progress = shared.progress(of: budget, on: day)
        #expect((0...2 * amountMinorMax).contains(progress.limitMinor) && progress.spentMinor >= 0 && progress.basisPoints >= 0, what)
        let text = AlertText(
          .over, of: budget.name, subject: .group("Smith Family"), spentMinor: progress.spentMinor, limitMinor: progress.limitMinor,
          currency: budget.currency)
        #expect(text.body.hasSuffix(" spent"), what)
      }
    }
    for envelope in shared.festivals {
      guard let plan = shared.plan(of: envelope, on: household.today) else { continue }
      #expect(plan.availableMinor == max(plan.carriedMinor, envelope.targetMinor) && plan.leftMinor <= plan.availableMinor, what)
    }
    for rule in shared.recurring.rules {
      #expect(["", RejectionCode.outOfRange.rawValue].contains(rule.pauseCode), what)
      guard let schedule = rule.loan?.schedule else { continue }
      let rows = schedule.rows
      #expect(rows.reduce(0) { $0 + $1.principalMinor } == schedule.principalMinor && rows.last?.outstandingMinor == 0, what)
    }
    for income in [household.state.monthlyIncome(of: Household.member(1)), household.state.income.monthly].compactMap(\.self) {
      for (_, allocation) in Allocation.templates { #expect(try allocation.amounts(of: income.minor).reduce(0, +) == income.minor, what) }
      for hint in SpendingHint.all { #expect(hint.minor(ofIncome: income.minor).upperBound <= income.minor, what) }
    }
  }

  /// A snapshot of it opens as it was.
  private static func reopen(_ household: Household, _ what: Comment) throws {
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin, .income] {
      try restored.restore(household.state.snapshot(of: lane))
      #expect(restored.snapshot(of: lane) == household.state.snapshot(of: lane), what)
    }
  }
}

extension Command.OneOf_Body {
  /// Whether it adds an entry when it is accepted.
  fileprivate var addsEntry: Bool {
    switch self {
    case .addEntry, .settleUp: true
    default: false
    }
  }
}
