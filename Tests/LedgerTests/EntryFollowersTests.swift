import HearthProtocol
import Testing

@testable import Ledger

/// What follows entries follows their changes: budgets, alerts, debts, policies and the archive.
struct EntryFollowersTests {
  private let rupee = PrecedenceTests.rupee

  private func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  private func edit(_ entry: EntryState, _ change: (inout EntryChanges) -> Void) -> Command.OneOf_Body {
    var wish = EditEntry()
    wish.entryID = entry.id.description
    wish.baseVersion = entry.version.rawValue
    change(&wish.changes)
    return .editEntry(wish)
  }

  private func groceries(_ number: UInt64, minor: Int64 = 10_000) -> Command.OneOf_Body {
    var wish = Household.entry(number, minor: minor)
    wish.content.category = "groceries"
    return .addEntry(wish)
  }

  private func alerts(_ decision: Decision) -> [String] {
    decision.events.compactMap { event in
      guard case .alertFired(let alert) = event.body else { return nil }
      return "\(alert.over ? "over" : "\(alert.basisPoints)") at \(alert.spentMinor)"
    }
  }

  private func spent(_ household: Household) throws -> Int64 {
    let budget = try #require(household.state.shared.budgets.first)
    return household.state.shared.progress(of: budget, on: Household.today).spentMinor
  }

  @Test("product N16: edits, voids, restores and undos move budgets and fire alerts, each once") func budgetsFollow() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1, minor: 10_000)))
    #expect(try alerts(household.perform(groceries(1, minor: 5_000))).isEmpty)
    let added = try #require(household.state.shared.entries.first)
    #expect(try alerts(household.perform(edit(added) { $0.note = "x" })).isEmpty)
    #expect(try alerts(household.perform(edit(added) { $0.money = Household.money(8_000) })) == ["8000 at 8000"])
    #expect(try spent(household) == 8_000)
    try household.perform(.undoLast(UndoLast()))
    #expect(try spent(household) == 5_000)
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)))
    #expect(try spent(household) == 0)
    #expect(try alerts(household.perform(groceries(2, minor: 9_000))).isEmpty)
    #expect(try alerts(household.perform(.restoreEntry(PrecedenceTests.restoring(1)))) == ["10000 at 14000", "over at 14000"])
    let moved = try #require(household.state.shared.entries.first)
    #expect(try alerts(household.perform(edit(moved) { $0.category = "" })).isEmpty)
    #expect(try spent(household) == 9_000)
    #expect(try alerts(household.perform(.undoLast(UndoLast()))).isEmpty)
    #expect(try spent(household) == 14_000)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("debts between two follow edits, voids and restores") func debtsFollow() throws {
    var household = Household.sharing
    let (owner, adult) = (Household.member(1), Household.member(3))
    func owed() -> Int64 { household.state.shared.debt(of: adult, to: owner, in: rupee) }
    try household.perform(.addEntry(Household.entry(1, minor: 10_000)))
    #expect(owed() == 2_000)
    let added = try #require(household.state.shared.entries.first)
    try household.perform(edit(added) { $0.money = Household.money(10_000, among: [1, 3]) })
    #expect(owed() == 5_000)
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)))
    #expect(owed() == 0 && household.state.shared.shares(in: rupee, .direct).isEmpty)
    try household.perform(.restoreEntry(PrecedenceTests.restoring(1)))
    #expect(owed() == 5_000 && household.state.shared.openShares(in: rupee, .simplified).map(\.minor) == [5_000])
  }

  @Test("the matrix: policies decide whether adults edit others' and void their own") func policiesHold() throws {
    var household = PrecedenceTests.entered
    let entries = Array(household.state.shared.entries)
    #expect(rejection(household, edit(entries[1]) { $0.note = "x" }, by: 3) == nil)
    for policy in [Policy.adultsEditOthers, .adultsVoidOwn] {
      try household.perform(.setPolicy(PrecedenceTests.policy(policy, false)))
    }
    #expect(rejection(household, edit(entries[1]) { $0.note = "x" }, by: 3) == .forbidden(right: .entriesEdit, role: .adult))
    #expect(rejection(household, edit(entries[0]) { $0.note = "x" }, by: 3) == nil)
    #expect(rejection(household, .voidEntry(PrecedenceTests.voiding(1)), by: 3) == .forbidden(right: .entriesVoid, role: .adult))
    #expect(rejection(household, .voidEntry(PrecedenceTests.voiding(1)), by: 2) == nil)
  }

  @Test("C7: in an archived group transfers are added, and no entry is changed") func archive() throws {
    var household = PrecedenceTests.entered
    let entry = try #require(household.state.shared.entries.first)
    try household.perform(.archiveGroup(ArchiveGroup()))
    var transfer = Household.entry(3, minor: 500, kind: .transfer)
    transfer.content.category = ""
    transfer.content.split.equal.memberIds = [Household.text(3)]
    #expect(rejection(household, .addEntry(transfer), by: 1) == nil)
    for body in [
      .addEntry(Household.entry(3)), edit(entry) { $0.note = "x" }, .voidEntry(PrecedenceTests.voiding(1)), .undoLast(UndoLast()),
      .disputeEntry(PrecedenceTests.disputing(1)), .setMemberIncome(PrecedenceTests.income(100)),
    ] as [Command.OneOf_Body] {
      #expect(rejection(household, body, by: 1) == .groupArchived)
    }
  }

  @Test("A category that was retired stays with its entries, and no edit gives it to another one") func retiredCategories() throws {
    var household = Household.family
    var other = Household.entry(2)
    other.content.category = "dining"
    try household.perform(groceries(1))
    try household.perform(.addEntry(other))
    let entries = Array(household.state.shared.entries)
    try household.perform(.retireCategory(PrecedenceTests.retirement(entries[0].category)))
    let kept = edit(entries[0]) { changes in
      changes.category = entries[0].category
      changes.note = "x"
    }
    #expect(rejection(household, kept, by: 1) == nil)
    let given = rejection(household, edit(entries[1]) { $0.category = entries[0].category }, by: 1)
    #expect(given == .categoryRetired(field: "edit_entry.changes.category"))
  }
}
