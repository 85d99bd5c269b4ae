import HearthProtocol

extension EntryTable {
  /// The entries of the state. Equal states give equal tables.
  init(_ shared: SharedState) {
    self.init()
    for (place, entry) in shared.entries.enumerated() {
      entryIds.append(entry.id.high)
      entryIds.append(entry.id.low)
      kinds.append(entry.kind)
      minors.append(entry.minor)
      days.append(Int32(entry.date.daysSince1970))
      descriptions.append(entry.description)
      categories.append(shared.categoryPlaces[entry.category].map { UInt32($0) + 1 } ?? 0)
      payers.append(UInt32(entry.payers))
      debtors.append(UInt32(entry.owedShares.count))
      for share in entry.shares {
        shareMembers.append(UInt32(share.member))
        shareMinors.append(share.minor)
      }
      splits.append(entry.splitKind.message)
      splitFigures += entry.figures
      addedBy.append(UInt32(entry.addedByNumber))
      addedAtMs.append(entry.addedAt)
      positions.append(entry.position.rawValue)
      if let remark = EntryRemark(entry, place: UInt32(place), usual: shared.settings?.currency) { remarks.append(remark) }
    }
  }
}

extension EntryRemark {
  /// What the columns do not have; nil when they say all.
  fileprivate init?(_ entry: EntryState, place: UInt32, usual: Currency?) {
    let isForeign = entry.currency != usual
    guard isForeign || entry.story != nil || entry.conversion != nil || !entry.note.isEmpty || !entry.merchant.isEmpty else {
      return nil
    }
    self.init()
    self.place = place
    if isForeign { currency = entry.currency.code }
    note = entry.note
    merchant = entry.merchant
    if let story = entry.story {
      version = story.version.rawValue
      if story.message != EntryStory() { self.story = story.message }
    }
    if let conversion = entry.conversion { self.conversion = conversion.message }
  }
}

extension SharedState {
  /// Adds the entries of a table. Nobody has a copy of the state meanwhile.
  mutating func add(_ table: EntryTable) throws(HistoryFlaw) {
    guard !table.kinds.isEmpty else { return try EntryTableReader(table, usual: nil, in: self).finish() }
    guard let usual = settings?.currency else { throw .malformed("currency") }
    var reader = try EntryTableReader(table, usual: usual, in: self)
    var sums = GatheredSums(categories: categories.map(\.key))
    while let (entry, category) = try reader.next(in: self) {
      try keep(entry)
      guard !entry.isVoided else { continue }
      balances.book(entry)
      bookMinors(of: entry, isTakenBack: false)
      sums.book(entry, category: category)
    }
    try reader.finish()
    // A snapshot's budgets are read behind its entries, from what was spent.
    days.book(sums)
    spending.book(sums)
    debts.book(sums)
  }
}

/// Walks a table from its first entry to its last.
private struct EntryTableReader {
  private let table: EntryTable
  private let usual: Currency?
  private let roster: Roster
  private let categories: [String]
  private var place = 0
  /// How far the columns are read that have several values an entry, or none.
  private var share = 0
  private var figure = 0
  private var remark = 0
  /// Of the entry that is read.
  private var shares: [PackedShare] = []
  /// The place of the next entry with a remark; nil when none is left.
  private var remarked: UInt32?

  /// - Parameter usual: the currency of entries that name none.
  init(_ table: EntryTable, usual: Currency?, in shared: SharedState) throws(HistoryFlaw) {
    let count = table.kinds.count
    guard
      [
        table.minors.count, table.days.count, table.descriptions.count, table.categories.count, table.payers.count, table.debtors.count,
        table.splits.count, table.addedBy.count, table.addedAtMs.count, table.positions.count,
      ].allSatisfy({ $0 == count }), table.entryIds.count == count * 2, table.shareMembers.count == table.shareMinors.count
    else { throw .malformed("entry_table") }
    self.table = table
    self.usual = usual
    (roster, categories) = (shared.roster, shared.categories.map(\.key))
    remarked = table.remarks.first?.place
  }

