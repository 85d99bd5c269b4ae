import HTTPTypes
import HearthProtocol

/// The calls that there are: a method on a path, and the message that it is (SPEC HT-01).
///
/// What a message asks for, who may, and what it is refused for stands with the message. Nothing about it is decided
/// here.
enum CallTable {
  private typealias Wish = Command.OneOf_Body
  private typealias Message = ClientMessage.OneOf_Body

  static let routes: [CallRoute] =
    identities + groups + tokens + joining + webhooks + members + entries + budgets + categories + recurring + family
    + allowances + accounts
    + coaching + money + anything

  private static let identities: [CallRoute] = [
    .question(.post, "/v1/identities", Message.register, needsToken: false, answer: .created(nil)),
    .question(.post, "/v1/devices", Message.linkDevice, needsToken: false, answer: .created(nil)),
    .question(.get, "/v1/devices", Message.listDevices),
    .question(.delete, "/v1/devices/{device_id}", Message.revokeDevice, group: \RevokeDevice.deviceID),
    .question(.put, "/v1/devices/push", Message.setDevicePush),
    .question(.post, "/v1/devices/token", Message.rotateToken, answer: .created(nil)),
    .question(.post, "/v1/devices/links", Message.createLink, answer: .created(nil)),
  ]

  private static let groups: [CallRoute] = [
    .question(.get, "/v1/groups", Message.listGroups, input: .query(flags: [])),
    .command([.post], "/v1/groups", Wish.createGroup, makes: \CreateGroup.memberID, answer: .created(.groups)),
    .part(.settings, "/v1/groups/{group_id}"),
    .command([.put, .patch], "/v1/groups/{group_id}", Wish.updateGroup),
    .command([.delete], "/v1/groups/{group_id}", Wish.requestPurge, input: .query(flags: ["exported"])),
    .command([.delete], "/v1/groups/{group_id}/purge", Wish.cancelPurge),
    .command([.post], "/v1/groups/{group_id}/archive", Wish.archiveGroup),
    .command([.delete], "/v1/groups/{group_id}/archive", Wish.unarchiveGroup),
    .command([.put], "/v1/groups/{group_id}/policies", Wish.setPolicy),
  ]

  private static let tokens: [CallRoute] = [
    .question(
      .post, "/v1/groups/{group_id}/tokens", Message.createGroupToken, group: \CreateGroupToken.groupID, answer: .created(nil)),
    .question(.get, "/v1/groups/{group_id}/tokens", Message.listGroupTokens, group: \ListGroupTokens.groupID),
    .question(
      .delete, "/v1/groups/{group_id}/tokens/{token_id}", Message.revokeGroupToken, group: \RevokeGroupToken.groupID,
      at: \RevokeGroupToken.tokenID),
  ]

  private static let joining: [CallRoute] = [
    .question(.post, "/v1/groups/join/preview", Message.previewInvite, needsToken: false, takesToken: true),
    .command([.post], "/v1/groups/join", Wish.joinGroup, makes: \JoinGroup.memberID, answer: .created(.groups)),
    .part(.invites, "/v1/groups/{group_id}/invites"),
    .command([.post], "/v1/groups/{group_id}/invites", Wish.createInvite, makes: \CreateInvite.inviteID, answer: .created(.invites)),
    .part(.invites, "/v1/groups/{group_id}/invites/{id}"),
    .command([.delete], "/v1/groups/{group_id}/invites/{invite_id}", Wish.revokeInvite, at: \RevokeInvite.inviteID),
  ]

