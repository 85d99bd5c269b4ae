import HearthProtocol

@testable import Ledger

extension PrecedenceTests {
  static let tooMuchBooked = bookingTooMuch(in: .family)

  /// The household's state with as much booked as fits.
  static func bookingTooMuch(in household: Household) -> GroupState {
    var household = household
    var content = Household.entry(1, minor: amountMinorMax).content
    content.date = "2026-01-01"
    content.paid = [Household.share(1, amountMinorMax)]
    content.split.equal.memberIds = [Household.text(2)]
    for number in 0..<9_223 {
      var event = Event()
      event.memberID = Household.text(1)
      event.entryAdded.entryID = EntryID(high: 0xE000, low: UInt64(number)).description
      event.entryAdded.content = content
      event.entryAdded.owed = [Household.share(2, amountMinorMax)]
      do { try household.state.apply(event, lane: .shared, position: LanePosition(UInt64(number) + 100)) } catch { break }
    }
    return household.state
  }

  /// What is wrong with the rate that an entry is to count at.
  private static let conversions: [Fault] = [
    content(.choiceNotAllowed(field: "add_entry.content.conversion")) {
      $0.amount.currency = "INR"
      $0.conversion.rate = "1"
    },
    conversion(.choiceNotAllowed(field: "add_entry.content.conversion.to")) { $0.to = "EUR" },
    conversion(.rateMalformed(field: "add_entry.content.conversion.rate")) {
      $0.to = "INR"
      $0.rate = ""
    },
    conversion(.textTooLong(field: "add_entry.content.conversion.source", charactersMax: 100)) {
      ($0.to, $0.rate) = ("", "83.1525")
      $0.source = String(repeating: "s", count: 101)
    },
  ]

