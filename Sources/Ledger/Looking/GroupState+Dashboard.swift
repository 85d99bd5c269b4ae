import HearthProtocol

extension GroupState {
  // Limit: entries added last that a dashboard names, and how many are looked through for them, since voided ones are
  // passed over.
  private static let recentMax = 10
  private static let recentSearched = 50
  // Limit: a period and the five before it.
  private static let periodsMax = 6

  /// Answers what a month or week came to (SPEC DB-01). Costs as many look-ups as there are days in six periods, and
  /// categories in two; entries are not walked.
  ///
  /// - Parameters:
  ///   - today: in the group's time zone.
  ///   - dayOf: the day on which an instant in milliseconds since 1970 falls there; a core knows no zones.
  /// - Throws: `unknownCurrency`, `choiceNotAllowed`, `dateMalformed` or `dateOutOfRange`.
  public func dashboard(_ request: ReadDashboard, today: CivilDate, dayOf: (Int64) -> CivilDate) throws(Rejection) -> Dashboard {
    let isWeek: Bool
    switch request.period {
    case .week: isWeek = true
    case .month, .unspecified: isWeek = false
    case .UNRECOGNIZED: throw .choiceNotAllowed(field: "read_dashboard.period")
    }
    let usual = request.currency.isEmpty ? shared.settings?.currency : nil
    guard let currency = usual ?? Currency(code: request.currency) else { throw .unknownCurrency(field: "read_dashboard.currency") }
    var day = today
    if !request.date.isEmpty {
      guard let date = CivilDate(iso8601: request.date) else { throw .dateMalformed(field: "read_dashboard.date") }
      let months = Limits.yearsFromToday * 12
      guard date >= today.adding(months: -months), date <= today.adding(months: months) else {
        throw .dateOutOfRange(field: "read_dashboard.date")
      }
      day = date
    }
    let spans = Self.spans(isWeek: isWeek, upTo: day, weekStart: shared.settings?.weekStart ?? .monday)
    let (before, span) = (spans[spans.endIndex - 2], spans[spans.endIndex - 1])
    let sums = spans.map { shared.days.sums(of: $0, in: currency) }

    var answer = Dashboard()
    answer.groupID = group.description
    answer.currency = currency.code
    answer.currencies = shared.balances.currencies.filter { shared.days.sums(of: span, in: $0).entries > 0 }.map(\.code)
    answer.period = isWeek ? .week : .month
    answer.periodStart = span.lowerBound.description
    answer.periodEnd = span.upperBound.description
    answer.periods = zip(spans, sums).map { span, sums in
      var figure = PeriodFigure(span, sums)
      figure.otherCurrencies = shared.balances.currencies.filter { $0 != currency && shared.days.sums(of: span, in: $0).entries > 0 }.map(
        \.code)
      return figure
    }
    answer.members = shared.figures(of: sums[sums.endIndex - 1], in: currency)
    answer.categories = shared.figures(of: span, sums[sums.endIndex - 1], before, sums[sums.endIndex - 2], in: currency)
    answer.recentEntryIds = shared.entries.suffix(Self.recentSearched).reversed().lazy.filter { !$0.isVoided }.prefix(Self.recentMax)
      .map(\.id.description)
    answer.nextPayerID = shared.nextPayer(in: currency)?.id.description ?? ""
    shared.addBudgets(of: span, today, in: currency, dayOf, to: &answer)
    for member in shared.members where !member.isReplaced {
      if member.status != .unclaimed, span.contains(dayOf(member.joinedAt)) { answer.joinedMemberIds.append(member.id.description) }
      switch member.status {
      case .left(let instant), .removed(let instant):
        if span.contains(dayOf(instant)) { answer.leftMemberIds.append(member.id.description) }
      case .unclaimed, .active, .replaced: break
      }
    }
    return answer
  }

  /// The period of the day and those before it, the oldest first.
  private static func spans(isWeek: Bool, upTo day: CivilDate, weekStart: Weekday) -> [ClosedRange<CivilDate>] {
    (0..<periodsMax).reversed().map { back in
      if isWeek {
        let first = day.startOfWeek(from: weekStart).adding(days: -7 * back)
        return first...first.adding(days: 6)
      }
      let first = day.startOfMonth.adding(months: -back)
      return first...max(first, first.adding(months: 1).adding(days: -1))
    }
  }
}

extension CivilDate {
  /// The first day of the month that this day falls into.
  public var startOfMonth: CivilDate { adding(days: 1 - components.day) }
}

extension SharedState {
  /// Who pays next: of the active members who may add entries, the one with the lowest balance in the currency,
  /// settlements counted, and of equals the first who joined (SPEC DB-04). Nil while there are fewer than two such
  /// members, or nothing was entered in the currency.
  public func nextPayer(in currency: Currency) -> MemberState? {
    guard balances.turnover(currency) != 0 else { return nil }
    let payers = members.present.filter { $0.status == .active && Matrix.standard[.entriesAdd, $0.role].allowsSome(policies) }
    guard payers.count > 1 else { return nil }
    // The first of equals: `min` keeps the order of joining.
    return payers.min { balances[$0.id, currency] < balances[$1.id, currency] }
  }

