import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import Console

// What happens.
extension WholeHindiTests {
  /// What an event may be about here.
  private static func things(_ member: MemberID) -> [String: String] {
    [
      "memberId": member.description, "entryId": entry, "commentId": entry, "budgetId": budget, "ruleId": RecurringTests.rule.description,
      "festivalId": RecurringTests.festival.description, "key": "groceries",
    ]
  }

  /// What it may say of that.
  private static let words = [
    "color": "#123456", "email": "asha@example.org", "reason": "मैं नहीं था", "text": "बिल दराज़ में है", "date": "2026-12-30",
  ]

  /// An event of every kind. Of one without a row of its own there are two: one is about something, the other says more
  /// of it.
  private func events(_ home: Household) throws -> [Event.OneOf_Body] {
    let rows = rows(home)
    let (told, things) = (Self.kinds(of: rows), Self.things(home.asha))
    let others = Kinds.bodies(of: Event.self).map(\.name).filter { !told.contains($0) }
    return try rows
      + others.flatMap { kind in
        try [things, things.merging(Self.words) { $1 }].compactMap { try Kinds.message(Event.self, kind, saying: $0).body }
      }
  }

  private static func kinds(of events: [Event.OneOf_Body]) -> Set<String> {
    Set(events.compactMap { Mirror(reflecting: $0).children.first?.label })
  }

  /// The events whose words depend on what they say.
  private func rows(_ home: Household) -> [Event.OneOf_Body] {
    let (asha, ravi) = (home.asha.description, home.ravi.description)
    let edited = EntryEdited.with {
      $0.entryID = Self.entry
      $0.changes.note = "x"
      $0.changes.money.amount.minor = 1
      $0.changes.money.amount.currency = "INR"
      ($0.changes.category, $0.changes.date, $0.changes.merchant, $0.changes.description_p) = ("", "2026-11-01", "", "")
      ($0.changes.place, $0.changes.receipts) = (Place(), .init())
    }
    let groupUpdated = GroupUpdated.with {
      ($0.name, $0.description_p, $0.icon, $0.currency) = ("परिवार", "", "", "INR")
      ($0.simplifyDebts, $0.timeZone, $0.weekStartsOn, $0.membersMax) = (true, "Asia/Kolkata", .sunday, 20)
    }
    let rule = RecurringTests.rule.description
    return home.events.map(\.event).compactMap(\.body) + familyEvents(asha, ravi) + accountEvents(ravi) + [
      .memberJoined(.with { ($0.memberID, $0.displayName, $0.role) = (ravi, "Ravi", .adult) }),
      .inviteCreated(.with { $0.role = .minor }),
      .webhookAdded(.with { ($0.webhookID, $0.host) = (ravi, "hooks.example.com") }),
      .webhookPaused(.with { ($0.reason, $0.status) = (.failing, 500) }),
      .webhookPaused(.with { $0.reason = .failing }),
      .webhookPaused(.with { $0.reason = .gone }),
      .webhookPaused(.with { $0.reason = .addressRefused }),
      .memberClaimed(.with { ($0.memberID, $0.displayName, $0.role) = (ravi, "Ravi", .viewer) }),
      .memberClaimed(.with { ($0.memberID, $0.displayName, $0.replacedMemberID) = (ravi, "Ravi", asha) }),
      .memberRenamed(.with { ($0.memberID, $0.displayName) = (ravi, "Ravi") }),
      .memberRenamed(.with { ($0.memberID, $0.displayName) = (asha, "Asha") }),
      .partySet(.with { ($0.memberID, $0.withMemberID) = (ravi, asha) }),
      .partySet(.with { $0.memberID = ravi }),
      .defaultSharingSet(.with { $0.memberID = asha }),
      .defaultSharingSet(.with { ($0.memberID, $0.shares) = (asha, true) }),
      .defaultSharingSet(.with { ($0.memberID, $0.shares) = (asha, false) }),
      .roleChanged(.with { ($0.memberID, $0.role) = (ravi, .admin) }),
      .roleChangeProposed(.with { ($0.memberID, $0.role) = (ravi, .minor) }),
      .roleChangeProposed(.with { ($0.memberID, $0.role, $0.effectiveAtMs) = (ravi, .minor, 1) }),
      .roleRequested(.with { ($0.memberID, $0.role) = (ravi, .adult) }),
      .joinRequested(.with { ($0.memberID, $0.displayName, $0.role) = (ravi, "Ravi", .adult) }),
      .joinDeclined(.with { ($0.memberID, $0.displayName) = (ravi, "Ravi") }),
      .memberRestored(.with { ($0.memberID, $0.displayName, $0.role) = (ravi, "Ravi", .adult) }),
      .memberRestored(.with { ($0.memberID, $0.displayName, $0.role) = (asha, "Asha", .adult) }),
      .alertFired(.with { ($0.budgetID, $0.basisPoints, $0.spentMinor, $0.limitMinor) = (Self.budget, 8_000, 400_00, 500_00) }),
      .alertFired(.with { ($0.budgetID, $0.over, $0.spentMinor, $0.limitMinor) = (Self.budget, true, 600_00, 500_00) }),
      .debtorReminded(.with { ($0.debtorID, $0.creditorID, $0.owed.minor, $0.owed.currency) = (asha, ravi, 1, "INR") }),
      .debtorReminded(.with { ($0.debtorID, $0.creditorID, $0.owed.minor, $0.owed.currency) = (ravi, asha, 1, "INR") }),
      .groupUpdated(groupUpdated),
      .groupUpdated(.with { $0.simplifyDebts = false }),
      .incomeSet(.init()),
      .incomeSet(.with { ($0.monthlyIncome.minor, $0.monthlyIncome.currency) = (1, "INR") }),
      .categorySet(.with { ($0.content.key, $0.content.name) = ("groceries", "Groceries") }),
      .entryEdited(edited),
      .entryEdited(.with { ($0.entryID, $0.undoes) = (Self.entry, 1) }),
      .recurringSet(RecurringTests.set { ($0.template.description_p, $0.recurrence.interval) = ("किराया", 3) }),
      .recurringPaused(.with { $0.ruleID = rule }),
      .recurringPaused(.with { ($0.ruleID, $0.code) = (rule, "forbidden") }),
      .recurringPaused(.with { ($0.ruleID, $0.code, $0.date) = (rule, "member_not_active", "2026-12-30") }),
      .recurringResumed(.with { ($0.ruleID, $0.passedUntil) = (rule, "2026-12-30") }),
      .recurringResumed(.with { $0.ruleID = rule }),
    ] + Policy.all.map { policy in .policySet(.with { ($0.policy, $0.allowed) = (policy, policy == .adminsInvite) }) }
  }

  func history(_ home: Household, _ theme: Theme) throws -> [String] {
    let events = try events(home).enumerated().map { number, body in
      var event = Event()
      (event.memberID, event.body) = (home.asha.description, body)
      return ReplicaEvent(lane: .shared, position: LanePosition(UInt64(number) + 1), event: event, hash: nil)
    }
    return undated(events, home.view, theme)
  }

  @Test("product 191: an event of every kind is told here")
  func everyKind() throws {
    let told = Self.kinds(of: try events(household()))
    let kinds = Kinds.bodies(of: Event.self).map(\.name)
    #expect(kinds.count >= 46)
    #expect(Set(kinds).subtracting(told) == [])
  }
}
