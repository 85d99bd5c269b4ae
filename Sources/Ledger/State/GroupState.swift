import HearthProtocol

/// The state of one group, partitioned by lane: folding only the lanes one may read gives a correct view of those
/// lanes.
///
/// Server, client replica and tests fold with the same `apply`. It never traps on what it is given, never guesses and
/// never asks for the time; a copy costs nothing however many entries there are. The room drives it on the server, the
/// sync core on the client.
public struct GroupState: Sendable {
  /// The group.
  public let group: GroupID

  // Behind one reference, since each decision holds a copy of the state.
  private struct Folds: Sendable {
    var shared = SharedState()
    var admin = AdminState()
    var income = IncomeState()
    // Of members to whom something was told.
    var inboxes: [MemberID: InboxState] = [:]
    // Of lanes in which something has happened: one that is not used costs nothing.
    var minors: [MemberID: MinorState] = [:]
    var accounts: [AccountID: AccountState] = [:]
  }

  private var folds = Boxed(Folds())

  /// The instant of the newest event that was folded, but no earlier than that of one before it unless by more than
  /// `clockStepMilliseconds`; nil while none was. A snapshot does not carry it.
  private var newestInstant: Int64?

  /// Limit: by how much a clock may be behind what the log says before the log's clock is taken for the one that was
  /// wrong, in milliseconds.
  public static let clockStepMilliseconds: Int64 = 3_600_000

  /// Makes the state before the group's first event.
  public init(group: GroupID) { self.group = group }

  /// The time by which things end in the group: what is given, but not before the newest event of the log. So what was
  /// over stays over when the clock is set back, even when another server has read the group since. A log that is ahead
  /// by more than an hour was written by a clock that was wrong, and does not count (SPEC TM-03).
  ///
  /// - Parameter settled: milliseconds since 1970, by a clock that does not jump.
  public func endTime(at settled: Int64) -> Int64 {
    guard let newestInstant, newestInstant > settled, Self.isNear(settled, before: newestInstant) else { return settled }
    return newestInstant
  }

  /// Notes when an event was stored that is part of what a snapshot has.
  public mutating func note(instant: Int64) {
    guard let former = newestInstant, instant < former, Self.isNear(instant, before: former) else { return newestInstant = instant }
  }

  private static func isNear(_ instant: Int64, before later: Int64) -> Bool {
    let (gap, isFar) = later.subtractingReportingOverflow(instant)
    return !isFar && gap <= clockStepMilliseconds
  }

  /// Whether the group exists.
  public var isCreated: Bool { shared.isCreated }

  /// The active member that this identity is in the group, or nil: a person who has left or was removed is a stranger.
  public func member(holding holder: HolderID) -> MemberState? { shared.member(holding: holder) }

  /// The lanes that the member may read, by role and policies; none for a stranger or somebody who is not active.
  public func lanes(readableBy member: MemberID) -> [Lane] { lanes(readableBy: member, matrix: .standard) }

  func lanes(readableBy member: MemberID, matrix: Matrix) -> [Lane] {
    guard let member = shared.member(member), member.status == .active else { return [] }
    func reads(_ right: Right) -> Bool { matrix[right, member.role].allows(isOwn: false, target: nil, shared.policies) }
    var lanes: [Lane] = [.shared]
    if reads(.adminLaneRead) { lanes.append(.admin) }
    if reads(.incomeRead) { lanes.append(.income) }
    lanes.append(.inbox(member.id))
    return lanes + minorLanes(readableBy: member, matrix) + accountLanes(readableBy: member, matrix)
  }

  /// Forgets the lanes that are not named. What is answered from the rest says nothing of them.
  mutating func keepOnly(_ lanes: [Lane]) {
    if !lanes.contains(.admin) { admin = AdminState() }
    if !lanes.contains(.income) { income = IncomeState() }
    folds.value.inboxes = folds.value.inboxes.filter { lanes.contains(.inbox($0.key)) }
    folds.value.minors = folds.value.minors.filter { lanes.contains(.minor($0.key)) }
    folds.value.accounts = folds.value.accounts.filter { lanes.contains(.account($0.key)) }
  }

  /// Says that many events are to be folded in and that no copy is made meanwhile; `endFilling` follows. What is folded
  /// is the same without.
  public mutating func startFilling() { shared.entries.startFilling() }

