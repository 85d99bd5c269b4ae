import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// What lies between two moments; the view is that of the later one.
  public static func difference(_ difference: GroupDifference, _ view: GroupView, _ theme: Theme) -> [String] {
    guard !difference.isEmpty else { return ["Nothing changed between the two."] }
    var lines: [String] = []
    func add(_ title: String, _ table: Table) {
      let rows = table.lines(Theme(isColored: theme.isColored, width: theme.width - 2, language: theme.language))
      if !rows.isEmpty { lines += [theme.paint(title, .strong)] + rows.map { "  " + $0 } }
    }
    add("Entries", entries(difference, view))
    add("Balances", balances(difference, view, theme))
    add("Members", members(difference))
    add("Budgets", budgets(difference))
    return lines
  }

  private static func entries(_ difference: GroupDifference, _ view: GroupView) -> Table {
    var table = Table()
    for change in difference.entries {
      let entry = change.entry
      let tint: Tint = entry.isVoided ? .faint : change.kind == .added ? .good : .plain
      let word = change.kind == .added && entry.isVoided ? "added and voided" : change.kind.word
      let amount = entry.currency.text(entry.minor)
      let was = change.before.map { $0.currency.text($0.minor) } ?? amount
      table.add(
        Cell(word, tint), Cell(entry.date.description, .faint), Cell(entry.description, tint),
        Cell(view.state.shared.member(entry.addedBy)?.displayName ?? "somebody", .faint),
        Cell(was == amount ? amount : "\(was) → \(amount)", tint, right: true))
    }
    return table
  }

  private static func balances(_ difference: GroupDifference, _ view: GroupView, _ theme: Theme) -> Table {
    var table = Table()
    for change in difference.balances {
      let name = view.state.shared.member(change.member).map { Self.name($0, view, theme.phrases) } ?? "somebody"
      table.add(
        Cell(name), Cell(change.currency.text(change.beforeMinor), right: true), Cell("→"),
        Cell(change.currency.text(change.afterMinor), change.afterMinor < 0 ? .due : .good, right: true))
    }
    return table
  }

  private static func members(_ difference: GroupDifference) -> Table {
    var table = Table()
    for change in difference.members {
      let rest: String
      switch change.kind {
      case .added: rest = "has no account yet, is \(change.member.role.word)"
      case .joined: rest = "joined as \(change.member.role.word)"
      case .left: rest = "left"
      case .removed: rest = "was removed"
      case .replaced: rest = "goes on as another member"
      case .returned: rest = "is back as \(change.member.role.word)"
      case .roleChanged: rest = "\(change.before?.role.word ?? "") → \(change.member.role.word)"
      case .renamed: rest = "was called \(change.before?.displayName ?? "")"
      }
      table.add(Cell(change.member.displayName), Cell(rest))
    }
    return table
  }

  private static func budgets(_ difference: GroupDifference) -> Table {
    var table = Table()
    for change in difference.budgets {
      func figures(_ progress: BudgetProgress?) -> String {
        progress.map { "\(percent($0.basisPoints)) of \(change.budget.currency.text($0.limitMinor))" } ?? "none"
      }
      table.add(
        Cell(change.budget.name), Cell(change.kind == .spent ? "" : change.kind.word), Cell(figures(change.before), right: true), Cell("→"),
        Cell(figures(change.after), change.after?.isOver == true ? .bad : .plain, right: true))
    }
    return table
  }

  /// "104 %", rounded down; what is beyond all sense is cut off.
  static func percent(_ basisPoints: Int64) -> String { "\(min(basisPoints / 100, 9_999)) %" }

  /// What a command would change: budgets, alerts, and what the viewer owes and is owed.
  public static func impact(_ impact: Impact, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    var lines: [String] = []
    for budget in impact.budgets {
      let isOver = budget.hasAfter && budget.after.spentMinor > budget.after.limitMinor
      lines.append(theme.paint(text(budget).shortened(to: theme.width), isOver ? .bad : .plain))
    }
    for alert in impact.alerts {
      guard let budget = BudgetID(alert.budgetID).flatMap({ shared.budgets[$0] }) else { continue }
      lines.append(theme.paint("🔔 \(AlertText(alert, of: budget, in: shared).title.printable)".shortened(to: theme.width), .bad))
    }
    for debt in impact.debts {
      guard let currency = Currency(code: debt.currency) else { continue }
      let name = MemberID(debt.memberID).flatMap { shared.member($0)?.displayName.printable } ?? "somebody"
      let tint: Tint = debt.afterMinor > 0 ? .due : .good
      lines.append(theme.paint(text(debt, name, currency).shortened(to: theme.width), tint))
    }
    if lines.isEmpty { lines.append("It changes no budget, and nothing of what you owe or are owed.") }
    return lines + [theme.paint("This is a preview: nothing was sent.", .faint)]
  }

  /// "Groceries 82 % → 104 % (over by ₹480.00)".
  private static func text(_ budget: BudgetImpact) -> String {
    guard let currency = Currency(code: budget.currency) else { return budget.name.printable }
    let before = budget.hasBefore ? percent(budget.before.basisPoints) + " " : ""
    let after = budget.hasAfter ? percent(budget.after.basisPoints) : "no longer counted"
    let left = budget.after.limitMinor.subtractingReportingOverflow(budget.after.spentMinor).partialValue
    let rest =
      !budget.hasAfter ? "" : left < 0 ? " (over by \(currency.text(Int64(clamping: left.magnitude))))" : " (\(currency.text(left)) left)"
    return "\(budget.name.printable) \(before)→ \(after)\(rest)"
  }

  /// "you will owe Sara ₹640.00 → ₹1,040.00".
  private static func text(_ debt: DebtImpact, _ name: String, _ currency: Currency) -> String {
    func figure(_ minor: Int64) -> String { minor == 0 ? "nothing" : currency.text(Int64(clamping: minor.magnitude)) }
    let (before, after) = (debt.beforeMinor, debt.afterMinor)
    if before >= 0, after >= 0 { return "you will owe \(name) \(figure(before)) → \(figure(after))" }
    if before <= 0, after <= 0 { return "\(name) will owe you \(figure(before)) → \(figure(after))" }
    return after > 0
      ? "\(name) owes you \(figure(before)); you will owe \(name) \(figure(after))"
      : "you owe \(name) \(figure(before)); \(name) will owe you \(figure(after))"
  }
}
