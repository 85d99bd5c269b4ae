import HearthProtocol

/// What a budget limits, and how, for some of its periods.
public struct BudgetTerms: Sendable, Equatable {
  /// The limit in minor units, at least 1.
  public let limitMinor: Int64
  /// The limit's currency. Spending in another one counts at the rate that its entry carries into this one.
  public let currency: Currency
  /// How long a period lasts.
  public let period: BudgetPeriod
  /// Keys of the categories that count.
  public let categories: [String]
  /// First day of the first period.
  public let start: CivilDate
  /// What is left of a period, carried into the next.
  public var rollover = Rollover.none
  /// The most that is carried, in minor units; 0: no such bound.
  public var rolloverCapMinor: Int64 = 0
  /// What alerts fire at; nil for a budget that was set before there were any, which has the usual ones.
  public var alerts: AlertThresholds?

  /// What alerts fire at.
  public var thresholds: AlertThresholds { alerts ?? .usual }

  var calendar: BudgetCalendar { BudgetCalendar(period: period, start: start) }

  /// Whether the periods are the same and the limit is in the same currency.
  func countsAlike(_ other: BudgetTerms) -> Bool { calendar == other.calendar && currency == other.currency }

  var carry: BudgetCarry { BudgetCarry(limitMinor: limitMinor, rollover: rollover, capMinor: rolloverCapMinor) }

  /// What of an act's spending counts, in minor units of the limit's currency; nil when nothing does.
  func minor(of spend: Spend) -> Int64? { categories.contains(spend.category) ? spend.minor(in: currency) : nil }

  /// As commands and events carry it.
  func content(named name: String) -> BudgetContent {
    var content = BudgetContent()
    content.name = name
    content.limit = Money(minor: limitMinor, currency: currency)
    content.period = period
    content.categories = categories
    content.startDate = start.description
    content.rollover = rollover
    content.rolloverCapMinor = rolloverCapMinor
    if let alerts { content.alerts = alerts.message }
    return content
  }
}

/// A limit on spending in some categories per period.
///
/// Terms hold from the first day of a period on, until other terms take their place (SPEC BU-06); what is said here
/// without naming a day is said of the latest terms.
public struct BudgetState: Sendable, Equatable {
  /// Terms, and since when they hold.
  public struct Version: Sendable, Equatable {
    /// First day of the first period that they hold for.
    public let from: CivilDate
    /// What holds.
    public let terms: BudgetTerms
  }

  /// Names the budget.
  public let id: BudgetID
  /// 1 to 50 characters.
  public let name: String
  /// By day, the earliest first; at least one.
  public let versions: [Version]
  /// Versions in a row that count periods alike; at least one.
  let eras: [BudgetEra]
  /// Who made it; nil for one that was made before this was noted.
  public var createdBy: MemberID?
  /// False once it was removed: it then counts nothing and fires nothing.
  public var isActive = true
  /// The day on which it was removed, while it is; nil also where that was not noted yet.
  public var removedOn: CivilDate?

  /// Makes a budget whose terms hold for every period.
  init(id: BudgetID, name: String, terms: BudgetTerms) {
    self.init(id: id, name: name, versions: [Version(from: terms.start, terms: terms)])
  }

  private init(id: BudgetID, name: String, versions: [Version]) {
    precondition(!versions.isEmpty, "a budget has terms")
    self.id = id
    self.name = name
    self.versions = versions
    eras = BudgetEra.eras(of: versions)
  }

  /// The same budget with other terms from a period on.
  ///
  /// - Parameters:
  ///   - day: first day of that period; nil: for every period.
  ///   - keepsLater: whether what was set for later periods stays. The terms then count periods as those that they take
  ///     the place of.
  /// - Throws: when the terms cannot begin on that day.
  func changed(
    name: String, to terms: BudgetTerms, from day: CivilDate?, keepingLater keepsLater: Bool = false
  ) throws(HistoryFlaw) -> BudgetState {
    var kept = day.map { day in Array(versions.prefix { $0.from < day }) } ?? []
    if let day, let last = kept.last {
      try Self.require(terms, toFollow: last.terms, from: day)
      if last.terms != terms { kept.append(Version(from: day, terms: terms)) }
    } else {
      if let day, day != terms.start { throw .malformed("effective_from") }
      kept = [Version(from: terms.start, terms: terms)]
    }
    if keepsLater {
      guard let day, self.terms(on: day).countsAlike(terms) else { throw .malformed("keeps_later") }
      kept += versions.drop { $0.from <= day }
    }
    var changed = BudgetState(id: id, name: name, versions: kept)
    changed.createdBy = createdBy
    changed.isActive = isActive
    changed.removedOn = removedOn
    return changed
  }

  /// The same budget with terms behind its latest ones, as a snapshot has them in a row: what was set for a period
  /// stays even where it says what holds before it, too.
  func followed(by terms: BudgetTerms, from day: CivilDate) throws(HistoryFlaw) -> BudgetState {
    guard let last = versions.last, last.from < day else { throw .malformed("effective_from") }
    try Self.require(terms, toFollow: last.terms, from: day)
    return BudgetState(id: id, name: name, versions: versions + [Version(from: day, terms: terms)])
  }

