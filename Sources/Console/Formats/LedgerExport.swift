import HearthProtocol
import Ledger

/// Entries for ledger-cli and hledger (SPEC LC-01).
public enum LedgerExport {
  /// A journal: how many decimals each currency has, the rates as prices, then a balanced transaction for each entry in
  /// the order of adding; those voided are left out.
  public static func text(_ shared: SharedState) -> String {
    let journal = Journal(shared, separator: " ", part: part)
    var lines = ["; \(Journal.oneLine(shared.settings?.name ?? "")), exported by Hearth"]
    // Otherwise amounts are shown with as many decimals as a rate has.
    lines += journal.currencies.map { "commodity \(sample($0)) \($0)" }
    for price in journal.prices { lines.append("P \(price.date) \(price.from) \(price.rate) \(price.to)") }
    for (number, entry) in journal.entries {
      let description = Journal.oneLine(entry.description)
      // To hledger a semicolon begins a comment, and what is behind it is no description.
      let shown = description.replacingScalars { $0 == ";" ? "," : $0 }
      lines += ["", "\(entry.date) * (\(number)) \(shown)"]
      for (key, value) in remarks(entry, description: shown == description ? "" : description) where !value.isEmpty {
        lines.append("    ; \(key): \(Journal.oneLine(value))")
      }
      for posting in journal.postings(entry) {
        // Two spaces end an account's name.
        lines.append("    \(posting.account)  \(Money.plain(minor: posting.minor, currency: entry.currency)) \(entry.currency)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A thousand, with the decimals that the currency has. hledger wants a point where there are none.
  static func sample(_ currency: Currency) -> String {
    "1000." + String(repeating: "0", count: Int(currency.exponent))
  }

  private static func remarks(_ entry: EntryState, description: String) -> [(key: String, value: String)] {
    let rate = entry.conversion.map { "1 \(entry.currency) = \($0.rate) \($0.to)" } ?? ""
    return [
      ("entry", entry.id.description), ("description", description), ("merchant", entry.merchant), ("note", entry.note), ("rate", rate),
    ]
  }

  /// A name as a part of an account: nothing that separates, ends or marks one.
  static func part(_ name: String) -> String {
    let plain = Journal.oneLine(name.replacingScalars { ":;()[]@=\"'*!&<>{}#%|".unicodeScalars.contains($0) ? "-" : $0 })
    return plain.isEmpty ? "-" : plain
  }
}

extension String {
  /// The text with each scalar replaced. To a reader of bytes a separator stays one when a mark makes another character
  /// of it.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map(replacement)))
  }
}
