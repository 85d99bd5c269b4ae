import HearthProtocol

// Folding of erasures. A state that was folded from events without their words has nothing left to be emptied, and
// comes to the same.
extension GroupState {
  mutating func erase(_ event: WordsErased, in lane: Lane) throws(HistoryFlaw) {
    guard lane == .shared || !event.done else { throw .misplaced }
    switch lane {
    case .shared: try shared.erase(event)
    case .admin: try admin.erase(event)
    case .inbox: try changeInbox(lane) { inbox, _ throws(HistoryFlaw) in inbox.coaching.erase(event) }
    case .minor: try changeMinor(lane) { minor throws(HistoryFlaw) in try minor.erase(event) }
    case .account(let id): try eraseAccount(id, event)
    case .income: throw .misplaced
    }
  }

  /// What is to be looked for to erase the words of the first member who waits for it; nil: nobody does.
  public var erasureScan: ErasureScan? {
    guard let id = shared.erasing.first, let member = shared.member(id) else { return nil }
    return ErasureScan(
      member: id, formers: Array(shared.members.names(of: id).dropFirst()), isPresent: member.isPresent, names: neutralNames)
  }

  /// The last event of an erasure, in lane `shared`.
  public func erasureEnd(of scan: ErasureScan) -> DecidedEvent {
    var erased = WordsErased()
    erased.memberID = scan.member.description
    erased.done = true
    // A person who has come back meanwhile has said anew what they are called.
    let hasName = scan.isPresent || shared.member(scan.member)?.isPresent != false
    for id in hasName ? scan.formers : [scan.member] + scan.formers {
      if let name = neutralNames[id.description] { erased.names.append(MemberRenamed(id.description, name)) }
    }
    return DecidedEvent(.wordsErased(erased))
  }

  /// The event that names erased events of a lane.
  public func erasure(of scan: ErasureScan, naming events: [ErasedEvent], in lane: Lane) -> DecidedEvent {
    var erased = WordsErased()
    erased.memberID = scan.member.description
    erased.events = events
    if lane == .admin, let name = scan.names[erased.memberID] { erased.names = [MemberRenamed(erased.memberID, name)] }
    return DecidedEvent(.wordsErased(erased), in: lane)
  }

  /// What members are called of whom no words are left, by the order of joining.
  private var neutralNames: [String: String] {
    var names: [String: String] = [:]
    for (place, member) in shared.members.enumerated() {
      names[member.idText] = (member.isPresent ? "Member \(place + 1)" : "Former member \(place + 1)")
    }
    return names
  }
}

extension MemberRenamed {
  fileprivate init(_ member: String, _ name: String) {
    self.init()
    (memberID, displayName) = (member, name)
  }
}

extension SharedState {
  /// Notes that a member's words are being erased.
  mutating func beginErasing(_ text: String) throws(HistoryFlaw) {
    guard let id = MemberID(text) else { throw .malformed("member_id") }
    guard members[id] != nil else { throw .contradiction(.namesKnown) }
    if !erasing.contains(id) { erasing.append(id) }
  }

  mutating func erase(_ event: WordsErased) throws(HistoryFlaw) {
    guard let id = MemberID(event.memberID) else { throw .malformed("member_id") }
    var renamed: [MemberState] = []
    for name in event.names {
      guard let named = MemberID(name.memberID), var member = members[named] else { throw .contradiction(.namesKnown) }
      member.displayName = name.displayName
      renamed.append(member)
    }
    try beginErasing(event.memberID)
    for member in renamed { members.update(member) }
    var erased: [EntryID: [ErasedEvent]] = [:]
    for one in event.events {
      if let entry = EntryID(one.subjectID) { erased[entry, default: []].append(one) }
      if let rule = RecurringID(one.subjectID), let known = recurring[rule], known.version.rawValue == one.position {
        var emptied = known
        emptied.content.template.removeWords()
        recurring.set(emptied)
      }
    }
    let numbers = Set(members.names(of: id).compactMap { roster.number(of: $0) }.map { UInt32(truncatingIfNeeded: $0) })
    for (id, events) in erased {
      guard let entry = entries[id] else { continue }
      entries.set(entry.without(wordsOf: events, by: numbers), for: id)
    }
    for number in acts.indices {
      guard let last = acts[number].last, let events = erased[last.entry], let before = last.before else { continue }
      acts[number].last?.before = before.without(wordsOf: events, by: numbers)
    }
    if event.done { erasing.removeAll { $0 == id } }
  }
}

extension AdminState {
  mutating func erase(_ event: WordsErased) throws(HistoryFlaw) {
    for one in event.events {
      guard let id = MemberID(one.subjectID), let request = joinRequest(id), request.requestedAt == one.atMs else { continue }
      var message = request.message.requested
      message.displayName = event.names.first { $0.memberID == one.subjectID }?.displayName ?? ""
      try replace(JoinRequestState(message, at: request.requestedAt))
    }
  }
}

extension EntryState {
  /// The entry without the words that stand in it since one of these events.
  ///
  /// - Parameter numbers: of the members who wrote them.
  fileprivate func without(wordsOf events: [ErasedEvent], by numbers: Set<UInt32>) -> EntryState {
    var fields = fields
    var story = fields.story?.message ?? EntryStory()
    let positions = Set(events.map(\.position))
    func isErased(_ field: EntryField) -> Bool {
      positions.contains(story.changes.first { $0.field == field }?.version ?? fields.position.rawValue)
    }
    if isErased(.description_) { fields.description = "" }
    if isErased(.note) { fields.note = "" }
    if isErased(.merchant) { fields.merchant = "" }
    if isErased(.place) { story.clearPlace() }
    if isErased(.receipts) { story.receipts = [] }
    story.removeWords(saidIn: events, by: numbers)
    fields.story = story == EntryStory() && version == position ? nil : EntryStoryState(story, version: version)
    return EntryState(fields)
  }
}
