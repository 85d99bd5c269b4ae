import HearthProtocol

/// What a decision depends on besides the state; the shell fills it in, since a core has no clock and no secrets.
public struct DecisionContext: Sendable {
  /// Who asks.
  public var holder: HolderID
  /// Milliseconds since 1970.
  public var now: Int64
  /// The same by a clock that does not jump: by it ends what ends (SPEC TM-03).
  public var settled: Int64
  /// The day in the group's time zone.
  public var today: CivilDate
  /// The day on which the command was said, which it is of where it names none (SPEC CM-16); no later than today.
  public var saidOn: CivilDate
  /// JoinGroup: the invite that the code names; nil when the code is unknown.
  public var invite: InviteID?
  /// CreateInvite: the hash of the new code, 32 bytes; without it the event is not folded in.
  public var codeHash: [UInt8]

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - settled: nil where there is one clock only.
  ///   - saidOn: nil: today. A later day counts as today, and one as far back as no entry may be as the earliest of
  ///     an entry.
  public init(
    holder: HolderID, now: Int64, settled: Int64? = nil, today: CivilDate, saidOn: CivilDate? = nil, invite: InviteID? = nil,
    codeHash: [UInt8] = []
  ) {
    self.holder = holder
    self.now = now
    self.settled = settled ?? now
    self.today = today
    self.saidOn = min(max(saidOn ?? today, today.adding(months: -Limits.yearsFromToday * 12)), today)
    self.invite = invite
    self.codeHash = codeHash
  }
}

/// An event as decided: the room adds salt, instant and the command's id.
public struct DecidedEvent: Sendable, Equatable {
  /// The lane it belongs to.
  public var lane: Lane
  /// What happened.
  public var body: Event.OneOf_Body

  init(_ body: Event.OneOf_Body) { self.init(body, in: body.traits.lane) }

  init(_ body: Event.OneOf_Body, in lane: Lane) {
    self.lane = lane
    self.body = body
  }
}

/// What an accepted command does.
public struct Decision: Sendable, Equatable {
  /// Who acted; for whoever creates or joins, their new id.
  public var actor: MemberID
  /// At least one; the first is the one the answer points to, if the actor receives its lane. What ends with a right
  /// stands before the event that takes the right away.
  public var events: [DecidedEvent]
}

/// Decides a command: which events follow from it, or why none do.
///
/// Pure, and the one place where a wish becomes a fact; every door leads here. What a peer sends never traps. The cost
/// does not grow with the number of entries.
///
/// - Parameter state: the state that all events before it left; folded over every lane.
/// - Throws: the first rejection in the order of precedence (`Rejection`).
public func decide(_ command: Command, in state: GroupState, context: DecisionContext) throws(Rejection) -> Decision {
  try decide(command, in: state, context: context, matrix: .standard)
}

/// The same by another table of permissions, for tests.
func decide(_ command: Command, in state: GroupState, context: DecisionContext, matrix: Matrix) throws(Rejection) -> Decision {
  guard CommandID(command.id) != nil else { throw command.body == nil ? .unknownCommand : .malformedEnvelope(field: "id") }
  let deliberation = Deliberation(groupID: command.groupID, state: state, context: context, matrix: matrix)
  var decision = try deliberation.decide(command.body)
  decision.events += deliberation.followers(of: decision.events, by: decision.actor.description)
  return decision
}

/// One command being decided. Each family of commands extends it in a file of its own, each command with one `decide`.
struct Deliberation {
  let groupID: String
  var state: GroupState
  let context: DecisionContext
  let matrix: Matrix

  var group: GroupID { state.group }
  /// The time by which things end here, milliseconds since 1970 (SPEC TM-03).
  var endTime: Int64 { state.endTime(at: context.settled) }
  var admin: AdminState { _read { yield state.admin } }
  var incomeState: IncomeState { _read { yield state.income } }
  var shared: SharedState {
    _read { yield state.shared }
    _modify { yield &state.shared }
  }

