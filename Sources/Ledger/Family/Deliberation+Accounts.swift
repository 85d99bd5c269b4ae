import HearthProtocol

extension EntryPaths {
  static let account = EntryPaths(texts: "set_account_entry.content", money: "set_account_entry.content")
}

extension Deliberation {
  /// An account that the asker receives; of others nobody is told that they are there.
  func account(_ text: String, _ asker: MemberState, field: String) throws(Rejection) -> (id: AccountID, state: AccountState) {
    guard let id = AccountID(text) else { throw .malformedID(field: field) }
    guard let account = state.account(id), isOwner(asker, of: account) || receives(asker, id) else { throw .unknownAccount(field: field) }
    return (id, account)
  }

  /// Whether an account of another is among those that the asker receives. All accounts are looked at.
  private func receives(_ asker: MemberState, _ id: AccountID) -> Bool {
    state.lanes(readableBy: asker.id, matrix: matrix).contains(.account(id))
  }

  func isOwner(_ asker: MemberState, of account: AccountState) -> Bool { shared.members.current(account.owner) == asker.id }

  func decide(_ wish: SetAccount) throws(Rejection) -> Decision {
    let asker = try asker(.accountsSet)
    guard let id = AccountID(wish.accountID) else { throw .malformedID(field: "set_account.account_id") }
    var old: AccountState?
    if state.account(id) != nil {
      old = try account(wish.accountID, asker, field: "set_account.account_id").state
    }
    try permit(.accountsSet, asker, isOwn: old.map { isOwner(asker, of: $0) } ?? true)
    let wished = wish.content
    var content = AccountContent()
    content.name = try words(wished.name, field: "set_account.content.name", charactersMax: Limits.nameCharacters, required: true)
    switch wished.type {
    case .checking, .savings, .cash, .card, .gold: content.type = wished.type
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_account.content.type")
    }
    let field = "set_account.content.opening.currency"
    let home = old?.currency ?? shared.settings?.currency
    let currency = if wished.opening.currency.isEmpty, let home { home } else { try currency(wished.opening.currency, field: field) }
    guard old == nil || old?.currency == currency else { throw .choiceNotAllowed(field: field) }
    guard Limits.openingMinor.contains(wished.opening.minor),
      old?.fits(wished.opening.minor, replacing: old?.openingMinor ?? 0) != false
    else { throw .outOfRange(field: "set_account.content.opening.minor", currency) }
    content.opening = Money(minor: wished.opening.minor, currency: currency)
    content.closed = wished.closed
    guard content != old?.content else { throw .nothingChanges }
    guard old != nil || state.accountCount(of: asker.id) < Limits.accounts else { throw .tooManyAccounts(most: Limits.accounts) }
    var set = AccountSet()
    (set.accountID, set.content) = (id.description, content)
    return Decision(actor: asker.id, events: [DecidedEvent(.accountSet(set))])
  }

  func decide(_ wish: SetAccountEntry) throws(Rejection) -> Decision {
    let asker = try asker(.accountsWrite)
    let (id, account) = try account(wish.accountID, asker, field: "set_account_entry.account_id")
    try permit(.accountsWrite, asker, isOwn: state.writes(asker, to: account))
    guard !account.isClosed else { throw .accountClosed(field: "set_account_entry.account_id") }
    guard let entryID = EntryID(wish.entryID) else { throw .malformedID(field: "set_account_entry.entry_id") }
    let old = account.entries[entryID]
    guard old?.isVoided != true else { throw .entryVoided(field: "set_account_entry.entry_id") }
    guard old?.isReconciled != true else { throw .entryReconciled(field: "set_account_entry.entry_id") }
    // The other side of a transfer would stay as it was.
    guard old?.isTransfer != true else { throw .choiceNotAllowed(field: "set_account_entry.entry_id") }
    let wished = wish.content
    let kind: EntryKind
    switch wished.kind {
    case .deposit: kind = .income
    case .withdrawal: kind = .expense
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_account_entry.content.kind")
    }
    try amount(wished.amount, field: "set_account_entry.content.amount.minor")
    try require(wished.amount.currency, of: account, field: "set_account_entry.content.amount.currency")
    var content = AccountEntryContent()
    content.kind = wished.kind
    content.amount = Money(minor: wished.amount.minor, currency: account.currency)
    content.description_p = try words(
      wished.description_p, field: "set_account_entry.content.description", charactersMax: Limits.entryDescriptionCharacters,
      required: true)
    content.note = try note(wished.note, field: "set_account_entry.content.note")
    content.category = try category(wished.category, kind: kind, keeping: old?.category ?? "", .account)
    content.date = try date(wished.date, field: "set_account_entry.content.date").description
    guard content != old?.content else { throw .nothingChanges }
    guard account.fits(wished.amount.minor, replacing: old?.minor ?? 0) else {
      throw .outOfRange(field: "set_account_entry.content.amount.minor", account.currency)
    }
    return Decision(actor: asker.id, events: [entrySet(id, entryID, content, isTransfer: false)])
  }

