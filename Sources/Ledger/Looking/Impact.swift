import HearthProtocol

extension Impact {
  // Limit: dates of rules whose entries are counted in the other figures; as many as a room books in one append.
  /// How many due dates count in the figures.
  public static let dueDatesCountedMax = 100

  // Limit: the latest periods of a changed budget that are looked at up to today, beside the one that its change begins
  // with: ten years of months.
  /// How many periods up to today are looked at of a budget that is changed in the past.
  public static let periodsMax = 120

  // Limit: lines of each list; the others are counted, so that an answer has some 200 KiB at most.
  /// How many budgets, alerts, balances and debts are listed, each.
  public static let linesMax = 300

  /// Keeps so many lines of each list and counts the others.
  fileprivate mutating func shorten() {
    let counts = [budgets.count, alerts.count, balances.count, debts.count]
    leftOut = UInt32(clamping: counts.reduce(0) { $0 + max(0, $1 - Self.linesMax) })
    budgets = Array(budgets.prefix(Self.linesMax))
    alerts = Array(alerts.prefix(Self.linesMax))
    balances = Array(balances.prefix(Self.linesMax))
    debts = Array(debts.prefix(Self.linesMax))
  }
}

/// What a command would change if it came now: decided as it would be, and folded into a copy, which costs nothing
/// (product N13). What rules would then book at once is counted with it.
///
/// Its cost does not grow with the number of entries; the settlement plan is found twice for each currency in which
/// balances change.
///
/// - Parameter state: folded over every lane.
/// - Returns: nil when what was decided cannot be folded, which is a bug.
/// - Throws: what the command would be refused for. A stranger learns nothing, whatever the command.
public func impact(of command: Command, in state: GroupState, context: DecisionContext) throws(Rejection) -> Impact? {
  guard GroupID(command.groupID) == state.group, let asker = state.member(holding: context.holder) else {
    throw .notFound(field: "group_id")
  }
  var decision = try decide(command, in: state, context: context)
  let own = decision.events
  guard var after = folding(decision, into: state, at: context.now) else { return nil }
  let dueDates = after.dueCount(on: context.today)
  // What others' rules book may follow from lanes that the asker does not receive (SPEC LN-09).
  after.keepOnly(state.lanes(readableBy: asker.id))
  for _ in 0..<min(dueDates, Impact.dueDatesCountedMax) {
    guard let due = decideDueRule(in: after, now: context.now, today: context.today) else { break }
    guard let later = folding(due.events, by: "", into: after, at: context.now) else { return nil }
    after = later
    decision.events += due.events
  }
  var impact = impact(of: decision, from: state, to: after, asker: asker, today: context.today)
  impact.dueDates = UInt64(clamping: dueDates)
  guard let events = told(own, by: decision.actor, to: asker, holding: context.holder, in: state, at: context.now) else { return nil }
  impact.events = events
  impact.shorten()
  return impact
}

/// What the command itself brings about, as its sender would be sent it afterwards: a rehearsal shows no less than the
/// act, and no more (SPEC IP-03). Alerts stand beside it.
///
/// A lane that the sender loses by the command reaches them up to the event by which they lose it (SPEC SB-08), as a
/// room delivers it.
private func told(
  _ events: [DecidedEvent], by actor: MemberID, to asker: MemberState, holding holder: HolderID, in state: GroupState, at now: Int64
) -> [Event]? {
  let received = state.lanes(readableBy: asker.id)
  guard let lost = lanesLost(by: events, of: actor, asker, holding: holder, from: received, in: state, at: now) else { return nil }
  return events.enumerated().compactMap { place, decided in
    guard received.contains(decided.lane), place < lost[decided.lane] ?? .max else { return nil }
    if case .alertFired = decided.body { return nil }
    return decided.event(by: actor.description, at: now)
  }
}

