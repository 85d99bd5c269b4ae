import HearthProtocol

@testable import Ledger

/// The commands about members, spoilt one by one and in order.
extension PrecedenceTests {
  static let memberTables: [(String, Situation, [Fault])] = [
    ("join_group as a placeholder", Situation.claimingJoin, Array(envelope.prefix(2)) + claimingJoinFaults),
    ("join_group that waits", Situation.waitingJoin, Array(envelope.prefix(2)) + waitingJoinFaults),
    ("add_placeholder", Situation.valid("add_placeholder", on: 33), envelope + asker + addPlaceholderFaults),
    (
      "claim_member", Situation.valid("claim_member", on: 31, household: staged, by: 3),
      envelope + asker + claimFaults
    ),
    ("rename_member", Situation.valid("rename_member", household: staged), envelope + asker + renameFaults),
    ("set_member_color", Situation.valid("set_member_color", household: staged), envelope + asker + colorFaults),
    ("set_default_sharing", Situation.valid("set_default_sharing", household: staged), envelope + asker + sharingFaults),
    ("set_member_email", Situation.valid("set_member_email", by: 3), envelope + asker + emailFaults),
    ("change_role", Situation.valid("change_role", household: staged), envelope + asker + changeRoleFaults),
    ("acknowledge_role", Situation.valid("acknowledge_role", household: proposed, by: 3), envelope + asker + acknowledgeFaults),
    ("request_role", Situation.valid("request_role", by: 5), envelope + asker + requestFaults),
    ("approve_role", Situation.valid("approve_role", on: 5, household: requested), envelope + asker + approveFaults),
    ("decline_role", Situation.valid("decline_role", on: 5, household: requested), envelope + asker + declineFaults),
    ("approve_join", Situation.valid("approve_join", on: 9, household: asking()), envelope + asker + approveJoinFaults),
    ("decline_join", Situation.valid("decline_join", on: 9, household: asking()), envelope + asker + declineJoinFaults),
    ("leave_group", Situation.valid("leave_group", by: 3), envelope + asker + leaveFaults),
    ("remove_member", Situation.valid("remove_member", household: staged), envelope + asker + removeFaults),
    ("restore_member", Situation.valid("restore_member", on: 32, household: staged), envelope + asker + restoreFaults),
    ("transfer_ownership", Situation.valid("transfer_ownership", household: staged), envelope + asker + transferFaults),
  ]

