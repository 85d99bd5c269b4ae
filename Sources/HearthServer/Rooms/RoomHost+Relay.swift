import EventStore
import HearthProtocol
import Ledger
import Room

/// Groups that another node has: what their members ask here is asked there, and what is said there is passed on as if
/// their room were here.
extension RoomHost {
  // Limit: how often a group is looked for anew without a word from the node that was said to have it; then whoever
  // waits is answered `unavailable`.
  private static let triesMax = 3
  // Limit: how long requests may wait without a word from the node that has the group before the database is asked
  // whether it lives, in milliseconds.
  private static let wordMilliseconds: Int64 = 2_000
  // Limit: how long the database has to say so before the node has gone, in milliseconds. After an outage of the
  // database's own all nodes have been away, and the others may only be about to say that they live.
  private static let goneMilliseconds: Int64 = 2_000

  /// Another node that lives has a group.
  func foundElsewhere(_ group: GroupID, at node: NodePlace, now: Instant) {
    guard let slot = slots[group], slot.relay == nil else { return }
    // A room of this node that was overtaken.
    guard slot.room == nil else { return loaded(group, .failure(.store(.elsewhere(node: node.name))), now: now) }
    slot.leaving = nil
    let waiting = takeWaiting(slot)
    // What other nodes ask is for them to ask there: nothing goes from node to node to node.
    let isWanted = waiting.contains { $0.request?.peer?.isRemote == false }
    if isWanted, slot.relayTries < Self.triesMax, let number = shell.openRelay(of: group, to: node) {
      slot.relayTries += 1
      slot.relay = Relay(number, to: node)
      for (request, _, refuse) in waiting {
        // It may have left while the group was being looked for.
        if case .subscribe(_, _, let origin, _, _, _) = request, peers[origin.peer] == nil { continue }
        if let request { relay(request, slot, now: now) } else { refuse(.unavailable()) }
      }
    } else {
      for (request, _, refuse) in waiting {
        if let peer = request?.peer, peer.isRemote { sayElsewhere(group, to: peer) } else { refuse(.unavailable()) }
      }
      abandon(group)
    }
  }

  private func sayElsewhere(_ group: GroupID, to peer: PeerID) { shell.pass(.elsewhere(group, peer), to: peer) }

  /// Passes a request on to the node that has its group.
  func relay(_ request: RoomRequest, _ slot: RoomSlot, now: Instant) {
    let group = slot.group
    let peer = request.peer
    if let peer, peer.isRemote { return relayForNode(request, peer, slot, now: now) }
    guard let relay = slot.relay else { return refuse(request, of: group, .unavailable()) }
    slot.visitedAt = now.monotonic
    switch request {
    case .streamed, .nextPiece: return shell.askNode(NodeRequest(request, number: 0), on: relay, of: group, by: peer)
    case .mayAnswer(let number, let peer, let questioner, let of): return answer(number, peer, questioner, of, on: relay, of: group)
    case .subscribe(_, _, let origin, _, _, _):
      // It may have left while the group was being looked for.
      guard peers[origin.peer] != nil else { return }
      peers[origin.peer]?.insert(group)
    case .submit, .unsubscribe, .tell, .tellDraft, .readHistory, .look: break
    }
    // Who has nothing to end is answered in any case.
    let isEnd = if case .unsubscribe = request { true } else { false }
    guard isEnd || relay.askedCount < limits.waitingMax else {
      return refuse(request, of: group, .overloaded(retryAfterMilliseconds: 1_000))
    }
    guard let number = relay.ask(request) else { return }
    switch request {
    case .tell, .tellDraft: break
    default:
      let since = relay.waitsSince ?? now.monotonic
      relay.waitsSince = since
      if now.monotonic - since >= Self.wordMilliseconds { look(for: relay, of: group) }
    }
    shell.askNode(NodeRequest(request, number: number), on: relay, of: group, by: peer)
  }

  /// A node asks for a group that another one had when somebody here last asked for it. The group may have come here
  /// since, which nobody has told this node: while nobody waits for the other one, the group is looked for anew.
  private func relayForNode(_ request: RoomRequest, _ peer: PeerID, _ slot: RoomSlot, now: Instant) {
    switch request {
    case .submit, .subscribe, .unsubscribe, .readHistory, .look:
      guard let relay = slot.relay, relay.isIdle else { return sayElsewhere(slot.group, to: peer) }
      notThere(slot.group, relay.number, now: now)
      take(request, for: slot.group, now: now)
    case .tell, .tellDraft, .streamed, .nextPiece, .mayAnswer: sayElsewhere(slot.group, to: peer)
    }
  }

  /// The peer's loop has said whether a question may be answered.
  private func answer(
    _ number: UInt32, _ peer: PeerID, _ questioner: Questioner?, _ of: RelayNumber, on relay: Relay, of group: GroupID
  ) {
    guard relay.number == of, relay[number] != nil else {
      // It has been answered with a refusal, and does not count any more.
      if questioner != nil { shell.pass(.readEnded(peer), to: peer) }
      return
    }
    if questioner != nil { relay.beginReading(number) } else { _ = relay.answered(number) }
    shell.askNode(.mayAnswer(number, questioner), on: relay, of: group, by: peer)
    release(peer, relay)
  }