  private static func require(_ terms: BudgetTerms, toFollow last: BudgetTerms, from day: CivilDate) throws(HistoryFlaw) {
    let first =
      last.countsAlike(terms) ? terms.calendar.number(of: day).map { terms.calendar.days(of: $0).lowerBound } : terms.start
    guard first == day else { throw .malformed("effective_from") }
  }
}

// What holds on a day, and in a period.
extension BudgetState {
  /// The latest terms.
  public var terms: BudgetTerms { versions[versions.endIndex - 1].terms }

  /// The latest limit in minor units.
  public var limitMinor: Int64 { terms.limitMinor }
  /// The latest limit's currency.
  public var currency: Currency { terms.currency }
  /// How long a period lasts by the latest terms.
  public var period: BudgetPeriod { terms.period }
  /// Keys of the categories that count by the latest terms.
  public var categories: [String] { terms.categories }
  /// What is carried by the latest terms.
  public var rollover: Rollover { terms.rollover }
  /// The most that is carried by the latest terms, in minor units; 0: no such bound.
  public var rolloverCapMinor: Int64 { terms.rolloverCapMinor }
  /// What alerts fire at by the latest terms.
  public var thresholds: AlertThresholds { terms.thresholds }
  /// First day of all periods.
  public var start: CivilDate { versions[0].from }

  /// What a person said of the budget last, complete.
  public var content: BudgetContent { terms.content(named: name) }

  /// What holds on a day; before the start, what holds first.
  public func terms(on day: CivilDate) -> BudgetTerms { (versions.last { $0.from <= day } ?? versions[0]).terms }

  /// First and last day of the period that the day falls into; a day before the start falls into the first period.
  public func period(containing day: CivilDate) -> ClosedRange<CivilDate> { days(of: place(of: day) ?? .first) }

  /// Whether the entry is spending that the budget counts.
  public func counts(_ entry: EntryState) -> Bool { counted(entry) != nil }

  /// What of the entry the budget counts, in minor units of the currency that its limit had on the entry's day; nil
  /// when it counts nothing.
  public func counted(_ entry: EntryState) -> Int64? {
    guard let spend = entry.spend, spend.day >= start else { return nil }
    return terms(on: spend.day).minor(of: spend)
  }

  /// The period that a day falls into; nil before the start.
  func place(of day: CivilDate) -> BudgetPlace? {
    guard let era = eras.lastIndex(where: { $0.calendar.start <= day }), let number = eras[era].calendar.number(of: day) else { return nil }
    return BudgetPlace(era: era, number: number)
  }

  /// First and last day of a period. The last one before periods are counted anew may be cut short.
  func days(of place: BudgetPlace) -> ClosedRange<CivilDate> {
    let days = eras[place.era].calendar.days(of: place.number)
    guard place.era + 1 < eras.count else { return days }
    let last = eras[place.era + 1].calendar.start.adding(days: -1)
    return days.lowerBound...max(days.lowerBound, min(days.upperBound, last))
  }

  /// What holds in a period.
  func terms(at place: BudgetPlace) -> BudgetTerms {
    if versions.count == 1 { return versions[0].terms }
    return terms(on: eras[place.era].calendar.days(of: place.number).lowerBound)
  }
}

/// How far a budget is spent in one period.
public struct BudgetProgress: Sendable, Equatable {
  /// First and last day of the period.
  public let period: ClosedRange<CivilDate>
  /// What was spent, in minor units.
  public let spentMinor: Int64
  /// What may be spent, in minor units: the budget's limit and what was carried, at least 0.
  public let limitMinor: Int64
  /// What came from the periods before, in minor units; negative when too much was spent there.
  public let carriedMinor: Int64
  /// Spent of limit in 1/100 %, rounded down: 8,000 is 80 %. At most `Int64.max`, which is also what any spending is of
  /// a limit of 0.
  public let basisPoints: Int64

  init(period: ClosedRange<CivilDate>, spentMinor: Int64, limitMinor: Int64, carriedMinor: Int64 = 0) {
    self.period = period
    self.spentMinor = spentMinor
    self.limitMinor = limitMinor
    self.carriedMinor = carriedMinor
    basisPoints = Self.basisPoints(spentMinor, of: limitMinor)
  }

  /// Spent of limit in 1/100 %, rounded down; at most `Int64.max`.
  static func basisPoints(_ spentMinor: Int64, of limitMinor: Int64) -> Int64 {
    guard spentMinor > 0 else { return 0 }
    guard limitMinor > 0 else { return .max }
    let product = UInt64(spentMinor).multipliedFullWidth(by: 10_000)
    let limit = UInt64(limitMinor)
    // The division traps when its quotient needs more than 64 bits, which is when the upper half reaches the divisor.
    return product.high >= limit ? .max : Int64(clamping: limit.dividingFullWidth(product).quotient)
  }
}
