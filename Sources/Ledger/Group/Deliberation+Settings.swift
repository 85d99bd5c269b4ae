import HearthProtocol

extension Deliberation {
  func decide(_ wish: UpdateGroup) throws(Rejection) -> Decision {
    let asker = try asker(.groupSet)
    guard let old = shared.settings else { throw .notFound(field: "group_id") }
    var event = GroupUpdated()
    if wish.hasWeekStartsOn {
      let day = try weekStart(wish.weekStartsOn, field: "update_group.week_starts_on")
      if day != old.weekStart { event.weekStartsOn = day }
    }
    if wish.hasMembersMax {
      let fewest = max(Limits.membersMaxBounds.lowerBound, UInt32(clamping: placesTaken))
      let bounds = fewest...Limits.membersMaxBounds.upperBound
      guard bounds.contains(wish.membersMax) else { throw .numberOutOfRange(field: "update_group.members_max", bounds: bounds) }
      if Int(wish.membersMax) != old.membersMax { event.membersMax = wish.membersMax }
    }
    let income = try income(wish)
    if wish.hasCurrency {
      let currency = try groupCurrency(wish.currency, field: "update_group.currency")
      if currency != old.currency { event.currency = currency.code }
    }
    if wish.hasTimeZone {
      let zone = try timeZone(wish.timeZone, field: "update_group.time_zone")
      if zone != old.timeZone { event.timeZone = zone }
    }
    if wish.hasName {
      let name = try words(wish.name, field: "update_group.name", charactersMax: Limits.nameCharacters, required: true)
      if name != old.name { event.name = name }
    }
    if wish.hasDescription_p {
      let text = try words(
        wish.description_p, field: "update_group.description", charactersMax: Limits.groupDescriptionCharacters)
      if text != old.description { event.description_p = text }
    }
    if wish.hasIcon {
      let icon = try words(wish.icon, field: "update_group.icon", charactersMax: Limits.iconCharacters)
      if icon != old.icon { event.icon = icon }
    }
    if wish.hasSimplifyDebts, wish.simplifyDebts != old.simplifiesDebts { event.simplifyDebts = wish.simplifyDebts }
    guard !event.hasCurrency || shared.entries.isEmpty else { throw .currencyFixed }

    var events: [DecidedEvent] = []
    if event != GroupUpdated() { events.append(DecidedEvent(.groupUpdated(event))) }
    if let income { events.append(DecidedEvent(.incomeSet(income))) }
    guard !events.isEmpty else { throw .nothingChanges }
    return Decision(actor: asker.id, events: events)
  }

  /// What becomes of the income; nil when it stays. It has a lane of its own, so it is an event of its own.
  private func income(_ wish: UpdateGroup) throws(Rejection) -> IncomeSet? {
    guard wish.hasMonthlyIncome else { return nil }
    var event = IncomeSet()
    if wish.monthlyIncome.minor != 0 {
      try amount(wish.monthlyIncome, field: "update_group.monthly_income.minor")
      let currency = try currency(wish.monthlyIncome.currency, field: "update_group.monthly_income.currency")
      event.monthlyIncome = Money(minor: wish.monthlyIncome.minor, currency: currency)
    }
    return (event.hasMonthlyIncome ? event.monthlyIncome : nil) == incomeState.monthly ? nil : event
  }

  func decide(_ wish: SetPolicy) throws(Rejection) -> Decision {
    // Which right it is depends on the policy: an admin does not widen their own rights.
    let asker = try asker([.adminsInvite, .adminsSetWebhooks].contains(wish.policy) ? .policiesDelegate : .policiesSet)
    guard Policy.all.contains(wish.policy) else { throw .choiceNotAllowed(field: "set_policy.policy") }
    guard wish.allowed != shared.policies.allows(wish.policy) else { throw .nothingChanges }
    var event = PolicySet()
    event.policy = wish.policy
    event.allowed = wish.allowed
    let policies = shared.policies.setting(wish.policy, to: wish.allowed, by: asker.id, at: context.now)
    return Decision(actor: asker.id, events: ends([:], policies: policies) + [DecidedEvent(.policySet(event))])
  }

  func decide(_ wish: ArchiveGroup) throws(Rejection) -> Decision {
    let asker = try asker(.groupArchive)
    guard shared.settings?.isArchived == false else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [DecidedEvent(.groupArchived(GroupArchived()))])
  }

  func decide(_ wish: UnarchiveGroup) throws(Rejection) -> Decision {
    let asker = try asker(.groupUnarchive)
    guard shared.settings?.isArchived == true else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [DecidedEvent(.groupUnarchived(GroupUnarchived()))])
  }

  func decide(_ wish: RequestPurge) throws(Rejection) -> Decision {
    let asker = try asker(.groupPurge)
    guard let settings = shared.settings, settings.isArchived else { throw .groupNotArchived }
    guard wish.exported else { throw .exportMissing }
    guard settings.purgeAt == nil else { throw .nothingChanges }
    var event = PurgeRequested()
    event.purgeAtMs = endTime.addingClamped(Limits.purgeDelayMilliseconds)
    return Decision(actor: asker.id, events: [DecidedEvent(.purgeRequested(event))])
  }

  func decide(_ wish: CancelPurge) throws(Rejection) -> Decision {
    let asker = try asker(.groupPurge)
    guard shared.settings?.purgeAt != nil else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [DecidedEvent(.purgeCancelled(PurgeCancelled()))])
  }

  /// A day of the week; unspecified means Monday.
  func weekStart(_ day: Weekday, field: String) throws(Rejection) -> Weekday {
    do throws(HistoryFlaw) { return try day.orMonday } catch { throw .choiceNotAllowed(field: field) }
  }

  /// A template; unspecified means family.
  func template(_ template: GroupTemplate, field: String) throws(Rejection) -> GroupTemplate {
    do throws(HistoryFlaw) { return try template.orFamily } catch { throw .choiceNotAllowed(field: field) }
  }
}
