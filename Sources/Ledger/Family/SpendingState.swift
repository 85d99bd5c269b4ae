import HearthProtocol

/// What a minor has spent once. It moves no debt of the group.
public struct SpendingState: Sendable, Equatable {
  /// Names the record.
  public let id: EntryID
  /// The amount in minor units, at least 1.
  public let minor: Int64
  /// The amount's currency.
  public let currency: Currency
  /// 1 to 200 characters.
  public let description: String
  /// Key of a category, or empty.
  public let category: String
  /// The day, in the group's time zone.
  public let date: CivilDate
  /// May be empty.
  public let note: String
  /// References to files of the minor's lane, at most ten.
  public let receipts: [Receipt]
  /// Who noted it first.
  public let addedBy: MemberID
  /// When, milliseconds since 1970.
  public let addedAt: Int64
  /// Whether it is taken out.
  public internal(set) var isVoided = false

  init(_ id: EntryID, _ content: SpendingContent, by author: MemberID, at instant: Int64) throws(HistoryFlaw) {
    guard let currency = Currency(code: content.amount.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(content.amount.minor) else { throw .contradiction(.amountsInRange) }
    guard let date = CivilDate(iso8601: content.date) else { throw .malformed("date") }
    self.id = id
    (minor, self.currency) = (content.amount.minor, currency)
    (description, category, note) = (content.description_p, content.category, content.note)
    receipts = content.receipts
    self.date = date
    (addedBy, addedAt) = (author, instant)
  }

  init(_ record: SpendingRecord) throws(HistoryFlaw) {
    guard let id = EntryID(record.spendingID) else { throw .malformed("spending_id") }
    guard let author = MemberID(record.addedBy) else { throw .malformed("added_by") }
    try self.init(id, record.content, by: author, at: record.addedAtMs)
    isVoided = record.voided
  }

  /// What it says, complete.
  public var content: SpendingContent {
    var content = SpendingContent()
    content.amount = Money(minor: minor, currency: currency)
    content.description_p = description
    content.category = category
    content.date = date.description
    content.note = note
    content.receipts = receipts
    return content
  }

  /// As snapshots carry it.
  public var message: SpendingRecord {
    var record = SpendingRecord()
    record.spendingID = id.description
    record.content = content
    record.addedBy = addedBy.description
    record.addedAtMs = addedAt
    record.voided = isVoided
    return record
  }

  /// What it adds to the minor's spending; nil when it is voided.
  var spend: Spend? { isVoided ? nil : Spend(currency: currency, category: category, day: date, minor: minor, worth: nil) }
}

extension Spend {
  /// What one owes of an expense adds to what they spend; nil of anything else.
  init?(owed minor: Int64, of entry: EntryState) {
    guard entry.kind == .expense, !entry.isVoided, minor > 0 else { return nil }
    let worth = entry.conversion.flatMap { conversion in
      conversion.rate.converted(minor, of: entry.currency, to: conversion.to).map { Worth(currency: conversion.to, minor: $0) }
    }
    self.init(currency: entry.currency, category: entry.category, day: entry.date, minor: minor, worth: worth)
  }
}

// What minors owe of the group's expenses is kept up beside what the group spends, so that a limit is looked at without
// walking entries.
extension SharedState {
  /// Counts what an entry has minors owe, or takes it back.
  mutating func bookMinors(of entry: EntryState, isTakenBack: Bool) {
    guard !minorSpending.isEmpty else { return }
    for share in entry.owedShares where minorSpending[share.member] != nil {
      guard let spend = Spend(owed: share.minor, of: entry) else { continue }
      minorSpending[share.member]?.book(isTakenBack ? spend.negated : spend)
    }
  }

  /// Begins or ends counting what a member owes, who is a minor now or is none. A change of role walks all entries
  /// once.
  mutating func followRole(of id: MemberID) {
    guard let number = roster.number(of: id), let member = members[id] else { return }
    guard member.role == .minor else { return minorSpending[number] = nil }
    guard minorSpending[number] == nil else { return }
    var book = Spending()
    if members.isNamed(id) {
      for entry in entries {
        for share in entry.owedShares where share.member == number {
          if let spend = Spend(owed: share.minor, of: entry) { book.book(spend) }
        }
      }
    }
    minorSpending[number] = book
  }
}