  private func release(_ peer: PeerID, _ relay: Relay) {
    if relay.release(peer) { shell.leaveNode(peer, relay) }
  }

  /// A peer's connection is gone that follows a group which another node has.
  func leave(_ peer: PeerID, _ relay: Relay) {
    if relay.forget(peer) { shell.leaveNode(peer, relay) }
  }

  /// The node that has a group has something for many peers.
  ///
  /// - Returns: whether they are to have it.
  func heard(_ broadcast: NodeBroadcast, of group: GroupID, on number: RelayNumber) -> Bool {
    guard let relay = slots[group]?.relay, relay.number == number else { return false }
    if let reach = broadcast.reach { relay.tell(reach, broadcast.format, to: broadcast.audience) }
    return true
  }

  /// The node that has a group has something for a peer.
  func heard(_ answer: NodeAnswer, for peer: PeerID, of group: GroupID, on number: RelayNumber) {
    guard let slot = slots[group], let relay = slot.relay, relay.number == number else { return }
    slot.relayTries = 0
    relay.waitsSince = nil
    switch answer {
    case .send(let message):
      if case .rejected(let rejected) = message.body, rejected.code == RejectionCode.unavailable.rawValue { look(for: relay, of: group) }
      if let message = addressed(message, peer, group, relay) { shell.send(message, to: peer) }
    case .accepted(let answer):
      if let asked = relay.answered(answer.request) {
        shell.pass(.accepted(answer, request: asked.origin.request, peer), to: peer)
      }
    case .start(let start, let number):
      // One that follows already is begun anew, unasked, where others read a lane now (SPEC SB-08).
      guard let origin = relay.follow(peer, by: number, start) else { break }
      peers[peer, default: []].insert(group)
      shell.pass(.start(start, origin), to: peer)
    case .stream(let id):
      relay.catchUp(peer)
      shell.pass(.streamLinked(id, group, peer), to: peer)
    case .stopStream:
      // Its subscription begins anew: what others are told, it is not.
      relay.catchUp(peer)
      shell.pass(.stopStream(group, peer), to: peer)
    case .piece(let piece):
      relay.took(piece, peer)
      shell.pass(.pieceLinked(piece, group, peer), to: peer)
    case .drop:
      peers[peer]?.remove(group)
      leave(peer, relay)
      shell.pass(.drop(peer), to: peer)
    case .refuseDamaged(let message):
      if let message = addressed(message, peer, group, relay) { shell.pass(.refuseDamaged(message, group, peer), to: peer) }
    case .readHistory(let request, let number):
      if let origin = relay.answered(number)?.origin { shell.pass(.readHistory(request, origin), to: peer) }
    case .mayAnswer(let number):
      if let origin = relay[number]?.origin { shell.pass(.answerLinked(group, relay.number, number, origin), to: peer) }
    case .answered(var message):
      guard let asked = relay.answered(message.request) else { break }
      message.request = asked.origin.request
      if asked.isReading { shell.pass(.readEnded(peer), to: peer) }
      shell.send(message, to: peer)
    case .unfollowed(let number):
      unfollow(peer, group, relay)
      shell.pass(.unfollowed(group, number, peer), to: peer)
    case .subscriptionEnded(let reason, let closes):
      unfollow(peer, group, relay)
      shell.pass(.subscriptionEnded(group, reason, closes: closes, peer), to: peer)
    case .moved(let subscribe):
      // The node says that it has the group no longer, behind this: then what the peer's loop asks now is asked anew.
      unfollow(peer, group, relay)
      shell.pass(.moved(group, subscribe, peer), to: peer)
    case .cannotGoOn(let rejected, let number):
      guard let asked = relay.answered(number), case .subscribe(_, _, let origin, _, let subscription, _) = asked.request else { break }
      unfollow(peer, group, relay)
      waitToGoOn(peer, group)
      shell.pass(.cannotGoOn(group, subscription, rejected, origin), to: peer)
    case .attachment(let access):
      guard let number = relay.attachmentAsked(by: peer), relay.answered(number) != nil else { break }
      shell.pass(.attachment(access, peer), to: peer)
    case .token(let refusal, let number):
      guard case .look(.token(let errand, _, let origin)) = relay.answered(number)?.request else { break }
      shell.pass(.token(errand, group, refusal, origin), to: peer)
    case .listed(let summary, let number):
      guard case .look(.summary(_, let listing, _)) = relay.answered(number)?.request else { break }
      shell.pass(.listed(summary, group, listing, peer), to: peer)
    }
    release(peer, relay)
  }

  /// An answer under the number that the peer gave its request; nil when there is no such request.
  ///
  /// Who follows the group already and cannot be begun anew is refused by the request by which it does, and follows it
  /// no more.
  private func addressed(_ message: ServerMessage, _ peer: PeerID, _ group: GroupID, _ relay: Relay) -> ServerMessage? {
    guard message.request != 0 else { return message }
    var message = message
    if let asked = relay.answered(message.request) {
      message.request = asked.origin.request
      if case .rejected(let rejected) = message.body, case .submit(let submission) = asked.request {
        message.rejected = submission.undecided(rejected)
      }
      if case .unsubscribed = message.body { unfollow(peer, group, relay) }
    } else if let origin = relay.reading(of: peer, by: message.request) {
      message.request = origin.request
      unfollow(peer, group, relay)
    } else {
      return nil
    }
    return message
  }

