import EventStore
import HearthProtocol
import Ledger
import Room
import Transport

extension ServerLoop {
  /// Why the server does not do what a command wants of webhooks: it sends to none, or not to the address that the
  /// command names; nil: it does. The room says so, to members who may. What a name leads to, `localhost` too, is
  /// looked at when something is sent.
  func webhookRefusal(_ command: Command) -> Rejected? {
    switch command.body {
    case .addWebhook, .rotateWebhookSecret, .testWebhook, .resumeWebhook: break
    default: return nil
    }
    guard configuration.webhooks != nil else { return .webhooksOff() }
    guard case .addWebhook(let wish) = command.body, let url = WebhookURL(wish.url), isNotPublic(url) else { return nil }
    return .badRequest(
      .webhookUrlMalformed, field: "add_webhook.url", cause: "The server sends nothing to addresses that are not on the public internet.",
      remedy: "Name a host that the internet reaches, or ask the operator to allow the address.")
  }

  /// Whether an address names an internet address that nothing is sent to.
  func isNotPublic(_ url: WebhookURL) -> Bool {
    guard let address = SocketAddress(host: url.name, port: url.port), url.name != "localhost" else { return false }
    return !WebhookAddresses(allowed: configuration.webhooks?.allowed ?? []).allows(address)
  }

  /// The secret that a command's answer carries; nil: it carries none.
  func webhookSecret(for command: Command, in group: GroupID) -> String? {
    let text: String
    switch command.body {
    case .addWebhook(let wish): text = wish.webhookID
    case .rotateWebhookSecret(let wish): text = wish.webhookID
    default: return nil
    }
    guard let webhook = WebhookID(text), let id = CommandID(command.id) else { return nil }
    return signing.secret(group: group, webhook: webhook, command: id).text
  }

  /// Has a webhook paused in its group's history.
  func pause(_ key: WebhookKey, for reason: WebhookPause, status: UInt32) {
    guard case .serving = phase else { return }
    host.pause(key, for: reason, status: status, now: now)
  }
}

extension RoomHost {
  /// Has a webhook paused. If the group cannot be opened now, the next try in vain asks again.
  func pause(_ key: WebhookKey, for reason: WebhookPause, status: UInt32, now: Instant) {
    visit(key.group, now: now) { [self] slot in
      slot.room?.pauseWebhook(key.id, for: reason, status: status)
      markDirty(slot)
    } refuse: { _ in
    }
  }
}
