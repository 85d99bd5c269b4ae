import Ledger
import Testing

@testable import Statements

/// OFX and QFX.
struct OFXTests {
  /// A statement in SGML with these records, no value closed.
  private func sgml(_ records: String, currency: String = "USD") -> String {
    "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>\(currency)<BANKACCTFROM><ACCTID>7</BANKACCTFROM>"
      + "<BANKTRANLIST>\(records)</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
  }

  private func record(_ amount: String, day: String = "20261115", _ more: String = "<FITID>1<NAME>Shop") -> String {
    "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\(day)<TRNAMT>\(amount)\(more)</STMTTRN>\n"
  }

  @Test("A file of SGML: the day is the bank's own, another currency stands by its line, what is taken back is nothing")
  func checking() throws {
    let statement = try #require(try FormatReading.statements(FormatReading.file("checking.ofx")).first)
    #expect(statement.account == "0001112223" && statement.currency?.code == "USD")
    #expect(statement.opening == nil && statement.closing == 75_294)
    // ofxparse moves the first to 16 November and the third to the 15th, and cuts the third's name at `<`.
    // ofxtools lets the third's empty MEMO swallow all that follows, the balance too.
    #expect(
      statement.said == [
        "2026-11-15 -1250 A1|Bread & Butter Loaf <2>|Bread & Butter", "2026-11-15 100000EUR A2|Salary Nov|Salary Nov",
        "2026-11-16 -123456 A3|AT&T a<b|AT&T a<b", "nothing format(Statements.FormatFlaw.takenBack)",
        "nothing format(Statements.FormatFlaw.takenBack)",
      ])
  }

  @Test("A file of XML: a payee, decimals behind a comma, CDATA, the card's number and not that of the other account")
  func card() throws {
    let statement = try #require(try FormatReading.statements(FormatReading.file("card.qfx")).first)
    #expect(statement.account == "4000111122223333" && statement.closing == -2_000)
    // The first is in euros: what it was converted from stands beside it only.
    #expect(
      statement.said == [
        "2026-11-05 -1250 C1|Bäckerei & Söhne|Bäckerei & Söhne", "problem format(Statements.FormatFlaw.correctsEarlier(\"C0\")) in line 8",
      ])
  }

  @Test(
    "A day is the eight digits in front, whatever time and zone follow",
    arguments: ["20261115", "20261115233000", "20261115003000.123[-5:EST]", "20261115000000[+5.5:IST]", "20261115000000.000[0:GMT]"])
  func day(_ text: String) throws {
    #expect(try FormatReading.statements(sgml(record("-1.00", day: text)))[0].lines.first?.day == CivilDate(iso8601: "2026-11-15"))
  }

  @Test("No day, or none such, is a problem of its record alone", arguments: ["", "2026111", "20261315", "15.11.2026"])
  func noDay(_ text: String) throws {
    let statement = try FormatReading.statements(sgml(record("-1.00", day: text) + record("-2.00")))[0]
    #expect(statement.problems == [.noDay(text)] && statement.lines.map(\.minor) == [-200])
  }

  @Test("Another amount of the file decides what 1.234 is")
  func evidence() throws {
    func minors(_ amounts: String...) throws -> [Int64] {
      try FormatReading.statements(sgml(amounts.map { record($0) }.joined()).replacing("<BALAMT>1.00", with: ""))[0].lines.map(\.minor)
    }
    #expect(try minors("-1.234", "-1,50") == [-123_400, -150])
    #expect(try minors("-1,234", "-1.50") == [-123_400, -150])
    #expect(try minors("-1,234,567", "-1.234") == [-123_456_700])
    let alone = try FormatReading.statements(sgml(record("-1,234")).replacing("<BALAMT>1.00", with: ""))[0]
    #expect(alone.problems == [.amountUnclear("-1,234")])
  }

  @Test("A file that was cut off is refused, one without its last tags is read")
  func cut() throws {
    let whole = sgml(record("-1.00") + record("-2.00"))
    #expect(try FormatReading.statements(String(whole.dropLast("</STMTTRNRS></BANKMSGSRSV1></OFX>".count)))[0].lines.count == 2)
    for marker in ["<TRNAMT>-2", "<FITID>", "</BANKTRANLIST>", "</STMTRS>"] {
      let start = try #require(whole.range(of: marker))
      #expect(FormatReading.flaw(String(whole[..<start.lowerBound]))?.kind == .format(.endsEarly), "\(marker)")
    }
  }

  @Test("A file without a statement says so")
  func noStatement() {
    #expect(FormatReading.flaw("OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>")?.kind == .format(.noStatement))
    #expect(FormatReading.flaw("OFXHEADER:100\n")?.kind == .format(.noStatement))
  }

  @Test("Elements within elements: 32 are read, 33 are refused")
  func depth() throws {
    func nested(_ count: Int) -> String {
      let names = (0..<count).map { "E\($0)" }
      return "OFXHEADER:100\n\n" + names.map { "<\($0)>" }.joined() + names.reversed().map { "</\($0)>" }.joined()
    }
    #expect(FormatReading.flaw(nested(OFXMarkup.depthMax))?.kind == .format(.noStatement))
    #expect(FormatReading.flaw(nested(OFXMarkup.depthMax + 1))?.kind == .nestedTooDeep(OFXMarkup.depthMax))
  }

  @Test("Records: 100,000 are read, one more is refused")
  func records() throws {
    let one = "<STMTTRN></STMTTRN>"
    let most = String(repeating: one, count: StatementLimits.linesMax)
    #expect(try FormatReading.statements(sgml(most))[0].records.count == StatementLimits.linesMax)
    #expect(FormatReading.flaw(sgml(most + one))?.kind == .tooManyLines(StatementLimits.linesMax))
  }

  @Test("A value: 16 KiB are read, one byte more is refused")
  func value() throws {
    func text(_ bytes: Int) -> String { sgml(record("-1.00", "<NAME>" + String(repeating: "n", count: bytes))) }
    #expect(try FormatReading.statements(text(XMLReader.textBytesMax))[0].lines.first?.text.utf8.count == XMLReader.textBytesMax)
    #expect(FormatReading.flaw(text(XMLReader.textBytesMax + 1))?.kind == .lineTooLong(bytesMax: XMLReader.textBytesMax))
  }

  @Test("A name: of 32 bytes it is a tag, with one more it is text")
  func name() throws {
    func text(_ bytes: Int) -> String { sgml(record("-1.00", "<NAME>a<" + String(repeating: "X", count: bytes) + ">b")) }
    #expect(try FormatReading.statements(text(OFXMarkup.nameBytesMax))[0].lines.first?.text == "a")
    #expect(try FormatReading.statements(text(OFXMarkup.nameBytesMax + 1))[0].lines.first?.text.hasSuffix("X>b") == true)
  }
}
