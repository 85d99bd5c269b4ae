import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What lies between two moments; the view is that of the later one.
  public static func difference(_ difference: GroupDifference, _ view: GroupView, _ theme: Theme) -> [String] {
    guard !difference.isEmpty else { return [theme.phrases.nothingChanged()] }
    var lines: [String] = []
    func add(_ title: String, _ table: Table) {
      let rows = table.lines(theme.indented(by: 2))
      if !rows.isEmpty { lines += [theme.paint(title, .strong)] + rows.map { "  " + $0 } }
    }
    add(theme.phrases.entriesTitle(), entries(difference, view, theme.phrases))
    add(theme.phrases.balancesTitle(), balances(difference, view, theme))
    add(theme.phrases.membersTitle(), members(difference, view, theme.phrases))
    add(theme.phrases.budgetsTitle(), budgets(difference, theme.phrases))
    return lines
  }

  private static func entries(_ difference: GroupDifference, _ view: GroupView, _ phrases: Phrases) -> Table {
    var table = Table()
    for change in difference.entries {
      let entry = change.entry
      let tint: Tint = entry.isVoided ? .faint : change.kind == .added ? .good : .plain
      let amount = entry.currency.text(entry.minor)
      let was = change.before.map { $0.currency.text($0.minor) } ?? amount
      table.add(
        Cell(phrases.change(change.kind, isVoided: entry.isVoided), tint), Cell(entry.date.description, .faint),
        Cell(phrases.description(of: entry), tint),
        Cell(view.state.shared.name(entry.addedBy), .faint),
        Cell(was == amount ? amount : "\(was) → \(amount)", tint, right: true))
    }
    return table
  }

  private static func balances(_ difference: GroupDifference, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    for change in difference.balances {
      let name = view.state.shared.member(change.member).map { Self.name($0, view, theme.phrases) } ?? "?"
      table.add(
        Cell(name), Cell(change.currency.text(change.beforeMinor), right: true), Cell("→"),
        Cell(change.currency.text(change.afterMinor), change.afterMinor < 0 ? .due : .good, right: true))
    }
    return table
  }

  private static func members(_ difference: GroupDifference, _ view: GroupView, _ phrases: Phrases) -> Table {
    var table = Table()
    for change in difference.members {
      table.add(Cell(view.state.shared.called(change.member)), Cell(phrases.change(change)))
    }
    return table
  }

  private static func budgets(_ difference: GroupDifference, _ phrases: Phrases) -> Table {
    var table = Table()
    for change in difference.budgets {
      func figures(_ progress: BudgetProgress?) -> String {
        progress.map { phrases.percent(percent($0.basisPoints, isOver: $0.isOver), of: change.budget.currency.text($0.limitMinor)) }
          ?? phrases.none()
      }
      table.add(
        Cell(change.budget.name), Cell(phrases.change(change.kind)), Cell(figures(change.before), right: true), Cell("→"),
        Cell(figures(change.after), change.after?.isOver == true && !Amounts.areHidden ? .bad : .plain, right: true))
    }
    return table
  }

  /// "104 %", as a gauge says it.
  static func percent(_ basisPoints: Int64, isOver: Bool) -> String {
    Amounts.text("\(Gauge.percent(basisPoints, isOver: isOver)) %")
  }

  private static func percent(_ figure: BudgetFigure) -> String {
    percent(figure.basisPoints, isOver: figure.spentMinor > figure.limitMinor)
  }

  /// What a command would do, as the feed would tell it, and below what it would change (SPEC IP-03).
  public static func rehearsal(_ impact: Impact, _ view: GroupView, _ theme: Theme) -> [String] {
    rehearsed(impact.events, view, theme) + self.impact(impact, view, theme)
  }

  /// What would happen, told as if it had; budgets stand with what changes.
  static func rehearsed(_ events: [Event], _ view: GroupView, _ theme: Theme) -> [String] {
    var feed = FeedModel(tellsAll: true, showsBudgets: false)
    _ = feed.update(.began(view))
    let told = events.compactMap { event in
      event.body.map { ReplicaEvent(lane: $0.traits.lane, position: .start, event: event, hash: nil) }
    }
    let update = GroupUpdate(group: view.state.group, kind: .live, events: told)
    var after = view
    // The feed tells no comment that is not there.
    for event in events { if case .entryCommented = event.body { _ = try? after.state.apply(event, lane: .shared, position: .start) } }
    return feed.update(.changed(update, after)).flatMap { $0.lines(theme) } + events.flatMap { meaning(of: $0, view, theme) }
  }

  /// What an entry that is changed says by then, and of its money who pays and how it is divided: the feed says only
  /// which of it has changed.
  private static func meaning(of event: Event, _ view: GroupView, _ theme: Theme) -> [String] {
    guard case .entryEdited(let edited) = event.body, let id = EntryID(edited.entryID) else { return [] }
    var state = view.state
    guard (try? state.apply(event, lane: .shared, position: .start)) != nil, let entry = state.shared.entries[id] else { return [] }
    var parts: [String] = []
    if edited.changes.hasMoney {
      let told = FeedEntry(entry, state.shared, me: view.member, withBudgets: false)
      parts = [entry.currency.text(entry.minor)] + told.meaning(theme.phrases)
    }
    let note = edited.changes.hasNote ? entry.note.noteLines : []
    for field in edited.changes.names where field != .money && !(field == .note && note.count > 1) {
      let said = Self.text(of: field, entry, state.shared, theme.phrases).printable
      parts.append("\(theme.phrases.field(field)): \(said.isEmpty ? theme.phrases.none() : said)")
    }
    var lines = parts.joined(separator: " · ").wrapped(to: theme.width - 3)
    if note.count > 1 { lines += note.stacked(behind: "\(theme.phrases.field(.note)): ", to: theme.width - 3) }
    return lines.map { "   " + theme.paint($0, .faint) }
  }

  private static func text(of field: ChangedField, _ entry: EntryState, _ shared: SharedState, _ phrases: Phrases) -> String {
    switch field {
    case .money: entry.currency.text(entry.minor)
    case .description: phrases.description(of: entry)
    case .category: shared.category(entry.category).map(phrases.category) ?? ""
    case .date: entry.date.description
    case .note: entry.note
    case .merchant: entry.merchant
    case .place: entry.content.place.text
    case .receipts: String(entry.content.receipts.count)
    }
  }

  /// What a command would change: budgets, alerts, and what the viewer owes and is owed.
  public static func impact(_ impact: Impact, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    var lines = budgets(impact, shared, theme)
    for alert in impact.alerts.highest {
      guard let budget = BudgetID(alert.budgetID).flatMap({ shared.budgets[$0] }) else { continue }
      lines.append(theme.paint("🔔 \(AlertNews(alert, of: budget, in: shared).title(phrases))".shortened(to: theme.width), .bad))
    }
    for debt in impact.debts {
      guard let currency = Currency(code: debt.currency) else { continue }
      let name = shared.name(debt.memberID)
      let tint: Tint = debt.afterMinor > 0 ? .due : .good
      lines += text(debt, name, currency, phrases).wrapped(to: theme.width).map { theme.paint($0, tint) }
    }
    if impact.leftOut > 0 { lines.append(phrases.linesLeftOut(Int(impact.leftOut))) }
    if impact.dueDates > 0 { lines.append(phrases.willBook(impact.dueDates)) }
    if impact.dueDates > Impact.dueDatesCountedMax { lines.append(phrases.countsFirst(Impact.dueDatesCountedMax)) }
    if lines.isEmpty { lines.append(phrases.noImpact()) }
    return lines + [theme.paint(phrases.isPreview(), .faint)]
  }

  // Limit: periods of one budget that a preview shows: the first ones and the last; JSON has them all.
  static let periodsShown = 6

  /// What changes in each budget: the periods of one below one another.
  private static func budgets(_ impact: Impact, _ shared: SharedState, _ theme: Theme) -> [String] {
    var lines: [String] = []
    var rest = impact.budgets[...]
    while let first = rest.first {
      let periods = rest.prefix { $0.budgetID == first.budgetID && $0.name == first.name }
      rest = rest.dropFirst(periods.count)
      let isAlone = periods.count == 1 && isRunning(first, impact, shared)
      // Two of them at least are counted.
      let isLong = periods.count > periodsShown + 1
      for budget in isLong ? periods.prefix(periodsShown - 1) : periods { lines += self.lines(budget, isDated: !isAlone, shared, theme) }
      let hidden = periods.dropFirst(periodsShown - 1).dropLast()
      guard isLong, let from = hidden.first, let until = hidden.last, let last = periods.last else { continue }
      let more = theme.phrases.morePeriods(first.name.printable, hidden.count, from.periodStart.printable, until.periodStart.printable)
      lines += more.wrapped(to: theme.width)
      lines += self.lines(last, isDated: true, shared, theme)
    }
    return lines
  }

  /// Whether it is the period of the day on which the question was asked; true where that is not known.
  private static func isRunning(_ budget: BudgetImpact, _ impact: Impact, _ shared: SharedState) -> Bool {
    guard let asked = impact.events.first?.atMs, asked > 0, let first = CivilDate(iso8601: budget.periodStart),
      let last = CivilDate(iso8601: budget.periodEnd)
    else { return true }
    let today = Present.day(asked, shared)
    return first <= today && today <= last
  }

  private static func lines(_ budget: BudgetImpact, isDated: Bool, _ shared: SharedState, _ theme: Theme) -> [String] {
    let isOver = !Amounts.areHidden && budget.hasAfter && budget.after.spentMinor > budget.after.limitMinor
    let told = text(budget, isDated: isDated, shared, theme.phrases)
    let lines = told.wrapped(to: theme.width).map { theme.paint($0, isOver ? .bad : .plain) }
    guard let left = leftOut(budget, theme.phrases) else { return lines }
    return lines + left.wrapped(to: theme.width - 2).map { "  " + theme.paint($0, .bad) }
  }

  /// What the budget leaves out after the command; nil for nothing.
  static func leftOut(_ budget: BudgetImpact, _ phrases: Phrases) -> String? {
    let sums = budget.leftOutAfter.compactMap { sum in Currency(code: sum.currency).map { $0.text(sum.minor) } }
    return sums.isEmpty ? nil : phrases.leftOut(sums.joined(separator: ", "), of: budget.currency)
  }

  /// "Groceries 82 % → 104 % (over by ₹480.00)", or with the first day of the period and the limits where these change:
  /// "Groceries (2026-10-01) 40 % of ₹200.00 → 0 % of ₹500.00 (₹500.00 left)".
  private static func text(_ budget: BudgetImpact, isDated: Bool, _ shared: SharedState, _ phrases: Phrases) -> String {
    let name = budget.name.printable + (isDated && !budget.periodStart.isEmpty ? " (\(budget.periodStart.printable))" : "")
    guard let currency = Currency(code: budget.currency) else { return name }
    let isLimitNew = budget.hasBefore && budget.hasAfter && budget.before.limitMinor != budget.after.limitMinor
    func figure(_ figure: BudgetFigure, in currency: Currency) -> String {
      isLimitNew ? phrases.percent(percent(figure), of: currency.text(figure.limitMinor)) : percent(figure)
    }
    // The limit that it had may be in another currency.
    let old = BudgetID(budget.budgetID).flatMap { shared.budgets[$0] }
    let oldCurrency = CivilDate(iso8601: budget.periodStart).flatMap { old?.terms(on: $0).currency } ?? currency
    let before = budget.hasBefore ? figure(budget.before, in: oldCurrency) + " " : ""
    let after = budget.hasAfter ? figure(budget.after, in: currency) : phrases.notCounted()
    let left = budget.after.limitMinor.subtractingReportingOverflow(budget.after.spentMinor).partialValue
    let rest =
      // Hidden, no word tells whether the limit is passed.
      !budget.hasAfter || Amounts.areHidden
      ? "" : left < 0 ? " (\(phrases.overBy(currency.text(Int64(clamping: left.magnitude)))))" : " (\(phrases.rest(currency.text(left))))"
    return "\(name) \(before)→ \(after)\(rest)"
  }

  /// "what you owe Sara: ₹640.00 → ₹1,040.00".
  private static func text(_ debt: DebtImpact, _ name: String, _ currency: Currency, _ phrases: Phrases) -> String {
    func figure(_ minor: Int64) -> String { minor == 0 ? phrases.nothing() : currency.text(Int64(clamping: minor.magnitude)) }
    let (before, after) = (debt.beforeMinor, debt.afterMinor)
    if before >= 0, after >= 0 { return phrases.youWillOwe(name, figure(before), figure(after)) }
    if before <= 0, after <= 0 { return phrases.willOweYou(name, figure(before), figure(after)) }
    return after > 0
      ? phrases.owedYouNowYouOwe(name, figure(before), figure(after))
      : phrases.youOwedNowOwesYou(name, figure(before), figure(after))
  }
}
