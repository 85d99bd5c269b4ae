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
  /// Adds the entries of a table.
  mutating func add(_ table: EntryTable) throws(HistoryFlaw) {
    var reader = try EntryTableReader(table)
    while let entry = try reader.next(in: self) { try admit(entry) }
    try reader.finish()
  }
}

/// Walks a table from its first entry to its last.
private struct EntryTableReader {
  private let table: EntryTable
  private var place = 0
  /// How far the columns are read that have several values an entry, or none.
  private var share = 0
  private var figure = 0
  private var remark = 0

  init(_ table: EntryTable) throws(HistoryFlaw) {
    let count = table.kinds.count
    guard
      [
        table.minors.count, table.days.count, table.descriptions.count, table.categories.count, table.payers.count, table.debtors.count,
        table.splits.count, table.addedBy.count, table.addedAtMs.count, table.positions.count,
      ].allSatisfy({ $0 == count }), table.entryIds.count == count * 2, table.shareMembers.count == table.shareMinors.count
    else { throw .malformed("entry_table") }
    self.table = table
  }

  /// The next entry; nil when there is none.
  mutating func next(in shared: SharedState) throws(HistoryFlaw) -> EntryState? {
    guard place < table.kinds.count else { return nil }
    guard let usual = shared.settings?.currency else { throw .malformed("currency") }
    guard let split = EntryFigures.Kind(table.splits[place]) else { throw .malformed("split") }
    guard table.addedBy[place] < shared.roster.ids.count, table.categories[place] <= shared.categories.count else {
      throw .contradiction(.namesKnown)
    }
    let category = Int(table.categories[place])
    let shares = try shares(in: shared)
    let money = EntryFigures(
      kind: table.kinds[place], minor: table.minors[place], currency: usual, shares: shares, payers: Int(table.payers[place]),
      splitKind: split, figures: split.hasFigures ? try figures() : [])
    try shared.check(money)
    var fields = EntryFields(
      id: EntryID(high: table.entryIds[place * 2], low: table.entryIds[place * 2 + 1]), money: money, roster: shared.roster,
      description: table.descriptions[place], category: category == 0 ? "" : shared.categories[category - 1].key, note: "", merchant: "",
      addedAt: table.addedAtMs[place], position: LanePosition(table.positions[place]),
      date: CivilDate(daysSince1970: Int(table.days[place])), addedBy: UInt16(truncatingIfNeeded: table.addedBy[place]))
    if remark < table.remarks.count, table.remarks[remark].place == place {
      try fill(&fields, table.remarks[remark], in: shared)
      remark += 1
    }
    place += 1
    return EntryState(fields)
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

  private mutating func shares(in shared: SharedState) throws(HistoryFlaw) -> [PackedShare] {
    let (payers, debtors) = (Int(table.payers[place]), Int(table.debtors[place]))
    guard payers <= Limits.portions, debtors <= table.shareMembers.count, share + payers + debtors <= table.shareMembers.count else {
      throw .contradiction(.sumsMatch)
    }
    var shares: [PackedShare] = []
    shares.reserveCapacity(payers + debtors)
    let members = shared.roster.ids.count
    for count in [payers, debtors] {
      var left = table.minors[place]
      let start = shares.count
      for _ in 0..<count {
        guard table.shareMembers[share] < members else { throw .contradiction(.namesKnown) }
        try shared.append(Int(table.shareMembers[share]), table.shareMinors[share], left: &left, to: &shares, from: start)
        share += 1
      }
      guard left == 0 else { throw .contradiction(.sumsMatch) }
    }
    return shares
  }

  private mutating func figures() throws(HistoryFlaw) -> [Int64] {
    let count = Int(table.debtors[place])
    guard figure + count <= table.splitFigures.count else { throw .contradiction(.sumsMatch) }
    figure += count
    return Array(table.splitFigures[figure - count..<figure])
  }
}