  private static let webhooks: [CallRoute] = [
    .part(.webhooks, "/v1/groups/{group_id}/webhooks"),
    .command(
      [.post], "/v1/groups/{group_id}/webhooks", Wish.addWebhook, makes: \AddWebhook.webhookID, answer: .created(.webhooks)),
    .part(.webhooks, "/v1/groups/{group_id}/webhooks/{id}"),
    .command([.delete], "/v1/groups/{group_id}/webhooks/{webhook_id}", Wish.removeWebhook, at: \RemoveWebhook.webhookID),
    .command(
      [.post], "/v1/groups/{group_id}/webhooks/{webhook_id}/secret", Wish.rotateWebhookSecret, at: \RotateWebhookSecret.webhookID),
    .command([.post], "/v1/groups/{group_id}/webhooks/{webhook_id}/test", Wish.testWebhook, at: \TestWebhook.webhookID),
    .command([.post], "/v1/groups/{group_id}/webhooks/{webhook_id}/resume", Wish.resumeWebhook, at: \ResumeWebhook.webhookID),
  ]

  private static let members: [CallRoute] = [
    .part(.members, "/v1/groups/{group_id}/members"),
    .command(
      [.post], "/v1/groups/{group_id}/members", Wish.addPlaceholder, makes: \AddPlaceholder.memberID, answer: .created(.members)),
    .part(.members, "/v1/groups/{group_id}/members/{id}"),
    .command([.put, .patch], "/v1/groups/{group_id}/members/{member_id}", Wish.changeRole, at: \ChangeRole.memberID),
    .command([.delete], "/v1/groups/{group_id}/members/{member_id}", Wish.removeMember, at: \RemoveMember.memberID),
    .command([.put], "/v1/groups/{group_id}/members/{member_id}/name", Wish.renameMember, at: \RenameMember.memberID),
    .command([.put], "/v1/groups/{group_id}/members/{member_id}/color", Wish.setMemberColor, at: \SetMemberColor.memberID),
    .command([.put], "/v1/groups/{group_id}/members/{member_id}/sharing", Wish.setDefaultSharing, at: \SetDefaultSharing.memberID),
    .command([.put], "/v1/groups/{group_id}/members/{member_id}/party", Wish.setParty, at: \SetParty.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/role/approve", Wish.approveRole, at: \ApproveRole.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/role/decline", Wish.declineRole, at: \DeclineRole.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/join/approve", Wish.approveJoin, at: \ApproveJoin.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/join/decline", Wish.declineJoin, at: \DeclineJoin.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/claim", Wish.claimMember, at: \ClaimMember.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/restore", Wish.restoreMember, at: \RestoreMember.memberID),
    .command([.post], "/v1/groups/{group_id}/members/{member_id}/words/erase", Wish.eraseWords, at: \EraseWords.memberID),
    .command([.put], "/v1/groups/{group_id}/owner", Wish.transferOwnership),
    .command([.delete], "/v1/groups/{group_id}/membership", Wish.leaveGroup),
    .command([.post], "/v1/groups/{group_id}/membership/role/request", Wish.requestRole),
    .command([.post], "/v1/groups/{group_id}/membership/role/acknowledge", Wish.acknowledgeRole),
    .command([.put], "/v1/groups/{group_id}/membership/email", Wish.setMemberEmail),
    .command([.put], "/v1/groups/{group_id}/membership/income", Wish.setMemberIncome),
    .command([.put], "/v1/groups/{group_id}/membership/preferences", Wish.setPreferences),
    .command([.put], "/v1/groups/{group_id}/membership/payment-address", Wish.setPaymentAddress),
    .command([.put], "/v1/groups/{group_id}/membership/notice-address", Wish.setNoticeAddress),
    .command([.post], "/v1/groups/{group_id}/membership/words/erase", Wish.eraseWords),
    .command([.put], "/v1/groups/{group_id}/membership/separation", Wish.separate),
    .command([.delete], "/v1/groups/{group_id}/membership/separation", Wish.endSeparation),
  ]

