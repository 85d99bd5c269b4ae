import Foundation
import HearthProtocol
import Support
import Testing

@testable import HearthServer

extension LaneLeakTests {
  /// What is asked and wished, with the same ids in every run.
  struct Script {
    let group: String
    private var sharedCount: UInt64 = 0
    private var secretCount: UInt64 = 0

    init(group: String) { self.group = group }

    private static func id(_ high: UInt64, _ number: UInt64) -> String {
      CommandID(milliseconds: 1_790_000_000_000, random: (high, number)).description
    }

    mutating func entry(_ description: String, owedBy member: Int? = nil) -> Command {
      sharedCount += 2
      var entry = Command.addEntry(group, description)
      if let member {
        // Paid by who owes it, so that nothing is owed to anybody.
        entry.addEntry.content.split.equal.memberIds = [Self.member(member)]
        entry.addEntry.content.paid = [.with { ($0.memberID, $0.minor) = (Self.member(member), entry.addEntry.content.amount.minor) }]
      }
      (entry.id, entry.addEntry.entryID) = (Self.id(1, sharedCount), Self.id(1, sharedCount + 1))
      return entry
    }

    /// What everybody is refused: an entry that nobody has added is voided.
    mutating func voidUnknown() -> Command {
      sharedCount += 2
      var command = Command.make(group, .voidEntry(.with { $0.entryID = Self.id(28, 1) }))
      command.id = Self.id(1, sharedCount)
      return command
    }

    /// The member of those in the folder, by place.
    static func member(_ number: Int) -> String { id(20, UInt64(number)) }

    /// Ravi is reminded of what he owes.
    func remind(for creditor: String = "") -> Command {
      var command = Command.make(group, .remindDebtor(.with { ($0.debtorID, $0.creditorID) = (Self.member(1), creditor) }))
      command.id = Self.id(21, 1)
      return command
    }