  /// Decides what is wished. As an argument it is looked at where it stands; a copy of it costs as much as ten
  /// look-ups.
  fileprivate func decide(_ wished: Command.OneOf_Body?) throws(Rejection) -> Decision {
    switch wished {
    case nil: throw .unknownCommand
    case .createGroup(let wish)?: return try decide(wish)
    case .joinGroup(let wish)?: return try decide(wish)
    case .addEntry(let wish)?: return try decide(wish)
    case .setBudget(let wish)?: return try decide(wish)
    case .removeBudget(let wish)?: return try decide(wish)
    case .reactivateBudget(let wish)?: return try decide(wish)
    case .createInvite(let wish)?: return try decide(wish)
    case .revokeInvite(let wish)?: return try decide(wish)
    case .approveJoin(let wish)?: return try decide(wish)
    case .declineJoin(let wish)?: return try decide(wish)
    case .editEntry(let wish)?: return try decide(wish)
    case .voidEntry(let wish)?: return try decide(wish)
    case .restoreEntry(let wish)?: return try decide(wish)
    case .undoLast(let wish)?: return try decide(wish)
    case .disputeEntry(let wish)?: return try decide(wish)
    case .withdrawDispute(let wish)?: return try decide(wish)
    case .commentEntry(let wish)?: return try decide(wish)
    case .removeComment(let wish)?: return try decide(wish)
    case .setMemberIncome(let wish)?: return try decide(wish)
    case .addPlaceholder(let wish)?: return try decide(wish)
    case .claimMember(let wish)?: return try decide(wish)
    case .renameMember(let wish)?: return try decide(wish)
    case .setMemberColor(let wish)?: return try decide(wish)
    case .setMemberEmail(let wish)?: return try decide(wish)
    case .setDefaultSharing(let wish)?: return try decide(wish)
    case .setParty(let wish)?: return try decide(wish)
    case .changeRole(let wish)?: return try decide(wish)
    case .acknowledgeRole(let wish)?: return try decide(wish)
    case .requestRole(let wish)?: return try decide(wish)
    case .approveRole(let wish)?: return try decide(wish)
    case .declineRole(let wish)?: return try decide(wish)
    case .leaveGroup(let wish)?: return try decide(wish)
    case .removeMember(let wish)?: return try decide(wish)
    case .restoreMember(let wish)?: return try decide(wish)
    case .transferOwnership(let wish)?: return try decide(wish)
    case .settleUp(let wish)?: return try decide(wish)
    case .remindDebtor(let wish)?: return try decide(wish)
    case .updateGroup(let wish)?: return try decide(wish)
    case .setPolicy(let wish)?: return try decide(wish)
    case .archiveGroup(let wish)?: return try decide(wish)
    case .unarchiveGroup(let wish)?: return try decide(wish)
    case .requestPurge(let wish)?: return try decide(wish)
    case .cancelPurge(let wish)?: return try decide(wish)
    case .eraseWords(let wish)?: return try decide(wish)
    case .setCategory(let wish)?: return try decide(wish)
    case .retireCategory(let wish)?: return try decide(wish)
    case .setRate(let wish)?: return try decide(wish)
    case .setPreferences(let wish)?: return try decide(wish)
    case .setRecurring(let wish)?: return try decide(wish)
    case .pauseRecurring(let wish)?: return try decide(wish)
    case .resumeRecurring(let wish)?: return try decide(wish)
    case .skipOccurrence(let wish)?: return try decide(wish)
    case .endRecurring(let wish)?: return try decide(wish)
    case .setFestival(let wish)?: return try decide(wish)
    case .removeFestival(let wish)?: return try decide(wish)
    case .setGuardian?, .setSpending?, .voidSpending?, .restoreSpending?, .setSpendingLimit?, .removeSpendingLimit?, .setAllowance?,
      .skipAllowance?,
      .pauseAllowance?, .endAllowance?, .setAccount?, .setAccountEntry?, .voidAccountEntry?, .reconcileAccount?,
      .transferBetweenAccounts?, .grantAccount?, .revokeAccount?, .answerRevocation?, .sendCoaching?, .muteCoaching?,
      .restrictCoaching?, .separate?, .endSeparation?, .shareCategory?, .setCategoryTotal?, .setPaymentAddress?,
      .setNoticeAddress?,
      .addWebhook?, .rotateWebhookSecret?, .testWebhook?, .resumeWebhook?, .removeWebhook?:
      return try decideFamily(wished)
    }
  }

