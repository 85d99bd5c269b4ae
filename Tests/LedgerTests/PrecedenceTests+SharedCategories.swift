import HearthProtocol

@testable import Ledger

/// The commands about shared categories, spoilt one by one and in order.
extension PrecedenceTests {
  static let sharingTables: [(String, Situation, [Fault])] = [
    ("share_category", Situation(.shareCategory(SharedCategoryTests.share("dining"))), envelope + asker + shareFaults),
    ("set_category_total", Situation(.setCategoryTotal(SharedCategoryTests.total()), household: sharing), envelope + asker + totalFaults),
  ]

  private static let sharing = family([.shareCategory(SharedCategoryTests.share("dining"))])
  private static let told = family([.shareCategory(SharedCategoryTests.share("dining")), .setCategoryTotal(SharedCategoryTests.total())])
  private static let gone = after(Household.family, [(.leaveGroup(LeaveGroup()), 3)])
  private static let minors = Fault(.forbidden(rule: .categoriesShare, role: .minor)) { $0.context.holder = Household.holder(5) }
  private static let others = Rejection.forbidden(rule: .categoriesShare, role: .owner)

  private static let shareFaults: [Fault] = [
    minors, archivedFault,
    Fault(.malformedID(field: "share_category.member_id")) { $0.command.shareCategory.memberID = "Ravi" },
    Fault(.unknownMember(field: "share_category.member_id")) { $0.command.shareCategory.memberID = Household.text(99) },
    Fault(.memberNotActive(field: "share_category.member_id")) {
      ($0.state, $0.command.shareCategory.memberID) = (gone.state, Household.text(3))
    },
    Fault(others) { $0.command.shareCategory.memberID = Household.text(2) },
    Fault(.unknownCategory(field: "share_category.category")) { $0.command.shareCategory.category = "yachts" },
    Fault(.categoryRetired(field: "share_category.category")) {
      $0.state = family([.retireCategory(retirement("gold"))]).state
      $0.command.shareCategory.category = "gold"
    },
    Fault(.categoryDoesNotFit(field: "share_category.category")) { $0.command.shareCategory.category = "salary" },
    Fault(.nothingChanges) { $0.state = sharing.state },
  ]

  private static let totalFaults: [Fault] = [
    minors, archivedFault,
    Fault(.malformedID(field: "set_category_total.member_id")) { $0.command.setCategoryTotal.memberID = "Ravi" },
    Fault(.unknownMember(field: "set_category_total.member_id")) { $0.command.setCategoryTotal.memberID = Household.text(99) },
    Fault(.memberNotActive(field: "set_category_total.member_id")) {
      ($0.state, $0.command.setCategoryTotal.memberID) = (gone.state, Household.text(3))
    },
    Fault(others) { $0.command.setCategoryTotal.memberID = Household.text(2) },
    Fault(.amountOutOfRange(field: "set_category_total.amount.minor")) { $0.command.setCategoryTotal.amount.minor = -1 },
    Fault(.amountOutOfRange(field: "set_category_total.amount.minor")) { $0.command.setCategoryTotal.amount.minor = amountMinorMax + 1 },
    Fault(.unknownCurrency(field: "set_category_total.amount.currency")) {
      $0.command.setCategoryTotal.amount = Money(minor: 1, currency: "")
    },
    Fault(.unknownCategory(field: "set_category_total.category")) {
      $0.command.setCategoryTotal.amount.currency = "INR"
      $0.command.setCategoryTotal.category = "yachts"
    },
    Fault(.dateMalformed(field: "set_category_total.period_start")) { $0.command.setCategoryTotal.periodStart = "November" },
    Fault(.dateOutOfRange(field: "set_category_total.period_start")) {
      $0.command.setCategoryTotal.periodStart = Household.today.adding(months: 1).description
    },
    Fault(.notShared) {
      ($0.state, $0.command.setCategoryTotal.periodStart) = (Household.family.state, "")
      $0.command.setCategoryTotal.category = "dining"
    },
    Fault(.nothingChanges) { ($0.state, $0.command.setCategoryTotal) = (told.state, SharedCategoryTests.total()) },
  ]
}
