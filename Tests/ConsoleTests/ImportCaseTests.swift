import Foundation
import HearthClient
import HearthProtocol
import Importing
import Ledger
import Statements
import Testing

@testable import Console

/// Small files in the shapes of real ones, imported into a group and into an account.
@Suite struct ImportCaseTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("StatementsTests/Files")
  private static let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_00AA)

  private static func text(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).csv"))) }

  /// A family in which Asha has an account.
  private func importing(_ currency: String = "INR", _ change: (inout ImportOptions) -> Void = { _ in }) -> Importing {
    var importing = Importing()
    var set = AccountSet()
    set.accountID = Self.savings.description
    (set.content.name, set.content.type, set.content.opening.currency) = ("Savings", .savings, currency)
    importing.home.appendAccount(.accountSet(set), Self.savings)
    change(&importing.options)
    return importing
  }

  private static let banks: [(name: String, currency: String, signed: [Int64])] = [
    ("bank-hdfc", "INR", [-168_00, -2000_00, 25000_00, 2500_00]), ("bank-hdfc-card", "INR", [-26_00, -5933_61, 1000_00]),
    ("bank-sbi", "INR", [-99_00, -689_00, 44_00]), ("bank-axis", "INR", [-439_59, 4538_00]), ("bank-icici", "INR", [11800_00, -5900_00]),
    ("bank-volksbank-utf8", "EUR", [-4_95, -1052_23]), ("bank-volksbank-latin1", "EUR", [-4_95, -1052_23]),
    ("bank-swedbank", "LTL", [-15_31, 2863_63]), ("bank-ing", "EUR", [-23_45, 2500_00]),
    ("bank-canara", "INR", [-450_00, 125_000_00]), ("bank-idfc", "INR", [-450_00, 125_000_00]), ("bank-pnb", "INR", [125_000_00, -450_00]),
    ("bank-mbank", "PLN", [-1118_72, -14_00, 50_00]), ("bank-pko", "PLN", [-23_45, 1000_00]),
    ("bank-chase", "INR", [-42_50, 1500_00, -200_00]),
    ("bank-chase-card", "USD", [-23_45, 100_00]), ("bank-bofa", "INR", [-3100_85, 193_11]), ("bank-capital-one", "INR", [-23_45, 100_00]),
    ("bank-barclays", "GBP", [-10_99, 2450_00]), ("bank-starling", "GBP", [-10_99, 1000_00]), ("bank-bunq", "EUR", [-23_45, 1000_00]),
    ("bank-rabobank", "EUR", [-32_10, 1500_00, -9_99]), ("bank-kbc", "EUR", [-75_08, 1000_00]),
    ("bank-nordea", "SEK", [-1235_00, 1000_00]),
    ("bank-dnb", "INR", [-1249_90, 35_000_00]), ("bank-santander-es", "EUR", [-23_45, 2000_00]), ("app-mint", "INR", [-23_45, 1000_00]),
    ("app-toshl", "EUR", [-23_45, 1000_00]), ("app-spendee", "EUR", [-23_45, 1000_00]), ("app-wallet", "EUR", [-23_45, 1000_00]),
    ("app-ynab", "USD", [-23_45, 1000_00]), ("bank-postfinance", "CHF", [-23_45, 1500_00]), ("bank-td", "INR", [-23_45, 1500_00]),
    ("profile-amex-us", "USD", [-23_45, 100_00, -4_50]), ("profile-danske", "DKK", [-123_45, 15_000_00]),
    ("profile-dkb", "EUR", [-23_45, 1500_00]), ("profile-paypal", "USD", [-23_45, 96_80]), ("profile-wechat", "CNY", [-23_45, 100_00]),
  ]

  @Test("Each bank's statement goes in as it comes, once however often, into a group and into an account", arguments: banks)
  func bank(_ name: String, _ currency: String, _ signed: [Int64]) throws {
    for target in [ImportPlan.Target.group, .account(Self.savings, try #require(Currency(code: currency)))] {
      // A "$" is that of many currencies.
      var importing = self.importing(currency == "LTL" ? "EUR" : currency) { if name == "app-ynab" { $0.currency = currency } }
      if case .account = target, currency == "LTL" { continue }
      let bytes = try Self.text(name)
      let plan = try importing.plan(bytes, target)
      #expect(plan.problems == 0, "\(plan.outcomes)")
      let contents = plan.steps.compactMap(\.content)
      #expect(contents.map { $0.kind == .income ? $0.amount.minor : -$0.amount.minor } == signed)
      #expect(plan.commands.count == signed.count && contents.allSatisfy { $0.amount.currency == currency })
      try importing.commit(plan, account: Self.savings)
      let again = try importing.plan(bytes, target)
      #expect(again.commands.isEmpty && again.problems == 0)
      #expect(again.steps.count { $0.outcome == .known } == signed.count)
    }
  }

  /// The other files. What people share is read with names that the group has, below.
  private static let others: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let options = StatementOptions(currency: Currency(code: "INR") ?? Currency.all[0])
    return names.sorted().filter { name in
      if banks.contains(where: { "\($0.name).csv" == name }) { return false }
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return true }
      if case .book = try? StatementFile.read([UInt8](data), options) { return false }
      return true
    }
  }()

  @Test("Every other file goes in once however often, into a group and into an account of its currency", arguments: others)
  func once(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    var importing = self.importing()
    // What its owner would say beside it.
    if name == "bank-cr-dr.csv" { importing.options.dateOrder = .dmy }
    importing.options.isSigned = true
    let first = try importing.plan(bytes, .group)
    let contents = first.steps.compactMap(\.content)
    try #require(!contents.isEmpty, "\(first.outcomes)")
    try importing.commit(first)
    let again = try importing.plan(bytes, .group)
    #expect(again.commands.isEmpty && again.problems == first.problems, "\(again.outcomes)")
    #expect(Set(again.outcomes.filter { $0.hasSuffix(" known") }).count == first.outcomes.count { $0.hasSuffix(" new") })
    guard Set(contents.map(\.amount.currency)).count == 1, contents.allSatisfy({ $0.paid.isEmpty && $0.split == Split() }) else { return }
    let currency = contents[0].amount.currency
    importing = self.importing(currency) { $0 = importing.options }
    let account = ImportPlan.Target.account(Self.savings, try #require(Currency(code: currency)))
    let booked = try importing.plan(bytes, account)
    #expect(!booked.commands.isEmpty, "\(booked.outcomes)")
    try importing.commit(booked, account: Self.savings)
    let bookedAgain = try importing.plan(bytes, account)
    #expect(bookedAgain.commands.isEmpty && bookedAgain.problems == booked.problems, "\(bookedAgain.outcomes)")
  }

  @Test func aNumberedFileBringsOneNewLine() throws {
    for target in [ImportPlan.Target.group, .account(Self.savings, try #require(Currency(code: "INR")))] {
      var importing = self.importing()
      try importing.commit(try importing.plan(Self.text("numbered-1"), target), account: Self.savings)
      #expect(try importing.plan(Self.text("numbered-2"), target).outcomes == ["2 new", "3 known", "4 known"])
    }
  }

  @Test("CV-05, CV-09: what is not mapped, titles and the spelling of figures make no line another")
  func identity() throws {
    var importing = self.importing()
    try importing.commit(try importing.plan(Self.text("statement-pending"), .group))
    #expect(try importing.plan(Self.text("statement-booked"), .group).outcomes == ["2 known"])
    let file = "Datum;Buchungstext;Betrag;Saldo\n22.11.2026;Cafe;-7,4;1.250,50\n"
    #expect(try importing.plan(Array(file.utf8), .group).outcomes == ["2 known"])
  }

  @Test func whatIsVoidedIsNotThere() throws {
    var importing = self.importing { $0.columns = ["amount=Balance"] }
    let wrong = try importing.plan(Self.text("wrong-column"), .group)
    #expect(wrong.steps[0].content?.amount.minor == 88_00)
    try importing.commit(wrong)
    importing.home.append(.entryVoided(.with { $0.entryID = wrong.commands[0].addEntry.entryID }))
    #expect(try importing.plan(Self.text("wrong-column"), .group).outcomes == ["2 new"])
    importing.options.columns = []
    let right = try importing.plan(Self.text("wrong-column"), .group)
    #expect(right.outcomes == ["2 new"] && right.steps[0].content?.amount.minor == 12_00)
    try importing.commit(right)
    // And once more: voided, there again, known.
    importing.home.append(.entryVoided(.with { $0.entryID = right.commands[0].addEntry.entryID }))
    let third = try importing.plan(Self.text("wrong-column"), .group)
    #expect(third.outcomes == ["2 new"] && third.commands[0].addEntry.entryID != right.commands[0].addEntry.entryID)
    try importing.commit(third)
    #expect(try importing.plan(Self.text("wrong-column"), .group).outcomes == ["2 known"])
  }

  @Test func otherFiguresAreTold() throws {
    var importing = self.importing()
    let file = "date,description,amount\n2026-10-01,Rice,5.00\n"
    let plan = try importing.plan(file)
    try importing.commit(plan)
    importing.home.append(
      .entryEdited(
        .with {
          $0.entryID = plan.commands[0].addEntry.entryID
          $0.changes.date = "2026-10-03"
        }))
    #expect(try importing.plan(file).outcomes == ["2 differs: it stands there as 2026-10-03, ₹5.00"])
  }

  @Test func whatSomebodyTypedIsOffered() throws {
    var importing = self.importing()
    let (asha, ravi) = (importing.home.asha, importing.home.ravi)
    importing.home.add("Veg", 5_00, paid: [(asha, 5_00)], owed: [(ravi, 5_00)])
    let file = "date,description,amount\n2026-11-21,UPI-VEGETABLE,5.00\n2026-11-21,UPI-TEA,5.00\n2026-11-24,UPI-RICE,5.00\n"
    #expect(try importing.plan(file).outcomes == ["2 like: like \"Veg\", 2026-11-20, ₹5.00", "3 new", "4 new"])
    let lines = try importing.lines(Array(file.utf8))
    #expect(ImportPlan(lines, into: importing.home.view, addsLike: true, now: 0, today: Importing.today).commands.count == 3)
  }

  @Test("CV-14: a line is added by its number although it is like an entry that somebody typed; the others stay left out")
  func aLineIsChosen() throws {
    var importing = self.importing()
    let (asha, ravi) = (importing.home.asha, importing.home.ravi)
    importing.home.add("Edeka", 30_00, paid: [(asha, 30_00)], owed: [(ravi, 30_00)])
    importing.home.add("Rent", 90_00, paid: [(asha, 90_00)], owed: [(ravi, 90_00)])
    let file = "date,description,amount\n2026-11-21,Shop one,30.00\n2026-11-21,Flat,90.00\n"
    let lines = try importing.lines(Array(file.utf8))
    func outcomes(_ chosen: Set<Int>) -> [String] {
      ImportPlan(lines, into: importing.home.view, addsLines: chosen, now: 0, today: Importing.today).outcomes
    }
    let like = "3 like: like \"Rent\", 2026-11-20, ₹90.00"
    #expect(outcomes([]) == ["2 like: like \"Edeka\", 2026-11-20, ₹30.00", like])
    #expect(outcomes([2]) == ["2 new", like] && outcomes([2, 3]) == ["2 new", "3 new"])
    try FileImport.check([2, 3], in: lines)
    for wanted in [Set([0]), [2, 1], [4, 9]] {
      #expect(throws: ImportFlaw.noEntryAtLine(wanted.subtracting([2]).min() ?? 0)) { try FileImport.check(wanted, in: lines) }
    }
    #expect(ImportFlaw.noEntryAtLine(5).wording.text(in: .hindi) != ImportFlaw.noEntryAtLine(5).wording.text(in: .english))
  }

  @Test("CV-14: of several entries that somebody typed, a line is like that of the nearest day")
  func theNearestIsAlike() throws {
    var importing = self.importing()
    let (asha, ravi) = (importing.home.asha, importing.home.ravi)
    for (text, day) in [("Milk", "2026-11-18"), ("Bread", "2026-11-20")] {
      importing.home.add(text, 30_00, paid: [(asha, 30_00)], owed: [(ravi, 30_00)]) { $0.date = day }
    }
    let file = "date,description,amount\n2026-11-20,Shop one,30.00\n2026-11-19,Shop two,30.00\n2026-11-20,Shop three,30.00\n"
    #expect(
      try importing.plan(file).outcomes == [
        "2 like: like \"Bread\", 2026-11-20, ₹30.00", "3 like: like \"Milk\", 2026-11-18, ₹30.00", "4 new",
      ])
  }

  @Test func categoriesAreFoundByRulesAndNames() throws {
    let file =
      "date,description,amount,category\n2026-11-21,UPI-VEGETABLE STALL,5.00,\n2026-11-21,Pizza,5.00,Restaurants\n2026-11-21,Toys,5.00,toys\n"
    let importing = self.importing { $0.rules = [ImportRule(words: "upi-vegetable", category: "groceries")] }
    let plan = try importing.plan(file)
    #expect(plan.problems == 0 && plan.commands.map(\.addEntry.content.category) == ["groceries", "dining", ""])
  }

  @Test(
    "Categories are found by the names of many languages, in capitals or not; what could be two is none",
    arguments: [
      ("Spesa", "groceries"), ("Food", "groceries"), ("ŻYWNOŚĆ", "groceries"), ("Restaurant & Bars", "dining"), ("Ristoranti", "dining"),
      ("Groceries", "groceries"), ("Gas", ""), ("Renda", ""),
    ])
  func categoryNames(_ name: String, _ key: String) throws {
    let plan = try importing().plan("date,description,amount,category\n2026-11-21,Shop,5.00,\(name)\n")
    #expect(plan.commands.map(\.addEntry.content.category) == [key])
  }

  @Test("Zakupy and Transportes are found where the group has what they mean")
  func categoryNamesOfOthers() throws {
    var importing = importing()
    for (key, name) in [("shopping", "Shopping"), ("transportation", "Transport")] {
      importing.home.append(
        .categorySet(
          .with {
            ($0.content.key, $0.content.name, $0.content.forExpense) = (key, name, true)
          }))
    }
    let plan = try importing.plan("date,description,amount,category\n2026-11-21,A,5.00,Zakupy\n2026-11-21,B,5.00,Transportes\n")
    #expect(plan.commands.map(\.addEntry.content.category) == ["shopping", "transportation"])
  }

  @Test("product 83: an entry of an account is shared with the group once")
  func shareFromAnAccount() throws {
    var importing = self.importing()
    let rupee = try #require(Currency(code: "INR"))
    try importing.commit(try importing.plan(Self.text("bank-sbi"), .account(Self.savings, rupee)), account: Self.savings)
    let entry = try #require(importing.home.view.state.account(Self.savings)?.entries.first { $0.minor == 99_00 })
    let id = try AccountCommands.sharedID(of: entry, in: importing.home.view)
    func share(_ id: EntryID) -> EntryAdded {
      .with {
        ($0.entryID, $0.content.kind, $0.content.amount, $0.content.date) = (
          id.description, .expense, Money(minor: 99_00, currency: rupee), "2026-03-03"
        )
        $0.content.description_p = entry.description
        $0.content.paid = [Share(importing.home.asha, 99_00)]
        $0.owed = [Share(importing.home.ravi, 99_00)]
        $0.content.split.exact.shares = $0.owed
      }
    }
    importing.home.append(.entryAdded(share(id)))
    #expect(throws: ArgumentFlaw.self) { try AccountCommands.sharedID(of: entry, in: importing.home.view) }
    importing.home.append(.entryVoided(.with { $0.entryID = id.description }))
    #expect(try AccountCommands.sharedID(of: entry, in: importing.home.view) != id)
  }

  @Test func crIsACreditAndNoCrore() throws {
    let plan = try importing { $0.dateOrder = .dmy }.plan(Self.text("bank-cr-dr"), .group)
    #expect(plan.steps.map(\.content?.kind) == [.income, .expense] && plan.steps.map(\.content?.amount.minor) == [2000_00, 450_50])
  }

  @Test func plainFiles() throws {
    let kinds = try importing { $0.isSigned = true }.plan(Self.text("plain-kinds"), .group)
    #expect(kinds.steps.map(\.content?.kind) == [.income, .expense])
    let shown = Screens.importPlan(kinds, importing().home.view, Theme(isColored: false, width: 100)).joined(separator: "\n")
    #expect(shown.contains("income") && shown.contains("expense · paid by Asha · split equally"))
    #expect(shown.contains("INR: spent ₹85.00, received ₹85.00"))
    let broken = try importing().plan(Self.text("plain-lines-in-a-text"), .group)
    #expect(broken.commands.map(\.addEntry.content.description_p) == ["Direct debit Contract 1"])
    let stray = try importing().plan(Self.text("plain-stray-quote"), .group)
    #expect(stray.problems == 1 && stray.commands.map(\.addEntry.content.description_p) == ["Shop"])
    // An account asks which way what has no sign went.
    let account = try importing().plan(Self.text("plain-lines-in-a-text"), .account(Self.savings, try #require(Currency(code: "INR"))))
    #expect(account.outcomes == ["2 problem: Nothing says whether it came in or went out. Say --signed or --card."])
  }

  @Test("What a balance shows of missing lines stands on a line of its own, is counted, and is said before --commit")
  func balancesThatDiffer() throws {
    let importing = self.importing()
    let file = "Date,Text,Amount,Balance\n2026-11-20,Rice,-10.00,90.00\n2026-11-21,Tea,-10.00,80.00\n2026-11-22,Gas,-10.00,60.00\n"
    let plan = try importing.plan(file)
    #expect(plan.commands.count == 3 && plan.warnings == 1 && plan.problems == 0)
    let said = "line 4: The balance is 60.00 here, but the lines come to 70.00. Perhaps lines are missing."
    let shown = Screens.importPlan(plan, importing.home.view, Theme(isColored: false, width: 80))
    #expect(shown.contains(said), "\(shown)")
    #expect(
      shown.last
        == "3 new, 1 with a balance that differs. Nothing was sent. Look whether lines are missing; --commit adds what is new all the same."
    )
    let theme = Theme(isColored: true, width: 80)
    #expect(Screens.importPlan(plan, importing.home.view, theme).contains(theme.paint(said, .due)))
    #expect(Screens.imported(plan, theme) == ["Done: 3 new, 1 with a balance that differs."])
    #expect(plan.steps.map(\.json).count { $0.contains("\"outcome\":\"warning\"") && $0.contains("The balance is 60.00 here") } == 1)
    let hindi = Screens.importPlan(plan, importing.home.view, Theme(isColored: false, width: 80, language: .hindi))
    #expect(hindi.contains { $0.hasPrefix("पंक्ति 4: शेष यहाँ 60.00 है") } && hindi.last?.contains("1 में शेष नहीं मिलता") == true, "\(hindi)")
    // The control: no word of it where each balance agrees.
    let good = try importing.plan(file.replacing("60.00", with: "70.00"))
    #expect(good.warnings == 0)
    #expect(
      Screens.importPlan(good, importing.home.view, Theme(isColored: false, width: 80)).last
        == "3 new. Nothing was sent; --commit adds what is new.")
  }

  @Test("CV-15: in a group, lines of which nothing says which way their money went go in as expenses, which is said")
  func undirectedLines() throws {
    var importing = self.importing()
    let file = "Date,Description,Amount\n2026-11-20,Salary Nov,50000\n2026-11-21,Shop,450\n"
    let notice = "Nothing in the file says which way money went: all lines are taken for expenses. --signed or --card says otherwise."
    let cause = "Nothing says whether it came in or went out. Say --signed or --card."
    func shown(_ plan: ImportPlan) -> [String] { Screens.importPlan(plan, importing.home.view, Theme(isColored: false, width: 100)) }
    let plan = try importing.plan(file)
    #expect(plan.isUndirected && plan.commands.map(\.addEntry.content.kind) == [.expense, .expense])
    // Below the sums.
    #expect(Array(shown(plan).suffix(2)) == [notice, "2 new. Nothing was sent; --commit adds what is new."])
    #expect(plan.steps.allSatisfy { $0.json.contains("\"outcome\":\"new\"") && $0.json.contains(cause) })
    // What was said, and what the file itself says of each line, need no notice; nor does what is there already.
    for (signed, kinds) in [(true, [EntryKind.income, .income]), (false, [.expense, .expense])] {
      (importing.options.isSigned, importing.options.isCard) = (signed, !signed)
      let said = try importing.plan(file)
      #expect(!said.isUndirected && said.commands.map(\.addEntry.content.kind) == kinds && !shown(said).contains(notice))
      #expect(said.steps.allSatisfy { !$0.json.contains(cause) })
    }
    importing.options = ImportOptions()
    // In a column of kinds, nothing is an expense.
    let kinds = try importing.plan("Date,Description,Amount,Kind\n2026-11-20,Salary,50000,income\n2026-11-20,Shop,450,\n")
    #expect(!kinds.isUndirected && kinds.commands.map(\.addEntry.content.kind) == [.income, .expense])
    try importing.commit(plan)
    #expect(try !importing.plan(file).isUndirected)
  }

  @Test("A currency that was said goes before that of the bank, and only the group's own comes last")
  func saidCurrency() throws {
    func currencies(_ name: String, _ said: String?) throws -> Set<String> {
      let plan = try importing("INR") { $0.currency = said }.plan(Self.text(name), .group)
      return Set(plan.commands.map(\.addEntry.content.amount.currency))
    }
    for (name, own) in [("profile-kotak", "INR"), ("bank-hdfc", "INR"), ("profile-danske", "DKK"), ("profile-amex-us", "USD")] {
      #expect(try currencies(name, "CAD") == ["CAD"], "\(name)")
      #expect(try currencies(name, nil) == [own], "\(name)")
    }
  }

  private static let splitwiseFiles: [(String, [String: Int64])] = [
    ("splitwise-german", ["EUR": -11_00]), ("splitwise-french", ["EUR": 3_60]), ("splitwise-payments", ["USD": 0]),
    ("splitwise-yen", ["JPY": 15_000]),
    ("splitwise-ended-currencies", ["HRK": 50_00, "BGN": 50_00]),
  ]

  @Test("SW-01: Splitwise's files in whatever language", arguments: splitwiseFiles)
  func splitwise(_ name: String, _ balances: [String: Int64]) throws {
    var importing = self.importing { $0.members = ["Kai=Asha", "Lea=Ravi"] }
    let plan = try importing.plan(Self.text(name), .group)
    #expect(plan.problems == 0, "\(plan.outcomes)")
    if name == "splitwise-payments" {
      #expect(plan.steps.map(\.content?.kind) == [.expense, .transfer, .transfer] && plan.sums.map(\.spent) == [1000_00])
    }
    try importing.commit(plan)
    for (code, minor) in balances { #expect(try importing.balances(code)[0] == minor, "\(code)") }
    #expect(try importing.plan(Self.text(name), .group).commands.isEmpty)
  }

  private static let appFiles: [(String, Int64)] = [
    ("app-cospend", 18_33), ("app-ihatemoney", 53_34), ("app-tricount", 31_00), ("app-splitpro", 0), ("app-settleup", 14_99),
  ]

  @Test("Other apps' files: the balances are theirs", arguments: appFiles)
  func apps(_ name: String, _ balance: Int64) throws {
    var importing = self.importing {
      $0.members = ["Kai=Asha", "Lea=Ravi"]
      $0.currency = "EUR"
    }
    let plan = try importing.plan(Self.text(name), .group)
    #expect(plan.problems == 0, "\(plan.outcomes)")
    try importing.commit(plan)
    #expect(try importing.balances("EUR") == [balance, -balance, 0])
    #expect(try importing.plan(Self.text(name), .group).commands.isEmpty)
  }
}

extension Importing {
  func plan(_ bytes: [UInt8], _ target: ImportPlan.Target) throws -> ImportPlan {
    ImportPlan(try lines(bytes), into: home.view, target, now: 0, today: Self.today)
  }

  /// Folds the plan's commands into the group, as the server would, those of an account into its lane.
  mutating func commit(_ plan: ImportPlan, account: AccountID) throws {
    for command in plan.commands {
      let context = DecisionContext(
        holder: try #require(home.view.state.shared.member(home.view.member)?.holder), now: 0, today: Self.today)
      for decided in try decide(command, in: home.view.state, context: context).events {
        if case .setAccountEntry = command.body { home.appendAccount(decided.body, account) } else { home.append(decided.body) }
      }
    }
  }
}
