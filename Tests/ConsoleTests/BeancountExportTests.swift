import HearthProtocol
import Ledger
import Testing

@testable import Console

@Suite struct BeancountExportTests {
  @Test("LC-02: the ledger")
  func ledger() {
    #expect(
      BeancountExport.text(LedgerExportTests.household().view.state.shared) == """
        option "title" "Sharma Family"
        option "operating_currency" "INR"

        2026-11-20 open Assets:Asha
        2026-11-20 open Assets:Meera-M
          name: "Meera: (M)"
        2026-11-20 open Assets:Ravi
        2026-11-20 open Equity:Shares
        2026-11-20 open Expenses:Groceries
        2026-11-20 open Expenses:Other
        2026-11-20 open Income:Salary
        2026-11-20 open Liabilities:Asha
        2026-11-20 open Liabilities:Meera-M
          name: "Meera: (M)"
        2026-11-20 open Liabilities:Ravi

        2026-11-01 price USD 83.1525 INR
        2026-11-20 price USD 84.5 INR

        2026-11-20 * "(Rice) & ; dal" ^00000000-0000-7000-9000-000000000001
          number: 1
          entry: "00000000-0000-7000-9000-000000000001"
          note: "two kilos"
          Expenses:Groceries  600.00 INR
          Equity:Shares  -600.00 INR
          Liabilities:Ravi  -600.00 INR
          Assets:Asha  300.00 INR
          Assets:Ravi  300.00 INR

        2026-11-20 * "Salary" ^00000000-0000-7000-9000-000000000002
          number: 2
          entry: "00000000-0000-7000-9000-000000000002"
          Income:Salary  -90.00 INR
          Equity:Shares  90.00 INR
          Assets:Asha  90.00 INR
          Liabilities:Asha  -30.00 INR
          Liabilities:Ravi  -30.00 INR
          Liabilities:Meera-M  -30.00 INR

        2026-11-20 * "Paid back" ^00000000-0000-7000-9000-000000000003
          number: 3
          entry: "00000000-0000-7000-9000-000000000003"
          Liabilities:Meera-M  -7.00 INR
          Assets:Asha  7.00 INR

        2026-11-20 * "Museum" ^00000000-0000-7000-9000-000000000004
          number: 4
          entry: "00000000-0000-7000-9000-000000000004"
          rate: "1 USD = 84.5 INR"
          Expenses:Other  19.99 USD
          Equity:Shares  -19.99 USD
          Liabilities:Asha  -10.00 USD
          Liabilities:Ravi  -9.99 USD
          Assets:Meera-M  19.99 USD

        """)
  }

  @Test(
    "LC-02: names become parts of accounts, no two alike",
    arguments: [
      ("ravi", "Ravi-2"), ("Ravi ", "Ravi-2"), ("मीरा", "X-मर"), ("mira", "Mira"), ("2nd", "2nd"), ("::", "X"), ("👩‍👧", "X"), ("ßa", "X-ßa"),
      ("éva O'Neil-", "Éva-O-Neil"),
    ])
  func accounts(_ name: String, _ account: String) {
    var home = Household(meera: name)
    home.add("Tea", 2_00, paid: [(home.asha, 2_00)], owed: [(home.ravi, 1_00), (home.meera, 1_00)]) {
      ($0.merchant, $0.note) = ("Chai \"9\" \\", "two\ncups")
    }
    let text = BeancountExport.text(home.view.state.shared)
    #expect(text.contains("  Assets:Ravi  1.00 INR\n") && text.contains("  Assets:\(account)  1.00 INR\n"), "\(text)")
    #expect(text.contains(#"2026-11-20 * "Chai \"9\" \\" "Tea""#) && text.contains("  note: \"two cups\"\n"))
  }
}
