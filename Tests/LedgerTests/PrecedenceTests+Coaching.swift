import HearthProtocol

@testable import Ledger

/// The commands about coaching, spoilt one by one and in order.
extension PrecedenceTests {
  static let coachingTables: [(String, Situation, [Fault])] = [
    ("send_coaching", Situation(.sendCoaching(CoachingTests.wish(3))), envelope + asker + sendFaults),
    ("mute_coaching", Situation(.muteCoaching(CoachingTests.mute(3))), envelope + asker + muteFaults),
    ("restrict_coaching", Situation(.restrictCoaching(CoachingTests.restriction())), envelope + asker + restrictFaults),
  ]

  private static let restricted = family([.restrictCoaching(CoachingTests.restriction())])
  private static let muted = family([.muteCoaching(CoachingTests.mute(3))])
  private static let coached = family((1...3).map { _ in .sendCoaching(CoachingTests.wish(3)) })
  private static let gone = after(Household.family, [(.leaveGroup(LeaveGroup()), 3)])

  private static let sendFaults: [Fault] = [
    forbidden(.coachingSend), archivedFault,
    Fault(.malformedID(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = "Riya" },
    Fault(.unknownMember(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = Household.text(99) },
    Fault(.choiceNotAllowed(field: "send_coaching.recipient_id")) { $0.command.sendCoaching.recipientID = Household.text(1) },
    Fault(.memberNotActive(field: "send_coaching.recipient_id")) {
      ($0.state, $0.context.holder) = (gone.state, Household.holder(1))
      $0.command.sendCoaching.recipientID = Household.text(3)
    },
    Fault(.forbidden(rule: .coachingSend, role: .adult)) {
      ($0.state, $0.context.holder) = (restricted.state, Household.holder(3))
      $0.command.sendCoaching.recipientID = Household.text(5)
    },
    Fault(.textTooLong(field: "send_coaching.text", charactersMax: 500)) {
      $0.command.sendCoaching.text = String(repeating: "n", count: 501)
    },
    Fault(.textMissing(field: "send_coaching.text")) { $0.command.sendCoaching.text = " " },
    Fault(.textNotAllowed(field: "send_coaching.text", .controlCharacter)) { $0.command.sendCoaching.text = "one\ntwo" },
    Fault(.nudge) { $0.state = coached.state },
  ]

  private static let muteFaults: [Fault] = [
    Fault(.forbidden(rule: .coachingMute, role: .minor)) { $0.context.holder = Household.holder(5) }, archivedFault,
    Fault(.malformedID(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = "Ravi" },
    Fault(.unknownMember(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = Household.text(99) },
    Fault(.choiceNotAllowed(field: "mute_coaching.member_id")) { $0.command.muteCoaching.memberID = Household.text(1) },
    Fault(.memberNotActive(field: "mute_coaching.member_id")) { $0.state = gone.state },
    Fault(.nothingChanges) { $0.state = muted.state },
  ]

  private static let restrictFaults: [Fault] = [
    forbidden(.coachingRestrict), archivedFault,
    Fault(.malformedID(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = "Riya" },
    Fault(.unknownMember(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = Household.text(99) },
    Fault(.choiceNotAllowed(field: "restrict_coaching.minor_id")) { $0.command.restrictCoaching.minorID = Household.text(3) },
    Fault(.nothingChanges) {
      ($0.state, $0.command.restrictCoaching) = (restricted.state, CoachingTests.restriction())
    },
  ]
}
