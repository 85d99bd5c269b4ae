import HearthProtocol

/// What is between a minor and their guardians: the fold of lane `minor/<member>`.
///
/// It says nothing of members that it could be compared with: a reader may receive the lane before what lane `shared`
/// has. So it also names guardians who may not be any more; who reads the lane follows from both (SPEC LN-14).
public struct MinorState: Sendable {
  /// Whether anything has happened in the lane.
  public private(set) var hasBegun = false
  /// Besides the owner, in the order of adding.
  public private(set) var guardians: [GuardianState] = []
  /// The role that the minor asks for; nil: none.
  public private(set) var requestedRole: Role?
  /// What the minor has spent, in the order of noting; voided records too.
  public private(set) var spending = PersistentList<EntryID, SpendingState>()
  /// Limits on it, in the order of first setting.
  public private(set) var limits: [SpendingLimitState] = []

  /// What the minor gets again and again, in the order of first setting; those that are over too.
  public private(set) var allowances: [AllowanceState] = [] { didSet { allowanceDue = allowances.compactMap(\.due).min() } }
  /// The next day on which an allowance is booked; nil: none. It is looked at in every turn of the group.
  private(set) var allowanceDue: CivilDate?

  /// Accounts of others that the minor reads, in the order of granting.
  public internal(set) var accesses: [ChildAccessState] = []

  /// What `spending` comes to, by day.
  private(set) var book = Spending()
  /// The sum of all records of a currency that are not voided, so that no sum of some of them leaves 64 bits.
  private var turnover: [Currency: Int64] = [:]

  init() {}

  /// The limit with this id, or nil.
  public func limit(_ id: BudgetID) -> SpendingLimitState? { limits.first { $0.id == id } }

  /// What was noted in a currency on some days, in minor units.
  public func noted(in currency: Currency, _ days: ClosedRange<CivilDate>) -> Int64 { book.counted(of: [], in: currency, days) }

  /// Whether a record may take the place of another without a sum leaving 64 bits.
  ///
  /// - Parameter old: the record whose place it takes; nil: none.
  func fits(_ minor: Int64, _ currency: Currency, replacing old: SpendingState? = nil) -> Bool {
    let kept = (turnover[currency] ?? 0) - (old.flatMap { $0.isVoided || $0.currency != currency ? nil : $0.minor } ?? 0)
    return !kept.addingReportingOverflow(minor).overflow
  }

  /// Something happens in the lane.
  mutating func begin() { hasBegun = true }

