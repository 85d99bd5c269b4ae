import HearthProtocol

/// An envelope that saves ahead for a festival, year after year. It moves no money.
public struct FestivalState: Sendable, Equatable {
  /// Names the envelope.
  public let id: FestivalID
  /// What a person said of it, complete.
  public let content: FestivalContent
  /// The currency of the target. Spending in another one counts at the rate that its entry carries into this one.
  public let currency: Currency
  /// Spending before it does not count.
  public let start: CivilDate
  /// Who made it.
  public let createdBy: MemberID
  /// Whether it was removed.
  public internal(set) var isRemoved = false

  /// 1 to 50 characters.
  public var name: String { content.name }
  /// Which festival it is for.
  public var festival: Festival { content.festival }
  /// What each year's festival may cost, in minor units.
  public var targetMinor: Int64 { content.target.minor }

  /// Whether what is spent in the category may be of either envelope.
  fileprivate func shares(_ category: String, with other: FestivalState) -> Bool {
    !isRemoved && currency == other.currency && content.categories.contains(category)
  }

  /// Whether spending of a day is of this envelope and not of the other, whose festival of that season is on `last`: its festival comes first.
  fileprivate func comes(before other: FestivalState, _ last: CivilDate, on day: CivilDate) -> Bool {
    guard day >= start, let own = FestivalCalendar.day(of: festival, from: day) else { return false }
    return own < last || own == last && id < other.id
  }
}

/// What to put aside for one festival, and what has become of it.
public struct FestivalPlan: Sendable, Equatable {
  /// What one month puts aside.
  public struct Part: Sendable, Equatable {
    /// The first day of the month, or the day on which the envelope began if that is later.
    public let day: CivilDate
    /// Minor units.
    public let minor: Int64
  }

  /// The days whose spending is this festival's; the last one is the festival.
  public let season: ClosedRange<CivilDate>
  /// What was left of the festival before, in minor units.
  public let carriedMinor: Int64
  /// What the months put aside, in order; with what was carried they total the target, or nothing where that is enough.
  public let parts: [Part]
  /// What was spent in the season so far, in minor units.
  public let spentMinor: Int64

  /// The festival.
  public var day: CivilDate { season.upperBound }
  /// What the season may cost: what was carried and what is put aside, in minor units.
  public var availableMinor: Int64 { parts.reduce(carriedMinor) { $0 + $1.minor } }
  /// What is left of that, in minor units; negative when too much was spent.
  public var leftMinor: Int64 { availableMinor - spentMinor }

  /// What was put aside by a day, in minor units: what was carried and the parts of all months that have begun.
  public func savedMinor(on day: CivilDate) -> Int64 { parts.reduce(carriedMinor) { $1.day <= day ? $0 + $1.minor : $0 } }
}

extension SharedState {
  /// What to put aside for the envelope's festival that comes next; nil when the table of festivals ends before.
  ///
  /// It follows from the envelope and the spending, as budgets do: nothing of it is stored (SPEC RC-12).
  ///
  /// - Parameter day: the festival itself is still to come on its own day.
  public func plan(of envelope: FestivalState, on day: CivilDate) -> FestivalPlan? {
    var first = envelope.start
    var carried: Int64 = 0
    while let last = FestivalCalendar.day(of: envelope.festival, from: first) {
      let plan = plan(of: envelope, first...last, carried: carried)
      guard last < day else { return plan }
      carried = max(plan.leftMinor, 0)
      first = last.adding(days: 1)
    }
    return nil
  }

  private func plan(of envelope: FestivalState, _ season: ClosedRange<CivilDate>, carried: Int64) -> FestivalPlan {
    let monthOfFestival = season.upperBound.adding(days: 1 - season.upperBound.components.day)
    let ahead = max(Int(envelope.content.monthsAhead), 1)
    var days = (1...ahead).reversed().map { monthOfFestival.adding(months: -$0) }
      .filter { $0.adding(months: 1) > season.lowerBound }.map { max($0, season.lowerBound) }
    // Whoever begins in the month of the festival puts everything aside at once.
    if days.isEmpty { days = [season.lowerBound] }
    let missing = max(envelope.targetMinor - carried, 0)
    let count = Int64(days.count)
    // Limit: 10^15 times at most 12 stays within 64 bits.
    let parts = days.enumerated().map { place, day in
      FestivalPlan.Part(day: day, minor: missing * Int64(place + 1) / count - missing * Int64(place) / count)
    }
    var spent: Int128 = 0
    for category in envelope.content.categories {
      // Envelopes that have the category too.
      let others = festivals.filter { $0.id != envelope.id && $0.shares(category, with: envelope) }
      spending.forEach(of: category, in: envelope.currency) { day, minor in
        guard season.contains(day), !others.contains(where: { $0.comes(before: envelope, season.upperBound, on: day) }) else { return }
        spent += minor
      }
    }
    return FestivalPlan(season: season, carriedMinor: carried, parts: parts, spentMinor: Int64(clamping: spent))
  }

  mutating func set(_ event: FestivalSet) throws(HistoryFault) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    var message = FestivalEnvelope()
    message.festivalID = event.festivalID
    message.content = event.content
    message.createdBy = event.createdBy
    if let id = FestivalID(event.festivalID), let old = festivals[id] {
      guard event.createdBy.isEmpty else { throw .contradiction(.idsUnique) }
      message.createdBy = old.createdBy.description
    }
    let envelope = try read(message)
    festivals.set(envelope, for: envelope.id)
  }

  mutating func remove(_ event: FestivalRemoved) throws(HistoryFault) {
    guard let id = FestivalID(event.festivalID) else { throw .malformed("festival_id") }
    guard var envelope = festivals[id] else { throw .contradiction(.namesKnown) }
    guard !envelope.isRemoved else { throw .contradiction(.budgetActive) }
    envelope.isRemoved = true
    festivals.set(envelope, for: id)
  }

  /// Adds an envelope as a snapshot has it.
  mutating func restore(_ message: FestivalEnvelope) throws(HistoryFault) {
    let envelope = try read(message)
    guard festivals.add(envelope, for: envelope.id) else { throw .contradiction(.idsUnique) }
  }

  private func read(_ message: FestivalEnvelope) throws(HistoryFault) -> FestivalState {
    let content = message.content
    guard let id = FestivalID(message.festivalID) else { throw .malformed("festival_id") }
    guard let createdBy = MemberID(message.createdBy) else { throw .malformed("created_by") }
    guard roster.number(of: createdBy) != nil, content.categories.allSatisfy({ categoryPlaces[$0] != nil }) else {
      throw .contradiction(.namesKnown)
    }
    guard let currency = Currency(code: content.target.currency) else { throw .malformed("currency") }
    guard let start = CivilDate(iso8601: content.startDate) else { throw .malformed("start_date") }
    guard !FestivalCalendar.days(of: content.festival).isEmpty else { throw .malformed("festival") }
    guard Limits.amountMinor.contains(content.target.minor), Limits.monthsAhead.contains(content.monthsAhead) else {
      throw .contradiction(.amountsInRange)
    }
    return FestivalState(
      id: id, content: content, currency: currency, start: start, createdBy: createdBy, isRemoved: message.removed)
  }
}

extension FestivalState {
  /// The envelope as snapshots and programs have it.
  public var message: FestivalEnvelope {
    var message = FestivalEnvelope()
    message.festivalID = id.description
    message.content = content
    message.createdBy = createdBy.description
    message.removed = isRemoved
    return message
  }
}
