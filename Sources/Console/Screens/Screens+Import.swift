import HearthClient
import HearthProtocol
import Importing
import Ledger

extension Screens {
  /// What importing a file would do, line by line, and how much of each there is.
  ///
  /// - Parameter skipsProblems: whether lines that cannot be added keep the others from being added.
  public static func importPlan(
    _ plan: ImportPlan, _ view: GroupView, skipsProblems: Bool = false, today: CivilDate? = nil, _ theme: Theme
  ) -> [String] {
    var table = Table()
    var details: [String?] = []
    var (problems, warnings): ([String], [String]) = ([], [])
    for step in plan.steps {
      let entry = step.content.map { content in
        (content.date, content.description_p, way(step) + (Currency(code: content.amount.currency)?.text(content.amount.minor) ?? ""))
      }
      let (word, tint): (String, Tint)
      switch step.outcome {
      case .new: (word, tint) = (theme.phrases.new(), .good)
      case .known: (word, tint) = (theme.phrases.known(), .faint)
      case .differs(let there): (word, tint) = (there.difference.text(in: theme.language).printable, .due)
      case .like(let text, let there): (word, tint) = (there.likeness(text).text(in: theme.language).printable, .due)
      case .nothing(let flaw) where flaw.isWarning:
        warnings.append("\(theme.phrases.line(step.line)): \(flaw.wording.text(in: theme.language).printable)")
        continue
      case .nothing(let flaw): (word, tint) = (flaw.wording.text(in: theme.language).printable, .faint)
      case .problem(let flaw):
        problems.append("\(theme.phrases.line(step.line)): \(flaw.wording.text(in: theme.language).printable)")
        continue
      }
      table.add(
        Cell(theme.phrases.line(step.line), .faint), Cell(entry?.0 ?? ""), Cell(entry?.1 ?? ""), Cell(entry?.2 ?? "", right: true),
        Cell(word, tint))
      details.append(step.entry.map { detail(of: $0, view, today: today, theme) } ?? accountDetail(of: step, view, theme))
    }
    // Below each line is what the figures alone do not tell.
    let lines = zip(table.linesByRow(theme), details).flatMap { row, detail in row + (detail.map { [$0] } ?? []) }
    let summary = counts(plan, theme.phrases).joined(separator: ", ")
    let hint = hint(
      new: plan.commands.count, problems: plan.problems, skipsProblems: skipsProblems, differs: plan.warnings > 0, theme.phrases)
    return lines + problems.map { theme.paint($0, .bad) } + warnings.map { theme.paint($0, .due) } + sums(plan, view, theme)
      + (plan.isUndirected ? [theme.paint(theme.phrases.importUndirected(), .due)] : []) + [summary + theme.phrases.fullStop() + hint]
  }

  /// Whether a line of an account goes in or out; a group's entry says below what it is.
  private static func way(_ step: ImportPlan.Step) -> String {
    guard case .new(let command) = step.outcome, case .setAccountEntry(let set) = command.body else { return "" }
    return set.content.kind == .deposit ? "+" : "−"
  }

  /// The category of a line of an account, which its figures do not tell.
  private static func accountDetail(of step: ImportPlan.Step, _ view: GroupView, _ theme: Theme) -> String? {
    guard case .new(let command) = step.outcome, case .setAccountEntry(let set) = command.body,
      let category = view.state.shared.category(set.content.category)
    else { return nil }
    return theme.paint("   " + theme.phrases.category(category).printable.shortened(to: theme.width - 3), .faint)
  }

  /// What the new lines come to by currency, and what each member's balance, or the account's, would then be. Of a
  /// group's single line nothing is said, since it says it itself.
  private static func sums(_ plan: ImportPlan, _ view: GroupView, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    let changes = plan.changes(view)
    let accounts = changes.compactMap { change -> String? in
      guard case .account(let id) = change.holder, let account = plan.after.account(id) else { return nil }
      return phrases.importBalance(of: account.name.printable, Amounts.text(change.currency.text(change.after)))
    }
    guard plan.commands.count > 1 else { return accounts }
    return plan.sums.flatMap { sum -> [String] in
      func figure(_ minor: Int64) -> String { Amounts.text(sum.currency.text(minor)) }
      let parts = [
        sum.spent > 0 ? phrases.importSpent(figure(sum.spent)) : nil, sum.received > 0 ? phrases.importReceived(figure(sum.received)) : nil,
        sum.transferred > 0 ? phrases.importTransferred(figure(sum.transferred)) : nil,
      ].compactMap(\.self)
      let balances = changes.filter { $0.currency == sum.currency }.compactMap { change -> String? in
        guard case .member(let id) = change.holder else { return nil }
        return "\(view.state.shared.name(id).printable) \(change.after < 0 ? "−" : "+")\(figure(Int64(clamping: change.after.magnitude)))"
      }
      let line = "\(sum.currency): " + parts.joined(separator: ", ")
      return [line] + (balances.isEmpty ? [] : [phrases.importBalances(balances.joined(separator: ", "))])
    } + accounts
  }

