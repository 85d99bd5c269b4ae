import HearthProtocol

/// The actions of the permission matrix, each by its name. Which role may do what stands in `row`, and nowhere else.
///
/// The raw names appear in rejections and are tested against the table of the product.
public enum Right: String, CaseIterable, Sendable {
  /// See the group, its members, budgets, entries and balances.
  case groupRead = "group.read"
  /// See the monthly income.
  case incomeRead = "income.read"
  /// Add an expense, income or transfer.
  case entriesAdd = "entries.add"
  /// Be payer or participant in somebody's split.
  case entriesTakePart = "entries.take_part"
  /// Put a receipt's file beside the history.
  case attachmentsAdd = "attachments.add"
  /// Fetch a receipt's file.
  case attachmentsRead = "attachments.read"
  /// Edit an entry. Own: added by oneself.
  case entriesEdit = "entries.edit"
  /// Void an entry. Own: added by oneself.
  case entriesVoid = "entries.void"
  /// Restore a voided entry. Own: added by oneself.
  case entriesRestore = "entries.restore"
  /// Undo. Own: one's own act.
  case entriesUndo = "entries.undo"
  /// Dispute an entry that names oneself.
  case entriesDispute = "entries.dispute"
  /// Say something beside an entry.
  case entriesComment = "entries.comment"
  /// Take away what was said beside an entry. Own: one's own.
  case entriesUncomment = "entries.uncomment"
  /// Say what one earns. Own: of oneself.
  case incomeSet = "income.set"
  /// Settle up. Own: where one pays or receives.
  case debtsSettle = "debts.settle"
  /// Remind a debtor. Own: of what is owed to oneself.
  case debtsRemind = "debts.remind"
  /// Create, change, remove or reactivate a budget.
  case budgetsSet = "budgets.set"
  /// Make, change, pause, resume or end a recurring rule, or leave one date out. Own: made by
  /// oneself.
  case recurringSet = "recurring.set"
  /// Make, change or remove an envelope for a festival.
  case festivalsSet = "festivals.set"
  /// Note what a currency is worth in another.
  case ratesSet = "rates.set"
  /// Add, change or retire a category.
  case categoriesSet = "categories.set"
  /// Change name, icon, income and settings.
  case groupSet = "group.set"
  /// Set a policy.
  case policiesSet = "policies.set"
  /// Set the policies of what admins may (`admins_invite`, `admins_make_tokens`, `admins_set_webhooks`): nobody widens
  /// their own rights.
  case policiesDelegate = "policies.delegate"
  /// Invite somebody who does not become an admin.
  case invitesCreate = "invites.create"
  /// Invite an admin, and let somebody in who asks to join as one.
  case invitesCreateAdmins = "invites.create_admins"
  /// Take an invite back.
  case invitesRevoke = "invites.revoke"
  /// Let somebody in who asks to join, or not.
  case joinsApprove = "joins.approve"
  /// Add a member who has no account yet.
  case placeholdersAdd = "placeholders.add"
  /// Claim a placeholder. The target is what the placeholder is marked as.
  case placeholdersClaim = "placeholders.claim"
  /// Change a member's role.
  case rolesChange = "roles.change"
  /// Accept a role that waits. Own: one that waits for oneself.
  case rolesAcknowledge = "roles.acknowledge"
  /// Ask for another role.
  case rolesRequest = "roles.request"
  /// Remove a member.
  case membersRemove = "members.remove"
  /// Change a display name. Own: one's own.
  case membersRename = "members.rename"
  /// Erase what somebody wrote. Own: what one wrote oneself; others' only of those who have left, or were removed.
  case wordsErase = "words.erase"
  /// Say who shares entries that do not say who owes.
  case sharingSet = "sharing.set"
  /// Say who settle as one.
  case partiesSet = "parties.set"
  /// Say where one can be written to. Own: oneself.
  case emailsSet = "emails.set"
  /// Take a removed member back.
  case membersRestore = "members.restore"
  /// Leave, announced.
  case membersLeave = "members.leave"
  /// Say which notices one wants. Own: for oneself.
  case preferencesSet = "preferences.set"
  /// Hand the group over. The target is whom it is handed to.
  case ownershipTransfer = "ownership.transfer"
  /// Archive the group.
  case groupArchive = "group.archive"
  /// Take the group out of the archive.
  case groupUnarchive = "group.unarchive"
  /// Have the group deleted, or take that back.
  case groupPurge = "group.purge"
  /// Export what one can read.
  case historyExport = "history.export"
  /// Verify the chain of what one can read.
  case historyVerify = "history.verify"
  /// Read invites.
  case adminLaneRead = "admin.read"
  /// See what a minor spends, and what is agreed about it. Own: the minor.
  case minorsRead = "minors.read"
  /// Set limits and allowances for a minor. The target is the minor.
  case minorsSet = "minors.set"
  /// Note what a minor spends. Own: the minor.
  case spendingSet = "spending.set"
  /// Make a member a guardian of a minor, or end it.
  case guardiansSet = "guardians.set"
  /// See an account. Own: one's own, or one granted to oneself.
  case accountsRead = "accounts.read"
  /// Make or change an account, and transfer between two. Own: one's own.
  case accountsSet = "accounts.set"
  /// Note what goes into an account and out of it. Own: one's own, or one granted to write to.
  case accountsWrite = "accounts.write"
  /// Have another member see an account. Own: one's own.
  case accountsGrant = "accounts.grant"
  /// End a grant, or agree that it ends. Own: of one's own account, or to oneself.
  case accountsRevoke = "accounts.revoke"
  /// Send somebody coaching. Own: to anybody but a minor whom the owner alone coaches.
  case coachingSend = "coaching.send"
  /// Hear a member's coaching no more, or again.
  case coachingMute = "coaching.mute"
  /// Say that the owner alone coaches a minor, or that others do too.
  case coachingRestrict = "coaching.restrict"
  /// Keep everything of one's own from the others from now on. Own: oneself.
  case separationSet = "separation.set"
  /// Say where one takes money. Own: oneself.
  case paymentsSet = "payments.set"
  /// Share what is spent in a category as totals of months, or no more. Own: of oneself, and of a minor whom one looks
  /// after.
  case categoriesShare = "categories.share"
  /// Have a program read in one's place, by a token for the group. Own: one's own token.
  case tokensRead = "tokens.read"
  /// Have a program send commands in one's place, by a token for the group. Own: one's own token.
  case tokensWrite = "tokens.write"
  /// Add a webhook, test it, resume it, give it a new secret, or remove it.
  case webhooksSet = "webhooks.set"

