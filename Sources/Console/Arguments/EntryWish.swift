import HearthClient
import HearthProtocol
import Ledger

/// An entry as it was typed.
public struct EntryWish: Sendable {
  /// "450.50".
  public var amount: String
  /// What it was for.
  public var description: String
  /// Key or name of a category; empty for none.
  public var category = ""
  /// "expense" or "income".
  public var kind = "expense"
  /// "2026-11-20"; empty means today.
  public var date = ""
  /// Free text.
  public var note = ""
  /// Where it was spent.
  public var merchant = ""
  /// "Asha=500,Ravi=499", or a name that paid it all; empty means the user paid it all.
  public var paidBy = ""
  /// "percent:Asha=60,Ravi=40" and the like; empty means equally among those who share by default, of an income to who
  /// received it.
  public var split = ""
  /// City, country and coordinates.
  public var place = PlaceWish()
  /// Whether the entry is refused when somebody else has just added one much like it.
  public var guardsDuplicates = true
  /// The amount's currency by its code; empty means the group's.
  public var currency = ""
  /// What one unit of that currency counts for in the group's; empty means as the group knows it.
  public var rate = ""

  /// Items that say amount and split; empty for none.
  public var bill = BillWish()

  /// Makes a wish.
  ///
  /// - Parameters:
  ///   - amount: empty where items say it.
  ///   - description: empty for the names of the items.
  public init(amount: String, description: String) {
    self.amount = amount
    self.description = description
  }

  /// The same, divided as the user keeps it for the group, where it is an expense that does not say how.
  func divided(as kept: String?) -> EntryWish {
    guard let kept, split.isEmpty, bill.isEmpty, (try? Choices.kind(kind)) == .expense else { return self }
    var wish = self
    wish.split = kept
    return wish
  }

  /// The command's content, read with the group's members, categories and currency.
  public func content(in view: GroupView) throws(ArgumentFlaw) -> EntryContent {
    let shared = view.state.shared
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    let currency = try self.currency.isEmpty ? home : Choices.currency(self.currency)
    return try withBill(try itemized(in: view), shared, currency).content(in: view, currency)
  }

  /// The same once the items are divided.
  private func content(in view: GroupView, _ currency: Currency) throws(ArgumentFlaw) -> EntryContent {
    let shared = view.state.shared
    let names = MemberNames(shared, me: view.member)
    var content = EntryContent()
    if !rate.isEmpty { content.conversion.rate = try Choices.rate(rate).description }
    content.kind = try Choices.kind(kind)
    content.amount = Money(minor: try AmountText.minor(amount, currency), currency: currency)
    content.description_p = description
    if !category.isEmpty { content.category = try Choices.category(category, of: shared.categories) }
    if !date.isEmpty { content.date = try Choices.date(date, today: view.today) }
    content.note = note
    content.merchant = merchant
    if !paidBy.isEmpty { content.paid = try SplitText.Part.paid(paidBy, of: amount, names, currency) }
    if let place = try place.place(), place != Place() { content.place = place }
    if !split.isEmpty { content.split = try SplitText(split).resolved(names, currency) }
    try Self.check(content.paid.map(\.minor), of: content.amount.minor, currency) { missing, total, whole in
      ArgumentFlaw("\(missing) is not paid: \(total) of \(whole) so far.", "\(missing) का भुगतान बाक़ी है: अब तक \(whole) में से \(total)।")
        .naming(.paidDoesNotAddUp)
    } tooMuch: { total, more, whole in
      ArgumentFlaw(
        "What was paid comes to \(total), which is \(more) more than \(whole).", "दी गई रक़मों का जोड़ \(total) है, जो \(whole) से \(more) ज़्यादा है।"
      ).naming(.paidDoesNotAddUp)
    }
    try Self.check(content.split.exact.shares.map(\.minor), of: content.amount.minor, currency) { missing, total, whole in
      ArgumentFlaw("\(missing) left to assign: \(total) of \(whole) so far.", "\(missing) बाँटने बाक़ी हैं: अब तक \(whole) में से \(total)।")
        .naming(.splitDoesNotAddUp)
    } tooMuch: { total, more, whole in
      ArgumentFlaw("The shares come to \(total), which is \(more) more than \(whole).", "हिस्सों का जोड़ \(total) है, जो \(whole) से \(more) ज़्यादा है।")
        .naming(.splitDoesNotAddUp)
    }
    return content
  }

  /// What does not add up is said before it is sent, with the difference (product 98).
  private static func check(
    _ parts: [Int64], of whole: Int64, _ currency: Currency, tooLittle: (String, String, String) -> ArgumentFlaw,
    tooMuch: (String, String, String) -> ArgumentFlaw
  ) throws(ArgumentFlaw) {
    guard !parts.isEmpty else { return }
    // Limit: beyond the largest amount the server says what is wrong.
    let total = parts.reduce(Int64(0)) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
    let difference = whole.subtractingReportingOverflow(total).partialValue
    if difference > 0 { throw tooLittle(currency.text(difference), currency.text(total), currency.text(whole)) }
    if difference < 0 { throw tooMuch(currency.text(total), currency.text(-difference), currency.text(whole)) }
  }
}
