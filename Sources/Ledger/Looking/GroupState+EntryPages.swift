import HearthProtocol

extension GroupState {
  // Limit: entries of one page, unless fewer are asked for.
  private static let entriesUsual = 50
  private static let entriesMax = 100
  // Limit: shares in one page, so that it stays near 256 KiB; the entry with which there are as many is its last.
  private static let sharesMax = 2_000
  // Limit: entries that are looked at for one page; the next one goes on from there.
  private static let searchedMax = 10_000

  /// Answers a page of entries as they now stand, those added last first (SPEC QR-02).
  ///
  /// - Throws: `malformedID`, `unknownEntry`, `textTooLong`, `choiceNotAllowed`, `unknownCategory`, `malformedMember`,
  ///   `unknownMember`, `dateMalformed` or `unknownCurrency`.
  public func entries(_ request: ReadEntries) throws(Rejection) -> Entries {
    var answer = Entries()
    answer.groupID = group.description
    if !request.entryID.isEmpty {
      guard let id = EntryID(request.entryID) else { throw .malformedID(field: "read_entries.entry_id") }
      guard let entry = shared.entries[id] else { throw .unknownEntry(field: "read_entries.entry_id") }
      answer.entries = [entry.listed]
      if request.withStanding { shared.addStandings(of: [entry], to: &answer.entries) }
      return answer
    }
    let choice = try EntryChoice(request, in: shared)
    var search = try EntrySearch(request.search, field: "read_entries.search", in: shared)
    let most = request.limit == 0 ? Self.entriesUsual : min(Int(request.limit), Self.entriesMax)
    let end = request.before == 0 ? shared.entries.count : shared.entries.count { $0 < request.before }
    let last = max(0, end - Self.searchedMax)
    var shares = 0
    var chosen: [EntryState] = []
    var place = end
    while place > last, chosen.count < most, shares < Self.sharesMax, search?.bytes ?? 0 < EntrySearch.bytesMax {
      place -= 1
      let entry = shared.entries[place]
      guard choice.includes(entry), search?.fits(entry) != false else { continue }
      shares += entry.paid.count + entry.owed.count
      // Nobody owes more of those who paid than there are.
      if request.withStanding { shares += min(entry.paid.count * entry.owed.count, SharedState.standingSharesMax) }
      chosen.append(entry)
    }
    answer.entries = chosen.map(\.listed)
    if request.withStanding { shared.addStandings(of: chosen, to: &answer.entries) }
    if place > 0, place < shared.entries.count { answer.next = shared.entries[place].position.rawValue }
    return answer
  }
}

extension PersistentList where Value == EntryState {
  /// How many stand at positions that fulfil the condition, which all up to some place do and none behind it.
  fileprivate func count(_ isBefore: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle].position.rawValue) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SharedState {
  // Limit: shares of one entry with how far they are settled; the others are counted.
  static let standingSharesMax = 300

  /// Says of listed entries how they stand. Walks all entries of their currencies, so a server does it off its loops.
  fileprivate func addStandings(of chosen: [EntryState], to listed: inout [ListedEntry]) {
    let shares = shares(of: chosen)
    for (place, entry) in chosen.enumerated() {
      listed[place].standing = EntryStanding(entry, shares[entry.id] ?? [], sharesMax: Self.standingSharesMax)
    }
  }
}

extension EntryState {
  /// The entry with what an edit of it is based on.
  public var listed: ListedEntry {
    var listed = ListedEntry()
    listed.entry = message
    listed.version = version.rawValue
    listed.voided = isVoided
    return listed
  }
}

/// Which entries somebody wants to see.
private struct EntryChoice {
  private let kind: EntryKind?
  private let category: String
  private let member: MemberID?
  private let from: CivilDate?
  private let to: CivilDate?
  private let currency: Currency?
  private let withVoided: Bool

  init(_ request: ReadEntries, in shared: SharedState) throws(Rejection) {
    switch request.kind {
    case .unspecified: kind = nil
    case .expense, .income, .transfer: kind = request.kind
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: "read_entries.kind")
    }
    category = request.category
    guard category.isEmpty || shared.category(category) != nil else { throw .unknownCategory(field: "read_entries.category") }
    member = try Self.member(request.memberID, in: shared)
    from = try Self.date(request.from, "read_entries.from")
    to = try Self.date(request.to, "read_entries.to")
    currency = Currency(code: request.currency)
    guard request.currency.isEmpty || currency != nil else { throw .unknownCurrency(field: "read_entries.currency") }
    withVoided = request.withVoided
  }

  private static func member(_ text: String, in shared: SharedState) throws(Rejection) -> MemberID? {
    if text.isEmpty { return nil }
    guard let id = MemberID(text) else { throw .malformedMember(field: "read_entries.member_id") }
    guard shared.member(id) != nil else { throw .unknownMember(field: "read_entries.member_id") }
    return id
  }

  private static func date(_ text: String, _ field: String) throws(Rejection) -> CivilDate? {
    if text.isEmpty { return nil }
    guard let date = CivilDate(iso8601: text) else { throw .dateMalformed(field: field) }
    return date
  }

  func includes(_ entry: EntryState) -> Bool {
    if entry.isVoided, !withVoided { return false }
    if let kind, entry.kind != kind { return false }
    if !category.isEmpty, entry.category != category { return false }
    if let from, entry.date < from { return false }
    if let to, entry.date > to { return false }
    if let currency, entry.currency != currency { return false }
    guard let member else { return true }
    return entry.paid.contains { $0.member == member } || entry.owed.contains { $0.member == member }
  }
}
