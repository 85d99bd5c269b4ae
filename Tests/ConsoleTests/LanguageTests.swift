import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct LanguageTests {
  private let hindi = Theme(isColored: false, width: 80, language: .hindi)

  private func household() -> Household {
    var home = Household(meera: "श्री लक्ष्मी")
    home.setBudget("राशन", 500_00, "groceries")
    home.add("Rice", 600_00, "groceries", paid: [(home.ravi, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)], by: home.ravi)
    return home
  }

  @Test("product 191: balances in Hindi")
  func balances() {
    let home = household()
    #expect(
      screen(Screens.balances(home.view, hindi)) == """
        Ravi       पाना है  ₹300.00
        श्री लक्ष्मी  बराबर
        Asha (आप)  देना है   ₹300.00
        """)
    #expect(Set(Screens.balances(home.view, hindi).filter { $0.contains("₹") }.map(\.displayWidth)).count == 1)
  }

  @Test("product 191: the right that hearth can names is said in Hindi: its roles and their conditions, the policy by its key")
  func rights() {
    let phrases = Language.hindi.phrases
    #expect(phrases.right(.entriesVoid) == "नियम entries.void: मालिक, प्रबंधक, वयस्क (केवल अपना, अगर adults_void_own)।")
    for right in Right.allCases {
      let said = phrases.right(right).replacing(right.rawValue, with: "")
      let words = said.matches(of: /[A-Za-z_]+/).map { String($0.0) }
      #expect(Set(words).isSubset(of: Policy.all.map(\.key)), "\(said)")
    }
  }

  @Test("product 191: budgets, members and the feed in Hindi")
  func otherScreens() throws {
    let home = household()
    let today = try #require(CivilDate(iso8601: "2026-11-30"))
    #expect(
      screen(Screens.budgets(home.view, today: today, hindi)) == """
        राशन ▓▓▓▓▓ 120 % [हर महीने]
           ₹500.00 में से ₹600.00, ₹100.00 ज़्यादा
           2026-11-01 से 2026-11-30 · राशन
        """)
    #expect(Screens.members(home.view, hindi).first?.hasSuffix("● यहाँ") == true)
    #expect(
      screen(undated(home.events, home.view, hindi)) == """
        🏡 Sharma Family बनाया गया
        👋 Asha मालिक के रूप में शामिल
        👋 Ravi वयस्क के रूप में शामिल
        👋 श्री लक्ष्मी दर्शक के रूप में शामिल
        🎯 Asha ने बजट राशन तय किया: ₹500.00 हर महीने, राशन के लिए, 2026-11-01 से
        🛒 Rice  ₹600.00
           Ravi ने जोड़ा · राशन · 2026-11-20 · बराबर बँटा: Asha और Ravi  आपको ₹300.00 देने हैं
        """)
  }

  @Test func noLineIsTooWide() {
    let home = household()
    for width in [40, 60] {
      let theme = Theme(isColored: false, width: width, language: .hindi)
      let lines = undated(home.events, home.view, theme) + Screens.balances(home.view, theme)
      #expect(lines.allSatisfy { $0.displayWidth <= width })
    }
  }

  @Test("product 191: every category that a group starts with has a Hindi name until it is renamed")
  func categories() throws {
    #expect(Set(UsualCategory.allCases.map(\.rawValue)) == Set(defaultCategories.map(\.key)))
    for category in defaultCategories {
      let name = Language.hindi.phrases.category(category)
      #expect(name != category.name && name.unicodeScalars.contains { (0x900...0x97F).contains($0.value) })
    }
    #expect(Set(UsualCategory.allCases.map(\.hindi)).count == UsualCategory.allCases.count)
    var renamed = try #require(defaultCategories.first)
    renamed.name = "Ghar"
    #expect(Language.hindi.phrases.category(renamed) == "Ghar")
    #expect(Language.english.phrases.category(defaultCategories[0]) == "Housing/Rent")
  }

  @Test("product 191: refusals in Hindi keep the code, and say figures as people write them")
  func refusals() {
    var rejected = Rejected()
    rejected.code = "split_does_not_add_up"
    rejected.cause = "The shares add up to ₹9.00; ₹1.00 is missing."
    rejected.remedy = "Change the shares."
    rejected.field = "add_entry.content.split.exact.shares"
    rejected.details = [("difference_minor", "-27370958"), ("currency", "INR")].map { key, value in
      .with { ($0.key, $0.value) = (key, value) }
    }
    rejected.retryAfterMs = 1_500
    let failure = ConsoleFailure(rejected)
    #expect(failure.lines(in: .english) == failure.lines)
    #expect(
      failure.lines(in: .hindi) == [
        "split_does_not_add_up: हिस्सों का जोड़ राशि या 100 % के बराबर नहीं है।", "₹2,73,709.58 कम है।",
        "हिस्से या राशि बदलें।", "2 सेकंड में फिर कोशिश करें।",
      ])
    rejected.code = "of_a_newer_server"
    #expect(ConsoleFailure(rejected).lines(in: .hindi).dropLast() == ConsoleFailure(rejected).lines.dropLast())
    for code in RejectionCode.allCases {
      #expect(code.hindi.cause.hasSuffix("।") && code.hindi.remedy.hasSuffix("।"), "\(code)")
    }
  }

  @Test("Figures stay in Latin digits")
  func digits() {
    let lines = undated(household().events, household().view, hindi)
    #expect(!lines.joined().unicodeScalars.contains { (0x966...0x96F).contains($0.value) })
  }

  @Test(
    arguments: [
      (nil, nil, [:], .english), (nil, nil, ["LANG": "hi_IN.UTF-8"], .hindi), (nil, nil, ["LANG": "de_DE", "LC_ALL": "hi"], .hindi),
      (nil, nil, ["LANG": "hi_IN", "LC_MESSAGES": "C", "LC_ALL": ""], .english), (nil, "en", ["LANG": "hi_IN"], .english),
      ("hi", "en", ["LANG": "C"], .hindi), ("EN", "hi", [:], .english), (nil, "xx", ["LANG": "hi"], .hindi),
    ] as [(String?, String?, [String: String], Language)])
  func choice(_ said: String?, _ kept: String?, _ environment: [String: String], _ language: Language) throws {
    #expect(try Language(said: said, kept: kept, environment: environment) == language)
  }

  @Test func unknownLanguages() {
    #expect(throws: ArgumentFlaw("\"fr\" is no language that hearth speaks. Choose one of: en, hi.")) {
      try Language(said: "fr", kept: nil, environment: [:])
    }
  }

  @Test(
    "Devanagari: marks above and below take no column, joined consonants as many as they have",
    arguments: [
      ("क्षेत्र", 4), ("श्री", 3), ("लक्ष्मी", 5), ("हिन्दी", 5), ("ज़्यादा", 5), ("क्‍ष", 2), ("हूँ", 1), ("१२", 2), ("संपर्क", 4), ("।", 1),
    ])
  func widths(text: String, columns: Int) { #expect(text.displayWidth == columns) }

  @Test("A word that is cut is cut between syllables, and never wider than wanted", arguments: [1, 2, 3, 4, 5, 6])
  func cutting(columns: Int) {
    let text = "लक्ष्मी ज़्यादा"
    #expect(text.shortened(to: columns).displayWidth <= columns)
    #expect(text.fitted(to: columns).displayWidth == columns)
    #expect(text.hasPrefix(String(text.shortened(to: columns).dropLast())))
  }

  @Test("product 180: a foreign entry and a rate in the feed")
  func foreignEntries() {
    var home = Household()
    home.rate("USD", "83.1525", on: "2026-11-01")
    home.add("Museum", 19_99, paid: [(home.asha, 19_99)], owed: [(home.asha, 10_00), (home.ravi, 9_99)]) {
      $0.amount.currency = "USD"
      ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", "83.1525", "2026-11-01")
    }
    let theme = Theme(isColored: false, width: 80)
    #expect(
      screen(undated(Array(home.events.suffix(2)), home.view, theme)) == """
        💱 Asha noted the rate 1 USD = 83.1525 INR from 2026-11-01
        🧾 Museum  $19.99
           Asha added · 2026-11-20 · split equally: Asha and Ravi · at 83.1525 INR
           you get back $9.99
        """)
    #expect(Screens.rates(home.view, theme) == ["2026-11-01  1 USD  83.1525 INR"])
  }

  @Test("product 180: balances in one currency, and what cannot be counted")
  func convertedBalances() throws {
    var home = Household()
    let day = CivilDate(daysSince1970: 20_780)
    home.add("Museum", 10_00, paid: [(home.asha, 10_00)], owed: [(home.ravi, 10_00)]) {
      $0.amount.currency = "USD"
      ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", "83.15", "2026-11-01")
    }
    home.add("Boat", 10_00, paid: [(home.ravi, 10_00)], owed: [(home.asha, 10_00)]) { $0.amount.currency = "EUR" }
    let theme = Theme(isColored: false, width: 100)
    #expect(
      screen(Screens.balances(try RateText.balances(home.view, in: "inr", at: [], on: day), home.view, theme)) == """
        Asha (you)  is owed  ₹831.50
        Asha (you)  owes      €10.00  without a rate
        मीरा        settled
        Ravi        owes     ₹831.50
        Ravi        is owed   €10.00  without a rate
        Entries in EUR carry no rate to INR and are not counted. Give one: --rate CODE=RATE
        """)
    func plan(_ rates: [String], of member: MemberID? = nil) throws -> [String] {
      let (converted, plan) = try RateText.plan(home.view, in: "INR", at: rates, on: day)
      return Screens.debts(plan, of: member, converted, home.view, theme)
    }
    #expect(
      screen(try plan([])) == """
        There is no plan in INR while something has no rate. This is open:
        Asha (you)  is owed  ₹831.50
        Asha (you)  owes      €10.00  without a rate
        मीरा        settled
        Ravi        owes     ₹831.50
        Ravi        is owed   €10.00  without a rate
        Entries in EUR carry no rate to INR and are not counted. Give one: --rate CODE=RATE
        """)
    // What is owed in one currency and what in the other are taken from one another.
    #expect(try plan(["EUR=100", "USD=83"])[1] == "Asha (you)  →  Ravi  ₹170.00")
    #expect(try plan(["EUR=100", "USD=83"], of: home.meera) == ["Settled: मीरा owes nothing and is owed nothing."])
    #expect(try plan(["EUR=1", "USD=1"]) == ["Settled: nobody owes anything."])
    let all = try RateText.balances(home.view, in: "INR", at: ["EUR=100", "usd = 83"], on: day)
    #expect(all.balances.map(\.minor) == [-170_00, 170_00, 0])
    #expect(throws: ArgumentFlaw("\"EUR\" is not CODE=RATE, like USD=83.1525.")) { try RateText.rates(["EUR"]) }
    #expect(throws: ArgumentFlaw("\"0\" is no rate. Write a decimal with at most 12 digits, like 83.1525.")) {
      try RateText.rates(["EUR=0"])
    }
  }
}
