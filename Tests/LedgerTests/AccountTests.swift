import HearthProtocol
import Testing

@testable import Ledger

/// Accounts, what goes into them and out, and who sees them (SPEC section 24).
struct AccountTests {
  static func id(_ number: UInt64) -> AccountID { AccountID(high: 0xAC00, low: number) }
  static func lane(_ number: UInt64) -> Lane { .account(id(number)) }
  static func entryID(_ number: UInt64) -> EntryID { FamilyTests.spendingID(number) }

  static func account(_ number: UInt64, opening: Int64 = 1_000, currency: String = "INR", isClosed: Bool = false) -> SetAccount {
    .with {
      $0.accountID = id(number).description
      ($0.content.name, $0.content.type, $0.content.closed) = ("Savings", .savings, isClosed)
      $0.content.opening = Money(minor: opening, currency: currency)
    }
  }

  static func entry(
    _ number: UInt64, _ kind: AccountEntryKind = .deposit, minor: Int64 = 500, in account: UInt64 = 1
  ) -> SetAccountEntry {
    .with {
      ($0.accountID, $0.entryID) = (id(account).description, entryID(number).description)
      ($0.content.kind, $0.content.amount, $0.content.description_p) = (kind, Money(minor: minor, currency: ""), "Salary")
    }
  }

  static func voiding(_ number: UInt64, in account: UInt64 = 1) -> VoidAccountEntry {
    .with { ($0.accountID, $0.entryID) = (id(account).description, entryID(number).description) }
  }

  static func comparing(_ numbers: [UInt64], in account: UInt64 = 1, isUndone: Bool = false) -> ReconcileAccount {
    .with { ($0.accountID, $0.entryIds, $0.undone) = (id(account).description, numbers.map { entryID($0).description }, isUndone) }
  }

  static func transfer(_ number: UInt64, from: UInt64 = 1, into: UInt64 = 2, minor: Int64 = 300) -> TransferBetweenAccounts {
    .with {
      ($0.entryID, $0.fromAccountID, $0.toAccountID) = (entryID(number).description, id(from).description, id(into).description)
      ($0.amount, $0.description_p) = (Money(minor: minor, currency: ""), "Put aside")
    }
  }

  static func grant(
    _ member: UInt64, of account: UInt64 = 1, _ permission: GrantPermission = .write, needsConsent: Bool = false
  ) -> GrantAccount {
    .with {
      ($0.accountID, $0.memberID) = (id(account).description, Household.text(member))
      ($0.permission, $0.needsConsent) = (permission, needsConsent)
    }
  }

  static func revocation(_ member: UInt64, of account: UInt64 = 1) -> RevokeAccount {
    .with { ($0.accountID, $0.memberID) = (id(account).description, Household.text(member)) }
  }

  static func answer(_ member: UInt64, of account: UInt64 = 1, isConfirmed: Bool = true) -> AnswerRevocation {
    .with { ($0.accountID, $0.memberID, $0.confirmed) = (id(account).description, Household.text(member), isConfirmed) }
  }

  private static func readers(_ household: Household, of account: UInt64 = 1) -> [UInt64] {
    (1...5 as ClosedRange<UInt64>).filter { household.state.lanes(readableBy: Household.member($0)).contains(lane(account)) }
  }

  /// The owner's account, granted to these.
  private static func shared(_ grants: [GrantAccount], of account: SetAccount = account(1)) -> Household {
    PrecedenceTests.family([.setAccount(account)] + grants.map { .grantAccount($0) })
  }

  private static func figures(_ household: Household, _ account: UInt64 = 1) -> [Int64] {
    household.state.account(id(account)).map { [$0.balanceMinor, $0.reconciledMinor] } ?? []
  }

  private static func expectReplay(_ household: Household, _ accounts: [UInt64] = [1]) throws {
    for account in accounts {
      let snapshot = household.state.snapshot(of: lane(account))
      #expect(try household.replayed().snapshot(of: lane(account)) == snapshot)
      var other = GroupState(group: Household.group)
      try other.restore(snapshot)
      #expect(other.snapshot(of: lane(account)) == snapshot)
    }
  }

