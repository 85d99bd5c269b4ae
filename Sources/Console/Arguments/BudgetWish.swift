import HearthClient
import HearthProtocol
import Ledger

/// A budget as it was typed; what is nil stays as it was, and is the usual for a new budget.
public struct BudgetWish: Sendable {
  /// What it is called.
  public var name: String
  /// "12000"; a new budget needs it.
  public var limit: String?
  /// "USD"; entries in others count at the rate that they carry into it. A new budget is in the group's. It goes with a
  /// limit.
  public var currency: String?
  /// "weekly", "biweekly", "monthly" or "yearly"; a new budget is monthly.
  public var period: String?
  /// Keys or names of categories; a new budget needs one, and none keeps those of an old one.
  public var categories: [String]
  /// "2026-11-01"; another period begins on the usual day.
  public var start: String?
  /// "none", "surplus" or "both".
  public var rollover: String?
  /// The most that is carried; "none" for no such bound.
  public var cap: String?
  /// "80,100,over" or "none".
  public var thresholds: String?
  /// "2026-07-01": the change holds from the period of that day on; nil: from the running one.
  public var from: String?

  /// Makes a wish.
  public init(name: String, limit: String? = nil, categories: [String] = []) {
    self.name = name
    self.limit = limit
    self.categories = categories
  }

  /// The command: it changes the budget of that name, or makes it.
  public func command(in view: GroupView) throws(ArgumentFlaw) -> SetBudget {
    let shared = view.state.shared
    guard let home = shared.settings?.currency else { throw ArgumentFlaw(.groupIncomplete) }
    let namesakes = shared.budgets.filter { $0.name.lowercased() == name.lowercased() }
    let known = namesakes.first(where: \.isActive)
    if known == nil, let removed = namesakes.first {
      throw ArgumentFlaw(
        "The budget \(removed.name.printable) was removed. Bring it back first: hearth budget reactivate \"\(removed.name.printable)\"",
        "बजट \(removed.name.printable) हटाया गया है। पहले उसे वापस लाएँ: hearth budget reactivate \"\(removed.name.printable)\""
      ).refusing(.budgetRemoved)
    }
    guard known != nil || (limit != nil && !categories.isEmpty) else {
      throw ArgumentFlaw(
        "There is no budget \"\(name.printable)\" yet. Say how much and for what: hearth budget set Groceries 12000 --category groceries",
        "बजट \"\(name.printable)\" अभी नहीं है। बताएँ कि कितना और किसके लिए: hearth budget set Groceries 12000 --category groceries")
    }
    let fresh: BudgetID = Present.id()
    let since = try from.map { text throws(ArgumentFlaw) in try Choices.date(text, today: view.today) }
    let inForce = known?.terms(on: since.flatMap { CivilDate(iso8601: $0) } ?? view.today)
    var set = SetBudget()
    set.budgetID = (known?.id ?? fresh).description
    set.content.name = known?.name ?? name
    guard currency == nil || limit != nil else {
      throw ArgumentFlaw(
        "--currency goes with a limit: hearth budget set Dollars 500 --currency USD",
        "--currency सीमा के साथ लिखा जाता है: hearth budget set Dollars 500 --currency USD")
    }
    let currency = try currency.map { text throws(ArgumentFlaw) in try Choices.currency(text) } ?? inForce?.currency ?? home
    let limitMinor = try limit.map { text throws(ArgumentFlaw) in try AmountText.minor(text, currency) }
    set.content.limit = Money(minor: limitMinor ?? inForce?.limitMinor ?? 0, currency: currency)
    set.content.period = try period.map { text throws(ArgumentFlaw) in try Choices.period(text) } ?? inForce?.period ?? .monthly
    for category in categories { set.content.categories.append(try Choices.category(category, of: shared.categories)) }
    if categories.isEmpty { set.content.categories = inForce?.categories ?? [] }
    // The server keeps what these are when they are missing (SPEC BU-02, BU-05, BU-07).
    set.effectiveFrom = since ?? ""
    if let start { set.content.startDate = try Choices.date(start, today: view.today) }
    if rollover != nil || cap != nil { try setRollover(of: &set.content, inForce, currency) }
    if let thresholds { set.content.alerts = try Choices.thresholds(thresholds) }
    return set
  }

  /// What is carried and its bound are one to the server, so the one that is not named is said as it was.
  private func setRollover(of content: inout BudgetContent, _ known: BudgetTerms?, _ currency: Currency) throws(ArgumentFlaw) {
    content.rollover = try rollover.map { text throws(ArgumentFlaw) in try Choices.rollover(text) } ?? known?.rollover ?? Rollover.none
    let carries = content.rollover == .surplus || content.rollover == .both
    guard let cap else {
      // What bounded it bounds nothing any more when nothing is carried.
      if carries { content.rolloverCapMinor = known?.rolloverCapMinor ?? 0 }
      return
    }
    guard carries else {
      throw ArgumentFlaw(
        "--cap bounds what is carried: say --rollover surplus or --rollover both with it.",
        "--cap उसकी सीमा है जो आगे जाता है: साथ में --rollover surplus या --rollover both लिखें।")
    }
    guard cap.lowercased() != "none" else { return content.rolloverCapMinor = 0 }
    content.rolloverCapMinor = try AmountText.minor(cap, currency)
    // To the server 0 is no bound, which nobody means who types it.
    guard content.rolloverCapMinor != 0 else {
      throw ArgumentFlaw(
        "A bound of 0 would carry nothing: say --rollover none for that, or --cap none for no bound.",
        "0 की सीमा से कुछ आगे नहीं जाएगा: उसके लिए --rollover none लिखें, या बिना सीमा के लिए --cap none।")
    }
  }
}
