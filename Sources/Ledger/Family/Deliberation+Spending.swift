import HearthProtocol

extension EntryPaths {
  static let spending = EntryPaths(texts: "set_spending.content", money: "set_spending.content")
}

extension Deliberation {
  /// The minor whose record it is: the one who is named, otherwise the asker.
  private func recorded(_ text: String, _ asker: MemberState, field: String) throws(Rejection) -> Minor {
    let minor = try minor(text.isEmpty ? asker.idText : text, field: field)
    try permit(.spendingSet, asker, with: minor)
    return minor
  }

  func decide(_ wish: SetSpending) throws(Rejection) -> Decision {
    let asker = try asker(.spendingSet)
    let minor = try recorded(wish.minorID, asker, field: "set_spending.minor_id")
    guard let id = EntryID(wish.spendingID) else { throw .malformedID(field: "set_spending.spending_id") }
    let kept = state.minor(minor.subject)
    let old = kept.spending[id]
    guard old?.isVoided != true else { throw .entryVoided(field: "set_spending.spending_id") }
    let wished = wish.content
    try amount(wished.amount, field: "set_spending.content.amount.minor")
    let currency = try currency(wished.amount.currency, field: "set_spending.content.amount.currency")
    var content = SpendingContent()
    content.amount = Money(minor: wished.amount.minor, currency: currency)
    content.description_p = try words(
      wished.description_p, field: "set_spending.content.description", charactersMax: Limits.entryDescriptionCharacters, required: true)
    content.note = try note(wished.note, field: "set_spending.content.note")
    content.category = try category(wished.category, kind: .expense, keeping: old?.category ?? "", .spending)
    content.date = try date(wished.date, field: "set_spending.content.date").description
    content.receipts = try receipts(wished.receipts, field: "set_spending.content.receipts")
    guard content != old?.content else { throw .nothingChanges }
    guard kept.fits(wished.amount.minor, currency, replacing: old) else {
      throw .outOfRange(field: "set_spending.content.amount.minor", currency)
    }
    var set = SpendingSet()
    set.minorID = minor.idText
    set.spendingID = id.description
    set.content = content
    return Decision(actor: asker.id, events: [DecidedEvent(.spendingSet(set))])
  }

  func decide(_ wish: VoidSpending) throws(Rejection) -> Decision {
    let asker = try asker(.spendingSet)
    let minor = try recorded(wish.minorID, asker, field: "void_spending.minor_id")
    guard let id = EntryID(wish.spendingID) else { throw .malformedID(field: "void_spending.spending_id") }
    guard let record = state.minor(minor.subject).spending[id] else { throw .unknownEntry(field: "void_spending.spending_id") }
    guard !record.isVoided else { throw .nothingChanges }
    var voided = SpendingVoided()
    voided.minorID = minor.idText
    voided.spendingID = id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.spendingVoided(voided))])
  }
  func decide(_ wish: RestoreSpending) throws(Rejection) -> Decision {
    let asker = try asker(.spendingSet)
    let minor = try recorded(wish.minorID, asker, field: "restore_spending.minor_id")
    guard let id = EntryID(wish.spendingID) else { throw .malformedID(field: "restore_spending.spending_id") }
    let kept = state.minor(minor.subject)
    guard let record = kept.spending[id] else { throw .unknownEntry(field: "restore_spending.spending_id") }
    guard record.isVoided else { throw .nothingChanges }
    guard kept.fits(record.minor, record.currency) else { throw .outOfRange(field: "restore_spending.spending_id", record.currency) }
    var restored = SpendingRestored()
    restored.minorID = minor.idText
    restored.spendingID = id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.spendingRestored(restored))])
  }
}
