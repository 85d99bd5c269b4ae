import HearthProtocol

// A member goes silent for the others, and comes back (SPEC section 26). Nothing of it stands in a lane that anybody
// else receives, and no decision of another member's depends on it.
extension Deliberation {
  func decide(_ wish: Separate) throws(Rejection) -> Decision {
    let asker = try asker(.separationSet)
    var separated = Separated()
    separated.memberID = asker.idText
    separated.holder = .init(context.holder.bytes)
    return Decision(actor: asker.id, events: [DecidedEvent(.separated(separated))])
  }

  func decide(_ wish: EndSeparation) throws(Rejection) -> Decision {
    let asker = try sender()
    guard state.isSeparated(asker) else { throw .nothingChanges }
    var ended = SeparationEnded()
    ended.memberID = asker.idText
    // Who comes back begins with nothing shared: nobody else has to agree, and before it nobody could be told.
    let grants = state.accounts.sorted { $0.key < $1.key }.filter { shared.members.current($0.value.owner) == asker.id }
      .flatMap { id, account in account.grants.flatMap { revoked($0, of: id) } }
    return Decision(actor: asker.id, events: [DecidedEvent(.separationEnded(ended))] + grants)
  }
}
