import HearthProtocol

extension Deliberation {
  func decide(_ wish: RenameMember) throws(Rejection) -> Decision {
    let asker = try asker(.membersRename)
    let member = try member(wish.memberID, field: "rename_member.member_id")
    try permit(.membersRename, asker, to: member)
    let name = try words(
      wish.displayName, field: "rename_member.display_name", charactersMax: Limits.nameCharacters, required: true)
    guard member.isPresent else { throw .memberNotActive(field: "rename_member.member_id") }
    guard name != member.displayName else { throw .nothingChanges }
    var renamed = MemberRenamed()
    renamed.memberID = member.idText
    renamed.displayName = name
    return Decision(actor: asker.id, events: [DecidedEvent(.memberRenamed(renamed))])
  }

  func decide(_ wish: SetMemberColor) throws(Rejection) -> Decision {
    let asker = try asker(.membersRename)
    let member = try member(wish.memberID, field: "set_member_color.member_id")
    try permit(.membersRename, asker, to: member)
    guard wish.color.isEmpty || isColor(wish.color) else { throw .colorMalformed(field: "set_member_color.color") }
    guard member.isPresent else { throw .memberNotActive(field: "set_member_color.member_id") }
    let color = wish.color.uppercased()
    guard color != member.color else { throw .nothingChanges }
    var set = MemberColorSet()
    set.memberID = member.idText
    set.color = color
    return Decision(actor: asker.id, events: [DecidedEvent(.memberColorSet(set))])
  }

  func decide(_ wish: SetDefaultSharing) throws(Rejection) -> Decision {
    let asker = try asker(.sharingSet)
    let member = try member(wish.memberID, field: "set_default_sharing.member_id")
    guard member.isPresent else { throw .memberNotActive(field: "set_default_sharing.member_id") }
    guard (wish.hasShares ? wish.shares : nil) != member.sharingSet else { throw .nothingChanges }
    var set = DefaultSharingSet()
    set.memberID = member.idText
    if wish.hasShares { set.shares = wish.shares }
    return Decision(actor: asker.id, events: [DecidedEvent(.defaultSharingSet(set))])
  }

  func decide(_ wish: LeaveGroup) throws(Rejection) -> Decision {
    let asker: MemberState
    do throws(Rejection) {
      asker = try self.asker(.membersLeave)
    } catch {
      // The owner is told how they can leave.
      if case .forbidden(_, .owner) = error { throw .ownerMustTransfer }
      throw error
    }
    var left = MemberLeft()
    left.memberID = asker.idText
    left.keepsProposal = asker.proposal != nil
    return Decision(actor: asker.id, events: ends(asker, as: nil) + [DecidedEvent(.memberLeft(left))])
  }

  func decide(_ wish: RemoveMember) throws(Rejection) -> Decision {
    let asker = try asker(.membersRemove)
    let member = try member(wish.memberID, field: "remove_member.member_id")
    guard member.id != asker.id || asker.role != .owner else { throw .ownerMustTransfer }
    try permit(.membersRemove, asker, to: member)
    guard member.isPresent else { throw .memberNotActive(field: "remove_member.member_id") }
    var removed = MemberRemoved()
    removed.memberID = member.idText
    removed.keepsProposal = member.proposal != nil
    return Decision(actor: asker.id, events: ends(member, as: nil) + [DecidedEvent(.memberRemoved(removed))])
  }

  func decide(_ wish: RestoreMember) throws(Rejection) -> Decision {
    let asker = try asker(.membersRestore)
    let member = try member(wish.memberID, field: "restore_member.member_id")
    switch member.status {
    case .removed: break
    // A person who left by their own wish comes back by it: they are invited.
    case .left: throw .hasLeft(field: "restore_member.member_id")
    case .replaced: throw .memberNotActive(field: "restore_member.member_id")
    case .active, .unclaimed: throw .nothingChanges
    }
    try spaceForOne(isNew: false)
    var restored = MemberRestored()
    restored.memberID = member.idText
    restored.role = member.role
    restored.displayName = member.displayName
    return Decision(actor: asker.id, events: [DecidedEvent(.memberRestored(restored))])
  }

  func decide(_ wish: TransferOwnership) throws(Rejection) -> Decision {
    let asker = try asker(.ownershipTransfer)
    let member = try member(wish.memberID, field: "transfer_ownership.member_id")
    try permit(.ownershipTransfer, asker, to: member)
    guard member.status == .active else { throw .memberNotActive(field: "transfer_ownership.member_id") }
    var transferred = OwnershipTransferred()
    transferred.memberID = member.idText
    var roles: [MemberID: Role?] = [asker.id: .admin]
    roles[member.id] = .owner
    return Decision(actor: asker.id, events: ends(roles) + [DecidedEvent(.ownershipTransferred(transferred))])
  }

  /// The member that a command is about.
  func member(_ text: String, field: String) throws(Rejection) -> MemberState {
    guard let id = MemberID(text) else { throw .malformedID(field: field) }
    guard let member = shared.member(id) else { throw .unknownMember(field: field) }
    return member
  }

  /// Refuses what the right does not allow the asker to do to this member.
  func permit(_ right: Right, _ asker: MemberState, to member: MemberState) throws(Rejection) {
    try permit(right, asker, isOwn: asker.id == member.id, target: member.role(at: endTime))
  }

  private func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
