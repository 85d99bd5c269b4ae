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
  ///   - what: "on", "off" or an amount; nil: what is noted of the month is added up.
  ///   - month: "2026-11"; nil: this month. Only of a total.
  ///   - minor: whose it is; nil: one's own.
  public func set(_ category: String, _ what: String?, month: String?, for minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let shared = view.state.shared
    // As a word that no category has, list is what it is elsewhere.
    if what == nil, category.lowercased() == "list", (try? Choices.category(category, of: shared.categories)) == nil {
      return try list(group: group.description)
    }
    let whose = try minor.map { minor throws(ConsoleFailure) in try sitting.member(minor, in: view) }
    guard let what else { return try addUp(category, month: month, of: whose, view, to: group) }
    let member = whose?.description ?? ""
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

  /// Tells what is noted of a month, added up here: the server takes one figure (SPEC CS-02).
  private func addUp(_ category: String, month: String?, of minor: MemberID?, _ view: GroupView, to group: GroupID) throws(ConsoleFailure) {
    let shared = view.state.shared
    let (total, sum) = try reading { () throws(ArgumentFlaw) -> (SetCategoryTotal, OwnSpending) in
      let key = try Choices.category(category, of: shared.categories)
      guard let currency = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
      let first = try month.map { month throws(ArgumentFlaw) in try Choices.month(month) }
      let sum = OwnSpending(key, of: minor ?? view.member, inMonthOf: first ?? view.today, currency, view)
      guard sum.entries > 0 else {
        throw ArgumentFlaw(
          "Nothing that could be added up is noted under \(key) in \(sum.monthText). Say on, off or an amount: hearth share-category \(key) 120",
          "\(sum.monthText) में \(key) के नीचे जोड़ने को कुछ नहीं लिखा है। on, off या राशि लिखें: hearth share-category \(key) 120")
      }
      var total = SetCategoryTotal()
      (total.memberID, total.category, total.periodStart) = (minor?.description ?? "", key, sum.month.lowerBound.description)
      total.amount = Money(minor: sum.minor, currency: currency)
      return (total, sum)
    }
    if !output.isJSON, let currency = shared.settings?.currency {
      let phrases = output.phrases
      let name = (shared.category(total.category).map(phrases.category) ?? total.category).printable
      let text = phrases.addedUp(sum.entries, name, sum.monthText, currency.text(sum.minor), leftOut: sum.leftOut)
      output.write(text.wrapped(to: output.theme.width))
    }
    try KeptCommands(sitting).show(.setCategoryTotal(total), to: group, view)
  }

  /// What all members share.
  public func list(group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    output.show(Screens.sharedCategories(view, output.theme), json: Screens.sharedCategoriesJSON(view))
  }
}

/// What a member has noted of their own spending in a category and a month: in their accounts, and as a minor. Entries
/// of accounts that stand in the group are seen there, and are not counted again.
struct OwnSpending: Equatable {
  /// In minor units, clamped to 64 bits.
  let minor: Int64
  let entries: Int
  /// From the first day to the last one.
  let month: ClosedRange<CivilDate>
  /// How many are in other currencies, and are not counted.
  let leftOut: Int

  /// "2026-11".
  var monthText: String { String(month.lowerBound.description.prefix(7)) }

  init(_ category: String, of member: MemberID, inMonthOf day: CivilDate, _ currency: Currency, _ view: GroupView) {
    let first = day.adding(days: 1 - day.components.day)
    let month = first...first.adding(months: 1).adding(days: -1)
    let state = view.state
    let accounts = AccountNames(state, of: view.member).accounts.filter { state.shared.members.current($0.state.owner) == member }
    let withdrawn = accounts.flatMap { account -> [(currency: Currency, minor: Int64)] in
      account.state.entries.compactMap { entry -> (currency: Currency, minor: Int64)? in
        guard !entry.isVoided, !entry.isTransfer, entry.kind == .withdrawal, entry.category == category, month.contains(entry.date),
          !AccountCommands.isShared(entry, in: view)
        else { return nil }
        return (entry.currency, entry.minor)
      }
    }
    let noted = state.minor(state.minorSubject(of: member)).spending.compactMap { record -> (currency: Currency, minor: Int64)? in
      guard !record.isVoided, record.category == category, month.contains(record.date) else { return nil }
      return (record.currency, record.minor)
    }
    let all = withdrawn + noted
    let counted = all.filter { $0.currency == currency }
    minor = Int64(clamping: counted.reduce(Int128(0)) { $0 + Int128($1.minor) })
    (entries, leftOut, self.month) = (counted.count, all.count - counted.count, month)
  }
}
