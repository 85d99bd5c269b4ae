/// What erases a terminal's screen so that nobody can scroll back to it.
enum ScreenErasing {
  // Limit: lines that are erased where the terminal does not say how many it has.
  static let usualRows = 200

  /// The cursor to each line and the line erased (ECMA-48 §8.3.21 and §8.3.41), then home, with attributes off.
  ///
  /// GNU screen moves what ED erases into its history, and mosh shows what stands on the other screen after a program
  /// has left it; lines that are erased one by one are gone in both.
  static func lines(_ rows: Int) -> String {
    var output = "\u{1B}[0m"
    for row in 1...max(1, rows) { output += "\u{1B}[\(row);1H\u{1B}[2K" }
    return output + "\u{1B}[H"
  }
}
