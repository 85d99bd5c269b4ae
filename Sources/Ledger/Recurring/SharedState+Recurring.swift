import HearthProtocol

// Folding what concerns rules. Each function checks first and changes then.
extension SharedState {
  mutating func set(_ event: RecurringSet, by author: String, _ position: LanePosition) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let id = RecurringID(event.ruleID) else { throw .malformed("rule_id") }
    let old = recurring[id]
    guard (old == nil) != event.createdBy.isEmpty else { throw .contradiction(.idsUnique) }
    guard let createdBy = old?.createdBy ?? MemberID(event.createdBy) else { throw .malformed("created_by") }
    guard roster.number(of: createdBy) != nil else { throw .contradiction(.namesKnown) }
    var rule = try RecurringState(id, event.content, createdBy: createdBy, version: position)
    _ = try own(event.content.template.category)
    if let old {
      guard !old.isEnded else { throw .contradiction(.occurrencesOnce) }
      if let loan = old.loan, loan.booked > 0 {
        guard rule.loan?.schedule == loan.schedule, rule.calendar == old.calendar else { throw .contradiction(.instalmentsFollow) }
        rule.loan = loan
      }
      rule.handledUntil = old.handledUntil
      rule.skipped = old.skipped.filter { rule.calendar.contains($0) }
      rule.isPaused = old.isPaused
      rule.pauseCode = old.pauseCode
      // Who changes a rule answers for what it says from then on.
      rule.resumedBy = MemberID(author).flatMap { $0 == createdBy ? nil : $0 }
    }
    recurring.set(rule)
  }

  mutating func pause(_ event: RecurringPaused) throws(HistoryFlaw) {
    var rule = try open(event.ruleID)
    guard !rule.isPaused else { throw .contradiction(.occurrencesOnce) }
    rule.isPaused = true
    rule.pauseCode = event.code
    recurring.set(rule)
  }

  mutating func resume(_ event: RecurringResumed) throws(HistoryFlaw) {
    var rule = try open(event.ruleID)
    guard rule.isPaused else { throw .contradiction(.occurrencesOnce) }
    if !event.passedUntil.isEmpty {
      guard let date = CivilDate(iso8601: event.passedUntil) else { throw .malformed("passed_until") }
      guard date > rule.handledUntil ?? date.adding(days: -1) else { throw .contradiction(.occurrencesOnce) }
      rule.handledUntil = date
    }
    if !event.resumedBy.isEmpty {
      guard let member = MemberID(event.resumedBy) else { throw .malformed("resumed_by") }
      guard roster.number(of: member) != nil else { throw .contradiction(.namesKnown) }
      rule.resumedBy = member
    }
    rule.isPaused = false
    rule.pauseCode = ""
    recurring.set(rule)
  }

  mutating func skip(_ event: OccurrenceSkipped) throws(HistoryFlaw) {
    var rule = try open(event.ruleID)
    guard let date = CivilDate(iso8601: event.date) else { throw .malformed("date") }
    guard date > rule.handledUntil ?? date.adding(days: -1), !rule.skipped.contains(date), rule.loan == nil else {
      throw .contradiction(.occurrencesOnce)
    }
    rule.skipped.append(date)
    rule.skipped.sort()
    recurring.set(rule)
  }

  mutating func end(_ event: RecurringEnded) throws(HistoryFlaw) {
    var rule = try open(event.ruleID)
    rule.isEnded = true
    recurring.set(rule)
  }

  /// Adds an entry that the server booked by a rule: it stands in the name of the member who made the rule.
  mutating func book(_ event: EntryAdded, by author: String, at instant: Int64, _ position: LanePosition) throws(HistoryFlaw) {
    guard author.isEmpty else { throw .malformed("member_id") }
    var rule = try open(event.ruleID)
    guard let date = CivilDate(iso8601: event.content.date) else { throw .malformed("date") }
    guard date == rule.due else { throw .contradiction(.occurrencesOnce) }
    var story = EntryStory()
    story.ruleID = rule.id.description
    if let loan = rule.loan {
      let instalment = event.instalment
      guard let next = loan.next, instalment == next.message(of: loan.schedule.count), event.content.amount.minor == next.minor else {
        throw .contradiction(.instalmentsFollow)
      }
      rule.loan?.booked += 1
      rule.loan?.outstandingMinor = next.outstandingMinor
      story.instalment = instalment
    } else if event.hasInstalment {
      throw .contradiction(.instalmentsFollow)
    }
    rule.handledUntil = date
    let addedBy = event.addedBy.isEmpty ? rule.createdBy.description : event.addedBy
    guard event.addedBy.isEmpty || MemberID(event.addedBy) == members.current(rule.createdBy) else { throw .contradiction(.namesKnown) }
    try add(entry: event.entryID, event.content, owed: event.owed, by: addedBy, at: instant, position, booked: story)
    recurring.set(rule)
  }

  /// Adds a rule as a snapshot has it.
  mutating func restore(_ message: RecurringRule) throws(HistoryFlaw) {
    let rule = try RecurringState(message)
    guard recurring[rule.id] == nil else { throw .contradiction(.idsUnique) }
    guard roster.number(of: rule.createdBy) != nil, rule.resumedBy.map({ roster.number(of: $0) != nil }) ?? true else {
      throw .contradiction(.namesKnown)
    }
    _ = try own(rule.content.template.category)
    recurring.set(rule)
  }

  private func open(_ text: String) throws(HistoryFlaw) -> RecurringState {
    guard let id = RecurringID(text) else { throw .malformed("rule_id") }
    guard let rule = recurring[id] else { throw .contradiction(.namesKnown) }
    guard !rule.isEnded else { throw .contradiction(.occurrencesOnce) }
    return rule
  }
}

extension LoanSchedule.Row {
  /// As the event carries it.
  func message(of count: Int) -> Instalment {
    var message = Instalment()
    message.number = UInt32(clamping: number)
    message.count = UInt32(clamping: count)
    message.interestMinor = interestMinor
    message.principalMinor = principalMinor
    message.outstandingMinor = outstandingMinor
    return message
  }
}
