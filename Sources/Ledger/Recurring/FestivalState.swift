import HearthProtocol

/// What an envelope saves for, for some of its seasons.
public struct FestivalTerms: Sendable, Equatable {
  /// What each festival may cost, in minor units.
  public let targetMinor: Int64
  /// The currency of the target. Spending in another one counts at the rate that its entry carries into this one.
  public let currency: Currency
  /// Over how many months before it that is put aside.
  public let monthsAhead: UInt32
  /// Keys of the categories whose spending is the festival's.
  public let categories: [String]

  /// As events and snapshots carry it, without name, festival and start.
  var content: FestivalContent {
    var content = FestivalContent()
    content.target = Money(minor: targetMinor, currency: currency)
    content.monthsAhead = monthsAhead
    content.categories = categories
    return content
  }
}

/// An envelope that saves ahead for a festival, year after year. It moves no money.
///
/// Terms hold from the first day of a season on, until other terms take their place (SPEC RC-12); what is said here
/// without naming a day is said of the latest terms.
public struct FestivalState: Sendable, Equatable {
  /// Terms, and since when they hold.
  public struct Version: Sendable, Equatable {
    /// First day of the first season that they hold for.
    public let from: CivilDate
    /// What holds.
    public let terms: FestivalTerms
  }

  /// Names the envelope.
  public let id: FestivalID
  /// 1 to 50 characters.
  public let name: String
  /// Which festival it is for.
  public let festival: Festival
  /// By day, the earliest first; at least one, and the first of them from the start on.
  public let versions: [Version]
  /// Who made it.
  public let createdBy: MemberID
  /// Whether it was removed.
  public internal(set) var isRemoved = false
  /// The day of its removal; nil where that was not noted, and for an envelope that is not removed.
  public internal(set) var removedOn: CivilDate?
  /// The days on which it was not there before it came back, the earliest first (SPEC RC-16).
  public internal(set) var gaps: [ClosedRange<CivilDate>] = []

  /// Spending before it does not count.
  public var start: CivilDate { versions[0].from }
  /// The latest terms.
  public var terms: FestivalTerms { versions[versions.endIndex - 1].terms }
  /// The currency of the target.
  public var currency: Currency { terms.currency }
  /// What each year's festival may cost, in minor units.
  public var targetMinor: Int64 { terms.targetMinor }

  /// What a person said of it last, complete.
  public var content: FestivalContent {
    var content = terms.content
    content.festival = festival
    content.name = name
    content.startDate = start.description
    return content
  }

  /// What holds in the season of a day; before the start, what holds first.
  public func terms(on day: CivilDate) -> FestivalTerms { (versions.last { $0.from <= day } ?? versions[0]).terms }

  /// First day of the season that a day falls into: the start, or the day after a festival. Behind the last festival of
  /// the table it is the day after that one.
  func seasonStart(on day: CivilDate) -> CivilDate {
    var first = start
    while let last = FestivalCalendar.day(of: festival, from: first), last < day { first = last.adding(days: 1) }
    return first
  }

  /// Whether the envelope is there on a day: neither removed then, nor before it came back. Of an envelope that was
  /// removed before the day of that was noted, it is said of no day.
  func isThere(on day: CivilDate) -> Bool {
    guard !isRemoved || removedOn.map({ day <= $0 }) == true else { return false }
    return gaps.isEmpty || !gaps.contains { $0.contains(day) }
  }

  /// The days on which the envelope was away, each time from its removal to its return.
  func gaps(backOn day: CivilDate) -> [ClosedRange<CivilDate>] {
    guard let removedOn, removedOn.adding(days: 1) < day else { return gaps }
    return gaps + [removedOn.adding(days: 1)...day.adding(days: -1)]
  }

  /// Whether what is spent in the category may be of the envelope, in some season.
  fileprivate func counts(_ category: String, in currency: Currency) -> Bool {
    (!isRemoved || removedOn != nil) && versions.contains { $0.terms.currency == currency && $0.terms.categories.contains(category) }
  }

  /// Whether spending of a day is of this envelope and not of the other, whose festival of that season is on `last`:
  /// its festival comes first.
  fileprivate func takes(_ category: String, in currency: Currency, from other: FestivalState, _ last: CivilDate, on day: CivilDate) -> Bool
  {
    guard day >= start, isThere(on: day), let own = FestivalCalendar.day(of: festival, from: day) else { return false }
    let terms = terms(on: day)
    guard terms.currency == currency, terms.categories.contains(category) else { return false }
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
    var currency = envelope.terms(on: first).currency
    while let last = FestivalCalendar.day(of: envelope.festival, from: first) {
      let terms = envelope.terms(on: first)
      // What was left in another currency is none of this one.
      if terms.currency != currency { (carried, currency) = (0, terms.currency) }
      let plan = plan(of: envelope, terms, first...last, carried: carried)
      guard last < day else { return plan }
      // Nothing is carried out of a season that ends while there is no envelope.
      carried = envelope.isThere(on: last) ? max(plan.leftMinor, 0) : 0
      first = last.adding(days: 1)
    }
    return nil
  }

