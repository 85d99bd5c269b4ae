import HearthProtocol

/// What is said of webhooks.
extension Phrases {
  func noWebhooks(maySet: Bool) -> String {
    offer(
      say("There are no webhooks.", "कोई वेबहुक नहीं है।"),
      maySet ? say("Add one: hearth webhook add https://…", "एक जोड़ें: hearth webhook add https://…") : nil)
  }
  func webhookIsActive() -> String { say("active", "चालू") }
  /// - Parameter status: of the last answer; 0: there was none.
  func webhookPause(_ reason: WebhookPause, status: UInt32) -> String {
    switch reason {
    case .failing:
      status == 0
        ? say("paused: it gave no answer for three days", "रुका: तीन दिन कोई उत्तर नहीं मिला")
        : say("paused: it answered \(status) for three days", "रुका: तीन दिन \(status) उत्तर मिला")
    case .gone: say("paused: the receiver wants nothing more", "रुका: पाने वाला और कुछ नहीं चाहता")
    case .addressRefused: say("paused: the host leads to an address that is not public", "रुका: होस्ट ऐसे पते पर जाता है जो सार्वजनिक नहीं है")
    case .unspecified, .UNRECOGNIZED: say("paused", "रुका")
    }
  }
  func webhookAdded(_ name: String, _ host: String) -> String {
    say("\(name) added a webhook: what happens here goes to \(host)", "\(name) ने वेबहुक जोड़ा: यहाँ जो होता है वह \(host) को जाता है")
  }
  func webhookRotated(_ name: String, _ webhook: String) -> String {
    say("\(name) gave the webhook \(webhook) a new secret", "\(name) ने वेबहुक \(webhook) को नया रहस्य दिया")
  }
  func webhookTested(_ name: String, _ webhook: String) -> String {
    say("\(name) tests the webhook \(webhook)", "\(name) वेबहुक \(webhook) परख रहे हैं")
  }
  func webhookPaused(_ webhook: String, _ why: String) -> String {
    say("The webhook \(webhook) is \(why). Go on: hearth webhook resume", "वेबहुक \(webhook) \(why)। आगे: hearth webhook resume")
  }
  func webhookResumed(_ name: String, _ webhook: String) -> String {
    say("\(name) resumed the webhook \(webhook)", "\(name) ने वेबहुक \(webhook) फिर चालू किया")
  }
  func webhookRemoved(_ name: String) -> String { say("\(name) removed a webhook", "\(name) ने एक वेबहुक हटाया") }
}
