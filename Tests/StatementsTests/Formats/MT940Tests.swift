import Ledger
import Testing

@testable import Statements

/// SWIFT's statement.
struct MT940Tests {
  /// A message whose lines come to the closing balance or not.
  private func message(_ body: String, opening: String = "60F:C261101EUR100,00", closing: String = "62F:C261130EUR100,00") -> String {
    ":20:S\n:25:DE02120300000000202051\n:28C:1/1\n:\(opening)\n\(body)\n:\(closing)\n-\n"
  }

  @Test("Two pages are one statement; reversals have the sign of what they take back; the statement's words are no entry's")
  func pages() throws {
    let statements = try FormatReading.statements(FormatReading.file("pages.sta"))
    #expect(statements.count == 1)
    let statement = try #require(statements.first)
    #expect(statement.account == "70090100/1234567890" && statement.opening == 100_000 && statement.closing == 99_855)
    // mt-940 gives a reversed credit as money that came in, the words about the statement to the last entry, and the
    // account of the other party to its name. Its opening balance and ours agree with the closing one by these signs
    // only.
    #expect(
      statement.said == [
        "2026-01-02 -1250 BANKREF1|Basislastschrift Brot und Butter fuer die ganze Woche, Rechnung 7 KARTENZAHLUNG|"
          + "Baeckerei und Konditorei Morgen",
        "2026-01-02 -2000 |RETOURE Zurueck|", "2026-01-03 3000 |Einfacher Text ueber zwei Zeilen|",
        "2026-01-04 105 X9|SEPA OVERBOEKING huur januari|J Jansen",
      ])
    #expect(statement.balanceFlaw == nil)
  }

  @Test(
    "The mark, with and without the currency's letter",
    arguments: [
      ("D", -1), ("C", 1), ("RD", 1), ("RC", -1), ("DR", -1), ("CR", 1), ("RDR", 1), ("RCR", -1), ("DN", -1),
    ])
  func marks(_ mark: String, _ sign: Int64) throws {
    for amount in ["12,50", "12,5"] {
      let statement = try FormatReading.statements(message(":61:261115\(mark)\(amount)NTRFNONREF"))[0]
      #expect(statement.lines.map(\.minor) == [sign * 1_250])
      #expect(statement.balanceFlaw?.kind == .balanceDiffers(stated: 10_000, reckoned: 10_000 + sign * 1_250, statement.currency))
    }
  }

  @Test(
    "The day of entry in the year nearest to the day of value",
    arguments: [
      ("261115", "2026-11-15"), ("2611151117", "2026-11-17"), ("2612310102", "2027-01-02"), ("2701021231", "2026-12-31"),
      ("2403010229", "2024-02-29"), ("9911151115", "1999-11-15"), ("7912311231", "2079-12-31"),
      // Months of 30 days.
      ("2602300302", "2026-03-02"), ("260230", "2026-02-28"), ("260229", "2026-02-28"), ("240230", "2024-02-29"),
    ])
  func days(_ text: String, _ day: String) throws {
    #expect(try FormatReading.statements(message(":61:\(text)C1,NTRFX"))[0].lines.map(\.day.description) == [day])
  }

  /// Skrooge passes over four characters where the day of entry is left out, and AqBanking gives the next statement the
  /// currency of the one before when words about the whole of it stand behind its closing balance.
  @Test("An amount without a day of entry keeps its digits, and a statement behind another's words its currency")
  func widths() throws {
    let words = "62F:C261130EUR100,00\n:86:Interest from 1 December"
    let yen = message(":61:261115D1000,NTRFX", opening: "60F:C261101JPY5000,", closing: "62F:C261130JPY4000,")
    let statements = try FormatReading.statements(message(":61:261115C12345,67NTRFX\n:61:261115D12345,67NTRFX", closing: words) + yen)
    #expect(statements.map(\.currency?.code) == ["EUR", "JPY"])
    #expect(statements.map { $0.lines.map(\.minor) } == [[1_234_567, -1_234_567], [-1_000]])
    #expect(statements.allSatisfy { $0.balanceFlaw == nil } && statements[0].lines.last?.text == "")
  }

  @Test("What a line lacks is a problem of that line")
  func problems() throws {
    func problem(_ text: String) throws -> [StatementFlaw.Kind] {
      try FormatReading.statements(message(":61:\(text)\n:61:261115C1,NTRFX"))[0].problems
    }
    #expect(try problem("261315C1,NTRFX") == [.noDay("261315")])
    #expect(try problem("260231C1,NTRFX") == [.noDay("260231")])
    #expect(try problem("260431C1,NTRFX") == [.noDay("260431")])
    #expect(try problem("2611150229C1,NTRFX") == [.noDay("0229")])
    #expect(try problem("261115X1,NTRFX") == [.directionUnclear("X1")])
    #expect(try problem("261115CNTRF") == [.amountMissing])
    #expect(try problem("261115C1,2,3NTRF") == [.noAmount("1,2,3")])
    #expect(try problem("261115C1.234NTRF") == [.amountUnclear("1.234")])
    #expect(try problem("") == [.noDay("")])
  }

  @Test("A page that does not go on where the former ended is told, and so is a sum that differs")
  func gap() throws {
    let first = message(":61:261115C1,NTRFX", closing: "62M:C261130EUR101,00")
    let right = message(":61:261116C2,NTRFX", opening: "60M:C261130EUR101,00", closing: "62F:C261130EUR103,00")
    let wrong = message(":61:261116C2,NTRFX", opening: "60M:C261130EUR105,00", closing: "62F:C261130EUR107,00")
    let whole = try FormatReading.statements(first + right)
    #expect(whole.count == 1 && whole[0].balanceFlaw == nil && whole[0].problems == [] && whole[0].lines.count == 2)
    let broken = try FormatReading.statements(first + wrong)
    #expect(broken.count == 1 && broken[0].problems == [.format(.pageMissing)])
    #expect(broken[0].balanceFlaw?.kind == .balanceDiffers(stated: 10_700, reckoned: 10_300, broken[0].currency))
    // A statement of its own begins where the first balance is final.
    #expect(try FormatReading.statements(message("") + message("")).count == 2)
  }

  @Test("Fields of `:86:` by any sign, short ones as words, and the bank's texts as they are")
  func details() throws {
    func line(_ details: String) throws -> StatementLine {
      try #require(try FormatReading.statements(message(":61:261115C1,NTRFNONREF\n:86:\(details)"))[0].lines.first)
    }
    let german = try line("166>00GUTSCHRIFT>20Rechnung 7>21vom 1.11.>32Asha Sharma")
    #expect(german.text == "GUTSCHRIFT Rechnung 7 vom 1.11." && german.counterparty == "Asha Sharma" && german.reference == "")
    let sepa = try line("166?20EREF+NOTPROVIDED?21KREF+K1?22SVWZ+Milk?23and bread?30X?31Y?32Ravi")
    #expect(sepa.text == "Milk and bread" && sepa.reference == "" && sepa.counterparty == "Ravi")
    let dutch = try line("/CNTP/NL02ABNA0123456789/ABNANL2A/J Jansen/UTRECHT//REMI/USTD//rent/EREF/E7")
    #expect(dutch.text == "rent" && dutch.counterparty == "J Jansen" && dutch.reference == "E7")
    #expect(try line("166 is no code\nbut text").text == "166 is no code but text")
    let full = String(repeating: "word ", count: 12) + "Nov"
    #expect(full.count == 63)
    #expect(try line(full + "em\nber\n2026").text == full + "ember 2026")
    #expect(try line("/no/known/word").text == "/no/known/word")
  }

  @Test("A file that was cut off, and one without a balance, are refused")
  func cut() throws {
    let whole = message(":61:261115C1,NTRFX")
    let end = try #require(whole.range(of: ":62F"))
    #expect(FormatReading.flaw(String(whole[..<end.lowerBound]))?.kind == .format(.endsEarly))
    #expect(FormatReading.flaw(":20:S\n:25:1\n:28C:1\n")?.kind == .format(.noStatement))
    #expect(FormatReading.flaw(message("", opening: "60F:X261101EUR1,"))?.kind == .directionUnclear("X"))
    #expect(FormatReading.flaw(message("", opening: "60F:C261301EUR1,"))?.kind == .noDay("261301"))
    #expect(FormatReading.flaw(message("", opening: "60F:C261101XXQ1,"))?.kind == .currencyUnknown("XXQ"))
    #expect(
      FormatReading.flaw(message("", opening: "60F:C261101EUR1,234"))?.kind == .tooManyDecimals("1,234", currency: FormatReading.euro))
    #expect(FormatReading.flaw(":20:S\n:25:1\n:61:261115C1,NTRFX\n")?.kind == .malformed(format: "MT940", ":61:"))
  }

  @Test("A field: 8 KiB are read, one byte more is refused; records: 100,000 and one more")
  func limits() throws {
    func field(_ bytes: Int) -> String {
      message(":61:261115C1,NTRFX\n:86:" + String(repeating: "d", count: bytes - 10) + "\n" + String(repeating: "e", count: 10))
    }
    #expect(try FormatReading.statements(field(MT940Collector.fieldBytesMax))[0].lines.count == 1)
    #expect(FormatReading.flaw(field(MT940Collector.fieldBytesMax + 1))?.kind == .lineTooLong(bytesMax: MT940Collector.fieldBytesMax))
    let one = ":61:\n"
    let most = String(repeating: one, count: StatementLimits.linesMax)
    #expect(try FormatReading.statements(message(most))[0].records.count == StatementLimits.linesMax)
    #expect(FormatReading.flaw(message(most + one))?.kind == .tooManyLines(StatementLimits.linesMax))
  }
}
