import HearthProtocol
import Testing

@testable import Ledger

/// Where notices reach members, and what they are told (SPEC NP-03, NP-04, NP-05).
struct NoticeTests {
  static func wish(
    _ address: String, _ channel: NoticeChannel = .push, _ language: String = "", hidesAmounts: Bool = false
  ) -> SetNoticeAddress {
    .with { ($0.address, $0.channel, $0.language, $0.hidesAmounts) = (address, channel, language, hidesAmounts) }
  }

  private static func wanting(_ kinds: [NoticeKind], _ channel: NoticeChannel = .push) -> Command.OneOf_Body {
    .setPreferences(.with { $0.preferences = kinds.map { NoticePreference($0, channel, isWanted: true) } })
  }

  private static let kinds: [NoticeKind] = [.entries, .budgets, .alerts, .members, .reminders]

  /// The family in which these members want everything pushed.
  private static func family(_ numbers: UInt64..., on household: Household = .family) throws -> Household {
    var household = household
    for number in numbers {
      try household.perform(.setNoticeAddress(wish("m-\(number)")), by: number)
      try household.perform(wanting(kinds), by: number)
    }
    return household
  }

  /// What is told of a command.
  private static func told(_ body: Command.OneOf_Body, by number: UInt64 = 1, in household: inout Household) throws -> [Notice] {
    let known = household.log.count
    try household.perform(body, by: number)
    return household.state.notices(of: household.log[known...].map { ($0.event, $0.lane) })
  }

  private static func member(_ number: UInt64, in household: Household) throws -> MemberState {
    try #require(household.state.shared.member(Household.member(number)))
  }

