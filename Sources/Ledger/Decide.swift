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
  /// Who acted; for a person who creates or joins, their new id.
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

/// One command being decided. Each family of commands extends it in a file of its own, each command with one
/// `decide`, which `Generated/Deciding.swift` calls.
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
