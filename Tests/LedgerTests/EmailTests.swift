import HearthProtocol
import Testing

@testable import Ledger

/// Product 62: an address to write to, for owner and admins alone.
struct EmailTests {
  static func wish(_ email: String) -> SetMemberEmail {
    var wish = SetMemberEmail()
    wish.email = email
    return wish
  }

  @Test("product 62: whoever is in may give an address, change it and take it back; it is in lane admin only")
  func comesAndGoes() throws {
    var household = Household.family
    for number in 1...5 as ClosedRange<UInt64> {
      let decision = try household.perform(.setMemberEmail(Self.wish(" m\(number)@example.org ")), by: number)
      #expect(decision.events.map(\.lane) == [.admin])
      #expect(household.state.email(of: Household.member(number)) == "m\(number)@example.org")
    }
    try household.perform(.setMemberEmail(Self.wish("neu@exämple.org")), by: 3)
    #expect(household.state.email(of: Household.member(3)) == "neu@exämple.org")
    try household.perform(.setMemberEmail(Self.wish("")), by: 3)
    #expect(household.state.email(of: Household.member(3)) == nil)
    // Nothing of it is in what everybody reads.
    let shared = try household.state.snapshot(of: .shared).jsonString()
    #expect(!shared.contains("example"))
    let state = household.state
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin, .income] { try restored.restore(state.snapshot(of: lane)) }
    #expect(restored.email(of: Household.member(5)) == "m5@example.org" && restored.snapshot(of: .admin) == state.snapshot(of: .admin))
  }

  @Test("product 62: colour, role, date of joining and whether somebody is active are there for all")
  func otherFields() throws {
    var household = Household.family
    try household.perform(PrecedenceTests.coloring(4, "#4F8A10"), by: 4)
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    let members = household.state.shared.members
    #expect(members.map(\.joinedAt) == Array(repeating: Household.noon, count: 5) && members[3].color == "#4F8A10")
    #expect(members.map { $0.status == .active } == [true, true, false, true, true])
    #expect(members.map(\.role) == [.owner, .admin, .adult, .viewer, .minor])
  }

  @Test("product 62: whoever goes on as a placeholder keeps the address") func claims() throws {
    var household = PrecedenceTests.staged
    try household.perform(.setMemberEmail(Self.wish("m3@example.org")), by: 3)
    try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3)
    #expect(household.state.email(of: Household.member(30)) == "m3@example.org")
    try household.perform(.setMemberEmail(Self.wish("meera@example.org")), by: 3)
    #expect(household.state.email(of: Household.member(30)) == "meera@example.org")
  }

  @Test(
    "an address is plausible, and at most 254 bytes",
    arguments: [
      ("a@b.c", true), ("asha.sharma+hearth@mail.example.org", true), ("आशा@उदाहरण.भारत", true),
      (String(repeating: "a", count: 242) + "@example.org", true), (String(repeating: "a", count: 243) + "@example.org", false),
      ("asha", false), ("asha@localhost", false), ("@example.org", false), ("asha@", false), ("asha@.org", false), ("asha@example.", false),
      ("a@b@c.d", false), ("asha sharma@example.org", false), ("asha@exa\u{A0}mple.org", false), ("a\u{200B}@example.org", false),
    ] as [(String, Bool)])
  func wellFormed(_ text: String, _ isWellFormed: Bool) throws {
    #expect(EmailAddress.isWellFormed(text) == isWellFormed)
    var household = Household.family
    guard !isWellFormed else {
      try household.perform(.setMemberEmail(Self.wish(text)), by: 4)
      return
    }
    let rejection = Situation(.setMemberEmail(Self.wish(text)), by: 4).rejection
    #expect(rejection?.code == .badRequest && rejection?.field == "set_member_email.email")
    // Nor is it folded in if a log says so.
    var event = Event()
    event.memberID = Household.text(4)
    event.memberEmailSet.email = text
    #expect(throws: HistoryFlaw.malformed("email")) { try household.state.apply(event, lane: .admin, position: LanePosition(99)) }
  }
}
