import HearthProtocol

/// What the server does by itself because a rule's date has come.
public struct DueDecision: Sendable, Equatable {
  /// Derived from the group, the rule and the date, so that it is the same whenever and wherever it is decided.
  public var command: CommandID
  /// At least one. The server is their actor: they name no member.
  public var events: [DecidedEvent]
}

extension GroupState {
  /// The next day on which the server has something to book; nil when there is none, and while the group is archived.
  public var due: CivilDate? {
    guard shared.settings?.isArchived == false else { return nil }
    let (rule, allowance) = (shared.recurring.due, firstAllowance?.date)
    return [rule, allowance].compactMap(\.self).min()
  }

  /// How many dates of rules the server has to book on a day, those that were missed included; none while the group is
  /// archived.
  ///
  /// It is found by counting rules, not dates. A rule with an entry that cannot be booked stops before its last one
  /// (SPEC RC-06).
  public func dueCount(on today: CivilDate) -> Int {
    guard shared.settings?.isArchived == false, let due = shared.recurring.due, due <= today else { return 0 }
    return shared.recurring.rules.reduce(0) { $0 + $1.dueCount(on: today) }
  }
}

/// Decides what is due first of all rules: the earliest date that was not booked yet, of several that of the rule that
/// was set first. Everybody sees these entries.
///
/// Pure, like `decide`, and as cheap: the caller folds the events in and asks again, as often as its turn allows. An
/// entry that cannot be booked as the group is now pauses its rule, so that no date is lost; it is booked when somebody
/// has mended the rule and resumed it.
///
/// - Parameters:
///   - state: the state that all events before it left; folded over every lane.
///   - now: milliseconds since 1970.
///   - today: the civil date in the group's time zone.
/// - Returns: nil when nothing is due.
public func decideDueRule(in state: GroupState, now: Int64, today: CivilDate) -> DueDecision? {
  guard state.shared.settings?.isArchived == false, let rule = state.shared.recurring.firstDue, let due = rule.due, due <= today else {
    return nil
  }
  let context = DecisionContext(holder: HolderID(high: 0, low: 0), now: now, today: today)
  let deliberation = Deliberation(groupID: state.group.description, state: state, context: context, matrix: .standard)
  let command = CommandID(derivedFrom: ["hearth.recurring.command", state.group.description, rule.id.description, due.description])
  let events = deliberation.book(rule, on: due)
  return DueDecision(command: command, events: events + deliberation.followers(of: events, by: ""))
}

/// The same of allowances, which stand in lanes of few readers and come behind the rules (SPEC FA-06).
public func decideDueAllowance(in state: GroupState, today: CivilDate) -> DueDecision? {
  guard state.shared.settings?.isArchived == false, let first = state.firstAllowance, first.date <= today else { return nil }
  return state.booking(of: first)
}

extension Deliberation {
  /// The entry of that date with the alerts it fires, or what stands in its place.
  fileprivate func book(_ rule: RecurringState, on date: CivilDate) -> [DecidedEvent] {
    do throws(Rejection) {
      return try entry(freeID(of: rule, on: date), of: rule, on: date)
    } catch {
      var paused = RecurringPaused()
      paused.ruleID = rule.id.description
      paused.code = error.code.rawValue
      paused.date = date.description
      return [DecidedEvent(.recurringPaused(paused))]
    }
  }

  /// The first id of those derived for the date that no entry has.
  ///
  /// Whether the date was booked is known from the rule itself, so what has the id already is an entry that somebody
  /// added, and must not keep the date from being booked.
  private func freeID(of rule: RecurringState, on date: CivilDate) -> EntryID {
    let parts = ["hearth.recurring.entry", group.description, rule.id.description, date.description]
    var id = EntryID(derivedFrom: parts)
    // Limit: as many steps as there are entries that somebody added under ids of this one date; each was a command of
    // its own.
    var number = 1
    while shared.entries.has(id) {
      id = EntryID(derivedFrom: parts + [String(number)])
      number += 1
    }
    return id
  }

  private func entry(_ id: EntryID, of rule: RecurringState, on date: CivilDate) throws(Rejection) -> [DecidedEvent] {
    guard let author = shared.member(shared.members.current(rule.createdBy)) else { throw .unknownMember(field: "") }
    // SPEC RE-03. Histories of earlier versions have rules whose makers are gone.
    let rights = Rights(shared: shared, matrix: matrix)
    if let loss = rights.loss(of: rule) { throw loss }
    let answering = rights.answers(for: rule).flatMap { shared.member($0) } ?? author
    var content = shared.members.current(rule.content.template)
    let instalment = rule.loan?.next
    if let instalment { content.amount.minor = instalment.minor }
    if content.paid.count == 1 { content.paid[0].minor = content.amount.minor }
    let currency = try figures(content.kind, content.amount, .recurring)
    content.date = date.description
    let conversion = conversion(of: content, in: currency, on: date)
    if let conversion {
      content.conversion = conversion.message
    } else {
      content.clearConversion()
    }
    let resolved = try money(
      kind: content.kind, minor: content.amount.minor, currency: currency, paid: content.paid, split: content.split, asker: answering,
      .recurring)
    content.paid = resolved.paid
    content.split = resolved.split

    var added = EntryAdded()
    added.entryID = id.description
    added.content = content
    added.owed = resolved.owed
    added.ruleID = rule.id.description
    if author.id != rule.createdBy { added.addedBy = author.idText }
    if let instalment, let loan = rule.loan { added.instalment = instalment.message(of: loan.schedule.count) }
    let spend = Spend(content.kind, currency, category: content.category, day: date, minor: content.amount.minor, conversion: conversion)
    return [DecidedEvent(.entryAdded(added))] + alerts(after: [spend].compactMap(\.self), most: Limits.alertsOfOneBooking)
  }

  /// The rate that the rule gives, if it is still one into the group's currency; otherwise the one known on the day.
  private func conversion(of content: EntryContent, in currency: Currency, on date: CivilDate) -> FrozenConversion? {
    guard content.hasConversion, let home = shared.settings?.currency, home != currency, content.conversion.to == home.code,
      let rate = DecimalRate(content.conversion.rate)
    else { return knownConversion(in: currency, on: date) }
    return FrozenConversion(to: home, rate: rate, date: date, source: content.conversion.source)
  }
}
