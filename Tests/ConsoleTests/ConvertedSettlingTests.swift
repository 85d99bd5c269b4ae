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
    home.setRate("JPY", "0.56", on: "2026-11-01")
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
      #expect(throws: ArgumentFlaw("There is nothing to settle.")) {
        try settling(ravis(home)) {
          ($0.name, $0.currency, $0.amount, $0.rates, $0.allowsMore) = ("Asha", "EUR", "905", ["EUR=90.5"], true)
          wish(&$0)
        }
      }
    }
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
