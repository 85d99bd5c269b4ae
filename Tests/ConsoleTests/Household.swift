import HearthClient
import HearthProtocol
import Ledger

@testable import Console

/// A family whose events a test writes down, folded as a client would.
struct Household {
  let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
  let asha = MemberID(high: 0x7000, low: 0x8000_0000_0000_000A)
  let ravi = MemberID(high: 0x7000, low: 0x8000_0000_0000_000B)
  let meera = MemberID(high: 0x7000, low: 0x8000_0000_0000_000C)
  private(set) var view: GroupView
  private(set) var events: [ReplicaEvent] = []
  var lastEntry: UInt64 = 0
  private var accountEvents: UInt64 = 0

  init(name: String = "Sharma Family", meera meeraName: String = "मीरा", template: GroupTemplate = .family) {
    view = GroupView(
      state: GroupState(group: group), member: asha, epoch: 1, marks: [.shared: LaneMark(position: .start, hash: nil)], online: [asha])
    var created = GroupCreated()
    created.name = name
    created.currency = "INR"
    created.membersMax = 10
    created.template = template
    for (key, name) in [("groceries", "Groceries"), ("dining", "Dining Out"), ("salary", "Salary")] {
      var category = Category()
      category.key = key
      category.name = name
      category.forExpense = key != "salary"
      category.forIncome = key == "salary"
      created.categories.append(category)
    }
    append(.groupCreated(created))
    for (member, name, role) in [(asha, "Asha", Role.owner), (ravi, "Ravi", .adult), (meera, meeraName, .viewer)] {
      var joined = MemberJoined()
      joined.memberID = member.description
      joined.displayName = name
      joined.role = role
      joined.holder = .init(HolderID(high: 0x8000, low: member.low).bytes)
      append(.memberJoined(joined))
    }
  }

  /// Appends an event of lane shared and folds it in.
  @discardableResult
  mutating func append(_ body: Event.OneOf_Body, by member: MemberID? = nil) -> ReplicaEvent {
    append(body, member: (member ?? asha).description)
  }

  /// Appends an event by whoever has this id; empty for the server itself.
  @discardableResult
  mutating func append(_ body: Event.OneOf_Body, member: String) -> ReplicaEvent {
    var event = Event()
    event.memberID = member
    event.body = body
    let position = LanePosition(UInt64(events.count) + 1)
    let result = ReplicaEvent(lane: .shared, position: position, event: event, hash: nil)
    events.append(result)
    try? view.state.apply(event, lane: .shared, position: position)
    view.marks[.shared] = LaneMark(position: position, hash: nil)
    return result
  }

  /// Folds in an event of an account of Asha's.
  mutating func appendAccount(_ body: Event.OneOf_Body, _ account: AccountID, by member: MemberID? = nil) {
    var event = Event()
    event.memberID = (member ?? asha).description
    event.body = body
    accountEvents += 1
    try? view.state.apply(event, lane: .account(account), position: LanePosition(accountEvents))
  }

  /// Adds an entry with what each paid and owes.
  @discardableResult
  mutating func add(
    _ description: String, _ minor: Int64, _ category: String = "", kind: EntryKind = .expense, paid: [(MemberID, Int64)],
    owed: [(MemberID, Int64)], percentages: [Int32] = [], isEqual: Bool = true, by member: MemberID? = nil,
    _ change: (inout EntryContent) -> Void = { _ in }
  ) -> ReplicaEvent {
    lastEntry += 1
    var added = EntryAdded()
    added.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_0000 | lastEntry).description
    added.content.kind = kind
    added.content.amount.minor = minor
    added.content.amount.currency = "INR"
    added.content.description_p = description
    added.content.category = category
    added.content.date = "2026-11-20"
    added.content.paid = paid.map(Self.share)
    added.owed = owed.map(Self.share)
    if !percentages.isEmpty {
      added.content.split.percentage.shares = zip(owed, percentages).map { owed, points in
        var share = PercentageShare()
        share.memberID = owed.0.description
        share.basisPoints = points
        return share
      }
    } else if isEqual {
      added.content.split.equal.memberIds = owed.map { $0.0.description }
    } else {
      added.content.split.exact.shares = added.owed
    }
    change(&added.content)
    return append(.entryAdded(added), by: member)
  }

  @discardableResult
  mutating func setBudget(
    _ name: String, _ minor: Int64, _ category: String, _ change: (inout BudgetContent) -> Void = { _ in }
  ) -> ReplicaEvent {
    var set = BudgetSet()
    set.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    set.content.name = name
    set.content.limit.minor = minor
    set.content.limit.currency = "INR"
    set.content.period = .monthly
    set.content.categories = [category]
    set.content.startDate = "2026-11-01"
    change(&set.content)
    return append(.budgetSet(set))
  }

  /// What one unit is worth, in rupees unless said otherwise.
  @discardableResult
  mutating func rate(
    _ from: String, _ rate: String, in to: String = "INR", on date: String = "2026-11-01", source: String = ""
  ) -> ReplicaEvent {
    var set = RateSet()
    (set.rate.from, set.rate.to, set.rate.rate, set.rate.date, set.rate.source) = (from, to, rate, date, source)
    return append(.rateSet(set))
  }

  /// The alert that the budget's period of November fires.
  @discardableResult
  mutating func fire(basisPoints: UInt32 = 0, spent: Int64, of limit: Int64) -> ReplicaEvent {
    var fired = AlertFired()
    fired.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    fired.periodStart = "2026-11-01"
    fired.basisPoints = basisPoints
    fired.over = basisPoints == 0
    fired.spentMinor = spent
    fired.limitMinor = limit
    return append(.alertFired(fired))
  }

  @discardableResult
  mutating func removeBudget() -> ReplicaEvent {
    var removed = BudgetRemoved()
    removed.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    return append(.budgetRemoved(removed))
  }

  @discardableResult
  mutating func reactivateBudget() -> ReplicaEvent {
    var reactivated = BudgetReactivated()
    reactivated.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    return append(.budgetReactivated(reactivated))
  }

  /// What the server would decide of a command on 2026-11-20.
  func decision(_ body: Command.OneOf_Body, by member: MemberID? = nil) throws -> Decision {
    var command = Command()
    command.id = CommandID(high: 0x7000, low: 0x8000_0000_0000_0099).description
    command.groupID = group.description
    command.body = body
    let holder = HolderID(high: 0x8000, low: (member ?? asha).low)
    let today = CivilDate(year: 2026, month: 11, day: 20) ?? CivilDate(daysSince1970: 0)
    return try decide(command, in: view.state, context: DecisionContext(holder: holder, now: 0, today: today))
  }

  private static func share(_ pair: (MemberID, Int64)) -> Share {
    var share = Share()
    share.memberID = pair.0.description
    share.minor = pair.1
    return share
  }
}

/// Lines as one text, so that a test shows a whole screen.
func screen(_ lines: [String]) -> String { lines.joined(separator: "\n") }

/// The past as it is told, without days and times.
func undated(_ events: [ReplicaEvent], _ view: GroupView, _ theme: Theme) -> [String] {
  Screens.history(events, view).flatMap { $0.lines(theme) }
}
