import HearthProtocol

extension GroupState {
  /// How many entries lane shared's snapshot has.
  public var entryRowCount: Int { shared.entries.count }

  /// Some of lane shared's entries, by their places in the order of adding, as its snapshot has them.
  public func entryRows(_ places: Range<Int>) -> [EntryRow] { shared.entries[places].map(\.row) }
}

/// An element of one of the lists of a lane's snapshot. All of them in this order are what the snapshot's parts tell
/// (SPEC SB-03).
public enum SnapshotThing: Sendable {
  case category(Category)
  case member(Member)
  case budget(Budget)
  case rate(ExchangeRate)
  case reminder(Reminder)
  case rule(RecurringRule)
  case festival(FestivalEnvelope)
  case acts(MemberActs)
  case preferences(MemberPreferences)
  case entry(EntryRow)
  case invite(Invite)
  case email(MemberEmail)
  case joinRequest(JoinRequest)
  case roleRequest(RoleRequested)
  case webhook(Webhook)
  case income(MemberIncome)
  case inboxReminder(Reminder)
  case coaching(Coaching)
  case coachingMute(CoachingMute)
  case guardian(Guardian)
  case spending(SpendingRecord)
  case limit(SpendingLimit)
  case allowance(Allowance)
  case access(ChildAccess)
  case grant(AccountGrant)
  case accountEntry(AccountEntry)

  /// The bytes that it takes in a part, or a few more.
  public func bytes(in format: WireFormat) -> Int {
    // A comma in JSON, a tag and a length in protobuf.
    ((try? encoded(in: format))?.count ?? 0) + 6
  }

  private func encoded(in format: WireFormat) throws(CodecError) -> [UInt8] {
    switch self {
    case .category(let message): try format.encode(message)
    case .member(let message): try format.encode(message)
    case .budget(let message): try format.encode(message)
    case .rate(let message): try format.encode(message)
    case .reminder(let message): try format.encode(message)
    case .rule(let message): try format.encode(message)
    case .festival(let message): try format.encode(message)
    case .acts(let message): try format.encode(message)
    case .preferences(let message): try format.encode(message)
    case .entry(let message): try format.encode(message)
    case .invite(let message): try format.encode(message)
    case .email(let message): try format.encode(message)
    case .joinRequest(let message): try format.encode(message)
    case .roleRequest(let message): try format.encode(message)
    case .webhook(let message): try format.encode(message)
    case .income(let message): try format.encode(message)
    case .inboxReminder(let message): try format.encode(message)
    case .coaching(let message): try format.encode(message)
    case .coachingMute(let message): try format.encode(message)
    case .guardian(let message): try format.encode(message)
    case .spending(let message): try format.encode(message)
    case .limit(let message): try format.encode(message)
    case .allowance(let message): try format.encode(message)
    case .access(let message): try format.encode(message)
    case .grant(let message): try format.encode(message)
    case .accountEntry(let message): try format.encode(message)
    }
  }
}

