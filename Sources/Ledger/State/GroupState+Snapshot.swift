import HearthProtocol

extension SharedState {
  func snapshot(group: GroupID) -> SharedSnapshot {
    var snapshot = snapshotWithoutEntries(group: group)
    snapshot.entryRows = entries.map(\.row)
    return snapshot
  }

  func snapshotWithoutEntries(group: GroupID) -> SharedSnapshot {
    var snapshot = settingsSnapshot(group: group)
    guard settings != nil else { return snapshot }
    snapshot.categories = categories
    snapshot.members = members.map(\.message)
    snapshot.namedMembers = members.namedNumbers
    snapshot.memberActs = acts.enumerated().compactMap { $1.message(of: $0) }
    snapshot.budgets = budgets.map(message)
    snapshot.reminders = reminders.messages
    snapshot.rates = rates.messages
    snapshot.preferences = preferenceMessages
    snapshot.recurring = recurring.rules.map(\.message)
    snapshot.festivals = festivals.map(\.message)
    snapshot.erasingMemberIds = erasing.map(\.description)
    return snapshot
  }

  /// What the group says of itself, and its policies.
  func settingsSnapshot(group: GroupID) -> SharedSnapshot {
    var snapshot = SharedSnapshot()
    snapshot.groupID = group.description
    guard let settings else { return snapshot }
    snapshot.name = settings.name
    snapshot.currency = settings.currency.code
    snapshot.timeZone = settings.timeZone
    snapshot.icon = settings.icon
    snapshot.description_p = settings.description
    snapshot.membersMax = UInt32(clamping: settings.membersMax)
    snapshot.createdAtMs = settings.createdAt
    settings.fill(&snapshot)
    snapshot.policies = policies.messages
    snapshot.policiesVersion = policies.version
    return snapshot
  }

  /// Reads a snapshot of lane `shared`.
  ///
  /// - Parameter table: the entries, when they came apart from the snapshot.
  init(_ snapshot: SharedSnapshot, entries table: EntryTable? = nil) throws(HistoryFlaw) {
    self.init()
    // A snapshot without a currency was made before the first event.
    guard !snapshot.currency.isEmpty else {
      guard snapshot.members.isEmpty, snapshot.entryRows.isEmpty, snapshot.budgets.isEmpty,
        table?.entryIds.isEmpty ?? true, snapshot.reminders.isEmpty, snapshot.rates.isEmpty, snapshot.preferences.isEmpty,
        snapshot.recurring.isEmpty,
        snapshot.festivals.isEmpty, snapshot.erasingMemberIds.isEmpty
      else {
        throw .contradiction(.groupCreatedOnce)
      }
      return
    }
    var created = GroupCreated()
    created.name = snapshot.name
    created.currency = snapshot.currency
    created.timeZone = snapshot.timeZone
    created.icon = snapshot.icon
    created.description_p = snapshot.description_p
    created.membersMax = snapshot.membersMax
    created.categories = snapshot.categories
    created.template = snapshot.template
    created.weekStartsOn = snapshot.weekStartsOn
    try create(created, by: snapshot.createdBy, at: snapshot.createdAtMs)
    try restoreSettings(snapshot)
    try restorePolicies(snapshot)
    for member in snapshot.members { try add(member) }
    guard members.isEmpty || members.ownerID != nil else { throw .contradiction(.oneOwner) }
    entries.startFilling(snapshot.entryRows.count + (table?.kinds.count ?? 0))
    for row in snapshot.entryRows { try add(row) }
    if let table { try add(table) }
    entries.endFilling()
    for number in snapshot.namedMembers {
      guard number < members.count else { throw .contradiction(.namesKnown) }
      members.note(named: Int(number))
    }
    for message in snapshot.memberActs { try set(message) }
    for budget in snapshot.budgets { try restore(budget) }
    for reminder in snapshot.reminders { try restore(reminder) }
    for rate in snapshot.rates { try set(rate) }
    for message in snapshot.preferences { try set(message) }
    for rule in snapshot.recurring { try restore(rule) }
    for festival in snapshot.festivals { try restore(festival) }
    for text in snapshot.erasingMemberIds { try beginErasing(text) }
  }
}

extension AdminState {
  func snapshot() -> AdminSnapshot {
    var snapshot = AdminSnapshot()
    snapshot.invites = invites.map(\.message)
    snapshot.emails = emails.sorted { $0.key < $1.key }.map { member, email in
      var message = MemberEmail()
      (message.memberID, message.email) = (member.description, email)
      return message
    }
    snapshot.joinRequests = joinRequests.map(\.message)
    snapshot.roleRequests = roleRequests.sorted { $0.key < $1.key }.map { member, role in
      var message = RoleRequested()
      (message.memberID, message.role) = (member.description, role)
      return message
    }
    snapshot.webhooks = webhooks.map(\.message)
    return snapshot
  }

  init(_ snapshot: AdminSnapshot) throws(HistoryFlaw) {
    self.init()
    for invite in snapshot.invites { try add(invite) }
    for request in snapshot.joinRequests { try add(request.requested, at: request.atMs) }
    for request in snapshot.roleRequests { try self.request(request) }
    for webhook in snapshot.webhooks { try add(WebhookState(webhook)) }
    for message in snapshot.emails {
      guard let member = MemberID(message.memberID) else { throw .malformed("member_id") }
      guard emails[member] == nil else { throw .contradiction(.idsUnique) }
      try set(message.email, of: member)
      guard emails[member] != nil else { throw .malformed("email") }
    }
  }
}
