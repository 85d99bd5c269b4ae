import HearthProtocol
import SwiftProtobuf

/// Minors, what they spend, limits on it, and who looks after them.
extension VectorSamples {
  static let spending = "01900000-0000-7000-8000-0000000000f1"
  static let spendingLimit = "01900000-0000-7000-8000-0000000000f2"

  private static let samosa: SpendingContent = make {
    $0.amount = money(12_000)
    $0.description_p = "समोसा"
    $0.category = "dining"
    $0.date = "2026-11-20"
    $0.note = "school"
    $0.receipts = [
      make {
        $0.sha256 = .init([UInt8](repeating: 0x5A, count: 32))
        ($0.mediaType, $0.sizeBytes, $0.name) = ("image/jpeg", 2_048, "bill.jpg")
      }
    ]
  }

  private static let pocket: SpendingLimitContent = make {
    $0.name = "Pocket"
    $0.limit = money(50_000)
    $0.period = .weekly
    $0.categories = ["dining"]
    $0.startDate = "2026-11-16"
    $0.alerts = make {
      $0.basisPoints = [8_000, 10_000]
      $0.over = true
    }
  }

  static let allowance = "01900000-0000-7000-8000-0000000000f3"

  private static let pocketMoney: AllowanceContent = make {
    ($0.amount, $0.period, $0.note, $0.firstDate) = (money(50_000), .biweekly, "जेबख़र्च", "2026-11-20")
    $0.accountID = account
  }

  static var familyCommands: [VectorSample] {
    [
      VectorSample(
        "set_guardian that ends it", commandMessage(.setGuardian(make { ($0.minorID, $0.memberID, $0.removed) = (meera, ravi, true) }))),
      VectorSample(
        "set_spending in full", commandMessage(.setSpending(make { ($0.minorID, $0.spendingID, $0.content) = (meera, spending, samosa) }))),
      VectorSample("void_spending of one's own", commandMessage(.voidSpending(make { $0.spendingID = spending }))),
      VectorSample(
        "restore_spending by a guardian",
        commandMessage(.restoreSpending(make { ($0.minorID, $0.spendingID) = (meera, spending) }))),
      VectorSample(
        "set_spending_limit in full",
        commandMessage(.setSpendingLimit(make { ($0.minorID, $0.limitID, $0.content) = (meera, spendingLimit, pocket) }))),
      VectorSample(
        "set_allowance in full",
        commandMessage(.setAllowance(make { ($0.minorID, $0.allowanceID, $0.content) = (meera, allowance, pocketMoney) }))),
      VectorSample(
        "skip_allowance on a day",
        commandMessage(.skipAllowance(make { ($0.minorID, $0.allowanceID, $0.date) = (meera, allowance, "2026-12-04") }))),
      VectorSample(
        "pause_allowance that lets it go on",
        commandMessage(.pauseAllowance(make { ($0.minorID, $0.allowanceID, $0.resumed) = (meera, allowance, true) }))),
    ]
  }

