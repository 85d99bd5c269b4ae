import HearthProtocol

/// Where the parts of a wish stand in its command; rejections say it.
struct EntryPaths {
  let texts: String
  let money: String

  static let add = EntryPaths(texts: "add_entry.content", money: "add_entry.content")
  static let edit = EntryPaths(texts: "edit_entry.changes", money: "edit_entry.changes.money")
  static let recurring = EntryPaths(texts: "set_recurring.content.template", money: "set_recurring.content.template")
}

/// The part of an entry that sums follow from, complete, with what each one owes.
struct ResolvedMoney {
  let kind: EntryKind
  let amount: Money
  let paid: [Share]
  let split: Split
  let owed: [Share]

  /// As an edit carries it.
  func message(_ conversion: FrozenConversion?) -> EntryMoney {
    var money = EntryMoney()
    money.kind = kind
    money.amount = amount
    money.paid = paid
    money.split = split
    if let conversion { money.conversion = conversion.message }
    return money
  }
}

extension Deliberation {
  func decide(_ wish: AddEntry) throws(Rejection) -> Decision {
    let wished = wish.content
    // Each look at a field of a large message costs, so it is taken once.
    let (kind, amount, split) = (wished.kind, wished.amount, wished.split)
    let asker = try asker(.entriesAdd, evenArchived: kind == .transfer)
    guard let id = EntryID(wish.entryID) else { throw .malformedID(field: "add_entry.entry_id") }
    guard !shared.entries.has(id) else { throw .alreadyExists(field: "add_entry.entry_id") }
    let currency = try figures(kind, amount, .add)
    let conversion = try conversion(of: wished, in: currency, field: "add_entry.content.conversion")

    // Built anew, so that nothing unknown that a peer sent along is stored.
    var content = EntryContent()
    content.description_p = try description(wished.description_p, .add)
    content.note = try note(wished.note, .add)
    content.merchant = try merchant(wished.merchant, .add)
    content.category = try category(wished.category, kind: kind, .add)
    let day = try day(wished.date, .add)
    content.date = day.text
    if wished.hasPlace, let place = try place(wished.place, .add) { content.place = place }
    if !wished.receipts.isEmpty { content.receipts = try receipts(wished.receipts, field: "add_entry.content.receipts") }
    let resolved = try money(
      kind: kind, minor: amount.minor, currency: currency, paid: wished.paid, split: split, asker: asker, .add)
    content.kind = resolved.kind
    content.amount = resolved.amount
    content.paid = resolved.paid
    content.split = resolved.split
    if let conversion { content.conversion = conversion.message }
    if wish.guardDuplicates, let twin = twin(of: content, resolved.owed, currency, day.date, by: asker.id) {
      throw .possibleDuplicate(entry: twin.id, by: twin.addedBy)
    }

    var added = EntryAdded()
    added.entryID = id.text(readFrom: wish.entryID)
    added.content = content
    added.owed = resolved.owed
    let spend = Spend(kind, currency, category: content.category, day: day.date, minor: amount.minor, conversion: conversion)
    var events = [DecidedEvent(.entryAdded(added))]
    if let spend { events += alerts(after: [spend]) }
    return Decision(actor: asker.id, events: events)
  }

  // MARK: Parts of an entry

