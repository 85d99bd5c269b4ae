import HearthProtocol

// Which alerts an act fires (SPEC BU-08, BU-09). The state is neither copied nor changed: a budget's figures are read as they would be.
extension Deliberation {
  /// The alerts that fire when an entry is added, voided, restored or changed.
  ///
  /// The periods looked at are those of the days that change, and, in a budget that carries, today's if it comes later.
  ///
  /// - Parameter changes: what the act adds to spending, and, negated, what it takes away.
  func alerts(after changes: [Spend]) -> [DecidedEvent] {
    let touched = shared.budgetBook.budgets(counting: changes)
    guard !touched.isEmpty else { return [] }
    var events: [DecidedEvent] = []
    for id in touched {
      guard let budget = shared.budgets[id], let figures = shared.budgetBook.figures(of: id) else { continue }
      let calendar = budget.calendar
      var counted: [BudgetFigures.Change] = []
      var numbers: [Int] = []
      for change in changes where change.currency == budget.currency && budget.categories.contains(change.category) {
        guard let number = calendar.number(of: change.day) else { continue }
        counted.append(BudgetFigures.Change(number: number, minor: change.minor))
        if !numbers.contains(number) { numbers.append(number) }
      }
      guard let earliest = numbers.min() else { continue }
      if budget.carry.carries, let now = calendar.number(of: context.today), now > earliest, !numbers.contains(now) { numbers.append(now) }
      for number in numbers.sorted() { fire(budget, number, figures.reading(of: number, after: counted), into: &events) }
    }
    return events
  }

  /// The alerts that fire when a budget is set or reactivated: in today's period.
  func alerts(afterSetting budget: BudgetState) -> [DecidedEvent] {
    var events: [DecidedEvent] = []
    if let now = budget.calendar.number(of: context.today) {
      fire(budget, now, BudgetFigures(budget, shared.spending).reading(of: now), into: &events)
    }
    return events
  }

  private func fire(_ budget: BudgetState, _ number: Int, _ reading: BudgetFigures.Reading, into events: inout [DecidedEvent]) {
    guard reading.spentMinor > 0 else { return }
    let limit = budget.carry.available(carried: reading.carriedMinor)
    let first = budget.calendar.days(of: number).lowerBound
    for threshold in budget.thresholds.all where threshold.isReached(spentMinor: reading.spentMinor, limitMinor: limit) {
      guard !shared.budgetBook.hasFired(BudgetBook.Mark(first: first, threshold: threshold), of: budget.id) else { continue }
      var fired = AlertFired()
      fired.budgetID = budget.id.description
      fired.periodStart = first.description
      switch threshold {
      case .share(let basisPoints): fired.basisPoints = UInt32(clamping: basisPoints)
      case .over: fired.over = true
      }
      fired.spentMinor = reading.spentMinor
      fired.limitMinor = limit
      events.append(DecidedEvent(.alertFired(fired)))
    }
  }
}
