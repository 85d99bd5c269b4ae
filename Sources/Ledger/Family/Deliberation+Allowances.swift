import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetAllowance) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "set_allowance.minor_id")
    try permit(.minorsSet, asker, with: minor)
    guard let id = RecurringID(wish.allowanceID) else { throw .malformedID(field: "set_allowance.allowance_id") }
    let allowances = state.minor(minor.subject).allowances
    let old = allowances.first { $0.id == id }
    guard old?.isEnded != true else { throw .recurringEnded }
    let wished = wish.content
    switch wished.period {
    case .weekly, .biweekly, .monthly: break
    case .yearly, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "set_allowance.content.period")
    }
    try amount(wished.amount, field: "set_allowance.content.amount.minor")
    let currency = try currency(wished.amount.currency, field: "set_allowance.content.amount.currency")
    var content = AllowanceContent()
    content.amount = Money(minor: wished.amount.minor, currency: currency)
    content.period = wished.period
    content.note = try words(wished.note, field: "set_allowance.content.note", charactersMax: Limits.noteCharacters)
    let first = try wished.firstDate.isEmpty ? old?.first ?? context.saidOn : date(wished.firstDate, field: Self.firstDate)
    content.firstDate = first.description
    let passedUntil = try passedUntil(first, content.period, replacing: old)
    if !wished.accountID.isEmpty {
      content.accountID = try account(wished.accountID, taking: currency, from: asker, keeping: old, of: minor.subject)
    }
    guard content != old?.content else { throw .nothingChanges }
    guard old != nil || allowances.count < Limits.allowancesEver else { throw .tooManyForMinor(most: Limits.allowancesEver) }
    guard old != nil || allowances.count(where: { !$0.isEnded }) < Limits.allowances else {
      throw .tooManyForMinor(most: Limits.allowances)
    }
    var set = AllowanceSet()
    (set.minorID, set.allowanceID, set.content) = (minor.idText, id.description, content)
    set.passedUntil = passedUntil?.description ?? ""
    return Decision(actor: asker.id, events: [DecidedEvent(.allowanceSet(set))])
  }

  private static var firstDate: String { "set_allowance.content.first_date" }

  /// Until when nothing is given by other dates: they hold from the day on which it was said, and those that are booked
  /// stay booked; nil: no date is passed over.
  ///
  /// - Throws: `.dateOutOfRange` when they begin before that day, or more are due by now than are booked at once.
  private func passedUntil(
    _ first: CivilDate, _ period: BudgetPeriod, replacing old: AllowanceState?
  ) throws(Rejection) -> CivilDate? {
    guard old?.first != first || old?.period != period else { return nil }
    guard first == old?.first || first >= context.saidOn else { throw .dateOutOfRange(field: Self.firstDate) }
    let before = context.saidOn.adding(days: -1)
    let isPassed = old.map { first <= before && $0.handledUntil ?? before.adding(days: -1) < before } ?? false
    let calendar = AllowanceState.calendar(period, from: first)
    let handled = isPassed ? before : old?.handledUntil
    let due = calendar.number(after: context.today) - (handled.map(calendar.number(after:)) ?? 0)
    guard due <= Limits.occurrencesDueAtOnce else { throw .dateOutOfRange(field: Self.firstDate) }
    return isPassed ? before : nil
  }

  func decide(_ wish: SkipAllowance) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "skip_allowance.minor_id")
    try permit(.minorsSet, asker, with: minor)
    let allowance = try allowance(wish.allowanceID, of: minor, field: "skip_allowance.allowance_id")
    guard allowance.skipped.count < Limits.skips else { throw .tooManySkips(field: "skip_allowance.date") }
    // What was next when it was said may be booked by now; another date was not meant.
    let usual = allowance.calendar.next(
      after: allowance.handledUntil.map { min($0, context.saidOn) }, except: allowance.skipped)
    let date = try wish.date.isEmpty ? usual ?? context.today : date(wish.date, field: "skip_allowance.date")
    let isToCome = date > allowance.handledUntil ?? date.adding(days: -1)
    guard isToCome, allowance.calendar.contains(date), !allowance.skipped.contains(date) else {
      throw .noOccurrence(field: "skip_allowance.date")
    }
    var skipped = AllowanceSkipped()
    (skipped.minorID, skipped.allowanceID, skipped.date) = (minor.idText, allowance.id.description, date.description)
    return Decision(actor: asker.id, events: [DecidedEvent(.allowanceSkipped(skipped))])
  }

  func decide(_ wish: PauseAllowance) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "pause_allowance.minor_id")
    try permit(.minorsSet, asker, with: minor)
    let allowance = try allowance(wish.allowanceID, of: minor, field: "pause_allowance.allowance_id")
    guard allowance.isPaused == wish.resumed else { throw .nothingChanges }
    var paused = paused(allowance, of: minor.subject)
    if wish.resumed {
      guard allowance.account == nil || hasPayer(allowance, of: minor.subject) else {
        throw .choiceNotAllowed(field: "pause_allowance.allowance_id")
      }
      paused.resumed = true
      // Dates that passed meanwhile are passed over; that of the day on which it was said is not.
      let before = context.saidOn.adding(days: -1)
      if let next = allowance.next, next <= before { paused.passedUntil = before.description }
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.allowancePaused(paused))])
  }

  func decide(_ wish: EndAllowance) throws(Rejection) -> Decision {
    let asker = try asker(.minorsSet)
    let minor = try minor(wish.minorID, field: "end_allowance.minor_id")
    try permit(.minorsSet, asker, with: minor)
    let allowance = try allowance(wish.allowanceID, of: minor, field: "end_allowance.allowance_id")
    var ended = AllowanceEnded()
    (ended.minorID, ended.allowanceID) = (minor.idText, allowance.id.description)
    return Decision(actor: asker.id, events: [DecidedEvent(.allowanceEnded(ended))])
  }

  /// The account that an allowance is paid into: one that the asker may write to. One that is kept is not looked at
  /// again, since another guardian need not see it; but the payer still has to be a guardian of the minor.
  private func account(
    _ text: String, taking currency: Currency, from asker: MemberState, keeping old: AllowanceState?, of subject: MemberID
  ) throws(Rejection) -> String {
    let (field, currencyField) = ("set_allowance.content.account_id", "set_allowance.content.amount.currency")
    if let old, let kept = old.account, AccountID(text) == kept, old.paidBy.map(shared.members.current) != asker.id {
      guard hasPayer(old, of: subject) else { throw .choiceNotAllowed(field: field) }
      guard currency == old.currency else { throw .choiceNotAllowed(field: currencyField) }
      return kept.description
    }
    let (id, account) = try account(text, asker, field: field)
    guard allows(.accountsWrite, asker, isOwn: state.writes(asker, to: account)) else {
      throw .forbidden(right: .accountsWrite, role: asker.role)
    }
    guard !account.isClosed else { throw .accountClosed(field: field) }
    guard account.currency == currency else { throw .choiceNotAllowed(field: currencyField) }
    return id.description
  }

  private func allowance(_ text: String, of minor: Minor, field: String) throws(Rejection) -> AllowanceState {
    guard let id = RecurringID(text) else { throw .malformedID(field: field) }
    guard let allowance = state.minor(minor.subject).allowance(id) else { throw .unknownRecurring(field: field) }
    guard !allowance.isEnded else { throw .recurringEnded }
    return allowance
  }

  private func paused(_ allowance: AllowanceState, of subject: MemberID) -> AllowancePaused {
    var paused = AllowancePaused()
    (paused.minorID, paused.allowanceID) = (subject.description, allowance.id.description)
    return paused
  }

  /// What pauses when a member is a minor no more, or leaves: it stands before the event that it follows from, since
  /// who sends that receives the lane.
  func pauses(of member: MemberID, as role: Role?) -> [DecidedEvent] {
    guard role != .minor, shared.member(member)?.role == .minor else { return [] }
    let subject = state.minorSubject(of: member)
    return state.minor(subject).allowances.filter { !$0.isPaused && !$0.isEnded }.map {
      DecidedEvent(.allowancePaused(paused($0, of: subject)))
    }
  }

  /// Whether who pays an allowance into an account looks after the minor, with the roles that the group has or will
  /// have. What they may do with the account is told in its lane alone.
  ///
  /// - Parameters:
  ///   - roles: the members whose role changes, each with the new one; nil: they are no member any more.
  ///   - removed: who will be a guardian of this minor no more.
  private func hasPayer(
    _ allowance: AllowanceState, of subject: MemberID, with roles: [MemberID: Role?] = [:], without removed: MemberID? = nil
  ) -> Bool {
    guard let payer = allowance.paidBy.map(shared.members.current), payer != removed else { return false }
    let rights = Rights(shared: shared, matrix: matrix, changed: roles)
    guard let role = rights.role(of: payer), matrix[.minorsRead, role].allows(isSelf: false, isGuardian: true) else { return false }
    return role == .owner || state.isNamedGuardian(payer, of: subject)
  }

  /// The allowances that pause because who pays them into an account looks after the minor no more: what is told to
  /// the minor is paid, or does not run.
  ///
  /// - Parameters:
  ///   - roles: the members whose role changes, each with the new one; nil: they are no member any more.
  ///   - removed: who will be a guardian no more, and of which minor.
  func unpaid(with roles: [MemberID: Role?] = [:], without removed: (guardian: MemberID, subject: MemberID)? = nil) -> [DecidedEvent] {
    state.minors.sorted { $0.key < $1.key }.flatMap { subject, minor -> [DecidedEvent] in
      let member = shared.members.current(subject)
      // One whose minor leaves or grows up pauses all the same.
      guard roles[member] == nil, shared.member(member)?.isPresent == true, shared.member(member)?.role == .minor else { return [] }
      let guardian = removed.flatMap { $0.subject == subject ? $0.guardian : nil }
      return minor.allowances.filter {
        $0.account != nil && !$0.isPaused && !$0.isEnded && hasPayer($0, of: subject)
          && !hasPayer($0, of: subject, with: roles, without: guardian)
      }.map { DecidedEvent(.allowancePaused(paused($0, of: subject))) }
    }
  }
}

