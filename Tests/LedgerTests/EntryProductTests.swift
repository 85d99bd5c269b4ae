import HearthProtocol
import Testing

@testable import Ledger

/// Rows of the product about entries and their splits, one test each where no other suite has it.
struct EntryProductTests {
  private let rupee = PrecedenceTests.rupee

  private func rejection(_ wish: AddEntry, in household: Household = .family, by number: UInt64 = 1) -> Rejection? {
    Situation(.addEntry(wish), household: household, by: number).rejection
  }

  private func added(_ wish: AddEntry, by number: UInt64 = 1) throws -> EntryState {
    var household = Household.family
    try household.perform(.addEntry(wish), by: number)
    return try #require(household.state.shared.entries.last)
  }

  private func spoilt(_ wish: AddEntry, _ change: (inout EntryContent) -> Void) -> AddEntry {
    var wish = wish
    change(&wish.content)
    return wish
  }

  @Test("product 72, C19: an entry is an expense, an income or a transfer, and each moves balances its own way")
  func kinds() throws {
    for (kind, payer) in [(EntryKind.expense, Int64(10_000)), (.income, -10_000), (.transfer, 10_000)] {
      var household = Household.family
      var wish = Household.entry(1, kind: kind)
      wish.content.split.equal.memberIds = [Household.text(2)]
      try household.perform(.addEntry(wish))
      #expect(household.state.shared.entries.last?.kind == kind)
      #expect(household.state.shared.balances[Household.member(1), rupee] == payer, "\(kind)")
      #expect(household.state.shared.balances[Household.member(2), rupee] == -payer, "\(kind)")
    }
    for kind in [EntryKind.unspecified, .UNRECOGNIZED(4)] {
      #expect(rejection(Household.entry(1, kind: kind)) == .choiceNotAllowed(field: "add_entry.content.kind"))
    }
  }

