import HearthProtocol
import SwiftProtobuf

/// Settling up, reminders, and who owes whom.
extension VectorSamples {
  /// Meera settles with Ravi.
  private static func settleUp(_ name: String, _ more: (inout SettleUp) -> Void) -> VectorSample {
    var wish = SettleUp()
    (wish.entryID, wish.fromMemberID, wish.toMemberID) = (entry, meera, ravi)
    more(&wish)
    return VectorSample(name, commandMessage(.settleUp(wish)))
  }

  static var settlementCommands: [VectorSample] {
    [
      settleUp("settle_up in full") { _ in },
      settleUp("settle_up with more than is owed") {
        $0.minor = 1_000_000_000_000_000
        $0.currency = "JPY"
        $0.allowMore = true
        $0.note = "UPI"
      },
      settleUp("settle_up by the entries between the two") { $0.mode = .direct },
      settleUp("settle_up of a debt in dollars, paid at a rate") {
        $0.currency = "USD"
        $0.conversion.rate = "83.15"
      },
      VectorSample(
        "remind_debtor in full",
        commandMessage(
          .remindDebtor(
            make {
              $0.debtorID = meera
              $0.creditorID = ravi
              $0.currency = "INR"
            }))),
    ]
  }

  static var settlementEvents: [VectorSample] {
    [
      VectorSample(
        "debtor_reminded",
        event(
          .debtorReminded(
            make {
              $0.debtorID = meera
              $0.creditorID = ravi
              $0.owed = money(64_000)
            })))
    ]
  }

  static var settlementSnapshots: [VectorSample] {
    let snapshot: LaneSnapshot = make {
      $0.lane = "shared"
      $0.shared.groupID = group
      $0.shared.currency = "INR"
      $0.shared.reminders = [
        make {
          $0.debtorID = meera
          $0.creditorID = ravi
          $0.atMs = 1_793_016_000_000
        }
      ]
    }
    return [VectorSample("lane shared with reminders", snapshot)]
  }

  static var settlementRequests: [VectorSample] {
    [
      VectorSample(
        "read_settlement",
        client(
          8,
          .readSettlement(
            make {
              $0.groupID = group
              $0.currency = "INR"
              $0.mode = .direct
              $0.explain = true
              $0.shares = true
            })))
    ]
  }

  static var settlementAnswers: [VectorSample] {
    [
      VectorSample(
        "settlement",
        server(
          8,
          .settlement(
            make {
              $0.groupID = group
              $0.currency = "INR"
              $0.mode = .simplified
              $0.currencies = ["INR", "JPY"]
              $0.balances = [share(ravi, 64_000), share(meera, -64_000)]
              $0.debts = [explainedDebt]
              $0.proven = true
              $0.circles = [make { $0.balances = [share(ravi, 64_000), share(meera, -64_000)] }]
              $0.openShares = [
                make {
                  $0.entryID = entry
                  $0.debtorID = meera
                  $0.creditorID = ravi
                  $0.minor = 70_000
                  $0.paidMinor = 6_000
                  $0.state = .partlyPaid
                }
              ]
              $0.moreShares = 3
            }))),
      VectorSample(
        "payment_link",
        server(
          9,
          .paymentLink(
            make {
              $0.groupID = group
              $0.payeeID = ravi
              $0.name = "Ravi"
              $0.amount = money(64_000, "INR")
              $0.address = "ravi@examplebank"
              $0.payload = "upi://pay?pa=ravi%40examplebank&pn=Ravi&am=640.00&cu=INR&tn=Sharma%20Family"
              $0.link = true
              $0.note = "Sharma Family"
            }))),
    ]
  }

  private static let explainedDebt: Debt = make {
    $0.fromMemberID = meera
    $0.toMemberID = ravi
    $0.minor = 64_000
    $0.routes = [
      make {
        $0.minor = 64_000
        $0.hops = [
          make {
            $0.fromMemberID = meera
            $0.toMemberID = ravi
            $0.parts = [
              make {
                $0.entryID = entry
                $0.minor = 60_000
              }
            ]
            $0.moreEntries = 2
            $0.moreMinor = 4_000
          },
          make {
            $0.fromMemberID = meera
            $0.toMemberID = ravi
            $0.replaced = true
          },
        ]
      }
    ]
  }
}
