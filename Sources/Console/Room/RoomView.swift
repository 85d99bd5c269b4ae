import HearthClient
import HearthProtocol
import Ledger

/// Draws a room: a pure function from the model to a screen of cells.
enum RoomView {
  // Limit: below so many columns what stands at the side is folded into one line.
  static let sideFromColumns = 70

  /// Where things stand on a screen of this size.
  struct Layout {
    let columns: Int
    let rows: Int
    /// Columns at the side; 0: folded away.
    let side: Int
    let headRows: Int
    let cardRows: Int

    var bodyWidth: Int { side == 0 ? columns : columns - side - 1 }
    var bodyRows: Int { max(rows - headRows - cardRows - 2, 0) }
    var inputRow: Int { max(rows - 2, 0) }

    init(_ model: RoomModel, card: Int) {
      (columns, rows) = (model.columns, model.rows)
      side = columns < RoomView.sideFromColumns ? 0 : columns < 100 ? 28 : columns < 140 ? 36 : 44
      headRows = rows < 8 ? 0 : side == 0 ? 2 : 1
      // A line stands above the card, and something of the feed stays in sight.
      cardRows = card == 0 ? 0 : min(card + 1, RoomView.cardRowsMax(rows))
    }
  }

  static func cardRowsMax(_ rows: Int) -> Int { max((rows - 4) * 2 / 3, 2) }

  /// The screen.
  static func grid(_ model: RoomModel) -> ScreenGrid {
    var grid = ScreenGrid(columns: model.columns, rows: model.rows)
    let card = RoomCard.lines(model)
    let layout = Layout(model, card: card.count)
    let theme = model.theme(width: layout.columns)
    if layout.headRows > 0 { grid.put(header(model, theme), row: 0, width: layout.columns) }
    if layout.headRows > 1 { grid.put(folded(model, theme), row: 1, width: layout.columns) }
    for (place, line) in body(model, layout).enumerated() { grid.put(line, row: layout.headRows + place, width: layout.bodyWidth) }
    if layout.side > 0 { putSide(model, layout, into: &grid) }
    putCard(card, model, layout, theme, into: &grid)
    putInput(model, layout, theme, into: &grid)
    if layout.rows > 1 { grid.put(hints(model, layout, theme), row: layout.rows - 1, width: layout.columns) }
    return grid
  }

  /// Whether the draft's card does not fit, so that something of it is out of sight.
  static func cardIsCut(_ model: RoomModel) -> Bool { RoomCard.lines(model).count > cardRowsMax(model.rows) - 1 }

  /// Whether the end of the draft's card is in sight.
  static func showsWholeCard(_ model: RoomModel) -> Bool {
    let count = RoomCard.lines(model).count
    let shown = cardRowsMax(model.rows) - 1
    return count <= shown || cardOffset(model, count, shown) + shown >= count
  }

  private static func cardOffset(_ model: RoomModel, _ count: Int, _ shown: Int) -> Int { min(model.cardScroll, max(count - shown, 0)) }

  // MARK: - Above

  private static func header(_ model: RoomModel, _ theme: Theme) -> String {
    let phrases = theme.phrases
    let name = (model.view?.state.shared.settings?.name ?? "").printable
    var right = ""
    if !model.waiting.isEmpty { right += theme.paint("⧗ " + phrases.roomWaiting(model.waiting.count), .due) + "  " }
    switch model.connection {
    case .live: right += theme.paint("● " + phrases.roomLive(), .good)
    case .broken: right += theme.paint("○ " + phrases.roomBroken(), .bad)
    case .offline: right += theme.paint("○ " + phrases.roomOffline(), .bad)
    }
    let rightWidth = ScreenGrid.width(of: right)
    let space = max(model.columns - rightWidth - 1, 4)
    return theme.paint(name.fitted(to: space), .strong) + " " + right
  }

  /// Who is here and the fullest budget, in one line.
  private static func folded(_ model: RoomModel, _ theme: Theme) -> String {
    guard let view = model.view else { return "" }
    let shared = view.state.shared
    var parts = [theme.phrases.roomHere(max(view.online.count, 1))]
    parts += model.entering(theme).map { "✎ \($0.name): \($0.what)".shortened(to: max(model.columns - parts[0].displayWidth - 3, 1)) }
    if let currency = shared.settings?.currency {
      let minor = shared.balances[view.member, currency]
      if minor != 0 {
        let word = minor > 0 ? theme.phrases.isOwed() : theme.phrases.owes()
        parts.append(Screens.name(shared, view.member, theme.phrases) + " \(word) \(currency.text(Int64(clamping: minor.magnitude)))")
      }
    }
    let fullest = shared.budgets.filter(\.isActive).map { ($0, shared.progress(of: $0, on: model.today)) }
      .max { $0.1.basisPoints < $1.1.basisPoints }
    if let (budget, progress) = fullest {
      parts.append("\(budget.name.printable) \(Screens.percent(progress.basisPoints, isOver: progress.isOver))")
    }
    var line = ""
    for part in parts where line.displayWidth + part.displayWidth + 3 <= model.columns { line += line.isEmpty ? part : " · " + part }
    return theme.paint(line, .faint)
  }

