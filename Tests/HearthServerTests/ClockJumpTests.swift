import Foundation
import HearthProtocol
import Testing

/// The system's clock may jump at any time: nobody is cut off, the order stays, and nothing is booked twice or never.
@Suite(.onOneAndThreeLoops) struct ClockJumpTests {
  private static let hour: Int64 = 3_600_000
  private static let tenYears: Int64 = 3_652 * 24 * hour

  /// What a follower is told up to a position: the positions, and how many entries the server booked by itself.
  private func follow(_ client: WireClient, after start: UInt64, through last: UInt64) throws -> (positions: [UInt64], booked: Int) {
    var (positions, booked): ([UInt64], Int) = ([], 0)
    while (positions.last ?? start) < last {
      for event in try client.nextEvents().events {
        positions.append(event.position)
        if event.event.memberID.isEmpty, !event.event.entryAdded.ruleID.isEmpty { booked += 1 }
      }
    }
    return (positions, booked)
  }

  @Test(
    "reliability: a jump of an hour or of ten years, there and back, cuts nobody off and changes no order",
    arguments: [hour, -hour, tenYears, -tenYears])
  func jump(by milliseconds: Int64) throws {
    let server = try TestServer { $0.dueMilliseconds = 50 }
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    let rule = Fresh.id()
    let made = try asha.accepted(
      .make(
        group,
        .setRecurring(
          .with {
            $0.ruleID = rule
            $0.content.recurrence.unit = .month
            $0.content.recurrence.interval = 1
            $0.content.template.kind = .expense
            $0.content.template.amount = .with {
              $0.minor = 10_100
              $0.currency = "INR"
            }
            $0.content.template.description_p = "Milk"
          })))
    // The first is booked on the day on which the rule is made.
    let dadi = try server.register("Dadi")
    _ = try dadi.accepted(.join(try asha.invite(to: group)))
    let start = try #require(try dadi.follow(group).heads["shared"])
    try ravi.follow(group)
    #expect(start > made.position)

    server.clock.withLock { $0 += milliseconds }
    let there = try asha.accepted(.addEntry(group)).position
    server.clock.withLock { $0 -= milliseconds }
    let back = try ravi.accepted(.addEntry(group)).position
    server.clock.withLock { $0 += 40 * 24 * Self.hour }
    let last = try asha.accepted(.addEntry(group)).position

    let seen = try [follow(ravi, after: start, through: last), follow(dadi, after: start, through: last)]
    for (positions, _) in seen { #expect(positions == Array((start + 1)...last)) }
    #expect(seen[0].booked == seen[1].booked)
    #expect(there < back && back < last)
    // Of the 120 months of ten years a batch books a hundred; the others follow unless the clock is set back before. Otherwise the forty days have one.
    #expect(milliseconds == Self.tenYears ? (100...121).contains(seen[0].booked) : seen[0].booked == 1)
    for client in [asha, ravi, dadi] {
      client.send(.ping, [7])
      #expect(try client.receive() == .pong([7]))
    }
  }
}
