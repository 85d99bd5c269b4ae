import HearthProtocol
import Ledger

/// Entries for beancount (SPEC LC-02), which reads no journal of ledger-cli.
public enum BeancountExport {
  /// A ledger: every account opened on the day of its first posting, the rates as prices, then a balanced transaction
  /// for each entry in the order of adding; those voided are left out. Its link is the entry's id, since beancount's
  /// plugin against duplicates compares links and no metadata.
  public static func text(_ shared: SharedState) -> String {
    let journal = Journal(shared, separator: "-", part: part)
    var lines = ["option \"title\" \(quoted(shared.settings?.name ?? ""))"]
    if let currency = shared.settings?.currency { lines.append("option \"operating_currency\" \"\(currency)\"") }
    lines += opened(journal)
    if !journal.prices.isEmpty { lines.append("") }
    for price in journal.prices { lines.append("\(price.date) price \(price.from) \(price.rate) \(price.to)") }
    for (number, entry) in journal.entries {
      let payee = entry.merchant.isEmpty ? "" : quoted(entry.merchant) + " "
      lines += ["", "\(entry.date) * \(payee)\(quoted(entry.description)) ^\(entry.id)", "  number: \(number)", "  entry: \"\(entry.id)\""]
      if !entry.note.isEmpty { lines.append("  note: \(quoted(entry.note))") }
      if let conversion = entry.conversion { lines.append("  rate: \"1 \(entry.currency) = \(conversion.rate) \(conversion.to)\"") }
      for posting in journal.postings(entry) {
        lines.append("  \(posting.account)  \(Money.plain(minor: posting.minor, currency: entry.currency)) \(entry.currency)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Accounts by name, each from the day on that needs it.
  private static func opened(_ journal: Journal) -> [String] {
    var days: [String: CivilDate] = [:]
    for (_, entry) in journal.entries {
      for posting in journal.postings(entry) { days[posting.account] = min(days[posting.account] ?? entry.date, entry.date) }
    }
    let names = Dictionary(journal.memberNames.map { ($0.part, $0.name) }, uniquingKeysWith: { first, _ in first })
    let accounts = days.sorted { $0.key < $1.key }
    return (accounts.isEmpty ? [] : [""])
      + accounts.flatMap { account, day in
        let part = account.split(separator: ":").last.map(String.init) ?? ""
        let isMembers = account.hasPrefix("Assets:") || account.hasPrefix("Liabilities:")
        let name = isMembers ? names[part].flatMap { $0 == part ? nil : "  name: \(quoted($0))" } : nil
        return ["\(day) open \(account)"] + (name.map { [$0] } ?? [])
      }
  }

  /// A name as a part of an account: letters, digits and dashes, a capital or a digit first. Letters of scripts without
  /// capitals stand behind `X-`; what such scripts write above and below letters is left out, since beancount takes it
  /// for no letter.
  static func part(_ name: String) -> String {
    var part = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: part.append(scalar)
      case .nonspacingMark, .spacingMark, .enclosingMark: break
      default: if part.last.map({ $0 != "-" }) ?? false { part.append("-") }
      }
    }
    while part.last == "-" { part.removeLast() }
    guard let first = part.first else { return "X" }
    let capital = first.properties.uppercaseMapping.unicodeScalars
    for scalars in [String.UnicodeScalarView([first]), capital] where scalars.count == 1 {
      switch scalars.first?.properties.generalCategory {
      case .uppercaseLetter, .decimalNumber: return String(scalars) + String(part.dropFirst())
      default: continue
      }
    }
    return "X-" + String(part)
  }

  /// The text in quotation marks, in one line.
  static func quoted(_ text: String) -> String {
    let scalars = Journal.oneLine(text).unicodeScalars.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}
