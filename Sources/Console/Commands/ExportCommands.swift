import HearthClient
import HearthProtocol
import Ledger

/// `hearth export`.
public struct ExportCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// What entries are written as.
  public enum Form: Sendable {
    /// Comma-separated values (SPEC CV-01).
    case csv
    /// A journal of ledger-cli and hledger (SPEC LC-01).
    case ledger
    /// A ledger of beancount (SPEC LC-02).
    case beancount
  }

  /// `hearth export`.
  ///
  /// - Parameter path: where to write; "-" is standard output.
  public func export(_ form: Form, to path: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let text: String
    switch form {
    case .csv: text = EntriesCSV.text(view.state.shared)
    case .ledger: text = LedgerExport.text(view.state.shared)
    case .beancount: text = BeancountExport.text(view.state.shared)
    }
    // Names and descriptions come from others: a file has them as they are, a terminal does not.
    guard path != "-" else { return output.terminal.write(text: text.printableLines) }
    try UserFile.replace(Array(text.utf8), at: path)
    let count = view.state.shared.entries.count { !$0.isVoided }
    var json = JSONLine()
    json.add("file", path)
    json.add("entries", json: String(count))
    output.tell(.wroteEntries(count, to: path.printable), json: [json.text])
  }

  /// `hearth export --accounts`: each account that the user receives as comma-separated values (SPEC CV-11).
  ///
  /// - Parameter folder: where a file for each is written; it is made unless it is there.
  public func exportAccounts(to folder: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let accounts = AccountNames(view.state, of: view.member).accounts
    try UserFile.makeFolder(folder)
    var lines: [String] = []
    for account in accounts {
      let path = folder + "/" + AccountCSV.fileName(of: account.id)
      try UserFile.replace(Array(AccountCSV.text(account.state, view.state.shared).utf8), at: path)
      var json = JSONLine()
      json.add("file", path)
      json.add("accountId", account.id.description)
      json.add("name", account.state.name)
      json.add("entries", json: String(account.state.entries.count { !$0.isVoided }))
      lines.append(json.text)
    }
    output.tell(.wroteAccounts(accounts.count, to: folder.printable), json: lines)
  }
}
