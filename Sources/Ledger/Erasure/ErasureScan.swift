import HearthProtocol

/// Finds a member's words in the events of a group, in the order of its log (SPEC EW-02).
///
/// It is pure: the shell gives it one event after another. What it says of an event depends on that event and those
/// before it alone.
public struct ErasureScan: Sendable {
  /// An event without its words, and what is said of it where it is named.
  public struct Finding: Sendable {
    /// The event; `erased_by` is still missing.
    public var event: Event
    /// Where it stood. Its hash is still missing.
    public var erased: ErasedEvent
    /// Its lane.
    public var lane: Lane
  }

  /// Whose words they are.
  public let member: MemberID
  /// Who the member was before they went on as this one.
  let formers: [MemberID]
  /// Whether the member is in the group, and keeps the name they have.
  let isPresent: Bool
  /// What members are called of whom no words are left.
  let names: [String: String]

  private let authors: Set<String>
  /// Recurring rules that say what the member wrote.
  private var rules: Set<String> = []
  /// Which words of an entry are the member's; entries without any are missing.
  private var entries: [String: WordFields] = [:]
  /// The same before an edit, by the version that the edit made: an undo brings them back.
  private var before: [UInt64: WordFields] = [:]
  /// The event that gave the member the name that they have; erased when another one follows.
  private var name: Finding?
  /// Where records of minors and accounts were set last, by lane: who set them before wrote nothing that still stands.
  private var last: [Lane: [String: LanePosition]] = [:]

  init(member: MemberID, formers: [MemberID], isPresent: Bool, names: [String: String]) {
    (self.member, self.formers, self.isPresent, self.names) = (member, formers, isPresent, names)
    authors = Set(([member] + formers).map(\.description))
  }

  /// Looks at an event ahead of `take`, which is then given all of them from the first on.
  public mutating func foresee(_ event: Event, in lane: Lane, at position: LanePosition) {
    switch event.body {
    case .spendingSet(let set): last[lane, default: [:]][set.spendingID] = position
    case .accountEntrySet(let set): last[lane, default: [:]][set.entryID] = position
    default: break
    }
  }

  /// The id of a record if no event behind this one has set it anew.
  private func standing(_ id: String, in lane: Lane, at position: LanePosition) -> String {
    last[lane]?[id].map { $0 > position } == true ? "" : id
  }

  /// Looks at the next event.
  ///
  /// - Returns: what is to be erased by now: this event, or an earlier one whose words are of no use any more.
  public mutating func take(_ event: Event, in lane: Lane, at position: LanePosition) -> Finding? {
    let isAuthor = authors.contains(event.memberID)
    var erased = ErasedEvent()
    erased.position = position.rawValue
    var body = event.body
    switch event.body {
    case .entryAdded(var added):
      let isTheirs = added.ruleID.isEmpty ? isAuthor : rules.contains(added.ruleID)
      guard isTheirs else { return nil }
      entries[added.entryID] = .all
      erased.subjectID = added.entryID
      added.content.removeWords()
      body = .entryAdded(added)
    case .entryEdited(var edited):
      guard edit(edited, at: position, isAuthor: isAuthor) else { return nil }
      erased.subjectID = edited.entryID
      edited.changes.removeWords()
      body = .entryEdited(edited)
    case .entryCommented(var commented) where isAuthor:
      (erased.subjectID, erased.commentID) = (commented.entryID, commented.commentID)
      commented.text = ""
      body = .entryCommented(commented)
    case .entryDisputed(var disputed) where isAuthor:
      (erased.subjectID, erased.atMs) = (disputed.entryID, event.atMs)
      disputed.reason = ""
      body = .entryDisputed(disputed)
    case .recurringSet(var set):
      if isAuthor { rules.insert(set.ruleID) } else { rules.remove(set.ruleID) }
      guard isAuthor else { return nil }
      erased.subjectID = set.ruleID
      set.content.template.removeWords()
      body = .recurringSet(set)
    case .spendingSet(var set) where isAuthor:
      erased.subjectID = standing(set.spendingID, in: lane, at: position)
      set.content.removeWords()
      body = .spendingSet(set)
    case .accountEntrySet(var set) where isAuthor:
      erased.subjectID = standing(set.entryID, in: lane, at: position)
      set.content.removeWords()
      body = .accountEntrySet(set)
    case .coachingSent(var sent) where isAuthor:
      (erased.subjectID, erased.atMs) = (event.memberID, sent.sentAtMs)
      sent.text = ""
      body = .coachingSent(sent)
    case .joinRequested(var requested):
      guard let name = neutral(requested.memberID) else { return nil }
      (erased.subjectID, erased.atMs) = (requested.memberID, event.atMs)
      requested.displayName = name
      body = .joinRequested(requested)
    case .joinDeclined(var declined):
      guard let name = neutral(declined.memberID) else { return nil }
      declined.displayName = name
      body = .joinDeclined(declined)
    case .memberJoined, .memberClaimed, .memberRenamed, .memberRestored: return named(event, erased, in: lane)
    default: return nil
    }
    return finding(event, body, erased, in: lane)
  }

