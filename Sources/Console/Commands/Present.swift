import Foundation
import HearthClient
import HearthProtocol
import Ledger
import TimeZones

/// What only the machine knows: the time, where it is, and fresh ids.
enum Present {
  /// Milliseconds since 1970.
  static var now: Int64 { milliseconds(CLOCK_REALTIME) }

  /// Milliseconds of a clock that is never set.
  static var steady: Int64 { milliseconds(CLOCK_MONOTONIC) }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Today in a time zone; an unknown one counts as UTC, as on the server.
  static func today(in zone: String) -> CivilDate { (TimeZones.system.zone(zone) ?? .utc).day(of: now) }

  /// The day on which an instant falls in the group's time zone; an unknown zone counts as UTC.
  ///
  /// - Parameter instant: milliseconds since 1970.
  static func day(_ instant: Int64, _ shared: SharedState) -> CivilDate { zone(of: shared).day(of: instant) }

  /// Days and times of day in the group's time zone.
  static var clock: FeedClock {
    FeedClock { instant, shared in
      let (seconds, zone) = (instant / 1_000, zone(of: shared))
      let second = (seconds &+ Int64(zone.offset(at: seconds))) % 86_400
      return (zone.day(of: instant), Int((second < 0 ? second + 86_400 : second) / 60))
    }
  }

  private static func zone(of shared: SharedState) -> Zone { TimeZones.system.zone(shared.settings?.timeZone ?? "UTC") ?? .utc }

  /// The last millisecond since 1970 that a moment takes in, by the group's time zone: of its day, or of its second.
  static func last(_ moment: MomentText, _ shared: SharedState) -> Int64 {
    let zone = zone(of: shared)
    guard let last = moment.last else {
      // The first second of which the day is later. No zone is further from UTC than a day, and days do not go back.
      var low = moment.day.daysSince1970 * 86_400 - 86_400
      var high = low + 4 * 86_400
      while low < high {
        let middle = low + (high - low) / 2
        if zone.day(of: Int64(middle) * 1_000) > moment.day { high = middle } else { low = middle + 1 }
      }
      return Int64(low) * 1_000 - 1
    }
    let local = moment.day.daysSince1970 * 86_400 + last / 1_000
    func ahead(_ instant: Int) -> Int { zone.offset(at: Int64(instant)) }
    // What holds an offset away may be another offset, so it is asked twice.
    let offset = moment.offset ?? ahead(local - ahead(local))
    return Int64(local - offset) * 1_000 + Int64(last % 1_000)
  }

  /// Waits.
  static func rest(milliseconds: Int64) { usleep(UInt32(clamping: milliseconds * 1_000)) }

  /// What this machine is called, as far as a device's name goes.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    // Limit: characters of a device's name (SPEC ID-06).
    return String(name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.prefix(50))
  }

  /// The name of this machine's time zone.
  static var timeZone: String { TimeZone.current.identifier }

  /// A fresh id (SPEC CM-02).
  static func id<Kind>() -> Identifier<Kind> {
    var generator = SystemRandomNumberGenerator()
    return Identifier(milliseconds: now, random: (generator.next(), generator.next()))
  }
}

extension GroupView {
  /// Today in the group's time zone.
  var today: CivilDate { Present.today(in: state.shared.settings?.timeZone ?? "UTC") }
}
