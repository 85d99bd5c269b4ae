import HearthProtocol

extension Deliberation {
  func decide(_ wish: ShareCategory) throws(Rejection) -> Decision {
    let asker = try asker(.categoriesShare, evenArchived: !wish.shared)
    let member = try sharer(wish.memberID, asker, field: "share_category.member_id")
    guard let category = shared.category(wish.category) else { throw .unknownCategory(field: "share_category.category") }
    guard !wish.shared || !category.retired else { throw .categoryRetired(field: "share_category.category") }
    guard !wish.shared || category.forExpense else { throw .categoryDoesNotFit(field: "share_category.category") }
    let sharing = member.sharing(of: category.key)
    guard (sharing?.isShared ?? false) != wish.shared else { throw .nothingChanges }
    var event = CategoryShared()
    (event.memberID, event.category, event.shared) = (member.idText, category.key, wish.shared)
    if !wish.shared {
      // Where a total of a month that has begun since was told, that one goes.
      let isToldNow = sharing?.totals.contains { $0.month == Self.month(of: context.today) } == true
      event.periodStart = Self.month(of: isToldNow ? context.today : context.saidOn).description
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.categoryShared(event))])
  }

  func decide(_ wish: SetCategoryTotal) throws(Rejection) -> Decision {
    let asker = try asker(.categoriesShare)
    let member = try sharer(wish.memberID, asker, field: "set_category_total.member_id")
    guard (0...amountMinorMax).contains(wish.amount.minor) else { throw .amountOutOfRange(field: "set_category_total.amount.minor") }
    let currency = try currency(wish.amount.currency, field: "set_category_total.amount.currency")
    guard let category = shared.category(wish.category) else { throw .unknownCategory(field: "set_category_total.category") }
    let day = try date(wish.periodStart, field: "set_category_total.period_start")
    let (month, last) = (Self.month(of: day), Self.month(of: context.today))
    guard month <= last, month > last.adding(months: -Limits.sharedMonths) else {
      throw .dateOutOfRange(field: "set_category_total.period_start")
    }
    guard let sharing = member.sharing(of: category.key), sharing.isShared else { throw .notShared }
    let old = sharing.totals.first { $0.month == month }
    guard wish.amount.minor != old?.minor ?? 0 || (old != nil && old?.currency != currency) else { throw .nothingChanges }
    var event = CategoryTotalSet()
    (event.memberID, event.category, event.periodStart) = (member.idText, category.key, month.description)
    event.amount = Money(minor: wish.amount.minor, currency: currency)
    return Decision(actor: asker.id, events: [DecidedEvent(.categoryTotalSet(event))])
  }

  private static func month(of day: CivilDate) -> CivilDate { day.adding(days: 1 - day.components.day) }

  /// Whose totals they are: the asker's, or those of a minor whom the asker looks after.
  private func sharer(_ text: String, _ asker: MemberState, field: String) throws(Rejection) -> MemberState {
    let member = try member(text.isEmpty ? asker.idText : text, field: field)
    guard member.isPresent else { throw .memberNotActive(field: field) }
    let isGuardian = state.guardians(of: member.id).contains(asker.id)
    try permit(.categoriesShare, asker, isOwn: member.id == asker.id || (member.role == .minor && isGuardian))
    return member
  }
}