  func decide(_ wish: VoidAccountEntry) throws(Rejection) -> Decision {
    let asker = try asker(.accountsWrite)
    let (id, account) = try account(wish.accountID, asker, field: "void_account_entry.account_id")
    try permit(.accountsWrite, asker, isOwn: state.writes(asker, to: account))
    let entry = try entry(wish.entryID, of: account, field: "void_account_entry.entry_id")
    guard !entry.isVoided else { throw .nothingChanges }
    guard !entry.isReconciled else { throw .entryReconciled(field: "void_account_entry.entry_id") }
    var accounts = [id]
    if entry.isTransfer {
      // Both sides go, so only the member whose accounts they are takes a transfer out.
      try permit(.accountsSet, asker, isOwn: isOwner(asker, of: account))
      for (other, state) in state.accounts.sorted(by: { $0.key < $1.key }) where other != id && isOwner(asker, of: state) {
        guard let side = state.entries[entry.id], side.isTransfer, !side.isVoided else { continue }
        guard !side.isReconciled else { throw .entryReconciled(field: "void_account_entry.entry_id") }
        accounts.append(other)
      }
    }
    let events = accounts.map { account in
      var voided = AccountEntryVoided()
      (voided.accountID, voided.entryID) = (account.description, entry.id.description)
      return DecidedEvent(.accountEntryVoided(voided))
    }
    return Decision(actor: asker.id, events: events)
  }

  func decide(_ wish: ReconcileAccount) throws(Rejection) -> Decision {
    let asker = try asker(.accountsWrite)
    let (id, account) = try account(wish.accountID, asker, field: "reconcile_account.account_id")
    try permit(.accountsWrite, asker, isOwn: state.writes(asker, to: account))
    let field = "reconcile_account.entry_ids"
    guard Limits.reconciledAtOnce.contains(UInt32(clamping: wish.entryIds.count)) else {
      throw .numberOutOfRange(field: field, bounds: Limits.reconciledAtOnce)
    }
    var marked: [EntryID] = []
    for (place, text) in wish.entryIds.enumerated() {
      let entry = try entry(text, of: account, field: "\(field)[\(place)]")
      guard !entry.isVoided else { throw .entryVoided(field: "\(field)[\(place)]") }
      if entry.isReconciled == wish.undone, !marked.contains(entry.id) { marked.append(entry.id) }
    }
    guard !marked.isEmpty else { throw .nothingChanges }
    var reconciled = AccountReconciled()
    (reconciled.accountID, reconciled.undone) = (id.description, wish.undone)
    reconciled.entryIds = marked.map(\.description)
    return Decision(actor: asker.id, events: [DecidedEvent(.accountReconciled(reconciled))])
  }

