import Ledger

/// In which order day, month and year are written.
public enum DayOrder: String, CaseIterable, Sendable {
  /// 31.12.2026
  case dmy
  /// 12/31/2026
  case mdy
  /// 2026/12/31
  case ymd
}

/// A day as a field has it: with a time behind it, with the name of a month, in whatever order.
struct DayText {
  /// What is written where, before it is known which is the day.
  private enum Form {
    /// Only one day fits.
    case exact(CivilDate)
    /// Three numbers of at most four digits.
    case parts([(value: Int, digits: Int)])
    /// Eight digits.
    case compact(Int)
  }

  private let form: Form
  /// Whether points stand between the numbers, which nobody writes with the month first.
  let hasPoints: Bool

  /// Reads a field; nil when it is no day in any order.
  init?(_ text: String) {
    // Limit: the longest is a day with names, a time and a zone.
    guard text.utf8.count <= 64, text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 || $0 >= 0x80 }) else { return nil }
    var scanner = DayScanner(text)
    guard let tokens = scanner.date() else { return nil }
    hasPoints = scanner.separators.contains(".")
    switch (tokens.numbers.count, tokens.month) {
    case (1, nil) where tokens.numbers[0].digits == 8: form = .compact(tokens.numbers[0].value)
    case (2, .some(let month)):
      let (first, second) = (tokens.numbers[0], tokens.numbers[1])
      let (day, year) = first.digits == 4 ? (second, first) : (first, second)
      guard day.digits <= 2, let year = Self.year(year), let date = CivilDate(year: year, month: month, day: day.value) else { return nil }
      form = .exact(date)
    case (3, nil):
      // One kind of mark between all three, as no amount has.
      guard scanner.separators.count == 2, scanner.separators[0] == scanner.separators[1] else { return nil }
      form = .parts(tokens.numbers)
    default: return nil
    }
    if DayOrder.allCases.allSatisfy({ day(in: $0) == nil }) { return nil }
  }

  /// The day in an order; nil where there is none such.
  func day(in order: DayOrder) -> CivilDate? {
    switch form {
    case .exact(let day): return day
    case .compact(let number):
      let (head, tail) = (number / 10_000, number % 10_000)
      switch order {
      case .ymd: return Self.plausible(head, tail / 100, tail % 100)
      case .dmy: return Self.plausible(tail, head % 100, head / 100)
      case .mdy: return Self.plausible(tail, head / 100, head % 100)
      }
    case .parts(let parts):
      let (year, month, day) =
        switch order {
        case .ymd: (parts[0], parts[1], parts[2])
        case .dmy: (parts[2], parts[1], parts[0])
        case .mdy: (parts[2], parts[0], parts[1])
        }
      guard month.digits <= 2, day.digits <= 2, let year = Self.year(year) else { return nil }
      return CivilDate(year: year, month: month.value, day: day.value)
    }
  }

  /// The orders in which it is a day, all of them where each gives the same.
  var orders: Set<DayOrder> {
    if case .exact = form { return Set(DayOrder.allCases) }
    let fits = DayOrder.allCases.filter { day(in: $0) != nil }
    return fits.count > 1 && Set(fits.compactMap { day(in: $0) }).count == 1 ? Set(DayOrder.allCases) : Set(fits)
  }

  /// The one day that it is in all orders that fit; nil where there are several.
  var only: CivilDate? {
    let days = Set(DayOrder.allCases.compactMap { day(in: $0) })
    return days.count == 1 ? days.first : nil
  }

  private static func plausible(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
    (1900...2199).contains(year) ? CivilDate(year: year, month: month, day: day) : nil
  }

  /// Two digits are of 1970 to 2069.
  private static func year(_ part: (value: Int, digits: Int)) -> Int? {
    switch part.digits {
    case 4: part.value >= 1_000 ? part.value : nil
    case 2: part.value < 70 ? 2_000 + part.value : 1_900 + part.value
    default: nil
    }
  }
}

/// Takes the numbers and the month of a day out of a text.
private struct DayScanner {
  private let letters: [Unicode.Scalar]
  private var place = 0
  /// What stands between the numbers of the date.
  private(set) var separators: [Unicode.Scalar] = []

