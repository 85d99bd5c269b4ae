import HearthProtocol

// What the state knows of budgets, and how it is kept up.
extension SharedState {
  /// How far the budget is spent in the period that the day falls into. Costs the same however many entries, days and categories there are.
  ///
  /// - Parameter budget: as it stands here. A removed one counts nothing.
  public func progress(of budget: BudgetState, on day: CivilDate) -> BudgetProgress {
    let number = budget.calendar.number(of: day) ?? 0
    let reading = budgetBook.figures(of: budget.id)?.reading(of: number) ?? BudgetFigures.Reading(spentMinor: 0, carriedMinor: 0)
    return BudgetProgress(
      period: budget.calendar.days(of: number), spentMinor: reading.spentMinor,
      limitMinor: budget.carry.available(carried: reading.carriedMinor), carriedMinor: reading.carriedMinor)
  }

  /// The thresholds of the budget that fired in the period with this first day, in order.
  public func fired(of budget: BudgetState, inPeriodFrom first: CivilDate) -> [AlertThreshold] {
    budgetBook.fired(of: budget.id).map(\.mark).filter { $0.first == first }.map(\.threshold)
  }

  /// Counts what an entry spends, and whose it is; `unbookSpending` takes it back.
  mutating func bookSpending(of entry: EntryState) {
    days.book(entry)
    guard let spend = entry.spend else { return }
    spending.book(spend)
    budgetBook.book(spend)
  }

  /// Takes back what `bookSpending` counted of the same entry.
  mutating func unbookSpending(of entry: EntryState) {
    days.unbook(entry)
    guard let spend = entry.spend?.negated else { return }
    spending.book(spend)
    budgetBook.book(spend)
  }

  mutating func set(_ event: BudgetSet) throws(HistoryFault) {
    var message = Budget()
    message.budgetID = event.budgetID
    message.content = event.content
    message.createdBy = event.createdBy
    if let id = BudgetID(event.budgetID), let old = budgets[id] {
      guard old.isActive else { throw .contradiction(.budgetActive) }
      guard event.createdBy.isEmpty else { throw .contradiction(.idsUnique) }
      message.createdBy = old.createdBy?.description ?? ""
    }
    try put(message)
  }

  mutating func remove(_ event: BudgetRemoved) throws(HistoryFault) { try setActive(false, event.budgetID) }

  mutating func reactivate(_ event: BudgetReactivated) throws(HistoryFault) { try setActive(true, event.budgetID) }

  mutating func fire(_ event: AlertFired, at instant: Int64) throws(HistoryFault) {
    guard let id = BudgetID(event.budgetID) else { throw .malformed("budget_id") }
    guard let first = CivilDate(iso8601: event.periodStart) else { throw .malformed("period_start") }
    let threshold: AlertThreshold
    if event.over {
      guard event.basisPoints == 0 else { throw .malformed("basis_points") }
      threshold = .over
    } else {
      guard Limits.thresholdBasisPoints.contains(event.basisPoints) else { throw .malformed("basis_points") }
      threshold = .share(basisPoints: Int32(event.basisPoints))
    }
    guard event.spentMinor > 0, event.limitMinor >= 0 else { throw .contradiction(.amountsInRange) }
    try budgetBook.fire(BudgetBook.Firing(mark: BudgetBook.Mark(first: first, threshold: threshold), at: instant), of: id)
  }

  /// Adds a budget as a snapshot carries it.
  mutating func restore(_ message: Budget) throws(HistoryFault) {
    guard let id = BudgetID(message.budgetID) else { throw .malformed("budget_id") }
    guard !budgets.has(id) else { throw .contradiction(.idsUnique) }
    // Read first, so that a fault leaves nothing half done.
    var fired: [BudgetBook.Firing] = []
    for alerts in message.fired { fired += try Self.firings(alerts) }
    guard zip(fired, fired.dropFirst()).allSatisfy({ $0.mark < $1.mark }) else { throw .contradiction(.alertsOnce) }
    try put(message)
    for firing in fired { try budgetBook.fire(firing, of: id) }
  }