    /// Ravi says something kind to Mira.
    func coach(in round: Int) -> Command {
      var command = Command.make(
        group, .sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (Self.member(2), "Well done!", true) }))
      command.id = Self.id(22, UInt64(round))
      return command
    }

    mutating func secrets(_ secret: Secret, in round: Int) -> [Command] {
      secretCount += 1
      var commands: [Command]
      switch secret {
      case .admin:
        let invite = Self.id(3, secretCount)
        commands = [
          .createInvite(group, .viewer, id: invite), .revokeInvite(group, invite),
          .createInvite(group, .minor, id: Self.id(4, secretCount)),
        ]
      case .income:
        let amount = Money.with { ($0.minor, $0.currency) = (Int64(secretCount) * 10_000, "INR") }
        commands = [
          .make(group, .updateGroup(.with { $0.monthlyIncome = amount })), .make(group, .setMemberIncome(.with { $0.monthly = amount })),
        ]
      // Before the first entry nothing is owed.
      case .inbox: commands = round == 1 ? [remind()] : []
      case .minor: commands = minorSecrets(in: round)
      // Mira stays who no longer looks after him.
      case .formerGuardian: commands = minorSecrets(in: round).filter { if case .setGuardian? = $0.body { false } else { true } }
      case .account: commands = accountSecrets(in: round)
      case .coaching: commands = [coach(in: round)]
      case .mute: commands = round == 0 ? [.make(group, .muteCoaching(.with { $0.memberID = Self.member(1) }))] : []
      case .payments:
        commands = round == 0 ? [.make(group, .setPaymentAddress(.with { $0.address = "mira@examplebank" }))] : []
      case .separation: commands = []
      }
      for index in commands.indices { commands[index].id = Self.id(2, secretCount * 10 + UInt64(index)) }
      return commands
    }

    var separation: Command {
      var command = Command.make(group, .separate(Separate()))
      command.id = Self.id(22, 1)
      return command
    }

    /// What is refused to who has separated.
    var refused: [Command] {
      mutating get {
        let wishes: [Command.OneOf_Body] = [
          Command.addEntry(group).body, .setMemberIncome(.init()), .separate(Separate()),
          .remindDebtor(.with { $0.debtorID = Self.member(1) }),
        ].compactMap(\.self)
        return wishes.map { body in
          secretCount += 1
          var command = Command.make(group, body)
          command.id = Self.id(23, secretCount)
          return command
        }
      }
    }

    private func minorSecrets(in round: Int) -> [Command] {
      let kabir = Self.member(4)
      func guardian(isRemoved: Bool) -> Command {
        .make(group, .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (kabir, Self.member(2), isRemoved) }))
      }
      let limit = SpendingLimitContent.with {
        ($0.name, $0.period) = ("Pocket", .weekly)
        $0.limit = .with { ($0.minor, $0.currency) = (100, "INR") }
      }
      switch round {
      case 0:
        // Due at once: it is booked in this round.
        let allowance = AllowanceContent.with { ($0.amount.minor, $0.amount.currency, $0.period) = (300, "INR", .weekly) }
        return [
          guardian(isRemoved: false),
          .make(group, .setAllowance(.with { ($0.minorID, $0.allowanceID, $0.content) = (kabir, Self.id(12, 3), allowance) })),
        ]
      case 1: return [.make(group, .setSpendingLimit(.with { ($0.minorID, $0.limitID, $0.content) = (kabir, Self.id(12, 1), limit) }))]
      case 2:
        let content = SpendingContent.with {
          ($0.description_p, $0.category) = ("Samosa", "dining")
          $0.amount = .with { ($0.minor, $0.currency) = (50, "INR") }
          $0.receipts = [MinorAttachmentServer.receipt([1, 2, 3])]
        }
        return [
          .make(group, .setSpending(.with { ($0.spendingID, $0.content) = (Self.id(12, 2), content) })),
          .make(group, .requestRole(.with { $0.role = .adult })),
        ]
      default: return [.make(group, .voidSpending(.with { $0.spendingID = Self.id(12, 2) }))]
      }
    }

    private static let fund = id(24, 1)

    private static func fund(_ name: String) -> Command.OneOf_Body {
      .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (fund, name, .checking) })
    }

    /// What makes Mira keep an account that Kabir reads, and look after him no more; each with the sender's place.
    var entrusted: [(place: Int, command: Command)] {
      func guardian(isRemoved: Bool) -> Command.OneOf_Body {
        .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (Self.member(4), Self.member(2), isRemoved) })
      }
      let grant = GrantAccount.with { ($0.accountID, $0.memberID, $0.permission) = (Self.fund, Self.member(4), .read) }
      let steps: [(Int, Command.OneOf_Body)] = [
        (0, guardian(isRemoved: false)), (2, Self.fund("Fund")), (2, .grantAccount(grant)), (0, guardian(isRemoved: true)),
      ]
      return steps.enumerated().map { number, step in
        var command = Command.make(group, step.1)
        command.id = Self.id(25, UInt64(number))
        return (step.0, command)
      }
    }

    /// What Mira does with that account in either run: the child's lane is told its names and its end.
    func kept(in round: Int) -> Command {
      let body: Command.OneOf_Body =
        round < 3 ? Self.fund("Fund \(round)") : .revokeAccount(.with { ($0.accountID, $0.memberID) = (Self.fund, Self.member(4)) })
      var command = Command.make(group, body)
      command.id = Self.id(26, UInt64(round))
      return command
    }

    private func accountSecrets(in round: Int) -> [Command] {
      let account = Self.id(13, 1)
      func grant(_ member: Int, _ permission: GrantPermission) -> Command {
        .make(group, .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (account, Self.member(member), permission) }))
      }
      func revoke(_ member: Int) -> Command {
        .make(group, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, Self.member(member)) }))
      }
      switch round {
      case 0:
        let content = AccountContent.with { ($0.name, $0.type) = ("Savings", .savings) }
        return [.make(group, .setAccount(.with { ($0.accountID, $0.content) = (account, content) }))]
      case 1: return [grant(2, .write), grant(4, .read)]
      case 2:
        let content = AccountEntryContent.with { ($0.kind, $0.amount.minor, $0.description_p) = (.deposit, 500, "Salary") }
        return [.make(group, .setAccountEntry(.with { ($0.accountID, $0.entryID, $0.content) = (account, Self.id(13, 2), content) }))]
      default:
        // The child reads it no more when it is none for children.
        let content = AccountContent.with { ($0.name, $0.type) = ("Savings", .gold) }
        return [revoke(2), .make(group, .setAccount(.with { ($0.accountID, $0.content) = (account, content) }))]
      }
    }

    /// Somebody asks to join, waits two rounds, is declined, and asks again; at the end they wait.
    mutating func turnOfRequest(in round: Int, by newcomer: WireClient, to owner: WireClient) throws {
      let member = Self.id(6, 1)
      switch round {
      case 0, 3:
        var create = Command.createInvite(group, .adult, id: Self.id(7, UInt64(round)))
        create.id = Self.id(8, UInt64(round))
        create.createInvite.needsApproval = true
        var join = Command.join(try owner.accepted(create).inviteCode, member: member, as: "Eve")
        join.id = Self.id(9, UInt64(round))
        #expect(try newcomer.accepted(join).pending)
      case 2:
        var decline = Command.make(group, .declineJoin(.with { $0.memberID = member }))
        decline.id = Self.id(10, UInt64(round))
        _ = try owner.accepted(decline)
      default: break
      }
    }

    private static var lanes: [String] {
      ["shared", "admin", "income"] + (1...2).map { "inbox/" + member($0) } + ["minor/" + member(4), "account/" + id(13, 1)]
    }

    /// The calls that read: all parts of a group, and what else there is of it.
    var paths: [String] {
      let parts = [
        "", "/invites", "/members", "/budgets", "/categories", "/recurring", "/festivals", "/rates", "/minors", "/accounts",
        "/accounts/\(Self.id(13, 1))",
      ]
      let others = ["/entries", "/settlement", "/dashboard"] + Self.lanes.map { "/history?lane=\($0)" }
      return (parts + ["/invites/\(Self.id(7, 0))", "/members/\(Self.id(6, 1))"] + others).map { "/v1/groups/\(group)\($0)" } + [
        "/v1/groups"
      ]
    }

    /// All that somebody can ask about a group.
    var questions: [ClientMessage.OneOf_Body] {
      var preview = Command.addEntry(group)
      (preview.id, preview.addEntry.entryID) = (Self.id(5, 1), Self.id(5, 2))
      // What the minor would owe, by which a limit of theirs would ring.
      var owed = Command.addEntry(group)
      (owed.id, owed.addEntry.entryID) = (Self.id(5, 3), Self.id(5, 4))
      owed.addEntry.content.split.equal.memberIds = [Self.member(4)]
      let lanes = Self.lanes.map { lane in
        ClientMessage.OneOf_Body.readHistory(.with { ($0.groupID, $0.lane) = (group, lane) })
      }
      let parts = GroupPart.allCases.map { part in ClientMessage.OneOf_Body.readGroup(.with { ($0.groupID, $0.part) = (group, part) }) }
      return lanes + parts + [
        .listGroups(.init()), .readSettlement(.with { $0.groupID = group }), .readDashboard(.with { $0.groupID = group }),
        .readEntries(.with { $0.groupID = group }), .previewCommand(.with { $0.command = preview }),
        .readPaymentLink(.with { ($0.groupID, $0.payeeID) = (group, Self.member(2)) }),
        .planImport(.with { ($0.groupID, $0.file) = (group, Data("date,description,amount\n2026-11-20,Rice,5\n".utf8)) }),
        .planImport(.with { ($0.groupID, $0.accountID) = (group, Self.id(13, 1)) }),
        .previewCommand(.with { $0.command = owed }), .previewCommand(.with { $0.command = remind(for: Self.member(2)) }),
      ]
    }
  }
}
