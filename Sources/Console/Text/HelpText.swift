/// Help as wide as the terminal.
///
/// The sentences of a help stand in the source in lines of their own length, and an example with its explanation in one
/// line that may be longer than a terminal is wide. Here sentences become paragraphs, and explanations stand in their
/// column as long as there is space for one.
public enum HelpText {
  /// Columns at which no line of a help is parted yet.
  public static let unbroken = 100_000

  // Limit: columns that a column of explanations has at least; with fewer, each stands below what it explains.
  private static let explanationMin = 30
  /// What is explained below stands so far on the left.
  private static let indentBelow = 6
  /// An example's further lines stand so much further on the right.
  private static let hanging = 2

  /// Whether a text is a help, and no script or JSON that a program reads.
  public static func isHelp(_ text: String) -> Bool { text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ") }

  /// A line of a help: a paragraph, or something in a list with what explains it.
  private struct Item {
    var indent = 0
    var text: String
    /// Where the explanation begins, and what it says.
    var explanation: (column: Int, text: String)?
  }

  /// The lines of a help that was written with `unbroken` columns.
  public static func laid(_ text: String, columns: Int) -> [String] {
    var items: [Item] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let item = item(String(line))
      guard let last = items.indices.last, !item.text.isEmpty, !items[last].text.isEmpty else {
        items.append(item)
        continue
      }
      if item.indent == 0, items[last].indent == 0 {
        items[last].text += " " + item.text
      } else if item.explanation == nil, item.indent > items[last].indent, item.indent >= items[last].explanation?.column ?? indentBelow {
        let before = items[last].explanation.map { $0.text + " " } ?? ""
        items[last].explanation = (item.indent, before + item.text)
      } else {
        items.append(item)
      }
    }
    return items.flatMap { lines(of: $0, columns) }
  }

  /// Divides a line of a list where two spaces stand between its halves.
  private static func item(_ line: String) -> Item {
    let indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    guard indent > 0, let gap = text.firstRange(of: "  ") else { return Item(indent: indent, text: String(text)) }
    let rest = text[gap.upperBound...].drop { $0 == " " }
    guard !rest.isEmpty else { return Item(indent: indent, text: String(text[..<gap.lowerBound])) }
    let column = indent + text.distance(from: text.startIndex, to: rest.startIndex)
    return Item(indent: indent, text: String(text[..<gap.lowerBound]), explanation: (column, String(rest)))
  }

  private static func lines(of item: Item, _ columns: Int) -> [String] {
    var own = (String(repeating: " ", count: item.indent) + item.text).folded(to: columns)
    if item.indent > 0, own.count > 1 {
      // What goes on is no example of its own.
      own = (String(repeating: " ", count: item.indent) + item.text).folded(to: columns - hanging)
      own = own.prefix(1) + own.dropFirst().map { String(repeating: " ", count: hanging) + $0 }
    }
    guard let (column, text) = item.explanation else { return own }
    let width = own.last?.displayWidth ?? 0
    let isBeside = own.count == 1 && columns - column >= explanationMin
    let indent = String(repeating: " ", count: columns - column >= explanationMin ? column : indentBelow)
    let below = (indent + text).folded(to: columns)
    guard isBeside, width + 2 <= column, let first = below.first else { return own + below }
    return [(own.first ?? "").fitted(to: column) + first.dropFirst(column)] + below.dropFirst()
  }
}
