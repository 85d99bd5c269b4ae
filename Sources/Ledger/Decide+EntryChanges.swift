import HearthProtocol

extension Deliberation {
  // MARK: Editing

  func decide(_ wish: EditEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesEditOwn)
    let entry = try entry(wish.entryID, field: "edit_entry.entry_id", asker: asker, others: .entriesEditOthers)
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
    return Decision(actor: asker.id, events: [DecidedEvent(.entryEdited(edited))])
  }

  /// Keeps of the wished changes what is different from the entry, checked in the order in which a new entry's parts are.
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
      let key = try category(wished.hasCategory ? wished.category : entry.category, kind: kind, .edit)
      if key != entry.category { edited.changes.category = key }
    }
    if wished.hasDate {
      let day = try day(wished.date, .edit)
      if day != entry.date.description { edited.changes.date = day }
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
      // Divided as if the entry had not been there: what it cost whom is taken back first.
      var without = self
      without.shared.balances.unbook(entry)
      let resolved = try without.money(
        kind: kind, minor: wished.money.amount.minor, currency: currency, paid: wished.money.paid, split: wished.money.split, asker: asker,
        .edit)
      if resolved.money != entry.money || resolved.owed != entry.owed.map(Share.init) {
        edited.changes.money = resolved.money
        edited.owed = resolved.owed
      }
    }
  }

  // MARK: Taking out and back in

  func decide(_ wish: VoidEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesVoidOwn)
    let entry = try entry(wish.entryID, field: "void_entry.entry_id", asker: asker, others: .entriesVoidOthers)
    guard !entry.isVoided else { throw .nothingChanges }
    var voided = EntryVoided()
    voided.entryID = entry.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.entryVoided(voided))])
  }

  func decide(_ wish: RestoreEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesRestoreOwn)
    let entry = try entry(wish.entryID, field: "restore_entry.entry_id", asker: asker, others: .entriesRestoreOthers)
    guard entry.isVoided else { throw .nothingChanges }
    guard shared.balances.fits(entry.minor, entry.currency) else { throw .outOfRange(entry.currency) }
    var restored = EntryRestored()
    restored.entryID = entry.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.entryRestored(restored))])
  }

  func decide(_ wish: UndoLast) throws(Rejection) -> Decision {
    let asker = try asker(.entriesUndo)
    guard let number = shared.roster.number(of: asker.id), let last = shared.acts[number].last, let entry = shared.entries[last.entry]
    else { throw .nothingToUndo }
    guard entry.version == last.version else {
      throw .conflict(conflict(entry, base: last.version.rawValue, entry.changes(after: last.version.rawValue)))
    }
    let body: Event.OneOf_Body
    switch last.act {
    case .added, .restored:
      var voided = EntryVoided()
      voided.entryID = last.entry.description
      voided.undoes = last.version.rawValue
      body = .entryVoided(voided)
    case .voided:
      guard shared.balances.fits(entry.minor, entry.currency) else { throw .outOfRange(entry.currency) }
      var restored = EntryRestored()
      restored.entryID = last.entry.description
      restored.undoes = last.version.rawValue
      body = .entryRestored(restored)
    case .edited:
      guard let before = last.before else { throw .nothingToUndo }
      body = .entryEdited(entry.undoing(last.version, to: before))
    case .unspecified, .UNRECOGNIZED: throw .nothingToUndo
    }
    return Decision(actor: asker.id, events: [DecidedEvent(body)])
  }

  // MARK: Disputes

  func decide(_ wish: DisputeEntry) throws(Rejection) -> Decision {
    let asker = try asker(.entriesDispute)
    let entry = try entry(wish.entryID, field: "dispute_entry.entry_id")
    guard !entry.isVoided else { throw .entryVoided(field: "dispute_entry.entry_id") }
    let reason = try words(
      wish.reason, field: "dispute_entry.reason", charactersMax: Limits.entryDescriptionCharacters, required: true)
    guard entry.names(asker.id) else { throw .notNamed }
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

  func decide(_ wish: SetIncome) throws(Rejection) -> Decision {
    let asker = try asker(.incomeSet)
    let minor = wish.monthly.minor
    guard minor == 0 || Limits.amountMinor.contains(minor) else { throw .amountOutOfRange(field: "set_income.monthly.minor") }
    let currency = try currency(wish.monthly.currency, field: "set_income.monthly.currency")
    // Incomes are compared with one another, so they are all in the group's currency.
    guard currency == shared.settings?.currency else { throw .choiceNotAllowed(field: "set_income.monthly.currency") }
    guard let number = shared.roster.number(of: asker.id), shared.acts[number].incomeMinor != minor else { throw .nothingChanges }
    var set = IncomeSet()
    set.monthly = Money(minor: minor, currency: currency)
    return Decision(actor: asker.id, events: [DecidedEvent(.incomeSet(set))])
  }

  // MARK: Shared by all of them

  private func entry(_ text: String, field: String) throws(Rejection) -> EntryState {
    guard let id = EntryID(text) else { throw .malformedID(field: field) }
    guard let entry = shared.entries[id] else { throw .unknownEntry(field: field) }
    return entry
  }

  private func entry(_ text: String, field: String, asker: MemberState, others: Rule) throws(Rejection) -> EntryState {
    let entry = try entry(text, field: field)
    guard entry.addedBy == asker.id || others.allows(asker.role) else { throw .forbidden(rule: others, role: asker.role) }
    return entry
  }

  private func conflict(_ entry: EntryState, base: UInt64, _ later: [FieldChange]) -> EntryConflict {
    EntryConflict(
      entry: entry.id, base: LanePosition(base), current: entry.version,
      changes: later.map { EntryConflict.Change(field: $0.field, version: LanePosition($0.version), by: shared.roster.ids[Int($0.by)]) })
  }
}
