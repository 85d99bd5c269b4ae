import Ledger
import Testing

@testable import TimeZones

/// TZif as RFC 9636 has it, in files made for the test.
@Suite struct ZoneFileTests {
  private static let kolkata = ZoneBytes(kinds: [.init(offset: 19_800)], footer: "IST-5:30")

  /// Seconds since 1970 of a UTC day and hours.
  private static func instant(_ day: String, _ hours: Int = 0) throws -> Int64 {
    Int64(try #require(CivilDate(iso8601: day)).daysSince1970 * 86_400 + hours * 3_600)
  }

  @Test(
    "TM-01: zones whose rules changed in 2026 go by their new rules, before, at and long after the change",
    arguments: [
      (ChangedZones.vancouver, "2026-01-15", -8), (ChangedZones.vancouver, "2026-07-15", -7), (ChangedZones.vancouver, "2027-01-15", -7),
      (ChangedZones.vancouver, "2400-01-15", -7), (ChangedZones.edmonton, "2026-01-15", -7), (ChangedZones.edmonton, "2027-01-15", -6),
      (ChangedZones.winnipeg, "2026-01-15", -6), (ChangedZones.winnipeg, "2027-01-15", -5), (ChangedZones.havana, "2026-01-15", -5),
      (ChangedZones.havana, "2026-07-15", -4), (ChangedZones.havana, "2999-07-15", -4), (ChangedZones.casablanca, "2026-09-01", 1),
      (ChangedZones.casablanca, "2026-12-01", 0), (ChangedZones.casablanca, "2050-07-01", 0),
    ])
  func changed(_ zone: ZoneBytes, _ day: String, _ hours: Int) throws {
    #expect(try ZoneFile(zone.bytes).offset(at: Self.instant(day)) == hours * 3_600)
  }

  @Test("TM-01: at a change the new offset holds, a second before it the old one; behind the last one the rule at the end")
  func edges() throws {
    let vancouver = try ZoneFile(ChangedZones.vancouver.bytes)
    #expect(vancouver.offset(at: 1_772_963_999) == -28_800 && vancouver.offset(at: 1_772_964_000) == -25_200)
    // Before the first change the first kind holds; any number is an instant.
    #expect(vancouver.offset(at: .min) == -28_800 && vancouver.offset(at: .max) == -25_200)
    let havana = try ZoneFile(ChangedZones.havana.bytes)
    // 2027-03-14 and 2027-11-07, at midnight and at one.
    #expect(havana.offset(at: 1_805_000_399) == -18_000 && havana.offset(at: 1_805_000_400) == -14_400)
    #expect(havana.offset(at: 1_825_563_599) == -14_400 && havana.offset(at: 1_825_563_600) == -18_000)
    #expect([-18_000, -14_400].contains(havana.offset(at: .min)) && [-18_000, -14_400].contains(havana.offset(at: .max)))
  }

  @Test("TM-01: versions 1 to 4, fat files and slim ones, with and without a rule")
  func versions() throws {
    var zone = ChangedZones.vancouver
    for version in Array("234".utf8) {
      for isFat in [false, true] {
        (zone.version, zone.isFat) = (version, isFat)
        #expect(try ZoneFile(zone.bytes).offset(at: 1_800_000_000) == -25_200)
      }
    }
    // Of version 1 the last kind holds for ever; so it does without a rule.
    zone.version = 0
    #expect(try ZoneFile(zone.bytes).offset(at: 1_900_000_000) == -25_200)
    (zone.version, zone.footer) = (UInt8(ascii: "2"), "")
    #expect(try ZoneFile(zone.bytes).offset(at: 1_900_000_000) == -25_200)
    #expect(try ZoneFile(Self.kolkata.bytes).offset(at: 0) == 19_800)
  }

  @Test(
    "TM-01: rules as POSIX and RFC 9636 have them",
    arguments: [
      ("UTC0", "2026-07-01", 0), ("<+0545>-5:45", "2026-07-01", 20_700), ("<-03>3", "2026-07-01", -10_800),
      ("ABC-0:00:30", "2026-07-01", 30),
      // Summer time is in winter south of the equator, and the clocks of Ireland go back in winter by name.
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01", 46_800), ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-07-01", 43_200),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01", 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01", 3_600),
      // Before midnight, and days later.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-30", -3_600), ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27", 7_200),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28", 10_800),
      // Summer time all the year.
      ("XXX3EDT4,0/0,J365/23", "2026-01-01", -14_400), ("XXX3EDT4,0/0,J365/23", "2026-07-01", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2027-12-31", -14_400),
      // Days of the year, with 29 February and without.
      ("ABC0DEF,J60/0,J300", "2028-02-29", 0), ("ABC0DEF,J60/0,J300", "2028-03-01", 3_600), ("ABC0DEF,59/0,300", "2028-02-29", 3_600),
    ] as [(String, String, Int)])
  func patterns(_ text: String, _ day: String, _ offset: Int) throws {
    let pattern = try #require(ZonePattern(Array(text.utf8)[...]))
    #expect(pattern.offset(at: try Self.instant(day)) == offset)
    // The calendar comes again every 400 years.
    #expect(pattern.offset(at: try Self.instant(day) + 5 * 146_097 * 86_400) == offset)
    #expect(pattern.offset(at: try Self.instant(day) - 5 * 146_097 * 86_400) == offset)
  }