  private func plan(
    of envelope: FestivalState, _ terms: FestivalTerms, _ season: ClosedRange<CivilDate>, carried: Int64
  ) -> FestivalPlan {
    let monthOfFestival = season.upperBound.adding(days: 1 - season.upperBound.components.day)
    let ahead = max(Int(terms.monthsAhead), 1)
    var days = (1...ahead).reversed().map { monthOfFestival.adding(months: -$0) }
      .filter { $0.adding(months: 1) > season.lowerBound }.map { max($0, season.lowerBound) }
    // A group that begins in the month of the festival puts everything aside at once.
    if days.isEmpty { days = [season.lowerBound] }
    let parts = parts(of: max(terms.targetMinor - carried, 0), on: days, until: season.upperBound, of: envelope)
    var spent: Int128 = 0
    let currency = terms.currency
    for category in terms.categories {
      // Envelopes that have the category too.
      let others = festivals.filter { $0.id != envelope.id && $0.counts(category, in: currency) }
      spending.forEach(of: category, in: currency) { day, minor in
        guard season.contains(day), envelope.isThere(on: day) else { return }
        guard !others.contains(where: { $0.takes(category, in: currency, from: envelope, season.upperBound, on: day) }) else { return }
        spent += minor
      }
    }
    return FestivalPlan(season: season, carriedMinor: carried, parts: parts, spentMinor: Int64(clamping: spent))
  }

  /// Divides what is missing over the days, but for those on which there is no envelope: what they would have put aside
  /// is divided over the days behind them, or put aside at once when the envelope comes back behind the last.
  private func parts(
    of missing: Int64, on days: [CivilDate], until last: CivilDate, of envelope: FestivalState
  ) -> [FestivalPlan.Part] {
    var parts: [FestivalPlan.Part] = []
    // What was put aside when the running stretch of days began, and its first place.
    var (saved, first): (Int64, Int) = (0, 0)
    for (place, day) in days.enumerated() {
      guard envelope.isThere(on: day) else {
        (saved, first) = (parts.reduce(0) { $0 + $1.minor }, place + 1)
        continue
      }
      let count = Int64(days.count - first)
      let number = Int64(place - first)
      // Limit: 10^15 times at most 12 stays within 64 bits.
      let minor = (missing - saved) * (number + 1) / count - (missing - saved) * number / count
      parts.append(FestivalPlan.Part(day: day, minor: minor))
    }
    if let end = days.last, !envelope.isThere(on: end), let gap = envelope.gaps.first(where: { $0.contains(end) }) {
      let back = gap.upperBound.adding(days: 1)
      let left = missing - parts.reduce(0) { $0 + $1.minor }
      if back <= last, envelope.isThere(on: back), left > 0 { parts.append(FestivalPlan.Part(day: back, minor: left)) }
    }
    return parts
  }

