import Importing

extension String {
  /// The lines of a note as they may be sent to a terminal (SPEC EN-14), those left out in which nothing stands.
  var noteLines: [String] {
    split(separator: "\n").map { String($0).trimmingSpaces.printable }.filter { !$0.isEmpty }
  }
}

extension [String] {
  /// The lines of a note behind what introduces them, within so many columns; those after the first are indented as
  /// far.
  ///
  /// - Parameter isCut: whether a line that is too wide is cut, and does not go on below.
  func stacked(behind start: String, to columns: Int, isCut: Bool = false) -> [String] {
    let margin = String(repeating: " ", count: start.displayWidth)
    let space = Swift.max(columns - start.displayWidth, 1)
    let parts = flatMap { isCut ? [$0.shortened(to: space)] : $0.wrapped(to: space) }
    return parts.enumerated().map { ($0 == 0 ? start : margin) + $1 }
  }
}
