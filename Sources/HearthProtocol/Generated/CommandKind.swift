// Generated from Protocol/hearth/v1/ by deploy/generate-kinds.py: run `make protocol` after a change.

/// The kinds of commands, counted from 0 in the order of the schema; the names are the schema's.
public enum CommandKind: Int, CaseIterable, Sendable {
  /// `create_group`.
  case createGroup
  /// `join_group`.
  case joinGroup
  /// `add_entry`.
  case addEntry
  /// `set_budget`.
  case setBudget
  /// `create_invite`.
  case createInvite
  /// `revoke_invite`.
  case revokeInvite
  /// `add_placeholder`.
  case addPlaceholder
  /// `claim_member`.
  case claimMember
  /// `rename_member`.
  case renameMember
  /// `set_member_color`.
  case setMemberColor
  /// `change_role`.
  case changeRole
  /// `acknowledge_role`.
  case acknowledgeRole
  /// `request_role`.
  case requestRole
  /// `approve_role`.
  case approveRole
  /// `decline_role`.
  case declineRole
  /// `leave_group`.
  case leaveGroup
  /// `remove_member`.
  case removeMember
  /// `restore_member`.
  case restoreMember
  /// `transfer_ownership`.
  case transferOwnership
  /// `set_member_email`.
  case setMemberEmail
  /// `approve_join`.
  case approveJoin
  /// `decline_join`.
  case declineJoin
  /// `set_party`.
  case setParty
  /// `remove_budget`.
  case removeBudget
  /// `reactivate_budget`.
  case reactivateBudget
  /// `settle_up`.
  case settleUp
  /// `remind_debtor`.
  case remindDebtor
  /// `update_group`.
  case updateGroup
  /// `set_policy`.
  case setPolicy
  /// `archive_group`.
  case archiveGroup
  /// `unarchive_group`.
  case unarchiveGroup
  /// `request_purge`.
  case requestPurge
  /// `cancel_purge`.
  case cancelPurge
  /// `set_category`.
  case setCategory
  /// `retire_category`.
  case retireCategory
  /// `edit_entry`.
  case editEntry
  /// `void_entry`.
  case voidEntry
  /// `restore_entry`.
  case restoreEntry
  /// `undo_last`.
  case undoLast
  /// `dispute_entry`.
  case disputeEntry
  /// `withdraw_dispute`.
  case withdrawDispute
  /// `set_member_income`.
  case setMemberIncome
  /// `comment_entry`.
  case commentEntry
  /// `remove_comment`.
  case removeComment
  /// `set_recurring`.
  case setRecurring
  /// `pause_recurring`.
  case pauseRecurring
  /// `resume_recurring`.
  case resumeRecurring
  /// `skip_occurrence`.
  case skipOccurrence
  /// `end_recurring`.
  case endRecurring
  /// `set_festival`.
  case setFestival
  /// `remove_festival`.
  case removeFestival
  /// `set_rate`.
  case setRate
  /// `set_preferences`.
  case setPreferences
  /// `set_default_sharing`.
  case setDefaultSharing
  /// `set_guardian`.
  case setGuardian
  /// `set_spending`.
  case setSpending
  /// `void_spending`.
  case voidSpending
  /// `set_spending_limit`.
  case setSpendingLimit
  /// `remove_spending_limit`.
  case removeSpendingLimit
  /// `set_allowance`.
  case setAllowance
  /// `skip_allowance`.
  case skipAllowance
  /// `pause_allowance`.
  case pauseAllowance
  /// `end_allowance`.
  case endAllowance
  /// `restore_spending`.
  case restoreSpending
  /// `set_account`.
  case setAccount
  /// `set_account_entry`.
  case setAccountEntry
  /// `void_account_entry`.
  case voidAccountEntry
  /// `reconcile_account`.
  case reconcileAccount
  /// `transfer_between_accounts`.
  case transferBetweenAccounts
  /// `grant_account`.
  case grantAccount
  /// `revoke_account`.
  case revokeAccount
  /// `answer_revocation`.
  case answerRevocation
  /// `send_coaching`.
  case sendCoaching
  /// `mute_coaching`.
  case muteCoaching
  /// `restrict_coaching`.
  case restrictCoaching
  /// `separate`.
  case separate
  /// `end_separation`.
  case endSeparation
  /// `share_category`.
  case shareCategory
  /// `set_category_total`.
  case setCategoryTotal
  /// `set_payment_address`.
  case setPaymentAddress
  /// `add_webhook`.
  case addWebhook
  /// `rotate_webhook_secret`.
  case rotateWebhookSecret
  /// `test_webhook`.
  case testWebhook
  /// `resume_webhook`.
  case resumeWebhook
  /// `remove_webhook`.
  case removeWebhook
  /// `set_notice_address`.
  case setNoticeAddress
  /// `erase_words`.
  case eraseWords

  /// The name in the schema.
  public var name: String { Self.names[rawValue] }

