import HearthProtocol
import Testing

@testable import Ledger

/// A group under test: commands go in, their events are folded in and kept, as a room would do it.
struct Household {
  struct Stored {
    var lane: Lane
    var position: LanePosition
    var event: Event
  }

  static let group = GroupID(high: 0x0189_0000_0000_7000, low: 1)
  static let noon: Int64 = 1_793_000_000_000
  /// Monday, 2026-10-26.
  static let today = CivilDate(daysSince1970: 20_752)

  var state = GroupState(group: group)
  var log: [Stored] = []
  var now = noon
  var today = Household.today
  /// The day on which commands are said; nil: today.
  var saidOn: CivilDate?
  var invite: InviteID?
  var commands: UInt64 = 0
  /// How many events each lane has.
  private var counts: [Lane: UInt64] = [:]

  /// A group with one member of each role; member n is held by holder n.
  static let family: Household = {
    var household = Household()
    do {
      try household.found()
      for (number, role) in [(2, Role.admin), (3, .adult), (4, .viewer), (5, .minor)] {
        try household.admit(UInt64(number), as: role)
      }
    } catch {
      Issue.record("The family could not be set up: \(error)")
    }
    return household
  }()

  /// The family in which viewer and minor share by default like all others (SPEC MB-14).
  static let sharing: Household = {
    var household = Household.family
    do {
      for number in [4, 5] as [UInt64] { try household.perform(.setDefaultSharing(PrecedenceTests.sharing(number, true))) }
    } catch {
      Issue.record("The family could not be set up: \(error)")
    }
    return household
  }()

  static func member(_ number: UInt64) -> MemberID { MemberID(high: 0x7000, low: number) }
  static func holder(_ number: UInt64) -> HolderID { HolderID(high: 0x8000, low: number) }
  static func text(_ number: UInt64) -> String { member(number).description }
  static func share(_ number: UInt64, _ minor: Int64) -> Share { Share(memberText: text(number), minor: minor) }

  func context(_ number: UInt64) -> DecisionContext {
    DecisionContext(
      holder: Self.holder(number), now: now, today: today, saidOn: saidOn, invite: invite, codeHash: [UInt8](repeating: 7, count: 32))
  }

  func command(_ body: Command.OneOf_Body) -> Command {
    var command = Command()
    command.id = CommandID(high: 0x9000, low: commands).description
    command.groupID = Self.group.description
    command.body = body
    return command
  }

  /// Decides as the holder with this number, and folds in what follows.
  @discardableResult
  mutating func perform(_ body: Command.OneOf_Body, by number: UInt64 = 1) throws -> Decision {
    let decision = try decide(command(body), in: state, context: context(number))
    commands += 1
    for decided in decision.events { try store(decided, by: decision.actor) }
    return decision
  }

  mutating func store(_ decided: DecidedEvent, by actor: MemberID?) throws {
    var event = Event()
    event.atMs = now
    event.memberID = actor?.description ?? ""
    event.body = decided.body
    let position = LanePosition(counts[decided.lane, default: 0] + 1)
    try state.apply(event, lane: decided.lane, position: position)
    counts[decided.lane] = position.rawValue
    log.append(Stored(lane: decided.lane, position: position, event: event))
  }

  /// Founds the group; another cap than the usual one is written into the history, as settings do.
  mutating func found(membersMax: UInt32? = nil) throws {
    var wish = CreateGroup()
    wish.name = "Smith Family"
    wish.currency = "INR"
    wish.timeZone = "Asia/Kolkata"
    wish.memberID = Self.text(1)
    wish.displayName = "Ravi"
    guard let membersMax else {
      try perform(.createGroup(wish))
      return
    }
    let decision = try decide(command(.createGroup(wish)), in: state, context: context(1))
    for decided in decision.events {
      var decided = decided
      if case .groupCreated(var created) = decided.body {
        created.membersMax = membersMax
        decided.body = .groupCreated(created)
      }
      try store(decided, by: decision.actor)
    }
  }