  @Test("product 73: every field is kept through event, snapshot and restart, with who added it and when, and where it changed last")
  func fields() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 12_345)
    (wish.content.note, wish.content.merchant) = ("for Diwali", "Big Bazaar")
    (wish.content.category, wish.content.date) = ("groceries", "2026-10-20")
    wish.content.receipts = [Receipt.with { ($0.sha256, $0.mediaType, $0.sizeBytes) = (.init(repeating: 3, count: 32), "image/png", 7) }]
    try household.perform(.addEntry(wish), by: 3)
    var note = EditEntry()
    note.entryID = wish.entryID
    note.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
    note.changes.note = "for Holi"
    household.now += 5_000
    try household.perform(.editEntry(note), by: 2)
    var opened = GroupState(group: Household.group)
    try opened.restore(household.state.snapshot(of: .shared))
    for state in [household.state, opened, try household.replayed()] {
      let entry = try #require(state.shared.entries.last)
      #expect(entry.minor == 12_345 && entry.currency == rupee && entry.kind == .expense)
      #expect(entry.description == "Groceries" && entry.note == "for Holi" && entry.merchant == "Big Bazaar")
      #expect(entry.category == "groceries" && entry.date.description == "2026-10-20")
      #expect(entry.content.receipts == wish.content.receipts)
      #expect(entry.addedBy == Household.member(3) && entry.addedAt == Household.noon)
      #expect(entry.version.rawValue == note.baseVersion + 1 && entry.position.rawValue == note.baseVersion)
    }
  }

  @Test(
    "EN-14: a note has several lines, parted by line feeds; a carriage return becomes one, and no other control character may stand in it",
    arguments: [
      ("milk\neggs", "milk\neggs"), ("milk\r\neggs\r\n", "milk\neggs"), ("milk\reggs\r\rtea", "milk\neggs\n\ntea"),
      ("\r\n milk\n\n  eggs \n", "milk\n\n  eggs"), ("\n\r\n", ""), ("दूध\nअंडे", "दूध\nअंडे"), ("e\u{301}\n\u{301}", "\u{E9}\n\u{301}"),
    ])
  func lines(said: String, kept: String) throws {
    let entry = try added(spoilt(Household.entry(1)) { $0.note = said })
    #expect(Array(entry.note.utf8) == Array(kept.utf8))
    for other in ["milk\n\teggs", "milk\u{85}eggs", "milk\u{2028}eggs", "milk\n\u{1B}[31m", "milk\n\u{0}", "milk\u{B}eggs"] {
      let refused = Rejection.textNotAllowed(field: "add_entry.content.note", .controlCharacterInLines)
      #expect(rejection(spoilt(Household.entry(1)) { $0.note = other }) == refused)
    }
    #expect(refusals(of: said) == [!kept.isEmpty, !kept.isEmpty], "titles and shops have one line")
  }

  /// Whether a description and a merchant with this text are refused for its characters.
  private func refusals(of text: String) -> [Bool] {
    [
      rejection(spoilt(Household.entry(1)) { $0.description_p = text })
        == .textNotAllowed(field: "add_entry.content.description", .controlCharacter),
      rejection(spoilt(Household.entry(1)) { $0.merchant = text })
        == .textNotAllowed(field: "add_entry.content.merchant", .controlCharacter),
    ]
  }

  @Test("EN-14: a line feed is one of a note's 1,000 characters, CRLF too, and one more is refused")
  func longestLines() throws {
    for end in ["\n", "\r\n", "\r"] {
      let longest = Array(repeating: "a", count: 500).joined(separator: end) + "b"
      #expect(try added(spoilt(Household.entry(1)) { $0.note = longest }).note.count == 1_000)
      #expect(
        rejection(spoilt(Household.entry(1)) { $0.note = longest + "c" })
          == .textTooLong(field: "add_entry.content.note", charactersMax: 1_000), "\(end.debugDescription)")
    }
  }

  @Test("EN-14: the notes of an edit and of a recurring entry's rule have several lines too")
  func linesOfOthers() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)))
    var edit = EditEntry()
    edit.entryID = Household.entry(1).entryID
    edit.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
    edit.changes.note = "milk\r\neggs"
    try household.perform(.editEntry(edit))
    #expect(household.state.shared.entries.last?.note == "milk\neggs")
    var rule = Household.rule(1)
    rule.content.template.note = "rent\rand water"
    try household.perform(.setRecurring(rule))
    try household.tick()
    #expect(household.state.shared.entries.last?.note == "rent\nand water")
  }

  @Test("CM-02 An entry's id that was sent in capitals is stored in lower case")
  func idInCapitals() throws {
    var wish = Household.entry(1)
    wish.entryID = EntryID(high: 0xABCD, low: 0xEF).description.uppercased()
    var household = Household.family
    let decision = try household.perform(.addEntry(wish))
    guard case .entryAdded(let added)? = decision.events.first?.body else {
      Issue.record("no entry was added")
      return
    }
    #expect(added.entryID == wish.entryID.lowercased())
  }

  @Test("product 75: a category may be left out, and one that does not exist may not be named")
  func categoryIsOptional() throws {
    #expect(try added(Household.entry(1)).category.isEmpty)
    #expect(try added(spoilt(Household.entry(1)) { $0.category = "groceries" }).category == "groceries")
    let unknown = spoilt(Household.entry(1)) { $0.category = "yachts" }
    #expect(rejection(unknown) == .unknownCategory(field: "add_entry.content.category"))
  }

  @Test("product 76: every member adds but viewers and minors", arguments: [EntryKind.expense, .income, .transfer])
  func whoAdds(_ kind: EntryKind) {
    for number in 1...5 as ClosedRange<UInt64> {
      var wish = Household.entry(1, kind: kind)
      wish.content.split.equal.memberIds = [Household.text(number % 5 + 1)]
      let role: Role? = number == 4 ? .viewer : number == 5 ? .minor : nil
      #expect(rejection(wish, by: number) == role.map { .forbidden(right: .entriesAdd, role: $0) }, "\(number)")
    }
  }

  @Test("product 77: who added an entry is whoever is logged in: the same bytes from another member are another's entry")
  func addedByTheSession() throws {
    var wish = Household.entry(1)
    wish.content.paid = [Household.share(5, 10_000)]
    for number in 1...3 as ClosedRange<UInt64> {
      var household = Household.family
      let decision = try household.perform(.addEntry(wish), by: number)
      #expect(decision.actor == Household.member(number))
      #expect(household.log.last?.event.memberID == Household.text(number))
      #expect(household.state.shared.entries.last?.addedBy == Household.member(number))
    }
  }

  @Test("product 89: a split without anybody is refused, of whatever kind")
  func splitsAreNotEmpty() {
    let field = "add_entry.content.split."
    #expect(rejection(spoilt(Household.entry(1)) { $0.split.exact = ExactSplit() }) == .sharesMissing(field: field + "exact.shares"))
    #expect(
      rejection(spoilt(Household.entry(1)) { $0.split.percentage = PercentageSplit() })
        == .sharesMissing(field: field + "percentage.shares"))
    #expect(rejection(spoilt(Household.entry(1)) { $0.split.weights = WeightSplit() }) == .sharesMissing(field: field + "weights.shares"))
  }

  @Test("product 91: what is owed totals the amount, whatever the split and however odd the amount")
  func owedIsTheAmount() throws {
    let members = (1...3 as ClosedRange<UInt64>).map(Household.text)
    for minor in [1, 2, 7, 10_001, amountMinorMax] as [Int64] {
      let wish = Household.entry(1, minor: minor)
      let splits: [(inout EntryContent) -> Void] = [
        { _ in }, { $0.split.equal.memberIds = members },
        { $0.split.percentage.shares = PrecedenceTests.points([(1, 3_333), (2, 3_333), (3, 3_334)]) },
        { $0.split.weights.shares = members.map { id in WeightShare.with { ($0.memberID, $0.weight) = (id, 3) } } },
        { $0.split.exact.shares = [Household.share(1, minor)] },
      ]
      for split in splits {
        let entry = try added(spoilt(wish, split))
        #expect(entry.owed.reduce(0) { $0 + $1.minor } == minor)
        #expect(entry.paid.reduce(0) { $0 + $1.minor } == minor)
      }
    }
  }

  @Test("product 92: a transfer has one who pays all and owes nothing, and another who owes all and paid nothing")
  func transfers() throws {
    let transfer = spoilt(Household.entry(1, kind: .transfer)) { $0.split.equal.memberIds = [Household.text(3)] }
    let entry = try added(transfer, by: 2)
    #expect(entry.paid.map(\.member) == [Household.member(2)] && entry.paid.map(\.minor) == [10_000])
    #expect(entry.owed.map(\.member) == [Household.member(3)] && entry.owed.map(\.minor) == [10_000])
    let field = "add_entry.content.split"
    let wrong: [(inout EntryContent) -> Void] = [
      { $0.split.equal.memberIds = [Household.text(1), Household.text(3)] },
      { $0.split.equal.memberIds = [Household.text(2)] },
      { $0.split.equal.memberIds = [] },
      { $0.paid = [Household.share(1, 5_000), Household.share(2, 5_000)] },
    ]
    for change in wrong { #expect(rejection(spoilt(transfer, change), by: 2) == .transferNeedsTwoMembers(field: field)) }
  }

  @Test("product 93: several pay, each what they say, and balances follow what each paid")
  func severalPayers() throws {
    var household = Household.family
    let wish = spoilt(Household.entry(1)) {
      $0.paid = [Household.share(2, 7_000), Household.share(3, 3_000)]
      $0.split.equal.memberIds = [Household.text(1), Household.text(2)]
    }
    try household.perform(.addEntry(wish))
    let balances = household.state.shared.balances
    #expect((1...3 as ClosedRange<UInt64>).map { balances[Household.member($0), rupee] } == [-5_000, 2_000, 3_000])
    #expect(household.state.shared.entries.last?.paid.map(\.minor) == [7_000, 3_000])
    let twice = spoilt(wish) { $0.paid[1] = Household.share(2, 3_000) }
    #expect(rejection(twice) == .memberRepeated(field: "add_entry.content.paid[1].member_id"))
  }

  @Test("product 94: who is chosen shares, and without a choice all who share by default and are there, but nobody who has left")
  func subsets() throws {
    #expect(try added(Household.entry(1)).owed.map(\.member) == (1...3).map(Household.member))
    let two = spoilt(Household.entry(1)) { $0.split.equal.memberIds = [Household.text(5), Household.text(2)] }
    #expect(Set(try added(two).owed.map(\.member)) == [Household.member(2), Household.member(5)])
    var left = Household.sharing
    try left.perform(.leaveGroup(LeaveGroup()), by: 3)
    try left.perform(.addEntry(Household.entry(1)))
    #expect(left.state.shared.entries.last?.owed.map(\.member) == [1, 2, 4, 5].map(Household.member))
  }

  /// Members of other groups and members of none look alike: a group knows only its own.
  @Test("product 95: whoever pays or owes is a member of this group")
  func membersOfThisGroup() {
    let content = "add_entry.content."
    let wrong: [(String, (inout EntryContent) -> Void)] = [
      ("paid[0].member_id", { $0.paid = [Household.share(66, 10_000)] }),
      ("split.equal.member_ids[1]", { $0.split.equal.memberIds = [1, 66].map(Household.text) }),
      ("split.exact.shares[0].member_id", { $0.split.exact.shares = [Household.share(66, 10_000)] }),
      ("split.percentage.shares[0].member_id", { $0.split.percentage.shares = PrecedenceTests.points([(66, 10_000)]) }),
      (
        "split.weights.shares[0].member_id",
        { $0.split.weights.shares = [WeightShare.with { ($0.memberID, $0.weight) = (Household.text(66), 1) }] }
      ),
    ]
    for (field, change) in wrong { #expect(rejection(spoilt(Household.entry(1), change)) == .unknownMember(field: content + field)) }
  }

  /// Commands are checked against today, events against themselves: what was right when it happened stays so.
  @Test("product 96: a replay does not ask what a command is asked, and what no longer could be sent folds")
  func replayTrusts() throws {
    var household = Household.family
    try household.perform(.addEntry(spoilt(Household.entry(1)) { $0.category = "travel" }), by: 3)
    try household.perform(.retireCategory(PrecedenceTests.retirement("travel")))
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    try household.perform(.archiveGroup(ArchiveGroup()))
    let again = spoilt(Household.entry(2)) { $0.category = "travel" }
    #expect(rejection(again, in: household)?.code == .groupArchived)
    var stored = try #require(household.log.first { if case .entryAdded = $0.event.body { true } else { false } })
    stored.event.entryAdded.entryID = Household.entry(2).entryID
    var state = household.state
    try state.apply(stored.event, lane: .shared, position: LanePosition(UInt64(household.log.count { $0.lane == .shared }) + 1))
    #expect(state.shared.entries.count == 2)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("product 100: an amount is at least one minor unit and at most the cap")
  func amounts() {
    for minor in [1, amountMinorMax] as [Int64] { #expect(rejection(Household.entry(1, minor: minor)) == nil, "\(minor)") }
    for minor in [.min, -1, 0, amountMinorMax + 1, .max] as [Int64] {
      #expect(rejection(Household.entry(1, minor: minor)) == .amountOutOfRange(field: "add_entry.content.amount.minor"), "\(minor)")
    }
  }
}