  static var familyEvents: [VectorSample] {
    [
      VectorSample("guardian_added", event(.guardianAdded(make { ($0.minorID, $0.memberID) = (meera, ravi) }))),
      VectorSample("guardian_removed", event(.guardianRemoved(make { ($0.minorID, $0.memberID) = (meera, ravi) }))),
      VectorSample("spending_set", event(.spendingSet(make { ($0.minorID, $0.spendingID, $0.content) = (meera, spending, samosa) }))),
      VectorSample("spending_voided", event(.spendingVoided(make { ($0.minorID, $0.spendingID) = (meera, spending) }))),
      VectorSample("spending_restored", event(.spendingRestored(make { ($0.minorID, $0.spendingID) = (meera, spending) }))),
      VectorSample(
        "spending_limit_set", event(.spendingLimitSet(make { ($0.minorID, $0.limitID, $0.content) = (meera, spendingLimit, pocket) }))),
      VectorSample(
        "spending_limit_removed", event(.spendingLimitRemoved(make { ($0.minorID, $0.limitID) = (meera, spendingLimit) }))),
      VectorSample(
        "child_alert_fired",
        event(
          .childAlertFired(
            make {
              ($0.minorID, $0.limitID, $0.periodStart) = (meera, spendingLimit, "2026-11-16")
              ($0.basisPoints, $0.spentMinor, $0.limitMinor) = (8_000, 40_000, 50_000)
            }))),
      VectorSample(
        "allowance_set that changes the dates",
        event(
          .allowanceSet(
            make { ($0.minorID, $0.allowanceID, $0.content, $0.passedUntil) = (meera, allowance, pocketMoney, "2026-12-20") }))),
      VectorSample(
        "allowance_skipped", event(.allowanceSkipped(make { ($0.minorID, $0.allowanceID, $0.date) = (meera, allowance, "2026-12-04") }))),
      VectorSample(
        "allowance_paused that goes on",
        event(
          .allowancePaused(
            make { ($0.minorID, $0.allowanceID, $0.resumed, $0.passedUntil) = (meera, allowance, true, "2026-12-20") }))),
      VectorSample("allowance_ended", event(.allowanceEnded(make { ($0.minorID, $0.allowanceID) = (meera, allowance) }))),
      VectorSample(
        "allowance_booked",
        event(
          .allowanceBooked(
            make { ($0.minorID, $0.allowanceID, $0.date, $0.amount) = (meera, allowance, "2026-12-04", money(50_000)) }))),
      VectorSample(
        "child_access_granted",
        event(
          .childAccessGranted(
            make { ($0.minorID, $0.accountID, $0.name, $0.type, $0.ownerID) = (meera, account, "Savings", .savings, ravi) }))),
      VectorSample(
        "child_access_ended",
        event(.childAccessEnded(make { ($0.minorID, $0.accountID, $0.name, $0.ownerID) = (meera, account, "Savings", ravi) }))),
      VectorSample(
        "separated", event(.separated(make { ($0.memberID, $0.holder) = (meera, .init(repeating: 0xA5, count: 16)) }))),
      VectorSample("separation_ended", event(.separationEnded(make { $0.memberID = meera }))),
      VectorSample(
        "payment_address_set",
        event(
          .paymentAddressSet(
            make { ($0.memberID, $0.holder, $0.address) = (meera, .init(repeating: 0xA5, count: 16), "meera@examplebank") }))),
      VectorSample(
        "notice_address_set",
        event(
          .noticeAddressSet(
            make {
              ($0.memberID, $0.holder, $0.channel) = (meera, .init(repeating: 0xA5, count: 16), .mail)
              ($0.address, $0.language, $0.hidesAmounts) = ("meera@example.org", "hi", true)
            }))),
    ]
  }

  static var familySnapshots: [VectorSample] {
    [
      VectorSample("the snapshot of a minor's lane", minorSnapshot),
      VectorSample("the snapshot of a minor's lane with an account that the minor reads", accessSnapshot),
      VectorSample("the snapshot of the inbox of who keeps everything from the others", separatedSnapshot),
    ]
  }

  private static var minorSnapshot: LaneSnapshot {
    make {
      ($0.lane, $0.position) = ("minor/" + meera, 7)
      $0.minor.begun = true
      $0.minor.guardians = [make { ($0.memberID, $0.addedBy, $0.atMs) = (ravi, meera, 1_793_016_000_000) }]
      $0.minor.requestedRole = .adult
      $0.minor.spending = [
        make { ($0.spendingID, $0.content, $0.addedBy, $0.addedAtMs, $0.voided) = (spending, samosa, meera, 1_793_016_000_000, true) }
      ]
      $0.minor.limits = [
        make {
          ($0.limitID, $0.content, $0.setBy) = (spendingLimit, pocket, ravi)
          $0.fired = [make { ($0.periodStart, $0.basisPoints, $0.over, $0.atMs) = ("2026-11-16", [8_000], true, [1, 2]) }]
        }
      ]
      $0.minor.allowances = [
        make {
          ($0.allowanceID, $0.content, $0.setBy, $0.handledUntil) = (allowance, pocketMoney, ravi, "2026-12-04")
          ($0.skipped, $0.paused, $0.ended, $0.lastDate, $0.lastMinor) = (["2026-12-18"], true, true, "2026-12-04", 50_000)
          $0.paidBy = ravi
        }
      ]
    }
  }

  private static var accessSnapshot: LaneSnapshot {
    make {
      ($0.lane, $0.position, $0.minor.begun) = ("minor/" + meera, 1, true)
      $0.minor.accesses = [
        make { ($0.accountID, $0.name, $0.type, $0.ownerID, $0.atMs) = (account, "Savings", .savings, ravi, 1_793_016_000_000) }
      ]
    }
  }

  private static var separatedSnapshot: LaneSnapshot {
    make {
      ($0.lane, $0.position) = ("inbox/" + meera, 3)
      $0.inbox.separation = make { ($0.holder, $0.atMs) = (.init(repeating: 0xA5, count: 16), 1_793_016_000_000) }
      $0.inbox.noticeAddresses = [
        make {
          ($0.holder, $0.channel, $0.address) = (.init(repeating: 0xA5, count: 16), .push, "meera-7f3k")
          ($0.language, $0.hidesAmounts) = ("en", true)
        }
      ]
      $0.inbox.paymentAddress = make { ($0.holder, $0.address) = (.init(repeating: 0xA5, count: 16), "meera@examplebank") }
    }
  }
}
