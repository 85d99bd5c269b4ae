import HearthProtocol

/// What a minor is to spend at most in a period. It warns, and blocks nothing.
public struct SpendingLimitState: Sendable, Equatable {
  /// Names the limit.
  public let id: BudgetID
  /// 1 to 50 characters.
  public let name: String
  /// How much, in which periods and of what; without categories all spending counts.
  public let terms: BudgetTerms
  /// Who set it last.
  public let setBy: MemberID
  /// Ascending.
  var fired: [BudgetBook.Firing] = []

  init(_ id: BudgetID, name: String, _ terms: BudgetTerms, setBy: MemberID) {
    (self.id, self.name, self.terms, self.setBy) = (id, name, terms, setBy)
  }

  init(_ id: BudgetID, _ content: SpendingLimitContent, setBy: MemberID) throws(HistoryFlaw) {
    guard let currency = Currency(code: content.limit.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(content.limit.minor) else { throw .contradiction(.amountsInRange) }
    switch content.period {
    case .weekly, .biweekly, .monthly: break
    case .yearly, .unspecified, .UNRECOGNIZED: throw .malformed("period")
    }
    guard let start = CivilDate(iso8601: content.startDate) else { throw .malformed("start_date") }
    var terms = BudgetTerms(
      limitMinor: content.limit.minor, currency: currency, period: content.period, categories: content.categories, start: start)
    terms.alerts = try AlertThresholds(content.alerts)
    self.init(id, name: content.name, terms, setBy: setBy)
  }

  init(_ message: SpendingLimit) throws(HistoryFlaw) {
    guard let id = BudgetID(message.limitID) else { throw .malformed("limit_id") }
    guard let setBy = MemberID(message.setBy) else { throw .malformed("set_by") }
    try self.init(id, message.content, setBy: setBy)
    for alerts in message.fired { fired += try SharedState.firings(alerts) }
    guard zip(fired, fired.dropFirst()).allSatisfy({ $0.mark < $1.mark }) else { throw .contradiction(.alertsOnce) }
  }

  /// What it says, complete.
  public var content: SpendingLimitContent {
    var content = SpendingLimitContent()
    content.name = name
    content.limit = Money(minor: terms.limitMinor, currency: terms.currency)
    content.period = terms.period
    content.categories = terms.categories
    content.startDate = terms.start.description
    content.alerts = terms.thresholds.message
    return content
  }

  /// As snapshots carry it.
  public var message: SpendingLimit {
    var message = SpendingLimit()
    message.limitID = id.description
    message.content = content
    message.setBy = setBy.description
    message.fired = fired.messages
    return message
  }

  /// The period that the day falls into; before the start the first one.
  public func period(containing day: CivilDate) -> ClosedRange<CivilDate> {
    terms.calendar.days(of: terms.calendar.number(of: day) ?? 0)
  }

  /// The thresholds that fired in the period with this first day, in order.
  public func fired(inPeriodFrom first: CivilDate) -> [AlertThreshold] {
    fired.map(\.mark).filter { $0.first == first }.map(\.threshold)
  }

  func hasFired(_ mark: BudgetBook.Mark) -> Bool { fired.contains { $0.mark == mark } }
}

extension [BudgetBook.Firing] {
  /// By period, as snapshots carry them.
  var messages: [FiredAlerts] {
    var messages: [FiredAlerts] = []
    for firing in self {
      let first = firing.mark.first.description
      if messages.last?.periodStart != first {
        var alerts = FiredAlerts()
        alerts.periodStart = first
        messages.append(alerts)
      }
      let place = messages.count - 1
      switch firing.mark.threshold {
      case .share(let basisPoints): messages[place].basisPoints.append(UInt32(clamping: basisPoints))
      case .over: messages[place].over = true
      }
      messages[place].atMs.append(firing.at)
    }
    return messages
  }
}

extension AlertThreshold {
  /// Reads what an event says.
  init(basisPoints: UInt32, over: Bool) throws(HistoryFlaw) {
    if over {
      guard basisPoints == 0 else { throw .malformed("basis_points") }
      self = .over
    } else {
      guard Limits.thresholdBasisPoints.contains(basisPoints) else { throw .malformed("basis_points") }
      self = .share(basisPoints: Int32(basisPoints))
    }
  }
}
