import HearthProtocol

@testable import Ledger

/// The commands about members, spoilt one by one and in order.
extension PrecedenceTests {
  static let memberTables: [(String, Situation, [Flaw])] = [
    ("join_group as a placeholder", Situation.claimingJoin, Array(envelope.prefix(2)) + claimingJoinFlaws),
    ("join_group that waits", Situation.waitingJoin, Array(envelope.prefix(2)) + waitingJoinFlaws),
    ("add_placeholder", Situation.valid("add_placeholder", on: 33), envelope + asker + addPlaceholderFlaws),
    (
      "claim_member", Situation.valid("claim_member", on: 31, household: staged, by: 3),
      envelope + asker + claimFlaws
    ),
    ("rename_member", Situation.valid("rename_member", household: staged), envelope + asker + renameFlaws),
    ("set_member_color", Situation.valid("set_member_color", household: staged), envelope + asker + colorFlaws),
    ("set_default_sharing", Situation.valid("set_default_sharing", household: staged), envelope + asker + sharingFlaws),
    ("set_party", Situation.valid("set_party", household: staged), envelope + asker + partyFlaws),
    ("set_member_email", Situation.valid("set_member_email", by: 3), envelope + asker + emailFlaws),
    ("change_role", Situation.valid("change_role", household: staged), envelope + asker + changeRoleFlaws),
    ("acknowledge_role", Situation.valid("acknowledge_role", household: proposed, by: 3), envelope + asker + acknowledgeFlaws),
    ("request_role", Situation.valid("request_role", by: 5), envelope + asker + requestFlaws),
    ("approve_role", Situation.valid("approve_role", on: 5, household: requested), envelope + asker + approveFlaws),
    ("decline_role", Situation.valid("decline_role", on: 5, household: requested), envelope + asker + declineFlaws),
    ("approve_join", Situation.valid("approve_join", on: 9, household: asking()), envelope + asker + approveJoinFlaws),
    ("decline_join", Situation.valid("decline_join", on: 9, household: asking()), envelope + asker + declineJoinFlaws),
    ("leave_group", Situation.valid("leave_group", by: 3), envelope + asker + leaveFlaws),
    ("remove_member", Situation.valid("remove_member", household: staged), envelope + asker + removeFlaws),
    ("restore_member", Situation.valid("restore_member", on: 32, household: staged), envelope + asker + restoreFlaws),
    ("erase_words", Situation.valid("erase_words", household: staged), envelope + asker + eraseFlaws),
    ("transfer_ownership", Situation.valid("transfer_ownership", household: staged), envelope + asker + transferFlaws),
  ]

