import HearthClient
import HearthProtocol
import Ledger

/// What stands in the middle: the feed, or what is looked at in its place.
extension RoomView {
  static func body(_ model: RoomModel, _ layout: Layout) -> [String] {
    guard layout.bodyRows > 0 else { return [] }
    let theme = model.theme(width: layout.bodyWidth)
    switch model.panel {
    case .feed:
      let lines = feed(model, theme, atLeast: layout.bodyRows + model.scroll)
      let end = max(lines.count - model.scroll, min(lines.count, layout.bodyRows))
      return Array(lines[max(end - layout.bodyRows, 0)..<end])
    case .entries(let chosen):
      let lines = entries(model, theme)
      let first = max(min(chosen - layout.bodyRows / 2, lines.count - layout.bodyRows), 0)
      return lines.enumerated().dropFirst(first).prefix(layout.bodyRows).map { place, line in
        (place == chosen ? theme.paint("▸", .good) : " ") + " " + line
      }
    case .account(let id, let chosen):
      let lines = account(id, model, theme)
      let first = max(min(chosen + 1 - layout.bodyRows / 2, lines.count - layout.bodyRows), 0)
      return lines.enumerated().dropFirst(first).prefix(layout.bodyRows).map { place, line in
        (place == chosen + 1 ? theme.paint("▸", .good) : " ") + " " + line
      }
    case .history: return Array(history(model, theme, rows: layout.bodyRows).prefix(layout.bodyRows))
    case .entry, .balances, .budgets, .members, .help:
      let lines = page(model, theme)
      return Array(lines.dropFirst(min(model.scroll, max(lines.count - layout.bodyRows, 0))).prefix(layout.bodyRows))
    }
  }

  /// How far what is looked at can be moved.
  static func scrollMax(_ model: RoomModel) -> Int {
    let layout = Layout(model, card: RoomCard.lines(model).count)
    let theme = model.theme(width: layout.bodyWidth)
    let count =
      switch model.panel {
      case .feed: feed(model, theme, atLeast: .max).count
      case .entry, .balances, .budgets, .members, .help: page(model, theme).count
      case .entries, .account, .history: 0
      }
    return max(count - layout.bodyRows, 0)
  }

  /// Whether the room offers the reader to add an entry. It also offers this until the group is known.
  static func mayAdd(_ model: RoomModel) -> Bool { model.view?.offers(.entriesAdd) ?? true }

  /// The feed's last lines, and what waits.
  private static func feed(_ model: RoomModel, _ theme: Theme, atLeast count: Int) -> [String] {
    var blocks: [[String]] = [model.waiting.map { theme.paint("⧗ \(theme.phrases.roomWaits($0))".shortened(to: theme.width), .due) }]
    if let shared = model.view?.state.shared, shared.entries.isEmpty {
      blocks.append([""] + theme.phrases.roomEmpty(mayAdd: mayAdd(model)).wrapped(to: theme.width))
    }
    var total = blocks.reduce(0) { $0 + $1.count }
    for item in model.items.reversed() {
      guard total < count else { break }
      // The name of the group stands above already.
      if case .header = item { continue }
      let lines = item.lines(theme).flatMap { $0.folded(to: theme.width) }
      blocks.append(lines)
      total += lines.count
    }
    return blocks.reversed().flatMap(\.self)
  }

  private static func entries(_ model: RoomModel, _ theme: Theme) -> [String] {
    guard let view = model.view, !view.state.shared.entries.isEmpty else {
      return theme.phrases.roomEmpty(mayAdd: mayAdd(model)).wrapped(to: theme.width)
    }
    let newest = (0..<RoomModel.entriesChosenMax).lazy.map { model.recentEntry($0) }.prefix { $0 != nil }.compactMap(\.self)
    return Screens.entries(Array(newest), next: 0, showsIDs: theme.width >= 60, view, theme.indented(by: 2))
  }

  /// The account's name and balance, then what went in and out, the newest first, with a mark where it is shared.
  private static func account(_ id: AccountID, _ model: RoomModel, _ theme: Theme) -> [String] {
    guard let view = model.view, let state = view.state.account(id) else { return [theme.phrases.roomGone()] }
    let theme = theme.indented(by: 2)
    let title = "\(state.name.printable)  \(state.currency.text(state.balanceMinor))"
    var table = Table()
    for entry in AccountNames.newest(of: state) {
      table.add(
        Cell(entry.date.description, .faint), Cell(entry.description, .strong),
        Cell(AccountCommands.isShared(entry, in: view) ? theme.phrases.roomIsShared() : "", .good),
        Cell(entry.currency.text(entry.change), right: true))
    }
    let lines = table.lines(theme)
    return [theme.paint(title.shortened(to: theme.width), .strong)] + (lines.isEmpty ? [theme.phrases.noAccountEntries()] : lines)
  }

