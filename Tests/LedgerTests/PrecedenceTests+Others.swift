import HearthProtocol
import Testing

@testable import Ledger

extension PrecedenceTests {
  static let setRateFlaws: [Flaw] = [
    forbidden(.ratesSet),
    archivedFlaw,
    rate(.unknownCurrency(field: "set_rate.rate.from")) { $0.from = "usd" },
    rate(.unknownCurrency(field: "set_rate.rate.to")) { $0.to = "" },
    rate(.choiceNotAllowed(field: "set_rate.rate.to")) { $0.to = $0.from },
    rate(.rateMalformed(field: "set_rate.rate.rate")) { $0.rate = "0.0" },
    rate(.textTooLong(field: "set_rate.rate.source", charactersMax: 100)) { $0.source = String(repeating: "s", count: 101) },
    rate(.textNotAllowed(field: "set_rate.rate.source", .controlCharacter)) { $0.source = "a\nb" },
    rate(.dateMalformed(field: "set_rate.rate.date")) { $0.date = "now" },
    rate(.dateOutOfRange(field: "set_rate.rate.date")) { $0.date = "1900-01-01" },
    Flaw(.nothingChanges) {
      $0.command.body = Household.rate("USD", "2", on: Household.today.description)
      $0.state = fullOfRates
    },
    Flaw(.tooManyRates) {
      $0.command.body = Household.rate("EUR", "2")
      $0.state = fullOfRates
    },
  ]

  /// 10,000 rates of as many days.
  private static let fullOfRates: GroupState = {
    var state = Household.family.state
    for days in 0..<10_000 {
      let date = Household.today.adding(days: -days).description
      var event = Event()
      event.rateSet.rate = Household.exchange("USD", "2.0", on: date)
      do { try state.apply(event, lane: .shared, position: .start) } catch { Issue.record("\(error)") }
    }
    return state
  }()

  private static func rate(_ rejection: Rejection, _ spoil: @escaping @Sendable (inout ExchangeRate) -> Void) -> Flaw {
    Flaw(rejection) { spoil(&$0.command.setRate.rate) }
  }

  static let createInviteFlaws: [Flaw] = [
    forbidden(.invitesCreate),
    archivedFlaw,
    Flaw(.malformedID(field: "create_invite.invite_id")) { $0.command.createInvite.inviteID = "code" },
    Flaw(.alreadyExists(field: "create_invite.invite_id")) { $0.state = invited().state },
    Flaw(.choiceNotAllowed(field: "create_invite.role")) { $0.command.createInvite.role = .owner },
    Flaw(.choiceNotAllowed(field: "create_invite.role")) { $0.command.createInvite.role = .UNRECOGNIZED(-1) },
    Flaw(.malformedID(field: "create_invite.for_identity_id")) { $0.command.createInvite.forIdentityID = "ravi" },
    Flaw(.numberOutOfRange(field: "create_invite.uses_max", bounds: 1...100)) { $0.command.createInvite.usesMax = 101 },
    Flaw(.numberOutOfRange(field: "create_invite.expires_in_seconds", bounds: 60...2_592_000)) {
      $0.command.createInvite.expiresInSeconds = 59
    },
    Flaw(.numberOutOfRange(field: "create_invite.expires_in_seconds", bounds: 60...2_592_000)) {
      $0.command.createInvite.expiresInSeconds = 2_592_001
    },
    Flaw(.textTooLong(field: "create_invite.label", charactersMax: 100)) {
      $0.command.createInvite.label = String(repeating: "l", count: 101)
    },
    Flaw(.textNotAllowed(field: "create_invite.label", .controlCharacter)) { $0.command.createInvite.label = "a\u{7}" },
    Flaw(.tooManyInvites) { $0.state = family((11...30).map { .createInvite(invite($0)) }).state },
  ]

  static let revokeInviteFlaws: [Flaw] = [
    forbidden(.invitesRevoke),
    archivedFlaw,
    Flaw(.malformedID(field: "revoke_invite.invite_id")) { $0.command.revokeInvite.inviteID = "x" },
    Flaw(.unknownInvite(field: "revoke_invite.invite_id")) { $0.command.revokeInvite = revocation(2) },
    Flaw(.nothingChanges) { $0.state = family([.createInvite(invite(1)), .revokeInvite(revocation(1))]).state },
  ]