  private static let claimingJoinFlaws: [Flaw] = [
    Flaw(.inviteInvalid) { $0.context.invite = nil },
    Flaw(.alreadyMember) { $0.context.holder = Household.holder(2) },
    Flaw(.claimNotPossible(field: "join_group.code")) {
      $0.state = handedOver
      $0.context.holder = Household.holder(3)
      $0.context.invite = handoverInvite
    },
    Flaw(.malformedID(field: joinField)) { $0.command.joinGroup.claimsMemberID = "Meera" },
    Flaw(.unknownMember(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(99) },
    Flaw(.alreadyClaimed(field: joinField, unclaimed: unclaimed)) { $0.command.joinGroup.claimsMemberID = Household.text(4) },
    Flaw(.memberNotActive(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(32) },
    Flaw(.claimNotPossible(field: joinField)) {
      $0.state = left
      $0.context.holder = Household.holder(3)
    },
    Flaw(.claimNotAllowed(field: joinField)) { $0.command.joinGroup.claimsMemberID = Household.text(30) },
    Flaw(.transparencyNotAccepted(field: "join_group.accepts_transparency")) { $0.command.joinGroup.acceptsTransparency = "" },
    Flaw(.textTooLong(field: "join_group.display_name", charactersMax: 50)) {
      $0.command.joinGroup.displayName = String(repeating: "s", count: 51)
    },
  ]
  private static let joinField = "join_group.claims_member_id"

  private static let addPlaceholderFlaws: [Flaw] = [
    forbidden(.placeholdersAdd),
    archivedFlaw,
    Flaw(.malformedID(field: "add_placeholder.member_id")) { $0.command.addPlaceholder.memberID = "x" },
    Flaw(.alreadyExists(field: "add_placeholder.member_id")) { $0.command.addPlaceholder.memberID = Household.text(3) },
    Flaw(.choiceNotAllowed(field: "add_placeholder.role")) { $0.command.addPlaceholder.role = .admin },
    Flaw(.textTooLong(field: "add_placeholder.display_name", charactersMax: 50)) {
      $0.command.addPlaceholder.displayName = String(repeating: "s", count: 51)
    },
    Flaw(.textNotAllowed(field: "add_placeholder.display_name", .controlCharacter)) { $0.command.addPlaceholder.displayName = "a\nb" },
    Flaw(.groupFull(membersMax: 10)) { $0.state = crowdedWithPlaceholders },
  ]

  private static let claimFlaws: [Flaw] =
    [archivedFlaw] + about("claim_member") { $0.command.claimMember.memberID = $1 } + [
      Flaw(.alreadyClaimed(field: "claim_member.member_id", unclaimed: unclaimed)) {
        $0.command.claimMember.memberID = Household.text(4)
      },
      Flaw(.memberNotActive(field: "claim_member.member_id")) { $0.command.claimMember.memberID = Household.text(32) },
      Flaw(.claimNotPossible(field: "claim_member.member_id")) { $0.state = named },
      Flaw(.claimNotAllowed(field: "claim_member.member_id")) {
        $0.command.claimMember.memberID = Household.text(30)
        $0.context.holder = Household.holder(5)
      },
      Flaw(.transparencyNotAccepted(field: "claim_member.accepts_transparency")) { $0.command.claimMember.acceptsTransparency = "" },
    ]

  private static let renameFlaws: [Flaw] =
    [archivedFlaw] + about("rename_member") { $0.command.renameMember.memberID = $1 } + [
      Flaw(.forbidden(right: .membersRename, role: .admin)) { $0.context.holder = Household.holder(2) },
      Flaw(.textTooLong(field: "rename_member.display_name", charactersMax: 50)) {
        $0.command.renameMember.displayName = String(repeating: "न", count: 51)
      },
      Flaw(.textMissing(field: "rename_member.display_name")) { $0.command.renameMember.displayName = " " },
      Flaw(.textNotAllowed(field: "rename_member.display_name", .directionOverride)) { $0.command.renameMember.displayName = "\u{202E}x" },
      Flaw(.memberNotActive(field: "rename_member.member_id")) { $0.command.renameMember.memberID = Household.text(32) },
      Flaw(.nothingChanges) { $0.command.renameMember.displayName = "Member 3" },
    ]

  private static let colorFlaws: [Flaw] =
    [archivedFlaw] + about("set_member_color") { $0.command.setMemberColor.memberID = $1 } + [
      Flaw(.forbidden(right: .membersRename, role: .viewer)) { $0.context.holder = Household.holder(4) },
      Flaw(.colorMalformed(field: "set_member_color.color")) { $0.command.setMemberColor.color = "#4F8A1G" },
      Flaw(.colorMalformed(field: "set_member_color.color")) { $0.command.setMemberColor.color = "4F8A100" },
      Flaw(.memberNotActive(field: "set_member_color.member_id")) { $0.command.setMemberColor.memberID = Household.text(32) },
      Flaw(.nothingChanges) { $0.command.setMemberColor.color = "" },
    ]

  private static let eraseFlaws: [Flaw] =
    about("erase_words") { $0.command.eraseWords.memberID = $1 } + [
      Flaw(.forbidden(right: .wordsErase, role: .admin)) {
        $0.command.eraseWords.memberID = Household.text(32)
        $0.context.holder = Household.holder(2)
      },
      Flaw(.forbidden(right: .wordsErase, role: .owner)) { $0.command.eraseWords.memberID = Household.text(3) },
      Flaw(.nothingChanges) { $0.state = after(staged, [(.eraseWords(EraseWords()), 1)]).state },
    ]

  private static let sharingFlaws: [Flaw] =
    [forbidden(.sharingSet), archivedFlaw] + about("set_default_sharing") { $0.command.setDefaultSharing.memberID = $1 } + [
      Flaw(.memberNotActive(field: "set_default_sharing.member_id")) { $0.command.setDefaultSharing.memberID = Household.text(32) },
      Flaw(.nothingChanges) { $0.command.setDefaultSharing.clearShares() },
    ]

  private static let partyFlaws: [Flaw] =
    [forbidden(.partiesSet), archivedFlaw] + about("set_party") { $0.command.setParty.memberID = $1 } + [
      Flaw(.memberNotActive(field: "set_party.member_id")) { $0.command.setParty.memberID = Household.text(32) },
      Flaw(.malformedID(field: "set_party.with_member_id")) { $0.command.setParty.withMemberID = "Asha" },
      Flaw(.unknownMember(field: "set_party.with_member_id")) { $0.command.setParty.withMemberID = Household.text(99) },
      Flaw(.memberNotActive(field: "set_party.with_member_id")) { $0.command.setParty.withMemberID = Household.text(32) },
      Flaw(.choiceNotAllowed(field: "set_party.with_member_id")) { $0.command.setParty.withMemberID = Household.text(3) },
      Flaw(.nothingChanges) { $0.state = after(staged, [(.setParty(party(1, with: 3)), 1)]).state },
    ]

  private static let emailFlaws: [Flaw] = [
    archivedFlaw,
    Flaw(.textTooLong(field: "set_member_email.email", charactersMax: 254)) {
      $0.command.setMemberEmail.email = String(repeating: "m", count: 243) + "@example.org"
    },
    Flaw(.textNotAllowed(field: "set_member_email.email", .controlCharacter)) { $0.command.setMemberEmail.email = "m\n@example.org" },
    Flaw(.emailMalformed(field: "set_member_email.email")) { $0.command.setMemberEmail.email = "example.org" },
    Flaw(.nothingChanges) { $0.command.setMemberEmail.email = "" },
  ]

  private static let changeRoleFlaws: [Flaw] =
    [forbidden(.rolesChange), archivedFlaw] + about("change_role") { $0.command.changeRole.memberID = $1 } + [
      Flaw(.ownerMustTransfer) { $0.command.changeRole.memberID = Household.text(1) },
      Flaw(.choiceNotAllowed(field: "change_role.role")) { $0.command.changeRole.role = .owner },
      Flaw(.choiceNotAllowed(field: "change_role.role")) { $0.command.changeRole.role = .unspecified },
      Flaw(.memberNotActive(field: "change_role.member_id")) { $0.command.changeRole.memberID = Household.text(32) },
      Flaw(.nothingChanges) { $0.command.changeRole.role = .adult },
    ]

  private static let acknowledgeFlaws: [Flaw] = [
    archivedFlaw,
    Flaw(.nothingPending) { $0.state = staged.state },
    Flaw(.transparencyNotAccepted(field: "acknowledge_role.accepts_transparency")) { $0.command.acknowledgeRole.acceptsTransparency = "" },
  ]

  private static let requestFlaws: [Flaw] = [
    forbidden(.rolesRequest),
    archivedFlaw,
    Flaw(.choiceNotAllowed(field: "request_role.role")) { $0.command.requestRole.role = .admin },
    Flaw(.nothingChanges) { $0.state = requested.state },
  ]

  private static let approveFlaws: [Flaw] =
    [forbidden(.rolesChange), archivedFlaw] + about("approve_role") { $0.command.approveRole.memberID = $1 } + [
      Flaw(.nothingPending) { $0.command.approveRole.role = .adult }
    ]

  private static let declineFlaws: [Flaw] =
    [forbidden(.rolesChange), archivedFlaw] + about("decline_role") { $0.command.declineRole.memberID = $1 } + [
      Flaw(.nothingPending) { $0.command.declineRole.memberID = Household.text(3) }
    ]

  private static let approveJoinFlaws: [Flaw] = [
    forbidden(.joinsApprove),
    archivedFlaw,
    Flaw(.malformedID(field: "approve_join.member_id")) { $0.command.approveJoin.memberID = "Sara" },
    Flaw(.noJoinRequest(field: "approve_join.member_id")) { $0.command.approveJoin.memberID = Household.text(3) },
    Flaw(.groupFull(membersMax: 1_000)) { ($0.state, $0.command.approveJoin) = (remembersAll, joinApproval(9)) },
    Flaw(.alreadyClaimed(field: "approve_join.member_id", unclaimed: Array(unclaimed.suffix(1)))) {
      ($0.state, $0.command.approveJoin) = (after(claimAsked, [(.claimMember(claim(30)), 3)]).state, joinApproval(30))
    },
    Flaw(.memberNotActive(field: "approve_join.member_id")) {
      ($0.state, $0.command.approveJoin) = (after(claimAsked, [(.removeMember(removal(30)), 1)]).state, joinApproval(30))
    },
    Flaw(.claimNotAllowed(field: "approve_join.member_id")) {
      ($0.state, $0.command.approveJoin) = (after(minorAsks, [(.changeRole(change(31, to: .adult)), 1)]).state, joinApproval(31))
    },
  ]

  private static let waitingJoinFlaws: [Flaw] = [
    Flaw(.joinPending) { $0.state = asking(roomy, by: [12]).state },
    Flaw(.tooManyJoinRequests) { $0.state = asking(roomy, by: 40..<60).state },
  ]

  private static let declineJoinFlaws: [Flaw] = [
    forbidden(.joinsApprove),
    archivedFlaw,
    Flaw(.malformedID(field: "decline_join.member_id")) { $0.command.declineJoin.memberID = "Sara" },
    Flaw(.noJoinRequest(field: "decline_join.member_id")) { $0.command.declineJoin.memberID = Household.text(3) },
  ]

  private static let leaveFlaws: [Flaw] = [Flaw(.ownerMustTransfer) { $0.context.holder = Household.holder(1) }]

  private static let removeFlaws: [Flaw] =
    [forbidden(.membersRemove), archivedFlaw] + about("remove_member") { $0.command.removeMember.memberID = $1 } + [
      Flaw(.ownerMustTransfer) {
        $0.context.holder = Household.holder(1)
        $0.command.removeMember.memberID = Household.text(1)
      },
      Flaw(.forbidden(right: .membersRemove, role: .admin)) {
        $0.context.holder = Household.holder(2)
        $0.command.removeMember.memberID = Household.text(5)
      },
      Flaw(.memberNotActive(field: "remove_member.member_id")) { $0.command.removeMember.memberID = Household.text(32) },
    ]

  private static let restoreFlaws: [Flaw] =
    [forbidden(.membersRestore), archivedFlaw] + about("restore_member") { $0.command.restoreMember.memberID = $1 } + [
      Flaw(.hasLeft(field: "restore_member.member_id")) {
        $0.state = left
        $0.command.restoreMember.memberID = Household.text(3)
      },
      Flaw(.memberNotActive(field: "restore_member.member_id")) {
        $0.state = replaced
        $0.command.restoreMember.memberID = Household.text(3)
      },
      Flaw(.nothingChanges) { $0.command.restoreMember.memberID = Household.text(4) },
      Flaw(.groupFull(membersMax: 10)) { $0.state = crowdedWithPlaceholders },
    ]

  private static let transferFlaws: [Flaw] =
    [forbidden(.ownershipTransfer), archivedFlaw] + about("transfer_ownership") { $0.command.transferOwnership.memberID = $1 } + [
      Flaw(.forbidden(right: .ownershipTransfer, role: .owner)) {
        $0.command.transferOwnership.memberID = Household.text(4)
      },
      Flaw(.memberNotActive(field: "transfer_ownership.member_id")) { $0.command.transferOwnership.memberID = Household.text(30) },
    ]

  private static func about(_ command: String, _ name: @escaping @Sendable (inout Situation, String) -> Void) -> [Flaw] {
    [
      Flaw(.malformedID(field: "\(command).member_id")) { name(&$0, "Ravi") },
      Flaw(.unknownMember(field: "\(command).member_id")) { name(&$0, Household.text(99)) },
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
