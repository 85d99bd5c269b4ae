import HearthProtocol
import Importing
import Ledger
import Testing

@testable import Console

/// A file of rates, and what comes of importing it.
@Suite struct RateImportTests {
  private static let today = CivilDate(daysSince1970: 20_780)

  private func plan(_ text: String, _ order: ImportOptions.DateOrder? = nil, into home: Household = Household()) throws -> RatePlan {
    try RatePlan(Array(text.utf8), order, into: home.view, today: Self.today)
  }

  @Test("product 181, CV-06: rates come from a file; what the group knows just so is not sent again")
  func newAndKnown() throws {
    let file = """
      Date,from,rate,source
      2026-11-20,USD,83.1525,Reserve Bank
      2026-11-20,eur,"090.50",
      ,USD,84,
      """
    var home = Household()
    let first = try plan(file, into: home)
    #expect(first.lines.map(\.number) == [2, 3, 4] && first.problems == 0)
    #expect(
      first.new.map { [$0.from, $0.to, $0.rate, $0.date, $0.source] } == [
        ["USD", "INR", "83.1525", "2026-11-20", "Reserve Bank"], ["EUR", "INR", "90.5", "2026-11-20", ""],
        ["USD", "INR", "84", Self.today.description, ""],
      ])
    let context = DecisionContext(
      holder: try #require(home.view.state.shared.member(home.asha)?.holder), now: 0, today: Self.today)
    for (number, rate) in first.new.enumerated() {
      var command = Command()
      (command.id, command.groupID) = (CommandID(high: 0x7000, low: UInt64(number)).description, home.group.description)
      command.setRate.rate = rate
      for decided in try decide(command, in: home.view.state, context: context).events { home.append(decided.body) }
    }
    let again = try plan(file, into: home)
    #expect(again.new.isEmpty && again.lines.count == 3)
    #expect(again.lines.map(\.outcome) == first.new.map { .known($0) })
    // Another source, or another figure, is news.
    #expect(try plan("from,rate,date\nUSD,83.1525,2026-11-20\nEUR,90.6,2026-11-20\n", into: home).new.count == 2)
  }

  @Test("CV-07: no rate of a file is multiplied", arguments: ["83 K", "83k", "1 Cr", "1.2L", "2 m", "1 लाख"])
  func multipliers(_ rate: String) throws {
    let plan = try plan("from,rate\nUSD,\(rate)\n")
    #expect(plan.problems == 1 && plan.new.isEmpty)
  }

