import HearthClient
import HearthProtocol
import Ledger

/// `hearth add`, `hearth pay`, `hearth entry` and `hearth entries`.
public struct EntryCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func add(_ wish: EntryWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    try add(to: group, guarded: wish.guardsDuplicates, isPreview: isPreview, showing: wish) { view throws(ConsoleFailure) in
      let divided = wish.divided(as: sitting.presets.splits[view.state.group])
      return try reading { () throws(ArgumentFlaw) in try divided.content(in: view) }
    }
  }

  /// `hearth pay`: a transfer from the user.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func pay(_ wish: PayWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    try add(to: group, guarded: wish.guardsDuplicates, isPreview: isPreview) { view throws(ConsoleFailure) in
      try reading { () throws(ArgumentFlaw) in try wish.content(in: view) }
    }
  }

  /// `hearth quick`: an entry in one line.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func quick(_ line: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let isGuarded = !QuickWord.words(of: line).contains(QuickWord(text: "!", isQuoted: false))
    try add(to: group, guarded: isGuarded, isPreview: isPreview) { view throws(ConsoleFailure) in
      let quick = QuickEntry(
        view, today: view.today, presets: sitting.presets[view.state.group], split: sitting.presets.splits[view.state.group])
      return try reading { () throws(ArgumentFlaw) in try quick.wish(line).content(in: view) }
    }
  }

  /// Sends the entry and shows it as the feed does, with the budgets it touches.
  ///
  /// - Parameter bill: whose items are shown member by member before.
  private func add(
    to name: String?, guarded: Bool, isPreview: Bool = false, showing bill: EntryWish? = nil,
    _ content: (GroupView) throws(ConsoleFailure) -> EntryContent
  ) throws(ConsoleFailure) {
    let id: EntryID = Present.id()
    func body(_ view: GroupView) throws(ConsoleFailure) -> Command.OneOf_Body {
      var add = AddEntry()
      add.entryID = id.description
      add.content = try content(view)
      view.fillSplit(of: &add.content, at: Present.now)
      add.guardDuplicates = guarded
      return .addEntry(add)
    }
    if isPreview {
      let (group, view) = try sitting.view(of: name)
      let written = try body(view)
      try show(bill, view, isPreview: true)
      try sitting.preview(written, to: group, view)
      return output.warn(ifFarAhead: written.entryDate, view)
    }
    let (group, view, written, ahead) = try KeptCommands(sitting).write(to: name, body)
    // Which group it goes to is always said before (product 82).
    if !output.isJSON { output.write([output.phrases.addingTo((view.state.shared.settings?.name ?? "").printable)]) }
    try show(bill, view, isPreview: false)
    try KeptCommands(sitting).show(written, to: group, view, ahead: ahead)
    // Only now: what was refused has nothing to be mended.
    output.warn(ifFarAhead: written.entryDate, view)
  }

  private func show(_ wish: EntryWish?, _ view: GroupView, isPreview: Bool) throws(ConsoleFailure) {
    guard let wish else { return }
    let bill = try reading { () throws(ArgumentFlaw) in try wish.itemized(in: view) }
    try show(bill, wish.currency, view, isPreview: isPreview)
  }

  /// Shows each one's items; a program is told them only where it asks what would be.
  ///
  /// - Parameter code: the currency as it was typed; empty: the group's.
  func show(_ bill: ItemizedBill?, _ code: String, _ view: GroupView, isPreview: Bool) throws(ConsoleFailure) {
    guard let bill, isPreview || !output.isJSON,
      let currency = code.isEmpty ? view.state.shared.settings?.currency : Currency(code: code.uppercased())
    else { return }
    output.show(Screens.bill(bill, currency, view, output.theme), json: Screens.billJSON(bill, currency))
  }

  /// `hearth entry show`.
  public func show(_ name: String, group: String?) throws(ConsoleFailure) {
    let (_, view, entry) = try find(name, group)
    output.show(Screens.entry(entry, view, output.theme), json: Screens.json([entry], view.state.shared))
  }

  /// The entry of this name in the group that is meant.
  func find(_ name: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, GroupView, EntryState) {
    let (group, view) = try sitting.view(of: group)
    let entry = try reading { () throws(ArgumentFlaw) in try EntryNames(view.state.shared).find(name) }
    return (group, view, entry)
  }

  /// `hearth entries`: entries as they now stand, those added last first.
  public func list(_ wish: EntriesWish, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let request = try reading { () throws(ArgumentFlaw) in try wish.request(in: view) }
    let (entries, next) = try Self.entries(request, limit: Int(wish.limit), of: view)
    output.show(
      Screens.entries(entries, next: next, view, output.theme), json: Screens.json(entries, next: next, view.state.shared))
  }

  /// As the server answers `read_entries`, from the state that is here: as many pages as it takes.
  ///
  /// - Returns: next: what goes on with the list as `before`; 0 when it is at its end.
  static func entries(
    _ request: ReadEntries, limit: Int, of view: GroupView
  ) throws(ConsoleFailure) -> (entries: [EntryState], next: UInt64) {
    var request = request
    var entries: [EntryState] = []
    repeat {
      request.limit = UInt32(clamping: limit - entries.count)
      do throws(Rejection) {
        let page = try view.state.entries(request)
        entries += page.entries.compactMap { EntryID($0.entry.entryID).flatMap { view.state.shared.entries[$0] } }
        request.before = page.next
      } catch {
        var failure = ConsoleFailure(error)
        failure.status = 64
        throw failure
      }
    } while request.before != 0 && entries.count < limit
    return (entries, request.before)
  }
}

extension Command.OneOf_Body {
  /// The date of the entry that is added; empty for none.
  fileprivate var entryDate: String { if case .addEntry(let add) = self { add.content.date } else { "" } }
}