  /// Folds one event in that is about the minor alone.
  mutating func apply(_ body: Event.OneOf_Body, by author: String, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .guardianAdded(let added): try add(added, by: author, at: instant)
    case .guardianRemoved(let removed): try remove(removed)
    case .spendingSet(let set): try self.set(set, by: author, at: instant)
    case .spendingVoided(let voided): try void(voided)
    case .spendingRestored(let restored): try restore(restored)
    case .spendingLimitSet(let set): try self.set(set, by: author)
    case .spendingLimitRemoved(let removed): try remove(removed)
    case .childAlertFired(let fired): try fire(fired, at: instant)
    case .allowanceSet(let set): try self.set(set, by: author)
    case .allowanceSkipped(let skipped): try skip(skipped)
    case .allowancePaused(let paused): try pause(paused)
    case .allowanceEnded(let ended): try end(ended)
    case .allowanceBooked(let booked):
      guard author.isEmpty else { throw .malformed("member_id") }
      try book(booked)
    case .childAccessGranted(let granted): try self.set(granted, at: instant)
    case .childAccessEnded(let ended): try end(ended)
    default: throw .misplaced
    }
  }

  // MARK: Guardians and roles

  mutating func add(_ event: GuardianAdded, by author: String, at instant: Int64) throws(HistoryFlaw) {
    var message = Guardian()
    (message.memberID, message.addedBy, message.atMs) = (event.memberID, author, instant)
    try add(GuardianState(message))
  }

  private mutating func add(_ guardian: GuardianState) throws(HistoryFlaw) {
    guard !guardians.contains(where: { $0.member == guardian.member }) else { throw .contradiction(.idsUnique) }
    guardians.append(guardian)
  }

  mutating func remove(_ event: GuardianRemoved) throws(HistoryFlaw) {
    guard let member = MemberID(event.memberID) else { throw .malformed("member_id") }
    guard let place = guardians.firstIndex(where: { $0.member == member }) else { throw .contradiction(.namesKnown) }
    guardians.remove(at: place)
  }

  mutating func request(_ role: Role) throws(HistoryFlaw) {
    switch role {
    case .admin, .adult, .viewer, .minor: requestedRole = role
    case .owner, .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
  }

  /// Ends a request for a role, whatever was the answer.
  mutating func settleRole() throws(HistoryFlaw) {
    guard requestedRole != nil else { throw .contradiction(.namesKnown) }
    requestedRole = nil
  }

  // MARK: Spending

  mutating func set(_ event: SpendingSet, by author: String, at instant: Int64) throws(HistoryFlaw) {
    guard let id = EntryID(event.spendingID) else { throw .malformed("spending_id") }
    let old = spending[id]
    guard let addedBy = old?.addedBy ?? MemberID(author) else { throw .malformed("member_id") }
    try put(SpendingState(id, event.content, by: addedBy, at: old?.addedAt ?? instant))
  }

  /// Empties records whose words were erased.
  mutating func erase(_ event: WordsErased) throws(HistoryFlaw) {
    for one in event.events {
      guard let id = EntryID(one.subjectID), var record = spending[id]?.message else { continue }
      record.content.removeWords()
      spending.set(try SpendingState(record), for: id)
    }
  }

  mutating func void(_ event: SpendingVoided) throws(HistoryFlaw) {
    guard let id = EntryID(event.spendingID) else { throw .malformed("spending_id") }
    guard var record = spending[id], !record.isVoided else { throw .contradiction(.namesKnown) }
    record.isVoided = true
    try put(record)
  }

  mutating func restore(_ event: SpendingRestored) throws(HistoryFlaw) {
    guard let id = EntryID(event.spendingID) else { throw .malformed("spending_id") }
    guard var record = spending[id], record.isVoided else { throw .contradiction(.namesKnown) }
    record.isVoided = false
    try put(record, isBack: true)
  }

  /// - Parameter isBack: whether a record that was taken out comes back.
  private mutating func put(_ record: SpendingState, isBack: Bool = false) throws(HistoryFlaw) {
    let old = spending[record.id]
    guard old?.isVoided != true || isBack else { throw .contradiction(.namesKnown) }
    guard record.isVoided || fits(record.minor, record.currency, replacing: old) else { throw .contradiction(.amountsInRange) }
    if let spend = old?.spend {
      turnover[spend.currency, default: 0] -= spend.minor
      book.book(spend.negated)
    }
    if let spend = record.spend {
      turnover[spend.currency, default: 0] += spend.minor
      book.book(spend)
    }
    spending.set(record, for: record.id)
  }

  // MARK: Limits

  mutating func set(_ event: SpendingLimitSet, by author: String) throws(HistoryFlaw) {
    guard let id = BudgetID(event.limitID) else { throw .malformed("limit_id") }
    guard let setBy = MemberID(author) else { throw .malformed("member_id") }
    var limit = try SpendingLimitState(id, event.content, setBy: setBy)
    if let place = limits.firstIndex(where: { $0.id == id }) {
      // A period of another length that begins on the same day is another one.
      if limits[place].terms.period == limit.terms.period { limit.fired = limits[place].fired }
      limits[place] = limit
    } else {
      limits.append(limit)
    }
  }

  mutating func remove(_ event: SpendingLimitRemoved) throws(HistoryFlaw) {
    limits.remove(at: try place(ofLimit: event.limitID))
  }

  mutating func fire(_ event: ChildAlertFired, at instant: Int64) throws(HistoryFlaw) {
    let place = try place(ofLimit: event.limitID)
    guard let first = CivilDate(iso8601: event.periodStart) else { throw .malformed("period_start") }
    let threshold = try AlertThreshold(basisPoints: event.basisPoints, over: event.over)
    guard event.spentMinor > 0, event.limitMinor > 0 else { throw .contradiction(.amountsInRange) }
    let firing = BudgetBook.Firing(mark: BudgetBook.Mark(first: first, threshold: threshold), at: instant)
    guard !limits[place].hasFired(firing.mark) else { throw .contradiction(.alertsOnce) }
    limits[place].fired.append(firing)
    limits[place].fired.sort { $0.mark < $1.mark }
  }

  private func place(ofLimit text: String) throws(HistoryFlaw) -> Int {
    guard let id = BudgetID(text) else { throw .malformed("limit_id") }
    guard let place = limits.firstIndex(where: { $0.id == id }) else { throw .contradiction(.namesKnown) }
    return place
  }
}

