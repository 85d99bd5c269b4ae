import HearthProtocol

// What a rejection says to whom it concerns. Nothing that a peer sent is repeated here, only where it stands.
extension Rejection {
  /// The stable code.
  public var code: RejectionCode { kind.code }

  /// What is wrong with the field of a bad request; nil for every other code.
  public var reason: BadRequestReason? { kind.reason }

  private var kind: (code: RejectionCode, reason: BadRequestReason?) {
    switch self {
    case .malformedEnvelope, .malformedID: (.badRequest, .idMalformed)
    case .malformedMember: (.badRequest, .memberMalformed)
    case .choiceNotAllowed: (.badRequest, .choiceNotAllowed)
    case .numberOutOfRange: (.badRequest, .numberOutOfRange)
    case .amountOutOfRange: (.badRequest, .amountOutOfRange)
    case .rateMalformed: (.badRequest, .rateMalformed)
    case .timeZoneMalformed: (.badRequest, .timeZoneMalformed)
    case .textTooLong: (.badRequest, .textTooLong)
    case .textMissing: (.badRequest, .textMissing)
    case .textNotAllowed: (.badRequest, .textNotAllowed)
    case .categoriesMissing: (.badRequest, .categoriesMissing)
    case .tooManyCategories: (.badRequest, .tooManyCategories)
    case .categoryRepeated: (.badRequest, .categoryRepeated)
    case .categoryKeyMalformed: (.badRequest, .categoryKeyMalformed)
    case .dateMalformed: (.badRequest, .dateMalformed)
    case .sharesMissing: (.badRequest, .sharesMissing)
    case .tooManyShares: (.badRequest, .tooManyShares)
    case .tooManyReceipts: (.badRequest, .tooManyReceipts)
    case .tooManySkips: (.badRequest, .tooManySkips)
    case .tooManyThresholds: (.badRequest, .tooManyThresholds)
    case .tooManyVersions: (.badRequest, .tooManyVersions)
    case .tooManyGaps: (.badRequest, .tooManyGaps)
    case .thresholdRepeated: (.badRequest, .thresholdRepeated)
    case .colorMalformed: (.badRequest, .colorMalformed)
    case .emailMalformed: (.badRequest, .emailMalformed)
    case .noticeAddressMalformed: (.badRequest, .noticeAddressMalformed)
    case .paymentAddressMalformed: (.badRequest, .paymentAddressMalformed)
    case .webhookURLMalformed: (.badRequest, .webhookUrlMalformed)
    case .memberRepeated: (.badRequest, .memberRepeated)
    case .shareOutOfRange: (.badRequest, .shareOutOfRange)
    case .percentageOutOfRange: (.badRequest, .percentageOutOfRange)
    case .unknownCommand: (.unknownCommand, nil)
    case .notFound, .unknownInvite, .unknownWebhook, .unknownBudget, .unknownEntry, .unknownRecurring, .unknownFestival, .unknownAccount:
      (.notFound, nil)
    case .entryVoided: (.entryVoided, nil)
    case .nothingToUndo: (.nothingToUndo, nil)
    case .conflict, .recurringConflict: (.conflict, nil)
    case .incomeUnknown: (.incomeUnknown, nil)
    case .notNamed: (.notNamed, nil)
    case .possibleDuplicate: (.possibleDuplicate, nil)
    case .forbidden: (.forbidden, nil)
    case .separated: (.separated, nil)
    case .groupArchived: (.groupArchived, nil)
    case .inviteInvalid: (.inviteInvalid, nil)
    case .alreadyMember: (.alreadyMember, nil)
    case .wasRemoved: (.memberRemoved, nil)
    case .ownerMustTransfer: (.ownerMustTransfer, nil)
    case .groupFull: (.groupFull, nil)
    case .alreadyClaimed: (.alreadyClaimed, nil)
    case .claimNotPossible: (.claimNotPossible, nil)
    case .claimNotAllowed: (.claimNotAllowed, nil)
    case .memberNotActive: (.memberNotActive, nil)
    case .hasLeft: (.memberLeft, nil)
    case .nothingPending: (.nothingPending, nil)
    case .transparencyNotAccepted: (.transparencyNotAccepted, nil)
    case .alreadyExists: (.alreadyExists, nil)
    case .unknownCurrency: (.unknownCurrency, nil)
    case .unknownCategory: (.unknownCategory, nil)
    case .categoryRetired: (.categoryRetired, nil)
    case .categoryDoesNotFit: (.categoryDoesNotFit, nil)
    case .dateOutOfRange: (.dateOutOfRange, nil)
    case .unknownMember: (.unknownMember, nil)
    case .paidDoesNotAddUp: (.paidDoesNotAddUp, nil)
    case .percentagesDoNotAddUp, .sharesDoNotAddUp: (.splitDoesNotAddUp, nil)
    case .transferNeedsTwoMembers: (.transferNeedsTwoMembers, nil)
    case .currencyFixed: (.currencyFixed, nil)
    case .groupNotArchived: (.groupNotArchived, nil)
    case .exportMissing: (.exportMissing, nil)
    case .categoryInUse: (.categoryInUse, nil)
    case .outOfRange: (.outOfRange, nil)
    case .budgetRemoved: (.budgetRemoved, nil)
    case .recurringEnded: (.recurringEnded, nil)
    case .instalmentDoesNotFit: (.instalmentDoesNotFit, nil)
    case .noOccurrence: (.noOccurrence, nil)
    case .loanFixed: (.loanFixed, nil)
    case .nothingOwed: (.nothingOwed, nil)
    case .moreThanOwed: (.moreThanOwed, nil)
    case .noPaymentAddress: (.noPaymentAddress, nil)
    case .paymentNotPossible: (.paymentNotPossible, nil)
    case .remindedRecently: (.remindedRecently, nil)
    case .nudge: (.nudge, nil)
    case .notShared: (.notShared, nil)
    case .nothingChanges: (.nothingChanges, nil)
    case .tooManyInvites: (.tooManyInvites, nil)
    case .tooManyWebhooks: (.tooManyWebhooks, nil)
    case .joinPending: (.joinPending, nil)
    case .tooManyJoinRequests: (.tooManyJoinRequests, nil)
    case .noJoinRequest, .noRevocation: (.nothingPending, nil)
    case .tooManyBudgets: (.tooManyBudgets, nil)
    case .tooManyRecurring: (.tooManyRecurring, nil)
    case .tooManyFestivals: (.tooManyFestivals, nil)
    case .tooManyForMinor: (.tooManyForMinor, nil)
    case .accountClosed: (.accountClosed, nil)
    case .entryReconciled: (.entryReconciled, nil)
    case .alreadyGranted: (.alreadyGranted, nil)
    case .tooManyAccounts: (.tooManyAccounts, nil)
    case .disputesTooLong: (.disputesTooLong, nil)
    case .commentsFull: (.commentsFull, nil)
    case .tooManyGrants: (.tooManyGrants, nil)
    case .groupCategoriesFull: (.tooManyCategories, nil)
    case .tooManyRates: (.tooManyRates, nil)
    }
  }

