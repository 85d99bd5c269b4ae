import HearthClient
import HearthProtocol
import Ledger

/// `hearth recurring` and `hearth emi`.
public struct RecurringCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth recurring add` and `hearth emi add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func set(_ wish: RecurringWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let divided = wish.divided(as: sitting.presets.splits[view.state.group])
    let set = try reading { () throws(ArgumentFlaw) in try divided.command(in: view) }
    let firstDate = set.content.recurrence.firstDate
    if isPreview {
      try sitting.preview(.setRecurring(set), to: group, view)
      return output.warn(ifFarAhead: firstDate, view, of: .rule)
    }
    try KeptCommands(sitting).show(.setRecurring(set), to: group, view)
    output.warn(ifFarAhead: firstDate, view, of: .rule)
    // What a changed rule has booked before is not booked again.
    guard !output.isJSON, !sitting.isOffline, set.baseVersion == 0 else { return }
    let today = view.today
    let rules = try sitting.follow(group).state.shared.recurring
    guard let rule = RecurringID(set.ruleID).flatMap({ rules[$0] }), rule.calendar.first < today else { return }
    output.write([output.phrases.bookedAtOnce(rule.dates(upTo: today))])
  }

  /// `hearth recurring list`.
  public func list(all: Bool, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let rules = view.state.shared.recurring.rules.filter { all || $0.isActive }
    output.show(Screens.recurring(rules, view, output.theme), json: rules.flatMap { WireFormat.line($0.message) })
  }

  /// `hearth recurring pause`.
  public func pause(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = PauseRecurring()
    wish.ruleID = rule.id.description
    try KeptCommands(sitting).show(.pauseRecurring(wish), to: group, view)
  }

  /// `hearth recurring resume`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func resume(_ name: String, catchUp: Bool, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = ResumeRecurring()
    wish.ruleID = rule.id.description
    wish.catchUp = catchUp
    if isPreview { return try sitting.preview(.resumeRecurring(wish), to: group, view) }
    try KeptCommands(sitting).show(.resumeRecurring(wish), to: group, view)
  }

  /// `hearth recurring skip`.
  ///
  /// - Parameter date: otherwise the next one.
  public func skip(_ name: String, date: String?, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = SkipOccurrence()
    wish.ruleID = rule.id.description
    wish.date = try reading { () throws(ArgumentFlaw) in
      if let date { return try Choices.date(date, today: view.today) }
      guard let next = rule.next else {
        throw ArgumentFlaw("\(rule.name.printable) has no date to come.", "\(rule.name.printable) की कोई आने वाली तारीख़ नहीं है।")
          .refusing(.noOccurrence(field: "skip_occurrence.date"))
      }
      return next.description
    }
    try KeptCommands(sitting).show(.skipOccurrence(wish), to: group, view)
  }

  /// `hearth recurring end`.
  public func end(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = EndRecurring()
    wish.ruleID = rule.id.description
    try KeptCommands(sitting).show(.endRecurring(wish), to: group, view)
  }

  /// `hearth emi show`: the whole schedule, and how far it is paid.
  public func showLoan(_ name: String, group: String?) throws(ConsoleFailure) {
    let (_, _, rule) = try rule(name, group)
    guard let loan = rule.loan else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "\(rule.name.printable) is no EMI. hearth recurring list shows it.",
          "\(rule.name.printable) कर्ज़ की किस्त नहीं है। वह यहाँ दिखता है: hearth recurring list।"))
    }
    output.show(
      Screens.loan(rule, loan, output.theme),
      json: WireFormat.line(rule.message)
        + loan.schedule.rows.map { row in
          var json = JSONLine()
          json.add("number", json: String(row.number))
          json.add("date", rule.calendar.date(row.number - 1)?.description ?? "")
          json.add("minor", String(row.minor))
          json.add("interestMinor", String(row.interestMinor))
          json.add("principalMinor", String(row.principalMinor))
          json.add("outstandingMinor", String(row.outstandingMinor))
          json.add("booked", json: row.number <= loan.booked ? "true" : "false")
          return json.text
        })
  }

  private func rule(_ name: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, GroupView, RecurringState) {
    let (group, view) = try sitting.view(of: group)
    let rule = try reading { () throws(ArgumentFlaw) in try RecurringNames(view.state.shared).find(name) }
    return (group, view, rule)
  }
}