  private static let entries: [CallRoute] = [
    .question(
      .get, "/v1/groups/{group_id}/entries", Message.readEntries, group: \ReadEntries.groupID,
      input: .query(flags: ["withVoided", "with_voided", "withStanding", "with_standing"])),
    .command(
      [.post], "/v1/groups/{group_id}/entries", Wish.addEntry, makes: \AddEntry.entryID, isVersioned: true, answer: .created(.entries)),
    .question(
      .get, "/v1/groups/{group_id}/entries/{entry_id}", Message.readEntries, group: \ReadEntries.groupID, at: \ReadEntries.entryID,
      input: .query(flags: ["withStanding", "with_standing"]), answer: .element),
    .command(
      [.put, .patch], "/v1/groups/{group_id}/entries/{entry_id}", Wish.editEntry, at: \EditEntry.entryID, base: \EditEntry.baseVersion,
      isVersioned: true),
    .command([.delete], "/v1/groups/{group_id}/entries/{entry_id}", Wish.voidEntry, at: \VoidEntry.entryID, isVersioned: true),
    .command([.post], "/v1/groups/{group_id}/entries/{entry_id}/restore", Wish.restoreEntry, at: \RestoreEntry.entryID, isVersioned: true),
    .command([.post], "/v1/groups/{group_id}/entries/{entry_id}/dispute", Wish.disputeEntry, at: \DisputeEntry.entryID),
    .command([.delete], "/v1/groups/{group_id}/entries/{entry_id}/dispute", Wish.withdrawDispute, at: \WithdrawDispute.entryID),
    .command(
      [.post], "/v1/groups/{group_id}/entries/{entry_id}/comments", Wish.commentEntry, at: \CommentEntry.entryID,
      makes: \CommentEntry.commentID, answer: .created(.comments)),
    .command(
      [.delete], "/v1/groups/{group_id}/comments/{comment_id}", Wish.removeComment, at: \RemoveComment.commentID, input: .query(flags: [])),
    .command([.post], "/v1/groups/{group_id}/undo", Wish.undoLast),
  ]

  private static let budgets: [CallRoute] = [
    .part(.budgets, "/v1/groups/{group_id}/budgets"),
    .command([.post], "/v1/groups/{group_id}/budgets", Wish.setBudget, makes: \SetBudget.budgetID, answer: .created(.budgets)),
    .part(.budgets, "/v1/groups/{group_id}/budgets/{id}"),
    .command([.put], "/v1/groups/{group_id}/budgets/{budget_id}", Wish.setBudget, at: \SetBudget.budgetID),
    .command([.delete], "/v1/groups/{group_id}/budgets/{budget_id}", Wish.removeBudget, at: \RemoveBudget.budgetID),
    .command([.post], "/v1/groups/{group_id}/budgets/{budget_id}/reactivate", Wish.reactivateBudget, at: \ReactivateBudget.budgetID),
  ]

  private static let categories: [CallRoute] = [
    .part(.categories, "/v1/groups/{group_id}/categories"),
    .question(
      .get, "/v1/groups/{group_id}/categories/{id}", Message.readGroup, group: \ReadGroup.groupID, at: \ReadGroup.id, answer: .element
    ) {
      $0.part = .categories
    },
    .command([.put], "/v1/groups/{group_id}/categories/{key}", Wish.setCategory, at: \SetCategory.content.key),
    .command([.delete], "/v1/groups/{group_id}/categories/{key}", Wish.retireCategory, at: \RetireCategory.key),
  ]

  private static let recurring: [CallRoute] = [
    .part(.recurring, "/v1/groups/{group_id}/recurring"),
    .command(
      [.post], "/v1/groups/{group_id}/recurring", Wish.setRecurring, makes: \SetRecurring.ruleID, isVersioned: true,
      answer: .created(.recurring)),
    .question(
      .get, "/v1/groups/{group_id}/recurring/{id}", Message.readGroup, group: \ReadGroup.groupID, at: \ReadGroup.id, answer: .element
    ) {
      $0.part = .recurring
    },
    .command(
      [.put], "/v1/groups/{group_id}/recurring/{rule_id}", Wish.setRecurring, at: \SetRecurring.ruleID, base: \SetRecurring.baseVersion,
      isVersioned: true),
    .command([.delete], "/v1/groups/{group_id}/recurring/{rule_id}", Wish.endRecurring, at: \EndRecurring.ruleID),
    .command([.post], "/v1/groups/{group_id}/recurring/{rule_id}/pause", Wish.pauseRecurring, at: \PauseRecurring.ruleID),
    .command([.post], "/v1/groups/{group_id}/recurring/{rule_id}/resume", Wish.resumeRecurring, at: \ResumeRecurring.ruleID),
    .command([.post], "/v1/groups/{group_id}/recurring/{rule_id}/skip", Wish.skipOccurrence, at: \SkipOccurrence.ruleID),
    .part(.festivals, "/v1/groups/{group_id}/festivals"),
    .command(
      [.post], "/v1/groups/{group_id}/festivals", Wish.setFestival, makes: \SetFestival.festivalID, answer: .created(.festivals)),
    .question(
      .get, "/v1/groups/{group_id}/festivals/{id}", Message.readGroup, group: \ReadGroup.groupID, at: \ReadGroup.id, answer: .element
    ) {
      $0.part = .festivals
    },
    .command([.put], "/v1/groups/{group_id}/festivals/{festival_id}", Wish.setFestival, at: \SetFestival.festivalID),
    .command([.delete], "/v1/groups/{group_id}/festivals/{festival_id}", Wish.removeFestival, at: \RemoveFestival.festivalID),
  ]