/// The lanes that a member receives no more behind the events.
///
/// - Returns: the place of the first event of each that does not reach them; nil when the events cannot be folded.
private func lanesLost(
  by events: [DecidedEvent], of actor: MemberID, _ asker: MemberState, holding holder: HolderID, from received: [Lane],
  in state: GroupState, at now: Int64
) -> [Lane: Int]? {
  let traits = events.map(\.body.traits)
  guard traits.contains(where: { $0.changesAudience || $0.changesReaders }) else { return [:] }
  var after = state
  // A person who goes on as another member is sent everything anew.
  func isReceived(_ lane: Lane) -> Bool {
    after.member(holding: holder)?.id == asker.id && after.lanes(readableBy: asker.id).contains(lane)
  }
  var lost: [Lane: Int] = [:]
  var hasChanged = false
  for (place, (decided, traits)) in zip(events, traits).enumerated() {
    let isAsked = received.contains(decided.lane) && lost[decided.lane] == nil
    if isAsked, hasChanged || traits.changesReaders, !isReceived(decided.lane) { lost[decided.lane] = place }
    guard after.fold(decided, by: actor.description, at: now) else { return nil }
    if traits.changesAudience { hasChanged = true }
    if isAsked, traits.changesReaders, lost[decided.lane] == nil, !isReceived(decided.lane) { lost[decided.lane] = place + 1 }
  }
  // A lane that is lost and had again reaches them whole.
  return lost.filter { !isReceived($0.key) }
}

/// The state after what was decided; nil when it cannot be folded.
func folding(_ decision: Decision, into state: GroupState, at now: Int64) -> GroupState? {
  folding(decision.events, by: decision.actor.description, into: state, at: now)
}

/// - Parameter actor: a member's id; empty for the server itself.
func folding(_ events: [DecidedEvent], by actor: String, into state: GroupState, at now: Int64) -> GroupState? {
  var after = state
  for decided in events { guard after.fold(decided, by: actor, at: now) else { return nil } }
  return after
}

extension GroupState {
  /// - Returns: false when the event cannot be folded.
  fileprivate mutating func fold(_ decided: DecidedEvent, by actor: String, at now: Int64) -> Bool {
    do throws(HistoryFlaw) {
      // Where it would stand is not known, and nothing that is compared here depends on it.
      try apply(decided.event(by: actor, at: now), lane: decided.lane, position: LanePosition(.max))
      return true
    } catch {
      return false
    }
  }
}

extension DecidedEvent {
  /// - Parameter actor: a member's id; empty for the server itself.
  fileprivate func event(by actor: String, at now: Int64) -> Event {
    var event = Event()
    event.atMs = now
    event.memberID = actor
    event.body = body
    return event
  }
}

private func impact(
  of decision: Decision, from state: GroupState, to after: GroupState, asker: MemberState, today: CivilDate
) -> Impact {
  var impact = Impact()
  impact.groupID = state.group.description
  impact.memberID = decision.actor.description
  impact.budgets = budgetImpacts(of: decision, from: state.shared, to: after.shared, today: today)
  impact.alerts = decision.events.compactMap { if case .alertFired(let fired) = $0.body { fired } else { nil } }
  for currency in after.shared.balances.currencies(with: state.shared.balances) {
    let changes = after.shared.members.compactMap { member in
      BalanceImpact(member.id, currency, state.shared.balances[member.id, currency], after.shared.balances[member.id, currency])
    }
    guard !changes.isEmpty else { continue }
    impact.balances += changes
    let (before, now) = (state.shared.shownDebts(in: currency), after.shared.shownDebts(in: currency))
    impact.debts += after.shared.members.compactMap { member in
      DebtImpact(member.id, currency, before.net(from: asker.id, to: member.id), now.net(from: asker.id, to: member.id))
    }
  }
  return impact
}

