import HearthProtocol

extension Deliberation {
  func decide(_ wish: AddWebhook) throws(Rejection) -> Decision {
    let asker = try asker(.webhooksSet)
    guard let id = WebhookID(wish.webhookID) else { throw .malformedID(field: "add_webhook.webhook_id") }
    guard admin.webhook(id) == nil else { throw .alreadyExists(field: "add_webhook.webhook_id") }
    guard let url = WebhookURL(wish.url) else { throw .webhookURLMalformed(field: "add_webhook.url") }
    let label = try words(wish.label, field: "add_webhook.label", charactersMax: Limits.webhookLabelCharacters)
    guard admin.webhooks.count < Limits.webhooks else { throw .tooManyWebhooks }

    var added = WebhookAdded()
    added.webhookID = id.description
    added.host = url.host
    added.label = label
    return Decision(actor: asker.id, events: [DecidedEvent(.webhookAdded(added))])
  }

  func decide(_ wish: RotateWebhookSecret) throws(Rejection) -> Decision {
    let (asker, webhook) = try webhook(wish.webhookID, field: "rotate_webhook_secret.webhook_id")
    var rotated = WebhookSecretRotated()
    rotated.webhookID = webhook.id.description
    rotated.formerUntilMs = endTime.addingClamped(Limits.webhookSecretMilliseconds)
    return Decision(actor: asker.id, events: [DecidedEvent(.webhookSecretRotated(rotated))])
  }

  func decide(_ wish: TestWebhook) throws(Rejection) -> Decision {
    let (asker, webhook) = try webhook(wish.webhookID, field: "test_webhook.webhook_id")
    var tested = WebhookTested()
    tested.webhookID = webhook.id.description
    return Decision(actor: asker.id, events: resumption(of: webhook) + [DecidedEvent(.webhookTested(tested))])
  }

  func decide(_ wish: ResumeWebhook) throws(Rejection) -> Decision {
    let (asker, webhook) = try webhook(wish.webhookID, field: "resume_webhook.webhook_id")
    guard webhook.pause != nil else { throw .nothingChanges }
    return Decision(actor: asker.id, events: resumption(of: webhook))
  }

  func decide(_ wish: RemoveWebhook) throws(Rejection) -> Decision {
    let (asker, webhook) = try webhook(wish.webhookID, field: "remove_webhook.webhook_id")
    var removed = WebhookRemoved()
    removed.webhookID = webhook.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.webhookRemoved(removed))])
  }

  /// The asker, who may set webhooks, and the webhook.
  private func webhook(_ text: String, field: String) throws(Rejection) -> (MemberState, WebhookState) {
    let asker = try asker(.webhooksSet)
    guard let id = WebhookID(text) else { throw .malformedID(field: field) }
    guard let webhook = admin.webhook(id) else { throw .unknownWebhook(field: field) }
    return (asker, webhook)
  }

  private func resumption(of webhook: WebhookState) -> [DecidedEvent] {
    guard webhook.pause != nil else { return [] }
    var resumed = WebhookResumed()
    resumed.webhookID = webhook.id.description
    return [DecidedEvent(.webhookResumed(resumed))]
  }
}

/// What the server decides by itself about a webhook: that nothing more is sent to it (SPEC WH-06).
///
/// - Returns: nil when there is no such webhook, or it is paused already.
public func decidePause(of id: WebhookID, for reason: WebhookPause, status: UInt32, in state: GroupState) -> DecidedEvent? {
  guard let webhook = state.admin.webhook(id), webhook.pause == nil else { return nil }
  var paused = WebhookPaused()
  paused.webhookID = id.description
  paused.reason = reason
  paused.status = status
  return DecidedEvent(.webhookPaused(paused))
}
