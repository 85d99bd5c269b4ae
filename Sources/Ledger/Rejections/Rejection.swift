import HearthProtocol

/// A refused command: the fact that stands against it. Declared in the order of precedence: of several reasons the
/// first is given.
///
/// First the envelope, then who asks, then ids, choices and numbers, then texts, categories and dates, then who paid
/// and who owes, and last what depends on the group's other contents. So a member learns that something may not be done
/// before they learn how to do it right, and a stranger learns nothing. Within lists the first wrong place counts;
/// payers come before those who owe.
public enum Rejection: Error, Equatable, Sendable {
  // The envelope.

  /// The command has no body that this version knows.
  case unknownCommand
  /// The command's or the group's id is no UUID.
  case malformedEnvelope(field: String)

  // Who asks.

  /// There is no such group for the sender: it does not exist, or the sender is no member.
  case notFound(field: String)
  /// The member keeps everything of theirs from the others (SPEC SE-02).
  case separated
  /// The member's role may not, or not to this member.
  case forbidden(right: Right, role: Role)
  /// The group is archived.
  case groupArchived
  /// The code is wrong, expired, used up or revoked.
  case inviteInvalid
  /// The joiner is a member already.
  case alreadyMember
  /// The joiner was removed.
  case wasRemoved
  /// The owner would leave, be removed or change role.
  case ownerMustTransfer
  /// There is no space for another member.
  case groupFull(membersMax: Int)

  // Ids.

  /// An id that the client made is no UUID.
  case malformedID(field: String)
  /// The id is taken.
  case alreadyExists(field: String)
  /// A category's key is not 1 to 40 lower-case letters, digits and hyphens.
  case categoryKeyMalformed(field: String)
  /// There is no such invite.
  case unknownInvite(field: String)
  /// There is no such webhook.
  case unknownWebhook(field: String)
  /// The text is no address of https that a webhook may have.
  case webhookURLMalformed(field: String)
  /// Somebody was faster; carries the placeholders that are left.
  case alreadyClaimed(field: String, unclaimed: [UnclaimedMember])
  /// The claimer has entries in their own name, or had left.
  case claimNotPossible(field: String)
  /// The claimer is a minor and the placeholder is not marked as one.
  case claimNotAllowed(field: String)
  /// The member has left, was removed, or is a placeholder where somebody is needed.
  case memberNotActive(field: String)
  /// The member has left by their own wish.
  case hasLeft(field: String)
  /// There is no such budget.
  case unknownBudget(field: String)
  /// There is no such rule.
  case unknownRecurring(field: String)
  /// There is no such account, or the asker does not receive it.
  case unknownAccount(field: String)
  /// There is no such envelope.
  case unknownFestival(field: String)
  /// The rule is over.
  case recurringEnded
  /// The rule was set again since.
  case recurringConflict(base: LanePosition, current: LanePosition)
  /// There is no such entry.
  case unknownEntry(field: String)
  /// The entry is voided.
  case entryVoided(field: String)
  /// There is no act of the asker's that could be undone.
  case nothingToUndo
  /// Others have changed the same since.
  case conflict(EntryConflict)

  // Choices and numbers.

  /// The value of an enumeration is unspecified, unknown or not meant for this.
  case choiceNotAllowed(field: String)
  /// A number is out of its bounds.
  case numberOutOfRange(field: String, bounds: ClosedRange<UInt32>)
  /// The amount is not from 1 to 10^15 minor units.
  case amountOutOfRange(field: String)
  /// With instalments of this amount the loan is not paid back in that number of them; carries the amount that does it,
  /// 0 when none does.
  case instalmentDoesNotFit(field: String, minor: Int64)
  /// The code names no active currency.
  case unknownCurrency(field: String)
  /// A budget has more than 10 thresholds.
  case tooManyThresholds(field: String)
  /// A budget was changed for more than 200 of its periods.
  case tooManyVersions(field: String)
  /// The envelope was removed and brought back as often as it may be.
  case tooManyGaps(field: String)
  /// A budget names a threshold twice.
  case thresholdRepeated(field: String)
  /// The text is no exchange rate.
  case rateMalformed(field: String)
  /// The time zone's name is not written as such names are.
  case timeZoneMalformed(field: String)
  /// The colour is not written as "#RRGGBB".
  case colorMalformed(field: String)
  /// The text is no email address.
  case emailMalformed(field: String)
  /// The text is no address to which notices can be pushed.
  case noticeAddressMalformed(field: String)
  /// The text is no address to which money can be sent.
  case paymentAddressMalformed(field: String, PaymentFlaw)
  /// Nobody asked for the role, or none waits to be acknowledged.
  case nothingPending
  /// Who becomes a minor has not accepted the transparency notice as it is now.
  case transparencyNotAccepted(field: String)

  // Texts, one after the other.

  /// The text has too many characters.
  case textTooLong(field: String, charactersMax: Int)
  /// The text is needed and empty.
  case textMissing(field: String)
  /// The text contains what may not stand in texts.
  case textNotAllowed(field: String, TextFlaw)

  // Categories and dates.

  /// A budget needs a category.
  case categoriesMissing(field: String)
  /// A budget has more than 50 categories.
  case tooManyCategories(field: String)
  /// The group has no such category.
  case unknownCategory(field: String)
  /// The category was retired.
  case categoryRetired(field: String)
  /// The category is for something else.
  case categoryDoesNotFit(field: String)
  /// A budget names a category twice.
  case categoryRepeated(field: String)
  /// The text is no date.
  case dateMalformed(field: String)
  /// The date is more than 100 years from today.
  case dateOutOfRange(field: String)
  /// The rule has no such date, or it is past.
  case noOccurrence(field: String)

