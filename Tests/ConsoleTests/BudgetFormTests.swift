import HearthProtocol
import Ledger
import Testing

@testable import Console

/// `hearth create --wizard`, as text.
@Suite struct BudgetFormTests {
  private let plain = Theme(isColored: false, width: 100)

  private func form(_ answers: String...) throws -> BudgetForm {
    let rupee = try #require(Currency(code: "INR"))
    var form = BudgetForm(defaultCategories, rupee, Language.english.phrases)
    for answer in answers { try form.take(answer) }
    return form
  }

  @Test("product 25, 116, 128: income, template, what each line comes to, and what families usually spend")
  func template() throws {
    #expect(try form().question(plain).count == 1)
    #expect(
      screen(try form("85000.01").question(plain)).hasPrefix(
        """
        How is it to be divided?
        1  50/30/20  needs, wants, savings
        2  60/20/20  needs, wants, savings
        3  70/10/20  needs, wants, savings
        A number, Enter for 1, or parts of your own
        """))
    #expect(try form("85000.01", "").lines == form("85000.01", "1").lines)
    // No word of a question is parted, and its answer stands behind it.
    let narrow = Theme(isColored: false, width: 40)
    let asked = try form("85000.01").question(narrow)
    let fitted = Dialogue.fitted(asked, narrow)
    #expect(fitted.allSatisfy { $0.displayWidth <= 40 || !$0.contains(" ") })
    #expect(fitted.joined(separator: " ") == asked.joined(separator: " "))
    let form = try form("85000.01", "50/30/20")
    #expect(
      screen(form.question(Theme(isColored: false, width: 60))).hasPrefix(
        """
        1  Needs    50 %  ₹42,500.01  Housing/Rent, Groceries, Util…
        2  Wants    30 %  ₹25,500.00  Dining Out, Entertainment, Sh…
        3  Savings  20 %  ₹17,000.00  Emergency Fund, Investments, …
        What families usually spend
          Housing         13 to 21 %  ₹11,356.00 to ₹18,181.50
        """))
    #expect(form.question(plain).last?.hasPrefix("yes sets these budgets") == true)
  }

  @Test("product 116: lines are changed by amount and percent, dropped, and what is left is told; nothing is sent before yes")
  func changes() throws {
    var form = try form("1L", "2")
    #expect(form.lines.map(\.minor) == [60_000_00, 20_000_00, 20_000_00])
    try form.take("1=50%")
    try form.take(" 2 = 15,000.50 ")
    #expect(form.rest == 14_999_50)
    #expect(form.question(plain).contains("₹14,999.50 left to assign"))
    try form.take("3=0")
    #expect(form.lines.map(\.name) == ["Needs", "Wants"] && !form.isComplete)
    try form.take("1=90%")
    #expect(form.question(plain).contains("The parts come to ₹5,000.50 too much"))
    #expect(throws: ArgumentFlaw("The parts come to ₹5,000.50 too much. Lower a line first, like 1=50000.00.")) { try form.take("yes") }
    try form.take("1=80000")
    try form.take("YES")
    #expect(form.isComplete && form.lines.map(\.minor) == [80_000_00, 15_000_50])
  }

  @Test(
    "product 25, 130: parts of one's own are classes, categories or what families usually spend on; the budgets are commands, with the income they divide"
  )
  func ownParts() throws {
    let form = try form("1000", "housing=40,Food=35.5,SAVINGS=24.5", "yes")
    #expect(form.lines.map(\.name) == ["Housing/Rent", "Food", "Savings"])
    #expect(form.lines[1].categories == ["groceries", "dining"] && form.lines.map(\.minor) == [400_00, 355_00, 245_00])
    var number: UInt64 = 0
    let bodies = form.commands {
      number += 1
      return BudgetID(high: 0x7000, low: 0x8000_0000_0000_0000 | number)
    }
    guard case .updateGroup(let update) = bodies[0] else { return #expect(Bool(false), "\(bodies[0])") }
    #expect(update.monthlyIncome == Money(minor: 1_000_00, currency: try #require(Currency(code: "INR"))))
    let sets = bodies.compactMap { if case .setBudget(let set) = $0 { set } else { nil } }
    #expect(sets.count == 3 && Set(sets.map(\.budgetID)).count == 3 && sets.allSatisfy { $0.content.period == .monthly })
    #expect(sets.map(\.content.limit.minor).reduce(0, +) == 1_000_00)
  }

  @Test(
    "Nonsense is refused with a sentence, and changes nothing",
    arguments: [
      ([], "much", "\"much\" is no amount"), ([], "0", "An income of nothing"), ([], "-5", "is no amount"),
      (["1000"], "4", "is no template"), (["1000"], "x", "is no template"), (["1000"], "needs=50,wants=49", "99.00 percent"),
      (["1000"], "needs=50,dragons=50", "\"dragons\" is no part of a budget"), (["1000"], "needs=50,Food=50", "groceries would count in"),
      (["1000", "1"], "perhaps", "Say yes, no, or which line"), (["1000", "1"], "4=5", "There is no line 4. There are 1 to 3."),
      (["1000", "1"], "0=5", "There is no line 0"), (["1000", "1"], "1=x", "\"x\" is no amount"),
      (["1000", "1"], "1=101%", "is too much. Write at most 100 percent."), (["1000", "1"], "", "Say yes, no"),
      (["1000", "housing=100"], "1=0", "That is the last line"),
    ] as [([String], String, String)])
  func nonsense(_ before: [String], _ answer: String, _ words: String) throws {
    let rupee = try #require(Currency(code: "INR"))
    var form = BudgetForm(defaultCategories, rupee, Language.english.phrases)
    for answer in before { try form.take(answer) }
    let question = form.question(plain)
    let flaw = #expect(throws: ArgumentFlaw.self) { try form.take(answer) }
    #expect(flaw?.description.contains(words) == true, "\(flaw?.description ?? "")")
    #expect(form.question(plain) == question && !form.isComplete)
  }

  @Test(arguments: [[""], ["1000", "1", "no"], ["1000", "3", "2=0", "NO"]])
  func noBudgets(_ answers: [String]) throws {
    let rupee = try #require(Currency(code: "INR"))
    var form = BudgetForm(defaultCategories, rupee, Language.english.phrases)
    for answer in answers { try form.take(answer) }
    #expect(form.isComplete && form.commands { BudgetID(high: 0, low: 0) }.isEmpty)
  }

  @Test("The largest income there can be is divided to the last unit")
  func largest() throws {
    let form = try form("1,00,00,00,00,00,000", "1", "1=33.33%", "2=30%", "3=20%")
    #expect(form.lines.allSatisfy { $0.minor > 0 } && form.rest > 0)
  }
}
