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
      guard let page = shared.budgetBook.page(of: id) else { continue }
      let (budget, figures) = (page.budget, page.figures)
      var counted: [(place: BudgetPlace, change: BudgetFigures.Change)] = []
      for change in changes {
        guard let place = budget.place(of: change.day), figures.indices.contains(place.era),
          let minor = budget.terms(at: place).minor(of: change)
        else { continue }
        counted.append((place, BudgetFigures.Change(number: place.number, minor: minor)))
      }
      // The usual case, with nothing to sort.
      if changes.count == 1 {
        guard let (place, change) = counted.first else { continue }
        let figures = figures[place.era]
        fire(budget, place, figures.reading(of: place.number, after: CollectionOfOne(change)), page.fired, into: &events)
        if let now = periodOfToday(in: budget, changedBy: place) {
          fire(budget, now, figures.reading(of: now.number, after: CollectionOfOne(change)), page.fired, into: &events)
        }
      } else {
        var places = Set(counted.map(\.place))
        for place in places { if let now = periodOfToday(in: budget, changedBy: place) { places.insert(now) } }
        for place in places.sorted() {
          let changes = counted.filter { $0.place.era == place.era }.map(\.change)
          fire(budget, place, figures[place.era].reading(of: place.number, after: changes), page.fired, into: &events)
        }
      }
      if events.count >= most { return Array(events.prefix(most)) }
    }
    return events
  }

  /// Today's period, if what changes in an earlier one is carried into it.
  private func periodOfToday(in budget: BudgetState, changedBy place: BudgetPlace) -> BudgetPlace? {
    let era = budget.eras[place.era]
    guard era.carries(from: place.number, to: .max), let now = budget.place(of: context.today), now.era == place.era,
      era.carries(from: place.number, to: now.number)
    else { return nil }
    return now
  }

  /// The alerts that fire when a budget is set or reactivated: in today's period.
  func alerts(afterSetting budget: BudgetState) -> [DecidedEvent] {
    var events: [DecidedEvent] = []
    if let now = budget.place(of: context.today) {
      let reading = BudgetFigures.all(of: budget, shared.spending)[now.era].reading(of: now.number)
      fire(budget, now, reading, shared.budgetBook.fired(of: budget.id), into: &events)
    }
    return events
  }

  /// - Parameter before: what of the budget has fired.
  private func fire(
    _ budget: BudgetState, _ place: BudgetPlace, _ reading: BudgetFigures.Reading, _ before: [BudgetBook.Firing],
    into events: inout [DecidedEvent]
  ) {
    guard reading.spentMinor > 0 else { return }
    let terms = budget.terms(at: place)
    let limit = terms.carry.available(carried: reading.carriedMinor)
    let reached = terms.thresholds.reached(spentMinor: reading.spentMinor, limitMinor: limit)
    guard !reached.isEmpty else { return }
    let first = budget.days(of: place).lowerBound
    for threshold in reached where !BudgetBook.has(BudgetBook.Mark(first: first, threshold: threshold), in: before) {
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
