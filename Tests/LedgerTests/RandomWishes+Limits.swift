import HearthProtocol

@testable import Ledger

// Amounts, rates and parts at their limits and right beside them. All of it is sound, so only what depends on what is
// there already is refused.
extension RandomWishes {
  private static let rates = ["0.000000000001", "0.999999999999", "1", "83.1525", "123456.789012", "999999999999"]

  private mutating func minor() -> Int64 {
    pick([1, 2, 7, amountMinorMax / 3, amountMinorMax - 2, amountMinorMax - 1, amountMinorMax, amountMinorMax])
  }

  /// Parts of very different size, or any.
  private mutating func parts(of whole: Int64, _ count: Int) -> [Int64] {
    guard Bool.random(using: &random) else { return cut(whole, into: count) }
    return [whole - Int64(count - 1)] + Array(repeating: 1, count: count - 1)
  }

  private mutating func date(near today: CivilDate) -> String {
    today.adding(days: pick([0, 0, 0, -1, -40, 30, -36_000, 36_000])).description
  }

  /// Something that one of the first three may wish, in one of these currencies.
  mutating func limits(in household: Household, _ codes: [String]) -> (body: Command.OneOf_Body, by: UInt64) {
    let by: UInt64 = pick([1, 1, 2, 3])
    let code = pick(codes)
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: return (.settleUp(settlement(in: household, code)), 1)
    case 2:
      let debt = household.state.shared.directDebts(in: PrecedenceTests.rupee).randomElement(using: &random)
      return (.remindDebtor(SettlementTests.remind(debt?.debtor.low ?? 2, of: debt?.creditor.low ?? 1)), 1)
    case 3, 4: return (.setBudget(limitBudget(code, household.today)), 1)
    case 5: return (standing(of: Household.budget(UInt64.random(in: 1...6, using: &random)).budgetID), 1)
    case 6:
      let (from, to) = pick([(code, "INR"), ("INR", code), ("USD", "KWD")])
      guard from != to else { fallthrough }
      return (Household.rate(from, pick(Self.rates), on: date(near: household.today), to: to), 1)
    case 7:
      var wish = SetMemberIncome()
      wish.monthly = Money(minor: minor(), currency: "INR")
      return (.setMemberIncome(wish), by)
    case 8:
      var wish = UpdateGroup()
      wish.monthlyIncome = Money(minor: minor(), currency: code)
      wish.simplifyDebts = Bool.random(using: &random)
      return (.updateGroup(wish), 1)
    case 9, 10: return (rule(in: household, code), 1)
    case 11:
      var wish = Household.festival(UInt64.random(in: 1...5, using: &random), pick(Festival.known), minor: minor())
      wish.content.target.currency = code
      (wish.content.categories, wish.content.monthsAhead) = (["groceries"], pick([1, 6, 12]))
      return (.setFestival(wish), 1)
    case 12...16:
      let content = entry(code, household.today)
      guard let entry = household.state.shared.entries.randomElement(using: &random) else { fallthrough }
      return (change(of: entry, to: content), by)
    default:
      var wish = Household.entry(random.next())
      wish.content = entry(code, household.today)
      return (.addEntry(wish), by)
    }
  }

  private mutating func entry(_ code: String, _ today: CivilDate) -> EntryContent {
    let minor = minor()
    let kind: EntryKind = pick([.expense, .expense, .expense, .income, .transfer])
    var content = Household.entry(1, minor: minor, kind: kind).content
    content.amount.currency = code
    content.date = date(near: today)
    if code != "INR", Bool.random(using: &random) { content.conversion.rate = pick(Self.rates) }
    let count = min(Int.random(in: 1...5, using: &random), Int(clamping: minor))
    let members = Array((1...5 as ClosedRange<UInt64>).shuffled(using: &random).prefix(count))
    guard kind != .transfer else {
      content.paid = [Household.share(members[0], minor)]
      content.split.equal.memberIds = [Household.text(members[0] % 5 + 1)]
      return content
    }
    content.category = kind == .expense ? pick(["", "groceries", "groceries", "dining"]) : pick(["", "salary"])
    if Bool.random(using: &random) { content.paid = zip(members, parts(of: minor, count)).map(Household.share) }
    content.split = limitSplit(minor, among: members.shuffled(using: &random))
    return content
  }

  private mutating func limitSplit(_ minor: Int64, among members: [UInt64]) -> Split {
    var split = Split()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: break
    case 1: split.equal.memberIds = members.map(Household.text)
    case 2:
      split.percentage.shares = PrecedenceTests.points(zip(members, parts(of: 10_000, members.count)).map { ($0, Int32($1)) })
    case 3: split.exact.shares = zip(members, parts(of: minor, members.count)).map(Household.share)
    case 4:
      split.weights.shares = members.map { member in
        var share = WeightShare()
        (share.memberID, share.weight) = (Household.text(member), pick([1, 9_999, 10_000]))
        return share
      }
    default: split.income.memberIds = [1, 2, 3].map(Household.text)
    }
    return split
  }

  /// All of a debt, part of it or more, paid in its own currency or in the group's.
  private mutating func settlement(in household: Household, _ code: String) -> SettleUp {
    let shared = household.state.shared
    let debts = Currency(code: code).map { shared.settlementPlan(in: $0).transfers + shared.directDebts(in: $0) } ?? []
    let debt = debts.randomElement(using: &random)
    var wish = SettlementTests.settle(random.next(), from: debt?.debtor.low ?? 2, to: debt?.creditor.low ?? 1)
    wish.currency = code
    wish.mode = pick([.unspecified, .direct, .simplified])
    if Bool.random(using: &random) { wish.minor = pick([1, amountMinorMax, min(debt?.minor ?? 1, amountMinorMax)]) }
    wish.allowMore = Bool.random(using: &random)
    if code != "INR", Bool.random(using: &random) { wish.conversion.rate = pick(Self.rates) }
    return wish
  }

  private mutating func limitBudget(_ code: String, _ today: CivilDate) -> SetBudget {
    var wish = Household.budget(UInt64.random(in: 1...6, using: &random), minor: minor())
    wish.content.limit.currency = code
    wish.content.period = pick([.weekly, .biweekly, .monthly, .yearly])
    wish.content.rollover = pick([.none, .surplus, .both])
    if wish.content.rollover != .none { wish.content.rolloverCapMinor = pick([0, 1, amountMinorMax]) }
    wish.content.alerts.basisPoints = pick([[], [1, 100_000], [8_000, 10_000]])
    wish.content.alerts.over = true
    wish.content.startDate = date(near: today)
    return wish
  }

  private mutating func standing(of budgetID: String) -> Command.OneOf_Body {
    if Bool.random(using: &random) {
      var wish = RemoveBudget()
      wish.budgetID = budgetID
      return .removeBudget(wish)
    }
    var wish = ReactivateBudget()
    wish.budgetID = budgetID
    return .reactivateBudget(wish)
  }

  private mutating func rule(in household: Household, _ code: String) -> Command.OneOf_Body {
    let number = UInt64.random(in: 1...5, using: &random)
    let old = household.rule(number)
    if old?.isPaused == true {
      var wish = ResumeRecurring()
      (wish.ruleID, wish.catchUp) = (Household.ruleID(number).description, true)
      return .resumeRecurring(wish)
    }
    var wish = Household.rule(number)
    if Bool.random(using: &random) {
      wish = Household.loan(number, principal: minor(), rate: pick([0, 1, 1_000, 9_999, 10_000]), count: pick([1, 2, 3, 599, 600]))
      wish.content.template.amount.minor = pick([0, 0, minor()])
    } else {
      wish.content.template = entry(code, household.today)
      wish.content.template.date = ""
      wish.content.recurrence.unit = pick([.day, .week, .month, .year])
      wish.content.recurrence.interval = pick([1, 1, 100])
      if Bool.random(using: &random) { wish.content.recurrence.count = pick([1, 10_000]) }
    }
    wish.content.template.amount.currency = code
    wish.content.recurrence.firstDate = household.today.adding(days: pick([0, 0, -30, 36_000])).description
    wish.baseVersion = old?.version.rawValue ?? 0
    return .setRecurring(wish)
  }
}
