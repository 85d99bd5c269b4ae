import HearthProtocol
import Ledger

/// Entries for ledger-cli and its relatives (SPEC LC-01).
public enum LedgerExport {
  /// A journal: the rates as prices, then a balanced transaction for each entry in the order of adding; those voided are left out.
  public static func text(_ shared: SharedState) -> String {
    let members = accounts(shared.members.map { ($0.id, $0.displayName) })
    let categories = accounts(shared.categories.map { ($0.key, $0.name) })
    var lines = ["; \(oneLine(shared.settings?.name ?? "")), exported by Hearth"]
    for rate in shared.rates.all { lines.append("P \(rate.date) \(rate.from) \(rate.rate) \(rate.to)") }
    for (place, entry) in shared.entries.enumerated() where !entry.isVoided {
      lines += ["", "\(entry.date) * (\(place + 1)) \(oneLine(entry.description))"]
      for (key, value) in remarks(entry) where !value.isEmpty { lines.append("    ; \(key): \(oneLine(value))") }
      for (account, minor) in postings(entry, members, categories) where minor != 0 {
        // Two spaces end an account's name.
        lines.append("    \(account)  \(Money.plain(minor: minor, currency: entry.currency)) \(entry.currency)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func remarks(_ entry: EntryState) -> [(key: String, value: String)] {
    let rate = entry.conversion.map { "1 \(entry.currency) = \($0.rate) \($0.to)" } ?? ""
    return [("entry", entry.id.description), ("merchant", entry.merchant), ("note", entry.note), ("rate", rate)]
  }

  private static func postings(
    _ entry: EntryState, _ members: [MemberID: String], _ categories: [String: String]
  ) -> [(account: String, minor: Int64)] {
    let category = categories[entry.category] ?? "Other"
    var postings: [(account: String, minor: Int64)] = []
    let sign: Int64
    switch entry.kind {
    case .expense:
      postings = [("Expenses:" + category, entry.minor), ("Equity:Shares", -entry.minor)]
      sign = 1
    case .income:
      postings = [("Income:" + category, -entry.minor), ("Equity:Shares", entry.minor)]
      sign = -1
    case .transfer: sign = 1
    case .unspecified, .UNRECOGNIZED: return []
    }
    // What somebody laid out the others owe them; what was used for them they owe. Of an income it is the other way round.
    let (paid, owed) = sign > 0 ? ("Liabilities:", "Assets:") : ("Assets:", "Liabilities:")
    postings += entry.paid.map { (paid + (members[$0.member] ?? $0.member.description), -sign * $0.minor) }
    postings += entry.owed.map { (owed + (members[$0.member] ?? $0.member.description), sign * $0.minor) }
    return postings
  }

  /// Names as parts of accounts: nothing that separates, ends or marks an account, and no two alike.
  private static func accounts<Key: Hashable>(_ names: [(Key, String)]) -> [Key: String] {
    var accounts: [Key: String] = [:]
    var taken: Set<String> = []
    for (key, name) in names {
      let usable = name.map { ":;()[]@=\"'*!&<>{}#%|".contains($0) ? "-" : $0 }
      let plain = oneLine(String(usable))
      var account = plain.isEmpty ? "-" : plain
      var number = 2
      while !taken.insert(account).inserted {
        account = "\(plain) \(number)"
        number += 1
      }
      accounts[key] = account
    }
    return accounts
  }

  /// The text in one line, with single spaces: two, or a tab, would end what is read.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
  }
}
