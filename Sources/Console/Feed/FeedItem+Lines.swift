import HearthClient
import HearthProtocol
import Ledger

extension FeedItem {
  /// The item as lines of a terminal.
  public func lines(_ theme: Theme) -> [String] {
    let phrases = theme.phrases
    switch self {
    case .day(let day): return [theme.paint("── \(day.description)", .faint)]
    case .at(_, let item): return item.lines(theme)
    case .timed(let time, let item):
      let lines = item.lines(theme.indented(by: time.displayWidth + 1))
      let margin = String(repeating: " ", count: time.displayWidth + 1)
      return zip(lines, lines.indices).map { line, place in (place == 0 ? theme.paint(time, .faint) + " " : margin) + line }
    case .narrow(let item):
      let mark = " 🔒"
      return item.lines(theme.indented(by: mark.displayWidth)).enumerated().map { $0 == 0 ? $1 + mark : $1 }
    case .header(let name, let members, let online):
      let people = phrases.members(members)
      let present = online.isEmpty ? phrases.nobodyElse() : phrases.areHere(online.map(\.printable))
      let title = name.printable.shortened(to: theme.width / 2)
      let rest = "\(people), \(present)"
      guard title.displayWidth + 2 + rest.displayWidth > theme.width else {
        return [theme.paint(title, .strong) + "  " + theme.paint(rest, .faint)]
      }
      return [theme.paint(title, .strong)] + rest.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, .faint) }
    case .earlier(let entries): return [theme.paint(phrases.entriesBefore(entries), .faint)]
    case .created(let name): return Self.line("🏡", phrases.created(name.printable), theme)
    case .joined(let name, let role): return Self.line("👋", phrases.joined(name.printable, role), theme)
    case .entry(let entry): return entry.lines(theme)
    case .alert(let news): return news.lines(theme)
    case .reminded(let name, let debtor, let creditor, let amount, let mode, let isViewer):
      let owed = amount + phrases.reckoned(mode)
      let text =
        isViewer
        ? phrases.remindsYou(name.printable, creditor.printable, owed)
        : phrases.reminds(name.printable, debtor.printable, name == creditor ? nil : creditor.printable, owed)
      return Self.line("🔔", text, theme, isViewer ? .due : .plain)
    case .coached(let name, let recipient, let said):
      let text = phrases.said(name.printable, to: recipient?.printable) + ": " + said.printable
      return text.wrapped(to: theme.width - 3).enumerated().map { ($0 == 0 ? "💬".fitted(to: 2) + " " : "   ") + $1 }
    case .told(let mark, let text, _): return Self.line(mark, text.text(in: phrases.language).printable, theme)
    case .presence(let name, let isOnline):
      return Self.line(isOnline ? "●" : "○", isOnline ? phrases.came(name.printable) : phrases.left(name.printable), theme, .faint)
    case .disconnected(let milliseconds):
      return Self.line("⚠", phrases.disconnected(retrySeconds: milliseconds / 1_000), theme, .bad)
    case .reconnected: return Self.line("✓", phrases.reconnected(), theme, .good)
    case .restored: return Self.line("⚠", phrases.restored(), theme, .bad) + Self.line("", phrases.restoredHint(), theme)
    case .fault(let fault): return Self.line("⚠", phrases.fault(fault), theme, .bad)
    case .otherHistory(let name, let told, let own):
      let text = phrases.otherHistory(name.printable, told.lane.name, at: told.position.rawValue)
      // Whole, to be compared with hearth verify.
      let heads = [(phrases.youHere(), own), (name.printable, told.hash)].map { whose, hash in
        "   \(whose)  \(HeadText(SeenHead(lane: told.lane, position: told.position, hash: hash, seenAt: nil)).text)"
      }
      return Self.line("⚠", text, theme, .bad) + heads + Self.line("", phrases.otherHistoryHint(name.printable), theme)
    }
  }

  /// What it is a notice about; nil when it is none.
  var kind: NoticeKind? {
    switch self {
    case .at(_, let item), .timed(_, let item), .narrow(let item): item.kind
    case .told(_, _, let kind): kind
    case .earlier, .entry: .entries
    case .alert: .alerts
    case .joined: .members
    case .reminded, .coached: .reminders
    case .day, .header, .created, .presence, .disconnected, .reconnected, .restored, .fault, .otherHistory: nil
    }
  }

  /// Whether the terminal rings for it (product 123); for a reminder only at the debtor's.
  var mayRing: Bool {
    switch self {
    case .at(_, let item), .timed(_, let item), .narrow(let item): item.mayRing
    case .reminded(_, _, _, _, _, let isViewer): isViewer
    case .coached(_, let recipient, _): recipient == nil
    default: true
    }
  }

  private static func line(_ mark: String, _ text: String, _ theme: Theme, _ tint: Tint = .plain) -> [String] {
    let lines = text.wrapped(to: theme.width - 3)
    return (lines.isEmpty ? [""] : lines).enumerated().map { theme.paint(($0 == 0 ? mark.fitted(to: 2) : "  ") + " " + $1, tint) }
  }
}

