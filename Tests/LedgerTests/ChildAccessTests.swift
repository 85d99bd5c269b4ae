import HearthProtocol
import Testing

@testable import Ledger

/// Which accounts of others a child reads, and who is told of it (SPEC AC-06, AC-11, AC-12).
struct ChildAccessTests {
  private typealias Accounts = AccountTests

  private static func account(_ number: UInt64, _ type: AccountType, named name: String = "Savings") -> SetAccount {
    var wish = Accounts.account(number)
    (wish.content.name, wish.content.type) = (name, type)
    return wish
  }

  /// A family in which the adult looks after the child too, and has an account that the child reads.
  private static func granted() throws -> Household {
    var household = Household.family
    try household.perform(.setGuardian(FamilyTests.guardian(3)))
    try household.perform(.setAccount(Accounts.account(1)), by: 3)
    household.now += 5
    try household.perform(.grantAccount(Accounts.grant(5, of: 1, .read)), by: 3)
    return household
  }

  /// What the child's lane says, as a member's own replica has it: name, type and owner of each account.
  private static func told(_ household: Household, to number: UInt64) -> [String] {
    var state = household.state
    state.keepOnly(state.lanes(readableBy: Household.member(number)))
    return state.minor(FamilyTests.riya).accesses.map { "\($0.name) \($0.type) \($0.owner == Household.member(3) ? 3 : 0)" }
  }

  private static func readers(_ household: Household, _ account: UInt64 = 1) -> [UInt64] {
    (1...5 as ClosedRange<UInt64>).filter {
      household.state.lanes(readableBy: Household.member($0)).contains(Accounts.lane(account))
    }
  }

  private static func expectReplay(_ household: Household) throws {
    let snapshot = household.state.snapshot(of: FamilyTests.lane)
    #expect(try household.replayed().snapshot(of: FamilyTests.lane) == snapshot)
    var other = GroupState(group: Household.group)
    try other.restore(snapshot)
    #expect(other.snapshot(of: FamilyTests.lane) == snapshot)
  }

