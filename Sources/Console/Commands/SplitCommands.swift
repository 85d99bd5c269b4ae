import HearthClient
import HearthProtocol
import Ledger

/// `hearth split`.
public struct SplitCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth split`: asks who owes how much of it, then adds it (products 74, 83, 98).
  public func split(_ wish: SplitWish, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    let source = try wish.from.map { name throws(ConsoleFailure) in
      try EntryCommands(sitting).find(name, wish.fromGroup ?? group.description)
    }
    // What one's own entry is marked with is an edit of a version that is known.
    if sitting.isOffline, let source, source.0 != group { try KeptCommands(sitting).requireSent(source.2) }
    let view = try sitting.follow(group)
    let phrases = output.phrases
    var content = try reading { () throws(ArgumentFlaw) in
      if let entry = source?.2 { return Self.content(from: entry, in: view) }
      guard let amount = wish.amount, let description = wish.description else {
        throw ArgumentFlaw(
          "Say how much and what for, like hearth split 450 Vegetables, or an entry to take it from: --from last.",
          "बताएँ कि कितना और किसके लिए, जैसे hearth split 450 Vegetables, या प्रविष्टि जिससे लेना है: --from last।")
      }
      return try EntryWish(amount: amount, description: description).content(in: view)
    }
    guard let currency = Currency(code: content.amount.currency), content.amount.minor > 0 else {
      throw ConsoleFailure(
        ArgumentFlaw("There is nothing to split: the amount is 0. Write it like 450.50.", "बाँटने को कुछ नहीं है: राशि 0 है। 450.50 जैसा लिखें।"))
    }
    let name = (view.state.shared.settings?.name ?? "").printable
    if !output.isJSON { output.write([phrases.addingTo(name)]) }
    var form = SplitForm(content.description_p, content.amount.minor, currency, in: view, now: Present.now, phrases)
    guard try Dialogue(output).fill(&form, undone: [phrases.nothingAdded()]) else { return output.show([phrases.nothingAdded()], json: []) }
    content.split = form.split
    var add = AddEntry()
    let id: EntryID = Present.id()
    add.entryID = id.description
    add.content = content
    try KeptCommands(sitting).show(.addEntry(add), to: group, view)
    output.warn(ifFarAhead: content.date, view)
    // What was one's own alone is marked as shared, where it is.
    guard let source, source.0 != group else { return }
    try mark(source.2, in: source.0, phrases.sharedWith(name))
  }

  /// What an entry of any group says, as far as this one knows it; the user who splits it has paid it.
  static func content(from entry: EntryState, in view: GroupView) -> EntryContent {
    let former = entry.content
    var content = EntryContent()
    content.kind = .expense
    (content.amount, content.description_p) = (former.amount, former.description_p)
    (content.date, content.merchant, content.note) = (former.date, former.merchant, former.note)
    if former.hasPlace { content.place = former.place }
    if let category = view.state.shared.category(former.category), category.forExpense, !category.retired {
      content.category = category.key
    }
    return content
  }

  private func mark(_ entry: EntryState, in group: GroupID, _ words: String) throws(ConsoleFailure) {
    var wish = EditEntry()
    wish.entryID = entry.id.description
    wish.baseVersion = entry.version.rawValue
    wish.changes.note = entry.note.isEmpty ? words : "\(entry.note) · \(words)"
    _ = try KeptCommands(sitting).sendOrKeep(.editEntry(wish), to: group)
    if !output.isJSON { output.write(["\(entry.description.printable): \(words)"]) }
  }
}