  /// Path of the wrong field, "add_entry.content.amount.minor"; empty when it is no single field.
  public var field: String {
    switch self {
    case .noJoinRequest(let field), .malformedEnvelope(let field), .notFound(let field), .malformedID(let field), .alreadyExists(let field),
      .unknownInvite(let field), .unknownWebhook(let field), .webhookURLMalformed(let field),
      .choiceNotAllowed(let field), .numberOutOfRange(let field, _), .amountOutOfRange(let field), .unknownCurrency(let field),
      .rateMalformed(let field), .timeZoneMalformed(let field), .textTooLong(let field, _), .textNotAllowed(let field, _),
      .textMissing(let field),
      .unknownCategory(let field), .categoryDoesNotFit(let field), .dateMalformed(let field), .dateOutOfRange(let field),
      .categoriesMissing(let field), .tooManyCategories(let field), .categoryRepeated(let field), .sharesMissing(let field),
      .tooManyShares(let field), .malformedMember(let field), .memberRepeated(let field), .unknownMember(let field),
      .unknownEntry(let field), .unknownRecurring(let field), .unknownFestival(let field), .instalmentDoesNotFit(let field, _),
      .noOccurrence(let field), .tooManySkips(let field), .entryVoided(let field), .tooManyReceipts(let field),
      .incomeUnknown(let field, _),
      .shareOutOfRange(let field), .percentageOutOfRange(let field), .alreadyClaimed(let field, _), .claimNotPossible(let field),
      .claimNotAllowed(let field), .memberNotActive(let field), .hasLeft(let field),
      .transparencyNotAccepted(let field), .unknownBudget(let field), .tooManyThresholds(let field), .tooManyVersions(let field),
      .tooManyGaps(let field),
      .thresholdRepeated(let field), .nothingOwed(let field, _, _), .categoryKeyMalformed(let field), .colorMalformed(let field),
      .emailMalformed(let field), .noticeAddressMalformed(let field), .paymentAddressMalformed(let field, _), .noPaymentAddress(let field),
      .paymentNotPossible(let field, _),
      .categoryRetired(let field), .paidDoesNotAddUp(let field, _), .percentagesDoNotAddUp(let field, _), .sharesDoNotAddUp(let field, _),
      .transferNeedsTwoMembers(let field), .outOfRange(let field, _), .unknownAccount(let field), .accountClosed(let field),
      .entryReconciled(let field), .alreadyGranted(let field):
      field
    case .possibleDuplicate: "add_entry.content"
    case .conflict: "edit_entry.base_version"
    case .recurringConflict: "set_recurring.base_version"
    case .loanFixed: "set_recurring.content"
    case .moreThanOwed: "settle_up.minor"
    case .remindedRecently: "remind_debtor.debtor_id"
    case .nudge: "send_coaching.recipient_id"
    case .notShared: "set_category_total.category"
    case .currencyFixed: "update_group.currency"
    case .exportMissing: "request_purge.exported"
    case .disputesTooLong: "dispute_entry.reason"
    case .commentsFull: "comment_entry.text"
    case .categoryInUse: "set_category.content"
    case .unknownCommand, .separated, .forbidden, .inviteInvalid, .alreadyMember, .joinPending, .tooManyJoinRequests, .groupFull,
      .budgetRemoved,
      .nothingChanges,
      .tooManyInvites, .tooManyWebhooks,
      .tooManyBudgets, .groupArchived, .groupNotArchived, .groupCategoriesFull, .wasRemoved, .ownerMustTransfer, .nothingPending,
      .noRevocation, .tooManyRates, .nothingToUndo, .notNamed, .recurringEnded, .tooManyRecurring, .tooManyFestivals, .tooManyForMinor,
      .tooManyAccounts, .tooManyGrants:
      ""
    }
  }

