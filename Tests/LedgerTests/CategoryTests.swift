import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Categories and allocation templates, by the rows of the product.
struct CategoryTests {
  @Test("product 125: a category has name, icon, colour, use, class and place") func added() throws {
    var household = Household.family
    try household.perform(.setCategory(PrecedenceTests.category("pets")), by: 2)
    let category = try #require(household.state.shared.category("pets"))
    #expect(category.name == "Pets" && category.icon == "pawprint.fill" && category.color == "#A0B1C2" && category.class == .wants)
    #expect(category.sortOrder == 250 && household.state.shared.sortedCategories.last == category)
    var wish = PrecedenceTests.category("pets", name: "Haustiere")
    wish.content.sortOrder = 5
    try household.perform(.setCategory(wish))
    #expect(household.state.shared.sortedCategories.first?.name == "Haustiere")
    #expect(household.state.shared.categories.count == 25)
    var entry = Household.entry(1)
    entry.content.category = "pets"
    try household.perform(.addEntry(entry))
  }

  @Test("product 125: a retired category stays where it is used and cannot be chosen") func retired() throws {
    var household = Household.family
    var entry = Household.entry(1)
    entry.content.category = "groceries"
    try household.perform(.addEntry(entry))
    try household.perform(.setBudget(Household.budget(1)))
    try household.perform(.retireCategory(PrecedenceTests.retirement("groceries")))
    #expect(household.state.shared.entries.last?.category == "groceries")
    var second = Household.entry(2)
    second.content.category = "groceries"
    #expect(throws: Rejection.categoryRetired(field: "add_entry.content.category")) { try household.perform(.addEntry(second)) }
    // The budget that has it may be changed and keeps it; another cannot take it.
    try household.perform(.setBudget(Household.budget(1, minor: 5)))
    #expect(throws: Rejection.categoryRetired(field: "set_budget.content.categories[0]")) {
      try household.perform(.setBudget(Household.budget(2)))
    }
    try household.perform(.setCategory(PrecedenceTests.category("groceries", name: "Groceries")))
    try household.perform(.addEntry(second))
  }

  @Test("product 126: admins write, members read") func readers() throws {
    var household = Household.family
    for number in 3...5 as ClosedRange<UInt64> {
      #expect(throws: Rejection.self) { try household.perform(.setCategory(PrecedenceTests.category("pets")), by: number) }
      #expect(household.state.lanes(readableBy: Household.member(number)).contains(.shared))
    }
    let decision = try household.perform(.setCategory(PrecedenceTests.category("pets")), by: 2)
    #expect(decision.events.map(\.lane) == [.shared])
  }

  @Test("product 129: 50/30/20 of 85,000.00 is 42,500, 25,500 and 17,000; savings are always 20 %") func templates() throws {
    let amounts = try Allocation.templates.map { try $0.allocation.amounts(of: 8_500_000) }
    #expect(amounts == [[4_250_000, 2_550_000, 1_700_000], [5_100_000, 1_700_000, 1_700_000], [5_950_000, 850_000, 1_700_000]])
    #expect(Allocation.templates.map(\.name) == ["50/30/20", "60/20/20", "70/10/20"])
  }

  @Test("product 129, 130: parts total the amount to the minor unit", arguments: Property.seeds(61)) func exact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Property.cases {
      let minor = Int64.random(in: 1...(number.isMultiple(of: 2) ? 1_000 : amountMinorMax), using: &random)
      let count = Int.random(in: 1...100, using: &random)
      var points = (0..<count).map { _ in Int32.random(in: 1...(10_000 / Int32(count)), using: &random) }
      points[0] += 10_000 - points.reduce(0, +)
      let allocation = try Allocation(points.map { Allocation.Part(name: "p", basisPoints: $0) })
      let amounts = try allocation.amounts(of: minor)
      #expect(amounts.reduce(0, +) == minor && amounts.allSatisfy { $0 >= 0 }, "seed \(seed), case \(number)")
    }
  }

  @Test("product 130: what does not add up is no allocation") func flaws() {
    func part(_ points: Int32) -> Allocation.Part { Allocation.Part(name: "p", basisPoints: points) }
    #expect(throws: Allocation.Flaw.partCount) { try Allocation([]) }
    #expect(throws: Allocation.Flaw.partCount) { try Allocation(Array(repeating: part(100), count: 101)) }
    #expect(throws: Allocation.Flaw.partOutOfRange(name: "p")) { try Allocation([part(10_001)]) }
    #expect(throws: Allocation.Flaw.partOutOfRange(name: "p")) { try Allocation([part(10_000), part(0)]) }
    #expect(throws: Allocation.Flaw.total(basisPoints: 9_999)) { try Allocation([part(9_999)]) }
    for minor in [Int64.min, 0, amountMinorMax + 1] {
      #expect(throws: Allocation.Flaw.amountOutOfRange) { try Allocation.templates[0].allocation.amounts(of: minor) }
    }
  }

  /// As the product has them, written out; gold has a colour of its own (C12).
  private static let defaults: [(name: String, icon: String, color: String, class: CategoryClass)] = [
    ("Housing/Rent", "house.fill", "#4A90A4", .needs),
    ("Groceries", "cart.fill", "#6B8E23", .needs),
    ("Utilities", "bolt.fill", "#FFD700", .needs),
    ("Education", "book.fill", "#8B4513", .needs),
    ("Healthcare", "cross.case.fill", "#DC143C", .needs),
    ("Transportation", "car.fill", "#4169E1", .needs),
    ("Insurance", "shield.fill", "#2E8B57", .needs),
    ("Family Support", "person.2.fill", "#9370DB", .needs),
    ("EMI/Loans", "indianrupeesign.circle.fill", "#CD853F", .needs),
    ("Dining Out", "fork.knife", "#FF6347", .wants),
    ("Entertainment", "tv.fill", "#9932CC", .wants),
    ("Shopping", "bag.fill", "#FF69B4", .wants),
    ("Personal Care", "sparkles", "#FFB6C1", .wants),
    ("Travel", "airplane", "#00CED1", .wants),
    ("Subscriptions", "play.rectangle.fill", "#FF4500", .wants),
    ("Gifts & Donations", "gift.fill", "#DAA520", .wants),
    ("Festivals", "sparkler", "#FF8C00", .wants),
    ("Emergency Fund", "banknote.fill", "#228B22", .savings),
    ("Investments", "chart.line.uptrend.xyaxis", "#008B8B", .savings),
    ("Retirement", "clock.fill", "#4682B4", .savings),
    ("Goal Savings", "target", "#32CD32", .savings),
    ("Gold/Jewelry", "seal.fill", "#D4AF37", .savings),
  ]

  @Test("product 127: a new group has the 22 categories, in order, with icon, colour and class") func defaultCategories() {
    let given = Household.family.state.shared.sortedCategories.filter(\.forExpense)
    #expect(given.map(\.name) == Self.defaults.map(\.name))
    #expect(given.map(\.icon) == Self.defaults.map(\.icon))
    #expect(given.map(\.color) == Self.defaults.map(\.color))
    #expect(given.map(\.class) == Self.defaults.map(\.class))
    #expect(given.allSatisfy { !$0.forIncome })
  }

  @Test("product 131, C12: of two lists that differ one is given; what only the other has is added, renamed or retired by the group")
  func oneList() throws {
    var household = Household.family
    let given = household.state.shared.categories
    #expect(!given.contains { ["Hobbies", "Debt Repayment", "Travel & Vacation"].contains($0.name) })
    // No two look alike, and a loan is counted in one place.
    #expect(Set(given.map(\.color)).count == given.count && Set(given.map(\.name)).count == given.count)
    #expect(given.filter { $0.name.contains("EMI") || $0.name.contains("Loan") }.map(\.key) == ["emi"])
    try household.perform(.setCategory(PrecedenceTests.category("hobbies", name: "Hobbies")))
    var travel = PrecedenceTests.category("travel", name: "Travel & Vacation")
    travel.content.class = .wants
    try household.perform(.setCategory(travel))
    try household.perform(.retireCategory(PrecedenceTests.retirement("gold")))
    #expect(household.state.shared.category("hobbies")?.name == "Hobbies")
    #expect(household.state.shared.category("travel")?.name == "Travel & Vacation")
    var entry = Household.entry(1)
    entry.content.category = "hobbies"
    try household.perform(.addEntry(entry))
    entry.entryID = Household.entry(2).entryID
    entry.content.category = "gold"
    let rejection = Situation(.addEntry(entry), household: household).rejection
    #expect(rejection?.code == .categoryRetired)
  }
}
