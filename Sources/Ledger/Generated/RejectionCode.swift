// Generated from Protocol/errors.json by deploy/generate-refusals.py: run `make protocol` after a change.

/// The stable codes of refusals. A published code keeps its meaning for ever.
public enum RejectionCode: String, CaseIterable, Sendable {
  /// A field is missing, malformed or out of bounds; `field` says which.
  case badRequest = "bad_request"
  /// The command or request is of a type this server does not know.
  case unknownCommand = "unknown_command"
  /// There is no such thing, or it is not yours to know of.
  case notFound = "not_found"
  /// The member's role or the token may not do this; of a role `details` name the rule.
  case forbidden
  /// The sender keeps everything of theirs from this group for now.
  case separated
  /// The group is archived: it can be read, settled, left and exported.
  case groupArchived = "group_archived"
  /// The invite code is wrong, expired, used up, revoked or for somebody else.
  case inviteInvalid = "invite_invalid"
  /// The joiner is a member of the group already.
  case alreadyMember = "already_member"
  /// The group has reached its limit of members.
  case groupFull = "group_full"
  /// The id is taken.
  case alreadyExists = "already_exists"
  /// The code names no active currency of ISO 4217.
  case unknownCurrency = "unknown_currency"
  /// The group has no such category.
  case unknownCategory = "unknown_category"
  /// The category was retired and cannot be chosen any more.
  case categoryRetired = "category_retired"
  /// The category is not meant for this kind of entry, or not for budgets.
  case categoryDoesNotFit = "category_does_not_fit"
  /// The date is more than 100 years from today.
  case dateOutOfRange = "date_out_of_range"
  /// The group has no such member.
  case unknownMember = "unknown_member"
  /// What was paid does not total the amount; `details` carry the difference.
  case paidDoesNotAddUp = "paid_does_not_add_up"
  /// The percentages do not total 100 %, or the shares not the amount; `details` carry the difference.
  case splitDoesNotAddUp = "split_does_not_add_up"
  /// A transfer goes from exactly one member to exactly one other.
  case transferNeedsTwoMembers = "transfer_needs_two_members"
  /// The entry is voided.
  case entryVoided = "entry_voided"
  /// There is no act of the member's on an entry that could be undone.
  case nothingToUndo = "nothing_to_undo"
  /// Others have changed the same field since the version that the edit is based on; `details` name the field, the version and who.
  case conflict
  /// Members who share by income have not said what they earn; `details` name them.
  case incomeUnknown = "income_unknown"
  /// The entry does not name the member.
  case notNamed = "not_named"
  /// Somebody else added an entry much like this one within the last ten minutes, or the sender the same within the last minute; `details` name it.
  case possibleDuplicate = "possible_duplicate"
  /// The group has entries, so its currency stays.
  case currencyFixed = "currency_fixed"
  /// Only an archived group is deleted.
  case groupNotArchived = "group_not_archived"
  /// A group is exported before it is deleted.
  case exportMissing = "export_missing"
  /// Entries or budgets use the category for a purpose that the change would end.
  case categoryInUse = "category_in_use"
  /// The group's amounts in this currency would total more than can be counted.
  case outOfRange = "out_of_range"
  /// The budget was removed; it is not changed while it is.
  case budgetRemoved = "budget_removed"
  /// The rule is over; it is not changed any more.
  case recurringEnded = "recurring_ended"
  /// With instalments of this amount the loan is not paid back in that number of them; `details` carry the amount that does it.
  case instalmentDoesNotFit = "instalment_does_not_fit"
  /// The rule has no such date, or it is past.
  case noOccurrence = "no_occurrence"
  /// Instalments were booked, so the loan's terms and dates stay.
  case loanFixed = "loan_fixed"
  /// No debt in this currency goes from the one member to the other in the mode that `details` name: `direct` by the entries, `simplified` in the fewest transfers.
  case nothingOwed = "nothing_owed"
  /// Less is owed than is to be settled; `details` carry what is.
  case moreThanOwed = "more_than_owed"
  /// The creditor's last reminder to this debtor was less than 24 hours ago.
  case remindedRecently = "reminded_recently"
  /// The group is already as you wish.
  case nothingChanges = "nothing_changes"
  /// The group has 20 open invites.
  case tooManyInvites = "too_many_invites"
  /// The group has 5 webhooks.
  case tooManyWebhooks = "too_many_webhooks"
  /// This server sends nothing to webhooks.
  case webhooksOff = "webhooks_off"
  /// This server sends neither push messages nor mail.
  case noticesOff = "notices_off"
  /// The joiner has asked to join this group, and nobody has answered yet.
  case joinPending = "join_pending"
  /// 20 people have asked to join and wait for an answer.
  case tooManyJoinRequests = "too_many_join_requests"
  /// The group has 100 budgets, or 1,000 with those that were removed.
  case tooManyBudgets = "too_many_budgets"
  /// The group has 100 rules with dates to come, or 1,000 with those that are over.
  case tooManyRecurring = "too_many_recurring"
  /// The group has 20 envelopes for festivals, or 100 with those that were removed.
  case tooManyFestivals = "too_many_festivals"
  /// The group has 100 categories.
  case tooManyCategories = "too_many_categories"
  /// Somebody has claimed this member already; `details` list those that are still unclaimed.
  case alreadyClaimed = "already_claimed"
  /// The claimer is a member of their own with a history in the group.
  case claimNotPossible = "claim_not_possible"
  /// A minor claims only a member marked as a minor.
  case claimNotAllowed = "claim_not_allowed"
  /// The member has left, was removed, or is a placeholder where somebody is needed.
  case memberNotActive = "member_not_active"
  /// The member has left by their own wish.
  case memberLeft = "member_left"
  /// The joiner was removed from the group.
  case memberRemoved = "member_removed"
  /// The owner cannot leave, be removed or take another role.
  case ownerMustTransfer = "owner_must_transfer"
  /// No such change of role or request to join is waiting.
  case nothingPending = "nothing_pending"
  /// A new minor accepts the transparency notice first; `details` name its version.
  case transparencyNotAccepted = "transparency_not_accepted"
  /// The minor has as many guardians, limits or allowances as there may be; `details` say how many.
  case tooManyForMinor = "too_many_for_minor"
  /// The account takes no more entries.
  case accountClosed = "account_closed"
  /// The entry was compared with a statement.
  case entryReconciled = "entry_reconciled"
  /// The member has another grant of this account.
  case alreadyGranted = "already_granted"
  /// The sender has made as many accounts as there may be; `details` say how many.
  case tooManyAccounts = "too_many_accounts"
  /// The disputes of the entry are as long together as they may be; `details` say how many bytes are left.
  case disputesTooLong = "disputes_too_long"
  /// The comments of the entry are as many, or as long together, as they may be; `details` say how many are left, and how many bytes.
  case commentsFull = "comments_full"
  /// The account is granted to as many members as there may be; `details` say how many.
  case tooManyGrants = "too_many_grants"
  /// The category is not shared, so no total of it is taken.
  case notShared = "not_shared"
  /// Three coaching messages were sent to the member within the last 24 hours.
  case nudge
  /// The payee has not said where they take money.
  case noPaymentAddress = "no_payment_address"
  /// The payee takes no money in this currency or of this amount; `details` name the currency that they take.
  case paymentNotPossible = "payment_not_possible"
  /// The group has 10,000 exchange rates.
  case tooManyRates = "too_many_rates"
  /// The token is unknown, revoked or too old, or none was sent.
  case unauthorized
  /// Too much was asked in too short a time.
  case rateLimited = "rate_limited"
  /// The server could not make the command durable; whether it was is not known.
  case unavailable
  /// The group's or the server's queue is full; nothing was done.
  case overloaded
  /// The server's disk is full or nearly so, or there are as many receipts' files as there may be; nothing was done. Reading still works.
  case storageFull = "storage_full"
  /// The group's history is as long as the operator lets it become; nothing was done.
  case historyFull = "history_full"
  /// A command with this id but another content was accepted before.
  case idempotencyConflict = "idempotency_conflict"
  /// The group's stored history does not verify; the server does not guess amounts.
  case groupDamaged = "group_damaged"
  /// The cursor lies outside the lane's history.
  case resync
  /// The operator lets only some people create groups on this server.
  case creationRestricted = "creation_restricted"
  /// The code for a further device is wrong, was used, or is older than 10 minutes.
  case linkInvalid = "link_invalid"
  /// The identity has 20 devices.
  case tooManyDevices = "too_many_devices"
  /// The member has 10 tokens for the group.
  case tooManyTokens = "too_many_tokens"
  /// Accounts are an issuer's: the server makes no identities, and keeps no devices and no tokens.
  case accountsElsewhere = "accounts_elsewhere"
}

