import HearthProtocol
import SwiftProtobuf

import struct FoundationEssentials.Data

/// Looking ahead and back: impacts, dashboards, and which notices are wanted.
extension VectorSamples {
  private static let preferences: [NoticePreference] = [
    preference(.entries, .feed, false), preference(.reminders, .bell, true), preference(.digest, .feed, true),
  ]

  private static func preference(_ kind: NoticeKind, _ channel: NoticeChannel, _ isWanted: Bool) -> NoticePreference {
    make {
      $0.kind = kind
      $0.channel = channel
      $0.wanted = isWanted
    }
  }

  static var lookingCommands: [VectorSample] {
    [VectorSample("set_preferences for several channels", commandMessage(.setPreferences(make { $0.preferences = preferences })))]
  }

  static var lookingEvents: [VectorSample] {
    [VectorSample("preferences_set", event(.preferencesSet(make { $0.preferences = preferences })))]
  }

  static var lookingSnapshots: [VectorSample] {
    let snapshot: LaneSnapshot = make {
      $0.lane = "shared"
      $0.shared.groupID = group
      $0.shared.currency = "INR"
      $0.shared.preferences = [
        make {
          $0.member = 1
          $0.preferences = preferences
        }
      ]
    }
    return [VectorSample("lane shared with preferences", snapshot)]
  }

  static var lookingRequests: [VectorSample] {
    [
      VectorSample(
        "preview_command",
        client(
          9,
          .previewCommand(
            make {
              $0.command.id = command
              $0.command.groupID = group
              $0.command.addEntry.entryID = entry
              $0.command.addEntry.content = fullContent
            }))),
      VectorSample(
        "read_dashboard",
        client(
          10,
          .readDashboard(
            make {
              $0.groupID = group
              $0.period = .week
              $0.date = "2026-11-20"
              $0.currency = "JPY"
            }))),
      VectorSample(
        "read_payment_link",
        client(
          12,
          .readPaymentLink(
            make { ($0.groupID, $0.payeeID, $0.currency, $0.minor, $0.mode) = (group, meera, "INR", 45_050, .direct) }))),
      VectorSample(
        "plan_import",
        client(
          13,
          .planImport(
            make {
              $0.groupID = group
              $0.file = Data("date,description,amount\n2026-11-20,Rice,450.50\n".utf8)
              ($0.accountID, $0.profile, $0.encoding, $0.currency) = (account, "ing", "utf-8", "INR")
              ($0.dates, $0.decimals, $0.signs) = ("dmy", "comma", "minus")
              ($0.columns, $0.members, $0.addLines) = ("date=Booked", "Asha S.=Asha", "2")
              ($0.addSimilar, $0.addMembers, $0.after) = (true, true, 100)
            }))),
      VectorSample(
        "read_group",
        client(
          11,
          .readGroup(
            make {
              $0.groupID = group
              $0.part = .budgets
              $0.id = budget
            }))),
      VectorSample("read_entries", client(12, .readEntries(entriesRead))),
    ]
  }

  static var lookingAnswers: [VectorSample] {
    [
      VectorSample("impact", server(9, .impact(impact))), VectorSample("dashboard", server(10, .dashboard(dashboard))),
      VectorSample(
        "impact that books dates",
        server(
          11,
          .impact(
            make {
              $0.groupID = group
              $0.memberID = ravi
              $0.dueDates = 412
            }))),
      VectorSample("group_contents", server(11, .groupContents(contents))), VectorSample("entries", server(12, .entries(entries))),
      VectorSample("planned_import", server(13, .plannedImport(planned))),
      VectorSample(
        "planned_import of a file that cannot be read",
        server(
          14,
          .plannedImport(
            make {
              $0.groupID = group
              ($0.flaw.code, $0.flaw.details) = ("column_missing", ["date", "Booked", "Text"])
            }))),
    ]
  }

  private static let planned: PlannedImport = make {
    $0.groupID = group
    $0.members = [
      make {
        ($0.id, $0.groupID) = (command, group)
        ($0.addPlaceholder.memberID, $0.addPlaceholder.displayName, $0.addPlaceholder.role) = (meera, "Meera", .adult)
      }
    ]
    $0.lines = [
      make {
        ($0.number, $0.outcome) = (2, .new)
        ($0.command.id, $0.command.groupID, $0.command.addEntry.entryID) = (command, group, entry)
        $0.command.addEntry.content = fullContent
      },
      make {
        ($0.number, $0.outcome, $0.figures, $0.there) = (3, .similar, figures("UPI-RICE"), figures("Rice"))
      },
      make {
        ($0.number, $0.outcome) = (4, .problem)
        ($0.flaw.code, $0.flaw.refusal, $0.flaw.field) = ("refused", "entry_too_old", "add_entry.content.date")
        ($0.flaw.cause, $0.flaw.remedy) = ("The date is too long ago.", "Choose a later one.")
      },
    ]
    $0.sums = [make { ($0.currency, $0.spentMinor, $0.receivedMinor, $0.transferredMinor) = ("INR", 45_050, 100, 200) }]
    $0.balances = [make { ($0.memberID, $0.currency, $0.beforeMinor, $0.afterMinor) = (ravi, "INR", -100, 22_425) }]
    $0.counts = [make { ($0.outcome, $0.lines) = (.new, 1) }, make { ($0.outcome, $0.lines) = (.similar, 1) }]
    $0.next = 3
  }

