import Ledger
import Testing

@testable import Statements

@Suite struct FigureTextTests {
  private static let rupee = Currency(code: "INR") ?? Currency.all[0]

  private func read(_ text: String, _ mark: DecimalMark? = nil, _ currency: Currency = rupee) throws -> Int64 {
    guard let figure = FigureText(text) else { throw StatementFlaw(.noAmount(text)) }
    let minor = try FigureReader(mark: mark).minor(figure, text, currency)
    return figure.isNegative ? -minor : minor
  }

  @Test(
    "One amount alone fits",
    arguments: [
      ("4.95", 495), ("4,95", 495), ("1,234", 123_400), ("1.234", 123_400), ("1,234.50", 123_450), ("1.234,50", 123_450),
      ("12,34,567.89", 123_456_789),
      ("1,00,000", 10_000_000), ("1'234.50", 123_450), ("1’234’567.00", 123_456_700), ("1 234,50", 123_450), ("1\u{A0}234,50", 123_450),
      ("(4.95)", -495), ("4.95-", -495), ("+4.95", 495), ("-4.95", -495), ("\u{2212}4.95", -495), ("₹450.50", 45_050), ("Rs. 450", 45_000),
      ("INR 1,200", 120_000), ("500/-", 50_000), ("१२३", 12_300), (".50", 50), ("12,", 1_200), ("16.5", 1_650), ("30000.0000", 3_000_000),
      ("999999999999999", nil), ("2000.00 Cr", 200_000), ("450.50 DR", 45_050),
    ] as [(String, Int64?)])
  func only(_ text: String, _ minor: Int64?) throws {
    if let minor { #expect(try read(text) == minor) } else { #expect(throws: StatementFlaw(.amountTooLarge(text))) { try read(text) } }
  }

  @Test(
    "No amount",
    arguments: [
      "", "x", "1e3", "NaN", "inf", "1_000", "12E45678", "3E10", "1.2.3", "1,23,45", "1,2345.00", "--5", "5 5x", "UPI-1", "1/2", "((5))",
      "-(5)-",
    ])
  func none(_ text: String) { #expect(throws: StatementFlaw.self) { try read(text) } }

  @Test func lettersThatMultiplyAreRefused() {
    for text in ["2 K", "1.2L", "3 lakh", "2 Crore", "5m", "1 B", "2 लाख", "₹2 L"] {
      #expect(throws: StatementFlaw(.multiplier(text))) { try read(text) }
    }
    #expect(FigureText("2000.00 Cr")?.direction == .in && FigureText("450.50Dr")?.direction == .out)
  }

  @Test("Where two amounts fit the file's other amounts decide, and otherwise nobody guesses")
  func votes() throws {
    let dinar = try #require(Currency(code: "KWD"))
    #expect(throws: StatementFlaw(.amountUnclear("1,234"))) { try read("1,234", nil, dinar) }
    #expect(try read("1,234", .comma, dinar) == 1_234 && read("1,234", .point, dinar) == 1_234_000)
    #expect(try read("1.230") == 123_000 && read("1.230", .point) == 123)
    #expect(throws: StatementFlaw(.tooManyDecimals("1.234", currency: Self.rupee))) { try read("1.234", .point) }
    let file = "Date,Text,Amount\n2026-11-01,Tea,1.230\n"
    #expect(try said(file) == ["2 2026-11-01 -123000 Tea"])
    let mixed = file + "2026-11-02,Rice,\"4,95\"\n2026-11-02,Dal,4.95\n"
    #expect(try said(mixed) == ["2 problem amountUnclear(\"1.230\")", "3 2026-11-02 -495 Rice", "4 2026-11-02 -495 Dal"])
    #expect(try said(file + "2026-11-02,Rice,\"4,95\"\n").first == "2 2026-11-01 -123000 Tea")
    #expect(try said(file + "2026-11-02,Rice,4.95\n").first == "2 2026-11-01 -123 Tea")
    #expect(try said(file, .usual { $0.decimalMark = .comma }).first == "2 2026-11-01 -123000 Tea")
  }

  @Test func decimalsBeyondTheCurrency() throws {
    let yen = try #require(Currency(code: "JPY"))
    #expect(try read("30000.00", nil, yen) == 30_000)
    #expect(throws: StatementFlaw(.tooManyDecimals("1.5", currency: yen))) { try read("1.5", nil, yen) }
    #expect(throws: StatementFlaw(.tooManyDecimals("4.9555", currency: Self.rupee))) { try read("4.9555") }
  }
}
