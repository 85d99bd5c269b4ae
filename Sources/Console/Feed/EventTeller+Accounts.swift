import HearthProtocol
import Ledger

// Accounts, what goes into them and out, and who sees them.
extension EventTeller {
  func item(_ set: AccountSet) -> FeedItem {
    let (name, type, isClosed) = (set.content.name.printable, set.content.type, set.content.closed)
    let before: AccountBefore?
    let isNew: Bool
    switch telling {
    case .live(_, let account): (before, isNew) = (account, account == nil)
    // Its first event makes it; what a later one changes may have been said before this history begins.
    case .past(_, let said): (before, isNew) = (said.account, position <= LanePosition(1))
    }
    let former = before?.name.printable
    return told("🏦") { phrases, actor in
      if isClosed, before?.isClosed != true { return phrases.accountClosed(actor, name) }
      if isNew { return phrases.accountSet(actor, name, type) }
      if !isClosed, before?.isClosed == true { return phrases.accountReopened(actor, name) }
      guard let former, former != name else { return phrases.accountChanged(actor, name, type) }
      return phrases.accountRenamed(actor, former, name)
    }
  }

  func item(_ set: AccountEntrySet) -> FeedItem {
    let (account, content) = (accountName(set.accountID), set.content)
    let figure = Currency(code: content.amount.currency)?.text(content.amount.minor) ?? Amounts.text("?")
    let isIn = content.kind == .deposit
    return told(isIn ? "📥" : "📤") { phrases, _ in phrases.accountEntry(account, figure, content.description_p.printable, isIn: isIn) }
  }

  func item(_ voided: AccountEntryVoided) -> FeedItem {
    let account = accountName(voided.accountID)
    let entry = EntryID(voided.entryID).flatMap { id in self.account(voided.accountID)?.entries[id] }
    let what = entry.map { "\($0.description.printable), \($0.currency.text($0.minor))" } ?? "?"
    return told("🏦") { $0.accountEntryVoided($1, account, what) }
  }

  func item(_ reconciled: AccountReconciled) -> FeedItem {
    let account = accountName(reconciled.accountID)
    return told("✓") { $0.accountReconciled($1, account, reconciled.entryIds.count, isUndone: reconciled.undone) }
  }

  func item(_ granted: AccountGranted) -> FeedItem {
    let (account, member) = (accountName(granted.accountID), shared.name(granted.memberID).printable)
    return told("🤝") { $0.accountGranted($1, account, member, granted.permission) }
  }

  func item(_ revoked: AccountRevoked) -> FeedItem {
    let (account, member) = (accountName(revoked.accountID), shared.name(revoked.memberID).printable)
    return told("🤝") { phrases, _ in phrases.accountRevoked(account, member) }
  }

  func item(_ asked: AccountRevocationAsked) -> FeedItem {
    let (account, member) = (accountName(asked.accountID), shared.name(asked.memberID).printable)
    return told("🤝") { $0.revocationAsked($1, account, member) }
  }

  func item(_ declined: AccountRevocationDeclined) -> FeedItem {
    let (account, member) = (accountName(declined.accountID), shared.name(declined.memberID).printable)
    return told("🤝") { phrases, _ in phrases.revocationDeclined(account, member) }
  }

  private func account(_ text: String) -> AccountState? { AccountID(text).flatMap(state.account) }

  private func accountName(_ text: String) -> String { (account(text)?.name ?? "?").printable }
}