  @Test("product 138, AC-06: a child reads checking and savings accounts and no others; a partner reads any")
  func types() throws {
    for type in [AccountType.checking, .savings, .cash, .card, .gold] {
      var household = Household.family
      try household.perform(.setAccount(Self.account(1, type)))
      if type == .checking || type == .savings {
        try household.perform(.grantAccount(Accounts.grant(5, .read)))
      } else {
        #expect(throws: Rejection.choiceNotAllowed(field: "grant_account.account_id"), "\(type)") {
          try household.perform(.grantAccount(Accounts.grant(5, .read)))
        }
      }
      try household.perform(.grantAccount(Accounts.grant(3, .read)))
      #expect(Self.readers(household) == (type.isForChildren ? [1, 3, 5] : [1, 3]))
      let account = try #require(household.state.account(Accounts.id(1)))
      #expect(account.isShareable(with: .adult) && account.isShareable(with: .minor) == type.isForChildren)
    }
  }

  @Test("AC-06: who may not grant to the child is told so before it is said what a child may read")
  func order() throws {
    var household = Household.family
    try household.perform(.setAccount(Self.account(1, .gold)), by: 3)
    #expect(throws: Rejection.forbidden(right: .minorsSet, role: .adult)) {
      try household.perform(.grantAccount(Accounts.grant(5, .read)), by: 3)
    }
    try household.perform(.setGuardian(FamilyTests.guardian(3)))
    #expect(throws: Rejection.choiceNotAllowed(field: "grant_account.account_id")) {
      try household.perform(.grantAccount(Accounts.grant(5, .read)), by: 3)
    }
  }

  @Test("product 151, AC-11: child and guardians are told which account the child reads, no amounts, and that it has ended")
  func told() throws {
    for (ender, isGuardian) in [(3, true), (5, true), (3, false)] as [(UInt64, Bool)] {
      var household = try Self.granted()
      let last = household.log.suffix(2)
      #expect(last.map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
      let granted = try #require(last.last?.event.childAccessGranted)
      #expect(
        granted
          == .with {
            ($0.minorID, $0.accountID, $0.name, $0.type) = (Household.text(5), Accounts.id(1).description, "Savings", .savings)
            $0.ownerID = Household.text(3)
          })
      // The owner looks after the child and does not receive the account.
      #expect(Self.told(household, to: 1) == ["Savings savings 3"] && Self.readers(household) == [3, 5])
      #expect(Self.told(household, to: 5) == ["Savings savings 3"] && Self.told(household, to: 2).isEmpty)
      #expect(household.state.minor(FamilyTests.riya).accesses.map(\.at) == [household.now])
      let listed = try household.state.contents(.with { $0.part = .minors }, for: Household.member(1)).minors
      #expect(listed.map { $0.state.accesses.map(\.accountID) } == [[Accounts.id(1).description]])
      try Self.expectReplay(household)
      if !isGuardian { try household.perform(.setGuardian(FamilyTests.guardian(3, isRemoved: true))) }
      let revoked = try household.perform(.revokeAccount(Accounts.revocation(5)), by: ender)
      #expect(revoked.events.map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
      #expect(Self.told(household, to: 1).isEmpty && Self.readers(household) == [3])
      try Self.expectReplay(household)
    }
  }

  @Test("AC-11: of a grant to a partner no lane of a child is told anything")
  func partner() throws {
    var household = try Self.granted()
    let granted = try household.perform(.grantAccount(Accounts.grant(2, needsConsent: true)), by: 3)
    let asked = try household.perform(.revokeAccount(Accounts.revocation(2)), by: 3)
    let agreed = try household.perform(.answerRevocation(Accounts.answer(2)), by: 2)
    for decision in [granted, asked, agreed] { #expect(decision.events.map(\.lane) == [Accounts.lane(1)]) }
  }

  @Test("AC-11: another name or type is told, since when stays; nothing is told where neither is another")
  func renamed() throws {
    var household = try Self.granted()
    let since = household.now
    household.now += 100
    let renamed = try household.perform(.setAccount(Self.account(1, .checking, named: "For later")), by: 3)
    #expect(renamed.events.map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
    #expect(Self.told(household, to: 1) == ["For later checking 3"])
    #expect(household.state.minor(FamilyTests.riya).accesses.map(\.at) == [since])
    var richer = Self.account(1, .checking, named: "For later")
    richer.content.opening.minor = 7
    #expect(try household.perform(.setAccount(richer), by: 3).events.map(\.lane) == [Accounts.lane(1)])
    try Self.expectReplay(household)
  }

  @Test("AC-12: an account that becomes one that children do not read ends their grants in the same append, and no other grant")
  func retyped() throws {
    var household = try Self.granted()
    try household.perform(.grantAccount(Accounts.grant(2, .read)), by: 3)
    let retyped = try household.perform(.setAccount(Self.account(1, .gold)), by: 3)
    #expect(retyped.events.map(\.lane) == [Accounts.lane(1), Accounts.lane(1), FamilyTests.lane])
    #expect(Self.readers(household) == [2, 3] && Self.told(household, to: 1).isEmpty)
    // It does not begin again by itself.
    try household.perform(.setAccount(Self.account(1, .savings)), by: 3)
    #expect(Self.readers(household) == [2, 3])
    try household.perform(.grantAccount(Accounts.grant(5, .read)), by: 3)
    #expect(Self.told(household, to: 1) == ["Savings savings 3"])
    try Self.expectReplay(household)
  }

  @Test("AC-09, AC-11: a child who grows up keeps what they read and the lane that says so; who becomes a child reads nothing")
  func roles() throws {
    var household = try Self.granted()
    let grown = try household.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(!grown.events.contains { $0.lane == Accounts.lane(1) } && Self.readers(household) == [3, 5])
    #expect(Self.told(household, to: 5) == ["Savings savings 3"] && Self.told(household, to: 1).isEmpty)
    // Whatever the account becomes, a partner reads it; their lane, which others may read when they are a child again,
    // is told nothing of it.
    let changed = try household.perform(.setAccount(Self.account(1, .gold)), by: 3)
    #expect(changed.events.map(\.lane) == [Accounts.lane(1)] && Self.readers(household) == [3, 5])
    #expect(Self.told(household, to: 5) == ["Savings savings 3"])
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
    let again = try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
    #expect(again.events.suffix(2).map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
    #expect(Self.told(household, to: 1).isEmpty && Self.readers(household) == [3])
    try Self.expectReplay(household)
  }

  @Test("AC-09, AC-11: a child who comes back, or turns out to be a placeholder, has the grant no more, and their lane says so")
  func back() throws {
    var household = try Self.granted()
    try household.perform(.removeMember(PrecedenceTests.removal(5)))
    #expect(Self.told(household, to: 1) == ["Savings savings 3"])
    let restored = try household.perform(.restoreMember(PrecedenceTests.restoration(5)))
    #expect(restored.events.suffix(2).map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
    #expect(Self.told(household, to: 1).isEmpty)

    var claimed = PrecedenceTests.after(try Self.granted(), [(.addPlaceholder(PrecedenceTests.placeholder(33, as: .minor)), 1)])
    try claimed.perform(.claimMember(PrecedenceTests.claim(33)), by: 5)
    #expect(Self.told(claimed, to: 1).isEmpty && claimed.state.account(Accounts.id(1))?.grants.isEmpty == true)
    // A grant to the name that they have now is told in the lane that they had.
    let granted = try claimed.perform(.grantAccount(Accounts.grant(33, of: 1, .read)), by: 3)
    #expect(granted.events.map(\.lane) == [Accounts.lane(1), FamilyTests.lane])
    #expect(Self.told(claimed, to: 1) == ["Savings savings 3"])
  }

  @Test("SE-01, SE-05, AC-11: a separation is told in no lane of a child; when it ends the lane is told that the child reads no more")
  func separation() throws {
    for isGuardian in [true, false] {
      var household = try Self.granted()
      if !isGuardian { try household.perform(.setGuardian(FamilyTests.guardian(3, isRemoved: true))) }
      let begun = try household.perform(.separate(Separate()), by: 3)
      #expect(begun.events.map(\.lane) == [.inbox(Household.member(3))])
      #expect(Self.told(household, to: 1) == ["Savings savings 3"] && Self.readers(household) == [3, 5])
      let ended = try household.perform(.endSeparation(EndSeparation()), by: 3)
      #expect(ended.events.map(\.lane) == [.inbox(Household.member(3)), Accounts.lane(1), FamilyTests.lane])
      #expect(Self.told(household, to: 1).isEmpty)
      try Self.expectReplay(household)
    }
  }

  @Test("AC-11, AC-12: a grant of a history before there were such events is told nowhere and stays until it ends")
  func former() throws {
    var household = Household.family
    try household.perform(.setAccount(Self.account(1, .cash)))
    let granted = AccountGranted.with {
      ($0.accountID, $0.memberID, $0.permission) = (Accounts.id(1).description, Household.text(5), .read)
    }
    try household.store(DecidedEvent(.accountGranted(granted)), by: Household.member(1))
    #expect(Self.readers(household) == [1, 5] && Self.told(household, to: 1).isEmpty)
    #expect(try household.perform(.setAccount(Self.account(1, .cash, named: "Purse"))).events.map(\.lane) == [Accounts.lane(1)])
    #expect(Self.readers(household) == [1, 5])
    let retyped = try household.perform(.setAccount(Self.account(1, .gold, named: "Purse")))
    #expect(retyped.events.map(\.lane) == [Accounts.lane(1), Accounts.lane(1)] && Self.readers(household) == [1])
  }

  @Test("AC-11: what the lane says twice or ends twice is no history")
  func flaws() throws {
    let household = try Self.granted()
    var snapshot = household.state.snapshot(of: FamilyTests.lane)
    snapshot.minor.accesses += snapshot.minor.accesses
    var state = GroupState(group: Household.group)
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) { try state.restore(snapshot) }
    snapshot.minor.accesses = [.with { ($0.accountID, $0.ownerID) = (Accounts.id(1).description, Household.text(3)) }]
    #expect(throws: HistoryFlaw.malformed("type")) { try state.restore(snapshot) }
    let ended = Event.with {
      $0.childAccessEnded = .with { ($0.minorID, $0.accountID) = (Household.text(5), Accounts.id(2).description) }
    }
    state = household.state
    #expect(throws: HistoryFlaw.contradiction(.namesKnown)) {
      try state.apply(ended, lane: FamilyTests.lane, position: LanePosition(9))
    }
    #expect(throws: HistoryFlaw.misplaced) { try state.apply(ended, lane: .minor(Household.member(4)), position: LanePosition(1)) }
  }
}
