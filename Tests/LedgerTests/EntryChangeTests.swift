import HearthProtocol
import Testing

@testable import Ledger

/// What may happen to an entry after it was added.
struct EntryChangeTests {
  private let rupee = PrecedenceTests.rupee

  private func edit(_ number: UInt64, on base: UInt64, _ change: (inout EntryChanges) -> Void) -> EditEntry {
    var wish = EditEntry()
    wish.entryID = Household.entry(number).entryID
    wish.baseVersion = base
    change(&wish.changes)
    return wish
  }

  private func money(_ minor: Int64, among members: [UInt64] = []) -> EntryMoney { Household.money(minor, among: members) }

  private func home(_ entries: Int = 1) throws -> Household {
    var household = Household.sharing
    for number in 1...UInt64(entries) { try household.perform(.addEntry(Household.entry(number)), by: 3) }
    return household
  }

  private func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64 = 1) -> Rejection? {
    do throws(Rejection) {
      _ = try decide(household.command(body), in: household.state, context: household.context(number))
      return nil
    } catch {
      return error
    }
  }

  private func voiding(_ number: UInt64) -> Command.OneOf_Body {
    var wish = VoidEntry()
    wish.entryID = Household.entry(number).entryID
    return .voidEntry(wish)
  }

  private func restoring(_ number: UInt64) -> Command.OneOf_Body {
    var wish = RestoreEntry()
    wish.entryID = Household.entry(number).entryID
    return .restoreEntry(wish)
  }

  @Test("product 78, N9: any adult edits; edits of different fields on the same version merge") func editsMerge() throws {
    var household = try home()
    let base = try #require(household.state.shared.entries.last).version.rawValue
    try household.perform(.editEntry(edit(1, on: base) { $0.note = "for Diwali" }), by: 2)
    try household.perform(.editEntry(edit(1, on: base) { $0.money = money(5_000, among: [1, 2]) }), by: 3)
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.note == "for Diwali" && entry.minor == 5_000 && entry.version.rawValue == base + 2)
    #expect(household.state.shared.balances[Household.member(3), rupee] == 5_000)
    #expect(household.state.shared.balances[Household.member(5), rupee] == 0)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("product N9: an edit of what was changed since is a conflict that names both versions") func editsConflict() throws {
    var household = try home()
    let base = try #require(household.state.shared.entries.last).version
    try household.perform(.editEntry(edit(1, on: base.rawValue) { $0.money = money(5_000) }), by: 2)
    let rejection = rejection(household, .editEntry(edit(1, on: base.rawValue) { $0.money = money(7_000) }), by: 3)
    let change = EntryConflict.Change(field: .money, version: base.next, by: Household.member(2))
    let entry = try #require(household.state.shared.entries.last)
    #expect(rejection == .conflict(EntryConflict(entry: entry.id, base: base, current: base.next, changes: [change])))
    #expect(rejection?.details.map(\.key) == ["entry_id", "base_version", "current_version", "changed.money", "changed_by.money"])
    try household.perform(.editEntry(edit(1, on: base.next.rawValue) { $0.money = money(7_000) }), by: 3)
    #expect(household.state.shared.entries.last?.minor == 7_000)
  }

  @Test("product 79: a voided entry leaves all sums and comes back with them") func voidedAndRestored() throws {
    var household = try home(2)
    try household.set(Household.budget(1))
    let before = household.state
    try household.perform(voiding(1), by: 3)
    #expect(household.state.shared.balances.turnover(rupee) == 10_000)
    #expect(household.state.shared.entries.first?.isVoided == true && household.state.shared.entries.count == 2)
    #expect(rejection(household, voiding(1), by: 3) == .nothingChanges)
    #expect(rejection(household, .editEntry(edit(1, on: 7) { $0.note = "x" }), by: 3) == .entryVoided(field: "edit_entry.entry_id"))
    let saved = household.state.snapshot(of: .shared)
    var opened = GroupState(group: Household.group)
    try opened.restore(saved)
    #expect(opened.shared.balances.turnover(rupee) == 10_000 && opened.snapshot(of: .shared) == saved)
    try household.perform(restoring(1), by: 3)
    for member in before.shared.members {
      #expect(household.state.shared.balances[member.id, rupee] == before.shared.balances[member.id, rupee])
    }
    #expect(rejection(household, restoring(1), by: 3) == .nothingChanges)
  }

  @Test("the matrix: adults void and restore their own, owner and admin any") func voidingOthers() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 1)
    #expect(rejection(household, voiding(1), by: 3) == .forbidden(right: .entriesVoid, role: .adult))
    #expect(rejection(household, voiding(1), by: 2) == nil)
    try household.perform(voiding(1), by: 1)
    #expect(rejection(household, restoring(1), by: 3) == .forbidden(right: .entriesRestore, role: .adult))
    #expect(rejection(household, restoring(1), by: 4) == .forbidden(right: .entriesRestore, role: .viewer))
  }

  @Test("undo takes back the member's own last act, after a restart too") func undoing() throws {
    var household = try home()
    let base = try #require(household.state.shared.entries.last).version.rawValue
    try household.perform(.editEntry(edit(1, on: base) { $0.money = money(900) }), by: 2)
    var opened = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin] { try opened.restore(household.state.snapshot(of: lane)) }
    household.state = opened
    #expect(rejection(household, .undoLast(UndoLast()), by: 1) == .nothingToUndo)
    guard case .conflict = rejection(household, .undoLast(UndoLast()), by: 3) else {
      Issue.record("What others have changed since cannot be undone.")
      return
    }
    try household.perform(.undoLast(UndoLast()), by: 2)
    #expect(household.state.shared.entries.last?.minor == 10_000)
    #expect(rejection(household, .undoLast(UndoLast()), by: 2) == .nothingToUndo)
  }

  @Test("product N6: whoever asks for it is warned of an entry much like another one's") func duplicates() throws {
    var household = try home()
    var twin = Household.entry(2, minor: 10_100)
    twin.guardDuplicates = true
    let duplicate = Rejection.possibleDuplicate(entry: EntryID(high: 0xB000, low: 1), by: Household.member(3))
    #expect(rejection(household, .addEntry(twin), by: 2) == duplicate)
    #expect(rejection(household, .addEntry(twin), by: 3) == nil)
    twin.content.amount.minor = 10_101
    #expect(rejection(household, .addEntry(twin), by: 2) == nil)
    twin.content.amount.minor = 9_900
    household.now += 600_000
    #expect(rejection(household, .addEntry(twin), by: 2) == duplicate)
    household.now += 1
    #expect(rejection(household, .addEntry(twin), by: 2) == nil)
  }

  @Test("EN-07: other words, other payers and other people make another entry") func noDuplicates() throws {
    let household = try home()
    let first = try #require(household.state.shared.entries.last)
    var twin = Household.entry(2, minor: first.minor)
    twin.guardDuplicates = true
    #expect(rejection(household, .addEntry(twin), by: 2)?.code == .possibleDuplicate)
    func differs(_ change: (inout EntryContent) -> Void) -> Bool {
      var other = twin
      change(&other.content)
      return rejection(household, .addEntry(other), by: 2) == nil
    }
    #expect(!differs { $0.description_p = " \($0.description_p.uppercased())! " }, "the same words, written otherwise")
    #expect(differs { $0.description_p = "Something else" })
    #expect(differs { $0.description_p = "🍕" } && differs { $0.description_p = "!" }, "words without letters are words")
    #expect(differs { $0.paid = [Household.share(4, first.minor)] })
    #expect(differs { $0.paid = [Household.share(2, 1), Household.share(3, first.minor - 1)] })
    #expect(differs { $0.split.equal.memberIds = [1, 2].map(Household.text) })
    // Who says that the other paid says the same, as does who says nothing: then each is taken to have paid.
    #expect(!differs { $0.paid = first.paid.map { Share(memberText: $0.member.description, minor: $0.minor) } })
  }

  @Test("EN-07: words without a letter are compared as they are") func wordless() throws {
    var household = Household.family
    var first = Household.entry(1)
    first.content.description_p = "🍕"
    try household.perform(.addEntry(first), by: 3)
    for (words, isTwin) in [("🍔", false), (" 🍕 ", true)] {
      var twin = Household.entry(2)
      (twin.content.description_p, twin.guardDuplicates) = (words, true)
      #expect((rejection(household, .addEntry(twin), by: 2)?.code == .possibleDuplicate) == isTwin, "\(words)")
    }
  }

  @Test("EN-07: two who pay one person the same are no double; one payment that both enter is") func duplicateTransfers() throws {
    func transfer(_ number: UInt64, from payer: UInt64) -> AddEntry {
      var add = Household.entry(number, minor: 2_000)
      (add.content.kind, add.content.category, add.guardDuplicates) = (.transfer, "", true)
      add.content.paid = [Household.share(payer, 2_000)]
      add.content.split.equal.memberIds = [Household.text(4)]
      return add
    }
    var household = Household.family
    try household.perform(.addEntry(transfer(1, from: 3)), by: 3)
    #expect(rejection(household, .addEntry(transfer(2, from: 2)), by: 2) == nil)
    #expect(rejection(household, .addEntry(transfer(2, from: 3)), by: 2)?.code == .possibleDuplicate)
  }

  @Test("EN-07: one's own entry given twice within a minute is a duplicate, and then no more") func ownDuplicates() throws {
    var household = try home()
    let first = try #require(household.state.shared.entries.last)
    var twin = Household.entry(2, minor: first.minor)
    twin.guardDuplicates = true
    let duplicate = Rejection.possibleDuplicate(entry: first.id, by: Household.member(3))
    func refused(_ change: (inout AddEntry) -> Void = { _ in }) -> Rejection? {
      var wish = twin
      change(&wish)
      return rejection(household, .addEntry(wish), by: 3)
    }
    household.now = first.addedAt
    #expect(refused() == duplicate && refused { $0.guardDuplicates = false } == nil)
    #expect(refused { $0.content.amount.minor += 1 } == nil, "another amount is another entry")
    #expect(refused { $0.content.date = first.date.adding(days: -1).description } == nil, "so is another day")
    household.now = first.addedAt + 60_000
    #expect(refused() == duplicate)
    household.now += 1
    #expect(refused() == nil)
  }

  @Test("EN-07: nobody is warned of an entry that a recurring entry's rule has added") func duplicatesOfRules() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)))
    try household.tick()
    let booked = try #require(household.state.shared.entries.last)
    #expect(booked.rule != nil)
    var twin = Household.entry(2, minor: booked.minor)
    (twin.guardDuplicates, twin.content.category) = (true, booked.category)
    #expect(rejection(household, .addEntry(twin), by: 2) == nil)
    // Somebody's own entry of the same kind is warned of.
    twin.guardDuplicates = false
    try household.perform(.addEntry(twin), by: 1)
    twin.entryID = Household.entry(3).entryID
    twin.guardDuplicates = true
    #expect(rejection(household, .addEntry(twin), by: 2) != nil)
  }

  @Test("shares by weight divide to the minor unit") func weights() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 10_001)
    wish.content.split.weights.shares = ([(1, 2), (2, 1), (3, 1)] as [(UInt64, UInt32)]).map { number, weight in
      var share = WeightShare()
      share.memberID = Household.text(number)
      share.weight = weight
      return share
    }
    try household.perform(.addEntry(wish))
    #expect(household.lastOwed == [5_001, 2_500, 2_500])
    wish.content.split.weights.shares[1].weight = 0
    wish.entryID = Household.entry(2).entryID
    let rejected = rejection(household, .addEntry(wish))
    #expect(rejected == .numberOutOfRange(field: "add_entry.content.split.weights.shares[1].weight", bounds: 1...10_000))
    wish.content.split.weights.shares[1].weight = 10_000
    #expect(rejection(household, .addEntry(wish)) == nil)
  }

  @Test("a split by income follows what was earned then, and tells nobody how much that was") func incomes() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 9_000)
    wish.content.split.income.memberIds = [Household.text(1), Household.text(2)]
    let field = "add_entry.content.split.income.member_ids"
    let unknown = Rejection.incomeUnknown(field: field, members: [Household.member(1), Household.member(2)])
    #expect(rejection(household, .addEntry(wish)) == unknown)
    for (number, minor) in [(1, 6_000_000), (2, 3_000_000)] as [(UInt64, Int64)] {
      var income = SetMemberIncome()
      income.monthly = Money(minor: minor, currency: "INR")
      try household.perform(.setMemberIncome(income), by: number)
      #expect(rejection(household, .setMemberIncome(income), by: number) == .nothingChanges)
    }
    try household.perform(.addEntry(wish))
    #expect(household.lastOwed == [6_000, 3_000])
    #expect(household.state.shared.entries.last?.split == .income)
    for lane in [Lane.shared, .income] { #expect(try household.replayed().snapshot(of: lane) == household.state.snapshot(of: lane)) }
    var opened = GroupState(group: household.state.group)
    for lane in [Lane.shared, .income] { try opened.restore(household.state.snapshot(of: lane)) }
    #expect(opened.snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("products 182 and 183: place and receipts are kept, within bounds") func placesAndReceipts() throws {
    var household = Household.family
    var wish = Household.entry(1)
    wish.content.place.latitudeMicro = 90_000_000
    wish.content.place.longitudeMicro = -180_000_000
    wish.content.place.city = " Pune "
    wish.content.receipts = (0..<10 as Range<UInt8>).map { number in
      var receipt = Receipt()
      receipt.sha256 = .init(repeating: number, count: 32)
      receipt.mediaType = "image/jpeg"
      receipt.sizeBytes = 10_485_760
      return receipt
    }
    try household.perform(.addEntry(wish))
    let content = try #require(household.state.shared.entries.last).content
    #expect(content.place.city == "Pune" && content.place.latitudeMicro == 90_000_000 && content.receipts == wish.content.receipts)
    wish.entryID = Household.entry(2).entryID
    var spoilt = wish
    spoilt.content.place.latitudeMicro = 90_000_001
    #expect(rejection(household, .addEntry(spoilt)) == .choiceNotAllowed(field: "add_entry.content.place"))
    spoilt = wish
    spoilt.content.receipts[9].sizeBytes += 1
    #expect(rejection(household, .addEntry(spoilt)) == .choiceNotAllowed(field: "add_entry.content.receipts[9].size_bytes"))
    spoilt = wish
    spoilt.content.receipts.append(Receipt())
    #expect(rejection(household, .addEntry(spoilt)) == .tooManyReceipts(field: "add_entry.content.receipts"))
  }
}