  /// Ends what `startFilling` began.
  public mutating func endFilling() { shared.entries.endFilling() }

  /// Folds one event in: in replay and live, on the server and in a client's replica.
  ///
  /// - Parameters:
  ///   - lane: the lane the event was stored in.
  ///   - position: its place there; events of a lane come in order, without gaps.
  /// - Throws: when the event is of an unknown type or breaks an invariant; the state is then as it was.
  public mutating func apply(_ event: Event, lane: Lane, position: LanePosition) throws(HistoryFlaw) {
    guard let body = event.body else { throw .unknownEvent }
    guard body.traits.belong(in: lane, by: event.memberID) else { throw .misplaced }
    switch body {
    case .groupCreated(let created): try shared.create(created, by: event.memberID, at: event.atMs)
    case .memberJoined(let joined): try shared.join(Member(joined, at: event.atMs))
    case .memberClaimed(let claimed): try shared.claim(claimed, at: event.atMs)
    case .memberRenamed(let renamed): try shared.rename(renamed)
    case .memberColorSet(let set): try shared.color(set)
    case .defaultSharingSet(let set): try shared.setSharing(set)
    case .partySet(let set): try shared.setParty(set)
    case .roleChanged(let changed): try shared.changeRole(changed)
    case .roleChangeProposed(let proposed): try shared.proposeRole(proposed)
    case .roleRequested(let requested): try requestRole(requested, in: lane)
    case .roleRequestDeclined(let declined):
      if lane == .shared { try shared.declineRole(declined) } else { try settleRole(declined.memberID, in: lane) }
    case .roleRequestSettled(let settled): try settleRole(settled.memberID, in: lane)
    case .memberLeft(let left): try shared.leave(left, at: event.atMs)
    case .memberRemoved(let removed): try shared.remove(removed, at: event.atMs)
    case .memberRestored(let restored): try shared.restore(restored)
    case .ownershipTransferred(let transferred): try shared.transferOwnership(transferred)
    case .memberEmailSet(let set): try admin.set(set, of: event.memberID)
    case .entryAdded(let added):
      if added.ruleID.isEmpty {
        try shared.add(entry: added.entryID, added.content, owed: added.owed, by: event.memberID, at: event.atMs, position)
      } else {
        try shared.book(added, by: event.memberID, at: event.atMs, position)
      }
    case .inviteCreated, .inviteRevoked, .inviteUsed, .joinRequested, .joinApproved, .joinDeclined, .webhookAdded, .webhookSecretRotated,
      .webhookTested, .webhookPaused, .webhookResumed, .webhookRemoved:
      try admin.apply(body, by: event.memberID, at: event.atMs)
    case .entryEdited(let edited): try shared.edit(edited, by: event.memberID, position)
    case .entryVoided(let voided): try shared.void(voided, by: event.memberID, position)
    case .entryRestored(let restored): try shared.restore(restored, by: event.memberID, position)
    case .entryDisputed, .disputeWithdrawn, .entryCommented, .commentRemoved: try shared.say(body, by: event.memberID, at: event.atMs)
    case .memberIncomeSet(let set): try income.set(set, of: event.memberID)
    case .debtorReminded(let reminded): try remind(reminded, in: lane, at: event.atMs)
    case .coachingSent, .coachingMuted, .coachingRestricted: try coach(body, by: event.memberID, in: lane)
    case .categoryShared, .categoryTotalSet: try shared.share(body)
    case .groupUpdated(let updated): try shared.update(updated, at: event.atMs)
    case .incomeSet(let set): try income.set(set)
    case .policySet(let set): try shared.set(set, by: event.memberID, at: event.atMs)
    case .groupArchived: try shared.archive(at: event.atMs)
    case .groupUnarchived: try shared.unarchive(at: event.atMs)
    case .purgeRequested(let requested): try shared.requestPurge(requested, at: event.atMs)
    case .purgeCancelled: try shared.cancelPurge(at: event.atMs)
    case .categorySet(let set): try shared.set(set)
    case .categoryRetired(let retired): try shared.retire(retired)
    case .rateSet(let set): try shared.set(set.rate)
    case .preferencesSet(let set): try shared.set(set, by: event.memberID)
    case .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .recurringSet, .recurringPaused, .recurringResumed,
      .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved:
      try shared.plan(body, by: event.memberID, at: event.atMs, position)
    case .guardianAdded, .guardianRemoved, .spendingSet, .spendingVoided, .spendingRestored, .spendingLimitSet, .spendingLimitRemoved,
      .childAlertFired,
      .allowanceSet, .allowanceSkipped, .allowancePaused, .allowanceEnded, .allowanceBooked, .childAccessGranted, .childAccessEnded:
      try changeMinor(lane) { minor throws(HistoryFlaw) in try minor.apply(body, by: event.memberID, at: event.atMs) }
    case .accountSet, .accountEntrySet, .accountEntryVoided, .accountReconciled, .accountGranted, .accountRevoked,
      .accountRevocationAsked, .accountRevocationDeclined:
      try changeAccount(lane, body, by: event.memberID, at: event.atMs)
    case .paymentAddressSet(let set):
      try changeInbox(lane) { inbox, reader throws(HistoryFlaw) in try inbox.set(set, of: reader) }
    case .noticeAddressSet(let set):
      try changeInbox(lane) { inbox, reader throws(HistoryFlaw) in try inbox.set(set, of: reader) }
    case .wordsErased(let erased): try erase(erased, in: lane)
    case .separated, .separationEnded:
      try changeInbox(lane) { inbox, reader throws(HistoryFlaw) in try inbox.separate(body, of: reader, at: event.atMs) }
    }
    note(instant: event.atMs)
  }

