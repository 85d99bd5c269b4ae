import Testing

@testable import Statements

@Suite struct TableTests {
  @Test(
    "A quotation mark at a wrong place spoils its own line",
    arguments: [
      ("a,b\"c\nd,e\n", ["a|b\"c!", "d|e"]), ("a,\"b\nc,d\n", ["a|\"b!", "c|d"]), ("\"a\nb\",c\nd,e", ["a\nb|c", "d|e"]),
      ("a,\"b\" ,c\n", ["a|b|c"]),
      ("a, \"b,c\"\n", ["a|b,c"]), ("\"a\"\"b\",c\r\nd,e\r\n", ["a\"b|c", "d|e"]), ("a,b\rc,d\r", ["a|b", "c|d"]),
      ("\"a\"x,b\nc,d", ["\"a\"x|b!", "c|d"]),
      ("a,\"", ["a|\"!"]), ("", []),
    ])
  func rows(_ text: String, _ rows: [String]) throws {
    let read = try RowReader.rows(Array(text.utf8), separator: UInt8(ascii: ","))
    #expect(read.map { $0.fields.joined(separator: "|") + ($0.flaw == nil ? "" : "!") } == rows)
  }

  @Test("The separator is found by all lines", arguments: [",", ";", "\t", "|", "~"])
  func separators(_ separator: String) throws {
    let lines = [["Date", "Text", "Amount"], ["2026-11-01", "Rice and; more", "-4.95"], ["2026-11-02", "Tea", "5.00"]]
    let file = lines.map { $0.map { $0.contains(separator) ? "\"\($0)\"" : $0 }.joined(separator: separator) }.joined(separator: "\n")
    #expect(try said(file, .usual { $0.signs = .minusWentOut }) == ["2 2026-11-01 -495 Rice and; more", "3 2026-11-02 500 Tea"])
  }

