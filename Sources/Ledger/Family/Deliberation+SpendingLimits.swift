import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetSpendingLimit) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "set_spending_limit.minor_id")
    try permit(.minorsSet, asker, with: minor)
    guard let id = BudgetID(wish.limitID) else { throw .malformedID(field: "set_spending_limit.limit_id") }
    let limits = state.minor(minor.subject).limits
    let old = limits.first { $0.id == id }
    let wished = wish.content
    switch wished.period {
    case .weekly, .biweekly, .monthly: break
    case .yearly, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_spending_limit.content.period")
    }
    try amount(wished.limit, field: "set_spending_limit.content.limit.minor")
    let currency = try currency(wished.limit.currency, field: "set_spending_limit.content.limit.currency")
    let alerts = try thresholds(
      wished.hasAlerts ? wished.alerts : nil, keeping: old?.terms.thresholds, field: "set_spending_limit.content.alerts.basis_points")
    let name = try words(wished.name, field: "set_spending_limit.content.name", charactersMax: Limits.nameCharacters, required: true)
    if !wished.categories.isEmpty {
      try checkCategories(wished.categories, keeping: old?.terms.categories ?? [], field: "set_spending_limit.content.categories")
    }
    var start = usualStart(of: wished.period, on: context.saidOn)
    if let old, old.terms.period == wished.period { start = old.terms.start }
    if !wished.startDate.isEmpty { start = try date(wished.startDate, field: "set_spending_limit.content.start_date") }
    var terms = BudgetTerms(
      limitMinor: wished.limit.minor, currency: currency, period: wished.period, categories: wished.categories, start: start)
    terms.alerts = alerts
    let limit = SpendingLimitState(id, name: name, terms, setBy: asker.id)
    guard limit.content != old?.content else { throw .nothingChanges }
    guard old != nil || limits.count < Limits.spendingLimits else { throw .tooManyForMinor(most: Limits.spendingLimits) }
    var set = SpendingLimitSet()
    set.minorID = minor.idText
    set.limitID = id.description
    set.content = limit.content
    return Decision(actor: asker.id, events: [DecidedEvent(.spendingLimitSet(set))])
  }

  func decide(_ wish: RemoveSpendingLimit) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "remove_spending_limit.minor_id")
    try permit(.minorsSet, asker, with: minor)
    guard let id = BudgetID(wish.limitID) else { throw .malformedID(field: "remove_spending_limit.limit_id") }
    guard state.minor(minor.subject).limit(id) != nil else { throw .unknownBudget(field: "remove_spending_limit.limit_id") }
    var removed = SpendingLimitRemoved()
    removed.minorID = minor.idText
    removed.limitID = id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.spendingLimitRemoved(removed))])
  }

  // MARK: Alerts

  /// What follows in the lanes of minors and accounts from a decision, behind its own events.
  func followers(of events: [DecidedEvent], by actor: String) -> [DecidedEvent] {
    // Most groups have no such lane, and pay nothing for it.
    guard !state.minors.isEmpty || events.contains(where: \.isAboutMinor) else { return lapsedGrants(behind: events) }
    return lapses(behind: events) + childAlerts(behind: events, by: actor) + lapsedGrants(behind: events)
  }

  /// The alerts of limits that fire (SPEC FA-05): in the periods of the days that change for a minor, and when a limit
  /// is set in today's.
  private func childAlerts(behind events: [DecidedEvent], by actor: String) -> [DecidedEvent] {
    guard events.contains(where: { $0.body.traits.entry != nil || $0.isAboutMinor }) else { return [] }
    guard let after = folding(events, by: actor, into: state, at: context.now) else { return [] }
    var alerts: [DecidedEvent] = []
    for (subject, minor) in after.minors.sorted(by: { $0.key < $1.key }) where !minor.limits.isEmpty {
      let member = shared.members.current(subject)
      // A lane that a later one took the place of counts nothing more.
      guard let role = after.shared.member(member)?.role, role == .minor, after.minorSubject(of: member) == subject else { continue }
      var own: [DecidedEvent] = []
      let days = changedDays(for: member, subject, events, after)
      var sums = CategorySums(after, member)
      for limit in minor.limits {
        var firsts: Set<CivilDate> = []
        for day in days where day >= limit.terms.start {
          let period = limit.period(containing: day)
          guard firsts.insert(period.lowerBound).inserted else { continue }
          own += fire(limit, period, spent: sums.spent(against: limit, period), subject)
        }
      }
      // Each lane for itself: nothing in one may depend on another.
      alerts += own.prefix(Limits.alertsOfOneAct)
    }
    return alerts
  }

  /// The days on which what a minor spends may differ, ascending; with a limit that is set today too.
  private func changedDays(for member: MemberID, _ subject: MemberID, _ events: [DecidedEvent], _ after: GroupState) -> [CivilDate] {
    var days: Set<CivilDate> = []
    for event in events {
      if let id = event.body.traits.entry.flatMap({ EntryID($0) }) {
        for entry in [shared.entries[id], after.shared.entries[id]] {
          if let entry, entry.owed.contains(where: { $0.member == member }) { days.insert(entry.date) }
        }
      }
      guard event.lane == .minor(subject) else { continue }
      switch event.body {
      case .spendingSet(let set): insertDays(of: set.spendingID, subject, after, into: &days)
      case .spendingVoided(let voided): insertDays(of: voided.spendingID, subject, after, into: &days)
      case .spendingRestored(let restored): insertDays(of: restored.spendingID, subject, after, into: &days)
      case .spendingLimitSet: days.insert(context.today)
      default: break
      }
    }
    return days.sorted()
  }

  private func insertDays(of text: String, _ subject: MemberID, _ after: GroupState, into days: inout Set<CivilDate>) {
    guard let id = EntryID(text) else { return }
    for record in [state.minor(subject).spending[id], after.minor(subject).spending[id]] { if let record { days.insert(record.date) } }
  }

  private func fire(
    _ limit: SpendingLimitState, _ period: ClosedRange<CivilDate>, spent: Int64, _ subject: MemberID
  ) -> [DecidedEvent] {
    let reached = limit.terms.thresholds.reached(spentMinor: spent, limitMinor: limit.terms.limitMinor).filter {
      !limit.hasFired(BudgetBook.Mark(first: period.lowerBound, threshold: $0))
    }
    return reached.map { threshold in
      var fired = ChildAlertFired()
      fired.minorID = subject.description
      fired.limitID = limit.id.description
      fired.periodStart = period.lowerBound.description
      switch threshold {
      case .share(let basisPoints): fired.basisPoints = UInt32(clamping: basisPoints)
      case .over: fired.over = true
      }
      fired.spentMinor = spent
      fired.limitMinor = limit.terms.limitMinor
      return DecidedEvent(.childAlertFired(fired))
    }
  }
}

extension DecidedEvent {
  fileprivate var isAboutMinor: Bool { if case .minor = lane { true } else { false } }
}
