import HearthProtocol
import Ledger

// Rules and envelopes.
extension EventTeller {
  func item(_ set: RecurringSet) -> FeedItem? {
    // What it came to be may stand behind it.
    guard let rule = shared.rule(saidBy: set) ?? rule(set.ruleID) else { return nil }
    let news = RuleNews(rule, in: shared)
    let isNew = !set.createdBy.isEmpty
    return told("🔁") { phrases, name in news.text(by: name, isNew: isNew, phrases) }
  }

  func item(_ paused: RecurringPaused) -> FeedItem {
    let title = title(paused.ruleID)
    guard !paused.code.isEmpty else { return told("⏸") { $0.rulePaused($1, title) } }
    guard !paused.date.isEmpty else { return told("⏸") { phrases, _ in phrases.ruleOrphaned(title) } }
    return told("⚠") { phrases, _ in phrases.ruleStopped(title, paused.date.printable, paused.code.printable) }
  }

  func item(_ resumed: RecurringResumed) -> FeedItem {
    let title = title(resumed.ruleID)
    return told("🔁") { $0.ruleResumed($1, title, passed: resumed.passedUntil.printable) }
  }

  func item(_ skipped: OccurrenceSkipped) -> FeedItem {
    let title = title(skipped.ruleID)
    return told("⏭") { $0.occurrenceSkipped($1, title, skipped.date.printable) }
  }

  func item(_ ended: RecurringEnded) -> FeedItem {
    let title = title(ended.ruleID)
    return told("⏹") { $0.ruleEnded($1, title) }
  }

  func item(_ set: FestivalSet) -> FeedItem {
    let content = set.content
    let categories = content.categories.map { ($0, shared.category($0)) }
    let isChange = !set.effectiveFrom.isEmpty
    let since = (isChange ? set.effectiveFrom : content.startDate).printable
    return told("🪔") { phrases, name in
      let amount = Currency(code: content.target.currency)?.text(content.target.minor) ?? ""
      let names = phrases.list(categories.map { key, known in (known.map(phrases.category) ?? key).printable })
      // The envelope may be called otherwise, and the festival says when it is.
      let isOwnName = content.name != content.festival.text && content.name != phrases.festival(content.festival)
      let festival = isOwnName ? "\(content.name) (\(phrases.festival(content.festival)))" : content.name
      return phrases.festivalSet(name, festival.printable, amount, months: content.monthsAhead, of: names)
        + (isChange ? phrases.seasonFrom(since) : phrases.countsFrom(since))
    }
  }

  func item(_ removed: FestivalRemoved) -> FeedItem {
    let envelope = envelope(removed.festivalID)
    return told("🪔") { $0.festivalRemoved($1, envelope) }
  }

  private func rule(_ id: String) -> RecurringState? { RecurringID(id).flatMap { shared.recurring[$0] } }

  private func title(_ id: String) -> String { (rule(id)?.name ?? "?").printable }

  private func envelope(_ id: String) -> String { (FestivalID(id).flatMap { shared.festivals[$0]?.name } ?? "?").printable }
}
