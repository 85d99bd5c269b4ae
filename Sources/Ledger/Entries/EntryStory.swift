import HearthProtocol

/// What most entries do not have: changes, a dispute, a place, receipts, a rule.
final class EntryStoryState: Sendable {
  let message: EntryStory
  /// Position of the last event that touched the entry.
  let version: LanePosition

  init(_ message: EntryStory, version: LanePosition) {
    self.message = message
    self.version = version
  }
}

extension EntryStory {
  /// Whether everybody whom it names has a number below this one.
  func names(onlyBelow count: Int) -> Bool {
    disputes.allSatisfy { $0.by < count } && changes.allSatisfy { $0.by < count } && comments.allSatisfy { $0.by < count }
  }

  /// Takes out what was said beside the entry in these events.
  ///
  /// - Parameter numbers: of the members who said it.
  mutating func removeWords(saidIn events: [ErasedEvent], by numbers: Set<UInt32>) {
    let ids = Set(events.lazy.map(\.commentID).filter { !$0.isEmpty })
    for place in comments.indices where ids.contains(comments[place].commentID) { comments[place].text = "" }
    let instants = Set(events.lazy.map(\.atMs).filter { $0 != 0 })
    for place in disputes.indices where instants.contains(disputes[place].atMs) && numbers.contains(disputes[place].by) {
      disputes[place].reason = ""
    }
  }
}

extension EntryState {
  /// Position of the last event that changed it; what an edit is based on.
  public var version: LanePosition { story?.version ?? position }
  /// Whether it was taken out of all sums.
  public var isVoided: Bool { story?.message.voided ?? false }
  /// Whether a member it names says that it is wrong.
  public var isDisputed: Bool { !(story?.message.disputes.isEmpty ?? true) }
  /// Who says that it is wrong, and why; one a member.
  public var disputes: [(member: MemberID, reason: String)] {
    story?.message.disputes.map { (roster.ids[Int($0.by)], $0.reason) } ?? []
  }

  /// The same as messages, with when they said so.
  var disputeMessages: [EntryDispute] {
    story?.message.disputes.map { dispute in
      var message = EntryDispute()
      message.memberID = roster.ids[Int(dispute.by)].description
      message.reason = dispute.reason
      message.atMs = dispute.atMs
      return message
    } ?? []
  }

  /// What members said beside it, the first first.
  public var comments: [EntryComment] {
    story?.message.comments.map { comment in
      var message = EntryComment()
      message.commentID = comment.commentID
      message.memberID = roster.ids[Int(comment.by)].description
      message.text = comment.text
      message.atMs = comment.atMs
      return message
    } ?? []
  }

  /// The rule by which the server booked it, or nil.
  public var rule: RecurringID? { story.flatMap { RecurringID($0.message.ruleID) } }
  /// Which instalment of a loan it is, or nil.
  public var instalment: Instalment? { story.flatMap { $0.message.hasInstalment ? $0.message.instalment : nil } }

  /// The last change of each field that was changed since this version.
  func changes(after version: UInt64) -> [FieldChange] { story?.message.changes.filter { $0.version > version } ?? [] }

  /// Whether the member paid or owes.
  func names(_ member: MemberID) -> Bool { paid.contains { $0.member == member } || owed.contains { $0.member == member } }

  /// The part that sums follow from, as a message.
  var money: EntryMoney {
    let content = content
    var money = EntryMoney()
    money.kind = content.kind
    money.amount = content.amount
    money.paid = content.paid
    money.split = content.split
    if content.hasConversion { money.conversion = content.conversion }
    return money
  }

  /// The edit that gives the fields changed in that version their former values.
  func undoing(_ version: LanePosition, to before: EntryState) -> EntryEdited {
    var edited = EntryEdited()
    edited.entryID = id.description
    edited.undoes = version.rawValue
    for change in changes(after: version.rawValue - 1) {
      switch change.field {
      case .money:
        edited.changes.money = before.money
        edited.owed = before.owed.map(Share.init)
      case .description_: edited.changes.description_p = before.description
      case .category: edited.changes.category = before.category
      case .date: edited.changes.date = before.date.description
      case .note: edited.changes.note = before.note
      case .merchant: edited.changes.merchant = before.merchant
      case .place: edited.changes.place = before.content.place
      case .receipts: edited.changes.receipts.receipts = before.content.receipts
      case .unspecified, .UNRECOGNIZED: break
      }
    }
    return edited
  }
}

/// An edit of a version that is not the last one, of fields that others have changed since (product N9).
public struct EntryConflict: Equatable, Sendable {
  /// What was changed since.
  public struct Change: Equatable, Sendable {
    /// The field.
    public var field: EntryField
    /// The version that changed it.
    public var version: LanePosition
    /// Who changed it.
    public var by: MemberID
  }

  /// The entry.
  public var entry: EntryID
  /// The version the edit was based on.
  public var base: LanePosition
  /// The version the entry has.
  public var current: LanePosition
  /// The last change of each field in conflict.
  public var changes: [Change]
}

extension EntryField {
  /// The field's name as `EntryChanges` has it.
  public var text: String {
    switch self {
    case .money: "money"
    case .description_: "description"
    case .category: "category"
    case .date: "date"
    case .note: "note"
    case .merchant: "merchant"
    case .place: "place"
    case .receipts: "receipts"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
