import Foundation
import Ledger

/// A time zone: how far its clocks are from UTC, and which day it is there.
public struct Zone: Sendable {
  private enum Source: Sendable {
    case utc
    case file(ZoneFile)
    /// Of the table that is built into the program.
    case builtIn(TimeZone)
  }

  private let source: Source

  /// The zone that everything counts as that has no other.
  public static let utc = Zone(source: .utc)

  private init(source: Source) { self.source = source }

  init(_ file: ZoneFile) { source = .file(file) }

  init(builtIn zone: TimeZone) { source = .builtIn(zone) }

  /// Whether a file of the system says how the clocks go.
  var isOfFile: Bool { if case .file = source { true } else { false } }

  /// How far clocks are ahead of UTC, in seconds.
  ///
  /// - Parameter instant: seconds since 1970.
  public func offset(at instant: Int64) -> Int {
    switch source {
    case .utc: 0
    case .file(let file): file.offset(at: instant)
    case .builtIn(let zone): zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }
  }

  /// The day on which an instant falls.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public func day(of instant: Int64) -> CivilDate {
    let seconds = Self.floor(instant, 1_000)
    return CivilDate(daysSince1970: Int(Self.floor(seconds &+ Int64(offset(at: seconds)), 86_400)))
  }

  /// When a day begins, milliseconds since 1970: where clocks are set forward at midnight, with the first instant that
  /// has its date.
  public func start(of day: CivilDate) -> Int64 {
    func ahead(_ instant: Int64) -> Int64 { Int64(offset(at: instant)) }
    let midnight = Int64(day.daysSince1970) * 86_400
    // The offset of around then: it may be another on either side of the change.
    let early = midnight - ahead(midnight - 43_200)
    let late = midnight - ahead(midnight + 43_200)
    let (first, second) = (min(early, late), max(early, late))
    if first + ahead(first) >= midnight { return first * 1_000 }
    // A midnight that does not exist: the change itself, to the second.
    var (before, after) = (first, second)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if middle + ahead(middle) >= midnight { after = middle } else { before = middle }
    }
    return after * 1_000
  }

  private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
