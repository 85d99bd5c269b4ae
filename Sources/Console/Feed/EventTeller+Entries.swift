import HearthProtocol
import Ledger

// Entries, and what budgets limit of them.
extension EventTeller {
  func item(_ added: EntryAdded) -> FeedItem? {
    switch telling {
    case .live(let withBudgets, _):
      return EntryID(added.entryID).flatMap { shared.entries[$0] }
        .map { .entry(FeedEntry($0, shared, me: me, withBudgets: withBudgets)) }
    case .past(let shares, _):
      guard let said = shared.entry(saidBy: added, by: event.memberID, at: event.atMs, position) else { return nil }
      // How far it is settled is known of what it came to be.
      let isSo = shared.entries[said.id].map { $0.minor == said.minor && $0.paid == said.paid && $0.owed == said.owed } ?? false
      return .entry(FeedEntry(said, shared, me: me, withBudgets: false, shares: isSo ? shares[said.id] : nil))
    }
  }

  func item(_ edited: EntryEdited) -> FeedItem? {
    let (now, fields, isUndone) = (Self.amount(edited), edited.changes.names, edited.undoes != 0)
    return entryChanged(edited.entryID) { isUndone ? $0.undid($1, $2, now: now) : $0.edited($1, $2, fields, now: now) }
  }

  func item(_ commented: EntryCommented) -> FeedItem? {
    // What was taken away since is told nowhere.
    let isThere = EntryID(commented.entryID).flatMap { shared.entries[$0] }?.comments.contains { $0.commentID == commented.commentID }
    return isThere == true ? entryChanged(commented.entryID) { $0.comments($1, $2, commented.text.printable) } : nil
  }

  func item(_ set: BudgetSet) -> FeedItem? {
    // What was set for later may stand behind it.
    (shared.budget(saidBy: set) ?? budget(set.budgetID)).map { budget in
      let news = BudgetNews(set, budget, in: shared)
      return told("🎯", .budgets) { phrases, name in news.text(by: name, phrases) }
    }
  }

  func budget(_ id: String) -> BudgetState? { BudgetID(id).flatMap { shared.budgets[$0] } }

  /// - Parameter words: takes the name of who changed the budget, and what it is called.
  func budgetChanged(_ id: String, _ words: @escaping @Sendable (Phrases, String, String) -> String) -> FeedItem? {
    budget(id).map { budget in
      let called = budget.name.printable
      return told("🎯", .budgets) { words($0, $1, called) }
    }
  }

  func item(_ rate: KnownRate) -> FeedItem {
    told("💱", .entries) { $0.rateSet($1, "1 \(rate.from) = \(rate.rate) \(rate.to)", rate.date.description) }
  }

  /// - Parameter words: takes the name of who changed the entry, and what the entry was called then.
  func entryChanged(_ id: String, _ words: @escaping @Sendable (Phrases, String, String) -> String) -> FeedItem? {
    guard let entry = EntryID(id).flatMap({ shared.entries[$0] }) else { return nil }
    let (name, calledThen) = (author.printable, calledThen(entry))
    return .told(mark: "✎", Wording { words($0, name, (calledThen ?? $0.description(of: entry)).printable) }, about: .entries)
  }

  /// What the entry was called then; nil when it is called so still.
  private func calledThen(_ entry: EntryState) -> String? {
    guard case .past(_, let said) = telling, let then = said.descriptions[entry.id.description] else { return nil }
    return then == entry.description ? nil : then
  }

  private static func amount(_ edited: EntryEdited) -> String? {
    guard edited.changes.hasMoney, let currency = Currency(code: edited.changes.money.amount.currency) else { return nil }
    return currency.text(edited.changes.money.amount.minor)
  }
}

extension EntryChanges {
  /// The fields named.
  var names: [ChangedField] {
    let fields: [(isNamed: Bool, field: ChangedField)] = [
      (hasMoney, .money), (hasDescription_p, .description), (hasCategory, .category), (hasDate, .date), (hasNote, .note),
      (hasMerchant, .merchant), (hasPlace, .place), (hasReceipts, .receipts),
    ]
    return fields.filter(\.isNamed).map(\.field)
  }
}
