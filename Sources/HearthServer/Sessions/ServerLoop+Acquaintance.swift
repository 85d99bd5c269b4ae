import EventStore
import HearthProtocol
import Room

/// Whether somebody may be told of a group at all, asked of the directory before anything is asked of the group (SPEC
/// ER-04): so a group of others costs a stranger, and the server, the same as one that there never was, whether it is
/// in memory, on the disk or nowhere.
extension ServerLoop {
  /// Asks something of a group for an identity that may never have been in it. While the directory is asked the session
  /// is put off: what it has sent behind this waits, and is handled in the order sent.
  func ask(_ request: RoomRequest, of group: GroupID, for identity: IdentityID, _ session: Session) {
    // Its events come before the answers to what it asks now (SPEC CM-07).
    if let wish = session.following.waiting(group) { followOn(group, wish.subscribe, session.peer) }
    if session.account.knows(group) { return ask(request, of: group) }
    putOff(session)
    let peer = session.peer
    // To a token for another group this one is as unknown as to a stranger, and as long in being found so (SPEC ID-20).
    let isInReach = session.account.scope.map { $0.group == group } ?? true
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.knows(group, identity) && isInReach
    } then: { loop, result in
      guard let session = loop.lookedUp(for: peer) else { return }
      switch result {
      case .success(true):
        session.account.meet(group)
        loop.ask(request, of: group)
      case .success(false): loop.host.refuse(request, of: group, .notFound())
      case .failure: loop.host.refuse(request, of: group, .unavailable())
      }
    }
  }

  /// Handles nothing more of what a session sends until the directory has answered, so that its order stays (SPEC
  /// CM-10).
  func putOff(_ session: Session) { session.input.lookUpSince = loop.now }

  /// The session that the directory was asked something for, which goes on now. Nil when there is nobody to be
  /// answered: the connection is gone or ends. Then what was asked counts as come too late, like what was sent behind
  /// it: the client has no answer and sends it again (SPEC CM-06).
  func lookedUp(for peer: PeerID) -> Session? {
    guard let session = session(peer), session.stage != .closing, session.stage != .parting else { return nil }
    session.input.lookUpSince = nil
    // Nobody was listening meanwhile: its silence is none of its own (SPEC HS-07).
    session.silence.end(at: loop.now)
    // During the drain too: its Close is to be seen.
    visitNextTurn(session)
    return session
  }
}