  /// There are more than 10 receipts.
  case tooManyReceipts(field: String)
  /// 100 dates of the rule are left out already.
  case tooManySkips(field: String)

  // Who paid; then, the same again, who owes.

  /// Nobody is named.
  case sharesMissing(field: String)
  /// More than 100 are named.
  case tooManyShares(field: String)
  /// A member's id is no UUID.
  case malformedMember(field: String)
  /// A member is named twice.
  case memberRepeated(field: String)
  /// The group has no such member.
  case unknownMember(field: String)
  /// One share is not from 1 to 10^15 minor units.
  case shareOutOfRange(field: String)
  /// One share is not from 1 to 10,000 basis points.
  case percentageOutOfRange(field: String)
  /// Members who share by income have not said what they earn; names them.
  case incomeUnknown(field: String, members: [MemberID])
  /// What was paid does not total the amount.
  case paidDoesNotAddUp(field: String, Difference)
  /// The percentages do not total 100 %; carries what they total.
  case percentagesDoNotAddUp(field: String, basisPoints: Int)
  /// The shares do not total the amount.
  case sharesDoNotAddUp(field: String, Difference)
  /// A transfer has more or fewer than one payer of all and one other receiver of all.
  case transferNeedsTwoMembers(field: String)

  // The group's other contents.

  /// There is no such debt as debts were reckoned: by the entries, or in the fewest transfers.
  case nothingOwed(field: String, Currency, isDirect: Bool)
  /// Less is owed than is to be settled; carries what is.
  case moreThanOwed(minor: Int64, Currency)
  /// The payee has not said where they take money.
  case noPaymentAddress(field: String)
  /// The payee takes another currency, or not so much; carries the code of the currency.
  case paymentNotPossible(field: String, takes: String)
  /// The creditor's last reminder to this debtor was less than 24 hours ago; carries how long to wait.
  case remindedRecently(retryAfterMilliseconds: UInt32)
  /// The member does not share the category.
  case notShared
  /// So many messages were sent to the member within 24 hours, three at least; of more than the inbox keeps, those
  /// kept.
  case nudge(sent: Int)
  /// The group has entries, so its currency stays.
  case currencyFixed
  /// Only an archived group is deleted.
  case groupNotArchived
  /// A group is exported before it is deleted.
  case exportMissing
  /// Entries or budgets use the category for a purpose that the change would end.
  case categoryInUse
  /// The group's amounts would total more than 64 bits hold.
  case outOfRange(field: String, Currency)
  /// The budget was removed.
  case budgetRemoved
  /// The disputer neither paid nor owes in the entry.
  case notNamed
  /// Somebody else added an entry much like it within the last ten minutes.
  case possibleDuplicate(entry: EntryID, by: MemberID)
  /// Instalments of the loan were booked, so its terms stay.
  case loanFixed
  /// What is wished is so already.
  case nothingChanges
  /// There are 20 open invites.
  case tooManyInvites
  /// There are 5 webhooks.
  case tooManyWebhooks
  /// The joiner has asked to and waits for an answer.
  case joinPending
  /// As many as may be wait for an answer.
  case tooManyJoinRequests
  /// Nobody who would be this member asks to join.
  case noJoinRequest(field: String)
  /// Nobody asked that this grant of an account ends, or nobody answered in time.
  case noRevocation
  /// There are 100 active budgets, or 1,000 with the removed ones.
  case tooManyBudgets(budgetsMax: Int)
  /// There are 100 rules with dates to come, or 1,000 with those that are over.
  case tooManyRecurring(recurringMax: Int)
  /// There are 20 envelopes, or 100 with the removed ones.
  case tooManyFestivals(festivalsMax: Int)
  /// The minor has as many guardians, limits or allowances as there may be.
  case tooManyForMinor(most: Int)
  /// The account takes no more entries.
  case accountClosed(field: String)
  /// The entry was compared with a statement.
  case entryReconciled(field: String)
  /// The member has another grant of the account.
  case alreadyGranted(field: String)
  /// The asker has made as many accounts as may be.
  case tooManyAccounts(most: Int)
  /// The account is granted to as many as may be.
  case tooManyGrants(most: Int)
  /// The reasons of an entry's disputes have more bytes together than may be.
  ///
  /// - Parameter left: bytes that the asker's may have.
  case disputesTooLong(left: Int)
  /// The entry has 50 comments, or they have more bytes together than may be.
  ///
  /// - Parameters:
  ///   - left: how many more there may be.
  ///   - bytesLeft: bytes that another one may have.
  case commentsFull(left: Int, bytesLeft: Int)
  /// There are 100 categories.
  case groupCategoriesFull
  /// There are 10,000 rates.
  case tooManyRates
}

/// A total beside what it should be, in minor units.
public struct Difference: Equatable, Sendable {
  /// What the parts add up to.
  public var total: Int64
  /// What they should add up to.
  public var wanted: Int64
  /// The currency of both.
  public var currency: Currency

  /// Positive when there is too much, negative when something is missing. Both sides are at most 10^17, so it fits.
  public var minor: Int64 { total - wanted }
}

/// A placeholder that may still be claimed.
public struct UnclaimedMember: Equatable, Sendable {
  /// Names it.
  public var id: MemberID
  /// What it is called.
  public var name: String
}