  // MARK: Accounts and entries

  @Test("product 144, 158, AC-01, AC-03: an account is its maker's alone, and its balance is opening, deposits and withdrawals")
  func account() throws {
    var household = Household.family
    let made = try household.perform(.setAccount(Self.account(1, opening: -200)), by: 3)
    #expect(made.events.map(\.lane) == [Self.lane(1)] && Self.readers(household) == [3])
    try household.perform(.setAccountEntry(Self.entry(1, minor: 500)), by: 3)
    try household.perform(.setAccountEntry(Self.entry(2, .withdrawal, minor: 120)), by: 3)
    #expect(Self.figures(household) == [180, -200])
    // Said anew, and taken out.
    var withdrawal = Self.entry(2, .withdrawal, minor: 100)
    withdrawal.content.note = "cash\r\nfor the rent"
    try household.perform(.setAccountEntry(withdrawal), by: 3)
    #expect(Self.figures(household) == [200, -200] && household.state.account(Self.id(1))?.entries.last?.note == "cash\nfor the rent")
    try household.perform(.voidAccountEntry(Self.voiding(1)), by: 3)
    #expect(Self.figures(household) == [-300, -200])
    // The opening balance was another.
    try household.perform(.setAccount(Self.account(1, opening: 700)), by: 3)
    #expect(Self.figures(household) == [600, 700])
    // Nobody else is told that it is there.
    for body in [.setAccount(Self.account(1)), .setAccountEntry(Self.entry(3)), .grantAccount(Self.grant(2))] as [Command.OneOf_Body] {
      #expect { try household.perform(body, by: 1) } throws: { ($0 as? Rejection)?.code == .notFound }
    }
    try Self.expectReplay(household)
  }

  @Test("AC-05: what was compared with a statement counts, and is not changed until the mark is off")
  func compared() throws {
    var household = Self.shared([])
    for number in 1...3 as ClosedRange<UInt64> { try household.perform(.setAccountEntry(Self.entry(number, minor: Int64(number) * 100))) }
    try household.perform(.reconcileAccount(Self.comparing([1, 2])))
    #expect(Self.figures(household) == [1_600, 1_300])
    let field = "account_entry.entry_id"
    #expect(throws: Rejection.entryReconciled(field: "set_" + field)) { try household.perform(.setAccountEntry(Self.entry(1))) }
    #expect(throws: Rejection.entryReconciled(field: "void_" + field)) { try household.perform(.voidAccountEntry(Self.voiding(2))) }
    // What is marked already stays so.
    let more = try household.perform(.reconcileAccount(Self.comparing([1, 3])))
    #expect(more.events.map { if case .accountReconciled(let event) = $0.body { event.entryIds.count } else { 0 } } == [1])
    try household.perform(.reconcileAccount(Self.comparing([1, 2, 3], isUndone: true)))
    #expect(Self.figures(household) == [1_600, 1_000])
    try household.perform(.voidAccountEntry(Self.voiding(2)))
    #expect(Self.figures(household) == [1_400, 1_000])
    try Self.expectReplay(household)
  }

