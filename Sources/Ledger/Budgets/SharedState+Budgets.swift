import HearthProtocol

// What the state knows of budgets, and how it is kept up.
extension SharedState {
  /// How far the budget is spent in the period that the day falls into. Costs the same however many entries, days and
  /// categories there are.
  ///
  /// - Parameter budget: as it stands here. A removed one counts nothing.
  public func progress(of budget: BudgetState, on day: CivilDate) -> BudgetProgress {
    let place = budget.place(of: day) ?? .first
    let figures = budgetBook.figures(of: budget.id)
    let nothing = BudgetFigures.Reading(spentMinor: 0, carriedMinor: 0)
    let reading = figures.indices.contains(place.era) ? figures[place.era].reading(of: place.number) : nothing
    return BudgetProgress(
      period: budget.days(of: place), spentMinor: reading.spentMinor,
      limitMinor: budget.terms(at: place).carry.available(carried: reading.carriedMinor), carriedMinor: reading.carriedMinor)
  }

  /// What the budget leaves out in the period that the day falls into: spending in its categories in other currencies,
  /// by entries without a rate into its own. By the currency's code, in minor units of it.
  public func leftOut(of budget: BudgetState, on day: CivilDate) -> [(currency: Currency, minor: Int64)] {
    let span = budget.period(containing: day)
    let terms = budget.terms(on: span.lowerBound)
    return leftOut(of: terms.categories, in: terms.currency, span)
  }

  /// What was spent in some categories on some days in other currencies than this one, by entries without a rate into
  /// it; as above.
  public func leftOut(
    of categories: [String], in currency: Currency, _ span: ClosedRange<CivilDate>
  ) -> [(currency: Currency, minor: Int64)] {
    balances.currencies.compactMap { spent in
      guard spent != currency else { return nil }
      let minor = categories.reduce(0) { $0 + spending.unrated(of: $1, spent, in: currency, span) }
      return minor == 0 ? nil : (spent, minor)
    }
  }

  /// The thresholds of the budget that fired in the period with this first day, in order.
  public func fired(of budget: BudgetState, inPeriodFrom first: CivilDate) -> [AlertThreshold] {
    budgetBook.fired(of: budget.id).map(\.mark).filter { $0.first == first }.map(\.threshold)
  }

  /// Counts what an entry spends, and whose it is; `unbookSpending` takes it back.
  mutating func bookSpending(of entry: EntryState) {
    days.book(entry)
    bookMinors(of: entry, isTakenBack: false)
    guard let spend = entry.spend else { return }
    spending.book(spend)
    budgetBook.book(spend)
  }

  /// Takes back what `bookSpending` counted of the same entry.
  mutating func unbookSpending(of entry: EntryState) {
    days.unbook(entry)
    bookMinors(of: entry, isTakenBack: true)
    guard let spend = entry.spend?.negated else { return }
    spending.book(spend)
    budgetBook.book(spend)
  }