  /// The next entry and the number of its category, counted from 1, 0 for none; nil when there is no entry left.
  mutating func next(in shared: SharedState) throws(HistoryFlaw) -> (entry: EntryState, category: Int)? {
    guard place < table.kinds.count, let usual else { return nil }
    guard let split = EntryFigures.Kind(table.splits[place]) else { throw .malformed("split") }
    guard table.addedBy[place] < roster.ids.count, table.categories[place] <= categories.count else {
      throw .contradiction(.namesKnown)
    }
    let category = Int(table.categories[place])
    try readShares(in: shared)
    let money = EntryFigures(
      kind: table.kinds[place], minor: table.minors[place], currency: usual, shares: shares, payers: Int(table.payers[place]),
      splitKind: split, figures: split.hasFigures ? try figures() : [])
    try shared.check(money)
    var fields = EntryFields(
      id: EntryID(high: table.entryIds[place * 2], low: table.entryIds[place * 2 + 1]), money: money, roster: roster,
      description: table.descriptions[place], category: category == 0 ? "" : categories[category - 1], note: "", merchant: "",
      addedAt: table.addedAtMs[place], position: LanePosition(table.positions[place]),
      date: CivilDate(daysSince1970: Int(table.days[place])), addedBy: UInt16(truncatingIfNeeded: table.addedBy[place]))
    if let remarked, remarked == place {
      try fill(&fields, table.remarks[remark], in: shared)
      remark += 1
      self.remarked = remark < table.remarks.count ? table.remarks[remark].place : nil
    }
    place += 1
    return (EntryState(fields), category)
  }

  /// Whether everything that the table has was some entry's.
  func finish() throws(HistoryFlaw) {
    guard share == table.shareMembers.count, figure == table.splitFigures.count, remark == table.remarks.count else {
      throw .malformed("entry_table")
    }
  }

  /// Adds what the columns do not have.
  private func fill(_ fields: inout EntryFields, _ remark: EntryRemark, in shared: SharedState) throws(HistoryFlaw) {
    if !remark.currency.isEmpty {
      guard let currency = Currency(code: remark.currency) else { throw .malformed("currency") }
      fields.money.currency = currency
    }
    fields.note = remark.note
    fields.merchant = remark.merchant
    fields.story = try shared.story(remark.hasStory ? remark.story : nil, version: remark.version)
    fields.conversion = try FrozenConversion(remark.hasConversion ? remark.conversion : nil, of: fields.money.currency)
  }

  private mutating func readShares(in shared: SharedState) throws(HistoryFlaw) {
    let (payers, debtors) = (Int(table.payers[place]), Int(table.debtors[place]))
    guard payers <= Limits.portions, debtors <= table.shareMembers.count, share + payers + debtors <= table.shareMembers.count else {
      throw .contradiction(.sumsMatch)
    }
    shares.removeAll(keepingCapacity: true)
    try appendSide(of: payers, in: shared)
    try appendSide(of: debtors, in: shared)
  }

  private mutating func appendSide(of count: Int, in shared: SharedState) throws(HistoryFlaw) {
    var left = table.minors[place]
    let start = shares.count
    for next in share..<share + count {
      guard table.shareMembers[next] < roster.ids.count else { throw .contradiction(.namesKnown) }
      try shared.append(Int(table.shareMembers[next]), table.shareMinors[next], left: &left, to: &shares, from: start)
    }
    guard left == 0 else { throw .contradiction(.sumsMatch) }
    share += count
  }

  private mutating func figures() throws(HistoryFlaw) -> [Int64] {
    let count = Int(table.debtors[place])
    guard figure + count <= table.splitFigures.count else { throw .contradiction(.sumsMatch) }
    figure += count
    return Array(table.splitFigures[figure - count..<figure])
  }
}