  init(_ text: String) { letters = Array(text.unicodeScalars) }

  typealias Tokens = (numbers: [(value: Int, digits: Int)], month: Int?)

  /// Numbers and month; nil where something else stands there than a day and a time.
  mutating func date() -> Tokens? {
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    // In French Tuesday begins like March, in front of the month's own name.
    var mayBeWeekday = false
    while place < letters.count {
      if isComplete(numbers, month) { return isTime ? (numbers, month) : nil }
      let letter = letters[place]
      if letter.digit != nil {
        guard let number = number() else { return nil }
        numbers.append(number)
      } else if letter.properties.isAlphabetic || letter.properties.generalCategory == .nonspacingMark {
        let word = word()
        if month == nil || mayBeWeekday, let named = MonthNames.month(word) {
          (month, mayBeWeekday) = (named, numbers.isEmpty && MonthNames.isFiller(word))
        } else if !MonthNames.isFiller(word) {
          return nil
        }
      } else {
        guard separator(behind: numbers.count) else { return nil }
      }
    }
    return isComplete(numbers, month) ? (numbers, month) : nil
  }

  private func isComplete(_ numbers: [(value: Int, digits: Int)], _ month: Int?) -> Bool {
    month == nil ? numbers.count == 3 || (numbers.count == 1 && numbers[0].digits == 8) : numbers.count == 2
  }

  private mutating func number() -> (value: Int, digits: Int)? {
    var (value, digits) = (0, 0)
    while place < letters.count, let digit = letters[place].digit {
      (value, digits) = (value * 10 + digit, digits + 1)
      guard digits <= 8 else { return nil }
      place += 1
    }
    return (value, digits)
  }

  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    while place < letters.count, letters[place].digit == nil, letters[place].isWordPart {
      word.append(letters[place])
      place += 1
    }
    return String(word)
  }

  private mutating func separator(behind numbers: Int) -> Bool {
    let letter = letters[place]
    place += 1
    if letter == " " || letter == "," || letter == "\u{A0}" || letter == "'" || letter == "’" { return true }
    guard letter == "." || letter == "/" || letter == "-" else { return false }
    if (1...2).contains(numbers) { separators.append(letter) }
    return true
  }

  /// Whether what is left is a time, or nothing.
  private var isTime: Bool {
    let rest = letters[place...]
    // In Hungarian a day ends with a point.
    guard let first = rest.first, rest.count > 1 || first != "." else { return true }
    guard first == " " || first == "T" || first == "," || first == "\u{A0}" else { return false }
    return rest.allSatisfy { letter in
      letter.digit != nil || ": .,+-/()APMapmTZtzUGCSIDEBucgsideb\u{A0}\u{202F}".unicodeScalars.contains(letter)
    }
  }
}

extension Unicode.Scalar {
  /// The value of a digit, in Latin or Devanagari.
  var digit: Int? {
    switch value {
    case 0x30...0x39: Int(value - 0x30)
    case 0x966...0x96F: Int(value - 0x966)
    default: nil
    }
  }

  fileprivate var isWordPart: Bool {
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}

/// Which order the days of a file are in, as all of them together show.
struct DayVote {
  private var fits = Set(DayOrder.allCases)
  private var hasPoints = false
  /// Whether a day fits in no order with those before it.
  private(set) var isContradicted = false

  /// Takes one more day into account.
  mutating func add(_ day: DayText) {
    let orders = day.orders
    // What fits nowhere with the others says nothing of them.
    if fits.isDisjoint(with: orders) { isContradicted = true } else { fits.formIntersection(orders) }
    hasPoints = hasPoints || day.hasPoints
  }

  /// The order; nil where two fit.
  ///
  /// - Parameter isDayFirst: whether the program that wrote the file puts the day before the month: its titles are in a
  ///   language in which that is so, or its money is of a country.
  func order(isDayFirst: Bool) -> DayOrder? {
    shown ?? ((isDayFirst || hasPoints) && fits.contains(.dmy) ? .dmy : nil)
  }

  /// The order that the days themselves show; nil where two fit.
  var shown: DayOrder? { fits.count == 1 ? fits.first : nil }
}
