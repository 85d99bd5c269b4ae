import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

/// SPEC PR-06: what is being entered goes to the server while the group is followed, and others' comes from it.
@Suite struct SyncCoreDraftTests {
  private static let draft = DraftContent.with {
    ($0.currency, $0.leadingDigits, $0.digitCount, $0.text) = ("INR", "12", 4, "Groceries")
  }

  private func member(of script: GroupScript, _ format: WireFormat, isQuiet: Bool = false) throws -> CoreHarness {
    var harness = CoreHarness(format: format) { $0.isQuiet = isQuiet }
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.tellDraft(script.group, Self.draft))
    try harness.request(.subscribe(script.group))
    try harness.request(.tellDraft(script.group, Self.draft))
    try harness.answer(script, script.subscribed(script.start(.shared, after: 0), script.start(.admin, after: 0)))
    try harness.receive(.laneEvents(script.events(.shared, 1...Int(script.head(.shared)))))
    _ = harness.takeNotices()
    return harness
  }

  private func told(_ sent: [ClientMessage]) -> [TellDraft] {
    sent.compactMap { if case .tellDraft(let told) = $0.body { told } else { nil } }
  }

  @Test("PR-06: it is told once the group is followed, and a refusal of it is nobody's answer", arguments: WireFormat.allCases)
  func tells(format: WireFormat) throws {
    let script = GroupScript(entries: 1)
    var harness = try member(of: script, format)
    #expect(told(harness.takeSent()) == [], "nothing before there is a view")
    try harness.request(.tellDraft(script.group, Self.draft))
    try harness.request(.tellDraft(script.group, nil))
    let sent = harness.takeSent()
    #expect(told(sent).map(\.hasDraft) == [true, false] && told(sent)[0].draft == Self.draft)
    #expect(told(sent).allSatisfy { $0.groupID == script.group.description && $0.lane == "shared" })
    let request = try #require(sent.last).request
    try harness.receive(.rejected(.with { ($0.code, $0.groupID) = ("forbidden", script.group.description) }), request: request)
    #expect(harness.takeNotices().isEmpty && harness.core.view(of: script.group) != nil)
    var quiet = try member(of: script, format, isQuiet: true)
    try quiet.request(.tellDraft(script.group, Self.draft))
    #expect(told(quiet.takeSent()) == [])
  }

  @Test("PR-06: another's is a notice, one of an unknown lane or group is passed over", arguments: WireFormat.allCases)
  func hears(format: WireFormat) throws {
    let script = GroupScript(entries: 1)
    var harness = try member(of: script, format)
    func changed(_ lane: String, _ group: GroupID, _ draft: DraftContent?) -> SealedServerMessage.OneOf_Body {
      .draftChanged(
        .with {
          ($0.groupID, $0.lane, $0.memberID) = (group.description, lane, script.other.description)
          if let draft { $0.draft = draft }
        })
    }
    try harness.receive(changed("shared", script.group, Self.draft))
    try harness.receive(changed("shared", script.group, nil))
    try harness.receive(changed("later", script.group, Self.draft))
    try harness.receive(changed("shared", GroupID(high: 1, low: 1), Self.draft))
    let heard = harness.takeNotices().compactMap { notice -> DraftContent?? in
      guard case .draft(script.group, script.other, let draft) = notice else { return nil }
      return .some(draft)
    }
    #expect(heard == [Self.draft, nil])
  }
}
