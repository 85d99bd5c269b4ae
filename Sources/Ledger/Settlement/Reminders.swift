import HearthProtocol

/// Who was reminded of what they owe whom within the last 24 hours, as of the newest reminder; older ones are let go
/// when another is sent.
public struct Reminders: Sendable, Equatable {
  /// One that was sent.
  public struct Sent: Sendable, Equatable {
    /// Who was reminded.
    public let debtor: MemberID
    /// The creditor.
    public let creditor: MemberID
    /// Milliseconds since 1970.
    public let at: Int64

    /// Reads what an event or a snapshot says.
    init(_ debtor: String, _ creditor: String, at instant: Int64) throws(HistoryFlaw) {
      guard let debtor = MemberID(debtor), let creditor = MemberID(creditor), debtor != creditor else { throw .malformed("member_id") }
      (self.debtor, self.creditor, at) = (debtor, creditor, instant)
    }

    /// Reads an event, whose instant in the log is given.
    init(_ event: DebtorReminded, at instant: Int64) throws(HistoryFlaw) {
      guard Currency(code: event.owed.currency) != nil else { throw .malformed("currency") }
      guard event.owed.minor > 0 else { throw .contradiction(.amountsInRange) }
      // Events of before have no other instant than that of the log.
      try self.init(event.debtorID, event.creditorID, at: event.sentAtMs == 0 ? instant : event.sentAtMs)
    }

    init(_ reminder: Reminder) throws(HistoryFlaw) { try self.init(reminder.debtorID, reminder.creditorID, at: reminder.atMs) }
  }

  /// In the order of sending, no debtor and creditor twice.
  public private(set) var recent: [Sent] = []

  init() {}

  /// When the debtor was last reminded for this creditor, milliseconds since 1970; nil when that was long ago or never.
  public func last(_ debtor: MemberID, _ creditor: MemberID) -> Int64? {
    recent.first { $0.debtor == debtor && $0.creditor == creditor }?.at
  }

  /// How long that reminder must still wait, in milliseconds; 0 when it may be sent.
  func wait(_ debtor: MemberID, _ creditor: MemberID, now: Int64) -> UInt32 {
    guard let last = last(debtor, creditor) else { return 0 }
    let (passed, isFar) = now.subtractingReportingOverflow(last)
    // A reminder of the future was sent by a clock that was wrong: it holds nobody up (SPEC TM-03). What leaves 64 bits
    // is as far from now as can be.
    guard !isFar, passed >= 0 else { return 0 }
    return UInt32(clamping: Limits.reminderMilliseconds - min(passed, Limits.reminderMilliseconds))
  }

  mutating func add(_ sent: Sent) {
    let (start, isFar) = sent.at.subtractingReportingOverflow(Limits.reminderMilliseconds)
    recent.removeAll { (!isFar && $0.at <= start) || ($0.debtor == sent.debtor && $0.creditor == sent.creditor) }
    recent.append(sent)
  }

  /// Puts one of a snapshot back behind the others.
  mutating func restore(_ sent: Sent) throws(HistoryFlaw) {
    guard last(sent.debtor, sent.creditor) == nil else { throw .contradiction(.idsUnique) }
    recent.append(sent)
  }

  /// As snapshots carry them.
  var messages: [Reminder] {
    recent.map { sent in
      var message = Reminder()
      message.debtorID = sent.debtor.description
      message.creditorID = sent.creditor.description
      message.atMs = sent.at
      return message
    }
  }
}

extension SharedState {
  /// Reminders stood in lane `shared` in histories of earlier versions.
  mutating func remind(_ event: DebtorReminded, at instant: Int64) throws(HistoryFlaw) {
    reminders.add(try known(Reminders.Sent(event, at: instant)))
  }

  mutating func restore(_ reminder: Reminder) throws(HistoryFlaw) { try reminders.restore(try known(Reminders.Sent(reminder))) }

  private func known(_ sent: Reminders.Sent) throws(HistoryFlaw) -> Reminders.Sent {
    guard member(sent.debtor) != nil, member(sent.creditor) != nil else { throw .contradiction(.namesKnown) }
    return sent
  }
}

/// What is told to one member alone: the fold of lane `inbox/<member>`.
///
/// It says nothing of members that it could be compared with: a reader may receive the lane before what lane `shared`
/// has.
public struct InboxState: Sendable, Equatable {
  /// Reminders of what the member owes, is owed, or has reminded others of.
  public private(set) var reminders = Reminders()
  /// What was said to the member and by them, and whom they do not hear.
  public internal(set) var coaching = CoachingBook()
  /// Nil while nothing is kept from the others (SPEC SE-01).
  public internal(set) var separation: SeparationState?
  /// Nil while the member takes money nowhere (SPEC PL-01).
  public internal(set) var paymentAddress: PaymentAddressState?
  /// Where the server's notices reach the member, by channel (SPEC NP-03).
  public internal(set) var noticeAddresses: [NoticeAddressState] = []

  init() {}

  init(_ snapshot: InboxSnapshot) throws(HistoryFlaw) {
    if snapshot.hasSeparation { separation = try SeparationState(snapshot.separation) }
    if snapshot.hasPaymentAddress { paymentAddress = try PaymentAddressState(snapshot.paymentAddress) }
    try set(snapshot.noticeAddresses)
    for reminder in snapshot.reminders { try reminders.restore(try Reminders.Sent(reminder)) }
    coaching = try CoachingBook(snapshot)
  }

  mutating func coach(_ event: CoachingSent, by author: String) throws(HistoryFlaw) {
    var message = Coaching()
    (message.senderID, message.recipientID, message.text, message.atMs) = (author, event.recipientID, event.text, event.sentAtMs)
    coaching.add(try CoachingRecord(message))
  }

  mutating func remind(_ event: DebtorReminded, at instant: Int64) throws(HistoryFlaw) {
    reminders.add(try Reminders.Sent(event, at: instant))
  }

  func snapshot() -> InboxSnapshot {
    var snapshot = InboxSnapshot()
    snapshot.reminders = reminders.messages
    coaching.fill(&snapshot)
    if let separation { snapshot.separation = separation.message }
    if let paymentAddress { snapshot.paymentAddress = paymentAddress.message }
    snapshot.noticeAddresses = noticeAddresses.map(\.message)
    return snapshot
  }
}
