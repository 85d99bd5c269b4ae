import HearthProtocol

/// A valid command of every kind: what a group takes in which there is what the command names, and nothing stands
/// against it.
///
/// A new kind of command stands here once, unless it says nothing but its kind; every test that tries all kinds tries
/// it then, and `ValidWishTests` finds one that is missing.
public struct ValidWishes: Sendable {
  /// The sender, to whom something is owed.
  public var me: String
  /// The member that it is about.
  public var other: String
  /// The entry that is made or changed.
  public var entry: String
  /// The version of the entry that was seen.
  public var version: UInt64 = 1
  /// The budget that is set or removed.
  public var budget: String
  /// The invite that is made or revoked.
  public var invite: String
  /// An invite's code.
  public var code = "7GXK-2MQ4-T9ZB-0HWC"
  /// The recurring rule that is set or changed.
  public var rule: String
  /// A date of the rule.
  public var date = "2026-11-26"
  /// The envelope that is set or removed.
  public var festival: String
  /// The version of the transparency notice that was read.
  public var notice: String
  /// A minor, whom the sender looks after.
  public var minor: String
  /// What the minor has spent: the record that is made or taken out.
  public var spending: String
  /// The limit that is set or removed.
  public var limit: String
  /// The allowance that is set or changed.
  public var allowance: String

  /// The webhook that is added or changed.
  public var webhook = "01900000-0000-7000-8000-0000000000e1"

  /// An account of the sender's, and another one.
  public var accounts: (String, String)

  /// Takes the ids of the things in the group.
  public init(
    me: String, other: String, entry: String, budget: String, invite: String, rule: String, festival: String, notice: String,
    minor: String, spending: String, limit: String, allowance: String, accounts: (String, String)
  ) {
    (self.me, self.other, self.entry, self.budget) = (me, other, entry, budget)
    (self.invite, self.rule, self.festival, self.notice) = (invite, rule, festival, notice)
    (self.minor, self.spending, self.limit, self.allowance, self.accounts) = (minor, spending, limit, allowance, accounts)
  }

  /// The valid command of a kind.
  ///
  /// - Parameter kind: the kind as a command; what it says counts for nothing.
  public func wish(like kind: Command.OneOf_Body) -> Command.OneOf_Body {
    // Of the others it is valid to say nothing but their kind.
    wishOfGroup(kind) ?? wishOfMember(kind) ?? wishOfEntry(kind) ?? wishOfPlan(kind) ?? wishOfFamily(kind) ?? wishOfAccount(kind)
      ?? wishBetweenMembers(kind) ?? wishOfAddress(kind) ?? kind
  }