  /// The same, read from the snapshots of the lanes that it has from the beginning.
  func opened() throws -> Household {
    var opened = self
    opened.state = GroupState(group: Self.group)
    for lane in [Lane.shared, .admin, .income] { try opened.state.restore(state.snapshot(of: lane)) }
    return opened
  }

  mutating func admit(_ number: UInt64, as role: Role) throws {
    let id = InviteID(high: 0xA000, low: number)
    var created = CreateInvite()
    created.inviteID = id.description
    created.role = role
    try perform(.createInvite(created))
    var joined = JoinGroup()
    joined.memberID = Self.text(number)
    joined.displayName = "Member \(number)"
    joined.acceptsTransparency = TransparencyNotice.version
    invite = id
    try perform(.joinGroup(joined), by: number)
    invite = nil
  }

  /// Does what may be refused because of what was done before.
  mutating func attempt(_ body: Command.OneOf_Body) throws {
    do { try perform(body) } catch Rejection.nothingChanges, Rejection.groupArchived, Rejection.currencyFixed, Rejection.categoryRetired {
    } catch Rejection.groupNotArchived, Rejection.recurringEnded, Rejection.unknownRecurring, Rejection.noOccurrence {
    } catch Rejection.loanFixed, Rejection.unknownFestival, Rejection.choiceNotAllowed(field: "skip_occurrence.rule_id") {}
  }

  /// Sets a budget, unless it is so already or would count closed periods anew.
  mutating func set(_ wish: SetBudget) throws {
    do {
      try perform(.setBudget(wish))
    } catch Rejection.nothingChanges {
    } catch Rejection.dateOutOfRange(field: "set_budget.content.start_date") {}
  }

  /// Reminds whoever may be reminded.
  mutating func remind(_ wish: RemindDebtor) throws {
    do {
      try perform(.remindDebtor(wish))
    } catch let rejection as Rejection where [.nothingOwed, .remindedRecently, .groupArchived].contains(rejection.code) {}
  }

  static func entry(_ number: UInt64, minor: Int64 = 10_000, kind: EntryKind = .expense) -> AddEntry {
    var wish = AddEntry()
    wish.entryID = EntryID(high: 0xB000, low: number).description
    wish.content.kind = kind
    wish.content.amount = Money(minor: minor, currency: "INR")
    wish.content.description_p = "Groceries"
    return wish
  }

  static func money(_ minor: Int64, among members: [UInt64] = []) -> EntryMoney {
    var money = EntryMoney()
    money.kind = .expense
    money.amount = Money(minor: minor, currency: "INR")
    money.split.equal.memberIds = members.map(text)
    return money
  }

  static func budget(_ number: UInt64, minor: Int64 = 100_000) -> SetBudget {
    var wish = SetBudget()
    wish.budgetID = BudgetID(high: 0xC000, low: number).description
    wish.content.name = "Food"
    wish.content.limit = Money(minor: minor, currency: "INR")
    wish.content.period = .monthly
    wish.content.categories = ["groceries", "dining"]
    return wish
  }

  /// What one unit is worth in the group's currency.
  static func exchange(_ from: String, _ rate: String, on date: String = "", to: String = "INR") -> ExchangeRate {
    var exchange = ExchangeRate()
    (exchange.from, exchange.to) = (from, to)
    (exchange.rate, exchange.date) = (rate, date)
    return exchange
  }

  /// The command that notes it.
  static func rate(_ from: String, _ rate: String, on date: String = "", to: String = "INR") -> Command.OneOf_Body {
    .setRate(.with { $0.rate = exchange(from, rate, on: date, to: to) })
  }

  /// What folding the log anew gives.
  func replayed() throws -> GroupState {
    var state = GroupState(group: Self.group)
    for stored in log { try state.apply(stored.event, lane: stored.lane, position: stored.position) }
    return state
  }

  /// The owed shares of the last entry, in minor units.
  var lastOwed: [Int64] { state.shared.entries.last?.owed.map(\.minor) ?? [] }
}

extension Money {
  init(minor: Int64, currency: String) {
    self.init()
    self.minor = minor
    self.currency = currency
  }
}
