import HearthProtocol

// Folding. Each function checks first and changes then, so that a flaw leaves the state as it was. Commands were
// judged when they were decided; what is checked again here are the invariants that keep amounts right and references
// whole.
extension SharedState {
  mutating func create(_ event: GroupCreated, by author: String, at instant: Int64) throws(HistoryFlaw) {
    guard settings == nil else { throw .contradiction(.groupCreatedOnce) }
    guard let currency = Currency(code: event.currency) else { throw .malformed("currency") }
    var places: [String: Int] = [:]
    for (place, category) in event.categories.enumerated() {
      guard places.updateValue(place, forKey: category.key) == nil else { throw .contradiction(.idsUnique) }
    }
    let template = try event.template.orFamily
    settings = GroupSettings(
      name: event.name, currency: currency, timeZone: event.timeZone, icon: event.icon, description: event.description_p,
      membersMax: Int(event.membersMax), template: template, weekStart: try event.weekStartsOn.orMonday, createdAt: instant,
      createdBy: MemberID(author), updatedAt: instant)
    policies = Policies(template: template)
    // An array of its own: the decoder's has space for up to twice as many.
    categories = event.categories.map(\.self)
    categoryPlaces = places
  }
}

extension SharedState {
  /// Folds one event in that is about what the group plans: budgets, rules and envelopes.
  mutating func plan(
    _ body: Event.OneOf_Body, by author: String, at instant: Int64, _ position: LanePosition
  ) throws(HistoryFlaw) {
    switch body {
    case .budgetSet(let set): try self.set(set)
    case .budgetRemoved(let removed): try remove(removed)
    case .budgetReactivated(let reactivated): try reactivate(reactivated)
    case .alertFired(let fired): try fire(fired, at: instant)
    case .recurringSet(let set): try self.set(set, by: author, position)
    case .recurringPaused(let paused): try pause(paused)
    case .recurringResumed(let resumed): try resume(resumed)
    case .occurrenceSkipped(let skipped): try skip(skipped)
    case .recurringEnded(let ended): try end(ended)
    case .festivalSet(let set): try self.set(set)
    case .festivalRemoved(let removed): try remove(removed)
    default: throw .unknownEvent
    }
  }
}
