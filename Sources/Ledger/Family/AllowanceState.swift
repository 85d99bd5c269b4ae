import HearthProtocol

/// What a minor gets again and again: paid into an account on each date, or a cap on what they spend until the next.
public struct AllowanceState: Sendable, Equatable {
  /// A date that was booked, and with how much.
  public struct Booking: Sendable, Equatable {
    /// The date.
    public let date: CivilDate
    /// Minor units of the allowance's currency.
    public let minor: Int64
  }

  /// Names the allowance.
  public let id: RecurringID
  /// How much, in minor units, at least 1.
  public let minor: Int64
  /// The amount's currency.
  public let currency: Currency
  /// Weekly, biweekly or monthly.
  public let period: BudgetPeriod
  /// May be empty.
  public let note: String
  /// The first date.
  public let first: CivilDate
  /// The account into which each date is paid; nil: it is a cap on spending.
  public let account: AccountID?
  /// Who set it last.
  public let setBy: MemberID
  /// The last date that was booked or passed over; nil when none was.
  public internal(set) var handledUntil: CivilDate?
  /// Later dates that are left out, ascending.
  public internal(set) var skipped: [CivilDate] = []
  /// Who named the account, by whose rights it is paid into; nil without an account.
  public internal(set) var paidBy: MemberID?
  /// Whether nothing is booked for the time being.
  public internal(set) var isPaused = false
  /// Whether it is over for good.
  public internal(set) var isEnded = false
  /// What was booked last.
  public internal(set) var last: Booking?

  init(_ id: RecurringID, _ content: AllowanceContent, setBy: MemberID) throws(HistoryFlaw) {
    guard let currency = Currency(code: content.amount.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(content.amount.minor) else { throw .contradiction(.amountsInRange) }
    switch content.period {
    case .weekly, .biweekly, .monthly: break
    case .yearly, .unspecified, .UNRECOGNIZED: throw .malformed("period")
    }
    guard let first = CivilDate(iso8601: content.firstDate) else { throw .malformed("first_date") }
    account = AccountID(content.accountID)
    guard content.accountID.isEmpty || account != nil else { throw .malformed("account_id") }
    (self.id, self.currency, self.first, self.setBy) = (id, currency, first, setBy)
    (minor, period, note) = (content.amount.minor, content.period, content.note)
    paidBy = account == nil ? nil : setBy
  }

  init(_ message: Allowance) throws(HistoryFlaw) {
    guard let id = RecurringID(message.allowanceID) else { throw .malformed("allowance_id") }
    guard let setBy = MemberID(message.setBy) else { throw .malformed("set_by") }
    try self.init(id, message.content, setBy: setBy)
    handledUntil = try Self.date(message.handledUntil)
    for text in message.skipped {
      guard let date = CivilDate(iso8601: text), date > skipped.last ?? date.adding(days: -1) else { throw .malformed("skipped") }
      skipped.append(date)
    }
    (isPaused, isEnded) = (message.paused, message.ended)
    if !message.paidBy.isEmpty {
      guard account != nil, let member = MemberID(message.paidBy) else { throw .malformed("paid_by") }
      paidBy = member
    }
    if let date = try Self.date(message.lastDate) {
      guard message.lastMinor > 0 else { throw .contradiction(.amountsInRange) }
      last = Booking(date: date, minor: message.lastMinor)
    }
  }

  private static func date(_ text: String) throws(HistoryFlaw) -> CivilDate? {
    guard !text.isEmpty else { return nil }
    guard let date = CivilDate(iso8601: text) else { throw .malformed("date") }
    return date
  }

  /// Its dates.
  public var calendar: OccurrenceCalendar { Self.calendar(period, from: first) }

  static func calendar(_ period: BudgetPeriod, from first: CivilDate) -> OccurrenceCalendar {
    OccurrenceCalendar(every: period == .biweekly ? 2 : 1, period == .monthly ? .month : .week, from: first)
  }

  /// The next date that is neither booked nor left out, whether or not it is paused; nil when it is over.
  public var next: CivilDate? { isEnded ? nil : calendar.next(after: handledUntil, except: skipped) }

  /// The next date that something is booked on; nil when there is none, or it is paused or over.
  var due: CivilDate? { isPaused ? nil : next }

  /// What it says, complete.
  public var content: AllowanceContent {
    var content = AllowanceContent()
    content.amount = Money(minor: minor, currency: currency)
    content.period = period
    content.note = note
    content.firstDate = first.description
    content.accountID = account?.description ?? ""
    return content
  }

  /// As snapshots carry it.
  public var message: Allowance {
    var message = Allowance()
    message.allowanceID = id.description
    message.content = content
    message.setBy = setBy.description
    message.handledUntil = handledUntil?.description ?? ""
    message.skipped = skipped.map(\.description)
    (message.paused, message.ended) = (isPaused, isEnded)
    message.lastDate = last?.date.description ?? ""
    message.lastMinor = last?.minor ?? 0
    message.paidBy = paidBy?.description ?? ""
    return message
  }
}

// Folding. Each function checks first and changes then.
extension MinorState {
  /// The allowance with this id, or nil.
  public func allowance(_ id: RecurringID) -> AllowanceState? { allowances.first { $0.id == id } }