  /// What stands against the command, for a person.
  public var cause: String {
    switch self {
    case .malformedEnvelope, .malformedID, .malformedMember: "This is not a UUID."
    case .unknownCommand: "The command is of a type this server does not know."
    case .notFound: "There is no such group, or you are not a member of it."
    case .forbidden(let right, let role) where right.row[role] == .unrestricted:
      "The owner alone coaches this child. The rule is \(right.text)."
    case .forbidden(let right, let role): "Your role (\(role.text)) may not do this. The rule is \(right.text)."
    case .separated: "You keep everything of yours from this group for now."
    case .groupArchived: "The group is archived: it can be read, settled, left and exported."
    case .inviteInvalid: "This invite cannot be used."
    case .alreadyMember: "You are a member of this group already."
    case .wasRemoved: "You were removed from this group."
    case .ownerMustTransfer: "The owner cannot leave, be removed or take another role."
    case .alreadyClaimed: "Somebody has claimed this member already."
    case .claimNotPossible: "You are a member of your own here, with a history that stays under that name."
    case .claimNotAllowed: "A minor claims only a member marked as a minor."
    case .memberNotActive: "This member is not active in the group."
    case .hasLeft: "This member has left by their own wish."
    case .nothingPending: "No such change of role is waiting."
    case .transparencyNotAccepted: "A new minor accepts the transparency notice first."
    case .groupFull(let membersMax): "This group is full (\(membersMax) members)."
    case .alreadyExists: "This id is taken."
    case .unknownEntry: "There is no such entry."
    case .entryVoided: "The entry is voided."
    case .nothingToUndo: "There is nothing of yours to undo."
    case .conflict(let conflict):
      conflict.changes.isEmpty
        ? "The entry was voided, restored or changed since."
        : "Somebody has changed the entry since: " + conflict.changes.map(\.field.text).joined(separator: ", ") + "."
    case .tooManyReceipts: "An entry has at most \(Limits.receipts) receipts."
    case .incomeUnknown(_, let members): "\(members.count) of those who share have not said what they earn."
    case .notNamed: "The entry does not name you."
    case .possibleDuplicate: "An entry much like this one was just added."
    case .categoryKeyMalformed: "A category's key is 1 to 40 lower-case letters, digits and hyphens."
    case .unknownInvite: "There is no such invite."
    case .unknownWebhook: "There is no such webhook."
    case .webhookURLMalformed: "This is no address of https to which events can be sent."
    case .unknownBudget: "There is no such budget."
    case .unknownRecurring: "There is no such rule."
    case .unknownFestival: "There is no such envelope."
    case .recurringEnded: "The rule is over."
    case .recurringConflict: "The rule was changed since."
    case .instalmentDoesNotFit(_, let minor):
      minor > 0
        ? "With instalments of this amount the loan is not paid back in that number of them."
        : "The loan is too small for so many instalments."
    case .noOccurrence: "The rule has no such date, or it is past."
    case .tooManySkips: "The rule leaves out \(Limits.skips) dates already."
    case .loanFixed: "Instalments were booked, so the loan's terms and dates stay."
    case .tooManyRecurring(let recurringMax): "The group has \(recurringMax) rules."
    case .unknownAccount: "There is no such account, or you do not see it."
    case .accountClosed: "The account is closed."
    case .entryReconciled: "The entry was compared with a statement."
    case .alreadyGranted: "The member has another grant of this account."
    case .tooManyAccounts(let most): "You have \(most) accounts already."
    case .commentsFull(let left, let bytesLeft):
      "An entry has at most \(Limits.comments) comments, of \(Limits.commentBytes) bytes together; left are \(left), of \(bytesLeft) bytes."
    case .disputesTooLong(let left):
      "The disputes of the entry have at most \(Limits.entryDisputeBytes) bytes together; \(left) are left."
    case .tooManyGrants(let most): "The account is granted to \(most) members already."
    case .tooManyForMinor(let most): "The minor has \(most) of these already."
    case .tooManyFestivals(let festivalsMax): "The group has \(festivalsMax) envelopes for festivals."
    case .tooManyGaps: "The envelope was removed and brought back \(Limits.festivalGaps) times already."
    case .tooManyVersions:
      "The limit, categories, carrying and alerts of a budget were changed for \(Limits.budgetVersions) of its periods already."
    case .tooManyThresholds: "A budget has at most \(Limits.thresholds) thresholds."
    case .thresholdRepeated: "The threshold stands here twice."
    case .budgetRemoved: "The budget was removed."
    case .choiceNotAllowed(let field): Self.choice(field).cause
    case .numberOutOfRange(_, let bounds): "The number must be from \(bounds.lowerBound) to \(bounds.upperBound)."
    case .amountOutOfRange, .shareOutOfRange: "An amount must be from 1 to \(amountMinorMax) minor units."
    case .unknownCurrency: "This is not the code of an active currency."
    case .rateMalformed: "This is not an exchange rate: a decimal above 0 with at most \(DecimalRate.digitsMax) digits."
    case .timeZoneMalformed: "This is not a time zone's name."
    case .colorMalformed: "This is not a colour."
    case .emailMalformed: "This is not an email address."
    case .noticeAddressMalformed: "This is no address to which notices can be pushed."
    case .paymentAddressMalformed(_, let flaw): flaw.cause
    case .noPaymentAddress: "This member has not said where they take money."
    case .paymentNotPossible(_, let currency): "This member takes only \(currency), and not every amount."
    case .textTooLong(_, let charactersMax): "The text is longer than \(charactersMax) characters."
    case .textNotAllowed(_, let flaw): flaw.cause
    case .textMissing: "The text is empty."
    case .unknownCategory: "The group has no such category."
    case .categoryRetired: "The category was retired."
    case .categoryDoesNotFit: "The category is not meant for this."
    case .dateMalformed: "This is not a date."
    case .dateOutOfRange(let field) where field.hasSuffix("recurrence.first_date"):
      "From that date on there are more than \(Limits.occurrencesDueAtOnce) dates up to today, or it is more than \(Limits.yearsFromToday) years away."
    case .dateOutOfRange(let field) where field == "set_budget.content.start_date":
      "The periods before the running one are over, and keep what was true in them."
    case .dateOutOfRange(field: "set_allowance.content.first_date"):
      "An allowance begins today or later, and at most \(Limits.yearsFromToday) years from today."
    case .dateOutOfRange(field: "set_category_total.period_start"):
      "Totals are told of the current month and the \(Limits.sharedMonths - 1) before it."
    case .dateOutOfRange: "The date is more than \(Limits.yearsFromToday) years from today."
    case .categoriesMissing: "A budget needs a category."
    case .tooManyCategories: "A budget has at most \(Limits.budgetCategories) categories."
    case .categoryRepeated: "The category stands here twice."
    case .sharesMissing: "No member is named."
    case .tooManyShares: "More than \(Limits.portions) members are named."
    case .unknownMember: "The group has no such member."
    case .memberRepeated: "The member stands here twice."
    case .percentageOutOfRange: "A share must be from 0.01 % to 100 %."
    case .paidDoesNotAddUp(_, let difference): "The amounts paid add up to \(difference.text)"
    case .percentagesDoNotAddUp(_, let points): "The percentages add up to \(percentText(points)); \(percentDifference(points))"
    case .sharesDoNotAddUp(_, let difference): "The shares add up to \(difference.text)"
    case .transferNeedsTwoMembers: "A payment goes from exactly one member to exactly one other."
    case .nothingOwed(_, let currency, isDirect: true): "By the entries no debt in \(currency) goes this way."
    case .nothingOwed(_, let currency, isDirect: false): "In the fewest payments no debt in \(currency) goes this way."
    case .moreThanOwed(let minor, let currency): "Only \(Money.formatted(minor: minor, currency: currency)) is owed."
    case .remindedRecently: "This reminder was sent less than 24 hours ago."
    case .outOfRange(let field, let currency) where field.contains("account"):
      "The account's figures in \(currency) would be more than can be counted."
    case .notShared: "The category is not shared, so no total of it is taken."
    case .nudge(let sent):
      "You have sent this member \(sent < Limits.coachingKept ? "" : "at least ")\(sent) messages within 24 hours."
    case .outOfRange(_, let currency): "The group's entries in \(currency) would total more than can be counted."
    case .nothingChanges: "It is so already."
    case .joinPending: "You have asked to join this group, and nobody has answered yet."
    case .tooManyJoinRequests: "\(Limits.joinRequests) people have asked to join and wait for an answer."
    case .noJoinRequest: "Nobody asks to join as this member."
    case .noRevocation: "Nobody has asked to end this, or the wish has lapsed."
    case .tooManyWebhooks: "The group has \(Limits.webhooks) webhooks."
    case .tooManyInvites: "The group has \(Limits.openInvites) open invites."
    case .tooManyBudgets(let budgetsMax): "The group has \(budgetsMax) budgets."
    case .currencyFixed: "The group has entries, so its currency stays."
    case .groupNotArchived: "The group is not archived."
    case .exportMissing: "The group was not exported."
    case .categoryInUse: "Entries or budgets use the category for a purpose that the change would end."
    case .groupCategoriesFull: "The group has \(Limits.categories) categories."
    case .tooManyRates: "The group has \(Limits.rates) exchange rates."
    }
  }

