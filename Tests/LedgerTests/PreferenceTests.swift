import HearthProtocol
import Testing

@testable import Ledger

/// SPEC NP: which notices a member wants.
struct PreferenceTests {
  private static func wish(_ cells: (NoticeKind, NoticeChannel, Bool)...) -> Command.OneOf_Body {
    var wish = SetPreferences()
    wish.preferences = cells.map { NoticePreference($0.0, $0.1, isWanted: $0.2) }
    return .setPreferences(wish)
  }

  @Test("product 188: preferences are per member, per kind, per channel; what nobody said is as usual")
  func perMemberKindAndChannel() throws {
    var household = Household.family
    let usual = NoticeWishes()
    for (kind, channel) in NoticeWishes.cells {
      let expected =
        channel == .feed ? kind != .digest : channel == .bell ? [.alerts, .reminders].contains(kind) : channel == .digest
      #expect(usual.wants(kind, in: channel) == expected, "\(kind.key) in \(channel.key)")
    }
    #expect(NoticeWishes.cells.count == 26)
    try household.perform(Self.wish((.entries, .feed, false), (.budgets, .bell, true)), by: 5)
    try household.perform(Self.wish((.entries, .feed, true), (.alerts, .bell, false)), by: 5)
    let preferences = household.state.shared.preferences
    let wishes = preferences[Household.member(5)]
    #expect(wishes.wants(.entries, in: .feed) && wishes.wants(.budgets, in: .bell) && !wishes.wants(.alerts, in: .bell))
    #expect(wishes.isDecided(.entries, in: .feed) && !wishes.isDecided(.members, in: .feed))
    #expect(preferences[Household.member(1)] == usual)
  }

  @Test func theEventNamesWhatChangesInOrder() throws {
    var household = Household.family
    let decision = try household.perform(
      Self.wish((.reminders, .digest, false), (.entries, .digest, false), (.alerts, .bell, true), (.entries, .feed, false)), by: 4)
    var expected = PreferencesSet()
    expected.preferences = [
      NoticePreference(.entries, .feed, isWanted: false), NoticePreference(.entries, .digest, isWanted: false),
      NoticePreference(.reminders, .digest, isWanted: false),
    ]
    #expect(decision.events.map(\.body) == [.preferencesSet(expected)])
    #expect(decision.actor == Household.member(4))
  }

  @Test func snapshotsKeepWhatWasSaidEvenWhenItIsAsUsual() throws {
    var household = Household.family
    try household.perform(Self.wish((.entries, .feed, false)), by: 3)
    try household.perform(Self.wish((.entries, .feed, true)), by: 3)
    let snapshot = household.state.snapshot(of: .shared)
    #expect(snapshot.shared.preferences.map(\.member) == [2])
    var restored = GroupState(group: Household.group)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot)
    #expect(restored.shared.preferences[Household.member(3)].isDecided(.entries, in: .feed))
  }

  @Test func whoeverGoesOnAsAPlaceholderKeepsWhatTheyWish() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33)))
    try household.perform(Self.wish((.entries, .feed, false)), by: 3)
    var claim = ClaimMember()
    claim.memberID = Household.text(33)
    try household.perform(.claimMember(claim), by: 3)
    #expect(!household.state.shared.preferences[Household.member(33)].wants(.entries, in: .feed))
    #expect(household.state.shared.preferences[Household.member(3)] == NoticeWishes())
  }

  @Test func aDigestIsInNoDigestAndRingsForNobody() {
    for channel in [NoticeChannel.bell, .digest, .push, .mail, .unspecified, .UNRECOGNIZED(9)] {
      #expect(!NoticeWishes.has(.digest, channel))
      #expect(!NoticeWishes().wants(.digest, in: channel))
    }
  }
}
