import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    guard let id = BudgetID(wish.budgetID) else { throw .malformedID(field: "set_budget.budget_id") }
    let old = shared.budgets[id]
    let from = wish.effectiveFrom.isEmpty ? nil : try date(wish.effectiveFrom, field: "set_budget.effective_from")
    // What was in force on the day that the change is for is what is kept where nothing is said.
    let inForce = old?.terms(on: from ?? context.saidOn)
    let content = wish.content
    switch content.period {
    case .weekly, .biweekly, .monthly, .yearly: break
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_budget.content.period")
    }
    try amount(content.limit, field: "set_budget.content.limit.minor")
    let currency = try currency(content.limit.currency, field: "set_budget.content.limit.currency")
    let (rollover, capMinor) = try rollover(content, replacing: inForce)
    // Those of a budget that was set before there were any stay unsaid.
    let alertsField = "set_budget.content.alerts.basis_points"
    let isUnsaid = !content.hasAlerts && inForce != nil && inForce?.alerts == nil
    let alerts = try isUnsaid ? nil : thresholds(content.hasAlerts ? content.alerts : nil, keeping: inForce?.alerts, field: alertsField)
    let name = try words(content.name, field: "set_budget.content.name", charactersMax: Limits.nameCharacters, required: true)
    try checkCategories(content.categories, keeping: inForce?.categories ?? [], field: "set_budget.content.categories")
    let start = try start(content, in: currency, from: from, replacing: old)

    var terms = BudgetTerms(
      limitMinor: content.limit.minor, currency: currency, period: content.period, categories: content.categories, start: start)
    terms.rollover = rollover
    terms.rolloverCapMinor = capMinor
    terms.alerts = alerts
    var set = BudgetSet()
    set.budgetID = id.description
    set.content = terms.content(named: name)
    let new: BudgetState
    if let old {
      guard old.isActive else { throw .budgetRemoved }
      let day = try effective(terms, from: from, isStartGiven: !content.startDate.isEmpty, replacing: old)
      // What counts anew from a day on has no periods that something was set for.
      set.keepsLater = old.terms(on: day).countsAlike(terms) && old.versions.contains { $0.from > day }
      new = try changed(old, name, to: terms, from: day, keepsLater: set.keepsLater)
      guard new != old else { throw .nothingChanges }
      guard new.versions.count <= Limits.budgetVersions else { throw .tooManyVersions(field: "set_budget.effective_from") }
      set.effectiveFrom = day.description
    } else {
      guard from == nil || content.startDate.isEmpty else { throw .choiceNotAllowed(field: "set_budget.effective_from") }
      try checkSpace(isNew: true)
      new = BudgetState(id: id, name: name, terms: terms)
      set.createdBy = asker.id.description
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetSet(set))] + self.alerts(afterSetting: new))
  }

  func decide(_ wish: RemoveBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    let budget = try known(wish.budgetID, field: "remove_budget.budget_id")
    guard budget.isActive else { throw .nothingChanges }
    var removed = BudgetRemoved()
    removed.budgetID = budget.id.description
    removed.date = context.saidOn.description
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetRemoved(removed))])
  }

  func decide(_ wish: ReactivateBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    var budget = try known(wish.budgetID, field: "reactivate_budget.budget_id")
    guard !budget.isActive else { throw .nothingChanges }
    try checkSpace(isNew: false)
    let again = startedAgain(budget)
    budget.isActive = true
    budget.removedOn = nil
    var reactivated = BudgetReactivated()
    reactivated.budgetID = budget.id.description
    var events = [DecidedEvent(.budgetReactivated(reactivated))]
    if let again, let changed = try? budget.changed(name: budget.name, to: again, from: again.start),
      changed.versions.count <= Limits.budgetVersions
    {
      budget = changed
      var set = BudgetSet()
      set.budgetID = budget.id.description
      set.content = again.content(named: budget.name)
      set.effectiveFrom = again.start.description
      events.append(DecidedEvent(.budgetSet(set)))
    }
    return Decision(actor: asker.id, events: events + alerts(afterSetting: budget))
  }

  /// What a budget that carries is from the running period on, when periods ended while it was removed: it counts anew,
  /// and nothing is carried out of a time in which there was no budget. Nil: it goes on as it was.
  private func startedAgain(_ budget: BudgetState) -> BudgetTerms? {
    let inForce = budget.terms(on: context.saidOn)
    let first = budget.period(containing: context.saidOn).lowerBound
    guard let removedOn = budget.removedOn, removedOn < first, inForce.rollover == .surplus || inForce.rollover == .both else { return nil }
    var terms = BudgetTerms(
      limitMinor: inForce.limitMinor, currency: inForce.currency, period: inForce.period, categories: inForce.categories, start: first)
    terms.rollover = inForce.rollover
    terms.rolloverCapMinor = inForce.rolloverCapMinor
    terms.alerts = inForce.alerts
    return terms
  }

  private func known(_ text: String, field: String) throws(Rejection) -> BudgetState {
    guard let id = BudgetID(text) else { throw .malformedID(field: field) }
    guard let budget = shared.budgets[id] else { throw .unknownBudget(field: field) }
    return budget
  }

  private func checkSpace(isNew: Bool) throws(Rejection) {
    guard !isNew || shared.budgets.count < Limits.budgetsEver else { throw .tooManyBudgets(budgetsMax: Limits.budgetsEver) }
    guard shared.budgets.count(where: \.isActive) < Limits.budgets else { throw .tooManyBudgets(budgetsMax: Limits.budgets) }
  }

  /// Keys of categories whose spending counts.
  ///
  /// - Parameter kept: what was chosen already; it stays when it was retired since.
  func checkCategories(_ keys: [String], keeping kept: [String], field: String) throws(Rejection) {
    guard !keys.isEmpty else { throw .categoriesMissing(field: field) }
    guard keys.count <= Limits.budgetCategories else { throw .tooManyCategories(field: field) }
    for (place, key) in keys.enumerated() {
      guard let category = shared.category(key) else { throw .unknownCategory(field: "\(field)[\(place)]") }
      guard !category.retired || kept.contains(key) else { throw .categoryRetired(field: "\(field)[\(place)]") }
      guard category.forExpense else { throw .categoryDoesNotFit(field: "\(field)[\(place)]") }
      guard !keys[..<place].contains(key) else { throw .categoryRepeated(field: "\(field)[\(place)]") }
    }
  }

  /// First day of the first period that new terms hold for (SPEC BU-06).
  private func effective(
    _ terms: BudgetTerms, from: CivilDate?, isStartGiven: Bool, replacing old: BudgetState
  ) throws(Rejection) -> CivilDate {
    let place = old.place(of: from ?? context.saidOn) ?? .first
    let inForce = old.terms(at: place)
    if inForce.calendar == terms.calendar, inForce.currency == terms.currency { return old.days(of: place).lowerBound }
    // Periods that are counted anew begin with their own start.
    guard from == nil || from == terms.start || !isStartGiven else { throw .choiceNotAllowed(field: "set_budget.effective_from") }
    return terms.start
  }

  private func changed(
    _ old: BudgetState, _ name: String, to terms: BudgetTerms, from day: CivilDate, keepsLater: Bool
  ) throws(Rejection) -> BudgetState {
    do {
      return try old.changed(name: name, to: terms, from: day, keepingLater: keepsLater)
    } catch {
      throw .choiceNotAllowed(field: "set_budget.effective_from")
    }
  }

  /// What is carried and how much at most: as given, else as it was.
  private func rollover(_ content: BudgetContent, replacing old: BudgetTerms?) throws(Rejection) -> (Rollover, Int64) {
    let cap = content.rolloverCapMinor
    let field = "set_budget.content.rollover_cap_minor"
    switch content.rollover {
    case .surplus, .both:
      guard (0...amountMinorMax).contains(cap) else { throw .amountOutOfRange(field: field) }
      return (content.rollover, cap)
    case .none, .unspecified:
      guard cap == 0 else { throw .choiceNotAllowed(field: field) }
      if content.rollover == .unspecified, let old { return (old.rollover, old.rolloverCapMinor) }
      return (Rollover.none, 0)
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_budget.content.rollover")
    }
  }

  /// What alerts fire at, ascending: as given, else as it was, else the usual.
  func thresholds(_ alerts: BudgetAlerts?, keeping old: AlertThresholds?, field: String) throws(Rejection) -> AlertThresholds {
    guard let alerts else { return old ?? .usual }
    let points = alerts.basisPoints
    guard points.count <= Limits.thresholds else { throw .tooManyThresholds(field: field) }
    for (place, point) in points.enumerated() {
      guard Limits.thresholdBasisPoints.contains(point) else {
        throw .numberOutOfRange(field: "\(field)[\(place)]", bounds: Limits.thresholdBasisPoints)
      }
      guard !points[..<place].contains(point) else { throw .thresholdRepeated(field: "\(field)[\(place)]") }
    }
    return AlertThresholds(basisPoints: points.map { Int32($0) }.sorted(), over: alerts.over)
  }

  /// The first day: as given, else as it was while the period stays the same, else the usual one. In another currency
  /// periods are counted anew from the first day of the one that the change holds from.
  ///
  /// What is counted anew begins no earlier than the running period, or the one of the day that is named: those before
  /// it keep what was true.
  private func start(
    _ content: BudgetContent, in currency: Currency, from: CivilDate?, replacing old: BudgetState?
  ) throws(Rejection) -> CivilDate {
    let start = try usualStart(content, in: currency, from: from, replacing: old)
    guard let old else { return start }
    let inForce = old.terms(on: from ?? context.saidOn)
    if inForce.period == content.period, inForce.start == start, inForce.currency == currency { return start }
    let first = old.period(containing: from ?? context.saidOn).lowerBound
    guard start < first else { return start }
    guard content.startDate.isEmpty || from != nil else { throw .dateOutOfRange(field: "set_budget.content.start_date") }
    return from == nil || content.startDate.isEmpty ? first : start
  }

  private func usualStart(
    _ content: BudgetContent, in currency: Currency, from: CivilDate?, replacing old: BudgetState?
  ) throws(Rejection) -> CivilDate {
    guard content.startDate.isEmpty else { return try date(content.startDate, field: "set_budget.content.start_date") }
    let today = from ?? context.saidOn
    if let old, old.terms(on: today).period == content.period {
      let inForce = old.terms(on: today)
      return inForce.currency == currency ? inForce.start : old.period(containing: today).lowerBound
    }
    return usualStart(of: content.period, on: today)
  }

  /// The first day of the period that a day falls into as people count them.
  func usualStart(of period: BudgetPeriod, on today: CivilDate) -> CivilDate {
    let day = today.components
    switch period {
    case .weekly, .biweekly: return today.startOfWeek(from: shared.settings?.weekStart ?? .monday)
    case .monthly: return today.adding(days: 1 - day.day)
    case .yearly: return CivilDate(year: day.year, month: 1, day: 1) ?? today
    case .unspecified, .UNRECOGNIZED: return today
    }
  }
}