  /// The budget as snapshots carry it.
  func message(_ budget: BudgetState) -> Budget {
    var message = Budget()
    message.budgetID = budget.id.description
    message.content = budget.content
    message.createdBy = budget.createdBy?.description ?? ""
    message.removed = !budget.isActive
    var last: CivilDate?
    for firing in budgetBook.fired(of: budget.id) {
      let mark = firing.mark
      if mark.first != last {
        last = mark.first
        var alerts = FiredAlerts()
        alerts.periodStart = mark.first.description
        message.fired.append(alerts)
      }
      let place = message.fired.count - 1
      switch mark.threshold {
      case .share(let basisPoints): message.fired[place].basisPoints.append(UInt32(clamping: basisPoints))
      case .over: message.fired[place].over = true
      }
      message.fired[place].atMs.append(firing.at)
    }
    return message
  }

  private static func firings(_ alerts: FiredAlerts) throws(HistoryFault) -> [BudgetBook.Firing] {
    guard let first = CivilDate(iso8601: alerts.periodStart) else { throw .malformed("period_start") }
    var marks: [BudgetBook.Mark] = []
    for point in alerts.basisPoints {
      guard Limits.thresholdBasisPoints.contains(point) else { throw .malformed("basis_points") }
      marks.append(BudgetBook.Mark(first: first, threshold: .share(basisPoints: Int32(point))))
    }
    if alerts.over { marks.append(BudgetBook.Mark(first: first, threshold: .over)) }
    let instants = alerts.atMs.isEmpty ? marks.map { _ in 0 } : alerts.atMs
    guard instants.count == marks.count else { throw .malformed("at_ms") }
    return zip(marks, instants).map(BudgetBook.Firing.init)
  }

  private mutating func setActive(_ isActive: Bool, _ text: String) throws(HistoryFault) {
    guard let id = BudgetID(text) else { throw .malformed("budget_id") }
    guard let old = budgets[id] else { throw .contradiction(.namesKnown) }
    guard old.isActive != isActive else { throw .contradiction(.budgetActive) }
    var budget = old
    budget.isActive = isActive
    budgets.set(budget, for: id)
    budgetBook.set(budget, replacing: old, spending)
  }

  private mutating func put(_ message: Budget) throws(HistoryFault) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    let budget = try read(message)
    let old = budgets[budget.id]
    budgets.set(budget, for: budget.id)
    budgetBook.set(budget, replacing: old, spending)
  }

  func read(_ message: Budget) throws(HistoryFault) -> BudgetState {
    let content = message.content
    guard let id = BudgetID(message.budgetID) else { throw .malformed("budget_id") }
    guard let currency = Currency(code: content.limit.currency) else { throw .malformed("currency") }
    guard let start = CivilDate(iso8601: content.startDate) else { throw .malformed("start_date") }
    guard Limits.amountMinor.contains(content.limit.minor) else { throw .contradiction(.amountsInRange) }
    guard (0...amountMinorMax).contains(content.rolloverCapMinor) else { throw .contradiction(.amountsInRange) }
    switch content.period {
    case .weekly, .biweekly, .monthly, .yearly: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("period")
    }
    switch content.rollover {
    case .unspecified, .none, .surplus, .both: break
    case .UNRECOGNIZED: throw .malformed("rollover")
    }
    guard content.categories.allSatisfy({ categoryPlaces[$0] != nil }), Set(content.categories).count == content.categories.count else {
      throw .contradiction(.namesKnown)
    }
    let createdBy = MemberID(message.createdBy)
    guard createdBy != nil || message.createdBy.isEmpty else { throw .malformed("created_by") }
    var budget = BudgetState(
      id: id, name: content.name, limitMinor: content.limit.minor, currency: currency, period: content.period,
      categories: content.categories, start: start)
    budget.rollover = content.rollover
    budget.rolloverCapMinor = content.rolloverCapMinor
    if content.hasAlerts { budget.alerts = try AlertThresholds(content.alerts) }
    budget.createdBy = createdBy
    budget.isActive = !message.removed
    return budget
  }
}
