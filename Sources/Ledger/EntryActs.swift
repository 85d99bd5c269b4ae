import HearthProtocol

/// What is kept of one member's doings with entries.
struct EntryActs: Sendable {
  /// What they earn a month, in minor units of the group's currency; 0 when unknown.
  var incomeMinor: Int64 = 0
  /// Their last act that can be undone.
  var last: UndoableAct?
}

/// An act on an entry with what it takes to undo it.
struct UndoableAct: Sendable {
  let entry: EntryID
  let act: EntryAct
  /// The version it made. When the entry has another, somebody has changed it since.
  let version: LanePosition
  /// The entry before, when it was edited.
  var before: EntryState?
}

extension EntryActs {
  /// As snapshots carry it; nil when there is nothing to say.
  func message(of member: Int, currency: Currency) -> MemberActs? {
    guard incomeMinor != 0 || last != nil else { return nil }
    var message = MemberActs()
    message.member = UInt32(truncatingIfNeeded: member)
    if incomeMinor != 0 { message.monthlyIncome = Money(minor: incomeMinor, currency: currency) }
    if let last {
      message.entryID = last.entry.description
      message.act = last.act
      message.version = last.version.rawValue
      if let before = last.before { message.before = before.row }
    }
    return message
  }
}

extension SharedState {
  /// Takes over what a snapshot says of a member's acts.
  mutating func set(_ message: MemberActs) throws(HistoryFault) {
    guard message.member < acts.count else { throw .contradiction(.namesKnown) }
    var own = EntryActs()
    if message.hasMonthlyIncome {
      guard Limits.amountMinor.contains(message.monthlyIncome.minor) else { throw .contradiction(.amountsInRange) }
      own.incomeMinor = message.monthlyIncome.minor
    }
    if !message.entryID.isEmpty {
      guard let id = EntryID(message.entryID) else { throw .malformed("entry_id") }
      guard entries.has(id) else { throw .contradiction(.namesKnown) }
      own.last = UndoableAct(
        entry: id, act: message.act, version: LanePosition(message.version), before: message.hasBefore ? try read(message.before) : nil)
    }
    acts[Int(message.member)] = own
  }

  /// Sets what the member earns a month.
  mutating func set(income: Money, of author: String) throws(HistoryFault) {
    guard let settings else { throw .contradiction(.groupCreatedOnce) }
    guard let number = roster.number(of: author) else { throw .contradiction(.namesKnown) }
    guard income.currency == settings.currency.code else { throw .malformed("currency") }
    guard income.minor == 0 || Limits.amountMinor.contains(income.minor) else { throw .contradiction(.amountsInRange) }
    acts[number].incomeMinor = income.minor
  }
}
