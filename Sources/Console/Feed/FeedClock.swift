import Ledger

/// Tells instants as days and times of day in a group's time zone. It knows no time by itself: each instant is passed
/// in.
public struct FeedClock: Sendable {
  private let read: @Sendable (Int64, SharedState) -> (day: CivilDate, minute: Int)

  /// - Parameter read: the day and the minute of it, from 0, at an instant in milliseconds since 1970.
  public init(_ read: @escaping @Sendable (Int64, SharedState) -> (day: CivilDate, minute: Int)) { self.read = read }

  /// The item with its time of day, behind its day when that was not told yet. What has no instant stays as it is.
  func dated(_ item: FeedItem, in shared: SharedState, after told: inout CivilDate?) -> [FeedItem] {
    guard case .at(let instant, let item) = item else { return [item] }
    let (day, minute) = read(instant, shared)
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let timed = FeedItem.timed("\(twoDigits(minute / 60)):\(twoDigits(minute % 60))", item)
    guard told != day else { return [timed] }
    told = day
    return [.day(day), timed]
  }
}
