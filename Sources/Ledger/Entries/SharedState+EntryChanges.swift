import HearthProtocol

// Folding what happens to an entry after it was added. Each function checks first and changes then.
extension SharedState {
  mutating func edit(_ event: EntryEdited, by author: String, _ position: LanePosition) throws(HistoryFlaw) {
    let (entry, number) = try known(event.entryID, author)
    let changes = event.changes
    var fields = entry.fields
    fields.roster = roster
    var story = fields.story?.message ?? EntryStory()
    if changes.hasMoney {
      let money = changes.money
      fields.money = try figures(kind: money.kind, amount: money.amount, paid: money.paid, split: money.split, owed: event.owed)
      fields.conversion = try FrozenConversion(money.hasConversion ? money.conversion : nil, of: fields.money.currency)
      story.disputes = []
    }
    if event.reopensDisputes {
      guard changes.hasMoney, event.undoes != 0, let last = acts[number].last, last.entry == entry.id, let before = last.before else {
        throw .contradiction(.entryOpen)
      }
      story.disputes = before.story?.message.disputes ?? []
    }
    if changes.hasDescription_p { fields.description = changes.description_p }
    if changes.hasCategory { fields.category = try own(changes.category) }
    if changes.hasDate {
      guard let date = CivilDate(iso8601: changes.date) else { throw .malformed("date") }
      fields.date = date
    }
    if changes.hasNote { fields.note = changes.note }
    if changes.hasMerchant { fields.merchant = changes.merchant }
    if changes.hasPlace { if changes.place == Place() { story.clearPlace() } else { story.place = changes.place } }
    if changes.hasReceipts { story.receipts = changes.receipts.receipts }
    for field in changes.fields {
      var change = FieldChange()
      change.field = field
      change.version = position.rawValue
      change.by = UInt32(number)
      story.changes.removeAll { $0.field == field }
      story.changes.append(change)
    }
    fields.story = EntryStoryState(story, version: position)
    try replace(entry, by: EntryState(fields))
    let act = UndoableAct(entry: entry.id, act: .edited, version: position, before: entry.withoutComments)
    acts[number].last = event.undoes == 0 ? act : nil
  }

  mutating func void(_ event: EntryVoided, by author: String, _ position: LanePosition) throws(HistoryFlaw) {
    try setVoided(true, event.entryID, by: author, undoes: event.undoes, position)
  }

  mutating func restore(_ event: EntryRestored, by author: String, _ position: LanePosition) throws(HistoryFlaw) {
    try setVoided(false, event.entryID, by: author, undoes: event.undoes, position)
  }

  /// What is said of an entry without a version of it.
  mutating func say(_ body: Event.OneOf_Body, by author: String, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .entryDisputed(let disputed): try dispute(disputed, by: author, at: instant)
    case .disputeWithdrawn(let withdrawn): try withdraw(withdrawn, by: author)
    case .entryCommented(let commented): try comment(commented, by: author, at: instant)
    case .commentRemoved(let removed): try remove(removed, by: author)
    default: throw .unknownEvent
    }
  }

  private mutating func dispute(_ event: EntryDisputed, by author: String, at instant: Int64) throws(HistoryFlaw) {
    let (entry, number) = try known(event.entryID, author)
    var dispute = Dispute()
    dispute.by = UInt32(number)
    dispute.reason = event.reason
    dispute.atMs = instant
    replaceStory(of: entry) { story in
      story.disputes.removeAll { $0.by == dispute.by }
      story.disputes.append(dispute)
    }
  }

  private mutating func withdraw(_ event: DisputeWithdrawn, by author: String) throws(HistoryFlaw) {
    let (entry, number) = try known(event.entryID, author)
    replaceStory(of: entry) { story in story.disputes.removeAll { $0.by == UInt32(number) } }
  }

  private mutating func comment(_ event: EntryCommented, by author: String, at instant: Int64) throws(HistoryFlaw) {
    let (entry, number) = try known(event.entryID, author)
    guard CommentID(event.commentID) != nil else { throw .malformed("comment_id") }
    var comment = CommentRow()
    comment.commentID = event.commentID
    comment.by = UInt32(number)
    comment.text = event.text
    comment.atMs = instant
    replaceStory(of: entry) { $0.comments.append(comment) }
  }

  private mutating func remove(_ event: CommentRemoved, by author: String) throws(HistoryFlaw) {
    let (entry, _) = try known(event.entryID, author)
    replaceStory(of: entry) { story in story.comments.removeAll { $0.commentID == event.commentID } }
  }

  private mutating func setVoided(
    _ isVoided: Bool, _ id: String, by author: String, undoes: UInt64, _ position: LanePosition
  ) throws(HistoryFlaw) {
    let (entry, number) = try known(id, author)
    guard entry.isVoided != isVoided else { throw .contradiction(.entryOpen) }
    var fields = entry.fields
    var story = fields.story?.message ?? EntryStory()
    story.voided = isVoided
    fields.story = EntryStoryState(story, version: position)
    try replace(entry, by: EntryState(fields))
    acts[number].last =
      undoes == 0 ? UndoableAct(entry: entry.id, act: isVoided ? .voided : .restored, version: position) : nil
  }

  /// Changes what is said of the entry without making a version of it.
  private mutating func replaceStory(of entry: EntryState, _ change: (inout EntryStory) -> Void) {
    var fields = entry.fields
    // The member who says it may have come behind the entry.
    fields.roster = roster
    var story = fields.story?.message ?? EntryStory()
    change(&story)
    fields.story = EntryStoryState(story, version: entry.version)
    entries.set(EntryState(fields), for: entry.id)
  }

  /// Puts the entry's new form in the old one's place and keeps all sums up with it.
  private mutating func replace(_ old: EntryState, by new: EntryState) throws(HistoryFlaw) {
    var kept = balances
    if !old.isVoided { kept.unbook(old) }
    guard new.isVoided || kept.fits(new.minor, new.currency) else { throw .contradiction(.amountsInRange) }
    if !new.isVoided { kept.book(new) }
    balances = kept
    unbookSpending(of: old)
    bookSpending(of: new)
    if !old.isVoided { debts.unbook(old) }
    if !new.isVoided { debts.book(new) }
    note(namedIn: new)
    entries.set(new, for: new.id)
  }

  private func known(_ id: String, _ author: String) throws(HistoryFlaw) -> (EntryState, Int) {
    guard let id = EntryID(id) else { throw .malformed("entry_id") }
    guard let entry = entries[id], let number = roster.number(of: author) else { throw .contradiction(.namesKnown) }
    return (entry, number)
  }
}

extension EntryState {
  /// The entry as an undo needs it: words that are taken away later stand nowhere else.
  fileprivate var withoutComments: EntryState {
    guard let story, !story.message.comments.isEmpty else { return self }
    var fields = fields
    var message = story.message
    message.comments = []
    fields.story = EntryStoryState(message, version: story.version)
    return EntryState(fields)
  }
}

extension EntryChanges {
  /// The fields that are named.
  var fields: [EntryField] {
    var fields: [EntryField] = []
    if hasMoney { fields.append(.money) }
    if hasDescription_p { fields.append(.description_) }
    if hasCategory { fields.append(.category) }
    if hasDate { fields.append(.date) }
    if hasNote { fields.append(.note) }
    if hasMerchant { fields.append(.merchant) }
    if hasPlace { fields.append(.place) }
    if hasReceipts { fields.append(.receipts) }
    return fields
  }
}
