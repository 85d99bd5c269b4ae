import HearthProtocol

extension Deliberation {
  func decide(_ wish: SendCoaching) throws(Rejection) -> Decision {
    let asker = try asker(.coachingSend)
    let field = "send_coaching.recipient_id"
    let recipient = try member(wish.recipientID, field: field)
    guard recipient.id != asker.id else { throw .choiceNotAllowed(field: field) }
    guard recipient.status == .active else { throw .memberNotActive(field: field) }
    try permit(.coachingSend, asker, isOwn: !recipient.isCoachingRestricted)
    let text = try words(wish.text, field: "send_coaching.text", charactersMax: Limits.coachingCharacters, required: true)
    // Counted in the sender's own lane, so that a mute changes nothing about it.
    let sent = state.inbox(of: asker.id).coaching.count(by: asker.id, now: endTime) { shared.members.current($0) == recipient.id }
    guard wish.anyway || sent < Limits.coachingInOneDay else { throw .nudge(sent: sent) }
    var event = CoachingSent()
    (event.recipientID, event.text, event.sentAtMs) = (recipient.idText, text, endTime)
    // The sender's own lane is first, so that the answer points to it, whether or not the recipient hears it.
    let readers = [asker.id] + (isMuted(asker.id, by: recipient) ? [] : [recipient.id])
    return Decision(actor: asker.id, events: readers.map { DecidedEvent(.coachingSent(event), in: .inbox($0)) })
  }

  /// Whether a member has muted another, and may still: a minor hears everybody.
  private func isMuted(_ sender: MemberID, by recipient: MemberState) -> Bool {
    allows(.coachingMute, recipient, isOwn: true) && mute(of: sender, by: recipient.id) != nil
  }

  /// The name under which a member has muted another; nil: they have not.
  private func mute(of sender: MemberID, by member: MemberID) -> MemberID? {
    state.inbox(of: member).coaching.muted.first { shared.members.current($0) == sender }
  }

  func decide(_ wish: MuteCoaching) throws(Rejection) -> Decision {
    let asker = try asker(.coachingMute)
    let field = "mute_coaching.member_id"
    let member = try member(wish.memberID, field: field)
    guard member.id != asker.id else { throw .choiceNotAllowed(field: field) }
    guard wish.unmuted || member.status == .active else { throw .memberNotActive(field: field) }
    let named = mute(of: member.id, by: asker.id)
    guard (named != nil) == wish.unmuted else { throw .nothingChanges }
    return Decision(actor: asker.id, events: [muted(named ?? member.id, by: asker.id, isUnmuted: wish.unmuted)])
  }

  private func muted(_ sender: MemberID, by member: MemberID, isUnmuted: Bool = false) -> DecidedEvent {
    var event = CoachingMuted()
    (event.memberID, event.unmuted) = (sender.description, isUnmuted)
    return DecidedEvent(.coachingMuted(event), in: .inbox(member))
  }

  func decide(_ wish: RestrictCoaching) throws(Rejection) -> Decision {
    let asker = try asker(.coachingRestrict)
    let minor = try minor(wish.minorID, field: "restrict_coaching.minor_id").member
    guard minor.isCoachingRestricted == wish.lifted else { throw .nothingChanges }
    var restricted = CoachingRestricted()
    (restricted.minorID, restricted.lifted) = (minor.idText, wish.lifted)
    return Decision(actor: asker.id, events: [DecidedEvent(.coachingRestricted(restricted))])
  }

  /// What a member has muted goes along when they go on as another: said anew in the inbox that they have then.
  func mutes(of former: MemberID, goingOnAs member: MemberID) -> [DecidedEvent] {
    let known = state.inbox(of: member).coaching.muted
    return state.inbox(of: former).coaching.muted.filter { !known.contains($0) && $0 != member }.map { muted($0, by: member) }
  }
}