  /// The reason of a bad request and the figures behind the cause, for programs.
  public var details: [Detail] { (reason.map { [Detail($0)] } ?? []) + figures }

  private var figures: [Detail] {
    switch self {
    case .forbidden(let right, let role): [Detail("rule", right.rawValue), Detail("role", role.text)]
    case .alreadyClaimed(_, let unclaimed): unclaimed.map { Detail("unclaimed", "\($0.id) \($0.name)") }
    case .transparencyNotAccepted: [Detail("transparency_version", TransparencyNotice.version)]
    case .groupFull(let membersMax): [Detail("members_max", membersMax)]
    case .numberOutOfRange(_, let bounds): [Detail("min", bounds.lowerBound), Detail("max", bounds.upperBound)]
    case .amountOutOfRange, .shareOutOfRange: [Detail("min_minor", 1), Detail("max_minor", amountMinorMax)]
    case .textTooLong(_, let charactersMax): [Detail("characters_max", charactersMax)]
    case .tooManyCategories: [Detail("categories_max", Limits.budgetCategories)]
    case .tooManyShares: [Detail("shares_max", Limits.portions)]
    case .paidDoesNotAddUp(_, let difference), .sharesDoNotAddUp(_, let difference):
      [Detail("difference_minor", difference.minor), Detail("currency", difference.currency.code)]
    case .percentagesDoNotAddUp(_, let points): [Detail("difference_basis_points", points - Limits.basisPointsTotal)]
    case .conflict(let conflict):
      [
        Detail("entry_id", conflict.entry), Detail("base_version", conflict.base), Detail("current_version", conflict.current),
      ]
        + conflict.changes.flatMap {
          [Detail("changed." + $0.field.text, $0.version), Detail("changed_by." + $0.field.text, $0.by)]
        }
    case .incomeUnknown(_, let members): members.map { Detail("member_id", $0) }
    case .possibleDuplicate(let entry, let by): [Detail("entry_id", entry), Detail("added_by", by)]
    case .recurringConflict(let base, let current): [Detail("base_version", base), Detail("current_version", current)]
    case .instalmentDoesNotFit(_, let minor): minor > 0 ? [Detail("instalment_minor", minor)] : []
    case .tooManyReceipts: [Detail("receipts_max", Limits.receipts)]
    case .tooManySkips: [Detail("skips_max", Limits.skips)]
    case .tooManyRecurring(let recurringMax): [Detail("recurring_max", recurringMax)]
    case .tooManyForMinor(let most): [Detail("records_max", most)]
    case .tooManyAccounts(let most): [Detail("accounts_max", most)]
    case .commentsFull(let left, let bytesLeft):
      [
        Detail("comments_max", Limits.comments), Detail("comments_left", left), Detail("bytes_max", Limits.commentBytes),
        Detail("bytes_left", bytesLeft),
      ]
    case .disputesTooLong(let left): [Detail("bytes_max", Limits.entryDisputeBytes), Detail("bytes_left", left)]
    case .tooManyGrants(let most): [Detail("grants_max", most)]
    case .tooManyFestivals(let festivalsMax): [Detail("festivals_max", festivalsMax)]
    case .moreThanOwed(let minor, let currency): [Detail("owed_minor", minor), Detail("currency", currency.code)]
    case .nothingOwed(_, let currency, let isDirect):
      [Detail("currency", currency.code), Detail("mode", isDirect ? "direct" : "simplified")]
    case .paymentNotPossible(_, let currency): [Detail("currency", currency)]
    case .remindedRecently(let milliseconds): [Detail("retry_after_ms", milliseconds)]
    case .nudge(let sent): [Detail("sent_in_24_hours", sent)]
    case .tooManyInvites: [Detail("invites_max", Limits.openInvites)]
    case .tooManyWebhooks: [Detail("webhooks_max", Limits.webhooks)]
    case .tooManyJoinRequests: [Detail("join_requests_max", Limits.joinRequests)]
    case .tooManyBudgets(let budgetsMax): [Detail("budgets_max", budgetsMax)]
    case .tooManyVersions: [Detail("versions_max", Limits.budgetVersions)]
    case .tooManyGaps: [Detail("gaps_max", Limits.festivalGaps)]
    case .tooManyThresholds: [Detail("thresholds_max", Limits.thresholds)]
    case .groupCategoriesFull: [Detail("categories_max", Limits.categories)]
    case .tooManyRates: [Detail("rates_max", Limits.rates)]
    case .separated, .joinPending, .noJoinRequest, .noRevocation, .notShared, .malformedEnvelope, .unknownCommand, .notFound,
      .inviteInvalid,
      .alreadyMember,
      .malformedID,
      .alreadyExists, .unknownInvite, .unknownWebhook, .webhookURLMalformed,
      .choiceNotAllowed, .unknownCurrency, .rateMalformed, .timeZoneMalformed, .textMissing, .textNotAllowed, .categoriesMissing,
      .unknownCategory, .categoryDoesNotFit, .categoryRepeated, .dateMalformed, .dateOutOfRange, .sharesMissing, .malformedMember,
      .memberRepeated, .unknownMember, .percentageOutOfRange,
      .unknownEntry, .entryVoided, .nothingToUndo, .notNamed,
      .wasRemoved, .ownerMustTransfer, .claimNotPossible, .claimNotAllowed, .memberNotActive, .hasLeft, .nothingPending,
      .unknownRecurring, .unknownFestival, .recurringEnded, .noOccurrence, .loanFixed,
      .transferNeedsTwoMembers, .outOfRange, .unknownBudget, .thresholdRepeated, .budgetRemoved, .nothingChanges, .groupArchived,
      .categoryKeyMalformed, .colorMalformed, .emailMalformed, .noticeAddressMalformed, .paymentAddressMalformed, .noPaymentAddress,
      .categoryRetired,
      .currencyFixed, .groupNotArchived, .exportMissing,
      .categoryInUse, .unknownAccount, .accountClosed, .entryReconciled, .alreadyGranted:
      []
    }
  }

