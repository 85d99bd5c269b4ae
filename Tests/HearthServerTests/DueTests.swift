import EventStore
import Foundation
import GRDB
import HearthProtocol
import Ledger
import Locking
import Logging
import SQLiteStore
import Support
import Testing
import TimeZones

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
    server.pass(milliseconds: 2 * Self.day)
    while seen.count < 3 { seen += try asha.nextEvents().events.map(\.event.entryAdded.content.date).filter { !$0.isEmpty } }
    #expect(seen == Self.booked(store, group))
    let dates = seen.compactMap { CivilDate(iso8601: $0) }
    #expect(dates.count == 3 && zip(dates, dates.dropFirst()).allSatisfy { $0.adding(days: 1) == $1 })
    // An hour back changes nothing.
    server.jump(milliseconds: -3_600_000)
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
    let start = server.now
    server.drain()
    // Three days without a server.
    server = try TestServer(store) {
      $0.dueMilliseconds = 100
      $0.idleRoomMilliseconds = 100
    }
    server.pass(until: start + 3 * Self.day)
    eventually("three days are caught up with") { Self.booked(store, group).count == 4 }
    eventually("the room leaves memory") { (try? store.groupsDue(by: start + 3 * Self.day, limit: 1))?.isEmpty == true }
    server.pass(milliseconds: Self.day)
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

  @Test("A damaged group is taken off the list of what is due, which is logged; whoever opens it repaired has it listed again")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let written = Locked("")
    let log = Logger(label: "test") { _ in RecordingLog(written: written) }
    var server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let id = try #require(GroupID(group))
    _ = try asha.accepted(Self.rule(group))
    eventually("the first is booked") { Self.booked(store, group).count == 1 }
    let tomorrow = server.now + Self.day
    server.drain()
    let bytes = try store.pool.writeWithoutTransaction { database in
      let bytes = try Data.fetchOne(database, sql: "SELECT bytes FROM event WHERE sequence = 2")
      try database.execute(sql: "UPDATE event SET bytes = x'00' WHERE sequence = 2")
      return bytes
    }

    server = try TestServer(store, now: tomorrow, log: log) {
      $0.dueMilliseconds = 100
      $0.idleRoomMilliseconds = 100
    }
    eventually("nothing is due there any more") { (try? store.groupsDue(by: .max, limit: 1))?.isEmpty == true }
    #expect(written.withLock { $0 }.contains("a damaged group has something due") && written.withLock { $0 }.contains(group))
    let back = try server.logIn(asha.token)
    #expect(try back.rejected(.addEntry(group)).code == "group_damaged")
    #expect(try store.groupsDue(by: .max, limit: 1).isEmpty)

    try store.pool.writeWithoutTransaction { try $0.execute(sql: "UPDATE event SET bytes = ? WHERE sequence = 2", arguments: [bytes]) }
    let running = server.server
    eventually("what was known of it is forgotten") { running.roomCount == 0 }
    _ = try back.accepted(.addEntry(group))
    #expect(Self.booked(store, group).count == 2)
    eventually("it is listed again") { (try? store.groupsDue(by: .max, limit: 1)) == [id] }
    server.pass(milliseconds: Self.day)
    eventually("and it is looked after again") { Self.booked(store, group).count == 3 }
  }

  @Test("A group that is listed for nothing is taken off the list, or listed for when it has something")
  func listedForNothing() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) {
      $0.dueMilliseconds = 100
      $0.idleRoomMilliseconds = 100
    }
    let asha = try server.register("Asha")
    let (without, with) = (try asha.createGroup(), try asha.createGroup())
    _ = try asha.accepted(Self.rule(with, first: "2030-01-01"))
    let now = server.now
    for group in [without, with] { try store.noteDue(try #require(GroupID(group)), at: now - 1, now: .max, addsMissing: true) }
    let id = try #require(GroupID(with))
    eventually("both are right again") {
      (try? store.groupsDue(by: now, limit: 2)) == [] && (try? store.groupsDue(by: .max, limit: 2)) == [id]
    }
    #expect(try store.groupsDue(by: 1_893_436_200_000, limit: 2) == [id] && store.groupsDue(by: 1_893_436_199_999, limit: 2).isEmpty)
  }

  @Test("RC-05 An imported group is due from its import on, though nobody opens it")
  func imported() throws {
    let places = try (0..<2).map { _ in try TemporaryFolder() }
    let stores = try places.map { try SQLiteStore(directory: $0.path) }
    let folders = places.map { AttachmentFolder(dataFolder: $0.path) }
    for folder in folders { try folder.prepare() }
    var server = try TestServer(stores[0])
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let id = try #require(GroupID(group))
    _ = try asha.accepted(Self.rule(group))
    eventually("the first is booked") { Self.booked(stores[0], group).count == 1 }
    let tomorrow = server.now + Self.day
    server.drain()
    var bundle: [UInt8] = []
    _ = try GroupExport.write(id, from: stores[0], folders[0]) { (more) throws(ServerFailure) in bundle += more }
    func source() -> BundleCheck.Source {
      var rest = bundle[...]
      return { () throws(ServerFailure) in
        defer { rest = [] }
        return Array(rest)
      }
    }
    _ = try GroupImport.run(BundleCheck(source()), source(), into: stores[1], folders[1])
    #expect(try stores[1].groupsDue(by: tomorrow, limit: 1) == [id])
    server = try TestServer(stores[1], now: tomorrow) { $0.dueMilliseconds = 100 }
    eventually("the next day is booked") { Self.booked(stores[1], group).count == 2 }
  }

  @Test("RC-05 What came due while a group was archived is booked when it is taken out, and not before")
  func archived() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.dueMilliseconds = 100 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(Self.rule(group))
    eventually("the first is booked") { Self.booked(store, group).count == 1 }
    _ = try asha.accepted(.make(group, .archiveGroup(.init())))
    #expect(try store.groupsDue(by: .max, limit: 1).isEmpty)
    server.pass(milliseconds: 3 * Self.day)
    #expect(try asha.rejected(.addEntry(group)).code == "group_archived")
    #expect(Self.booked(store, group).count == 1)
    _ = try asha.accepted(.make(group, .unarchiveGroup(.init())))
    eventually("three days are caught up with") { Self.booked(store, group).count == 4 }
    let dates = Self.booked(store, group)
    #expect(Set(dates).count == 4 && dates == dates.sorted())
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
      // Clocks went forward at midnight: the day began at one. And back at midnight: it began after eleven o'clock had
      // come twice.
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

  @Test(
    "CM-16: the day on which a command was said is that of the group's time zone, and no moment is too far",
    arguments: [
      (0, nil), (-1, nil), (Int64.min, nil), (1_795_285_799_999, "2026-11-21"), (1_795_285_800_000, "2026-11-22"),
      (Int64.max, "9999-12-31"), (253_402_300_800_000, "9999-12-31"),
    ] as [(Int64, String?)])
  func said(at instant: Int64, _ day: String?) {
    var command = Command()
    command.saidAtMs = instant
    var calendar = GroupCalendar()
    let found = calendar.day(saidIn: command, zoneName: "Asia/Kolkata")
    #expect(found?.description == day)
  }
}

