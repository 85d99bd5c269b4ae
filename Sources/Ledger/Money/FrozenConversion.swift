import HearthProtocol

/// The rate at which an entry in a foreign currency counts in the group's, fixed when the entry was added (SPEC MN-06).
///
/// A class, so that the many entries without one pay eight bytes for it.
public final class FrozenConversion: Sendable, Equatable {
  /// What was the group's currency then.
  public let to: Currency
  /// Units of `to` for one unit of the entry's currency.
  public let rate: DecimalRate
  /// The day the rate is of.
  public let date: CivilDate
  /// Where it was read; may be empty.
  public let source: String

  init(to: Currency, rate: DecimalRate, date: CivilDate, source: String) {
    self.to = to
    self.rate = rate
    self.date = date
    self.source = source
  }

  /// Reads the conversion of an entry of this currency; nil when it has none.
  convenience init?(_ content: EntryContent, of currency: Currency) throws(HistoryFlaw) {
    try self.init(content.hasConversion ? content.conversion : nil, of: currency)
  }

  /// The same of a message that may be missing.
  convenience init?(_ message: Conversion?, of currency: Currency) throws(HistoryFlaw) {
    guard let message else { return nil }
    guard let to = Currency(code: message.to), to != currency else { throw .malformed("to") }
    guard let rate = DecimalRate(message.rate) else { throw .malformed("rate") }
    guard let date = CivilDate(iso8601: message.date) else { throw .malformed("date") }
    self.init(to: to, rate: rate, date: date, source: message.source)
  }

  /// The conversion as an entry's content carries it.
  public var message: Conversion {
    var message = Conversion()
    message.to = to.code
    message.rate = rate.description
    message.date = date.description
    message.source = source
    return message
  }

  /// Equal when all four are.
  public static func == (left: FrozenConversion, right: FrozenConversion) -> Bool {
    left.to == right.to && left.rate == right.rate && left.date == right.date && left.source == right.source
  }
}