  /// The right by which somebody invites to a role.
  static func inviting(to role: Role) -> Right { role == .admin ? .invitesCreateAdmins : .invitesCreate }

  /// The right's line of the matrix.
  public var row: Permissions {
    switch self {
    case .groupRead, .attachmentsRead, .entriesTakePart, .historyExport, .historyVerify: Permissions(.yes, .yes, .yes, .yes, .yes)
    case .incomeRead: Permissions(.yes, .yes, .policy(.adultsSeeIncome), .policy(.viewersSeeIncome), .no)
    case .entriesAdd, .attachmentsAdd, .ratesSet: .roles([.owner, .admin, .adult])
    case .entriesEdit: Permissions(.yes, .yes, .ownAndOthers(.adultsEditOthers), .no, .no)
    case .entriesVoid: Permissions(.yes, .yes, .ownIf(.adultsVoidOwn), .no, .no)
    case .entriesRestore, .entriesUndo, .debtsSettle, .debtsRemind, .recurringSet: Permissions(.yes, .yes, .own, .no, .no)
    case .entriesDispute, .entriesComment: Permissions(.yes, .yes, .yes, .policy(.viewersDispute), .policy(.minorsDispute))
    case .incomeSet, .categoriesShare: Permissions(.own, .own, .own, .own, .no)
    case .budgetsSet, .categoriesSet, .groupSet, .policiesSet, .festivalsSet, .sharingSet, .partiesSet: .roles([.owner, .admin])
    case .policiesDelegate, .invitesCreateAdmins, .guardiansSet, .coachingRestrict: .roles([.owner])
    case .invitesCreate, .invitesRevoke, .joinsApprove: Permissions(.yes, .policy(.adminsInvite), .no, .no, .no)
    case .webhooksSet: Permissions(.yes, .policy(.adminsSetWebhooks), .no, .no, .no)
    case .placeholdersAdd: Permissions(.yes, .yes, .policy(.adultsAddPlaceholders), .no, .no)
    case .placeholdersClaim: Permissions(.yes, .yes, .yes, .yes, .toward([.minor]))
    case .rolesChange, .membersRestore: .roles([.owner])
    case .rolesAcknowledge, .preferencesSet, .emailsSet, .separationSet, .paymentsSet, .entriesUncomment:
      Permissions(.own, .own, .own, .own, .own)
    case .wordsErase: Permissions(.yes, .own, .own, .own, .own)
    case .rolesRequest: .roles([.minor])
    case .membersRemove: Permissions(.toward([.admin, .adult, .viewer, .minor]), .toward([.adult, .viewer]), .no, .no, .no)
    case .membersRename: Permissions(.ownAndToward([.admin, .adult, .viewer, .minor]), .own, .own, .own, .own)
    case .membersLeave: .roles([.admin, .adult, .viewer, .minor])
    case .ownershipTransfer: Permissions(.toward([.admin, .adult]), .no, .no, .no, .no)
    case .groupArchive, .groupUnarchive, .groupPurge: .roles([.owner])
    case .adminLaneRead: .roles([.owner, .admin])
    case .minorsRead, .spendingSet: Permissions(.yes, .guardian, .guardian, .no, .own)
    case .minorsSet: Permissions(.yes, .guardian, .guardian, .no, .no)
    case .accountsRead, .accountsRevoke: Permissions(.own, .own, .own, .own, .own)
    case .accountsSet, .accountsWrite, .accountsGrant: Permissions(.own, .own, .own, .no, .no)
    case .coachingSend: Permissions(.yes, .unrestricted, .unrestricted, .no, .no)
    case .coachingMute: .roles([.owner, .admin, .adult, .viewer])
    case .tokensRead: Permissions(.own, .ownIf(.adminsMakeTokens), .own, .own, .no)
    case .tokensWrite: Permissions(.own, .ownIf(.adminsMakeTokens), .own, .no, .no)
    }
  }

