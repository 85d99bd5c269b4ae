import HearthProtocol

// Folding. Each function checks first and changes then, so that a fault leaves the state as it was. Commands were judged when they were
// decided; what is checked again here are the invariants that keep amounts right and references whole.
extension SharedState {
  mutating func create(_ event: GroupCreated, by author: String, at instant: Int64) throws(HistoryFault) {
    guard settings == nil else { throw .contradiction(.groupCreatedOnce) }
    guard let currency = Currency(code: event.currency) else { throw .malformed("currency") }
    var places: [String: Int] = [:]
    for (place, category) in event.categories.enumerated() {
      guard places.updateValue(place, forKey: category.key) == nil else { throw .contradiction(.idsUnique) }
    }
    let template = try event.template.orFamily
    settings = GroupSettings(
      name: event.name, currency: currency, timeZone: event.timeZone, icon: event.icon, description: event.description_p,
      membersMax: Int(event.membersMax), template: template, weekStart: try event.weekStartsOn.orMonday, createdAt: instant,
      createdBy: MemberID(author), updatedAt: instant)
    policies = Policies(template: template)
    categories = event.categories
    categoryPlaces = places
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - id: as the event has it; `content`, `owed` and `author` likewise.
  ///   - instant: milliseconds since 1970.
  mutating func add(
    entry id: String, _ content: EntryContent, owed: [Share], by author: String, at instant: Int64, _ position: LanePosition
  ) throws(HistoryFault) {
    let entry = try read(entry: id, content, owed: owed, by: author, at: instant, position)
    guard !entries.has(entry.id) else { throw .contradiction(.idsUnique) }
    guard balances.fits(entry.minor, entry.currency) else { throw .contradiction(.amountsInRange) }
    balances.book(entry)
    members.note(named: entry.addedBy)
    for portion in entry.paid { members.note(named: portion.member) }
    for portion in entry.owed { members.note(named: portion.member) }
    bookSpending(of: entry)
    debts.book(entry)
    entries.set(entry, for: entry.id)
  }

  private func read(
    entry: String, _ content: EntryContent, owed shares: [Share], by author: String, at instant: Int64, _ position: LanePosition
  ) throws(HistoryFault) -> EntryState {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let id = EntryID(entry) else { throw .malformed("entry_id") }
    guard let addedBy = MemberID(author) else { throw .malformed("member_id") }
    guard member(addedBy) != nil else { throw .contradiction(.namesKnown) }
    guard let currency = Currency(code: content.amount.currency) else { throw .malformed("currency") }
    guard let date = CivilDate(iso8601: content.date) else { throw .malformed("date") }
    switch content.kind {
    case .expense, .income, .transfer: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("kind")
    }
    guard content.category.isEmpty || categoryPlaces[content.category] != nil else { throw .contradiction(.namesKnown) }
    let minor = content.amount.minor
    guard Limits.amountMinor.contains(minor) else { throw .contradiction(.amountsInRange) }
    let paid = try portions(content.paid, total: minor)
    let owed = try portions(shares, total: minor)
    return EntryState(
      id: id, kind: content.kind, minor: minor, currency: currency, date: date, description: content.description_p,
      category: content.category, note: content.note, merchant: content.merchant, paid: paid, owed: owed,
      split: try method(content.split, owed: owed), addedBy: addedBy, addedAt: instant,
      position: position, conversion: try FrozenConversion(content, of: currency))
  }

  private func portions(_ shares: [Share], total: Int64) throws(HistoryFault) -> [Portion] {
    var portions: [Portion] = []
    portions.reserveCapacity(shares.count)
    var left = total
    for share in shares {
      guard let id = MemberID(share.memberID) else { throw .malformed("member_id") }
      guard member(id) != nil else { throw .contradiction(.namesKnown) }
      guard share.minor >= 0, share.minor <= left else { throw .contradiction(.sumsMatch) }
      guard !portions.contains(where: { $0.member == id }) else { throw .contradiction(.idsUnique) }
      left -= share.minor
      portions.append(Portion(member: id, minor: share.minor))
    }
    guard left == 0 else { throw .contradiction(.sumsMatch) }
    return portions
  }

  /// The split as the entry's state keeps it: it must name the members of `owed`, in their order.
  private func method(_ split: Split, owed: [Portion]) throws(HistoryFault) -> SplitMethod {
    let names: [String]
    let method: SplitMethod
    switch split.method {
    case .equal(let equal):
      names = equal.memberIds
      method = .equal
    case .percentage(let percentage):
      names = percentage.shares.map(\.memberID)
      method = .percentage(percentage.shares.map(\.basisPoints))
    case .exact(let exact):
      guard zip(exact.shares, owed).allSatisfy({ $0.minor == $1.minor }) else { throw .contradiction(.sumsMatch) }
      names = exact.shares.map(\.memberID)
      method = .exact
    case nil: throw .malformed("split")
    }
    guard names.count == owed.count, zip(names, owed).allSatisfy({ MemberID($0) == $1.member }) else { throw .contradiction(.namesKnown) }
    return method
  }
}
