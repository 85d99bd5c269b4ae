import HearthProtocol
import Packing

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
///
/// What all entries have, the shares, the figures of the split and the words stand in one piece of memory: a group
/// holds every entry that it ever had.
public struct EntryState: Sendable {
  private let box: PackedBox<EntryHead>

  init(_ fields: EntryFields) {
    let money = fields.money
    box = PackedBox(
      EntryHead(fields), money.shares.lazy.map(\.word), money.figures.lazy.map { UInt64(bitPattern: $0) },
      texts: [fields.description, fields.category, fields.note, fields.merchant])
  }

  /// Everything that is kept of it, to make a changed one of.
  var fields: EntryFields {
    let money = EntryFigures(
      kind: kind, minor: minor, currency: currency, shares: Array(shares), payers: payers, splitKind: splitKind, figures: figures)
    return EntryFields(
      id: id, money: money, roster: roster, description: description, category: category, note: note, merchant: merchant,
      addedAt: addedAt, position: position, story: story, conversion: conversion, date: date, addedBy: addedByNumber)
  }

  /// Names the entry.
  public var id: EntryID { box.head.id }
  /// Expense, income or transfer.
  public var kind: EntryKind { EntryFigures.kind(box.head.kindCode) }
  /// The amount in minor units, at least 1.
  public var minor: Int64 { box.head.minor }
  /// The amount's currency.
  public var currency: Currency { box.head.currency }
  /// The day it happened, in the group's time zone.
  public var date: CivilDate { box.head.date }
  /// 1 to 200 characters.
  public var description: String { text(at: box.head.texts.description) }
  /// Key of a category, or empty.
  public var category: String { text(at: box.head.texts.category) }
  /// May be empty.
  public var note: String { text(at: box.head.texts.note) }
  /// May be empty.
  public var merchant: String { text(at: box.head.texts.merchant) }
  /// Who paid (for income: received) how much; totals the amount.
  public var paid: Portions { Portions(paidShares, roster) }
  /// Who owes (for income: is due) how much; totals the amount.
  public var owed: Portions { Portions(owedShares, roster) }
  /// How `owed` came about.
  public var split: SplitMethod {
    switch splitKind {
    case .equal: .equal
    case .percentage: .percentage(figures.map { Int32(truncatingIfNeeded: $0) })
    case .exact: .exact
    case .weights: .weights(figures.map { Int32(truncatingIfNeeded: $0) })
    case .income: .income
    }
  }
  /// Who added it.
  public var addedBy: MemberID { roster.ids[Int(addedByNumber)] }
  /// When it was added, milliseconds since 1970.
  public var addedAt: Int64 { box.head.addedAt }
  /// Where it was added.
  public var position: LanePosition { box.head.position }
  /// The rate at which it counts in the group's currency; nil when it is in that currency or no rate was known.
  public var conversion: FrozenConversion? { box.head.rest?.conversion }

  var roster: Roster { box.head.roster }
  var addedByNumber: UInt16 { box.head.addedBy }
  var story: EntryStoryState? { box.head.rest?.story }
  /// How many of `shares` paid.
  var payers: Int { Int(box.head.payers) }
  var splitKind: EntryFigures.Kind { box.head.splitKind }
  /// First those who paid, then those who owe.
  var shares: PackedShares { PackedShares(self, 0..<shareCount) }
  var paidShares: PackedShares { PackedShares(self, 0..<payers) }
  var owedShares: PackedShares { PackedShares(self, payers..<shareCount) }
  /// Basis points or weights, one per share owed; else empty.
  var figures: [Int64] {
    guard splitKind.hasFigures else { return [] }
    return (shareCount..<2 * shareCount - payers).map { Int64(bitPattern: word(at: $0)) }
  }
  var isSplitEqually: Bool { splitKind == .equal }
  /// Whether it is an income that each keeps who received it, so that nobody owes anybody.
  public var isKeptByReceivers: Bool {
    kind == .income && split == .exact && paid == owed
  }

  private var shareCount: Int { Int(box.head.shareCount) }

