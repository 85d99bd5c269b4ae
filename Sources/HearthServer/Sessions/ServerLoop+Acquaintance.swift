import EventStore
import HearthProtocol
import Room

/// Whether somebody may be told of a group at all, asked of the directory before anything is asked of the group (SPEC ER-04): so a group of others costs
/// a stranger, and the server, the same as one that there never was, whether it is in memory, on the disk or nowhere.
extension ServerLoop {
  /// Asks something of a group for an identity that may never have been in it. While the directory is asked the session is put off: what it has sent
  /// behind this waits, and is handled in the order sent.
  func ask(_ request: RoomRequest, of group: GroupID, for identity: IdentityID, _ session: Session) {
    if session.knows(group) { return ask(request, of: group) }
    session.lookUpSince = loop.now
    background.findAcquaintance(of: identity, with: group, for: request, peer: session.peer)
  }

  /// The directory knows whether the identity is or was in the group.
  func acquaintanceFound(_ peer: PeerID, _ group: GroupID, _ request: RoomRequest, _ result: Result<Bool, StoreFailure>) {
    let session = session(peer).flatMap { $0.stage == .closing || $0.stage == .parting ? nil : $0 }
    // It goes on however this ends, during the drain too: its Close is to be seen.
    if let session { noteLookedUp(session) }
    // Not answered then: the client sends it again (SPEC CM-06).
    guard case .serving = phase else { return }
    switch result {
    case .success(true):
      session?.meet(group)
      // Of whoever has gone meanwhile commands are carried out, as they are of whoever goes right behind them.
      if case .submit = request { ask(request, of: group) } else if session != nil { ask(request, of: group) }
    case .success(false): host.refuse(request, of: group, .notFound())
    case .failure: host.refuse(request, of: group, .unavailable())
    }
  }

  /// What a session waited for has been looked up.
  func noteLookedUp(_ session: Session) {
    session.lookUpSince = nil
    // Nobody was listening meanwhile: its silence is none of its own (SPEC HS-07).
    session.heardAt = loop.now
    session.pingedAt = nil
    visitNextTurn(session)
  }
}
