import Foundation
import HearthProtocol
import Ledger

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
  static func today(in zone: String) -> CivilDate {
    let offset = TimeZone(identifier: zone)?.secondsFromGMT() ?? 0
    return CivilDate(daysSince1970: Int((now / 1_000 + Int64(offset)) / 86_400))
  }

  /// The day on which an instant falls in the group's time zone; an unknown zone counts as UTC.
  ///
  /// - Parameter instant: milliseconds since 1970.
  static func day(_ instant: Int64, _ shared: SharedState) -> CivilDate {
    CivilDate(daysSince1970: Int(local(instant, shared) / 86_400))
  }

  /// Days and times of day in the group's time zone.
  static var clock: FeedClock {
    FeedClock { instant, shared in
      let second = local(instant, shared) % 86_400
      return (day(instant, shared), Int((second < 0 ? second + 86_400 : second) / 60))
    }
  }

  /// What clocks in the group's time zone show at an instant: seconds since 1970 there.
  private static func local(_ instant: Int64, _ shared: SharedState) -> Int64 {
    let seconds = instant / 1_000
    let zone = TimeZone(identifier: shared.settings?.timeZone ?? "UTC")
    let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) ?? 0
    return seconds &+ Int64(offset)
  }

  /// The last millisecond since 1970 that a moment takes in, by the group's time zone: of its day, or of its second.
  static func last(_ moment: MomentText, _ shared: SharedState) -> Int64 {
    guard let last = moment.last else {
      // The first second of which the day is later. No zone is further from UTC than a day, and days do not go back.
      var low = moment.day.daysSince1970 * 86_400 - 86_400
      var high = low + 4 * 86_400
      while low < high {
        let middle = low + (high - low) / 2
        if day(Int64(middle) * 1_000, shared) > moment.day { high = middle } else { low = middle + 1 }
      }
      return Int64(low) * 1_000 - 1
    }
    let local = moment.day.daysSince1970 * 86_400 + last / 1_000
    let zone = TimeZone(identifier: shared.settings?.timeZone ?? "UTC")
    func ahead(_ instant: Int) -> Int { zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))) ?? 0 }
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