  private func text(at place: (start: UInt32, end: UInt32)) -> String {
    box.text(Int(place.end &- place.start), behind: Int(place.start), splitKind.hasFigures ? 2 * shareCount - payers : shareCount)
  }

  /// - Parameter place: below the number of shares and figures.
  fileprivate func word(at place: Int) -> UInt64 { box.word(at: place) }
}

/// The shares of an entry, or of one of its sides, where the entry keeps them.
struct PackedShares: RandomAccessCollection, Sendable {
  private let entry: EntryState
  let startIndex: Int
  let endIndex: Int

  /// - Parameter places: of words that the entry has.
  fileprivate init(_ entry: EntryState, _ places: Range<Int>) {
    self.entry = entry
    (startIndex, endIndex) = (places.lowerBound, places.upperBound)
  }

  subscript(place: Int) -> PackedShare {
    precondition(place >= startIndex && place < endIndex, "a place outside the shares")
    return PackedShare(word: entry.word(at: place))
  }
}

/// Everything that is kept of an entry, in parts that can be changed.
struct EntryFields: Sendable {
  var id: EntryID
  var money: EntryFigures
  var roster: Roster
  var description: String
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

/// What all entries have, as small as it can be.
private struct EntryHead: Sendable {
  /// What few entries have.
  final class Rest: Sendable {
    let story: EntryStoryState?
    let conversion: FrozenConversion?

    /// Nil when there is nothing to keep.
    init?(_ fields: EntryFields) {
      (story, conversion) = (fields.story, fields.conversion)
      if story == nil, conversion == nil { return nil }
    }
  }

  let id: EntryID
  let roster: Roster
  let rest: Rest?
  let minor: Int64
  let addedAt: Int64
  let position: LanePosition
  let currency: Currency
  let kindCode: UInt8
  let splitKind: EntryFigures.Kind
  let payers: UInt8
  let date: CivilDate
  let addedBy: UInt16
  // Each member stands on a side once, and `PackedShare.membersMax` bounds their number.
  let shareCount: UInt16
  let texts: EntryTexts

  init(_ fields: EntryFields) {
    (id, roster, texts) = (fields.id, fields.roster, EntryTexts(fields))
    rest = Rest(fields)
    (minor, addedAt, position, currency) = (fields.money.minor, fields.addedAt, fields.position, fields.money.currency)
    (kindCode, splitKind, payers) = (fields.money.kindCode, fields.money.splitKind, fields.money.payers)
    (date, addedBy) = (fields.date, fields.addedBy)
    shareCount = UInt16(truncatingIfNeeded: fields.money.shares.count)
  }
}

/// Where an entry's words stand, one behind the other, in bytes.
private struct EntryTexts: Sendable {
  private let descriptionEnd: UInt32
  private let categoryEnd: UInt32
  private let noteEnd: UInt32
  private let merchantEnd: UInt32

  init(_ fields: EntryFields) {
    // No event is so long that its texts have more bytes than a number has.
    func end(_ text: String, behind start: UInt32) -> UInt32 { start &+ UInt32(truncatingIfNeeded: text.utf8.count) }
    descriptionEnd = end(fields.description, behind: 0)
    categoryEnd = end(fields.category, behind: descriptionEnd)
    noteEnd = end(fields.note, behind: categoryEnd)
    merchantEnd = end(fields.merchant, behind: noteEnd)
  }

  var description: (start: UInt32, end: UInt32) { (0, descriptionEnd) }
  var category: (start: UInt32, end: UInt32) { (descriptionEnd, categoryEnd) }
  var note: (start: UInt32, end: UInt32) { (categoryEnd, noteEnd) }
  var merchant: (start: UInt32, end: UInt32) { (noteEnd, merchantEnd) }
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
  fileprivate var kindCode: UInt8

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

  var kind: EntryKind { Self.kind(kindCode) }

  fileprivate static func kind(_ code: UInt8) -> EntryKind {
    switch code {
    case 1: .expense
    case 2: .income
    case 3: .transfer
    default: .unspecified
    }
  }
}

extension EntryState: Equatable {
  /// Equal when everything is that a member can read of them.
  public static func == (left: EntryState, right: EntryState) -> Bool { left.row == right.row && left.content == right.content }
}