extension RejectionCode {
  /// What `Protocol/errors.json` says of the code.
  public var row: RefusalRow {
    switch self {
    case .badRequest: RefusalRow(.fix, isFinal: true, http: 400)
    case .unknownCommand: RefusalRow(.fix, isFinal: true, http: 400)
    case .notFound: RefusalRow(.fix, isFinal: true, http: 404, audit: .init(act: "group_unknown", scope: .none))
    case .forbidden: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "forbidden", scope: .group))
    case .separated: RefusalRow(.fix, isFinal: true, http: 409)
    case .groupArchived: RefusalRow(.fix, isFinal: true, http: 409)
    case .inviteInvalid: RefusalRow(.fix, isFinal: true, http: 404, audit: .init(act: "invite_refused", scope: .network))
    case .alreadyMember: RefusalRow(.fix, isFinal: true, http: 409)
    case .groupFull: RefusalRow(.fix, isFinal: true, http: 409)
    case .alreadyExists: RefusalRow(.fix, isFinal: true, http: 409)
    case .unknownCurrency: RefusalRow(.fix, isFinal: true, http: 422)
    case .unknownCategory: RefusalRow(.fix, isFinal: true, http: 422)
    case .categoryRetired: RefusalRow(.fix, isFinal: true, http: 409)
    case .categoryDoesNotFit: RefusalRow(.fix, isFinal: true, http: 422)
    case .dateOutOfRange: RefusalRow(.fix, isFinal: true, http: 422)
    case .unknownMember: RefusalRow(.fix, isFinal: true, http: 422)
    case .paidDoesNotAddUp: RefusalRow(.fix, isFinal: true, http: 422)
    case .splitDoesNotAddUp: RefusalRow(.fix, isFinal: true, http: 422)
    case .transferNeedsTwoMembers: RefusalRow(.fix, isFinal: true, http: 422)
    case .entryVoided: RefusalRow(.fix, isFinal: true, http: 409)
    case .nothingToUndo: RefusalRow(.fix, isFinal: true, http: 409)
    case .conflict: RefusalRow(.fix, isFinal: true, http: 409)
    case .incomeUnknown: RefusalRow(.fix, isFinal: true, http: 409)
    case .notNamed: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "not_named", scope: .group))
    case .possibleDuplicate: RefusalRow(.fix, isFinal: true, http: 409)
    case .currencyFixed: RefusalRow(.fix, isFinal: true, http: 409)
    case .groupNotArchived: RefusalRow(.fix, isFinal: true, http: 409)
    case .exportMissing: RefusalRow(.fix, isFinal: true, http: 409)
    case .categoryInUse: RefusalRow(.fix, isFinal: true, http: 409)
    case .outOfRange: RefusalRow(.fix, isFinal: true, http: 422)
    case .budgetRemoved: RefusalRow(.fix, isFinal: true, http: 409)
    case .recurringEnded: RefusalRow(.fix, isFinal: true, http: 409)
    case .instalmentDoesNotFit: RefusalRow(.fix, isFinal: true, http: 422)
    case .noOccurrence: RefusalRow(.fix, isFinal: true, http: 422)
    case .loanFixed: RefusalRow(.fix, isFinal: true, http: 409)
    case .nothingOwed: RefusalRow(.fix, isFinal: true, http: 409)
    case .moreThanOwed: RefusalRow(.fix, isFinal: true, http: 409)
    case .remindedRecently: RefusalRow(.fix, isFinal: true, http: 429)
    case .nothingChanges: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyInvites: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyWebhooks: RefusalRow(.fix, isFinal: true, http: 409)
    case .webhooksOff: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "webhooks_off", scope: .network))
    case .noticesOff: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "notices_off", scope: .network))
    case .joinPending: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyJoinRequests: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyBudgets: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyRecurring: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyFestivals: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyCategories: RefusalRow(.fix, isFinal: true, http: 409)
    case .alreadyClaimed: RefusalRow(.fix, isFinal: true, http: 409)
    case .claimNotPossible: RefusalRow(.fix, isFinal: true, http: 409)
    case .claimNotAllowed: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "claim_not_allowed", scope: .network))
    case .memberNotActive: RefusalRow(.fix, isFinal: true, http: 409)
    case .memberLeft: RefusalRow(.fix, isFinal: true, http: 409)
    case .memberRemoved: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "removed_join_refused", scope: .network))
    case .ownerMustTransfer: RefusalRow(.fix, isFinal: true, http: 409, audit: .init(act: "owner_must_transfer", scope: .group))
    case .nothingPending: RefusalRow(.fix, isFinal: true, http: 409)
    case .transparencyNotAccepted: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyForMinor: RefusalRow(.fix, isFinal: true, http: 409)
    case .accountClosed: RefusalRow(.fix, isFinal: true, http: 409)
    case .entryReconciled: RefusalRow(.fix, isFinal: true, http: 409)
    case .alreadyGranted: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyAccounts: RefusalRow(.fix, isFinal: true, http: 409)
    case .disputesTooLong: RefusalRow(.fix, isFinal: true, http: 409)
    case .commentsFull: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyGrants: RefusalRow(.fix, isFinal: true, http: 409)
    case .notShared: RefusalRow(.fix, isFinal: true, http: 409)
    case .nudge: RefusalRow(.fix, isFinal: true, http: 409)
    case .noPaymentAddress: RefusalRow(.fix, isFinal: true, http: 404)
    case .paymentNotPossible: RefusalRow(.fix, isFinal: true, http: 422)
    case .tooManyRates: RefusalRow(.fix, isFinal: true, http: 409)
    case .unauthorized: RefusalRow(.stop, isFinal: false, http: 401, audit: .init(act: "login_refused", scope: .network))
    case .rateLimited: RefusalRow(.retry, isFinal: false, http: 429)
    case .unavailable: RefusalRow(.retry, isFinal: false, http: 503)
    case .overloaded: RefusalRow(.retry, isFinal: false, http: 503)
    case .storageFull: RefusalRow(.retry, isFinal: false, http: 507)
    case .historyFull: RefusalRow(.fix, isFinal: true, http: 409)
    case .idempotencyConflict: RefusalRow(.fix, isFinal: true, http: 422)
    case .groupDamaged: RefusalRow(.stop, isFinal: false, http: 500)
    case .resync: RefusalRow(.resync, isFinal: false, http: 409)
    case .creationRestricted: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "creation_restricted", scope: .network))
    case .linkInvalid: RefusalRow(.fix, isFinal: true, http: 404)
    case .tooManyDevices: RefusalRow(.fix, isFinal: true, http: 409)
    case .tooManyTokens: RefusalRow(.fix, isFinal: true, http: 409)
    case .accountsElsewhere: RefusalRow(.fix, isFinal: true, http: 403, audit: .init(act: "accounts_elsewhere", scope: .network))
    }
  }

  /// What to do about it, as `Protocol/errors.json` says.
  public var remedy: String {
    switch self {
    case .badRequest: "Correct the field and send a new command."
    case .unknownCommand: "Use one that the server knows, or update the server."
    case .notFound: "Check the id, or ask for an invite."
    case .forbidden: "Ask a member whose role may do it."
    case .separated: "Go on reading, or end it with `end_separation` first."
    case .groupArchived: "Ask the owner to unarchive the group."
    case .inviteInvalid: "Check the code, or ask for a new invite."
    case .alreadyMember: "Open the group."
    case .groupFull: "Ask the owner to make space."
    case .alreadyExists: "Make a new id."
    case .unknownCurrency: "Send a code like INR."
    case .unknownCategory: "Choose one of the group's categories, or none."
    case .categoryRetired: "Choose another category."
    case .categoryDoesNotFit: "Choose an expense category for expenses and budgets, an income category for income, none for transfers."
    case .dateOutOfRange: "Check the year."
    case .unknownMember: "Choose among the group's members."
    case .paidDoesNotAddUp: "Change what was paid or the amount."
    case .splitDoesNotAddUp: "Change the split or the amount."
    case .transferNeedsTwoMembers: "Name one who pays it all and one other who receives it all."
    case .entryVoided: "Restore the entry first."
    case .nothingToUndo: "There is nothing to do."
    case .conflict: "Show both, and send the edit again on the current version."
    case .incomeUnknown: "Ask them, or split in another way."
    case .notNamed: "Ask one of those who paid or owe."
    case .possibleDuplicate: "If it is another one, send it again as a new command without `guard_duplicates`."
    case .currencyFixed: "Name the currency in the entry, or start a new group."
    case .groupNotArchived: "Archive the group first."
    case .exportMissing: "Export the group, and say so in `request_purge.exported`."
    case .categoryInUse: "Retire the category and add another."
    case .outOfRange: "Start a new group for new entries in this currency."
    case .budgetRemoved: "Reactivate the budget first."
    case .recurringEnded: "Make a new rule."
    case .instalmentDoesNotFit: "Leave the amount out, or change it, the rate or the number of instalments."
    case .noOccurrence: "Look at the dates of the rule; void an entry that was booked."
    case .loanFixed: "End the rule and make one for what is still owed."
    case .nothingOwed: "Look at the balances, or name the other mode; record other payments as transfers."
    case .moreThanOwed: "Pay at most that, or set `allow_more`."
    case .remindedRecently: "Send a new reminder after `retry_after_ms`."
    case .nothingChanges: "There is nothing to do."
    case .tooManyInvites: "Revoke an open invite first."
    case .tooManyWebhooks: "Remove a webhook first."
    case .webhooksOff: "Ask the operator to turn them on, or follow the group from a program of yours."
    case .noticesOff: "Ask the operator to name a program for it, or keep a feed open."
    case .joinPending: "Wait until the owner or an admin answers."
    case .tooManyJoinRequests: "Ask again when the owner has answered some."
    case .tooManyBudgets: "Remove a budget, or change one instead."
    case .tooManyRecurring: "End a rule, or change one instead."
    case .tooManyFestivals: "Remove an envelope, or change one instead."
    case .tooManyCategories: "Change one of the categories instead."
    case .alreadyClaimed: "Choose one of them, or go on as a member of your own."
    case .claimNotPossible: "Go on as that member."
    case .claimNotAllowed: "Ask the owner to change the role of one of the two."
    case .memberNotActive: "Look at the list of members."
    case .memberLeft: "Send them an invite."
    case .memberRemoved: "Ask the owner to restore you."
    case .ownerMustTransfer: "Transfer the ownership first."
    case .nothingPending: "Look at the list of members."
    case .transparencyNotAccepted: "Show the notice, and send its version when it was accepted."
    case .tooManyForMinor: "Remove one, or change one instead."
    case .accountClosed: "Reopen it first."
    case .entryReconciled: "Take the mark off first."
    case .alreadyGranted: "Revoke that one first."
    case .tooManyAccounts: "Change one of them instead."
    case .disputesTooLong: "Say it in fewer words; `details` say how many bytes are left."
    case .commentsFull: "Remove one of yours, or say it in fewer words."
    case .tooManyGrants: "Revoke one first."
    case .notShared: "Share the category first."
    case .nudge: "Give them time, or send it again as a new command with `anyway`."
    case .noPaymentAddress: "Ask them, or pay in another way."
    case .paymentNotPossible: "Pay in another way."
    case .tooManyRates: "Correct a rate of a day that has one, or give the entry its rate."
    case .unauthorized: "Link the device again, register, or use another token."
    case .rateLimited: "Send it again after `retry_after_ms`."
    case .unavailable: "Send the same command again."
    case .overloaded: "Send the same command again after `retry_after_ms`."
    case .storageFull: "Tell the operator, and send the same command again later."
    case .historyFull: "Ask the operator for more, or export the group and go on in a new one."
    case .idempotencyConflict: "Make a new command id for a new command."
    case .groupDamaged: "Tell the operator, who restores the group from a backup."
    case .resync: "Subscribe again without a cursor."
    case .creationRestricted: "Ask the operator, or somebody who is in a group for an invite."
    case .linkInvalid: "Have a device that is logged in show a new code."
    case .tooManyDevices: "Revoke one that is not used any more, and have a new code shown."
    case .tooManyTokens: "Revoke one that is not used any more."
    case .accountsElsewhere: "Get a token from the issuer that the operator names, and log in with it."
    }
  }
}

