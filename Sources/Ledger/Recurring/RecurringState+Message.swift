import HearthProtocol

extension RecurringState {
  /// The rule as snapshots and programs have it.
  public var message: RecurringRule {
    var message = RecurringRule()
    message.ruleID = id.description
    message.content = content
    message.createdBy = createdBy.description
    message.version = version.rawValue
    message.handledUntil = handledUntil?.description ?? ""
    message.skipped = skipped.map(\.description)
    message.paused = isPaused
    message.pauseCode = pauseCode
    message.ended = isEnded
    message.resumedBy = resumedBy?.description ?? ""
    if let loan {
      message.instalments = UInt32(clamping: loan.booked)
      message.outstandingMinor = loan.outstandingMinor
    }
    return message
  }

  /// Reads a rule as a snapshot has it.
  init(_ message: RecurringRule) throws(HistoryFlaw) {
    guard let id = RecurringID(message.ruleID) else { throw .malformed("rule_id") }
    guard let createdBy = MemberID(message.createdBy) else { throw .malformed("created_by") }
    try self.init(id, message.content, createdBy: createdBy, version: LanePosition(message.version))
    if !message.handledUntil.isEmpty {
      guard let date = CivilDate(iso8601: message.handledUntil) else { throw .malformed("handled_until") }
      handledUntil = date
    }
    for text in message.skipped {
      guard let date = CivilDate(iso8601: text) else { throw .malformed("skipped") }
      guard date > skipped.last ?? handledUntil ?? CivilDate(daysSince1970: .min) else { throw .contradiction(.occurrencesOnce) }
      skipped.append(date)
    }
    isPaused = message.paused
    pauseCode = message.pauseCode
    isEnded = message.ended
    resumedBy = message.resumedBy.isEmpty ? nil : MemberID(message.resumedBy)
    guard resumedBy != nil || message.resumedBy.isEmpty else { throw .malformed("resumed_by") }
    if let progress = loan {
      guard message.instalments <= progress.schedule.count, (0...progress.schedule.principalMinor).contains(message.outstandingMinor) else {
        throw .contradiction(.instalmentsFollow)
      }
      loan?.booked = Int(message.instalments)
      loan?.outstandingMinor = message.outstandingMinor
    } else {
      guard message.instalments == 0, message.outstandingMinor == 0 else { throw .contradiction(.instalmentsFollow) }
    }
  }

  /// Makes a rule as it is when it was set for the first time.
  init(
    _ id: RecurringID, _ content: RecurringContent, createdBy: MemberID, version: LanePosition
  ) throws(HistoryFlaw) {
    guard let calendar = OccurrenceCalendar(content.recurrence) else { throw .malformed("recurrence") }
    guard Limits.amountMinor.contains(content.template.amount.minor) else { throw .contradiction(.amountsInRange) }
    guard Currency(code: content.template.amount.currency) != nil else { throw .malformed("currency") }
    self.init(id: id, content: content, calendar: calendar, createdBy: createdBy, version: version)
    guard content.hasLoan else { return }
    guard Limits.amountMinor.contains(content.loan.principalMinor),
      Limits.annualRateBasisPoints.contains(content.loan.annualRateBasisPoints),
      let count = calendar.count, Limits.instalments.contains(UInt32(clamping: count)),
      let schedule = LoanSchedule(
        principalMinor: content.loan.principalMinor, annualRateBasisPoints: Int(content.loan.annualRateBasisPoints), count: count,
        instalmentMinor: content.template.amount.minor)
    else { throw .contradiction(.instalmentsFollow) }
    loan = LoanProgress(schedule: schedule, booked: 0, outstandingMinor: content.loan.principalMinor)
  }
}