  mutating func set(_ event: AllowanceSet, by author: String) throws(HistoryFlaw) {
    guard let id = RecurringID(event.allowanceID) else { throw .malformed("allowance_id") }
    guard let setBy = MemberID(author) else { throw .malformed("member_id") }
    var allowance = try AllowanceState(id, event.content, setBy: setBy)
    guard let old = self.allowance(id) else { return try restore(allowance) }
    guard !old.isEnded else { throw .contradiction(.occurrencesOnce) }
    allowance.handledUntil = old.handledUntil
    if !event.passedUntil.isEmpty {
      guard let date = CivilDate(iso8601: event.passedUntil) else { throw .malformed("passed_until") }
      guard date > old.handledUntil ?? date.adding(days: -1) else { throw .contradiction(.occurrencesOnce) }
      allowance.handledUntil = date
    }
    allowance.skipped = old.skipped.filter { allowance.calendar.contains($0) && $0 > allowance.handledUntil ?? $0.adding(days: -1) }
    allowance.isPaused = old.isPaused
    if allowance.account == old.account { allowance.paidBy = old.paidBy }
    // What was booked in another currency is no figure of this one.
    allowance.last = old.currency == allowance.currency ? old.last : nil
    put(allowance)
  }

  mutating func skip(_ event: AllowanceSkipped) throws(HistoryFlaw) {
    var allowance = try open(event.allowanceID)
    guard let date = CivilDate(iso8601: event.date) else { throw .malformed("date") }
    guard date > allowance.handledUntil ?? date.adding(days: -1), !allowance.skipped.contains(date) else {
      throw .contradiction(.occurrencesOnce)
    }
    allowance.skipped = (allowance.skipped + [date]).sorted()
    put(allowance)
  }

  mutating func pause(_ event: AllowancePaused) throws(HistoryFlaw) {
    var allowance = try open(event.allowanceID)
    guard allowance.isPaused == event.resumed else { throw .contradiction(.occurrencesOnce) }
    if !event.passedUntil.isEmpty {
      guard let date = CivilDate(iso8601: event.passedUntil) else { throw .malformed("passed_until") }
      guard date > allowance.handledUntil ?? date.adding(days: -1) else { throw .contradiction(.occurrencesOnce) }
      allowance.handledUntil = date
      allowance.skipped.removeAll { $0 <= date }
    }
    allowance.isPaused = !event.resumed
    put(allowance)
  }

  mutating func end(_ event: AllowanceEnded) throws(HistoryFlaw) {
    var allowance = try open(event.allowanceID)
    allowance.isEnded = true
    put(allowance)
  }

  mutating func book(_ event: AllowanceBooked) throws(HistoryFlaw) {
    var allowance = try open(event.allowanceID)
    guard let date = CivilDate(iso8601: event.date) else { throw .malformed("date") }
    guard date == allowance.due, event.amount.minor == allowance.minor, event.amount.currency == allowance.currency.code else {
      throw .contradiction(.occurrencesOnce)
    }
    allowance.handledUntil = date
    allowance.skipped.removeAll { $0 <= date }
    allowance.last = AllowanceState.Booking(date: date, minor: allowance.minor)
    put(allowance)
  }

  private func open(_ text: String) throws(HistoryFlaw) -> AllowanceState {
    guard let id = RecurringID(text) else { throw .malformed("allowance_id") }
    guard let allowance = allowance(id) else { throw .contradiction(.namesKnown) }
    guard !allowance.isEnded else { throw .contradiction(.occurrencesOnce) }
    return allowance
  }
}
