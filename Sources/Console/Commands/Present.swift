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
    let seconds = instant / 1_000
    let zone = TimeZone(identifier: shared.settings?.timeZone ?? "UTC")
    let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) ?? 0
    return CivilDate(daysSince1970: Int((seconds &+ Int64(offset)) / 86_400))
  }

  /// The name of this machine's time zone.
  static var timeZone: String { TimeZone.current.identifier }

  /// A fresh id (SPEC CM-02).
  static func id<Kind>() -> Identifier<Kind> {
    var generator = SystemRandomNumberGenerator()
    return Identifier(milliseconds: now, random: (generator.next(), generator.next()))
  }
}
