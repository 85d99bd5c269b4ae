import Ledger
import Statements

/// How a file is to be read.
public struct ImportOptions: Sendable {
  /// In which order days are written that could be two.
  public typealias DateOrder = DayOrder

  /// Which column is what: "date=Booked on"; a column by its name or its number from 1.
  public var columns: [String] = []
  /// The currency where no column names one; nil for the group's.
  public var currency: String?
  /// nil: as the file shows.
  public var dateOrder: DateOrder?
  /// What stands before decimals; nil: as the file shows.
  public var decimals: DecimalMark?
  /// How letters are written, by its name; nil: as the bytes show.
  public var encoding: String?
  /// Whether amounts below 0 are expenses and others income, as in statements of banks.
  public var isSigned = false
  /// Whether amounts above 0 are expenses, as in statements of cards.
  public var isCard = false
  /// The profile's name; nil to find one.
  public var profile: String?
  /// The user's own profiles.
  public var profiles: [StatementProfile] = []
  /// Who is meant by a name of the file: "Asha S.=Asha".
  public var members: [String] = []
  /// What the user wants of lines with some words.
  public var rules: [ImportRule] = []

  /// Makes options that find everything.
  public init() {}

  /// Takes "point" or "comma"; anything else, and nil, is nothing.
  public mutating func setDecimals(_ text: String?) { decimals = text.flatMap(DecimalMark.init(rawValue:)) }

  /// What the sign of an amount says; nil: as the file shows.
  public var signs: StatementOptions.SignHabit? { isSigned ? .minusWentOut : isCard ? .plusWentOut : nil }

  /// What the steps below are told.
  func statement(_ home: Currency) throws(ImportFlaw) -> StatementOptions {
    var options = StatementOptions(currency: try currency.map { text throws(ImportFlaw) in try Currency(inFile: text) } ?? home)
    options.isCurrencySaid = currency != nil
    (options.columns, options.dayOrder, options.decimalMark) = (columns, dateOrder, decimals)
    (options.profile, options.profiles) = (profile, profiles)
    options.signs = signs
    if let encoding {
      guard let named = StatementEncoding(named: encoding) else { throw .statement(StatementFlaw(.encodingUnknown(encoding))) }
      options.encoding = named
    }
    return options
  }
}