  /// What is erased of an event, unless there are no words in it.
  private func finding(_ event: Event, _ body: Event.OneOf_Body?, _ erased: ErasedEvent, in lane: Lane) -> Finding? {
    guard body != event.body else { return nil }
    var emptied = event
    emptied.body = body
    // With them somebody could try guesses at the words against the hash that the event had.
    emptied.salt = .init()
    emptied.commandDigest = 0
    return Finding(event: emptied, erased: erased, lane: lane)
  }

  private func neutral(_ member: String) -> String? { authors.contains(member) ? names[member] : nil }

  /// Whether an edit has words of the member, either their own or words that an undo brings back.
  private mutating func edit(_ edited: EntryEdited, at position: LanePosition, isAuthor: Bool) -> Bool {
    let changed = WordFields(edited.changes)
    guard !changed.isEmpty else { return false }
    let had = entries[edited.entryID] ?? []
    let theirs = edited.undoes == 0 ? (isAuthor ? changed : []) : (before.removeValue(forKey: edited.undoes) ?? []).intersection(changed)
    let has = had.subtracting(changed).union(theirs)
    entries[edited.entryID] = has.isEmpty ? nil : has
    if edited.undoes == 0, !had.isDisjoint(with: changed) { before[position.rawValue] = had }
    return !theirs.isEmpty
  }

  /// A name of the member: that which they have stays while they are there.
  private mutating func named(_ event: Event, _ erased: ErasedEvent, in lane: Lane) -> Finding? {
    var body = event.body
    let named: String
    switch event.body {
    case .memberJoined(var joined):
      named = joined.memberID
      joined.displayName = neutral(named) ?? joined.displayName
      body = .memberJoined(joined)
    case .memberClaimed(var claimed):
      // In other hands the member keeps the name, which the event does not say.
      guard claimed.formerHolder.isEmpty else { return nil }
      named = claimed.memberID
      claimed.displayName = neutral(named) ?? claimed.displayName
      body = .memberClaimed(claimed)
    case .memberRenamed(var renamed):
      named = renamed.memberID
      renamed.displayName = neutral(named) ?? renamed.displayName
      body = .memberRenamed(renamed)
    case .memberRestored(var restored):
      named = restored.memberID
      restored.displayName = neutral(named) ?? restored.displayName
      body = .memberRestored(restored)
    default: return nil
    }
    guard authors.contains(named) else { return nil }
    let finding = finding(event, body, erased, in: lane)
    guard isPresent, named == member.description else { return finding }
    defer { name = finding }
    return name
  }
}

/// The fields of an entry that have words.
private struct WordFields: OptionSet, Sendable {
  let rawValue: UInt8

  static let description = WordFields(rawValue: 1)
  static let note = WordFields(rawValue: 2)
  static let merchant = WordFields(rawValue: 4)
  static let place = WordFields(rawValue: 8)
  static let receipts = WordFields(rawValue: 16)
  static let all: WordFields = [.description, .note, .merchant, .place, .receipts]
}

extension WordFields {
  /// Those that an edit changes.
  init(_ changes: EntryChanges) {
    self = []
    if changes.hasDescription_p { insert(.description) }
    if changes.hasNote { insert(.note) }
    if changes.hasMerchant { insert(.merchant) }
    if changes.hasPlace { insert(.place) }
    if changes.hasReceipts { insert(.receipts) }
  }
}

extension EntryContent {
  /// Takes what a person wrote out of it; what sums and pages follow from stays.
  mutating func removeWords() {
    description_p = ""
    note = ""
    merchant = ""
    clearPlace()
    receipts = []
  }
}

extension SpendingContent {
  /// The same of what a minor spends.
  mutating func removeWords() { (description_p, note, receipts) = ("", "", []) }
}

extension AccountEntryContent {
  /// The same of what goes into an account or out of it.
  mutating func removeWords() { (description_p, note) = ("", "") }
}

extension EntryChanges {
  /// The same of an edit, which still changes the fields that it changed.
  fileprivate mutating func removeWords() {
    if hasDescription_p { description_p = "" }
    if hasNote { note = "" }
    if hasMerchant { merchant = "" }
    if hasPlace { place = Place() }
    if hasReceipts { receipts = ReceiptList() }
  }
}
