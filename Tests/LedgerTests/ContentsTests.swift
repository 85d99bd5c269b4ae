import HearthProtocol
import Testing

@testable import Ledger

/// SPEC QR: what a group is and what was entered, for those who keep no replica.
struct ContentsTests {
  private static func read(_ state: GroupState, _ part: GroupPart, id: String = "", by number: UInt64 = 1) throws -> GroupContents {
    var request = ReadGroup()
    request.part = part
    request.id = id
    return try state.contents(request, for: Household.member(number))
  }

  private static func rejection(_ body: () throws -> Void) -> Rejection? {
    do { try body() } catch { return error as? Rejection }
    return nil
  }

  @Test("QR-01: each part is what a snapshot of the lane has of it, and all parts together are the snapshot without entries")
  func parts() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1)))
    try household.perform(Household.rate("USD", "83.15"))
    let state = household.state
    guard case .shared(let snapshot) = state.snapshot(of: .shared).state, case .admin(let admin) = state.snapshot(of: .admin).state else {
      throw HistoryFlaw.unknownEvent
    }
    #expect(try Self.read(state, .members).members == snapshot.members && snapshot.members.count == 5)
    #expect(try Self.read(state, .categories).categories == snapshot.categories && !snapshot.categories.isEmpty)
    #expect(try Self.read(state, .budgets).budgets == snapshot.budgets && snapshot.budgets.count == 1)
    #expect(try Self.read(state, .rates).rates == snapshot.rates && snapshot.rates.count == 1)
    #expect(
      try Self.read(state, .recurring).recurring == snapshot.recurring && Self.read(state, .festivals).festivals == snapshot.festivals)
    #expect(try Self.read(state, .invites).invites == admin.invites && admin.invites.count == 4)
    let settings = try Self.read(state, .settings)
    #expect(settings.settings.name == "Smith Family" && settings.settings.members.isEmpty && settings.memberID == Household.text(1))
    #expect(try Self.read(state, .unspecified) == settings)
  }

  @Test("QR-01: one thing is found by its id; an id that is none, and one that nothing has, are refused as what they are")
  func one() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1)))
    let state = household.state
    #expect(try Self.read(state, .members, id: Household.text(3)).members.map(\.memberID) == [Household.text(3)])
    #expect(try Self.read(state, .categories, id: "groceries").categories.map(\.key) == ["groceries"])
    #expect(try Self.read(state, .budgets, id: Household.budget(1).budgetID).budgets.count == 1)
    let nobody = Household.text(99)
    let missing: [(GroupPart, Rejection)] = [
      (.members, .unknownMember(field: "read_group.id")), (.categories, .unknownCategory(field: "read_group.id")),
      (.budgets, .unknownBudget(field: "read_group.id")), (.recurring, .unknownRecurring(field: "read_group.id")),
      (.festivals, .unknownFestival(field: "read_group.id")), (.invites, .unknownInvite(field: "read_group.id")),
      (.webhooks, .unknownWebhook(field: "read_group.id")),
      (.settings, .choiceNotAllowed(field: "read_group.id")), (.rates, .choiceNotAllowed(field: "read_group.id")),
      (.UNRECOGNIZED(99), .choiceNotAllowed(field: "read_group.part")),
    ]
    for (part, rejection) in missing { #expect(Self.rejection { _ = try Self.read(state, part, id: nobody) } == rejection, "\(part)") }
    for part: GroupPart in [.members, .budgets, .recurring, .festivals, .invites, .webhooks] {
      #expect(Self.rejection { _ = try Self.read(state, part, id: "x") } == .malformedID(field: "read_group.id"), "\(part)")
    }
  }

  @Test("QR-01: of invites the newest 100 are listed; the ones before are found by their ids")
  func manyInvites() throws {
    var household = Household.family
    let made = household.state.admin.invites.count
    for number in made..<101 {
      var invite = CreateInvite()
      invite.inviteID = InviteID(high: 0xC000, low: UInt64(number)).description
      invite.role = .adult
      try household.perform(.createInvite(invite))
      if number == 99 { #expect(try Self.read(household.state, .invites).invites.count == 100) }
      var revoke = RevokeInvite()
      revoke.inviteID = invite.inviteID
      try household.perform(.revokeInvite(revoke))
    }
    let all = household.state.admin.invites.map(\.id.description)
    #expect(all.count == 101)
    #expect(try Self.read(household.state, .invites).invites.map(\.inviteID) == Array(all.dropFirst()))
    #expect(try Self.read(household.state, .invites, id: all[0]).invites.map(\.inviteID) == [all[0]])
  }

  @Test("QR-01: invites are read by those who read lane admin, and by nobody else")
  func lanes() throws {
    let state = Household.family.state
    for number: UInt64 in 1...5 {
      let reads = state.lanes(readableBy: Household.member(number)).contains(.admin)
      let rejection = Self.rejection { _ = try Self.read(state, .invites, by: number) }
      #expect(rejection == (reads ? nil : .notFound(field: "read_group.part")), "member \(number)")
      #expect(reads == (number <= 2))
    }
  }

  /// So many entries of one unit, among all or among so many.
  private static func household(entries count: Int) throws -> GroupState {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)))
    let last = try #require(household.log.last)
    guard case .entryAdded(var added) = last.event.body else { throw HistoryFlaw.unknownEvent }
    for number in 1..<max(1, count) {
      added.entryID = EntryID(high: 0xB000, low: UInt64(number) + 1).description
      var event = last.event
      event.body = .entryAdded(added)
      try household.state.apply(event, lane: .shared, position: LanePosition(last.position.rawValue + UInt64(number)))
    }
    return household.state
  }

  /// How many entries each page has, up to the end.
  private static func pages(_ state: GroupState, _ request: ReadEntries, seen: inout [String]) throws -> [Int] {
    var request = request
    var counts: [Int] = []
    repeat {
      let page = try state.entries(request)
      counts.append(page.entries.count)
      seen += page.entries.map(\.entry.entryID)
      request.before = page.next
    } while request.before != 0
    return counts
  }

  @Test("QR-02: a page has 50 entries, or as many as were asked for up to 100; together they have each entry once, the newest first")
  func pageSizes() throws {
    let state = try Self.household(entries: 151)
    let all = state.shared.entries.reversed().map(\.id.description)
    for (limit, counts) in [
      (0, [50, 50, 50, 1]), (100, [100, 51]), (101, [100, 51]), (.max, [100, 51]), (151, [100, 51]), (50, [50, 50, 50, 1]),
    ] as [(UInt32, [Int])] {
      var request = ReadEntries()
      request.limit = limit
      var seen: [String] = []
      #expect(try Self.pages(state, request, seen: &seen) == counts, "\(limit)")
      #expect(seen == all, "\(limit)")
    }
    var request = ReadEntries()
    request.before = .max
    #expect(try state.entries(request).entries.count == 50)
    request.before = 1
    #expect(try state.entries(request) == Entries.with { $0.groupID = Household.group.description })
  }

  @Test("QR-02: a page ends when 10,000 entries were looked at, found or not, and the next goes on")
  func searched() throws {
    var request = ReadEntries()
    request.kind = .income
    var seen: [String] = []
    #expect(try Self.pages(Self.household(entries: 10_000), request, seen: &seen) == [0])
    #expect(try Self.pages(Self.household(entries: 10_001), request, seen: &seen) == [0, 0])
  }

  @Test("QR-02: a page ends with the entry by which it names 2,000 shares")
  func shares() throws {
    // One pays for five: six shares each.
    let state = try Self.household(entries: 100)
    var request = ReadEntries()
    request.limit = 100
    var seen: [String] = []
    #expect(try Self.pages(state, request, seen: &seen) == [100], "600 shares")
    var household = Household()
    try household.found(membersMax: 100)
    for number: UInt64 in 2...50 {
      var added = AddPlaceholder()
      added.memberID = Household.text(number)
      added.displayName = "Member \(number)"
      added.role = .adult
      try household.perform(.addPlaceholder(added))
    }
    for number: UInt64 in 1...41 {
      var wish = Household.entry(number)
      wish.content.split.equal.memberIds = (1...50).map(Household.text)
      try household.perform(.addEntry(wish))
    }
    // 51 shares each: with the fortieth there are 2,040.
    #expect(try Self.pages(household.state, request, seen: &seen) == [40, 1])
  }

  @Test("QR-02: filters narrow, voided entries are left out unless wanted, and one entry is found by its id")
  func filters() throws {
    var household = Household.family
    var wish = Household.entry(1)
    wish.content.date = "2026-10-20"
    wish.content.category = "groceries"
    wish.content.split.equal.memberIds = [Household.text(2)]
    try household.perform(.addEntry(wish))
    try household.perform(.addEntry(Household.entry(2, kind: .income)))
    try household.perform(.voidEntry(.with { $0.entryID = Household.entry(2).entryID }))
    let state = household.state
    func found(_ change: (inout ReadEntries) -> Void) throws -> [UInt64] {
      try state.entries(ReadEntries.with(change)).entries.compactMap { EntryID($0.entry.entryID)?.low }
    }
    #expect(try found { _ in } == [1])
    #expect(try found { $0.withVoided = true } == [2, 1])
    #expect(
      try found { $0.kind = .income } == []
        && found {
          $0.kind = .income; $0.withVoided = true
        } == [2])
    #expect(try found { $0.category = "groceries" } == [1] && found { $0.category = "dining" } == [])
    #expect(try found { $0.memberID = Household.text(1) } == [1] && found { $0.memberID = Household.text(2) } == [1])
    #expect(try found { $0.memberID = Household.text(3) } == [])
    #expect(
      try found {
        $0.from = "2026-10-20"; $0.to = "2026-10-20"
      } == [1])
    #expect(try found { $0.from = "2026-10-21" } == [] && found { $0.to = "2026-10-19" } == [])
    #expect(try found { $0.currency = "INR" } == [1] && found { $0.currency = "USD" } == [])
    let voided = try state.entries(.with { $0.entryID = Household.entry(2).entryID }).entries
    #expect(voided.map(\.voided) == [true] && voided.map(\.version) == [state.shared.entries[1].version.rawValue])
    let wrong: [(Rejection, (inout ReadEntries) -> Void)] = [
      (.malformedID(field: "read_entries.entry_id"), { $0.entryID = "x" }),
      (.unknownEntry(field: "read_entries.entry_id"), { $0.entryID = Household.text(9) }),
      (.choiceNotAllowed(field: "read_entries.kind"), { $0.kind = .UNRECOGNIZED(9) }),
      (.unknownCategory(field: "read_entries.category"), { $0.category = "x" }),
      (.malformedMember(field: "read_entries.member_id"), { $0.memberID = "x" }),
      (.unknownMember(field: "read_entries.member_id"), { $0.memberID = Household.text(9) }),
      (.dateMalformed(field: "read_entries.from"), { $0.from = "2026-13-01" }), (.dateMalformed(field: "read_entries.to"), { $0.to = "x" }),
      (.unknownCurrency(field: "read_entries.currency"), { $0.currency = "XXX" }),
    ]
    for (rejection, change) in wrong { #expect(Self.rejection { _ = try state.entries(.with(change)) } == rejection) }
  }
}
