import HearthProtocol
import SwiftProtobuf

extension VectorSamples {
  // MARK: Events

  static func event(_ body: Event.OneOf_Body) -> Event {
    make {
      $0.salt = .init(0..<16)
      $0.atMs = 1_793_016_000_000
      $0.memberID = ravi
      $0.commandID = command
      $0.commandDigest = 0xFEDC_BA98_7654_3210
      $0.body = body
    }
  }

  static let entryAdded = event(
    .entryAdded(
      make {
        $0.entryID = entry
        $0.content = fullContent
        $0.owed = [share(ravi, 15_015), share(meera, 30_035)]
      }))

  static var events: [VectorSample] {
    [
      VectorSample(
        "group_created",
        event(
          .groupCreated(
            make {
              $0.name = "Smith Family"
              $0.currency = "INR"
              $0.timeZone = "Asia/Kolkata"
              $0.icon = "house"
              $0.description_p = "Everything at home"
              $0.membersMax = 10
              $0.categories = [category]
            }))),
      VectorSample(
        "member_joined",
        event(
          .memberJoined(
            make {
              $0.memberID = ravi
              $0.displayName = "Ravi"
              $0.role = .owner
              $0.holder = .init(240...255)
            }))),
      VectorSample("entry_added", entryAdded),
      VectorSample(
        "budget_set",
        event(
          .budgetSet(
            make {
              $0.budgetID = budget
              $0.content = budgetContent
            }))),
      VectorSample(
        "budget_set with rollover and alerts",
        event(
          .budgetSet(
            make {
              $0.budgetID = budget
              $0.content = fullBudgetContent
              $0.createdBy = ravi
            }))),
      VectorSample("budget_removed", event(.budgetRemoved(make { $0.budgetID = budget }))),
      VectorSample("budget_reactivated", event(.budgetReactivated(make { $0.budgetID = budget }))),
      VectorSample(
        "alert_fired at a share",
        event(
          .alertFired(
            make {
              $0.budgetID = budget
              $0.periodStart = "2026-02-28"
              $0.basisPoints = 100_000
              $0.spentMinor = Int64.max
              $0.limitMinor = 2_000_000_000_000_000
            }))),
      VectorSample(
        "alert_fired over nothing",
        event(
          .alertFired(
            make {
              $0.budgetID = budget
              $0.periodStart = "2026-02-28"
              $0.over = true
              $0.spentMinor = 1
            }))),
      VectorSample(
        "invite_created",
        event(
          .inviteCreated(
            make {
              $0.inviteID = invite
              $0.role = .viewer
              $0.usesMax = 1
              $0.expiresAtMs = 1_793_620_800_000
              $0.codeHash = .init(repeating: 0xAB, count: 32)
            }))),
      VectorSample(
        "invite_created for a member of an imported group",
        event(
          .inviteCreated(
            make {
              $0.inviteID = invite
              $0.role = .owner
              $0.usesMax = 1
              $0.expiresAtMs = 1_793_620_800_000
              $0.codeHash = .init(repeating: 0xAB, count: 32)
              $0.claimsMemberID = ravi
            }))),
      VectorSample("invite_revoked", event(.inviteRevoked(make { $0.inviteID = invite }))),
      VectorSample(
        "invite_used",
        event(
          .inviteUsed(
            make {
              $0.inviteID = invite
              $0.memberID = meera
            }))),
      VectorSample("rate_set", event(.rateSet(make { $0.rate = rate }))),
    ] + settlementEvents + lookingEvents + entryEvents.map { VectorSample($0, event($1)) }
  }

  // MARK: What the server says

  static func server(_ request: UInt32, _ body: ServerMessage.OneOf_Body) -> ServerMessage {
    make {
      $0.request = request
      $0.body = body
    }
  }

  private static let laneEvent: LaneEvent = make {
    $0.position = 3
    $0.event = entryAdded
    $0.hash = .init(repeating: 0x44, count: 32)
  }

  static var serverMessages: [VectorSample] { ofSessions + ofCommands + ofFollowing + settlementAnswers + lookingAnswers }