extension GroupState {
  /// Whether any minor has an allowance.
  public var hasAllowances: Bool { minors.values.contains { !$0.allowances.isEmpty } }

  /// The allowance that is due first, of several the one of the first minor by id that was set first.
  var firstAllowance: (subject: MemberID, allowance: AllowanceState, date: CivilDate)? {
    var first: (subject: MemberID, allowance: AllowanceState, date: CivilDate)?
    for (subject, minor) in minors {
      guard let date = minor.allowanceDue, first.map({ (date, subject) < ($0.date, $0.subject) }) ?? true,
        let member = shared.member(shared.members.current(subject)), member.isPresent, member.role == .minor,
        minorSubject(of: member.id) == subject, let allowance = minor.allowances.first(where: { $0.due == date })
      else { continue }
      first = (subject, allowance, date)
    }
    return first
  }

  /// Books an allowance on the date that has come.
  func booking(of due: (subject: MemberID, allowance: AllowanceState, date: CivilDate)) -> DueDecision {
    var booked = AllowanceBooked()
    (booked.minorID, booked.allowanceID) = (due.subject.description, due.allowance.id.description)
    booked.date = due.date.description
    booked.amount = Money(minor: due.allowance.minor, currency: due.allowance.currency)
    let parts = ["hearth.allowance.command", group.description, due.subject.description, due.allowance.id.description]
    let deposit = deposit(due.allowance, of: due.subject, on: due.date)
    return DueDecision(
      command: CommandID(derivedFrom: parts + [due.date.description]),
      events: [DecidedEvent(.allowanceBooked(booked))] + [deposit].compactMap(\.self))
  }

  /// What a minor has spent of what was booked last: from that date until the next one or today. Nil where nothing was,
  /// and where it is paid into an account, so that it is no cap.
  public func progress(of allowance: AllowanceState, for minor: MemberID, on today: CivilDate) -> BudgetProgress? {
    guard allowance.account == nil, let last = allowance.last else { return nil }
    let next = allowance.calendar.next(after: last.date) ?? last.date.adding(days: 1)
    let days = last.date...max(last.date, next.adding(days: -1))
    return BudgetProgress(period: days, spentMinor: spent(by: minor, in: allowance.currency, days), limitMinor: last.minor)
  }
}