  mutating func changeMinor(_ lane: Lane, _ change: (inout MinorState) throws(HistoryFlaw) -> Void) throws(HistoryFlaw) {
    guard case .minor(let subject) = lane else { throw .misplaced }
    var minor = self.minor(subject)
    try change(&minor)
    minor.begin()
    folds.value.minors[subject] = minor
  }

  private mutating func changeAccount(
    _ lane: Lane, _ body: Event.OneOf_Body, by author: String, at instant: Int64
  ) throws(HistoryFlaw) {
    guard case .account(let id) = lane else { throw .misplaced }
    if var account = folds.value.accounts[id] {
      try account.apply(body, by: author, at: instant)
      folds.value.accounts[id] = account
    } else {
      guard case .accountSet(let set) = body else { throw .contradiction(.namesKnown) }
      guard let owner = MemberID(author) else { throw .malformed("member_id") }
      folds.value.accounts[id] = try AccountState(set.content, of: owner)
    }
  }

  mutating func eraseAccount(_ id: AccountID, _ event: WordsErased) throws(HistoryFlaw) {
    guard var account = folds.value.accounts[id] else { throw .contradiction(.namesKnown) }
    try account.erase(event)
    folds.value.accounts[id] = account
  }

  mutating func changeInbox(
    _ lane: Lane, _ change: (inout InboxState, MemberID) throws(HistoryFlaw) -> Void
  ) throws(HistoryFlaw) {
    guard case .inbox(let reader) = lane else { throw .misplaced }
    var inbox = inbox(of: reader)
    try change(&inbox, reader)
    folds.value.inboxes[reader] = inbox
  }

  private mutating func remind(_ reminded: DebtorReminded, in lane: Lane, at instant: Int64) throws(HistoryFlaw) {
    guard case .inbox(let reader) = lane else { return try shared.remind(reminded, at: instant) }
    try folds.value.inboxes[reader, default: InboxState()].remind(reminded, at: instant)
  }

  private mutating func requestRole(_ requested: RoleRequested, in lane: Lane) throws(HistoryFlaw) {
    switch lane {
    case .minor: try changeMinor(lane) { minor throws(HistoryFlaw) in try minor.request(requested.role) }
    case .admin: try admin.request(requested)
    case .shared, .income, .inbox, .account: try shared.requestRole(requested)
    }
  }

  /// Ends a request for a role in the lane it stands in.
  private mutating func settleRole(_ member: String, in lane: Lane) throws(HistoryFlaw) {
    switch lane {
    case .minor: try changeMinor(lane) { minor throws(HistoryFlaw) in try minor.settleRole() }
    case .admin: try admin.settleRole(member)
    case .shared, .income, .inbox, .account: throw .misplaced
    }
  }