  @Test("AC-04: a transfer is a withdrawal and a deposit in one, says nothing of the other account, and goes as a whole")
  func transfers() throws {
    var household = PrecedenceTests.family([
      .setAccount(Self.account(1)), .setAccount(Self.account(2, opening: 0)), .grantAccount(Self.grant(3, of: 2)),
    ])
    let made = try household.perform(.transferBetweenAccounts(Self.transfer(1)))
    #expect(made.events.map(\.lane) == [Self.lane(1), Self.lane(2)])
    #expect(Self.figures(household, 1) == [700, 1_000] && Self.figures(household, 2) == [300, 0])
    // Who sees the other side is not told whence it came, and takes no side of it out.
    #expect(!"\(made.events[1].body)".contains(Self.id(1).description) && "\(made.events[1].body)".contains(Self.id(2).description))
    #expect(throws: Rejection.forbidden(right: .accountsSet, role: .adult)) {
      try household.perform(.voidAccountEntry(Self.voiding(1, in: 2)), by: 3)
    }
    #expect(throws: Rejection.choiceNotAllowed(field: "set_account_entry.entry_id")) {
      try household.perform(.setAccountEntry(Self.entry(1)))
    }
    try household.perform(.reconcileAccount(Self.comparing([1], in: 2)), by: 3)
    #expect(throws: Rejection.entryReconciled(field: "void_account_entry.entry_id")) {
      try household.perform(.voidAccountEntry(Self.voiding(1)))
    }
    try household.perform(.reconcileAccount(Self.comparing([1], in: 2, isUndone: true)), by: 3)
    try household.perform(.voidAccountEntry(Self.voiding(1)))
    #expect(Self.figures(household, 1) == [1_000, 1_000] && Self.figures(household, 2) == [0, 0])
    try Self.expectReplay(household, [1, 2])
  }

  @Test("AC-04: no two transfers of a member have one id, so that the void of one takes out no other")
  func transferIDs() throws {
    var household = PrecedenceTests.family((1...4 as ClosedRange<UInt64>).map { .setAccount(Self.account($0)) })
    try household.perform(.transferBetweenAccounts(Self.transfer(1)))
    #expect(throws: Rejection.alreadyExists(field: "transfer_between_accounts.entry_id")) {
      try household.perform(.transferBetweenAccounts(Self.transfer(1, from: 3, into: 4)))
    }
  }

  @Test("AC-04: between two currencies what arrives is said")
  func exchanged() throws {
    var household = PrecedenceTests.family([.setAccount(Self.account(1)), .setAccount(Self.account(2, opening: 0, currency: "USD"))])
    #expect(throws: Rejection.choiceNotAllowed(field: "transfer_between_accounts.received")) {
      try household.perform(.transferBetweenAccounts(Self.transfer(1, minor: 830)))
    }
    var transfer = Self.transfer(1, minor: 830)
    transfer.received = Money(minor: 10, currency: "USD")
    try household.perform(.transferBetweenAccounts(transfer))
    #expect(Self.figures(household, 1) == [170, 1_000] && Self.figures(household, 2) == [10, 0])
  }

  // MARK: Grants

  @Test("product 147, 150, AC-06: a partner reads, or reads and writes, from the grant on; nobody else learns of it")
  func granted() throws {
    var household = Self.shared([])
    let granted = try household.perform(.grantAccount(Self.grant(3, .read)))
    #expect(granted.events.map(\.lane) == [Self.lane(1)] && Self.readers(household) == [1, 3])
    #expect(throws: Rejection.forbidden(right: .accountsWrite, role: .adult)) {
      try household.perform(.setAccountEntry(Self.entry(1)), by: 3)
    }
    #expect(throws: Rejection.forbidden(right: .accountsGrant, role: .adult)) { try household.perform(.grantAccount(Self.grant(2)), by: 3) }
    #expect(throws: Rejection.alreadyGranted(field: "grant_account.member_id")) { try household.perform(.grantAccount(Self.grant(3))) }
    try household.perform(.revokeAccount(Self.revocation(3)))
    try household.perform(.grantAccount(Self.grant(3)))
    try household.perform(.setAccountEntry(Self.entry(1)), by: 3)
    try household.perform(.voidAccountEntry(Self.voiding(1)), by: 3)
    // The account itself stays its owner's.
    #expect(throws: Rejection.forbidden(right: .accountsSet, role: .adult)) {
      try household.perform(.setAccount(Self.account(1, isClosed: true)), by: 3)
    }
    try Self.expectReplay(household)
  }

  @Test("product 138, 151, AC-06: a child reads, if its owner looks after them, and without any consent to end it")
  func child() throws {
    var household = Self.shared([])
    #expect(throws: Rejection.choiceNotAllowed(field: "grant_account.permission")) { try household.perform(.grantAccount(Self.grant(5))) }
    #expect(throws: Rejection.choiceNotAllowed(field: "grant_account.needs_consent")) {
      try household.perform(.grantAccount(Self.grant(5, .read, needsConsent: true)))
    }
    try household.perform(.grantAccount(Self.grant(5, .read)))
    #expect(Self.readers(household) == [1, 5])
    #expect(throws: Rejection.forbidden(right: .accountsWrite, role: .minor)) {
      try household.perform(.setAccountEntry(Self.entry(1)), by: 5)
    }
    // An adult who does not look after the child.
    try household.perform(.setAccount(Self.account(2)), by: 3)
    #expect(throws: Rejection.forbidden(right: .minorsSet, role: .adult)) {
      try household.perform(.grantAccount(Self.grant(5, of: 2, .read)), by: 3)
    }
    try household.perform(.revokeAccount(Self.revocation(5)), by: 5)
    #expect(Self.readers(household) == [1])
  }

  @Test("product 149, C9, AC-07, AC-08: where both must agree a revocation waits for the other of the two, whoever begins")
  func consent() throws {
    for (asker, other) in [(1, 3), (3, 1)] as [(UInt64, UInt64)] {
      var household = Self.shared([Self.grant(3, needsConsent: true), Self.grant(2, .read)])
      let asked = try household.perform(.revokeAccount(Self.revocation(3)), by: asker)
      #expect(asked.events.map(\.lane) == [Self.lane(1)] && Self.readers(household) == [1, 2, 3])
      #expect(throws: Rejection.nothingChanges) { try household.perform(.revokeAccount(Self.revocation(3)), by: asker) }
      #expect(throws: Rejection.choiceNotAllowed(field: "answer_revocation.confirmed")) {
        try household.perform(.answerRevocation(Self.answer(3)), by: asker)
      }
      // Another grantee is none of the two.
      #expect(throws: Rejection.forbidden(right: .accountsRevoke, role: .admin)) {
        try household.perform(.answerRevocation(Self.answer(3)), by: 2)
      }
      try household.perform(.answerRevocation(Self.answer(3, isConfirmed: false)), by: other)
      #expect(Self.readers(household) == [1, 2, 3])
      try household.perform(.revokeAccount(Self.revocation(3)), by: asker)
      // Who wishes the same has agreed.
      try household.perform(asker == 1 ? .revokeAccount(Self.revocation(3)) : .answerRevocation(Self.answer(3)), by: other)
      #expect(Self.readers(household) == [1, 2])
      try Self.expectReplay(household)
    }
  }

  @Test("product 149, AC-08: an answer counts until 14 days have passed", arguments: [(-1, true), (0, false)] as [(Int64, Bool)])
  func lapses(more: Int64, isOpen: Bool) throws {
    var household = Self.shared([Self.grant(3, needsConsent: true)])
    try household.perform(.revokeAccount(Self.revocation(3)))
    household.now += 1_209_600_000 + more
    household.today = household.today.adding(days: 14)
    if isOpen {
      try household.perform(.answerRevocation(Self.answer(3)), by: 3)
      #expect(Self.readers(household) == [1])
    } else {
      #expect(throws: Rejection.noRevocation) { try household.perform(.answerRevocation(Self.answer(3)), by: 3) }
      // It is asked for anew.
      try household.perform(.revokeAccount(Self.revocation(3)))
      try household.perform(.answerRevocation(Self.answer(3)), by: 3)
      #expect(Self.readers(household) == [1])
    }
  }

  @Test("AC-07: where nobody is left who could agree, the grant ends at once")
  func nobodyLeft() throws {
    var household = Self.shared([Self.grant(3, needsConsent: true)])
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    #expect(Self.readers(household) == [1])
    try household.perform(.revokeAccount(Self.revocation(3)))
    #expect(household.state.account(Self.id(1))?.grants.isEmpty == true)
  }

  @Test("AC-09: a grantee who comes back, or becomes a viewer or a minor, has the grant no more; a child who grows up keeps theirs")
  func roles() throws {
    var household = Self.shared([Self.grant(3), Self.grant(5, .read)])
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    #expect(Self.readers(household) == [1, 5])
    let restored = try household.perform(.restoreMember(PrecedenceTests.restoration(3)))
    #expect(restored.events.map(\.lane) == [.shared, Self.lane(1)] && Self.readers(household) == [1, 5])
    try household.perform(.grantAccount(Self.grant(3)))
    let lowered = try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    #expect(lowered.events.map(\.lane) == [.shared, Self.lane(1)] && Self.readers(household) == [1, 5])
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .adult)))
    #expect(Self.readers(household) == [1, 5])
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(Self.readers(household) == [1, 5])
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
    try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
    #expect(Self.readers(household) == [1])
    try Self.expectReplay(household)
  }

  @Test("AC-01: an owner of an account who becomes a viewer keeps it, writes no more, and can still end a grant")
  func viewer() throws {
    var household = Household.family
    try household.perform(.setAccount(Self.account(1)), by: 3)
    try household.perform(.grantAccount(Self.grant(2)), by: 3)
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    #expect(Self.readers(household) == [2, 3])
    #expect(throws: Rejection.forbidden(right: .accountsWrite, role: .viewer)) {
      try household.perform(.setAccountEntry(Self.entry(1)), by: 3)
    }
    try household.perform(.revokeAccount(Self.revocation(2)), by: 3)
    #expect(Self.readers(household) == [3])
  }

  // MARK: Limits

  @Test("AC-02: a member makes at most 20 accounts, closed ones included; others' do not count")
  func accountsMax() throws {
    var household = Household.family
    try household.perform(.setAccount(Self.account(99)), by: 3)
    for number in 1...20 as ClosedRange<UInt64> { try household.perform(.setAccount(Self.account(number, isClosed: number == 1))) }
    #expect(throws: Rejection.tooManyAccounts(most: 20)) { try household.perform(.setAccount(Self.account(21))) }
    try household.perform(.setAccount(Self.account(20, opening: 5)))
  }

  @Test("AC-02: an account is granted to at most 10 members")
  func grantsMax() throws {
    var household = Household()
    try household.found(membersMax: 20)
    try household.perform(.setAccount(Self.account(1)))
    for number in 40...50 as ClosedRange<UInt64> { try household.admit(number, as: .adult) }
    for number in 40...49 as ClosedRange<UInt64> { try household.perform(.grantAccount(Self.grant(number))) }
    #expect(throws: Rejection.tooManyGrants(most: 10)) { try household.perform(.grantAccount(Self.grant(50))) }
  }

  @Test("AC-02: a member receives at most 50 accounts of others, those granted first; one that ends makes space")
  func receivedMax() throws {
    var household = Household.family
    for owner in 1...3 as ClosedRange<UInt64> where owner != 2 {
      for number in 1...20 as ClosedRange<UInt64> {
        household.now += 1
        try household.perform(.setAccount(Self.account(owner * 100 + number)), by: owner)
        try household.perform(.grantAccount(Self.grant(2, of: owner * 100 + number)), by: owner)
      }
    }
    try household.admit(40, as: .adult)
    for number in 1...11 as ClosedRange<UInt64> {
      household.now += 1
      try household.perform(.setAccount(Self.account(400 + number)), by: 40)
      try household.perform(.grantAccount(Self.grant(2, of: 400 + number)), by: 40)
    }
    func received(_ household: Household) -> Set<Lane> {
      Set(household.state.lanes(readableBy: Household.member(2)).filter { if case .account = $0 { true } else { false } })
    }
    #expect(received(household).count == 50 && !received(household).contains(Self.lane(411)))
    // One's own do not count.
    try household.perform(.setAccount(Self.account(1)), by: 2)
    #expect(received(household).count == 51)
    try household.perform(.revokeAccount(Self.revocation(2, of: 101)))
    #expect(received(household).count == 51 && received(household).contains(Self.lane(411)))
  }

  @Test("AC-02, TM-05 Limit: 50 accounts of others are received; a 51st displaces none, though the clock was set back and its id is lower")
  func receivedInOrder() throws {
    var household = Household.family
    let owners: [UInt64] = [1, 3, 40]
    try household.admit(40, as: .adult)
    for number in 0..<50 as Range<UInt64> {
      household.now += 1
      let owner = owners[Int(number % 3)]
      try household.perform(.setAccount(Self.account(100 + number)), by: owner)
      try household.perform(.grantAccount(Self.grant(2, of: 100 + number)), by: owner)
    }
    func received(_ state: GroupState) -> [Lane] {
      state.lanes(readableBy: Household.member(2)).filter { if case .account = $0 { true } else { false } }
    }
    let first = received(household.state)
    #expect(first == (100..<150).map { Self.lane(UInt64($0)) })
    household.now += 1
    try household.perform(.setAccount(Self.account(1)), by: 3)
    let (last, halfAnHour) = (household.now, Int64(1_800_000))
    household.now -= halfAnHour
    let granted = try household.perform(.grantAccount(Self.grant(2)), by: 3)
    guard case .accountGranted(let event) = granted.events.first?.body else {
      Issue.record("Nothing was granted.")
      return
    }
    #expect(event.grantedAtMs == last && received(household.state) == first)
    // The same for who reads the history, and for who begins with snapshots.
    let replayed = try household.replayed()
    #expect(received(replayed) == first)
    var restored = household.state
    for number in [1] + Array(100..<150 as Range<UInt64>) { try restored.restore(household.state.snapshot(of: Self.lane(number))) }
    #expect(received(restored) == first)
    // One that ends makes space.
    try household.perform(.revokeAccount(Self.revocation(2, of: 149)), by: 2)
    #expect(Set(received(household.state)) == Set(first.dropLast() + [Self.lane(1)]))
  }

  @Test("AC-03: an opening balance is from -10^15 to 10^15 minor units")
  func openingBounds() throws {
    for opening in [-amountMinorMax, amountMinorMax] {
      var household = Household.family
      try household.perform(.setAccount(Self.account(1, opening: opening)))
      let more = Self.account(2, opening: opening < 0 ? opening - 1 : opening + 1)
      #expect { try household.perform(.setAccount(more)) } throws: { ($0 as? Rejection)?.code == .outOfRange }
    }
  }

  // MARK: Allowances

  @Test("product 141, AC-10: an allowance that is paid into an account is a deposit on each date, once, and no cap")
  func paidAllowance() throws {
    var household = Self.shared([Self.grant(5, .read)])
    var allowance = AllowanceTests.allowance(1, minor: 700)
    allowance.content.accountID = Self.id(1).description
    allowance.content.note = "for the guardians"
    try household.perform(.setAllowance(allowance))
    try household.tick()
    #expect(Self.figures(household) == [1_700, 1_000])
    // What is noted in the minor's lane is not told in the account's.
    #expect(household.state.account(Self.id(1))?.entries.first?.description == "Allowance")
    try household.tick()
    #expect(Self.figures(household) == [1_700, 1_000])
    try household.pass(days: 14)
    #expect(Self.figures(household) == [3_100, 1_000])
    let state = try #require(household.state.minor(FamilyTests.riya).allowances.first)
    #expect(household.state.progress(of: state, for: FamilyTests.riya, on: household.today) == nil)
    try Self.expectReplay(household)
    // Closed it takes nothing, and the minor's lane is told nothing of that.
    try household.perform(.setAccount(Self.account(1, isClosed: true)))
    try household.pass(days: 7)
    #expect(Self.figures(household) == [3_100, 1_000])
    #expect(household.state.minor(FamilyTests.riya).allowances.first?.last?.date == household.today)
  }

  @Test(
    "product 141, AC-10: the account is one that its setter may write to, and stays theirs to pay from when a guardian changes the rest")
  func payer() throws {
    var household = PrecedenceTests.family([
      .setAccount(Self.account(1)), .grantAccount(Self.grant(3, .read)), .setGuardian(FamilyTests.guardian(3)),
      .setGuardian(FamilyTests.guardian(2)),
    ])
    var allowance = AllowanceTests.allowance(1, minor: 700)
    allowance.content.accountID = Self.id(1).description
    #expect(throws: Rejection.forbidden(right: .accountsWrite, role: .adult)) { try household.perform(.setAllowance(allowance), by: 3) }
    #expect(throws: Rejection.unknownAccount(field: "set_allowance.content.account_id")) {
      try household.perform(.setAllowance(allowance), by: 2)
    }
    try household.perform(.setAllowance(allowance))
    try household.tick()
    // The admin does not see the account, and raises the amount all the same.
    allowance.content.amount.minor = 800
    try household.perform(.setAllowance(allowance), by: 2)
    try household.pass(days: 7)
    #expect(Self.figures(household) == [2_500, 1_000])
  }

  @Test(
    "product 141, AC-10, FA-08: an allowance pauses when who pays it looks after the minor no more, and goes on with another account or none",
    arguments: [true, false])
  func formerGuardian(isRemoved: Bool) throws {
    var household = PrecedenceTests.family([.setGuardian(FamilyTests.guardian(3))])
    try household.perform(.setAccount(Self.account(1)), by: 3)
    var allowance = AllowanceTests.allowance(1, minor: 700)
    allowance.content.accountID = Self.id(1).description
    try household.perform(.setAllowance(allowance), by: 3)
    // One that caps goes on without who set it.
    try household.perform(.setAllowance(AllowanceTests.allowance(2, minor: 50)), by: 3)
    try household.tick()
    let deposits = { (household: Household) in household.state.account(Self.id(1))?.entries.map(\.minor) }
    #expect(deposits(household) == [700])
    let end: Command.OneOf_Body =
      isRemoved ? .setGuardian(FamilyTests.guardian(3, isRemoved: true)) : .changeRole(PrecedenceTests.change(3, to: .viewer))
    let decision = try household.perform(end)
    #expect(decision.events.first?.lane == FamilyTests.lane)
    #expect(household.state.minor(FamilyTests.riya).allowances.map(\.isPaused) == [true, false])
    allowance.content.amount.minor = 800
    #expect(throws: Rejection.choiceNotAllowed(field: "set_allowance.content.account_id")) {
      try household.perform(.setAllowance(allowance))
    }
    let resumption = PauseAllowance.with {
      ($0.minorID, $0.allowanceID, $0.resumed) = (allowance.minorID, allowance.allowanceID, true)
    }
    #expect(throws: Rejection.choiceNotAllowed(field: "pause_allowance.allowance_id")) {
      try household.perform(.pauseAllowance(resumption))
    }
    allowance.content.accountID = ""
    try household.perform(.setAllowance(allowance))
    try household.perform(.pauseAllowance(resumption))
    try household.pass(days: 14)
    #expect(deposits(household) == [700])
    #expect(household.state.minor(FamilyTests.riya).allowances.first?.last?.minor == 800)
  }

  @Test(
    "product 141: with the owner's place goes what they pay; a new owner who is a guardian already pays on", arguments: [2, 3] as [UInt64])
  func formerOwner(payer: UInt64) throws {
    var household = PrecedenceTests.family([.setGuardian(FamilyTests.guardian(2))])
    let by: UInt64 = payer == 2 ? 2 : 1
    try household.perform(.setAccount(Self.account(1)), by: by)
    var allowance = AllowanceTests.allowance(1, minor: 700)
    allowance.content.accountID = Self.id(1).description
    try household.perform(.setAllowance(allowance), by: by)
    try household.perform(.transferOwnership(.with { $0.memberID = Household.text(2) }))
    #expect(household.state.minor(FamilyTests.riya).allowances.map(\.isPaused) == [by == 1])
  }
}
