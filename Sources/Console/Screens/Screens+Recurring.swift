import HearthClient
import HearthProtocol
import Ledger

extension RecurringState {
  /// What its entries are called.
  public var name: String { content.template.description_p }

  /// "₹25,000.00".
  var amountText: String {
    Currency(code: content.template.amount.currency)?.text(content.template.amount.minor) ?? String(content.template.amount.minor)
  }
}

extension OccurrenceCalendar {
  /// "monthly", "every 3 months".
  var word: String {
    switch (unit, interval) {
    case (.day, 1): "daily"
    case (.week, 1): "weekly"
    case (.week, 2): "biweekly"
    case (.month, 1): "monthly"
    case (.year, 1): "yearly"
    case (.day, _): "every \(interval) days"
    case (.week, _): "every \(interval) weeks"
    case (.month, _): "every \(interval) months"
    case (.year, _): "every \(interval) years"
    }
  }
}

extension Screens {
  /// Rules with their next date, and why one stands still.
  public static func recurring(_ rules: some Collection<RecurringState>, _ view: GroupView, _ theme: Theme) -> [String] {
    guard !rules.isEmpty else {
      return ["There are no rules. Make one: hearth recurring add 25000 Rent --every monthly --start 2026-12-01"]
    }
    var table = Table()
    for rule in rules {
      let by = view.state.shared.member(rule.createdBy)?.displayName ?? "somebody"
      table.add(
        Cell(rule.name, .strong), Cell(rule.amountText, right: true), Cell(rule.calendar.word),
        Cell(state(of: rule), rule.isActive ? .plain : .faint),
        Cell("by \(by)", .faint), Cell(String(rule.id.description.suffix(6)), .faint))
    }
    return table.lines(theme)
  }

  /// "next on 2026-12-01, 7 of 12 left".
  private static func state(of rule: RecurringState) -> String {
    if rule.isEnded { return "ended" }
    guard let next = rule.next else { return "done" }
    var text = rule.isPaused ? "paused" : "next on \(next)"
    if rule.isPaused, !rule.pauseCode.isEmpty { text = "paused at \(next): \(rule.pauseCode)" }
    if let loan = rule.loan { text += ", \(loan.remaining) of \(loan.schedule.count) left" }
    return text
  }

  /// A loan's schedule, one line for each instalment; those that were booked are marked.
  public static func loan(_ rule: RecurringState, _ loan: RecurringState.LoanProgress, _ theme: Theme) -> [String] {
    let code = rule.content.template.amount.currency
    func figure(_ minor: Int64) -> String { Currency(code: code)?.text(minor) ?? String(minor) }
    let schedule = loan.schedule
    let rate = AlertThreshold.percentText(Int32(clamping: schedule.annualRateBasisPoints))
    let lines = [
      theme.paint(rule.name.printable.shortened(to: theme.width), .strong),
      "\(figure(schedule.principalMinor)) at \(rate) % a year in \(schedule.count) instalments of \(figure(schedule.instalmentMinor))",
      "\(loan.booked) booked, \(loan.remaining) left; \(figure(loan.outstandingMinor)) is still owed.",
    ]
    var table = Table()
    table.add(
      Cell(""), Cell("#", .faint, right: true), Cell("on", .faint), Cell("interest", .faint, right: true),
      Cell("principal", .faint, right: true),
      Cell("owed after it", .faint, right: true))
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

  /// The envelopes: which festival comes when, what lies aside for it, and what the coming months put aside.
  ///
  /// - Parameter today: in the group's time zone.
  public static func festivals(_ view: GroupView, today: CivilDate, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let envelopes = shared.festivals.filter { !$0.isRemoved }
    guard !envelopes.isEmpty else { return ["There are no envelopes. Make one: hearth festival add diwali 60000 --months 6"] }
    return envelopes.flatMap { envelope -> [String] in
      let name = theme.paint(envelope.name.printable.shortened(to: theme.width - 14), .strong)
      guard let plan = shared.plan(of: envelope, on: today) else {
        return [name, "   " + theme.paint("no date is known after \(FestivalCalendar.years.upperBound)", .faint)]
      }
      func figure(_ minor: Int64) -> String { envelope.currency.text(minor) }
      var lines = ["\(name)  \(plan.day)"]
      lines.append(
        "   \(figure(plan.savedMinor(on: today))) of \(figure(plan.availableMinor)) lies aside, \(figure(plan.spentMinor)) spent")
      if plan.carriedMinor > 0 { lines.append("   " + theme.paint("\(figure(plan.carriedMinor)) of it left from the one before", .faint)) }
      let coming = plan.parts.filter { $0.day > today && $0.minor > 0 }
      if let next = coming.first {
        let rest = coming.count == 1 ? "" : ", and \(coming.count - 1) more"
        lines.append("   " + theme.paint("put aside \(figure(next.minor)) on \(next.day)\(rest)", .faint))
      }
      return lines
    }
  }
}
