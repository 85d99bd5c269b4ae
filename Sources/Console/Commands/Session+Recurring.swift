import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth recurring add` and `hearth emi add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func setRecurring(_ wish: RecurringWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let set = try Self.reading { () throws(ArgumentFault) in try wish.command(in: view) }
    let firstDate = set.content.recurrence.firstDate
    if isPreview {
      try preview(.setRecurring(set), to: group, view)
      return warn(ifFarAhead: firstDate, view)
    }
    try show(.setRecurring(set), to: group, view)
    warn(ifFarAhead: firstDate, view)
    // What a changed rule has booked before is not booked again.
    guard !isJSON, !isOffline, set.baseVersion == 0 else { return }
    let today = Self.today(view)
    let rules = try follow(group).state.shared.recurring
    guard let rule = RecurringID(set.ruleID).flatMap({ rules[$0] }), rule.calendar.first < today else { return }
    terminal.write([terminal.theme.phrases.bookedAtOnce(rule.dates(upTo: today))])
  }

  /// `hearth recurring list`.
  public func listRecurring(all: Bool, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let rules = view.state.shared.recurring.rules.filter { all || $0.isActive }
    show(Screens.recurring(rules, view, terminal.theme), json: rules.flatMap { WireFormat.line($0.message) })
  }

  /// `hearth recurring pause`.
  public func pauseRecurring(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = PauseRecurring()
    wish.ruleID = rule.id.description
    try show(.pauseRecurring(wish), to: group, view)
  }

  /// `hearth recurring resume`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func resumeRecurring(_ name: String, catchUp: Bool, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = ResumeRecurring()
    wish.ruleID = rule.id.description
    wish.catchUp = catchUp
    if isPreview { return try preview(.resumeRecurring(wish), to: group, view) }
    try show(.resumeRecurring(wish), to: group, view)
  }

  /// `hearth recurring skip`.
  ///
  /// - Parameter date: otherwise the next one.
  public func skipOccurrence(_ name: String, date: String?, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = SkipOccurrence()
    wish.ruleID = rule.id.description
    wish.date = try Self.reading { () throws(ArgumentFault) in
      if let date { return try Choices.date(date) }
      guard let next = rule.next else { throw ArgumentFault("\(rule.name.printable) has no date to come.") }
      return next.description
    }
    try show(.skipOccurrence(wish), to: group, view)
  }

  /// `hearth recurring end`.
  public func endRecurring(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view, rule) = try rule(name, group)
    var wish = EndRecurring()
    wish.ruleID = rule.id.description
    try show(.endRecurring(wish), to: group, view)
  }

  /// `hearth emi show`: the whole schedule, and how far it is paid.
  public func showLoan(_ name: String, group: String?) throws(ConsoleFailure) {
    let (_, _, rule) = try rule(name, group)
    guard let loan = rule.loan else {
      throw ConsoleFailure(ArgumentFault("\(rule.name.printable) is no EMI. hearth recurring list shows it."))
    }
    show(
      Screens.loan(rule, loan, terminal.theme),
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

  /// `hearth festival add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func setFestival(_ wish: FestivalWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let set = try Self.reading { () throws(ArgumentFault) in try wish.command(in: view) }
    if isPreview { return try preview(.setFestival(set), to: group, view) }
    try show(.setFestival(set), to: group, view)
  }

  /// `hearth festival list`.
  public func listFestivals(group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let shared = view.state.shared
    let today = Present.today(in: shared.settings?.timeZone ?? "UTC")
    show(
      Screens.festivals(view, today: today, terminal.theme),
      json: shared.festivals.filter { !$0.isRemoved }.map { envelope in
        var json = JSONLine()
        json.add("festival", json: WireFormat.line(envelope.message).joined())
        if let plan = shared.plan(of: envelope, on: today) {
          json.add("date", plan.day.description)
          json.add("carriedMinor", String(plan.carriedMinor))
          json.add("savedMinor", String(plan.savedMinor(on: today)))
          json.add("spentMinor", String(plan.spentMinor))
          json.add("availableMinor", String(plan.availableMinor))
        }
        return json.text
      })
  }

  /// `hearth festival remove`.
  public func removeFestival(_ name: String, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    var wish = RemoveFestival()
    wish.festivalID = try Self.reading { () throws(ArgumentFault) in
      let envelopes = view.state.shared.festivals.filter { !$0.isRemoved }
      if let found = envelopes.first(where: { $0.name.lowercased() == name.lowercased() || $0.id.description == name.lowercased() }) {
        return found.id.description
      }
      let names = envelopes.map(\.name.printable).joined(separator: ", ")
      throw names.isEmpty
        ? ArgumentFault("There is no envelope \"\(name.printable)\". There are none yet.")
        : ArgumentFault("There is no envelope \"\(name.printable)\". There are: \(names).")
    }
    try show(.removeFestival(wish), to: group, view)
  }

  private func rule(_ name: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, GroupView, RecurringState) {
    let group = try self.group(group)
    let view = try follow(group)
    let rule = try Self.reading { () throws(ArgumentFault) in try RecurringNames(view.state.shared).find(name) }
    return (group, view, rule)
  }
}