  private static let claimingJoinFaults: [Fault] = [
    Fault(.inviteInvalid) { $0.context.invite = nil },
    Fault(.alreadyMember) { $0.context.holder = Household.holder(2) },
    Fault(.claimNotPossible(field: "join_group.code")) {
      $0.state = handedOver
      $0.context.holder = Household.holder(3)
      $0.context.invite = handoverInvite
    },
    Fault(.malformedID(field: joinField)) { $0.command.joinGroup.claimsMemberID = "Meera" },
    Fault(.unknownMember(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(99) },
    Fault(.alreadyClaimed(field: joinField, unclaimed: unclaimed)) { $0.command.joinGroup.claimsMemberID = Household.text(4) },
    Fault(.memberNotActive(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(32) },
    Fault(.claimNotPossible(field: joinField)) {
      $0.state = left
      $0.context.holder = Household.holder(3)
    },
    Fault(.claimNotAllowed(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(30) },
    Fault(.transparencyNotAccepted(field: "join_group.accepts_transparency")) { $0.command.joinGroup.acceptsTransparency = "" },
    Fault(.textTooLong(field: "join_group.display_name", charactersMax: 50)) {
      $0.command.joinGroup.displayName = String(repeating: "s", count: 51)
    },
  ]
  private static let joinField = "join_group.claims_member_id"

  private static let addPlaceholderFaults: [Fault] = [
    forbidden(.placeholdersAdd),
    archivedFault,
    Fault(.malformedID(field: "add_placeholder.member_id")) { $0.command.addPlaceholder.memberID = "x" },
    Fault(.alreadyExists(field: "add_placeholder.member_id")) { $0.command.addPlaceholder.memberID = Household.text(3) },
    Fault(.choiceNotAllowed(field: "add_placeholder.role")) { $0.command.addPlaceholder.role = .admin },
    Fault(.textTooLong(field: "add_placeholder.display_name", charactersMax: 50)) {
      $0.command.addPlaceholder.displayName = String(repeating: "s", count: 51)
    },
    Fault(.textNotAllowed(field: "add_placeholder.display_name", .controlCharacter)) { $0.command.addPlaceholder.displayName = "a\nb" },
    Fault(.groupFull(membersMax: 10)) { $0.state = crowdedWithPlaceholders },
  ]

  private static let claimFaults: [Fault] =
    [archivedFault] + about("claim_member") { $0.command.claimMember.memberID = $1 } + [
      Fault(.alreadyClaimed(field: "claim_member.member_id", unclaimed: unclaimed)) {
        $0.command.claimMember.memberID = Household.text(4)
      },
      Fault(.memberNotActive(field: "claim_member.member_id")) { $0.command.claimMember.memberID = Household.text(32) },
      Fault(.claimNotPossible(field: "claim_member.member_id")) { $0.state = named },
      Fault(.claimNotAllowed(field: "claim_member.member_id")) {
        $0.command.claimMember.memberID = Household.text(30)
        $0.context.holder = Household.holder(5)
      },
      Fault(.transparencyNotAccepted(field: "claim_member.accepts_transparency")) { $0.command.claimMember.acceptsTransparency = "" },
    ]

  private static let renameFaults: [Fault] =
    [archivedFault] + about("rename_member") { $0.command.renameMember.memberID = $1 } + [
      Fault(.forbidden(rule: .membersRename, role: .admin)) { $0.context.holder = Household.holder(2) },
      Fault(.textTooLong(field: "rename_member.display_name", charactersMax: 50)) {
        $0.command.renameMember.displayName = String(repeating: "न", count: 51)
      },
      Fault(.textMissing(field: "rename_member.display_name")) { $0.command.renameMember.displayName = " " },
      Fault(.textNotAllowed(field: "rename_member.display_name", .directionOverride)) { $0.command.renameMember.displayName = "\u{202E}x" },
      Fault(.memberNotActive(field: "rename_member.member_id")) { $0.command.renameMember.memberID = Household.text(32) },
      Fault(.nothingChanges) { $0.command.renameMember.displayName = "Member 3" },
    ]

  private static let colorFaults: [Fault] =
    [archivedFault] + about("set_member_color") { $0.command.setMemberColor.memberID = $1 } + [
      Fault(.forbidden(rule: .membersRename, role: .viewer)) { $0.context.holder = Household.holder(4) },
      Fault(.colorMalformed(field: "set_member_color.color")) { $0.command.setMemberColor.color = "#4F8A1G" },
      Fault(.colorMalformed(field: "set_member_color.color")) { $0.command.setMemberColor.color = "4F8A100" },
      Fault(.memberNotActive(field: "set_member_color.member_id")) { $0.command.setMemberColor.memberID = Household.text(32) },
      Fault(.nothingChanges) { $0.command.setMemberColor.color = "" },
    ]

  private static let sharingFaults: [Fault] =
    [forbidden(.sharingSet), archivedFault] + about("set_default_sharing") { $0.command.setDefaultSharing.memberID = $1 } + [
      Fault(.memberNotActive(field: "set_default_sharing.member_id")) { $0.command.setDefaultSharing.memberID = Household.text(32) },
      Fault(.nothingChanges) { $0.command.setDefaultSharing.clearShares() },
    ]

  private static let emailFaults: [Fault] = [
    archivedFault,
    Fault(.textTooLong(field: "set_member_email.email", charactersMax: 254)) {
      $0.command.setMemberEmail.email = String(repeating: "m", count: 243) + "@example.org"
    },
    Fault(.textNotAllowed(field: "set_member_email.email", .controlCharacter)) { $0.command.setMemberEmail.email = "m\n@example.org" },
    Fault(.emailMalformed(field: "set_member_email.email")) { $0.command.setMemberEmail.email = "example.org" },
    Fault(.nothingChanges) { $0.command.setMemberEmail.email = "" },
  ]

  private static let changeRoleFaults: [Fault] =
    [forbidden(.rolesChange), archivedFault] + about("change_role") { $0.command.changeRole.memberID = $1 } + [
      Fault(.ownerMustTransfer) { $0.command.changeRole.memberID = Household.text(1) },
      Fault(.choiceNotAllowed(field: "change_role.role")) { $0.command.changeRole.role = .owner },
      Fault(.choiceNotAllowed(field: "change_role.role")) { $0.command.changeRole.role = .unspecified },
      Fault(.memberNotActive(field: "change_role.member_id")) { $0.command.changeRole.memberID = Household.text(32) },
      Fault(.nothingChanges) { $0.command.changeRole.role = .adult },
    ]

  private static let acknowledgeFaults: [Fault] = [
    archivedFault,
    Fault(.nothingPending) { $0.state = staged.state },
    Fault(.transparencyNotAccepted(field: "acknowledge_role.accepts_transparency")) { $0.command.acknowledgeRole.acceptsTransparency = "" },
  ]

  private static let requestFaults: [Fault] = [
    forbidden(.rolesRequest),
    archivedFault,
    Fault(.choiceNotAllowed(field: "request_role.role")) { $0.command.requestRole.role = .admin },
    Fault(.nothingChanges) { $0.state = requested.state },
  ]

  private static let approveFaults: [Fault] =
    [forbidden(.rolesChange), archivedFault] + about("approve_role") { $0.command.approveRole.memberID = $1 } + [
      Fault(.nothingPending) { $0.command.approveRole.role = .adult }
    ]

  private static let declineFaults: [Fault] =
    [forbidden(.rolesChange), archivedFault] + about("decline_role") { $0.command.declineRole.memberID = $1 } + [
      Fault(.nothingPending) { $0.command.declineRole.memberID = Household.text(3) }
    ]

  private static let approveJoinFaults: [Fault] = [
    forbidden(.joinsApprove),
    archivedFault,
    Fault(.malformedID(field: "approve_join.member_id")) { $0.command.approveJoin.memberID = "Sara" },
    Fault(.noJoinRequest(field: "approve_join.member_id")) { $0.command.approveJoin.memberID = Household.text(3) },
    Fault(.groupFull(membersMax: 1_000)) { ($0.state, $0.command.approveJoin) = (remembersAll, joinApproval(9)) },
    Fault(.alreadyClaimed(field: "approve_join.member_id", unclaimed: Array(unclaimed.suffix(1)))) {
      ($0.state, $0.command.approveJoin) = (after(claimAsked, [(.claimMember(claim(30)), 3)]).state, joinApproval(30))
    },
    Fault(.memberNotActive(field: "approve_join.member_id")) {
      ($0.state, $0.command.approveJoin) = (after(claimAsked, [(.removeMember(removal(30)), 1)]).state, joinApproval(30))
    },
    Fault(.claimNotAllowed(field: "approve_join.member_id")) {
      ($0.state, $0.command.approveJoin) = (after(minorAsks, [(.changeRole(change(31, to: .adult)), 1)]).state, joinApproval(31))
    },
  ]

  private static let waitingJoinFaults: [Fault] = [
    Fault(.joinPending) { $0.state = asking(roomy, by: [12]).state },
    Fault(.tooManyJoinRequests) { $0.state = asking(roomy, by: 40..<60).state },
  ]

  private static let declineJoinFaults: [Fault] = [
    forbidden(.joinsApprove),
    archivedFault,
    Fault(.malformedID(field: "decline_join.member_id")) { $0.command.declineJoin.memberID = "Sara" },
    Fault(.noJoinRequest(field: "decline_join.member_id")) { $0.command.declineJoin.memberID = Household.text(3) },
  ]

  private static let leaveFaults: [Fault] = [Fault(.ownerMustTransfer) { $0.context.holder = Household.holder(1) }]

  private static let removeFaults: [Fault] =
    [forbidden(.membersRemove), archivedFault] + about("remove_member") { $0.command.removeMember.memberID = $1 } + [
      Fault(.ownerMustTransfer) {
        $0.context.holder = Household.holder(1)
        $0.command.removeMember.memberID = Household.text(1)
      },
      Fault(.forbidden(rule: .membersRemove, role: .admin)) {
        $0.context.holder = Household.holder(2)
        $0.command.removeMember.memberID = Household.text(5)
      },
      Fault(.memberNotActive(field: "remove_member.member_id")) { $0.command.removeMember.memberID = Household.text(32) },
    ]

  private static let restoreFaults: [Fault] =
    [forbidden(.membersRestore), archivedFault] + about("restore_member") { $0.command.restoreMember.memberID = $1 } + [
      Fault(.hasLeft(field: "restore_member.member_id")) {
        $0.state = left
        $0.command.restoreMember.memberID = Household.text(3)
      },
      Fault(.memberNotActive(field: "restore_member.member_id")) {
        $0.state = replaced
        $0.command.restoreMember.memberID = Household.text(3)
      },
      Fault(.nothingChanges) { $0.command.restoreMember.memberID = Household.text(4) },
      Fault(.groupFull(membersMax: 10)) { $0.state = crowdedWithPlaceholders },
    ]

  private static let transferFaults: [Fault] =
    [forbidden(.ownershipTransfer), archivedFault] + about("transfer_ownership") { $0.command.transferOwnership.memberID = $1 } + [
      Fault(.forbidden(rule: .ownershipTransfer, role: .owner)) {
        $0.command.transferOwnership.memberID = Household.text(4)
      },
      Fault(.memberNotActive(field: "transfer_ownership.member_id")) { $0.command.transferOwnership.memberID = Household.text(30) },
    ]

  private static func about(_ command: String, _ name: @escaping @Sendable (inout Situation, String) -> Void) -> [Fault] {
    [
      Fault(.malformedID(field: "\(command).member_id")) { name(&$0, "Ravi") },
      Fault(.unknownMember(field: "\(command).member_id")) { name(&$0, Household.text(99)) },
    ]
  }
}

extension Situation {
  /// A minor claims the placeholder that is marked as a minor.
  fileprivate static let claimingJoin: Situation = {
    var wish = JoinGroup()
    wish.claimsMemberID = Household.text(31)
    wish.acceptsTransparency = TransparencyNotice.version
    var situation = Situation(.joinGroup(wish), household: PrecedenceTests.staged, by: 9)
    situation.command.groupID = ""
    situation.context.invite = InviteID(high: 0xD000, low: 1)
    return situation
  }()

  /// Somebody joins by an invite that needs approval.
  fileprivate static let waitingJoin: Situation = {
    let household = PrecedenceTests.asking(PrecedenceTests.roomy, by: [])
    var situation = Situation(.joinGroup(PrecedenceTests.joining(12)), household: household, by: 12)
    situation.command.groupID = ""
    return situation
  }()
}
