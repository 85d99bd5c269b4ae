import HearthClient
import HearthProtocol
import Ledger

/// Riya, who is a minor: she gets an allowance, notes what she spends, and has a limit that rings.
struct FamilyChild {
  let group: GroupID
  let riya: FamilyMember

  /// What she spends in four weeks: the day, what it is, and how many rupees.
  private static let purchases: [(day: Int, what: String, rupees: Int64)] = [
    (2, "Samosa", 60), (6, "Comics", 180), (9, "Kulfi", 90), (16, "Cricket ball", 240), (18, "Mehndi", 150), (23, "Pani puri", 80),
  ]

  /// Lets her join by a minor's code, and has her owner set what she gets and a limit.
  init(_ group: GroupID, code: String, owner: FamilyMember, server: ServerURL, authoritiesFile: String?) throws {
    self.group = group
    riya = try FamilyMember("Riya", server: server, authoritiesFile: authoritiesFile)
    var join = JoinGroup()
    (join.code, join.memberID, join.displayName) = (code, riya.id.description, riya.name)
    join.acceptsTransparency = TransparencyNotice.version
    try riya.send(.joinGroup(join), to: nil)
    var limit = SetSpendingLimit()
    (limit.minorID, limit.limitID) = (riya.id.description, BudgetID.fresh().description)
    (limit.content.name, limit.content.limit, limit.content.period) = ("Pocket", Self.money(rupees: 300), .weekly)
    // It holds for the weeks that are lived anew.
    let today = CivilDate(daysSince1970: Int(wallMilliseconds() / 86_400_000))
    limit.content.startDate = today.adding(days: -FamilyLife.days).description
    try owner.send(.setSpendingLimit(limit), to: group)
    var allowance = SetAllowance()
    (allowance.minorID, allowance.allowanceID) = (riya.id.description, RecurringID.fresh().description)
    (allowance.content.amount, allowance.content.period, allowance.content.note) = (Self.money(rupees: 300), .weekly, "Pocket money")
    try owner.send(.setAllowance(allowance), to: group)
    _ = try riya.connection.follow(group)
  }

  /// Notes what she spends on a day of the four weeks.
  func live(through day: Int, after last: Int, on date: (Int) -> CivilDate) throws {
    for purchase in Self.purchases where purchase.day > last && purchase.day <= day {
      var set = SetSpending()
      set.spendingID = EntryID.fresh().description
      set.content.description_p = purchase.what
      set.content.amount = Self.money(rupees: purchase.rupees)
      set.content.date = date(purchase.day).description
      try riya.send(.setSpending(set), to: group)
    }
  }

  private static func money(rupees: Int64) -> Money {
    var money = Money()
    (money.minor, money.currency) = (rupees * 100, "INR")
    return money
  }

  /// How often her limit has rung, which she and the owner alone know.
  func rings() throws -> Int {
    let state = try riya.connection.follow(group).state
    return state.minor(riya.id).limits.reduce(0) { $0 + $1.message.fired.reduce(0) { $0 + $1.basisPoints.count + ($1.over ? 1 : 0) } }
  }
}
