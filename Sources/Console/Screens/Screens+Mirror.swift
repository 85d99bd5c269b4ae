import HearthProtocol
import Ledger

extension Screens {
  /// The user's own shares, the newest first, and what they come to.
  ///
  /// - Parameters:
  ///   - rows: all that are meant, in the order of their days.
  ///   - limit: how many are shown.
  static func mirror(_ rows: [MirrorRow], limit: Int, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    guard !rows.isEmpty else { return [phrases.noShares()] }
    var table = Table()
    for row in rows.suffix(limit).reversed() {
      let isForeign = row.entry.currency != row.target
      let converted = row.converted.map { "≈ " + row.target.text($0) }
      let figure = (row.entry.kind == .income ? "+" : "") + row.entry.currency.text(row.minor)
      // Which group and where give way to the figures.
      let details = theme.isNarrow ? [] : [Cell(row.groupName, .faint), Cell(row.entry.content.place.text, .faint)]
      table.add(
        [
          Cell(row.entry.date.description), Cell(phrases.description(of: row.entry), .strong), Cell(figure, right: true),
          isForeign ? Cell(converted ?? phrases.noRateYet(), converted == nil ? .bad : .faint, right: true) : Cell("", right: true),
        ] + details)
    }
    let hidden = rows.count - min(rows.count, limit)
    return table.lines(theme) + (hidden == 0 ? [] : [theme.paint(phrases.moreShares(hidden), .faint)])
      + mirrorTotals(rows, phrases).flatMap { $0.wrapped(to: theme.width) }
  }

  private static func mirrorTotals(_ rows: [MirrorRow], _ phrases: Phrases) -> [String] {
    var lines = [phrases.sharesTotal(sums(rows.map { ($0.entry.currency, $0.entry.kind, $0.minor) }, phrases))]
    for target in Set(rows.filter { $0.entry.currency != $0.target }.map(\.target)).sorted() {
      let own = rows.filter { $0.target == target }
      let known = own.compactMap { row in row.converted.map { (target, row.entry.kind, $0) } }
      let missing = own.count - known.count
      if !known.isEmpty { lines.append(phrases.sharesConverted(sums(known, phrases), target.code)) }
      if missing > 0 { lines.append(phrases.sharesWithoutRate(missing)) }
    }
    return lines
  }

  /// What was spent and what was received, by currency.
  private static func sums(_ parts: [(currency: Currency, kind: EntryKind, minor: Int64)], _ phrases: Phrases) -> String {
    Set(parts.map(\.currency)).sorted().flatMap { currency in
      // Limit: a sum beyond 64 bits would take billions of the largest entries.
      func sum(_ isIncome: Bool) -> Int64 {
        Int64(
          clamping: parts.reduce(Int128(0)) { $1.currency == currency && ($1.kind == .income) == isIncome ? $0 + Int128($1.minor) : $0 })
      }
      let (spent, received) = (sum(false), sum(true))
      return (spent > 0 ? [phrases.importSpent(currency.text(spent))] : [])
        + (received > 0 ? [phrases.importReceived(currency.text(received))] : [])
    }.joined(separator: " · ")
  }

  /// The same for a program: one object a share.
  static func mirrorJSON(_ rows: [MirrorRow], limit: Int) -> [String] {
    rows.suffix(limit).reversed().map { row in
      let entry = row.entry
      var json = JSONLine()
      json.add("share", row.id.description)
      json.add("entryId", entry.id.description)
      json.add("groupId", row.group.description)
      json.add("group", row.groupName)
      json.add("date", entry.date.description)
      json.add("kind", entry.kind.word)
      json.add("description", entry.description)
      json.add("category", row.categoryName)
      json.add("minor", String(row.minor))
      json.add("currency", entry.currency.code)
      if let converted = row.converted { json.add("convertedMinor", String(converted)) }
      json.add("convertedCurrency", row.target.code)
      if let rate = row.rate { json.add("rate", rate.description) }
      if !entry.note.isEmpty { json.add("note", entry.note) }
      if !entry.merchant.isEmpty { json.add("merchant", entry.merchant) }
      let place = entry.content.place
      if place != Place() { json.add("place", json: WireFormat.line(place).joined()) }
      return json.text
    }
  }
}