  /// Kind, amount and currency; the first things looked at.
  func figures(_ kind: EntryKind, _ amount: Money, _ paths: EntryPaths) throws(Rejection) -> Currency {
    switch kind {
    case .expense, .income, .transfer: break
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: paths.money + ".kind")
    }
    guard Limits.amountMinor.contains(amount.minor) else { throw .amountOutOfRange(field: paths.money + ".amount.minor") }
    if let usual = shared.settings?.currency, usual.code == amount.currency { return usual }
    guard let currency = Currency(code: amount.currency) else { throw .unknownCurrency(field: paths.money + ".amount.currency") }
    return currency
  }

  /// Who paid and who owes; the last things looked at.
  ///
  /// - Parameter divided: what each owes, if that is known.
  func money(
    kind: EntryKind, minor: Int64, currency: Currency, paid: [Share], split: Split, asker: MemberState,
    changing entry: EntryState? = nil, divided: ResolvedSplit? = nil, _ paths: EntryPaths
  ) throws(Rejection) -> ResolvedMoney {
    let paid = try payers(paid, asker: asker, minor: minor, currency: currency, field: paths.money + ".paid")
    let owed: ResolvedSplit
    if let divided {
      owed = divided
    } else {
      owed = try resolve(
        split.method, kind: kind, minor: minor, currency: currency, paid: paid, asker: asker, field: paths.money + ".split")
    }
    if kind == .transfer {
      guard paid.count == 1, owed.shares.count == 1, paid[0].memberID != owed.shares[0].memberID else {
        throw .transferNeedsTwoMembers(field: paths.money + ".split")
      }
    }
    try checkWhoIsThere(paid, kind: kind, changing: entry, field: paths.money + ".paid")
    try checkWhoIsThere(owed.shares, kind: kind, changing: entry, field: paths.money + ".split")
    guard shared.balances.fits(minor, currency) else { throw .outOfRange(field: paths.money + ".amount.minor", currency) }
    return ResolvedMoney(
      kind: kind, amount: Money(minor: minor, currency: currency), paid: paid, split: owed.split, owed: owed.shares)
  }

  /// A member who has left takes part in transfers, which settle what they owe, and in entries that name them already,
  /// and in nothing else.
  private func checkWhoIsThere(
    _ shares: [Share], kind: EntryKind, changing entry: EntryState?, field: @autoclosure () -> String
  ) throws(Rejection) {
    // The usual case, in which nobody has to be looked up.
    guard !shared.members.areAllPresent else { return }
    for share in shares {
      guard let member = MemberID(share.memberID).flatMap({ shared.member($0) }), !member.isPresent else { continue }
      guard entry?.names(member.id) == true || (kind == .transfer && !member.isReplaced) else { throw .memberNotActive(field: field()) }
    }
  }

  func description(_ text: String, _ paths: EntryPaths) throws(Rejection) -> String {
    try words(text, field: paths.texts + ".description", charactersMax: Limits.entryDescriptionCharacters, required: true)
  }

  func note(_ text: String, _ paths: EntryPaths) throws(Rejection) -> String {
    try note(text, field: paths.texts + ".note")
  }

  func merchant(_ text: String, _ paths: EntryPaths) throws(Rejection) -> String {
    try words(text, field: paths.texts + ".merchant", charactersMax: Limits.merchantCharacters)
  }

  /// The day, and as text; empty means today.
  func day(_ text: String, _ paths: EntryPaths) throws(Rejection) -> (date: CivilDate, text: String) {
    let date = try date(text, field: paths.texts + ".date")
    // What parses is written in the one form that dates have.
    return (date, text.isEmpty ? date.description : text)
  }

  /// The category's key.
  ///
  /// - Parameter kept: what an entry has already; it stays when the category was retired since.
  func category(_ key: String, kind: EntryKind, keeping kept: String = "", _ paths: EntryPaths) throws(Rejection) -> String {
    if key.isEmpty { return key }
    guard let place = shared.categoryPlaces[key] else { throw .unknownCategory(field: paths.texts + ".category") }
    guard !shared.categories[place].retired || key == kept else { throw .categoryRetired(field: paths.texts + ".category") }
    let fits: Bool
    switch kind {
    case .expense: fits = shared.categories[place].forExpense
    case .income: fits = shared.categories[place].forIncome
    case .transfer, .unspecified, .UNRECOGNIZED: fits = false
    }
    guard fits else { throw .categoryDoesNotFit(field: paths.texts + ".category") }
    return shared.categories[place].key
  }

  /// The place, built anew; nil when nothing is said of it (product 182).
  func place(_ wished: Place, _ paths: EntryPaths) throws(Rejection) -> Place? {
    let field = paths.texts + ".place"
    var place = Place()
    place.city = try words(wished.city, field: field + ".city", charactersMax: Limits.placeCharacters)
    place.country = try words(wished.country, field: field + ".country", charactersMax: Limits.placeCharacters)
    if wished.hasLatitudeMicro || wished.hasLongitudeMicro {
      guard wished.hasLatitudeMicro, wished.hasLongitudeMicro, Limits.latitudeMicro.contains(wished.latitudeMicro),
        Limits.longitudeMicro.contains(wished.longitudeMicro)
      else { throw .choiceNotAllowed(field: field) }
      place.latitudeMicro = wished.latitudeMicro
      place.longitudeMicro = wished.longitudeMicro
    }
    return place == Place() ? nil : place
  }

  /// References to files, built anew (product 183).
  func receipts(_ wished: [Receipt], field: String) throws(Rejection) -> [Receipt] {
    guard wished.count <= Limits.receipts else { throw .tooManyReceipts(field: field) }
    var receipts: [Receipt] = []
    for (place, wish) in wished.enumerated() {
      let path = "\(field)[\(place)]"
      guard wish.sha256.count == 32, !receipts.contains(where: { $0.sha256 == wish.sha256 }) else {
        throw .choiceNotAllowed(field: path + ".sha256")
      }
      guard Limits.receiptBytes.contains(wish.sizeBytes) else { throw .choiceNotAllowed(field: path + ".size_bytes") }
      var receipt = Receipt()
      receipt.sha256 = wish.sha256
      receipt.sizeBytes = wish.sizeBytes
      receipt.mediaType = try words(wish.mediaType, field: path + ".media_type", charactersMax: Limits.placeCharacters, required: true)
      receipt.name = try words(wish.name, field: path + ".name", charactersMax: Limits.placeCharacters)
      receipts.append(receipt)
    }
    return receipts
  }

  private func payers(
    _ wished: [Share], asker: MemberState, minor: Int64, currency: Currency, field: @autoclosure () -> String
  ) throws(Rejection) -> [Share] {
    if wished.isEmpty { return [Share(memberText: asker.idText, minor: minor)] }
    let paid = try shares(wished, field: field())
    // Limit: a hundred shares of at most 10^15 stay within 64 bits.
    let total = paid.reduce(0) { $0 + $1.minor }
    guard total == minor else { throw .paidDoesNotAddUp(field: field(), Difference(total: total, wanted: minor, currency: currency)) }
    return paid
  }
}
