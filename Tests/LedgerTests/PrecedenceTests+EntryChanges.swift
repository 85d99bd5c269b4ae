import HearthProtocol
import Testing

@testable import Ledger

extension PrecedenceTests {
  /// The family with entry 1, which the adult added and all share, and entry 2, which the owner added and only the
  /// first two share.
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

  /// The owner has voided an entry of the largest amount, and others have booked as much as fits since.
  private static let voidedTooMuch: GroupState = {
    var second = Household.entry(2, minor: amountMinorMax)
    second.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
    return bookingTooMuch(in: family([.addEntry(second), .voidEntry(voiding(2))]), by: 2)
  }()

  /// The owner took the adult out of an entry, and the adult goes on as the placeholder since. No command leads there:
  /// it is as old histories have it.
  private static let claimedMeanwhile: GroupState = {
    var household = staged
    var first = Household.entry(1)
    first.content.split.equal.memberIds = [Household.text(1), Household.text(3)]
    do {
      try household.perform(.addEntry(first))
      var wish = EditEntry()
      (wish.entryID, wish.baseVersion) = (first.entryID, household.state.shared.entries[0].version.rawValue)
      wish.changes.money = Household.money(10_000, among: [1])
      try household.perform(.editEntry(wish))
      var claimed = MemberClaimed()
      (claimed.memberID, claimed.replacedMemberID, claimed.role) = (Household.text(30), Household.text(3), .adult)
      claimed.holder = .init(Household.holder(3).bytes)
      try household.store(DecidedEvent(.memberClaimed(claimed)), by: Household.member(30))
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household.state
  }()

  /// A note on the second entry.
  private static let secondNote: EditEntry = {
    var wish = note("for Holi")
    (wish.entryID, wish.baseVersion) = (Household.entry(2).entryID, base + 1)
    return wish
  }()

  private static let secondConflict = EntryConflict(
    entry: EntryID(high: 0xB000, low: 2), base: LanePosition(base + 1), current: LanePosition(base + 2),
    changes: [EntryConflict.Change(field: .note, version: LanePosition(base + 2), by: Household.member(2))])

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

  static func commenting(_ number: UInt64, as comment: UInt64 = 1, _ text: String = "The bill is in the drawer") -> CommentEntry {
    var wish = CommentEntry()
    wish.entryID = Household.entry(number).entryID
    wish.commentID = CommentID(high: 0xB000, low: comment).description
    wish.text = text
    return wish
  }

  static func uncommenting(_ number: UInt64, _ comment: UInt64 = 1) -> RemoveComment {
    var wish = RemoveComment()
    wish.entryID = Household.entry(number).entryID
    wish.commentID = CommentID(high: 0xB000, low: comment).description
    return wish
  }

  static func income(_ minor: Int64) -> SetMemberIncome {
    var wish = SetMemberIncome()
    wish.monthly = Money(minor: minor, currency: "INR")
    return wish
  }

  static let entryTables: [(String, Situation, [Flaw])] = [
    ("edit_entry", Situation(.editEntry(note("for Diwali")), household: entered), envelope + asker + editFlaws),
    ("void_entry", Situation.valid("void_entry", entry: 2, household: entered), envelope + asker + voidFlaws),
    (
      "restore_entry",
      Situation.valid("restore_entry", entry: 2, household: voided), envelope + asker + restoreFlaws
    ),
    ("undo_last", Situation.valid("undo_last", household: entered), envelope + asker + undoFlaws),
    ("dispute_entry", Situation.valid("dispute_entry", household: entered), envelope + asker + disputeFlaws),
    (
      "withdraw_dispute",
      Situation.valid("withdraw_dispute", household: with(after(.disputeEntry(disputing(1)), by: 1))),
      envelope + asker + withdrawFlaws
    ),
    ("comment_entry", Situation(.commentEntry(commenting(1)), household: entered), envelope + asker + commentFlaws),
    (
      "remove_comment",
      Situation(.removeComment(uncommenting(1)), household: with(after(.commentEntry(commenting(1)), by: 1))),
      envelope + asker + uncommentFlaws
    ),
    ("set_member_income", Situation.valid("set_member_income", household: entered), envelope + asker + incomeFlaws),
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

  /// What an edit says of the entry beside what the entry says; money is one field, which is wished as soon as a part
  /// of it is.
  private static let changes = ContentFlaws(
    texts: "edit_entry.changes", money: "edit_entry.changes.money", minor: 10_000,
    change: { situation, spoil in
      var changes = situation.command.editEntry.changes
      let money = changes.hasMoney ? changes.money : Household.money(10_000)
      var wished = EntryContent()
      (wished.kind, wished.amount, wished.paid, wished.split) = (money.kind, money.amount, money.paid, money.split)
      if money.hasConversion { wished.conversion = money.conversion }
      wished.description_p = changes.hasDescription_p ? changes.description_p : "Groceries"
      (wished.note, wished.merchant, wished.category, wished.date) = (changes.note, changes.merchant, changes.category, changes.date)
      (wished.place, wished.receipts) = (changes.place, changes.receipts.receipts)
      let before = wished
      spoil(&wished)
      if wished.description_p != before.description_p { changes.description_p = wished.description_p }
      if wished.note != before.note { changes.note = wished.note }
      if wished.merchant != before.merchant { changes.merchant = wished.merchant }
      if wished.category != before.category { changes.category = wished.category }
      if wished.date != before.date { changes.date = wished.date }
      if wished.place != before.place { changes.place = wished.place }
      if wished.receipts != before.receipts { changes.receipts.receipts = wished.receipts }
      changes.money.kind = wished.kind
      (changes.money.amount, changes.money.paid, changes.money.split) = (wished.amount, wished.paid, wished.split)
      if wished.hasConversion { changes.money.conversion = wished.conversion }
      if changes.money == Household.money(10_000) { changes.clearMoney() }
      situation.command.editEntry.changes = changes
    },
    retire: { $0.state = after(.retireCategory(retirement("salary")), by: 1) },
    lose: { $0.state = after(entered, [(.addPlaceholder(placeholder(32)), 1), (.removeMember(removal(32)), 1)]).state })

  private static let editFlaws: [Flaw] =
    [
      forbidden(.entriesEdit),
      archivedFlaw,
      Flaw(.malformedID(field: "edit_entry.entry_id")) { $0.command.editEntry.entryID = "1" },
      Flaw(.unknownEntry(field: "edit_entry.entry_id")) { $0.command.editEntry.entryID = Household.entry(9).entryID },
      Flaw(.entryVoided(field: "edit_entry.entry_id")) { $0.state = after(.voidEntry(voiding(1)), by: 3) },
      Flaw(.choiceNotAllowed(field: "edit_entry.base_version")) { $0.command.editEntry.baseVersion = base + 9 },
      Flaw(.choiceNotAllowed(field: "edit_entry.base_version")) { $0.command.editEntry.baseVersion = base - 1 },
      Flaw(.conflict(conflict(.note))) { $0.state = after(.editEntry(note("for Holi")), by: 2) },
    ] + changes.figures + changes.descriptions + changes.categories + changes.dates + changes.places
    + changes.receipts("receipts.receipts") + changes.conversions + changes.payers + changes.owers + changes.transfersAndAbsent + [
      Flaw(.outOfRange(field: "edit_entry.changes.money.amount.minor", rupee)) {
        $0.command.editEntry.changes.money = Household.money(amountMinorMax)
        $0.state = enteredTooMuch
      },
      Flaw(.nothingChanges) {
        $0.command.editEntry.clearChanges()
        $0.state = entered.state
      },
    ]

  private static let voidFlaws: [Flaw] = [
    forbidden(.entriesVoid),
    archivedFlaw,
    Flaw(.malformedID(field: "void_entry.entry_id")) { $0.command.voidEntry.entryID = "1" },
    Flaw(.unknownEntry(field: "void_entry.entry_id")) { $0.command.voidEntry.entryID = Household.entry(9).entryID },
    Flaw(.forbidden(right: .entriesVoid, role: .adult)) { $0.context.holder = Household.holder(3) },
    Flaw(.nothingChanges) { $0.state = after(.voidEntry(voiding(2)), by: 1) },
  ]

  private static let restoreFlaws: [Flaw] = [
    forbidden(.entriesRestore),
    archivedFlaw,
    Flaw(.malformedID(field: "restore_entry.entry_id")) { $0.command.restoreEntry.entryID = "1" },
    Flaw(.unknownEntry(field: "restore_entry.entry_id")) { $0.command.restoreEntry.entryID = Household.entry(9).entryID },
    Flaw(.forbidden(right: .entriesRestore, role: .adult)) { $0.context.holder = Household.holder(3) },
    Flaw(.nothingChanges) { $0.state = entered.state },
    Flaw(.outOfRange(field: "restore_entry.entry_id", rupee)) { $0.state = voidedTooMuch },
  ]

  private static let undoFlaws: [Flaw] = [
    forbidden(.entriesUndo),
    archivedFlaw,
    Flaw(.nothingToUndo) { $0.context.holder = Household.holder(2) },
    Flaw(.forbidden(right: .entriesVoid, role: .adult)) {
      $0.state = after(.setPolicy(policy(.adultsVoidOwn, false)), by: 1)
      $0.context.holder = Household.holder(3)
    },
    Flaw(.conflict(secondConflict)) { $0.state = after(.editEntry(secondNote), by: 2) },
    Flaw(.outOfRange(field: "", rupee)) { $0.state = voidedTooMuch },
    Flaw(.memberNotActive(field: "")) { $0.state = claimedMeanwhile },
  ]

  private static let disputeFlaws: [Flaw] = [
    disputeForbidden,
    archivedFlaw,
    Flaw(.malformedID(field: "dispute_entry.entry_id")) { $0.command.disputeEntry.entryID = "1" },
    Flaw(.unknownEntry(field: "dispute_entry.entry_id")) { $0.command.disputeEntry.entryID = Household.entry(9).entryID },
    Flaw(.entryVoided(field: "dispute_entry.entry_id")) {
      $0.state = after(.voidEntry(voiding(1)), by: 3)
      $0.command.disputeEntry.entryID = Household.entry(1).entryID
    },
    Flaw(.textTooLong(field: "dispute_entry.reason", charactersMax: 200)) {
      $0.command.disputeEntry.reason = String(repeating: "x", count: 201)
    },
    Flaw(.textMissing(field: "dispute_entry.reason")) { $0.command.disputeEntry.reason = "" },
    Flaw(.textNotAllowed(field: "dispute_entry.reason", .controlCharacter)) { $0.command.disputeEntry.reason = "one\ntwo" },
    Flaw(.notNamed) {
      $0.command.disputeEntry.entryID = Household.entry(2).entryID
      $0.context.holder = Household.holder(5)
    },
    Flaw(.disputesTooLong(left: 4_784)) {
      $0.state = fullyDisputed
      $0.command.disputeEntry.reason = longReason
    },
    Flaw(.nothingChanges) { $0.state = after(.disputeEntry(disputing(1)), by: 1) },
  ]

  /// 200 characters that have 29 bytes each.
  private static let longReason = String(repeating: "x" + String(repeating: "\u{1E000}", count: 7), count: 200)

  /// Two members dispute the first entry in 5,800 bytes each.
  private static let fullyDisputed: GroupState = {
    var household = entered
    var wish = disputing(1)
    wish.reason = longReason
    do {
      for member in [2, 3] { try household.perform(.disputeEntry(wish), by: UInt64(member)) }
    } catch {
      Issue.record("The entry could not be disputed: \(error)")
    }
    return household.state
  }()

  private static let commentFlaws: [Flaw] = [
    Flaw(.forbidden(right: .entriesComment, role: .viewer)) {
      $0.state = after(.setPolicy(policy(.viewersDispute, false)), by: 1)
      $0.context.holder = Household.holder(4)
    },
    archivedFlaw,
    Flaw(.malformedID(field: "comment_entry.entry_id")) { $0.command.commentEntry.entryID = "1" },
    Flaw(.unknownEntry(field: "comment_entry.entry_id")) { $0.command.commentEntry.entryID = Household.entry(9).entryID },
    Flaw(.malformedID(field: "comment_entry.comment_id")) { $0.command.commentEntry.commentID = "1" },
    Flaw(.textTooLong(field: "comment_entry.text", charactersMax: 500)) {
      $0.command.commentEntry.text = String(repeating: "x", count: 501)
    },
    Flaw(.textMissing(field: "comment_entry.text")) { $0.command.commentEntry.text = "" },
    Flaw(.textNotAllowed(field: "comment_entry.text", .controlCharacter)) { $0.command.commentEntry.text = "one\ntwo" },
    Flaw(.alreadyExists(field: "comment_entry.comment_id")) { $0.state = after(.commentEntry(commenting(1)), by: 2) },
    Flaw(.commentsFull(left: 0, bytesLeft: 8_092)) { $0.state = fullyCommented },
  ]

  /// The first entry has fifty comments of two bytes.
  private static let fullyCommented: GroupState = {
    var household = entered
    do {
      for number in 2...51 as ClosedRange<UInt64> { try household.perform(.commentEntry(commenting(1, as: number, "ok")), by: 2) }
    } catch {
      Issue.record("The entry could not be commented on: \(error)")
    }
    return household.state
  }()

  private static let uncommentFlaws: [Flaw] = [
    archivedFlaw,
    Flaw(.malformedID(field: "remove_comment.entry_id")) { $0.command.removeComment.entryID = "1" },
    Flaw(.unknownEntry(field: "remove_comment.entry_id")) { $0.command.removeComment.entryID = Household.entry(9).entryID },
    Flaw(.malformedID(field: "remove_comment.comment_id")) { $0.command.removeComment.commentID = "1" },
    Flaw(.notFound(field: "remove_comment.comment_id")) { $0.state = entered.state },
    Flaw(.forbidden(right: .entriesUncomment, role: .owner)) { $0.state = after(.commentEntry(commenting(1)), by: 2) },
  ]

  private static let withdrawFlaws: [Flaw] = [
    disputeForbidden,
    archivedFlaw,
    Flaw(.malformedID(field: "withdraw_dispute.entry_id")) { $0.command.withdrawDispute.entryID = "1" },
    Flaw(.unknownEntry(field: "withdraw_dispute.entry_id")) { $0.command.withdrawDispute.entryID = Household.entry(9).entryID },
    Flaw(.nothingChanges) { $0.state = entered.state },
  ]

  /// The group does not have viewers dispute.
  private static let disputeForbidden = Flaw(.forbidden(right: .entriesDispute, role: .viewer)) {
    $0.state = after(.setPolicy(policy(.viewersDispute, false)), by: 1)
    $0.context.holder = Household.holder(4)
  }

  private static let incomeFlaws: [Flaw] = [
    Flaw(.forbidden(right: .incomeSet, role: .minor)) { $0.context.holder = Household.holder(5) },
    archivedFlaw,
    Flaw(.amountOutOfRange(field: "set_member_income.monthly.minor")) { $0.command.setMemberIncome.monthly.minor = -1 },
    Flaw(.amountOutOfRange(field: "set_member_income.monthly.minor")) { $0.command.setMemberIncome.monthly.minor = amountMinorMax + 1 },
    Flaw(.unknownCurrency(field: "set_member_income.monthly.currency")) { $0.command.setMemberIncome.monthly.currency = "inr" },
    Flaw(.choiceNotAllowed(field: "set_member_income.monthly.currency")) { $0.command.setMemberIncome.monthly.currency = "JPY" },
    Flaw(.nothingChanges) { $0.command.setMemberIncome.monthly.minor = 0 },
  ]
}