  private static func page(_ model: RoomModel, _ theme: Theme) -> [String] {
    wholePage(model, theme).flatMap { $0.folded(to: theme.width) }
  }

  private static func wholePage(_ model: RoomModel, _ theme: Theme) -> [String] {
    guard let view = model.view else { return [] }
    let phrases = theme.phrases
    switch model.panel {
    case .feed, .entries, .account, .history: return []
    case .entry(let id):
      guard let entry = view.state.shared.entries[id] else { return [phrases.roomGone()] }
      return Screens.entry(entry, view, theme)
    case .balances:
      // Here it is another line that settles.
      let maySettle = view.offers(.debtsSettle)
      let elsewhere = phrases.settleHint(maySettle: maySettle).wrapped(to: theme.width).map { theme.paint($0, .faint) }
      let debts = Screens.debts(view, Screens.DebtsWish(), theme).filter { !elsewhere.contains($0) }
      let hint = maySettle ? phrases.roomSettleHint().wrapped(to: theme.width).map { theme.paint($0, .faint) } : []
      return [theme.paint(phrases.balancesTitle(), .strong)] + Screens.balances(view, theme) + [""] + debts + hint
    case .budgets: return [theme.paint(phrases.budgetsTitle(), .strong)] + Screens.budgets(view, today: model.today, theme)
    case .members: return [theme.paint(phrases.membersTitle(), .strong)] + Screens.members(view, now: model.now, theme)
    case .help: return help(theme)
    }
  }

  private static func help(_ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var lines = phrases.roomHelpEntry().wrapped(to: theme.width) + [""]
    for (line, meaning) in phrases.roomHelpLines() { lines += row(line, meaning, theme) }
    lines += [""] + phrases.roomHelpDrafts().wrapped(to: theme.width) + phrases.roomHelpNarrow().wrapped(to: theme.width) + [""]
    for verb in RoomVerb.allCases {
      lines += row("/\(verb.rawValue) \(phrases.roomArguments(of: verb))", phrases.roomMeaning(of: verb), theme)
    }
    return lines
  }

  /// A line to type and its meaning: side by side where there is space, otherwise below.
  private static func row(_ line: String, _ meaning: String, _ theme: Theme) -> [String] {
    // Limit: columns of the longest line to type.
    let left = 32
    guard theme.width >= left + 24 else {
      return [theme.paint(line.shortened(to: theme.width), .strong)] + meaning.wrapped(to: theme.width - 3).map { "   " + $0 }
    }
    let wrapped = meaning.wrapped(to: theme.width - left)
    return wrapped.enumerated().map { place, text in
      theme.paint((place == 0 ? line : "").fitted(to: left), .strong) + text
    }
  }

  /// The group as of an event: where that is in the whole, the balances then, and what had just happened.
  private static func history(_ model: RoomModel, _ theme: Theme, rows: Int) -> [String] {
    let phrases = theme.phrases
    guard let now = model.view, let history = model.history else { return [] }
    guard history.isWhole, history.place > 0, history.place <= history.events.count else {
      return [model.connection == .live ? phrases.roomReading() : phrases.roomNoHistory()]
    }
    var past = now
    past.state = history.state
    past.state.shownNames = now.state.shownNames
    past.online = []
    let event = history.events[history.place - 1]
    let (day, time) = model.clock.moment(event.event.atMs, now.state.shared)
    let title = phrases.roomAsOf(day.description, time, history.place, of: history.events.count)
    var lines = title.wrapped(to: theme.width).map { theme.paint($0, .strong) }
    lines.append(bar(history.place, of: history.events.count, theme))
    if history.events.count == RoomHistory.eventsMax { lines += phrases.roomTooLong(RoomHistory.eventsMax).wrapped(to: theme.width) }
    lines += Screens.balances(past, theme).flatMap { $0.folded(to: theme.width) } + [""]
    let space = max(rows - lines.count, 0)
    let latest = history.events[max(history.place - space, 0)..<history.place]
    var told: CivilDate?
    let news = Screens.history(Array(latest), past, theme, model.clock, after: &told)
    return lines + news.flatMap { $0.folded(to: theme.width) }.suffix(space)
  }

  private static func bar(_ place: Int, of count: Int, _ theme: Theme) -> String {
    let width = max(theme.width - 2, 10)
    let filled = min(max(place * (width - 1) / max(count, 1), 0), width - 1)
    return theme.paint(String(repeating: "━", count: filled) + "●", .good)
      + theme.paint(String(repeating: "─", count: width - 1 - filled), .faint)
  }
}

/// What stands at the side: members with what each is owed, and budgets.
enum RoomSide {
  // Limit: members and budgets at the side.
  private static let membersMax = 8
  private static let budgetsMax = 8
  // Limit: drafts of others at the side.
  private static let draftsMax = 3

