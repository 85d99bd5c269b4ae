import HearthClient
import HearthProtocol
import Ledger

/// A budget as it was typed; what is nil stays as it was, and is the usual for a new budget.
public struct BudgetWish: Sendable {
  /// What it is called.
  public var name: String
  /// "12000"; a new budget needs it.
  public var limit: String?
  /// "USD"; entries in others count at the rate that they carry into it. A new budget is in the group's. It goes with a
  /// limit.
  public var currency: String?
  /// "weekly", "biweekly", "monthly" or "yearly"; a new budget is monthly.
  public var period: String?
  /// Keys or names of categories; a new budget needs one, and none keeps those of an old one.
  public var categories: [String]
  /// "2026-11-01"; another period begins on the usual day.
  public var start: String?
  /// "none", "surplus" or "both".
  public var rollover: String?
  /// The most that is carried; "none" for no such bound.
  public var cap: String?
  /// "80,100,over" or "none".
  public var thresholds: String?
  /// "2026-07-01": the change holds from the period of that day on; nil: from the running one.
  public var from: String?

  /// Makes a wish.
  public init(name: String, limit: String? = nil, categories: [String] = []) {
    self.name = name
    self.limit = limit
    self.categories = categories
  }

  /// The command: it changes the budget of that name, or makes it.
  public func command(in view: GroupView) throws(ArgumentFault) -> SetBudget {
    let shared = view.state.shared
    guard let home = shared.settings?.currency else { throw ArgumentFault("The group is not complete.") }
    let namesakes = shared.budgets.filter { $0.name.lowercased() == name.lowercased() }
    let known = namesakes.first(where: \.isActive)
    if known == nil, let removed = namesakes.first {
      throw ArgumentFault(
        "The budget \(removed.name.printable) was removed. Bring it back first: hearth budget reactivate \"\(removed.name.printable)\"")
    }
    guard known != nil || (limit != nil && !categories.isEmpty) else {
      throw ArgumentFault(
        "There is no budget \"\(name.printable)\" yet. Say how much and for what: hearth budget set Groceries 12000 --category groceries")
    }
    let fresh: BudgetID = Present.id()
    let since = try from.map { text throws(ArgumentFault) in try Choices.date(text) }
    let held = known?.terms(on: since.flatMap { CivilDate(iso8601: $0) } ?? Session.today(view))
    var set = SetBudget()
    set.budgetID = (known?.id ?? fresh).description
    set.content.name = known?.name ?? name
    guard currency == nil || limit != nil else {
      throw ArgumentFault("--currency goes with a limit: hearth budget set Dollars 500 --currency USD")
    }
    let currency = try currency.map { text throws(ArgumentFault) in try Choices.currency(text) } ?? held?.currency ?? home
    let limitMinor = try limit.map { text throws(ArgumentFault) in try AmountText.minor(text, currency) }
    set.content.limit = Money(minor: limitMinor ?? held?.limitMinor ?? 0, currency: currency)
    set.content.period = try period.map { text throws(ArgumentFault) in try Choices.period(text) } ?? held?.period ?? .monthly
    for category in categories { set.content.categories.append(try Choices.category(category, of: shared.categories)) }
    if categories.isEmpty { set.content.categories = held?.categories ?? [] }
    // The server keeps what these are when they are missing (SPEC BU-02, BU-05, BU-07).
    set.effectiveFrom = since ?? ""
    if let start { set.content.startDate = try Choices.date(start) }
    if rollover != nil || cap != nil { try setRollover(of: &set.content, held, currency) }
    if let thresholds { set.content.alerts = try Choices.thresholds(thresholds) }
    return set
  }

  /// What is carried and its bound are one to the server, so the one that is not named is said as it was.
  private func setRollover(of content: inout BudgetContent, _ known: BudgetTerms?, _ currency: Currency) throws(ArgumentFault) {
    content.rollover = try rollover.map { text throws(ArgumentFault) in try Choices.rollover(text) } ?? known?.rollover ?? Rollover.none
    let carries = content.rollover == .surplus || content.rollover == .both
    guard let cap else {
      // What bounded it bounds nothing any more when nothing is carried.
      if carries { content.rolloverCapMinor = known?.rolloverCapMinor ?? 0 }
      return
    }
    guard carries else { throw ArgumentFault("--cap bounds what is carried: say --rollover surplus or --rollover both with it.") }
    guard cap.lowercased() != "none" else { return content.rolloverCapMinor = 0 }
    content.rolloverCapMinor = try AmountText.minor(cap, currency)
    // To the server 0 is no bound, which nobody means who types it.
    guard content.rolloverCapMinor != 0 else {
      throw ArgumentFault("A bound of 0 would carry nothing: say --rollover none for that, or --cap none for no bound.")
    }
  }
}

