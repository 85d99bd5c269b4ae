import EventStore
import Foundation
import HearthProtocol
import HearthServer
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

  /// Milk every month, from today on.
  private static func setRule(_ client: WireClient, _ group: String) throws -> Accepted {
    try client.accepted(
      .make(
        group,
        .setRecurring(
          .with {
            $0.ruleID = Fresh.id()
            $0.content.recurrence.unit = .month
            $0.content.recurrence.interval = 1
            $0.content.template.kind = .expense
            $0.content.template.amount = .with {
              $0.minor = 10_100
              $0.currency = "INR"
            }
            $0.content.template.description_p = "Milk"
          })))
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
    let made = try Self.setRule(asha, group)
    // The first is booked on the day on which the rule is made.
    let dadi = try server.register("Dadi")
    _ = try dadi.accepted(.join(try asha.invite(to: group)))
    let start = try #require(try dadi.follow(group).heads["shared"])
    try ravi.follow(group)
    #expect(start > made.position)

    server.jump(milliseconds: milliseconds)
    let there = try asha.accepted(.addEntry(group)).position
    server.jump(milliseconds: -milliseconds)
    let back = try ravi.accepted(.addEntry(group)).position
    server.pass(milliseconds: 40 * 24 * Self.hour)
    let last = try asha.accepted(.addEntry(group)).position

    let seen = try [follow(ravi, after: start, through: last), follow(dadi, after: start, through: last)]
    for (positions, _) in seen { #expect(positions == Array((start + 1)...last)) }
    #expect(seen[0].booked == seen[1].booked)
    #expect(there < back && back < last)
    // The one of the forty days: none of the 120 months of ten years that did not pass.
    #expect(seen[0].booked == 1)
    for client in [asha, ravi, dadi] {
      client.send(.ping, [7])
      #expect(try client.receive() == .pong([7]))
    }
  }

  @Test("TM-03: an invite that is over stays over when the clock is set back by 12 minutes, here and where the log is read next")
  func expiredInvite() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, seconds: 3_600)
    let ravi = try server.register("Ravi")
    #expect(try ravi.ask(.previewInvite(.with { $0.code = code })).invitePreview.memberCount == 1)
    server.pass(milliseconds: 65 * 60_000)
    #expect(try ravi.rejected(.join(code)).code == "invite_invalid")
    _ = try asha.accepted(.addEntry(group))
    server.jump(milliseconds: -12 * 60_000)
    #expect(try ravi.rejected(.previewInvite(.with { $0.code = code })).code == "invite_invalid")
    #expect(try ravi.rejected(.join(code)).code == "invite_invalid")
    server.stop()
    // A server that starts with the clock as it is now has to believe it; the log says what had passed.
    let later = try TestServer(store)
    later.pass(milliseconds: 53 * 60_000)
    let dadi = try later.register("Dadi")
    #expect(try dadi.rejected(.previewInvite(.with { $0.code = code })).code == "invite_invalid")
    #expect(try dadi.rejected(.join(code)).code == "invite_invalid")
  }

  @Test(
    "TM-03, AC-08: a wish to end a joint account waits for 14 days, also where the clock was set back or ahead when it was said",
    arguments: [-1, 1] as [Int64])
  func revocation(direction: Int64) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    let (member, account) = (Fresh.id(), Fresh.id())
    _ = try ravi.accepted(.join(try asha.invite(to: group), member: member))
    let content = AccountContent.with { ($0.name, $0.type, $0.opening) = ("Joint", .savings, .with { $0.currency = "INR" }) }
    _ = try asha.accepted(.make(group, .setAccount(.with { ($0.accountID, $0.content) = (account, content) })))
    let grant = GrantAccount.with { ($0.accountID, $0.memberID, $0.permission, $0.needsConsent) = (account, member, .write, true) }
    _ = try asha.accepted(.make(group, .grantAccount(grant)))
    server.jump(milliseconds: direction * 15 * 24 * Self.hour)
    _ = try ravi.accepted(.make(group, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, member) })))
    server.jump(milliseconds: -direction * 15 * 24 * Self.hour)
    func answer(_ isConfirmed: Bool) -> Command {
      .make(group, .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (account, member, isConfirmed) }))
    }
    server.pass(milliseconds: 14 * 24 * Self.hour - 60_000)
    _ = try asha.accepted(answer(false))
    _ = try ravi.accepted(.make(group, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, member) })))
    server.pass(milliseconds: 14 * 24 * Self.hour)
    #expect(try asha.rejected(answer(true)).code == "nothing_pending")
  }

  @Test("TM-03: a reminder that was sent while the clock was ahead holds the pair up for a day, and not until the clock has caught up")
  func reminder() throws {
    let server = try TestServer()
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    let member = Fresh.id()
    _ = try ravi.accepted(.join(try asha.invite(to: group), member: member))
    _ = try asha.accepted(.addEntry(group))
    func remind() -> Command { .make(group, .remindDebtor(.with { $0.debtorID = member })) }
    server.jump(milliseconds: Self.tenYears)
    _ = try asha.accepted(remind())
    server.jump(milliseconds: -Self.tenYears)
    let rejected = try asha.rejected(remind())
    #expect(rejected.code == "reminded_recently" && (86_300_000...86_400_000).contains(rejected.retryAfterMs), "\(rejected)")
    server.pass(milliseconds: 24 * Self.hour)
    _ = try asha.accepted(remind())
    // A clock that was wrong for so long that it was believed holds nobody up either once it is right.
    server.jump(milliseconds: Self.tenYears)
    server.pass(milliseconds: 1)
    _ = try asha.rejected(remind())
    server.pass(milliseconds: SettledClock.doubtMilliseconds)
    _ = try asha.accepted(remind())
    server.jump(milliseconds: -Self.tenYears)
    _ = try asha.rejected(remind())
    server.pass(milliseconds: SettledClock.doubtMilliseconds)
    _ = try asha.accepted(remind())
  }

  @Test("A clock that has jumped ten years ahead books nothing for as long as it is doubted, and is believed after that")
  func jumpThatStays() throws {
    let server = try TestServer { $0.dueMilliseconds = 50 }
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    _ = try Self.setRule(asha, group)
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(try asha.invite(to: group)))
    let start = try #require(try ravi.follow(group).heads["shared"])
    server.jump(milliseconds: Self.tenYears)
    _ = try asha.accepted(.addEntry(group))
    server.pass(milliseconds: SettledClock.doubtMilliseconds - 1)
    let doubted = try asha.accepted(.addEntry(group)).position
    #expect(doubted == start + 2)
    server.pass(milliseconds: 1)
    // Those of ten years, a hundred in a batch, come before what is entered then.
    let believed = try asha.accepted(.addEntry(group)).position
    #expect(believed > doubted + 100)
    let seen = try follow(ravi, after: start, through: believed)
    #expect(seen.positions == Array((start + 1)...believed) && seen.booked == Int(believed - doubted) - 1)
  }
}
