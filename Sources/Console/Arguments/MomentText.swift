import Ledger

/// A moment as it was typed: a day, which counts to its end, or a day and a time of it.
public struct MomentText: Sendable, Equatable {
  /// The day as typed.
  public let day: CivilDate
  /// The last millisecond of the day that counts; nil: the day counts to its end.
  public let last: Int?
  /// How far the clock that is meant is ahead of UTC, in seconds; nil: the group's.
  public let offset: Int?

  /// Reads "2026-10-24", "2026-10-24T18:30", "2026-10-24T18:30:15Z", "2026-10-24T18:30:15.250Z" or
  /// "2026-10-24T18:30+05:30". A second counts to its end.
  public init(_ text: String) throws(ArgumentFlaw) {
    let flaw = ArgumentFlaw(
      "\"\(text.printable)\" is no moment. Write it like 2026-11-20, 2026-11-20T18:30 or 2026-11-20T18:30:00Z.",
      "\"\(text.printable)\" कोई क्षण नहीं है। ऐसे लिखें: 2026-11-20, 2026-11-20T18:30 या 2026-11-20T18:30:00Z।")
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let day = CivilDate(iso8601: first) else { throw flaw }
    self.day = day
    guard parts.count == 2 else {
      (last, offset) = (nil, nil)
      return
    }
    var time = parts[1]
    if time.last == "Z" {
      time.removeLast()
      offset = 0
    } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let ahead = Self.seconds(time[time.index(after: sign)...], parts: 2...2) else { throw flaw }
      offset = time[sign] == "-" ? -ahead : ahead
      time = time[..<sign]
    } else {
      offset = nil
    }
    var fraction = 999
    if let point = time.lastIndex(of: ".") {
      let digits = time[time.index(after: point)...]
      guard digits.utf8.count == 3, let number = Self.number(digits), time.utf8.count == 12 else { throw flaw }
      fraction = number
      time = time[..<point]
    }
    guard let seconds = Self.seconds(time, parts: 2...3) else { throw flaw }
    last = seconds * 1_000 + fraction
  }

  /// Hours, minutes and seconds of two digits each.
  private static func seconds(_ text: Substring, parts: ClosedRange<Int>) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.contains(fields.count) else { return nil }
    var total = 0
    for (field, (most, unit)) in zip(fields, [(23, 3_600), (59, 60), (59, 1)]) {
      guard field.utf8.count == 2, let number = number(field), number <= most else { return nil }
      total += number * unit
    }
    return total
  }

  /// What is written in digits and nothing else.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

extension CivilDate {
  // Limit: days ahead that are taken without a word. A year that was mistyped for one of the last nine months lies
  // further.
  static let daysAheadMax = 90

  /// Whether it lies further after this day than people enter things ahead.
  func isFarAhead(of today: CivilDate) -> Bool { daysSince1970 - today.daysSince1970 > Self.daysAheadMax }
}

/// "2026-10-24..2026-11-20", and the same without the last, which means now.
public struct MomentSpan: Sendable, Equatable {
  /// The earlier one.
  public let from: MomentText
  /// The later one; nil: now.
  public let to: MomentText?

  /// Reads the two.
  public init(_ text: String) throws(ArgumentFlaw) {
    guard let dots = text.firstRange(of: "..") else {
      throw ArgumentFlaw(
        "Say two moments with two dots between them, like 2026-10-24..2026-11-20, or 2026-10-24.. up to now.",
        "दो क्षण बीच में दो बिंदुओं के साथ लिखें, जैसे 2026-10-24..2026-11-20, या अब तक के लिए 2026-10-24..")
    }
    from = try MomentText(String(text[..<dots.lowerBound]))
    let rest = text[dots.upperBound...]
    to = try rest.isEmpty ? nil : MomentText(String(rest))
  }
}