  /// The rules of a user, in the order in which they were said.
  static func importRules(_ rules: [ImportFiles.Rule], _ theme: Theme) -> [String] {
    guard !rules.isEmpty else { return [theme.phrases.noRules()] }
    var table = Table()
    for rule in rules { table.add(Cell(rule.words), Cell(rule.category, .faint)) }
    return table.lines(theme)
  }

  /// An import as it is listed.
  struct ImportRow {
    var number: Int
    /// Such as 2026-11-20.
    var day: String
    var file: String
    /// Entries that it would add, and those that it did.
    var planned: Int
    var added: Int
    /// Where they are.
    var place: String
    var isUndone: Bool
  }

  /// The imports of a user, the newest last.
  static func imports(_ records: [ImportRow], _ theme: Theme) -> [String] {
    guard !records.isEmpty else { return [theme.phrases.noImports()] }
    var table = Table()
    for record in records {
      table.add(
        Cell(String(record.number), right: true), Cell(record.day), Cell(record.file.printable), Cell(record.place.printable),
        Cell(theme.phrases.entries(record.added, of: record.planned), right: true),
        Cell(record.isUndone ? theme.phrases.takenBack() : "", .faint))
    }
    return table.lines(theme)
  }

  /// "expense · paid by Asha · split equally: Asha and Ravi".
  private static func detail(of entry: EntryState, _ view: GroupView, today: CivilDate?, _ theme: Theme) -> String {
    let phrases = theme.phrases
    var parts = FeedEntry(entry, view.state.shared, me: view.member, withBudgets: false).meaning(phrases)
    if let today, entry.date.isFarAhead(of: today) { parts.append(phrases.isFarAhead(entry.date.description, of: .entry)) }
    return theme.paint("   " + parts.joined(separator: " · ").shortened(to: theme.width - 3), .faint)
  }

  /// What comes next: nothing is added of a file with problems unless these are left out.
  private static func hint(new: Int, problems: Int, skipsProblems: Bool, differs: Bool = false, _ phrases: Phrases) -> String {
    if problems > 0, !skipsProblems { return phrases.problemsHint() }
    return new == 0 ? "" : phrases.commitHint(differs: differs)
  }

  /// What importing a file did.
  public static func imported(_ plan: ImportPlan, _ theme: Theme) -> [String] {
    [theme.phrases.imported(counts(plan, theme.phrases).joined(separator: ", "))]
  }

  private static func counts(_ plan: ImportPlan, _ phrases: Phrases) -> [String] {
    let known = plan.steps.count { $0.outcome == .known }
    let added = plan.commands.count
    let differing = plan.steps.count { if case .differs = $0.outcome { true } else { false } }
    let like = plan.steps.count { if case .like = $0.outcome { true } else { false } }
    let idle = plan.steps.count - known - added - plan.problems - differing - like - plan.warnings
    var counts = [phrases.new(added)]
    if known > 0 { counts.append(phrases.known(known)) }
    if differing > 0 { counts.append(phrases.differing(differing)) }
    if like > 0 { counts.append(phrases.like(like)) }
    if idle > 0 { counts.append(phrases.idle(idle)) }
    if plan.warnings > 0 { counts.append(phrases.balancesDiffer(plan.warnings)) }
    if plan.problems > 0 { counts.append(phrases.problems(plan.problems)) }
    return counts
  }

  /// What importing a file of rates would do.
  ///
  /// - Parameter skipsProblems: whether lines that cannot be noted keep the others from being noted.
  public static func ratePlan(_ plan: RatePlan, skipsProblems: Bool = false, _ theme: Theme) -> [String] {
    var table = Table()
    var problems: [String] = []
    for line in plan.lines {
      let (rate, word, tint): (ExchangeRate, String, Tint)
      switch line.outcome {
      case .new(let new): (rate, word, tint) = (new, theme.phrases.new(), .good)
      case .known(let known): (rate, word, tint) = (known, theme.phrases.known(), .faint)
      case .problem(let cause):
        problems.append("\(theme.phrases.line(line.number)): \(cause.text(in: theme.language).printable)")
        continue
      }
      table.add(
        Cell(theme.phrases.line(line.number), .faint), Cell(rate.date), Cell("1 \(rate.from)"),
        Cell("\(rate.rate) \(rate.to)", right: true), Cell(word, tint))
    }
    let summary = counts(plan, theme.phrases).joined(separator: ", ")
    let hint = hint(new: plan.new.count, problems: plan.problems, skipsProblems: skipsProblems, theme.phrases)
    return table.lines(theme) + problems.map { theme.paint($0, .bad) } + [summary + theme.phrases.fullStop() + hint]
  }

  /// What importing a file of rates did.
  public static func imported(_ plan: RatePlan, _ theme: Theme) -> [String] {
    [theme.phrases.imported(counts(plan, theme.phrases).joined(separator: ", "))]
  }

  private static func counts(_ plan: RatePlan, _ phrases: Phrases) -> [String] {
    let known = plan.lines.count - plan.new.count - plan.problems
    return [phrases.new(plan.new.count)] + (known > 0 ? [phrases.known(known)] : [])
      + (plan.problems > 0 ? [phrases.problems(plan.problems)] : [])
  }
}
