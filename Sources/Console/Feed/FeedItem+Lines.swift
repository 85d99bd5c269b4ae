import HearthProtocol
import Ledger

extension FeedItem {
  /// The item as lines of a terminal.
  public func lines(_ theme: Theme) -> [String] {
    switch self {
    case .header(let name, let members, let online):
      let people = members == 1 ? "1 member" : "\(members) members"
      let present =
        online.isEmpty ? "nobody else is here" : Self.list(online.map(\.printable)) + (online.count == 1 ? " is here" : " are here")
      let title = name.printable.shortened(to: theme.width / 2)
      let rest = "\(people), \(present)".shortened(to: max(theme.width - title.displayWidth - 2, 8))
      return [theme.paint(title, .strong) + "  " + theme.paint(rest, .faint)]
    case .earlier(let entries): return [theme.paint(entries == 1 ? "… 1 entry before" : "… \(entries) entries before", .faint)]
    case .created(let name): return Self.line("🏡", "\(name.printable) was created", theme)
    case .joined(let name, let role): return Self.line("👋", "\(name.printable) joined as \(role.word)", theme)
    case .member(let mark, let text): return Self.line(mark, text.printable, theme)
    case .entry(let entry): return entry.lines(theme)
    case .budgetSet(let name, let budget):
      let limit = budget.currency.text(budget.limitMinor)
      return Self.line("🎯", "\(name.printable) set the budget \(budget.name.printable): \(limit) \(budget.period.word)", theme)
    case .budgetRemoved(let name, let budget): return Self.line("🎯", "\(name.printable) removed the budget \(budget.printable)", theme)
    case .budgetReactivated(let name, let budget):
      return Self.line("🎯", "\(name.printable) brought the budget \(budget.printable) back", theme)
    case .alert(let text): return text.lines(theme)
    case .reminded(let name, let debtor, let creditor, let owed, let isViewer):
      let whom = isViewer ? "you: you owe" : "\(debtor.printable), who owes"
      let debt = name == creditor && !isViewer ? "them \(owed)" : "\(creditor.printable) \(owed)"
      return Self.line("🔔", "\(name.printable) reminds \(whom) \(debt)", theme, isViewer ? .due : .plain)
    case .inviteCreated(let name, let role): return Self.line("🔑", "\(name.printable) made an invite for one more \(role.word)", theme)
    case .inviteRevoked(let name): return Self.line("🔑", "\(name.printable) took an invite back", theme)
    case .changed(let mark, let text): return Self.line(mark, text, theme)
    case .presence(let name, let isOnline):
      return Self.line(isOnline ? "●" : "○", name.printable + (isOnline ? " is here" : " left"), theme, .faint)
    case .disconnected(let milliseconds):
      let wait = milliseconds < 1_000 ? "now" : "in \(milliseconds / 1_000) s"
      return Self.line("⚠", "The connection broke. Trying again \(wait).", theme, .bad)
    case .reconnected: return Self.line("✓", "Connected again. Nothing was missed.", theme, .good)
    case .fault(let fault): return Self.line("⚠", fault.description, theme, .bad)
    }
  }

  /// Whether the feed rings for it, where the user wants that (product 123).
  public var rings: Bool {
    switch self {
    case .alert: true
    case .reminded(_, _, _, _, let isViewer): isViewer
    case .header, .earlier, .created, .joined, .entry, .budgetSet, .budgetRemoved, .budgetReactivated, .inviteCreated, .inviteRevoked,
      .changed, .member, .presence, .disconnected, .reconnected, .fault:
      false
    }
  }

  private static func line(_ mark: String, _ text: String, _ theme: Theme, _ tint: Tint = .plain) -> [String] {
    [theme.paint("\(mark.fitted(to: 2)) \(text)".shortened(to: theme.width), tint)]
  }

