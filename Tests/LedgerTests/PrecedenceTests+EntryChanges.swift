import HearthProtocol
import Testing

@testable import Ledger

extension PrecedenceTests {
  /// The family with entry 1, which the adult added and all share, and entry 2, which the owner added and only the first two share.
  static let entered: Household = {
    var household = Household.family
    var second = Household.entry(2)
    second.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
    do {
      try household.perform(.addEntry(Household.entry(1)), by: 3)
      try household.perform(.addEntry(second), by: 1)
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }()

  /// The same with entry 2 voided.
  static let voided = with(after(.voidEntry(voiding(2)), by: 1))

  /// The same with the member's act done.
  private static func after(_ body: Command.OneOf_Body, by number: UInt64) -> GroupState {
    var household = entered
    do { try household.perform(body, by: number) } catch { Issue.record("The household could not be set up: \(error)") }
    return household.state
  }

  private static let enteredTooMuch = bookingTooMuch(in: entered)

  private static let base = entered.state.shared.entries[0].version.rawValue

  static func note(_ note: String) -> EditEntry {
    var wish = EditEntry()
    wish.entryID = Household.entry(1).entryID
    wish.baseVersion = base
    wish.changes.note = note
    return wish
  }

  static func voiding(_ number: UInt64) -> VoidEntry {
    var wish = VoidEntry()
    wish.entryID = Household.entry(number).entryID
    return wish
  }

  static func restoring(_ number: UInt64) -> RestoreEntry {
    var wish = RestoreEntry()
    wish.entryID = Household.entry(number).entryID
    return wish
  }

  static func disputing(_ number: UInt64) -> DisputeEntry {
    var wish = DisputeEntry()
    wish.entryID = Household.entry(number).entryID
    wish.reason = "I was not there"
    return wish
  }

  static func withdrawing(_ number: UInt64) -> WithdrawDispute {
    var wish = WithdrawDispute()
    wish.entryID = Household.entry(number).entryID
    return wish
  }

  static func income(_ minor: Int64) -> SetMemberIncome {
    var wish = SetMemberIncome()
    wish.monthly = Money(minor: minor, currency: "INR")
    return wish
  }

  static let entryTables: [(String, Situation, [Fault])] = [
    ("edit_entry", Situation(.editEntry(note("for Diwali")), household: entered), envelope + asker + editFaults),
    ("void_entry", Situation(.voidEntry(voiding(2)), household: entered), envelope + asker + voidFaults),
    (
      "restore_entry",
      Situation(.restoreEntry(restoring(2)), household: voided), envelope + asker + restoreFaults
    ),
    ("undo_last", Situation(.undoLast(UndoLast()), household: entered), envelope + asker + undoFaults),
    ("dispute_entry", Situation(.disputeEntry(disputing(1)), household: entered), envelope + asker + disputeFaults),
    (
      "withdraw_dispute",
      Situation(.withdrawDispute(withdrawing(1)), household: with(after(.disputeEntry(disputing(1)), by: 1))),
      envelope + asker + withdrawFaults
    ),
    ("set_member_income", Situation(.setMemberIncome(income(100)), household: entered), envelope + asker + incomeFaults),
  ]

  private static func with(_ state: GroupState) -> Household {
    var household = Household.family
    household.state = state
    return household
  }

  private static func conflict(_ field: EntryField) -> EntryConflict {
    let version = LanePosition(base + 2)
    return EntryConflict(
      entry: EntryID(high: 0xB000, low: 1), base: LanePosition(base), current: version,
      changes: [EntryConflict.Change(field: field, version: version, by: Household.member(2))])
  }

  private static let editFaults: [Fault] = [
    forbidden(.entriesEdit),
    Fault(.malformedID(field: "edit_entry.entry_id")) { $0.command.editEntry.entryID = "1" },
    Fault(.unknownEntry(field: "edit_entry.entry_id")) { $0.command.editEntry.entryID = Household.entry(9).entryID },
    Fault(.entryVoided(field: "edit_entry.entry_id")) { $0.state = after(.voidEntry(voiding(1)), by: 3) },
    Fault(.choiceNotAllowed(field: "edit_entry.base_version")) { $0.command.editEntry.baseVersion = base + 9 },
    Fault(.choiceNotAllowed(field: "edit_entry.base_version")) { $0.command.editEntry.baseVersion = base - 1 },
    Fault(.conflict(conflict(.note))) { $0.state = after(.editEntry(note("for Holi")), by: 2) },
    Fault(.choiceNotAllowed(field: "edit_entry.changes.money.kind")) { $0.command.editEntry.changes.money = EntryMoney() },
    Fault(.amountOutOfRange(field: "edit_entry.changes.money.amount.minor")) {
      $0.command.editEntry.changes.money.kind = .expense
      $0.command.editEntry.changes.money.amount.minor = 0
    },
    Fault(.textMissing(field: "edit_entry.changes.description")) { $0.command.editEntry.changes.description_p = " " },
    Fault(.textTooLong(field: "edit_entry.changes.note", charactersMax: 1_000)) {
      $0.command.editEntry.changes.note = String(repeating: "x", count: 1_001)
    },
    Fault(.unknownCategory(field: "edit_entry.changes.category")) { $0.command.editEntry.changes.category = "yachts" },
    Fault(.dateMalformed(field: "edit_entry.changes.date")) { $0.command.editEntry.changes.date = "2026-13-01" },
    Fault(.choiceNotAllowed(field: "edit_entry.changes.place")) { $0.command.editEntry.changes.place.latitudeMicro = 0 },
    Fault(.tooManyReceipts(field: "edit_entry.changes.receipts.receipts")) {
      $0.command.editEntry.changes.receipts.receipts = Array(repeating: Receipt(), count: 11)
    },
    Fault(.paidDoesNotAddUp(field: "edit_entry.changes.money.paid", Difference(total: 7, wanted: 10_000, currency: rupee))) {
      $0.command.editEntry.changes.money = Household.money(10_000)
      $0.command.editEntry.changes.money.paid = [Household.share(1, 7)]
    },
    Fault(.percentagesDoNotAddUp(field: "edit_entry.changes.money.split.percentage.shares", basisPoints: 10_001)) {
      $0.command.editEntry.changes.money = Household.money(10_000)
      $0.command.editEntry.changes.money.split.percentage.shares = points([(1, 5_001), (2, 5_000)])
    },
    Fault(.sharesDoNotAddUp(field: "edit_entry.changes.money.split.exact.shares", Difference(total: 7, wanted: 10_000, currency: rupee))) {
      $0.command.editEntry.changes.money = Household.money(10_000)
      $0.command.editEntry.changes.money.split.exact.shares = [Household.share(1, 7)]
    },
    Fault(.transferNeedsTwoMembers(field: "edit_entry.changes.money.split")) {
      $0.command.editEntry.changes.money = Household.money(10_000)
      $0.command.editEntry.changes.money.kind = .transfer
      $0.command.editEntry.changes.category = ""
    },
    Fault(.outOfRange(field: "edit_entry.changes.money.amount.minor", rupee)) {
      $0.command.editEntry.changes.money = Household.money(amountMinorMax)
      $0.state = enteredTooMuch
    },
    Fault(.nothingChanges) {
      $0.command.editEntry.clearChanges()
      $0.state = entered.state
    },
  ]

  private static let voidFaults: [Fault] = [
    forbidden(.entriesVoid),
    Fault(.malformedID(field: "void_entry.entry_id")) { $0.command.voidEntry.entryID = "1" },
    Fault(.unknownEntry(field: "void_entry.entry_id")) { $0.command.voidEntry.entryID = Household.entry(9).entryID },
    Fault(.forbidden(rule: .entriesVoid, role: .adult)) { $0.context.holder = Household.holder(3) },
    Fault(.nothingChanges) { $0.state = after(.voidEntry(voiding(2)), by: 1) },
  ]

  private static let restoreFaults: [Fault] = [
    forbidden(.entriesRestore),
    Fault(.malformedID(field: "restore_entry.entry_id")) { $0.command.restoreEntry.entryID = "1" },
    Fault(.unknownEntry(field: "restore_entry.entry_id")) { $0.command.restoreEntry.entryID = Household.entry(9).entryID },
    Fault(.forbidden(rule: .entriesRestore, role: .adult)) { $0.context.holder = Household.holder(3) },
    Fault(.nothingChanges) { $0.state = entered.state },
  ]

  private static let undoFaults: [Fault] = [
    forbidden(.entriesUndo),
    Fault(.nothingToUndo) { $0.context.holder = Household.holder(2) },
    Fault(.forbidden(rule: .entriesVoid, role: .adult)) {
      $0.state = after(.setPolicy(policy(.adultsVoidOwn, false)), by: 1)
      $0.context.holder = Household.holder(3)
    },
  ]

  private static let disputeFaults: [Fault] = [
    Fault(.malformedID(field: "dispute_entry.entry_id")) { $0.command.disputeEntry.entryID = "1" },
    Fault(.unknownEntry(field: "dispute_entry.entry_id")) { $0.command.disputeEntry.entryID = Household.entry(9).entryID },
    Fault(.entryVoided(field: "dispute_entry.entry_id")) {
      $0.state = after(.voidEntry(voiding(1)), by: 3)
      $0.command.disputeEntry.entryID = Household.entry(1).entryID
    },
    Fault(.textMissing(field: "dispute_entry.reason")) { $0.command.disputeEntry.reason = "" },
    Fault(.notNamed) {
      $0.command.disputeEntry.entryID = Household.entry(2).entryID
      $0.context.holder = Household.holder(5)
    },
    Fault(.nothingChanges) { $0.state = after(.disputeEntry(disputing(1)), by: 1) },
  ]

  private static let withdrawFaults: [Fault] = [
    Fault(.malformedID(field: "withdraw_dispute.entry_id")) { $0.command.withdrawDispute.entryID = "1" },
    Fault(.unknownEntry(field: "withdraw_dispute.entry_id")) { $0.command.withdrawDispute.entryID = Household.entry(9).entryID },
    Fault(.nothingChanges) { $0.state = entered.state },
  ]

  private static let incomeFaults: [Fault] = [
    Fault(.forbidden(rule: .incomeSet, role: .minor)) { $0.context.holder = Household.holder(5) },
    Fault(.amountOutOfRange(field: "set_member_income.monthly.minor")) { $0.command.setMemberIncome.monthly.minor = -1 },
    Fault(.amountOutOfRange(field: "set_member_income.monthly.minor")) { $0.command.setMemberIncome.monthly.minor = amountMinorMax + 1 },
    Fault(.unknownCurrency(field: "set_member_income.monthly.currency")) { $0.command.setMemberIncome.monthly.currency = "inr" },
    Fault(.choiceNotAllowed(field: "set_member_income.monthly.currency")) { $0.command.setMemberIncome.monthly.currency = "JPY" },
    Fault(.nothingChanges) { $0.command.setMemberIncome.monthly.minor = 0 },
  ]
}