extension Session {
  /// `hearth budget set`: changes the budget of that name, or makes it.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func setBudget(_ wish: BudgetWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let set = try Self.reading { () throws(ArgumentFault) in try wish.command(in: view) }
    if isPreview { return try preview(.setBudget(set), to: group, view) }
    let phrases = terminal.theme.phrases
    try tell(.setBudget(set), set.budgetID, to: group) { budget in
      .budgetSet(
        budget.name.printable, limit: budget.currency.text(budget.limitMinor), budget.period,
        rollover: Screens.rolloverText(budget, phrases))
    }
  }

  /// `hearth budget remove`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func removeBudget(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    var remove = RemoveBudget()
    remove.budgetID = try budget(name, in: view).id.description
    if isPreview { return try preview(.removeBudget(remove), to: group, view) }
    try tell(.removeBudget(remove), remove.budgetID, to: group) { .budgetRemoved($0.name.printable) }
  }

  /// `hearth budget reactivate`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func reactivateBudget(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    var reactivate = ReactivateBudget()
    reactivate.budgetID = try budget(name, in: view).id.description
    if isPreview { return try preview(.reactivateBudget(reactivate), to: group, view) }
    try tell(.reactivateBudget(reactivate), reactivate.budgetID, to: group) { .budgetReactivated($0.name.printable) }
  }

  private func budget(_ name: String, in view: GroupView) throws(ConsoleFailure) -> BudgetState {
    try Self.reading { () throws(ArgumentFault) in try Choices.budget(name, of: view.state.shared.budgets) }
  }

  /// Sends what changes a budget, and says how it is then and which alerts fired.
  private func tell(
    _ body: Command.OneOf_Body, _ id: String, to group: GroupID, _ outcome: (BudgetState) -> Outcome
  ) throws(ConsoleFailure) {
    let (command, accepted) = try send(body, to: group)
    guard !isJSON else { return terminal.write(WireFormat.line(accepted)) }
    // SPEC CM-07: the event has come before the answer.
    while let delivery = try next(within: .zero) {
      guard case .groupUpdated(let update) = delivery.notice, let shared = delivery.view?.state.shared else { continue }
      guard let budget = BudgetID(id).flatMap({ shared.budgets[$0] }) else { continue }
      for event in update.events.withHighestAlerts where event.event.commandID == command.id {
        if case .alertFired(let alert) = event.event.body {
          terminal.write(FeedItem.alert(AlertNews(alert, of: budget, in: shared)).lines(terminal.theme))
        } else {
          let phrases = terminal.theme.phrases
          guard case .budgetSet(let set) = event.event.body else {
            terminal.write(phrases.outcome(outcome(budget)))
            continue
          }
          // What was set for later may stand behind what was said.
          terminal.write(phrases.outcome(outcome(shared.budget(saidBy: set) ?? budget)))
          if !set.effectiveFrom.isEmpty, budget.versions.count > 1 { terminal.write([phrases.holdsFrom(set.effectiveFrom)]) }
          if set.keepsLater, let day = CivilDate(iso8601: set.effectiveFrom), let later = budget.versions.first(where: { $0.from > day }) {
            terminal.write([phrases.holdsUntil(later.from.description)])
          }
        }
      }
    }
  }

  /// `hearth budgets`.
  ///
  /// - Parameter moment: as it was then; nil: as it is.
  public func showBudgets(asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let (view, today) = try view(of: try self.group(group), asOf: moment)
    show(Screens.budgets(view, today: today, terminal.theme), json: view.state.shared.budgets.map { Self.json($0, view, today) })
  }

  /// `hearth budget show`: one budget in one period, down to the entries that feed it.
  ///
  /// - Parameters:
  ///   - date: a day of the period; otherwise today.
  ///   - moment: as it was then, which is then today; nil: as it is.
  public func showBudget(_ name: String, on date: String?, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    var (view, day) = try view(of: try self.group(group), asOf: moment)
    let budget = try budget(name, in: view)
    if let date {
      let text = try Self.reading { () throws(ArgumentFault) in try Choices.date(date) }
      day = CivilDate(iso8601: text) ?? day
    }
    let period = budget.period(containing: day)
    show(
      Screens.budget(budget, on: day, view, terminal.theme),
      json: [Self.json(budget, view, day)] + Screens.entries(feeding: budget, period, view).flatMap { WireFormat.line($0.message) })
  }

  /// `hearth budget hints`: what families usually spend, as parts of an income.
  ///
  /// - Parameter template: "50/30/20" and the like, or parts of one's own, among them needs; the hints are brought into
  ///   those.
  public func showBudgetHints(income: String?, template: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    guard let currency = view.state.shared.settings?.currency else { return }
    let minor = try income.map { text throws(ConsoleFailure) in
      try Self.reading { () throws(ArgumentFault) in try AmountText.minor(text, currency) }
    }
    let allocation = try template.map { text throws(ConsoleFailure) in
      try Self.reading { () throws(ArgumentFault) in try AllocationText.allocation(text) }
    }
    let hints = allocation?.needs.map(SpendingHint.fitting) ?? SpendingHint.all
    show(
      Screens.hints(hints, income: minor, currency, terminal.theme),
      json: hints.map { hint in
        var json = JSONLine()
        json.add("name", hint.name)
        json.add("categories", json: "[" + hint.categories.map(JSONLine.quoted).joined(separator: ",") + "]")
        json.add("basisPointsMin", json: String(hint.basisPoints.lowerBound))
        json.add("basisPointsMax", json: String(hint.basisPoints.upperBound))
        return json.text
      })
  }

  static func today(_ view: GroupView) -> CivilDate { Present.today(in: view.state.shared.settings?.timeZone ?? "UTC") }

  private static func json(_ budget: BudgetState, _ view: GroupView, _ day: CivilDate) -> String {
    let shared = view.state.shared
    let progress = shared.progress(of: budget, on: day)
    var json = JSONLine()
    json.add("budget", json: WireFormat.line(budget.message).joined())
    json.add("periodStart", progress.period.lowerBound.description)
    json.add("periodEnd", progress.period.upperBound.description)
    json.add("spentMinor", String(progress.spentMinor))
    json.add("limitMinor", String(progress.limitMinor))
    json.add("carriedMinor", String(progress.carriedMinor))
    json.add("basisPoints", String(progress.basisPoints))
    json.add("currency", budget.terms(on: progress.period.lowerBound).currency.code)
    let left = shared.leftOut(of: budget, on: progress.period.lowerBound).map { part in
      var json = JSONLine()
      json.add("minor", String(part.minor))
      json.add("currency", part.currency.code)
      return json.text
    }
    if !left.isEmpty { json.add("leftOut", json: "[" + left.joined(separator: ",") + "]") }
    return json.text
  }
}
