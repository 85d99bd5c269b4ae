import Ledger

/// The pattern by which a zone's clocks go from its last known change on: a TZ string of POSIX, with times from -167 to
/// 167 hours (RFC 9636 §3.3.1).
struct ZonePattern: Sendable, Equatable {
  /// When clocks are set in each year.
  struct Change: Sendable, Equatable {
    /// The day of a year.
    enum Day: Sendable, Equatable {
      /// 1 to 365; 29 February is never counted.
      case withoutLeapDay(Int)
      /// 0 to 365.
      case fromZero(Int)
      /// The month's first to fourth such weekday, or with 5 its last; Sunday is 0.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds from midnight, by the clock as it goes before.
    var time: Int
  }

  /// Clocks are set forward for a part of the year.
  struct Summer: Sendable, Equatable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// Seconds east of UTC.
  private let offset: Int
  private let summer: Summer?

  /// Reads the string; nil when it is none.
  init?(_ text: ArraySlice<UInt8>) {
    var reader = ZonePatternReader(rest: text)
    guard reader.name(), let west = reader.time(hoursMax: 24) else { return nil }
    offset = -west
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var summerOffset = offset + 3_600
    if !reader.isNext(",") {
      guard let west = reader.time(hoursMax: 24) else { return nil }
      summerOffset = -west
    }
    guard reader.take(","), let start = reader.change(), reader.take(","), let end = reader.change(), reader.isAtEnd else { return nil }
    summer = Summer(offset: summerOffset, start: start, end: end)
  }

  /// The offset at an instant, seconds east of UTC.
  ///
  /// - Parameter instant: seconds since 1970.
  func offset(at instant: Int64) -> Int {
    guard let summer else { return offset }
    // The calendar comes again every 400 years, so a year far away is looked at in one that is near.
    let cycle: Int64 = 146_097 * 86_400
    let near = Int(((instant % cycle) + cycle) % cycle)
    let year = CivilDate(daysSince1970: near / 86_400).components.year
    var last = (instant: Int.min, isSummer: false)
    for year in (year - 1)...(year + 1) {
      // At the same instant the start counts: summer time all year ends when it begins again.
      let changes = [(summer.end.seconds(in: year) - summer.offset, false), (summer.start.seconds(in: year) - offset, true)]
      for (instant, isSummer) in changes where instant <= near && instant >= last.instant { last = (instant, isSummer) }
    }
    return last.isSummer ? summer.offset : offset
  }
}

extension ZonePattern.Change {
  /// When it is in a year, seconds since 1970 by the clock on the wall.
  fileprivate func seconds(in year: Int) -> Int { days(in: year) * 86_400 + time }

  private func days(in year: Int) -> Int {
    func first(_ month: Int) -> CivilDate { CivilDate(year: year, month: month, day: 1) ?? CivilDate(daysSince1970: 0) }
    switch day {
    case .withoutLeapDay(let number):
      let isLeap = CivilDate(year: year, month: 2, day: 29) != nil
      return first(1).daysSince1970 + number - (isLeap && number >= 60 ? 0 : 1)
    case .fromZero(let number): return first(1).daysSince1970 + number
    case .weekday(let month, let week, let weekday):
      let start = first(month)
      let days = start.daysSince1970 + (weekday - start.weekday % 7 + 7) % 7 + (week - 1) * 7
      return CivilDate(daysSince1970: days).components.month == month ? days : days - 7
    }
  }
}

/// Takes a TZ string apart.
private struct ZonePatternReader {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Three letters or more, or letters, digits and signs between < and >.
  mutating func name() -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let isQuoted = take("<")
    let name = rest.prefix { isLetter($0) || (isQuoted && (isDigit($0) || "+-".utf8.contains($0))) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3 && (!isQuoted || take(">"))
  }

  /// A number of at most three digits.
  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  /// Hours, and minutes and seconds if there are: the seconds of them.
  mutating func time(hoursMax: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(0...hoursMax) else { return nil }
    var seconds = hours * 3_600
    if take(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let more = number(0...59) else { return nil }
        seconds += more
      }
    }
    return isNegative ? -seconds : seconds
  }

  mutating func change() -> ZonePattern.Change? {
    let day: ZonePattern.Change.Day
    if take("J") {
      guard let number = number(1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6) else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else {
      guard let number = number(0...365) else { return nil }
      day = .fromZero(number)
    }
    guard take("/") else { return ZonePattern.Change(day: day, time: 2 * 3_600) }
    return time(hoursMax: 167).map { ZonePattern.Change(day: day, time: $0) }
  }
}