  @Test("NP-03: every role says where it is told, changes it and takes it away, in its own inbox and nowhere else; snapshots keep it")
  func comesAndGoes() throws {
    var household = Household.family
    for number in 1...5 as ClosedRange<UInt64> {
      let before = household.state
      let decision = try household.perform(.setNoticeAddress(Self.wish("m-\(number)", .push, "hi", hidesAmounts: true)), by: number)
      #expect(decision.events.map(\.lane) == [.inbox(Household.member(number))])
      let said = household.state.noticeAddresses(of: try Self.member(number, in: household))
      #expect(said.map(\.address) == ["m-\(number)"] && said.map(\.language) == [.hindi] && said.map(\.hidesAmounts) == [true])
      for lane in [Lane.shared, .admin, .income] + (1...5).filter({ $0 != number }).map({ .inbox(Household.member($0)) }) {
        #expect(household.state.snapshot(of: lane) == before.snapshot(of: lane))
      }
    }
    try household.perform(.setNoticeAddress(Self.wish("asha@example.org", .mail)), by: 3)
    let three = try Self.member(3, in: household)
    #expect(household.state.noticeAddresses(of: three).map(\.channel) == [.push, .mail])
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, .inbox(three.id)] { try restored.restore(household.state.snapshot(of: lane)) }
    #expect(restored.noticeAddresses(of: three) == household.state.noticeAddresses(of: three))
    #expect(restored.snapshot(of: .inbox(three.id)) == household.state.snapshot(of: .inbox(three.id)))
    try household.perform(.setNoticeAddress(Self.wish("")), by: 3)
    #expect(household.state.noticeAddresses(of: three).map(\.channel) == [.mail])
    // Who takes the member over has none, and a person who goes on as another keeps theirs.
    var other = three
    other.holder = Household.holder(9)
    #expect(household.state.noticeAddresses(of: other) == [])
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33)))
    try household.perform(.claimMember(.with { $0.memberID = Household.text(33) }), by: 3)
    #expect(household.state.noticeAddresses(of: try Self.member(33, in: household)).map(\.address) == ["asha@example.org"])
  }

  @Test("NP-03: an address has its characters at most, begins with none that a program takes for an option, and fits its channel")
  func addresses() {
    let longest = String(repeating: "a", count: NoticeAddress.pushCharactersMax)
    for text in ["a", "9", "asha-7f3k", "tcp://x.example:80/a?".replacing("?", with: "%41"), longest] {
      #expect(NoticeAddress.isWellFormed(text, .push), "\(text)")
    }
    for text in ["", "-a", "_a", "/a", "a b", "a\nb", "a;b", "a$b", "a'b", "आशा", longest + "a"] {
      #expect(!NoticeAddress.isWellFormed(text, .push), "\(text)")
    }
    #expect(NoticeAddress.isWellFormed("asha@example.org", .mail))
    for text in ["asha", "-oProxy@example.org", "a@b@example.org"] { #expect(!NoticeAddress.isWellFormed(text, .mail), "\(text)") }
    for channel in [NoticeChannel.feed, .bell, .digest] { #expect(!NoticeAddress.isWellFormed("asha", channel)) }
  }

  @Test("NP-03: an event in another lane, by another member, of no holder or another channel is no history")
  func flaws() throws {
    let household = Household.family
    let one = Household.text(1)
    func flaw(_ lane: Lane, by author: String, _ change: (inout NoticeAddressSet) -> Void = { _ in }) -> HistoryFlaw? {
      var set = NoticeAddressSet()
      (set.memberID, set.holder, set.channel) = (one, .init(Household.holder(1).bytes), .push)
      (set.address, set.language) = ("asha", "en")
      change(&set)
      var state = household.state
      do throws(HistoryFlaw) {
        try state.apply(.with { ($0.memberID, $0.body) = (author, .noticeAddressSet(set)) }, lane: lane, position: LanePosition(1))
        return nil
      } catch { return error }
    }
    let inbox = Lane.inbox(Household.member(1))
    #expect(flaw(inbox, by: one) == nil)
    for lane in [Lane.shared, .admin, .inbox(Household.member(2))] { #expect(flaw(lane, by: one) == .misplaced) }
    #expect(flaw(inbox, by: Household.text(2)) == .misplaced)
    #expect(flaw(inbox, by: one) { $0.holder = .init() } == .malformed("holder"))
    #expect(flaw(inbox, by: one) { $0.channel = .bell } == .malformed("channel"))
    #expect(flaw(inbox, by: one) { $0.language = "fr" } == .malformed("language"))
    #expect(flaw(inbox, by: one) { $0.address = String(repeating: "a", count: Limits.emailBytes + 1) } == .malformed("address"))
  }

  @Test("NP-04: a member is told what they want, by whomever but themselves, in their language, with amounts or without")
  func entries() throws {
    var household = try Self.family(1, 3)
    try household.perform(.setNoticeAddress(Self.wish("m-3", .push, "hi")), by: 3)
    try household.perform(.setNoticeAddress(Self.wish("four@example.org", .mail, hidesAmounts: true)), by: 4)
    try household.perform(Self.wanting([.entries], .mail), by: 4)
    // Member 2 has an address and wants nothing, member 5 wants all and has none.
    try household.perform(.setNoticeAddress(Self.wish("m-2")), by: 2)
    try household.perform(Self.wanting(Self.kinds), by: 5)
    let added = try Self.told(.addEntry(Household.entry(1)), by: 3, in: &household)
    #expect(added.map(\.to.address) == ["m-1", "four@example.org"])
    #expect(added.map(\.title) == ["Smith Family", "Smith Family"] && added.map(\.event) == ["entry_added", "entry_added"])
    #expect(added.map(\.body) == ["Member 3 added Groceries: ₹100.00", "Member 3 added Groceries"])
    let voided = try Self.told(.voidEntry(.with { $0.entryID = Household.entry(1).entryID }), by: 1, in: &household)
    #expect(voided.map(\.to.address) == ["m-3", "four@example.org"])
    #expect(voided.map(\.body) == ["Ravi ने रद्द किया: Groceries", "Ravi voided Groceries"])
    // Preferences and addresses are no news.
    #expect(try Self.told(Self.wanting([.alerts], .mail), by: 4, in: &household) == [])
  }

  @Test("NP-06: devices are told what an address for push would be, without one, and who holds the member by then is named")
  func devices() throws {
    var household = try Self.family(1)
    // Member 3 wants all and has no address; member 4 wants it by mail alone.
    try household.perform(Self.wanting(Self.kinds), by: 3)
    try household.perform(Self.wanting(Self.kinds, .mail), by: 4)
    func told(_ body: Command.OneOf_Body, by number: UInt64) throws -> [DeviceNotice] {
      let known = household.log.count
      try household.perform(body, by: number)
      return household.state.deviceNotices(of: household.log[known...].map { ($0.event, $0.lane) })
    }
    let added = try told(.addEntry(Household.entry(1)), by: 2)
    #expect(added.map(\.member) == [1, 3].map { Household.member($0) } && added.map(\.kind) == [.entries, .entries])
    #expect(added.map(\.holder) == [1, 3].map { Household.holder($0) })
    let notice = try #require(added.last)
    let texts = [
      notice.text(in: .english, hidesAmounts: false), notice.text(in: .english, hidesAmounts: true),
      notice.text(in: .hindi, hidesAmounts: true),
    ]
    let title = "Smith Family"
    let expected: [(String, String)] = [
      (title, "Member 2 added Groceries: ₹100.00"), (title, "Member 2 added Groceries"), (title, "Member 2 ने जोड़ा: Groceries"),
    ]
    for (text, expected) in zip(texts, expected) { #expect(text == expected) }
    // Their own act, what is for somebody else, and silence.
    #expect(try told(.addEntry(Household.entry(2)), by: 3).map(\.member) == [Household.member(1)])
    #expect(try told(.sendCoaching(CoachingTests.wish(3, "Well done!")), by: 1).map(\.member) == [Household.member(3)])
    try household.perform(.separate(Separate()), by: 3)
    #expect(try told(.addEntry(Household.entry(3)), by: 2).map(\.member) == [Household.member(1)])
    try household.perform(.endSeparation(EndSeparation()), by: 3)
    #expect(try told(.addEntry(Household.entry(4)), by: 2).count == 2)
  }

  @Test("NP-04: nobody is told while they keep everything from the others, nor once they have left; before it they are")
  func separated() throws {
    var household = try Self.family(1, 3)
    #expect(try Self.told(.addEntry(Household.entry(1)), by: 2, in: &household).map(\.to.address) == ["m-1", "m-3"])
    try household.perform(.separate(Separate()), by: 3)
    #expect(try Self.told(.addEntry(Household.entry(2)), by: 2, in: &household).map(\.to.address) == ["m-1"])
    try household.perform(.endSeparation(EndSeparation()), by: 3)
    #expect(try Self.told(.addEntry(Household.entry(3)), by: 2, in: &household).map(\.to.address) == ["m-1", "m-3"])
    let left = try Self.told(.leaveGroup(LeaveGroup()), by: 3, in: &household)
    #expect(left.map(\.to.address) == ["m-1"] && left.map(\.body) == ["Member 3 left"])
    #expect(try Self.told(.addEntry(Household.entry(4)), by: 2, in: &household).map(\.to.address) == ["m-1"])
  }

  @Test("NP-04: coaching and reminders are told to whom they are for, without words; whoever muted the sender is told nothing")
  func reminders() throws {
    var household = try Self.family(1, 3, 4)
    let coached = try Self.told(.sendCoaching(CoachingTests.wish(3, "Well done!")), by: 1, in: &household)
    #expect(coached.map(\.to.address) == ["m-3"] && coached.map(\.body) == ["Ravi wrote to you"])
    try household.perform(.muteCoaching(.with { $0.memberID = Household.text(1) }), by: 3)
    #expect(try Self.told(.sendCoaching(CoachingTests.wish(3, "Again!")), by: 1, in: &household) == [])
    var owing = Household.entry(1, minor: 300_00)
    owing.content.paid = [Household.share(1, 300_00)]
    owing.content.split.equal.memberIds = [Household.text(3)]
    try household.perform(.addEntry(owing))
    let reminded = try Self.told(.remindDebtor(SettlementTests.remind(3)), by: 1, in: &household)
    #expect(reminded.map(\.to.address) == ["m-3"])
    #expect(reminded.map(\.body) == ["Ravi reminds you of what you owe them: ₹300.00"])
  }

  @Test("NP-04: of several alerts of one act the highest is told, to who fired it too; without amounts it says no share")
  func alerts() throws {
    var household = try Self.family(1)
    try household.perform(.setNoticeAddress(Self.wish("m-3", hidesAmounts: true)), by: 3)
    try household.perform(Self.wanting([.alerts]), by: 3)
    try household.perform(.setBudget(Household.budget(1)))
    var wish = Household.entry(1, minor: 150_000)
    wish.content.category = "groceries"
    let known = household.log.count
    let told = try Self.told(.addEntry(wish), by: 1, in: &household)
    // The control: more than one fired.
    #expect(household.log[known...].count { if case .alertFired = $0.event.body { true } else { false } } > 1)
    #expect(told.map(\.to.address) == ["m-1", "m-3"] && told.map(\.kind) == [.alerts, .alerts])
    #expect(told.map(\.title) == ["Smith Family at 150% of Food", "Smith Family"])
    #expect(told.map(\.body) == ["₹1,500.00 of ₹1,000.00 spent", "Smith Family: Food has reached a threshold"])
  }

  @Test("NP-04: what stands in a lane that a member does not receive is not told to them; to who receives it, it is")
  func lanes() throws {
    var household = try Self.family(1, 3, 5)
    try household.perform(.setSpendingLimit(FamilyTests.limit(1)), by: 1)
    var spending = FamilyTests.spending(1, of: 5)
    spending.content.amount.minor = 10_000_000
    let told = try Self.told(.setSpending(spending), by: 1, in: &household)
    #expect(Set(told.map(\.to.address)) == ["m-1", "m-5"] && told.allSatisfy { $0.kind == .alerts })
  }

  @Test("NP-05: a name in a notice is cut past its limit, and not at it")
  func longNames() {
    let longest = String(repeating: "न", count: NoticeNews.nameCharactersMax)
    #expect(NoticeNews.cut(longest) == longest)
    #expect(NoticeNews.cut(longest + "न") == longest.dropLast() + "…")
  }
}
