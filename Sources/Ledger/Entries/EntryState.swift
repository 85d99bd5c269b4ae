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

/// How what is owed was divided.
public enum SplitMethod: Sendable, Equatable {
  /// Evenly.
  case equal
  /// By basis points, one figure per portion owed.
  case percentage([Int32])
  /// As given.
  case exact
  /// By weights, one per portion owed.
  case weights([Int32])
  /// By what they earned a month then.
  case income
}

/// One line of the ledger as it stands now. A copy is one reference; a change makes a new one.
public struct EntryState: Sendable {
  private final class Box: Sendable {
    let fields: EntryFields
    init(_ fields: EntryFields) { self.fields = fields }
  }

  private let box: Box

  init(_ fields: EntryFields) { box = Box(fields) }

  /// Everything that is kept of it.
  var fields: EntryFields { box.fields }

  /// Names the entry.
  public var id: EntryID { box.fields.id }
  /// Expense, income or transfer.
  public var kind: EntryKind { box.fields.money.kind }
  /// The amount in minor units, at least 1.
  public var minor: Int64 { box.fields.money.minor }
  /// The amount's currency.
  public var currency: Currency { box.fields.money.currency }
  /// The day it happened, in the group's time zone.
  public var date: CivilDate { box.fields.date }
  /// 1 to 200 characters.
  public var description: String { box.fields.description }
  /// Key of a category, or empty.
  public var category: String { box.fields.category }
  /// May be empty.
  public var note: String { box.fields.note }
  /// May be empty.
  public var merchant: String { box.fields.merchant }
  /// Who paid (for income: received) how much; totals the amount.
  public var paid: Portions { Portions(paidShares, box.fields.roster) }
  /// Who owes (for income: is due) how much; totals the amount.
  public var owed: Portions { Portions(owedShares, box.fields.roster) }
  /// How `owed` came about.
  public var split: SplitMethod { box.fields.money.split }
  /// Who added it.
  public var addedBy: MemberID { box.fields.roster.ids[Int(box.fields.addedBy)] }
  /// When it was added, milliseconds since 1970.
  public var addedAt: Int64 { box.fields.addedAt }
  /// Where it was added.
  public var position: LanePosition { box.fields.position }
  /// The rate at which it counts in the group's currency; nil when it is in that currency or no rate was known.
  public var conversion: FrozenConversion? { box.fields.conversion }

  var paidShares: ArraySlice<PackedShare> { box.fields.money.shares[..<Int(box.fields.money.payers)] }
  var owedShares: ArraySlice<PackedShare> { box.fields.money.shares[Int(box.fields.money.payers)...] }
  var isSplitEqually: Bool { box.fields.money.splitKind == .equal }
  /// Whether it is an income that each keeps who received it, so that nobody owes anybody.
  public var isKeptByReceivers: Bool {
    kind == .income && split == .exact && paid == owed
  }
}

/// What is kept of an entry, as small as it can be.
struct EntryFields: Sendable {
  var id: EntryID
  var money: EntryFigures
  var roster: Roster
  var description: String
  /// The group's own key, so that its bytes are shared.
  var category: String
  var note: String
  var merchant: String
  var addedAt: Int64
  var position: LanePosition
  /// What few entries have; nil when there is nothing to say.
  var story: EntryStoryState?
  var conversion: FrozenConversion?
  var date: CivilDate
  var addedBy: UInt16
}

/// The part of an entry that sums follow from.
struct EntryFigures: Sendable, Equatable {
  /// `SplitMethod` without its figures.
  enum Kind: UInt8, Sendable { case equal, percentage, exact, weights, income }

  var minor: Int64
  var currency: Currency
  /// First those who paid, then those who owe.
  var shares: [PackedShare]
  /// Basis points or weights, one per share owed; else empty.
  var figures: [Int64] = []
  /// How many of `shares` paid. Limit: a hundred.
  var payers: UInt8
  var splitKind: Kind
  private var kindCode: UInt8

  init(
    kind: EntryKind, minor: Int64, currency: Currency, shares: [PackedShare], payers: Int, splitKind: Kind, figures: [Int64] = []
  ) {
    self.minor = minor
    self.currency = currency
    self.shares = shares
    self.figures = figures
    self.payers = UInt8(truncatingIfNeeded: payers)
    self.splitKind = splitKind
    kindCode = UInt8(truncatingIfNeeded: kind.rawValue)
  }

  var kind: EntryKind {
    switch kindCode {
    case 1: .expense
    case 2: .income
    case 3: .transfer
    default: .unspecified
    }
  }

  var split: SplitMethod {
    switch splitKind {
    case .equal: .equal
    case .percentage: .percentage(figures.map { Int32(truncatingIfNeeded: $0) })
    case .exact: .exact
    case .weights: .weights(figures.map { Int32(truncatingIfNeeded: $0) })
    case .income: .income
    }
  }
}

extension EntryState: Equatable {
  /// Equal when everything is that a member can read of them.
  public static func == (left: EntryState, right: EntryState) -> Bool { left.row == right.row && left.content == right.content }
}
