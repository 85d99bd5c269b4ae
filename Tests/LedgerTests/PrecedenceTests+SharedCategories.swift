import HearthProtocol

@testable import Ledger

/// The commands about shared categories, spoilt one by one and in order.
extension PrecedenceTests {
  static let sharingTables: [(String, Situation, [Flaw])] = [
    ("share_category", Situation(.shareCategory(SharedCategoryTests.share("dining"))), envelope + asker + shareFlaws),
    ("set_category_total", Situation(.setCategoryTotal(SharedCategoryTests.total()), household: sharing), envelope + asker + totalFlaws),
  ]

  private static let sharing = family([.shareCategory(SharedCategoryTests.share("dining"))])
  private static let told = family([.shareCategory(SharedCategoryTests.share("dining")), .setCategoryTotal(SharedCategoryTests.total())])
  private static let gone = after(Household.family, [(.leaveGroup(LeaveGroup()), 3)])
  private static let minors = Flaw(.forbidden(right: .categoriesShare, role: .minor)) { $0.context.holder = Household.holder(5) }
  private static let others = Rejection.forbidden(right: .categoriesShare, role: .owner)

  private static let shareFlaws: [Flaw] = [
    minors, archivedFlaw,
    Flaw(.malformedID(field: "share_category.member_id")) { $0.command.shareCategory.memberID = "Ravi" },
    Flaw(.unknownMember(field: "share_category.member_id")) { $0.command.shareCategory.memberID = Household.text(99) },
    Flaw(.memberNotActive(field: "share_category.member_id")) {
      ($0.state, $0.command.shareCategory.memberID) = (gone.state, Household.text(3))
    },
    Flaw(others) { $0.command.shareCategory.memberID = Household.text(2) },
    Flaw(.unknownCategory(field: "share_category.category")) { $0.command.shareCategory.category = "yachts" },
    Flaw(.categoryRetired(field: "share_category.category")) {
      $0.state = family([.retireCategory(retirement("gold"))]).state
      $0.command.shareCategory.category = "gold"
    },
    Flaw(.categoryDoesNotFit(field: "share_category.category")) { $0.command.shareCategory.category = "salary" },
    Flaw(.nothingChanges) { $0.state = sharing.state },
  ]

  private static let totalFlaws: [Flaw] = [
    minors, archivedFlaw,
    Flaw(.malformedID(field: "set_category_total.member_id")) { $0.command.setCategoryTotal.memberID = "Ravi" },
    Flaw(.unknownMember(field: "set_category_total.member_id")) { $0.command.setCategoryTotal.memberID = Household.text(99) },
    Flaw(.memberNotActive(field: "set_category_total.member_id")) {
      ($0.state, $0.command.setCategoryTotal.memberID) = (gone.state, Household.text(3))
    },
    Flaw(others) { $0.command.setCategoryTotal.memberID = Household.text(2) },
    Flaw(.amountOutOfRange(field: "set_category_total.amount.minor")) { $0.command.setCategoryTotal.amount.minor = -1 },
    Flaw(.amountOutOfRange(field: "set_category_total.amount.minor")) { $0.command.setCategoryTotal.amount.minor = amountMinorMax + 1 },
    Flaw(.unknownCurrency(field: "set_category_total.amount.currency")) {
      $0.command.setCategoryTotal.amount = Money(minor: 1, currency: "")
    },
    Flaw(.unknownCategory(field: "set_category_total.category")) {
      $0.command.setCategoryTotal.amount.currency = "INR"
      $0.command.setCategoryTotal.category = "yachts"
    },
    Flaw(.dateMalformed(field: "set_category_total.period_start")) { $0.command.setCategoryTotal.periodStart = "November" },
    Flaw(.dateOutOfRange(field: "set_category_total.period_start")) {
      $0.command.setCategoryTotal.periodStart = Household.today.adding(months: 1).description
    },
    Flaw(.notShared) {
      ($0.state, $0.command.setCategoryTotal.periodStart) = (Household.family.state, "")
      $0.command.setCategoryTotal.category = "dining"
    },
    Flaw(.nothingChanges) { ($0.state, $0.command.setCategoryTotal) = (told.state, SharedCategoryTests.total()) },
  ]
}