  static let createGroupFlaws: [Flaw] = [
    Flaw(.notFound(field: "group_id")) { $0.command.groupID = GroupID(high: 1, low: 1).description },
    Flaw(.malformedID(field: "create_group.member_id")) { $0.command.createGroup.memberID = "me" },
    Flaw(.alreadyExists(field: "group_id")) { $0.state = Household.family.state },
    Flaw(.choiceNotAllowed(field: "create_group.template")) { $0.command.createGroup.template = .UNRECOGNIZED(9) },
    Flaw(.choiceNotAllowed(field: "create_group.week_starts_on")) { $0.command.createGroup.weekStartsOn = .UNRECOGNIZED(-1) },
    Flaw(.unknownCurrency(field: "create_group.currency")) { $0.command.createGroup.currency = "" },
    Flaw(.timeZoneMalformed(field: "create_group.time_zone")) { $0.command.createGroup.timeZone = "../etc/passwd" },
    Flaw(.timeZoneMalformed(field: "create_group.time_zone")) { $0.command.createGroup.timeZone = String(repeating: "a", count: 65) },
    Flaw(.textTooLong(field: "create_group.name", charactersMax: 50)) { $0.command.createGroup.name = String(repeating: "घ", count: 51) },
    Flaw(.textMissing(field: "create_group.name")) { $0.command.createGroup.name = "  " },
    Flaw(.textNotAllowed(field: "create_group.name", .controlCharacter)) { $0.command.createGroup.name = "a\u{7F}" },
    Flaw(.textTooLong(field: "create_group.display_name", charactersMax: 50)) {
      $0.command.createGroup.displayName = String(repeating: "n", count: 51)
    },
    Flaw(.textNotAllowed(field: "create_group.display_name", .directionOverride)) { $0.command.createGroup.displayName = "a\u{202E}" },
    Flaw(.textTooLong(field: "create_group.icon", charactersMax: 64)) { $0.command.createGroup.icon = String(repeating: "i", count: 65) },
    Flaw(.textNotAllowed(field: "create_group.icon", .controlCharacter)) { $0.command.createGroup.icon = "a\u{7}" },
    Flaw(.textTooLong(field: "create_group.description", charactersMax: 280)) {
      $0.command.createGroup.description_p = String(repeating: "d", count: 281)
    },
    Flaw(.textNotAllowed(field: "create_group.description", .controlCharacter)) { $0.command.createGroup.description_p = "one\ntwo" },
  ]

  static let joinGroupFlaws: [Flaw] = [
    Flaw(.inviteInvalid) { $0.state = GroupState(group: Household.group) },
    Flaw(.inviteInvalid) { $0.command.groupID = GroupID(high: 1, low: 1).description },
    Flaw(.inviteInvalid) { $0.context.invite = nil },
    Flaw(.inviteInvalid) { $0.context.invite = InviteID(high: 1, low: 1) },
    Flaw(.inviteInvalid) { $0.context.settled += 604_800_000 },
    Flaw(.inviteInvalid) { $0.state = family([.createInvite(invite(1)), .revokeInvite(revocation(1))]).state },
    Flaw(.inviteInvalid) { $0.state = used },
    Flaw(.inviteInvalid) { $0.state = family([.createInvite(invite(1, for: somebody))]).state },
    Flaw(.inviteInvalid) { $0.state = family([.createInvite(invite(1)), .archiveGroup(ArchiveGroup())]).state },
    Flaw(.alreadyMember) { $0.context.holder = Household.holder(1) },
    Flaw(.wasRemoved) {
      $0.state = removed
      $0.context.holder = Household.holder(3)
    },
    Flaw(.groupFull(membersMax: 10)) { $0.state = crowded },
    Flaw(.malformedID(field: "join_group.member_id")) { $0.command.joinGroup.memberID = "" },
    Flaw(.alreadyExists(field: "join_group.member_id")) { $0.command.joinGroup.memberID = Household.text(3) },
    Flaw(.transparencyNotAccepted(field: "join_group.accepts_transparency")) {
      $0.state = family([.createInvite(invite(1, role: .minor))]).state
      $0.command.joinGroup.acceptsTransparency = "2001-01"
    },
    Flaw(.textTooLong(field: "join_group.display_name", charactersMax: 50)) {
      $0.command.joinGroup.displayName = String(repeating: "s", count: 51)
    },
    Flaw(.textNotAllowed(field: "join_group.display_name", .controlCharacter)) { $0.command.joinGroup.displayName = "a\u{9B}b" },
  ]

  /// The adult was removed; the invite is open.
  private static let removed = family([.createInvite(invite(1)), .removeMember(removal(3))]).state

  /// The invite's one use is gone; the group has space.
  private static let used: GroupState = {
    var household = invited()
    join(&household, numbers: [20])
    return household.state
  }()

  /// Ten members, and an invite with uses left.
  private static let crowded: GroupState = {
    var household = invited(uses: 100)
    join(&household, numbers: 20...24)
    return household.state
  }()

  private static func join(_ household: inout Household, numbers: some Sequence<UInt64>) {
    household.invite = InviteID(high: 0xD000, low: 1)
    for number in numbers {
      var wish = JoinGroup()
      wish.memberID = Household.text(number)
      wish.displayName = "Guest"
      _ = try? household.perform(.joinGroup(wish), by: number)
    }
  }
}
