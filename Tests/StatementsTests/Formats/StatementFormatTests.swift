import Ledger
import Testing

@testable import Statements

/// Which format a file is in, and its amounts.
struct StatementFormatTests {
  @Test(
    "A format is found by what stands in the file",
    arguments: [
      ("checking.ofx", StatementFormat.ofx), ("card.qfx", .ofx), ("quicken.qif", .qif), ("pages.sta", .mt940),
      ("camt.053.001.02.xml", .camt), ("camt.053.001.04.xml", .camt), ("camt.053.001.08.xml", .camt),
    ])
  func files(_ name: String, _ format: StatementFormat) throws {
    #expect(StatementFormat.detect(try StatementText(FormatReading.file(name))) == format)
  }

  @Test(
    "And by little of it",
    arguments: [
      ("<OFX>\n<SIGNONMSGSRSV1>", StatementFormat?.some(.ofx)), ("\n  !type:bank \nD1", .qif), (":20:S\n:25:1\n:28C:1\n", .mt940),
      ("{1:F01X}{4:\r\n:20:S\r\n:25P:1\r\n", .mt940), ("<Document><BkToCstmrStmt>", .camt), ("Date,Amount\n2026-11-15,5", nil),
      ("<html>", nil), (":20:S only", nil), ("!Remark", nil), ("", nil), ("Text about !Type:Bank", nil),
    ])
  func starts(_ text: String, _ format: StatementFormat?) { #expect(StatementFormat.detect(Array(text.utf8)) == format) }

  @Test(
    "Amounts, by themselves and with the file's decimal mark",
    arguments: [
      ("1.5", 2, nil, 150), ("1,5", 2, nil, 150), ("-1.234,56", 2, nil, -123_456), ("1,234.56", 2, nil, 123_456),
      ("12,34,567.8", 2, nil, 123_456_780),
      ("1.234.567", 2, nil, 123_456_700), ("1.234", 2, "point", nil), ("1,234", 2, "point", 123_400), ("1.234", 2, nil, nil),
      ("1.234", 3, nil, 1_234),
      ("0.500", 2, nil, 50), ("0.125", 2, nil, nil), ("2.00 Cr", 2, nil, nil), ("EUR 5", 2, nil, nil), ("2 K", 2, nil, nil),
      (".125", 3, nil, 125), ("1234.500", 2, nil, 123_450), (".5", 2, nil, 50), ("5.", 2, nil, 500), ("+5", 0, nil, 5), ("5.0", 0, nil, 5),
      ("5.1", 0, nil, nil),
      ("", 2, nil, nil), ("-", 2, nil, nil), (".", 2, nil, nil), ("1e3", 2, nil, nil), ("--1", 2, nil, nil), ("1,23,4.00", 2, nil, nil),
      ("1,,000.00", 2, nil, nil),
      ("10000000000000.00", 2, nil, 1_000_000_000_000_000), ("10000000000000.01", 2, nil, nil), ("99999999999999999999999", 2, nil, nil),
    ] as [(String, Int, String?, Int64?)])
  func amounts(_ text: String, _ exponent: Int, _ mark: String?, _ minor: Int64?) throws {
    let currency = try #require(Currency(code: ["JPY", "", "INR", "KWD"][exponent]))
    #expect((try? FigureReader(mark: mark == "point" ? .point : nil).minor(inFormat: text, currency)) == minor)
  }

  @Test("The importer reads a format before it looks for a table: each line has its currency, sums that differ are a note")
  func importer() throws {
    let options = StatementOptions(currency: try #require(Currency(code: "INR")))
    func read(_ bytes: [UInt8]) throws -> [Statement] {
      guard case .tables(let tables) = try StatementFile.read(bytes, options) else { return [] }
      return tables.map(\.statement)
    }
    let pages = try FormatReading.file("pages.sta")
    let right = try #require(try read(pages).first)
    #expect(right.lines.count == 4 && right.records.count == 4 && right.lines.allSatisfy { $0.currency?.code == "EUR" })
    let wrong = try #require(try read(Array(String(decoding: pages, as: UTF8.self).replacing("EUR998,55", with: "EUR999,55").utf8)).first)
    #expect(
      wrong.records.last?.outcome
        == .nothing(StatementFlaw(.balanceDiffers(stated: 99_955, reckoned: 99_855, Currency(code: "EUR")))))
  }

  @Test("Several texts are one, without what another says")
  func texts() {
    #expect(["Shop", "", "Shop in town", "Milk"].joinedDistinct == "Shop in town Milk")
    #expect(["Shop in town", "Shop"].joinedDistinct == "Shop in town")
    #expect([String]().joinedDistinct == "")
  }

  @Test("A sum beyond 64 bits is told, not a trap")
  func sums() {
    let line = StatementLine(number: 1, day: CivilDate(daysSince1970: 0), minor: .max, text: "")
    let statement = Statement(records: [StatementRecord(number: 1, outcome: .line(line))], opening: .max, closing: 1)
    #expect(statement.balanceFlaw?.kind == .balanceDiffers(stated: 1, reckoned: .max, nil))
  }
}