/// The periods of budgets whose figures differ. Looked at are today's, those of the days of the entries that the
/// events are about, and those that the change of a budget holds for.
private func budgetImpacts(of decision: Decision, from before: SharedState, to after: SharedState, today: CivilDate) -> [BudgetImpact] {
  var days = [today]
  var changed: [BudgetID: CivilDate] = [:]
  for decided in decision.events {
    if case .budgetSet(let set) = decided.body, let id = BudgetID(set.budgetID) {
      changed[id] = CivilDate(iso8601: set.effectiveFrom.isEmpty ? set.content.startDate : set.effectiveFrom)
    }
    guard let entry = decided.body.traits.entry.flatMap({ EntryID($0) }) else { continue }
    for day in [before.entries[entry]?.date, after.entries[entry]?.date].compactMap(\.self) where !days.contains(day) { days.append(day) }
  }
  var impacts: [BudgetImpact] = []
  for id in after.budgets.map(\.id) {
    let (old, new) = (before.budgets[id].active, after.budgets[id].active)
    // In the calendar that the budget will have, or had.
    guard let shown = new ?? old else { continue }
    let ownDays = changed[id].map { days + shown.days(changedFrom: $0, from: old, until: today) } ?? days
    var seen: Set<CivilDate> = []
    for day in ownDays.sorted() where day >= shown.start {
      let period = shown.period(containing: day)
      guard seen.insert(period.lowerBound).inserted else { continue }
      // It may begin earlier than it did.
      let known = old.flatMap { day >= $0.start ? $0 : nil }
      let (was, will) = (known.map { before.progress(of: $0, on: day) }, new.map { after.progress(of: $0, on: day) })
      var impact = BudgetImpact(shown, period)
      if let was { impact.before = BudgetFigure(was) }
      if let will { impact.after = BudgetFigure(will) }
      impact.leftOutBefore = known.map { before.leftOut(of: $0, on: day) }?.map { Money(minor: $0.minor, currency: $0.currency) } ?? []
      impact.leftOutAfter = new.map { after.leftOut(of: $0, on: day) }?.map { Money(minor: $0.minor, currency: $0.currency) } ?? []
      let isSame = impact.hasBefore && impact.hasAfter && impact.before == impact.after && impact.leftOutBefore == impact.leftOutAfter
      if !isSame { impacts.append(impact) }
    }
  }
  return impacts
}

extension BudgetState {
  /// A day of each period that a change may give other figures: those up to today, of which the latest are named, and
  /// those that something was set for later. Of a budget that did not count before, only the first day.
  ///
  /// - Parameters:
  ///   - first: first day of the period that the change holds from.
  ///   - old: what the budget was before; nil when it did not count.
  fileprivate func days(changedFrom first: CivilDate, from old: BudgetState?, until today: CivilDate) -> [CivilDate] {
    guard let old else { return first > today ? [first] : [] }
    var days = [first]
    var day = period(containing: today).lowerBound
    while day > first, days.count <= Impact.periodsMax {
      days.append(day)
      day = period(containing: day.adding(days: -1)).lowerBound
    }
    return days + (old.versions + versions).map(\.from).filter { $0 > max(first, today) }
  }
}

extension BudgetState? {
  /// The budget while it counts.
  fileprivate var active: BudgetState? { flatMap { $0.isActive ? $0 : nil } }
}

extension Balances {
  /// The currencies that these or the others have.
  func currencies(with others: Balances) -> [Currency] { Set(currencies + others.currencies).sorted() }
}

extension SharedState {
  /// Who pays whom as the group shows it: in the fewest transfers, or as the entries made the debts.
  func shownDebts(in currency: Currency) -> [Obligation] {
    offersDirect ? directDebts(in: currency) : settlementPlan(in: currency).transfers
  }
}

extension [Obligation] {
  /// What one is to pay the other; negative: is to be paid.
  fileprivate func net(from payer: MemberID, to receiver: MemberID) -> Int64 {
    reduce(0) { sum, debt in
      if debt.debtor == payer, debt.creditor == receiver { return sum + debt.minor }
      return debt.debtor == receiver && debt.creditor == payer ? sum - debt.minor : sum
    }
  }
}

extension BalanceImpact {
  fileprivate init?(_ member: MemberID, _ currency: Currency, _ before: Int64, _ after: Int64) {
    guard before != after else { return nil }
    self.init()
    memberID = member.description
    self.currency = currency.code
    beforeMinor = before
    afterMinor = after
  }
}

extension DebtImpact {
  fileprivate init?(_ member: MemberID, _ currency: Currency, _ before: Int64, _ after: Int64) {
    guard before != after else { return nil }
    self.init()
    memberID = member.description
    self.currency = currency.code
    beforeMinor = before
    afterMinor = after
  }
}
