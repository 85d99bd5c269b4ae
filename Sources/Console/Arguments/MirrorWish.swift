import Ledger

/// Which of their own shares somebody wants to see, as typed.
public struct MirrorWish: Sendable {
  /// At most so many, 1 to 1,000.
  public var limit: UInt32 = 20
  /// The first day; nil for any.
  public var from: String?
  /// The last day; nil for any.
  public var to: String?
  /// What they are converted into, by its code; nil: as `hearth currency` says, otherwise each group's own.
  public var currency: String?

  /// Makes a wish to see the newest.
  public init() {}

  /// Checked.
  struct Checked {
    var limit: Int
    var days: ClosedRange<CivilDate>
  }

  func checked(today: CivilDate) throws(ArgumentFlaw) -> Checked {
    try EntriesWish.check(limit)
    func day(_ text: String?) throws(ArgumentFlaw) -> CivilDate? {
      guard let text else { return nil }
      guard let day = CivilDate(iso8601: try Choices.date(text, today: today)) else { throw Choices.noDay(text) }
      return day
    }
    // What lies outside becomes the first and the last day that there is.
    let first = try day(from) ?? CivilDate(daysSince1970: .min)
    let last = try day(to) ?? CivilDate(daysSince1970: .max)
    try EntriesWish.check(first, last)
    return Checked(limit: Int(limit), days: first...last)
  }
}
