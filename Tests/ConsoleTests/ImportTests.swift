import HearthClient
import HearthProtocol
import Importing
import Ledger
import Testing

@testable import Console

/// A file, a group, and what comes of importing the one into the other.
struct Importing {
  static let today = CivilDate(daysSince1970: 20_780)

  var home = Household()
  var options = ImportOptions()

  /// The lines of a file; what is wrong with it is worded.
  func lines(_ bytes: [UInt8]) throws(ArgumentFlaw) -> [ImportLine] {
    do throws(ImportFlaw) {
      return try FileImport.lines(bytes, options, in: home.view.state.shared, me: home.view.member)
    } catch {
      throw ArgumentFlaw(error)
    }
  }

  func plan(_ text: String) throws -> ImportPlan {
    ImportPlan(try lines(Array(text.utf8)), into: home.view, now: 0, today: Self.today)
  }

  func splitwise(_ text: String) throws -> ImportPlan {
    ImportPlan(try lines(Array(text.utf8)), into: home.view, now: 0, today: Self.today)
  }

  /// Folds the plan's commands into the group, as the server would.
  mutating func commit(_ plan: ImportPlan) throws {
    for command in plan.commands {
      let context = DecisionContext(
        holder: try #require(home.view.state.shared.member(home.view.member)?.holder), now: 0, today: Self.today)
      for decided in try decide(command, in: home.view.state, context: context).events { home.append(decided.body) }
    }
  }

  func balances(_ currency: String = "INR") throws -> [Int64] {
    let currency = try #require(Currency(code: currency))
    return home.view.state.shared.members.map { home.view.state.shared.balances[$0.id, currency] }
  }
}

extension ImportPlan.Step.Outcome {
  var isNew: Bool { if case .new = self { true } else { false } }
}

extension ImportPlan {
  var outcomes: [String] {
    steps.map { step in
      switch step.outcome {
      case .new: "\(step.line) new"
      case .known: "\(step.line) known"
      case .differs(let there): "\(step.line) differs: \(there.difference)"
      case .like(let text, let there): "\(step.line) like: \(there.likeness(text))"
      case .nothing(let flaw): "\(step.line) nothing: \(flaw.wording)"
      case .problem(let flaw): "\(step.line) problem: \(flaw.wording)"
      }
    }
  }
}

@Suite struct ImportTests {
  @Test("CV-04, CV-05: a bank's statement: nothing twice, also when the file has grown")
  func bankStatement() throws {
    var importing = Importing()
    importing.options.columns = ["date=Booked", "description=Text", "amount=3"]
    importing.options.isSigned = true
    importing.options.dateOrder = .dmy
    let file = "Booked,Text,Betrag\n21.11.2026,Rice,-450.50\n21.11.2026,Rice,-450.50\n22/11/2026,Salary,\"1,00,000.00\"\n"
    let plan = try importing.plan(file)
    #expect(plan.outcomes == ["2 new", "3 new", "4 new"])
    #expect(Set(plan.commands.map(\.addEntry.entryID)).count == 3)
    #expect(plan.commands[0].addEntry.content.date == "2026-11-21")
    #expect(plan.commands[2].addEntry.content.kind == .income)
    #expect(plan.commands.allSatisfy { EntryID($0.addEntry.entryID).map { $0.high >> 12 & 15 == 8 && $0.low >> 62 == 2 } ?? false })
    try importing.commit(plan)
    #expect(try importing.plan(file).outcomes == ["2 known", "3 known", "4 known"])
    #expect(try importing.plan(file + "23.11.2026,Rice,-1\n").outcomes == ["2 known", "3 known", "4 known", "5 new"])
    #expect(try importing.balances().reduce(0, +) == 0)
  }

  @Test("CV-12: a cell has as many names as an entry may have, and one more is refused before anybody is looked up")
  func portions() throws {
    for (column, field) in [("paid", "add_entry.content.paid"), ("owed", "add_entry.content.split.exact.shares")] {
      func line(_ names: Int) throws -> ImportLine {
        let cell = Array(repeating: "me=1", count: names).joined(separator: ";")
        let file = "date,description,amount,\(column)\n2026-11-20,Rice,5,\(cell)\n"
        return try #require(try Importing().lines(Array(file.utf8)).first)
      }
      guard case .entry(let content, _) = try line(portionsMax).outcome else {
        Issue.record("As many as may be are not read.")
        continue
      }
      #expect((column == "paid" ? content.paid : content.split.exact.shares).count == portionsMax)
      let flaw = ImportFlaw.refused(.refused(.tooManyShares(field: field)))
      #expect(try line(portionsMax + 1).outcome == .problem(flaw))
      #expect("\(flaw.wording)".contains("More than 100 members are named"), "\(flaw.wording)")
      #expect(flaw.wording.text(in: .hindi) != flaw.wording.text(in: .english))
    }
  }

