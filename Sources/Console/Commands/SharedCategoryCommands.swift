import HearthClient
import HearthProtocol
import Ledger

/// `hearth share-category`.
public struct SharedCategoryCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// Shares a category or no more, or tells a month's total of it.
  ///
  /// - Parameters:
  ///   - what: "on", "off" or an amount; nil is not understood.
  ///   - month: "2026-11"; nil: this month. Only with an amount.
  ///   - minor: whose it is; nil: one's own.
  public func set(_ category: String, _ what: String?, month: String?, for minor: String?, group: String?) throws(ConsoleFailure) {
    guard let what else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "Say on, off or an amount: hearth share-category dining on", "on, off या राशि लिखें: hearth share-category dining on"))
    }
    let (group, view) = try sitting.view(of: group)
    let shared = view.state.shared
    let member = try minor.map { minor throws(ConsoleFailure) in try sitting.member(minor, in: view).description } ?? ""
    let wish = try reading { () throws(ArgumentFlaw) -> Command.OneOf_Body in
      let key = try Choices.category(category, of: shared.categories)
      guard !["on", "off"].contains(what.lowercased()) else {
        guard month == nil else {
          throw ArgumentFlaw(
            "A month goes with an amount: hearth share-category \(key) 120 --month 2026-11",
            "महीना राशि के साथ लिखें: hearth share-category \(key) 120 --month 2026-11")
        }
        var share = ShareCategory()
        (share.memberID, share.category, share.shared) = (member, key, what.lowercased() == "on")
        return .shareCategory(share)
      }
      guard let currency = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
      var total = SetCategoryTotal()
      (total.memberID, total.category) = (member, key)
      total.amount = Money(minor: what == "0" ? 0 : try AmountText.minor(what, currency), currency: currency)
      if let month { total.periodStart = try Choices.month(month).description }
      return .setCategoryTotal(total)
    }
    try KeptCommands(sitting).show(wish, to: group, view)
  }

  /// What all members share.
  public func list(group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    output.show(Screens.sharedCategories(view, output.theme), json: Screens.sharedCategoriesJSON(view))
  }
}
