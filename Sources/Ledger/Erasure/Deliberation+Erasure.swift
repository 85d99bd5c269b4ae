import HearthProtocol

// Erasing what somebody wrote (SPEC EW-01).
extension Deliberation {
  func decide(_ wish: EraseWords) throws(Rejection) -> Decision {
    let asker = try asker(.wordsErase)
    let field = "erase_words.member_id"
    let named = wish.memberID.isEmpty ? asker : try member(wish.memberID, field: field)
    guard let member = shared.member(shared.members.current(named.id)) else { throw .unknownMember(field: field) }
    let isOwn = member.id == asker.id
    try permit(.wordsErase, asker, isOwn: isOwn)
    // Nobody takes the words of somebody who is there, or may come to be.
    guard isOwn || !member.isPresent else { throw .forbidden(right: .wordsErase, role: asker.role) }
    guard !shared.erasing.contains(member.id) else { throw .nothingChanges }
    var erased = WordsErased()
    erased.memberID = member.idText
    return Decision(actor: asker.id, events: [DecidedEvent(.wordsErased(erased))])
  }
}