/// What is wrong with the field of a bad request: detail `reason` of the answer. A published key keeps its meaning for ever.
public enum BadRequestReason: String, CaseIterable, Sendable {
  /// The message or call cannot be read as the schema has it.
  case messageMalformed = "message_malformed"
  /// An id is no UUID.
  case idMalformed = "id_malformed"
  /// The id of a member is no UUID.
  case memberMalformed = "member_malformed"
  /// The choice is not one of those allowed here.
  case choiceNotAllowed = "choice_not_allowed"
  /// The number is out of its range.
  case numberOutOfRange = "number_out_of_range"
  /// The amount is out of its range.
  case amountOutOfRange = "amount_out_of_range"
  /// This is no exchange rate.
  case rateMalformed = "rate_malformed"
  /// This is no time zone's name.
  case timeZoneMalformed = "time_zone_malformed"
  /// The text is too long.
  case textTooLong = "text_too_long"
  /// There is no text.
  case textMissing = "text_missing"
  /// The text has characters that are not allowed.
  case textNotAllowed = "text_not_allowed"
  /// No category is named.
  case categoriesMissing = "categories_missing"
  /// Too many categories are named.
  case tooManyCategories = "too_many_categories"
  /// A category is named twice.
  case categoryRepeated = "category_repeated"
  /// This is no category's key.
  case categoryKeyMalformed = "category_key_malformed"
  /// This is no date.
  case dateMalformed = "date_malformed"
  /// No share is named.
  case sharesMissing = "shares_missing"
  /// Too many shares are named.
  case tooManyShares = "too_many_shares"
  /// Too many receipts are named.
  case tooManyReceipts = "too_many_receipts"
  /// Too many dates are left out.
  case tooManySkips = "too_many_skips"
  /// Too many thresholds are named.
  case tooManyThresholds = "too_many_thresholds"
  /// The budget was changed too often.
  case tooManyVersions = "too_many_versions"
  /// The envelope was removed and brought back too often.
  case tooManyGaps = "too_many_gaps"
  /// A threshold is named twice.
  case thresholdRepeated = "threshold_repeated"
  /// This is no colour.
  case colorMalformed = "color_malformed"
  /// This is no address of UPI and no IBAN to which money can be sent.
  case paymentAddressMalformed = "payment_address_malformed"
  /// This is no address of https to which events can be sent.
  case webhookUrlMalformed = "webhook_url_malformed"
  /// This is no email address.
  case emailMalformed = "email_malformed"
  /// This is no address to which notices can be pushed.
  case noticeAddressMalformed = "notice_address_malformed"
  /// A member is named twice.
  case memberRepeated = "member_repeated"
  /// A share is out of its range.
  case shareOutOfRange = "share_out_of_range"
  /// A percentage is out of its range.
  case percentageOutOfRange = "percentage_out_of_range"
}