  private static func conversion(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout Conversion) -> Void) -> Fault {
    content(rejection) {
      $0.amount.currency = "USD"
      spoil(&$0.conversion)
    }
  }

  static let addEntryFaults: [Fault] =
    [
      forbidden(.entriesAdd),
      archivedFault,
      Fault(.malformedID(field: "add_entry.entry_id")) { $0.command.addEntry.entryID = "e1" },
      Fault(.alreadyExists(field: "add_entry.entry_id")) {
        $0.state = family([.addEntry(Household.entry(2))]).state
        $0.command.addEntry.entryID = Household.entry(2).entryID
      },
      content(.choiceNotAllowed(field: "add_entry.content.kind")) { $0.kind = .UNRECOGNIZED(9) },
      content(.choiceNotAllowed(field: "add_entry.content.kind")) { $0.kind = .unspecified },
      content(.amountOutOfRange(field: "add_entry.content.amount.minor")) { $0.amount.minor = 0 },
      content(.amountOutOfRange(field: "add_entry.content.amount.minor")) { $0.amount.minor = .min },
      content(.amountOutOfRange(field: "add_entry.content.amount.minor")) { $0.amount.minor = amountMinorMax + 1 },
      content(.unknownCurrency(field: "add_entry.content.amount.currency")) { $0.amount.currency = "inr" },
    ] + conversions + texts + categoriesAndDates + payers + owers + [
      content(.transferNeedsTwoMembers(field: "add_entry.content.split")) {
        $0.kind = .transfer
        $0.split.equal.memberIds = [Household.text(2), Household.text(3)]
      },
      content(.transferNeedsTwoMembers(field: "add_entry.content.split")) {
        $0.kind = .transfer
        $0.split.equal.memberIds = [Household.text(1)]
      },
      content(.transferNeedsTwoMembers(field: "add_entry.content.split")) {
        $0.kind = .transfer
        $0.paid = [Household.share(1, 1), Household.share(2, amountMinorMax - 1)]
        $0.split.equal.memberIds = [Household.text(3)]
      },
      Fault(.outOfRange(field: "add_entry.content.amount.minor", rupee)) { $0.state = tooMuchBooked },
      Fault(.possibleDuplicate(entry: EntryID(high: 0xB000, low: 2), by: Household.member(1))) {
        $0.state = family([.addEntry(Household.entry(2, minor: amountMinorMax))]).state
        $0.context.holder = Household.holder(2)
        $0.command.addEntry.guardDuplicates = true
      },
    ]

  private static let texts: [Fault] = [
    content(.textTooLong(field: "add_entry.content.description", charactersMax: 200)) {
      $0.description_p = String(repeating: "ä", count: 201)
    },
    content(.textMissing(field: "add_entry.content.description")) { $0.description_p = " \n\t " },
    content(.textNotAllowed(field: "add_entry.content.description", .controlCharacter)) { $0.description_p = "a\u{0}b" },
    content(.textNotAllowed(field: "add_entry.content.description", .controlCharacter)) { $0.description_p = "a\u{1B}[31mb" },
    content(.textNotAllowed(field: "add_entry.content.description", .directionOverride)) { $0.description_p = "a\u{202E}b" },
    content(.textNotAllowed(field: "add_entry.content.description", .combiningMarks)) {
      // No composed letter takes one of them in.
      $0.description_p = "x" + String(repeating: "\u{301}", count: 9)
    },
    content(.textTooLong(field: "add_entry.content.note", charactersMax: 1_000)) { $0.note = String(repeating: "x", count: 1_001) },
    content(.textNotAllowed(field: "add_entry.content.note", .controlCharacter)) { $0.note = "one\ntwo" },
    // One character of 3,000 bytes.
    content(.textTooLong(field: "add_entry.content.merchant", charactersMax: 100)) {
      $0.merchant = String(repeating: "\u{1F468}\u{200D}", count: 430)
    },
  ]

  private static let categoriesAndDates: [Fault] = [
    content(.unknownCategory(field: "add_entry.content.category")) { $0.category = "yachts" },
    content(.categoryDoesNotFit(field: "add_entry.content.category")) { $0.category = "salary" },
    content(.dateMalformed(field: "add_entry.content.date")) { $0.date = "2026-02-29" },
    content(.dateOutOfRange(field: "add_entry.content.date")) { $0.date = "1926-10-25" },
    content(.dateOutOfRange(field: "add_entry.content.date")) { $0.date = "9999-12-31" },
  ]

  private static let payers: [Fault] = [
    content(.tooManyShares(field: "add_entry.content.paid")) { $0.paid = Array(repeating: Household.share(1, 1), count: 101) },
    content(.malformedMember(field: "add_entry.content.paid[0].member_id")) { $0.paid = [Share(memberText: "me", minor: 1)] },
    content(.memberRepeated(field: "add_entry.content.paid[1].member_id")) { $0.paid = [Household.share(1, 1), Household.share(1, 1)] },
    content(.unknownMember(field: "add_entry.content.paid[0].member_id")) { $0.paid = [Household.share(66, 1)] },
    content(.shareOutOfRange(field: "add_entry.content.paid[1].minor")) { $0.paid = [Household.share(1, 1), Household.share(2, -1)] },
    content(
      .paidDoesNotAddUp(field: "add_entry.content.paid", Difference(total: amountMinorMax - 10, wanted: amountMinorMax, currency: rupee))
    ) {
      $0.paid = [Household.share(1, amountMinorMax - 10)]
    },
  ]

  private static let owers: [Fault] = [
    content(.sharesMissing(field: "add_entry.content.split.exact.shares")) { $0.split.exact = ExactSplit() },
    content(.sharesMissing(field: "add_entry.content.split.percentage.shares")) { $0.split.percentage = PercentageSplit() },
    content(.tooManyShares(field: "add_entry.content.split.equal.member_ids")) {
      $0.split.equal.memberIds = Array(repeating: Household.text(1), count: 101)
    },
    content(.malformedMember(field: "add_entry.content.split.equal.member_ids[1]")) { $0.split.equal.memberIds = [Household.text(1), ""] },
    content(.memberRepeated(field: "add_entry.content.split.equal.member_ids[1]")) {
      $0.split.equal.memberIds = [Household.text(1), Household.text(1).uppercased()]
    },
    content(.unknownMember(field: "add_entry.content.split.exact.shares[0].member_id")) {
      $0.split.exact.shares = [Household.share(66, 1)]
    },
    content(.shareOutOfRange(field: "add_entry.content.split.exact.shares[0].minor")) {
      $0.split.exact.shares = [Household.share(1, .max)]
    },
    content(.percentageOutOfRange(field: "add_entry.content.split.percentage.shares[1].basis_points")) {
      $0.split.percentage.shares = points([(1, 10_000), (2, 0)])
    },
    content(
      .incomeUnknown(field: "add_entry.content.split.income.member_ids", members: [Household.member(2)])
    ) { $0.split.income.memberIds = [Household.text(2)] },
    content(.percentagesDoNotAddUp(field: "add_entry.content.split.percentage.shares", basisPoints: 10_001)) {
      $0.split.percentage.shares = points([(1, 5_001), (2, 5_000)])
    },
    content(.sharesDoNotAddUp(field: "add_entry.content.split.exact.shares", Difference(total: 7, wanted: amountMinorMax, currency: rupee)))
    {
      $0.split.exact.shares = [Household.share(2, 7)]
    },
  ]

  static let rupee: Currency = Household.family.state.shared.settings?.currency ?? Currency.all[0]

  static func points(_ parts: [(UInt64, Int32)]) -> [PercentageShare] {
    parts.map { number, points in
      var share = PercentageShare()
      share.memberID = Household.text(number)
      share.basisPoints = points
      return share
    }
  }

  private static func content(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout EntryContent) -> Void) -> Fault {
    Fault(rejection) { spoil(&$0.command.addEntry.content) }
  }
}
