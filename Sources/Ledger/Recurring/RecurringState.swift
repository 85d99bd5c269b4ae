import HearthProtocol

/// A rule by which the server books entries by itself: what, and when.
public struct RecurringState: Sendable, Equatable {
  /// How far a loan is paid back.
  public struct LoanProgress: Sendable, Equatable {
    /// The whole schedule.
    public let schedule: LoanSchedule
    /// How many instalments were booked.
    public internal(set) var booked: Int
    /// What is owed after them, in minor units.
    public internal(set) var outstandingMinor: Int64

    /// How many instalments are left.
    public var remaining: Int { schedule.count - booked }

    /// The instalment that comes next; nil when all were booked.
    public var next: LoanSchedule.Row? { remaining > 0 ? schedule.row(booked + 1, owing: outstandingMinor) : nil }
  }

  /// Names the rule.
  public let id: RecurringID
  /// What a person said of it, complete.
  public internal(set) var content: RecurringContent
  /// Its dates.
  public internal(set) var calendar: OccurrenceCalendar
  /// Who made it, and in whose name its entries stand.
  public let createdBy: MemberID
  /// Position of the event that set it last; what a replacement is based on.
  public internal(set) var version: LanePosition
  /// The last date that was booked or passed over; nil when none was.
  public internal(set) var handledUntil: CivilDate?
  /// Later dates that are left out, ascending.
  public internal(set) var skipped: [CivilDate] = []
  /// Whether nothing is booked for the time being.
  public internal(set) var isPaused = false
  /// Why the server paused it, a code of errors.json; empty when a member did.
  public internal(set) var pauseCode = ""
  /// Who resumed it in its maker's place and answers for it beside them (SPEC RE-03); nil: nobody.
  public internal(set) var resumedBy: MemberID?
  /// Whether it is over for good.
  public internal(set) var isEnded = false
  /// Of an EMI: how far the loan is paid back.
  public internal(set) var loan: LoanProgress?

  /// The next date that is neither booked nor left out, whether or not the rule is paused; nil when there is none.
  public private(set) var next: CivilDate?

  /// The next date that something is booked on; nil when there is none, or the rule is paused or over.
  public var due: CivilDate? { isPaused || isEnded ? nil : next }
  /// How many dates are to be booked on a day, those that were missed included.
  func dueCount(on today: CivilDate) -> Int {
    guard let due, due <= today else { return 0 }
    let start = handledUntil.map(calendar.number(after:)) ?? 0
    let end = min(calendar.number(after: min(today, calendar.last ?? today)), calendar.count ?? .max)
    return max(0, end - start - skipped.count { $0 <= today })
  }

  /// Whether dates are still to come.
  public var isActive: Bool { !isEnded && next != nil }

  init(id: RecurringID, content: RecurringContent, calendar: OccurrenceCalendar, createdBy: MemberID, version: LanePosition) {
    self.id = id
    self.content = content
    self.calendar = calendar
    self.createdBy = createdBy
    self.version = version
  }

  /// Finds the next date anew; after every change of what it follows from.
  mutating func refresh() {
    if let handledUntil { skipped.removeAll { $0 <= handledUntil } }
    next = calendar.next(after: handledUntil, except: skipped)
  }
}

/// The group's rules, and which of them is due first.
public struct Recurring: Sendable {
  /// In the order of first setting; ended ones too.
  public private(set) var rules = PersistentList<RecurringID, RecurringState>()
  /// Place of the rule that is due first.
  private var first: (place: Int, date: CivilDate)?

  init() {}

  /// The rule with this id, or nil.
  public subscript(id: RecurringID) -> RecurringState? { rules[id] }

  /// The next date on which something is booked; nil when there is none.
  public var due: CivilDate? { first?.date }

  /// The rule that is due first, of several the one that was set first.
  var firstDue: RecurringState? { first.map { rules[$0.place] } }

  /// Puts the rule in the place of the one with its id, or behind all others.
  mutating func set(_ rule: RecurringState) {
    var rule = rule
    rule.refresh()
    rules.set(rule, for: rule.id)
    // Limit: a thousand rules at most, so that looking at all of them with each change costs little.
    first = nil
    for (place, rule) in rules.enumerated() {
      guard let due = rule.due, first.map({ due < $0.date }) ?? true else { continue }
      first = (place, due)
    }
  }
}
