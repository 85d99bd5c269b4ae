import HearthProtocol

@testable import Ledger

/// Commands about members, and households in which they can be sent.
extension PrecedenceTests {
  static func placeholder(_ number: UInt64, _ name: String = "Guest", as role: Role = .adult) -> AddPlaceholder {
    var wish = AddPlaceholder()
    (wish.memberID, wish.displayName, wish.role) = (Household.text(number), name, role)
    return wish
  }

  static func claim(_ number: UInt64, accepting notice: String = "") -> ClaimMember {
    var wish = ClaimMember()
    wish.memberID = Household.text(number)
    wish.acceptsTransparency = notice
    return wish
  }

  static func renaming(_ number: UInt64, to name: String = "Asha") -> RenameMember {
    var wish = RenameMember()
    (wish.memberID, wish.displayName) = (Household.text(number), name)
    return wish
  }

  /// - Parameter shares: nil: as the role has it.
  static func sharing(_ number: UInt64, _ shares: Bool?) -> SetDefaultSharing {
    var wish = SetDefaultSharing()
    wish.memberID = Household.text(number)
    if let shares { wish.shares = shares }
    return wish
  }

  /// - Parameter other: nil: alone.
  static func party(_ number: UInt64, with other: UInt64?) -> SetParty {
    .with { ($0.memberID, $0.withMemberID) = (Household.text(number), other.map(Household.text) ?? "") }
  }

  static func coloring(_ number: UInt64, _ color: String = "#4F8A10") -> Command.OneOf_Body {
    .setMemberColor(.with { ($0.memberID, $0.color) = (Household.text(number), color) })
  }

  static func change(_ number: UInt64, to role: Role) -> ChangeRole {
    var wish = ChangeRole()
    (wish.memberID, wish.role) = (Household.text(number), role)
    return wish
  }

  static func acknowledgement() -> AcknowledgeRole {
    var wish = AcknowledgeRole()
    wish.acceptsTransparency = TransparencyNotice.version
    return wish
  }

  static func request(_ role: Role) -> RequestRole {
    var wish = RequestRole()
    wish.role = role
    return wish
  }

  static func approval(_ number: UInt64, _ role: Role = .viewer) -> ApproveRole {
    var wish = ApproveRole()
    (wish.memberID, wish.role) = (Household.text(number), role)
    return wish
  }

  static func roleDecline(_ number: UInt64) -> DeclineRole {
    var wish = DeclineRole()
    wish.memberID = Household.text(number)
    return wish
  }

  static func removal(_ number: UInt64) -> RemoveMember {
    var wish = RemoveMember()
    wish.memberID = Household.text(number)
    return wish
  }

  static func restoration(_ number: UInt64) -> RestoreMember {
    var wish = RestoreMember()
    wish.memberID = Household.text(number)
    return wish
  }

  static func transfer(_ number: UInt64) -> TransferOwnership {
    var wish = TransferOwnership()
    wish.memberID = Household.text(number)
    return wish
  }

  private static let staging: [Command.OneOf_Body] = {
    var open = invite(1, role: .minor)
    open.usesMax = 9
    return [
      .createInvite(open), .addPlaceholder(placeholder(30, "Meera")), .addPlaceholder(placeholder(31, "Riya", as: .minor)),
      .addPlaceholder(placeholder(32, "Gone")), .removeMember(removal(32)),
    ]
  }()

  /// The family with two placeholders (30, and the minor 31), one that was removed (32), and an invite for minors.
  static let staged = family(staging)

  static let unclaimed = [
    UnclaimedMember(id: Household.member(30), name: "Meera"), UnclaimedMember(id: Household.member(31), name: "Riya"),
  ]

  /// The same, and the adult has left.
  static let left = after(staged, [(.leaveGroup(LeaveGroup()), 3)]).state

  /// The same, and the adult goes on as the first of the placeholders.
  static let replaced = after(staged, [(.claimMember(claim(30)), 3)]).state

  /// The adult has left, and there is a code by which somebody goes on as the admin (SPEC BN-07).
  static let handedOver: GroupState = {
    var household = after(staged, [(.leaveGroup(LeaveGroup()), 3)])
    var created = InviteCreated()
    (created.inviteID, created.role, created.usesMax) = (handoverInvite.description, .admin, 1)
    created.expiresAtMs = Household.noon + 86_400_000
    created.codeHash = .init(repeating: 3, count: 32)
    created.claimsMemberID = Household.text(2)
    _ = try? household.store(DecidedEvent(.inviteCreated(created)), by: nil)
    return household.state
  }()
  static let handoverInvite = InviteID(high: 0xD000, low: 2)

  /// The same, and an entry names the adult.
  static let named: GroupState = {
    var wish = Household.entry(1)
    wish.content.split.equal.memberIds = [3, 5].map(Household.text)
    return after(staged, [(.addEntry(wish), 3)]).state
  }()

  /// The same, and the adult is to become a minor.
  static let proposed = after(staged, [(.changeRole(change(3, to: .minor)), 1)])

  /// The same, and no member fits in any more.
  static let crowdedWithPlaceholders = after(staged, (40...42).map { (.addPlaceholder(placeholder($0)), 1) }).state

  /// The minor has asked to become a viewer.
  static let requested = after(Household.family, [(.requestRole(request(.viewer)), 5)])

  static func after(_ household: Household, _ wishes: [(Command.OneOf_Body, UInt64)]) -> Household {
    var household = household
    for (body, number) in wishes { _ = try? household.perform(body, by: number) }
    return household
  }
}