  @Test func everyProblemHasItsLine() throws {
    let plan = try Importing().plan(
      """
      date,description,amount,currency,category,kind,paid,owed,rate
      2026-11-20,,5
      03/04/2026,Two days,5
      2026-11-20,"450,50",-5
      2026-11-20,Comma,"450,50"
      2026-11-20,Yen,1.5,JPY
      2026-11-20,No money,5,XXX
      2026-11-20,No category,5,INR,toys
      2026-11-20,Wrong category,5,INR,salary
      2026-11-20,No kind,5,INR,,gift
      2026-11-20,Nobody,5,INR,,,Zed
      2026-11-20,Too little,5,INR,,,Asha=4
      2026-11-20,Alone,5,INR,,transfer,Asha,Asha
      2026-11-20,Rate at home,5,INR,,,,,83
      2026-11-20,Wide,5,INR,,,,,,,,,,x
      1900-01-01,Old,5
      """)
    // A comma that can only be that of decimals, and categories that nobody here has, refuse no line.
    #expect(plan.steps.filter { $0.outcome.isNew }.map(\.line) == [5, 8, 9])
    #expect(
      plan.outcomes.filter { !$0.hasSuffix(" new") }.map { $0.split(separator: ":", maxSplits: 1).last.map { $0.dropFirst() } ?? "" } == [
        "The text is empty. It is about the description.",
        "\"03/04/2026\" could be two days, and no line shows which. Say --dates dmy, mdy or ymd.",
        "\"-5\" is below 0. If such amounts are expenses and others income, say --signed.",
        "\"1.5\" has too many decimals: JPY has none.", "\"XXX\" is no currency. Write a code of three letters, like INR.",
        "\"gift\" is no kind of entry. Choose expense, income or transfer.",
        "Nobody here is called \"Zed\". The members are: Asha, Ravi, मीरा. Say who it is with --member \"Zed=NAME\".",
        "The amounts paid add up to ₹4.00; ₹1.00 is missing.", "A payment goes from exactly one member to exactly one other.",
        "This choice is missing or not allowed here. It is about the rate.", "It has more fields than the first line.",
        "The date is more than 100 years from today. It is about the date.",
      ])
    #expect(plan.steps.map(\.line) == Array(2...16))
  }

  @Test(arguments: [
    ("", "The file is empty."),
    ("date,amount\n", "No column is the description. Say which with --map description=COLUMN; there are: date, amount."),
  ])
  func filesWithoutColumns(text: String, cause: String) {
    #expect(throws: ArgumentFlaw("\(cause)")) { try Importing().plan(text) }
  }

  @Test(arguments: [
    ("date", "\"date\" maps nothing."), ("added_on=x", "\"added_on=x\" maps nothing."),
    ("note=Remark", "The file has no column \"Remark\"."),
    ("note=4", "The file has no column \"4\"."), ("note=0", "The file has no column \"0\"."),
  ])
  func mapsAreChecked(map: String, start: String) {
    var importing = Importing()
    importing.options.columns = [map]
    do {
      _ = try importing.plan("date,description,amount\n")
      Issue.record("\(map) was taken")
    } catch {
      #expect("\(error)".hasPrefix(start), "\(error)")
    }
  }

