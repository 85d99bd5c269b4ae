import Ledger
import Statements

/// Files of banks and apps: any bytes are read or refused, each record is of a line of the file, amounts stay within
/// what an entry can hold, and reading once more says the same.
func fuzzStatement(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  let choice = input.byte()
  guard let currency = Currency(code: choice & 1 == 0 ? "INR" : choice & 2 == 0 ? "JPY" : "KWD") else { return }
  var options = StatementOptions(currency: currency)
  if choice & 4 != 0 { options.signs = .minusWentOut }
  if choice & 8 != 0 { options.dayOrder = .dmy }
  if choice & 16 != 0 { options.encoding = .windows1252 }
  let file = Array(input.takeRest())
  guard let read = try? StatementFile.read(file, options) else { return }
  let lines = file.count { $0 == 10 || $0 == 13 } + 1
  switch read {
  case .tables(let tables):
    for record in tables.flatMap(\.statement.records) {
      try expect((1...lines).contains(record.number), "a record is of a line")
      guard case .line(let line) = record.outcome else { continue }
      try expect(line.minor.magnitude <= 2 * UInt64(amountMinorMax), "an amount and its fee stay within bounds")
      try expect(!line.text.contains("\n"), "a text has no line break")
    }
  case .book(let book):
    for record in book.records {
      guard case .line(let line) = record.outcome else { continue }
      try expect(line.minor > 0, "something was shared")
      try expect(line.owed.reduce(0) { $0 + $1.minor } == line.minor, "what is owed comes to the amount")
      try expect(line.paid.reduce(0) { $0 + $1.minor } == line.minor, "what was paid comes to the amount")
    }
  }
  guard let again = try? StatementFile.read(file, options) else { throw Violation("a file is read twice") }
  try expect(isSame(again, read), "reading once more says the same")
}

private func isSame(_ one: StatementFile, _ other: StatementFile) -> Bool {
  switch (one, other) {
  case (.tables(let one), .tables(let other)): one.map(\.statement.records) == other.map(\.statement.records)
  case (.book(let one), .book(let other)): one.records == other.records
  case (.tables, .book), (.book, .tables): false
  }
}
