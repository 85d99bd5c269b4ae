import HearthProtocol
import Ledger

@testable import Room

/// The people of the tests and their wishes, the same in every run: person n is known by number.
enum Cast {
  static let group = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  static let otherGroup = GroupID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
  /// Monday, 2026-10-26, noon.
  static let noon: Int64 = 1_793_016_000_000
  static let today = CivilDate(daysSince1970: 20_752)

  static func identity(_ person: UInt64) -> IdentityID { IdentityID(high: 0x0191_0000_0000_7000, low: 0x8000_0000_0000_0000 | person) }
  static func member(_ person: UInt64) -> MemberID { MemberID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | person) }
  static func invite(_ number: UInt64) -> InviteID { InviteID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func command(_ number: UInt64) -> CommandID { CommandID(high: 0x0194_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }
  static func asker(_ person: UInt64, group: GroupID = group) -> Asker { Asker(identity: identity(person), group: group) }
  static func code(_ number: UInt64) -> InviteCode {
    InviteCode(text: "CODE-\(number)", hash: Array(repeating: UInt8(number & 255), count: 32))
  }

  /// A command with an id of its own; `number` names it and what it creates.
  static func wish(_ number: UInt64, _ body: Command.OneOf_Body) -> Command {
    var command = Command()
    command.id = Self.command(number).description
    command.groupID = group.description
    command.body = body
    return command
  }

  static func createGroup(_ number: UInt64 = 900, owner: UInt64 = 1) -> Command {
    var body = CreateGroup()
    body.name = "Smith Family"
    body.currency = "INR"
    body.timeZone = "Asia/Kolkata"
    body.memberID = member(owner).description
    body.displayName = "Person \(owner)"
    return wish(number, .createGroup(body))
  }

  static func createInvite(_ number: UInt64, role: Role = .adult, uses: UInt32 = 0) -> Command {
    var body = CreateInvite()
    body.inviteID = invite(number).description
    body.role = role
    body.usesMax = uses
    return wish(number, .createInvite(body))
  }

  static func revokeInvite(_ number: UInt64, invite: UInt64) -> Command {
    var body = RevokeInvite()
    body.inviteID = self.invite(invite).description
    return wish(number, .revokeInvite(body))
  }

  static func join(_ number: UInt64, person: UInt64) -> Command {
    var body = JoinGroup()
    body.code = "SOME-CODE"
    body.memberID = member(person).description
    body.displayName = "Person \(person)"
    body.acceptsTransparency = TransparencyNotice.version
    var command = wish(number, .joinGroup(body))
    command.groupID = ""
    return command
  }

  static func leave(_ number: UInt64) -> Command { wish(number, .leaveGroup(LeaveGroup())) }

  static func remove(_ number: UInt64, _ person: UInt64) -> Command {
    var body = RemoveMember()
    body.memberID = member(person).description
    return wish(number, .removeMember(body))
  }

  static func restore(_ number: UInt64, _ person: UInt64) -> Command {
    var body = RestoreMember()
    body.memberID = member(person).description
    return wish(number, .restoreMember(body))
  }

  static func changeRole(_ number: UInt64, _ person: UInt64, to role: Role) -> Command {
    var body = ChangeRole()
    (body.memberID, body.role) = (member(person).description, role)
    return wish(number, .changeRole(body))
  }

  static func addPlaceholder(_ number: UInt64, person: UInt64) -> Command {
    var body = AddPlaceholder()
    (body.memberID, body.displayName, body.role) = (member(person).description, "Person \(person)", .adult)
    return wish(number, .addPlaceholder(body))
  }

  static func claim(_ number: UInt64, person: UInt64) -> Command {
    var body = ClaimMember()
    body.memberID = member(person).description
    return wish(number, .claimMember(body))
  }

  static func addEntry(_ number: UInt64, minor: Int64 = 10_000, currency: String = "INR", description: String = "Groceries") -> Command {
    var body = AddEntry()
    body.entryID = EntryID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | number).description
    body.content.kind = .expense
    body.content.amount.minor = minor
    body.content.amount.currency = currency
    body.content.description_p = description
    return wish(number, .addEntry(body))
  }

  /// An entry that is being typed; nil: none any more.
  static func draft(_ text: String?, leading: String = "12", digits: UInt32 = 4, lane: Lane = .shared) -> TellDraft {
    .with {
      ($0.groupID, $0.lane) = (group.description, lane.name)
      if let text {
        ($0.draft.currency, $0.draft.leadingDigits, $0.draft.digitCount) = ("INR", leading, digits)
        ($0.draft.category, $0.draft.text) = ("groceries", text)
      }
    }
  }

  static func remind(_ number: UInt64, _ debtor: UInt64) -> Command {
    wish(number, .remindDebtor(.with { $0.debtorID = member(debtor).description }))
  }

  static func setIncome(_ number: UInt64, minor: Int64 = 8_500_000) -> Command {
    var body = UpdateGroup()
    body.monthlyIncome.minor = minor
    body.monthlyIncome.currency = "INR"
    return wish(number, .updateGroup(body))
  }

  static func setPolicy(_ number: UInt64, _ policy: Policy, _ isAllowed: Bool) -> Command {
    var body = SetPolicy()
    body.policy = policy
    body.allowed = isAllowed
    return wish(number, .setPolicy(body))
  }

  static func rule(_ number: UInt64) -> RecurringID { RecurringID(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }

  /// An entry of 101 minor units every so often, shared by all.
  static func setRecurring(
    _ number: UInt64, rule: UInt64 = 1, _ unit: RecurrenceUnit = .month, every interval: UInt32 = 1, from first: String = "",
    base: UInt64 = 0
  ) -> Command {
    var body = SetRecurring()
    body.ruleID = self.rule(rule).description
    body.baseVersion = base
    body.content.recurrence.unit = unit
    body.content.recurrence.interval = interval
    body.content.recurrence.firstDate = first
    body.content.template.kind = .expense
    body.content.template.amount.minor = 101
    body.content.template.amount.currency = "INR"
    body.content.template.description_p = "Rent"
    return wish(number, .setRecurring(body))
  }

  static func setBudget(_ number: UInt64, budget: UInt64, minor: Int64 = 100_000) -> Command {
    var body = SetBudget()
    body.budgetID = BudgetID(high: 0x0196_0000_0000_7000, low: 0x8000_0000_0000_0000 | budget).description
    body.content.name = "Food"
    body.content.limit.minor = minor
    body.content.limit.currency = "INR"
    body.content.period = .monthly
    body.content.categories = ["groceries"]
    return wish(number, .setBudget(body))
  }
}
