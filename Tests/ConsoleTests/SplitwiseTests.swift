import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

@Suite struct SplitwiseTests {
  private static let header = "Date,Description,Category,Cost,Currency,Asha Sharma,Ravi,मीरा\n\n"
  private static let rows = """
    2026-11-01,Dinner,Dining out,90.00,INR,60.00,-30.00,-30.00
    2026-11-02,"Cab, airport",Taxi,45.00,INR,-15.00,30.00,-15.00
    2026-11-03,Ravi paid Asha S.,Payment,20.00,INR,-20.00,20.00,0.00
    2026-11-04,Deposit back,General,-30.00,INR,10.00,10.00,-20.00
    2026-11-05,Boat,General,100.00,INR,20.01,29.99,-50.00
    2026-11-06,Museum,General,10.00,USD,10.00,-10.00,0.00
    2026-11-07,My own,General,10.00,INR,0.00,0.00,0.00
    2026-11-08,Settle all balances,Payment,0.00,INR,0.00,0.00,0.00


    """
  private static let totals = """

    2026-11-20,Total balance, , ,INR,55.01,59.99,-115.00
    ,Total balance, , ,USD,10.00,-10.00,0.00

    """

  private func importing() -> Importing {
    var importing = Importing()
    importing.options.members = ["Asha Sharma=asha"]
    return importing
  }

  @Test("SW-01, product N14: the balances are Splitwise's to the paisa, in every currency")
  func balancesAreTheSame() throws {
    var importing = self.importing()
    let plan = try importing.splitwise("Note: does not include group expenses\n\n" + Self.header + Self.rows + Self.totals)
    #expect(plan.problems == 0, "\(plan.outcomes)")
    #expect(plan.commands.count == 6)
    #expect(plan.outcomes.count { $0.hasSuffix(" nothing: Nobody owes anybody for it.") } == 2)
    try importing.commit(plan)
    #expect(try importing.balances() == [55_01, 59_99, -115_00])
    #expect(try importing.balances("USD") == [10_00, -10_00, 0])
    let entries = Array(importing.home.view.state.shared.entries)
    #expect(entries.map(\.kind) == [.expense, .expense, .transfer, .income, .expense, .expense])
    #expect(entries.map(\.minor) == [90_00, 45_00, 20_00, 30_00, 100_00, 10_00])
    #expect(entries[0].category == "dining")
    #expect(entries[0].owed.map(\.minor) == [30_00, 30_00, 30_00])
    // Half of the boat nobody owes: the two who paid used it, by how much they lent.
    #expect(entries[4].paid.map(\.minor) == [40_02, 59_98])
    #expect(entries[4].owed.map(\.minor) == [20_01, 29_99, 50_00])
    #expect(try importing.splitwise(Self.header + Self.rows + Self.totals).commands.isEmpty)
  }

  @Test("CV-05: a column for somebody new makes no entry new")
  func aNewPersonChangesNothing() throws {
    var importing = self.importing()
    let row = "2026-11-01,Dinner,Dining out,90.00,INR,60.00,-30.00,-30.00"
    try importing.commit(try importing.splitwise(Self.header + row + "\n"))
    let grown =
      "Date,Description,Category,Cost,Currency,Zed,Asha Sharma,Ravi,मीरा\n"
      + "2026-11-01,Dinner,Dining out,90.00,INR,0.00,60.00,-30.00,-30.00\n2026-11-09,Tea,General,2.00,INR,0.00,1.00,-1.00,0.00\n"
    #expect(try importing.splitwise(grown).outcomes == ["2 known", "3 new"])
  }

  @Test(
    "Every line's problem is told",
    arguments: [
      ("2026-11-01,Dinner,General,90.00,INR,60.00,-30.00,-20.00", "What people paid and owe does not add up to 0."),
      ("2026-11-01,Dinner,General,50.00,INR,60.00,-30.00,-30.00", "People get back more than it cost."),
      ("2026-11-01,Dinner,General,90.00,INR,6x,-30.00,-20.00", "\"6x\" is no amount. Write it like 450 or 450.50."),
      ("2026-11-01,Dinner,General,90.00,ZZZ,60.00,-30.00,-20.00", "\"ZZZ\" is no currency. Write a code of three letters, like INR."),
      (
        "01/11/2026,Dinner,General,90.00,INR,60.00,-30.00,-30.00",
        "\"01/11/2026\" could be two days, and no line shows which. Say --dates dmy, mdy or ymd."
      ),
      ("2026-11-01,Dinner", "It has fewer than 5 fields."),
      (
        "2026-11-01,Total balance, , ,INR,1.00,-1.00,0.00",
        "The total of Asha Sharma in INR is 1.00 here, but the lines above come to 0.00."
      ),
    ])
  func problems(row: String, cause: String) throws {
    #expect(try importing().splitwise(Self.header + row + "\n").outcomes == ["3 problem: \(cause)"])
  }

  @Test func strangersHaveToBeNamed() throws {
    let plan = try Importing().splitwise(Self.header + "2026-11-01,Dinner,General,2.00,INR,1.00,-1.00,0.00\n")
    #expect(
      plan.outcomes == [
        "3 problem: Nobody here is called \"Asha Sharma\". The members are: Asha, Ravi, मीरा. Say who it is with --member \"Asha Sharma=NAME\", or add --add-members."
      ])
    #expect(throws: ArgumentFlaw.self) { try Importing().splitwise("date;description\n") }
  }

  /// Random entries, written as Splitwise would, give the same balances and the same totals.
  @Test(arguments: [81] as [UInt64]) func randomGroups(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<200 {
      var importing = self.importing()
      var text = Self.header
      var totals: [Int64] = [0, 0, 0]
      for row in 0..<Int.random(in: 1...6, using: &random) {
        let nets = [Int64.random(in: -500_00...500_00, using: &random), Int64.random(in: -500_00...500_00, using: &random)]
        let all = nets + [-nets[0] - nets[1]]
        let sign: Int64 = Bool.random(using: &random) ? 1 : -1
        let cost = sign * (all.filter { $0 > 0 }.reduce(0, +) + Int64.random(in: 0...300_00, using: &random))
        totals = zip(totals, all).map(+)
        text += CSV.line(["2026-11-01", "Row \(row)", "General", plain(cost), "INR"] + all.map(plain))
      }
      text += CSV.line(["", "Total balance", " ", " ", "INR"] + totals.map(plain))
      let plan = try importing.splitwise(text)
      #expect(plan.problems == 0, "seed \(seed), case \(number): \(plan.outcomes)")
      try importing.commit(plan)
      #expect(try importing.balances() == totals, "seed \(seed), case \(number)")
    }
  }

  private func plain(_ minor: Int64) -> String { Currency(code: "INR").map { Money.plain(minor: minor, currency: $0) } ?? "" }
}
