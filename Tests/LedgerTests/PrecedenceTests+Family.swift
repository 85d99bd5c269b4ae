import HearthProtocol

@testable import Ledger

/// The commands about minors, spoilt one by one and in order.
extension PrecedenceTests {
  static let familyTables: [(String, Situation, [Flaw])] = [
    ("set_guardian", Situation(.setGuardian(FamilyTests.guardian(3))), envelope + asker + guardianFlaws),
    ("set_spending", Situation(.setSpending(FamilyTests.spending(1))), envelope + asker + spendingFlaws),
    ("void_spending", Situation(.voidSpending(FamilyTests.voiding(1)), household: spent), envelope + asker + voidSpendingFlaws),
    (
      "restore_spending", Situation(.restoreSpending(FamilyTests.restoring(1)), household: takenOut),
      envelope + asker + restoreSpendingFlaws
    ),
    ("set_spending_limit", Situation(.setSpendingLimit(FamilyTests.limit(1))), envelope + asker + limitFlaws),
    (
      "remove_spending_limit", Situation(.removeSpendingLimit(FamilyTests.limitRemoval(1)), household: limited),
      envelope + asker + removeLimitFlaws
    ),
  ]

  static let allowanceTables: [(String, Situation, [Flaw])] = [
    ("set_allowance", Situation(.setAllowance(AllowanceTests.allowance(1))), envelope + asker + allowanceFlaws),
    ("skip_allowance", Situation(.skipAllowance(AllowanceTests.skip(1)), household: given), envelope + asker + skipAllowanceFlaws),
    ("pause_allowance", Situation(.pauseAllowance(AllowanceTests.pause(1)), household: given), envelope + asker + pauseAllowanceFlaws),
    ("end_allowance", Situation(.endAllowance(AllowanceTests.end(1)), household: given), envelope + asker + endAllowanceFlaws),
  ]

  private static let given = family([.setAllowance(AllowanceTests.allowance(1))])
  /// The owner has an account in another currency and one that is closed, and reads the adult's.
  private static let banked = after(
    .family,
    [
      (.setAccount(AccountTests.account(1, currency: "USD")), 1), (.setAccount(AccountTests.account(2, isClosed: true)), 1),
      (.setAccount(AccountTests.account(3)), 3), (.grantAccount(AccountTests.grant(1, of: 3, .read)), 3),
    ])
  private static let over = family([.setAllowance(AllowanceTests.allowance(1)), .endAllowance(AllowanceTests.end(1))])
  private static let halted = family([.setAllowance(AllowanceTests.allowance(1)), .pauseAllowance(AllowanceTests.pause(1))])
  /// An allowance whose payer looks after the minor no more.
  private static let unpaid: Household = {
    var allowance = AllowanceTests.allowance(1)
    allowance.content.accountID = AccountTests.id(1).description
    return after(
      .family,
      [
        (.setGuardian(FamilyTests.guardian(3)), 1), (.setAccount(AccountTests.account(1)), 3), (.setAllowance(allowance), 3),
        (.setGuardian(FamilyTests.guardian(3, isRemoved: true)), 1),
      ])
  }()
  private static let fullOfAllowances = family((1...20).map { .setAllowance(AllowanceTests.allowance($0)) })

  private static let fullOfSkippedDates: GroupState = {
    let first = Household.today
    return family(
      [.setAllowance(AllowanceTests.allowance(1))]
        + (1...100).map { .skipAllowance(AllowanceTests.skip(1, first.adding(days: $0 * 7).description)) }
    ).state
  }()

  private static let guarded = family([.setGuardian(FamilyTests.guardian(3))])
  private static let spent = family([.setSpending(FamilyTests.spending(1))])
  private static let takenOut = family([.setSpending(FamilyTests.spending(1)), .voidSpending(FamilyTests.voiding(1))])
  private static let limited = family([.setSpendingLimit(FamilyTests.limit(1))])
  private static let fullOfLimits = family((1...20).map { .setSpendingLimit(FamilyTests.limit($0)) })

  private static let fullOfGuardians: GroupState = {
    var state = Household.family.state
    var snapshot = state.snapshot(of: FamilyTests.lane)
    snapshot.minor.begun = true
    snapshot.minor.guardians = (101...110 as ClosedRange<UInt64>).map { number in
      .with { ($0.memberID, $0.addedBy) = (Household.text(number), Household.text(1)) }
    }
    try? state.restore(snapshot)
    return state
  }()