// MARK: Allowances

extension MinorState {
  /// Puts an allowance in the place of the one with its id.
  mutating func put(_ allowance: AllowanceState) {
    if let place = allowances.firstIndex(where: { $0.id == allowance.id }) { allowances[place] = allowance }
  }

  /// Adds an allowance.
  mutating func restore(_ allowance: AllowanceState) throws(HistoryFlaw) {
    guard self.allowance(allowance.id) == nil else { throw .contradiction(.idsUnique) }
    allowances.append(allowance)
  }
}

// MARK: Snapshots

extension MinorState {
  init(_ snapshot: MinorSnapshot) throws(HistoryFlaw) {
    self.init()
    guard snapshot.begun || snapshot == MinorSnapshot() else { throw .malformed("begun") }
    if snapshot.begun { begin() }
    for guardian in snapshot.guardians { try add(GuardianState(guardian)) }
    if snapshot.requestedRole != .unspecified { try request(snapshot.requestedRole) }
    for record in snapshot.spending {
      let record = try SpendingState(record)
      guard !spending.has(record.id) else { throw .contradiction(.idsUnique) }
      try put(record)
    }
    for message in snapshot.limits {
      let limit = try SpendingLimitState(message)
      guard self.limit(limit.id) == nil else { throw .contradiction(.idsUnique) }
      limits.append(limit)
    }
    for message in snapshot.allowances { try restore(AllowanceState(message)) }
    for message in snapshot.accesses { try restore(ChildAccessState(message)) }
  }

  /// - Parameter most: of the records of spending only the newest so many.
  func snapshot(spending most: Int = .max) -> MinorSnapshot {
    var snapshot = MinorSnapshot()
    snapshot.begun = hasBegun
    snapshot.guardians = guardians.map(\.message)
    snapshot.requestedRole = requestedRole ?? .unspecified
    snapshot.spending = spending[max(spending.count - most, 0)..<spending.count].map(\.message)
    snapshot.limits = limits.map(\.message)
    snapshot.allowances = allowances.map(\.message)
    snapshot.accesses = accesses.map(\.message)
    return snapshot
  }
}

/// Somebody who looks after a minor besides the owner.
public struct GuardianState: Sendable, Equatable {
  /// Who they are, under the name they had when they were added.
  public let member: MemberID
  /// Who added them.
  public let addedBy: MemberID
  /// When, milliseconds since 1970.
  public let at: Int64

  init(_ message: Guardian) throws(HistoryFlaw) {
    guard let member = MemberID(message.memberID) else { throw .malformed("member_id") }
    guard let author = MemberID(message.addedBy) else { throw .malformed("added_by") }
    (self.member, addedBy, at) = (member, author, message.atMs)
  }

  var message: Guardian {
    var message = Guardian()
    message.memberID = member.description
    message.addedBy = addedBy.description
    message.atMs = at
    return message
  }
}
