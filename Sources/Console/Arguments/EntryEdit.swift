import HearthClient
import HearthProtocol
import Ledger

/// A change of an entry as it was typed; nil stays as it is.
public struct EntryEdit: Sendable {
  /// "450.50", in the entry's currency or the one of `currency`.
  public var amount: String?
  /// As for `hearth add`; otherwise the division stays.
  public var split: String?
  /// As for `hearth add`; otherwise the payers stay.
  public var paidBy: String?
  /// What it was for.
  public var description: String?
  /// Key or name of a category; empty for none.
  public var category: String?
  /// "expense" or "income".
  public var kind: String?
  /// The amount's currency by its code.
  public var currency: String?
  /// What one unit of that currency counts for in the group's.
  public var rate: String?
  /// "2026-11-20".
  public var date: String?
  /// Free text.
  public var note: String?
  /// Where it was spent.
  public var merchant: String?
  /// City, country and coordinates.
  public var place = PlaceWish()
  /// Items that say amount, split and note; empty: nothing is said of items.
  public var bill = BillWish()

  /// Changes nothing yet.
  public init() {}

  private var changesMoney: Bool {
    !bill.isEmpty || amount != nil || split != nil || paidBy != nil || kind != nil || currency != nil || rate != nil
  }

  /// Whether it says figures without their currency, which were meant in the one that the entry had and not in the one
  /// it has.
  func isInDoubt(from former: Currency, to current: Currency) -> Bool {
    guard currency == nil, former != current else { return false }
    if let split, case .exact? = try? SplitText(split) { return true }
    return !bill.isEmpty || amount != nil || rate != nil || paidBy?.contains("=") == true
  }

  /// The changes for the protocol of an edit that is based on this version or an older one.
  ///
  /// What others have changed since the base is in conflict whatever is said of it, and the rest is as it was (SPEC
  /// EN-03), so that the base is only needed where the edit makes no sense of the entry as it is now.
  ///
  /// - Parameter base: reads the version that the user saw, which takes a replay of the group's history.
  func changes(
    of entry: EntryState, in view: GroupView, base: () throws(ConsoleFailure) -> EntryState
  ) throws(ConsoleFailure) -> EntryChanges {
    if let changes = try? changes(of: entry, in: view) { return changes }
    let seen = try base()
    return try reading { () throws(ArgumentFlaw) in try changes(of: seen, in: view) }
  }

  /// The bill that the entry is to be, divided; nil where nothing is said of items.
  func itemized(changing entry: EntryState, in view: GroupView) throws(ArgumentFlaw) -> ItemizedBill? {
    guard !bill.isEmpty else { return nil }
    let currency = try self.currency.map { (text) throws(ArgumentFlaw) in try Choices.currency(text) } ?? entry.currency
    return try bill.bill(in: view, currency, at: Present.now)
  }

  /// The same with amount, split and note of its bill; what the note said besides an older bill stays.
  private func withBill(_ divided: ItemizedBill?, of entry: EntryState, _ shared: SharedState) throws(ArgumentFlaw) -> EntryEdit {
    guard let divided else { return self }
    let currency = try self.currency.map { (text) throws(ArgumentFlaw) in try Choices.currency(text) } ?? entry.currency
    let kind = try self.kind.map { (text) throws(ArgumentFlaw) in try Choices.kind(text) } ?? entry.kind
    try divided.require(amount: amount ?? "", split: split ?? "", kind, currency)
    var edit = self
    edit.bill = BillWish()
    edit.amount = Money.plain(minor: divided.total, currency: currency)
    edit.split = divided.split(currency)
    edit.note = try divided.note(note ?? ItemizedBill.noteWithoutBill(entry.note), shared, currency)
    return edit
  }

  /// The changes for the protocol.
  ///
  /// - Parameter entry: the version that they are based on; what it takes of the money to say a part of it comes from
  ///   there.
  public func changes(of entry: EntryState, in view: GroupView) throws(ArgumentFlaw) -> EntryChanges {
    guard bill.isEmpty else {
      return try withBill(itemized(changing: entry, in: view), of: entry, view.state.shared).changes(of: entry, in: view)
    }
    var changes = EntryChanges()
    let shared = view.state.shared
    if let description { changes.description_p = description }
    if let category { changes.category = category.isEmpty ? "" : try Choices.category(category, of: shared.categories) }
    if let date { changes.date = try Choices.date(date, today: view.today) }
    if let note { changes.note = note }
    if let merchant { changes.merchant = merchant }
    if let place = try place.place(changing: entry.content.place) { changes.place = place }
    guard changesMoney else { return changes }
    let names = MemberNames(shared, me: view.member)
    let currency = try self.currency.map { (text) throws(ArgumentFlaw) in try Choices.currency(text) } ?? entry.currency
    let minor = try AmountText.minor(
      amount ?? Self.figure(entry.minor, entry.currency, in: currency), currency, isTyped: amount != nil)
    changes.money.kind = try kind.map { (text) throws(ArgumentFlaw) in try Choices.kind(text) } ?? entry.kind
    changes.money.amount = Money(minor: minor, currency: currency)
    if let rate { changes.money.conversion.rate = try Choices.rate(rate).description }
    if let paidBy {
      changes.money.paid = try SplitText.Part.paid(paidBy, of: Money.plain(minor: minor, currency: currency), names, currency)
    }
    // What is not said stays as the server has it (SPEC EN-02).
    if let split { changes.money.split = try SplitText(split).resolved(names, currency) }
    return changes
  }

  /// The same figure in another currency, without zeros that it has no coins for: $19.99 as €19.99, $20.00 as ¥20.
  private static func figure(_ minor: Int64, _ former: Currency, in currency: Currency) -> String {
    var figure = Money.plain(minor: minor, currency: former)
    for _ in 0..<max(0, Int(former.exponent) - Int(currency.exponent)) where figure.hasSuffix("0") { figure.removeLast() }
    if figure.hasSuffix(".") { figure.removeLast() }
    return figure
  }
}
