import HearthProtocol

// Folding what concerns entries. Each function checks first and changes then.
extension SharedState {
  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - id: as the event has it; `content`, `owed` and `author` likewise.
  ///   - instant: milliseconds since 1970.
  ///   - booked: by which rule and as which instalment the server booked it; nil when its author added it.
  mutating func add(
    entry id: String, _ content: EntryContent, owed: [Share], by author: String, at instant: Int64, _ position: LanePosition,
    booked: EntryStory? = nil
  ) throws(HistoryFlaw) {
    let entry = try read(id, content, owed: owed, by: author, at: instant, position, booked: booked)
    try admit(entry)
    // What the server books is nobody's act.
    guard booked == nil, let author = roster.number(of: entry.addedBy) else { return }
    acts[author].last = UndoableAct(entry: entry.id, act: .added, version: position)
  }

  /// Reads an entry as the event that adds it has it; nothing of the state changes.
  func read(
    _ id: String, _ content: EntryContent, owed: [Share], by author: String, at instant: Int64, _ position: LanePosition,
    booked: EntryStory?
  ) throws(HistoryFlaw) -> EntryState {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let id = EntryID(id) else { throw .malformed("entry_id") }
    guard let addedBy = MemberID(author) else { throw .malformed("member_id") }
    guard let author = roster.number(of: addedBy) else { throw .contradiction(.namesKnown) }
    guard let date = CivilDate(iso8601: content.date) else { throw .malformed("date") }
    let money = try figures(
      kind: content.kind, amount: content.amount, paid: content.paid, split: content.split, owed: owed)
    var story: EntryStoryState?
    if content.hasPlace || !content.receipts.isEmpty || booked != nil {
      var message = booked ?? EntryStory()
      if content.hasPlace { message.place = content.place }
      message.receipts = content.receipts
      story = EntryStoryState(message, version: position)
    }
    return EntryState(
      EntryFields(
        id: id, money: money, roster: roster, description: content.description_p, category: try own(content.category),
        note: content.note, merchant: content.merchant, addedAt: instant, position: position, story: story,
        conversion: try FrozenConversion(content, of: money.currency), date: date, addedBy: UInt16(truncatingIfNeeded: author)))
  }

  /// Adds an entry as a snapshot has it.
  mutating func add(_ row: EntryRow) throws(HistoryFlaw) { try admit(read(row)) }

  /// Adds an entry that was read, from an event or a snapshot.
  mutating func admit(_ entry: EntryState) throws(HistoryFlaw) {
    try keep(entry)
    guard !entry.isVoided else { return }
    balances.book(entry)
    bookSpending(of: entry)
    debts.book(entry)
  }

  /// Puts an entry behind the others; its sums are booked by who calls this.
  mutating func keep(_ entry: EntryState) throws(HistoryFlaw) {
    guard entry.isVoided || balances.fits(entry.minor, entry.currency) else { throw .contradiction(.amountsInRange) }
    guard entries.add(entry, for: entry.id) else { throw .contradiction(.idsUnique) }
    note(namedIn: entry)
  }

  /// Remembers whom the entry names.
  mutating func note(namedIn entry: EntryState) {
    // Nearly always all of them were named before, and to look costs less than to write.
    guard !members.haveBeenNamed(entry) else { return }
    members.note(named: Int(entry.addedByNumber))
    for share in entry.shares { members.note(named: share.member) }
  }

  /// Reads an entry as a snapshot has it; nothing of the state changes.
  func read(_ row: EntryRow) throws(HistoryFlaw) -> EntryState {
    guard let id = EntryID(row.entryID) else { throw .malformed("entry_id") }
    guard let currency = currency(row.currency) else { throw .malformed("currency") }
    guard let date = CivilDate(iso8601: row.date) else { throw .malformed("date") }
    guard let split = EntryFigures.Kind(row.split) else { throw .malformed("split") }
    guard row.addedBy < roster.ids.count else { throw .contradiction(.namesKnown) }
    guard row.paidBy.count == row.paidMinor.count, row.owedBy.count == row.owedMinor.count, row.paidBy.count <= Limits.portions else {
      throw .contradiction(.sumsMatch)
    }
    var shares: [PackedShare] = []
    shares.reserveCapacity(row.paidBy.count + row.owedBy.count)
    try append(row.paidBy, row.paidMinor, total: row.minor, to: &shares)
    try append(row.owedBy, row.owedMinor, total: row.minor, to: &shares)
    let money = EntryFigures(
      kind: row.kind, minor: row.minor, currency: currency, shares: shares, payers: row.paidBy.count, splitKind: split,
      figures: row.splitFigures)
    try check(money)
    return EntryState(
      EntryFields(
        id: id, money: money, roster: roster, description: row.description_p, category: try own(row.category), note: row.note,
        merchant: row.merchant, addedAt: row.addedAtMs, position: LanePosition(row.position),
        story: try story(row.hasStory ? row.story : nil, version: row.version),
        conversion: try FrozenConversion(row.hasConversion ? row.conversion : nil, of: currency), date: date,
        addedBy: UInt16(truncatingIfNeeded: row.addedBy)))
  }

