import HearthProtocol
import Support
import Testing

@testable import Ledger

extension ValidWishes {
  /// In a family of the tests, about one of its members and its things with the number 1.
  static func inFamily(on member: UInt64 = 3, entry: UInt64 = 1) -> ValidWishes {
    ValidWishes(
      me: Household.text(1), other: Household.text(member), entry: Household.entry(entry).entryID, budget: Household.budget(1).budgetID,
      invite: InviteID(high: 0xD000, low: 1).description, rule: Household.ruleID(1).description,
      festival: Household.festivalID(1).description,
      notice: TransparencyNotice.version, minor: Household.text(5), spending: FamilyTests.spendingID(1).description,
      limit: FamilyTests.limitID(1).description, allowance: AllowanceTests.id(1).description,
      accounts: (AccountTests.id(1).description, AccountTests.id(2).description))
  }

  /// The valid command of the kind with this name: "add_entry".
  func wish(named name: String) -> Command.OneOf_Body {
    guard let kind = Kinds.commands.first(where: { $0.name == name })?.body else {
      Issue.record("The protocol has no command \(name).")
      return .undoLast(UndoLast())
    }
    return wish(like: kind)
  }
}

extension Situation {
  /// The valid command of a kind, about a member and an entry of the household.
  static func valid(
    _ kind: String, on member: UInt64 = 3, entry: UInt64 = 1, household: Household = .family, by number: UInt64 = 1
  ) -> Situation {
    Situation(ValidWishes.inFamily(on: member, entry: entry).wish(named: kind), household: household, by: number)
  }
}

/// That the commands which many tests take for valid are.
struct ValidWishTests {
  /// Of commands whose table has one that is valid otherwise, or is about another member.
  private static let members: [String: UInt64] = [
    "join_group": 9, "add_placeholder": 33, "claim_member": 31, "approve_role": 5, "decline_role": 5, "approve_join": 9, "decline_join": 9,
    "restore_member": 32,
  ]

  @Test("The valid command of every kind is taken where its table has one", arguments: Kinds.commands.map(\.name))
  func everyKind(_ name: String) throws {
    var (_, situation, _) = try #require(PrecedenceTests.tables.first { $0.0 == name }, "no table of \(name)")
    let entry: UInt64 = ["add_entry": 9, "settle_up": 9, "void_entry": 2, "restore_entry": 2][name] ?? 1
    var wishes = ValidWishes.inFamily(on: Self.members[name] ?? 3, entry: entry)
    wishes.version = EntryID(wishes.entry).flatMap { situation.state.shared.entries[$0]?.version.rawValue } ?? 1
    situation.command.body = wishes.wish(named: name)
    #expect(situation.rejection == nil, "\(name)")
  }

  @Test("The kinds are those of the protocol, each once")
  func kinds() {
    let names = Kinds.commands.map(\.name)
    #expect(Set(names).count == names.count && names.count >= 49 && names.contains("add_entry") && names.contains("create_group"))
  }
}
