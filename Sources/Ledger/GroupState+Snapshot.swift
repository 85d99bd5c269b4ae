import HearthProtocol

extension SharedState {
  func snapshot(group: GroupID) -> SharedSnapshot {
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
    snapshot.categories = categories
    snapshot.members = members.map { member in
      var message = Member()
      message.memberID = member.idText
      message.displayName = member.displayName
      message.role = member.role
      message.holder = .init(member.holder?.bytes ?? [])
      message.joinedAtMs = member.joinedAt
      return message
    }
    snapshot.entries = entries.map(\.message)
    snapshot.budgets = budgets.map { budget in
      var message = Budget()
      message.budgetID = budget.id.description
      message.content = budget.content
      return message
    }
    snapshot.rates = rates.messages
    return snapshot
  }

  init(_ snapshot: SharedSnapshot) throws(HistoryFault) {
    self.init()
    // Without a currency it is the state before the first event.
    guard !snapshot.currency.isEmpty else {
      guard snapshot.members.isEmpty, snapshot.entries.isEmpty, snapshot.budgets.isEmpty, snapshot.rates.isEmpty else {
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
    try create(created, at: snapshot.createdAtMs)
    for member in snapshot.members { try add(member) }
    for entry in snapshot.entries {
      try add(
        entry: entry.entryID, entry.content, owed: entry.owed, by: entry.addedBy, at: entry.addedAtMs, LanePosition(entry.position))
    }
    for budget in snapshot.budgets { try set(budget) }
    for rate in snapshot.rates { try set(rate) }
  }
}

extension AdminState {
  func snapshot() -> AdminSnapshot {
    var snapshot = AdminSnapshot()
    snapshot.invites = invites.map(\.message)
    return snapshot
  }

  init(_ snapshot: AdminSnapshot) throws(HistoryFault) {
    self.init()
    for invite in snapshot.invites { try add(invite) }
  }
}
