import HearthProtocol
import Ledger

/// Reads words that stand for one of a few things.
public enum Choices {
  /// A role that can be invited.
  public static func role(_ text: String) throws(ArgumentFault) -> Role {
    switch text.lowercased() {
    case "admin": .admin
    case "adult": .adult
    case "viewer": .viewer
    case "minor": .minor
    default: throw ArgumentFault("\"\(text.printable)\" is no role to invite. Choose admin, adult, viewer or minor.")
    }
  }

  /// Expense or income.
  public static func kind(_ text: String) throws(ArgumentFault) -> EntryKind {
    switch text.lowercased() {
    case "expense": .expense
    case "income": .income
    default: throw ArgumentFault("\"\(text.printable)\" is no kind of entry. Choose expense or income; hearth pay makes transfers.")
    }
  }

  /// A budget's period.
  public static func period(_ text: String) throws(ArgumentFault) -> BudgetPeriod {
    switch text.lowercased() {
    case "weekly": .weekly
    case "biweekly": .biweekly
    case "monthly": .monthly
    case "yearly": .yearly
    default: throw ArgumentFault("\"\(text.printable)\" is no period. Choose weekly, biweekly, monthly or yearly.")
    }
  }

  /// The key of one of the group's categories, by key or name.
  public static func category(_ text: String, of categories: [Category]) throws(ArgumentFault) -> String {
    let wanted = text.lowercased()
    if let found = categories.first(where: { $0.key == wanted || $0.name.lowercased() == wanted }) { return found.key }
    let keys = categories.map(\.key.printable).joined(separator: ", ")
    throw ArgumentFault("There is no category \"\(text.printable)\". There are: \(keys).")
  }

  /// A currency, by its code.
  public static func currency(_ text: String) throws(ArgumentFault) -> Currency {
    guard let currency = Currency(code: text.uppercased()) else {
      throw ArgumentFault("\"\(text.printable)\" is no currency. Write a code of three letters, like INR.")
    }
    return currency
  }

  /// What one unit of a currency is worth, checked to be a rate.
  public static func rate(_ text: String) throws(ArgumentFault) -> DecimalRate {
    guard let rate = DecimalRate(text) else {
      throw ArgumentFault("\"\(text.printable)\" is no rate. Write a decimal with at most \(DecimalRate.digitsMax) digits, like 83.1525.")
    }
    return rate
  }

  /// A day, checked to be one.
  public static func date(_ text: String) throws(ArgumentFault) -> String {
    guard let date = CivilDate(iso8601: text) else {
      throw ArgumentFault("\"\(text.printable)\" is no day. Write it like 2026-11-20.")
    }
    return date.description
  }
}
