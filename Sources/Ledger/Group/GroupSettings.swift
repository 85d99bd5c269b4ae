import HearthProtocol

/// What the group says of itself.
public struct GroupSettings: Sendable, Equatable {
  /// 1 to 50 characters.
  public internal(set) var name: String
  /// What entries and budgets use unless they say otherwise.
  public internal(set) var currency: Currency
  /// IANA name; decides what day it is in the group.
  public internal(set) var timeZone: String
  /// Symbol name for apps, kept verbatim; may be empty.
  public internal(set) var icon: String
  /// May be empty.
  public internal(set) var description: String
  /// How many members fit.
  public internal(set) var membersMax: Int
  /// What the group started with; never unspecified.
  public let template: GroupTemplate
  /// The first day of its weeks; never unspecified.
  public internal(set) var weekStart: Weekday
  /// Whether debts are shown with the fewest transfers.
  public internal(set) var simplifiesDebts = true
  /// When the group was created, milliseconds since 1970.
  public let createdAt: Int64
  /// Who created it; nil when the log does not say.
  public internal(set) var createdBy: MemberID?
  /// When it last changed what it says of itself, milliseconds since 1970.
  public internal(set) var updatedAt: Int64
  /// Since when it is archived, milliseconds since 1970; nil: it is not.
  public internal(set) var archivedAt: Int64?
  /// When the server may delete it, milliseconds since 1970; nil: nobody has asked for it.
  public internal(set) var purgeAt: Int64?

  /// Whether the group can only be read, settled, left and exported (SPEC GR-07).
  public var isArchived: Bool { archivedAt != nil }
}

extension Weekday {
  /// 1 for Monday to 7 for Sunday, as ISO 8601 counts; what is not said is Monday.
  public var number: Int {
    switch self {
    case .monday, .unspecified, .UNRECOGNIZED: 1
    case .tuesday: 2
    case .wednesday: 3
    case .thursday: 4
    case .friday: 5
    case .saturday: 6
    case .sunday: 7
    }
  }
}

extension CivilDate {
  /// The first day of the week that this day falls into.
  public func startOfWeek(from first: Weekday) -> CivilDate { adding(days: -((weekday - first.number + 7) % 7)) }
}

extension SharedState {
  mutating func update(_ event: GroupUpdated, at instant: Int64) throws(HistoryFlaw) {
    guard var next = settings else { throw .contradiction(.groupCreatedOnce) }
    if event.hasName { next.name = event.name }
    if event.hasDescription_p { next.description = event.description_p }
    if event.hasIcon { next.icon = event.icon }
    if event.hasCurrency {
      guard let currency = Currency(code: event.currency) else { throw .malformed("currency") }
      guard entries.isEmpty else { throw .contradiction(.currencyFixed) }
      next.currency = currency
    }
    if event.hasSimplifyDebts { next.simplifiesDebts = event.simplifyDebts }
    if event.hasTimeZone { next.timeZone = event.timeZone }
    if event.hasWeekStartsOn { next.weekStart = try event.weekStartsOn.orMonday }
    if event.hasMembersMax {
      guard event.membersMax >= members.presentIDs.count else { throw .contradiction(.membersFit) }
      next.membersMax = Int(event.membersMax)
    }
    next.updatedAt = instant
    settings = next
  }

  mutating func archive(at instant: Int64) throws(HistoryFlaw) {
    guard settings?.isArchived == false else { throw .contradiction(.archivedOnce) }
    settings?.archivedAt = instant
    settings?.updatedAt = instant
  }

  mutating func unarchive(at instant: Int64) throws(HistoryFlaw) {
    guard settings?.isArchived == true else { throw .contradiction(.archivedOnce) }
    settings?.archivedAt = nil
    settings?.purgeAt = nil
    settings?.updatedAt = instant
  }

  mutating func requestPurge(_ event: PurgeRequested, at instant: Int64) throws(HistoryFlaw) {
    guard settings?.isArchived == true, settings?.purgeAt == nil else { throw .contradiction(.archivedOnce) }
    settings?.purgeAt = event.purgeAtMs
    settings?.updatedAt = instant
  }

  mutating func cancelPurge(at instant: Int64) throws(HistoryFlaw) {
    guard settings?.purgeAt != nil else { throw .contradiction(.archivedOnce) }
    settings?.purgeAt = nil
    settings?.updatedAt = instant
  }

  mutating func restoreSettings(_ snapshot: SharedSnapshot) throws(HistoryFlaw) {
    if snapshot.hasSimplifyDebts { settings?.simplifiesDebts = snapshot.simplifyDebts }
    // Snapshots of former versions do not say who created the group: it was its first member.
    settings?.createdBy = MemberID(snapshot.createdBy) ?? snapshot.members.first.flatMap { MemberID($0.memberID) }
    if snapshot.hasUpdatedAtMs { settings?.updatedAt = snapshot.updatedAtMs }
    settings?.archivedAt = snapshot.hasArchivedAtMs ? snapshot.archivedAtMs : nil
    settings?.purgeAt = snapshot.hasPurgeAtMs ? snapshot.purgeAtMs : nil
  }
}

extension GroupSettings {
  func fill(_ snapshot: inout SharedSnapshot) {
    snapshot.template = template
    snapshot.weekStartsOn = weekStart
    snapshot.simplifyDebts = simplifiesDebts
    snapshot.createdBy = createdBy?.description ?? ""
    snapshot.updatedAtMs = updatedAt
    if let archivedAt { snapshot.archivedAtMs = archivedAt }
    if let purgeAt { snapshot.purgeAtMs = purgeAt }
  }
}

extension Weekday {
  /// The day, Monday when it is not said.
  var orMonday: Weekday {
    get throws(HistoryFlaw) {
      switch self {
      case .unspecified: .monday
      case .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday: self
      case .UNRECOGNIZED: throw .malformed("week_starts_on")
      }
    }
  }
}

extension GroupTemplate {
  /// The template, family when it is not said.
  var orFamily: GroupTemplate {
    get throws(HistoryFlaw) {
      switch self {
      case .unspecified: .family
      case .family, .indianFamily, .splitGroup: self
      case .UNRECOGNIZED: throw .malformed("template")
      }
    }
  }
}
