import HearthProtocol
import Testing

@testable import Ledger

/// SPEC WH-01, WH-06: what the ledger decides of webhooks, and which addresses they may have.
struct WebhookTests {
  private static func id(_ number: UInt64) -> String { PrecedenceTests.webhookID(number).description }

  @Test("WH-01: an address is https, a host in ASCII and perhaps a port, a path and a query; its host alone is in the history")
  func addresses() {
    let good = [
      ("https://hooks.example.com/a?b=1", "hooks.example.com", 443, "/a?b=1"), ("HTTPS://Hooks.Example.COM", "hooks.example.com", 443, "/"),
      ("https://hooks.example.com:8443/", "hooks.example.com:8443", 8_443, "/"), ("https://a.example:443?x", "a.example", 443, "/?x"),
      ("https://192.0.2.1/a", "192.0.2.1", 443, "/a"), ("https://[2001:db8::1]:1/a", "[2001:db8::1]:1", 1, "/a"),
      ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443, "/"),
    ]
    for (text, host, port, target) in good {
      let url = WebhookURL(text)
      #expect(url?.host == host && url?.port == UInt16(port) && url?.target == target, "\(text)")
      // What is stored reads as the same.
      #expect(url.flatMap { WebhookURL($0.text) } == url, "\(text)")
    }
    for name in ["2001:db8::1", "::", "::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::ffff:192.0.2.1", "1:2:3:4:5:6:192.0.2.1"] {
      #expect(WebhookURL("https://[\(name)]/")?.name == name, "\(name)")
    }
  }

  @Test(
    "WH-01: whatever others might read as another host is no address",
    arguments: [
      "", "https://", "http://hooks.example.com/", "ftp://a.example/", "//a.example/", "https:/a.example", "https://a.example:0/",
      "https://a.example:65536/", "https://a.example:/", "https://a.example:+80/", "https://a:b@c.example/", "https://a@b.example/",
      "https://a.example#b", "https://a.example\\@b.example/", "https://a.example/ b", "https://a.example/\u{e4}",
      "https://b\u{fc}cher.example/",
      "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://1.2.3.4.5/", "https://256.1.1.1/",
      "https://a..example/", "https://.example/", "https://example./", "https://-a.example/", "https://a_b.example/", "https://[::1",
      "https://[]/",
      "https://[20A1]:65535/", "https://[192.0.2.1]/", "https://[1:2:3:4:5:6:7]/", "https://[1:2:3:4:5:6:7:8:9]/",
      "https://[1:2:3:4:5:6:7:8::]/", "https://[1::2::3]/", "https://[:::]/", "https://[:1]/", "https://[1:]/", "https://[12345::]/",
      "https://[::g]/", "https://[::1.2.3]/", "https://[192.0.2.1::]/", "https://[1:2:3:4:5:6:7:192.0.2.1]/",
      "https://[fe80::1%25eth0]/", "https://a.example\n/", "https://%61.example/", "https://a.example/{b}",
    ])
  func wrongAddresses(_ text: String) { #expect(WebhookURL(text) == nil, "\(text)") }

  @Test("Limit: an address has at most 1,000 bytes")
  func length() {
    let start = "https://a.example/"
    #expect(WebhookURL(start + String(repeating: "a", count: 1_000 - start.utf8.count)) != nil)
    #expect(WebhookURL(start + String(repeating: "a", count: 1_001 - start.utf8.count)) == nil)
    // With the slash that an address without a path gets.
    let query = "https://a.example?"
    #expect(WebhookURL(query + String(repeating: "a", count: 999 - query.utf8.count)) != nil)
    #expect(WebhookURL(query + String(repeating: "a", count: 1_000 - query.utf8.count)) == nil)
    let label = String(repeating: "l", count: 63)
    #expect(WebhookURL("https://\(label).example/") != nil && WebhookURL("https://\(label)l.example/") == nil)
  }

  @Test("WH-06, Limit: 5 webhooks; one is paused by the server, resumed by a test, and removed")
  func life() throws {
    var household = Household.family
    for number in 1...5 as ClosedRange<UInt64> { try household.perform(.addWebhook(PrecedenceTests.webhook(number))) }
    #expect(throws: Rejection.tooManyWebhooks) { try household.perform(.addWebhook(PrecedenceTests.webhook(6))) }
    let third = PrecedenceTests.webhookID(3)
    let pause = try #require(decidePause(of: third, for: .gone, status: 410, in: household.state))
    try household.store(pause, by: nil)
    #expect(household.state.admin.webhook(third)?.pause == .gone && household.state.admin.webhook(third)?.status == 410)
    // Paused once is enough.
    #expect(decidePause(of: third, for: .failing, status: 0, in: household.state) == nil)
    #expect(decidePause(of: PrecedenceTests.webhookID(9), for: .failing, status: 0, in: household.state) == nil)
    let tested = try household.perform(.testWebhook(.with { $0.webhookID = Self.id(3) }))
    #expect(tested.events.map(\.body.name) == ["webhook_resumed", "webhook_tested"] && tested.events.allSatisfy { $0.lane == .admin })
    #expect(household.state.admin.webhook(third)?.pause == nil)
    #expect(throws: Rejection.nothingChanges) { try household.perform(.resumeWebhook(.with { $0.webhookID = Self.id(3) })) }
    try household.perform(.removeWebhook(.with { $0.webhookID = Self.id(1) }))
    try household.perform(.addWebhook(PrecedenceTests.webhook(6)))
    // By a snapshot, too.
    let copy = try household.replayed()
    #expect(copy.snapshot(of: .admin) == household.state.snapshot(of: .admin))
    var restored = GroupState(group: household.state.group)
    try restored.restore(household.state.snapshot(of: .admin))
    #expect(restored.admin.webhooks == household.state.admin.webhooks)
  }

  @Test("WH-04: a rotation says until when the former secret signs: 24 hours")
  func rotation() throws {
    var household = PrecedenceTests.hooked
    let decision = try household.perform(.rotateWebhookSecret(.with { $0.webhookID = Self.id(1) }))
    guard case .webhookSecretRotated(let rotated)? = decision.events.first?.body else { throw Rejection.unknownCommand }
    #expect(rotated.formerUntilMs == Household.noon + 86_400_000)
  }

  @Test("RE-04, WH-07: a webhook ends with the right of who added it: by the policy, a role, or leaving")
  func ends() throws {
    var household = Household.family
    let policy = { (allowed: Bool) in Command.OneOf_Body.setPolicy(PrecedenceTests.policy(.adminsSetWebhooks, allowed)) }
    #expect(throws: Rejection.forbidden(right: .webhooksSet, role: .admin)) {
      try household.perform(.addWebhook(PrecedenceTests.webhook(1)), by: 2)
    }
    // Nobody widens their own rights.
    #expect(throws: Rejection.forbidden(right: .policiesDelegate, role: .admin)) { try household.perform(policy(true), by: 2) }
    try household.perform(policy(true))
    try household.perform(.addWebhook(PrecedenceTests.webhook(1)), by: 2)
    try household.perform(.addWebhook(PrecedenceTests.webhook(2)))
    let endings: [(Command.OneOf_Body, UInt64)] = [
      (policy(false), 1), (.changeRole(PrecedenceTests.change(2, to: .adult)), 1), (.removeMember(PrecedenceTests.removal(2)), 1),
      (.leaveGroup(LeaveGroup()), 2),
    ]
    for (body, number) in endings {
      var ended = household
      let decision = try ended.perform(body, by: number)
      #expect(decision.events.first?.body.name == "webhook_removed", "\(body)")
      #expect(ended.state.admin.webhooks.map(\.id) == [PrecedenceTests.webhookID(2)], "\(body)")
    }
  }
}