  private static let names = [
    "create_group",
    "join_group",
    "add_entry",
    "set_budget",
    "create_invite",
    "revoke_invite",
    "add_placeholder",
    "claim_member",
    "rename_member",
    "set_member_color",
    "change_role",
    "acknowledge_role",
    "request_role",
    "approve_role",
    "decline_role",
    "leave_group",
    "remove_member",
    "restore_member",
    "transfer_ownership",
    "set_member_email",
    "approve_join",
    "decline_join",
    "set_party",
    "remove_budget",
    "reactivate_budget",
    "settle_up",
    "remind_debtor",
    "update_group",
    "set_policy",
    "archive_group",
    "unarchive_group",
    "request_purge",
    "cancel_purge",
    "set_category",
    "retire_category",
    "edit_entry",
    "void_entry",
    "restore_entry",
    "undo_last",
    "dispute_entry",
    "withdraw_dispute",
    "set_member_income",
    "comment_entry",
    "remove_comment",
    "set_recurring",
    "pause_recurring",
    "resume_recurring",
    "skip_occurrence",
    "end_recurring",
    "set_festival",
    "remove_festival",
    "set_rate",
    "set_preferences",
    "set_default_sharing",
    "set_guardian",
    "set_spending",
    "void_spending",
    "set_spending_limit",
    "remove_spending_limit",
    "set_allowance",
    "skip_allowance",
    "pause_allowance",
    "end_allowance",
    "restore_spending",
    "set_account",
    "set_account_entry",
    "void_account_entry",
    "reconcile_account",
    "transfer_between_accounts",
    "grant_account",
    "revoke_account",
    "answer_revocation",
    "send_coaching",
    "mute_coaching",
    "restrict_coaching",
    "separate",
    "end_separation",
    "share_category",
    "set_category_total",
    "set_payment_address",
    "add_webhook",
    "rotate_webhook_secret",
    "test_webhook",
    "resume_webhook",
    "remove_webhook",
    "set_notice_address",
    "erase_words",
  ]
}

extension Command {
  /// Its kind; nil where it says nothing, or what only a newer program knows.
  public var kind: CommandKind? {
    switch body {
    case .createGroup: .createGroup
    case .joinGroup: .joinGroup
    case .addEntry: .addEntry
    case .setBudget: .setBudget
    case .createInvite: .createInvite
    case .revokeInvite: .revokeInvite
    case .addPlaceholder: .addPlaceholder
    case .claimMember: .claimMember
    case .renameMember: .renameMember
    case .setMemberColor: .setMemberColor
    case .changeRole: .changeRole
    case .acknowledgeRole: .acknowledgeRole
    case .requestRole: .requestRole
    case .approveRole: .approveRole
    case .declineRole: .declineRole
    case .leaveGroup: .leaveGroup
    case .removeMember: .removeMember
    case .restoreMember: .restoreMember
    case .transferOwnership: .transferOwnership
    case .setMemberEmail: .setMemberEmail
    case .approveJoin: .approveJoin
    case .declineJoin: .declineJoin
    case .setParty: .setParty
    case .removeBudget: .removeBudget
    case .reactivateBudget: .reactivateBudget
    case .settleUp: .settleUp
    case .remindDebtor: .remindDebtor
    case .updateGroup: .updateGroup
    case .setPolicy: .setPolicy
    case .archiveGroup: .archiveGroup
    case .unarchiveGroup: .unarchiveGroup
    case .requestPurge: .requestPurge
    case .cancelPurge: .cancelPurge
    case .setCategory: .setCategory
    case .retireCategory: .retireCategory
    case .editEntry: .editEntry
    case .voidEntry: .voidEntry
    case .restoreEntry: .restoreEntry
    case .undoLast: .undoLast
    case .disputeEntry: .disputeEntry
    case .withdrawDispute: .withdrawDispute
    case .setMemberIncome: .setMemberIncome
    case .commentEntry: .commentEntry
    case .removeComment: .removeComment
    case .setRecurring: .setRecurring
    case .pauseRecurring: .pauseRecurring
    case .resumeRecurring: .resumeRecurring
    case .skipOccurrence: .skipOccurrence
    case .endRecurring: .endRecurring
    case .setFestival: .setFestival
    case .removeFestival: .removeFestival
    case .setRate: .setRate
    case .setPreferences: .setPreferences
    case .setDefaultSharing: .setDefaultSharing
    case .setGuardian: .setGuardian
    case .setSpending: .setSpending
    case .voidSpending: .voidSpending
    case .setSpendingLimit: .setSpendingLimit
    case .removeSpendingLimit: .removeSpendingLimit
    case .setAllowance: .setAllowance
    case .skipAllowance: .skipAllowance
    case .pauseAllowance: .pauseAllowance
    case .endAllowance: .endAllowance
    case .restoreSpending: .restoreSpending
    case .setAccount: .setAccount
    case .setAccountEntry: .setAccountEntry
    case .voidAccountEntry: .voidAccountEntry
    case .reconcileAccount: .reconcileAccount
    case .transferBetweenAccounts: .transferBetweenAccounts
    case .grantAccount: .grantAccount
    case .revokeAccount: .revokeAccount
    case .answerRevocation: .answerRevocation
    case .sendCoaching: .sendCoaching
    case .muteCoaching: .muteCoaching
    case .restrictCoaching: .restrictCoaching
    case .separate: .separate
    case .endSeparation: .endSeparation
    case .shareCategory: .shareCategory
    case .setCategoryTotal: .setCategoryTotal
    case .setPaymentAddress: .setPaymentAddress
    case .addWebhook: .addWebhook
    case .rotateWebhookSecret: .rotateWebhookSecret
    case .testWebhook: .testWebhook
    case .resumeWebhook: .resumeWebhook
    case .removeWebhook: .removeWebhook
    case .setNoticeAddress: .setNoticeAddress
    case .eraseWords: .eraseWords
    case nil: nil
    }
  }
}

