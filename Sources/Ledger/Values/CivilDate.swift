/// A day of the proleptic Gregorian calendar, years 1 to 9999; no time, no zone.
///
/// It never asks what day it is: the shell knows the group's time zone and passes today in.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01, which is 0.
  public var daysSince1970: Int { Int(days) }

  private let days: Int32

  // Limit: years 1 to 9999, so that the text always has ten characters and no sum of days overflows.
  private static let daysMin = -719_162
  private static let daysMax = 2_932_896

  /// Makes the day so many days after 1970-01-01; what lies outside years 1 to 9999 becomes the nearest day inside.
  public init(daysSince1970: Int) {
    days = Int32(min(max(daysSince1970, Self.daysMin), Self.daysMax))
  }

  /// Makes a day of its parts; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
    self.init(daysSince1970: Self.days(year: year, month: month, day: day))
  }

  /// Parses "YYYY-MM-DD", exactly ten characters; nil for anything else.
  public init?(iso8601 text: some StringProtocol) {
    // An entry's date is read at every add and at every opening, so the digits are read in place and not one byte after
    // the other.
    let parts =
      text.utf8.withContiguousStorageIfAvailable { Self.parts(iso8601: $0) }
      ?? Array(text.utf8).withUnsafeBufferPointer { Self.parts(iso8601: $0) }
    guard let (year, month, day) = parts else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func parts(iso8601 utf8: UnsafeBufferPointer<UInt8>) -> (year: Int, month: Int, day: Int)? {
    let dash = UInt8(ascii: "-")
    guard utf8.count == 10, utf8[4] == dash, utf8[7] == dash else { return nil }
    func number(_ places: Range<Int>) -> Int? {
      var number = 0
      for place in places {
        let digit = utf8[place] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        number = number * 10 + Int(digit)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    return (year, month, day)
  }

  /// Year, month (1 to 12) and day of the month (from 1).
  public var components: (year: Int, month: Int, day: Int) {
    // Counts from 1 March of year 0, so that the leap day is the last day of its year; an era is 400 years of 146,097
    // days.
    let shifted = Int(days) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Day of the week after ISO 8601: 1 is Monday, 7 is Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday; the offset keeps the remainder positive from year 1 on.
    (Int(days) + 719_163 - 1) % 7 + 1
  }

  /// The day so many days later (earlier when negative), kept within years 1 to 9999.
  public func adding(days count: Int) -> CivilDate {
    let (sum, overflow) = Int(days).addingReportingOverflow(count)
    if overflow { return CivilDate(daysSince1970: count < 0 ? Self.daysMin : Self.daysMax) }
    return CivilDate(daysSince1970: sum)
  }

  /// The same day of the month so many months later; the month's last day when it is shorter (31 January + 1 = 28 or 29
  /// February).
  public func adding(months count: Int) -> CivilDate {
    let (year, month, day) = components
    let clamped = min(max(count, -120_000), 120_000)
    let months = year * 12 + month - 1 + clamped
    guard months >= 12 else { return CivilDate(daysSince1970: Self.daysMin) }
    guard months < 10_000 * 12 else { return CivilDate(daysSince1970: Self.daysMax) }
    let newYear = months / 12
    let newMonth = months % 12 + 1
    let newDay = min(day, Self.length(ofMonth: newMonth, year: newYear))
    return CivilDate(daysSince1970: Self.days(year: newYear, month: newMonth, day: newDay))
  }

  /// "YYYY-MM-DD".
  public var description: String {
    let (year, month, day) = components
    return String(unsafeUninitializedCapacity: 10) { utf8 in
      var position = 0
      for (number, divisor) in [(year, 1000), (month, 10), (day, 10)] {
        if position > 0 {
          utf8[position] = UInt8(ascii: "-")
          position += 1
        }
        var divisor = divisor
        while divisor > 0 {
          utf8[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10)
          position += 1
          divisor /= 10
        }
      }
      return position
    }
  }

  /// Earlier first.
  public static func < (left: CivilDate, right: CivilDate) -> Bool { left.days < right.days }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