  /// Whether it may be done in an archived group (product C7). Transfers may be added besides.
  public var holdsInArchive: Bool {
    switch self {
    case .groupRead, .attachmentsRead, .incomeRead, .adminLaneRead, .minorsRead, .historyExport, .historyVerify, .debtsSettle,
      .membersLeave,
      .groupArchive,
      .groupUnarchive,
      .groupPurge, .accountsRead, .accountsRevoke, .separationSet, .paymentsSet,
      .tokensRead, .tokensWrite, .wordsErase:
      true
    case .entriesAdd, .attachmentsAdd, .entriesTakePart, .entriesEdit, .entriesVoid, .entriesRestore, .entriesUndo, .entriesDispute,
      .entriesComment, .entriesUncomment, .incomeSet,
      .debtsRemind, .budgetsSet, .ratesSet, .recurringSet, .festivalsSet,
      .categoriesSet, .groupSet, .policiesSet, .policiesDelegate, .invitesCreate, .invitesCreateAdmins, .invitesRevoke, .joinsApprove,
      .placeholdersAdd, .placeholdersClaim, .rolesChange, .rolesAcknowledge, .rolesRequest, .membersRemove, .membersRestore,
      .membersRename, .sharingSet, .partiesSet, .emailsSet, .preferencesSet, .ownershipTransfer, .minorsSet, .spendingSet, .guardiansSet,
      .accountsSet, .accountsWrite, .accountsGrant, .coachingSend, .coachingMute, .coachingRestrict, .categoriesShare,
      .webhooksSet:
      false
    }
  }

  /// Whether it is nobody's for an entry that is voided.
  public var needsStandingEntry: Bool { self == .entriesEdit || self == .entriesDispute }

  /// Whether it is theirs alone whom the entry names.
  public var needsPart: Bool { self == .entriesDispute }

  /// The right as a person reads it: "entries.add: owner, admin, adult".
  public var text: String {
    let row = row
    let parts = RoleSet.order.compactMap { role in row[role] == .no ? nil : role.text + row[role].text }
    return rawValue + ": " + parts.joined(separator: ", ")
  }
}

extension Role {
  /// The role as a person reads it.
  public var text: String {
    switch self {
    case .owner: "owner"
    case .admin: "admin"
    case .adult: "adult"
    case .viewer: "viewer"
    case .minor: "minor"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
