import Foundation
import Ledger

/// Tells a group's civil date of an instant. It asks the time zone's rules once a civil day, not once a command.
struct GroupCalendar {
  private var zoneName = ""
  private var zone = TimeZone(secondsFromGMT: 0)
  private var today = CivilDate(daysSince1970: 0)
  private var validFrom: Int64 = 0
  private var validUntil: Int64 = 0

  // Limit: how long an offset from UTC is trusted; zones change theirs on the hour.
  private static let trustMilliseconds: Int64 = 15 * 60 * 1_000
  private static let dayMilliseconds: Int64 = 86_400_000

  /// Whether a name is that of a time zone here; empty stands for UTC. An offset such as `GMT+25` is no zone.
  static func knows(zoneName: String) -> Bool {
    zoneName.isEmpty || zoneName == "UTC"
      || (TimeZone(identifier: zoneName) != nil && !zoneName.contains { "+-".contains($0) && !zoneName.hasPrefix("Etc/") })
  }

  /// The civil date in the zone; an unknown zone counts as UTC.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - zoneName: IANA name.
  mutating func date(at now: Int64, zoneName: String) -> CivilDate {
    if zoneName == self.zoneName, (validFrom..<validUntil).contains(now) { return today }
    if zoneName != self.zoneName {
      self.zoneName = zoneName
      zone = TimeZone(identifier: zoneName)
    }
    let offset = Int64(zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(now) / 1_000)) ?? 0) * 1_000
    let local = now + offset
    let days = local >= 0 ? local / Self.dayMilliseconds : (local - Self.dayMilliseconds + 1) / Self.dayMilliseconds
    today = CivilDate(daysSince1970: Int(clamping: days))
    let quarter = now - (now % Self.trustMilliseconds)
    validFrom = max(quarter, days * Self.dayMilliseconds - offset)
    validUntil = min(quarter + Self.trustMilliseconds, (days + 1) * Self.dayMilliseconds - offset)
    return today
  }

  /// When the day begins in the zone, milliseconds since 1970; an unknown zone counts as UTC.
  ///
  /// Where clocks are set forward at midnight, the day begins with the first instant that has its date.
  static func start(of day: CivilDate, zoneName: String) -> Int64 {
    let zone = TimeZone(identifier: zoneName)
    func offset(_ instant: Int64) -> Int64 {
      Int64(zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant) / 1_000)) ?? 0) * 1_000
    }
    let midnight = Int64(day.daysSince1970) * dayMilliseconds
    // The offset of around then: it may be another on either side of the change.
    let early = midnight - offset(midnight - dayMilliseconds / 2)
    let late = midnight - offset(midnight + dayMilliseconds / 2)
    let (first, second) = (min(early, late), max(early, late))
    if first + offset(first) >= midnight { return first }
    // A midnight that does not exist: the change itself, to the second.
    var (before, after) = (first, second)
    while after - before > 1_000 {
      let middle = before + (after - before) / 2_000 * 1_000
      if middle + offset(middle) >= midnight { after = middle } else { before = middle }
    }
    return after
  }
}
