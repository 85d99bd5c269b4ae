import HearthProtocol
import Support
import SwiftProtobuf
import Testing

@testable import Ledger

/// What a member is answered does not depend on lanes that they do not receive (SPEC LN-09).
struct LaneBoundTests {
  private static func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  /// Adults do not see incomes; the owner and an admin have said theirs.
  private static func discreet() throws -> Household {
    var household = Household.family
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsSeeIncome, false)))
    for number in [1, 2, 3] as [UInt64] {
      try household.perform(.setMemberIncome(PrecedenceTests.income(Int64(number) * 1_000)), by: number)
    }
    return household
  }

  private static func byIncome(_ number: UInt64, _ members: [UInt64] = [1, 2]) -> AddEntry {
    var wish = Household.entry(number, minor: 1_000_000_000)
    wish.content.split.income.memberIds = members.map(Household.text)
    return wish
  }

  @Test("LN-09: a split by income is refused to whoever does not see incomes, previewed or entered, and refused alike whatever was said")
  func splits() throws {
    var household = try Self.discreet()
    let refusal = Rejection.forbidden(right: .incomeRead, role: .adult)
    for members in [[1, 2], [4], []] as [[UInt64]] {
      let wish = Self.byIncome(1, members)
      #expect(throws: refusal) { try impact(of: household.command(.addEntry(wish)), in: household.state, context: household.context(3)) }
      #expect(Self.rejection(household, .addEntry(wish), by: 3) == refusal)
    }
    var rule = Household.rule(1)
    rule.content.template.split.income.memberIds = [Household.text(1)]
    #expect(Self.rejection(household, .setRecurring(rule), by: 3) == refusal)
    // An admin sees incomes, and may.
    try household.perform(.addEntry(Self.byIncome(1)), by: 2)
    #expect(household.lastOwed == [333_333_333, 666_666_667])
  }

  @Test("LN-09: who does not see incomes edits what others divided by them, which stays divided as it was")
  func edits() throws {
    var household = try Self.discreet()
    try household.perform(.addEntry(Self.byIncome(1)), by: 2)
    // Somebody earns more by now.
    try household.perform(.setMemberIncome(PrecedenceTests.income(7_000)), by: 1)
    let entry = try #require(household.state.shared.entries.last)
    func edit(_ minor: Int64, _ split: Split) -> EditEntry {
      var wish = EditEntry()
      (wish.entryID, wish.baseVersion) = (entry.id.description, household.state.shared.entries.last?.version.rawValue ?? 0)
      (wish.changes.money.kind, wish.changes.money.amount) = (.expense, Money(minor: minor, currency: "INR"))
      wish.changes.money.split = split
      return wish
    }
    try household.perform(.editEntry(edit(300, Split())), by: 3)
    #expect(household.lastOwed == [100, 200])
    // A program sends back all that it was told.
    try household.perform(.editEntry(edit(600, entry.content.split)), by: 3)
    #expect(household.lastOwed == [200, 400])
    var other = Split()
    other.income.memberIds = [Household.text(1)]
    #expect(Self.rejection(household, .editEntry(edit(600, other)), by: 3) == .forbidden(right: .incomeRead, role: .adult))
  }

  @Test("RE-03: a rule by incomes pauses in the batch in which its maker loses the right to see them")
  func rules() throws {
    var household = Household.family
    for number in [1, 2] as [UInt64] { try household.perform(.setMemberIncome(PrecedenceTests.income(1_000)), by: number) }
    var rule = Household.rule(1)
    rule.content.template.split.income.memberIds = [1, 2].map(Household.text)
    try household.perform(.setRecurring(rule), by: 3)
    try household.tick()
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsSeeIncome, false)))
    try household.pass(days: 31)
    #expect(household.rule(1)?.isPaused == true && household.state.shared.entries.count == 1)
    let paused = try #require(household.log.dropLast().last?.event.recurringPaused)
    #expect(paused.code == RejectionCode.forbidden.rawValue)
  }

  @Test("LN-09: an adult adds a member whoever waits to be let in, who then waits until there is space")
  func placeholders() throws {
    var household = Household.family
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsAddPlaceholders, true)))
    household = PrecedenceTests.asking(household)
    for number in 30..<34 as Range<UInt64> { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(number)), by: 3) }
    // Nine are there, and one waits.
    #expect(Self.rejection(household, .addPlaceholder(PrecedenceTests.placeholder(34)), by: 2) == .groupFull(membersMax: 10))
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(34)), by: 3)
    #expect(Self.rejection(household, .approveJoin(PrecedenceTests.joinApproval(9)), by: 1) == .groupFull(membersMax: 10))
    try household.perform(.removeMember(PrecedenceTests.removal(34)))
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(9)))
    #expect(household.state.shared.members.presentIDs.count == 10)
  }

  // MARK: The property

  /// The state, and one that differs from it in what others have said in the lanes that the member does not receive.
  private static func twin(of state: GroupState, for member: MemberState, _ random: inout SeededGenerator, at now: Int64) throws
    -> GroupState
  {
    var other = state
    func event(_ author: MemberID, _ body: Event.OneOf_Body) -> Event {
      .with { ($0.atMs, $0.memberID, $0.body) = (now, author.description, body) }
    }
    func income() -> Money {
      Money(minor: Int64.random(in: 1...10_000_000, using: &random), currency: state.shared.settings?.currency.code ?? "INR")
    }
    for author in state.shared.members where !state.shared.members.names(of: member.id).contains(author.id) {
      let earned = event(author.id, .memberIncomeSet(.with { $0.monthly = income() }))
      try other.apply(earned, lane: .income, position: LanePosition(.max))
      let address = "m\(UInt64.random(in: 0...9, using: &random))@example.org"
      try other.apply(event(author.id, .memberEmailSet(.with { $0.email = address })), lane: .admin, position: LanePosition(.max))
    }
    try other.apply(event(member.id, .incomeSet(.with { $0.monthlyIncome = income() })), lane: .income, position: LanePosition(.max))
    let asking = JoinRequested.with {
      ($0.memberID, $0.holder) = (
        MemberID(high: 0xEE, low: random.next()).description, .init(HolderID(high: 0xEE, low: random.next()).bytes)
      )
      ($0.displayName, $0.role, $0.inviteID) = ("Sara", .adult, InviteID(high: 0xEE, low: 1).description)
    }
    try other.apply(event(member.id, .joinRequested(asking)), lane: .admin, position: LanePosition(.max))
    // Everybody was reminded of something by somebody else a moment ago.
    let people = state.shared.members.map(\.id)
    for debtor in people {
      for creditor in people where debtor != creditor {
        let reminded = event(
          creditor, .debtorReminded(.with { ($0.debtorID, $0.creditorID, $0.owed) = ("\(debtor)", "\(creditor)", income()) }))
        for reader in [debtor, creditor] { try other.apply(reminded, lane: .inbox(reader), position: LanePosition(.max)) }
      }
    }
    // Everybody has muted everybody, and was told something kind by somebody else.
    for reader in people {
      for sender in people where sender != reader {
        if !other.inbox(of: reader).coaching.muted.contains(sender) {
          let muted = event(reader, .coachingMuted(.with { $0.memberID = "\(sender)" }))
          try other.apply(muted, lane: .inbox(reader), position: LanePosition(.max))
        }
        let sent = event(sender, .coachingSent(.with { ($0.recipientID, $0.text, $0.sentAtMs) = ("\(reader)", "Well done!", now) }))
        try other.apply(sent, lane: .inbox(reader), position: LanePosition(.max))
      }
    }
    let narrow = try tellNarrowly(&other, of: member, &random, event)
    var twin = state
    let readable = state.lanes(readableBy: member.id)
    for lane in [Lane.admin, .income] + people.map(Lane.inbox) + narrow where !readable.contains(lane) {
      try twin.restore(other.snapshot(of: lane))
    }
    return twin
  }

  /// Has each minor note something, and each of the others make an account.
  ///
  /// - Returns: the lanes in which they did.
  private static func tellNarrowly(
    _ state: inout GroupState, of member: MemberState, _ random: inout SeededGenerator, _ event: (MemberID, Event.OneOf_Body) -> Event
  ) throws -> [Lane] {
    var lanes: [Lane] = []
    let others = state.shared.members.filter { !state.shared.members.names(of: member.id).contains($0.id) }
    for author in others {
      let money = Money(minor: Int64.random(in: 1...90_000, using: &random), currency: "INR")
      let account = AccountID(high: 0xEE, low: random.next())
      let made = AccountSet.with {
        ($0.accountID, $0.content.name, $0.content.type, $0.content.opening) = ("\(account)", "Savings", .savings, money)
      }
      try state.apply(event(author.id, .accountSet(made)), lane: .account(account), position: LanePosition(1))
      lanes.append(.account(account))
      guard author.role == .minor else { continue }
      let minor = state.minorSubject(of: author.id)
      let spent = SpendingSet.with {
        ($0.minorID, $0.spendingID, $0.content.amount) = ("\(minor)", EntryID(high: 0xEE, low: random.next()).description, money)
        ($0.content.description_p, $0.content.date) = ("Samosa", "2026-06-15")
      }
      try state.apply(event(author.id, .spendingSet(spent)), lane: .minor(minor), position: LanePosition(.max))
      lanes.append(.minor(minor))
    }
    return lanes
  }

  private static func bytes(_ message: some SwiftProtobuf.Message) throws -> [UInt8] {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    return try message.serializedBytes(options: options)
  }

  /// All that the member can be answered to the command, as it would leave the server: the preview, and what the
  /// command itself comes to.
  private static func answers(_ command: Command, _ household: Household, _ state: GroupState, by number: UInt64) throws -> [String] {
    var answers: [String] = []
    do {
      let impact = try impact(of: command, in: state, context: household.context(number))
      answers.append("\(try impact.map(Self.bytes) ?? [])")
    } catch let error as Rejection {
      answers.append("\(error)")
    }
    do {
      let decision = try decide(command, in: state, context: household.context(number))
      let readable = state.lanes(readableBy: decision.actor)
      for decided in decision.events where readable.contains(decided.lane) {
        answers.append("\(decided.lane) \(try Self.bytes(Event.with { $0.body = decided.body }))")
      }
    } catch let error as Rejection {
      answers.append("\(error) \(error.cause) \(error.details)")
    }
    return answers
  }

  private static func questions(_ state: GroupState, of member: MemberID, today: CivilDate) throws -> [[UInt8]] {
    var answers: [[UInt8]] = []
    for part in GroupPart.allCases {
      let read = ReadGroup.with { $0.part = part }
      do { answers.append(try bytes(state.contents(read, for: member))) } catch is Rejection { answers.append([]) }
    }
    answers.append(try bytes(state.entries(.with { $0.withStanding = true })))
    answers.append(try bytes(state.settlement(.with { $0.shares = true }, .message)))
    answers.append(try bytes(state.dashboard(ReadDashboard(), today: today) { _ in today }))
    return answers
  }

  /// A command of any kind; many divide by incomes.
  private static func wish(_ wishes: inout RandomWishes, _ household: Household) -> Command.OneOf_Body? {
    var byIncome = wishes.entry()
    byIncome.content.split.income.memberIds = [1, 2, 3].shuffled(using: &wishes.random).prefix(2).map { Household.text($0) }
    switch Int.random(in: 0..<13, using: &wishes.random) {
    case 11, 12: return .sendCoaching(CoachingTests.wish(UInt64.random(in: 1...5, using: &wishes.random)))
    case 0, 1: return .addEntry(byIncome)
    case 9, 10:
      // What somebody owes by the entries, mostly.
      let debt = household.state.shared.directDebts(in: PrecedenceTests.rupee).randomElement(using: &wishes.random)
      var remind = SettlementTests.remind(debt?.debtor.low ?? 2, of: debt?.creditor.low ?? 1)
      remind.mode = .direct
      return .remindDebtor(remind)
    case 2: return .addEntry(wishes.entry())
    case 3: return wishes.memberWish(people: 8)
    case 4: return wishes.setting()
    case 5:
      var rule = Household.rule(UInt64.random(in: 1...9, using: &wishes.random), .day, from: household.today.adding(days: -5).description)
      rule.content.template.split = byIncome.content.split
      return .setRecurring(rule)
    case 6: return wishes.recurring(in: household)
    case 7:
      guard let entry = household.state.shared.entries.randomElement(using: &wishes.random) else { return .undoLast(UndoLast()) }
      return wishes.change(of: entry, to: byIncome.content)
    default: return wishes.garbage()
    }
  }

  @Test(
    "LN-09: two states that differ only in lanes that a member does not receive give them the same bytes", arguments: Property.seeds(1, 2))
  func sameBytes(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var compared = 0
    for number in 0..<max(2, Property.cases(of: 2) / 500) {
      var household = Household.family
      // The owner's rule by incomes is due all the time.
      for member in [1, 2] as [UInt64] { try household.perform(.setMemberIncome(PrecedenceTests.income(1_000)), by: member) }
      var due = Household.rule(90, .day)
      due.content.template.split.income.memberIds = [1, 2].map(Household.text)
      try household.perform(.setRecurring(due))
      try household.perform(.setPolicy(PrecedenceTests.policy(.adultsSeeIncome, false)))
      if Bool.random(using: &wishes.random) { try household.perform(.setPolicy(PrecedenceTests.policy(.adultsAddPlaceholders, true))) }
      for _ in 0..<60 {
        guard let body = Self.wish(&wishes, household) else { continue }
        let actor = UInt64.random(in: 1...5, using: &wishes.random)
        do { try household.perform(body, by: actor) } catch is Rejection {}
      }
      for asker in 1...5 as ClosedRange<UInt64> {
        guard let member = household.state.member(holding: Household.holder(asker)) else { continue }
        let twin = try Self.twin(of: household.state, for: member, &wishes.random, at: household.now)
        let what = "seed \(seed), household \(number), asker \(asker)"
        #expect(
          try Self.questions(household.state, of: member.id, today: household.today)
            == Self.questions(twin, of: member.id, today: household.today), "\(what)")
        for _ in 0..<40 {
          guard let body = Self.wish(&wishes, household) else { continue }
          let command = household.command(body)
          compared += 1
          #expect(
            try Self.answers(command, household, household.state, by: asker) == Self.answers(command, household, twin, by: asker),
            "\(what): \(body)")
        }
      }
    }
    #expect(compared > 300, "seed \(seed)")
  }

  @Test("LN-09, positive control: whoever receives a lane is answered from it")
  func control() throws {
    let household = try Self.discreet()
    var random = SeededGenerator(seed: 1)
    let owner = try #require(household.state.member(holding: Household.holder(1)))
    let adult = try #require(household.state.member(holding: Household.holder(3)))
    let other = try Self.twin(of: household.state, for: adult, &random, at: household.now)
    #expect(household.state.lanes(readableBy: owner.id) == [.shared, .admin, .income, .inbox(owner.id), .minor(Household.member(5))])
    let command = household.command(.addEntry(Self.byIncome(1)))
    #expect(
      try Self.answers(command, household, household.state, by: 1) != Self.answers(command, household, other, by: 1))
  }
}