  private static func figures(_ text: String) -> PlannedFigures {
    make { ($0.date, $0.amount, $0.kind, $0.text) = ("2026-11-20", money(45_050, "INR"), .expense, text) }
  }

  private static let entriesRead: ReadEntries = make {
    $0.groupID = group
    $0.entryID = entry
    $0.before = 1 << 53
    $0.limit = 100
    $0.kind = .transfer
    $0.category = "groceries"
    $0.memberID = ravi
    $0.from = "2026-11-01"
    $0.to = "2026-11-30"
    $0.currency = "JPY"
    $0.withVoided = true
    $0.withStanding = true
  }

  private static let contents: GroupContents = make {
    $0.groupID = group
    $0.memberID = ravi
    $0.settings.name = "Sharma Family"
    $0.members = [make { $0.memberID = meera }]
    $0.categories = [make { $0.key = "groceries" }]
    $0.budgets = [make { $0.budgetID = budget }]
    $0.recurring = [make { $0.version = 7 }]
    $0.festivals = [make { $0.removed = true }]
    $0.rates = [make { $0.rate = "83.1525" }]
    $0.invites = [make { $0.usesMax = 3 }]
  }

  private static let entries: Entries = make {
    $0.groupID = group
    $0.entries = [
      make {
        $0.entry.entryID = entry
        $0.entry.content = fullContent
        $0.version = 1 << 53
        $0.voided = true
        $0.standing.disputes = [
          make {
            $0.memberID = meera
            $0.reason = "I was not there"
            $0.atMs = 1_764_000_000_000
          }
        ]
        $0.standing.shares = [
          make {
            $0.entryID = entry
            $0.debtorID = meera
            $0.creditorID = ravi
            $0.minor = 1 << 53
            $0.paidMinor = 500
            $0.state = .disputed
          }
        ]
        $0.standing.moreShares = 3
        $0.standing.comments = [
          make { ($0.commentID, $0.memberID, $0.text, $0.atMs) = (budget, ravi, "The bill is in the drawer", 1_764_504_000_000) }
        ]
      }
    ]
    $0.next = 41
  }

  private static func figure(_ spent: Int64, _ limit: Int64, _ points: Int64) -> BudgetFigure {
    make {
      $0.spentMinor = spent
      $0.limitMinor = limit
      $0.basisPoints = points
    }
  }

  private static let budgetImpact: BudgetImpact = make {
    $0.budgetID = budget
    $0.name = "Groceries"
    $0.currency = "INR"
    $0.periodStart = "2026-11-01"
    $0.periodEnd = "2026-11-30"
    $0.before = figure(984_050, 1_200_000, 8_200)
    $0.after = figure(1_248_000, 1_200_000, 10_400)
  }

  private static let impact: Impact = make {
    $0.groupID = group
    $0.memberID = ravi
    $0.budgets = [budgetImpact]
    $0.alerts = [
      make {
        $0.budgetID = budget
        $0.periodStart = "2026-11-01"
        $0.over = true
        $0.spentMinor = 1_248_000
        $0.limitMinor = 1_200_000
      }
    ]
    $0.balances = [
      make {
        $0.memberID = ravi
        $0.currency = "INR"
        $0.beforeMinor = -64_000
        $0.afterMinor = Int64.min
      }
    ]
    $0.debts = [
      make {
        $0.memberID = meera
        $0.currency = "INR"
        $0.beforeMinor = 64_000
        $0.afterMinor = 104_000
      }
    ]
  }

  private static let dashboard: Dashboard = make {
    $0.groupID = group
    $0.currency = "INR"
    $0.currencies = ["INR", "JPY"]
    $0.period = .month
    $0.periodStart = "2026-11-01"
    $0.periodEnd = "2026-11-30"
    $0.members = [
      make {
        $0.memberID = ravi
        $0.paidMinor = 45_049
        $0.owedMinor = 15_017
        $0.incomeMinor = 5_000_000
        $0.balanceMinor = -64_000
      }
    ]
    $0.categories = [
      make {
        $0.category = "groceries"
        $0.spentMinor = 45_050
        $0.beforeMinor = 1
      }
    ]
    $0.periods = [
      make {
        $0.periodStart = "2026-11-01"
        $0.periodEnd = "2026-11-30"
        $0.spentMinor = 45_050
        $0.incomeMinor = 5_000_000
        $0.entries = 2
      }
    ]
    $0.recentEntryIds = [entry]
    $0.nextPayerID = ravi
    $0.budgets = [budgetImpact]
    $0.alerts = [
      make {
        $0.budgetID = budget
        $0.periodStart = "2026-11-01"
        $0.basisPoints = 8_000
      }
    ]
    $0.joinedMemberIds = [meera]
    $0.leftMemberIds = [ravi]
  }
}
