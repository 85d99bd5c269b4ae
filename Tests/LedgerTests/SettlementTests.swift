import HearthProtocol
import Testing

@testable import Ledger

/// Settling up, reminders and the statuses of shares, by row of the product.
struct SettlementTests {
  private let rupee = PrecedenceTests.rupee

  static func settle(_ number: UInt64, from: UInt64, to: UInt64, minor: Int64? = nil) -> SettleUp {
    var wish = SettleUp()
    wish.entryID = EntryID(high: 0xB000, low: number).description
    wish.fromMemberID = Household.text(from)
    wish.toMemberID = Household.text(to)
    if let minor { wish.minor = minor }
    return wish
  }

  static func remind(_ debtor: UInt64, of creditor: UInt64? = nil) -> RemindDebtor {
    var wish = RemindDebtor()
    wish.debtorID = Household.text(debtor)
    wish.creditorID = creditor.map(Household.text) ?? ""
    return wish
  }

  /// The family; member 1 paid for all, so each of the others owes them this much.
  static func owing(_ minor: Int64 = 2_000) throws -> Household {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1, minor: minor * 5)))
    return household
  }

  private func balance(_ number: UInt64, _ household: Household) -> Int64 {
    household.state.shared.balances[Household.member(number), rupee]
  }

  private func nothing(isDirect: Bool) -> Rejection { .nothingOwed(field: "settle_up.to_member_id", rupee, isDirect: isDirect) }

  private func rejection(_ body: Command.OneOf_Body, in household: Household, by number: UInt64 = 1) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  @Test("product 101: the net balance of each member") func netBalances() throws {
    let household = try Self.owing()
    let answer = try household.state.settlement(ReadSettlement(), .none)
    #expect(answer.balances.map(\.minor) == [8_000, -2_000, -2_000, -2_000, -2_000])
    #expect(answer.balances.map(\.memberID) == (1...5).map(Household.text))
    #expect(answer.currencies == ["INR"] && answer.currency == "INR" && answer.mode == .simplified && answer.proven)
  }

  @Test("product 102: settling up records a transfer of all that is owed") func settlingUpInFull() throws {
    var household = try Self.owing()
    var wish = Self.settle(2, from: 3, to: 1)
    wish.note = " by UPI\r\nat noon "
    let decision = try household.perform(.settleUp(wish), by: 3)
    guard case .entryAdded(let added) = decision.events.first?.body, decision.events.count == 1 else {
      Issue.record("No entry was added.")
      return
    }
    #expect(added.content.kind == .transfer && added.content.amount.minor == 2_000 && added.content.note == "by UPI\nat noon")
    #expect(added.content.paid == [Household.share(3, 2_000)] && added.owed == [Household.share(1, 2_000)])
    #expect(balance(3, household) == 0 && balance(1, household) == 6_000)
    #expect(rejection(.settleUp(Self.settle(3, from: 3, to: 1)), in: household) == nothing(isDirect: false))
  }

  @Test("product 102: settling up in part") func settlingUpInPart() throws {
    var household = try Self.owing()
    try household.perform(.settleUp(Self.settle(2, from: 3, to: 1, minor: 500)), by: 3)
    #expect(balance(3, household) == -1_500)
    try household.perform(.settleUp(Self.settle(3, from: 3, to: 1)), by: 1)
    #expect(balance(3, household) == 0)
  }

  @Test("product 102: more than is owed only when that is said") func settlingMoreThanIsOwed() throws {
    var household = try Self.owing()
    var wish = Self.settle(2, from: 3, to: 1, minor: 2_001)
    #expect(rejection(.settleUp(wish), in: household) == .moreThanOwed(minor: 2_000, rupee))
    wish.allowMore = true
    try household.perform(.settleUp(wish))
    #expect(balance(3, household) == 1)
  }

  @Test("product 102: the plan's transfer is settled, and what is owed by the entries can be") func planOrEntries() throws {
    // 2 owes 3, 3 owes 1: the plan has 2 pay 1.
    var household = Household.sharing
    for (number, (debtor, creditor)) in [(2, 3), (3, 1)].enumerated() as EnumeratedSequence<[(UInt64, UInt64)]> {
      var wish = Household.entry(UInt64(number) + 1, minor: 900)
      wish.content.paid = [Household.share(creditor, 900)]
      wish.content.split.exact.shares = [Household.share(debtor, 900)]
      try household.perform(.addEntry(wish))
    }
    var direct = household
    try household.perform(.settleUp(Self.settle(9, from: 2, to: 1)))
    #expect((1...5).allSatisfy { balance($0, household) == 0 })
    #expect(household.state.shared.openShares(in: rupee, .simplified).isEmpty)
    #expect(household.state.shared.openShares(in: rupee, .direct).count == 3)
    var named = Self.settle(9, from: 2, to: 3)
    #expect(rejection(.settleUp(named), in: direct) == nothing(isDirect: false))
    named.mode = .direct
    try direct.perform(.settleUp(named))
    #expect(balance(2, direct) == 0 && balance(3, direct) == -900)
    #expect(rejection(.settleUp(Self.settle(10, from: 2, to: 1)), in: direct) == nothing(isDirect: false))
  }

  @Test("product 103: one reminder for each creditor and debtor in 24 hours") func reminders() throws {
    var household = try Self.owing()
    let decision = try household.perform(.remindDebtor(Self.remind(3)))
    guard case .debtorReminded(let reminded) = decision.events.first?.body else {
      Issue.record("Nobody was reminded.")
      return
    }
    #expect(reminded.debtorID == Household.text(3) && reminded.creditorID == Household.text(1))
    #expect(reminded.owed == Money(minor: 2_000, currency: rupee) && decision.events[0].lane == .inbox(Household.member(1)))
    household.now += 1
    let again = rejection(.remindDebtor(Self.remind(3)), in: household)
    #expect(again == .remindedRecently(retryAfterMilliseconds: 86_399_999) && again?.retryAfterMilliseconds == 86_399_999)
    // Another debtor is reminded all the same.
    try household.perform(.remindDebtor(Self.remind(4)))
    household.now = Household.noon + 86_399_999
    #expect(rejection(.remindDebtor(Self.remind(3)), in: household) == .remindedRecently(retryAfterMilliseconds: 1))
    household.now += 1
    try household.perform(.remindDebtor(Self.remind(3)))
    #expect(household.state.inbox(of: Household.member(1)).reminders.recent.map(\.debtor.low) == [4, 3])
    // A clock that was set back does not shorten the wait.
    household.now -= 1_000
    #expect(rejection(.remindDebtor(Self.remind(3)), in: household) == .remindedRecently(retryAfterMilliseconds: 86_400_000))
    // One that was set back by more than an hour says that the reminder was sent by a clock that was wrong (SPEC
    // TM-03).
    household.now -= GroupState.clockStepMilliseconds
    #expect(rejection(.remindDebtor(Self.remind(3)), in: household) == nil)
    household.now = .min
    #expect(rejection(.remindDebtor(Self.remind(3)), in: household) == nil)
    household.now = .max
    #expect(rejection(.remindDebtor(Self.remind(3)), in: household) == nil)
  }

  @Test("product 103: only who owes is reminded") func onlyDebtorsAreReminded() throws {
    let household = try Self.owing()
    #expect(rejection(.remindDebtor(Self.remind(1, of: 3)), in: household)?.code == .nothingOwed)
    #expect(rejection(.remindDebtor(Self.remind(4, of: 3)), in: household)?.code == .nothingOwed)
  }

  @Test("product 105: adults settle and remind where they pay or receive, viewers and minors see everything") func adultsSettle() throws {
    let household = try Self.owing()
    #expect(rejection(.settleUp(Self.settle(2, from: 3, to: 1)), in: household, by: 3) == nil)
    let others = rejection(.settleUp(Self.settle(2, from: 4, to: 1)), in: household, by: 3)
    #expect(others == .forbidden(right: .debtsSettle, role: .adult))
    #expect(rejection(.settleUp(Self.settle(2, from: 4, to: 1)), in: household, by: 2) == nil)
    #expect(rejection(.settleUp(Self.settle(2, from: 4, to: 1)), in: household, by: 4)?.code == .forbidden)
    #expect(rejection(.remindDebtor(Self.remind(4, of: 1)), in: household, by: 3) == .forbidden(right: .debtsRemind, role: .adult))
    #expect(rejection(.remindDebtor(Self.remind(4, of: 1)), in: household, by: 2) == nil)
  }

  @Test("product 106: debts as the entries made them, and simplified") func directAndSimplified() throws {
    var household = try Self.owing()
    var wish = Household.entry(2, minor: 3_000)
    wish.content.paid = [Household.share(3, 3_000)]
    wish.content.split.equal.memberIds = [2, 4].map(Household.text)
    try household.perform(.addEntry(wish))
    var request = ReadSettlement()
    request.mode = .direct
    let direct = try household.state.settlement(request, .none)
    #expect(direct.debts.map(\.minor) == [2_000, 1_500, 2_000, 2_000, 1_500, 2_000])
    #expect(direct.mode == .direct && direct.circles.isEmpty && !direct.proven)
    let simplified = try household.state.settlement(ReadSettlement(), .none)
    #expect(simplified.debts.map(\.minor) == [3_500, 3_500, 1_000, 1_000])
    #expect(simplified.circles.map(\.balances.count) == [5])
  }

  @Test("product 7: the group decides which debts are offered, unless whoever asks says") func offeredDebts() throws {
    // By the entries 2 owes 1 900 and 1 owes 3 as much, and 3 owes 4 100; so the plan has 2 pay 3 800 and 4 100.
    var household = Household.sharing
    for (number, (debtor, creditor, minor)) in ([(2, 1, 900), (1, 3, 900), (3, 4, 100)] as [(UInt64, UInt64, Int64)]).enumerated() {
      var wish = Household.entry(UInt64(number) + 1, minor: minor)
      wish.content.paid = [Household.share(creditor, minor)]
      wish.content.split.exact.shares = [Household.share(debtor, minor)]
      try household.perform(.addEntry(wish))
    }
    func settled(_ mode: SettlementMode, from: UInt64, to: UInt64) -> (Int64?, Rejection?) {
      var wish = Self.settle(9, from: from, to: to)
      wish.mode = mode
      var after = household
      do {
        try after.perform(.settleUp(wish))
        return (after.state.shared.entries.last?.minor, nil)
      } catch {
        return (nil, error as? Rejection)
      }
    }
    for isSimplified in [true, false] {
      if !isSimplified {
        var wish = UpdateGroup()
        wish.simplifyDebts = false
        try household.perform(.updateGroup(wish))
      }
      let answer = try household.state.settlement(ReadSettlement(), .none)
      #expect(answer.mode == (isSimplified ? .simplified : .direct))
      #expect(answer.debts.map(\.minor).sorted() == (isSimplified ? [100, 800] : [100, 900, 900]))
      // SPEC ST-06: where the group's way has no debt, none of the other way is taken.
      #expect(settled(.unspecified, from: 2, to: 1).0 == (isSimplified ? nil : 900))
      #expect(settled(.unspecified, from: 2, to: 3).0 == (isSimplified ? 800 : nil))
      #expect(settled(.unspecified, from: 2, to: isSimplified ? 1 : 3).1 == nothing(isDirect: !isSimplified))
      #expect(settled(.direct, from: 2, to: 1).0 == 900 && settled(.direct, from: 2, to: 3).1 == nothing(isDirect: true))
      #expect(settled(.simplified, from: 2, to: 3).0 == 800 && settled(.simplified, from: 2, to: 1).1 == nothing(isDirect: false))
      #expect(settled(.UNRECOGNIZED(9), from: 2, to: 3).1 == .choiceNotAllowed(field: "settle_up.mode"))
    }
    // Where both have one, they differ: 3 owes 4 100 more than the plan has anybody pay 4.
    var wish = Household.entry(8, minor: 300)
    wish.content.paid = [Household.share(4, 300)]
    wish.content.split.exact.shares = [Household.share(2, 300)]
    try household.perform(.addEntry(wish))
    let plan = household.state.shared.settlementPlan(in: rupee).minor(from: Household.member(2), to: Household.member(4))
    #expect(plan == 400 && settled(.direct, from: 2, to: 4).0 == 300 && settled(.simplified, from: 2, to: 4).0 == plan)
    #expect(settled(.unspecified, from: 2, to: 4).0 == 300)
    let reminded = try household.perform(.remindDebtor(Self.remind(2, of: 4)))
    guard case .debtorReminded(let event) = reminded.events.first?.body else { throw Rejection.nothingChanges }
    #expect(event.owed.minor == 300)
    var simplify = UpdateGroup()
    simplify.simplifyDebts = true
    try household.perform(.updateGroup(simplify))
    #expect(settled(.unspecified, from: 2, to: 4).0 == plan)
  }

  @Test("ST-06: when all is settled nothing more is booked or asked for, whatever the entries say between two") func nothingIsInvented()
    throws
  {
    // 2 paid 300 for 1, and 3 paid 300 for 2: so 1 pays 3, and then nobody owes anything.
    var household = Household.family
    for (number, (payer, debtor)) in [(2, 1), (3, 2)].enumerated() as EnumeratedSequence<[(UInt64, UInt64)]> {
      var wish = Household.entry(UInt64(number) + 1, minor: 300)
      wish.content.paid = [Household.share(payer, 300)]
      wish.content.split.exact.shares = [Household.share(debtor, 300)]
      try household.perform(.addEntry(wish))
    }
    try household.perform(.settleUp(Self.settle(9, from: 1, to: 3)))
    #expect((1...5).allSatisfy { balance($0, household) == 0 })
    for (from, to) in [(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)] as [(UInt64, UInt64)] {
      for minor in [nil, 1, 300] as [Int64?] {
        #expect(rejection(.settleUp(Self.settle(10, from: from, to: to, minor: minor)), in: household) == nothing(isDirect: false))
      }
      let reminded = rejection(.remindDebtor(Self.remind(from, of: to)), in: household)
      #expect(reminded == .nothingOwed(field: "remind_debtor.debtor_id", rupee, isDirect: false))
      #expect(reminded?.details.contains { $0.key == "mode" && $0.value == "simplified" } == true)
    }
    // What the entries say between two is paid and asked for by whoever names it, and then once.
    var reminder = Self.remind(1, of: 2)
    reminder.mode = .direct
    let decision = try household.perform(.remindDebtor(reminder))
    guard case .debtorReminded(let event) = decision.events.first?.body else { throw Rejection.nothingChanges }
    #expect(event.owed.minor == 300 && event.mode == .direct)
    var named = Self.settle(10, from: 1, to: 2)
    named.mode = .direct
    try household.perform(.settleUp(named))
    named.entryID = Self.settle(11, from: 1, to: 2).entryID
    #expect(rejection(.settleUp(named), in: household) == nothing(isDirect: true))
    // More than is owed is paid by whoever says so and how much.
    var more = Self.settle(12, from: 4, to: 5, minor: 50)
    more.allowMore = true
    try household.perform(.settleUp(more))
    more = Self.settle(13, from: 4, to: 3)
    more.allowMore = true
    #expect(rejection(.settleUp(more), in: household) == nothing(isDirect: false))
  }

  @Test("ST-06: a given amount is compared with the debt of the mode that holds, not the larger of two") func amountsOfOneMode() throws {
    // 2 owes 3 900, 3 owes 1 400: the plan has 2 pay 3 500 and 1 400.
    var household = Household.family
    for (number, (debtor, creditor, minor)) in ([(2, 3, 900), (3, 1, 400)] as [(UInt64, UInt64, Int64)]).enumerated() {
      var wish = Household.entry(UInt64(number) + 1, minor: minor)
      wish.content.paid = [Household.share(creditor, minor)]
      wish.content.split.exact.shares = [Household.share(debtor, minor)]
      try household.perform(.addEntry(wish))
    }
    var wish = Self.settle(9, from: 2, to: 3, minor: 501)
    #expect(rejection(.settleUp(wish), in: household) == .moreThanOwed(minor: 500, rupee))
    wish.mode = .direct
    #expect(rejection(.settleUp(wish), in: household) == nil)
    wish.minor = 901
    #expect(rejection(.settleUp(wish), in: household) == .moreThanOwed(minor: 900, rupee))
    (wish.mode, wish.minor) = (.simplified, 500)
    #expect(rejection(.settleUp(wish), in: household) == nil)
  }

  @Test("product 97, C17: shares are open, partly paid and paid by what was transferred, the oldest first") func statusesOfShares() throws {
    var household = Household.sharing
    for number in 1...3 as ClosedRange<UInt64> {
      var wish = Household.entry(number, minor: 1_000)
      wish.content.split.exact.shares = [Household.share(3, 600), Household.share(1, 400)]
      try household.perform(.addEntry(wish))
    }
    func statuses(_ reckoning: ShareReckoning) -> [EntryShare.Status] {
      household.state.shared.shares(in: rupee, reckoning).filter { $0.debtor == Household.member(3) }.map(\.status)
    }
    #expect(statuses(.direct) == [.open, .open, .open])
    try household.perform(.settleUp(Self.settle(10, from: 3, to: 1, minor: 700)), by: 3)
    #expect(statuses(.direct) == [.paid, .partlyPaid, .open] && statuses(.simplified) == statuses(.direct))
    #expect(household.state.shared.openShares(in: rupee, .direct).map(\.paidMinor) == [100, 0])
    try household.perform(.settleUp(Self.settle(11, from: 3, to: 1)), by: 3)
    #expect(statuses(.direct) == [.paid, .paid, .paid] && statuses(.simplified) == statuses(.direct))
    var request = ReadSettlement()
    request.shares = true
    #expect(try household.state.settlement(request, .none).openShares.isEmpty)
  }

  @Test func answersAreBounded() throws {
    var household = Household.sharing
    for number in 1...60 as ClosedRange<UInt64> { try household.perform(.addEntry(Household.entry(number, minor: 500))) }
    var request = ReadSettlement()
    request.explain = true
    request.shares = true
    let all = try household.state.settlement(request, .none)
    #expect(
      all.debts.count == 4 && all.debts.allSatisfy { $0.routes[0].hops[0].parts.count == 60 && $0.routes[0].hops[0].moreEntries == 0 })
    #expect(all.openShares.count == 240 && all.moreShares == 0)
    let some = try household.state.settlement(request, SettlementLimits(partsPerHop: 59, shares: 239))
    let hop = try #require(some.debts.first?.routes.first?.hops.first)
    #expect(hop.parts.count == 59 && hop.moreEntries == 1 && hop.moreMinor == 100)
    #expect(some.openShares.count == 239 && some.moreShares == 1)
  }

  @Test func whatIsAskedIsChecked() {
    let state = Household.sharing.state
    var request = ReadSettlement()
    request.currency = "inr"
    #expect(throws: Rejection.unknownCurrency(field: "read_settlement.currency")) { try state.settlement(request, .none) }
    request.mode = .UNRECOGNIZED(9)
    #expect(throws: Rejection.choiceNotAllowed(field: "read_settlement.mode")) { try state.settlement(request, .none) }
    request = ReadSettlement()
    request.currency = "JPY"
    #expect(throws: Never.self) { try state.settlement(request, .none) }
  }

  @Test("Several payers are owed in proportion to what they put in beyond their part") func severalPayers() throws {
    var household = Household.sharing
    var wish = Household.entry(1, minor: 1_000)
    wish.content.paid = [Household.share(1, 700), Household.share(2, 300)]
    wish.content.split.equal.memberIds = [1, 2, 3, 4].map(Household.text)
    try household.perform(.addEntry(wish))
    // 450 and 50 beyond their parts; 250 each is owed: 225 and 25.
    let debts = household.state.shared.directDebts(in: rupee)
    #expect(debts.map { [$0.debtor.low, $0.creditor.low] } == [[3, 1], [3, 2], [4, 1], [4, 2]])
    #expect(debts.map(\.minor) == [225, 25, 225, 25])
  }

  @Test("What is open between two by the entries is what they owe each other", arguments: Property.seeds(701, 702))
  func openSharesEqualDirectDebts(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    // A case is a debt compared.
    var number = 0
    while number < Property.cases(of: 2) {
      var household = Household.sharing
      for _ in 0..<Int.random(in: 1...14, using: &wishes.random) { _ = try wishes.act(on: &household) }
      let shared = household.state.shared
      for currency in shared.balances.currencies {
        let open = Dictionary(grouping: shared.openShares(in: currency, .direct)) { [$0.debtor, $0.creditor] }
          .mapValues { $0.reduce(0) { $0 + $1.minor - $1.paidMinor } }
        let debts = Dictionary(uniqueKeysWithValues: shared.directDebts(in: currency).map { ([$0.debtor, $0.creditor], $0.minor) })
        #expect(open == debts, "seed \(seed), case \(number), \(currency)")
        number += debts.count
        for member in shared.members {
          let left = shared.openShares(in: currency, .simplified).reduce(Int64(0)) { sum, share in
            sum + (share.creditor == member.id ? share.minor - share.paidMinor : 0)
              - (share.debtor == member.id ? share.minor - share.paidMinor : 0)
          }
          #expect(left == shared.balances[member.id, currency], "seed \(seed), case \(number), \(currency)")
        }
      }
    }
  }

  @Test("Settling every transfer of the plan leaves nothing open", arguments: Property.seeds(711, 712))
  func settlingThePlanPaysEverything(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    // A case is a transfer made.
    var number = 0
    while number < Property.cases(of: 2) {
      var household = Household.sharing
      for _ in 0..<Int.random(in: 1...10, using: &wishes.random) { _ = try wishes.act(on: &household) }
      for currency in household.state.shared.balances.currencies {
        var left = household.state.shared.settlementPlan(in: currency).transfers.shuffled(using: &wishes.random)
        while let next = left.popLast() {
          var wish = Self.settle(wishes.random.next(), from: next.debtor.low, to: next.creditor.low)
          wish.currency = currency.code
          try household.perform(.settleUp(wish))
          number += 1
          let plan = household.state.shared.settlementPlan(in: currency).transfers
          #expect(Set(plan) == Set(left), "seed \(seed), case \(number), \(currency)")
        }
        #expect(household.state.shared.members.allSatisfy { household.state.shared.balances[$0.id, currency] == 0 })
        #expect(household.state.shared.openShares(in: currency, .simplified).isEmpty, "seed \(seed), case \(number), \(currency)")
      }
    }
  }
}
