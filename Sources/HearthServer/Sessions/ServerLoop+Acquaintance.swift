import EventStore
import HearthProtocol
import Room

/// Whether somebody may be told of a group at all, asked of the directory before anything is asked of the group (SPEC ER-04): so a group of others costs
/// a stranger, and the server, the same as one that there never was, whether it is in memory, on the disk or nowhere.
extension ServerLoop {
  // Limit: what waits for the directory, of one connection and one group; one more is answered `overloaded`.
  private static let waitingMax = 1_000

  /// Names a look-up that is under way.
  struct LookUp: Hashable {
    var peer: PeerID
    var group: GroupID
  }

  /// Asks something of a group for an identity that may never have been in it.
  func ask(_ request: RoomRequest, of group: GroupID, for identity: IdentityID, _ session: Session) {
    if session.knows(group) { return ask(request, of: group) }
    let lookUp = LookUp(peer: session.peer, group: group)
    let waiting = lookUps[lookUp]?.count ?? 0
    guard waiting < Self.waitingMax else { return host.refuse(request, of: group, .overloaded(retryAfterMilliseconds: 1_000)) }
    lookUps[lookUp, default: []].append(request)
    if waiting == 0 { background.findAcquaintance(of: identity, with: group, peer: session.peer) }
  }

  /// Whether something waits to be asked of the group behind a look-up.
  func isLookingUp(_ group: GroupID, _ session: Session) -> Bool { lookUps[LookUp(peer: session.peer, group: group)] != nil }

  /// The directory knows whether the identity is or was in the group. What it has asked meanwhile goes there in the order sent, a turn's share at a time
  /// (SPEC CM-10).
  func acquaintanceFound(_ peer: PeerID, _ group: GroupID, _ result: Result<Bool, StoreFailure>) {
    let lookUp = LookUp(peer: peer, group: group)
    guard let waiting = lookUps.removeValue(forKey: lookUp) else { return }
    let session = session(peer).flatMap { $0.stage == .closing || $0.stage == .parting ? nil : $0 }
    for request in waiting.prefix(configuration.messagesPerTurnMax) {
      switch result {
      case .success(true):
        // Of whoever has gone meanwhile commands are carried out, as they are of whoever goes right behind them.
        if case .submit = request { ask(request, of: group) } else if session != nil { ask(request, of: group) }
      case .success(false): host.refuse(request, of: group, .notFound())
      case .failure: host.refuse(request, of: group, .unavailable())
      }
    }
    let rest = Array(waiting.dropFirst(configuration.messagesPerTurnMax))
    if !rest.isEmpty {
      // What comes meanwhile waits behind them.
      lookUps[lookUp] = rest
      router.post(.acquaintanceFound(peer, group, result), to: number)
    } else if case .success(true) = result {
      session?.meet(group)
    }
  }
}
