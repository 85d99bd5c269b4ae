import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// The figures of a month: what was spent, by whom and on what, beside the months before; budgets; who pays next.
  public static func dashboard(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> [String] {
    guard let currency = Currency(code: dashboard.currency), let period = dashboard.periods.last else { return [] }
    var lines = [
      theme.paint(dashboard.monthText, .strong)
        + "  \(currency.text(period.spentMinor)) spent\(change(dashboard, theme)), \(currency.text(period.incomeMinor)) came in"
    ]
    lines += section("By member", members(dashboard, currency, view, theme), theme)
    lines += section("By category", categories(dashboard, currency, view, theme), theme)
    lines += section("Month over month", periods(dashboard, currency), theme)
    lines += budgets(dashboard, currency, theme)
    lines += section("Latest", recent(dashboard, view), theme)
    if let next = nextPayer(dashboard, currency, view, theme) { lines.append(next) }
    return lines
  }

  /// What a week or month came to, in the parts that the viewer wants to be told of (SPEC NP-02).
  public static func digest(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> [String] {
    guard let currency = Currency(code: dashboard.currency), let period = dashboard.periods.last else { return [] }
    let wishes = view.state.shared.preferences[view.member]
    func wants(_ kind: NoticeKind) -> Bool { wishes.wants(kind, in: .digest) }
    let name = (view.state.shared.settings?.name ?? "").printable
    let span = dashboard.period == .week ? "\(dashboard.periodStart) to \(dashboard.periodEnd)" : dashboard.monthText
    var lines = [theme.paint("\(name), \(span)".shortened(to: theme.width), .strong)]
    if wants(.entries) {
      let count = period.entries == 1 ? "1 entry" : "\(period.entries) entries"
      lines.append("\(currency.text(period.spentMinor)) spent in \(count)\(change(dashboard, theme)).")
      lines += section("By category", categories(dashboard, currency, view, theme), theme)
      lines += section("By member", members(dashboard, currency, view, theme), theme)
    }
    if wants(.budgets) { lines += budgets(dashboard, currency, theme) }
    if wants(.alerts) {
      for alert in dashboard.alerts {
        let budget = dashboard.budgets.first { $0.budgetID == alert.budgetID }?.name ?? ""
        let threshold = alert.over ? "went over its limit" : "reached \(AlertThreshold.percentText(Int32(clamping: alert.basisPoints))) %"
        lines.append(theme.paint("🔔 \(budget.printable) \(threshold).".shortened(to: theme.width), .bad))
      }
    }
    if wants(.members) {
      for (ids, verb) in [(dashboard.joinedMemberIds, "joined"), (dashboard.leftMemberIds, "left")] where !ids.isEmpty {
        lines.append("\(English().list(ids.map { person($0, view, theme) })) \(verb).".shortened(to: theme.width))
      }
    }
    if wants(.reminders), let next = nextPayer(dashboard, currency, view, theme) { lines.append(next) }
    return lines
  }

  /// Which notices a member wants, kind by channel.
  public static func notices(_ wishes: NoticeWishes, _ theme: Theme) -> [String] {
    var table = Table()
    table.add(Cell(""), Cell("feed", .faint), Cell("bell", .faint), Cell("digest", .faint))
    for kind in NoticeKind.all {
      func cell(_ channel: NoticeChannel) -> Cell {
        guard NoticeWishes.has(kind, channel) else { return Cell("") }
        return wishes.wants(kind, in: channel) ? Cell("yes", .good) : Cell("no", .faint)
      }
      table.add(Cell(kind.key), cell(.feed), cell(.bell), cell(.digest))
    }
    return table.lines(theme)
  }

  private static func section(_ title: String, _ table: Table, _ theme: Theme) -> [String] {
    let rows = table.lines(Theme(isColored: theme.isColored, width: theme.width - 2, language: theme.language))
    return rows.isEmpty ? [] : [theme.paint(title, .strong)] + rows.map { "  " + $0 }
  }

  /// ", 12 % more than the month before".
  private static func change(_ dashboard: Dashboard, _ theme: Theme) -> String {
    let unit = dashboard.period == .week ? "week" : "month"
    let figures = dashboard.periods.suffix(2).map(\.spentMinor)
    guard figures.count == 2, figures[0] > 0, figures[0] != figures[1] else { return "" }
    let percent = min(figures[1].subtractingReportingOverflow(figures[0]).partialValue.magnitude.percent(of: figures[0].magnitude), 9_999)
    return ", \(percent) % \(figures[1] > figures[0] ? "more" : "less") than the \(unit) before"
  }

  private static func members(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    for figure in dashboard.members where figure.paidMinor != 0 || figure.owedMinor != 0 || figure.incomeMinor != 0 {
      let income = figure.incomeMinor == 0 ? "" : "earned \(currency.text(figure.incomeMinor))"
      table.add(
        Cell(person(figure.memberID, view, theme)), Cell("paid \(currency.text(figure.paidMinor))", right: true),
        Cell("of \(currency.text(figure.owedMinor)) that is theirs", .faint), Cell(income, .good))
    }
    return table
  }

  private static func categories(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    let whole = dashboard.periods.last?.spentMinor ?? 0
    for figure in dashboard.categories {
      let category = view.state.shared.category(figure.category)
      let name = figure.category.isEmpty ? "(no category)" : category.map(theme.phrases.category) ?? figure.category
      let share = whole > 0 ? "\(figure.spentMinor.magnitude.percent(of: whole.magnitude)) %" : ""
      table.add(
        Cell(name), Cell(currency.text(figure.spentMinor), right: true), Cell(share, .faint, right: true),
        Cell("before: \(currency.text(figure.beforeMinor))", .faint, right: true))
    }
    return table
  }

  private static func periods(_ dashboard: Dashboard, _ currency: Currency) -> Table {
    var table = Table()
    let most = dashboard.periods.map(\.spentMinor.magnitude).max() ?? 0
    guard most > 0 else { return table }
    for figure in dashboard.periods {
      let bars = Int(figure.spentMinor.magnitude.percent(of: most) / 10)
      table.add(
        Cell(String(figure.periodStart.prefix(7))), Cell(currency.text(figure.spentMinor), right: true),
        Cell(String(repeating: "▓", count: bars), .good))
    }
    return table
  }

  private static func budgets(_ dashboard: Dashboard, _ currency: Currency, _ theme: Theme) -> [String] {
    let lines = dashboard.budgets.map { budget in
      let progress = budget.after
      let isOver = progress.spentMinor > progress.limitMinor
      let figures = theme.phrases.figures(currency.text(progress.spentMinor), of: currency.text(progress.limitMinor))
      let name = budget.name.printable.shortened(to: max(theme.width - 20 - figures.displayWidth, 8))
      return "  \(name) \(Gauge.text(basisPoints: progress.basisPoints, isOver: isOver, theme))  \(theme.paint(figures, .faint))"
    }
    return lines.isEmpty ? [] : [theme.paint("Budgets", .strong)] + lines
  }

  private static func recent(_ dashboard: Dashboard, _ view: GroupView) -> Table {
    var table = Table()
    for id in dashboard.recentEntryIds {
      guard let entry = EntryID(id).flatMap({ view.state.shared.entries[$0] }) else { continue }
      table.add(
        Cell(entry.date.description, .faint), Cell(entry.description),
        Cell(view.state.shared.member(entry.addedBy)?.displayName ?? "somebody", .faint),
        Cell(entry.currency.text(entry.minor), right: true))
    }
    return table
  }

  private static func nextPayer(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> String? {
    guard !dashboard.nextPayerID.isEmpty else { return nil }
    let balance = dashboard.members.first { $0.memberID == dashboard.nextPayerID }?.balanceMinor ?? 0
    let rest = balance < 0 ? ", who owes \(currency.text(Int64(clamping: balance.magnitude)))" : ""
    return "Next to pay: \(person(dashboard.nextPayerID, view, theme))\(rest).".shortened(to: theme.width)
  }

  private static func person(_ id: String, _ view: GroupView, _ theme: Theme) -> String {
    let member = MemberID(id).flatMap { view.state.shared.member($0) }
    return (member.map { name($0, view, theme.phrases) } ?? "somebody").printable
  }
}

extension Dashboard {
  /// "2026-11".
  fileprivate var monthText: String { String(periodStart.prefix(7)) }
}

extension UInt64 {
  /// How many percent of the whole it is, rounded down; at most 9,999.
  fileprivate func percent(of whole: UInt64) -> UInt64 {
    guard whole > 0 else { return 0 }
    let product = multipliedFullWidth(by: 100)
    return product.high >= whole ? 9_999 : Swift.min(whole.dividingFullWidth(product).quotient, 9_999)
  }
}
