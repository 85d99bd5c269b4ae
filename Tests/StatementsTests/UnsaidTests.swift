import Ledger
import Testing

@testable import Statements

/// What a file does not say of an amount is asked for: its day, its direction, its currency.
@Suite struct UnsaidTests {
  @Test(
    "A line whose day is no day is a problem, wherever it stands",
    arguments: [
      ("46302", "46302"), ("141026", "141026"), ("", ""), ("14/10", "14/10"),
    ])
  func days(_ day: String, _ told: String) throws {
    let head = "Date,Description,Amount,Balance\n"
    let (odd, good) = ("\(day),A Cafe,-4.50,95.50\n", "2026-10-14,A Shop,-3.00,92.50\n")
    #expect(try said(head + odd) == ["2 problem noDay(\"\(told)\")"])
    #expect(try said(head + good + odd) == ["2 2026-10-14 -300 A Shop", "3 problem noDay(\"\(told)\")"])
    #expect(try said(head + odd + good) == ["2 problem noDay(\"\(told)\")", "3 2026-10-14 -300 A Shop"])
  }

  @Test("A remark, a sum and figures below the table are no lines")
  func noLines() throws {
    let table = "Date,Description,Debit,Credit\n2026-10-14,A Shop,3.00,\n,going on,,\n2026-10-15,A Cafe,4.00,\n"
    #expect(
      try said(table + ",,7.00,0.00\n1000.00,2,7.00,0.00\n,Debits and credits,7.00,1.00\n") == [
        "2 2026-10-14 -300 A Shop", "3 nothing remark", "4 2026-10-15 -400 A Cafe",
      ])
  }

  @Test("A day of Hungary ends with a point")
  func pointBehind() throws {
    #expect(
      try said("Date,Description,Amount\n2026.10.14.,A Cafe,-4.50\n2026. 10. 15.,Pay,+9.00\n") == [
        "2 2026-10-14 -450 A Cafe", "3 2026-10-15 900 Pay",
      ])
  }

  private static let balanced = [
    "2026-10-14,A Shop,23.45,976.55", "2026-10-15,A Cafe,4.50,972.05", "2026-10-18,Wages,1500.00,2472.05",
  ]
  private static let head = "Date,Description,Amount,Balance\n"

  @Test("CV-15: amounts without a sign went as their balances prove, in either order of the file; the oldest is asked about")
  func balances() throws {
    let read = ["2026-10-14", "2026-10-15 -450 A Cafe", "2026-10-18 150000 Wages"]
    let down = try said(Self.head + Self.balanced.joined(separator: "\n") + "\n")
    #expect(down == ["2 problem directionUnclear(\"23.45\")", "3 \(read[1])", "4 \(read[2])"])
    let up = try said(Self.head + Self.balanced.reversed().joined(separator: "\n") + "\n")
    #expect(up == ["2 \(read[2])", "3 \(read[1])", "4 problem directionUnclear(\"23.45\")"])
    // What was in the account before proves the oldest, too.
    let opened = try said(Self.head + "2026-10-01,Opening balance,,1000.00\n" + Self.balanced.joined(separator: "\n") + "\n")
    #expect(opened[1] == "3 2026-10-14 -2345 A Shop" && opened.count { $0.contains("problem") } == 0)
  }

  @Test("Balances that prove nothing leave all amounts open")
  func unproven() throws {
    let lines = ["2026-10-14,A Shop,23.45,1.00", "2026-10-15,A Cafe,4.50,2.00"]
    #expect(
      try said(Self.head + lines.joined(separator: "\n") + "\n") == [
        "2 problem directionUnclear(\"23.45\")", "3 problem directionUnclear(\"4.50\")",
      ])
    // Two that fit both ways, on one day.
    let equal = ["2026-10-14,A Shop,5.00,95.00", "2026-10-14,A Cafe,5.00,100.00"]
    #expect(try said(Self.head + equal.joined(separator: "\n") + "\n").allSatisfy { $0.contains("directionUnclear") })
  }

  @Test("CV-16: where each amount agrees with the balances but for its sign, that is told")
  func turned() throws {
    let read = try said(
      Self.head + (Self.balanced + ["2026-10-19,Tea,2.05,2470.00"]).joined(separator: "\n") + "\n", .usual { $0.signs = .minusWentOut })
    #expect(read.count { $0.contains("balanceDiffers") } == 1)
    // A card's balance is what is owed: each has the other sign.
    let card = ["2026-10-14,A Shop,-23.45,123.45", "2026-10-15,A Cafe,-4.50,127.95", "2026-10-16,Paid,100.00,27.95"]
    #expect(try said(Self.head + card.joined(separator: "\n") + "\n").count { $0.contains("balanceDiffers") } == 0)
  }

  @Test("A mark that is neither in nor out leaves its line open, and is not the opposite of the others")
  func marks() throws {
    let file = "Date,Description,Amount,D/C\n2026-10-14,Own card,100.00,/\n2026-10-15,A Cafe,4.50,D\n"
    #expect(try said(file) == ["2 problem directionUnclear(\"/ 100.00\")", "3 2026-10-15 -450 A Cafe"])
    // Where nothing else says which way, one odd mark does not take the others' away.
    let untitled = "Date,Details,Amount (in Rs.),\n14 Oct 26,A Shop,450.50,D\n15 Oct 26,Received,2000.00,C\n16 Oct 26,A Cafe,50.00,M\n"
    #expect(
      try said(untitled) == [
        "2 2026-10-14 -45050 INR A Shop", "3 2026-10-15 200000 INR Received", "4 problem directionUnclear(\"M 50.00\")",
      ])
    #expect(
      try said("Date,Description,Amount,,Balance\n14/10/2026,Shop,2.00,DB,98.00\n30/10/2026,Pay,3.00,CR,101.00\n").map {
        $0.contains(" -200 ")
      } == [true, false])
  }

  @Test("A minus at all that came in says as little as one at all that went out")
  func idleMinus() throws {
    let file = "Date,Description,Debit,Credit\n10/14/2026,A Shop,23.45,\n10/15/2026,Payment,,-100.00\n"
    #expect(try said(file) == ["2 2026-10-14 -2345 A Shop", "3 2026-10-15 10000 Payment"])
    #expect(try said(file + "10/16/2026,Back,,5.00\n")[1] == "3 2026-10-15 -10000 Payment")
  }

  @Test("A currency that the file names is taken from its titles' signs and from its columns")
  func currencies() throws {
    #expect(try said("Datum,Tekst,Bedrag (€)\n14-10-2026,Rice,\"-4,95\"\n15-10-2026,Pay,\"+9,00\"\n").allSatisfy { $0.contains(" EUR ") })
    #expect(throws: StatementFlaw(.currencyDiffers("$", .usualRupees))) { try said("Date,Text,Debit ($)\n2026-10-14,Rice,4.95\n") }
    #expect(try said("Date,Text,Debit ($)\n2026-10-14,Rice,4.95\n", .usual("USD")) == ["2 2026-10-14 -495 USD Rice"])
    #expect(
      try said("Rice;14.10.2026;-4,95;EUR\nPay;15.10.2026;+9,00;EUR\n") == ["1 2026-10-14 -495 EUR Rice", "2 2026-10-15 900 EUR Pay"])
    #expect(try said("Date,Text,Debit,Posted Currency\n2026-10-14,Rice,4.95,EUR\n") == ["2 2026-10-14 -495 EUR Rice"])
    // What only some lines have is the currency of something else.
    #expect(
      try said("Date,Text,Debit,Abroad\n2026-10-14,Rice,4.95,USD\n2026-10-15,Tea,5.00,\n") == [
        "2 2026-10-14 -495 Rice", "3 2026-10-15 -500 Tea",
      ])
  }

  @Test("Balances of Brazil are no lines")
  func brazil() throws {
    let file = """
      "Data","Lançamento","Valor","Tipo Lançamento"
      "30/09/2026","Saldo Anterior","1.000,00",""
      "14/10/2026","Uma loja","-23,45","Saída"
      "14/10/2026","Saldo do dia","976,55",""
      "30/10/2026","Empregador","1.500,00","Entrada"
      "00/00/0000","S A L D O","2.476,55",""
      """
    #expect(
      try said(file) == [
        "2 nothing balanceLine", "3 2026-10-14 -2345 Uma loja", "4 nothing balanceLine", "5 2026-10-30 150000 Empregador",
        "6 nothing balanceLine",
      ])
  }

  @Test("A file of GBK is refused, and one of Windows-1251 is read")
  func doubleBytes() throws {
    // Twenty letters of GBK, two bytes each.
    let chinese = (0..<20).flatMap { [0xB0 + UInt8($0), 0xA1 + UInt8($0)] }
    #expect(throws: StatementFlaw(.notText(encoding: ""))) {
      try StatementText(Array("Date,Text,Debit\n2026-10-14,".utf8) + chinese + Array(",4.95\n".utf8))
    }
    let russian: [UInt8] = [0xCF, 0xEE, 0xEA, 0xF3, 0xEF, 0xEA, 0xE0]
    let text = try StatementText(
      Array("Date,Text,Debit\n".utf8) + (0..<5).flatMap { _ in Array("2026-10-14,".utf8) + russian + Array(",4.95\n".utf8) })
    #expect(text.encoding == .windows1251)
  }
}

extension Currency {
  fileprivate static let usualRupees = Currency(code: "INR") ?? Currency.all[0]
}
