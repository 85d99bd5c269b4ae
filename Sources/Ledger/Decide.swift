import HearthProtocol

/// What a decision depends on besides the state; the shell fills it in, since a core has no clock and no secrets.
public struct DecisionContext: Sendable {
  /// Who asks.
  public var holder: HolderID
  /// Milliseconds since 1970.
  public var now: Int64
  /// The day in the group's time zone.
  public var today: CivilDate
  /// JoinGroup: the invite that the code names; nil when the code is unknown.
  public var invite: InviteID?
  /// CreateInvite: the hash of the new code, 32 bytes.
  public var codeHash: [UInt8]

  /// Makes a context.
  public init(holder: HolderID, now: Int64, today: CivilDate, invite: InviteID? = nil, codeHash: [UInt8] = []) {
    self.holder = holder
    self.now = now
    self.today = today
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

  init(_ body: Event.OneOf_Body) {
    lane = body.lane
    self.body = body
  }
}

/// What an accepted command does.
public struct Decision: Sendable, Equatable {
  /// Who acted; for whoever creates or joins, their new id.
  public var actor: MemberID
  /// At least one; the first is the one the answer points to, and the actor may read its lane.
  public var events: [DecidedEvent]
}

/// Decides a command: which events follow from it, or why none do.
///
/// Pure, and the one place where a wish becomes a fact; every door leads here. What a peer sends never traps. The cost does not grow with
/// the number of entries.
///
/// - Parameter state: the state that all events before it left; folded over every lane.
/// - Throws: the first rejection in the order of precedence (`Rejection`).
public func decide(_ command: Command, in state: GroupState, context: DecisionContext) throws(Rejection) -> Decision {
  guard let body = command.body else { throw .unknownCommand }
  guard CommandID(command.id) != nil else { throw .malformedEnvelope(field: "id") }
  let deliberation = Deliberation(groupID: command.groupID, state: state, context: context)
  switch body {
  case .createGroup(let wish): return try deliberation.decide(wish)
  case .joinGroup(let wish): return try deliberation.decide(wish)
  case .addEntry(let wish): return try deliberation.decide(wish)
  case .setBudget(let wish): return try deliberation.decide(wish)
  case .createInvite(let wish): return try deliberation.decide(wish)
  case .revokeInvite(let wish): return try deliberation.decide(wish)
  case .setRate(let wish): return try deliberation.decide(wish)
  }
}

/// One command being decided. Each family of commands extends it in a file of its own, each command with one `decide`.
struct Deliberation {
  let groupID: String
  let state: GroupState
  let context: DecisionContext

  var shared: SharedState { state.shared }

  /// The member who asks, if the rule allows them; a stranger cannot tell a foreign group from one that does not exist.
  func asker(_ rule: Rule) throws(Rejection) -> MemberState {
    guard let group = GroupID(groupID) else { throw .malformedEnvelope(field: "group_id") }
    guard group == state.group, state.isCreated, let member = state.member(holding: context.holder) else {
      throw .notFound(field: "group_id")
    }
    guard rule.allows(member.role) else { throw .forbidden(rule: rule, role: member.role) }
    return member
  }

  func currency(_ code: String, field: String) throws(Rejection) -> Currency {
    if let usual = shared.settings?.currency, usual.code == code { return usual }
    guard let currency = Currency(code: code) else { throw .unknownCurrency(field: field) }
    return currency
  }

  func amount(_ money: Money, field: String) throws(Rejection) {
    guard Limits.amountMinor.contains(money.minor) else { throw .amountOutOfRange(field: field) }
  }

  /// A date near enough to today; empty means today.
  func date(_ text: String, field: String) throws(Rejection) -> CivilDate {
    if text.isEmpty { return context.today }
    guard let date = CivilDate(iso8601: text) else { throw .dateMalformed(field: field) }
    let months = Limits.yearsFromToday * 12
    guard date >= context.today.adding(months: -months), date <= context.today.adding(months: months) else {
      throw .dateOutOfRange(field: field)
    }
    return date
  }
}
