import HearthProtocol

/// Makes up what the members of a group do with money: the same seed, the same life.
///
/// Every command it makes is one that the server must accept, except those asked for with `wrong`.
public struct Household: Sendable {
  /// A wish and who has it.
  public struct Wish: Sendable {
    /// The member's number.
    public var member: Int
    /// What is wished, complete but for the command's own id and the group's.
    public var body: Command.OneOf_Body
  }

  private let members: [String]
  private var random: SplitMix64

  /// Makes a household.
  ///
  /// - Parameters:
  ///   - members: their ids; the first is the owner.
  ///   - seed: of the run.
  ///   - room: each has a life of its own.
  public init(members: [String], seed: UInt64, room: Int) {
    self.members = members
    random = SplitMix64(seed: seed, stream: UInt64(truncatingIfNeeded: room))
  }

  /// The next thing somebody does.
  ///
  /// - Parameters:
  ///   - id: of the entry, if it is one.
  ///   - budgets: of the budgets that may be set; none: no budget is.
  public mutating func next(entry id: String, budgets: [String]) -> Wish {
    // Two in a hundred change a budget.
    if !budgets.isEmpty, random.below(50) == 0 { return Wish(member: 0, body: .setBudget(budget(budgets[random.below(budgets.count)]))) }
    let member = random.below(members.count)
    let kind = random.below(10)
    var add = AddEntry()
    add.entryID = id
    switch kind {
    case 0...6: add.content = expense(by: member)
    case 7: add.content = income()
    default: add.content = transfer(from: member)
    }
    return Wish(member: member, body: .addEntry(add))
  }

  /// An entry whose shares do not total its amount.
  public mutating func wrong(entry id: String) -> Wish {
    let member = random.below(members.count)
    var add = AddEntry()
    add.entryID = id
    add.content = expense(by: member)
    add.content.split.exact.shares = [share(of: member, add.content.amount.minor + 1)]
    return Wish(member: member, body: .addEntry(add))
  }

  private mutating func expense(by member: Int) -> EntryContent {
    let purchase = Self.purchases[random.below(Self.purchases.count)]
    var content = EntryContent()
    content.kind = .expense
    content.amount = amount(upTo: purchase.minorMax)
    content.description_p = purchase.description
    content.category = purchase.category
    if random.below(4) == 0, members.count > 1 {
      // Two paid together.
      let part = content.amount.minor / 2
      content.paid = [share(of: member, part), share(of: other(than: member), content.amount.minor - part)]
    }
    switch random.below(4) {
    case 0: content.split.percentage.shares = percentages()
    case 1: content.split.exact.shares = parts(of: content.amount.minor)
    default: content.split.equal.memberIds = random.below(2) == 0 ? [] : some()
    }
    return content
  }

  private mutating func income() -> EntryContent {
    var content = EntryContent()
    content.kind = .income
    content.amount = amount(upTo: 8_000_000)
    content.description_p = "Salary"
    content.category = "salary"
    return content
  }

  private mutating func transfer(from member: Int) -> EntryContent {
    guard members.count > 1 else { return income() }
    var content = EntryContent()
    content.kind = .transfer
    content.amount = amount(upTo: 500_000)
    content.description_p = "UPI transfer"
    content.paid = [share(of: member, content.amount.minor)]
    content.split.exact.shares = [share(of: other(than: member), content.amount.minor)]
    return content
  }

  private mutating func budget(_ id: String) -> SetBudget {
    var set = SetBudget()
    set.budgetID = id
    set.content.name = "Month"
    // A budget set to what it was would be refused; of so many limits none comes twice.
    set.content.limit = money(1_000_000 + Int64(random.next() % 1_000_000_000_000))
    set.content.period = .monthly
    set.content.categories = ["groceries", "dining"]
    return set
  }

  private mutating func percentages() -> [PercentageShare] {
    let names = some()
    var left: Int32 = 10_000
    return names.enumerated().map { place, name in
      var share = PercentageShare()
      share.memberID = name
      let isLast = place == names.count - 1
      share.basisPoints = isLast ? left : Int32(1 + random.below(Int(left) - (names.count - place)))
      left -= share.basisPoints
      return share
    }
  }

  private mutating func parts(of minor: Int64) -> [Share] {
    let names = some()
    var left = minor
    return names.enumerated().map { place, name in
      var share = Share()
      share.memberID = name
      share.minor = place == names.count - 1 ? left : left / 2
      left -= share.minor
      return share
    }
  }

  /// One to four members, each once.
  private mutating func some() -> [String] { Array(members.shuffled(using: &random).prefix(1 + random.below(min(4, members.count)))) }

  private mutating func other(than member: Int) -> Int { (member + 1 + random.below(members.count - 1)) % members.count }

  private func share(of member: Int, _ minor: Int64) -> Share {
    var share = Share()
    share.memberID = members[member]
    share.minor = minor
    return share
  }

  /// At least 100 minor units, so that every part of it is at least one.
  private mutating func amount(upTo minorMax: Int64) -> Money { money(100 + Int64(random.below(Int(minorMax)))) }

  private func money(_ minor: Int64) -> Money {
    var money = Money()
    money.minor = minor
    money.currency = "INR"
    return money
  }
}

extension Household {
  private struct Purchase {
    var description: String
    var category: String
    var minorMax: Int64
  }

  private static let purchases = [
    Purchase(description: "Milk and bread", category: "groceries", minorMax: 30_000),
    Purchase(description: "Vegetables at the market", category: "groceries", minorMax: 80_000),
    Purchase(description: "Rent", category: "housing", minorMax: 4_000_000),
    Purchase(description: "Electricity", category: "utilities", minorMax: 500_000),
    Purchase(description: "School fees", category: "education", minorMax: 2_500_000),
    Purchase(description: "Doctor", category: "healthcare", minorMax: 150_000),
    Purchase(description: "Auto rickshaw", category: "transportation", minorMax: 40_000),
    Purchase(description: "Dinner out", category: "dining", minorMax: 350_000),
    Purchase(description: "Cinema", category: "entertainment", minorMax: 120_000),
    Purchase(description: "Festival sweets", category: "festivals", minorMax: 200_000),
    Purchase(description: "मिठाई", category: "festivals", minorMax: 90_000),
  ]
}
