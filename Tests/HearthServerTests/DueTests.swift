import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import HearthServer

/// SPEC RC-05: groups do by themselves what has come due.
@Suite(.onOneAndThreeLoops) struct DueTests {
  private static func rule(_ group: String, first: String = "") -> Command {
    .make(
      group,
      .setRecurring(
        .with {
          $0.ruleID = Fresh.id()
          $0.content.recurrence.unit = .day
          $0.content.recurrence.interval = 1
          $0.content.recurrence.firstDate = first
          $0.content.template.kind = .expense
          $0.content.template.amount.minor = 10_100
          $0.content.template.amount.currency = "INR"
          $0.content.template.description_p = "Milk"
        }))
  }

  /// The entries of a group's log that the server booked, by date.
  private static func booked(_ store: any EventStore, _ group: String) -> [String] {
    guard let group = GroupID(group), let log = try? store.read(group, after: .start, limit: 10_000) else { return [] }
    return log.compactMap { stored -> String? in
      guard let event = try? Event(serializedBytes: stored.bytes), !event.entryAdded.ruleID.isEmpty, event.memberID.isEmpty else {
        return nil
      }
      return event.entryAdded.content.date
    }
  }

  /// The server's clock at the beginning of a test: 2026-09-21 in Kolkata.
  private static let day: Int64 = 86_400_000

  @Test("A live group books when its day begins, and whoever follows sees it")
  func live() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    _ = try asha.accepted(Self.rule(group))
    var seen: [String] = []
    while seen.isEmpty { seen += try asha.nextEvents().events.map(\.event.entryAdded.content.date).filter { !$0.isEmpty } }
    server.clock.withLock { $0 += 2 * Self.day }
    while seen.count < 3 { seen += try asha.nextEvents().events.map(\.event.entryAdded.content.date).filter { !$0.isEmpty } }
    #expect(seen == Self.booked(store, group))
    let dates = seen.compactMap { CivilDate(iso8601: $0) }
    #expect(dates.count == 3 && zip(dates, dates.dropFirst()).allSatisfy { $0.adding(days: 1) == $1 })
    // An hour back changes nothing.
    server.clock.withLock { $0 -= 3_600_000 }
    _ = try asha.accepted(.addEntry(group))
    #expect(Self.booked(store, group).count == 3)
  }

  @Test("A group that nobody opens is opened when its day has begun, also after a restart, and nothing is booked twice")
  func unattended() throws {
    let store = InMemoryStore()
    var server = try TestServer(store) { $0.dueMilliseconds = 100 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(Self.rule(group))
    eventually("the first is booked") { Self.booked(store, group).count == 1 }
    let start = server.clock.withLock { $0 }
    server.drain()
    // Three days without a server.
    server = try TestServer(store) {
      $0.dueMilliseconds = 100
      $0.idleRoomMilliseconds = 100
    }
    server.clock.withLock { $0 = start + 3 * Self.day }
    eventually("three days are caught up with") { Self.booked(store, group).count == 4 }
    eventually("the room leaves memory") { (try? store.groupsDue(by: start + 3 * Self.day, limit: 1))?.isEmpty == true }
    server.clock.withLock { $0 += Self.day }
    eventually("it is opened again") { Self.booked(store, group).count == 5 }
    let dates = Self.booked(store, group)
    #expect(Set(dates).count == 5 && dates == dates.sorted())
  }

  @Test("The directory has when a group is due next, written with what made it so")
  func noted() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.dueMilliseconds = 600_000 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let id = try #require(GroupID(group))
    let rule = Self.rule(group, first: "2030-01-01")
    _ = try asha.accepted(rule)
    // Midnight in Kolkata is 18:30 UTC of the day before.
    let midnight: Int64 = 1_893_436_200_000
    #expect(try store.groupsDue(by: midnight - 1, limit: 1).isEmpty)
    #expect(try store.groupsDue(by: midnight, limit: 1) == [id])
    _ = try asha.accepted(.make(group, .updateGroup(.with { $0.timeZone = "UTC" })))
    #expect(try store.groupsDue(by: midnight + 19_800_000 - 1, limit: 1).isEmpty)
    #expect(try store.groupsDue(by: midnight + 19_800_000, limit: 1) == [id])
    _ = try asha.accepted(.make(group, .endRecurring(.with { $0.ruleID = rule.setRecurring.ruleID })))
    #expect(try store.groupsDue(by: .max, limit: 1).isEmpty)
  }
}

/// When days begin, where clocks are set.
struct GroupCalendarTests {
  @Test(
    "a day begins with the first instant that has its date",
    arguments: [
      ("UTC", "2026-11-22", 1_795_305_600_000), ("", "1970-01-01", 0), ("No/Where", "1970-01-02", 86_400_000),
      ("Asia/Kolkata", "2026-11-22", 1_795_285_800_000),
      // Clocks go forward at two in the morning of the one, and back on the other.
      ("Europe/Berlin", "2026-03-29", 1_774_738_800_000), ("Europe/Berlin", "2026-03-30", 1_774_821_600_000),
      ("Europe/Berlin", "2026-10-25", 1_792_879_200_000), ("Europe/Berlin", "2026-10-26", 1_792_969_200_000),
      // Clocks went forward at midnight: the day began at one. And back at midnight: it began after eleven o'clock had come twice.
      ("America/Sao_Paulo", "2018-11-04", 1_541_300_400_000), ("America/Sao_Paulo", "2018-02-18", 1_518_922_800_000),
      // A day that was left out begins with the next one.
      ("Pacific/Apia", "2011-12-31", 1_325_239_200_000),
    ] as [(String, String, Int64)])
  func starts(_ zone: String, _ text: String, _ instant: Int64) throws {
    let day = try #require(CivilDate(iso8601: text))
    let start = GroupCalendar.start(of: day, zoneName: zone)
    #expect(start == instant)
    var calendar = GroupCalendar()
    #expect(calendar.date(at: start, zoneName: zone) == day)
    #expect(calendar.date(at: start - 1_000, zoneName: zone) < day)
  }
}