  private static let family: [CallRoute] = [
    .part(.minors, "/v1/groups/{group_id}/minors"),
    .part(.minors, "/v1/groups/{group_id}/minors/{id}"),
    .command([.put], "/v1/groups/{group_id}/minors/{minor_id}/guardians", Wish.setGuardian, at: \SetGuardian.minorID),
    .command(
      [.post], "/v1/groups/{group_id}/minors/{minor_id}/spending", Wish.setSpending, at: \SetSpending.minorID,
      makes: \SetSpending.spendingID, answer: .created(.spending)),
    .command([.put], "/v1/groups/{group_id}/spending/{spending_id}", Wish.setSpending, at: \SetSpending.spendingID),
    .command(
      [.delete], "/v1/groups/{group_id}/spending/{spending_id}", Wish.voidSpending, at: \VoidSpending.spendingID,
      input: .query(flags: [])),
    .command(
      [.post], "/v1/groups/{group_id}/spending/{spending_id}/restore", Wish.restoreSpending, at: \RestoreSpending.spendingID),
    .command(
      [.post], "/v1/groups/{group_id}/minors/{minor_id}/limits", Wish.setSpendingLimit, at: \SetSpendingLimit.minorID,
      makes: \SetSpendingLimit.limitID, answer: .created(.limits)),
    .command([.put], "/v1/groups/{group_id}/limits/{limit_id}", Wish.setSpendingLimit, at: \SetSpendingLimit.limitID),
    .command(
      [.delete], "/v1/groups/{group_id}/limits/{limit_id}", Wish.removeSpendingLimit, at: \RemoveSpendingLimit.limitID,
      input: .query(flags: [])),
  ]

  private static let coaching: [CallRoute] = [
    .command([.post], "/v1/groups/{group_id}/members/{recipient_id}/coaching", Wish.sendCoaching, at: \SendCoaching.recipientID),
    .command([.put], "/v1/groups/{group_id}/members/{member_id}/coaching", Wish.muteCoaching, at: \MuteCoaching.memberID),
    .command([.put], "/v1/groups/{group_id}/minors/{minor_id}/coaching", Wish.restrictCoaching, at: \RestrictCoaching.minorID),
    .command([.put], "/v1/groups/{group_id}/shared-categories/{category}", Wish.shareCategory, at: \ShareCategory.category),
    .command([.put], "/v1/groups/{group_id}/shared-categories/{category}/total", Wish.setCategoryTotal, at: \SetCategoryTotal.category),
  ]

