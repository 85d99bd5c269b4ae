import HearthClient
import HearthProtocol
import Ledger

extension Screens {
  /// One entry with its version, place and receipts, who owes whom by it and how far that is settled, who disputes
  /// it, and what was said beside it.
  public static func entry(_ entry: EntryState, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    let shares = shared.shares(of: [entry])[entry.id] ?? []
    var lines = FeedEntry(entry, shared, me: view.member, withBudgets: false, shares: shares).lines(theme, isWhole: true)
    lines.append("   " + phrases.version(entry.version.rawValue, of: entry.id.description, isVoided: entry.isVoided))
    let place = entry.content.place.text
    if !place.isEmpty { lines.append("   " + phrases.place(place.printable).shortened(to: theme.width - 3)) }
    if !entry.content.receipts.isEmpty {
      lines.append("   " + phrases.receiptsTitle())
      lines += receipts(entry.content.receipts, mayAdd: false, theme.indented(by: 5)).map { "     " + $0 }
    }
    var table = Table()
    // What a transfer pays stands with the entries that it pays.
    for share in entry.kind == .transfer ? [] : shares {
      let tint: Tint = share.status == .paid ? .good : share.status == .disputed ? .bad : .due
      table.add(
        Cell(shared.name(share.debtor)), Cell("→"), Cell(shared.name(share.creditor)), Cell(entry.currency.text(share.minor), right: true),
        Cell(phrases.share(share.status, settled: share.paidMinor, offset: share.offsetMinor, entry.currency), tint, whole: true))
    }
    lines += table.lines(theme.indented(by: 3)).map { "   " + $0 }
    for dispute in entry.disputes {
      let text = phrases.disputed(by: shared.name(dispute.member), dispute.reason.printable)
      lines.append("   " + text.shortened(to: theme.width - 3))
    }
    for comment in entry.comments {
      // All of it is shown: what is cut could not be read anywhere else.
      let text = phrases.comment(
        by: shared.name(comment.memberID).printable, on: Present.day(comment.atMs, shared).description, comment.text.printable,
        id: String(comment.commentID.suffix(6)))
      lines += text.wrapped(to: theme.width - 3).map { "   " + $0 }
    }
    return lines
  }

  /// Entries one a line, and how to see those after them.
  ///
  /// - Parameters:
  ///   - next: what goes on with the list as `before`; 0 when it is at its end.
  ///   - showsIDs: whether the end of each id stands before it.
  static func entries(_ entries: [EntryState], next: UInt64, showsIDs: Bool = true, _ view: GroupView, _ theme: Theme) -> [String] {
    let shared = view.state.shared
    let phrases = theme.phrases
    guard !entries.isEmpty else { return [phrases.noSuchEntries()] }
    var table = Table()
    for entry in entries {
      let isOpen = !entry.isVoided && entry.disputes.isEmpty
      let state = isOpen ? Cell("") : Cell(phrases.listed(isVoided: entry.isVoided), entry.isVoided ? .faint : .bad)
      let category = shared.category(entry.category).map(phrases.category) ?? ""
      // Who and what for give way to the figures.
      let details = theme.isNarrow ? [] : [Cell(shared.name(entry.addedBy), .faint), Cell(category, .faint)]
      let id = showsIDs ? [Cell(String(entry.id.description.suffix(6)), .faint)] : []
      table.add(
        id + [
          Cell(entry.date.description),
          Cell(phrases.description(of: entry), entry.isVoided ? .faint : .strong), Cell(entry.currency.text(entry.minor), right: true),
        ] + details + [state])
    }
    return table.lines(theme) + (next == 0 ? [] : [theme.paint(phrases.moreEntries(before: next), .faint)])
  }

  /// The same for a program: each entry as the server answers `read_entries`, with its standing, in one object; then
  /// what the list goes on with, unless it is 0.
  static func json(_ entries: [EntryState], next: UInt64 = 0, _ shared: SharedState) -> [String] {
    let shares = shared.shares(of: entries)
    let lines = entries.flatMap { entry in
      var json = JSONLine()
      json.add("version", String(entry.version.rawValue))
      json.add("voided", json: entry.isVoided ? "true" : "false")
      json.add("standing", json: WireFormat.line(EntryStanding(entry, shares[entry.id] ?? [])).joined())
      return WireFormat.line(entry.message).map(json.added)
    }
    guard next != 0 else { return lines }
    var more = JSONLine()
    more.add("next", String(next))
    return lines + [more.text]
  }
}
