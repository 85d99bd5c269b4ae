import HearthProtocol

// Which alerts an act fires (SPEC BU-08, BU-09). The state is neither copied nor changed: a budget's figures are read
// as they would be.
extension Deliberation {
  /// The alerts that fire when an entry is added, voided, restored or changed.
  ///
  /// The periods looked at are those of the days that change, and, in a budget that carries, today's if it comes later.
  ///
  /// - Parameters:
  ///   - changes: what the act adds to spending, and, negated, what it takes away.
  ///   - most: how many fire at most; the others fire with the next act in their period.
  func alerts(after changes: [Spend], most: Int = Limits.alertsOfOneAct) -> [DecidedEvent] {
    let touched = shared.budgetBook.budgets(counting: changes)
    guard !touched.isEmpty else { return [] }
    var events: [DecidedEvent] = []
    for id in touched {
      guard let budget = shared.budgets[id] else { continue }
      let figures = shared.budgetBook.figures(of: id)
      var counted = [[BudgetFigures.Change]](repeating: [], count: figures.count)
      var places: [BudgetPlace] = []
      for change in changes {
        guard let place = budget.place(of: change.day), figures.indices.contains(place.era),
          let minor = budget.terms(at: place).minor(of: change)
        else { continue }
        counted[place.era].append(BudgetFigures.Change(number: place.number, minor: minor))
        if !places.contains(place) { places.append(place) }
      }
      if let now = budget.place(of: context.today), !places.contains(now) {
        let earliest = places.filter { $0.era == now.era }.min()
        if let earliest, budget.eras[now.era].carries(from: earliest.number, to: now.number) { places.append(now) }
      }
      for place in places.sorted() {
        fire(budget, place, figures[place.era].reading(of: place.number, after: counted[place.era]), into: &events)
      }
      if events.count >= most { return Array(events.prefix(most)) }
    }
    return events
  }

  /// The alerts that fire when a budget is set or reactivated: in today's period.
  func alerts(afterSetting budget: BudgetState) -> [DecidedEvent] {
    var events: [DecidedEvent] = []
    if let now = budget.place(of: context.today) {
      fire(budget, now, BudgetFigures.all(of: budget, shared.spending)[now.era].reading(of: now.number), into: &events)
    }
    return events
  }

  private func fire(_ budget: BudgetState, _ place: BudgetPlace, _ reading: BudgetFigures.Reading, into events: inout [DecidedEvent]) {
    guard reading.spentMinor > 0 else { return }
    let terms = budget.terms(at: place)
    let limit = terms.carry.available(carried: reading.carriedMinor)
    let first = budget.days(of: place).lowerBound
    for threshold in terms.thresholds.all where threshold.isReached(spentMinor: reading.spentMinor, limitMinor: limit) {
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
