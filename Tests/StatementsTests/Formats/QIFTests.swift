import Ledger
import Testing

@testable import Statements

/// Quicken's format.
struct QIFTests {
  @Test("Accounts one after the other; the opening balance is no line, a split that does not add up a problem")
  func file() throws {
    let statements = try FormatReading.statements(FormatReading.file("quicken.qif"))
    #expect(statements.map(\.account) == ["Checking", "Card", "Card"])
    #expect(statements.map(\.opening) == [100_000, nil, nil] && statements.allSatisfy { $0.currency == nil })
    // quiffen takes the opening balance for a transaction of 5 May with the day first, though other days of the file
    // have the month first, and passes over parts that do not add up.
    #expect(
      statements[0].said == [
        "nothing balanceLine", "2026-01-15 -125050 101|Baker Bread Food:Bread|Baker",
        "1998-01-16 -3000 |Supermarket Groceries Milk -20.00 [Savings] -10.00|Supermarket",
        "problem format(Statements.FormatFlaw.partsDiffer(partsMinor: -2500, minor: -3000, EUR)) in line 43",
      ])
    #expect(statements[1].said == ["2026-01-20 -750 |Kiosk|Kiosk"])
    #expect(statements[2].said == ["nothing format(Statements.FormatFlaw.noMoney)"])
  }

  private func days(_ days: String..., order: DayOrder? = nil) throws -> [String] {
    let text = "!Type:Bank\n" + days.map { "D\($0)\nT1.00\n^\n" }.joined()
    return try FormatReading.statements(text, order)[0].records.map { record in
      if case .line(let line) = record.outcome { line.day.description } else { "none" }
    }
  }

  @Test("Days: one past the twelfth decides for all, behind an apostrophe stands this century")
  func days() throws {
    #expect(try days("1/2'26", "13/2/26") == ["2026-02-01", "2026-02-13"])
    #expect(try days("1/2'26", "1/13' 6") == ["2026-01-02", "2006-01-13"])
    #expect(try days("01.02.69", "13.02.70") == ["2069-02-01", "1970-02-13"])
    #expect(try days("2026-02-01", "31-12-2026") == ["2026-02-01", "2026-12-31"])
    #expect(try days("5/5/26", "7/7/2026") == ["2026-05-05", "2026-07-07"])
  }

  @Test("Days that fit both orders are asked about, and read in the order that was said")
  func unclear() throws {
    #expect(FormatReading.flaw("!Type:Bank\nD1/2/26\nT1\n^\n")?.kind == .dayUnclear("1/2/26"))
    #expect(try days("1/2/26", order: .dmy) == ["2026-02-01"])
    #expect(try days("1/2/26", order: .mdy) == ["2026-01-02"])
    // What was said is not bent.
    #expect(try days("13/2/26", order: .mdy) == ["none"])
    // Two that contradict each other speak for themselves alone.
    #expect(throws: StatementFlaw.self) { try days("13/2/26", "2/13/26", "1/2/26") }
    #expect(try days("13/2/26", "2/13/26") == ["2026-02-13", "2026-02-13"])
  }

  @Test("No such day is a problem of its record", arguments: ["", "31/31/26", "1/2", "1//26", "1/2/123", "a/b/c", "12345/1/1", "1/2/26/3"])
  func noDay(_ text: String) throws { #expect(try days(text, "13/1/26") == ["none", "2026-01-13"]) }

  @Test("A record without its end may have lost digits, so it is a problem")
  func cut() throws {
    let statement = try FormatReading.statements("!Type:Bank\nD13/1/26\nT-1.00\n^\nD14/1/26\nT-1.2")[0]
    #expect(statement.lines.map(\.minor) == [-100] && statement.problems == [.format(.endsEarly)])
  }

  @Test("Ends of lines of every system give the same")
  func ends() throws {
    let text = "!Type:Bank\nD13/1/26\nT-1.00\nPShop\n^\nD14/1/26\nT2.00\n^\n"
    let expected = try FormatReading.statements(text)[0].said
    #expect(expected.count == 2)
    for end in ["\r\n", "\r"] { #expect(try FormatReading.statements(text.replacing("\n", with: end))[0].said == expected) }
  }

  @Test("Amounts: the currency's decimals, thousands and lakhs, and one amount that decides for another")
  func amounts() throws {
    func minors(_ amounts: String..., currency: String = "INR") throws -> [Int64] {
      let text = "!Type:Bank\n" + amounts.map { "D13/1/26\nT\($0)\n^\n" }.joined()
      return try FormatReading.statements(text, currency: currency)[0].lines.map(\.minor)
    }
    #expect(try minors("-1,23,456.70", "+5", "1,234") == [-12_345_670, 500, 123_400])
    #expect(try minors("1.234", "0,5") == [123_400, 50])
    #expect(try minors("1,234", "1,5", currency: "KWD") == [1_234, 1_500])
    #expect(try minors("1,234,567", "100", currency: "JPY") == [1_234_567, 100])
  }

  @Test("Parts of a split: 500 are read, one more is refused")
  func parts() throws {
    func text(_ count: Int) -> String {
      "!Type:Bank\nD13/1/26\nT-\(count).00\n" + String(repeating: "SFood\n$-1.00\n", count: count) + "^\n"
    }
    #expect(try FormatReading.statements(text(QIFRecord.partsMax))[0].lines.count == 1)
    #expect(FormatReading.flaw(text(QIFRecord.partsMax + 1))?.kind == .tooManyFields(QIFRecord.partsMax))
  }

  @Test("Records: 100,000 are read, one more is refused; of a line 64 KiB")
  func limits() throws {
    let one = "T\n^\n"
    let most = "!Type:Bank\n" + String(repeating: one, count: StatementLimits.linesMax)
    #expect(try FormatReading.statements(most)[0].records.count == StatementLimits.linesMax)
    #expect(FormatReading.flaw(most + one)?.kind == .tooManyLines(StatementLimits.linesMax))
    func line(_ bytes: Int) -> String { "!Type:Bank\nD13/1/26\nT1\n" + "P" + String(repeating: "p", count: bytes - 1) + "\n^\n" }
    #expect(FormatReading.flaw(line(StatementLimits.lineBytesMax)) == nil)
    #expect(FormatReading.flaw(line(StatementLimits.lineBytesMax + 1))?.kind == .lineTooLong(bytesMax: StatementLimits.lineBytesMax))
  }

  @Test("Lists of categories and text in front of the first header are no statement")
  func others() {
    #expect(FormatReading.flaw("!Type:Cat\nNFood\nE\n^\n")?.kind == .format(.noStatement))
    #expect(FormatReading.flaw("!Clear:AutoSwitch\nD1/2/26\n")?.kind == .malformed(format: "QIF", "D1/2/26"))
  }
}
