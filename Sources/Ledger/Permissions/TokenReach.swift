import HearthProtocol

/// Who may send a kind of command: a program by a token for the group, or only a person (SPEC ID-21).
public enum TokenReach: Sendable {
  /// A program too, by a token that writes, as far as its member may.
  case program
  /// A person alone, by a device: it makes, ends or widens somebody's way in or their rights, says where money goes or
  /// who is written to, or ends what many have.
  case person
}

extension CommandKind {
  /// Who may send it. A token cannot make another key or widen its own reach, and neither takes anybody's away.
  public var tokenReach: TokenReach {
    switch self {
    case .addEntry, .editEntry, .voidEntry, .restoreEntry, .undoLast, .disputeEntry, .withdrawDispute, .settleUp, .remindDebtor,
      .setBudget, .removeBudget, .reactivateBudget, .setCategory, .retireCategory, .setCategoryTotal, .setRecurring, .pauseRecurring,
      .resumeRecurring, .skipOccurrence, .endRecurring, .setFestival, .removeFestival, .setRate, .updateGroup, .addPlaceholder,
      .renameMember, .setMemberColor, .setMemberIncome, .setPreferences, .setDefaultSharing, .setSpending, .voidSpending,
      .restoreSpending, .setSpendingLimit, .removeSpendingLimit, .setAllowance, .skipAllowance, .pauseAllowance, .endAllowance,
      .setAccount, .setAccountEntry, .voidAccountEntry, .reconcileAccount, .transferBetweenAccounts, .sendCoaching, .muteCoaching,
      .commentEntry, .removeComment, .setParty:
      .program
    // Ways into a group, and out of it.
    case .createGroup, .joinGroup, .createInvite, .revokeInvite, .approveJoin, .declineJoin, .claimMember, .leaveGroup, .removeMember,
      .restoreMember:
      .person
    // Rights, and what others see of one.
    case .changeRole, .acknowledgeRole, .requestRole, .approveRole, .declineRole, .transferOwnership, .setPolicy, .setGuardian,
      .grantAccount, .revokeAccount, .answerRevocation, .restrictCoaching, .shareCategory, .separate, .endSeparation:
      .person
    // Where somebody is reached.
    case .setMemberEmail, .setPaymentAddress, .setNoticeAddress: .person
    // What is sent out of the group.
    case .addWebhook, .rotateWebhookSecret, .testWebhook, .resumeWebhook, .removeWebhook: .person
    // The group's end, and that of what somebody wrote.
    case .eraseWords, .archiveGroup, .unarchiveGroup, .requestPurge, .cancelPurge: .person
    }
  }
}

extension GroupState {
  /// Requires that a holder may have a token for the group now (SPEC ID-19).
  ///
  /// - Parameter writing: whether it is one that writes.
  /// - Throws: `notFound` for somebody who is not in the group, `forbidden` where the role may not.
  public func requireToken(writing: Bool, for holder: HolderID) throws(Rejection) {
    guard let member = member(holding: holder) else { throw .notFound(field: "group_id") }
    guard !mayHaveToken(member, writing: writing) else { return }
    throw .forbidden(right: writing ? .tokensWrite : .tokensRead, role: member.role)
  }

  /// Whether a member may have a token for the group.
  ///
  /// - Parameter writing: whether it is one that writes.
  public func mayHaveToken(_ member: MemberState, writing: Bool) -> Bool {
    let right: Right = writing ? .tokensWrite : .tokensRead
    return member.status == .active && Matrix.standard[right, member.role].allows(isOwn: true, target: nil, shared.policies)
  }
}
