import HearthProtocol
import Ledger

// Minors and who looks after them.
extension EventTeller {
  func item(_ added: GuardianAdded) -> FeedItem {
    let (guardian, minor) = (shared.name(added.memberID), minorName(added.minorID))
    let isViewer = minorID(added.minorID) == me
    return told("🤝") { $0.guardianAdded($1, guardian.printable, minor, isViewer: isViewer) }
  }

  func item(_ removed: GuardianRemoved) -> FeedItem {
    let (guardian, minor) = (shared.name(removed.memberID), minorName(removed.minorID))
    return told("🤝") { phrases, _ in phrases.guardianRemoved(guardian.printable, minor) }
  }

  func item(_ set: SpendingSet) -> FeedItem {
    let minor = minorName(set.minorID)
    let figure = Currency(code: set.content.amount.currency)?.text(set.content.amount.minor) ?? Amounts.text("?")
    let isOwn = minorID(set.minorID) == MemberID(event.memberID).map(shared.members.current)
    let emoji = shared.category(set.content.category)?.emoji ?? "🧾"
    let receipts = set.content.receipts.count
    return told(emoji) { phrases, actor in
      let what = set.content.description_p.printable + (receipts > 0 ? ", " + phrases.receipts(receipts) : "")
      return phrases.spent(minor, figure, what, by: isOwn ? nil : actor)
    }
  }

  func item(_ voided: SpendingVoided) -> FeedItem {
    let what = noted(voided.spendingID, of: voided.minorID)
    return told("🧾") { $0.spendingVoided($1, what) }
  }

  func item(_ restored: SpendingRestored) -> FeedItem {
    let what = noted(restored.spendingID, of: restored.minorID)
    return told("🧾") { $0.spendingRestored($1, what) }
  }

  private func noted(_ spending: String, of minor: String) -> String {
    let record = EntryID(spending).flatMap { id in MemberID(minor).flatMap { state.minor($0).spending[id] } }
    return record.map { "\($0.description.printable), \($0.currency.text($0.minor))" } ?? "?"
  }

  func item(_ set: SpendingLimitSet) -> FeedItem {
    let (minor, content) = (minorName(set.minorID), set.content)
    let figure = Currency(code: content.limit.currency)?.text(content.limit.minor) ?? Amounts.text("?")
    return told("🎯") { $0.limitSet($1, minor, content.name.printable, figure, content.period) }
  }

  func item(_ removed: SpendingLimitRemoved) -> FeedItem {
    let minor = minorName(removed.minorID)
    return told("🎯") { $0.limitRemoved($1, minor) }
  }

  func item(_ fired: ChildAlertFired) -> FeedItem? {
    guard let id = BudgetID(fired.limitID), let limit = MemberID(fired.minorID).flatMap({ state.minor($0).limit(id) }) else { return nil }
    return .alert(AlertNews(fired, of: limit, child: minorName(fired.minorID)))
  }

  func item(_ set: AllowanceSet) -> FeedItem {
    let (minor, content) = (minorName(set.minorID), set.content)
    let figure = Currency(code: content.amount.currency)?.text(content.amount.minor) ?? Amounts.text("?")
    return told("💰") { $0.allowanceSet($1, minor, figure, content.period, from: content.firstDate.printable) }
  }

  func item(_ skipped: AllowanceSkipped) -> FeedItem {
    let minor = minorName(skipped.minorID)
    return told("⏭") { $0.allowanceSkipped($1, minor, skipped.date.printable) }
  }

  func item(_ paused: AllowancePaused) -> FeedItem {
    let minor = minorName(paused.minorID)
    return told(paused.resumed ? "💰" : "⏸") { paused.resumed ? $0.allowanceResumed($1, minor) : $0.allowancePaused(minor) }
  }

  func item(_ ended: AllowanceEnded) -> FeedItem {
    let minor = minorName(ended.minorID)
    return told("⏹") { $0.allowanceEnded($1, minor) }
  }

  func item(_ booked: AllowanceBooked) -> FeedItem {
    let minor = minorName(booked.minorID)
    let figure = Currency(code: booked.amount.currency)?.text(booked.amount.minor) ?? Amounts.text("?")
    // SPEC AC-10: it caps nothing, and whether anything was paid in is said in the account's lane alone.
    if let account = paidInto(booked) {
      let name = state.account(account)?.name.printable
      return told("💰") { phrases, _ in phrases.allowanceDue(minor, figure, booked.date.printable, into: name) }
    }
    return told("💰") { phrases, _ in phrases.allowanceBooked(minor, figure, booked.date.printable) }
  }

  /// The account that the allowance was paid into then; nil for a cap.
  private func paidInto(_ booked: AllowanceBooked) -> AccountID? {
    if case .past(_, let said) = telling, let then = said.paidInto[booked.allowanceID] { return AccountID(then) }
    return RecurringID(booked.allowanceID).flatMap { id in MemberID(booked.minorID).flatMap { state.minor($0).allowance(id)?.account } }
  }

  /// Told to who looks after the child and does not receive the account, whose lane tells the others the same.
  func item(_ granted: ChildAccessGranted) -> FeedItem? {
    guard isToldHereAlone(granted.minorID, granted.accountID) else { return nil }
    let (minor, owner) = (minorName(granted.minorID), shared.name(granted.ownerID).printable)
    let (name, type) = (granted.name.printable, granted.type)
    return told("🏦") { phrases, _ in phrases.childReads(minor, name, phrases.accountType(type), of: owner) }
  }

  func item(_ ended: ChildAccessEnded) -> FeedItem? {
    guard isToldHereAlone(ended.minorID, ended.accountID) else { return nil }
    let (minor, owner, name) = (minorName(ended.minorID), shared.name(ended.ownerID).printable, ended.name.printable)
    return told("🏦") { phrases, _ in phrases.childReadsNoMore(minor, name, of: owner) }
  }

  private func isToldHereAlone(_ minor: String, _ account: String) -> Bool {
    minorID(minor) != me && AccountID(account).flatMap(state.account) == nil
  }

  private func minorID(_ text: String) -> MemberID? { MemberID(text).map(shared.members.current) }

  private func minorName(_ text: String) -> String { (minorID(text).map(shared.name) ?? "?").printable }
}