  /// The lane's state in canonical form: equal states give equal bytes. The caller sets `position` and `head`.
  public func snapshot(of lane: Lane) -> LaneSnapshot {
    var snapshot = LaneSnapshot()
    snapshot.lane = lane.name
    switch lane {
    case .shared: snapshot.state = .shared(shared.snapshot(group: group))
    case .admin: snapshot.state = .admin(admin.snapshot())
    case .income: snapshot.state = .income(income.snapshot())
    case .inbox(let reader): snapshot.state = .inbox(inbox(of: reader).snapshot())
    case .minor(let subject): snapshot.state = .minor(minor(subject).snapshot())
    case .account(let id): snapshot.state = .account(account(id)?.snapshot() ?? AccountSnapshot())
    }
    return snapshot
  }

  /// The same without entries, which stand in `entryTable`.
  public func snapshotWithoutEntries(of lane: Lane) -> LaneSnapshot {
    guard lane == .shared else { return snapshot(of: lane) }
    var snapshot = LaneSnapshot()
    snapshot.lane = lane.name
    snapshot.state = .shared(shared.snapshotWithoutEntries(group: group))
    return snapshot
  }

  /// All entries as columns, in canonical form.
  public var entryTable: EntryTable { EntryTable(shared) }

  /// Replaces the lane's state by a snapshot's.
  ///
  /// - Parameter entries: of lane `shared`, the entries that the snapshot does not carry itself.
  /// - Throws: when the snapshot is of another group, of an unknown lane or breaks an invariant; the state is then as
  ///   it was.
  public mutating func restore(_ snapshot: LaneSnapshot, entries: EntryTable? = nil) throws(HistoryFlaw) {
    switch (Lane(name: snapshot.lane), snapshot.state) {
    case (.shared, .shared(let state)):
      guard GroupID(state.groupID) == group else { throw .misplaced }
      shared = try SharedState(state, entries: entries)
    case (.admin, .admin(let state)): admin = try AdminState(state)
    case (.income, .income(let state)): income = try IncomeState(state)
    case (.inbox(let reader), .inbox(let state)):
      let inbox = try InboxState(state)
      folds.value.inboxes[reader] = inbox == InboxState() ? nil : inbox
    case (.minor(let subject), .minor(let state)):
      let minor = try MinorState(state)
      folds.value.minors[subject] = minor.hasBegun ? minor : nil
    case (.account(let id), .account(let state)): folds.value.accounts[id] = try AccountState(state)
    case (.shared, _), (.admin, _), (.income, _), (.inbox, _), (.minor, _), (.account, _), (nil, _): throw .misplaced
    }
  }
}

// MARK: The lanes

extension GroupState {
  /// The names by which the viewer of this copy calls members (`SharedState.shownNames`).
  public var shownNames: [MemberID: String] {
    get { shared.shownNames }
    set { shared.shownNames = newValue }
  }

  /// The fold of lane `shared`.
  public internal(set) var shared: SharedState {
    _read { yield folds.value.shared }
    _modify { yield &folds.value.shared }
  }

  /// The fold of lane `admin`; empty for members who do not read it.
  public internal(set) var admin: AdminState {
    _read { yield folds.value.admin }
    _modify { yield &folds.value.admin }
  }

  /// The fold of lane `income`; empty for members who do not read it.
  public private(set) var income: IncomeState {
    _read { yield folds.value.income }
    _modify { yield &folds.value.income }
  }

  /// The fold of the member's own lane; empty for everybody else.
  public func inbox(of member: MemberID) -> InboxState { folds.value.inboxes[member] ?? InboxState() }

  var inboxes: [MemberID: InboxState] { folds.value.inboxes }

  /// The fold of the minor's lane; empty for who does not read it.
  public func minor(_ member: MemberID) -> MinorState { folds.value.minors[member] ?? MinorState() }

  /// The folds of all lanes of minors in which anything has happened.
  var minors: [MemberID: MinorState] { folds.value.minors }

  var accounts: [AccountID: AccountState] { folds.value.accounts }

  /// The fold of the account's lane; nil where there is no such account, and for who does not read it.
  public func account(_ id: AccountID) -> AccountState? { folds.value.accounts[id] }
}

extension Member {
  fileprivate init(_ joined: MemberJoined, at instant: Int64) {
    self.init()
    memberID = joined.memberID
    displayName = joined.displayName
    role = joined.role
    holder = joined.holder
    joinedAtMs = instant
    transparencyVersion = joined.transparencyVersion
  }
}
