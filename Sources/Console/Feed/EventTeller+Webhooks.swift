import HearthProtocol
import Ledger

extension EventTeller {
  /// What is told of a webhook's event; nil: it is none.
  func webhookItem(_ body: Event.OneOf_Body) -> FeedItem? {
    switch body {
    case .webhookAdded(let added): told("🔗") { $0.webhookAdded($1, added.host.printable) }
    case .webhookSecretRotated(let rotated): told("🔗", webhook: rotated.webhookID) { $0.webhookRotated($1, $2) }
    case .webhookTested(let tested): told("🔗", webhook: tested.webhookID) { $0.webhookTested($1, $2) }
    case .webhookPaused(let paused):
      told("⚠", webhook: paused.webhookID) { phrases, _, webhook in
        phrases.webhookPaused(webhook, phrases.webhookPause(paused.reason, status: paused.status))
      }
    case .webhookResumed(let resumed): told("🔗", webhook: resumed.webhookID) { $0.webhookResumed($1, $2) }
    case .webhookRemoved: told("🔗") { $0.webhookRemoved($1) }
    default: nil
    }
  }

  /// The same with what the webhook is called; of one that is gone by now, the beginning of its id.
  private func told(
    _ mark: String, webhook id: String, _ words: @escaping @Sendable (Phrases, String, String) -> String
  ) -> FeedItem {
    let shown = WebhookID(id).flatMap { state.admin.webhook($0) }?.shown ?? String(id.prefix(8)).printable
    return told(mark) { words($0, $1, shown) }
  }
}
