import HearthProtocol

/// One message of encouragement.
public struct CoachingRecord: Sendable, Equatable {
  /// Who sent it, under the name they had then.
  public let sender: MemberID
  /// The member that it is for, the same way.
  public let recipient: MemberID
  /// 1 to 500 characters.
  public let text: String
  /// When it was sent, milliseconds since 1970.
  public let at: Int64

  init(_ message: Coaching) throws(HistoryFlaw) {
    guard let sender = MemberID(message.senderID) else { throw .malformed("sender_id") }
    guard let recipient = MemberID(message.recipientID), recipient != sender else { throw .malformed("recipient_id") }
    (self.sender, self.recipient, text, at) = (sender, recipient, message.text, message.atMs)
  }

  private init(sender: MemberID, recipient: MemberID, text: String, at: Int64) {
    (self.sender, self.recipient, self.text, self.at) = (sender, recipient, text, at)
  }

  fileprivate var withoutText: CoachingRecord { CoachingRecord(sender: sender, recipient: recipient, text: "", at: at) }

  /// As snapshots carry it.
  public var message: Coaching {
    var message = Coaching()
    (message.senderID, message.recipientID) = (sender.description, recipient.description)
    (message.text, message.atMs) = (text, at)
    return message
  }
}

/// What a member was told and has told others, and whom they do not hear: the part of an inbox that is about coaching.
public struct CoachingBook: Sendable, Equatable {
  /// The newest of each sender to each recipient, in the order of sending.
  public private(set) var messages: [CoachingRecord] = []
  /// Whose messages reach the member no more, in the order of muting, each under the name they had then.
  public private(set) var muted: [MemberID] = []

  /// Makes one in which nothing was said.
  public init() {}

  /// How many messages to a member count when the next is sent: those of the last 24 hours.
  ///
  /// - Parameters:
  ///   - isRecipient: whether this is whom a message was for.
  ///   - now: milliseconds since 1970.
  func count(by sender: MemberID, now: Int64, to isRecipient: (MemberID) -> Bool) -> Int {
    messages.count { message in
      let (passed, isFar) = now.subtractingReportingOverflow(message.at)
      // One of the future was sent by a clock that was wrong, and counts against nobody (SPEC TM-03).
      return !isFar && passed >= 0 && passed < Limits.coachingMilliseconds && message.sender == sender && isRecipient(message.recipient)
    }
  }

  mutating func add(_ record: CoachingRecord) {
    messages.append(record)
    func isOfThese(_ other: CoachingRecord) -> Bool { other.sender == record.sender && other.recipient == record.recipient }
    guard messages.count(where: isOfThese) > Limits.coachingKept, let oldest = messages.firstIndex(where: isOfThese) else { return }
    messages.remove(at: oldest)
  }

  /// Empties what the member of an erasure has said.
  mutating func erase(_ event: WordsErased) {
    for one in event.events {
      guard let sender = MemberID(one.subjectID) else { continue }
      for place in messages.indices where messages[place].sender == sender && messages[place].at == one.atMs {
        messages[place] = messages[place].withoutText
      }
    }
  }

  /// - Parameter isUnmuted: whether the member hears them again.
  mutating func mute(_ text: String, isUnmuted: Bool) throws(HistoryFlaw) {
    guard let member = MemberID(text) else { throw .malformed("member_id") }
    guard muted.contains(member) == isUnmuted else { throw .contradiction(isUnmuted ? .namesKnown : .idsUnique) }
    if isUnmuted { muted.removeAll { $0 == member } } else { muted.append(member) }
  }

  init(_ snapshot: InboxSnapshot) throws(HistoryFlaw) {
    // Counted while they are read, so that a long list costs no more than its length.
    var counts: [[MemberID]: Int] = [:]
    for message in snapshot.coaching {
      let record = try CoachingRecord(message)
      counts[[record.sender, record.recipient], default: 0] += 1
      guard counts[[record.sender, record.recipient], default: 0] <= Limits.coachingKept else { throw .contradiction(.namesKnown) }
      messages.append(record)
    }
    for mute in snapshot.coachingMutes { try self.mute(mute.memberID, isUnmuted: false) }
  }

  func fill(_ snapshot: inout InboxSnapshot) {
    snapshot.coaching = messages.map(\.message)
    snapshot.coachingMutes = muted.map { member in
      var mute = CoachingMute()
      mute.memberID = member.description
      return mute
    }
  }
}

extension GroupState {
  /// Folds an event in that is about coaching.
  mutating func coach(_ body: Event.OneOf_Body, by author: String, in lane: Lane) throws(HistoryFlaw) {
    switch body {
    case .coachingSent(let sent): try changeInbox(lane) { inbox, _ throws(HistoryFlaw) in try inbox.coach(sent, by: author) }
    case .coachingMuted(let muted):
      try changeInbox(lane) { inbox, _ throws(HistoryFlaw) in try inbox.coaching.mute(muted.memberID, isUnmuted: muted.unmuted) }
    case .coachingRestricted(let restricted): try shared.restrict(restricted)
    default: throw .misplaced
    }
  }
}

extension SharedState {
  mutating func restrict(_ event: CoachingRestricted) throws(HistoryFlaw) {
    guard let id = MemberID(event.minorID) else { throw .malformed("minor_id") }
    guard var member = members[id] else { throw .contradiction(.namesKnown) }
    guard member.role == .minor, member.isPresent, member.isCoachingRestricted == event.lifted else { throw .contradiction(.memberPresent) }
    member.isCoachingRestricted = !event.lifted
    members.update(member)
  }
}
