import HearthProtocol
import Importing
import Ledger

/// The columns of entries as comma-separated values, by their names in the first line (SPEC CV-02).
public enum EntryColumn: String, CaseIterable, Sendable {
  /// YYYY-MM-DD.
  case date
  /// expense, income or transfer.
  case kind
  /// What it was for.
  case description
  /// Key of the category; may be empty.
  case category
  /// "1234.50": digits, and a point before the currency's decimals.
  case amount
  /// ISO-4217 code.
  case currency
  /// "Asha=500.00; Ravi=499.00": who paid, or received an income.
  case paid
  /// The same for who owes, or is due.
  case owed
  /// May be empty.
  case note
  /// May be empty.
  case merchant
  /// What one unit of the currency counts for in the group's; empty when there is no such rate.
  case rate
  /// Where the rate was read.
  case rateSource = "rate_source"
  /// Who added it.
  case addedBy = "added_by"
  /// The entry's id, a UUID.
  case entry
  /// How far what it made members owe one another is settled: open, partly_paid, paid or disputed; empty when it made
  /// nobody owe anything.
  case standing
  /// What of that is not paid yet, as in `amount`; empty when it made nobody owe anything.
  case unpaid
  /// City, country and coordinates, as `hearth entry show` says them; may be empty.
  case place
  /// How many there are.
  case receipts

  /// Whether it is read from a file. The others say what follows from entries, who added them, where and with how many
  /// receipts.
  public var isRead: Bool {
    switch self {
    case .date, .kind, .description, .category, .amount, .currency, .paid, .owed, .note, .merchant, .rate, .rateSource, .entry: true
    case .addedBy, .standing, .unpaid, .place, .receipts: false
    }
  }
}

/// Entries as comma-separated values.
public enum EntriesCSV {
  /// The group's entries in the order of adding, those voided left out, under a line with the columns' names; every
  /// line ends with CRLF.
  public static func text(_ shared: SharedState) -> String {
    let names = MemberTexts(shared.members)
    var text = CSV.line(EntryColumn.allCases.map(\.rawValue))
    let entries = shared.entries.filter { !$0.isVoided }
    let shares = shared.shares(of: entries)
    for entry in entries {
      let own = shares[entry.id] ?? []
      text += CSV.line(EntryColumn.allCases.map { field($0, of: entry, own, names).guardedCell })
    }
    return text
  }

  private static func field(_ column: EntryColumn, of entry: EntryState, _ shares: [EntryShare], _ names: MemberTexts) -> String {
    switch column {
    case .date: entry.date.description
    case .kind: entry.kind.word
    case .description: entry.description
    case .category: entry.category
    case .amount: Money.plain(minor: entry.minor, currency: entry.currency)
    case .currency: entry.currency.code
    case .paid: names.list(entry.paid, entry.currency)
    case .owed: names.list(entry.owed, entry.currency)
    case .note: entry.note
    case .merchant: entry.merchant
    case .rate: entry.conversion?.rate.description ?? ""
    case .rateSource: entry.conversion?.source ?? ""
    case .addedBy: names[entry.addedBy]
    case .entry: entry.id.description
    case .standing: shares.standing(isDisputed: entry.isDisputed)
    case .place: entry.content.place.text
    case .receipts: String(entry.content.receipts.count)
    case .unpaid: shares.isEmpty ? "" : Money.plain(minor: shares.unpaidMinor, currency: entry.currency)
    }
  }
}

extension [EntryShare] {
  /// What is not paid of the shares of one entry, which are at most its amount.
  fileprivate var unpaidMinor: Int64 { reduce(0) { $0 + $1.minor - $1.paidMinor } }

  /// How far the shares of one entry are settled, in one word. What is disputed is not settled, however much of it is
  /// paid.
  fileprivate func standing(isDisputed: Bool) -> String {
    if isDisputed { return "disputed" }
    if isEmpty { return "" }
    let settled = reduce(0) { $0 + $1.paidMinor }
    let offset = reduce(0) { $0 + $1.offsetMinor }
    if unpaidMinor == 0 { return offset == 0 ? "paid" : offset == settled ? "offset" : "paid_and_offset" }
    return settled == 0 ? "open" : settled == offset ? "partly_offset" : "partly_paid"
  }
}

/// Members as files name them: by what they are called, or by id when that could mean another or would not be read
/// again.
struct MemberTexts {
  private let texts: [MemberID: String]

  init(_ members: Members) {
    var counts: [String: Int] = [:]
    // A member who went on as somebody else is not found by a name any more.
    for member in members where !member.isReplaced { counts[member.displayName.lowercased(), default: 0] += 1 }
    texts = Dictionary(
      members.map { member in
        let name = member.displayName
        let isPlain =
          !member.isReplaced && counts[name.lowercased()] == 1 && name == name.trimmingSpaces && !name.contains(";") && !name.contains("=")
        return (member.id, isPlain && name.lowercased() != "me" ? name : member.id.description)
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(member: MemberID) -> String { texts[member] ?? member.description }

  /// "Asha=500.00; Ravi=499.00"; members without a part are left out.
  func list(_ portions: Portions, _ currency: Currency) -> String {
    let parts = portions.filter { $0.minor > 0 }.map { "\(self[$0.member])=\(Money.plain(minor: $0.minor, currency: currency))" }
    return parts.joined(separator: "; ")
  }
}
