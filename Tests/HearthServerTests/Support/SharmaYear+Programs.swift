import HearthProtocol
import Support
import Testing

@testable import HearthServer

/// Programs that the family uses beside its own.
extension SharmaYear {
  mutating func tryPrograms() throws {
    try giveToken()
    try sendToProgram()
  }

  /// A program may read for Asha; when she sees it among her tokens, she ends it.
  private mutating func giveToken() throws {
    let group = group
    let made = try people[0].client.ask(
      .createGroupToken(.with { ($0.groupID, $0.access, $0.name, $0.days) = (group, .read, "Spreadsheet", 30) }))
    let token = made.groupTokenCreated.made.tokenID
    let listed = try ask(.listGroupTokens(.with { $0.groupID = group }), by: 0).groupTokens.tokens
    #expect(!token.isEmpty && listed.map(\.tokenID) == [token])
    let revoked = try people[0].client.ask(.revokeGroupToken(.with { ($0.tokenID, $0.groupID) = (token, group) }))
    #expect(revoked.groupTokenRevoked.tokenID == token)
    #expect(try ask(.listGroupTokens(.with { $0.groupID = group }), by: 0).groupTokens.tokens.isEmpty)
  }

  /// A program is told what happens, is gone, comes back, and is told nothing any more.
  ///
  /// The server pauses it by itself, and nothing is sent until that is committed: so it stands in the same place of the
  /// log every time.
  private mutating func sendToProgram() throws {
    let webhook = id()
    try send(
      .addWebhook(.with { ($0.webhookID, $0.url, $0.label) = (webhook, "https://bot.example/hearth?of=sharma", "Kitchen display") }), by: 0)
    try send(.testWebhook(.with { $0.webhookID = webhook }), by: 0)
    eventually("the test is sent") { [receiver] in receiver.requests.count == 1 }
    try send(.rotateWebhookSecret(.with { $0.webhookID = webhook }), by: 0)

    let onlooker = try server.logIn(people[0].client.token)
    _ = try onlooker.follow(group)
    receiver.answer(.refused(status: 410))
    try send(.testWebhook(.with { $0.webhookID = webhook }), by: 0)
    var isPaused = false
    while !isPaused {
      isPaused = try onlooker.nextEvents().events.contains { if case .webhookPaused = $0.event.body { true } else { false } }
    }
    receiver.answer(.taken)
    try send(.resumeWebhook(.with { $0.webhookID = webhook }), by: 0)
    try send(.removeWebhook(.with { $0.webhookID = webhook }), by: 0)
  }
}