  /// After how long the same may be tried again, in milliseconds; 0 when time does not help.
  public var retryAfterMilliseconds: UInt32 {
    if case .remindedRecently(let milliseconds) = self { milliseconds } else { 0 }
  }

  private func percentText(_ points: Int) -> String {
    let cents = points % 100
    return "\(points / 100).\(cents < 10 ? "0" : "")\(cents) %"
  }

  private func percentDifference(_ points: Int) -> String {
    let missing = Limits.basisPointsTotal - points
    return missing > 0 ? "\(percentText(missing)) is missing." : "\(percentText(-missing)) is too much."
  }
}

extension Difference {
  fileprivate var text: String {
    let wrong = Money.formatted(minor: minor < 0 ? -minor : minor, currency: currency)
    return Money.formatted(minor: total, currency: currency) + "; \(wrong) is " + (minor < 0 ? "missing." : "too much.")
  }
}

extension TextFlaw {
  fileprivate var cause: String {
    switch self {
    case .controlCharacter: "The text contains a control character or a line break."
    case .controlCharacterInLines: "The text contains a control character that is no line break."
    case .directionOverride: "The text contains a character that turns the writing direction."
    case .combiningMarks: "The text has more than 8 combining marks in a row."
    }
  }
}

extension Detail {
  /// The reason of a bad request.
  public init(_ reason: BadRequestReason) { self.init("reason", reason.rawValue) }

  fileprivate init(_ key: String, _ value: some CustomStringConvertible) {
    self.init()
    self.key = key
    self.value = value.description
  }
}
