import EventStore
import HearthProtocol
import Ledger

/// A webhook to which nothing more is to be sent, and why.
struct WebhookPauseWish {
  let id: WebhookID
  let reason: WebhookPause
  let status: UInt32
}

extension Room {
  // Limit: pauses that wait for a batch; more than a group has webhooks are of some that it has no more.
  private static let webhookPausesMax = 20

  /// Says that nothing more is sent to a webhook: an event at the end of the turn (SPEC WH-06). Nothing happens when
  /// there is no such webhook, or it is paused already. If it cannot be stored, the shell asks again.
  ///
  /// - Parameter status: the last answer's HTTP status; 0: there was none.
  public mutating func pauseWebhook(_ id: WebhookID, for reason: WebhookPause, status: UInt32) {
    guard webhookPauses.count < Self.webhookPausesMax, history.state.admin.webhook(id)?.pause == nil else { return }
    webhookPauses.append(WebhookPauseWish(id: id, reason: reason, status: status))
  }

  /// Decides the pauses that wait, each against the state that the former left.
  mutating func pauseWebhooks(now: Int64, into batch: inout Batch) {
    let wishes = webhookPauses
    webhookPauses = []
    for wish in wishes where !batch.isBroken {
      guard let decided = decidePause(of: wish.id, for: wish.reason, status: wish.status, in: history.state) else { continue }
      var event = Event()
      event.salt = .init(salts.next(in: decided.lane))
      event.atMs = now
      do {
        _ = try record(decided, event, into: &batch)
      } catch {
        batch.isBroken = true
        return
      }
      batch.projections.append(.webhook(WebhookKey(group: group, id: wish.id), .paused))
    }
  }
}

extension Event.OneOf_Body {
  /// The change that the event makes to the directory's record of a webhook; nil: none.
  ///
  /// - Parameters:
  ///   - submission: the command that brought it about.
  ///   - sequence: the event's place in the group's log.
  func webhookChange(by submission: Submission, after sequence: GroupSequence) -> (WebhookID, WebhookChange)? {
    let (text, change): (String, WebhookChange)
    switch self {
    case .webhookAdded(let added):
      guard case .addWebhook(let wish) = submission.command.body, let url = WebhookURL(wish.url),
        let command = CommandID(submission.command.id)
      else { return nil }
      text = added.webhookID
      change = .added(by: submission.asker.identity, url: url.text, secret: command, after: sequence)
    case .webhookSecretRotated(let rotated):
      guard let command = CommandID(submission.command.id) else { return nil }
      (text, change) = (rotated.webhookID, .rotated(secret: command, formerUntil: rotated.formerUntilMs))
    case .webhookResumed(let resumed): (text, change) = (resumed.webhookID, .resumed)
    case .webhookRemoved(let removed): (text, change) = (removed.webhookID, .removed)
    default: return nil
    }
    return WebhookID(text).map { ($0, change) }
  }
}