  @Test("CV-06: a wrong line is named with its number and the others are read")
  func problems() throws {
    let plan = try plan("from,to,rate,date\nUSD,,0,\nXXX,,1,\nINR,,1,\nUSD,INR,1,20.11.2026\nUSD,INR,83\nUSD,,84,\n")
    #expect(plan.problems == 5 && plan.new.map(\.rate) == ["83"])
    let causes = plan.lines.compactMap { line in
      if case .problem(let cause) = line.outcome { "\(line.number) \(cause.description.prefix(24))" } else { nil }
    }
    #expect(
      causes == [
        "2 \"0\" is no rate. Write a ", "3 \"XXX\" is no currency. Wr", "4 INR has no rate in itsel", "5 \"20.11.2026\" is no day l",
        "7 Line 6 has a rate of the",
      ])
    #expect(try self.plan("from,rate,date\nUSD,1,20.11.2026\n", .dmy).new.map(\.date) == ["2026-11-20"])
    #expect(throws: ArgumentFlaw("The file is empty.")) { try self.plan("") }
    #expect(throws: ArgumentFlaw.self) { try self.plan("from,to,date\nUSD,INR,\n") }
  }

  @Test("CV-06: what the server would refuse is found before anything is sent, and a wrong line spoils no later one")
  func asTheServer() throws {
    let long = String(repeating: "é", count: 101)
    let file = """
      from,rate,date,source
      USD,83,2026-11-20,\(long)
      USD,83,2026-11-20,\(long.dropLast())
      EUR,90,2026-11-20,Reserve\u{7}Bank
      EUR,90,2126-11-24,
      EUR,90,2126-11-23,
      EUR,90,1926-11-22,
      EUR,90,1926-11-23,
      GBP,much,2026-11-20,
      GBP,105,2026-11-20,
      """
    var plan = try plan(file)
    let problems = plan.lines.compactMap { line in if case .problem = line.outcome { line.number } else { nil } }
    #expect(problems == [2, 4, 5, 7, 9])
    let farAway = plan.lines.first { $0.number == 5 }.map { line in
      if case .problem(let cause) = line.outcome { cause.text(in: .hindi) } else { "" }
    }
    #expect(farAway?.hasPrefix(RejectionCode.dateOutOfRange.hindi.cause) == true, "\(farAway ?? "")")
    #expect(plan.new.map(\.date) == ["2026-11-20", "2126-11-23", "1926-11-23", "2026-11-20"])
    // Somebody else was quicker.
    let first = try #require(plan.new.first)
    plan.isKnown(first)
    #expect(plan.new.count == 3 && plan.lines[1].outcome == .known(first) && plan.problems == 5)
    // Written otherwise, but the same to the server.
    var home = Household()
    home.rate("USD", "83", on: "2026-11-20", source: "\u{e9}")
    #expect(try self.plan("from,rate,date,source\nUSD,83.0,2026-11-20,e\u{301}\n", into: home).new.isEmpty)
  }

  @Test("MN-05, CV-06: a group has at most 10,000 rates, and the line of the next one is wrong")
  func tooMany() throws {
    var home = Household()
    for day in 0..<9_999 { home.rate("USD", "83", on: CivilDate(daysSince1970: 10_000 + day).description) }
    let plan = try plan("from,rate,date\nEUR,90,2026-11-20\nEUR,91,2026-11-21\nUSD,84,2020-01-01\n", into: home)
    #expect(plan.new.map(\.rate) == ["90", "84"], "a rate that takes another's place is no further one")
    #expect(plan.lines.map(\.number) == [2, 3, 4] && plan.problems == 1)
  }

  @Test("A file of rates on the screen and for programs")
  func shown() throws {
    let plan = try plan("from,rate,date\nUSD,83,2026-11-20\nUSD,zero,\n")
    let theme = Theme(isColored: false, width: 100)
    let screen = Screens.ratePlan(plan, theme)
    #expect(
      Screens.ratePlan(plan, skipsProblems: true, theme).last == "1 new, 1 with problems. Nothing was sent; --commit adds what is new.")
    #expect(screen.first?.hasPrefix("line 2  2026-11-20  1 USD  83 INR  new") == true)
    #expect(screen.contains { $0.hasPrefix("line 3: \"zero\" is no rate.") })
    #expect(
      screen.last
        == "1 new, 1 with problems. Nothing was sent, and nothing is until the lines are mended, or left out with --skip-problems.")
    #expect(plan.lines[0].json == #"{"line":2,"outcome":"new","from":"USD","to":"INR","rate":"83","date":"2026-11-20"}"#)
    #expect(Screens.imported(plan, theme) == ["Done: 1 new, 1 with problems."])
  }

  @Test("product 180: in a currency of one's own balances count at the rates that the group knows, as far as it does")
  func ownCurrency() throws {
    var home = Household()
    home.add("Rice", 90_00, paid: [(home.asha, 90_00)], owed: [(home.ravi, 90_00)])
    home.add("Museum", 10_00, paid: [(home.ravi, 10_00)], owed: [(home.asha, 10_00)]) { $0.amount.currency = "USD" }
    let before = try RateText.balances(home.view, in: "EUR", at: [], on: Self.today)
    #expect(before.unconverted.map(\.code) == ["INR", "USD"] && before.balances.allSatisfy { $0.minor == 0 })
    home.rate("INR", "0.01", in: "EUR")
    let known = try RateText.balances(home.view, in: "EUR", at: [], on: Self.today)
    #expect(known.unconverted.map(\.code) == ["USD"] && known[home.asha] == 90 && known[home.ravi] == -90)
    // What is said comes first, and before its day a rate is not known.
    #expect(try RateText.balances(home.view, in: "EUR", at: ["INR=0.02", "USD=0.9"], on: Self.today)[home.asha] == 180 - 900)
    let early = try #require(CivilDate(iso8601: "2026-10-31"))
    #expect(try RateText.balances(home.view, in: "EUR", at: [], on: early).unconverted.count == 2)
  }
}
