import Ledger

/// What a file turned out to be.
public enum StatementFile: Sendable {
  /// A bank's tables.
  case tables([TableStatement])
  /// What an app keeps of people who share.
  case book(SharedBook)

  /// Reads a file: bytes, text, table, columns, lines.
  ///
  /// - Throws: what is wrong with the file as a whole; what is wrong with a line is its record.
  public static func read(_ bytes: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> StatementFile {
    let text = try StatementText(bytes, encoding: options.encoding)
    if options.columns.isEmpty, options.profile == nil, let format = StatementFormat.detect(text) {
      return .tables(try format.read(text, options).map { TableStatement(statement: $0.checked) })
    }
    if let book = try SharedJSON.read(text, options) { return .book(book) }
    let separator = try SeparatorFinding.separator(of: text.utf8, options)
    let rows = try RowReader.rows(text.utf8, separator: separator)
    guard rows.contains(where: { !$0.isBlank }) else { throw StatementFlaw(.fileEmpty) }
    if options.columns.isEmpty, options.profile == nil, let book = try SharedReading.read(rows, options) { return .book(book) }
    let finding = try TableFinding(rows, options)
    let habits = FileHabits(finding, options)
    return .tables(finding.tables.map { TableLines.read($0, habits, options) })
  }
}