  private static let fullOfSpending: GroupState = {
    var household = Household.family
    for number in 1...9_223 as ClosedRange<UInt64> {
      let set = SpendingSet.with {
        ($0.minorID, $0.spendingID) = (Household.text(5), FamilyTests.spendingID(100 + number).description)
        ($0.content.amount, $0.content.date) = (Money(minor: amountMinorMax, currency: "INR"), Household.today.description)
      }
      try? household.store(DecidedEvent(.spendingSet(set)), by: FamilyTests.riya)
    }
    return household.state
  }()

  /// What can be wrong with the minor whom a command names, and with who names them.
  private static func minor(
    _ command: String, _ right: Right, isMissing: Bool = true, _ name: @escaping @Sendable (inout Command, String) -> Void
  ) -> [Flaw] {
    let field = "\(command).minor_id"
    return [
      Flaw(.malformedID(field: field)) { name(&$0.command, "Riya") },
      Flaw(.unknownMember(field: field)) { name(&$0.command, Household.text(99)) },
      Flaw(.choiceNotAllowed(field: field)) { name(&$0.command, Household.text(3)) },
      Flaw(.forbidden(right: right, role: .adult)) { $0.context.holder = Household.holder(3) },
    ]
  }

  private static let guardianFlaws: [Flaw] =
    [forbidden(.guardiansSet), archivedFlaw] + minor("set_guardian", .guardiansSet) { $0.setGuardian.minorID = $1 }.dropLast() + [
      Flaw(.malformedID(field: "set_guardian.member_id")) { $0.command.setGuardian.memberID = "Ravi" },
      Flaw(.unknownMember(field: "set_guardian.member_id")) { $0.command.setGuardian.memberID = Household.text(99) },
      Flaw(.memberNotActive(field: "set_guardian.member_id")) {
        $0.state = staged.state
        $0.command.setGuardian.memberID = Household.text(32)
      },
      Flaw(.choiceNotAllowed(field: "set_guardian.member_id")) { $0.command.setGuardian.memberID = Household.text(4) },
      Flaw(.nothingChanges) { $0.state = guarded.state },
      Flaw(.tooManyForMinor(most: 10)) { $0.state = fullOfGuardians },
    ]

  private static let bill = Receipt.with {
    $0.sha256 = .init([UInt8](repeating: 7, count: 32))
    ($0.mediaType, $0.sizeBytes) = ("image/jpeg", 1)
  }