extension FeedEntry {
  // Limit: lines of a note in the feed; `hearth entry show` has all of them.
  private static let noteLinesMax = 4

  /// What happened and how much; who, how it is divided and what that means for the viewer; its note, where that has
  /// several lines; the budgets it touches.
  ///
  /// - Parameter isWhole: whether all of a note is shown, however long it is.
  func lines(_ theme: Theme, isWhole: Bool = false) -> [String] {
    let mark = (category?.emoji ?? entry.kind.emoji).fitted(to: 2)
    let phrases = theme.phrases
    let amount = entry.currency.text(entry.minor)
    let title = self.title(phrases).shortened(to: max(theme.width - 5 - amount.displayWidth, 8))
    // What is voided looks it, wherever it is shown.
    var lines = [
      "\(mark) \(theme.paint(title, entry.isVoided ? .faint : .strong))  \(theme.paint(amount, entry.isVoided ? .faint : .plain))"
    ]
    let (meaning, tint) =
      entry.isVoided ? (phrases.isVoided(), .bad) : self.mine.map { whatItMeans($0, phrases) } ?? (phrases.notYours(), .faint)
    let mine = standing.flatMap { told($0, phrases) }.map { "\(meaning), \($0)" } ?? meaning
    let columns = avatar.width(theme)
    let note = entry.note.noteLines
    let isBelow = note.count > 1 || isWhole && note.contains { $0.displayWidth + 2 > theme.width - 3 - columns }
    var details = details(phrases, columns: theme.width - 3 - columns, withNote: !isBelow)
    let last = details.removeLast()
    // Who it was stands before the first of them.
    var margin = "   " + avatar.text(theme)
    for detail in details {
      lines.append(margin + theme.paint(detail, .faint))
      margin = "   "
    }
    // What it means for the viewer stands behind the details if there is space, otherwise below.
    if last.displayWidth + mine.displayWidth + 5 + columns <= theme.width {
      lines.append("\(margin)\(theme.paint(last, .faint))  \(theme.paint(mine, tint))")
    } else {
      lines += [margin + theme.paint(last, .faint)] + mine.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, tint) }
    }
    if isBelow { lines += Self.below(note, to: theme.width - 3, isWhole: isWhole).map { "   " + theme.paint($0, .faint) } }
    for (budget, progress) in budgets {
      let currency = budget.terms(on: entry.date).currency
      let figures = phrases.figures(currency.text(progress.spentMinor), of: currency.text(progress.limitMinor))
      let name = budget.name.printable.shortened(to: max(theme.width - 19 - figures.displayWidth, 8))
      lines.append("   \(name) \(progress.gauge(theme))  \(theme.paint(figures, .faint))")
    }
    return lines
  }

  /// A note in quotation marks, its lines below one another.
  private static func below(_ note: [String], to columns: Int, isWhole: Bool) -> [String] {
    let isCut = !isWhole && note.count > noteLinesMax
    var note = isCut ? note.prefix(noteLinesMax - 1) + ["…"] : note
    note[note.count - 1] += "”"
    return note.stacked(behind: "“", to: columns, isCut: !isWhole)
  }

  private func title(_ phrases: Phrases) -> String {
    switch entry.kind {
    case .transfer: phrases.transfer(phrases.list(paid.map(\.name.printable)), phrases.list(owed.map(\.name.printable)))
    case .expense, .income, .unspecified, .UNRECOGNIZED: phrases.description(of: entry).printable
    }
  }

  /// The details in as many lines as they need, at least one; none is wider than so many columns.
  private func details(_ phrases: Phrases, columns: Int, withNote: Bool) -> [String] {
    var lines: [String] = []
    for detail in details(phrases, withNote: withNote) {
      // No amount is cut.
      let parts = detail.hasFigures ? detail.text.wrapped(to: columns) : [detail.text.shortened(to: columns)]
      for (place, part) in parts.enumerated() {
        if place == 0, let last = lines.last, last.displayWidth + part.displayWidth + 3 <= columns {
          lines[lines.count - 1] = "\(last) · \(part)"
        } else {
          lines.append(part)
        }
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  /// "Asha added", "Groceries", "2026-11-20", "paid by …", "split …", without what goes without saying.
  private func details(_ phrases: Phrases, withNote: Bool) -> [(text: String, hasFigures: Bool)] {
    let parts = words(phrases, withNote: withNote)
    return parts.texts.enumerated().map { ($1, parts.figures.contains($0)) }
  }

  /// The same as texts, and at which places amounts stand in them.
  private func words(_ phrases: Phrases, withNote: Bool) -> (texts: [String], figures: Set<Int>) {
    var figures: Set<Int> = []
    var parts = [entry.rule == nil ? phrases.added(addedBy.printable) : phrases.booked(addedBy.printable)]
    if let instalment = entry.instalment { parts.append(phrases.instalment(instalment.number, of: instalment.count)) }
    if let category { parts.append(phrases.category(category).printable) }
    parts.append(entry.date.description)
    if !entry.merchant.isEmpty { parts.append(phrases.at(entry.merchant.printable)) }
    let city = [entry.content.place.city, entry.content.place.country].first { !$0.isEmpty }
    if let city { parts.append(phrases.inPlace(city.printable)) }
    switch entry.kind {
    case .transfer:
      parts.append(phrases.description(of: entry).printable)
    case .expense, .income, .unspecified, .UNRECOGNIZED:
      let by = entry.kind == .income ? phrases.receivedBy : phrases.paidBy
      if paid.count > 1 {
        figures.insert(parts.count)
        parts.append(by(amounts(paid)))
      } else if let payer = paid.first, payer.name != addedBy {
        parts.append(by(payer.name.printable))
      }
      figures.insert(parts.count)
      parts.append(splitText(phrases))
    }
    if let conversion = entry.conversion { parts.append(phrases.atRate("\(conversion.rate) \(conversion.to)")) }
    if withNote, !entry.note.isEmpty { parts.append("“\(entry.note.printable)”") }
    let receipts = entry.content.receipts.count
    if receipts > 0 { parts.append(phrases.receipts(receipts)) }
    return (parts, figures)
  }

  /// What kind it is, who paid and how it is divided, with nothing left out.
  func meaning(_ phrases: Phrases) -> [String] {
    let kind = phrases.kind(entry.kind)
    let category = category.map { [phrases.category($0).printable] } ?? []
    switch entry.kind {
    case .transfer: return [kind, title(phrases)]
    case .expense, .income, .unspecified, .UNRECOGNIZED:
      let by = entry.kind == .income ? phrases.receivedBy : phrases.paidBy
      let payers = paid.count == 1 ? paid[0].name.printable : amounts(paid)
      return [kind] + category + [by(payers), splitNames(phrases)]
    }
  }

  /// The split with the names of those whom it takes in.
  private func splitNames(_ phrases: Phrases) -> String {
    entry.split == .equal && owed.count > 1 ? phrases.splitEqually(phrases.list(owed.map(\.name.printable))) : splitText(phrases)
  }

  private func splitText(_ phrases: Phrases) -> String {
    switch entry.split {
    case .equal:
      if isAmongAll { return owed.count == 1 ? phrases.notSplit() : phrases.splitEqually() }
      return owed.count == 1 ? phrases.forOne(owed[0].name.printable) : phrases.splitEqually(phrases.list(owed.map(\.name.printable)))
    case .percentage(let points):
      return zip(owed, points).map { "\($0.name.printable) \(Self.percent($1))" }.joined(separator: ", ")
    case .exact: return entry.isKeptByReceivers ? phrases.notSplit() : amounts(owed)
    case .weights(let weights): return zip(owed, weights).map { "\($0.name.printable) \(Amounts.text("\($1)×"))" }.joined(separator: ", ")
    case .income: return phrases.byIncome(amounts(owed))
    }
  }

  private func amounts(_ people: [Person]) -> String {
    people.map { "\($0.name.printable) \(entry.currency.text($0.minor))" }.joined(separator: ", ")
  }

  /// "33.33 %", unless amounts are hidden.
  static func percent(_ points: Int32) -> String {
    let hundredths = points % 100
    return Amounts.text(hundredths == 0 ? "\(points / 100) %" : "\(points / 100).\(hundredths < 10 ? "0" : "")\(hundredths) %")
  }

  /// How far it is settled; nil for what is simply open.
  private func told(_ standing: EntryStandingOfMember, _ phrases: Phrases) -> String? {
    guard standing.status != .open else { return nil }
    return phrases.share(standing.status, settled: standing.paidMinor, offset: standing.offsetMinor, entry.currency)
  }

  /// What the entry means for the viewer, by what they get back.
  private func whatItMeans(_ minor: Int64, _ phrases: Phrases) -> (String, Tint) {
    let figure = entry.currency.text(abs(minor))
    switch (entry.kind, minor.signum()) {
    case (.transfer, 1): return (phrases.youPaid(figure), .plain)
    case (.transfer, -1): return (phrases.youReceived(figure), .good)
    case (_, 1): return (phrases.youGetBack(figure), .good)
    case (_, -1): return (phrases.youOwe(figure), .due)
    default: return (phrases.youAreEven(), .faint)
    }
  }
}

extension Phrases {
  /// How far a share is settled.
  ///
  /// - Parameters:
  ///   - settled: minor units of it that are paid or offset.
  ///   - offset: minor units of these that nobody paid.
  func share(_ status: EntryShare.Status, settled: Int64, offset: Int64, _ currency: Currency) -> String {
    func figure(_ minor: Int64) -> String { minor == 0 ? "" : currency.text(minor) }
    return share(status, paid: figure(settled - offset), offset: figure(offset))
  }
}
