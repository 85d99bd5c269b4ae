import HearthProtocol
import Testing

@testable import Ledger

/// One thing wrong with a command, and the rejection it must get.
struct Flaw: Sendable, CustomStringConvertible {
  var rejection: Rejection
  var spoil: @Sendable (inout Situation) -> Void

  init(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout Situation) -> Void) {
    self.rejection = rejection
    self.spoil = spoil
  }

  var description: String { "\(rejection)" }
}

/// Everything a decision sees.
struct Situation: Sendable {
  var command: Command
  var state: GroupState
  var context: DecisionContext

  init(_ body: Command.OneOf_Body, household: Household = .family, by number: UInt64 = 1) {
    command = household.command(body)
    state = household.state
    context = household.context(number)
  }

  /// The asker keeps everything of theirs from the others.
  mutating func separateAsker() {
    guard let member = state.member(holding: context.holder) else { return }
    var snapshot = state.snapshot(of: .inbox(member.id))
    snapshot.inbox.separation = .with { ($0.holder, $0.atMs) = (.init(context.holder.bytes), 1) }
    try? state.restore(snapshot)
  }

  var rejection: Rejection? {
    do throws(Rejection) {
      _ = try decide(command, in: state, context: context)
      return nil
    } catch {
      return error
    }
  }
}

/// Given a command that would be accepted, when it is spoilt by one flaw, then that flaw is named; and when it is
/// spoilt by that flaw and all later ones of the table together, then it is still that flaw: the tables are the order
/// of precedence.
struct PrecedenceTests {
  static let tables: [(String, Situation, [Flaw])] =
    moneyTables + settingsTables + memberTables + entryTables + recurringTables + familyTables + allowanceTables + accountTables
    + coachingTables + separationTables + sharingTables + paymentTables + webhookTables

  private static let moneyTables: [(String, Situation, [Flaw])] =
    [
      ("add_entry", addEntry, envelope + asker + addEntryFlaws),
      ("set_budget", setBudget, envelope + asker + setBudgetFlaws),
      ("remove_budget", removeBudget, envelope + asker + removeBudgetFlaws),
      ("reactivate_budget", reactivateBudget, envelope + asker + reactivateBudgetFlaws),
      ("set_rate", Situation.valid("set_rate"), envelope + asker + setRateFlaws),
      ("create_invite", createInvite, envelope + asker + createInviteFlaws),
      ("revoke_invite", revokeInvite, envelope + asker + revokeInviteFlaws),
      ("settle_up", settleUp, envelope + asker + settleUpFlaws),
      ("remind_debtor", remindDebtor, envelope + asker + remindDebtorFlaws),
      ("create_group", createGroup, envelope + createGroupFlaws),
      ("join_group", joinGroup, Array(envelope.prefix(2)) + joinGroupFlaws),
    ]

  @Test(arguments: tables.indices) func everyRejectionInOrder(_ index: Int) {
    let (name, good, flaws) = Self.tables[index]
    #expect(good.rejection == nil, "\(name) as it should be")
    for (place, flaw) in flaws.enumerated() {
      var alone = good
      flaw.spoil(&alone)
      #expect(alone.rejection == flaw.rejection, "\(name): \(flaw) alone")
      var all = good
      for later in flaws[place...].reversed() { later.spoil(&all) }
      #expect(all.rejection == flaw.rejection, "\(name): \(flaw) before all later ones")
    }
  }

  @Test func everyRejectionExplainsItself() {
    for (_, _, flaws) in Self.tables {
      for flaw in flaws {
        #expect(flaw.rejection.cause.hasSuffix("."), "\(flaw)")
        #expect(flaw.rejection.remedy.hasSuffix("."), "\(flaw)")
        // What is said of every bad request helps with none.
        #expect(flaw.rejection.code != .badRequest || flaw.rejection.remedy != RejectionCode.badRequest.remedy, "\(flaw)")
        #expect(flaw.rejection.details.allSatisfy { !$0.key.isEmpty && !$0.value.isEmpty }, "\(flaw)")
      }
    }
  }

  // MARK: Commands as they should be

  static let addEntry = Situation(.addEntry(Household.entry(1, minor: amountMinorMax)))
  static let setBudget = Situation.valid("set_budget")
  static let createGroup = Situation.valid("create_group", household: Household())
  static let joinGroup: Situation = {
    var situation = Situation.valid("join_group", on: 9, household: invited(), by: 9)
    situation.command.groupID = ""
    situation.context.invite = InviteID(high: 0xD000, low: 1)
    return situation
  }()
  static let createInvite = Situation.valid("create_invite")
  static let revokeInvite = Situation.valid("revoke_invite", household: invited())

  static func invite(_ number: UInt64, role: Role = .adult) -> CreateInvite {
    var wish = CreateInvite()
    wish.inviteID = InviteID(high: 0xD000, low: number).description
    wish.role = role
    return wish
  }

  /// The same for one identity.
  static func invite(_ number: UInt64, for identity: IdentityID) -> CreateInvite {
    var wish = invite(number)
    wish.forIdentityID = identity.description
    return wish
  }

  static let somebody = IdentityID(high: 0x7000, low: 1)

  static func revocation(_ number: UInt64) -> RevokeInvite {
    var wish = RevokeInvite()
    wish.inviteID = InviteID(high: 0xD000, low: number).description
    return wish
  }

  /// The family after more commands of the owner.
  static func family(_ bodies: [Command.OneOf_Body]) -> Household {
    var household = Household.family
    do {
      for body in bodies { try household.perform(body) }
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }

  static func invited(uses: UInt32 = 1) -> Household {
    var wish = invite(1)
    wish.usesMax = uses
    return family([.createInvite(wish)])
  }

  // MARK: Faults

  static let envelope: [Flaw] = [
    Flaw(.unknownCommand) { $0.command.body = nil },
    Flaw(.malformedEnvelope(field: "id")) { $0.command.id = "7" },
    Flaw(.malformedEnvelope(field: "group_id")) { $0.command.groupID = "" },
  ]

  static let asker: [Flaw] = [
    Flaw(.notFound(field: "group_id")) { $0.state = GroupState(group: Household.group) },
    Flaw(.notFound(field: "group_id")) { $0.command.groupID = GroupID(high: 1, low: 1).description },
    Flaw(.notFound(field: "group_id")) { $0.context.holder = Household.holder(77) },
    Flaw(.separated) { $0.separateAsker() },
  ]

  static func forbidden(_ right: Right) -> Flaw {
    Flaw(.forbidden(right: right, role: .viewer)) { $0.context.holder = Household.holder(4) }
  }
}
