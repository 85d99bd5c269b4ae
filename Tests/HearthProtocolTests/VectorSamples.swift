import HearthProtocol
import Support
import SwiftProtobuf

/// One message with a name; the golden vectors hold it in both encodings.
struct VectorSample: Sendable {
  var name: String
  var message: any Message

  init(_ name: String, _ message: any Message) {
    self.name = name
    self.message = message
  }
}

/// The messages of which `Protocol/vectors` is made: every body of every message, with the ends of ranges and text that
/// needs care.
enum VectorSamples {
  static let group = "01900000-0000-7000-8000-000000000001"
  static let command = "01900000-0000-7000-8000-000000000002"
  static let entry = "01900000-0000-7000-8000-000000000003"
  static let budget = "01900000-0000-7000-8000-000000000004"
  static let invite = "01900000-0000-7000-8000-000000000005"
  static let identity = "01900000-0000-7000-8000-000000000006"
  static let ravi = "01900000-0000-7000-8000-0000000000a1"
  static let meera = "01900000-0000-7000-8000-0000000000a2"

  /// The files and what is in them.
  static var files: [(file: String, samples: [VectorSample])] {
    [
      ("client-messages", clientMessages + deviceMessages + headMessages),
      (
        "commands",
        validCommands + commands + groupCommands + memberCommands + recurringCommands + familyCommands + accountCommands + coachingCommands
      ),
      ("events", events + groupEvents + memberEvents + recurringEvents + familyEvents + accountEvents + coachingEvents + webhookEvents),
      ("server-messages", serverMessages + deviceAnswers + headAnswers + webhookAnswers),
      (
        "snapshots",
        snapshots + groupSnapshots + recurringSnapshots + familySnapshots + accountSnapshots + webhookSnapshots + [inboxSnapshot]
      ),
      ("bundles", bundles),
    ]
  }

  /// Makes a message by filling it in.
  static func make<M: Message>(_ fill: (inout M) -> Void) -> M {
    var message = M()
    fill(&message)
    return message
  }

  static func share(_ member: String, _ minor: Int64) -> Share {
    make {
      $0.memberID = member
      $0.minor = minor
    }
  }

  static func money(_ minor: Int64, _ currency: String = "INR") -> Money {
    make {
      $0.minor = minor
      $0.currency = currency
    }
  }

  static let category: Category = make {
    $0.key = "groceries"
    $0.name = "Groceries"
    $0.icon = "cart"
    $0.color = "#34C759"
    $0.class = .needs
    $0.forExpense = true
  }

  /// An entry with everything filled in.
  static let fullContent: EntryContent = make {
    $0.kind = .expense
    $0.amount = money(45_050)
    $0.description_p = "Gemüse & Früchte — सब्ज़ी 🥕"
    $0.category = "groceries"
    $0.date = "2026-02-28"
    $0.paid = [share(ravi, 45_049), share(meera, 1)]
    $0.split.percentage.shares = ([(ravi, 3_333), (meera, 6_667)] as [(String, Int32)]).map { member, points in
      make {
        $0.memberID = member
        $0.basisPoints = points
      }
    }
    $0.note = "\"quoted\" \\ / \u{7F}"
    $0.merchant = "Süd-Markt"
  }

  /// A transfer split by exact shares.
  static let transferContent: EntryContent = make {
    $0.kind = .transfer
    $0.amount = money(1_000_000_000_000_000, "JPY")
    $0.description_p = "Settling up"
    $0.split.exact.shares = [share(meera, 1_000_000_000_000_000)]
  }

  /// An entry in a foreign currency.
  static let foreignContent: EntryContent = make {
    $0.kind = .expense
    $0.amount = money(1_999, "USD")
    $0.description_p = "Museum"
    $0.conversion.to = "INR"
    $0.conversion.rate = "83.1525"
    $0.conversion.date = "2026-10-01"
    $0.conversion.source = "receipt"
  }

  static let rate: ExchangeRate = make {
    $0.from = "KWD"
    $0.to = "INR"
    $0.rate = "0.000000000001"
    $0.date = "2026-10-01"
    $0.source = "Reserve Bank"
  }

  static let budgetContent: BudgetContent = make {
    $0.name = "Food"
    $0.limit = money(Int64.max)
    $0.period = .biweekly
    $0.categories = ["groceries", "dining"]
    $0.startDate = "0001-01-01"
  }

  /// The same with what is carried and what alerts fire at.
  static let fullBudgetContent: BudgetContent = make {
    $0 = budgetContent
    $0.rollover = .both
    $0.rolloverCapMinor = 1_000_000_000_000_000
    $0.alerts.basisPoints = [1, 8_000, 100_000]
    $0.alerts.over = true
  }

  // MARK: Commands and what clients say

  private static let wishes = ValidWishes(
    me: ravi, other: meera, entry: entry, budget: budget, invite: invite, rule: rule, festival: festival, notice: notice,
    minor: meera, spending: spending, limit: spendingLimit, allowance: allowance, accounts: (account, otherAccount))

