import HearthProtocol
import SwiftProtobuf

extension VectorSamples {
  static let sharedSnapshot: LaneSnapshot = make {
    $0.lane = "shared"
    $0.position = 4
    $0.head = .init(repeating: 0x11, count: 32)
    $0.shared.groupID = group
    $0.shared.name = "Smith Family"
    $0.shared.currency = "INR"
    $0.shared.timeZone = "UTC"
    $0.shared.membersMax = 10
    $0.shared.createdAtMs = 1_793_016_000_000
    $0.shared.categories = [category]
    $0.shared.members = [
      make {
        $0.memberID = ravi
        $0.displayName = "Ravi"
        $0.role = .owner
        $0.holder = .init(repeating: 0x22, count: 16)
        $0.joinedAtMs = 1_793_016_000_000
      }
    ]
    $0.shared.entryRows = [
      make {
        $0.entryID = entry
        $0.kind = .expense
        $0.minor = 45_045
        $0.currency = "INR"
        $0.date = "2026-02-28"
        $0.description_p = "Rent"
        $0.paidBy = [0]
        $0.paidMinor = [45_045]
        $0.owedBy = [0, 1]
        $0.owedMinor = [15_015, 30_030]
        $0.split = .weights
        $0.splitFigures = [1, 2]
        $0.addedBy = 1
        $0.addedAtMs = 1_793_016_000_001
        $0.position = 3
        $0.version = 4
        $0.story.voided = true
        $0.story.disputes = [
          make {
            $0.by = 1
            $0.reason = "I was not there"
            $0.atMs = 1_793_016_000_002
          }
        ]
        $0.story.comments = [
          make { ($0.commentID, $0.by, $0.text, $0.atMs) = (budget, 1, "The bill is in the drawer", 1_793_016_000_003) }
        ]
        $0.story.changes = [
          make {
            $0.field = .money
            $0.version = 4
            $0.by = 1
          }
        ]
      }
    ]
    $0.shared.memberActs = [
      make {
        $0.member = 1
        $0.entryID = entry
        $0.act = .voided
        $0.version = 4
      }
    ]
    $0.shared.budgets = [
      make {
        $0.budgetID = budget
        $0.content = budgetContent
      },
      make {
        $0.budgetID = budget
        $0.content = fullBudgetContent
        $0.createdBy = ravi
        $0.removed = true
        $0.fired = [
          make {
            $0.periodStart = "2026-02-14"
            $0.basisPoints = [8_000, 10_000]
          },
          make {
            $0.periodStart = "2026-02-28"
            $0.over = true
          },
        ]
      },
    ]
  }

  static let adminSnapshot: LaneSnapshot = make {
    $0.lane = "admin"
    $0.position = 1
    $0.head = .init(repeating: 0x33, count: 32)
    $0.admin.invites = [
      make {
        $0.inviteID = invite
        $0.role = .minor
        $0.usesMax = 5
        $0.uses = 2
        $0.expiresAtMs = 1_793_620_800_000
        $0.revoked = true
        $0.codeHash = .init(repeating: 0xAB, count: 32)
        $0.createdBy = ravi
        $0.claimsMemberID = ravi
      }
    ]
    $0.admin.emails = [
      make {
        $0.memberID = ravi
        $0.email = "ravi@example.org"
      }
    ]
  }

  private static let requestSnapshot: LaneSnapshot = make {
    $0.lane = "admin"
    $0.position = 1
    $0.head = .init(repeating: 0x33, count: 32)
    $0.admin.roleRequests = [
      make {
        $0.memberID = meera
        $0.role = .adult
      }
    ]
  }

  static var snapshots: [VectorSample] {
    let stored: GroupSnapshot = make {
      $0.format = 3
      $0.groupID = group
      $0.sequence = 5
      $0.lanes = [sharedSnapshot, adminSnapshot]
      $0.commandTable.commandIds = [0x0189_0a5d_ac96_774b, 0xbcce_b302_099a_8057]
      $0.commandTable.salts = [1, .max]
      $0.commandTable.digests = [0xFEDC_BA98_7654_3210]
      $0.commandTable.members = [0]
      $0.commandTable.lanes = [0]
      $0.commandTable.positions = [1]
      $0.commandTable.memberIds = [0x0189_0a5d_ac96_774b, 1]
      $0.commandTable.laneNames = ["shared"]
    }
    return [
      VectorSample("lane shared", sharedSnapshot), VectorSample("lane admin", adminSnapshot),
      VectorSample("lane admin with a request for a role", requestSnapshot),
      VectorSample("lane shared with members of every standing", memberSnapshot), VectorSample("group on disk", stored),
      VectorSample(
        "lane shared with rates",
        make {
          (message: inout LaneSnapshot) in
          message.lane = "shared"
          message.position = 1
          message.head = .init(repeating: 0x55, count: 32)
          message.shared.groupID = group
          message.shared.currency = "INR"
          message.shared.rates = [rate]
        }),
    ] + settlementSnapshots + lookingSnapshots
  }
}
