import HearthProtocol

@testable import Ledger

extension PrecedenceTests {
  /// Member 3 owes member 1 all that can be owed in one entry.
  private static let owing: Household = {
    var wish = Household.entry(7, minor: amountMinorMax)
    wish.content.split.exact.shares = [Household.share(3, amountMinorMax)]
    return family([.addEntry(wish)])
  }()

  private static let reminded: GroupState = {
    var household = owing
    do { try household.perform(.remindDebtor(SettlementTests.remind(3))) } catch { return household.state }
    return household.state
  }()

  static let settleUp = Situation.valid("settle_up", household: owing)
  static let remindDebtor = Situation.valid("remind_debtor", household: owing)

  static let settleUpFlaws: [Flaw] = [
    forbidden(.debtsSettle),
    Flaw(.forbidden(right: .debtsSettle, role: .adult)) {
      $0.context.holder = Household.holder(3)
      $0.command.settleUp.fromMemberID = Household.text(2)
    },
    settle(.malformedID(field: "settle_up.entry_id")) { $0.entryID = "e1" },
    Flaw(.alreadyExists(field: "settle_up.entry_id")) {
      $0.command.settleUp.entryID = Household.entry(7).entryID
      $0.state = owing.state
    },
    settle(.choiceNotAllowed(field: "settle_up.mode")) { $0.mode = .UNRECOGNIZED(3) },
    settle(.amountOutOfRange(field: "settle_up.minor")) { $0.minor = 0 },
    settle(.amountOutOfRange(field: "settle_up.minor")) { $0.minor = -1 },
    settle(.amountOutOfRange(field: "settle_up.minor")) { $0.minor = amountMinorMax + 1 },
    settle(.unknownCurrency(field: "settle_up.currency")) { $0.currency = "XXX" },
    settle(.choiceNotAllowed(field: "settle_up.conversion")) {
      $0.currency = ""
      $0.conversion.rate = "1"
    },
    foreign(.choiceNotAllowed(field: "settle_up.conversion.to")) { $0.to = "EUR" },
    foreign(.rateMalformed(field: "settle_up.conversion.rate")) { $0.rate = "0" },
    foreign(.textTooLong(field: "settle_up.conversion.source", charactersMax: Limits.rateSourceCharacters)) {
      $0.source = String(repeating: "x", count: Limits.rateSourceCharacters + 1)
    },
    foreign(.textNotAllowed(field: "settle_up.conversion.source", .controlCharacter)) { $0.source = "one\ntwo" },
    settle(.textTooLong(field: "settle_up.note", charactersMax: 1_000)) { $0.note = String(repeating: "x", count: 1_001) },
    settle(.textNotAllowed(field: "settle_up.note", .controlCharacterInLines)) { $0.note = "one\n\ttwo" },
    settle(.malformedMember(field: "settle_up.from_member_id")) { $0.fromMemberID = "" },
    settle(.unknownMember(field: "settle_up.from_member_id")) { $0.fromMemberID = Household.text(66) },
    Flaw(.memberNotActive(field: "settle_up.from_member_id")) {
      $0.state = replaced
      $0.command.settleUp.fromMemberID = Household.text(3)
    },
    settle(.malformedMember(field: "settle_up.to_member_id")) { $0.toMemberID = "me" },
    settle(.memberRepeated(field: "settle_up.to_member_id")) {
      $0.fromMemberID = Household.text(2)
      $0.toMemberID = Household.text(2)
    },
    settle(.unknownMember(field: "settle_up.to_member_id")) { $0.toMemberID = Household.text(66) },
    Flaw(.memberNotActive(field: "settle_up.to_member_id")) {
      $0.state = replaced
      ($0.command.settleUp.fromMemberID, $0.command.settleUp.toMemberID) = (Household.text(1), Household.text(3))
    },
    Flaw(.nothingOwed(field: "settle_up.to_member_id", rupee, isDirect: false)) {
      $0.command.settleUp.fromMemberID = Household.text(3)
      $0.command.settleUp.toMemberID = Household.text(2)
      $0.state = owing.state
    },
    Flaw(.moreThanOwed(minor: 499, rupee)) {
      $0.command.settleUp.fromMemberID = Household.text(3)
      $0.command.settleUp.minor = 500
      $0.state = owingLess
    },
    // Member 2 owes all that was booked.
    Flaw(.outOfRange(field: "settle_up.minor", rupee)) {
      $0.command.settleUp.fromMemberID = Household.text(2)
      $0.command.settleUp.minor = amountMinorMax
      $0.state = tooMuchBooked
    },
  ]

  static let remindDebtorFlaws: [Flaw] = [
    forbidden(.debtsRemind),
    archivedFlaw,
    Flaw(.forbidden(right: .debtsRemind, role: .adult)) {
      $0.context.holder = Household.holder(3)
      $0.command.remindDebtor.creditorID = Household.text(2)
    },
    remind(.unknownCurrency(field: "remind_debtor.currency")) { $0.currency = "inr" },
    remind(.malformedMember(field: "remind_debtor.creditor_id")) { $0.creditorID = "me" },
    remind(.unknownMember(field: "remind_debtor.creditor_id")) { $0.creditorID = Household.text(66) },
    Flaw(.memberNotActive(field: "remind_debtor.creditor_id")) {
      $0.state = replaced
      $0.command.remindDebtor.creditorID = Household.text(3)
    },
    remind(.malformedMember(field: "remind_debtor.debtor_id")) { $0.debtorID = "" },
    remind(.memberRepeated(field: "remind_debtor.debtor_id")) { $0.debtorID = Household.text(1) },
    remind(.unknownMember(field: "remind_debtor.debtor_id")) { $0.debtorID = Household.text(66) },
    Flaw(.memberNotActive(field: "remind_debtor.debtor_id")) {
      $0.state = replaced
      $0.command.remindDebtor.debtorID = Household.text(3)
    },
    Flaw(.memberNotActive(field: "remind_debtor.debtor_id")) {
      $0.state = after(owing, [(.leaveGroup(LeaveGroup()), 3)]).state
      $0.command.remindDebtor.debtorID = Household.text(3)
    },
    remind(.choiceNotAllowed(field: "remind_debtor.mode")) { $0.mode = .UNRECOGNIZED(3) },
    remind(.nothingOwed(field: "remind_debtor.debtor_id", rupee, isDirect: false)) { $0.debtorID = Household.text(2) },
    Flaw(.remindedRecently(retryAfterMilliseconds: 86_400_000)) { $0.state = reminded },
  ]

  private static let owingLess: GroupState = {
    var wish = Household.entry(8, minor: 499)
    wish.content.split.exact.shares = [Household.share(3, 499)]
    return family([.addEntry(wish)]).state
  }()

  private static func settle(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout SettleUp) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.settleUp) }
  }

  /// A debt in dollars with a rate, unless it has one or another currency already.
  private static func foreign(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout Conversion) -> Void) -> Flaw {
    settle(rejection) {
      if $0.currency.isEmpty { $0.currency = "USD" }
      if $0.conversion.rate.isEmpty { $0.conversion.rate = "83.15" }
      spoil(&$0.conversion)
    }
  }

  private static func remind(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout RemindDebtor) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.remindDebtor) }
  }
}
