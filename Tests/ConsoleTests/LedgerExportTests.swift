import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct LedgerExportTests {
  static func household() -> Household {
    var home = Household(meera: "Meera:  (M)")
    let (asha, ravi, meera) = (home.asha, home.ravi, home.meera)
    home.rate("USD", "83.1525", on: "2026-11-01")
    home.add("(Rice)  & ; dal", 600_00, "groceries", paid: [(ravi, 600_00)], owed: [(asha, 300_00), (ravi, 300_00)], by: ravi) {
      $0.note = "two\tkilos"
    }
    home.add("Salary", 90_00, "salary", kind: .income, paid: [(asha, 90_00)], owed: [(asha, 30_00), (ravi, 30_00), (meera, 30_00)])
    home.add("Paid back", 7_00, kind: .transfer, paid: [(meera, 7_00)], owed: [(asha, 7_00)], isEqual: false)
    home.add("Museum", 19_99, paid: [(asha, 10_00), (ravi, 9_99)], owed: [(meera, 19_99)]) {
      $0.amount.currency = "USD"
      $0.conversion.to = "INR"
      $0.conversion.rate = "84.5"
      $0.conversion.date = "2026-11-20"
    }
    return home
  }

  @Test("LC-01: the journal")
  func journal() {
    #expect(
      LedgerExport.text(Self.household().view.state.shared) == """
        ; Sharma Family, exported by Hearth
        commodity 1000.00 INR
        commodity 1000.00 USD
        P 2026-11-01 USD 83.1525 INR
        P 2026-11-20 USD 84.5 INR

        2026-11-20 * (1) (Rice) & , dal
            ; entry: 00000000-0000-7000-9000-000000000001
            ; description: (Rice) & ; dal
            ; note: two kilos
            Expenses:Groceries  600.00 INR
            Equity:Shares  -600.00 INR
            Liabilities:Ravi  -600.00 INR
            Assets:Asha  300.00 INR
            Assets:Ravi  300.00 INR

        2026-11-20 * (2) Salary
            ; entry: 00000000-0000-7000-9000-000000000002
            Income:Salary  -90.00 INR
            Equity:Shares  90.00 INR
            Assets:Asha  90.00 INR
            Liabilities:Asha  -30.00 INR
            Liabilities:Ravi  -30.00 INR
            Liabilities:Meera- -M-  -30.00 INR

        2026-11-20 * (3) Paid back
            ; entry: 00000000-0000-7000-9000-000000000003
            Liabilities:Meera- -M-  -7.00 INR
            Assets:Asha  7.00 INR

        2026-11-20 * (4) Museum
            ; entry: 00000000-0000-7000-9000-000000000004
            ; rate: 1 USD = 84.5 INR
            Expenses:Other  19.99 USD
            Equity:Shares  -19.99 USD
            Liabilities:Asha  -10.00 USD
            Liabilities:Ravi  -9.99 USD
            Assets:Meera- -M-  19.99 USD

        """)
  }

  /// Read back by somebody else's rules: every transaction adds up to 0, and a member's two accounts to what they owe.
  @Test("product N14: summed up independently, transactions balance and members owe what their balances say")
  func sums() throws {
    let shared = Self.household().view.state.shared
    var totals: [String: Int] = [:]
    for transaction in LedgerExport.text(shared).split(separator: "\n\n").dropFirst() {
      var sum = 0
      for line in transaction.split(separator: "\n") where line.hasPrefix("    ") && !line.hasPrefix("    ;") {
        let posting = try #require(line.wholeMatch(of: #/ {4}(.+?)  (-?)([0-9]+)\.([0-9]{2}) ([A-Z]{3})/#))
        let minor = try #require(Int("\(posting.2)\(posting.3)\(posting.4)"))
        sum += minor
        totals["\(posting.1) \(posting.5)", default: 0] += minor
      }
      #expect(sum == 0, "\(transaction)")
    }
    for currency in shared.balances.currencies {
      for (member, account) in zip(shared.members, ["Asha", "Ravi", "Meera- -M-"]) {
        let owed = (totals["Assets:\(account) \(currency)"] ?? 0) + (totals["Liabilities:\(account) \(currency)"] ?? 0)
        #expect(owed == -Int(shared.balances[member.id, currency]), "\(account) in \(currency)")
      }
    }
    #expect(totals["Expenses:Groceries INR"] == 600_00)
  }

  @Test func accountsAreNeverShared() {
    for (name, account) in [("Ravi", "Ravi 2"), ("Ravi:", "Ravi-"), ("::", "--"), ("Ravi 2", "Ravi 2")] {
      var home = Household(meera: name)
      home.add("Tea", 2_00, paid: [(home.asha, 2_00)], owed: [(home.ravi, 1_00), (home.meera, 1_00)])
      let text = LedgerExport.text(home.view.state.shared)
      #expect(text.contains("Assets:Ravi  1.00 INR") && text.contains("Assets:\(account)  1.00 INR"), "\(name)")
    }
  }

  @Test("LC-01: prices are the group's rates and those that entries carry, once each; of one day the group's comes last")
  func prices() {
    var home = Household()
    func buy(_ rate: String, on date: String = "2026-11-20") {
      home.add("Book", 10_00, paid: [(home.asha, 10_00)], owed: [(home.ravi, 10_00)]) {
        $0.date = date
        $0.amount.currency = "USD"
        ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", rate, date)
      }
    }
    home.rate("USD", "84", on: "2026-11-20")
    home.rate("EUR", "90.123456", on: "2026-11-21")
    for rate in ["85", "84", "85"] { buy(rate) }
    buy("80.5", on: "2026-10-01")
    let lines = LedgerExport.text(home.view.state.shared).split(separator: "\n").filter { $0.hasPrefix("P ") }
    #expect(
      lines == ["P 2026-10-01 USD 80.5 INR", "P 2026-11-20 USD 85 INR", "P 2026-11-20 USD 84 INR", "P 2026-11-21 EUR 90.123456 INR"])
  }

  @Test("LC-01: each currency's decimals are said, so that a rate's do not spread to amounts")
  func decimals() {
    var home = Household()
    for (code, minor) in [("JPY", 600), ("KWD", 1_234), ("CLF", 5), ("HRK", 1_00)] as [(String, Int64)] {
      home.add("Tea", minor, paid: [(home.asha, minor)], owed: [(home.ravi, minor)]) { $0.amount.currency = code }
    }
    let lines = LedgerExport.text(home.view.state.shared).split(separator: "\n").filter { $0.hasPrefix("commodity ") }
    #expect(lines == ["commodity 1000.0000 CLF", "commodity 1000.00 HRK", "commodity 1000. JPY", "commodity 1000.000 KWD"])
  }

  @Test("LC-01, LC-02: what ends a description, an account or a string does so also with a mark behind it")
  func markedSeparators() {
    var home = Household()
    home.add("Taxi;\u{301} x\"\u{301}", 300, paid: [(home.asha, 300)], owed: [(home.ravi, 300)])
    home.append(.memberRenamed(.with { ($0.memberID, $0.displayName) = (home.ravi.description, "Ra:\u{301}vi") }))
    let ledger = LedgerExport.text(home.view.state.shared)
    let title = ledger.split(separator: "\n").first { $0.contains("* (1)") }
    #expect(title?.unicodeScalars.contains(";") == false)
    #expect(!ledger.unicodeScalars.map(String.init).joined(separator: " ").contains("R a : \u{301}"))
    let bean = BeancountExport.text(home.view.state.shared)
    let quotes = bean.split(separator: "\n").first { $0.contains("Taxi") }?.unicodeScalars.count { $0 == "\"" || $0 == "\\" }
    #expect(quotes == 4)
  }
}
