import HearthClient
import HearthProtocol
import Ledger

extension RecurringState {
  /// What its entries are called.
  public var name: String { content.template.description_p }

  /// "₹25,000.00".
  var amountText: String {
    Currency(code: content.template.amount.currency)?.text(content.template.amount.minor)
      ?? Amounts.text(String(content.template.amount.minor))
  }

  /// How many of its dates are neither booked nor left out, when it has so many.
  func datesLeft(of count: Int) -> Int {
    loan?.remaining ?? max(0, count - (handledUntil.map(calendar.number(after:)) ?? 0) - skipped.count)
  }

  /// How many of its dates lie before this day or on it.
  func dates(upTo day: CivilDate) -> Int {
    min(calendar.number(after: min(day, calendar.last ?? day)), calendar.count ?? .max)
  }
}

extension OccurrenceCalendar {
  /// "monthly", "every 3 months".
  func text(_ phrases: Phrases) -> String { phrases.every(unit, interval) }
}

extension Screens {
  /// Rules with their next date, and why one stands still.
  public static func recurring(_ rules: some Collection<RecurringState>, _ view: GroupView, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    guard !rules.isEmpty else { return [phrases.noRules(mayMake: view.offers(.recurringSet))] }
    var table = Table()
    for rule in rules {
      let maker = view.state.shared.members.current(rule.createdBy)
      table.add(
        Cell(rule.name, .strong), Cell(rule.amountText, right: true), Cell(rule.calendar.text(phrases)),
        Cell(state(of: rule, phrases), rule.isActive ? .plain : .faint),
        Cell(phrases.by(view.state.shared.name(maker)), .faint), Cell(String(rule.id.description.suffix(6)), .faint))
    }
    return table.lines(theme)
  }

  // Limit: dates that a line names.
  private static let leftOutMax = 3

  /// "next on 2026-12-01, 7 of 12 left", "next on 2026-12-01, until 2027-11-30, not on 2027-01-01".
  private static func state(of rule: RecurringState, _ phrases: Phrases) -> String {
    if rule.isEnded { return phrases.ended() }
    guard let next = rule.next?.description else { return phrases.done() }
    let state = rule.isPaused ? phrases.paused(at: rule.pauseCode.isEmpty ? nil : next, rule.pauseCode) : phrases.next(next)
    var parts = [state]
    if let count = rule.calendar.count { parts.append(phrases.remaining(rule.datesLeft(of: count), of: count)) }
    if let last = rule.calendar.last { parts.append(phrases.until(last.description)) }
    if !rule.skipped.isEmpty {
      let dates = rule.skipped.prefix(leftOutMax).map(\.description).joined(separator: ", ")
      parts.append(phrases.leftOut(dates + (rule.skipped.count > leftOutMax ? ", …" : "")))
    }
    return parts.joined(separator: ", ")
  }

  /// A loan's schedule, one line for each instalment; those that were booked are marked.
  public static func loan(_ rule: RecurringState, _ loan: RecurringState.LoanProgress, _ theme: Theme) -> [String] {
    let code = rule.content.template.amount.currency
    func figure(_ minor: Int64) -> String { Currency(code: code)?.text(minor) ?? Amounts.text(String(minor)) }
    let schedule = loan.schedule
    // With the count of instalments it tells the share of interest.
    let rate = Amounts.text(AlertThreshold.percentText(Int32(clamping: schedule.annualRateBasisPoints)))
    let lines = [
      theme.paint(rule.name.printable.shortened(to: theme.width), .strong),
      theme.phrases.loan(figure(schedule.principalMinor), rate, schedule.count, figure(schedule.instalmentMinor)),
      theme.phrases.booked(loan.booked, left: loan.remaining, owed: figure(loan.outstandingMinor)),
    ]
    var table = Table()
    let heads = theme.phrases.loanHeads()
    table.add(
      Cell(""), Cell("#", .faint, right: true), Cell(heads.day, .faint), Cell(heads.interest, .faint, right: true),
      Cell(heads.principal, .faint, right: true), Cell(heads.owed, .faint, right: true))
    for row in schedule.rows {
      let isBooked = row.number <= loan.booked
      table.add(
        Cell(isBooked ? "✓" : "", .good), Cell(String(row.number), right: true),
        Cell(rule.calendar.date(row.number - 1)?.description ?? ""),
        Cell(figure(row.interestMinor), right: true), Cell(figure(row.principalMinor), right: true),
        Cell(figure(row.outstandingMinor), isBooked ? .faint : .plain, right: true))
    }
    return lines + table.lines(theme)
  }

  /// The envelopes: which festival comes when, what is put aside for it, and what the coming months put aside.
  ///
  /// - Parameter today: in the group's time zone.
  public static func festivals(_ view: GroupView, today: CivilDate, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let envelopes = shared.festivals.filter { !$0.isRemoved }
    guard !envelopes.isEmpty else { return [theme.phrases.noEnvelopes(mayMake: view.offers(.festivalsSet))] }
    return envelopes.flatMap { envelope -> [String] in
      let name = theme.paint(envelope.name.printable.shortened(to: theme.width - 14), .strong)
      guard let plan = shared.plan(of: envelope, on: today) else {
        return [name, "   " + theme.paint(theme.phrases.noFestivalDate(after: FestivalCalendar.years.upperBound), .faint)]
      }
      func figure(_ minor: Int64) -> String { envelope.currency.text(minor) }
      var lines = ["\(name)  \(plan.day)"]
      lines.append(
        "   " + theme.phrases.aside(figure(plan.savedMinor(on: today)), of: figure(plan.availableMinor), spent: figure(plan.spentMinor)))
      let more = plan.spentMinor - plan.savedMinor(on: today)
      // Hidden, no line tells by its being there what is spent, left or still to be put aside.
      let isHidden = Amounts.areHidden
      if more > 0, !isHidden { lines.append("   " + theme.paint(theme.phrases.moreThanAside(figure(more)), .bad)) }
      let left = shared.leftOut(of: envelope.content.categories, in: envelope.currency, plan.season)
      lines += leftOut(left, of: envelope.currency, indent: 3, theme)
      if plan.carriedMinor > 0, !isHidden {
        lines.append("   " + theme.paint(theme.phrases.carriedFromBefore(figure(plan.carriedMinor)), .faint))
      }
      let coming = plan.parts.filter { $0.day > today && ($0.minor > 0 || isHidden) }
      if let next = coming.first {
        let text = theme.phrases.putAside(figure(next.minor), next.day.description, more: coming.count - 1)
        lines.append("   " + theme.paint(text, .faint))
      }
      return lines
    }
  }
}
