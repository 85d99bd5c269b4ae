import HearthProtocol
import Testing

@testable import Ledger

/// The commands about webhooks, each spoilt flaw by flaw and in order.
extension PrecedenceTests {
  static let webhookTables: [(String, Situation, [Flaw])] = [
    ("add_webhook", Situation.valid("add_webhook"), envelope + asker + addWebhookFlaws),
    (
      "rotate_webhook_secret", Situation.valid("rotate_webhook_secret", household: hooked),
      envelope + asker
        + existingFlaws("rotate_webhook_secret.webhook_id") { $0.command.rotateWebhookSecret.webhookID = $1 }
    ),
    (
      "test_webhook", Situation.valid("test_webhook", household: hooked),
      envelope + asker + existingFlaws("test_webhook.webhook_id") { $0.command.testWebhook.webhookID = $1 }
    ),
    (
      "resume_webhook", Situation.valid("resume_webhook", household: hookHalted),
      envelope + asker + existingFlaws("resume_webhook.webhook_id") { $0.command.resumeWebhook.webhookID = $1 }
        + [Flaw(.nothingChanges) { $0.state = hooked.state }]
    ),
    (
      "remove_webhook", Situation.valid("remove_webhook", household: hooked),
      envelope + asker + existingFlaws("remove_webhook.webhook_id") { $0.command.removeWebhook.webhookID = $1 }
    ),
  ]

  static func webhookID(_ number: UInt64) -> WebhookID { WebhookID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_00E0 + number) }

  /// - Parameter number: 1 for the webhook that valid commands are about.
  static func webhook(_ number: UInt64, _ url: String = "https://hooks.example.com/hearth") -> AddWebhook {
    .with { ($0.webhookID, $0.url) = (webhookID(number).description, url) }
  }

  /// The family with a webhook of the owner's.
  static let hooked = after(.family, [(.addWebhook(webhook(1)), 1)])

  /// The same, paused by the server.
  static let hookHalted: Household = {
    var household = hooked
    guard let decided = decidePause(of: webhookID(1), for: .failing, status: 500, in: household.state) else { return household }
    do { try household.store(decided, by: nil) } catch { Issue.record("The household could not be set up: \(error)") }
    return household
  }()

  private static let addWebhookFlaws: [Flaw] = [
    forbidden(.webhooksSet),
    archivedFlaw,
    Flaw(.malformedID(field: "add_webhook.webhook_id")) { $0.command.addWebhook.webhookID = "hook" },
    Flaw(.alreadyExists(field: "add_webhook.webhook_id")) { $0.state = hooked.state },
    Flaw(.webhookURLMalformed(field: "add_webhook.url")) { $0.command.addWebhook.url = "http://hooks.example.com/hearth" },
    Flaw(.textTooLong(field: "add_webhook.label", charactersMax: 50)) {
      $0.command.addWebhook.label = String(repeating: "l", count: 51)
    },
    Flaw(.textNotAllowed(field: "add_webhook.label", .controlCharacter)) { $0.command.addWebhook.label = "a\u{7}" },
    Flaw(.tooManyWebhooks) { $0.state = after(.family, (2...6).map { (.addWebhook(webhook($0)), 1) }).state },
  ]

  private static func existingFlaws(_ field: String, _ name: @escaping @Sendable (inout Situation, String) -> Void) -> [Flaw] {
    [
      forbidden(.webhooksSet),
      archivedFlaw,
      Flaw(.malformedID(field: field)) { name(&$0, "hook") },
      Flaw(.unknownWebhook(field: field)) { name(&$0, webhookID(9).description) },
    ]
  }
}
