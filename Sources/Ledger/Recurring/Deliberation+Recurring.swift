import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetRecurring) throws(Rejection) -> Decision {
    let asker = try asker(.recurringSet)
    guard let id = RecurringID(wish.ruleID) else { throw .malformedID(field: "set_recurring.rule_id") }
    let old = shared.recurring[id]
    if let old {
      try permit(.recurringSet, asker, isOwn: shared.members.current(old.createdBy) == asker.id)
      guard !old.isEnded else { throw .recurringEnded }
      guard wish.baseVersion == old.version.rawValue else {
        throw .recurringConflict(base: LanePosition(wish.baseVersion), current: old.version)
      }
    } else {
      guard wish.baseVersion == 0 else { throw .choiceNotAllowed(field: "set_recurring.base_version") }
    }

    // A sender of what was there already names members as they were when they set it.
    let template = shared.members.current(wish.content.template)
    try checkNumbers(wish.content)
    let schedule = try schedule(wish.content)
    var amount = template.amount
    if let schedule { amount.minor = schedule.instalmentMinor }
    let currency = try figures(template.kind, amount, .recurring)
    var content = RecurringContent()
    content.template = try texts(template, in: currency, replacing: old)
    content.recurrence = try series(wish.content.recurrence, replacing: old).message
    try resolve(template, amount.minor, currency, by: asker, into: &content.template)
    if let schedule {
      content.loan.principalMinor = schedule.principalMinor
      content.loan.annualRateBasisPoints = UInt32(clamping: schedule.annualRateBasisPoints)
    }

    if let loan = old?.loan, loan.booked > 0 {
      guard schedule == loan.schedule, content.recurrence == old?.content.recurrence else { throw .loanFixed }
    }
    guard content != old?.content else { throw .nothingChanges }
    if old == nil {
      guard shared.recurring.rules.count < Limits.recurringEver else { throw .tooManyRecurring(recurringMax: Limits.recurringEver) }
      guard shared.recurring.rules.count(where: \.isActive) < Limits.recurring else {
        throw .tooManyRecurring(recurringMax: Limits.recurring)
      }
    }
    var set = RecurringSet()
    set.ruleID = id.description
    set.content = content
    if old == nil { set.createdBy = asker.id.description }
    return Decision(actor: asker.id, events: [DecidedEvent(.recurringSet(set))])
  }

  func decide(_ wish: PauseRecurring) throws(Rejection) -> Decision {
    let (asker, rule) = try open(wish.ruleID, field: "pause_recurring.rule_id")
    guard !rule.isPaused else { throw .nothingChanges }
    var paused = RecurringPaused()
    paused.ruleID = rule.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.recurringPaused(paused))])
  }

  func decide(_ wish: ResumeRecurring) throws(Rejection) -> Decision {
    let (asker, rule) = try open(wish.ruleID, field: "resume_recurring.rule_id")
    guard rule.isPaused else { throw .nothingChanges }
    // Who resumes it in its maker's place answers for it (SPEC RE-03), and so may divide as it does.
    let rights = Rights(shared: shared, matrix: matrix)
    guard rights.mayDivide(rule, rule.createdBy) || rights.mayDivide(rule, asker.id) else {
      throw .forbidden(right: .incomeRead, role: asker.role)
    }
    var resumed = RecurringResumed()
    resumed.ruleID = rule.id.description
    if shared.members.current(rule.createdBy) != asker.id { resumed.resumedBy = asker.idText }
    // A loan is owed whether or not it was paused.
    if !wish.catchUp, rule.loan == nil, let next = rule.next, next < context.saidOn {
      resumed.passedUntil = context.saidOn.adding(days: -1).description
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.recurringResumed(resumed))])
  }

  func decide(_ wish: SkipOccurrence) throws(Rejection) -> Decision {
    let (asker, rule) = try open(wish.ruleID, field: "skip_occurrence.rule_id")
    guard rule.loan == nil else { throw .choiceNotAllowed(field: "skip_occurrence.rule_id") }
    guard let date = CivilDate(iso8601: wish.date) else { throw .dateMalformed(field: "skip_occurrence.date") }
    guard rule.calendar.contains(date), date > rule.handledUntil ?? date.adding(days: -1) else {
      throw .noOccurrence(field: "skip_occurrence.date")
    }
    guard !rule.skipped.contains(date) else { throw .nothingChanges }
    guard rule.skipped.count < Limits.skips else { throw .tooManySkips(field: "skip_occurrence.date") }
    var skipped = OccurrenceSkipped()
    skipped.ruleID = rule.id.description
    skipped.date = date.description
    return Decision(actor: asker.id, events: [DecidedEvent(.occurrenceSkipped(skipped))])
  }

  func decide(_ wish: EndRecurring) throws(Rejection) -> Decision {
    let (asker, rule) = try open(wish.ruleID, field: "end_recurring.rule_id")
    var ended = RecurringEnded()
    ended.ruleID = rule.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.recurringEnded(ended))])
  }

  // MARK: Parts of a rule

  /// The rule, if the asker may change it and it is not over.
  private func open(_ text: String, field: String) throws(Rejection) -> (MemberState, RecurringState) {
    let asker = try asker(.recurringSet)
    guard let id = RecurringID(text) else { throw .malformedID(field: field) }
    guard let rule = shared.recurring[id] else { throw .unknownRecurring(field: field) }
    try permit(.recurringSet, asker, isOwn: shared.members.current(rule.createdBy) == asker.id)
    guard !rule.isEnded else { throw .recurringEnded }
    return (asker, rule)
  }

  private func checkNumbers(_ content: RecurringContent) throws(Rejection) {
    let recurrence = content.recurrence
    let field = "set_recurring.content.recurrence"
    guard OccurrenceCalendar.Unit(recurrence.unit) != nil else { throw .choiceNotAllowed(field: field + ".unit") }
    guard recurrence.interval == 0 || Limits.interval.contains(recurrence.interval) else {
      throw .numberOutOfRange(field: field + ".interval", bounds: Limits.interval)
    }
    if case .count(let count) = recurrence.end, !Limits.occurrences.contains(count) {
      throw .numberOutOfRange(field: field + ".count", bounds: Limits.occurrences)
    }
  }

  /// The schedule of a loan; nil for a rule without one.
  private func schedule(_ content: RecurringContent) throws(Rejection) -> LoanSchedule? {
    guard content.hasLoan else { return nil }
    let recurrence = content.recurrence
    let template = content.template
    guard recurrence.unit == .month, recurrence.interval <= 1 else {
      throw .choiceNotAllowed(field: "set_recurring.content.recurrence.unit")
    }
    guard Limits.instalments.contains(recurrence.count) else {
      throw .numberOutOfRange(field: "set_recurring.content.recurrence.count", bounds: Limits.instalments)
    }
    guard Limits.amountMinor.contains(content.loan.principalMinor) else {
      throw .amountOutOfRange(field: "set_recurring.content.loan.principal_minor")
    }
    guard Limits.annualRateBasisPoints.contains(content.loan.annualRateBasisPoints) else {
      throw .numberOutOfRange(field: "set_recurring.content.loan.annual_rate_basis_points", bounds: Limits.annualRateBasisPoints)
    }
    guard template.kind == .expense else { throw .choiceNotAllowed(field: "set_recurring.content.template.kind") }
    // The last instalment is another amount, so no amounts are given for the others.
    guard template.paid.count <= 1 else { throw .choiceNotAllowed(field: "set_recurring.content.template.paid") }
    if case .exact = template.split.method { throw .choiceNotAllowed(field: "set_recurring.content.template.split.exact") }
    let usual = LoanSchedule(
      principalMinor: content.loan.principalMinor, annualRateBasisPoints: Int(content.loan.annualRateBasisPoints),
      count: Int(recurrence.count))
    let field = "set_recurring.content.template.amount.minor"
    guard template.amount.minor != 0 else {
      guard let usual else { throw .instalmentDoesNotFit(field: field, minor: 0) }
      return try bookable(usual)
    }
    guard Limits.amountMinor.contains(template.amount.minor),
      let schedule = LoanSchedule(
        principalMinor: content.loan.principalMinor, annualRateBasisPoints: Int(content.loan.annualRateBasisPoints),
        count: Int(recurrence.count), instalmentMinor: template.amount.minor)
    else { throw .instalmentDoesNotFit(field: field, minor: usual?.instalmentMinor ?? 0) }
    return try bookable(schedule)
  }

  /// The schedule, if each instalment can be the amount of an entry; the last one, or the only one, may be larger than
  /// the others.
  private func bookable(_ schedule: LoanSchedule) throws(Rejection) -> LoanSchedule {
    guard schedule.rows.allSatisfy({ Limits.amountMinor.contains($0.minor) }) else {
      throw .amountOutOfRange(field: "set_recurring.content.loan.principal_minor")
    }
    return schedule
  }

  /// What each entry says, built anew; who pays and owes is still missing.
  private func texts(_ wished: EntryContent, in currency: Currency, replacing old: RecurringState?) throws(Rejection) -> EntryContent {
    var undated = wished
    undated.date = ""
    let conversion = try conversion(of: undated, in: currency, field: "set_recurring.content.template.conversion")
    var template = EntryContent()
    template.description_p = try description(wished.description_p, .recurring)
    template.note = try note(wished.note, .recurring)
    template.merchant = try merchant(wished.merchant, .recurring)
    template.category = try category(wished.category, kind: wished.kind, keeping: old?.content.template.category ?? "", .recurring)
    if wished.hasPlace, let place = try place(wished.place, .recurring) { template.place = place }
    guard wished.receipts.isEmpty else { throw .tooManyReceipts(field: "set_recurring.content.template.receipts") }
    // A rate that is given holds for every entry; otherwise each has the one known on its day.
    if wished.hasConversion, var given = conversion?.message {
      given.date = ""
      template.conversion = given
    }
    return template
  }

  private func series(_ wished: Recurrence, replacing old: RecurringState?) throws(Rejection) -> OccurrenceCalendar {
    let field = "set_recurring.content.recurrence"
    let first = try wished.firstDate.isEmpty ? old?.calendar.first ?? context.saidOn : date(wished.firstDate, field: field + ".first_date")
    var last: CivilDate?
    if case .lastDate(let text) = wished.end {
      guard let day = CivilDate(iso8601: text) else { throw .dateMalformed(field: field + ".last_date") }
      guard day >= first else { throw .choiceNotAllowed(field: field + ".last_date") }
      last = day
    }
    let count: Int? = if case .count(let count) = wished.end { Int(count) } else { nil }
    guard let unit = OccurrenceCalendar.Unit(wished.unit) else { throw .choiceNotAllowed(field: field + ".unit") }
    let series = OccurrenceCalendar(every: Int(max(wished.interval, 1)), unit, from: first, until: last, count: count)
    // What is due already is booked at once, but for what was booked or passed over: other dates may be more of them.
    let due = series.number(after: context.today) - (old?.handledUntil.map(series.number(after:)) ?? 0)
    guard series == old?.calendar || due <= Limits.occurrencesDueAtOnce else {
      throw .dateOutOfRange(field: field + ".first_date")
    }
    return series
  }

  /// Who pays and owes, checked as for an entry of today. What is divided anew each time stays open.
  private func resolve(
    _ wished: EntryContent, _ minor: Int64, _ currency: Currency, by asker: MemberState, into template: inout EntryContent
  ) throws(Rejection) {
    var paid = wished.paid
    // A loan's payer pays each instalment, whatever it is.
    if paid.count == 1, paid[0].minor == 0 { paid[0].minor = minor }
    let resolved = try money(
      kind: wished.kind, minor: minor, currency: currency, paid: paid, split: wished.split, asker: asker, .recurring)
    template.kind = resolved.kind
    template.amount = resolved.amount
    template.paid = resolved.paid
    switch wished.split.method {
    case nil: break
    case .equal(let equal):
      if !equal.memberIds.isEmpty {
        template.split = resolved.split
      } else if wished.kind == .income {
        // Among whom it divides stays open, that it divides does not: an income is otherwise kept by who receives it.
        template.split.equal = EqualSplit()
      }
    case .income(let income):
      template.split = resolved.split
      if income.memberIds.isEmpty { template.split.income.memberIds = [] }
    case .percentage, .exact, .weights: template.split = resolved.split
    }
  }
}
