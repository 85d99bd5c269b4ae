import HearthProtocol
import Support
import Testing

@testable import Ledger

/// A member keeps everything of theirs from the others (SPEC section 26; product 165, 166, C9, C10).
struct SeparationTests {
  private static func inbox(_ number: UInt64) -> Lane { .inbox(Household.member(number)) }

  /// The family in which a member has gone silent.
  private static func silent(_ number: UInt64) -> Household { PrecedenceTests.after(Household.family, [(.separate(Separate()), number)]) }

  private static func isSeparated(_ household: Household, _ number: UInt64) -> Bool {
    household.state.shared.member(Household.member(number)).map(household.state.isSeparated) ?? false
  }

  @Test(
    "SE-01, product 166, C9: it stands in the sender's own inbox and nowhere else, for every role",
    arguments: 1...5 as ClosedRange<UInt64>)
  func lane(number: UInt64) throws {
    var household = Household.family
    let before = household.state
    let decision = try household.perform(.separate(Separate()), by: number)
    #expect(decision.events.map(\.lane) == [Self.inbox(number)] && decision.actor == Household.member(number))
    #expect(Self.isSeparated(household, number))
    for lane in [.shared, .admin, .income] + (1...5 as ClosedRange<UInt64>).filter({ $0 != number }).map(Self.inbox) {
      #expect(household.state.snapshot(of: lane) == before.snapshot(of: lane), "\(lane)")
    }
    let other = (1...5 as ClosedRange<UInt64>).filter { $0 != number }
    #expect(other.allSatisfy { !Self.isSeparated(household, $0) })
    // A replica of anybody else does not have the lane, and cannot tell.
    var theirs = household.state
    theirs.keepOnly(theirs.lanes(readableBy: Household.member(number == 1 ? 2 : 1)))
    #expect(theirs.shared.member(Household.member(number)).map(theirs.isSeparated) == false)
    #expect(theirs.separations.isEmpty)
  }

  @Test("SE-02: every command of theirs but end_separation is refused, also one that the matrix or the archive refuses")
  func refused() throws {
    for number in 1...5 as ClosedRange<UInt64> {
      let household = Self.silent(number)
      for (name, body) in Kinds.commands where !["create_group", "join_group", "end_separation"].contains(name) {
        let wish = ValidWishes.inFamily().wish(like: body)
        #expect(Situation(wish, household: household, by: number).rejection == .separated, "\(name) by \(number)")
      }
      #expect(Situation(.endSeparation(EndSeparation()), household: household, by: number).rejection == nil)
    }
    #expect(Rejection.separated.code == .separated && Rejection.separated.code.row.isFinal)
  }

  @Test("SE-01: it begins and ends in an archived group too")
  func archived() throws {
    var household = PrecedenceTests.archived
    try household.perform(.separate(Separate()), by: 3)
    try household.perform(.endSeparation(EndSeparation()), by: 3)
    #expect(!Self.isSeparated(household, 3))
  }

