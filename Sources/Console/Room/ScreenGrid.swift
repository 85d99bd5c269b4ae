/// One column of one row of a screen.
struct ScreenCell: Sendable, Equatable {
  static let blank = ScreenCell(text: " ", style: "")

  /// What stands there; empty behind a character that takes several columns.
  var text: String
  /// Parameters of ECMA-48 §8.3.117 (SGR), "1;31"; empty for none.
  var style: String

  /// Whether terminals may disagree about how many columns it takes.
  var isDoubtful: Bool { text.unicodeScalars.count > 1 || (text.unicodeScalars.first?.value ?? 0) >= 0x0300 && !isLine }

  /// Arrows, lines, blocks and signs of currencies take one column everywhere.
  private var isLine: Bool { (0x2000...0x25FF).contains(text.unicodeScalars.first?.value ?? 0) }
}

/// A screen as rows of cells: what a view makes of a model, and what a renderer writes.
struct ScreenGrid: Sendable, Equatable {
  let columns: Int
  let rows: Int
  private(set) var cells: [ScreenCell]
  /// Where the terminal's cursor stands; nil: it is hidden.
  var cursor: Cursor?

  struct Cursor: Sendable, Equatable {
    var row: Int
    var column: Int
  }

  // Limit: a terminal of more columns or rows is used in part.
  static let columnsMax = 300
  static let rowsMax = 200

  init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), Self.columnsMax)
    self.rows = min(max(rows, 1), Self.rowsMax)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  func row(_ row: Int) -> ArraySlice<ScreenCell> { cells[row * columns..<(row + 1) * columns] }

  /// Writes a line that may hold SGR sequences, up to so many columns; what does not fit is left out.
  ///
  /// - Parameter style: what the whole line has in addition.
  mutating func put(_ line: String, row: Int, column: Int = 0, width: Int? = nil, style base: String = "") {
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    let end = min(column + max(width ?? columns, 0), columns)
    clear(row, column..<end, ScreenCell(text: " ", style: base))
    var place = column
    for (text, own) in Self.pieces(of: line) {
      let style = [base, own].filter { !$0.isEmpty }.joined(separator: ";")
      for character in text {
        let width = character.displayWidth
        guard width > 0 else {
          // A mark without a letter joins what stands before it.
          if place > column, let last = (column..<place).last(where: { !cells[row * columns + $0].text.isEmpty }) {
            cells[row * columns + last].text.append(character)
          }
          continue
        }
        guard place + width <= end else { return }
        cells[row * columns + place] = ScreenCell(text: String(character), style: style)
        for covered in 1..<max(width, 1) { cells[row * columns + place + covered] = ScreenCell(text: "", style: style) }
        place += width
      }
    }
  }

  /// Empties columns of a row, and what is left of wide characters at both ends.
  private mutating func clear(_ row: Int, _ range: Range<Int>, _ cell: ScreenCell) {
    let start = row * columns
    if cells[start + range.lowerBound].text.isEmpty {
      var owner = range.lowerBound
      while owner > 0, cells[start + owner].text.isEmpty {
        cells[start + owner] = .blank
        owner -= 1
      }
      cells[start + owner] = .blank
    }
    var behind = range.upperBound
    while behind < columns, cells[start + behind].text.isEmpty {
      cells[start + behind] = .blank
      behind += 1
    }
    for place in range { cells[start + place] = cell }
  }

  /// The parts of a line between its SGR sequences, each with what holds there.
  private static func pieces(of line: String) -> [(text: String, style: String)] {
    var pieces: [(String, String)] = []
    var style: [String] = []
    var text = String.UnicodeScalarView()
    var scalars = line.unicodeScalars[...]
    func closed() -> [(String, String)] { text.isEmpty ? [] : [(String(text).printable, style.joined(separator: ";"))] }
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}", scalars.first == "[" else {
        text.append(scalar)
        continue
      }
      pieces += closed()
      text = .init()
      let parameters = scalars.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
      scalars = scalars.dropFirst(parameters.count + 2)
      let code = String(parameters)
      if code == "0" || code.isEmpty { style = [] } else { style.append(code) }
    }
    return pieces + closed()
  }

  /// The text of each row without spaces at its end.
  var lines: [String] {
    (0..<rows).map { row in
      var text = self.row(row).map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }
}

/// Writes to a terminal what has changed since the last screen, and nothing else (ECMA-48).
///
/// It knows what the terminal shows by what it has written; code that disturbs the screen calls `forget`.
struct ScreenRenderer: Sendable {
  private var shown: ScreenGrid?

  /// The terminal does not show any more what was written.
  mutating func forget() { shown = nil }

  /// What to write so that the terminal shows this.
  mutating func output(for grid: ScreenGrid) -> String {
    guard grid != shown else { return "" }
    // xterm's private modes: updates are shown at once where the terminal knows how, and the cursor does not flicker.
    var output = "\u{1B}[?2026h\u{1B}[?25l"
    var former = shown
    if former?.columns != grid.columns || former?.rows != grid.rows {
      output += ScreenErasing.lines(grid.rows)
      former = nil
    }
    var pen = Pen()
    for row in 0..<grid.rows {
      let (new, old) = (Array(grid.row(row)), former.map { Array($0.row(row)) })
      guard new != old else { continue }
      let isDoubtful = new.contains(where: \.isDoubtful) || old?.contains(where: \.isDoubtful) == true
      if isDoubtful, old != nil { output += pen.move(row, 0) + pen.set("") + "\u{1B}[2K" }
      let known = isDoubtful || old == nil ? Array(repeating: ScreenCell.blank, count: new.count) : old ?? []
      for (column, cell) in new.enumerated() where cell != known[column] && !cell.text.isEmpty {
        // A mark that stands by itself must not join what was written before it.
        if cell.isDoubtful { pen.place = nil }
        output += pen.move(row, column) + pen.set(cell.style) + cell.text
        pen.moved(over: cell, row, column)
      }
    }
    output += pen.set("")
    if let cursor = grid.cursor { output += pen.move(cursor.row, cursor.column) + "\u{1B}[?25h" }
    shown = grid
    return output + "\u{1B}[?2026l"
  }

  /// Where the terminal writes next and how; what is not known is said.
  private struct Pen {
    var place: ScreenGrid.Cursor?
    var style: String? = nil

    mutating func move(_ row: Int, _ column: Int) -> String {
      defer { place = .init(row: row, column: column) }
      return place == .init(row: row, column: column) ? "" : "\u{1B}[\(row + 1);\(column + 1)H"
    }

    mutating func set(_ new: String) -> String {
      guard style != new else { return "" }
      style = new
      return new.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(new)m"
    }

    /// Behind a character whose width is in doubt the place is said anew.
    mutating func moved(over cell: ScreenCell, _ row: Int, _ column: Int) {
      place = cell.isDoubtful ? nil : .init(row: row, column: column + 1)
    }
  }
}
