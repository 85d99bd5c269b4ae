import HearthProtocol
import Ledger

/// The draft of a member, and when the others were told of it.
struct MemberDraft {
  /// The connection that says so: the member's newest that did.
  var peer: PeerID
  /// The draft that the others see; nil: none.
  var shown: DraftContent?
  /// The draft that they are to see; nil: none.
  var wanted: DraftContent?
  /// Whether they are to be told.
  var waits = false
  /// When they were last told, and when the member last said something, in milliseconds of the monotonic clock.
  var toldAt: Int64
  var saidAt: Int64
}

// Others see what somebody is entering just now (SPEC PR-06 to PR-09, product N6). Nothing of it is stored: it lives
// with the connection.
extension Room {
  /// Whether anything is known of what members are entering.
  public var hasDrafts: Bool { !drafts.isEmpty }

  /// A connection says what its member is entering; the others who receive the lane are told.
  ///
  /// - Parameter now: milliseconds of the monotonic clock.
  public mutating func tell(_ told: TellDraft, origin: Origin, now: Int64) -> [RoomEffect] {
    // Nothing is told of a member who is not shown as present.
    guard let subscription = headTeller(at: origin.peer), !subscription.isQuiet else { return [refusal(.notFound(), to: origin)] }
    if let flaw = told.flaw(limits) { return [refusal(flaw, to: origin)] }
    guard separations.show(subscription) else { return [] }
    let member = subscription.member
    guard told.hasDraft else {
      // Another connection of the member's may be entering something else.
      guard drafts[member]?.peer == origin.peer else { return [] }
      drafts[member]?.wanted = nil
      let isShown = drafts[member]?.shown != nil
      drafts[member]?.waits = isShown
      return tellDraft(of: member, now: now)
    }
    let shown: DraftContent
    do throws(Rejection) {
      shown = try history.state.shown(told.draft, by: member)
    } catch {
      return [refusal(Rejected(error), to: origin)]
    }
    var draft = drafts[member] ?? MemberDraft(peer: origin.peer, toldAt: .min / 2, saidAt: now)
    (draft.peer, draft.wanted, draft.waits, draft.saidAt) = (origin.peer, shown, true, now)
    drafts[member] = draft
    return tellDraft(of: member, now: now)
  }

  /// Tells what waits, and ends what nobody has said anything of for long. To be called several times a second while
  /// there are drafts.
  ///
  /// - Parameter now: milliseconds of the monotonic clock.
  public mutating func tickDrafts(now: Int64) -> [RoomEffect] {
    var effects: [RoomEffect] = []
    for (member, draft) in drafts.sorted(by: { $0.key < $1.key }) {
      if draft.wanted != nil, now - draft.saidAt >= limits.draftMilliseconds {
        drafts[member]?.wanted = nil
        drafts[member]?.waits = draft.shown != nil
      }
      effects += tellDraft(of: member, now: now)
      // Its pace is kept until nothing follows from it.
      if let left = drafts[member], left.wanted == nil, left.shown == nil, now - left.toldAt >= limits.draftPaceMilliseconds {
        drafts[member] = nil
      }
    }
    return effects
  }

  private mutating func tellDraft(of member: MemberID, now: Int64) -> [RoomEffect] {
    guard let draft = drafts[member], draft.waits, now - draft.toldAt >= limits.draftPaceMilliseconds else { return [] }
    drafts[member]?.shown = draft.wanted
    drafts[member]?.waits = false
    drafts[member]?.toldAt = now
    return [announcement(of: draft.wanted, by: member)]
  }

  /// Ends what a connection says to be entering, since it is gone or says nothing more of itself.
  mutating func endDraft(of peer: PeerID) -> [RoomEffect] { endDrafts { member, draft in draft.peer == peer } }

  /// Ends the drafts of those whose entries these are.
  mutating func endDrafts(enteredBy events: [CommittedEvent]) -> [RoomEffect] {
    guard !drafts.isEmpty else { return [] }
    let authors = Set(events.compactMap { if case .entryAdded = $0.event.body { $0.event.memberID } else { nil } })
    return endDrafts { member, _ in authors.contains(member.description) }
  }

  /// Ends the drafts of members who may show none any more, or of whom nothing is told.
  mutating func endLostDrafts() -> [RoomEffect] {
    guard !drafts.isEmpty else { return [] }
    let (state, hidden) = (history.state, Set(drafts.keys).subtracting(onlineMembers))
    return endDrafts { member, _ in hidden.contains(member) || !state.mayShowDrafts(member) }
  }

  /// Ends drafts at once, whatever their pace.
  private mutating func endDrafts(where ends: (MemberID, MemberDraft) -> Bool) -> [RoomEffect] {
    var effects: [RoomEffect] = []
    for (member, draft) in drafts.sorted(by: { $0.key < $1.key }) where ends(member, draft) {
      var ended = draft
      (ended.wanted, ended.shown, ended.waits) = (nil, nil, false)
      drafts[member] = ended
      if draft.shown != nil { effects.append(announcement(of: nil, by: member)) }
    }
    return effects
  }

  /// To the others only: a member's own connections know what they enter.
  private func announcement(of draft: DraftContent?, by member: MemberID) -> RoomEffect {
    var message = ServerMessage()
    message.draftChanged.groupID = group.description
    message.draftChanged.lane = Lane.shared.name
    message.draftChanged.memberID = member.description
    if let draft { message.draftChanged.draft = draft }
    var others = recipients[.shared] ?? Recipients()
    for format in WireFormat.allCases { others[format].removeAll { subscriptions[$0]?.member == member } }
    return .announce(message, others)
  }
}

extension TellDraft {
  // Limit: digits of an amount's whole units that others see; one more is answered `bad_request`.
  private static let leadingDigitsMax: UInt32 = 2
  // Limit: digits of an amount's whole units; one more is answered `bad_request`.
  private static let digitsMax: UInt32 = 18

  /// The flaw of the message, whoever sent it; nil: it has none.
  fileprivate func flaw(_ limits: RoomLimits) -> Rejected? {
    guard lane == Lane.shared.name else {
      return .badRequest(.choiceNotAllowed, field: "tell_draft.lane", cause: "Drafts are shown in lane shared only.")
    }
    guard draft.text.utf8.count <= limits.draftTextBytesMax else {
      return .badRequest(
        .textTooLong, field: "tell_draft.draft.text",
        cause: "The words have \(draft.text.utf8.count) bytes; at most \(limits.draftTextBytesMax) are shown.")
    }
    guard draft.digitCount <= Self.digitsMax else {
      return .badRequest(
        .numberOutOfRange, field: "tell_draft.draft.digit_count", cause: "No amount has more than \(Self.digitsMax) digits.")
    }
    let digits = draft.leadingDigits.utf8
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else {
      return .badRequest(.messageMalformed, field: "tell_draft.draft.leading_digits", cause: "These are not the first digits of an amount.")
    }
    guard digits.count <= min(Self.leadingDigitsMax, draft.digitCount / 2) else {
      return .badRequest(
        .numberOutOfRange, field: "tell_draft.draft.leading_digits",
        cause: "Others see at most half of an amount's digits and at most \(Self.leadingDigitsMax), never all of it.")
    }
    return nil
  }
}