  // MARK: - At the side

  private static func putSide(_ model: RoomModel, _ layout: Layout, into grid: inout ScreenGrid) {
    let theme = model.theme(width: layout.side - 1)
    let lines = RoomSide.lines(model, width: layout.side - 2, theme)
    for place in 0..<layout.bodyRows {
      let row = layout.headRows + place
      grid.put(theme.paint("│", .faint), row: row, column: layout.bodyWidth, width: 1)
      if place < lines.count { grid.put(lines[place], row: row, column: layout.bodyWidth + 2, width: layout.side - 1) }
    }
  }

  // MARK: - Below

  private static func putCard(_ card: [String], _ model: RoomModel, _ layout: Layout, _ theme: Theme, into grid: inout ScreenGrid) {
    guard layout.cardRows > 0 else { return }
    let top = layout.headRows + layout.bodyRows
    let isReady = if case .ready = model.draft { true } else { false }
    let title = isReady ? "── \(theme.phrases.roomWould()) " : ""
    let line = title + String(repeating: "─", count: max(layout.columns - title.displayWidth, 0))
    grid.put(theme.paint(line, .faint), row: top, width: layout.columns)
    let shown = layout.cardRows - 1
    let offset = cardOffset(model, card.count, shown)
    for (place, line) in card.dropFirst(offset).prefix(shown).enumerated() { grid.put(line, row: top + 1 + place, width: layout.columns) }
  }

  private static func putInput(_ model: RoomModel, _ layout: Layout, _ theme: Theme, into grid: inout ScreenGrid) {
    let row = layout.inputRow
    grid.put(theme.paint("›", .strong), row: row, width: 2)
    let space = max(layout.columns - 3, 1)
    guard !model.input.isEmpty else {
      if case .feed = model.panel {
        let example = mayAdd(model) ? theme.phrases.roomExample() : "/balances  /budgets  /help"
        grid.put(theme.paint(example, .faint), row: row, column: 2, width: space)
      }
      grid.cursor = .init(row: row, column: min(2, layout.columns - 1))
      return
    }
    // The part around the cursor, where the line is longer.
    var before = Array(model.input.before.printable)
    var width = before.reduce(0) { $0 + $1.displayWidth }
    while width >= space, !before.isEmpty { width -= before.removeFirst().displayWidth }
    grid.put(String(before) + model.input.after.printable, row: row, column: 2, width: space)
    grid.cursor = .init(row: row, column: min(2 + width, layout.columns - 1))
  }

  private static func hints(_ model: RoomModel, _ layout: Layout, _ theme: Theme) -> String {
    // The way out stands last, and is said at every width.
    let all = hints(model, theme.phrases)
    let out = all.last ?? ""
    var line = out
    for count in all.indices {
      let longer = (all.prefix(count) + [out]).joined(separator: " · ")
      guard longer.displayWidth <= layout.columns else { break }
      line = longer
    }
    return theme.paint(line, .faint)
  }

  private static func hints(_ model: RoomModel, _ phrases: Phrases) -> [String] {
    if !model.input.isEmpty {
      switch model.draft {
      case .ready: return (cardIsCut(model) ? [phrases.roomKeyRest()] : []) + [phrases.roomKeySends(), phrases.roomKeyClears()]
      case .opens: return [phrases.roomKeyOpensThat(), phrases.roomKeyClears()]
      case .nothing, .incomplete, .wrong, .quits: return [phrases.roomKeyTab(), phrases.roomKeyClears()]
      }
    }
    switch model.panel {
    case .feed:
      return [phrases.roomKeyHelp(), phrases.roomKeyEntries(), phrases.roomKeyBalances(), phrases.roomKeyTab(), phrases.roomKeyLeave()]
    case .entries: return [phrases.roomKeyChoose(), phrases.roomKeyOpens(), phrases.roomKeyBack()]
    case .entry(let id):
      guard let view = model.view, let entry = view.state.shared.entries[id] else { return [phrases.roomKeyBack()] }
      return RoomVerb.ofOpenEntry.map { phrases.roomKey($0, of: entry, for: view.member) } + [phrases.roomKeyBack()]
    case .account: return [phrases.roomKeyChoose(), phrases.roomKeyShares(), phrases.roomKeyBack()]
    case .history: return [phrases.roomKeySteps(), phrases.roomKeyEnds(), phrases.roomKeyBack()]
    case .balances, .budgets, .members, .help: return [phrases.roomKeyScroll(), phrases.roomKeyBack()]
    }
  }
}

extension RoomModel {
  /// How things are drawn in so many columns.
  func theme(width: Int) -> Theme { Theme(isColored: isColored, width: width, language: language) }
}

extension ScreenGrid {
  /// Columns that a line takes which may hold SGR sequences.
  static func width(of line: String) -> Int {
    var grid = ScreenGrid(columns: columnsMax, rows: 1)
    grid.put(line, row: 0)
    return grid.lines[0].displayWidth
  }
}

extension Screens {
  static func name(_ shared: SharedState, _ member: MemberID, _ phrases: Phrases) -> String { phrases.you(shared.name(member)) }
}
