import HearthProtocol
import Testing

@testable import Ledger

/// The matrix for commands about members: role by command by own or other by the target's role, written out and not
/// derived from `Right`.
struct MemberPermissionTests {
  enum Wish: String, CaseIterable {
    case add, claimAdult, claimMinor, rename, color, changeRole, approve, decline, request, acknowledge, leave, remove, restore, transfer
  }

  /// For commands that are about nobody else: owner, admin, adult, viewer, minor.
  static let plain: [(Wish, [Bool])] = [
    (.add, [true, true, false, false, false]),
    (.claimAdult, [true, true, true, true, false]),
    (.claimMinor, [true, true, true, true, true]),
    (.approve, [true, false, false, false, false]),
    (.decline, [true, false, false, false, false]),
    (.request, [false, false, false, false, true]),
    (.acknowledge, [true, true, true, true, true]),
    (.leave, [false, true, true, true, true]),
    (.restore, [true, false, false, false, false]),
  ]

  /// A row a role of the asker; the columns are the target's: owner, admin, adult, viewer, minor, then the asker
  /// themself.
  static let targeted: [(Wish, [[Bool]])] = [
    (
      .rename,
      [
        [false, true, true, true, true, true], [false, false, false, false, false, true], [false, false, false, false, false, true],
        [false, false, false, false, false, true], [false, false, false, false, false, true],
      ]
    ),
    (
      .color,
      [
        [false, true, true, true, true, true], [false, false, false, false, false, true], [false, false, false, false, false, true],
        [false, false, false, false, false, true], [false, false, false, false, false, true],
      ]
    ),
    (
      .changeRole,
      [
        [false, true, true, true, true, false], [false, false, false, false, false, false], [false, false, false, false, false, false],
        [false, false, false, false, false, false], [false, false, false, false, false, false],
      ]
    ),
    (
      .remove,
      [
        [false, true, true, true, true, false], [false, false, true, true, false, false], [false, false, false, false, false, false],
        [false, false, false, false, false, false], [false, false, false, false, false, false],
      ]
    ),
    (
      .transfer,
      [
        [false, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false],
        [false, false, false, false, false, false], [false, false, false, false, false, false],
      ]
    ),
  ]

  @Test("product 49 50 51 52 53 54: what each role may do without a target", arguments: plain.map(\.0), 1...5 as ClosedRange<UInt64>)
  func plainCell(_ wish: Wish, _ member: UInt64) throws {
    let row = try #require(Self.plain.first { $0.0 == wish })
    let situation = Situation(Self.body(wish, member, on: 0), household: Self.household, by: member)
    try Self.expect(situation, isAllowed: row.1[Int(member) - 1], "\(wish) by \(member)")
  }

  /// Second members of every role (11 admin, 12 adult, 13 viewer, 14 minor) stand for others of the asker's own role.
  @Test("product 49 52 61 66: what each role may do to whom", arguments: targeted.map(\.0), 1...5 as ClosedRange<UInt64>)
  func targetedCell(_ wish: Wish, _ member: UInt64) throws {
    let rows = try #require(Self.targeted.first { $0.0 == wish }).1
    for (column, target) in [1, 11, 12, 13, 14, member].enumerated() where column != 0 || member != 1 {
      let situation = Situation(Self.body(wish, member, on: target), household: Self.household, by: member)
      try Self.expect(situation, isAllowed: rows[Int(member) - 1][column], "\(wish) by \(member) on \(target)")
    }
  }

  @Test("C2 nobody but the owner writes a role, and nobody their own")
  func rolesAreNeverSelfWritten() {
    for member in 1...5 as ClosedRange<UInt64> {
      for role in [Role.admin, .adult, .viewer, .minor, .owner] {
        let situation = Situation(.changeRole(PrecedenceTests.change(member, to: role)), household: Self.household, by: member)
        #expect(situation.rejection != nil, "\(member) to \(role)")
      }
    }
  }

  private static func expect(_ situation: Situation, isAllowed: Bool, _ what: String) throws {
    guard !isAllowed else {
      #expect(situation.rejection == nil || situation.rejection == .nothingPending, "\(what): \(String(describing: situation.rejection))")
      return
    }
    let rejection = try #require(situation.rejection, "\(what)")
    #expect([.forbidden, .ownerMustTransfer, .claimNotAllowed].contains(rejection.code), "\(what): \(rejection)")
  }

  static func body(_ wish: Wish, _ member: UInt64, on target: UInt64) -> Command.OneOf_Body {
    switch wish {
    case .add: .addPlaceholder(PrecedenceTests.placeholder(50))
    case .claimAdult: .claimMember(PrecedenceTests.claim(30))
    case .claimMinor: .claimMember(PrecedenceTests.claim(31, accepting: TransparencyNotice.version))
    case .rename: .renameMember(PrecedenceTests.renaming(target, to: "Somebody else"))
    case .color: PrecedenceTests.coloring(target)
    // To whatever the target is not.
    case .changeRole: .changeRole(PrecedenceTests.change(target, to: [4, 13].contains(target) ? .adult : .viewer))
    case .approve: .approveRole(PrecedenceTests.approval(14))
    case .decline: .declineRole(PrecedenceTests.roleDecline(14))
    case .request: .requestRole(PrecedenceTests.request(.adult))
    // A role waits for nobody, which is what they are told who may.
    case .acknowledge: .acknowledgeRole(PrecedenceTests.acknowledgement())
    case .leave: .leaveGroup(LeaveGroup())
    case .remove: .removeMember(PrecedenceTests.removal(target))
    case .restore: .restoreMember(PrecedenceTests.restoration(32))
    case .transfer: .transferOwnership(PrecedenceTests.transfer(target))
    }
  }

  /// A family of nine with two placeholders, one of whom was removed, in a group with places for more.
  static let household: Household = {
    var household = Household()
    do {
      try household.found(membersMax: 100)
      for (number, role) in [
        (2, Role.admin), (3, .adult), (4, .viewer), (5, .minor), (11, .admin), (12, .adult), (13, .viewer), (14, .minor),
      ] {
        try household.admit(UInt64(number), as: role)
      }
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30, "Meera")))
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(31, "Riya", as: .minor)))
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(32, "Gone")))
      try household.perform(.removeMember(PrecedenceTests.removal(32)))
      try household.perform(.requestRole(PrecedenceTests.request(.viewer)), by: 14)
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }()
}