  @Test func columnsAreFoundByContent() throws {
    #expect(try said("13.11.2026;Rice;4,95\n14.11.2026;Tea;5,00\n") == ["1 2026-11-13 -495 Rice", "2 2026-11-14 -500 Tea"])
    #expect(
      try said("Wann;Wofür;Wieviel;Wie\n13.11.2026;Rice;4,95;S\n14.11.2026;Tea;5,00;H\n") == [
        "2 2026-11-13 -495 Rice", "3 2026-11-14 500 Tea",
      ])
    #expect(throws: StatementFlaw(.columnMissing("amount", titles: ["Wann", "Wofür", "a", "b"]))) {
      try said("Wann;Wofür;a;b\n13.11.2026;Rice;4,95;7,00\n")
    }
    #expect(throws: StatementFlaw(.columnMissing("description", titles: ["date", "amount"]))) { try said("date,amount\n2026-11-01,5.00\n") }
  }

  @Test("A column without a title is offered by its number and what stands there, and is chosen by either")
  func columnsWithoutTitles() throws {
    let file = "13.11.2026;4,95;7,00;Rice\n14.11.2026;5,00;9,00;Tea\n"
    let shown = ["1 (13.11.2026)", "2 (4,95)", "3 (7,00)", "4 (Rice)"]
    #expect(throws: StatementFlaw(.columnMissing("amount", titles: shown))) { try said(file) }
    for choice in ["2", shown[1]] {
      #expect(try said(file, .usual { $0.columns = ["amount=\(choice)"] }) == ["1 2026-11-13 -495 Rice", "2 2026-11-14 -500 Tea"])
    }
  }

  @Test("Columns without titles are an amount and its balance where each balance follows from the one before")
  func balancesTellAmounts() throws {
    let moved = ["1 2026-11-13 -495 Rice", "2 2026-11-14 500 Tea"]
    #expect(try said("13.11.2026;-4,95;Rice;7,00\n14.11.2026;5,00;Tea;12,00\n") == moved)
    // The newest line first.
    #expect(try said("13.11.2026;-4,95;Rice;7,05\n14.11.2026;5,00;Tea;12,00\n") == moved)
    #expect(try said("13.11.2026;Rice;4,95;;7,00\n14.11.2026;Tea;;5,00;12,00\n") == moved)
    // A cheque's number is no amount.
    #expect(
      try said("13.11.2026;-4,95;1088;Rice\n14.11.2026;5,00;;Tea\n", .usual { $0.signs = .minusWentOut }) == moved)
  }

  @Test("A currency behind a title, and a number, are no words of it")
  func titlesWithMore() throws {
    #expect(
      try said("Datum;Text1;Text2;Gutschrift in CHF;Belastung in CHF\n13.11.2026;Rice;Shop;;4.95\n") == ["2 2026-11-13 -495 CHF Rice Shop"])
    #expect(try said("Date,Text,Debit EUROS\n2026-11-13,Rice,4.95\n") == ["2 2026-11-13 -495 EUR Rice"])
  }

  @Test("A sign that several currencies have is none of another currency")
  func signsOfCurrencies() throws {
    let file = "Date,Text,Debit\n2026-11-13,Rice,$4.95\n2026-11-14,Tea,kr 5.00\n2026-11-15,Gas,Rs. 6.00\n"
    #expect(
      try said(file) == [
        "2 problem currencyDiffers(\"$4.95\", INR)", "3 problem currencyDiffers(\"kr 5.00\", INR)", "4 2026-11-15 -600 Gas",
      ])
    #expect(try said(file, .usual("CAD"))[0] == "2 2026-11-13 -495 Rice")
    #expect(try said(file, .usual("NOK"))[1] == "3 2026-11-14 -500 Tea")
    let named = "Date,Text,Debit,Currency\n2026-11-13,Rice,4.95,$\n2026-11-14,Tea,5.00,xy\n"
    #expect(try said(named) == ["2 problem currencyDiffers(\"$\", INR)", "3 problem currencyUnknown(\"xy\")"])
    #expect(try said(named, .usual("USD"))[0] == "2 2026-11-13 -495 USD Rice")
    let spliit =
      #"{"currency": "$", "participants": [{"id": "a", "name": "Kai"}], "expenses": [{"title": "Tea", "amount": 500, "#
      + #""expenseDate": "2026-10-01", "paidById": "a", "paidFor": [{"participantId": "a", "shares": 1}]}]}"#
    #expect(try said(spliit) == ["1 problem currencyDiffers(\"$\", INR)"])
    #expect(try said(spliit, .usual("USD")) == ["1 2026-10-01 expense 500 USD Tea: Kai=500 / Kai=500"])
  }

  @Test("EN-14: notes of Spliit and of Cospend keep their lines") func notesOfLines() throws {
    func notes(_ bytes: [UInt8]) throws -> [String] {
      guard case .book(let book) = try StatementFile.read(bytes, .usual("EUR")) else { return [] }
      return book.records.compactMap { if case .line(let line) = $0.outcome { line.note } else { nil } }
    }
    let spliit =
      #"{"currencyCode": "EUR", "participants": [{"id": "a", "name": "Kai"}], "expenses": [{"title": "Tea", "amount": 500, "#
      + #""notes": " milk \r\n\r\n two  \tcups\n", "#
      + #""expenseDate": "2026-10-01", "paidById": "a", "paidFor": [{"participantId": "a", "shares": 1}]}]}"#
    #expect(try notes(Array(spliit.utf8)) == ["milk\ntwo cups"])
    let cospend = try #require(String(validating: try Files.bytes("app-cospend.csv"), as: UTF8.self))
    #expect(try notes(Array(cospend.utf8)).contains("pizza & drinks"))
    #expect(try notes(Array(cospend.replacing("pizza+", with: "pizza%0D%0A+").utf8)).contains("pizza\n& drinks"))
  }

  @Test("The currency that was said goes before that of titles and that of the bank, and not before that of a line")
  func saidCurrency() throws {
    let dollars = StatementOptions.usual("USD") { $0.isCurrencySaid = true }
    for name in ["profile-kotak.csv", "profile-danske.csv", "profile-amex-us.csv"] {
      let lines = try said(Files.bytes(name), .usual("CAD") { $0.isCurrencySaid = true }).filter { !$0.contains("nothing") }
      #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(" CAD ") }, "\(lines)")
    }
    #expect(try said("Date,Text,Debit EUROS\n2026-11-13,Rice,4.95\n", dollars) == ["2 2026-11-13 -495 USD Rice"])
    #expect(
      try said("Date,Text,Debit,Currency\n2026-11-13,Rice,4.95,EUR\n2026-11-14,Tea,₹1.00,\n2026-11-15,Gas,1.00,\n", dollars) == [
        "2 2026-11-13 -495 EUR Rice", "3 2026-11-14 -100 INR Tea", "4 2026-11-15 -100 USD Gas",
      ])
    // The group's own comes last.
    #expect(try said(Files.bytes("profile-danske.csv"), .usual("USD"))[0] == "2 2026-10-14 -12345 DKK En butik")
  }

  @Test("What a bank says did not come about is no entry", arguments: ["FAILED", "Declined", "geannuleerd", "असफल"])
  func undoneStates(_ state: String) throws {
    #expect(
      try said("Date,Text,Debit,Status\n2026-11-13,Rice,4.95,\(state)\n2026-11-14,Tea,5.00,Done\n") == [
        "2 nothing notCompleted(\"\(state)\")", "3 2026-11-14 -500 Tea",
      ])
  }

  @Test func columnsAreSaid() throws {
    let file = "Booked,Text,Betrag\n21.11.2026,Rice,-450.50\n"
    let options = StatementOptions.usual { ($0.columns, $0.signs) = (["date=Booked", "description=Text", "amount=3"], .minusWentOut) }
    #expect(try said(file, options) == ["2 2026-11-21 -45050 Rice"])
    #expect(throws: StatementFlaw(.columnUnknown("Remark", titles: ["Booked", "Text", "Betrag"]))) {
      try said(file, .usual { $0.columns = ["note=Remark"] })
    }
    for wrong in ["date", "added_on=x"] {
      #expect(throws: StatementFlaw(.fieldUnknown(wrong))) { try said(file, .usual { $0.columns = [wrong] }) }
    }
  }

  @Test func severalTables() throws {
    let file = """
      Account,1
      Date,Text,Debit,Credit
      2026-11-01,Rice,4.95,
      Date,Text,Debit,Credit
      2026-11-02,Wages,,10.00

      Card
      Date,Details,Amount,D/C
      2026-11-03,Tea,1.00,D
      """
    #expect(try said(file) == ["3 2026-11-01 -495 Rice", "5 2026-11-02 1000 Wages", "9 2026-11-03 -100 Tea"])
  }

  @Test("A minus is what the file shows that it is, and otherwise it is asked for")
  func signs() throws {
    #expect(try said("Date,Text,Amount\n2026-11-01,Rice,-4.95\n") == ["2 problem belowZero(\"-4.95\")"])
    // Where some have a minus, what has none is not taken for what went out.
    #expect(
      try said("Date,Text,Amount\n2026-11-01,Rice,-4.95\n2026-11-01,Pay,9\n") == [
        "2 problem belowZero(\"-4.95\")", "3 problem directionUnclear(\"9\")",
      ])
    #expect(
      try said("Date,Text,Amount,Type\n2026-11-01,Rice,-4.95,Expense\n2026-11-02,Pay,9,Income\n").count { $0.contains("problem") } == 0)
    #expect(try said("Date,Text,Amount\n2026-11-01,Rice,-4.95\n2026-11-01,Pay,+9\n") == ["2 2026-11-01 -495 Rice", "3 2026-11-01 900 Pay"])
    #expect(try said("Date,Text,Amount\n2026-11-01,Rice,4.95\n", .usual { $0.signs = .plusWentOut }) == ["2 2026-11-01 -495 Rice"])
    #expect(
      try said("Date,Text,Amount,D/C\n2026-11-01,Rice,4.95,\n2026-11-02,Pay,1,Cr\n") == ["2 2026-11-01 -495 Rice", "3 2026-11-02 100 Pay"])
    #expect(
      try said("Date,Text,Amount,D/C\n2026-11-01,Rice,4.95,\n2026-11-02,Pay,1,Cr\n2026-11-02,Tea,1,Dr\n").first
        == "2 problem directionUnclear(\"4.95\")")
    #expect(try said("Date,Text,Out,Debit,Credit\n2026-11-01,Rice,,4.95,1.00\n") == ["2 problem directionUnclear(\"4.95\")"])
    #expect(
      try said("Date,Text,Debit,Credit\n2026-11-01,Rice,-4.95,0.00\n2026-11-02,Tea,-1,\n") == [
        "2 2026-11-01 -495 Rice", "3 2026-11-02 -100 Tea",
      ])
    #expect(try said("Date,Text,Debit,Credit\n2026-11-01,Rice,,\n") == ["2 problem amountMissing"])
  }

  @Test("CV-15: a mark that contradicts its column is a problem of its line, unless the balances decide")
  func marksThatContradict() throws {
    let head = "Date,Text,Debit,Credit\n"
    #expect(
      try said(head + "2026-11-01,Rice,500.00 Cr,\n2026-11-02,Pay,,70.00 Dr\n2026-11-03,Tea,5.00 Dr,\n2026-11-04,Back,,7.00 Cr\n") == [
        "2 problem directionsDiffer(\"500.00 Cr\")", "3 problem directionsDiffer(\"70.00 Dr\")", "4 2026-11-03 -500 Tea",
        "5 2026-11-04 700 Back",
      ])
    // What is below 0 went the other way, as its mark says; nothing is contradicted by no money.
    #expect(
      try said(head + "2026-11-01,Back,-500.00 Cr,0.00 Dr\n2026-11-02,Taken,,-70.00 Dr\n2026-11-03,Odd,-5.00 Dr,\n2026-11-04,Tea,1.00,\n")
        == [
          "2 2026-11-01 50000 Back", "3 2026-11-02 -7000 Taken", "4 problem directionsDiffer(\"-5.00 Dr\")", "5 2026-11-04 -100 Tea",
        ])
    // Where all that went out has a minus, it says nothing.
    #expect(try said(head + "2026-11-03,Tea,-5.00 Dr,\n") == ["2 2026-11-03 -500 Tea"])
    #expect(
      try said("Date,Text,Amount,D/C\n2026-11-01,Rice,5.00 Cr,D\n2026-11-02,Pay,7.00 Cr,C\n") == [
        "2 problem directionsDiffer(\"5.00 Cr\")", "3 2026-11-02 700 Pay",
      ])
    let balanced = "Date,Text,Debit,Credit,Balance\n"
    let lines = ["2026-11-01,Tea,5.00,,100.00\n", "2026-11-02,Rice,50.00 Cr,,150.00\n", "2026-11-03,Pay,,70.00 Dr,80.00\n"]
    let read = ["2026-11-01 -500 Tea", "2026-11-02 5000 Rice", "2026-11-03 -7000 Pay"]
    #expect(try said(balanced + lines.joined()) == zip(2..., read).map { "\($0) \($1)" })
    // The newest line first is as good.
    #expect(try said(balanced + lines.reversed().joined()) == zip(2..., read.reversed()).map { "\($0) \($1)" })
    // Balances that show neither, and those that show both, decide nothing.
    #expect(try said(balanced + lines[0] + "2026-11-02,Rice,50.00 Cr,,99.00\n")[1] == "3 problem directionsDiffer(\"50.00 Cr\")")
    #expect(
      try said(balanced + lines[0] + "2026-11-02,Rice,50.00 Cr,,150.00\n2026-11-03,Odd,,,200.00\n")[1]
        == "3 problem directionsDiffer(\"50.00 Cr\")")
  }

  @Test func balancesAreChecked() throws {
    let good = "Date,Text,Amount,Balance\n2026-11-01,A,-1,99\n2026-11-02,B,-2,97\n2026-11-03,C,5,102\n2026-11-04,D,-2,100\n"
    #expect(try said(good).count == 4)
    let lines = good.split(separator: "\n")
    // The newest line first is as good.
    #expect(try said(([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")).count == 4)
    let wrong = good.replacing("-2,97", with: "-3,97").replacing("2026-11-04", with: "2026-11-05")
    #expect(try said(wrong).contains { $0.contains("balanceDiffers(stated: 9700, reckoned: 9600") })
  }

  /// Where the balances of lines differ: by the line's number, what is stated and what is reckoned.
  private func breaks(_ lines: String..., currency: String = "") throws -> [String] {
    try said("Date,Text,Amount,Balance\(currency)\n" + lines.joined(separator: "\n")).filter { $0.contains("balanceDiffers") }
  }

  @Test("CV-15: one break in three lines is told; where hardly any balance agrees they are of something else")
  func breaksOfBalances() throws {
    let lines = ["2026-11-01,A,-10,90", "2026-11-02,B,-10,80", "2026-11-03,C,-10,60"]
    let told = "nothing balanceDiffers(stated: 6000, reckoned: 7000, Optional(INR))"
    #expect(try breaks(lines[0], lines[1], lines[2]) == ["4 \(told)"])
    #expect(try breaks(lines[2], lines[1], lines[0]) == ["2 \(told)"])
    #expect(try breaks(lines[1], lines[2]).isEmpty)
    #expect(try breaks(lines[0], lines[2], "2026-11-04,D,-10,20").isEmpty)
    // A line without a balance adds to the next.
    #expect(try breaks(lines[0], "2026-11-02,B,-10,", "2026-11-03,C,-10,70").isEmpty)
    #expect(try breaks(lines[0], "2026-11-02,B,-10,", "2026-11-03,C,-10,60", "2026-11-03,D,-10,50").count == 1)
    // Each currency has its own.
    let own = ["2026-11-01,A,-1,99,EUR", "2026-11-01,B,-1,9,USD", "2026-11-02,C,-1,98,EUR", "2026-11-02,D,-1,8,USD"]
    #expect(try breaks(own[0], own[1], own[2], own[3], currency: ",Currency").isEmpty)
    #expect(
      try breaks(own[0], own[1], own[2], own[3], "2026-11-03,E,-1,5,USD", currency: ",Currency")
        == ["6 nothing balanceDiffers(stated: 500, reckoned: 700, Optional(USD))"])
  }

  @Test("What was in the account before the lines and behind them is compared with their balances")
  func endsOfBalances() throws {
    let (opening, closing) = ("2026-11-01,Opening balance,,100", "2026-11-30,Closing balance,,70")
    let lines = ["2026-11-02,A,-10,90", "2026-11-03,B,-10,80", "2026-11-04,C,-10,70"]
    #expect(try breaks(opening, lines[0], lines[1], lines[2], closing).isEmpty)
    #expect(try breaks(closing, lines[2], lines[1], lines[0], opening).isEmpty)
    let first = "nothing balanceDiffers(stated: 8000, reckoned: 9000, Optional(INR))"
    #expect(try breaks(opening, lines[1], lines[2], closing) == ["3 \(first)"])
    #expect(try breaks(closing, lines[2], lines[1], opening) == ["4 \(first)"])
    let last = "nothing balanceDiffers(stated: 7000, reckoned: 8000, Optional(INR))"
    #expect(try breaks(opening, lines[0], lines[1], closing) == ["5 \(last)"])
    #expect(try breaks(closing, lines[1], lines[0], opening) == ["5 \(last)"])
    // Both are missing.
    #expect(try breaks(opening, "2026-11-03,B,-10,80", "2026-11-03,B,-5,75", closing) == ["3 \(first)"])
    // Each page has its own: the first and the last count.
    #expect(
      try breaks(opening, lines[0], "2026-11-02,c/f,,90", "2026-11-03,b/f,,90", lines[1], lines[2], "2026-11-04,c/f,,70").isEmpty)
    // Without balances of lines, the sum alone counts.
    let titles = "Date,Text,Amount,D/C\n2026-11-01,Opening balance,100,C\n2026-11-02,A,10,D\n2026-11-30,Closing balance,"
    #expect(try said(titles + "90,C\n").count == 3)
    #expect(
      try said(titles + "80,C\n").last == "4 nothing balanceDiffers(stated: 8000, reckoned: 9000, Optional(INR))")
  }

  @Test func limits() throws {
    let header = "Date,Text,Amount\n"
    let field = String(repeating: "x", count: StatementLimits.lineBytesMax - 20)
    #expect(try said(header + "2026-11-01,\(field),4.95\n").count == 1)
    #expect(throws: StatementFlaw(.lineTooLong(bytesMax: StatementLimits.lineBytesMax), line: 2)) {
      try said(header + "2026-11-01,\(field)xxxxxxxxxxxxxxxxxxxx,4.95\n")
    }
    let wide = Array(repeating: "", count: StatementLimits.fieldsMax - 3).joined(separator: ",")
    #expect(try said("Date,Text,Amount,\(wide)\n2026-11-01,A,1.00\n").count == 1)
    #expect(throws: StatementFlaw(.tooManyFields(StatementLimits.fieldsMax), line: 1)) {
      try said("Date,Text,Amount,\(wide),\n2026-11-01,A,1.00\n")
    }
    let most = header + String(repeating: "2026-11-01,A,1\n", count: StatementLimits.linesMax - 1)
    #expect(try RowReader.rows(Array(most.utf8), separator: 44).count == StatementLimits.linesMax)
    #expect(throws: StatementFlaw(.tooManyLines(StatementLimits.linesMax))) {
      try RowReader.rows(Array((most + "2026-11-01,A,1\n").utf8), separator: 44)
    }
  }

  @Test func jsonHasLimits() throws {
    let least =
      "{\"expenses\":[{\"amount\":-9223372036854775808,\"title\":\"x\"}],\"participants\":[{\"id\":\"a\",\"name\":\"A\"}]}"
    #expect(try said(least) == ["1 problem noAmount(\"-9223372036854775808\")"])
    #expect(throws: StatementFlaw(.nestedTooDeep(16))) { try said(String(repeating: "[", count: 100_000)) }
    #expect(try JSONText.read(Array((String(repeating: "[", count: 16) + "1" + String(repeating: "]", count: 16)).utf8)) != .null)
    for text in ["{", "[1,]", "{\"a\":1,\"a\":2}", "[\"\\ud800\"]", "[1] x", "[\"\u{1}\"]", "{\"a\":[]}"] {
      #expect(throws: StatementFlaw.self) { try said(text) }
    }
    #expect(try JSONText.read(Array("\"\\ud83d\\ude00\\u0041\"".utf8)) == .string("😀A"))
  }

  @Test func profilesAreText() throws {
    for profile in StatementProfile.builtIn { #expect(try StatementProfile(profile.text) == profile) }
    let own = try StatementProfile("name: mine\nmatch: when | how much\ndate: when\namount: how much\ndescription: why\nsigns: card\n")
    let file = "When,Why,How much\n2026-11-01,Tea,1.00\n"
    #expect(try said(file, .usual { $0.profiles = [own] }) == ["2 2026-11-01 -100 Tea"])
    #expect(throws: StatementFlaw(.profileUnknown("nix"))) { try said(file, .usual { $0.profile = "nix" }) }
    for wrong in ["", "name: x\n", "match: a\n", "name: x\nmatch: a\ndays: sometimes\n", "nonsense\n", "name: x\nmatch: a\nwhat: y\n"] {
      #expect(throws: StatementFlaw.self) { try StatementProfile(wrong) }
    }
  }

  @Test func payeesCalledTotal() throws {
    let head = "Date,Payee,Amount\n2026-11-01,Bakery,-4.00\n2026-11-02,Wages,+10.00\n"
    let paid = try said(head + "2026-11-03,Total,-40.00\n")
    #expect(paid.last == "4 2026-11-03 -4000 [Total] ", "\(paid)")
    for sum in ["-4.00", "+10.00", "+6.00", "-6.00", "+14.00"] {
      #expect(try said(head + "2026-11-03,Total,\(sum)\n").last == "4 nothing turnoverLine", "\(sum)")
    }
    // The sum of the whole counts who is called so, too, also above the lines and behind a part.
    #expect(
      try said(head + "2026-11-03,Total,-40.00\n2026-11-04,TOTAL,-44.00\n").suffix(2) == [
        "4 2026-11-03 -4000 [Total] ", "5 nothing turnoverLine",
      ])
    #expect(try said("Date,Payee,Amount\n2026-11-03,Total,+6.00\n" + head.dropFirst(18)).first == "2 nothing turnoverLine")
    #expect(
      try said(head + "2026-11-03,Total,+6.00\n2026-11-04,Tea,-1.00\n2026-11-05,Tea,-2.00\n2026-11-06,Total,-3.00\n").filter {
        $0.contains("nothing")
      }
        == ["4 nothing turnoverLine", "7 nothing turnoverLine"])
    // Without a day or an amount it is a sum, and other words always are.
    #expect(try said(head + ",Total,-40.00\n").last == "4 nothing turnoverLine")
    #expect(try said(head + "2026-11-03,Grand total,-40.00\n").last == "4 nothing turnoverLine")
  }

  @Test func splitwiseTotalsAndRounding() throws {
    let head = "Date,Description,Category,Cost,Currency,Kai,Lea,Noor\n"
    #expect(
      try said(head + "2026-11-01,Tea,General,10.00,EUR,6.666666,-3.333333,-3.333333\n")
        == ["2 2026-11-01 expense 1000 EUR Tea: Kai=1000 / Kai=333,Lea=333,Noor=334"]
        || said(head + "2026-11-01,Tea,General,10.00,EUR,6.666666,-3.333333,-3.333333\n")[0].contains("Kai=1000"))
    let line = "2026-11-01,Tea,General,10.00,EUR,5.00,-5.00,0\n"
    #expect(try said(head + line + "2026-11-02,Total balance, , ,EUR,5.00,-5.00,0\n").count == 1)
    #expect(try said(head + line + "2026-11-02,Total balance, , ,EUR,5.00,-4.00,-1\n")[1].contains("problem totalDiffers(of: \"Lea\""))
    // Something wrong with a line does not hide that totals differ.
    #expect(
      try said(head + line + "2026-11-02,Odd,General,x,EUR,1,-1,0\n2026-11-02,Total balance, , ,EUR,5,-4,-1\n")[2].contains("totalDiffers"))
  }

  @Test("Cells, titles, balances and names as spreadsheets and banks spell them")
  func spellings() throws {
    // A figure that a spreadsheet keeps as a text, in quotation marks or not.
    #expect(try said("Date,Text,Debit,Credit\n=\"2026-11-01\",\"=\"\"Rice\"\"\",=\"4.95\",=\"\"\n") == ["2 2026-11-01 -495 Rice"])
    #expect(try said("Date,Text,Debit\n2026-11-01,=\"Rice,1\n2026-11-02,Tea,1\n").first == "2 problem strayQuote")
    // Columns that are numbered, or have no title, go on with the text before them; those of marks do not.
    #expect(try said("Date,Debit,Description 1,Description 2,,\n2026-11-01,1,a,b,c,\n") == ["2 2026-11-01 -100 a b c"])
    #expect(try said("Date,Details,Description,Debit\n2026-11-01,DEBIT,a,1\n") == ["2 2026-11-01 -100 a"])
    // A balance with its day; a line that is not booked yet; an account's number that is no name.
    let file = """
      Date,Text,Debit,Name
      2026-11-01,Opening balance as of 1 Nov 2026,9,
      Pending,Rice,4.95,
      2026-11-02,Rice,4.95,DE00 0000 0000 0000 0000 00
      2026-11-03,Tea,1,0000 00 00001
      2026-11-03,Bus,1,Line 7
      """
    #expect(
      try said(file) == [
        "2 nothing balanceLine", "3 nothing notCompleted(\"Pending\")", "4 2026-11-02 -495 Rice", "5 2026-11-03 -100 Tea",
        "6 2026-11-03 -100 [Line 7] Bus",
      ])
    // What has no words is called by its category; notes are words where nothing else is.
    #expect(
      try said("Date,Debit,Note,Category\n2026-11-01,1,,Food\n2026-11-02,1,Rice,Food\n") == [
        "2 2026-11-01 -100 Food", "3 2026-11-02 -100 Rice",
      ])
    // A summary above lines of another width is none of them.
    #expect(try said("x;01.11.2026;9,00;y\n13.11.2026;Reis;+1,00\n14.11.2026;Tee;-1,00\n").count == 2)
  }

  @Test("A title without letters names nothing in a profile, and a profile is read as it is written")
  func profileTitles() throws {
    let profile = try StatementProfile("name: x\nmatch: a | !! | b\ndescription: a | () |\namount: b\n")
    #expect(profile.matches == [["a", "b"]] && profile.columns[.description] == ["a"])
    #expect(try StatementProfile(profile.text) == profile)
    for line in ["match: ??", "description: ()", "sums: ! | Total"] {
      #expect(throws: StatementFlaw(.malformed(format: "profile", line))) { try StatementProfile("name: x\nmatch: a\n\(line)\n") }
    }
  }

  @Test("Nothing between two strokes of a profile names nothing: a line whose state is empty came about")
  func profileParts() throws {
    let text = "name: x\nmatch: day | what | amount | state\ndate: day\ndescription: what\namount: amount\nstate: state\n"
    let profile = try StatementProfile(text + "undone: reverted |  | failed\nsums: what | | total\n")
    #expect(profile.undone == ["reverted", "failed"] && profile.sums == ["what": ["total"]])
    #expect(try StatementProfile(profile.text) == profile)
    let file = "Day,What,Amount,State\n2026-11-01,Rice,-1.00,\n2026-11-02,Tea,-2.00,Failed\n"
    let options = StatementOptions.usual { ($0.profiles, $0.signs) = ([profile], .minusWentOut) }
    #expect(try said(file, options).filter { !$0.contains("nothing") } == ["2 2026-11-01 -100 Rice"])
    for line in ["undone: |", "sums: what | |"] {
      #expect(throws: StatementFlaw(.malformed(format: "profile", line))) { try StatementProfile("name: x\nmatch: a\n\(line)\n") }
    }
  }

  @Test("Lists of who paid and who owes must be as long as those of their amounts")
  func settleUp() throws {
    let titles = "Who paid,Amount,Currency,For whom,Split amounts,Purpose,Date & time,Type\n"
    #expect(
      try said(titles + "Kai,4,EUR,Kai;Lea,1.00,Odd,2026-10-03,expense\nKai,4,EUR,Kai;Lea,1.33;2.66,Odd,2026-10-03,expense\n") == [
        "2 problem shareUnclear(\"Odd\")", "3 2026-10-03 expense 400 EUR Odd: Kai=400 / Kai=133,Lea=267",
      ])
    #expect(try said(titles + "Kai,9,EUR,Kai;Lea,1;2,Odd,2026-10-03,expense\n") == ["2 problem sharesDiffer(600, Optional(EUR))"])
  }
}