  mutating func set(_ event: FestivalSet) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    var message = FestivalEnvelope()
    message.festivalID = event.festivalID
    message.content = event.content
    message.createdBy = event.createdBy
    if let id = FestivalID(event.festivalID), let old = festivals[id] {
      guard event.createdBy.isEmpty else { throw .contradiction(.idsUnique) }
      message.createdBy = old.createdBy.description
      message.gaps = try gaps(of: old, after: event).map(\.message)
      if let day = CivilDate(iso8601: event.effectiveFrom) {
        message.earlier = old.versions.filter { $0.from < day }.map(\.message)
        message.effectiveFrom = message.earlier.isEmpty ? "" : event.effectiveFrom
      } else if !event.effectiveFrom.isEmpty {
        throw .malformed("effective_from")
      }
    }
    let envelope = try read(message).withoutRepetition
    festivals.set(envelope, for: envelope.id)
  }

  /// The days on which an envelope that is set anew was not there; another festival or start begins without any.
  private func gaps(of old: FestivalState, after event: FestivalSet) throws(HistoryFlaw) -> [ClosedRange<CivilDate>] {
    let back = try removal(event.backOn, field: "back_on")
    guard back == nil || old.isRemoved else { throw .malformed("back_on") }
    guard event.content.festival == old.festival, event.content.startDate == old.start.description else { return [] }
    return back.map(old.gaps(backOn:)) ?? old.gaps
  }

  mutating func remove(_ event: FestivalRemoved) throws(HistoryFlaw) {
    guard let id = FestivalID(event.festivalID) else { throw .malformed("festival_id") }
    guard var envelope = festivals[id] else { throw .contradiction(.namesKnown) }
    guard !envelope.isRemoved else { throw .contradiction(.budgetActive) }
    envelope.isRemoved = true
    envelope.removedOn = try removal(event.date)
    festivals.set(envelope, for: id)
  }

  /// Adds an envelope as a snapshot has it.
  mutating func restore(_ message: FestivalEnvelope) throws(HistoryFlaw) {
    let envelope = try read(message)
    guard festivals.add(envelope, for: envelope.id) else { throw .contradiction(.idsUnique) }
  }

  private func read(_ message: FestivalEnvelope) throws(HistoryFlaw) -> FestivalState {
    let content = message.content
    guard let id = FestivalID(message.festivalID) else { throw .malformed("festival_id") }
    guard let createdBy = MemberID(message.createdBy) else { throw .malformed("created_by") }
    guard roster.number(of: createdBy) != nil else { throw .contradiction(.namesKnown) }
    guard let start = CivilDate(iso8601: content.startDate) else { throw .malformed("start_date") }
    let days = FestivalCalendar.days(of: content.festival)
    guard !days.isEmpty else { throw .malformed("festival") }
    guard message.earlier.isEmpty == message.effectiveFrom.isEmpty else { throw .malformed("effective_from") }
    var versions: [FestivalState.Version] = []
    for (text, content) in message.earlier.map({ ($0.effectiveFrom, $0.content) }) + [(message.effectiveFrom, content)] {
      let day = text.isEmpty && message.earlier.isEmpty ? start : CivilDate(iso8601: text)
      // Terms hold for whole seasons.
      guard let day, versions.isEmpty ? day == start : day > versions[versions.endIndex - 1].from && days.contains(day.adding(days: -1))
      else { throw .malformed("effective_from") }
      versions.append(FestivalState.Version(from: day, terms: try terms(content)))
    }
    guard message.removed || message.removedOn.isEmpty else { throw .malformed("removed_on") }
    var gaps: [ClosedRange<CivilDate>] = []
    for gap in message.gaps {
      guard let first = CivilDate(iso8601: gap.firstDay), let last = CivilDate(iso8601: gap.lastDay), first <= last,
        gaps.last.map({ $0.upperBound < first }) ?? true
      else { throw .malformed("gaps") }
      gaps.append(first...last)
    }
    return FestivalState(
      id: id, name: content.name, festival: content.festival, versions: versions, createdBy: createdBy, isRemoved: message.removed,
      removedOn: try removal(message.removedOn), gaps: gaps)
  }

  private func terms(_ content: FestivalContent) throws(HistoryFlaw) -> FestivalTerms {
    guard content.categories.allSatisfy({ categoryPlaces[$0] != nil }) else { throw .contradiction(.namesKnown) }
    guard let currency = Currency(code: content.target.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(content.target.minor), Limits.monthsAhead.contains(content.monthsAhead) else {
      throw .contradiction(.amountsInRange)
    }
    return FestivalTerms(
      targetMinor: content.target.minor, currency: currency, monthsAhead: content.monthsAhead, categories: content.categories)
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
    message.removedOn = removedOn?.description ?? ""
    message.gaps = gaps.map(\.message)
    guard versions.count > 1 else { return message }
    message.earlier = versions.dropLast().map(\.message)
    message.effectiveFrom = versions[versions.endIndex - 1].from.description
    return message
  }
}

extension FestivalState {
  /// The same without latest terms that say what was in force before them: to take a change back within its season is
  /// as if nothing had been.
  fileprivate var withoutRepetition: FestivalState {
    guard versions.count > 1, versions[versions.endIndex - 2].terms == terms else { return self }
    return FestivalState(
      id: id, name: name, festival: festival, versions: Array(versions.dropLast()), createdBy: createdBy, isRemoved: isRemoved,
      removedOn: removedOn, gaps: gaps)
  }
}

extension ClosedRange<CivilDate> {
  fileprivate var message: FestivalGap {
    var message = FestivalGap()
    (message.firstDay, message.lastDay) = (lowerBound.description, upperBound.description)
    return message
  }
}

extension FestivalState.Version {
  fileprivate var message: FestivalVersion {
    var message = FestivalVersion()
    message.effectiveFrom = from.description
    message.content = terms.content
    return message
  }
}
