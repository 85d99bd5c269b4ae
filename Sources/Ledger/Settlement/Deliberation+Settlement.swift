import HearthProtocol

extension SettleUp {
  /// What the transfer of a settlement is called in the group's history.
  public static let usualDescription = "Settlement"
}

extension Deliberation {
  func decide(_ wish: SettleUp) throws(Rejection) -> Decision {
    let asker = try asker(.debtsSettle)
    let isOwn = MemberID(wish.fromMemberID) == asker.id || MemberID(wish.toMemberID) == asker.id
    try permit(.debtsSettle, asker, isOwn: isOwn)
    guard let id = EntryID(wish.entryID) else { throw .malformedID(field: "settle_up.entry_id") }
    guard !shared.entries.has(id) else { throw .alreadyExists(field: "settle_up.entry_id") }
    let isDirect = try shared.offersDirect(wish.mode, field: "settle_up.mode")
    guard !wish.hasMinor || Limits.amountMinor.contains(wish.minor) else { throw .amountOutOfRange(field: "settle_up.minor") }
    let currency = try currencyOrUsual(wish.currency, field: "settle_up.currency")
    let conversion = try conversion(wish, of: currency)
    let note = try note(wish.note, field: "settle_up.note")
    let payer = try party(wish.fromMemberID, field: "settle_up.from_member_id")
    let receiver = try party(wish.toMemberID, field: "settle_up.to_member_id", otherThan: payer)

    let minor = try settled(wish, from: payer, to: receiver, currency, isDirect: isDirect)
    guard shared.balances.fits(minor, currency) else { throw .outOfRange(field: "settle_up.minor", currency) }
    let owed = [Share(memberText: receiver.idText, minor: minor)]
    var content = EntryContent()
    content.kind = .transfer
    content.amount = Money(minor: minor, currency: currency)
    content.description_p = SettleUp.usualDescription
    content.date = context.saidOn.description
    content.paid = [Share(memberText: payer.idText, minor: minor)]
    content.split.exact.shares = owed
    content.note = note
    if let conversion { content.conversion = conversion.message }
    var added = EntryAdded()
    added.entryID = id.description
    added.content = content
    added.owed = owed
    return Decision(actor: asker.id, events: [DecidedEvent(.entryAdded(added))])
  }

  func decide(_ wish: RemindDebtor) throws(Rejection) -> Decision {
    let asker = try asker(.debtsRemind)
    let isOwn = wish.creditorID.isEmpty || MemberID(wish.creditorID) == asker.id
    try permit(.debtsRemind, asker, isOwn: isOwn)
    let currency = try currencyOrUsual(wish.currency, field: "remind_debtor.currency")
    let creditor = wish.creditorID.isEmpty ? asker : try party(wish.creditorID, field: "remind_debtor.creditor_id")
    let debtor = try party(wish.debtorID, field: "remind_debtor.debtor_id", otherThan: creditor)
    guard debtor.isPresent else { throw .memberNotActive(field: "remind_debtor.debtor_id") }

    let isDirect = try shared.offersDirect(wish.mode, field: "remind_debtor.mode")
    let owed = owed(by: debtor, to: creditor, currency, isDirect: isDirect)
    guard owed > 0 else { throw .nothingOwed(field: "remind_debtor.debtor_id", currency, isDirect: isDirect) }
    // Only what the sender was told of counts against them (SPEC LN-09).
    let wait = wait(of: debtor.id, creditor.id, toldTo: asker.id)
    guard wait == 0 else { throw .remindedRecently(retryAfterMilliseconds: wait) }
    var reminded = DebtorReminded()
    reminded.debtorID = debtor.idText
    reminded.creditorID = creditor.idText
    reminded.owed = Money(minor: owed, currency: currency)
    reminded.mode = wish.mode
    reminded.sentAtMs = endTime
    // The sender's own lane is first, so that the answer points to it. A debtor who was reminded within the day is not
    // told again, which is for them to know and the creditor.
    var readers = [asker.id]
    if self.wait(of: debtor.id, creditor.id, toldTo: debtor.id) == 0 {
      readers += [debtor.id, creditor.id].filter { $0 != asker.id }
    }
    return Decision(actor: asker.id, events: readers.map { DecidedEvent(.debtorReminded(reminded), in: .inbox($0)) })
  }

  /// How long the next reminder must wait by those that the reader was told of, in milliseconds. All members were told
  /// of those that stand in lane `shared`.
  private func wait(of debtor: MemberID, _ creditor: MemberID, toldTo reader: MemberID) -> UInt32 {
    max(
      shared.reminders.wait(debtor, creditor, now: endTime), state.inbox(of: reader).reminders.wait(debtor, creditor, now: endTime))
  }

  private func currencyOrUsual(_ code: String, field: String) throws(Rejection) -> Currency {
    if code.isEmpty, let usual = shared.settings?.currency { return usual }
    return try currency(code, field: field)
  }

  private func party(_ text: String, field: String, otherThan other: MemberState? = nil) throws(Rejection) -> MemberState {
    guard let id = MemberID(text) else { throw .malformedMember(field: field) }
    guard id != other?.id else { throw .memberRepeated(field: field) }
    guard let member = shared.member(id) else { throw .unknownMember(field: field) }
    // A person who has left still settles what is open.
    guard !member.isReplaced else { throw .memberNotActive(field: field) }
    return member
  }

  /// The rate at which a debt in another currency is paid in the group's (SPEC ST-10): as given, otherwise as known on
  /// the day of the payment.
  private func conversion(_ wish: SettleUp, of currency: Currency) throws(Rejection) -> FrozenConversion? {
    var dated = EntryContent()
    dated.date = context.saidOn.description
    if wish.hasConversion { dated.conversion = wish.conversion }
    return try conversion(of: dated, in: currency, field: "settle_up.conversion")
  }

  /// What is to be settled: as wished if it is owed or may be more, otherwise all that is owed.
  ///
  /// No debt of the other way is ever paid instead (SPEC ST-06): that would book what nobody asked for.
  private func settled(
    _ wish: SettleUp, from payer: MemberState, to receiver: MemberState, _ currency: Currency, isDirect: Bool
  ) throws(Rejection) -> Int64 {
    if wish.hasMinor, wish.allowMore { return wish.minor }
    let owed = owed(by: payer, to: receiver, currency, isDirect: isDirect)
    guard owed > 0 else { throw .nothingOwed(field: "settle_up.to_member_id", currency, isDirect: isDirect) }
    // Limit: an entry's amount; a larger debt is settled in several.
    guard wish.hasMinor else { return min(owed, amountMinorMax) }
    guard wish.minor <= owed else { throw .moreThanOwed(minor: owed, currency) }
    return wish.minor
  }

  /// What the one owes the other in one way of reckoning, in minor units; 0 when it is nothing, or the other way round.
  private func owed(by debtor: MemberState, to creditor: MemberState, _ currency: Currency, isDirect: Bool) -> Int64 {
    if isDirect { return max(0, shared.debt(of: debtor.id, to: creditor.id, in: currency)) }
    return shared.settlementPlan(in: currency).minor(from: debtor.id, to: creditor.id)
  }
}