extension Event.OneOf_Body {
  /// What the schema calls it: `entry_added`.
  public var name: String {
    switch self {
    case .groupCreated: "group_created"
    case .memberJoined: "member_joined"
    case .entryAdded: "entry_added"
    case .budgetSet: "budget_set"
    case .inviteCreated: "invite_created"
    case .inviteRevoked: "invite_revoked"
    case .inviteUsed: "invite_used"
    case .memberClaimed: "member_claimed"
    case .memberRenamed: "member_renamed"
    case .memberColorSet: "member_color_set"
    case .roleChanged: "role_changed"
    case .roleChangeProposed: "role_change_proposed"
    case .roleRequested: "role_requested"
    case .roleRequestDeclined: "role_request_declined"
    case .memberLeft: "member_left"
    case .memberRemoved: "member_removed"
    case .memberRestored: "member_restored"
    case .ownershipTransferred: "ownership_transferred"
    case .memberEmailSet: "member_email_set"
    case .joinRequested: "join_requested"
    case .joinApproved: "join_approved"
    case .joinDeclined: "join_declined"
    case .partySet: "party_set"
    case .budgetRemoved: "budget_removed"
    case .budgetReactivated: "budget_reactivated"
    case .alertFired: "alert_fired"
    case .debtorReminded: "debtor_reminded"
    case .groupUpdated: "group_updated"
    case .incomeSet: "income_set"
    case .policySet: "policy_set"
    case .groupArchived: "group_archived"
    case .groupUnarchived: "group_unarchived"
    case .purgeRequested: "purge_requested"
    case .purgeCancelled: "purge_cancelled"
    case .categorySet: "category_set"
    case .categoryRetired: "category_retired"
    case .entryEdited: "entry_edited"
    case .entryVoided: "entry_voided"
    case .entryRestored: "entry_restored"
    case .entryDisputed: "entry_disputed"
    case .disputeWithdrawn: "dispute_withdrawn"
    case .memberIncomeSet: "member_income_set"
    case .entryCommented: "entry_commented"
    case .commentRemoved: "comment_removed"
    case .recurringSet: "recurring_set"
    case .recurringPaused: "recurring_paused"
    case .recurringResumed: "recurring_resumed"
    case .occurrenceSkipped: "occurrence_skipped"
    case .recurringEnded: "recurring_ended"
    case .festivalSet: "festival_set"
    case .festivalRemoved: "festival_removed"
    case .rateSet: "rate_set"
    case .preferencesSet: "preferences_set"
    case .defaultSharingSet: "default_sharing_set"
    case .roleRequestSettled: "role_request_settled"
    case .guardianAdded: "guardian_added"
    case .guardianRemoved: "guardian_removed"
    case .spendingSet: "spending_set"
    case .spendingVoided: "spending_voided"
    case .spendingLimitSet: "spending_limit_set"
    case .spendingLimitRemoved: "spending_limit_removed"
    case .childAlertFired: "child_alert_fired"
    case .allowanceSet: "allowance_set"
    case .allowanceSkipped: "allowance_skipped"
    case .allowancePaused: "allowance_paused"
    case .allowanceEnded: "allowance_ended"
    case .allowanceBooked: "allowance_booked"
    case .spendingRestored: "spending_restored"
    case .childAccessGranted: "child_access_granted"
    case .childAccessEnded: "child_access_ended"
    case .accountSet: "account_set"
    case .accountEntrySet: "account_entry_set"
    case .accountEntryVoided: "account_entry_voided"
    case .accountReconciled: "account_reconciled"
    case .accountGranted: "account_granted"
    case .accountRevoked: "account_revoked"
    case .accountRevocationAsked: "account_revocation_asked"
    case .accountRevocationDeclined: "account_revocation_declined"
    case .coachingSent: "coaching_sent"
    case .coachingMuted: "coaching_muted"
    case .coachingRestricted: "coaching_restricted"
    case .separated: "separated"
    case .separationEnded: "separation_ended"
    case .categoryShared: "category_shared"
    case .categoryTotalSet: "category_total_set"
    case .paymentAddressSet: "payment_address_set"
    case .webhookAdded: "webhook_added"
    case .webhookSecretRotated: "webhook_secret_rotated"
    case .webhookTested: "webhook_tested"
    case .webhookPaused: "webhook_paused"
    case .webhookResumed: "webhook_resumed"
    case .webhookRemoved: "webhook_removed"
    case .noticeAddressSet: "notice_address_set"
    case .wordsErased: "words_erased"
    }
  }
}