  private static let spendingFlaws: [Flaw] =
    [forbidden(.spendingSet), archivedFlaw] + minor("set_spending", .spendingSet) { $0.setSpending.minorID = $1 } + [
      Flaw(.malformedID(field: "set_spending.spending_id")) { $0.command.setSpending.spendingID = "Samosa" },
      Flaw(.entryVoided(field: "set_spending.spending_id")) { $0.state = takenOut.state },
      spending(.amountOutOfRange(field: "set_spending.content.amount.minor")) { $0.amount.minor = 0 },
      spending(.unknownCurrency(field: "set_spending.content.amount.currency")) { $0.amount = Money(minor: 1, currency: "") },
      spending(.textTooLong(field: "set_spending.content.description", charactersMax: 200)) {
        $0.amount.currency = "INR"
        $0.description_p = String(repeating: "n", count: 201)
      },
      spending(.textMissing(field: "set_spending.content.description")) { $0.description_p = " " },
      spending(.textNotAllowed(field: "set_spending.content.description", .controlCharacter)) { $0.description_p = "one\ntwo" },
      spending(.textTooLong(field: "set_spending.content.note", charactersMax: 1_000)) {
        $0.description_p = "Samosa"
        $0.note = String(repeating: "n", count: 1_001)
      },
      spending(.textNotAllowed(field: "set_spending.content.note", .controlCharacterInLines)) { $0.note = "one\n\ttwo" },
      spending(.unknownCategory(field: "set_spending.content.category")) { ($0.note, $0.category) = ("", "yachts") },
      Flaw(.categoryRetired(field: "set_spending.content.category")) {
        $0.state = family([.retireCategory(retirement("gold"))]).state
        $0.command.setSpending.content.category = "gold"
      },
      spending(.categoryDoesNotFit(field: "set_spending.content.category")) { $0.category = "salary" },
      spending(.dateMalformed(field: "set_spending.content.date")) { ($0.category, $0.date) = ("dining", "today") },
      spending(.dateOutOfRange(field: "set_spending.content.date")) { $0.date = "1926-10-25" },
      spending(.tooManyReceipts(field: "set_spending.content.receipts")) {
        $0.date = ""
        $0.receipts = Array(repeating: Receipt(), count: 11)
      },
      spending(.choiceNotAllowed(field: "set_spending.content.receipts[0].sha256")) { $0.receipts = [Receipt()] },
      spending(.choiceNotAllowed(field: "set_spending.content.receipts[1].sha256")) { $0.receipts = [bill, bill] },
      spending(.choiceNotAllowed(field: "set_spending.content.receipts[0].size_bytes")) {
        $0.receipts = [bill]
        $0.receipts[0].sizeBytes = 10_485_761
      },
      spending(.textMissing(field: "set_spending.content.receipts[0].media_type")) {
        $0.receipts = [bill]
        $0.receipts[0].mediaType = ""
      },
      spending(.textTooLong(field: "set_spending.content.receipts[0].media_type", charactersMax: 100)) {
        $0.receipts = [bill]
        $0.receipts[0].mediaType = String(repeating: "n", count: 101)
      },
      spending(.textNotAllowed(field: "set_spending.content.receipts[0].media_type", .controlCharacter)) {
        $0.receipts = [bill]
        $0.receipts[0].mediaType = "one\ntwo"
      },
      spending(.textTooLong(field: "set_spending.content.receipts[0].name", charactersMax: 100)) {
        $0.receipts = [bill]
        $0.receipts[0].name = String(repeating: "n", count: 101)
      },
      spending(.textNotAllowed(field: "set_spending.content.receipts[0].name", .controlCharacter)) {
        $0.receipts = [bill]
        $0.receipts[0].name = "one\ntwo"
      },
      Flaw(.nothingChanges) {
        $0.state = spent.state
        $0.command.setSpending = FamilyTests.spending(1)
      },
      Flaw(.outOfRange(field: "set_spending.content.amount.minor", rupee)) {
        $0.state = fullOfSpending
        $0.command.setSpending.content.amount.minor = amountMinorMax
      },
    ]

  private static let voidSpendingFlaws: [Flaw] =
    [forbidden(.spendingSet), archivedFlaw] + minor("void_spending", .spendingSet) { $0.voidSpending.minorID = $1 } + [
      Flaw(.malformedID(field: "void_spending.spending_id")) { $0.command.voidSpending.spendingID = "Samosa" },
      Flaw(.unknownEntry(field: "void_spending.spending_id")) { $0.command.voidSpending = FamilyTests.voiding(9) },
      Flaw(.nothingChanges) {
        $0.state = takenOut.state
        $0.command.voidSpending = FamilyTests.voiding(1)
      },
    ]

  /// Full of spending, with a record that was taken out before.
  private static let fullBehindVoided: GroupState = {
    var household = family([.setSpending(FamilyTests.spending(1, minor: amountMinorMax)), .voidSpending(FamilyTests.voiding(1))])
    for number in 1...9_223 as ClosedRange<UInt64> {
      let set = SpendingSet.with {
        ($0.minorID, $0.spendingID) = (Household.text(5), FamilyTests.spendingID(100 + number).description)
        ($0.content.amount, $0.content.date) = (Money(minor: amountMinorMax, currency: "INR"), Household.today.description)
      }
      try? household.store(DecidedEvent(.spendingSet(set)), by: FamilyTests.riya)
    }
    return household.state
  }()

  private static let restoreSpendingFlaws: [Flaw] =
    [forbidden(.spendingSet), archivedFlaw] + minor("restore_spending", .spendingSet) { $0.restoreSpending.minorID = $1 } + [
      Flaw(.malformedID(field: "restore_spending.spending_id")) { $0.command.restoreSpending.spendingID = "Samosa" },
      Flaw(.unknownEntry(field: "restore_spending.spending_id")) { $0.command.restoreSpending = FamilyTests.restoring(9) },
      Flaw(.nothingChanges) {
        $0.state = spent.state
        $0.command.restoreSpending = FamilyTests.restoring(1)
      },
      Flaw(.outOfRange(field: "restore_spending.spending_id", rupee)) { $0.state = fullBehindVoided },
    ]

