@testable import Console

/// A terminal as far as the renderer needs one: it places what is written, and forgets nothing.
struct VirtualScreen {
  private(set) var cells: [[ScreenCell]]
  private(set) var cursor: ScreenGrid.Cursor?
  private var place = ScreenGrid.Cursor(row: 0, column: 0)
  private var style = ""
  private var isCursorShown = true
  /// Sequences that it does not know.
  private(set) var strange: [String] = []

  init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: .blank, count: columns), count: rows) }

  mutating func write(_ text: String) {
    var scalars = text.unicodeScalars[...]
    var plain = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        plain.append(scalar)
        continue
      }
      put(String(plain))
      plain = .init()
      _ = scalars.popFirst()
      let parameters = String(scalars.prefix { !("@"..."~").contains($0) })
      scalars = scalars.dropFirst(parameters.unicodeScalars.count)
      take(parameters, scalars.popFirst())
    }
    put(String(plain))
    cursor = isCursorShown ? place : nil
  }

  private mutating func take(_ parameters: String, _ final: Unicode.Scalar?) {
    switch (parameters, final) {
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) } + [1, 1]
      // No terminal goes below its last line.
      place = .init(row: min(numbers[0], cells.count) - 1, column: numbers[1] - 1)
    case ("2", "K"): clear(place.row)
    case (_, "m"): style = parameters == "0" ? "" : String(parameters.dropFirst(2))
    case ("?25", "h"): isCursorShown = true
    case ("?25", "l"): isCursorShown = false
    case ("?2026", "h"), ("?2026", "l"): break
    default: strange.append("\(parameters)\(final.map(String.init) ?? "")")
    }
  }

  private mutating func clear(_ row: Int) { cells[row] = Array(repeating: .blank, count: cells[row].count) }

  private mutating func put(_ text: String) {
    for character in text {
      let width = max(character.displayWidth, 1)
      cells[place.row][place.column] = ScreenCell(text: String(character), style: style)
      for covered in 1..<width { cells[place.row][place.column + covered] = ScreenCell(text: "", style: style) }
      place.column += width
    }
  }
}
