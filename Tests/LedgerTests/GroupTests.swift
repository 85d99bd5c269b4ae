import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Ledger

/// The group and its life, by the rows of the product.
struct GroupTests {
  private static func update(_ change: (inout UpdateGroup) -> Void) -> Command.OneOf_Body {
    var wish = UpdateGroup()
    change(&wish)
    return .updateGroup(wish)
  }

  private static func founded(_ change: (inout CreateGroup) -> Void) throws -> (state: GroupState, decision: Decision) {
    var household = Household()
    var wish = CreateGroup()
    wish.name = "Flat 4B"
    wish.currency = "EUR"
    wish.memberID = Household.text(1)
    wish.displayName = "Asha"
    change(&wish)
    let decision = try household.perform(.createGroup(wish))
    return (household.state, decision)
  }

  @Test("product 1, 8, 9, 14: whoever is signed in creates the group and is its owner in one batch")
  func created() throws {
    let (state, decision) = try Self.founded { _ in }
    #expect(decision.events.count == 2 && decision.events.allSatisfy { $0.lane == .shared })
    #expect(state.shared.members.map(\.role) == [.owner])
    #expect(state.member(holding: Household.holder(1))?.displayName == "Asha")
  }

  @Test("product 2: the name has 1 to 50 characters after trimming, composed")
  func names() throws {
    let fifty = String(repeating: "e\u{301}", count: 50)
    let (state, _) = try Self.founded { $0.name = "  \(fifty)\n" }
    #expect(state.shared.settings?.name.unicodeScalars.count == 50)
    #expect(state.shared.settings?.name.utf8.elementsEqual(String(repeating: "\u{e9}", count: 50).utf8) == true)
    for name in ["", " \t", fifty + "e\u{301}"] {
      #expect(throws: Rejection.self) { try Self.founded { $0.name = name } }
    }
    // What no single character stands for stays as it is: a family of four is one character, and so is क with its
    // vowel.
    let (other, _) = try Self.founded { $0.name = "👨‍👩‍👧‍👦 कि" }
    #expect(other.shared.settings?.name.count == 3)
    // The longest emoji there is, fifty times; no more bytes than that.
    let couple = "👩🏻‍❤️‍💋‍👩🏿"
    let (long, _) = try Self.founded { $0.name = String(repeating: couple, count: 50) }
    #expect(long.shared.settings?.name.count == 50)
    let joined = String(repeating: "\u{1F468}\u{200D}", count: 257) + "a"
    #expect(joined.utf8.count == 50 * Limits.characterBytes)
    _ = try Self.founded { $0.name = joined }
    #expect(throws: Rejection.self) { try Self.founded { $0.name = joined + "a" } }
  }

  @Test("product 3, 4: description and icon are kept as written")
  func description() throws {
    let (state, _) = try Self.founded {
      $0.description_p = String(repeating: "d", count: 280)
      $0.icon = "house.fill"
    }
    #expect(state.shared.settings?.description.count == 280 && state.shared.settings?.icon == "house.fill")
  }

  @Test("product 5: the currency changes while there are no entries, and never after")
  func currency() throws {
    var household = Household.family
    try household.perform(Self.update { $0.currency = "JPY" })
    #expect(household.state.shared.settings?.currency.code == "JPY")
    try household.perform(.addEntry(Household.entry(1)))
    #expect(throws: Rejection.currencyFixed) { try household.perform(Self.update { $0.currency = "INR" }) }
    // What it is already may be said again beside something else.
    try household.perform(
      Self.update {
        $0.currency = "JPY"
        $0.name = "Sato"
      })
    var event = Event()
    event.groupUpdated.currency = "INR"
    var state = household.state
    #expect(throws: HistoryFlaw.contradiction(.currencyFixed)) { try state.apply(event, lane: .shared, position: LanePosition(99)) }
  }