  static func lines(_ model: RoomModel, width: Int, _ theme: Theme) -> [String] {
    guard let view = model.view else { return [] }
    let shared = view.state.shared
    let phrases = theme.phrases
    var lines = [theme.paint(phrases.roomMembers(), .strong)]
    let present = shared.members.filter(\.isPresent)
    let ordered = present.filter { isHere($0, view) } + present.filter { !isHere($0, view) }
    for member in ordered.prefix(membersMax) { lines.append(line(of: member, view, width, theme)) }
    if ordered.count > membersMax { lines.append(theme.paint(phrases.roomMore(ordered.count - membersMax), .faint)) }
    lines += model.entering(theme).prefix(draftsMax).flatMap { name, what in
      "✎ \(phrases.roomEnters(name, what))".wrapped(to: width).map { theme.paint($0, .due) }
    }
    let budgets = shared.budgets.filter(\.isActive)
    guard !budgets.isEmpty else { return lines }
    lines += ["", theme.paint(phrases.budgetsTitle(), .strong)]
    for budget in budgets.prefix(budgetsMax) {
      let progress = shared.progress(of: budget, on: model.today)
      let gauge = progress.gauge(theme)
      let space = max(width - ScreenGrid.width(of: gauge) - 1, 4)
      lines.append(budget.name.printable.fitted(to: space) + " " + gauge)
    }
    if budgets.count > budgetsMax { lines.append(theme.paint(phrases.roomMore(budgets.count - budgetsMax), .faint)) }
    return lines
  }

  private static func isHere(_ member: MemberState, _ view: GroupView) -> Bool {
    member.id == view.member || view.online.contains(member.id)
  }

  private static func line(of member: MemberState, _ view: GroupView, _ width: Int, _ theme: Theme) -> String {
    let shared = view.state.shared
    let mark = isHere(member, view) ? theme.paint("●", .good) : theme.paint("○", .faint)
    let minor = shared.settings.map { shared.balances[member.id, $0.currency] } ?? 0
    guard let currency = shared.settings?.currency, minor != 0 else {
      return mark + " " + Screens.name(member, view, theme.phrases).printable.shortened(to: width - 2)
    }
    // Hidden, neither the sign nor the colour tells which way it is.
    let sign = Amounts.areHidden ? "" : minor > 0 ? "+" : "−"
    let figure = sign + currency.text(Int64(clamping: minor.magnitude))
    let tint: Tint = Amounts.areHidden ? .faint : minor > 0 ? .good : .due
    let space = max(width - 3 - figure.displayWidth, 4)
    return mark + " " + Screens.name(member, view, theme.phrases).printable.fitted(to: space) + " " + theme.paint(figure, tint)
  }
}

/// What stands above the input line: what it would do, or what is to be known.
enum RoomCard {
  static func lines(_ model: RoomModel) -> [String] {
    let theme = model.theme(width: model.columns)
    var lines = model.notice.flatMap { $0.wrapped(to: theme.width) }.map { theme.paint($0, .due) }
    switch model.draft {
    case .nothing, .opens, .quits: break
    case .incomplete(let text): lines += text.wrapped(to: theme.width).map { theme.paint($0, .faint) }
    case .wrong(let sentences): lines += sentences.flatMap { $0.wrapped(to: theme.width) }.map { theme.paint($0, .bad) }
    case .ready(_, let impact):
      if let view = model.view { lines = rehearsal(impact, view, theme) + lines }
    }
    if let completion = model.completion, completion.offers.count > 1 { lines.append(offers(completion, theme)) }
    return lines
  }

  /// As `--preview` shows it, with what each owes.
  private static func rehearsal(_ impact: Impact, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    var lines = Screens.rehearsed(impact.events, view, theme)
    for event in impact.events {
      guard case .entryAdded(let added) = event.body, added.content.kind != .transfer, added.owed.count > 1,
        let currency = Currency(code: added.content.amount.currency)
      else { continue }
      let shares = added.owed.map { "\(shared.name($0.memberID)) \(currency.text($0.minor))" }.joined(separator: " · ")
      lines += shares.wrapped(to: theme.width - 3).map { "   " + $0 }
    }
    // The last line says that nothing was sent, which stands above.
    return (lines + Screens.impact(impact, view, theme).dropLast()).flatMap { $0.folded(to: theme.width) }
  }

  /// As many of the offers as there is space for, around the one that stands in the line.
  private static func offers(_ completion: RoomCompletion, _ theme: Theme) -> String {
    let chosen = completion.chosen ?? 0
    var line = ""
    var width = 0
    for (place, offer) in completion.offers.enumerated().dropFirst(max(chosen - 1, 0)) {
      guard width + offer.displayWidth + 2 <= theme.width else { break }
      line += (width == 0 ? "" : "  ") + theme.paint(offer, place == chosen ? .strong : .faint)
      width += offer.displayWidth + 2
    }
    return line
  }
}
