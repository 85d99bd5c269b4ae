import HearthClient
import HearthProtocol
import Ledger

/// A change of an entry as it was typed; nil stays as it is.
public struct EntryEdit: Sendable {
  /// "450.50"; with `split` or `paidBy` the money changes as a whole.
  public var amount: String?
  /// As for `hearth add`; otherwise who owed before, equally.
  public var split: String?
  /// As for `hearth add`; otherwise whoever paid, if it was one.
  public var paidBy: String?
  /// What it was for.
  public var description: String?
  /// Key or name of a category; empty for none.
  public var category: String?
  /// "2026-11-20".
  public var date: String?
  /// Free text.
  public var note: String?
  /// Where it was spent.
  public var merchant: String?
  /// A city; empty takes the place away.
  public var place: String?

  /// Changes nothing yet.
  public init() {}

  /// The changes for the protocol.
  func changes(of entry: EntryState, in view: GroupView) throws(ArgumentFault) -> EntryChanges {
    var changes = EntryChanges()
    let shared = view.state.shared
    if let description { changes.description_p = description }
    if let category { changes.category = category.isEmpty ? "" : try Choices.category(category, of: shared.categories) }
    if let date { changes.date = try Choices.date(date) }
    if let note { changes.note = note }
    if let merchant { changes.merchant = merchant }
    if let place {
      changes.place = Place()
      changes.place.city = place
    }
    guard amount != nil || split != nil || paidBy != nil else { return changes }
    let names = MemberNames(shared.members, me: view.member)
    let minor = try amount.map { (text) throws(ArgumentFault) in try AmountText.minor(text, entry.currency) } ?? entry.minor
    changes.money.kind = entry.kind
    changes.money.amount = Money(minor: minor, currency: entry.currency)
    if let paidBy {
      let parts =
        paidBy.contains("=")
        ? try SplitText.Part.list(paidBy, example: "Asha=500,Ravi=499")
        : [SplitText.Part(name: paidBy, amount: Money.formatted(minor: minor, currency: entry.currency))]
      changes.money.paid = try SplitText.Part.shares(parts, names, entry.currency)
    }
    // What is not said stays as the server has it (SPEC EN-02).
    if let split { changes.money.split = try SplitText(split).resolved(names, entry.currency) }
    return changes
  }
}

extension Session {
  /// `hearth edit`.
  ///
  /// - Parameter reapply: whether the edit is sent again, on the entry as it is by then, when somebody else has changed the same.
  public func edit(_ name: String, _ edit: EntryEdit, base: UInt64?, reapply: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view, entry) = try find(name, group)
    var wish = EditEntry()
    wish.entryID = entry.id.description
    wish.baseVersion = base ?? entry.version.rawValue
    wish.changes = try Self.reading { () throws(ArgumentFault) in try edit.changes(of: entry, in: view) }
    do throws(ConsoleFailure) {
      try change(.editEntry(wish), Outcome.entryChanged, entry, group)
    } catch {
      guard error.lines.first?.hasPrefix("conflict:") == true else { throw error }
      let current = try follow(group).state.shared.entries[entry.id] ?? entry
      guard reapply else {
        throw ConsoleFailure(
          error.lines + Self.versions(current, wish, view.state.shared) + ["To change it all the same, add --reapply."],
          status: error.status)
      }
      wish.baseVersion = current.version.rawValue
      try change(.editEntry(wish), Outcome.entryChanged, entry, group)
    }
  }

  /// `hearth void`.
  public func void(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, _, entry) = try find(name, group)
    var wish = VoidEntry()
    wish.entryID = entry.id.description
    try change(.voidEntry(wish), Outcome.entryVoided, entry, group)
  }

  /// `hearth restore`.
  public func restore(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, _, entry) = try find(name, group)
    var wish = RestoreEntry()
    wish.entryID = entry.id.description
    try change(.restoreEntry(wish), Outcome.entryRestored, entry, group)
  }

  /// `hearth undo`.
  public func undo(group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    _ = try follow(group)
    let accepted = try send(.undoLast(UndoLast()), to: group).accepted
    tell(.undone, json: WireFormat.line(accepted))
  }

  /// `hearth dispute`.
  public func dispute(_ name: String, reason: String?, withdraw: Bool, group: String?) throws(ConsoleFailure) {
    let (group, _, entry) = try find(name, group)
    if withdraw {
      var wish = WithdrawDispute()
      wish.entryID = entry.id.description
      return try change(.withdrawDispute(wish), Outcome.disputeWithdrawn, entry, group)
    }
    var wish = DisputeEntry()
    wish.entryID = entry.id.description
    wish.reason = reason ?? ""
    try change(.disputeEntry(wish), Outcome.disputed, entry, group)
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
    show(Screens.entry(entry, view, terminal.theme), json: Screens.json(entry, view.state.shared))
  }

  func find(_ name: String, _ group: String?) throws(ConsoleFailure) -> (GroupID, GroupView, EntryState) {
    let group = try self.group(group)
    let view = try follow(group)
    let entry = try Self.reading { () throws(ArgumentFault) in try EntryNames(view.state.shared).find(name) }
    return (group, view, entry)
  }

  private func change(_ body: Command.OneOf_Body, _ outcome: (String) -> Outcome, _ entry: EntryState, _ group: GroupID)
    throws(ConsoleFailure)
  {
    let accepted = try send(body, to: group).accepted
    tell(outcome(entry.description.printable), json: WireFormat.line(accepted))
  }

  /// Both versions of what is in conflict, for a person.
  private static func versions(_ current: EntryState, _ wish: EditEntry, _ shared: SharedState) -> [String] {
    var lines = ["Now (version \(current.version)): \(current.description.printable), \(current.currency.text(current.minor))"]
    var mine = wish.changes.hasDescription_p ? wish.changes.description_p : current.description
    if wish.changes.hasMoney { mine += ", " + current.currency.text(wish.changes.money.amount.minor) }
    lines.append("Yours (on version \(wish.baseVersion)): \(mine.printable): \(wish.changes.names.map(\.rawValue).joined(separator: ", "))")
    return lines
  }
}