extension LaneSnapshot {
  /// Takes the elements out of the lists, entries aside, which are taken one by one where they stand.
  public mutating func takeThings() -> [SnapshotThing] {
    switch state {
    case .shared(var shared):
      var things: [SnapshotThing] = []
      things += shared.categories.map(SnapshotThing.category) + shared.members.map(SnapshotThing.member)
      things += shared.budgets.map(SnapshotThing.budget) + shared.rates.map(SnapshotThing.rate)
      things += shared.reminders.map(SnapshotThing.reminder) + shared.recurring.map(SnapshotThing.rule)
      things += shared.festivals.map(SnapshotThing.festival) + shared.memberActs.map(SnapshotThing.acts)
      things += shared.preferences.map(SnapshotThing.preferences)
      (shared.categories, shared.members, shared.budgets, shared.rates, shared.reminders) = ([], [], [], [], [])
      (shared.recurring, shared.festivals, shared.memberActs, shared.preferences) = ([], [], [], [])
      state = .shared(shared)
      return things
    case .admin(var admin):
      var things = admin.invites.map(SnapshotThing.invite) + admin.emails.map(SnapshotThing.email)
      things += admin.joinRequests.map(SnapshotThing.joinRequest) + admin.roleRequests.map(SnapshotThing.roleRequest)
      things += admin.webhooks.map(SnapshotThing.webhook)
      (admin.invites, admin.emails, admin.joinRequests, admin.roleRequests, admin.webhooks) = ([], [], [], [], [])
      state = .admin(admin)
      return things
    case .income(var income):
      let things = income.members.map(SnapshotThing.income)
      income.members = []
      state = .income(income)
      return things
    case .inbox(var inbox):
      var things = inbox.reminders.map(SnapshotThing.inboxReminder)
      things += inbox.coaching.map(SnapshotThing.coaching) + inbox.coachingMutes.map(SnapshotThing.coachingMute)
      (inbox.reminders, inbox.coaching, inbox.coachingMutes) = ([], [], [])
      state = .inbox(inbox)
      return things
    case .minor(var minor):
      var things = minor.guardians.map(SnapshotThing.guardian) + minor.spending.map(SnapshotThing.spending)
      things += minor.limits.map(SnapshotThing.limit) + minor.allowances.map(SnapshotThing.allowance)
      things += minor.accesses.map(SnapshotThing.access)
      (minor.guardians, minor.spending, minor.limits, minor.allowances, minor.accesses) = ([], [], [], [], [])
      state = .minor(minor)
      return things
    case .account(var account):
      let things = account.grants.map(SnapshotThing.grant) + account.entries.map(SnapshotThing.accountEntry)
      (account.grants, account.entries) = ([], [])
      state = .account(account)
      return things
    case nil: return []
    }
  }

  /// Appends an element to its list.
  public mutating func append(_ thing: SnapshotThing) {
    switch thing {
    case .category(let category): shared.categories.append(category)
    case .member(let member): shared.members.append(member)
    case .budget(let budget): shared.budgets.append(budget)
    case .rate(let rate): shared.rates.append(rate)
    case .reminder(let reminder): shared.reminders.append(reminder)
    case .rule(let rule): shared.recurring.append(rule)
    case .festival(let festival): shared.festivals.append(festival)
    case .acts(let acts): shared.memberActs.append(acts)
    case .preferences(let preferences): shared.preferences.append(preferences)
    case .entry(let row): shared.entryRows.append(row)
    case .invite(let invite): admin.invites.append(invite)
    case .email(let email): admin.emails.append(email)
    case .joinRequest(let request): admin.joinRequests.append(request)
    case .roleRequest(let request): admin.roleRequests.append(request)
    case .webhook(let webhook): admin.webhooks.append(webhook)
    case .income(let member): income.members.append(member)
    case .inboxReminder(let reminder): inbox.reminders.append(reminder)
    case .coaching(let coaching): inbox.coaching.append(coaching)
    case .coachingMute(let mute): inbox.coachingMutes.append(mute)
    case .guardian(let guardian): minor.guardians.append(guardian)
    case .spending(let record): minor.spending.append(record)
    case .limit(let limit): minor.limits.append(limit)
    case .allowance(let allowance): minor.allowances.append(allowance)
    case .access(let access): minor.accesses.append(access)
    case .grant(let grant): account.grants.append(grant)
    case .accountEntry(let entry): account.entries.append(entry)
    }
  }

  /// Appends the lists of the next part (SPEC SB-03).
  public mutating func append(_ part: LaneSnapshot) {
    switch part.state {
    case .shared(let more):
      shared.categories += more.categories
      shared.members += more.members
      shared.entryRows += more.entryRows
      shared.budgets += more.budgets
      shared.rates += more.rates
      shared.reminders += more.reminders
      shared.recurring += more.recurring
      shared.festivals += more.festivals
      shared.memberActs += more.memberActs
      shared.preferences += more.preferences
    case .admin(let more):
      admin.invites += more.invites
      admin.emails += more.emails
      admin.joinRequests += more.joinRequests
      admin.roleRequests += more.roleRequests
      admin.webhooks += more.webhooks
    case .income(let more): income.members += more.members
    case .inbox(let more):
      inbox.reminders += more.reminders
      inbox.coaching += more.coaching
      inbox.coachingMutes += more.coachingMutes
    case .minor(let more):
      minor.guardians += more.guardians
      minor.spending += more.spending
      minor.limits += more.limits
      minor.allowances += more.allowances
      minor.accesses += more.accesses
    case .account(let more):
      account.grants += more.grants
      account.entries += more.entries
    case nil: break
    }
  }
}