  /// A command of every kind; those behind it say more, or less, or the ends of ranges.
  static var validCommands: [VectorSample] {
    Kinds.commands.map { name, kind in
      let group = name == "join_group" ? "" : group
      return VectorSample(name, commandMessage(wishes.wish(like: kind), group: group))
    }
  }

  static func commandMessage(_ body: Command.OneOf_Body, group: String = group) -> Command {
    make {
      $0.id = command
      $0.groupID = group
      $0.body = body
    }
  }

  static var commands: [VectorSample] {
    [
      VectorSample("add_entry in full", commandMessage(.addEntry(addEntry(fullContent)))),
      VectorSample("add_entry of a transfer", commandMessage(.addEntry(addEntry(transferContent)))),
      VectorSample(
        "add_entry with the least",
        commandMessage(
          .addEntry(
            addEntry(
              make {
                $0.kind = .income
                $0.amount = money(1)
                $0.description_p = "Salary"
                $0.split.equal = EqualSplit()
              })))),
      VectorSample(
        "set_budget with the ends of ranges",
        commandMessage(
          .setBudget(
            make {
              $0.budgetID = budget
              $0.content = budgetContent
            }))),
      VectorSample(
        "set_budget with rollover and alerts",
        commandMessage(
          .setBudget(
            make {
              $0.budgetID = budget
              $0.content = fullBudgetContent
            }))),
      VectorSample(
        "set_budget without alerts",
        commandMessage(
          .setBudget(
            make {
              $0.budgetID = budget
              $0.content = budgetContent
              $0.content.rollover = .none
              $0.content.alerts = BudgetAlerts()
            }))),
      VectorSample(
        "create_invite in full",
        commandMessage(
          .createInvite(
            make {
              $0.inviteID = invite
              $0.role = .admin
              $0.usesMax = 100
              $0.expiresInSeconds = 2_592_000
            }))),
      VectorSample(
        "create_invite for one identity",
        commandMessage(
          .createInvite(
            make {
              $0.inviteID = invite
              $0.role = .adult
              $0.forIdentityID = ravi
              $0.label = "Ravi, from work"
            }))),
      VectorSample(
        "create_invite that needs approval",
        commandMessage(
          .createInvite(
            make {
              $0.inviteID = invite
              $0.role = .viewer
              $0.needsApproval = true
            }))),
      VectorSample(
        "remove_budget that was said before it was sent",
        make {
          (command: inout Command) in
          command = commandMessage(.removeBudget(make { $0.budgetID = budget }))
          command.saidAtMs = 1_793_016_000_000
        }),
      VectorSample("add_entry at a rate", commandMessage(.addEntry(addEntry(foreignContent)))),
      VectorSample("set_rate in full", commandMessage(.setRate(make { $0.rate = rate }))),
    ] + settlementCommands + lookingCommands + entryCommands
  }

  private static func addEntry(_ content: EntryContent) -> AddEntry {
    make {
      $0.entryID = entry
      $0.content = content
    }
  }

  static func client(_ request: UInt32, _ body: ClientMessage.OneOf_Body) -> ClientMessage {
    make {
      $0.request = request
      $0.body = body
    }
  }

  static var clientMessages: [VectorSample] {
    [
      VectorSample(
        "hello",
        client(
          1,
          .hello(
            make {
              $0.token = "hearth_01900000_not-a-real-token"
              $0.client = "hearth/1.0"
            }))),
      VectorSample("register", client(UInt32.max, .register(make { $0.displayName = "Ravi" }))),
      VectorSample("command", client(2, .command(commandMessage(.revokeInvite(make { $0.inviteID = invite }))))),
      VectorSample(
        "subscribe with cursors",
        client(
          3,
          .subscribe(
            make {
              $0.groupID = group
              $0.epoch = UInt64.max
              $0.cursors = ([("shared", 9_007_199_254_740_993), ("admin", 0)] as [(String, UInt64)]).map { lane, position in
                make {
                  $0.lane = lane
                  $0.position = position
                }
              }
            }))),
      VectorSample("unsubscribe", client(4, .unsubscribe(make { $0.groupID = group }))),
      VectorSample("preview_invite", client(5, .previewInvite(make { $0.code = "7GXK-2MQ4-T9ZB-0HWC" }))),
      VectorSample(
        "preview_invite with a name",
        client(
          5,
          .previewInvite(
            make {
              $0.code = "7GXK-2MQ4-T9ZB-0HWC"
              $0.displayName = "Meera"
            }))),
      VectorSample("list_groups", client(0, .listGroups(ListGroups()))),
      VectorSample(
        "read_history",
        client(
          6,
          .readHistory(
            make {
              $0.groupID = group
              $0.lane = "admin"
              $0.after = 500
              $0.limit = 500
            }))),
      VectorSample("no body", ClientMessage()),
    ] + settlementRequests + lookingRequests
  }
}