  private static let limitFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("set_spending_limit", .minorsSet) { $0.setSpendingLimit.minorID = $1 } + [
      Flaw(.malformedID(field: "set_spending_limit.limit_id")) { $0.command.setSpendingLimit.limitID = "Pocket" },
      limit(.choiceNotAllowed(field: "set_spending_limit.content.period")) { $0.period = .yearly },
      limit(.amountOutOfRange(field: "set_spending_limit.content.limit.minor")) { $0.limit.minor = 0 },
      limit(.unknownCurrency(field: "set_spending_limit.content.limit.currency")) { $0.limit = Money(minor: 1, currency: "") },
      limit(.tooManyThresholds(field: "set_spending_limit.content.alerts.basis_points")) {
        $0.limit.currency = "INR"
        $0.alerts.basisPoints = Array(repeating: 5_000, count: 11)
      },
      limit(.numberOutOfRange(field: "set_spending_limit.content.alerts.basis_points[0]", bounds: 1...100_000)) {
        $0.alerts.basisPoints = [0]
      },
      limit(.thresholdRepeated(field: "set_spending_limit.content.alerts.basis_points[1]")) { $0.alerts.basisPoints = [8_000, 8_000] },
      limit(.textTooLong(field: "set_spending_limit.content.name", charactersMax: 50)) {
        $0.clearAlerts()
        $0.name = String(repeating: "n", count: 51)
      },
      limit(.textMissing(field: "set_spending_limit.content.name")) { $0.name = " " },
      limit(.textNotAllowed(field: "set_spending_limit.content.name", .controlCharacter)) { $0.name = "one\ntwo" },
      limit(.tooManyCategories(field: "set_spending_limit.content.categories")) {
        $0.name = "Pocket"
        $0.categories = Array(repeating: "groceries", count: 51)
      },
      limit(.unknownCategory(field: "set_spending_limit.content.categories[0]")) { $0.categories = ["yachts"] },
      Flaw(.categoryRetired(field: "set_spending_limit.content.categories[0]")) {
        $0.state = family([.retireCategory(retirement("gold"))]).state
        $0.command.setSpendingLimit.content.categories = ["gold"]
      },
      limit(.categoryDoesNotFit(field: "set_spending_limit.content.categories[0]")) { $0.categories = ["salary"] },
      limit(.categoryRepeated(field: "set_spending_limit.content.categories[1]")) { $0.categories = ["dining", "dining"] },
      limit(.dateMalformed(field: "set_spending_limit.content.start_date")) { ($0.categories, $0.startDate) = ([], "today") },
      limit(.dateOutOfRange(field: "set_spending_limit.content.start_date")) { $0.startDate = "1926-10-25" },
      Flaw(.nothingChanges) {
        $0.state = limited.state
        $0.command.setSpendingLimit = FamilyTests.limit(1)
      },
      Flaw(.tooManyForMinor(most: 20)) {
        $0.state = fullOfLimits.state
        $0.command.setSpendingLimit = FamilyTests.limit(21)
      },
    ]

  private static let removeLimitFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("remove_spending_limit", .minorsSet) { $0.removeSpendingLimit.minorID = $1 } + [
      Flaw(.malformedID(field: "remove_spending_limit.limit_id")) { $0.command.removeSpendingLimit.limitID = "Pocket" },
      Flaw(.unknownBudget(field: "remove_spending_limit.limit_id")) {
        $0.command.removeSpendingLimit = FamilyTests.limitRemoval(9)
      },
    ]

