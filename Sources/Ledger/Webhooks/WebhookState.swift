import HearthProtocol

/// Where what happens in lane `shared` is sent. The address and the secret are in no history.
public struct WebhookState: Sendable, Equatable {
  /// Names the webhook.
  public let id: WebhookID
  /// The address's host, with its port unless that is 443.
  public let host: String
  /// What it is for, in its maker's words; may be empty.
  public let label: String
  /// The member who added it, and with whose right it ends.
  public let createdBy: MemberID
  /// When, milliseconds since 1970.
  public let createdAt: Int64
  /// Why nothing is sent to it; nil: it is sent to.
  public internal(set) var pause: WebhookPause?
  /// The last answer's HTTP status, of a paused one; 0: there was none.
  public internal(set) var status: UInt32

  /// The webhook as snapshots carry it.
  public var message: Webhook {
    var message = Webhook()
    message.webhookID = id.description
    message.host = host
    message.label = label
    message.createdBy = createdBy.description
    message.createdAtMs = createdAt
    message.paused = pause ?? .unspecified
    message.status = status
    return message
  }

  init(_ message: Webhook) throws(HistoryFlaw) {
    guard let id = WebhookID(message.webhookID) else { throw .malformed("webhook_id") }
    guard let createdBy = MemberID(message.createdBy) else { throw .malformed("created_by") }
    guard !message.host.isEmpty else { throw .malformed("host") }
    self.id = id
    self.createdBy = createdBy
    host = message.host
    label = message.label
    createdAt = message.createdAtMs
    pause = message.paused == .unspecified ? nil : try Self.known(message.paused)
    status = message.status
    guard pause != nil || status == 0 else { throw .malformed("status") }
  }

  static func known(_ pause: WebhookPause) throws(HistoryFlaw) -> WebhookPause {
    switch pause {
    case .failing, .gone, .addressRefused: return pause
    case .unspecified, .UNRECOGNIZED: throw .malformed("reason")
    }
  }
}

extension AdminState {
  /// The webhook with this id, if it was not removed.
  public func webhook(_ id: WebhookID) -> WebhookState? { webhooks.first { $0.id == id } }

  mutating func add(_ webhook: WebhookState) throws(HistoryFlaw) {
    guard self.webhook(webhook.id) == nil else { throw .contradiction(.idsUnique) }
    webhooks.append(webhook)
  }

  /// Folds what happened to a webhook.
  mutating func send(_ body: Event.OneOf_Body, by author: String, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .webhookAdded(let added):
      var message = Webhook()
      message.webhookID = added.webhookID
      message.host = added.host
      message.label = added.label
      message.createdBy = author
      message.createdAtMs = instant
      try add(WebhookState(message))
    case .webhookSecretRotated(let rotated): _ = try place(rotated.webhookID)
    case .webhookTested(let tested): _ = try place(tested.webhookID)
    case .webhookPaused(let paused):
      let place = try place(paused.webhookID)
      webhooks[place].pause = try WebhookState.known(paused.reason)
      webhooks[place].status = paused.status
    case .webhookResumed(let resumed):
      let place = try place(resumed.webhookID)
      (webhooks[place].pause, webhooks[place].status) = (nil, 0)
    case .webhookRemoved(let removed): webhooks.remove(at: try place(removed.webhookID))
    default: throw .misplaced
    }
  }

  private func place(_ text: String) throws(HistoryFlaw) -> Int {
    guard let id = WebhookID(text) else { throw .malformed("webhook_id") }
    guard let place = webhooks.firstIndex(where: { $0.id == id }) else { throw .contradiction(.namesKnown) }
    return place
  }
}
