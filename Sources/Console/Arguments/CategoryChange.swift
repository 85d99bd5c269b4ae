import HearthProtocol
import Ledger

/// A category as somebody wishes for it at the command line: nil stays as it is.
public struct CategoryChange: Sendable {
  let key: String
  /// What people read.
  public var name: String?
  /// A symbol's name.
  public var icon: String?
  /// Like #4A90A4.
  public var color: String?
  /// Needs, wants or savings.
  public var kind: String?
  /// Whether it is for income too, or only; nil for expenses only.
  public var use: String?
  /// The lowest is listed first.
  public var sortOrder: UInt32?

  /// Makes a wish for this key.
  public init(key: String) { self.key = key }

  /// The command: a new category, or the one that is there with what is said changed.
  public func command(in shared: SharedState, isNew: Bool) throws(ArgumentFlaw) -> SetCategory {
    var wish = SetCategory()
    if isNew {
      guard shared.category(key) == nil else {
        throw ArgumentFlaw(
          "There is a category \(key.printable) already: hearth category change.", "श्रेणी \(key.printable) पहले से है: hearth category change।"
        ).naming(.alreadyExists)
      }
      wish.content.key = key
      wish.content.name = name ?? key
      wish.content.color = "#808080"
      wish.content.class = .wants
      wish.content.forExpense = true
    } else {
      let key = try Choices.category(key, of: shared.categories)
      wish.content = shared.category(key) ?? Category()
      wish.content.retired = false
      if let name { wish.content.name = name }
    }
    if let icon { wish.content.icon = icon }
    if let color { wish.content.color = try Choices.color(color) }
    if let use {
      switch use.lowercased() {
      case "expense": (wish.content.forExpense, wish.content.forIncome) = (true, false)
      case "income": (wish.content.forExpense, wish.content.forIncome, wish.content.class) = (false, true, .unspecified)
      case "both": (wish.content.forExpense, wish.content.forIncome) = (true, true)
      default:
        throw ArgumentFlaw(
          "\"\(use.printable)\" is no use. Choose expense, income or both.",
          "\"\(use.printable)\" किसी काम का नाम नहीं है। expense, income या both चुनें।")
      }
    }
    if let kind { wish.content.class = try Choices.categoryClass(kind) }
    if let sortOrder { wish.content.sortOrder = sortOrder }
    return wish
  }
}
