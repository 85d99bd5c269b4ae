import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct ArgumentTests {
  @Test(arguments: [("10s", UInt32(10)), ("5m", 300), ("12h", 43_200), ("7d", 604_800)])
  func durations(text: String, seconds: UInt32) throws {
    #expect(try DurationText.seconds(text) == seconds)
  }

  @Test(arguments: ["", "s", "10", "10x", "-5m", "+5m", "1.5h", "0s", "99999999d", "5 m", "5M"])
  func noDurations(text: String) {
    #expect(throws: ArgumentFlaw.self) { try DurationText.seconds(text) }
  }

  @Test(arguments: [
    ("equal:Asha,Ravi", SplitText.equal(["Asha", "Ravi"])), ("equal:", .equal([])), ("EQUAL: Asha , Ravi", .equal(["Asha", "Ravi"])),
    ("percent:Asha=60,Ravi=40", .percentage([.init(name: "Asha", basisPoints: 6_000), .init(name: "Ravi", basisPoints: 4_000)])),
    ("percent:A=33.33,B=66.7%", .percentage([.init(name: "A", basisPoints: 3_333), .init(name: "B", basisPoints: 6_670)])),
    ("custom:Asha=333.50,Ravi=666", .exact([.init(name: "Asha", amount: "333.50"), .init(name: "Ravi", amount: "666")])),
    ("Fixed:Asha=1", .exact([.init(name: "Asha", amount: "1")])),
    ("exact:Asha=333.50,R=v=666", .exact([.init(name: "Asha", amount: "333.50"), .init(name: "R=v", amount: "666")])),
  ])
  func splits(text: String, expected: SplitText) throws {
    #expect(try SplitText(text) == expected)
  }

  @Test(arguments: [
    "", "half:Asha", "percent:", "percent", "percent:Asha", "percent:Asha=", "percent:=5", "percent:Asha=101", "percent:Asha=1.234",
    "percent:Asha=-5",
    "percent:Asha=x", "percent:Asha=5.", "percent:Asha=+5", "exact:", "exact:Asha", "exact:,", "custom:", "fixed:", "fixed:Asha",
  ])
  func noSplits(text: String) {
    #expect(throws: ArgumentFlaw.self) { try SplitText(text) }
  }

  @Test("A percentage above its bound says the bound")
  func percentages() throws {
    #expect(try PercentText.basisPoints("100") == 10_000 && PercentText.basisPoints("1000", percentMax: 1_000) == 100_000)
    for text in ["101", "100.01", "70000"] {
      #expect(throws: ArgumentFlaw("\"\(text)\" is too much. Write at most 100 percent.")) { try PercentText.basisPoints(text) }
    }
  }

  @Test("Of several who paid, how much each did is asked for; a name with a comma is a name")
  func severalPaid() throws {
    let home = Household(meera: "Sharma, Meera")
    let names = MemberNames(home.view.state.shared.members, me: home.asha)
    let rupee = try #require(Currency(code: "INR"))
    #expect(throws: ArgumentFlaw("Where several paid, say how much each did: --paid-by \"Asha=…,Ravi=…\".")) {
      try SplitText.Part.paid("Asha, Ravi", of: "10", names, rupee)
    }
    #expect(try SplitText.Part.paid("Sharma, Meera", of: "10", names, rupee).map(\.memberID) == [home.meera.description])
    #expect(try SplitText.Part.paid("Asha=4,Ravi=6", of: "10", names, rupee).map(\.minor) == [400, 600])
  }

  @Test("Of two of a name, claiming means the one without an account; an end of an id names one too")
  func sameNames() throws {
    var home = Household(meera: "ravi")
    let placeholder = MemberID(high: 0x7000, low: 0x8000_0000_00AB_CDEF)
    home.append(
      .memberJoined(
        .with {
          ($0.memberID, $0.displayName, $0.role) = (placeholder.description, "Ravi", .adult)
        }))
    let names = MemberNames(home.view.state.shared.members, me: home.asha)
    #expect(throws: ArgumentFlaw.self) { try names.find("Ravi") }
    #expect(try names.find("ravi", first: .unclaimed) == placeholder && names.find("Asha", first: .unclaimed) == home.asha)
    #expect(try names.find("abcdef") == placeholder && names.find("ABCDEF") == placeholder)
    #expect(throws: ArgumentFlaw.self) { try names.find("def") }
    // A person who shares a name is shown with what tells them apart, and nobody else is.
    let shared = home.view.state.shared
    #expect(shared.name(placeholder) == "Ravi (abcdef)" && shared.name(home.ravi) == "Ravi (00000b)" && shared.name(home.asha) == "Asha")
    let screens = Screens.members(home.view, Theme(isColored: false, width: 80))
    #expect(screens.contains { $0.hasPrefix("Ravi (abcdef)") })
  }

  @Test func splitsAreResolvedWithTheGroup() throws {
    let home = Household()
    let names = MemberNames(home.view.state.shared.members, me: home.asha)
    let currency = try #require(Currency(code: "INR"))
    let split = try SplitText("exact:asha=333.50,RAVI=666").resolved(names, currency)
    #expect(split.exact.shares.map(\.minor) == [33_350, 66_600])
    #expect(split.exact.shares.map(\.memberID) == [home.asha.description, home.ravi.description])
    let everybody = try SplitText("equal:").resolved(names, currency)
    #expect(everybody.equal.memberIds.isEmpty)
    #expect(everybody.method != nil)
    #expect(throws: ArgumentFlaw("\"1.234\" has too many decimals: INR has at most 2.")) {
      try SplitText("exact:Asha=1.234").resolved(names, currency)
    }
  }

  @Test func membersAreFoundByName() throws {
    let home = Household(meera: "ravi")
    let names = MemberNames(home.view.state.shared.members, me: home.asha)
    #expect(try names.find("ASHA") == home.asha)
    #expect(try names.find("me") == home.asha)
    #expect(try names.find("Ravi") == home.ravi, "the exact name wins")
    #expect(try names.find(home.meera.description) == home.meera)
    #expect(throws: ArgumentFlaw("Nobody here is called \"Bob\". The members are: Asha, Ravi, ravi.")) { try names.find("Bob") }
    #expect(throws: ArgumentFlaw("2 members are called \"RAVI\". Name the one you mean by id: Ravi \(home.ravi), ravi \(home.meera).")) {
      try names.find("RAVI")
    }
  }

  @Test(
    "PG-02: a link says which server it leads to, a code alone does not",
    arguments: [
      ("https://hearth.example/join#K7QM-3FXP-9RTW-2HVC", "https://hearth.example"),
      ("http://127.0.0.1:7433/join#K7QM-3FXP-9RTW-2HVC", "http://127.0.0.1:7433"),
      ("https://hearth.example/join?from=chat#K7QM-3FXP-9RTW-2HVC", "https://hearth.example"), ("K7QM-3FXP-9RTW-2HVC", nil),
    ] as [(String, String?)])
  func serverOfLink(text: String, server: String?) { #expect(InviteCodeText.server(text) == server) }

  @Test(arguments: ["K7QM-3FXP-9RTW-2HVC", "k7qm3fxp9rtw2hvc", "https://hearth.example/join#K7QM-3FXP-9RTW-2HVC", "K7QM 3FXP 9RTW 2HVC"])
  func inviteCodes(text: String) throws {
    let code = try InviteCodeText.code(text)
    #expect(code.uppercased().filter { $0.isLetter || $0.isNumber } == "K7QM3FXP9RTW2HVC")
  }

  @Test(arguments: ["", "K7QM", "https://hearth.example/join", "K7QM-3FXP-9RTW-2HV!", "K7QM-3FXP-9RTW-2HVC-X"])
  func noInviteCodes(text: String) {
    #expect(throws: ArgumentFlaw.self) { try InviteCodeText.code(text) }
  }

  @Test(
    "A day is said in words or figures, in both languages",
    arguments: [
      ("yesterday", "2026-11-19"), ("Today", "2026-11-20"), ("आज", "2026-11-20"), ("कल", "2026-11-19"), ("2024-02-29", "2024-02-29"),
      ("2026-02-29", nil), ("tomorrow", nil),
    ] as [(String, String?)])
  func days(_ text: String, _ day: String?) throws {
    let today = try #require(CivilDate(iso8601: "2026-11-20"))
    #expect((try? Choices.date(text, today: today)) == day)
  }

  @Test func entriesAreReadWithTheGroup() throws {
    let home = Household()
    var wish = EntryWish(amount: "999", description: "Dinner")
    wish.category = "Dining out"
    wish.paidBy = "Asha=500,Ravi=499"
    let content = try wish.content(in: home.view)
    #expect(content.amount.minor == 99_900)
    #expect(content.category == "dining")
    #expect(content.paid.map(\.minor) == [50_000, 49_900])
    #expect(!content.hasSplit)
    #expect(content.date.isEmpty)
    wish.paidBy = "ravi"
    #expect(try wish.content(in: home.view).paid.map(\.minor) == [99_900])
    wish.category = "moon"
    #expect(throws: ArgumentFlaw("There is no category \"moon\". There are: groceries, dining, salary.")) {
      try wish.content(in: home.view)
    }
    wish.category = ""
    wish.date = "2026-02-30"
    #expect(throws: ArgumentFlaw.self) { try wish.content(in: home.view) }
  }

  @Test func transfersGoFromTheUserToAnother() throws {
    let home = Household()
    let content = try PayWish(name: "ravi", amount: "500").content(in: home.view)
    #expect(content.kind == .transfer)
    #expect(content.paid.map(\.memberID) == [home.asha.description])
    #expect(content.split.exact.shares.map(\.memberID) == [home.ravi.description])
    #expect(throws: ArgumentFlaw("You cannot pay yourself.")) { try PayWish(name: "Asha", amount: "500").content(in: home.view) }
  }

  @Test func aBudgetOfTheSameNameIsChanged() throws {
    var home = Household()
    home.setBudget("Groceries", 100, "groceries")
    let known = try #require(home.view.state.shared.budgets.first)
    var wish = BudgetWish(name: "groceries", limit: "12000", categories: ["groceries"])
    wish.period = "weekly"
    let changed = try wish.command(in: home.view)
    #expect(changed.budgetID == known.id.description)
    #expect(changed.content.rollover == .unspecified && !changed.content.hasAlerts)
    var dollars = BudgetWish(name: "Dollars", limit: "12.50", categories: ["groceries"])
    dollars.currency = "usd"
    #expect(try dollars.command(in: home.view).content.limit == Money(minor: 1_250, currency: #require(Currency(code: "USD"))))
    dollars.limit = nil
    #expect(throws: ArgumentFlaw.self) { try dollars.command(in: home.view) }
    wish = BudgetWish(name: "Fun", limit: "1", categories: ["Dining Out"])
    (wish.period, wish.start, wish.rollover, wish.cap, wish.thresholds) = ("yearly", "2026-01-01", "both", "0.50", "80, 82.5%, 1000, over")
    let fresh = try wish.command(in: home.view)
    #expect(fresh.content.rollover == .both && fresh.content.rolloverCapMinor == 50)
    #expect(fresh.content.alerts.basisPoints == [8_000, 8_250, 100_000] && fresh.content.alerts.over)
    #expect(fresh.budgetID != known.id.description)
    #expect(fresh.content.categories == ["dining"])
  }

  /// A weekly budget in which nothing is as it would be in a new one.
  private func peculiar() -> Household {
    var home = Household()
    home.setBudget("Groceries", 100_00, "groceries") {
      $0.period = .weekly
      $0.categories = ["groceries", "dining"]
      $0.startDate = "2026-11-04"
      $0.rollover = .both
      $0.rolloverCapMinor = 5_00
      $0.alerts.basisPoints = [5_000]
    }
    return home
  }

  /// The budget after the command, as the server decides it.
  private func changed(_ home: Household, _ change: (inout BudgetWish) -> Void) throws -> BudgetContent {
    var wish = BudgetWish(name: "groceries")
    change(&wish)
    let decision = try home.decision(.setBudget(try wish.command(in: home.view)))
    guard case .budgetSet(let set) = decision.events.first?.body else { throw Rejection.nothingChanges }
    return set.content
  }

  @Test("product 108: what is not named of a budget stays as it was, whichever field it is that changes")
  func aBudgetKeepsWhatIsNotNamed() throws {
    let home = peculiar()
    let before = try #require(home.view.state.shared.budgets.first).content
    let changes: [((inout BudgetWish) -> Void, (inout BudgetContent) -> Void)] = [
      ({ $0.limit = "120" }, { $0.limit.minor = 120_00 }), ({ $0.categories = ["Dining out"] }, { $0.categories = ["dining"] }),
      ({ $0.start = "2026-11-22" }, { $0.startDate = "2026-11-22" }), ({ $0.rollover = "surplus" }, { $0.rollover = .surplus }),
      ({ $0.cap = "7.50" }, { $0.rolloverCapMinor = 7_50 }), ({ $0.cap = "none" }, { $0.rolloverCapMinor = 0 }),
      ({ $0.thresholds = "90,over" }, { ($0.alerts.basisPoints, $0.alerts.over) = ([9_000], true) }),
      // What bounds what is carried goes with it, and a new kind of period begins with the running week.
      ({ $0.rollover = "none" }, { ($0.rollover, $0.rolloverCapMinor) = (Rollover.none, 0) }),
      ({ $0.period = "yearly" }, { ($0.period, $0.startDate) = (.yearly, "2026-11-18") }),
      (
        {
          $0.period = "weekly"
          $0.limit = "1"
        }, { $0.limit.minor = 1_00 }
      ),
    ]
    for (wish, expected) in changes {
      var content = before
      expected(&content)
      #expect(content != before)
      #expect(try changed(home, wish) == content)
    }
    #expect(throws: Rejection.nothingChanges) { try changed(home) { _ in } }
  }

  @Test func aNewBudgetNeedsALimitAndACategory() throws {
    let home = Household()
    for (limit, categories) in [(nil, []), ("10", []), (nil, ["groceries"])] as [(String?, [String])] {
      #expect(throws: ArgumentFlaw.self) { try BudgetWish(name: "Fun", limit: limit, categories: categories).command(in: home.view) }
    }
    #expect(try BudgetWish(name: "Fun", limit: "10", categories: ["dining"]).command(in: home.view).content.period == .monthly)
  }

  @Test func budgetsThatAreNotUnderstood() throws {
    var home = Household()
    home.setBudget("Groceries", 100, "groceries")
    home.removeBudget()
    var wish = BudgetWish(name: "groceries", limit: "12000", categories: ["groceries"])
    #expect(throws: ArgumentFlaw("The budget Groceries was removed. Bring it back first: hearth budget reactivate \"Groceries\"")) {
      _ = try wish.command(in: home.view)
    }
    wish.name = "Food"
    wish.thresholds = "none"
    #expect(try wish.command(in: home.view).content.alerts == BudgetAlerts())
    for thresholds in ["", "80,,100", "eighty", "1001", "80.123", "-1", "over,never"] {
      wish.thresholds = thresholds
      #expect(throws: ArgumentFlaw.self) { _ = try wish.command(in: home.view) }
    }
    wish.thresholds = nil
    for (rollover, cap) in [
      ("some", nil), ("none", "5"), (nil, "5"), ("surplus", "5.555"), ("surplus", "0"), ("both", "0.00"),
    ] as [(String?, String?)] {
      (wish.rollover, wish.cap) = (rollover, cap)
      #expect(throws: ArgumentFlaw.self) { _ = try wish.command(in: home.view) }
    }
    #expect(throws: ArgumentFlaw("There is no budget \"Fun\". There are: Groceries.")) {
      _ = try Choices.budget("Fun", of: home.view.state.shared.budgets)
    }
  }
}