  @Test("CV-02, CV-03: what is exported is imported with the same balances, texts and rates")
  func roundTrip() throws {
    var from = Importing()
    from.home.rate("USD", "83.1525", on: "2026-11-01")
    let (asha, ravi, meera) = (from.home.asha, from.home.ravi, from.home.meera)
    from.home.add("=HYPERLINK(\"x\")", 100_00, "groceries", paid: [(asha, 100_00)], owed: [(asha, 33_34), (ravi, 33_33), (meera, 33_33)]) {
      ($0.note, $0.merchant) = ("'-a, b", "\"Süd\"")
    }
    from.home.add("Salary", 5_00, "salary", kind: .income, paid: [(ravi, 5_00)], owed: [(asha, 2_50), (ravi, 2_50)], by: ravi)
    from.home.add("Paid back", 7_00, kind: .transfer, paid: [(meera, 7_00)], owed: [(asha, 7_00)], isEqual: false)
    from.home.add("One paisa", 1, paid: [(asha, 1)], owed: [(asha, 1), (ravi, 0), (meera, 0)])
    from.home.add("Museum", 19_99, paid: [(asha, 10_00), (ravi, 9_99)], owed: [(meera, 19_99)]) {
      $0.amount.currency = "USD"
      $0.conversion.to = "INR"
      $0.conversion.rate = "84.5"
      $0.conversion.date = "2026-11-20"
      $0.conversion.source = "receipt"
    }
    let text = EntriesCSV.text(from.home.view.state.shared)
    #expect(
      text.split(separator: "\r\n", omittingEmptySubsequences: false).prefix(3).map(String.init) == [
        "date,kind,description,category,amount,currency,paid,owed,note,merchant,rate,rate_source,added_by,entry,standing,unpaid,place,receipts",
        "2026-11-20,expense,\"'=HYPERLINK(\"\"x\"\")\",groceries,100.00,INR,Asha=100.00,Asha=33.34; Ravi=33.33; मीरा=33.33,\"''-a, b\",\"\"\"Süd\"\"\","
          + ",,Asha,00000000-0000-7000-9000-000000000001,partly_paid,59.66,,0",
        "2026-11-20,income,Salary,salary,5.00,INR,Ravi=5.00,Asha=2.50; Ravi=2.50,,,,,Ravi,00000000-0000-7000-9000-000000000002,open,2.50,,0",
      ])
    #expect(try from.plan(text).outcomes == (2...6).map { "\($0) known" })
    var to = Importing()
    let plan = try to.plan(text)
    #expect(plan.outcomes == (2...6).map { "\($0) new" })
    try to.commit(plan)
    for currency in ["INR", "USD"] { #expect(try to.balances(currency) == from.balances(currency)) }
    let (before, after) = (from.home.view.state.shared.entries, to.home.view.state.shared.entries)
    for (old, new) in zip(before, after) {
      #expect(old.description == new.description && old.note == new.note && old.merchant == new.merchant && old.id == new.id)
      #expect(old.conversion == new.conversion && old.kind == new.kind && old.category == new.category && old.date == new.date)
    }
    // A second time round, nothing is lost any more.
    let second = EntriesCSV.text(to.home.view.state.shared)
    #expect(second.replacing("Ravi,00000000", with: "Asha,00000000") == text.replacing("Ravi,00000000", with: "Asha,00000000"))
  }

