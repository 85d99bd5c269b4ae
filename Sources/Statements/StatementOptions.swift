import Ledger

/// What is said of a file beside its bytes.
public struct StatementOptions: Sendable {
  /// What a minus at an amount means.
  public enum SignHabit: String, Sendable {
    /// As at a bank: below 0 went out.
    case minusWentOut = "bank"
    /// As on many cards: above 0 went out.
    case plusWentOut = "card"
  }

  /// How the letters are written; nil to find it.
  public var encoding: StatementEncoding?
  /// In which order days are written that could be two; nil to find it.
  public var dayOrder: DayOrder?
  /// What stands before decimals; nil to find it.
  public var decimalMark: DecimalMark?
  /// Which column is what: "date=Booked on"; a column by its title or its number from 1.
  public var columns: [String] = []
  /// The currency of lines that name none.
  public var currency: Currency
  /// Whether somebody said that currency of this file; otherwise the titles' and the bank's own go before it.
  public var isCurrencySaid = false
  /// What a minus means where the file does not show it.
  public var signs: SignHabit?
  /// The profile's name; nil to find one.
  public var profile: String?
  /// The user's own profiles, which go before the built-in ones.
  public var profiles: [StatementProfile] = []

  /// Makes options that find everything.
  public init(currency: Currency) { self.currency = currency }
}