  @Test(
    "TM-01: what is no pattern is a flaw",
    arguments: [
      "X0", "ABC", "<ABC5", "ABC25", "ABC1:60", "ABC0DEF", "ABC0DEF,M3.2.0", "ABC0DEF,M13.1.0,M11.1.0", "ABC0DEF,M3.6.0,M11.1.0",
      "ABC0DEF,M3.2.7,M11.1.0", "ABC0DEF,J0,J5", "ABC0DEF,J366,J5", "ABC0DEF,366,5", "ABC0DEF,M3.2.0/168,M11.1.0",
      "ABC0DEF,M3.2.0,M11.1.0,", "ABC9999999999999999999", ":Europe/Berlin", "ABC0\0",
    ])
  func wrongPatterns(_ text: String) {
    #expect(ZonePattern(Array(text.utf8)[...]) == nil)
    let zone = ZoneBytes(footer: text)
    #expect(throws: ZoneFileFlaw.footerMalformed) { try ZoneFile(zone.bytes) }
  }

  @Test("TM-01: files that contradict themselves have flaws")
  func contradictions() {
    func flaw(_ change: (inout ZoneBytes) -> Void) -> ZoneFileFlaw? {
      var zone = ChangedZones.vancouver
      change(&zone)
      do {
        _ = try ZoneFile(zone.bytes)
        return nil
      } catch { return error }
    }
    #expect(flaw { _ in } == nil)
    #expect(flaw { $0.leapSeconds = 27 } == .countsLeapSeconds)
    #expect(flaw { $0.changes.reverse() } == .contradiction)
    #expect(flaw { $0.changes.append($0.changes[2]) } == .contradiction)
    #expect(flaw { $0.changes[0].kind = 3 } == .contradiction)
    #expect(flaw { $0.kinds = [] } == .contradiction)
    // Limit: 26 hours.
    #expect(flaw { $0.kinds[0].offset = 93_600 } == nil && flaw { $0.kinds[0].offset = 93_601 } == .contradiction)
    #expect(flaw { $0.kinds[0].offset = -93_600 } == nil && flaw { $0.kinds[0].offset = -93_601 } == .contradiction)
    #expect(flaw { $0.kinds[0].offset = .min } == .contradiction)
  }

  @Test("TM-01: a file that is cut off anywhere, is too long or was made to do harm never traps")
  func hostile() throws {
    var fat = ChangedZones.vancouver
    fat.isFat = true
    for zone in [ChangedZones.vancouver, ChangedZones.havana, fat] {
      let bytes = zone.bytes
      for count in 0..<bytes.count { #expect(throws: ZoneFileFlaw.self) { try ZoneFile(Array(bytes.prefix(count))) } }
      // Every byte in turn: the largest counts, negative numbers, other kinds.
      for place in bytes.indices {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
          var changed = bytes
          changed[place] = value
          if let file = try? ZoneFile(changed) { for instant in [Int64.min, 0, 1_800_000_000, .max] { _ = file.offset(at: instant) } }
        }
      }
    }
    // Limit: 64 KiB.
    let bytes = Self.kolkata.bytes
    let filler = [UInt8](repeating: 0, count: ZoneFile.bytesMax - bytes.count)
    #expect(try ZoneFile(bytes + filler).offset(at: 0) == 19_800)
    #expect(throws: ZoneFileFlaw.tooLarge) { try ZoneFile(bytes + filler + [0]) }
  }
}
