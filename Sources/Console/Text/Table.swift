/// One field of a table.
public struct Cell: Sendable, ExpressibleByStringLiteral {
  var text: String
  var tint: Tint
  /// Whether the text stands at the right of its column, as figures do.
  var isRight: Bool
  /// Whether the text is never shortened, as an id: what is left of one names nothing.
  var isWhole: Bool
  /// Whether the text goes on below where the last column is too narrow for it.
  var isProse: Bool

  /// Makes a cell of any text; what does not belong on a terminal is replaced.
  public init(_ text: String, _ tint: Tint = .plain, right: Bool = false, whole: Bool = false, prose: Bool = false) {
    self.text = text.printable
    self.tint = tint
    isRight = right
    isWhole = whole
    isProse = prose
  }

  /// Makes a plain cell.
  public init(stringLiteral text: String) { self.init(text) }
}

/// Rows of cells under one another, in columns as wide as their widest cell.
public struct Table: Sendable {
  private var rows: [[Cell]] = []

  /// Makes an empty table.
  public init() {}

  /// Adds a row.
  public mutating func add(_ cells: Cell...) { rows.append(cells) }

  /// Adds a row of as many cells as there are.
  public mutating func add(_ cells: [Cell]) { rows.append(cells) }

  // Limit: columns of the widest screen on which a row goes on below; what is wider may be read by programs, line by
  // line.
  private static let flowingMax = 80

  /// The rows as lines. When they are too wide, the widest column that holds words gives way; a column of ids never
  /// does. Where that is not enough on a narrow screen, each row goes on below, in full.
  public func lines(_ theme: Theme) -> [String] { linesByRow(theme).flatMap { $0 } }

  /// The same, the lines of each row together.
  public func linesByRow(_ theme: Theme) -> [[String]] {
    let count = rows.map(\.count).max() ?? 0
    guard count > 0 else { return [] }
    var widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0 }
    let excess = widths.reduce(0, +) + 2 * (count - 1) - theme.width
    let wordy = widths.indices.filter { column in !rows.contains { column < $0.count && ($0[column].isRight || $0[column].isWhole) } }
    if excess > 0, let widest = wordy.max(by: { widths[$0] < widths[$1] }) {
      // Limit: a column of words keeps space for a short name, and never gets more than it needs.
      widths[widest] = min(max(widths[widest] - excess, 8), widths[widest])
    }
    if theme.width <= Self.flowingMax, widths.reduce(0, +) + 2 * (count - 1) > theme.width {
      return rows.map { Self.flowing($0, theme) }
    }
    return rows.map { row in
      var line = ""
      var cells = row
      while let last = cells.last, last.text.isEmpty { cells.removeLast() }
      var below: [String] = []
      if let last = cells.last, last.isProse, !last.isRight {
        let parts = last.text.wrapped(to: widths[cells.count - 1])
        cells[cells.count - 1].text = parts.first ?? ""
        let margin = String(repeating: " ", count: widths.prefix(cells.count - 1).reduce(0) { $0 + $1 + 2 })
        below = parts.dropFirst().map { margin + theme.paint($0, last.tint) }
      }
      for (column, cell) in cells.enumerated() {
        let isLast = column == cells.count - 1
        // No spaces at the end of a line.
        let text =
          isLast && !cell.isRight ? cell.text.shortened(to: widths[column]) : cell.text.fitted(to: widths[column], onLeft: cell.isRight)
        line += (column == 0 ? "" : "  ") + theme.paint(text, cell.tint)
      }
      return [line] + below
    }
  }

  /// A row whose cells stand beside one another as long as there is room, and then below, indented.
  private static func flowing(_ row: [Cell], _ theme: Theme) -> [String] {
    let margin = "   "
    var lines: [(text: String, width: Int)] = []
    for cell in row where !cell.text.allSatisfy({ $0 == " " }) {
      let width = cell.text.displayWidth
      if let last = lines.last, last.width + 2 + width <= theme.width {
        lines[lines.count - 1] = (last.text + "  " + theme.paint(cell.text, cell.tint), last.width + 2 + width)
        continue
      }
      // An id is not parted.
      let parts = cell.isWhole ? [cell.text] : cell.text.wrapped(to: theme.width - margin.count)
      for part in parts {
        let start = lines.isEmpty ? "" : margin
        lines.append((start + theme.paint(part, cell.tint), start.count + part.displayWidth))
      }
    }
    return lines.map(\.text)
  }
}