  private static var ofSessions: [VectorSample] {
    [
      VectorSample(
        "welcome",
        server(
          1,
          .welcome(
            make {
              $0.identityID = identity
              $0.displayName = "Ravi"
              $0.serverTimeMs = 1_793_016_000_000
              $0.messageBytesMax = 65_536
              $0.pageURL = "/"
              $0.groupID = group
              $0.access = .read
            }))),
      VectorSample(
        "registered",
        server(
          1,
          .registered(
            make {
              $0.identityID = identity
              $0.token = "hearth_01900000_not-a-real-token"
            }))),
      VectorSample(
        "invite_preview",
        server(
          5,
          .invitePreview(
            make {
              $0.groupName = "Smith Family"
              $0.icon = "house"
              $0.ownerName = "Ravi"
              $0.memberCount = 2
              $0.role = .adult
            }))),
      VectorSample(
        "invite_preview for a minor with an offer",
        server(
          5,
          .invitePreview(
            make {
              $0.groupName = "Smith Family"
              $0.role = .minor
              $0.transparencyVersion = notice
              $0.offeredMemberID = meera
            }))),
      VectorSample(
        "invite_preview for somebody who comes back",
        server(5, .invitePreview(make { ($0.groupName, $0.role, $0.formerDisplayName) = ("Smith Family", .adult, "Ravi K") }))),
      VectorSample(
        "groups",
        server(
          6,
          .groups(
            make {
              $0.groups = [
                make {
                  $0.groupID = group
                  $0.name = "Smith Family"
                  $0.currency = "INR"
                  $0.memberID = ravi
                  $0.role = .owner
                  $0.memberCount = 2
                }
              ]
            }))),
      VectorSample("groups of nobody", server(6, .groups(Groups()))),
    ]
  }

  private static var ofCommands: [VectorSample] {
    [
      VectorSample(
        "accepted",
        server(
          2,
          .accepted(
            make {
              $0.commandID = command
              $0.groupID = group
              $0.lane = "admin"
              $0.position = UInt64.max
              $0.duplicate = true
              $0.inviteCode = "7GXK-2MQ4-T9ZB-0HWC"
            }))),
      VectorSample(
        "accepted with what ended",
        server(
          2,
          .accepted(
            make {
              $0.commandID = command
              $0.groupID = group
              $0.revokedInviteIds = [entry]
              $0.pausedRuleIds = [rule]
              $0.pausedAllowanceIds = [entry]
            }))),
      VectorSample(
        "rejected",
        server(
          2,
          .rejected(
            make {
              $0.commandID = command
              $0.groupID = group
              $0.code = "split_does_not_add_up"
              $0.field = "add_entry.content.split.exact.shares"
              $0.cause = "The shares total 0.10 less than the amount."
              $0.remedy = "Change the shares or the amount."
              $0.retryAfterMs = 1_000
              $0.details = [
                make {
                  $0.key = "difference_minor"
                  $0.value = "-10"
                }
              ]
            }))),
    ]
  }

  private static var ofFollowing: [VectorSample] {
    [
      VectorSample(
        "subscribed",
        server(
          3,
          .subscribed(
            make {
              $0.groupID = group
              $0.memberID = ravi
              $0.epoch = 1
              $0.lanes = [
                make {
                  $0.lane = "shared"
                  $0.start = 3
                  $0.head = 5
                },
                make {
                  $0.lane = "admin"
                  $0.start = 1
                  $0.head = 1
                  $0.snapshot = true
                },
              ]
              $0.online = [ravi, meera]
            }))),
      VectorSample("unsubscribed", server(4, .unsubscribed(make { $0.groupID = group }))),
      VectorSample(
        "history",
        server(
          7,
          .history(
            make {
              $0.groupID = group
              $0.lane = "shared"
              $0.events = [laneEvent]
              $0.head = 5
            }))),
      VectorSample(
        "snapshot_part",
        server(
          0,
          .snapshotPart(
            make {
              $0.groupID = group
              $0.last = true
              $0.snapshot = adminSnapshot
            }))),
      VectorSample(
        "lane_events",
        server(
          0,
          .laneEvents(
            make {
              $0.groupID = group
              $0.lane = "shared"
              $0.events = [laneEvent]
            }))),
      VectorSample(
        "presence_changed",
        server(
          0,
          .presenceChanged(
            make {
              $0.groupID = group
              $0.memberID = meera
              $0.online = true
            }))),
      VectorSample(
        "subscription_ended",
        server(
          0,
          .subscriptionEnded(
            make {
              $0.groupID = group
              $0.reason = .membership
            }))),
    ]
  }
}
