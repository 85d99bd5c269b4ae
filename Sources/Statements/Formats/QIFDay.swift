import Ledger

/// A day as QIF has it: 1/15'26, 1/ 5/26, 15.01.2026, 2026-01-15.
struct QIFDay {
  private var numbers: [Int] = []
  private var digits: [Int] = []
  private var isBehindApostrophe = false

  /// Nil when it has not three numbers with one sign between them.
  init?(_ text: String) {
    var number = -1
    var count = 0
    for byte in text.utf8 {
      if isASCIIDigit(byte) {
        // Limit: a year has four digits.
        guard count < 4 else { return nil }
        number = max(number, 0) * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        continue
      }
      // Quicken fills small numbers up with a blank.
      if byte == UInt8(ascii: " "), number < 0 { continue }
      guard number >= 0, "/-.'".utf8.contains(byte), numbers.count < 2 else { return nil }
      isBehindApostrophe = byte == UInt8(ascii: "'")
      numbers.append(number)
      digits.append(count)
      (number, count) = (-1, 0)
    }
    guard number >= 0, numbers.count == 2 else { return nil }
    numbers.append(number)
    digits.append(count)
    guard digits[0] == 4 || digits[2] == 4 || (digits[2] <= 2 && digits[0] <= 2) else { return nil }
  }

  private var hasYearFirst: Bool { digits[0] == 4 }

  /// Whether both orders give a day, and not the same one.
  var isAmbiguous: Bool { !hasYearFirst && numbers[0] <= 12 && numbers[1] <= 12 && numbers[0] != numbers[1] }

  /// The order that this day shows; nil when it shows none.
  var order: DayOrder? {
    guard !hasYearFirst, !isAmbiguous else { return nil }
    return numbers[0] > 12 ? .dmy : numbers[1] > 12 ? .mdy : nil
  }

  /// The day; nil when there is no such day.
  ///
  /// - Parameter isAssumed: whether the order was said and not found; then no day may show another.
  func day(_ order: DayOrder?, isAssumed: Bool) -> CivilDate? {
    if hasYearFirst { return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) }
    if isAssumed, order == .ymd || (self.order != nil && self.order != order) { return nil }
    let isDayFirst = (isAmbiguous ? order : self.order ?? order) == .dmy
    return CivilDate(year: year, month: numbers[isDayFirst ? 1 : 0], day: numbers[isDayFirst ? 0 : 1])
  }

  /// Behind an apostrophe a year is one of 2000 to 2099. Behind another sign Quicken once meant the century before, and
  /// today's programs mean this one: 70 to 99 are of 1900.
  private var year: Int {
    if digits[2] == 4 { return numbers[2] }
    return isBehindApostrophe || numbers[2] < 70 ? 2_000 + numbers[2] : 1_900 + numbers[2]
  }
}

/// What the days of a file say together about their order.
struct QIFDayOrder {
  private var shown: Set<DayOrder> = []

  mutating func add(_ text: String) {
    if let order = QIFDay(text)?.order { shown.insert(order) }
  }

  /// Nil when no day shows it, or two show different ones: then each day speaks for itself.
  var decided: DayOrder? { shown.count == 1 ? shown.first : nil }
}
