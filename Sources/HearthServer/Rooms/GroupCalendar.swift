import HearthProtocol
import Ledger
import TimeZones

/// Tells a group's civil date of an instant. It asks the time zone's rules once a civil day, not once a command.
struct GroupCalendar {
  private let zones: TimeZones
  private var zoneName = ""
  private var zone: Zone? = .utc
  /// Which reading of the zones it has.
  private var reading = 0
  private var today = CivilDate(daysSince1970: 0)
  private var validFrom: Int64 = 0
  private var validUntil: Int64 = 0

  // Limit: how long an offset from UTC is trusted; zones change theirs on the hour.
  private static let trustMilliseconds: Int64 = 15 * 60 * 1_000
  private static let dayMilliseconds: Int64 = 86_400_000

  init(zones: TimeZones = .system) { self.zones = zones }

  /// Whether a name is that of a time zone here; empty stands for UTC. An offset such as `GMT+25` is no zone.
  static func knows(zoneName: String) -> Bool { TimeZones.system.zone(zoneName) != nil }

  /// The civil date in the zone; an unknown zone counts as UTC.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - zoneName: IANA name.
  mutating func date(at now: Int64, zoneName: String) -> CivilDate {
    let zone = zone(named: zoneName)
    if (validFrom..<validUntil).contains(now) { return today }
    today = zone.day(of: now)
    let days = Int64(today.daysSince1970)
    let seconds = (now - (now % 1_000 + 1_000) % 1_000) / 1_000
    let offset = Int64(zone.offset(at: seconds)) * 1_000
    let quarter = now - (now % Self.trustMilliseconds)
    validFrom = max(quarter, days * Self.dayMilliseconds - offset)
    validUntil = min(quarter + Self.trustMilliseconds, (days + 1) * Self.dayMilliseconds - offset)
    return today
  }

  /// The day on which a command was said, by its own word (SPEC CM-16); nil when it has none. A moment in the future
  /// may be given: what it counts for is the decision's.
  mutating func day(saidIn command: Command, zoneName: String) -> CivilDate? {
    guard command.saidAtMs > 0 else { return nil }
    return zone(named: zoneName).day(of: min(command.saidAtMs, Self.latestMilliseconds))
  }

  /// The zone of that name as it was read last; UTC for one that nobody knows.
  private mutating func zone(named zoneName: String) -> Zone {
    let reading = zones.reading
    if zoneName != self.zoneName || reading != self.reading {
      (self.zoneName, self.reading, zone) = (zoneName, reading, zones.zone(zoneName))
      (validFrom, validUntil) = (0, 0)
    }
    return zone ?? .utc
  }

  // Limit: the end of the year 9999; a later moment is one of the future anyway.
  private static let latestMilliseconds: Int64 = 253_402_300_799_999

  /// When the day begins in the zone, milliseconds since 1970; an unknown zone counts as UTC.
  ///
  /// Where clocks are set forward at midnight, the day begins with the first instant that has its date.
  static func start(of day: CivilDate, zoneName: String, zones: TimeZones = .system) -> Int64 {
    (zones.zone(zoneName) ?? .utc).start(of: day)
  }
}