  @Test("CV-02: each line says how far its entry is settled, and nobody reads that again")
  func standings() throws {
    var home = Household()
    let (asha, ravi, meera) = (home.asha, home.ravi, home.meera)
    let rice = home.add("Rice", 90_00, paid: [(asha, 90_00)], owed: [(asha, 30_00), (ravi, 30_00), (meera, 30_00)]).event.entryAdded.entryID
    home.add("My own", 5_00, paid: [(ravi, 5_00)], owed: [(ravi, 5_00)], by: ravi)
    func standings() -> [String] {
      EntriesCSV.text(home.view.state.shared).split(separator: "\r\n").dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).dropLast(2).suffix(2).joined(separator: " ")
      }
    }
    #expect(standings() == ["open 60.00", " "])
    home.add("Paid", 30_00, kind: .transfer, paid: [(ravi, 30_00)], owed: [(asha, 30_00)], isEqual: false, by: ravi)
    #expect(standings()[0] == "partly_paid 30.00")
    home.append(.entryDisputed(.with { ($0.entryID, $0.reason) = (rice, "not mine") }), by: meera)
    #expect(standings()[0] == "disputed 30.00")
    home.append(.disputeWithdrawn(.with { $0.entryID = rice }), by: meera)
    home.add("Paid", 30_00, kind: .transfer, paid: [(meera, 30_00)], owed: [(asha, 30_00)], isEqual: false)
    #expect(standings()[0] == "paid 0.00")
    #expect(EntryColumn.allCases.filter { !$0.isRead } == [.addedBy, .standing, .unpaid, .place, .receipts])
    for field in ["standing", "unpaid", "added_by", "place", "receipts"] {
      var importing = Importing()
      importing.options.columns = ["\(field)=date"]
      #expect(throws: ArgumentFlaw.self) { try importing.plan("date,description,amount\n2026-11-20,Rice,450.5\n") }
    }
  }

  @Test(
    "CV-07: nothing in a file multiplies",
    arguments: [
      "2 K", "2k", "1.2 L", "1.2L", "3 lakh", "2 Crore", "5m", "5 M", "1 B", "2 लाख", "₹2 L", "-2 K",
    ])
  func multipliers(_ amount: String) throws {
    var importing = Importing()
    for (columns, isSigned) in [([], false), (["amount=Betrag"], false), (["amount=3"], true)] {
      (importing.options.columns, importing.options.isSigned) = (columns, isSigned)
      let title = columns.isEmpty ? "amount" : "Betrag"
      let plan = try importing.plan("date,description,\(title)\n2026-11-20,Rice,\(amount)\n")
      #expect(plan.problems == 1 && plan.commands.isEmpty, "\(plan.outcomes)")
    }
    for column in ["paid", "owed"] {
      let plan = try importing.plan("date,description,Betrag,\(column)\n2026-11-20,Rice,20000000,Asha=\(amount)\n")
      #expect(plan.problems == 1, "\(plan.outcomes)")
    }
    for (cost, share) in [(amount, "10"), ("20", amount)] {
      let header = "Date,Description,Category,Cost,Currency,Asha,Ravi\n"
      let plan = try importing.splitwise(header + "2026-11-01,Dinner,General,\(cost),INR,\(share),-10\n")
      #expect(plan.problems == 1, "\(plan.outcomes)")
    }
  }

  @Test("CV-07: what the refusal says, that Cr is a credit, and that people may go on writing crores so")
  func multiplierWords() throws {
    let plan = try Importing().plan("date,description,amount\n2026-11-20,Rice,2 L\n2026-11-20,Refund,2000.00 Cr\n2026-11-20,Tea,5 Dr\n")
    #expect(
      plan.outcomes == [
        "2 problem: \"2 L\" has letters behind the figure that would multiply it. In files nothing does: write it like 450 or 450.50.",
        "3 new",
        "4 new",
      ])
    #expect(plan.steps.compactMap(\.content?.kind) == [.income, .expense] && plan.steps[1].content?.amount.minor == 2000_00)
    let rupee = try #require(Currency(code: "INR"))
    #expect(try AmountText.minor("2 Cr", rupee) == 2_000_000_000 && AmountText.minor("1.2 लाख", rupee) == 12_000_000)
  }

  @Test func membersThatCouldBeMistakenStandById() {
    let home = Household(meera: "ravi")
    let names = MemberTexts(home.view.state.shared.members)
    #expect(names[home.asha] == "Asha")
    #expect(names[home.ravi] == home.ravi.description)
    #expect(MemberTexts(Household(meera: "A=1;B").view.state.shared.members)[home.meera] == home.meera.description)
    #expect(MemberTexts(Household(meera: "me").view.state.shared.members)[home.meera] == home.meera.description)
  }

  @Test func thePlanIsShownBeforeAnythingIsSent() throws {
    var importing = Importing()
    let file = "date,description,amount\n2026-11-20,Rice,450.5\n2026-11-21,Dal,x\n2026-11-22,Tea,2000\n"
    let first = try importing.plan("date,description,amount\n2026-11-22,Tea,2000\n")
    try importing.commit(first)
    #expect(
      screen(Screens.importPlan(try importing.plan(file), importing.home.view, Theme(isColored: false, width: 80))) == """
        line 2  2026-11-20  Rice    ₹450.50  new
           expense · paid by Asha · split equally: Asha and Ravi
        line 4  2026-11-22  Tea   ₹2,000.00  there already
        line 3: "x" is no amount. Write it like 450 or 450.50.
        Nothing in the file says which way money went: all lines are taken for expenses. --signed or --card says otherwise.
        1 new, 1 there already, 1 with problems. Nothing was sent, and nothing is until the lines are mended, or left out with --skip-problems.
        """)
    let theme = Theme(isColored: false, width: 80)
    let skipping = Screens.importPlan(try importing.plan(file), importing.home.view, skipsProblems: true, theme)
    #expect(skipping.last == "1 new, 1 there already, 1 with problems. Nothing was sent; --commit adds what is new.")
    #expect(Screens.importPlan(first, importing.home.view, theme).last == "1 new. Nothing was sent; --commit adds what is new.")
    #expect(Screens.imported(first, Theme(isColored: false, width: 80)) == ["Done: 1 new."])
  }
}
