import HearthProtocol

/// A member keeps everything of theirs from the others: what their inbox says of it (SPEC SE-01).
public struct SeparationState: Sendable, Equatable {
  /// Who held the member when it began.
  public let holder: HolderID
  /// Milliseconds since 1970.
  public let since: Int64

  init(_ holder: some Collection<UInt8>, since: Int64) throws(HistoryFlaw) {
    guard let holder = HolderID(bytes: Array(holder)) else { throw .malformed("holder") }
    (self.holder, self.since) = (holder, since)
  }

  init(_ snapshot: Separation) throws(HistoryFlaw) { try self.init(snapshot.holder, since: snapshot.atMs) }

  /// As snapshots carry it.
  var message: Separation {
    var message = Separation()
    message.holder = .init(holder.bytes)
    message.atMs = since
    return message
  }
}

extension InboxState {
  /// Folds the beginning or the end of a separation.
  ///
  /// - Parameter reader: whose inbox it is.
  mutating func separate(_ body: Event.OneOf_Body, of reader: MemberID, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .separated(let separated):
      guard separated.memberID == reader.description else { throw .misplaced }
      let begun = try SeparationState(separated.holder, since: instant)
      // Somebody who took the member over may begin one of their own.
      guard separation?.holder != begun.holder else { throw .contradiction(.memberPresent) }
      separation = begun
    case .separationEnded(let ended):
      guard ended.memberID == reader.description else { throw .misplaced }
      guard separation != nil else { throw .contradiction(.memberPresent) }
      separation = nil
    default: throw .misplaced
    }
  }
}

extension GroupState {
  /// Whether the member, as they are held now, keeps everything of theirs from the others. Known to themselves and to
  /// the server alone: a replica of somebody else says no.
  public func isSeparated(_ member: MemberState) -> Bool { separation(of: member) != nil }

  /// The same with its beginning; nil when nothing is kept from the others.
  public func separation(of member: MemberState) -> SeparationState? {
    guard let holder = member.holder, let separation = inboxes[member.id]?.separation, separation.holder == holder else { return nil }
    return separation
  }

  /// The members who keep everything of theirs from the others, each with who held them when that began.
  public var separations: [MemberID: HolderID] { inboxes.compactMapValues { $0.separation?.holder } }
}
