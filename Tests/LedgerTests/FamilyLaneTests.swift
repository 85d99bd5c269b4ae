import HearthProtocol
import Testing

@testable import Ledger

/// Lanes that are about a minor or an account: who receives them follows from the state (SPEC LN-14).
struct FamilyLaneTests {
  private static let minor = Lane.minor(Household.member(5))

  private static func snapshot(of lane: Lane, guardians: [UInt64]) -> LaneSnapshot {
    var snapshot = LaneSnapshot()
    snapshot.lane = lane.name
    snapshot.minor.begun = true
    snapshot.minor.guardians = guardians.map { number in
      .with { ($0.memberID, $0.addedBy, $0.atMs) = (Household.text(number), Household.text(1), Household.noon) }
    }
    return snapshot
  }

  private static func account(_ number: UInt64, owner: UInt64, grants: [UInt64]) -> LaneSnapshot {
    var snapshot = LaneSnapshot()
    snapshot.lane = Lane.account(AccountID(high: 0xAC, low: number)).name
    snapshot.account.ownerID = Household.text(owner)
    snapshot.account.content = AccountTests.account(1).content
    snapshot.account.grants = grants.map { number in .with { ($0.memberID, $0.permission) = (Household.text(number), .read) } }
    return snapshot
  }

  /// The members who receive a lane.
  private static func readers(_ state: GroupState, of lane: Lane, among people: ClosedRange<UInt64> = 1...5) -> [UInt64] {
    people.filter { state.lanes(readableBy: Household.member($0)).contains(lane) }
  }

  private static func looked(after guardians: [UInt64]) throws -> Household {
    var household = Household.family
    try household.state.restore(snapshot(of: minor, guardians: guardians))
    return household
  }