  private func wishOfGroup(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .createGroup:
      .createGroup(
        .with {
          ($0.name, $0.currency, $0.timeZone) = ("Smith Family", "INR", "Asia/Kolkata")
          ($0.memberID, $0.displayName) = (me, "Ravi")
          ($0.icon, $0.description_p) = ("house", "Everything at home")
        })
    case .updateGroup: .updateGroup(.with { $0.name = "Flat 4B" })
    case .setPolicy: .setPolicy(.with { ($0.policy, $0.allowed) = (.adultsVoidOwn, false) })
    case .requestPurge: .requestPurge(.with { $0.exported = true })
    case .setCategory:
      .setCategory(
        .with {
          ($0.content.key, $0.content.name, $0.content.icon, $0.content.color) = ("pet-food", "खाना", "pawprint.fill", "#A0B1C2")
          ($0.content.class, $0.content.forExpense, $0.content.forIncome, $0.content.sortOrder) = (.wants, true, true, 250)
        })
    case .retireCategory: .retireCategory(.with { $0.key = "gold" })
    case .setRate: .setRate(.with { ($0.rate.from, $0.rate.to, $0.rate.rate) = ("USD", "INR", "83.1525") })
    case .setPreferences:
      .setPreferences(.with { $0.preferences = [.with { ($0.kind, $0.channel, $0.wanted) = (.entries, .feed, false) }] })
    default: nil
    }
  }

  private func wishOfMember(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .joinGroup: .joinGroup(.with { ($0.code, $0.memberID, $0.displayName) = (code, other, "Meera") })
    case .createInvite: .createInvite(.with { ($0.inviteID, $0.role) = (invite, .adult) })
    case .revokeInvite: .revokeInvite(.with { $0.inviteID = invite })
    case .addPlaceholder: .addPlaceholder(.with { ($0.memberID, $0.displayName, $0.role) = (other, "Meera", .adult) })
    case .claimMember: .claimMember(.with { ($0.memberID, $0.acceptsTransparency) = (other, notice) })
    case .renameMember: .renameMember(.with { ($0.memberID, $0.displayName) = (other, "मीरा") })
    case .setMemberColor: .setMemberColor(.with { ($0.memberID, $0.color) = (other, "#4F8A10") })
    case .changeRole: .changeRole(.with { ($0.memberID, $0.role) = (other, .viewer) })
    case .acknowledgeRole: .acknowledgeRole(.with { $0.acceptsTransparency = notice })
    case .requestRole: .requestRole(.with { $0.role = .viewer })
    case .approveRole: .approveRole(.with { ($0.memberID, $0.role) = (other, .viewer) })
    case .declineRole: .declineRole(.with { $0.memberID = other })
    case .removeMember: .removeMember(.with { $0.memberID = other })
    case .restoreMember: .restoreMember(.with { $0.memberID = other })
    case .transferOwnership: .transferOwnership(.with { $0.memberID = other })
    case .setMemberEmail: .setMemberEmail(.with { $0.email = "asha@example.org" })
    case .approveJoin: .approveJoin(.with { $0.memberID = other })
    case .declineJoin: .declineJoin(.with { $0.memberID = other })
    case .setMemberIncome: .setMemberIncome(.with { ($0.monthly.minor, $0.monthly.currency) = (6_000_000, "INR") })
    case .setParty: .setParty(.with { ($0.memberID, $0.withMemberID) = (other, me) })
    case .setDefaultSharing: .setDefaultSharing(.with { ($0.memberID, $0.shares) = (other, false) })
    default: nil
    }
  }

  private func wishOfEntry(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .addEntry:
      .addEntry(
        .with {
          ($0.entryID, $0.content.kind, $0.content.description_p) = (entry, .expense, "Groceries")
          ($0.content.amount.minor, $0.content.amount.currency) = (10_000, "INR")
        })
    case .editEntry: .editEntry(.with { ($0.entryID, $0.baseVersion, $0.changes.note) = (entry, version, "for Diwali") })
    case .voidEntry: .voidEntry(.with { $0.entryID = entry })
    case .restoreEntry: .restoreEntry(.with { $0.entryID = entry })
    case .disputeEntry: .disputeEntry(.with { ($0.entryID, $0.reason) = (entry, "I was not there") })
    case .withdrawDispute: .withdrawDispute(.with { $0.entryID = entry })
    // Ids of different kinds may be the same.
    case .commentEntry: .commentEntry(.with { ($0.entryID, $0.commentID, $0.text) = (entry, entry, "The bill is in the drawer") })
    case .removeComment: .removeComment(.with { ($0.entryID, $0.commentID) = (entry, entry) })
    case .settleUp: .settleUp(.with { ($0.entryID, $0.fromMemberID, $0.toMemberID, $0.minor) = (entry, other, me, 500) })
    case .remindDebtor: .remindDebtor(.with { $0.debtorID = other })
    default: nil
    }
  }

  private func wishOfPlan(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .setBudget:
      .setBudget(
        .with {
          ($0.budgetID, $0.content.name, $0.content.period) = (budget, "Food", .monthly)
          ($0.content.limit.minor, $0.content.limit.currency) = (100_000, "INR")
          $0.content.categories = ["groceries", "dining"]
        })
    case .removeBudget: .removeBudget(.with { $0.budgetID = budget })
    case .reactivateBudget: .reactivateBudget(.with { $0.budgetID = budget })
    case .setRecurring:
      .setRecurring(
        .with {
          $0.ruleID = rule
          ($0.content.recurrence.unit, $0.content.recurrence.interval) = (.month, 1)
          ($0.content.template.kind, $0.content.template.description_p) = (.expense, "Rent")
          ($0.content.template.amount.minor, $0.content.template.amount.currency) = (100_000, "INR")
        })
    case .pauseRecurring: .pauseRecurring(.with { $0.ruleID = rule })
    case .resumeRecurring: .resumeRecurring(.with { $0.ruleID = rule })
    case .skipOccurrence: .skipOccurrence(.with { ($0.ruleID, $0.date) = (rule, date) })
    case .endRecurring: .endRecurring(.with { $0.ruleID = rule })
    case .setFestival:
      .setFestival(
        .with {
          ($0.festivalID, $0.content.festival) = (festival, .diwali)
          ($0.content.target.minor, $0.content.target.currency) = (6_000_000, "INR")
        })
    case .removeFestival: .removeFestival(.with { $0.festivalID = festival })
    default: nil
    }
  }

  private func wishOfFamily(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .setGuardian: .setGuardian(.with { ($0.minorID, $0.memberID) = (minor, other) })
    case .setSpending:
      .setSpending(
        .with {
          ($0.minorID, $0.spendingID, $0.content.description_p) = (minor, spending, "Samosa")
          ($0.content.amount.minor, $0.content.amount.currency) = (12_000, "INR")
        })
    case .voidSpending: .voidSpending(.with { ($0.minorID, $0.spendingID) = (minor, spending) })
    case .restoreSpending: .restoreSpending(.with { ($0.minorID, $0.spendingID) = (minor, spending) })
    case .setSpendingLimit:
      .setSpendingLimit(
        .with {
          ($0.minorID, $0.limitID, $0.content.name, $0.content.period) = (minor, limit, "Pocket", .weekly)
          ($0.content.limit.minor, $0.content.limit.currency) = (50_000, "INR")
        })
    case .removeSpendingLimit: .removeSpendingLimit(.with { ($0.minorID, $0.limitID) = (minor, limit) })
    case .setAllowance:
      .setAllowance(
        .with {
          ($0.minorID, $0.allowanceID, $0.content.period) = (minor, allowance, .weekly)
          ($0.content.amount.minor, $0.content.amount.currency) = (50_000, "INR")
        })
    case .skipAllowance: .skipAllowance(.with { ($0.minorID, $0.allowanceID) = (minor, allowance) })
    case .pauseAllowance: .pauseAllowance(.with { ($0.minorID, $0.allowanceID) = (minor, allowance) })
    case .endAllowance: .endAllowance(.with { ($0.minorID, $0.allowanceID) = (minor, allowance) })
    default: nil
    }
  }

  private func wishOfAccount(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .setAccount:
      .setAccount(
        .with {
          ($0.accountID, $0.content.name, $0.content.type) = (accounts.0, "Savings", .savings)
          ($0.content.opening.minor, $0.content.opening.currency) = (100_000, "INR")
        })
    case .setAccountEntry:
      .setAccountEntry(
        .with {
          ($0.accountID, $0.entryID, $0.content.description_p) = (accounts.0, spending, "Salary")
          ($0.content.kind, $0.content.amount.minor) = (.deposit, 50_000)
        })
    case .voidAccountEntry: .voidAccountEntry(.with { ($0.accountID, $0.entryID) = (accounts.0, spending) })
    case .reconcileAccount: .reconcileAccount(.with { ($0.accountID, $0.entryIds) = (accounts.0, [spending]) })
    case .transferBetweenAccounts:
      .transferBetweenAccounts(
        .with {
          ($0.entryID, $0.fromAccountID, $0.toAccountID) = (spending, accounts.0, accounts.1)
          ($0.amount.minor, $0.description_p) = (30_000, "Put aside")
        })
    case .grantAccount: .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (accounts.0, other, .write) })
    case .revokeAccount: .revokeAccount(.with { ($0.accountID, $0.memberID) = (accounts.0, other) })
    case .answerRevocation: .answerRevocation(.with { ($0.accountID, $0.memberID, $0.confirmed) = (accounts.0, other, true) })
    default: nil
    }
  }

  private func wishBetweenMembers(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .sendCoaching: .sendCoaching(.with { ($0.recipientID, $0.text) = (other, "Well done!") })
    case .muteCoaching: .muteCoaching(.with { $0.memberID = other })
    case .restrictCoaching: .restrictCoaching(.with { $0.minorID = minor })
    case .shareCategory: .shareCategory(.with { ($0.category, $0.shared) = ("dining", true) })
    case .setCategoryTotal:
      .setCategoryTotal(.with { ($0.category, $0.amount.minor, $0.amount.currency) = ("dining", 12_000, "INR") })
    default: nil
    }
  }

  /// Where members and programs are reached.
  private func wishOfAddress(_ kind: Command.OneOf_Body) -> Command.OneOf_Body? {
    switch kind {
    case .setPaymentAddress: .setPaymentAddress(.with { $0.address = "asha@examplebank" })
    case .setNoticeAddress: .setNoticeAddress(.with { ($0.channel, $0.address, $0.language) = (.push, "asha-7f3k", "en") })
    case .addWebhook: .addWebhook(.with { ($0.webhookID, $0.url, $0.label) = (webhook, "https://hooks.example.com/hearth", "Bot") })
    case .rotateWebhookSecret: .rotateWebhookSecret(.with { $0.webhookID = webhook })
    case .testWebhook: .testWebhook(.with { $0.webhookID = webhook })
    case .resumeWebhook: .resumeWebhook(.with { $0.webhookID = webhook })
    case .removeWebhook: .removeWebhook(.with { $0.webhookID = webhook })
    default: nil
    }
  }
}
