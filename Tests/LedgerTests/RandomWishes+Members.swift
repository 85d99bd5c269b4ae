import HearthProtocol

@testable import Ledger

extension RandomWishes {
  private mutating func someone(_ people: UInt64) -> UInt64 { UInt64.random(in: 1...people, using: &random) }

  private mutating func member(_ people: UInt64) -> String { Household.text(someone(people)) }

  private mutating func role() -> Role { pick([.owner, .admin, .adult, .viewer, .minor, .minor, .adult]) }

  private mutating func version() -> String { pick([TransparencyNotice.version, TransparencyNotice.version, "2001-01"]) }

  /// A command about members that may or may not be allowed.
  ///
  /// - Parameter people: members, present, gone or to come, are numbered from 1 to this.
  mutating func memberWish(people: UInt64) -> Command.OneOf_Body {
    switch Int.random(in: 0..<16, using: &random) {
    case 15:
      let (one, other) = (someone(people), pick([someone(people), nil]))
      return .setParty(PrecedenceTests.party(one, with: other))
    case 14: return .setDefaultSharing(PrecedenceTests.sharing(someone(people), pick([true, false, nil])))
    case 13:
      var wish = SetMemberEmail()
      wish.email = pick(["", "asha@example.org", "ravi@example.org", text()])
      return .setMemberEmail(wish)
    case 0: return .addPlaceholder(PrecedenceTests.placeholder(someone(people), pick(["", "Meera", "Riya"]), as: role()))
    case 1: return .claimMember(PrecedenceTests.claim(someone(people), accepting: TransparencyNotice.version))
    case 2: return .renameMember(PrecedenceTests.renaming(someone(people), to: pick(["", "Asha", "Ravi", text()])))
    case 3: return PrecedenceTests.coloring(someone(people), pick(["#4f8a10", "#000000", "", "blue"]))
    case 4, 5: return .changeRole(PrecedenceTests.change(someone(people), to: role()))
    case 6:
      var wish = AcknowledgeRole()
      wish.acceptsTransparency = version()
      return .acknowledgeRole(wish)
    case 7: return .requestRole(PrecedenceTests.request(role()))
    case 8:
      if Bool.random(using: &random) { return .declineRole(PrecedenceTests.roleDecline(someone(people))) }
      return .approveRole(PrecedenceTests.approval(someone(people), pick([.adult, .viewer])))
    case 9: return .leaveGroup(LeaveGroup())
    case 10: return .removeMember(PrecedenceTests.removal(someone(people)))
    case 11: return .restoreMember(PrecedenceTests.restoration(someone(people)))
    default: return .transferOwnership(PrecedenceTests.transfer(someone(people)))
    }
  }

  /// A join by any of the invites, with or without a claim.
  mutating func join(as number: UInt64, people: UInt64) -> JoinGroup {
    var wish = JoinGroup()
    wish.memberID = member(people)
    wish.displayName = pick(["", "Sara"])
    wish.acceptsTransparency = version()
    if Bool.random(using: &random) { wish.claimsMemberID = member(people) }
    return wish
  }

  /// An event about members, with anything in its fields.
  mutating func memberEvent() -> Event.OneOf_Body {
    switch Int.random(in: 0..<9, using: &random) {
    case 8:
      var event = MemberEmailSet()
      event.email = pick(["", "asha@example.org", text()])
      return .memberEmailSet(event)
    case 0:
      var event = MemberClaimed()
      (event.memberID, event.role, event.replacedMemberID) = (member(7), role(), pick(["", text()]))
      event.holder = .init(repeating: 9, count: Int.random(in: 15...17, using: &random))
      event.formerHolder = pick([.init(), .init(Household.holder(1).bytes), .init(repeating: 9, count: 3)])
      return .memberClaimed(event)
    case 1:
      var event = RoleChanged()
      (event.memberID, event.role) = (member(7), role())
      return .roleChanged(event)
    case 2:
      var event = RoleChangeProposed()
      (event.memberID, event.role, event.effectiveAtMs) = (member(7), role(), number())
      return .roleChangeProposed(event)
    case 3:
      var event = RoleRequested()
      (event.memberID, event.role) = (text(), role())
      return .roleRequested(event)
    case 4:
      var event = MemberLeft()
      event.memberID = text()
      return .memberLeft(event)
    case 5:
      var event = MemberRemoved()
      event.memberID = member(7)
      return .memberRemoved(event)
    case 6:
      var event = MemberRestored()
      (event.memberID, event.role) = (member(7), role())
      return .memberRestored(event)
    default:
      var event = OwnershipTransferred()
      event.memberID = text()
      return .ownershipTransferred(event)
    }
  }
}