  @Test(
    "product 136, LN-14: a minor's lane is received by the minor, the owner, and guardians who are admin or adult, and by nobody else",
    arguments: [([], [1, 5]), ([3], [1, 3, 5]), ([2, 3], [1, 2, 3, 5]), ([4], [1, 5])] as [([UInt64], [UInt64])])
  func minors(guardians: [UInt64], readers: [UInt64]) throws {
    let household = try Self.looked(after: guardians)
    #expect(Self.readers(household.state, of: Self.minor) == readers)
    // Of nobody else is there such a lane.
    for number in 1...4 as ClosedRange<UInt64> { #expect(Self.readers(household.state, of: .minor(Household.member(number))).isEmpty) }
  }

  @Test("product 60: each cell of the right counts")
  func everyCell() throws {
    let state = try Self.looked(after: [2]).state
    for (number, role, isShut) in [(3, Role.adult, true), (4, .viewer, true), (2, .admin, false), (1, .owner, false), (5, .minor, false)]
      as [(UInt64, Role, Bool)]
    {
      let lanes = { (matrix: Matrix) in state.lanes(readableBy: Household.member(number), matrix: matrix) }
      #expect(lanes(.standard).contains(Self.minor) != isShut)
      var other = Matrix.standard
      other[.minorsRead, role] = isShut ? .yes : .no
      #expect(lanes(other).contains(Self.minor) == isShut, "\(role.text)")
    }
  }

  @Test("LN-14: a guardian who becomes a viewer, leaves or is removed receives it no more")
  func lost() throws {
    for body in [
      .changeRole(PrecedenceTests.change(3, to: .viewer)), .removeMember(PrecedenceTests.removal(3)),
    ] as [Command.OneOf_Body] {
      var household = try Self.looked(after: [3])
      try household.perform(body)
      #expect(Self.readers(household.state, of: Self.minor) == [1, 5])
    }
    var household = try Self.looked(after: [3])
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    #expect(Self.readers(household.state, of: Self.minor) == [1, 5])
  }

  @Test("LN-14: a minor who becomes an adult has the lane alone, and one in whose lane nothing stands has none")
  func grown() throws {
    var household = try Self.looked(after: [3])
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(Self.readers(household.state, of: Self.minor) == [5])
    var other = Household.family
    try other.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(Self.readers(other.state, of: Self.minor).isEmpty)
  }

  @Test("LN-14: the new owner receives it, and the former one only as a guardian", arguments: [([], [3, 5]), ([1], [1, 3, 5])])
  func handedOver(guardians: [UInt64], readers: [UInt64]) throws {
    var household = try Self.looked(after: guardians)
    try household.perform(.transferOwnership(PrecedenceTests.transfer(3)))
    #expect(Self.readers(household.state, of: Self.minor) == readers)
  }

  @Test("LN-14: an account's lane is received by its owner and those it is granted to, while they are there")
  func accounts() throws {
    var household = Household.family
    for snapshot in [Self.account(1, owner: 3, grants: [2, 5]), Self.account(2, owner: 2, grants: [])] {
      try household.state.restore(snapshot)
    }
    let lanes = [1, 2].map { Lane.account(AccountID(high: 0xAC, low: $0)) }
    #expect(lanes.map { Self.readers(household.state, of: $0) } == [[2, 3, 5], [2]])
    #expect(household.state.lanes(readableBy: Household.member(2)).suffix(2) == lanes[...])
    try household.perform(.leaveGroup(LeaveGroup()), by: 2)
    #expect(lanes.map { Self.readers(household.state, of: $0) } == [[3, 5], []])
  }

  @Test("product 60: each cell of the right by which an account is read counts")
  func everyAccountCell() throws {
    var household = Household.family
    for (owner, number) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)] as [(UInt64, UInt64)] {
      try household.state.restore(Self.account(number, owner: owner, grants: []))
    }
    for (number, role) in zip(1...5 as ClosedRange<UInt64>, MatrixTests.roles) {
      let lane = Lane.account(AccountID(high: 0xAC, low: number))
      let lanes = { (matrix: Matrix) in household.state.lanes(readableBy: Household.member(number), matrix: matrix) }
      #expect(lanes(.standard).contains(lane))
      var other = Matrix.standard
      other[.accountsRead, role] = .no
      #expect(!lanes(other).contains(lane), "\(role.text)")
    }
  }

  @Test("LN-14: a lane's snapshot is what it was made of, and one that contradicts itself is refused")
  func snapshots() throws {
    var state = GroupState(group: Household.group)
    for snapshot in [Self.snapshot(of: Self.minor, guardians: [2, 3]), Self.account(1, owner: 3, grants: [2, 5])] {
      try state.restore(snapshot)
      #expect(Lane(name: snapshot.lane).map(state.snapshot(of:)) == snapshot)
      // Lanes that are not there are as those before their first event.
      let lane = try #require(Lane(name: snapshot.lane))
      let empty = GroupState(group: Household.group).snapshot(of: lane)
      try state.restore(empty)
      #expect(state.snapshot(of: lane) == empty)
    }
    let refused: [(LaneSnapshot, HistoryFlaw)] = [
      (Self.snapshot(of: Self.minor, guardians: [2, 2]), .contradiction(.idsUnique)),
      (Self.account(1, owner: 3, grants: [5, 2]), .contradiction(.idsUnique)),
      (Self.account(1, owner: 3, grants: [3]), .contradiction(.idsUnique)),
      (Self.snapshot(of: .inbox(Household.member(5)), guardians: []), .misplaced),
    ]
    for (snapshot, flaw) in refused { #expect(throws: flaw) { try state.restore(snapshot) } }
    var odd = Self.snapshot(of: Self.minor, guardians: [2])
    odd.minor.begun = false
    #expect(throws: HistoryFlaw.malformed("begun")) { try state.restore(odd) }
  }

  @Test("LN-09: what is answered from the lanes that a member receives has nothing of the others")
  func kept() throws {
    var state = try Self.looked(after: [2]).state
    try state.restore(Self.account(1, owner: 3, grants: []))
    state.keepOnly(state.lanes(readableBy: Household.member(4)))
    #expect(!state.minor(Household.member(5)).hasBegun && state.account(AccountID(high: 0xAC, low: 1)) == nil)
  }

  @Test("LN-14: who joins, looks or is told of by others begins no fold of a lane: only what happens in it does")
  func unused() throws {
    var household = Household.family
    let isEmpty = { (state: GroupState) in (state.minors.isEmpty, state.accounts.isEmpty, state.inboxes.isEmpty) }
    #expect(isEmpty(household.state) == (true, true, true))
    // What is asked of them is answered without making one.
    for number in 1...5 as ClosedRange<UInt64> {
      let member = Household.member(number)
      #expect(!household.state.minor(member).hasBegun && household.state.inbox(of: member) == InboxState())
      for lane in household.state.lanes(readableBy: member) { _ = household.state.snapshot(of: lane) }
    }
    try household.perform(.addEntry(Household.entry(1, minor: 500)))
    #expect(isEmpty(household.state) == (true, true, true))
    for lane in household.state.lanes(readableBy: Household.member(5)) where lane != .shared {
      try household.state.restore(GroupState(group: Household.group).snapshot(of: lane))
    }
    #expect(isEmpty(household.state) == (true, true, true))
    // The control.
    try household.perform(.setSpending(FamilyTests.spending(1, minor: 10_000)), by: 5)
    #expect(isEmpty(household.state) == (false, true, true) && household.state.minors.count == 1)
  }
}