/// Groups go by the files of the system's time zones.
struct GroupZoneTests {
  /// TZif of version 2 without a change, whose rule is its end (RFC 9636).
  private static func file(_ rule: String, offset: Int32) -> Data {
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts
    let kind = withUnsafeBytes(of: offset.bigEndian, Array.init) + [0, 0] + Array("ABC\0".utf8)
    return Data(head + kind + head + kind + Array("\n\(rule)\n".utf8))
  }

  @Test("TM-02, RC-05: a group's day goes by the system's file, and by a new one from its next reading on")
  func rereading() throws {
    let folder = NSTemporaryDirectory() + "zones-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/America", withIntermediateDirectories: true)
    func write(_ rule: String, _ offset: Int32) throws {
      try Self.file(rule, offset: offset).write(to: URL(filePath: folder + "/America/Vancouver"))
    }
    try write("PST8PDT,M3.2.0,M11.1.0", -28_800)
    let zones = TimeZones(folder: folder)
    zones.readAll()
    let day = try #require(CivilDate(iso8601: "2027-01-15"))
    // Eight hours behind UTC by the rules of 2025, seven by those of 2026.
    let midnight = Int64(day.daysSince1970) * 86_400_000
    let name = "America/Vancouver"
    #expect(GroupCalendar.start(of: day, zoneName: name, zones: zones) == midnight + 8 * 3_600_000)
    var calendar = GroupCalendar(zones: zones)
    #expect(calendar.date(at: midnight + 7 * 3_600_000, zoneName: name) < day)
    try write("MST7", -25_200)
    #expect(calendar.date(at: midnight + 7 * 3_600_000, zoneName: name) < day)
    zones.readAll()
    #expect(calendar.date(at: midnight + 7 * 3_600_000, zoneName: name) == day)
    #expect(GroupCalendar.start(of: day, zoneName: name, zones: zones) == midnight + 7 * 3_600_000)
  }
}
