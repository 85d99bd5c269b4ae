import HearthProtocol

@testable import Ledger

/// The commands about coaching, spoilt one by one and in order.
extension PrecedenceTests {
  static let coachingTables: [(String, Situation, [Flaw])] = [
    ("send_coaching", Situation(.sendCoaching(CoachingTests.wish(3))), envelope + asker + sendFlaws),
    ("mute_coaching", Situation(.muteCoaching(CoachingTests.mute(3))), envelope + asker + muteFlaws),
    ("restrict_coaching", Situation(.restrictCoaching(CoachingTests.restriction())), envelope + asker + restrictFlaws),
  ]

  private static let restricted = family([.restrictCoaching(CoachingTests.restriction())])
  private static let muted = family([.muteCoaching(CoachingTests.mute(3))])
  private static let coached = family((1...3).map { _ in .sendCoaching(CoachingTests.wish(3)) })
  private static let gone = after(Household.family, [(.leaveGroup(LeaveGroup()), 3)])

  private static let sendFlaws: [Flaw] = [
    forbidden(.coachingSend), archivedFlaw,
    Flaw(.malformedID(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = "Riya" },
    Flaw(.unknownMember(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = Household.text(99) },
    Flaw(.choiceNotAllowed(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = Household.text(1) },
    Flaw(.memberNotActive(field: "send_coaching.recipient_id")) {
      ($0.state, $0.context.holder) = (gone.state, Household.holder(1))
      $0.command.sendCoaching.recipientID = Household.text(3)
    },
    Flaw(.forbidden(right: .coachingSend, role: .adult)) {
      ($0.state, $0.context.holder) = (restricted.state, Household.holder(3))
      $0.command.sendCoaching.recipientID = Household.text(5)
    },
    Flaw(.textTooLong(field: "send_coaching.text", charactersMax: 500)) {
      $0.command.sendCoaching.text = String(repeating: "n", count: 501)
    },
    Flaw(.textMissing(field: "send_coaching.text")) { $0.command.sendCoaching.text = " " },
    Flaw(.textNotAllowed(field: "send_coaching.text", .controlCharacter)) { $0.command.sendCoaching.text = "one\ntwo" },
    Flaw(.nudge(sent: 3)) { $0.state = coached.state },
  ]

  private static let muteFlaws: [Flaw] = [
    Flaw(.forbidden(right: .coachingMute, role: .minor)) { $0.context.holder = Household.holder(5) }, archivedFlaw,
    Flaw(.malformedID(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = "Ravi" },
    Flaw(.unknownMember(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = Household.text(99) },
    Flaw(.choiceNotAllowed(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = Household.text(1) },
    Flaw(.memberNotActive(field: "mute_coaching.member_id")) { $0.state = gone.state },
    Flaw(.nothingChanges) { $0.state = muted.state },
  ]

  private static let restrictFlaws: [Flaw] = [
    forbidden(.coachingRestrict), archivedFlaw,
    Flaw(.malformedID(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = "Riya" },
    Flaw(.unknownMember(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = Household.text(99) },
    Flaw(.choiceNotAllowed(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = Household.text(3) },
    Flaw(.nothingChanges) {
      ($0.state, $0.command.restrictCoaching) = (restricted.state, CoachingTests.restriction())
    },
  ]
}
