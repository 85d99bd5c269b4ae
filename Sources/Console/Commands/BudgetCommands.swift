import HearthClient
import HearthProtocol
import Ledger

/// `hearth budget` and `hearth budgets`.
public struct BudgetCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth budget set`: changes the budget of that name, or makes it.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func set(_ wish: BudgetWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let set = try reading { () throws(ArgumentFlaw) in try wish.command(in: view) }
    if isPreview { return try sitting.preview(.setBudget(set), to: group, view) }
    let phrases = output.phrases
    try change(.setBudget(set), set.budgetID, to: group) { budget in
      .budgetSet(
        budget.name.printable, limit: budget.currency.text(budget.limitMinor), budget.period,
        rollover: Screens.rolloverText(budget, phrases))
    }
    output.warn(ifFarAhead: set.effectiveFrom.isEmpty ? set.content.startDate : set.effectiveFrom, view, of: .other)
  }

  /// `hearth budget remove`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func remove(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var remove = RemoveBudget()
    remove.budgetID = try budget(name, in: view).id.description
    if isPreview { return try sitting.preview(.removeBudget(remove), to: group, view) }
    try change(.removeBudget(remove), remove.budgetID, to: group) { .budgetRemoved($0.name.printable) }
  }

  /// `hearth budget reactivate`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func reactivate(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var reactivate = ReactivateBudget()
    reactivate.budgetID = try budget(name, in: view).id.description
    if isPreview { return try sitting.preview(.reactivateBudget(reactivate), to: group, view) }
    try change(.reactivateBudget(reactivate), reactivate.budgetID, to: group) { .budgetReactivated($0.name.printable) }
  }

  private func budget(_ name: String, in view: GroupView) throws(ConsoleFailure) -> BudgetState {
    try reading { () throws(ArgumentFlaw) in try Choices.budget(name, of: view.state.shared.budgets) }
  }

  /// Sends what changes a budget, and says how it is then and which alerts fired.
  private func change(
    _ body: Command.OneOf_Body, _ id: String, to group: GroupID, _ outcome: (BudgetState) -> Outcome
  ) throws(ConsoleFailure) {
    let (command, accepted) = try sitting.send(body, to: group)
    guard !output.isJSON else { return output.write(WireFormat.line(accepted)) }
    // SPEC CM-07: the event has come before the answer.
    while let delivery = try sitting.next(within: .zero) {
      guard case .groupUpdated(let update) = delivery.notice, let shared = delivery.view?.state.shared else { continue }
      guard let budget = BudgetID(id).flatMap({ shared.budgets[$0] }) else { continue }
      for event in update.events.withHighestAlerts where event.event.commandID == command.id {
        if case .alertFired(let alert) = event.event.body {
          output.write(FeedItem.alert(AlertNews(alert, of: budget, in: shared)).lines(output.theme))
        } else {
          let phrases = output.phrases
          guard case .budgetSet(let set) = event.event.body else {
            output.write(outcome(budget).lines(phrases))
            continue
          }
          // What was set for later may stand behind what was said.
          output.write(outcome(shared.budget(saidBy: set) ?? budget).lines(phrases))
          if !set.effectiveFrom.isEmpty, budget.versions.count > 1 { output.write([phrases.holdsFrom(set.effectiveFrom)]) }
          if set.keepsLater, let day = CivilDate(iso8601: set.effectiveFrom), let later = budget.versions.first(where: { $0.from > day }) {
            output.write([phrases.holdsUntil(later.from.description)])
          }
        }
      }
    }
  }

  /// `hearth budgets`.
  ///
  /// - Parameter moment: as it was then; nil: as it is.
  public func list(asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let (view, today) = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment)
    output.show(Screens.budgets(view, today: today, output.theme), json: view.state.shared.budgets.map { Self.json($0, view, today) })
  }

  /// `hearth budget show`: one budget in one period, down to the entries that feed it.
  ///
  /// - Parameters:
  ///   - date: a day of the period; otherwise today.
  ///   - moment: as it was then, which is then today; nil: as it is.
  public func show(_ name: String, on date: String?, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    var (view, day) = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment)
    let budget = try budget(name, in: view)
    if let date {
      let text = try reading { () throws(ArgumentFlaw) in try Choices.date(date, today: view.today) }
      day = CivilDate(iso8601: text) ?? day
    }
    let period = budget.period(containing: day)
    output.show(
      Screens.budget(budget, on: day, view, output.theme),
      json: [Self.json(budget, view, day)] + Screens.entries(feeding: budget, period, view).flatMap { WireFormat.line($0.message) })
  }

  /// `hearth budget hints`: what families usually spend, as parts of an income.
  ///
  /// - Parameter template: "50/30/20" and the like, or parts of one's own, among them needs; the hints are brought into
  ///   those.
  public func showHints(income: String?, template: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    guard let currency = view.state.shared.settings?.currency else { return }
    let minor = try income.map { text throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try AmountText.minor(text, currency) }
    }
    let allocation = try template.map { text throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try AllocationText.allocation(text) }
    }
    let hints = allocation?.needs.map(SpendingHint.fitting) ?? SpendingHint.all
    output.show(
      Screens.hints(hints, income: minor, currency, output.theme),
      json: hints.map { hint in
        var json = JSONLine()
        json.add("name", hint.name)
        json.add("categories", json: "[" + hint.categories.map(JSONLine.quoted).joined(separator: ",") + "]")
        json.add("basisPointsMin", json: String(hint.basisPoints.lowerBound))
        json.add("basisPointsMax", json: String(hint.basisPoints.upperBound))
        return json.text
      })
  }

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
    Screens.addLeftOut(shared.leftOut(of: budget, on: progress.period.lowerBound), to: &json)
    return json.text
  }
}
