import HearthProtocol

extension Deliberation {
  // MARK: Editing

  func decide(_ wish: EditEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesEdit)
    let entry = try entry(wish.entryID, field: "edit_entry.entry_id", by: asker, .entriesEdit)
    guard !entry.isVoided else { throw .entryVoided(field: "edit_entry.entry_id") }
    guard wish.baseVersion >= entry.position.rawValue, wish.baseVersion <= entry.version.rawValue else {
      throw .choiceNotAllowed(field: "edit_entry.base_version")
    }
    let later = entry.changes(after: wish.baseVersion).filter { wish.changes.fields.contains($0.field) }
    guard later.isEmpty else { throw .conflict(conflict(entry, base: wish.baseVersion, later)) }

    var edited = EntryEdited()
    edited.entryID = entry.id.description
    try edit(&edited, entry, wish.changes, asker)
    guard !edited.changes.fields.isEmpty else { throw .nothingChanges }
    let alerts = alerts(editing: entry, edited.changes)
    return Decision(actor: asker.id, events: [DecidedEvent(.entryEdited(edited))] + alerts)
  }

  /// The rate of the entry after an edit.
  ///
  /// - Parameter money: the new money; nil when the edit leaves it.
  private func conversion(of entry: EntryState, after money: EntryMoney?) -> FrozenConversion? {
    guard let money else { return entry.conversion }
    guard money.hasConversion, let currency = Currency(code: money.amount.currency) else { return nil }
    return try? FrozenConversion(money.conversion, of: currency)
  }

  /// The alerts that fire when these fields of the entry change.
  private func alerts(editing entry: EntryState, _ changes: EntryChanges) -> [DecidedEvent] {
    let money = changes.hasMoney ? changes.money : nil
    let old = entry.spend
    let new = Spend(
      money?.kind ?? entry.kind, money.flatMap { Currency(code: $0.amount.currency) } ?? entry.currency,
      category: changes.hasCategory ? changes.category : entry.category,
      day: changes.hasDate ? CivilDate(iso8601: changes.date) : entry.date, minor: money?.amount.minor ?? entry.minor,
      conversion: conversion(of: entry, after: money))
    guard old != new else { return [] }
    return alerts(after: [old?.negated, new].compactMap(\.self))
  }

  /// Puts those wished changes into the event that differ from the entry. They are checked in the order of the parts of
  /// a new entry.
  private func edit(_ edited: inout EntryEdited, _ entry: EntryState, _ wished: EntryChanges, _ asker: MemberState) throws(Rejection) {
    let kind = wished.hasMoney ? wished.money.kind : entry.kind
    let currency = wished.hasMoney ? try figures(kind, wished.money.amount, .edit) : entry.currency
    if wished.hasDescription_p {
      let text = try description(wished.description_p, .edit)
      if text != entry.description { edited.changes.description_p = text }
    }
    if wished.hasNote {
      let text = try note(wished.note, .edit)
      if text != entry.note { edited.changes.note = text }
    }
    if wished.hasMerchant {
      let text = try merchant(wished.merchant, .edit)
      if text != entry.merchant { edited.changes.merchant = text }
    }
    // A new kind needs a category that fits it.
    if wished.hasCategory || kind != entry.kind {
      let key = try category(wished.hasCategory ? wished.category : entry.category, kind: kind, keeping: entry.category, .edit)
      if key != entry.category { edited.changes.category = key }
    }
    if wished.hasDate {
      let day = try day(wished.date, .edit)
      if day.date != entry.date { edited.changes.date = day.text }
    }
    let content = entry.content
    if wished.hasPlace {
      let place = try place(wished.place, .edit) ?? Place()
      if place != content.place { edited.changes.place = place }
    }
    if wished.hasReceipts {
      let receipts = try receipts(wished.receipts.receipts, field: "edit_entry.changes.receipts.receipts")
      if receipts != content.receipts { edited.changes.receipts.receipts = receipts }
    }
    if wished.hasMoney {
      // The rate stays unless the edit gives a rate or changes the currency.
      var dated = EntryContent()
      dated.date = wished.hasDate ? wished.date : content.date
      if wished.money.hasConversion { dated.conversion = wished.money.conversion }
      let isKept = !wished.money.hasConversion && currency == entry.currency
      let conversion =
        isKept ? entry.conversion : try conversion(of: dated, in: currency, field: "edit_entry.changes.money.conversion")
      // The new amount is divided as if the entry had never been booked.
      var without = self
      without.shared.balances.unbook(entry)
      let resolved = try without.money(
        kind: kind, minor: wished.money.amount.minor, currency: currency, paid: payers(wished.money, of: entry),
        split: split(wished.money, of: entry, content.split), asker: asker, changing: entry,
        divided: division(wished.money, kind, currency, of: entry, content.split, by: asker), .edit)
      let money = resolved.message(conversion)
      if money != entry.money || resolved.owed != entry.owed.map(Share.init) {
        edited.changes.money = money
        edited.owed = resolved.owed
      }
    }
  }

  /// The payers after an edit. An edit that names none keeps them: a single payer has paid the new amount, and the
  /// parts of several stay, so they have to total the new amount.
  private func payers(_ wished: EntryMoney, of entry: EntryState) -> [Share] {
    guard wished.paid.isEmpty else { return wished.paid }
    var paid = entry.paid.map(Share.init)
    if paid.count == 1 { paid[0].minor = wished.amount.minor }
    return paid
  }

  /// The split after an edit. An edit that names none keeps it; a member who owes all of it owes the new amount.
  private func split(_ wished: EntryMoney, of entry: EntryState, _ kept: Split) -> Split {
    guard wished.split.method == nil else { return wished.split }
    if belongsToReceivers(wished, entry) || isSharedAnew(wished, entry) { return Split() }
    var split = kept
    if case .exact(var exact) = kept.method, exact.shares.count == 1 {
      exact.shares[0].minor = wished.amount.minor
      split.exact = exact
    }
    return split
  }

  /// The shares after an edit that names no split. With the same amount they stay, whatever members have earned since.
  /// With another amount a split by income keeps its proportions. Nil when the amount is divided anew.
  private func division(
    _ wished: EntryMoney, _ kind: EntryKind, _ currency: Currency, of entry: EntryState, _ kept: Split, by asker: MemberState
  ) -> ResolvedSplit? {
    guard !belongsToReceivers(wished, entry), !isSharedAnew(wished, entry) else { return nil }
    // A sender who does not see incomes, and sends the same split back, has not asked for a new division (SPEC LN-09).
    let isSentBack = if case .income = kept.method { wished.split == kept && !allows(.incomeRead, asker, isOwn: false) } else { false }
    guard wished.split.method == nil || isSentBack else { return nil }
    var shares = entry.owed.map(Share.init)
    if kind == entry.kind, wished.amount.minor == entry.minor, currency == entry.currency {
      return ResolvedSplit(split: kept, shares: shares)
    }
    guard case .income = kept.method else { return nil }
    for (place, minor) in proportionally(wished.amount.minor, weights: shares.map(\.minor)).enumerated() { shares[place].minor = minor }
    return ResolvedSplit(split: kept, shares: shares)
  }

  /// Whether each receiver keeps the income: the edit does not ask to divide it (SPEC CM-09).
  private func belongsToReceivers(_ wished: EntryMoney, _ entry: EntryState) -> Bool {
    guard wished.split.method == nil, wished.kind == .income else { return false }
    return entry.kind != .income || entry.isKeptByReceivers
  }

  /// Whether an income that its receivers kept becomes an expense, which is then shared: the edit names no split.
  private func isSharedAnew(_ wished: EntryMoney, _ entry: EntryState) -> Bool {
    wished.split.method == nil && wished.kind == .expense && entry.kind == .income && entry.isKeptByReceivers
  }

  // MARK: Taking out and back in

  func decide(_ wish: VoidEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesVoid)
    let entry = try entry(wish.entryID, field: "void_entry.entry_id", by: asker, .entriesVoid)
    guard !entry.isVoided else { throw .nothingChanges }
    var voided = EntryVoided()
    voided.entryID = entry.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.entryVoided(voided))] + alerts(voiding: entry))
  }

  func decide(_ wish: RestoreEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesRestore)
    let entry = try entry(wish.entryID, field: "restore_entry.entry_id", by: asker, .entriesRestore)
    guard entry.isVoided else { throw .nothingChanges }
    guard shared.balances.fits(entry.minor, entry.currency) else {
      throw .outOfRange(field: "restore_entry.entry_id", entry.currency)
    }
    var restored = EntryRestored()
    restored.entryID = entry.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.entryRestored(restored))] + alerts(restoring: entry))
  }

  func decide(_ wish: UndoLast) throws(Rejection) -> Decision {
    let asker = try asker(.entriesUndo)
    guard let number = shared.roster.number(of: asker.id), let last = shared.acts[number].last, let entry = shared.entries[last.entry]
    else { throw .nothingToUndo }
    // Who may not do a thing outright does not do it by undoing.
    try permit(last.act.rightOfUndoing, asker, isOwn: shared.members.current(entry.addedBy) == asker.id)
    guard entry.version == last.version else {
      throw .conflict(conflict(entry, base: last.version.rawValue, entry.changes(after: last.version.rawValue)))
    }
    let body: Event.OneOf_Body
    let alerts: [DecidedEvent]
    switch last.act {
    case .added, .restored:
      var voided = EntryVoided()
      voided.entryID = last.entry.description
      voided.undoes = last.version.rawValue
      body = .entryVoided(voided)
      alerts = self.alerts(voiding: entry)
    case .voided:
      guard shared.balances.fits(entry.minor, entry.currency) else { throw .outOfRange(field: "", entry.currency) }
      try checkNobodyReplaced(entry)
      var restored = EntryRestored()
      restored.entryID = last.entry.description
      restored.undoes = last.version.rawValue
      body = .entryRestored(restored)
      alerts = self.alerts(restoring: entry)
    case .edited:
      guard let before = last.before else { throw .nothingToUndo }
      var edited = entry.undoing(last.version, to: before)
      if edited.changes.hasMoney {
        edited.reopensDisputes = before.isDisputed
        try checkNobodyReplaced(before)
        var kept = shared.balances
        kept.unbook(entry)
        guard kept.fits(before.minor, before.currency) else { throw .outOfRange(field: "", before.currency) }
      }
      body = .entryEdited(edited)
      alerts = self.alerts(editing: entry, edited.changes)
    case .unspecified, .UNRECOGNIZED: throw .nothingToUndo
    }
    return Decision(actor: asker.id, events: [DecidedEvent(body)] + alerts)
  }

  /// Nobody pays or owes who goes on as another member: what a claim leaves behind is no one's any more.
  private func checkNobodyReplaced(_ entry: EntryState) throws(Rejection) {
    guard shared.members.hasReplaced else { return }
    for portion in [entry.paid, entry.owed].joined() where shared.member(portion.member)?.isReplaced ?? false {
      throw .memberNotActive(field: "")
    }
  }

  private func alerts(voiding entry: EntryState) -> [DecidedEvent] { alerts(after: [entry.spend?.negated].compactMap(\.self)) }

  private func alerts(restoring entry: EntryState) -> [DecidedEvent] { alerts(after: [entry.spendUnlessVoided].compactMap(\.self)) }

  // MARK: Disputes

  func decide(_ wish: DisputeEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesDispute)
    let entry = try entry(wish.entryID, field: "dispute_entry.entry_id")
    guard !entry.isVoided else { throw .entryVoided(field: "dispute_entry.entry_id") }
    let reason = try words(
      wish.reason, field: "dispute_entry.reason", charactersMax: Limits.entryDescriptionCharacters, required: true)
    guard entry.names(asker.id) else { throw .notNamed }
    let others = entry.disputes.lazy.filter { $0.member != asker.id }.reduce(0) { $0 + $1.reason.utf8.count }
    guard others + reason.utf8.count <= Limits.entryDisputeBytes else {
      throw .disputesTooLong(left: max(0, Limits.entryDisputeBytes - others))
    }
    guard !entry.disputes.contains(where: { $0.member == asker.id && $0.reason == reason }) else { throw .nothingChanges }
    var disputed = EntryDisputed()
    disputed.entryID = entry.id.description
    disputed.reason = reason
    return Decision(actor: asker.id, events: [DecidedEvent(.entryDisputed(disputed))])
  }

  func decide(_ wish: WithdrawDispute) throws(Rejection) -> Decision {
    let asker = try asker(.entriesDispute)
    let entry = try entry(wish.entryID, field: "withdraw_dispute.entry_id")
    guard entry.disputes.contains(where: { $0.member == asker.id }) else { throw .nothingChanges }
    var withdrawn = DisputeWithdrawn()
    withdrawn.entryID = entry.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.disputeWithdrawn(withdrawn))])
  }

  // MARK: Income

  func decide(_ wish: SetMemberIncome) throws(Rejection) -> Decision {
    let asker = try asker(.incomeSet)
    let minor = wish.monthly.minor
    guard minor == 0 || Limits.amountMinor.contains(minor) else { throw .amountOutOfRange(field: "set_member_income.monthly.minor") }
    let currency = try currency(wish.monthly.currency, field: "set_member_income.monthly.currency")
    // Incomes are compared with one another, so they are all in the group's currency.
    guard currency == shared.settings?.currency else { throw .choiceNotAllowed(field: "set_member_income.monthly.currency") }
    let income = minor == 0 ? nil : Money(minor: minor, currency: currency)
    let names = shared.members.names(of: asker.id)
    guard income != incomeState.monthly(under: names) else { throw .nothingChanges }
    var set = MemberIncomeSet()
    set.formerMemberIds = incomeState.formerNames(of: names).map(\.description)
    if let income { set.monthly = income }
    return Decision(actor: asker.id, events: [DecidedEvent(.memberIncomeSet(set))])
  }

  // MARK: Shared by all of them

  func entry(_ text: String, field: String) throws(Rejection) -> EntryState {
    guard let id = EntryID(text) else { throw .malformedID(field: field) }
    guard let entry = shared.entries[id] else { throw .unknownEntry(field: field) }
    return entry
  }

  private func entry(_ text: String, field: String, by asker: MemberState, _ right: Right) throws(Rejection) -> EntryState {
    let entry = try entry(text, field: field)
    try permit(right, asker, isOwn: shared.members.current(entry.addedBy) == asker.id)
    return entry
  }

  private func conflict(_ entry: EntryState, base: UInt64, _ later: [FieldChange]) -> EntryConflict {
    EntryConflict(
      entry: entry.id, base: LanePosition(base), current: entry.version,
      changes: later.map {
        EntryConflict.Change(
          field: $0.field, version: LanePosition($0.version), by: shared.members.current(shared.roster.ids[Int($0.by)]))
      })
  }
}
