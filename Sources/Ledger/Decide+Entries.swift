import HearthProtocol

extension Deliberation {
  func decide(_ wish: AddEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesAdd, evenArchived: wish.content.kind == .transfer)
    guard let id = EntryID(wish.entryID) else { throw .malformedID(field: "add_entry.entry_id") }
    guard !shared.entries.has(id) else { throw .alreadyExists(field: "add_entry.entry_id") }
    let wished = wish.content
    switch wished.kind {
    case .expense, .income, .transfer: break
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "add_entry.content.kind")
    }
    try amount(wished.amount, field: "add_entry.content.amount.minor")
    let currency = try currency(wished.amount.currency, field: "add_entry.content.amount.currency")
    let conversion = try conversion(of: wished, in: currency, field: "add_entry.content.conversion")

    // Built anew, so that nothing unknown that a peer sent along is stored.
    var content = EntryContent()
    content.kind = wished.kind
    content.amount = Money(minor: wished.amount.minor, currency: currency)
    content.description_p = try words(
      wished.description_p, field: "add_entry.content.description", charactersMax: Limits.entryDescriptionCharacters, required: true)
    content.note = try words(wished.note, field: "add_entry.content.note", charactersMax: Limits.noteCharacters)
    content.merchant = try words(wished.merchant, field: "add_entry.content.merchant", charactersMax: Limits.merchantCharacters)
    content.category = try category(wished.category, kind: wished.kind)
    let day = try date(wished.date, field: "add_entry.content.date")
    content.date = day.description

    if let conversion { content.conversion = conversion.message }
    let minor = wished.amount.minor
    content.paid = try payers(wished.paid, asker: asker, minor: minor, currency: currency)
    let owed = try resolve(wished.split, minor: minor, currency: currency)
    content.split = owed.split
    if wished.kind == .transfer {
      guard content.paid.count == 1, owed.shares.count == 1, content.paid[0].memberID != owed.shares[0].memberID else {
        throw .transferNeedsTwoMembers
      }
    }
    try checkWhoIsThere(content, owed.shares)
    guard shared.balances.fits(minor, currency) else { throw .outOfRange(currency) }

    var added = EntryAdded()
    added.entryID = id.description
    added.content = content
    added.owed = owed.shares
    var events = [DecidedEvent(.entryAdded(added))]
    if wished.kind == .expense, !content.category.isEmpty {
      events += alerts(after: [Spend(currency: currency, category: content.category, day: day, minor: minor)])
    }
    return Decision(actor: asker.id, events: events)
  }

  /// Whoever has left takes part in transfers, which settle what they owe, and in nothing else that is new.
  private func checkWhoIsThere(_ content: EntryContent, _ owed: [Share]) throws(Rejection) {
    for (share, field) in content.paid.map({ ($0, "paid") }) + owed.map({ ($0, "split") }) {
      guard let member = MemberID(share.memberID).flatMap({ shared.member($0) }), !member.isPresent else { continue }
      guard content.kind == .transfer, !member.isReplaced else { throw .memberNotActive(field: "add_entry.content.\(field)") }
    }
  }

  private func category(_ key: String, kind: EntryKind) throws(Rejection) -> String {
    if key.isEmpty { return key }
    guard let category = shared.category(key) else { throw .unknownCategory(field: "add_entry.content.category") }
    guard !category.retired else { throw .categoryRetired(field: "add_entry.content.category") }
    let fits: Bool
    switch kind {
    case .expense: fits = category.forExpense
    case .income: fits = category.forIncome
    case .transfer, .unspecified, .UNRECOGNIZED: fits = false
    }
    guard fits else { throw .categoryDoesNotFit(field: "add_entry.content.category") }
    return category.key
  }

  private func payers(_ wished: [Share], asker: MemberState, minor: Int64, currency: Currency) throws(Rejection) -> [Share] {
    let field = "add_entry.content.paid"
    if wished.isEmpty { return [Share(memberText: asker.idText, minor: minor)] }
    let paid = try shares(wished, field: field)
    // Limit: a hundred shares of at most 10^15 stay within 64 bits.
    let total = paid.reduce(0) { $0 + $1.minor }
    guard total == minor else { throw .paidDoesNotAddUp(Difference(total: total, wanted: minor, currency: currency)) }
    return paid
  }
}
