import HearthProtocol
import Support

/// The events of webhooks, the snapshot that has one, and the answer with a secret.
extension VectorSamples {
  private static let webhook = "01900000-0000-7000-8000-0000000000e1"

  static var webhookEvents: [VectorSample] {
    [
      VectorSample(
        "webhook_added", event(.webhookAdded(make { ($0.webhookID, $0.host, $0.label) = (webhook, "hooks.example.com:8443", "Bot") }))),
      VectorSample(
        "webhook_secret_rotated", event(.webhookSecretRotated(make { ($0.webhookID, $0.formerUntilMs) = (webhook, 1_793_102_400_000) }))),
      VectorSample("webhook_tested", event(.webhookTested(make { $0.webhookID = webhook }))),
      VectorSample(
        "webhook_paused", event(.webhookPaused(make { ($0.webhookID, $0.reason, $0.status) = (webhook, .failing, 503) }))),
      VectorSample("webhook_resumed", event(.webhookResumed(make { $0.webhookID = webhook }))),
      VectorSample("webhook_removed", event(.webhookRemoved(make { $0.webhookID = webhook }))),
    ]
  }

  static var webhookSnapshots: [VectorSample] {
    let snapshot: LaneSnapshot = make {
      ($0.lane, $0.position) = ("admin", 3)
      $0.admin.webhooks = [
        make { (hook: inout Webhook) in
          (hook.webhookID, hook.host, hook.label, hook.createdBy) = (webhook, "hooks.example.com", "Bot", ravi)
          (hook.createdAtMs, hook.paused, hook.status) = (1_793_016_000_000, .gone, 410)
        }
      ]
    }
    return [VectorSample("the snapshot of lane admin with a webhook", snapshot)]
  }

  static var webhookAnswers: [VectorSample] {
    [
      VectorSample(
        "accepted with a webhook's secret",
        server(
          2,
          .accepted(
            make {
              ($0.commandID, $0.groupID, $0.lane, $0.position) = (command, group, "admin", 3)
              $0.webhookSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
            })))
    ]
  }
}
