import HearthProtocol

/// What is kept of one member's doings with entries.
struct EntryActs: Sendable {
  /// Their last act that can be undone.
  var last: UndoableAct?
}

/// An act on an entry with what it takes to undo it.
struct UndoableAct: Sendable {
  let entry: EntryID
  let act: EntryAct
  /// The version it made. When the entry has another, somebody has changed it since.
  let version: LanePosition
  /// The entry before, when it was edited.
  var before: EntryState?
}

extension EntryAct {
  /// What undoing the act is, as the matrix has it (SPEC EN-05).
  var rightOfUndoing: Right {
    switch self {
    case .added, .restored: .entriesVoid
    case .voided: .entriesRestore
    case .edited: .entriesEdit
    case .unspecified, .UNRECOGNIZED: .entriesUndo
    }
  }
}

extension SharedState {
  /// What undoing the member's last act would be, and of which entry; nil when there is nothing to undo.
  ///
  /// It is refused as a conflict when the entry has changed since.
  public func nextUndo(of member: MemberID) -> (right: Right, entry: EntryState, hasChangedSince: Bool)? {
    guard let number = roster.number(of: member), let last = acts[number].last, let entry = entries[last.entry] else { return nil }
    return (last.act.rightOfUndoing, entry, entry.version != last.version)
  }
}

extension EntryActs {
  /// As snapshots carry it; nil when there is nothing to say.
  func message(of member: Int) -> MemberActs? {
    guard let last else { return nil }
    var message = MemberActs()
    message.member = UInt32(truncatingIfNeeded: member)
    message.entryID = last.entry.description
    message.act = last.act
    message.version = last.version.rawValue
    if let before = last.before { message.before = before.row }
    return message
  }
}

extension SharedState {
  /// Takes over what a snapshot says of a member's acts.
  mutating func set(_ message: MemberActs) throws(HistoryFlaw) {
    guard message.member < acts.count else { throw .contradiction(.namesKnown) }
    guard let id = EntryID(message.entryID) else { throw .malformed("entry_id") }
    guard entries.has(id) else { throw .contradiction(.namesKnown) }
    let before = message.hasBefore ? try read(message.before) : nil
    // Snapshots of former versions do not say whom entries have named, and an undo may name them again.
    if let before { note(namedIn: before) }
    acts[Int(message.member)].last = UndoableAct(entry: id, act: message.act, version: LanePosition(message.version), before: before)
  }
}
