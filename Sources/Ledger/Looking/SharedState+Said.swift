import HearthProtocol

// What an event said, whatever was said later: for a reader of the history beside the group as it is.
extension SharedState {
  /// The entry as the event that added it has it; nil when no such event can be of this group.
  ///
  /// - Parameters:
  ///   - author: the id of who added it; empty when the server booked it by a rule.
  ///   - instant: milliseconds since 1970.
  public func entry(saidBy added: EntryAdded, by author: String, at instant: Int64, _ position: LanePosition) -> EntryState? {
    var booked: EntryStory?
    if !added.ruleID.isEmpty {
      var story = EntryStory()
      story.ruleID = added.ruleID
      if added.hasInstalment { story.instalment = added.instalment }
      booked = story
    }
    // The rule may have gone to somebody since; the entry has not.
    let usual = author.isEmpty ? EntryID(added.entryID).flatMap { entries[$0]?.addedBy.description } ?? "" : author
    return try? read(
      added.entryID, added.content, owed: added.owed, by: added.addedBy.isEmpty ? usual : added.addedBy, at: instant, position,
      booked: booked)
  }

  /// The rule as the event that set it has it, without what it booked; nil when no such event can be of this group.
  public func rule(saidBy set: RecurringSet) -> RecurringState? {
    guard let id = RecurringID(set.ruleID) else { return nil }
    // Who made it is said once.
    guard let maker = set.createdBy.isEmpty ? recurring[id]?.createdBy : MemberID(set.createdBy) else { return nil }
    return try? RecurringState(id, set.content, createdBy: maker, version: .start)
  }

  /// The budget as the event that set it has it; nil when no such event can be of this group.
  public func budget(saidBy set: BudgetSet) -> BudgetState? {
    var message = Budget()
    message.budgetID = set.budgetID
    message.content = set.content
    message.createdBy = set.createdBy
    return try? read(message)
  }
}

extension KnownRate {
  /// The rate as commands and events carry it; nil when it is none.
  public init?(_ message: ExchangeRate) {
    guard let from = Currency(code: message.from), let to = Currency(code: message.to), let rate = DecimalRate(message.rate),
      let date = CivilDate(iso8601: message.date)
    else { return nil }
    self.init(from: from, to: to, rate: rate, date: date, source: message.source)
  }
}
