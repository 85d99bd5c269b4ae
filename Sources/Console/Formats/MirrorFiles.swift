import HearthProtocol
import Ledger

/// The columns of the user's own shares as comma-separated values (SPEC CV-10).
public enum MirrorColumn: String, CaseIterable, Sendable {
  /// The share's id, a UUID.
  case share
  /// The entry's id, a UUID.
  case entry
  /// What the group is called.
  case group
  /// YYYY-MM-DD.
  case date
  /// expense or income.
  case kind
  /// What it was for.
  case description
  /// What the category is called; may be empty.
  case category
  /// The share, "1234.50".
  case amount
  /// ISO-4217 code.
  case currency
  /// The share in `converted_currency`; empty as long as no rate is known.
  case converted
  /// ISO-4217 code.
  case convertedCurrency = "converted_currency"
  /// What one unit counts for; empty for none.
  case rate
  /// May be empty.
  case note
  /// May be empty.
  case merchant
  /// City, country and coordinates; may be empty.
  case place
}

/// The user's own shares for other programs, in the order given.
enum MirrorFiles {
  /// Comma-separated values.
  static func csv(_ rows: [MirrorRow]) -> String {
    var text = CSV.line(MirrorColumn.allCases.map(\.rawValue))
    for row in rows { text += CSV.line(MirrorColumn.allCases.map { field($0, of: row).guardedCell }) }
    return text
  }

  private static func field(_ column: MirrorColumn, of row: MirrorRow) -> String {
    switch column {
    case .share: row.id.description
    case .entry: row.entry.id.description
    case .group: row.groupName
    case .date: row.entry.date.description
    case .kind: row.entry.kind.word
    case .description: row.entry.description
    case .category: row.categoryName
    case .amount: Money.plain(minor: row.minor, currency: row.entry.currency)
    case .currency: row.entry.currency.code
    case .converted: row.converted.map { Money.plain(minor: $0, currency: row.target) } ?? ""
    case .convertedCurrency: row.target.code
    case .rate: row.rate?.description ?? ""
    case .note: row.entry.note
    case .merchant: row.entry.merchant
    case .place: row.entry.content.place.text
    }
  }

  /// A journal of ledger-cli and hledger: a balanced transaction for each share.
  static func ledger(_ rows: [MirrorRow]) -> String {
    let accounts = MirrorAccounts(rows, separator: " ", part: LedgerExport.part)
    var lines = ["; shares, exported by Hearth"]
    lines += Set(rows.flatMap { [$0.entry.currency, $0.target] }).sorted().map { "commodity \(LedgerExport.sample($0)) \($0)" }
    lines += prices(rows).map { "P \($0.date) \($0.from) \($0.rate) \($0.to)" }
    for row in rows {
      // To hledger a semicolon begins a comment.
      let description = Journal.oneLine(row.entry.description)
      let shown = description.replacingScalars { $0 == ";" ? "," : $0 }
      // Without a code a description in brackets would be one.
      lines += ["", "\(row.entry.date) * (\(row.id.description.suffix(6))) \(shown)"]
      if shown != description { lines.append("    ; description: \(description)") }
      lines += remarks(row).map { "    ; \($0): \(Journal.oneLine($1))" }
      // Two spaces end an account's name.
      lines += accounts.postings(row).map {
        "    \($0.account)  \(Money.plain(minor: $0.minor, currency: row.entry.currency)) \(row.entry.currency)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A ledger of beancount: the same transactions, with every account opened on the day of its first posting, and
  /// the share's id as its link.
  static func beancount(_ rows: [MirrorRow]) -> String {
    let accounts = MirrorAccounts(rows, separator: "-", part: BeancountExport.part)
    var days: [String: CivilDate] = [:]
    for row in rows {
      for posting in accounts.postings(row) { days[posting.account] = min(days[posting.account] ?? row.entry.date, row.entry.date) }
    }
    var lines = ["option \"title\" \"Hearth\""]
    lines += days.sorted { $0.key < $1.key }.map { "\($0.value) open \($0.key)" }
    lines += prices(rows).map { "\($0.date) price \($0.from) \($0.rate) \($0.to)" }
    for row in rows {
      lines += ["", "\(row.entry.date) * \(BeancountExport.quoted(row.entry.description)) ^\(row.id)"]
      lines += remarks(row).map { "  \($0): \(BeancountExport.quoted($1))" }
      lines += accounts.postings(row).map {
        "  \($0.account)  \(Money.plain(minor: $0.minor, currency: row.entry.currency)) \(row.entry.currency)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rates that shares count at, once each, by day.
  private static func prices(_ rows: [MirrorRow]) -> [ExchangeRate] {
    var seen: Set<ExchangeRate> = []
    return rows.compactMap { row in
      guard let rate = row.rate else { return nil }
      let price = ExchangeRate.with {
        ($0.from, $0.to) = (row.entry.currency.code, row.target.code)
        ($0.rate, $0.date) = (rate.description, row.entry.date.description)
      }
      return seen.insert(price).inserted ? price : nil
    }
  }

  private static func remarks(_ row: MirrorRow) -> [(key: String, value: String)] {
    let entry = row.entry
    let converted = row.converted.map { "\(Money.plain(minor: $0, currency: row.target)) \(row.target)" } ?? ""
    let remarks = [
      ("share", row.id.description), ("entry", entry.id.description), ("group", row.groupName), ("merchant", entry.merchant),
      ("note", entry.note), ("place", entry.content.place.text), ("converted", entry.currency == row.target ? "" : converted),
    ]
    return remarks.filter { !$0.1.isEmpty }
  }
}

/// The accounts of the user's own shares: what was spent or earned, and over against it the group.
private struct MirrorAccounts {
  private let categories: [String: String]
  private let groups: [GroupID: String]

  init(_ rows: [MirrorRow], separator: String, part: (String) -> String) {
    var names: [String] = []
    var held: [(GroupID, String)] = []
    for row in rows {
      if !names.contains(row.categoryName) { names.append(row.categoryName) }
      if !held.contains(where: { $0.0 == row.group }) { held.append((row.group, row.groupName)) }
    }
    categories = Journal.accounts(names.map { ($0, $0.isEmpty ? "Other" : $0) }, separator, part)
    groups = Journal.accounts(held, separator, part)
  }

  /// They add up to 0.
  func postings(_ row: MirrorRow) -> [Journal.Posting] {
    let category = categories[row.categoryName] ?? "Other"
    return [
      Journal.Posting(account: (row.entry.kind == .income ? "Income:" : "Expenses:") + category, minor: -row.signed),
      Journal.Posting(account: "Liabilities:Shared:" + (groups[row.group] ?? "Other"), minor: row.signed),
    ]
  }
}
