import Foundation
import HearthClient
import HearthLoadKit
import HearthProtocol
import Ledger

/// The Sharma family in its group: makes it, lets everybody join, and lives there.
struct FamilyGroup {
  let group: GroupID
  let members: [FamilyMember]
  private let child: FamilyChild
  private var random = SplitMix64(seed: 7)
  private var childsDay = -1

  /// Makes the group and its budgets, leaves a viewer's code in a file, and lets everybody join.
  init(server: ServerURL, authoritiesFile: String?, inviteFile: String?) throws {
    group = .fresh()
    let asha = try FamilyMember("Asha", server: server, authoritiesFile: authoritiesFile)
    var create = CreateGroup()
    create.name = "Sharma family"
    create.icon = "house.fill"
    create.currency = "INR"
    create.timeZone = "Asia/Kolkata"
    create.memberID = asha.id.description
    create.displayName = asha.name
    try asha.send(.createGroup(create), to: group)
    for budget in Self.budgets { try asha.send(.setBudget(Self.command(budget)), to: group) }
    let viewerCode = try Self.invite(.viewer, uses: 5, by: asha, to: group)
    if let inviteFile {
      // Written whole or not at all: somebody may be waiting for it.
      try Data((viewerCode + "\n").utf8).write(to: URL(fileURLWithPath: inviteFile), options: .atomic)
    }
    let code = try Self.invite(.adult, uses: 3, by: asha, to: group)
    members =
      try [asha]
      + ["Ravi", "Meera", "Kabir"].map { name in
        let member = try FamilyMember(name, server: server, authoritiesFile: authoritiesFile)
        var join = JoinGroup()
        join.code = code
        join.memberID = member.id.description
        join.displayName = name
        try member.send(.joinGroup(join), to: nil)
        return member
      }
    child = try FamilyChild(
      group, code: try Self.invite(.minor, uses: 1, by: asha, to: group), owner: asha, server: server, authoritiesFile: authoritiesFile)
    for member in members { _ = try member.connection.follow(group) }
  }

  /// The child's days up to one of the four weeks, counted from 0.
  mutating func liveChild(through day: Int, on date: (Int) -> CivilDate) throws {
    try child.live(through: day, after: childsDay == FamilyLife.days - 1 ? -1 : childsDay, on: date)
    childsDay = day
  }

  /// How often the child's limit has rung.
  func rings() throws -> Int { try child.rings() }

  /// Something happens, on a day given as text.
  mutating func live(_ occasion: FamilyLife.Occasion, on date: CivilDate) throws {
    let payer = members[occasion.who.rawValue]
    var content = EntryContent()
    // Up to a tenth more or less, in steps of half a rupee; a sum that is agreed stays what it is.
    let minor = occasion.rupees * 100
    let isAgreed = ["housing", "salary", "education", ""].contains(occasion.category)
    let varied = isAgreed ? minor : minor + Int64(random.below(Int(minor / 5))) / 50 * 50 - minor / 10
    content.amount.minor = varied
    content.amount.currency = "INR"
    content.description_p = occasion.what
    content.category = occasion.category
    content.merchant = occasion.merchant
    content.date = date.description
    content.kind = .expense
    if let other = occasion.with { content.paid = [payer.share(varied - varied / 2), members[other.rawValue].share(varied / 2)] }
    switch occasion.division {
    // The four by name: whoever only watches owes nothing.
    case .all: content.split.equal.memberIds = members.map(\.id.description)
    case .among(let people): content.split.equal.memberIds = people.map { members[$0.rawValue].id.description }
    case .percent(let asha, let ravi):
      content.split.percentage.shares = zip(members, [asha, ravi]).map { member, percent in
        var share = PercentageShare()
        share.memberID = member.id.description
        share.basisPoints = percent * 100
        return share
      }
    case .transfer(let to):
      content.kind = .transfer
      content.split.exact.shares = [members[to.rawValue].share(varied)]
    case .income:
      content.kind = .income
      content.split.equal.memberIds = [payer.id.description]
    }
    var add = AddEntry()
    add.entryID = EntryID.fresh().description
    add.content = content
    try payer.send(.addEntry(add), to: group)
  }

  private struct Budget {
    var name: String
    var rupees: Int64
    var period: BudgetPeriod
    var categories: [String]
  }

  /// The week's eating out is meant to run over.
  private static let budgets = [
    Budget(name: "Groceries", rupees: 14_000, period: .monthly, categories: ["groceries"]),
    Budget(name: "Eating out", rupees: 1_500, period: .weekly, categories: ["dining"]),
    Budget(name: "Festivals and gifts", rupees: 12_000, period: .monthly, categories: ["festivals", "gifts"]),
  ]

  private static func command(_ budget: Budget) -> SetBudget {
    var set = SetBudget()
    set.budgetID = BudgetID.fresh().description
    set.content.name = budget.name
    set.content.limit.minor = budget.rupees * 100
    set.content.limit.currency = "INR"
    set.content.period = budget.period
    set.content.categories = budget.categories
    return set
  }

  private static func invite(_ role: Role, uses: UInt32, by owner: FamilyMember, to group: GroupID) throws -> String {
    var create = CreateInvite()
    create.inviteID = InviteID.fresh().description
    create.role = role
    create.usesMax = uses
    return try owner.send(.createInvite(create), to: group).inviteCode
  }
}
