import HearthProtocol

/// A deposit into an account or a withdrawal from it. It moves no debt of the group.
public struct AccountEntryState: Sendable, Equatable {
  /// Names the entry; the two sides of a transfer have one id.
  public let id: EntryID
  /// Deposit or withdrawal.
  public let kind: AccountEntryKind
  /// The amount in minor units of the account's currency, at least 1.
  public let minor: Int64
  /// The amount's currency.
  public let currency: Currency
  /// The day, in the group's time zone.
  public let date: CivilDate
  /// 1 to 200 characters.
  public let description: String
  /// Key of a category, or empty.
  public let category: String
  /// May be empty.
  public let note: String
  /// Whether it is one side of a transfer between accounts of one member.
  public let isTransfer: Bool
  /// Who noted it first.
  public let addedBy: MemberID
  /// When, milliseconds since 1970.
  public let addedAt: Int64
  /// Whether it was compared with a statement.
  public internal(set) var isReconciled = false
  /// Whether it was taken out.
  public internal(set) var isVoided = false

  init(
    _ id: EntryID, _ content: AccountEntryContent, isTransfer: Bool, by author: MemberID, at instant: Int64
  ) throws(HistoryFlaw) {
    switch content.kind {
    case .deposit, .withdrawal: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("kind")
    }
    guard let currency = Currency(code: content.amount.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(content.amount.minor) else { throw .contradiction(.amountsInRange) }
    guard let date = CivilDate(iso8601: content.date) else { throw .malformed("date") }
    (self.id, kind, minor, self.currency) = (id, content.kind, content.amount.minor, currency)
    (self.date, description, category, note) = (date, content.description_p, content.category, content.note)
    (self.isTransfer, addedBy, addedAt) = (isTransfer, author, instant)
  }

  init(_ record: AccountEntry) throws(HistoryFlaw) {
    guard let id = EntryID(record.entryID) else { throw .malformed("entry_id") }
    guard let author = MemberID(record.addedBy) else { throw .malformed("added_by") }
    try self.init(id, record.content, isTransfer: record.transfer, by: author, at: record.addedAtMs)
    (isReconciled, isVoided) = (record.reconciled, record.voided)
  }

  /// What it adds to the balance, in minor units; a withdrawal takes away.
  public var change: Int64 { kind == .deposit ? minor : -minor }

  /// What it says, complete.
  public var content: AccountEntryContent {
    var content = AccountEntryContent()
    content.kind = kind
    content.amount = Money(minor: minor, currency: currency)
    content.date = date.description
    (content.description_p, content.category, content.note) = (description, category, note)
    return content
  }

  /// As snapshots carry it.
  public var message: AccountEntry {
    var record = AccountEntry()
    record.entryID = id.description
    record.content = content
    record.transfer = isTransfer
    record.addedBy = addedBy.description
    record.addedAtMs = addedAt
    (record.reconciled, record.voided) = (isReconciled, isVoided)
    return record
  }
}
