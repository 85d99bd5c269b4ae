import HearthProtocol

/// What comes in each month: the fold of lane `income`, which the members who may see incomes receive.
public struct IncomeState: Sendable, Equatable {
  /// All members' income of a month together, at least 1 minor unit; nil when nobody has said.
  public private(set) var monthly: Money?
  private var members: [MemberID: Money] = [:]

  init() {}

  init(_ snapshot: IncomeSnapshot) throws(HistoryFlaw) {
    if snapshot.hasMonthlyIncome { monthly = try Self.checked(snapshot.monthlyIncome) }
    for income in snapshot.members {
      guard let member = MemberID(income.memberID) else { throw .malformed("member_id") }
      guard members.updateValue(try Self.checked(income.monthly), forKey: member) == nil else { throw .contradiction(.idsUnique) }
    }
  }

  /// What was said under any of a member's names to be earned a month, at least 1 minor unit; nil when nothing was.
  ///
  /// - Parameter names: the newest first.
  func monthly(under names: [MemberID]) -> Money? { names.lazy.compactMap { members[$0] }.first }

  /// The names before the newest one that something was said under.
  func formerNames(of names: [MemberID]) -> [MemberID] { names.dropFirst().filter { members[$0] != nil } }

  mutating func set(_ event: IncomeSet) throws(HistoryFlaw) {
    monthly = event.hasMonthlyIncome ? try Self.checked(event.monthlyIncome) : nil
  }

  mutating func set(_ event: MemberIncomeSet, of author: String) throws(HistoryFlaw) {
    guard let member = MemberID(author) else { throw .malformed("member_id") }
    let formers = try event.formerMemberIds.formerMembers()
    let monthly = event.hasMonthly ? try Self.checked(event.monthly) : nil
    for former in formers { members[former] = nil }
    members[member] = monthly
  }

  private static func checked(_ money: Money) throws(HistoryFlaw) -> Money {
    guard let currency = Currency(code: money.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(money.minor) else { throw .contradiction(.amountsInRange) }
    return Money(minor: money.minor, currency: currency)
  }

  func snapshot() -> IncomeSnapshot {
    var snapshot = IncomeSnapshot()
    if let monthly { snapshot.monthlyIncome = monthly }
    snapshot.members = members.sorted { $0.key < $1.key }.map { member, money in
      var income = MemberIncome()
      income.memberID = member.description
      income.monthly = money
      return income
    }
    return snapshot
  }
}

extension [String] {
  /// The member that a member was before, as events name them.
  func formerMembers() throws(HistoryFlaw) -> [MemberID] {
    var members: [MemberID] = []
    for text in self {
      guard let member = MemberID(text) else { throw .malformed("former_member_ids") }
      members.append(member)
    }
    return members
  }
}

extension GroupState {
  /// What the member earns a month, at least 1 minor unit; nil when they have not said, or when the lane that says it
  /// is not there.
  public func monthlyIncome(of member: MemberID) -> Money? { income.monthly(under: shared.members.names(of: member)) }
}