  private static let allowances: [CallRoute] = [
    .command(
      [.post], "/v1/groups/{group_id}/minors/{minor_id}/allowances", Wish.setAllowance, at: \SetAllowance.minorID,
      makes: \SetAllowance.allowanceID, answer: .created(.allowances)),
    .command([.put], "/v1/groups/{group_id}/allowances/{allowance_id}", Wish.setAllowance, at: \SetAllowance.allowanceID),
    .command(
      [.delete], "/v1/groups/{group_id}/allowances/{allowance_id}", Wish.endAllowance, at: \EndAllowance.allowanceID,
      input: .query(flags: [])),
    .command([.post], "/v1/groups/{group_id}/allowances/{allowance_id}/skip", Wish.skipAllowance, at: \SkipAllowance.allowanceID),
    .command([.post], "/v1/groups/{group_id}/allowances/{allowance_id}/pause", Wish.pauseAllowance, at: \PauseAllowance.allowanceID),
  ]

  private static let accounts: [CallRoute] = [
    .part(.accounts, "/v1/groups/{group_id}/accounts"),
    .part(.accounts, "/v1/groups/{group_id}/accounts/{id}"),
    .command([.put], "/v1/groups/{group_id}/accounts/{account_id}", Wish.setAccount, at: \SetAccount.accountID),
    .command(
      [.post], "/v1/groups/{group_id}/accounts/{account_id}/entries", Wish.setAccountEntry, at: \SetAccountEntry.accountID,
      makes: \SetAccountEntry.entryID, answer: .created(.accountEntries)),
    .command([.put], "/v1/groups/{group_id}/account-entries/{entry_id}", Wish.setAccountEntry, at: \SetAccountEntry.entryID),
    .command(
      [.delete], "/v1/groups/{group_id}/account-entries/{entry_id}", Wish.voidAccountEntry, at: \VoidAccountEntry.entryID,
      input: .query(flags: [])),
    .command(
      [.post], "/v1/groups/{group_id}/accounts/{account_id}/reconciled", Wish.reconcileAccount, at: \ReconcileAccount.accountID),
    .command([.post], "/v1/groups/{group_id}/account-transfers", Wish.transferBetweenAccounts),
    .command([.put], "/v1/groups/{group_id}/accounts/{account_id}/grants", Wish.grantAccount, at: \GrantAccount.accountID),
    .command(
      [.delete], "/v1/groups/{group_id}/accounts/{account_id}/grants", Wish.revokeAccount, at: \RevokeAccount.accountID,
      input: .query(flags: [])),
    .command(
      [.post], "/v1/groups/{group_id}/accounts/{account_id}/revocations", Wish.answerRevocation, at: \AnswerRevocation.accountID),
  ]

  private static let money: [CallRoute] = [
    .question(
      .get, "/v1/groups/{group_id}/settlement", Message.readSettlement, group: \ReadSettlement.groupID,
      input: .query(flags: ["explain", "shares", "byParty", "by_party"])),
    .command(
      [.post], "/v1/groups/{group_id}/settlements", Wish.settleUp, makes: \SettleUp.entryID, isVersioned: true,
      answer: .created(.entries)),
    .question(
      .get, "/v1/groups/{group_id}/members/{payee_id}/payment-link", Message.readPaymentLink, group: \ReadPaymentLink.groupID,
      at: \ReadPaymentLink.payeeID, input: .query(flags: [])),
    .command([.post], "/v1/groups/{group_id}/reminders", Wish.remindDebtor),
    .question(.get, "/v1/groups/{group_id}/dashboard", Message.readDashboard, group: \ReadDashboard.groupID, input: .query(flags: [])),
    .file(
      "/v1/groups/{group_id}/imports/plan", Message.planImport, group: \PlanImport.groupID, file: \PlanImport.file,
      flags: ["addSimilar", "add_similar", "addMembers", "add_members"]),
    .part(.rates, "/v1/groups/{group_id}/rates"),
    .command([.put], "/v1/groups/{group_id}/rates", Wish.setRate),
  ]

  /// Whatever has no path of its own: what happened in a lane, what happens, any command, and what it would change.
  private static let anything: [CallRoute] = [
    .question(.get, "/v1/groups/{group_id}/history", Message.readHistory, group: \ReadHistory.groupID, input: .query(flags: [])),
    .events("/v1/groups/{group_id}/events"),
    .command("/v1/groups/{group_id}/commands"),
    .preview("/v1/groups/{group_id}/commands/preview"),
  ]
}
