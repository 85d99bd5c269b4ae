import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// The figures of a month: what was spent, by whom and on what, beside the months before; budgets; who pays next.
  public static func dashboard(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> [String] {
    guard let currency = Currency(code: dashboard.currency), let period = dashboard.periods.last else { return [] }
    var lines = [
      theme.paint(dashboard.monthText, .strong)
        + "  "
        + theme.phrases.spentAndEarned(
          theme.figure(period.spentMinor, currency), change(dashboard, theme), theme.figure(period.incomeMinor, currency))
    ]
    lines += section(theme.phrases.byMember(), members(dashboard, currency, view, theme), theme)
    lines += section(theme.phrases.byCategory(), categories(dashboard, currency, view, theme), theme)
    lines += section(theme.phrases.monthOverMonth(), periods(dashboard, currency, theme), theme)
    lines += elsewhere(dashboard, theme)
    lines += budgets(dashboard, currency, theme)
    lines += section(theme.phrases.latest(), recent(dashboard, view, theme), theme)
    if let next = nextPayer(dashboard, currency, view, theme) { lines += next.wrapped(to: theme.width) }
    return lines
  }

  /// What a week or month came to, in the parts that the viewer wants to be told of (SPEC NP-02).
  public static func digest(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> [String] {
    guard let currency = Currency(code: dashboard.currency), let period = dashboard.periods.last else { return [] }
    let wishes = view.state.shared.preferences[view.member]
    func wants(_ kind: NoticeKind) -> Bool { wishes.wants(kind, in: .digest) }
    let name = (view.state.shared.settings?.name ?? "").printable
    let span = dashboard.period == .week ? theme.phrases.span(dashboard.periodStart, dashboard.periodEnd) : dashboard.monthText
    var lines = [theme.paint("\(name), \(span)".shortened(to: theme.width), .strong)]
    if wants(.entries) {
      lines.append(theme.phrases.spent(theme.figure(period.spentMinor, currency), entries: period.entries, change(dashboard, theme)))
      lines += section(theme.phrases.byCategory(), categories(dashboard, currency, view, theme), theme)
      lines += section(theme.phrases.byMember(), members(dashboard, currency, view, theme), theme)
      lines += elsewhere(dashboard, theme)
    }
    if wants(.budgets) { lines += budgets(dashboard, currency, theme) }
    if wants(.alerts) {
      for alert in dashboard.alerts.highest {
        let budget = dashboard.budgets.first { $0.budgetID == alert.budgetID }.map { title($0, in: dashboard, theme) } ?? ""
        let percent = Amounts.text(AlertThreshold.percentText(Int32(clamping: alert.basisPoints)))
        let text = alert.over && !Amounts.areHidden ? theme.phrases.wentOver(budget) : theme.phrases.reached(budget, percent)
        lines += "🔔 \(text)".wrapped(to: theme.width).map { theme.paint($0, .bad) }
      }
    }
    if wants(.members) {
      let joined = dashboard.joinedMemberIds.map { person($0, view, theme) }
      let left = dashboard.leftMemberIds.map { person($0, view, theme) }
      if !joined.isEmpty { lines += theme.phrases.joined(joined).wrapped(to: theme.width) }
      if !left.isEmpty { lines += theme.phrases.left(left).wrapped(to: theme.width) }
    }
    if wants(.reminders), let next = nextPayer(dashboard, currency, view, theme) { lines += next.wrapped(to: theme.width) }
    return lines
  }

  /// Which notices a member wants, kind by channel, and where those go that leave the server.
  ///
  /// - Parameter devices: those whose browsers are told.
  public static func notices(
    _ wishes: NoticeWishes, _ theme: Theme, addresses: [NoticeAddressState] = [], devices: [Device] = []
  ) -> [String] {
    var table = Table()
    let (phrases, heads) = (theme.phrases, NoticeChannel.all.map { Cell(theme.phrases.noticeChannel($0), .faint) })
    // Where the heads have no space, each kind names its channels.
    let isList = theme.isNarrow
    if !isList { table.add([Cell("")] + heads) }
    for kind in NoticeKind.all {
      if isList {
        let told = NoticeChannel.all.filter { NoticeWishes.has(kind, $0) && wishes.wants(kind, in: $0) }.map(phrases.noticeChannel)
        table.add(Cell(phrases.noticeKind(kind)), Cell(told.isEmpty ? phrases.none() : told.joined(separator: ", "), prose: true))
        continue
      }
      func cell(_ channel: NoticeChannel) -> Cell {
        guard NoticeWishes.has(kind, channel) else { return Cell("") }
        return wishes.wants(kind, in: channel) ? Cell(phrases.yes(true), .good) : Cell(phrases.yes(false), .faint)
      }
      table.add([Cell(phrases.noticeKind(kind))] + NoticeChannel.all.map(cell))
    }
    let outside = NoticeChannel.all.filter(\.isOutside).compactMap { channel -> String? in
      let said = addresses.first { $0.channel == channel }
      guard said != nil || NoticeKind.all.contains(where: { wishes.wants($0, in: channel) }) else { return nil }
      return phrases.noticeAddress(channel, said)
    }
    let told = devices.isEmpty ? [] : [phrases.toldDevices(devices.map { name(of: $0, theme) })]
    return table.lines(theme) + (outside + told).flatMap { $0.wrapped(to: theme.width) }
  }

  private static func section(_ title: String, _ table: Table, _ theme: Theme) -> [String] {
    let rows = table.lines(theme.indented(by: 2))
    return rows.isEmpty ? [] : [theme.paint(title, .strong)] + rows.map { "  " + $0 }
  }

  /// ", 12 % more than the month before".
  private static func change(_ dashboard: Dashboard, _ theme: Theme) -> String {
    let figures = dashboard.periods.suffix(2).map(\.spentMinor)
    // Of what leaves something out it is not known how much more or less it is.
    guard !Amounts.areHidden, dashboard.periods.suffix(2).allSatisfy(\.otherCurrencies.isEmpty) else { return "" }
    guard figures.count == 2, figures[0] > 0, figures[0] != figures[1] else { return "" }
    let percent = min(figures[1].subtractingReportingOverflow(figures[0]).partialValue.magnitude.percent(of: figures[0].magnitude), 9_999)
    return theme.phrases.change(percent, isMore: figures[1] > figures[0], dashboard.period)
  }

  private static func members(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    for figure in dashboard.members where figure.paidMinor != 0 || figure.owedMinor != 0 || figure.incomeMinor != 0 {
      let income = figure.incomeMinor == 0 ? "" : theme.phrases.earned(theme.figure(figure.incomeMinor, currency))
      let share = Cell(theme.phrases.ofTheirs(theme.figure(figure.owedMinor, currency)), .faint)
      let paid = Cell(theme.phrases.paid(theme.figure(figure.paidMinor, currency)), right: true)
      let name = Cell(person(figure.memberID, view, theme))
      if theme.isNarrowest {
        // A figure that is cut off says another.
        table.add(name, paid)
        table.add(Cell(""), share)
        if !income.isEmpty { table.add(Cell(""), Cell(income, .good)) }
      } else {
        table.add(name, paid, share, Cell(income, .good))
      }
    }
    return table
  }

  /// How many percent of the whole each part is: together 100 where the parts are all of it; nil where there is no
  /// whole.
  private static func percents(of parts: [Int64], _ whole: Int64) -> [UInt64?] {
    guard whole > 0 else { return parts.map { _ in nil } }
    // Parts are at most 10^15 each, and few.
    guard parts.allSatisfy({ $0 >= 0 }), parts.reduce(0, +) == whole else { return parts.map { $0.magnitude.percent(of: whole.magnitude) } }
    return proportionally(100, weights: parts).map(\.magnitude)
  }

  private static func categories(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    let whole = dashboard.periods.last?.spentMinor ?? 0
    let shares = percents(of: dashboard.categories.map(\.spentMinor), whole)
    for (figure, percent) in zip(dashboard.categories, shares) {
      let category = view.state.shared.category(figure.category)
      let name = figure.category.isEmpty ? theme.phrases.noCategory() : category.map(theme.phrases.category) ?? figure.category
      let share = percent.map { percent in Amounts.text("\(percent) %") } ?? ""
      table.add(
        Cell(name), Cell(theme.figure(figure.spentMinor, currency), right: true), Cell(share, .faint, right: true),
        Cell(theme.isNarrowest ? "" : theme.phrases.before(theme.figure(figure.beforeMinor, currency)), .faint, right: true))
    }
    return table
  }

  private static func periods(_ dashboard: Dashboard, _ currency: Currency, _ theme: Theme) -> Table {
    var table = Table()
    let most = dashboard.periods.map(\.spentMinor.magnitude).max() ?? 0
    guard most > 0 || dashboard.periods.contains(where: { !$0.otherCurrencies.isEmpty }) else { return table }
    for figure in dashboard.periods {
      let bars = most == 0 || Amounts.areHidden ? 0 : Int(figure.spentMinor.magnitude.percent(of: most) / 10)
      table.add(
        Cell(String(figure.periodStart.prefix(7))), Cell(theme.figure(figure.spentMinor, currency), right: true),
        Cell(String(repeating: "▓", count: bars), .good),
        Cell(figure.otherCurrencies.isEmpty ? "" : "+ " + figure.otherCurrencies.joined(separator: ", "), .faint))
    }
    return table
  }

  private static func budgets(_ dashboard: Dashboard, _ currency: Currency, _ theme: Theme) -> [String] {
    let lines = dashboard.budgets.flatMap { budget in
      let progress = budget.after
      let isOver = progress.spentMinor > progress.limitMinor
      let figures = theme.phrases.figures(
        theme.figure(progress.spentMinor, currency), of: theme.figure(progress.limitMinor, currency))
      let gauge = Gauge.text(basisPoints: progress.basisPoints, isOver: isOver, theme)
      let left = leftOut(budget, theme.phrases)?.wrapped(to: theme.width - 4).map { "    " + theme.paint($0, .bad) } ?? []
      return gauged(title(budget, in: dashboard, theme), gauge, " " + figures, indent: 2, theme) + left
    }
    return lines.isEmpty ? [] : [theme.paint(theme.phrases.budgetsTitle(), .strong)] + lines
  }

  /// Budgets are told of in periods of their own; whichever is not the dashboard's is named.
  private static func title(_ budget: BudgetImpact, in dashboard: Dashboard, _ theme: Theme) -> String {
    let name = budget.name.printable
    guard (budget.periodStart, budget.periodEnd) != (dashboard.periodStart, dashboard.periodEnd) else { return name }
    return "\(name) (\(theme.phrases.span(budget.periodStart, budget.periodEnd)))"
  }

  /// What is in other currencies is in none of the figures.
  private static func elsewhere(_ dashboard: Dashboard, _ theme: Theme) -> [String] {
    let others = dashboard.currencies.filter { $0 != dashboard.currency }
    return others.isEmpty ? [] : theme.phrases.notCounted(others).wrapped(to: theme.width).map { theme.paint($0, .faint) }
  }

  private static func recent(_ dashboard: Dashboard, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    for id in dashboard.recentEntryIds {
      guard let entry = EntryID(id).flatMap({ view.state.shared.entries[$0] }) else { continue }
      table.add(
        Cell(entry.date.description, .faint), Cell(theme.phrases.description(of: entry)),
        Cell(view.state.shared.name(entry.addedBy), .faint),
        Cell(theme.figure(entry.minor, entry.currency), right: true))
    }
    return table
  }

  private static func nextPayer(_ dashboard: Dashboard, _ currency: Currency, _ view: GroupView, _ theme: Theme) -> String? {
    guard !dashboard.nextPayerID.isEmpty else { return nil }
    let balance = dashboard.members.first { $0.memberID == dashboard.nextPayerID }?.balanceMinor ?? 0
    let debt = balance < 0 ? currency.text(Int64(clamping: balance.magnitude)) : nil
    return theme.phrases.nextToPay(person(dashboard.nextPayerID, view, theme), owing: debt)
  }

  private static func person(_ id: String, _ view: GroupView, _ theme: Theme) -> String {
    let member = MemberID(id).flatMap { view.state.shared.member($0) }
    return (member.map { name($0, view, theme.phrases) } ?? "?").printable
  }
}

extension Dashboard {
  /// "2026-11".
  fileprivate var monthText: String { String(periodStart.prefix(7)) }
}

extension UInt64 {
  /// How many percent of the whole it is, rounded down; at most 9,999.
  func percent(of whole: UInt64) -> UInt64 {
    guard whole > 0 else { return 0 }
    let product = multipliedFullWidth(by: 100)
    return product.high >= whole ? 9_999 : Swift.min(whole.dividingFullWidth(product).quotient, 9_999)
  }
}
