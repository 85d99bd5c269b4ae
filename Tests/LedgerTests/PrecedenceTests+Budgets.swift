import HearthProtocol

@testable import Ledger

extension PrecedenceTests {
  static let removeBudget = Situation.valid("remove_budget", household: family([.setBudget(Household.budget(1))]))
  static let reactivateBudget = Situation.valid("reactivate_budget", household: withRemovedBudget)

  static func removal(_ number: UInt64) -> RemoveBudget {
    var wish = RemoveBudget()
    wish.budgetID = Household.budget(number).budgetID
    return wish
  }

  static func reactivation(_ number: UInt64) -> ReactivateBudget {
    var wish = ReactivateBudget()
    wish.budgetID = Household.budget(number).budgetID
    return wish
  }

  static let setBudgetFlaws: [Flaw] = [
    forbidden(.budgetsSet),
    archivedFlaw,
    Flaw(.malformedID(field: "set_budget.budget_id")) { $0.command.setBudget.budgetID = "" },
    Flaw(.dateMalformed(field: "set_budget.effective_from")) { $0.command.setBudget.effectiveFrom = "soon" },
    Flaw(.dateOutOfRange(field: "set_budget.effective_from")) { $0.command.setBudget.effectiveFrom = "1900-01-01" },
    budget(.choiceNotAllowed(field: "set_budget.content.period")) { $0.period = .unspecified },
    budget(.amountOutOfRange(field: "set_budget.content.limit.minor")) { $0.limit.minor = -1 },
    budget(.unknownCurrency(field: "set_budget.content.limit.currency")) { $0.limit.currency = "XXX" },
    budget(.choiceNotAllowed(field: "set_budget.content.rollover")) { $0.rollover = .UNRECOGNIZED(9) },
    budget(.choiceNotAllowed(field: "set_budget.content.rollover_cap_minor")) { ($0.rollover, $0.rolloverCapMinor) = (.none, 1) },
    budget(.amountOutOfRange(field: "set_budget.content.rollover_cap_minor")) { ($0.rollover, $0.rolloverCapMinor) = (.both, -1) },
    budget(.amountOutOfRange(field: "set_budget.content.rollover_cap_minor")) {
      ($0.rollover, $0.rolloverCapMinor) = (.surplus, amountMinorMax + 1)
    },
    budget(.tooManyThresholds(field: "set_budget.content.alerts.basis_points")) { $0.alerts.basisPoints = Array(0...10) },
    budget(.numberOutOfRange(field: "set_budget.content.alerts.basis_points[1]", bounds: 1...100_000)) { $0.alerts.basisPoints = [1, 0] },
    budget(.numberOutOfRange(field: "set_budget.content.alerts.basis_points[0]", bounds: 1...100_000)) {
      $0.alerts.basisPoints = [100_001]
    },
    budget(.thresholdRepeated(field: "set_budget.content.alerts.basis_points[2]")) { $0.alerts.basisPoints = [8_000, 1, 8_000] },
    budget(.textTooLong(field: "set_budget.content.name", charactersMax: 50)) { $0.name = String(repeating: "n", count: 51) },
    budget(.textMissing(field: "set_budget.content.name")) { $0.name = "" },
    budget(.textNotAllowed(field: "set_budget.content.name", .directionOverride)) { $0.name = "\u{2066}x" },
    budget(.categoriesMissing(field: "set_budget.content.categories")) { $0.categories = [] },
    budget(.tooManyCategories(field: "set_budget.content.categories")) { $0.categories = Array(repeating: "groceries", count: 51) },
    budget(.unknownCategory(field: "set_budget.content.categories[0]")) { $0.categories = [""] },
    Flaw(.categoryRetired(field: "set_budget.content.categories[0]")) {
      $0.state = family([.retireCategory(retirement("dining"))]).state
      $0.command.setBudget.content.categories = ["dining"]
    },
    budget(.categoryDoesNotFit(field: "set_budget.content.categories[0]")) { $0.categories = ["salary"] },
    budget(.categoryRepeated(field: "set_budget.content.categories[2]")) { $0.categories = ["gold", "emi", "gold"] },
    budget(.dateMalformed(field: "set_budget.content.start_date")) { $0.startDate = "today" },
    budget(.dateOutOfRange(field: "set_budget.content.start_date")) { $0.startDate = "0001-01-01" },
    Flaw(.budgetRemoved) { $0.state = withRemovedBudget.state },
    Flaw(.choiceNotAllowed(field: "set_budget.effective_from")) {
      ($0.command.setBudget.effectiveFrom, $0.command.setBudget.content.startDate) = ("2026-10-02", "2026-10-03")
    },
    Flaw(.nothingChanges) {
      $0.command.setBudget = Household.budget(1)
      $0.state = fullOfBudgets.state
    },
    Flaw(.tooManyVersions(field: "set_budget.effective_from")) {
      $0.command.setBudget = BudgetHistoryTests.version(200)
      $0.state = BudgetHistoryTests.fullOfVersions.state
    },
    Flaw(.tooManyBudgets(budgetsMax: 100)) {
      $0.command.setBudget = Household.budget(101)
      $0.state = fullOfBudgets.state
    },
  ]

  static let removeBudgetFlaws: [Flaw] = [
    forbidden(.budgetsSet),
    archivedFlaw,
    Flaw(.malformedID(field: "remove_budget.budget_id")) { $0.command.removeBudget.budgetID = "Food" },
    Flaw(.unknownBudget(field: "remove_budget.budget_id")) { $0.command.removeBudget = removal(9) },
    Flaw(.nothingChanges) { $0.state = withRemovedBudget.state },
  ]

  static let reactivateBudgetFlaws: [Flaw] = [
    forbidden(.budgetsSet),
    archivedFlaw,
    Flaw(.malformedID(field: "reactivate_budget.budget_id")) { $0.command.reactivateBudget.budgetID = "Food" },
    Flaw(.unknownBudget(field: "reactivate_budget.budget_id")) { $0.command.reactivateBudget = reactivation(9) },
    Flaw(.nothingChanges) { $0.state = family([.setBudget(Household.budget(1))]).state },
    Flaw(.tooManyBudgets(budgetsMax: 100)) {
      var household = fullOfBudgets
      do {
        try household.perform(.removeBudget(removal(1)))
        try household.perform(.setBudget(Household.budget(101)))
      } catch {}
      $0.state = household.state
    },
  ]

  static let fullOfBudgets = family((1...100).map { .setBudget(Household.budget($0)) })
  static let withRemovedBudget = family([.setBudget(Household.budget(1)), .removeBudget(removal(1))])

  private static func budget(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout BudgetContent) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setBudget.content) }
  }
}
