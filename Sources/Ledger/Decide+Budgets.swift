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
    let name = try words(content.name, field: "set_budget.content.name", charactersMax: Limits.nameCharacters, required: true)
    try checkCategories(content.categories, of: old)
    let start = try start(content, replacing: old)

    let new = BudgetState(
      id: id, name: name, limitMinor: content.limit.minor, currency: currency, period: content.period,
      categories: content.categories, start: start)
    guard new != old else { throw .nothingChanges }
    guard old != nil || shared.budgets.count < Limits.budgets else { throw .tooManyBudgets }
    var set = BudgetSet()
    set.budgetID = id.description
    set.content = new.content
    return Decision(actor: asker.id, events: [DecidedEvent(.budgetSet(set))])
  }

  private func checkCategories(_ keys: [String], of old: BudgetState?) throws(Rejection) {
    let field = "set_budget.content.categories"
    guard !keys.isEmpty else { throw .categoriesMissing(field: field) }
    guard keys.count <= Limits.budgetCategories else { throw .tooManyCategories(field: field) }
    for (place, key) in keys.enumerated() {
      guard let category = shared.category(key) else { throw .unknownCategory(field: "\(field)[\(place)]") }
      guard !category.retired || old?.categories.contains(key) == true else { throw .categoryRetired(field: "\(field)[\(place)]") }
      guard category.forExpense else { throw .categoryDoesNotFit(field: "\(field)[\(place)]") }
      guard !keys[..<place].contains(key) else { throw .categoryRepeated(field: "\(field)[\(place)]") }
    }
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
