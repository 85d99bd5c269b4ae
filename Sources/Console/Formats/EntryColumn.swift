import HearthProtocol
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
}

/// Entries as comma-separated values.
public enum EntriesCSV {
  /// The group's entries in the order of adding, those voided left out, under a line with the columns' names; every line ends with CRLF.
  public static func text(_ shared: SharedState) -> String {
    let names = MemberTexts(shared.members)
    var text = CSV.line(EntryColumn.allCases.map(\.rawValue))
    for entry in shared.entries where !entry.isVoided {
      text += CSV.line(EntryColumn.allCases.map { field($0, of: entry, names).guardedCell })
    }
    return text
  }

  private static func field(_ column: EntryColumn, of entry: EntryState, _ names: MemberTexts) -> String {
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
    }
  }
}

/// Members as files name them: by what they are called, or by id when that could mean another or would not be read again.
struct MemberTexts {
  private let texts: [MemberID: String]

  init(_ members: Members) {
    var counts: [String: Int] = [:]
    for member in members { counts[member.displayName.lowercased(), default: 0] += 1 }
    texts = Dictionary(
      members.map { member in
        let name = member.displayName
        let isPlain = counts[name.lowercased()] == 1 && name == name.trimmingSpaces && !name.contains(";") && !name.contains("=")
        return (member.id, isPlain && name.lowercased() != "me" ? name : member.id.description)
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(member: MemberID) -> String { texts[member] ?? member.description }

  /// "Asha=500.00; Ravi=499.00"; whoever has no part in it is left out.
  func list(_ portions: Portions, _ currency: Currency) -> String {
    let parts = portions.filter { $0.minor > 0 }.map { "\(self[$0.member])=\(Money.plain(minor: $0.minor, currency: currency))" }
    return parts.joined(separator: "; ")
  }
}

extension EntryKind {
  /// The kind as commands and files name it.
  var word: String {
    switch self {
    case .expense: "expense"
    case .income: "income"
    case .transfer: "transfer"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
