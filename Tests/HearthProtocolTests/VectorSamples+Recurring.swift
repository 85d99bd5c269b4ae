import HearthProtocol
import SwiftProtobuf

/// Rules by which the server books entries, and envelopes for festivals.
extension VectorSamples {
  static let rule = "01900000-0000-7000-8000-000000000007"
  static let festival = "01900000-0000-7000-8000-000000000008"

  private static let rent: RecurringContent = make {
    $0.recurrence = make {
      $0.unit = .month
      $0.interval = 1
      $0.firstDate = "2026-01-31"
      $0.lastDate = "2036-12-31"
    }
    $0.template = make {
      $0.kind = .expense
      $0.amount = money(2_500_000)
      $0.description_p = "किराया"
      $0.paid = [share(ravi, 2_500_000)]
    }
  }

  private static let carLoan: RecurringContent = make {
    $0.recurrence = make {
      $0.unit = .month
      $0.interval = 1
      $0.firstDate = "2026-02-05"
      $0.count = 60
    }
    $0.template = make {
      $0.kind = .expense
      $0.amount = money(1_062_352)
      $0.description_p = "Car loan"
      $0.category = "emi"
      $0.paid = [share(meera, 1_062_352)]
      $0.split.equal.memberIds = [ravi, meera]
    }
    $0.loan = make {
      $0.principalMinor = 50_000_000
      $0.annualRateBasisPoints = 1_000
    }
  }

  private static let diwali: FestivalContent = make {
    $0.festival = .diwali
    $0.name = "Diwali 🪔"
    $0.target = money(6_000_000)
    $0.monthsAhead = 6
    $0.categories = ["festivals", "gifts"]
    $0.startDate = "2026-05-01"
  }

  private static let firstInstalment: Instalment = make {
    $0.number = 1
    $0.count = 60
    $0.interestMinor = 416_667
    $0.principalMinor = 645_685
    $0.outstandingMinor = 49_354_315
  }

  static var recurringCommands: [VectorSample] {
    [
      VectorSample(
        "set_recurring with an end",
        commandMessage(
          .setRecurring(
            make {
              $0.ruleID = rule
              $0.content = rent
              $0.baseVersion = 18_446_744_073_709_551_615
            }))),
      VectorSample(
        "set_recurring as an EMI",
        commandMessage(
          .setRecurring(
            make {
              $0.ruleID = rule
              $0.content = carLoan
            }))),
      VectorSample(
        "resume_recurring with what was missed",
        commandMessage(
          .resumeRecurring(
            make {
              $0.ruleID = rule
              $0.catchUp = true
            }))),
      VectorSample(
        "set_festival in full",
        commandMessage(
          .setFestival(
            make {
              $0.festivalID = festival
              $0.content = diwali
            }))),
    ]
  }

  static var recurringEvents: [VectorSample] {
    [
      VectorSample(
        "recurring_set",
        event(
          .recurringSet(
            make {
              $0.ruleID = rule
              $0.content = carLoan
              $0.createdBy = meera
            }))),
      VectorSample(
        "recurring_paused by the server",
        event(
          .recurringPaused(
            make {
              $0.ruleID = rule
              $0.code = "member_not_active"
              $0.date = "2026-02-28"
            }))),
      VectorSample(
        "recurring_resumed",
        event(
          .recurringResumed(
            make {
              $0.ruleID = rule
              $0.passedUntil = "2026-02-28"
            }))),
      VectorSample(
        "recurring_resumed in the maker's place",
        event(
          .recurringResumed(
            make {
              $0.ruleID = rule
              $0.resumedBy = meera
            }))),
      VectorSample(
        "occurrence_skipped",
        event(
          .occurrenceSkipped(
            make {
              $0.ruleID = rule
              $0.date = "2026-02-28"
            }))),
      VectorSample("recurring_ended", event(.recurringEnded(make { $0.ruleID = rule }))),
      VectorSample("entry_added by a rule", booked),
      VectorSample("entry_added by a rule of whoever goes on as another", bookedForAnother),
      VectorSample(
        "festival_set",
        event(
          .festivalSet(
            make {
              $0.festivalID = festival
              $0.content = diwali
              $0.createdBy = ravi
            }))),
      VectorSample("festival_removed", event(.festivalRemoved(make { ($0.festivalID, $0.date) = (festival, "2026-11-20") }))),
    ]
  }

  /// An instalment as the server books it: it names no member.
  private static var booked: Event {
    var event = event(
      .entryAdded(
        make {
          $0.entryID = entry
          $0.content = carLoan.template
          $0.content.date = "2026-02-05"
          $0.owed = [share(ravi, 531_176), share(meera, 531_176)]
          $0.ruleID = rule
          $0.instalment = firstInstalment
        }))
    event.memberID = ""
    event.commandDigest = 0
    return event
  }

  private static var bookedForAnother: Event {
    var event = booked
    event.entryAdded.addedBy = meera
    return event
  }

  static var recurringSnapshots: [VectorSample] {
    let snapshot: LaneSnapshot = make {
      $0.lane = "shared"
      $0.shared.groupID = group
      $0.shared.currency = "INR"
      $0.shared.recurring = [
        make {
          $0.ruleID = rule
          $0.content = carLoan
          $0.createdBy = meera
          $0.version = 9
          $0.handledUntil = "2026-02-05"
          $0.skipped = ["2026-04-05", "2026-05-05"]
          $0.paused = true
          $0.pauseCode = "out_of_range"
          $0.ended = true
          $0.instalments = 1
          $0.outstandingMinor = 49_354_315
        }
      ]
      $0.shared.festivals = [
        make {
          $0.festivalID = festival
          $0.content = diwali
          $0.createdBy = ravi
          $0.removed = true
        }
      ]
      $0.shared.entryRows = [
        make {
          $0.entryID = entry
          $0.story = make {
            $0.ruleID = rule
            $0.instalment = firstInstalment
          }
        }
      ]
    }
    return [VectorSample("lane shared with rules and envelopes", snapshot)]
  }
}
