import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// One entry with its version, place and receipts, who owes whom by it and how far that is settled, and who disputes it.
  public static func entry(_ entry: EntryState, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    let shares = shared.shares(of: [entry])[entry.id] ?? []
    var lines = FeedItem.entry(FeedEntry(entry, shared, me: view.member, withBudgets: false, shares: shares)).lines(theme)
    lines.append("   " + phrases.version(entry.version.rawValue, of: entry.id.description, isVoided: entry.isVoided))
    let place = entry.content.place.text
    if !place.isEmpty { lines.append("   " + phrases.place(place.printable).shortened(to: theme.width - 3)) }
    if !entry.content.receipts.isEmpty {
      lines.append("   " + phrases.receiptsTitle())
      lines += receipts(entry.content.receipts, theme.indented(by: 5)).map { "     " + $0 }
    }
    var table = Table()
    // What a transfer pays stands with the entries that it pays.
    for share in entry.kind == .transfer ? [] : shares {
      let tint: Tint = share.status == .paid ? .good : share.status == .disputed ? .bad : .due
      table.add(
        Cell(shared.name(share.debtor)), Cell("→"), Cell(shared.name(share.creditor)), Cell(entry.currency.text(share.minor), right: true),
        Cell(phrases.share(share.status, paid: entry.currency.text(share.paidMinor)), tint))
    }
    lines += table.lines(theme.indented(by: 3)).map { "   " + $0 }
    for dispute in entry.disputes {
      let text = phrases.disputed(by: shared.name(dispute.member), dispute.reason.printable)
      lines.append("   " + text.shortened(to: theme.width - 3))
    }
    return lines
  }

  /// The same for a program: the entry as the server answers `read_entries`, with its standing, in one object.
  static func json(_ entry: EntryState, _ shared: SharedState) -> [String] {
    var json = JSONLine()
    json.add("version", String(entry.version.rawValue))
    json.add("voided", json: entry.isVoided ? "true" : "false")
    json.add("standing", json: WireFormat.line(EntryStanding(entry, shared.shares(of: [entry])[entry.id] ?? [])).joined())
    return WireFormat.line(entry.message).map(json.added)
  }
}
