import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What is shown of debts.
  public struct DebtsWish: Sendable {
    /// Whether as the entries made them, instead of in the fewest transfers; nil: as the group has set.
    public var isDirect: Bool?
    /// With the entries behind each.
    public var explains = false
    /// Only those of this member.
    public var member: MemberID?

    /// Makes a wish for everybody's debts as the group has set.
    public init() {}
  }

  // Limit: entries behind one step that a person reads; JSON has them all.
  private static let partsShown = 5

  /// Who pays whom, an arrow each, and where the debts come from if that is wished.
  public static func debts(_ view: GroupView, _ wish: DebtsWish, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    guard !shared.balances.currencies.isEmpty else { return [nothingCounts(view, theme.phrases)] }
    let lines = shared.balances.currencies.flatMap { debts(view, wish, $0, theme) }
    guard !lines.isEmpty else { return settled(wish.member, view, theme) }
    let hint = theme.phrases.settleHint(maySettle: view.offers(.debtsSettle))
    return lines + hint.wrapped(to: theme.width).map { theme.paint($0, .faint) }
  }

  /// That nobody owes anything, or, where only one member was asked for, that they do not.
  private static func settled(_ member: MemberID?, _ view: GroupView, _ theme: Theme) -> [String] {
    let text = member.map { theme.phrases.owesNothing(person($0, view, theme)) } ?? theme.phrases.nobodyOwes()
    return [theme.paint(theme.phrases.allSettled(), .good) + ": " + text]
  }

  /// Who would pay whom, if all of it were owed in one currency. Where something could not be counted nobody knows, and
  /// what is left out is said.
  ///
  /// - Parameter member: only what they pay or are paid; nil: everybody.
  public static func debts(
    _ plan: SettlementPlan, of member: MemberID?, _ converted: ConvertedBalances, _ view: GroupView, _ theme: Theme
  ) -> [String] {
    let (phrases, currency) = (theme.phrases, converted.currency)
    guard !view.state.shared.balances.currencies.isEmpty else { return [nothingCounts(view, phrases)] }
    guard converted.unconverted.isEmpty else {
      return phrases.noPlan(in: currency.code).wrapped(to: theme.width).map { theme.paint($0, .strong) } + balances(converted, view, theme)
    }
    let shown = plan.transfers.filter { member == nil || $0.debtor == member || $0.creditor == member }
    guard !shown.isEmpty else { return settled(member, view, theme) }
    let lines =
      [theme.paint(heading(plan, plan.transfers.count, currency, theme), .strong)] + Self.arrows(shown, view, currency, theme)
    let hint = phrases.convertedHint(currency.code, maySettle: view.offers(.debtsSettle))
    return lines + hint.wrapped(to: theme.width).map { theme.paint($0, .faint) }
  }

  private static func arrows(_ debts: [Obligation], _ view: GroupView, _ currency: Currency, _ theme: Theme) -> [String] {
    var table = Table()
    for debt in debts {
      let tint: Tint = debt.creditor == view.member ? .good : debt.debtor == view.member ? .due : .plain
      table.add(
        Cell(person(debt.debtor, view, theme)), Cell("→", tint), Cell(person(debt.creditor, view, theme)),
        Cell(currency.text(debt.minor), tint, right: true))
    }
    return table.lines(theme)
  }

  private static func debts(_ view: GroupView, _ wish: DebtsWish, _ currency: Currency, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let plan = wish.isDirect ?? shared.offersDirect ? nil : shared.settlementPlan(in: currency)
    let all = plan?.transfers ?? shared.directDebts(in: currency)
    let places = all.indices.filter { wish.member == nil || all[$0].debtor == wish.member || all[$0].creditor == wish.member }
    guard !places.isEmpty else { return [] }
    let arrows = Self.arrows(places.map { all[$0] }, view, currency, theme)
    var lines = [theme.paint(heading(plan, all.count, currency, theme), .strong)]
    guard wish.explains else { return lines + arrows }
    let explanation = Explanation(all, in: shared, currency)
    for (arrow, place) in zip(arrows, places) {
      lines.append(arrow)
      for route in explanation.routes[place] { lines += self.lines(route, view, currency, theme) }
    }
    return lines
  }

  private static func heading(_ plan: SettlementPlan?, _ count: Int, _ currency: Currency, _ theme: Theme) -> String {
    guard let plan else { return theme.phrases.byTheEntries(currency.code) }
    return theme.phrases.settles(count, currency.code, isProven: plan.isProven)
  }

  private static func lines(_ route: Explanation.Route, _ view: GroupView, _ currency: Currency, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var lines: [String] = []
    if route.hops.count > 1 {
      let way = phrases.list(route.hops.dropLast().map { person($0.to, view, theme) })
      lines += phrases.byWayOf(currency.text(route.minor), way).wrapped(to: theme.width - 3).map { "   " + $0 }
    }
    for hop in route.hops {
      let (from, to) = (person(hop.from, view, theme), person(hop.to, view, theme))
      guard !hop.isReplaced else {
        lines.append("   \(phrases.paysByAnother(to, from))".shortened(to: theme.width))
        continue
      }
      lines.append("   \(phrases.owesFor(from, to))".shortened(to: theme.width))
      lines += Self.lines(hop.parts, view, currency, phrases).lines(theme.indented(by: 5)).map { "     " + $0 }
    }
    return lines.map { theme.paint($0, .faint) }
  }

  /// The largest parts in the order of the entries, and what the others come to.
  private static func lines(_ parts: [Explanation.Part], _ view: GroupView, _ currency: Currency, _ phrases: Phrases) -> Table {
    let largest = parts.indices.sorted { (parts[$1].minor, $0) < (parts[$0].minor, $1) }.prefix(partsShown).sorted()
    var table = Table()
    for place in largest {
      guard let entry = view.state.shared.entries[parts[place].entry] else { continue }
      table.add(
        Cell(entry.date.description), Cell(phrases.description(of: entry)), Cell(currency.text(parts[place].minor), right: true),
        Cell(phrases.ofWhole(currency.text(entry.minor))))
    }
    let more = parts.indices.filter { !largest.contains($0) }.map { parts[$0].minor }
    if !more.isEmpty { table.add(Cell(""), Cell(phrases.andMore(more.count)), Cell(currency.text(more.reduce(0, +)), right: true)) }
    return table
  }

  private static func person(_ id: MemberID, _ view: GroupView, _ theme: Theme) -> String {
    (view.state.shared.member(id).map { name($0, view, theme.phrases) } ?? "?").printable
  }
}
