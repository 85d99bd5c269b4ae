import HashTreeCollections
import HearthProtocol

/// The figures of all budgets and what has fired, kept up with every act.
///
/// What has fired is kept for ever, since a period never comes to an end for good: an entry may be back-dated into it.
/// It is at most one firing of 24 bytes for every stored `AlertFired`.
struct BudgetBook: Sendable {
  /// An alert that has fired.
  struct Mark: Hashable, Comparable, Sendable {
    /// First day of the period.
    let first: CivilDate
    let threshold: AlertThreshold

    static func < (left: Mark, right: Mark) -> Bool { (left.first, left.threshold) < (right.first, right.threshold) }
  }

  /// An alert that has fired, and when.
  struct Firing: Equatable, Sendable {
    let mark: Mark
    /// Milliseconds since 1970; 0: that was not noted yet.
    let at: Int64
  }

  /// One budget's page.
  struct Page: Sendable {
    /// Among all budgets, in the order of first setting.
    fileprivate let place: Int
    fileprivate(set) var budget: BudgetState
    /// One for each era; none while the budget is removed.
    fileprivate(set) var figures: [BudgetFigures]
    /// Ascending.
    fileprivate(set) var fired: [Firing] = []
  }

  private var pages: TreeDictionary<BudgetID, Page> = [:]
  /// The active budgets that count a category in some period, in the order of first setting, so that a restored state
  /// fires in the same order.
  private var byCategory: [String: [BudgetID]] = [:]

  /// Opens or replaces a budget's page; what fired stays.
  ///
  /// - Parameter old: what the budget was before.
  mutating func set(_ budget: BudgetState, replacing old: BudgetState?, _ spending: Spending) {
    let known = pages[budget.id]
    let page = Page(
      place: known?.place ?? pages.count, budget: budget, figures: budget.isActive ? BudgetFigures.all(of: budget, spending) : [],
      fired: known?.fired ?? [])
    pages[budget.id] = page
    if let old, old.isActive {
      for category in old.categoriesEver { byCategory[category]?.removeAll { $0 == old.id } }
    }
    if budget.isActive {
      for category in budget.categoriesEver {
        let others = byCategory[category] ?? []
        let place = others.firstIndex { pages[$0]?.place ?? 0 > page.place } ?? others.endIndex
        byCategory[category, default: []].insert(budget.id, at: place)
      }
    }
  }

  /// Books what an act changed into every budget that counts it.
  mutating func book(_ spend: Spend) {
    guard let budgets = byCategory[spend.category] else { return }
    for id in budgets {
      guard let budget = pages[id]?.budget, let place = budget.place(of: spend.day),
        let minor = budget.terms(at: place).minor(of: spend)
      else { continue }
      pages[id]?.figures[place.era].book(BudgetFigures.Change(number: place.number, minor: minor))
    }
  }

  /// The active budgets that may count one of the changes, each once, in the order in which they are met.
  func budgets(counting changes: [Spend]) -> [BudgetID] {
    var found: [BudgetID] = []
    for change in changes {
      for id in byCategory[change.category] ?? [] where !found.contains(id) { found.append(id) }
    }
    return found
  }

  /// All that is kept of a budget; nil of an unknown one.
  func page(of id: BudgetID) -> Page? { pages[id] }

  /// The figures of an active budget, one for each era; none of another.
  func figures(of id: BudgetID) -> [BudgetFigures] { pages[id]?.figures ?? [] }

  /// Whether the alert has fired.
  func hasFired(_ mark: Mark, of id: BudgetID) -> Bool { Self.has(mark, in: fired(of: id)) }

  /// Whether the alert is among these, which ascend.
  static func has(_ mark: Mark, in fired: [Firing]) -> Bool {
    let place = place(of: mark, in: fired)
    return place < fired.endIndex && fired[place].mark == mark
  }

  /// What has fired of a budget, by period and threshold.
  func fired(of id: BudgetID) -> [Firing] { pages[id]?.fired ?? [] }

  /// Notes that an alert of a known budget has fired.
  mutating func fire(_ firing: Firing, of id: BudgetID) throws(HistoryFlaw) {
    guard pages[id] != nil else { throw .contradiction(.namesKnown) }
    guard !hasFired(firing.mark, of: id) else { throw .contradiction(.alertsOnce) }
    let place = Self.place(of: firing.mark, in: fired(of: id))
    pages[id]?.fired.insert(firing, at: place)
  }

  private static func place(of mark: Mark, in fired: [Firing]) -> Int {
    var low = 0
    var high = fired.endIndex
    while low < high {
      let middle = (low + high) / 2
      if fired[middle].mark < mark { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension BudgetState {
  /// Keys of the categories that count in some period.
  fileprivate var categoriesEver: Set<String> { Set(versions.flatMap(\.terms.categories)) }
}
