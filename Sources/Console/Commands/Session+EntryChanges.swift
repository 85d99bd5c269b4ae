import HearthClient
import HearthProtocol
import Ledger

extension Session {
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
      var wish = EditEntry()
      wish.entryID = entry.id.description
      wish.baseVersion = entry.version.rawValue
      wish.changes = try Self.reading { () throws(ArgumentFault) in try edit.changes(of: entry, in: view) }
      view.fillSplit(of: &wish.changes, at: Present.now)
      return .editEntry(wish)
    }
    if isOffline { try requireSent(entry) }
    func seen() throws(ConsoleFailure) -> EntryState {
      guard let base else { return entry }
      return try self.entry(entry, at: base, in: view)
    }
    func send(_ changes: EntryChanges, on base: UInt64, in view: GroupView, ahead: Command? = nil) throws(ConsoleFailure) {
      var wish = EditEntry()
      wish.entryID = entry.id.description
      wish.baseVersion = base
      wish.changes = changes
      view.fillSplit(of: &wish.changes, at: Present.now)
      try change(.editEntry(wish), Outcome.entryChanged, entry, group, view, isPreview: isPreview, ahead: ahead)
      warn(ifFarAhead: changes.date, view)
    }
    do throws(ConsoleFailure) {
      try send(edit.changes(of: entry, in: view, base: seen), on: base ?? entry.version.rawValue, in: view, ahead: ahead)
    } catch {
      guard let rejected = error.rejected, rejected.code == RejectionCode.conflict.rawValue else { throw error }
      let now = try follow(group)
      let current = now.state.shared.entries[entry.id] ?? entry
      let seen = try seen()
      // A figure would be booked in a currency that nobody meant.
      let isInDoubt = edit.isInDoubt(from: seen.currency, to: current.currency)
      if reapply && !isInDoubt {
        // What the others have changed beside it stays: nothing of the old version is sent again.
        let changes = try Self.reading { () throws(ArgumentFault) in try edit.changes(of: current, in: now) }
        return try send(changes, on: current.version.rawValue, in: now)
      }
      let wished = try Self.reading { () throws(ArgumentFault) in try edit.changes(of: seen, in: view) }
      guard let clash = EntryClash(rejected, base: seen, theirs: current, wished) else { throw error }
      if isJSON { terminal.write(clash.json()) }
      let phrases = terminal.theme.phrases
      let hint = isInDoubt ? [phrases.whichCurrency(seen.currency.code, current.currency.code)] : []
      throw error.explained(by: clash.lines(now.state.shared, terminal.theme) + hint + [phrases.reapplyHint()])
    }
  }

  /// The entry as it was at a version of it, by the group's history; as it is when there is no such version, which the
  /// server then says.
  func entry(_ entry: EntryState, at version: UInt64, in view: GroupView) throws(ConsoleFailure) -> EntryState {
    guard version < entry.version.rawValue, version >= entry.position.rawValue else { return entry }
    var replay = Replay(group: view.state.group)
    var pace = SendingPace()
    while replay.position(in: .shared).rawValue < version {
      let after = replay.position(in: .shared)
      let limit = min(UInt32(clamping: version - after.rawValue), Self.eventsPerPage)
      let page = try page(of: replay.group, .shared, after: after, limit: limit, &pace)
      do throws(ReplicaFault) {
        _ = try replay.take(page, until: .max)
      } catch {
        throw ConsoleFailure(.fault(error))
      }
      guard replay.position(in: .shared) > after else { break }
    }
    return replay.state.shared.entries[entry.id] ?? entry
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
    let group = try self.group(group)
    let view = try follow(group)
    if isPreview { return try preview(.undoLast(UndoLast()), to: group, view) }
    let (command, accepted) = try send(.undoLast(UndoLast()), to: group)
    tell(.undone, json: WireFormat.line(accepted))
    if !isJSON { try tell(whatCameOf: command, view) }
  }

  /// `hearth dispute`.
  public func dispute(_ name: String, reason: String?, withdraw: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view, entry) = try find(name, group)
    if withdraw {
      var wish = WithdrawDispute()
      wish.entryID = entry.id.description
      return try change(.withdrawDispute(wish), Outcome.disputeWithdrawn, entry, group, view)
    }
    var wish = DisputeEntry()
    wish.entryID = entry.id.description
    wish.reason = reason ?? ""
    try change(.disputeEntry(wish), Outcome.disputed, entry, group, view)
  }

  /// `hearth income`.
  public func setIncome(_ amount: String, group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    guard let currency = try follow(group).state.shared.settings?.currency else {
      throw ConsoleFailure(ArgumentFault("The group is not complete."))
    }
    var wish = SetMemberIncome()
    let minor = try Self.reading { () throws(ArgumentFault) in try AmountText.minor(amount, currency) }
    wish.monthly = Money(minor: minor, currency: currency)
    let accepted = try send(.setMemberIncome(wish), to: group).accepted
    tell(.earns(figure: minor == 0 ? nil : currency.text(minor)), json: WireFormat.line(accepted))
  }

  /// `hearth entry show`.
  public func showEntry(_ name: String, group: String?) throws(ConsoleFailure) {
    let (_, view, entry) = try find(name, group)
    show(Screens.entry(entry, view, terminal.theme), json: Screens.json([entry], view.state.shared))
  }

  func find(_ name: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, GroupView, EntryState) {
    let group = try self.group(group)
    let view = try follow(group)
    let entry = try Self.reading { () throws(ArgumentFault) in try EntryNames(view.state.shared).find(name) }
    return (group, view, entry)
  }

  /// The same for a change, which is kept first where the group was seen before.
  private func findToChange(
    _ name: String, _ group: String?, isPreview: Bool, _ body: (EntryState, GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) throws(ConsoleFailure) -> (GroupID, GroupView, EntryState, ahead: Command?) {
    guard !isPreview, !isOffline else {
      let (group, view, entry) = try find(name, group)
      return (group, view, entry, nil)
    }
    let group = try self.group(group)
    var found: EntryState?
    let (view, _, ahead) = try write(to: group) { view throws(ConsoleFailure) in
      let entry = try Self.reading { () throws(ArgumentFault) in try EntryNames(view.state.shared).find(name) }
      found = entry
      return try body(entry, view)
    }
    guard let found else { throw ConsoleFailure(ArgumentFault("The group is not complete.")) }
    return (group, view, found, ahead)
  }

  private func change(
    _ body: Command.OneOf_Body, _ outcome: (String) -> Outcome, _ entry: EntryState, _ group: GroupID, _ view: GroupView,
    isPreview: Bool = false, ahead: Command? = nil
  ) throws(ConsoleFailure) {
    if isPreview { return try preview(body, to: group, view) }
    let (command, accepted) = try sendOrKeep(body, to: group, ahead: ahead)
    guard let accepted else { return try showKept(command, view) }
    tell(outcome(entry.description.printable), json: WireFormat.line(accepted))
  }
}
