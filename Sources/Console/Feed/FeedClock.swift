import Ledger

/// Tells instants as days and times of day in a group's time zone. It knows no time by itself: each instant is passed
/// in.
public struct FeedClock: Sendable {
  private let read: @Sendable (Int64, SharedState) -> (day: CivilDate, minute: Int)

  /// - Parameter read: the day and the minute of it, from 0, at an instant in milliseconds since 1970.
  public init(_ read: @escaping @Sendable (Int64, SharedState) -> (day: CivilDate, minute: Int)) { self.read = read }

  /// The day of an instant, and the time of it: "18:05".
  func moment(_ instant: Int64, _ shared: SharedState) -> (day: CivilDate, time: String) {
    let (day, minute) = read(instant, shared)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (day, "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))")
  }

  /// The item with its time of day, behind its day when that was not told yet. What has no instant stays as it is.
  func dated(_ item: FeedItem, in shared: SharedState, after told: inout CivilDate?) -> [FeedItem] {
    guard case .at(let instant, let item) = item else { return [item] }
    let (day, time) = moment(instant, shared)
    let timed = FeedItem.timed(time, item)
    guard told != day else { return [timed] }
    told = day
    return [.day(day), timed]
  }
}
