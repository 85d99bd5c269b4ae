import HearthClient
import HearthProtocol
import Ledger

/// `hearth edit`, `hearth void`, `hearth restore`, `hearth undo`, `hearth dispute` and `hearth comment`.
public struct EntryChangeCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth edit`.
  ///
  /// - Parameters:
  ///   - base: the version that the user saw; nil for the last one.
  ///   - reapply: whether the edit is made anew of the entry as it is by then, when somebody else has changed the same.
  ///   - isPreview: whether only what it would change is shown.
  public func edit(
    _ name: String, _ edit: EntryEdit, base: UInt64?, reapply: Bool, isPreview: Bool = false, group: String?
  ) throws(ConsoleFailure) {
    let (group, view, entry, ahead) = try findToChange(name, group, isPreview: isPreview || base != nil) {
      (entry, view) throws(ConsoleFailure) in
      if !sitting.isAsked { try KeptCommands(sitting).requireSent(entry) }
      var wish = EditEntry()
      wish.entryID = entry.id.description
      wish.baseVersion = entry.version.rawValue
      wish.changes = try reading { () throws(ArgumentFlaw) in try edit.changes(of: entry, in: view) }
      view.fillSplit(of: &wish.changes, at: Present.now)
      return .editEntry(wish)
    }
    if sitting.isOffline { try KeptCommands(sitting).requireSent(entry, but: ahead) }
    if let base, !(entry.position.rawValue...entry.version.rawValue).contains(base) {
      try reading { () throws(ArgumentFlaw) in
        throw ArgumentFlaw(.noSuchVersion(base, of: entry.description, from: entry.position.rawValue, to: entry.version.rawValue))
      }
    }
    try EntryCommands(sitting).show(
      try reading { () throws(ArgumentFlaw) in try edit.itemized(changing: entry, in: view) }, edit.currency ?? entry.currency.code, view,
      isPreview: isPreview)
    func seen() throws(ConsoleFailure) -> EntryState {
      guard let base else { return entry }
      return try HistoryReading(sitting).entry(entry, at: base, in: view)
    }
    func send(_ changes: EntryChanges, on base: UInt64, in view: GroupView, ahead: Command? = nil) throws(ConsoleFailure) {
      var wish = EditEntry()
      wish.entryID = entry.id.description
      wish.baseVersion = base
      wish.changes = changes
      view.fillSplit(of: &wish.changes, at: Present.now)
      try change(.editEntry(wish), Outcome.entryChanged, entry, group, view, isPreview: isPreview, ahead: ahead)
      output.warn(ifFarAhead: changes.date, view)
    }
    do throws(ConsoleFailure) {
      try send(edit.changes(of: entry, in: view, base: seen), on: base ?? entry.version.rawValue, in: view, ahead: ahead)
    } catch {
      guard let rejected = error.rejected, rejected.code == RejectionCode.conflict.rawValue else { throw error }
      let now = try sitting.follow(group)
      let current = now.state.shared.entries[entry.id] ?? entry
      let seen = try seen()
      // A figure would be booked in a currency that nobody meant.
      let isInDoubt = edit.isInDoubt(from: seen.currency, to: current.currency)
      if reapply && !isInDoubt {
        // What the others have changed beside it stays: nothing of the old version is sent again.
        let changes = try reading { () throws(ArgumentFlaw) in try edit.changes(of: current, in: now) }
        return try send(changes, on: current.version.rawValue, in: now)
      }
      let wished = try reading { () throws(ArgumentFlaw) in try edit.changes(of: seen, in: view) }
      guard let clash = EntryClash(rejected, base: seen, theirs: current, wished) else { throw error }
      if output.isJSON { output.write(clash.json()) }
      let phrases = output.phrases
      let hint = isInDoubt ? [phrases.whichCurrency(seen.currency.code, current.currency.code)] : []
      throw error.explained(by: clash.lines(now.state.shared, output.theme) + hint + [phrases.reapplyHint()])
    }
  }

  /// `hearth void`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func void(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    func body(_ entry: EntryState, _ view: GroupView) -> Command.OneOf_Body {
      var wish = VoidEntry()
      wish.entryID = entry.id.description
      return .voidEntry(wish)
    }
    let (group, view, entry, ahead) = try findToChange(name, group, isPreview: isPreview, body)
    try change(body(entry, view), Outcome.entryVoided, entry, group, view, isPreview: isPreview, ahead: ahead)
  }

  /// `hearth restore`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func restore(_ name: String, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    func body(_ entry: EntryState, _ view: GroupView) -> Command.OneOf_Body {
      var wish = RestoreEntry()
      wish.entryID = entry.id.description
      return .restoreEntry(wish)
    }
    let (group, view, entry, ahead) = try findToChange(name, group, isPreview: isPreview, body)
    try change(body(entry, view), Outcome.entryRestored, entry, group, view, isPreview: isPreview, ahead: ahead)
  }

  /// `hearth undo`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func undo(isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    do throws(ConsoleFailure) {
      try sitting.connect()
      _ = try sitting.online()
    } catch {
      // The last may be an act of another device, and what is known here may be old: another one would be undone.
      throw !isPreview && (error.isUnreachable || error.isUnanswered) ? error.explained(by: [output.phrases.undoIsNotKept()]) : error
    }
    let (group, view) = try sitting.view(of: group)
    if isPreview { return try sitting.preview(.undoLast(UndoLast()), to: group, view) }
    let (command, accepted) = try sitting.send(.undoLast(UndoLast()), to: group)
    output.tell(.undone, json: WireFormat.line(accepted))
    if !output.isJSON { try KeptCommands(sitting).tell(whatCameOf: command, view) }
  }

  /// `hearth dispute`.
  public func dispute(_ name: String, reason: String?, withdraw: Bool, group: String?) throws(ConsoleFailure) {
    func body(_ entry: EntryState, _ view: GroupView) -> Command.OneOf_Body {
      withdraw
        ? .withdrawDispute(.with { $0.entryID = entry.id.description })
        : .disputeEntry(.with { ($0.entryID, $0.reason) = (entry.id.description, reason ?? "") })
    }
    let (group, view, entry, ahead) = try findToChange(name, group, isPreview: false, body)
    try change(body(entry, view), withdraw ? Outcome.disputeWithdrawn : Outcome.disputed, entry, group, view, ahead: ahead)
  }

  /// `hearth comment`.
  ///
  /// - Parameter removed: the comment that is taken away: the end of its id, or last for one's newest; nil: one is
  ///   added.
  public func comment(_ name: String, text: String?, removing removed: String?, group: String?) throws(ConsoleFailure) {
    let id: CommentID = Present.id()
    func body(_ entry: EntryState, _ view: GroupView) throws(ConsoleFailure) -> Command.OneOf_Body {
      guard let removed else {
        return .commentEntry(.with { ($0.entryID, $0.commentID, $0.text) = (entry.id.description, id.description, text ?? "") })
      }
      let found = try reading { () throws(ArgumentFlaw) in try entry.comment(named: removed, by: view.member) }
      return .removeComment(.with { ($0.entryID, $0.commentID) = (entry.id.description, found) })
    }
    let (group, view, entry, ahead) = try findToChange(name, group, isPreview: false, body)
    let outcome = removed == nil ? Outcome.commented : Outcome.commentRemoved
    try change(body(entry, view), outcome, entry, group, view, ahead: ahead)
  }

  /// The same for a change, which is kept first where the group was seen before.
  private func findToChange(
    _ name: String, _ group: String?, isPreview: Bool, _ body: (EntryState, GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) throws(ConsoleFailure) -> (GroupID, GroupView, EntryState, ahead: Command?) {
    guard !isPreview else {
      let (group, view, entry) = try EntryCommands(sitting).find(name, group)
      return (group, view, entry, nil)
    }
    var found: EntryState?
    let (group, view, _, ahead) = try KeptCommands(sitting).write(to: group) { view throws(ConsoleFailure) in
      let entry = try reading { () throws(ArgumentFlaw) in try EntryNames(view.state.shared).find(name) }
      found = entry
      return try body(entry, view)
    }
    guard let found else { throw ConsoleFailure(ArgumentFlaw(.groupIncomplete)) }
    return (group, view, found, ahead)
  }

  private func change(
    _ body: Command.OneOf_Body, _ outcome: (String) -> Outcome, _ entry: EntryState, _ group: GroupID, _ view: GroupView,
    isPreview: Bool = false, ahead: Command? = nil
  ) throws(ConsoleFailure) {
    if isPreview { return try sitting.preview(body, to: group, view) }
    let (command, accepted) = try KeptCommands(sitting).sendOrKeep(body, to: group, ahead: ahead)
    guard let accepted else { return try KeptCommands(sitting).showKept(command, view) }
    output.tell(outcome(entry.description.printable), json: WireFormat.line(accepted))
  }
}

extension EntryState {
  /// The id of the comment that a text names.
  ///
  /// - Parameter text: the end of a comment's id; last: the member's newest.
  fileprivate func comment(named text: String, by member: MemberID) throws(ArgumentFlaw) -> String {
    if text == "last" {
      guard let own = comments.last(where: { $0.memberID == member.description }) else {
        throw ArgumentFlaw("You have not commented on it.", "आपने इस पर कुछ नहीं लिखा है।")
      }
      return own.commentID
    }
    let found = comments.filter { !text.isEmpty && $0.commentID.hasSuffix(text.lowercased()) }
    guard found.count == 1, let comment = found.first else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is the end of no single comment's id; hearth entry show tells them.",
        "\"\(text.printable)\" किसी एक बात की पहचान का अंत नहीं है; पहचान hearth entry show बताता है।")
    }
    return comment.commentID
  }
}
