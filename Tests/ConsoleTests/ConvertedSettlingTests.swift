import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What `hearth settle --in` and `hearth pay --of` make of what is typed (SPEC ST-10).
@Suite struct ConvertedSettlingTests {
  /// Ravi owes Asha $100.00 and ¥1,000, and she owes him ₹5,000.00.
  private func household() -> Household {
    var home = Household(meera: "Meera")
    home.add("Hotel", 100_00, paid: [(home.asha, 100_00)], owed: [(home.ravi, 100_00)], isEqual: false) { $0.amount.currency = "USD" }
    home.add("Tea", 1_000, paid: [(home.asha, 1_000)], owed: [(home.ravi, 1_000)], isEqual: false) { $0.amount.currency = "JPY" }
    home.add("Train", 5_000_00, paid: [(home.ravi, 5_000_00)], owed: [(home.asha, 5_000_00)], isEqual: false)
    home.rate("JPY", "0.56", on: "2026-11-01")
    return home
  }

  private func ravis(_ home: Household) -> GroupView {
    GroupView(state: home.view.state, member: home.ravi, epoch: 1, marks: home.view.marks, online: [])
  }

  private func settling(_ view: GroupView, _ change: (inout SettleWish) -> Void) throws -> ConvertedSettling {
    var wish = SettleWish()
    wish.rates = ["USD=83.15"]
    change(&wish)
    return try wish.converted(to: "inr", in: view)
  }

  @Test("product 180, ST-10: all currencies between two are settled, and it is said what is handed over for them together")
  func allCurrencies() throws {
    let home = household()
    for (view, name, sign) in [(ravis(home), "Asha", Int64(1)), (home.view, "Ravi", -1)] {
      let settling = try settling(view) { $0.name = name }
      #expect(settling.commands.map(\.currency) == ["INR", "JPY", "USD"] && settling.commands.map(\.minor) == [5_000_00, 1_000, 100_00])
      #expect(settling.commands.map(\.fromMemberID) == [home.asha, home.ravi, home.ravi].map(\.description))
      #expect(settling.commands.map(\.conversion.rate) == ["", "", "83.15"], "what the group knows it takes by itself")
      // 8,315.00 and 560.00 less 5,000.00.
      #expect(settling.minor == sign * 3_875_00 && settling.currency.code == "INR")
    }
  }