  /// The same of what stands in lanes of few readers.
  private func decideFamily(_ wished: Command.OneOf_Body?) throws(Rejection) -> Decision {
    switch wished {
    case .setGuardian(let wish)?: return try decide(wish)
    case .setSpending(let wish)?: return try decide(wish)
    case .voidSpending(let wish)?: return try decide(wish)
    case .restoreSpending(let wish)?: return try decide(wish)
    case .setSpendingLimit(let wish)?: return try decide(wish)
    case .removeSpendingLimit(let wish)?: return try decide(wish)
    case .setAllowance(let wish)?: return try decide(wish)
    case .skipAllowance(let wish)?: return try decide(wish)
    case .pauseAllowance(let wish)?: return try decide(wish)
    case .endAllowance(let wish)?: return try decide(wish)
    case .setAccount(let wish)?: return try decide(wish)
    case .setAccountEntry(let wish)?: return try decide(wish)
    case .voidAccountEntry(let wish)?: return try decide(wish)
    case .reconcileAccount(let wish)?: return try decide(wish)
    case .transferBetweenAccounts(let wish)?: return try decide(wish)
    case .grantAccount(let wish)?: return try decide(wish)
    case .revokeAccount(let wish)?: return try decide(wish)
    case .answerRevocation(let wish)?: return try decide(wish)
    case .sendCoaching(let wish)?: return try decide(wish)
    case .muteCoaching(let wish)?: return try decide(wish)
    case .restrictCoaching(let wish)?: return try decide(wish)
    case .separate(let wish)?: return try decide(wish)
    case .endSeparation(let wish)?: return try decide(wish)
    case .shareCategory(let wish)?: return try decide(wish)
    case .setCategoryTotal(let wish)?: return try decide(wish)
    case .setPaymentAddress(let wish)?: return try decide(wish)
    case .setNoticeAddress(let wish)?: return try decide(wish)
    case .addWebhook(let wish)?: return try decide(wish)
    case .rotateWebhookSecret(let wish)?: return try decide(wish)
    case .testWebhook(let wish)?: return try decide(wish)
    case .resumeWebhook(let wish)?: return try decide(wish)
    case .removeWebhook(let wish)?: return try decide(wish)
    default: throw .unknownCommand
    }
  }

  /// The member who asks, if the right allows them with some record or target; a stranger cannot tell a foreign group
  /// from one that does not exist. Where the right tells own from others' or names targets, `permit` follows.
  ///
  /// - Parameter evenArchived: whether this may be done in an archived group though the right does not hold there.
  func asker(_ right: Right, evenArchived: Bool = false) throws(Rejection) -> MemberState {
    let member = try sender()
    guard !state.isSeparated(member) else { throw .separated }
    guard matrix[right, member.role].allowsSome(shared.policies) else { throw .forbidden(right: right, role: member.role) }
    guard evenArchived || right.holdsInArchive || !shared.isArchived else { throw .groupArchived }
    return member
  }

  /// The member who asks, whatever they may.
  func sender() throws(Rejection) -> MemberState {
    guard let named = GroupID(groupID) else { throw .malformedEnvelope(field: "group_id") }
    guard named == group, shared.isCreated, let member = shared.member(holding: context.holder) else {
      throw .notFound(field: "group_id")
    }
    return member
  }

  /// Whether the right allows the member to do it with this record, to this target.
  ///
  /// - Parameters:
  ///   - isOwn: whether the record is the asker's own, or the target the asker.
  ///   - target: the role of the member whom it is done to.
  func allows(_ right: Right, _ asker: MemberState, isOwn: Bool, target: Role? = nil) -> Bool {
    matrix[right, asker.role].allows(isOwn: isOwn, target: target, shared.policies)
  }

  /// Refuses what would be answered from the monthly incomes to an asker who does not receive lane `income` (SPEC
  /// LN-09).
  func permitIncomes(_ asker: MemberState) throws(Rejection) { try permit(.incomeRead, asker, isOwn: false) }

  /// Refuses what `allows` does not allow.
  func permit(_ right: Right, _ asker: MemberState, isOwn: Bool, target: Role? = nil) throws(Rejection) {
    guard allows(right, asker, isOwn: isOwn, target: target) else { throw .forbidden(right: right, role: asker.role) }
  }

  /// A currency that a group may have for its own: not one that is no tender any more.
  func groupCurrency(_ code: String, field: String) throws(Rejection) -> Currency {
    let currency = try currency(code, field: field)
    guard !currency.isWithdrawn || currency == shared.settings?.currency else { throw .unknownCurrency(field: field) }
    return currency
  }

  func currency(_ code: String, field: @autoclosure () -> String) throws(Rejection) -> Currency {
    if let usual = shared.settings?.currency, usual.code == code { return usual }
    guard let currency = Currency(code: code) else { throw .unknownCurrency(field: field()) }
    return currency
  }

  func amount(_ money: Money, field: String) throws(Rejection) {
    guard Limits.amountMinor.contains(money.minor) else { throw .amountOutOfRange(field: field) }
  }

  /// A date near enough to today; empty means the day on which the command was said.
  func date(_ text: String, field: @autoclosure () -> String) throws(Rejection) -> CivilDate {
    if text.isEmpty { return context.saidOn }
    guard let date = CivilDate(iso8601: text) else { throw .dateMalformed(field: field()) }
    // No year has fewer days than this, so nearer dates need no calendar.
    if abs(date.daysSince1970 - context.today.daysSince1970) <= Limits.yearsFromToday * 365 { return date }
    let months = Limits.yearsFromToday * 12
    guard date >= context.today.adding(months: -months), date <= context.today.adding(months: months) else {
      throw .dateOutOfRange(field: field())
    }
    return date
  }
}