  @Test("product 6: the income has a lane of its own, which owner and admins read, adults and viewers by policy, minors never")
  func income() throws {
    var household = Household.family
    let decision = try household.perform(
      Self.update {
        $0.name = "Sharma"
        $0.monthlyIncome = Money(minor: 8_500_000, currency: "INR")
      })
    #expect(decision.events.map(\.lane) == [.shared, .income])
    #expect(household.state.income.monthly?.minor == 8_500_000)
    func readers() -> [UInt64] {
      (1...5).filter { household.state.lanes(readableBy: Household.member($0)).contains(.income) }
    }
    #expect(readers() == [1, 2, 3])
    try household.perform(.setPolicy(PrecedenceTests.policy(.viewersSeeIncome, true)))
    #expect(readers() == [1, 2, 3, 4])
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsSeeIncome, false)))
    #expect(readers() == [1, 2, 4])
    #expect(try household.state.snapshot(of: .shared).jsonString().contains("8500000") == false)
    try household.perform(Self.update { $0.monthlyIncome = Money() })
    #expect(household.state.income.monthly == nil)
    #expect(throws: Rejection.nothingChanges) { try household.perform(Self.update { $0.monthlyIncome = Money() }) }
  }

  @Test("product 7: debts are simplified unless somebody says otherwise")
  func simplifies() throws {
    var household = Household.family
    #expect(household.state.shared.settings?.simplifiesDebts == true)
    try household.perform(Self.update { $0.simplifyDebts = false })
    #expect(household.state.shared.settings?.simplifiesDebts == false)
  }

  @Test("product 15: ten members by default, a hundred at most, never fewer than there are")
  func members() throws {
    var household = Household.family
    #expect(household.state.shared.settings?.membersMax == 10)
    try household.perform(Self.update { $0.membersMax = 100 })
    let invite = PrecedenceTests.invite(7)
    var wide = invite
    wide.usesMax = 6
    try household.perform(.createInvite(wide))
    household.invite = InviteID(high: 0xD000, low: 7)
    for number in 6...11 as ClosedRange<UInt64> {
      var wish = JoinGroup()
      wish.memberID = Household.text(number)
      wish.displayName = "Guest"
      try household.perform(.joinGroup(wish), by: number)
    }
    #expect(household.state.shared.members.count == 11)
    #expect(throws: Rejection.numberOutOfRange(field: "update_group.members_max", bounds: 11...100)) {
      try household.perform(Self.update { $0.membersMax = 10 })
    }
    try household.perform(Self.update { $0.membersMax = 11 })
  }

  @Test("product 12: a new group has no open invite") func isPrivate() throws {
    #expect(try Self.founded { _ in }.state.admin.invites.isEmpty)
  }

  @Test("product 19: only what a command names changes") func onlyWhatIsNamed() throws {
    var household = Household.family
    try household.perform(.updateGroup(PrecedenceTests.everything))
    let before = try #require(household.state.shared.settings)
    household.now += 1_000
    let decision = try household.perform(.updateGroup(PrecedenceTests.rename("Sharma")), by: 2)
    guard case .groupUpdated(let event) = decision.events[0].body else {
      Issue.record("another event")
      return
    }
    #expect(event.hasName && !event.hasIcon && !event.hasCurrency && !event.hasTimeZone && !event.hasMembersMax)
    var expected = before
    expected.name = "Sharma"
    expected.updatedAt = before.updatedAt + 1_000
    #expect(household.state.shared.settings == expected)
  }

  @Test("product 20: an archived group is read, settled, left and exported, and comes back") func archive() throws {
    var household = PrecedenceTests.archived
    #expect(household.state.shared.settings?.isArchived == true)
    #expect(throws: Rejection.groupArchived) { try household.perform(.addEntry(Household.entry(1))) }
    #expect(throws: Rejection.groupArchived) { try household.perform(.updateGroup(PrecedenceTests.rename("x"))) }
    for number in 1...5 as ClosedRange<UInt64> {
      #expect(household.state.lanes(readableBy: Household.member(number)).contains(.shared))
    }
    var transfer = Household.entry(2, kind: .transfer)
    transfer.content.split.equal.memberIds = [Household.text(2)]
    try household.perform(.addEntry(transfer))
    try household.perform(.unarchiveGroup(UnarchiveGroup()))
    try household.perform(.addEntry(Household.entry(1)))
  }

  @Test("product 23: deletion takes the archive, an export and thirty days, and can be taken back") func purge() throws {
    var household = PrecedenceTests.condemned
    #expect(household.state.shared.settings?.purgeAt == Household.noon + 30 * 86_400_000)
    try household.perform(.cancelPurge(CancelPurge()))
    #expect(household.state.shared.settings?.purgeAt == nil)
    try household.perform(.requestPurge(PrecedenceTests.purge))
    try household.perform(.unarchiveGroup(UnarchiveGroup()))
    #expect(household.state.shared.settings?.purgeAt == nil)
  }

  @Test("product 24: who created the group, when, and when it last changed") func records() throws {
    var household = Household.family
    #expect(household.state.shared.settings?.createdBy == Household.member(1))
    #expect(household.state.shared.settings?.createdAt == Household.noon)
    household.now += 5
    try household.perform(.updateGroup(PrecedenceTests.rename("Sharma")))
    #expect(household.state.shared.settings?.updatedAt == Household.noon + 5)
  }

  @Test("product 55, C22: templates set what a group starts with") func templates() throws {
    let family = try Self.founded { _ in }.state.shared
    #expect(family.settings?.template == .family && !family.policies.allows(.adultsAddPlaceholders))
    let indian = try Self.founded {
      $0.template = .indianFamily
      $0.currency = ""
    }.state.shared
    #expect(indian.settings?.currency.code == "INR" && indian.settings?.timeZone == "Asia/Kolkata")
    var household = Household()
    var wish = CreateGroup()
    (wish.name, wish.currency, wish.memberID, wish.displayName) = ("Flat", "EUR", Household.text(1), "Asha")
    wish.template = .splitGroup
    wish.weekStartsOn = .sunday
    try household.perform(.createGroup(wish))
    #expect(household.state.shared.policies.allows(.adultsAddPlaceholders))
    #expect(household.state.shared.settings?.weekStart == .sunday)
    try household.perform(.createInvite(PrecedenceTests.invite(1, role: .unspecified)))
    #expect(household.state.admin.invites.last?.role == .adult)
  }

  @Test("product 5, 111: weeks begin on the group's day") func weeks() throws {
    var household = Household.family
    try household.perform(Self.update { $0.weekStartsOn = .sunday })
    var wish = Household.budget(1)
    wish.content.period = .weekly
    try household.perform(.setBudget(wish))
    #expect(household.state.shared.budgets.last?.start == Household.today.adding(days: -1))
    for (day, days) in [(Weekday.monday, 0), (.tuesday, -6), (.saturday, -2), (.sunday, -1)] {
      #expect(Household.today.startOfWeek(from: day) == Household.today.adding(days: days))
    }
  }

  @Test("product N12: admins widen nobody's right to invite; the owner delegates it") func delegation() throws {
    var household = Household.family
    #expect(throws: Rejection.forbidden(right: .policiesDelegate, role: .admin)) {
      try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)), by: 2)
    }
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)))
    try household.perform(.createInvite(PrecedenceTests.invite(1)), by: 2)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, false)))
    #expect(throws: Rejection.forbidden(right: .invitesCreate, role: .admin)) {
      try household.perform(.createInvite(PrecedenceTests.invite(2)), by: 2)
    }
  }

  /// What a server of the former version wrote: nothing of templates, policies or archives.
  @Test("product 178: groups of former versions open") func former() throws {
    var event = Event()
    event.memberID = Household.text(1)
    event.atMs = Household.noon
    event.groupCreated.name = "Smith"
    event.groupCreated.currency = "INR"
    event.groupCreated.timeZone = "UTC"
    event.groupCreated.membersMax = 10
    event.groupCreated.categories = defaultCategories
    var owner = Event()
    owner.memberID = Household.text(1)
    owner.atMs = Household.noon
    owner.memberJoined.memberID = Household.text(1)
    owner.memberJoined.role = .owner
    owner.memberJoined.holder = .init(Household.holder(1).bytes)
    owner.memberJoined.displayName = "Ravi"
    var state = GroupState(group: Household.group)
    try state.apply(event, lane: .shared, position: LanePosition(1))
    try state.apply(owner, lane: .shared, position: LanePosition(2))
    let settings = try #require(state.shared.settings)
    #expect(settings.template == .family && settings.weekStart == .monday && settings.simplifiesDebts && !settings.isArchived)

    var snapshot = state.snapshot(of: .shared)
    snapshot.shared.clearSimplifyDebts()
    snapshot.shared.clearUpdatedAtMs()
    snapshot.shared.template = .unspecified
    snapshot.shared.weekStartsOn = .unspecified
    snapshot.shared.createdBy = ""
    var restored = GroupState(group: Household.group)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == state.snapshot(of: .shared))
  }
}