  /// The part of an entry that few have; nil when there is nothing to say.
  func story(_ message: EntryStory?, version: UInt64) throws(HistoryFlaw) -> EntryStoryState? {
    if version == 0 && message == nil { return nil }
    let story = message ?? EntryStory()
    guard story.names(onlyBelow: roster.ids.count) else { throw .contradiction(.namesKnown) }
    return EntryStoryState(story, version: LanePosition(version))
  }

  /// Whether figures that were read can be an entry's.
  func check(_ money: EntryFigures) throws(HistoryFlaw) {
    try check(kind: money.kind, minor: money.minor)
    guard money.figures.count == (money.splitKind.hasFigures ? money.shares.count - Int(money.payers) : 0) else {
      throw .contradiction(.sumsMatch)
    }
  }

  /// Reads the part of an entry that sums follow from.
  func figures(
    kind: EntryKind, amount: Money, paid: [Share], split: Split, owed: [Share]
  ) throws(HistoryFlaw) -> EntryFigures {
    guard let currency = currency(amount.currency) else { throw .malformed("currency") }
    try check(kind: kind, minor: amount.minor)
    guard paid.count <= Limits.portions else { throw .contradiction(.sumsMatch) }
    var shares: [PackedShare] = []
    shares.reserveCapacity(paid.count + owed.count)
    try append(paid, total: amount.minor, to: &shares)
    try append(owed, total: amount.minor, to: &shares)
    let (method, figures) = try method(split, owed: owed)
    return EntryFigures(
      kind: kind, minor: amount.minor, currency: currency, shares: shares, payers: paid.count, splitKind: method, figures: figures)
  }

  /// The group's own key, so that entries share its bytes.
  func own(_ category: String) throws(HistoryFlaw) -> String {
    if category.isEmpty { return "" }
    guard let place = categoryPlaces[category] else { throw .contradiction(.namesKnown) }
    return categories[place].key
  }

  func currency(_ code: String) -> Currency? {
    if let usual = settings?.currency, usual.code == code { return usual }
    return Currency(code: code)
  }

  private func check(kind: EntryKind, minor: Int64) throws(HistoryFlaw) {
    switch kind {
    case .expense, .income, .transfer: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("kind")
    }
    guard Limits.amountMinor.contains(minor) else { throw .contradiction(.amountsInRange) }
  }

  private func append(_ wished: [Share], total: Int64, to shares: inout [PackedShare]) throws(HistoryFlaw) {
    let start = shares.count
    var left = total
    for share in wished {
      guard let id = MemberID(share.memberID) else { throw .malformed("member_id") }
      guard let number = roster.number(of: id) else { throw .contradiction(.namesKnown) }
      try append(number, share.minor, left: &left, to: &shares, from: start)
    }
    guard left == 0 else { throw .contradiction(.sumsMatch) }
  }

  private func append(_ numbers: [UInt32], _ minors: [Int64], total: Int64, to shares: inout [PackedShare]) throws(HistoryFlaw) {
    let start = shares.count
    var left = total
    for place in numbers.indices {
      guard numbers[place] < roster.ids.count else { throw .contradiction(.namesKnown) }
      try append(Int(numbers[place]), minors[place], left: &left, to: &shares, from: start)
    }
    guard left == 0 else { throw .contradiction(.sumsMatch) }
  }

  /// Adds one of an entry's shares of a side.
  ///
  /// - Parameters:
  ///   - left: what the shares of this side still have to come to.
  ///   - start: where this side begins in `shares`.
  func append(
    _ number: Int, _ minor: Int64, left: inout Int64, to shares: inout [PackedShare], from start: Int
  ) throws(HistoryFlaw) {
    guard minor >= 0, minor <= left else { throw .contradiction(.sumsMatch) }
    for place in start..<shares.count where shares[place].member == number { throw .contradiction(.idsUnique) }
    left -= minor
    shares.append(PackedShare(member: number, minor: minor))
  }

  /// The split as the entry's state keeps it: it must name the members of `owed`, in their order.
  private func method(_ split: Split, owed: [Share]) throws(HistoryFlaw) -> (EntryFigures.Kind, [Int64]) {
    switch split.method {
    case .equal(let equal):
      try compare(equal.memberIds, owed)
      return (.equal, [])
    case .percentage(let percentage):
      try compare(percentage.shares.lazy.map(\.memberID), owed)
      return (.percentage, percentage.shares.map { Int64($0.basisPoints) })
    case .exact(let exact):
      guard zip(exact.shares, owed).allSatisfy({ $0.minor == $1.minor }) else { throw .contradiction(.sumsMatch) }
      try compare(exact.shares.lazy.map(\.memberID), owed)
      return (.exact, [])
    case .weights(let weights):
      try compare(weights.shares.lazy.map(\.memberID), owed)
      return (.weights, weights.shares.map { Int64($0.weight) })
    case .income(let income):
      try compare(income.memberIds, owed)
      return (.income, [])
    case nil: throw .malformed("split")
    }
  }

  private func compare(_ names: some Collection<String>, _ owed: [Share]) throws(HistoryFlaw) {
    guard names.count == owed.count, zip(names, owed).allSatisfy({ $0 == $1.memberID || MemberID($0) == MemberID($1.memberID) }) else {
      throw .contradiction(.namesKnown)
    }
  }
}

extension EntryFigures.Kind {
  /// Whether each who owes has a figure.
  var hasFigures: Bool {
    switch self {
    case .percentage, .weights: true
    case .equal, .exact, .income: false
    }
  }
}
