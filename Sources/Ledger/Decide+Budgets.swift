import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    guard let id = BudgetID(wish.budgetID) else { throw .malformedID(field: "set_budget.budget_id") }
    let old = shared.budgets[id]
    let content = wish.content
    switch content.period {
    case .weekly, .biweekly, .monthly, .yearly: break
    case .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_budget.content.period")
    }
    try amount(content.limit, field: "set_budget.content.limit.minor")
    let currency = try currency(content.limit.currency, field: "set_budget.content.limit.currency")
    let (rollover, capMinor) = try rollover(content, replacing: old)
    let alerts = try thresholds(content, replacing: old)
    let name = try words(content.name, field: "set_budget.content.name", charactersMax: Limits.nameCharacters, required: true)
    try checkCategories(content.categories, keeping: old?.categories ?? [], field: "set_budget.content.categories")
    let start = try start(content, replacing: old)

    var new = BudgetState(
      id: id, name: name, limitMinor: content.limit.minor, currency: currency, period: content.period,
      categories: content.categories, start: start)
    new.rollover = rollover
    new.rolloverCapMinor = capMinor
    new.alerts = alerts
    new.createdBy = old == nil ? asker.id : old?.createdBy
    guard old?.isActive ?? true else { throw .budgetRemoved }
    guard new != old else { throw .nothingChanges }
    if old == nil { try checkRoom(isNew: true) }
    var set = BudgetSet()
    set.budgetID = id.description
    set.content = new.content
    if old == nil { set.createdBy = asker.id.description }
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetSet(set))] + self.alerts(afterSetting: new))
  }

  func decide(_ wish: RemoveBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    let budget = try known(wish.budgetID, field: "remove_budget.budget_id")
    guard budget.isActive else { throw .nothingChanges }
    var removed = BudgetRemoved()
    removed.budgetID = budget.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetRemoved(removed))])
  }

  func decide(_ wish: ReactivateBudget) throws(Rejection) -> Decision {
    let asker = try asker(.budgetsSet)
    var budget = try known(wish.budgetID, field: "reactivate_budget.budget_id")
    guard !budget.isActive else { throw .nothingChanges }
    try checkRoom(isNew: false)
    budget.isActive = true
    var reactivated = BudgetReactivated()
    reactivated.budgetID = budget.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetReactivated(reactivated))] + alerts(afterSetting: budget))
  }

  private func known(_ text: String, field: String) throws(Rejection) -> BudgetState {
    guard let id = BudgetID(text) else { throw .malformedID(field: field) }
    guard let budget = shared.budgets[id] else { throw .unknownBudget(field: field) }
    return budget
  }

  private func checkRoom(isNew: Bool) throws(Rejection) {
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

  /// What is carried and how much at most: as given, else as it was.
  private func rollover(_ content: BudgetContent, replacing old: BudgetState?) throws(Rejection) -> (Rollover, Int64) {
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
  private func thresholds(_ content: BudgetContent, replacing old: BudgetState?) throws(Rejection) -> AlertThresholds? {
    guard content.hasAlerts else { return old == nil ? .usual : old?.alerts }
    let field = "set_budget.content.alerts.basis_points"
    let points = content.alerts.basisPoints
    guard points.count <= Limits.thresholds else { throw .tooManyThresholds(field: field) }
    for (place, point) in points.enumerated() {
      guard Limits.thresholdBasisPoints.contains(point) else {
        throw .numberOutOfRange(field: "\(field)[\(place)]", bounds: Limits.thresholdBasisPoints)
      }
      guard !points[..<place].contains(point) else { throw .thresholdRepeated(field: "\(field)[\(place)]") }
    }
    return AlertThresholds(basisPoints: points.map { Int32($0) }.sorted(), over: content.alerts.over)
  }

  /// The first day: as given, else as it was while the period stays the same, else the usual one.
  private func start(_ content: BudgetContent, replacing old: BudgetState?) throws(Rejection) -> CivilDate {
    guard content.startDate.isEmpty else { return try date(content.startDate, field: "set_budget.content.start_date") }
    if let old, old.period == content.period { return old.start }
    let today = context.today
    let day = today.components
    switch content.period {
    case .weekly, .biweekly: return today.startOfWeek(from: shared.settings?.weekStart ?? .monday)
    case .monthly: return today.adding(days: 1 - day.day)
    case .yearly: return CivilDate(year: day.year, month: 1, day: 1) ?? today
    case .unspecified, .UNRECOGNIZED: return today
    }
  }
}