  @Test("product 180, ST-10: every such command is accepted, and afterwards nobody owes anything in any currency")
  func nobodyOwesAfterwards() throws {
    var home = household()
    for (number, command) in try settling(ravis(home), { $0.name = "Asha" }).commands.enumerated() {
      var command = command
      command.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_1000 | UInt64(number)).description
      for decided in try home.decision(.settleUp(command), by: home.ravi).events { home.append(decided.body, by: home.ravi) }
    }
    let shared = home.view.state.shared
    for currency in shared.balances.currencies {
      #expect(shared.memberBalances(in: currency).allSatisfy { $0.minor == 0 }, "\(currency)")
    }
  }

  @Test("ST-10: without a name all that one owes, with an amount the part that it pays, with one currency that alone")
  func parts() throws {
    let home = household()
    let owed = try settling(ravis(home)) { _ in }
    #expect(owed.commands.map(\.currency) == ["JPY", "USD"] && owed.minor == 8_875_00)
    let one = try settling(ravis(home)) { $0.currency = "USD" }
    #expect(one.commands.map(\.minor) == [100_00] && one.minor == 8_315_00)
    let part = try settling(ravis(home)) { ($0.name, $0.currency, $0.amount) = ("Asha", "USD", "831.50") }
    #expect(part.commands.map(\.minor) == [10_00] && part.minor == 831_50)
  }

  @Test("ST-10: hearth pay records the part of the debt that the money handed over pays")
  func paying() throws {
    let home = household()
    var wish = PayWish(name: "Asha", amount: "831.50")
    (wish.debt, wish.rate) = ("USD", "83.15")
    let content = try wish.content(in: ravis(home))
    #expect(content.amount.minor == 10_00 && content.amount.currency == "USD" && content.conversion.rate == "83.15")
    #expect(content.paid.map(\.minor) == [10_00] && content.split.exact.shares.map(\.minor) == [10_00])
    (wish.debt, wish.rate) = ("JPY", nil)
    // At the rate that the group knows, which the server takes by itself.
    wish.amount = "56"
    #expect(try wish.content(in: ravis(home)).amount.minor == 100 && !wish.content(in: ravis(home)).hasConversion)
  }

  @Test("ST-10: a rate that no debt needs is named and refused, whatever else is settled")
  func unusedRates() throws {
    let home = household()
    for (rates, codes) in [(["USD=83.15", "GBP=105", "EUR=90"], "EUR, GBP"), (["USD=83.15", "INR=2"], "INR")] {
      #expect(throws: ArgumentFlaw("No debt that is settled needs the rate of \(codes). Leave it out, or check its currency.")) {
        try settling(ravis(home)) { ($0.name, $0.rates) = ("Asha", rates) }
      }
    }
    #expect(throws: ArgumentFlaw("No debt that is settled needs the rate of USD. Leave it out, or check its currency.")) {
      try settling(ravis(home)) { $0.currency = "JPY" }
    }
  }

  @Test("ST-10: with --more an amount is paid where nothing is owed, or the other way round, in another currency too")
  func more() throws {
    let home = household()
    let euros = try settling(ravis(home)) {
      ($0.name, $0.from, $0.currency, $0.amount, $0.rates, $0.allowsMore) = ("Asha", "me", "EUR", "905", ["EUR=90.5"], true)
    }
    #expect(euros.commands.map(\.minor) == [10_00] && euros.commands.map(\.currency) == ["EUR"] && euros.minor == 905_00)
    var command = try #require(euros.commands.first)
    command.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_2000).description
    #expect(try home.decision(.settleUp(command), by: home.ravi).events.count == 1)
    // Ravi owes Asha dollars, and she pays him all the same.
    let dollars = try settling(home.view) {
      ($0.name, $0.from, $0.currency, $0.amount, $0.allowsMore) = ("Ravi", "me", "USD", "831.50", true)
    }
    #expect(dollars.commands.map(\.fromMemberID) == [home.asha.description] && dollars.commands.map(\.minor) == [10_00])
    let wishes: [(inout SettleWish) -> Void] = [{ $0.allowsMore = false }, { $0.amount = nil }]
    for wish in wishes {
      #expect(throws: ArgumentFlaw("Nothing is owed in EUR between Ravi and Asha. Look at hearth balances --explain.")) {
        try settling(ravis(home)) {
          ($0.name, $0.currency, $0.amount, $0.rates, $0.allowsMore) = ("Asha", "EUR", "905", ["EUR=90.5"], true)
          wish(&$0)
        }
      }
    }
  }

  /// The failure of a settlement that is refused before it is sent.
  private func failure(_ view: GroupView, in code: String? = "INR", _ change: (inout SettleWish) -> Void) throws -> ConsoleFailure {
    var wish = SettleWish()
    change(&wish)
    let flaw = #expect(throws: ArgumentFlaw.self) {
      if let code { _ = try wish.converted(to: code, in: view) } else { _ = try wish.command(in: view) }
    }
    return ConsoleFailure(try #require(flaw))
  }

  @Test("ST-06: who owes nothing is told that, with the code that a settlement with somebody has; what is owed to them stays")
  func nothingOwed() throws {
    var home = Household(meera: "Meera")
    home.add("Hotel", 45_00, paid: [(home.asha, 45_00)], owed: [(home.ravi, 45_00)], isEqual: false) { $0.amount.currency = "EUR" }
    let all = try failure(home.view) { _ in }
    #expect(
      all.lines == ["nothing_owed: You owe nothing in any currency. Say whose payment to you to record: hearth settle NAME"]
        && all.status == 1)
    #expect(
      all.json == [
        #"{"code":"nothing_owed","field":"settleUp.toMemberId","cause":"\#(Self.cause("INR"))","remedy":"\#(Self.remedy)","#
          + #""details":[{"key":"currency","value":"INR"},{"key":"mode","value":"simplified"}]}"#
      ])
    let one = try failure(home.view, in: nil) { _ in }
    #expect(one.lines == ["nothing_owed: You owe nothing in INR. Say whose payment to you to record: hearth settle NAME"])
    #expect(one.json == all.json && one.status == 1)
    #expect(one.lines(in: .hindi).first?.hasPrefix("nothing_owed: आपको INR में कुछ नहीं देना है।") == true)
    let meera = try failure(home.view) { ($0.name, $0.from, $0.currency) = ("Asha", "Meera", "USD") }
    #expect(meera.lines == ["nothing_owed: Meera owes Asha nothing in USD. Look at hearth balances --explain."])
    let theirs = try failure(home.view) { $0.from = "Meera" }
    #expect(theirs.lines.first?.contains("Meera owes nothing in any currency.") == true)
  }

  private static func cause(_ code: String) -> String { "In the fewest payments no debt in \(code) goes this way." }
  private static let remedy = "Look at the balances, or name the other mode; record other payments as transfers."

  @Test("Where the server has a code for what the console refuses, a program is told it")
  func codes() throws {
    var home = household()
    func failure(_ body: () throws(ArgumentFlaw) -> Void) throws -> (code: String, status: Int32, text: String) {
      do throws(ArgumentFlaw) { try body() } catch {
        let failure = ConsoleFailure(error)
        let code = try #require(failure.json.first?.firstMatch(of: /"code":"([a-z_]+)"/)?.1)
        return (String(code), failure.status, failure.lines[0])
      }
      return ("", 0, "")
    }
    let names = MemberNames(home.view.state.shared, me: home.asha)
    let nobody = try failure { () throws(ArgumentFlaw) in _ = try names.find("Nobody") }
    #expect(nobody.code == "unknown_member" && nobody.status == 64 && nobody.text.hasPrefix("Nobody here is called"))
    let entries = EntryNames(home.view.state.shared)
    #expect(try failure { () throws(ArgumentFlaw) in _ = try entries.find("Nothing") }.code == "not_found")
    let categories = home.view.state.shared.categories
    #expect(try failure { () throws(ArgumentFlaw) in _ = try Choices.category("odd", of: categories) }.code == "unknown_category")
    #expect(try failure { () throws(ArgumentFlaw) in _ = try Choices.currency("rupees") }.code == "unknown_currency")
    for (split, paidBy, code) in [
      ("exact:Asha=60", "", "split_does_not_add_up"), ("exact:Asha=160", "", "split_does_not_add_up"),
      ("", "Asha=60,Ravi=39", "paid_does_not_add_up"), ("", "Asha=60,Ravi=41", "paid_does_not_add_up"),
    ] {
      var wish = EntryWish(amount: "100", description: "Tea")
      (wish.split, wish.paidBy) = (split, paidBy)
      let view = home.view
      let found = try failure { [wish] () throws(ArgumentFlaw) in _ = try wish.content(in: view) }
      #expect(found.code == code && found.status == 64, "\(found)")
    }
    home.setBudget("Food", 500_00, "groceries")
    home.removeBudget()
    let view = home.view
    let removed = try failure { () throws(ArgumentFlaw) in _ = try BudgetWish(name: "Food", limit: "600").command(in: view) }
    #expect(
      removed.code == "budget_removed" && removed.status == 1 && removed.text.hasPrefix("budget_removed: The budget Food was removed."))
  }

  @Test("ST-10: when a later one of several is refused, it is said first what was recorded and what it comes to")
  func refusedHalfway() throws {
    let all = try settling(ravis(household())) { $0.name = "Asha" }
    let first = all.first(2)
    #expect(first.commands.map(\.currency) == ["INR", "JPY"] && first.minor == -4_440_00)
    #expect(first.json == #"{"handedOverMinor":"-444000","currency":"INR"}"#)
    let refused = ConsoleFailure(.with { ($0.code, $0.cause, $0.remedy) = ("more_than_owed", "That is more.", "Pay less.") })
    let failure = refused.preceded(by: first.lines(of: all.commands.count, Theme(isColored: false, width: 80)))
    #expect(
      failure.lines(in: .english) == [
        "Only the first 2 of 3 were recorded.", "All of it together is ₹4,440.00 to receive.", "more_than_owed: That is more.",
        "Pay at most that, or say --more.",
      ])
    #expect(all.first(1).lines(of: 3, Theme(isColored: false, width: 80)).first == "Only the first 1 of 3 was recorded.")
    let hindi = refused.preceded(by: first.lines(of: 3, Theme(isColored: false, width: 80, language: .hindi))).lines(in: .hindi)
    #expect(hindi.first == "3 में से केवल पहले 2 दर्ज हुए।" && hindi.dropFirst(2).first?.hasPrefix("more_than_owed: ") == true)
  }

  @Test func whatCannotBePaid() throws {
    let home = household()
    let view = ravis(home)
    let wishes: [(inout SettleWish) -> Void] = [
      { $0.rates = [] }, { $0.rates = ["USD"] }, { $0.amount = "5" }, { ($0.name, $0.currency, $0.amount) = ("Asha", "USD", "0.41") },
      { $0.currency = "EUR" }, { $0.name = "Meera" }, { $0.name = "me" },
    ]
    for wish in wishes { #expect(throws: ArgumentFlaw.self) { try settling(view, wish) } }
    var dollars = SettleWish()
    dollars.rates = ["JPY=0.0067"]
    #expect(throws: ArgumentFlaw("A debt in another currency is paid in the group's, which is INR. Pay in USD what is owed in USD.")) {
      try dollars.converted(to: "USD", in: view)
    }
  }
}