  fileprivate func figures(of sums: DayBook.Sums, in currency: Currency) -> [MemberFigure] {
    members.enumerated().compactMap { number, member in
      let part = sums.parts[number]
      guard member.isPresent || part != nil else { return nil }
      var figure = MemberFigure()
      figure.memberID = member.id.description
      figure.paidMinor = part?.paidMinor ?? 0
      figure.owedMinor = part?.owedMinor ?? 0
      figure.incomeMinor = part?.incomeMinor ?? 0
      figure.balanceMinor = balances[member.id, currency]
      return figure
    }
  }

  fileprivate func figures(
    of span: ClosedRange<CivilDate>, _ sums: DayBook.Sums, _ before: ClosedRange<CivilDate>, _ sumsBefore: DayBook.Sums,
    in currency: Currency
  ) -> [CategoryFigure] {
    var figures: [CategoryFigure] = []
    var rest = CategoryFigure()
    (rest.spentMinor, rest.beforeMinor) = (sums.spentMinor, sumsBefore.spentMinor)
    for category in categories {
      var figure = CategoryFigure()
      figure.category = category.key
      figure.spentMinor = spending.sum(of: category.key, in: currency, span)
      figure.beforeMinor = spending.sum(of: category.key, in: currency, before)
      rest.spentMinor -= figure.spentMinor
      rest.beforeMinor -= figure.beforeMinor
      figures.append(figure)
    }
    let all = (figures + [rest]).filter { $0.spentMinor != 0 || $0.beforeMinor != 0 }
    let places = all.indices.sorted {
      (all[$1].spentMinor, all[$1].beforeMinor, $0) < (all[$0].spentMinor, all[$0].beforeMinor, $1)
    }
    return places.map { all[$0] }
  }

  fileprivate func addBudgets(
    of span: ClosedRange<CivilDate>, _ today: CivilDate, in currency: Currency, _ dayOf: (Int64) -> CivilDate, to answer: inout Dashboard
  ) {
    let day = max(span.lowerBound, min(today, span.upperBound))
    for budget in budgets where budget.isActive && day >= budget.start {
      let terms = budget.terms(on: day)
      guard terms.currency == currency else { continue }
      var progress = progress(of: budget, on: day)
      var counted = progress.period
      if span.upperBound < today {
        progress = progress.before(day.adding(days: 1), spending, terms)
        counted = counted.lowerBound...min(day, counted.upperBound)
      }
      var figure = BudgetImpact(budget, progress.period)
      figure.after = BudgetFigure(progress)
      figure.leftOutAfter = leftOut(of: terms.categories, in: terms.currency, counted).map { Money(minor: $0.minor, currency: $0.currency) }
      answer.budgets.append(figure)
      for firing in budgetBook.fired(of: budget.id) {
        // What fired before that was noted is said of each day of the budget's period.
        guard firing.at == 0 ? firing.mark.first == progress.period.lowerBound : span.contains(dayOf(firing.at)) else { continue }
        var alert = DashboardAlert()
        alert.budgetID = budget.id.description
        alert.periodStart = firing.mark.first.description
        switch firing.mark.threshold {
        case .share(let basisPoints): alert.basisPoints = UInt32(clamping: basisPoints)
        case .over: alert.over = true
        }
        answer.alerts.append(alert)
      }
    }
  }
}

extension BudgetProgress {
  /// The same without what was spent from a day on.
  fileprivate func before(_ day: CivilDate, _ spending: Spending, _ terms: BudgetTerms) -> BudgetProgress {
    guard day <= period.upperBound else { return self }
    let later = terms.categories.reduce(Int128(0)) { $0 + Int128(spending.counted(of: $1, in: terms.currency, day...period.upperBound)) }
    return BudgetProgress(
      period: period, spentMinor: Int64(clamping: Int128(spentMinor) - later), limitMinor: limitMinor, carriedMinor: carriedMinor)
  }
}

extension Spending {
  /// What was spent in a category on some days.
  fileprivate func sum(of category: String, in currency: Currency, _ span: ClosedRange<CivilDate>) -> Int64 {
    days(of: category, in: currency).sum(of: span)
  }
}

extension PeriodFigure {
  fileprivate init(_ span: ClosedRange<CivilDate>, _ sums: DayBook.Sums) {
    self.init()
    periodStart = span.lowerBound.description
    periodEnd = span.upperBound.description
    spentMinor = sums.spentMinor
    incomeMinor = sums.incomeMinor
    entries = UInt32(clamping: sums.entries)
  }
}

extension BudgetImpact {
  init(_ budget: BudgetState, _ period: ClosedRange<CivilDate>) {
    self.init()
    budgetID = budget.id.description
    name = budget.name
    currency = budget.terms(on: period.lowerBound).currency.code
    periodStart = period.lowerBound.description
    periodEnd = period.upperBound.description
  }
}

extension BudgetFigure {
  init(_ progress: BudgetProgress) {
    self.init()
    spentMinor = progress.spentMinor
    limitMinor = progress.limitMinor
    basisPoints = progress.basisPoints
  }
}
