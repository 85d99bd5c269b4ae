import HearthProtocol

// Members see what others are entering just now (SPEC PR-06).
extension SyncCore {
  // Limit: messages of which it is known that nobody asks what became of them; a refusal of an older one is told.
  private static let draftRequestsMax = 16

  /// Shows the others what is being entered; nothing is sent where the group is not followed, or quietly.
  mutating func tell(_ draft: DraftContent?, of group: GroupID) -> [SyncEffect] {
    guard isReady, !configuration.isQuiet, let known = following[group], known.isHeard, known.replica.view != nil else { return [] }
    var told = TellDraft()
    told.groupID = group.description
    told.lane = Lane.shared.name
    if let draft { told.draft = draft }
    let request = nextRequest()
    following[group]?.draftRequests = known.draftRequests.suffix(Self.draftRequestsMax - 1) + [request]
    return send(.tellDraft(told), request: request)
  }

  /// Another member is entering something. That of a lane of a later version is passed over.
  mutating func take(_ changed: DraftChanged) -> [SyncEffect] {
    guard let group = GroupID(changed.groupID), let member = MemberID(changed.memberID), changed.lane == Lane.shared.name,
      following[group]?.isHeard == true
    else { return [] }
    return [.notice(.draft(group, member, changed.hasDraft ? changed.draft : nil))]
  }
}
