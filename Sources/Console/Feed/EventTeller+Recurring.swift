import HearthProtocol
import Ledger

// Rules and envelopes.
extension EventTeller {
  func item(_ set: RecurringSet) -> FeedItem? {
    guard let rule = rule(set.ruleID) else { return nil }
    return changed("🔁") { phrases, name in
      let text = phrases.ruleText(
        rule.name.printable, rule.amountText, rule.calendar.text(phrases), from: rule.calendar.first.description,
        instalments: rule.loan?.schedule.count)
      return phrases.ruleSet(name, text, isNew: !set.createdBy.isEmpty)
    }
  }

  func item(_ paused: RecurringPaused) -> FeedItem {
    let title = title(paused.ruleID)
    guard !paused.code.isEmpty else { return changed("⏸") { $0.rulePaused($1, title) } }
    guard !paused.date.isEmpty else { return changed("⏸") { phrases, _ in phrases.ruleOrphaned(title) } }
    return changed("⚠") { phrases, _ in phrases.ruleStopped(title, paused.date.printable, paused.code.printable) }
  }

  func item(_ resumed: RecurringResumed) -> FeedItem {
    let title = title(resumed.ruleID)
    return changed("🔁") { $0.ruleResumed($1, title, passed: resumed.passedUntil.printable) }
  }

  func item(_ skipped: OccurrenceSkipped) -> FeedItem {
    let title = title(skipped.ruleID)
    return changed("⏭") { $0.occurrenceSkipped($1, title, skipped.date.printable) }
  }

  func item(_ ended: RecurringEnded) -> FeedItem {
    let title = title(ended.ruleID)
    return changed("⏹") { $0.ruleEnded($1, title) }
  }

  func item(_ set: FestivalSet) -> FeedItem {
    let amount = Currency(code: set.content.target.currency)?.text(set.content.target.minor) ?? ""
    let envelope = envelope(set.festivalID)
    return changed("🪔") { $0.festivalSet($1, envelope, amount) }
  }

  func item(_ removed: FestivalRemoved) -> FeedItem {
    let envelope = envelope(removed.festivalID)
    return changed("🪔") { $0.festivalRemoved($1, envelope) }
  }

  private func rule(_ id: String) -> RecurringState? { RecurringID(id).flatMap { shared.recurring[$0] } }

  private func title(_ id: String) -> String { (rule(id)?.name ?? "?").printable }

  private func envelope(_ id: String) -> String { (FestivalID(id).flatMap { shared.festivals[$0]?.name } ?? "?").printable }
}