  @Test("SE-03: what others do is decided as without it: the same events, the same refusals")
  func others() throws {
    for (name, body) in Kinds.commands where !["create_group", "join_group", "end_separation", "separate"].contains(name) {
      for by in [1, 2, 3] as [UInt64] {
        let wish = ValidWishes.inFamily(on: 4).wish(like: body)
        let (plain, silent) = (Situation(wish, by: by), Situation(wish, household: Self.silent(4), by: by))
        #expect(plain.rejection == silent.rejection, "\(name) by \(by)")
        guard plain.rejection == nil else { continue }
        #expect(
          try decide(plain.command, in: plain.state, context: plain.context)
            == decide(silent.command, in: silent.state, context: silent.context), "\(name) by \(by)")
      }
    }
  }

  @Test("SE-05: it ends with end_separation alone: removal and return leave it, and commands are taken again behind it")
  func ends() throws {
    var household = Self.silent(3)
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    try household.perform(.restoreMember(PrecedenceTests.restoration(3)))
    #expect(Self.isSeparated(household, 3))
    #expect(throws: Rejection.separated) { try household.perform(.addEntry(Household.entry(1)), by: 3) }
    try household.perform(.endSeparation(EndSeparation()), by: 3)
    #expect(throws: Rejection.nothingChanges) { try household.perform(.endSeparation(EndSeparation()), by: 3) }
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    try household.perform(.separate(Separate()), by: 3)
    #expect(Self.isSeparated(household, 3))
  }

  @Test(
    "SE-05, product 166, contradiction C9: who comes back shares no account, and nobody has to agree; others' accounts stay as they are")
  func grants() throws {
    var household = Household.family
    for (number, owner) in [(1, 3), (2, 1)] as [(UInt64, UInt64)] {
      try household.perform(.setAccount(AccountTests.account(number)), by: owner)
      try household.perform(.grantAccount(AccountTests.grant(2, of: number, needsConsent: true)), by: owner)
    }
    try household.perform(.separate(Separate()), by: 3)
    #expect(household.state.account(AccountTests.id(1))?.grants.count == 1)
    let decision = try household.perform(.endSeparation(EndSeparation()), by: 3)
    #expect(decision.events.map(\.lane) == [.inbox(Household.member(3)), .account(AccountTests.id(1))])
    #expect(household.state.account(AccountTests.id(1))?.grants.isEmpty == true)
    #expect(household.state.account(AccountTests.id(2))?.grants.count == 1)
  }

  @Test("SE-04: somebody else who goes on in the member's place is not separated, and may begin one of their own")
  func takenOver() throws {
    var household = Self.silent(3)
    let claimed = MemberClaimed.with {
      ($0.memberID, $0.role, $0.displayName) = (Household.text(3), .adult, "Member 3")
      ($0.holder, $0.formerHolder) = (.init(Household.holder(8).bytes), .init(Household.holder(3).bytes))
    }
    try household.store(DecidedEvent(.memberClaimed(claimed)), by: Household.member(3))
    #expect(!Self.isSeparated(household, 3))
    try household.perform(.addEntry(Household.entry(1)), by: 8)
    try household.perform(.separate(Separate()), by: 8)
    #expect(Self.isSeparated(household, 3) && household.state.separations == [Household.member(3): Household.holder(8)])
  }

  @Test("SE-04: the snapshot of the inbox carries it, whole and in parts, and replay gives the same")
  func kept() throws {
    var household = Self.silent(3)
    household.now += 5
    var snapshot = household.state.snapshot(of: Self.inbox(3))
    #expect(snapshot.inbox.separation.atMs == Household.noon && snapshot.inbox.separation.holder.count == 16)
    var twin = GroupState(group: Household.group)
    try twin.restore(household.state.snapshot(of: .shared))
    try twin.restore(snapshot)
    #expect(twin.separations == household.state.separations && twin.snapshot(of: Self.inbox(3)) == snapshot)
    #expect(try household.replayed().separations == household.state.separations)
    var parts = snapshot
    #expect(parts.takeThings().isEmpty && parts == snapshot)
    snapshot.inbox.separation.holder = .init([1])
    #expect(throws: HistoryFlaw.malformed("holder")) { try twin.restore(snapshot) }
  }

  @Test("SE-01: no other lane holds it, nobody is separated twice or for another, and only what began ends")
  func flaws() throws {
    let household = Self.silent(3)
    var event = Event()
    (event.memberID, event.atMs) = (Household.text(3), 7)
    func fold(_ body: Event.OneOf_Body, _ lane: Lane, by author: UInt64 = 3) throws {
      event.body = body
      event.memberID = Household.text(author)
      var state = household.state
      try state.apply(event, lane: lane, position: LanePosition(9))
    }
    let again = Event.OneOf_Body.separated(
      .with { ($0.memberID, $0.holder) = (Household.text(3), .init(Household.holder(3).bytes)) })
    #expect(throws: HistoryFlaw.contradiction(.memberPresent)) { try fold(again, Self.inbox(3)) }
    for lane in [.shared, .admin, .income, Self.inbox(4), .minor(Household.member(5))] as [Lane] {
      #expect(throws: HistoryFlaw.misplaced) { try fold(again, lane) }
    }
    #expect(throws: HistoryFlaw.misplaced) { try fold(again, Self.inbox(4), by: 4) }
    let ended = Event.OneOf_Body.separationEnded(.with { $0.memberID = Household.text(4) })
    #expect(throws: HistoryFlaw.contradiction(.memberPresent)) { try fold(ended, Self.inbox(4), by: 4) }
    #expect(throws: HistoryFlaw.misplaced) { try fold(ended, Self.inbox(3)) }
  }
}