  func decide(_ wish: TransferBetweenAccounts) throws(Rejection) -> Decision {
    let asker = try asker(.accountsSet)
    let name = "transfer_between_accounts"
    let from = try account(wish.fromAccountID, asker, field: "\(name).from_account_id")
    try permit(.accountsSet, asker, isOwn: isOwner(asker, of: from.state))
    guard !from.state.isClosed else { throw .accountClosed(field: "\(name).from_account_id") }
    let into = try account(wish.toAccountID, asker, field: "\(name).to_account_id")
    try permit(.accountsSet, asker, isOwn: isOwner(asker, of: into.state))
    guard !into.state.isClosed else { throw .accountClosed(field: "\(name).to_account_id") }
    guard into.id != from.id else { throw .choiceNotAllowed(field: "\(name).to_account_id") }
    guard let entryID = EntryID(wish.entryID) else { throw .malformedID(field: "\(name).entry_id") }
    // Both sides are found by the id when the transfer is voided.
    let isTaken = state.accounts.values.contains { isOwner(asker, of: $0) && $0.entries.has(entryID) }
    guard !isTaken else { throw .alreadyExists(field: "\(name).entry_id") }
    try amount(wish.amount, field: "\(name).amount.minor")
    try require(wish.amount.currency, of: from.state, field: "\(name).amount.currency")
    var received = wish.amount.minor
    if wish.hasReceived {
      try amount(wish.received, field: "\(name).received.minor")
      try require(wish.received.currency, of: into.state, field: "\(name).received.currency")
      received = wish.received.minor
    }
    // In one currency nothing is lost on the way, and between two somebody has to say what arrives.
    let isOneCurrency = from.state.currency == into.state.currency
    guard isOneCurrency ? received == wish.amount.minor : wish.hasReceived else { throw .choiceNotAllowed(field: "\(name).received") }
    var content = AccountEntryContent()
    content.description_p = try words(
      wish.description_p, field: "\(name).description", charactersMax: Limits.entryDescriptionCharacters, required: true)
    content.date = try date(wish.date, field: "\(name).date").description
    guard from.state.fits(wish.amount.minor) else { throw .outOfRange(field: "\(name).amount.minor", from.state.currency) }
    guard into.state.fits(received) else { throw .outOfRange(field: "\(name).received.minor", into.state.currency) }
    (content.kind, content.amount) = (.withdrawal, Money(minor: wish.amount.minor, currency: from.state.currency))
    let out = entrySet(from.id, entryID, content, isTransfer: true)
    (content.kind, content.amount) = (.deposit, Money(minor: received, currency: into.state.currency))
    return Decision(actor: asker.id, events: [out, entrySet(into.id, entryID, content, isTransfer: true)])
  }

  private func entrySet(_ account: AccountID, _ entry: EntryID, _ content: AccountEntryContent, isTransfer: Bool) -> DecidedEvent {
    var set = AccountEntrySet()
    (set.accountID, set.entryID) = (account.description, entry.description)
    (set.content, set.transfer) = (content, isTransfer)
    return DecidedEvent(.accountEntrySet(set))
  }

  private func entry(_ text: String, of account: AccountState, field: String) throws(Rejection) -> AccountEntryState {
    guard let id = EntryID(text) else { throw .malformedID(field: field) }
    guard let entry = account.entries[id] else { throw .unknownEntry(field: field) }
    return entry
  }

  /// Refuses another currency than the account's, if one is named.
  private func require(_ currency: String, of account: AccountState, field: String) throws(Rejection) {
    guard currency.isEmpty || currency == account.currency.code else { throw .choiceNotAllowed(field: field) }
  }
}

extension GroupState {
  /// The deposit that an allowance makes into an account on a date; nil where there is no such account any more, where
  /// it is closed, or where who named it may not write to it or looks after the minor no more (SPEC AC-10).
  ///
  /// What becomes of it is told in the account's lane alone.
  func deposit(_ allowance: AllowanceState, of subject: MemberID, on date: CivilDate) -> DecidedEvent? {
    guard let id = allowance.account, let account = account(id), !account.isClosed, account.currency == allowance.currency,
      account.fits(allowance.minor), let payer = allowance.paidBy.flatMap({ shared.member(shared.members.current($0)) }),
      payer.status == .active, guardians(of: shared.members.current(subject)).contains(payer.id),
      Matrix.standard[.accountsWrite, payer.role].allows(isOwn: writes(payer, to: account), target: nil, shared.policies)
    else { return nil }
    let parts = ["hearth.allowance.entry", group.description, subject.description, allowance.id.description, date.description]
    let entry = EntryID(derivedFrom: parts)
    guard !account.entries.has(entry) else { return nil }
    var set = AccountEntrySet()
    (set.accountID, set.entryID) = (id.description, entry.description)
    set.content.kind = .deposit
    set.content.amount = Money(minor: allowance.minor, currency: allowance.currency)
    set.content.date = date.description
    // The allowance's note is said in the minor's lane alone.
    set.content.description_p = "Allowance"
    return DecidedEvent(.accountEntrySet(set))
  }
}