  mutating func set(_ event: BudgetSet) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let id = BudgetID(event.budgetID) else { throw .malformed("budget_id") }
    let terms = try terms(event.content)
    let day = try effective(event.effectiveFrom)
    guard let old = budgets[id] else {
      var budget = try BudgetState(id: id, name: event.content.name, terms: terms).changed(name: event.content.name, to: terms, from: day)
      budget.createdBy = try maker(event.createdBy)
      return put(budget)
    }
    guard old.isActive else { throw .contradiction(.budgetActive) }
    guard event.createdBy.isEmpty else { throw .contradiction(.idsUnique) }
    put(try old.changed(name: event.content.name, to: terms, from: day, keepingLater: event.keepsLater))
  }

  mutating func remove(_ event: BudgetRemoved) throws(HistoryFlaw) {
    try setActive(false, event.budgetID, removedOn: removal(event.date))
  }

  mutating func reactivate(_ event: BudgetReactivated) throws(HistoryFlaw) { try setActive(true, event.budgetID, removedOn: nil) }

  mutating func fire(_ event: AlertFired, at instant: Int64) throws(HistoryFlaw) {
    guard let id = BudgetID(event.budgetID) else { throw .malformed("budget_id") }
    guard let first = CivilDate(iso8601: event.periodStart) else { throw .malformed("period_start") }
    let threshold = try AlertThreshold(basisPoints: event.basisPoints, over: event.over)
    guard event.spentMinor > 0, event.limitMinor >= 0 else { throw .contradiction(.amountsInRange) }
    try budgetBook.fire(BudgetBook.Firing(mark: BudgetBook.Mark(first: first, threshold: threshold), at: instant), of: id)
  }

  /// Adds a budget as a snapshot carries it.
  mutating func restore(_ message: Budget) throws(HistoryFlaw) {
    guard let id = BudgetID(message.budgetID) else { throw .malformed("budget_id") }
    guard !budgets.has(id) else { throw .contradiction(.idsUnique) }
    // Read first, so that a flaw leaves nothing half done.
    var fired: [BudgetBook.Firing] = []
    for alerts in message.fired { fired += try Self.firings(alerts) }
    guard zip(fired, fired.dropFirst()).allSatisfy({ $0.mark < $1.mark }) else { throw .contradiction(.alertsOnce) }
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    put(try read(message))
    for firing in fired { try budgetBook.fire(firing, of: id) }
  }

  /// The budget as snapshots carry it.
  func message(_ budget: BudgetState) -> Budget {
    var message = budget.message
    message.fired = budgetBook.fired(of: budget.id).messages
    return message
  }

  static func firings(_ alerts: FiredAlerts) throws(HistoryFlaw) -> [BudgetBook.Firing] {
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

  func removal(_ text: String, field: String = "date") throws(HistoryFlaw) -> CivilDate? {
    guard !text.isEmpty else { return nil }
    guard let day = CivilDate(iso8601: text) else { throw .malformed(field) }
    return day
  }

  private mutating func setActive(_ isActive: Bool, _ text: String, removedOn: CivilDate?) throws(HistoryFlaw) {
    guard let id = BudgetID(text) else { throw .malformed("budget_id") }
    guard let old = budgets[id] else { throw .contradiction(.namesKnown) }
    guard old.isActive != isActive else { throw .contradiction(.budgetActive) }
    var budget = old
    budget.isActive = isActive
    budget.removedOn = removedOn
    budgets.set(budget, for: id)
    budgetBook.set(budget, replacing: old, spending)
  }

  private mutating func put(_ budget: BudgetState) {
    let old = budgets[budget.id]
    budgets.set(budget, for: budget.id)
    budgetBook.set(budget, replacing: old, spending)
  }

  func read(_ message: Budget) throws(HistoryFlaw) -> BudgetState {
    guard let id = BudgetID(message.budgetID) else { throw .malformed("budget_id") }
    let latest = try terms(message.content)
    var budget = BudgetState(id: id, name: message.content.name, terms: latest)
    for (place, version) in message.earlier.enumerated() {
      guard let day = try effective(version.effectiveFrom) else { throw .malformed("effective_from") }
      let former = try terms(version.content)
      budget =
        place == 0 ? BudgetState(id: id, name: message.content.name, terms: former) : try budget.followed(by: former, from: day)
    }
    if !message.earlier.isEmpty {
      guard let day = try effective(message.effectiveFrom) else { throw .malformed("effective_from") }
      budget = try budget.followed(by: latest, from: day)
    }
    budget.createdBy = try maker(message.createdBy)
    budget.isActive = !message.removed
    guard message.removed || message.removedOn.isEmpty else { throw .malformed("removed_on") }
    budget.removedOn = try removal(message.removedOn)
    return budget
  }

  private func effective(_ text: String) throws(HistoryFlaw) -> CivilDate? {
    guard !text.isEmpty else { return nil }
    guard let day = CivilDate(iso8601: text) else { throw .malformed("effective_from") }
    return day
  }

  private func maker(_ text: String) throws(HistoryFlaw) -> MemberID? {
    let member = MemberID(text)
    guard member != nil || text.isEmpty else { throw .malformed("created_by") }
    return member
  }

  private func terms(_ content: BudgetContent) throws(HistoryFlaw) -> BudgetTerms {
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
    var terms = BudgetTerms(
      limitMinor: content.limit.minor, currency: currency, period: content.period, categories: content.categories, start: start)
    terms.rollover = content.rollover
    terms.rolloverCapMinor = content.rolloverCapMinor
    if content.hasAlerts { terms.alerts = try AlertThresholds(content.alerts) }
    return terms
  }
}

extension BudgetState {
  /// The budget as snapshots carry it, without what has fired.
  public var message: Budget {
    var message = Budget()
    message.budgetID = id.description
    message.content = content
    message.createdBy = createdBy?.description ?? ""
    message.removed = !isActive
    message.removedOn = removedOn?.description ?? ""
    guard versions.count > 1 else { return message }
    message.effectiveFrom = versions[versions.endIndex - 1].from.description
    message.earlier = versions.dropLast().map { version in
      var earlier = BudgetVersion()
      earlier.effectiveFrom = version.from.description
      earlier.content = version.terms.content(named: "")
      return earlier
    }
    return message
  }
}
