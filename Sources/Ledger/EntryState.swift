import HearthProtocol

/// One member's part of an amount, in minor units.
public struct Portion: Hashable, Sendable {
  /// Whose part.
  public let member: MemberID
  /// Minor units of the entry's currency, not negative.
  public let minor: Int64

  /// Makes a portion.
  public init(member: MemberID, minor: Int64) {
    self.member = member
    self.minor = minor
  }
}

/// One line of the ledger, as small as it can be kept: ids are 16 bytes, the split's members are those of `owed`.
public struct EntryState: Sendable, Equatable {
  /// Names the entry.
  public let id: EntryID
  /// Expense, income or transfer.
  public let kind: EntryKind
  /// The amount in minor units, at least 1.
  public let minor: Int64
  /// The amount's currency.
  public let currency: Currency
  /// The day it happened, in the group's time zone.
  public let date: CivilDate
  /// 1 to 200 characters.
  public let description: String
  /// Key of a category, or empty.
  public let category: String
  /// May be empty.
  public let note: String
  /// May be empty.
  public let merchant: String
  /// Who paid (for income: received) how much; totals the amount.
  public let paid: [Portion]
  /// Who owes (for income: is due) how much; totals the amount.
  public let owed: [Portion]
  /// How `owed` came about.
  public let split: SplitMethod
  /// Who added it.
  public let addedBy: MemberID
  /// When it was added, milliseconds since 1970.
  public let addedAt: Int64
  /// Where it was added.
  public let position: LanePosition
  /// The rate at which it counts in the group's currency; nil when it is in that currency or no rate was known.
  public let conversion: FrozenConversion?
}

/// How what is owed was divided.
public enum SplitMethod: Sendable, Equatable {
  /// Evenly.
  case equal
  /// By basis points, one figure per portion owed.
  case percentage([Int32])
  /// As given.
  case exact
}

extension EntryState {
  /// What a person said of the entry, complete: date, payers and split are filled in.
  public var content: EntryContent {
    var content = EntryContent()
    content.kind = kind
    content.amount = Money(minor: minor, currency: currency)
    content.description_p = description
    content.category = category
    content.date = date.description
    content.paid = paid.map(Share.init)
    content.note = note
    content.merchant = merchant
    if let conversion { content.conversion = conversion.message }
    switch split {
    case .equal: content.split.equal.memberIds = owed.map { $0.member.description }
    case .exact: content.split.exact.shares = owed.map(Share.init)
    case .percentage(let points):
      content.split.percentage.shares = zip(owed, points).map { portion, points in
        var share = PercentageShare()
        share.memberID = portion.member.description
        share.basisPoints = points
        return share
      }
    }
    return content
  }

  /// The entry as snapshots carry it.
  public var message: Entry {
    var message = Entry()
    message.entryID = id.description
    message.content = content
    message.owed = owed.map(Share.init)
    message.addedBy = addedBy.description
    message.addedAtMs = addedAt
    message.position = position.rawValue
    return message
  }
}

extension Share {
  init(_ portion: Portion) { self.init(memberText: portion.member.description, minor: portion.minor) }

  init(memberText: String, minor: Int64) {
    self.init()
    memberID = memberText
    self.minor = minor
  }
}

extension Money {
  /// Makes an amount of minor units.
  public init(minor: Int64, currency: Currency) {
    self.init()
    self.minor = minor
    self.currency = currency.code
  }
}
