import HearthProtocol
import Testing

@testable import Ledger

/// Members whom an entry names say that it is wrong (SPEC EN-06).
struct DisputeTests {
  private let rupee = PrecedenceTests.rupee

  private func home() throws -> Household {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    return household
  }

  private func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  /// Changes the first entry as it is now.
  private func edit(_ household: Household, _ change: (inout EntryChanges) -> Void) throws -> Command.OneOf_Body {
    let entry = try #require(household.state.shared.entries.first)
    var wish = EditEntry()
    (wish.entryID, wish.baseVersion) = (entry.id.description, entry.version.rawValue)
    change(&wish.changes)
    return .editEntry(wish)
  }

  private func disputing(_ number: UInt64, _ reason: String = "I was not there") -> Command.OneOf_Body {
    var wish = DisputeEntry()
    wish.entryID = Household.entry(number).entryID
    wish.reason = reason
    return .disputeEntry(wish)
  }

  @Test("product N10: a dispute changes no number and an edit of the money closes it") func disputing() throws {
    var household = try home()
    let before = household.state.shared.balances[Household.member(5), rupee]
    try household.perform(disputing(1), by: 5)
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.isDisputed && entry.disputes.map(\.reason) == ["I was not there"])
    #expect(household.state.shared.balances[Household.member(5), rupee] == before)
    #expect(rejection(household, disputing(1), by: 5) == .nothingChanges)
    try household.perform(edit(household) { $0.money = Household.money(10_000, among: [1, 2]) }, by: 3)
    #expect(household.state.shared.entries.last?.isDisputed == false)
    #expect(rejection(household, disputing(1), by: 5) == .notNamed)
    try household.perform(disputing(1), by: 2)
    let withdraw = Command.OneOf_Body.withdrawDispute(PrecedenceTests.withdrawing(1))
    #expect(rejection(household, withdraw, by: 5) == .nothingChanges)
    try household.perform(withdraw, by: 2)
    #expect(household.state.shared.entries.last?.isDisputed == false)
  }

  @Test("EN-06: the reasons of an entry's disputes have at most 16,384 bytes together, and not one more") func disputeBytes() throws {
    var household = try home()
    // A character of 29 bytes, so that 200 of them have 5,800.
    let long = "x" + String(repeating: "\u{1E000}", count: 7)
    func saying(_ reason: String) -> Command.OneOf_Body { disputing(1, reason) }
    for member in [2, 3] as [UInt64] { try household.perform(saying(String(repeating: long, count: 200)), by: member) }
    let most = String(repeating: long, count: 164) + String(repeating: "x", count: 28)
    #expect(rejection(household, saying(most + "x"), by: 5) == .disputesTooLong(left: 4_784))
    try household.perform(saying(most), by: 5)
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.disputes.reduce(0) { $0 + $1.reason.utf8.count } == 16_384)
    #expect(rejection(household, saying("I too"), by: 1) == .disputesTooLong(left: 0))
    // One's own is replaced, so it is counted once.
    try household.perform(saying("Late"), by: 3)
    try household.perform(saying("I too"), by: 1)
  }

  @Test("EN-06: disputes that an edit ended stand again when it is undone") func disputes() throws {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 5)
    let before = household.state.snapshot(of: .shared).shared.entryRows[0].story.disputes
    try household.perform(edit(household) { $0.money = Household.money(500) }, by: 3)
    #expect(household.state.shared.entries.last?.isDisputed == false)
    // A person who disputes the new figures says nothing of the old ones.
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 4)
    for var household in [household, try household.opened()] {
      try household.perform(.undoLast(UndoLast()), by: 3)
      let entry = try #require(household.state.shared.entries.last)
      #expect(entry.minor == 10_000 && entry.disputes.map(\.member) == [Household.member(5)])
      #expect(household.state.snapshot(of: .shared).shared.entryRows[0].story.disputes == before)
    }
    // Once more, now by replay; and what was stored before disputes came back gives what it gave.
    try household.perform(.undoLast(UndoLast()), by: 3)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
    let last = try #require(household.log.indices.last)
    #expect(household.log[last].event.entryEdited.reopensDisputes)
    household.log[last].event.entryEdited.reopensDisputes = false
    #expect(try household.replayed().shared.entries.last?.isDisputed == false)
  }

  @Test("EN-06: an undo of anything but the money, or of an entry that nobody disputed, reopens nothing") func noDisputes() throws {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    try household.perform(edit(household) { $0.money = Household.money(500) }, by: 3)
    try household.perform(.undoLast(UndoLast()), by: 3)
    #expect(household.log.last?.event.entryEdited.reopensDisputes == false)
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 5)
    try household.perform(edit(household) { $0.note = "x" }, by: 3)
    try household.perform(.withdrawDispute(PrecedenceTests.withdrawing(1)), by: 5)
    try household.perform(.undoLast(UndoLast()), by: 3)
    #expect(household.state.shared.entries.last?.isDisputed == false)
  }

  @Test("EN-06: a history that reopens disputes of nothing is refused") func wrongReopening() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    var edited = EntryEdited()
    edited.entryID = Household.entry(1).entryID
    edited.changes.money = try #require(household.state.shared.entries.last).money
    edited.owed = try #require(household.state.shared.entries.last).owed.map(Share.init)
    edited.reopensDisputes = true
    let before = household.state.snapshot(of: .shared)
    for undoes in [0, 2] as [UInt64] {
      edited.undoes = undoes
      #expect(throws: HistoryFlaw.contradiction(.entryOpen)) {
        try household.store(DecidedEvent(.entryEdited(edited)), by: Household.member(3))
      }
    }
    #expect(household.state.snapshot(of: .shared) == before)
  }

  @Test("product N10: a disputed entry is not called settled") func disputedIsNotSettled() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 10_000)
    wish.content.split.equal.memberIds = [Household.text(3)]
    try household.perform(.addEntry(wish))
    try household.perform(.settleUp(SettlementTests.settle(2, from: 3, to: 1)))
    func statuses() -> [EntryShare.Status] {
      household.state.shared.shares(in: rupee, .direct).filter { $0.entry == EntryID(high: 0xB000, low: 1) }.map(\.status)
    }
    #expect(statuses() == [.paid])
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 3)
    #expect(statuses() == [.disputed])
    try household.perform(.withdrawDispute(PrecedenceTests.withdrawing(1)), by: 3)
    #expect(statuses() == [.paid])
  }

  @Test("the matrix: policies decide whether viewers and minors dispute") func policies() throws {
    var household = PrecedenceTests.entered
    for policy in [Policy.viewersDispute, .minorsDispute] {
      try household.perform(.setPolicy(PrecedenceTests.policy(policy, false)))
    }
    let dispute = Command.OneOf_Body.disputeEntry(PrecedenceTests.disputing(1))
    #expect(rejection(household, dispute, by: 3) == nil)
    #expect(rejection(household, dispute, by: 4) == .forbidden(right: .entriesDispute, role: .viewer))
    #expect(rejection(household, dispute, by: 5) == .forbidden(right: .entriesDispute, role: .minor))
  }
}