  private func unfollow(_ peer: PeerID, _ group: GroupID, _ relay: Relay) {
    // Its connection is known as long as it asks.
    guard !relay.asksAnew(peer) else { return relay.endReading(peer) }
    peers[peer]?.remove(group)
    relay.unfollow(peer)
  }

  /// A node that says nothing, or cannot store, may have lost its way to the database while its links stand: then it is
  /// not seen there, and whoever asks next may have its groups.
  private func look(for relay: Relay, of group: GroupID) {
    guard !relay.isLookedFor, !shell.isStoreAway else { return }
    relay.isLookedFor = true
    shell.lookForNode(of: relay, group)
  }

  /// Whether the database says that the node of a relay has gone.
  func lookedForNode(of number: RelayNumber, _ group: GroupID, isGone: Bool, now: Instant) {
    guard let relay = slots[group]?.relay, relay.number == number else { return }
    (relay.isLookedFor, relay.waitsSince) = (false, nil)
    guard isGone else { return relay.goneSince = nil }
    let since = relay.goneSince ?? now.monotonic
    relay.goneSince = since
    guard now.monotonic - since >= Self.goneMilliseconds else { return }
    notThere(group, number, now: now)
    shell.leaveGoneNode(relay)
  }

  /// Asks whether the node of a relay lives.
  func lookForNode(of number: RelayNumber, _ group: GroupID) {
    if let relay = slots[group]?.relay, relay.number == number { look(for: relay, of: group) }
  }

  /// The node that was said to have a group does not have it: it is looked for again, for all who wait.
  func notThere(_ group: GroupID, _ number: RelayNumber, now: Instant) {
    guard let slot = slots[group], let relay = slot.relay, relay.number == number else { return }
    slot.relay = nil
    shell.endRelay(relay)
    moveReaders(of: group, relay, takesWishes: true)
    slot.readersGoFirst = true
    shell.loadBehindPeers(group)
    for asked in relay.unanswered {
      switch asked.request {
      // The peers that they are for have been sent away.
      case .tell, .tellDraft, .streamed, .nextPiece, .mayAnswer: break
      case _ where asked.isReading: refuse(asked, of: group)
      case .submit(var submission):
        // It may be stored there, or may lie in the link, and be stored when the node goes on.
        submission.mayStand = true
        take(.submit(submission), for: group, now: now)
      case .subscribe, .unsubscribe, .readHistory, .look: take(asked.request, for: group, now: now)
      }
    }
  }

  /// The link to the node that has a group is broken: whoever waits is answered `unavailable`, and who follows the
  /// group goes on where it is next.
  func relayBroken(_ group: GroupID, _ number: RelayNumber) {
    guard let slot = slots[group], let relay = slot.relay, relay.number == number else { return }
    slot.relay = nil
    // What they ask waits until those who follow the group have begun (SPEC CM-07).
    slot.readersGoFirst = true
    for asked in relay.unanswered { refuse(asked, of: group) }
    if moveReaders(of: group, relay) || !slot.waiting.isEmpty { shell.loadBehindPeers(group) } else { remove(slot) }
  }

  /// A peer cannot follow a group now that has moved, and will ask for it again or say that it does not.
  func waitToGoOn(_ peer: PeerID, _ group: GroupID) {
    if peers[peer] != nil { aboutToGoOn[peer, default: []].insert(group) }
  }

  /// A peer does not ask again for a group that has moved.
  func staysAway(_ peer: PeerID, from group: GroupID) {
    guard aboutToGoOn[peer]?.remove(group) != nil, aboutToGoOn[peer]?.isEmpty == true else { return }
    aboutToGoOn[peer] = nil
  }

  private func refuse(_ asked: Relay.Asked, of group: GroupID) {
    if asked.isReading { shell.pass(.readEnded(asked.origin.peer), to: asked.origin.peer) }
    switch asked.request {
    case .tell, .tellDraft: break
    default: refuse(asked.request, of: group, .unavailable())
    }
  }

  /// Has those who follow a group go on where it is next, from where they stand (SPEC SB-12). Who is catching up is
  /// sent away and comes back.
  ///
  /// - Parameter takesWishes: whether who has asked to begin anew is asked for as before, and not sent away.
  /// - Returns: whether anybody goes on.
  @discardableResult
  private func moveReaders(of group: GroupID, _ relay: Relay, takesWishes: Bool = false) -> Bool {
    var areMoved = false
    for peer in relay.readers {
      if takesWishes, relay.asksAnew(peer) { continue }
      peers[peer]?.remove(group)
      let subscribe = relay.subscribeElsewhere(peer, group)
      if subscribe != nil { areMoved = true }
      shell.pass(subscribe.map { .moved(group, $0, peer) } ?? .drop(peer), to: peer)
    }
    return areMoved
  }
}