  private static let allowanceFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("set_allowance", .minorsSet) { $0.setAllowance.minorID = $1 } + [
      Flaw(.malformedID(field: "set_allowance.allowance_id")) { $0.command.setAllowance.allowanceID = "Pocket" },
      Flaw(.recurringEnded) { $0.state = over.state },
      allowance(.choiceNotAllowed(field: "set_allowance.content.period")) { $0.period = .yearly },
      allowance(.amountOutOfRange(field: "set_allowance.content.amount.minor")) { $0.amount.minor = 0 },
      allowance(.unknownCurrency(field: "set_allowance.content.amount.currency")) { $0.amount = Money(minor: 1, currency: "") },
      allowance(.textTooLong(field: "set_allowance.content.note", charactersMax: 1_000)) {
        $0.amount.currency = "INR"
        $0.note = String(repeating: "n", count: 1_001)
      },
      allowance(.textNotAllowed(field: "set_allowance.content.note", .controlCharacter)) { $0.note = "one\ntwo" },
      allowance(.dateMalformed(field: "set_allowance.content.first_date")) { ($0.note, $0.firstDate) = ("", "today") },
      allowance(.dateOutOfRange(field: "set_allowance.content.first_date")) {
        $0.firstDate = Household.today.adding(days: -1).description
      },
      Flaw(.malformedID(field: "set_allowance.content.account_id")) {
        $0.command.setAllowance = AllowanceTests.allowance(1)
        $0.command.setAllowance.content.accountID = "Savings"
      },
      Flaw(.unknownAccount(field: "set_allowance.content.account_id")) {
        $0.command.setAllowance.content.accountID = AccountTests.id(9).description
      },
      Flaw(.forbidden(right: .accountsWrite, role: .owner)) {
        $0.state = banked.state
        $0.command.setAllowance.content.accountID = AccountTests.id(3).description
      },
      Flaw(.accountClosed(field: "set_allowance.content.account_id")) {
        $0.state = banked.state
        $0.command.setAllowance.content.accountID = AccountTests.id(2).description
      },
      Flaw(.choiceNotAllowed(field: "set_allowance.content.amount.currency")) {
        $0.state = banked.state
        $0.command.setAllowance.content.accountID = AccountTests.id(1).description
      },
      Flaw(.nothingChanges) {
        $0.state = given.state
        $0.command.setAllowance = AllowanceTests.allowance(1)
      },
      Flaw(.tooManyForMinor(most: 20)) {
        $0.state = fullOfAllowances.state
        $0.command.setAllowance = AllowanceTests.allowance(21)
      },
    ]

  private static let skipAllowanceFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("skip_allowance", .minorsSet) { $0.skipAllowance.minorID = $1 } + [
      Flaw(.malformedID(field: "skip_allowance.allowance_id")) { $0.command.skipAllowance.allowanceID = "Pocket" },
      Flaw(.unknownRecurring(field: "skip_allowance.allowance_id")) { $0.command.skipAllowance = AllowanceTests.skip(9) },
      Flaw(.recurringEnded) {
        $0.state = over.state
        $0.command.skipAllowance = AllowanceTests.skip(1)
      },
      Flaw(.tooManySkips(field: "skip_allowance.date")) { $0.state = fullOfSkippedDates },
      Flaw(.dateMalformed(field: "skip_allowance.date")) {
        $0.state = given.state
        $0.command.skipAllowance.date = "soon"
      },
      Flaw(.dateOutOfRange(field: "skip_allowance.date")) { $0.command.skipAllowance.date = "1926-10-25" },
      Flaw(.noOccurrence(field: "skip_allowance.date")) {
        $0.command.skipAllowance.date = Household.today.adding(days: 1).description
      },
    ]

  private static let pauseAllowanceFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("pause_allowance", .minorsSet) { $0.pauseAllowance.minorID = $1 } + [
      Flaw(.malformedID(field: "pause_allowance.allowance_id")) { $0.command.pauseAllowance.allowanceID = "Pocket" },
      Flaw(.unknownRecurring(field: "pause_allowance.allowance_id")) { $0.command.pauseAllowance = AllowanceTests.pause(9) },
      Flaw(.recurringEnded) {
        $0.state = over.state
        $0.command.pauseAllowance = AllowanceTests.pause(1)
      },
      Flaw(.nothingChanges) {
        $0.state = halted.state
        $0.command.pauseAllowance = AllowanceTests.pause(1)
      },
      Flaw(.choiceNotAllowed(field: "pause_allowance.allowance_id")) {
        $0.state = unpaid.state
        $0.command.pauseAllowance = AllowanceTests.pause(1)
        $0.command.pauseAllowance.resumed = true
      },
    ]

  private static let endAllowanceFlaws: [Flaw] =
    [forbidden(.minorsSet), archivedFlaw] + minor("end_allowance", .minorsSet) { $0.endAllowance.minorID = $1 } + [
      Flaw(.malformedID(field: "end_allowance.allowance_id")) { $0.command.endAllowance.allowanceID = "Pocket" },
      Flaw(.unknownRecurring(field: "end_allowance.allowance_id")) { $0.command.endAllowance = AllowanceTests.end(9) },
      Flaw(.recurringEnded) {
        $0.state = over.state
        $0.command.endAllowance = AllowanceTests.end(1)
      },
    ]

  private static func allowance(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout AllowanceContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setAllowance.content) }
  }

  private static func spending(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout SpendingContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setSpending.content) }
  }

  private static func limit(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout SpendingLimitContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setSpendingLimit.content) }
  }
}
