import HearthProtocol
import Support
import Testing

@testable import Ledger

struct OccurrenceCalendarTests {
  private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

  private static func dates(_ calendar: OccurrenceCalendar, _ count: Int) -> String {
    (0..<count).compactMap { calendar.date($0)?.description }.joined(separator: " ")
  }

  @Test(
    "a month-end stays a month-end, a leap day comes back",
    arguments: [
      (1, .day, "2026-12-30", "2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03"),
      (10, .day, "2024-02-20", "2024-02-20 2024-03-01 2024-03-11 2024-03-21 2024-03-31"),
      (1, .week, "2026-10-26", "2026-10-26 2026-11-02 2026-11-09 2026-11-16 2026-11-23"),
      (2, .week, "2026-12-25", "2026-12-25 2027-01-08 2027-01-22 2027-02-05 2027-02-19"),
      (1, .month, "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
      (1, .month, "2024-01-30", "2024-01-30 2024-02-29 2024-03-30 2024-04-30 2024-05-30"),
      (3, .month, "2025-11-30", "2025-11-30 2026-02-28 2026-05-30 2026-08-30 2026-11-30"),
      (1, .year, "2024-02-29", "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29"),
      (2, .year, "2026-03-15", "2026-03-15 2028-03-15 2030-03-15 2032-03-15 2034-03-15"),
      (1, .year, "9998-12-31", "9998-12-31 9999-12-31"),
      (1, .month, "9999-11-30", "9999-11-30 9999-12-30"),
      (7, .day, "9999-12-20", "9999-12-20 9999-12-27"),
      (1, .week, "9999-12-20", "9999-12-20 9999-12-27"),
    ] as [(Int, OccurrenceCalendar.Unit, String, String)])
  func series(_ interval: Int, _ unit: OccurrenceCalendar.Unit, _ first: String, _ expected: String) throws {
    #expect(Self.dates(OccurrenceCalendar(every: interval, unit, from: try Self.day(first)), 5) == expected)
  }

  @Test("a series ends with its last date or its count, whichever it has")
  func ends() throws {
    let first = try Self.day("2026-01-31")
    let until = OccurrenceCalendar(.month, from: first, until: try Self.day("2026-04-30"))
    #expect(Self.dates(until, 9) == "2026-01-31 2026-02-28 2026-03-31 2026-04-30")
    let short = OccurrenceCalendar(.month, from: first, until: try Self.day("2026-04-29"))
    #expect(Self.dates(short, 9) == "2026-01-31 2026-02-28 2026-03-31")
    let counted = OccurrenceCalendar(.month, from: first, count: 2)
    #expect(Self.dates(counted, 9) == "2026-01-31 2026-02-28")
    #expect(try counted.next(after: Self.day("2026-02-27")) == Self.day("2026-02-28"))
    #expect(try counted.next(after: Self.day("2026-02-28")) == nil)
    #expect(OccurrenceCalendar(.day, from: first, count: 1).next(after: nil) == first)
    #expect(OccurrenceCalendar(.day, from: first).date(-1) == nil)
    #expect(OccurrenceCalendar(.day, from: first).date(.max) == nil)
    #expect(OccurrenceCalendar(every: 100, .year, from: first).date(.max / 2) == nil)
  }

  @Test("dates that are left out are passed over and count all the same")
  func skips() throws {
    let first = try Self.day("2026-01-31")
    let february = try Self.day("2026-02-28")
    let march = try Self.day("2026-03-31")
    let calendar = OccurrenceCalendar(.month, from: first, count: 3)
    #expect(calendar.next(after: first, except: [february]) == march)
    #expect(calendar.next(after: first, except: [february, march]) == nil)
    #expect(calendar.next(after: nil, except: [first]) == february)
    #expect(calendar.contains(february))
    #expect(try !calendar.contains(Self.day("2026-02-27")))
    #expect(try !calendar.contains(Self.day("2026-04-30")))
  }

  @Test("finds the next date of any day without counting through them", arguments: [71, 72] as [UInt64])
  func nextOfAnyDay(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let units: [OccurrenceCalendar.Unit] = [.day, .week, .month, .year]
    for number in 0..<3_000 {
      let unit = units[Int.random(in: 0..<4, using: &random)]
      let first = CivilDate(daysSince1970: Int.random(in: -20_000...40_000, using: &random))
      let calendar = OccurrenceCalendar(every: Int.random(in: 1...13, using: &random), unit, from: first)
      let target = Int.random(in: 0...60, using: &random)
      let date = try #require(calendar.date(target))
      let before = try #require(target == 0 ? date.adding(days: -400) : calendar.date(target - 1))
      let between = CivilDate(daysSince1970: Int.random(in: before.daysSince1970..<date.daysSince1970, using: &random))
      #expect(calendar.next(after: between) == date, "seed \(seed), case \(number)")
      #expect(calendar.number(after: between) == target, "seed \(seed), case \(number)")
      #expect(date > before, "seed \(seed), case \(number)")
    }
  }

  @Test func messagesReadBack() throws {
    let first = try Self.day("2026-01-31")
    for calendar in [
      OccurrenceCalendar(every: 2, .week, from: first), OccurrenceCalendar(.year, from: first, until: first),
      OccurrenceCalendar(every: 100, .day, from: first, count: 10_000),
    ] { #expect(OccurrenceCalendar(calendar.message) == calendar) }
    var message = OccurrenceCalendar(.day, from: first).message
    message.interval = 101
    #expect(OccurrenceCalendar(message) == nil)
    message.interval = 1
    message.count = 10_001
    #expect(OccurrenceCalendar(message) == nil)
    message.lastDate = "2026-01-30"
    #expect(OccurrenceCalendar(message) == nil)
    message.unit = .unspecified
    #expect(OccurrenceCalendar(message) == nil)
  }
}