  /// "Asha", "Asha and Ravi", "Asha, Ravi and Meera".
  static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension AlertText {
  /// The title, and how much is spent.
  func lines(_ theme: Theme) -> [String] {
    let title = "\("🔔".fitted(to: 2)) \(title.printable)".shortened(to: theme.width)
    if title.displayWidth + 2 + body.displayWidth <= theme.width { return [theme.paint(title, .bad) + "  " + theme.paint(body, .faint)] }
    return [theme.paint(title, .bad), "   " + theme.paint(body.shortened(to: theme.width - 3), .faint)]
  }
}

extension FeedEntry {
  /// What happened and how much; who, how it is divided and what that means for the viewer; the budgets it touches.
  func lines(_ theme: Theme) -> [String] {
    let mark = (category?.emoji ?? entry.kind.emoji).fitted(to: 2)
    let amount = entry.currency.text(entry.minor)
    let title = self.title.shortened(to: max(theme.width - 5 - amount.displayWidth, 8))
    var lines = ["\(mark) \(theme.paint(title, .strong))  \(amount)"]
    let (mine, tint) = self.mine.map(whatItMeans) ?? ("not yours", .faint)
    var details = details(columns: theme.width - 3)
    let last = details.removeLast()
    lines += details.map { "   " + theme.paint($0, .faint) }
    // What it means for the viewer stands behind the details if there is room, otherwise below.
    if last.displayWidth + mine.displayWidth + 5 <= theme.width {
      lines.append("   \(theme.paint(last, .faint))  \(theme.paint(mine, tint))")
    } else {
      lines += ["   " + theme.paint(last, .faint), "   " + theme.paint(mine, tint)]
    }
    for (budget, progress) in budgets {
      let figures = "\(entry.currency.text(progress.spentMinor)) of \(entry.currency.text(progress.limitMinor))"
      let name = budget.name.printable.shortened(to: max(theme.width - 19 - figures.displayWidth, 8))
      lines.append("   \(name) \(progress.gauge(theme))  \(theme.paint(figures, .faint))")
    }
    return lines
  }

  private var title: String {
    switch entry.kind {
    case .transfer: "\(FeedItem.list(paid.map(\.name.printable))) paid \(FeedItem.list(owed.map(\.name.printable)))"
    case .expense, .income, .unspecified, .UNRECOGNIZED: entry.description.printable
    }
  }

  /// The details in as many lines as they need, at least one; none is wider than so many columns.
  private func details(columns: Int) -> [String] {
    var lines: [String] = []
    for detail in details {
      let detail = detail.shortened(to: columns)
      if let last = lines.last, last.displayWidth + detail.displayWidth + 3 <= columns {
        lines[lines.count - 1] = "\(last) · \(detail)"
      } else {
        lines.append(detail)
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  /// "Asha added", "Groceries", "2026-11-20", "paid by …", "split …", without what goes without saying.
  private var details: [String] {
    var parts = ["\(addedBy.printable) added"]
    if let category { parts.append(category.name.printable) }
    parts.append(entry.date.description)
    if !entry.merchant.isEmpty { parts.append("at \(entry.merchant.printable)") }
    switch entry.kind {
    case .transfer:
      parts.append(entry.description.printable)
    case .expense, .income, .unspecified, .UNRECOGNIZED:
      let verb = entry.kind == .income ? "received by" : "paid by"
      if paid.count > 1 {
        parts.append("\(verb) \(amounts(paid))")
      } else if let payer = paid.first, payer.name != addedBy {
        parts.append("\(verb) \(payer.name.printable)")
      }
      parts.append(splitText)
    }
    if !entry.note.isEmpty { parts.append("“\(entry.note.printable)”") }
    return parts
  }

  private var splitText: String {
    switch entry.split {
    case .equal:
      if isAmongAll { return owed.count == 1 ? "not split" : "split equally" }
      return owed.count == 1 ? "for \(owed[0].name.printable)" : "split equally: \(FeedItem.list(owed.map(\.name.printable)))"
    case .percentage(let points):
      return zip(owed, points).map { "\($0.name.printable) \(Self.percent($1))" }.joined(separator: ", ")
    case .exact: return amounts(owed)
    }
  }

  private func amounts(_ people: [Person]) -> String {
    people.map { "\($0.name.printable) \(entry.currency.text($0.minor))" }.joined(separator: ", ")
  }

  private static func percent(_ points: Int32) -> String {
    let hundredths = points % 100
    return hundredths == 0 ? "\(points / 100) %" : "\(points / 100).\(hundredths < 10 ? "0" : "")\(hundredths) %"
  }

  /// What the entry means for the viewer, by what they get back.
  private func whatItMeans(_ minor: Int64) -> (String, Tint) {
    let figure = entry.currency.text(abs(minor))
    switch (entry.kind, minor.signum()) {
    case (.transfer, 1): return ("you paid \(figure)", .plain)
    case (.transfer, -1): return ("you received \(figure)", .good)
    case (_, 1): return ("you get back \(figure)", .good)
    case (_, -1): return ("you owe \(figure)", .due)
    default: return ("you are even", .faint)
    }
  }
}
