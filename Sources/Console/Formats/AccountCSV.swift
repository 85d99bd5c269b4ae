import HearthProtocol
import Ledger

/// What stands in an account as comma-separated values (SPEC CV-11).
public enum AccountCSV {
  /// The columns, by their names in the first line.
  static let columns = [
    "account", "type", "date", "kind", "description", "category", "amount", "currency", "note", "transfer", "compared", "added_by", "entry",
  ]

  /// The opening balance where there is one, then the entries in the order of noting, those voided left out, under a
  /// line with the columns' names; every line ends with CRLF.
  public static func text(_ account: AccountState, _ shared: SharedState) -> String {
    let names = MemberTexts(shared.members)
    let type = Language.english.phrases.accountType(account.type)
    var text = CSV.line(columns)
    func add(_ fields: [String]) { text += CSV.line(([account.name, type] + fields).map(\.guardedCell)) }
    if account.openingMinor != 0 {
      let amount = Money.plain(minor: account.openingMinor, currency: account.currency)
      add(["", "opening", "", "", amount, account.currency.code, "", "", "", names[shared.members.current(account.owner)], ""])
    }
    for entry in account.entries where !entry.isVoided {
      add([
        entry.date.description, entry.kind == .deposit ? "deposit" : "withdrawal", entry.description, entry.category,
        Money.plain(minor: entry.minor, currency: entry.currency), entry.currency.code, entry.note, entry.isTransfer ? "yes" : "",
        entry.isReconciled ? "yes" : "", names[shared.members.current(entry.addedBy)], entry.id.description,
      ])
    }
    return text
  }

  /// Under which name a folder has it: no name that a person gave steers where a file is written.
  static func fileName(of account: AccountID) -> String { "account-\(account).csv" }
}
