import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// The budgets and how far each is spent; removed ones by name only.
  ///
  /// - Parameter today: in the group's time zone.
  public static func budgets(_ view: GroupView, today: CivilDate, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    guard !shared.budgets.isEmpty else { return [theme.phrases.noBudgets(maySet: view.offers(.budgetsSet))] }
    var lines = shared.budgets.filter(\.isActive).flatMap { summary(of: $0, on: today, shared, theme) }
    let removed = shared.budgets.filter { !$0.isActive }.map(\.name.printable)
    if !removed.isEmpty {
      let text = theme.phrases.removed(removed.joined(separator: ", "))
      lines += text.wrapped(to: theme.width).map { theme.paint($0, .faint) }
    }
    return lines
  }

  /// One budget in one period, and the entries that feed it, oldest first.
  public static func budget(_ budget: BudgetState, on day: CivilDate, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    guard budget.isActive else {
      return phrases.wasRemoved(budget.name.printable, maySet: view.offers(.budgetsSet)).wrapped(to: theme.width)
    }
    var lines = summary(of: budget, on: day, shared, theme)
    let alerts = budget.terms(on: day).thresholds.all.map { $0.text(phrases) }
    // With an alert that fired they tell how much of it is spent.
    let alertsText = alerts.isEmpty ? phrases.noAlerts() : phrases.alertsAt(Amounts.text(alerts.joined(separator: ", ")))
    func add(_ text: String) { lines += text.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, .faint) } }
    add(alertsText)
    let period = budget.period(containing: day)
    let fired = shared.fired(of: budget, inPeriodFrom: period.lowerBound).map { $0.text(phrases) }
    // They tell how much of it is spent.
    if !fired.isEmpty, !Amounts.areHidden { add(phrases.fired(fired.joined(separator: ", "))) }
    versions(of: budget, theme.phrases).forEach(add)
    let entries = entries(feeding: budget, period, view)
    guard !entries.isEmpty else { return lines + [phrases.nothingSpent()] }
    var table = Table()
    for entry in entries {
      table.add(
        Cell(entry.date.description, .faint), Cell(phrases.description(of: entry)),
        Cell(shared.category(entry.category).map(phrases.category) ?? entry.category, .faint),
        Cell(shared.name(entry.addedBy), .faint), Cell(figure(entry, in: budget), right: true))
    }
    return lines + table.lines(theme)
  }

  // Limit: changes of a budget that a person reads; JSON has them all.
  private static let versionsShown = 5

  /// Since when what holds, the latest last; nothing while it was always in force.
  private static func versions(of budget: BudgetState, _ phrases: Phrases) -> [String] {
    guard budget.versions.count > 1 else { return [] }
    return budget.versions.suffix(versionsShown).map { version in
      let limit = version.terms.currency.text(version.terms.limitMinor)
      return phrases.inForceSince(version.from.description, limit, version.terms.period)
    }
  }

  /// "₹83.98", or "$1.01 = ₹83.98" for what counts at a rate.
  private static func figure(_ entry: EntryState, in budget: BudgetState) -> String {
    let currency = budget.terms(on: entry.date).currency
    let own = entry.currency.text(entry.minor)
    guard entry.currency != currency, let minor = budget.counted(entry) else { return own }
    return "\(own) = \(currency.text(minor))"
  }

  /// The entries that a budget counts in a period, by date.
  static func entries(feeding budget: BudgetState, _ period: ClosedRange<CivilDate>, _ view: GroupView) -> [EntryState] {
    let found = view.state.shared.entries.filter { budget.counts($0) && period.contains($0.date) }
    return found.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
  }

  /// What families usually spend of their income.
  ///
  /// - Parameters:
  ///   - hints: as observed, or fitted into a template.
  ///   - income: a monthly income in minor units, to show amounts beside the percentages.
  public static func hints(_ hints: [SpendingHint] = SpendingHint.all, income: Int64?, _ currency: Currency, _ theme: Theme) -> [String] {
    var table = Table()
    for hint in hints {
      let span = theme.phrases.span(hint.basisPoints.lowerBound / 100, hint.basisPoints.upperBound / 100)
      // What was fitted into the parts of an income tells them; what families usually spend tells nothing of this one.
      let percents = income == nil && hints == SpendingHint.all ? span : Amounts.text(span)
      let amounts = income.map { hint.minor(ofIncome: $0) }
        .map { theme.phrases.span(currency.text($0.lowerBound), currency.text($0.upperBound)) }
      table.add(Cell(theme.phrases.hint(hint)), Cell(percents), Cell(amounts ?? "", .faint))
    }
    return table.lines(theme) + [theme.phrases.emergencyFund(SpendingHint.emergencyFundMonths)]
  }

  /// ", what is left is carried over" and the like; empty when nothing is.
  static func rolloverText(_ budget: BudgetState, _ phrases: Phrases) -> String {
    phrases.rollover(budget.rollover, cap: budget.rolloverCapMinor > 0 ? budget.currency.text(budget.rolloverCapMinor) : nil)
  }

  private static func summary(of budget: BudgetState, on day: CivilDate, _ shared: SharedState, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    let progress = shared.progress(of: budget, on: day)
    let terms = budget.terms(on: progress.period.lowerBound)
    let currency = terms.currency
    let categories = terms.categories.map { (shared.category($0).map(phrases.category) ?? $0).printable }.joined(separator: ", ")
    let badge = "[\(phrases.period(terms.period))]"
    let unspent = progress.limitMinor - min(progress.spentMinor, progress.limitMinor)
    let over = progress.spentMinor - min(progress.spentMinor, progress.limitMinor)
    let rest = progress.isOver ? phrases.over(currency.text(over)) : phrases.rest(currency.text(unspent))
    // Hidden, neither a word nor a colour tells whether the limit is passed, or was before.
    let (isHidden, isOver) = (Amounts.areHidden, progress.isOver && !Amounts.areHidden)
    let figures =
      phrases.figures(currency.text(progress.spentMinor), of: currency.text(progress.limitMinor)) + (isHidden ? "" : ", " + rest)
    var lines = gauged(budget.name, progress.gauge(theme), badge, indent: 0, theme)
    lines += figures.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, isOver ? .bad : .plain) }
    if progress.carriedMinor != 0, !isHidden {
      // At most 10^15 either way.
      let carried = currency.text(abs(progress.carriedMinor))
      let limit = currency.text(terms.limitMinor)
      let text = progress.carriedMinor > 0 ? phrases.carriedOver(limit, carried) : phrases.takenOff(limit, carried)
      lines += text.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, .faint) }
    }
    lines += leftOut(shared.leftOut(of: budget, on: progress.period.lowerBound), of: currency, indent: 3, theme)
    let span = phrases.span(progress.period.lowerBound.description, progress.period.upperBound.description)
    return lines + parted([span, categories], to: theme.width - 3).map { "   " + theme.paint($0, .faint) }
  }

  /// A name, how far it is spent, and what stands behind that; a name that is too long for it stands above.
  static func gauged(_ name: String, _ gauge: String, _ rest: String, indent: Int, _ theme: Theme) -> [String] {
    let (name, margin) = (name.printable, String(repeating: " ", count: indent))
    let behind = "\(gauge) \(theme.paint(rest, .faint))"
    // The widest gauge is "▓▓▓▓▓ 9999 %".
    guard name.displayWidth + rest.displayWidth > theme.width - indent - 14 else {
      return ["\(margin)\(theme.paint(name, .strong)) \(behind)"]
    }
    return name.wrapped(to: theme.width - indent).map { margin + theme.paint($0, .strong) } + ["\(margin)   \(behind)"]
  }

  /// Parts beside one another where they fit into one line, else one below the other, each parted at spaces.
  static func parted(_ parts: [String], to columns: Int) -> [String] {
    let line = parts.joined(separator: " · ")
    return line.displayWidth <= columns ? [line] : parts.flatMap { $0.wrapped(to: columns) }
  }

  /// What a figure in this currency leaves out because it has no rate; nothing where it leaves nothing out.
  static func leftOut(_ parts: [(currency: Currency, minor: Int64)], of currency: Currency, indent: Int, _ theme: Theme) -> [String] {
    guard !parts.isEmpty else { return [] }
    let text = theme.phrases.leftOut(parts.map { $0.currency.text($0.minor) }.joined(separator: ", "), of: currency.code)
    return text.wrapped(to: theme.width - indent).map { String(repeating: " ", count: indent) + theme.paint($0, .bad) }
  }

  /// The same for a program.
  static func addLeftOut(_ parts: [(currency: Currency, minor: Int64)], to json: inout JSONLine) {
    guard !parts.isEmpty else { return }
    let texts = parts.map { part in
      var json = JSONLine()
      json.add("minor", String(part.minor))
      json.add("currency", part.currency.code)
      return json.text
    }
    json.add("leftOut", json: "[" + texts.joined(separator: ",") + "]")
  }
}

extension AlertThreshold {
  /// "80 %", "82.5 %" or "over".
  func text(_ phrases: Phrases) -> String {
    switch self {
    case .share(let basisPoints): "\(Self.percentText(basisPoints)) %"
    case .over: phrases.thresholdOver()
    }
  }
}
