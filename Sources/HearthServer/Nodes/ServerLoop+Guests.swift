import EventStore
import HearthProtocol
import Room
import Transport

/// What other nodes ask of groups that this one has, and what they are told.
extension ServerLoop {
  /// What a node that asks says.
  func heard(_ bytes: [UInt8], _ guest: NodeGuest) throws(NodeFault) {
    let frame = try AskingFrame(bytes)
    guard guest.node != nil else {
      guard case .hello(let version, let node) = frame else { throw NodeFault(cause: "it does not say who it is") }
      return try greet(guest, node, version)
    }
    switch frame {
    case .hello: throw NodeFault(cause: "it says hello again")
    case .ask(let number, let group, let peer, let request): try take(request, number, group, peer, guest)
    case .gone(let number, let peer):
      if let remote = guest.relays[number]?.peers.removeValue(forKey: peer) { forget(remote) }
    case .end(let number): if let relay = guest.relays.removeValue(forKey: number) { forgetPeers(of: relay) }
    case .ping: send(OwningFrame.pong, toNode: guest.connection)
    }
  }

  /// Lets a node in whose certificate is for the name that it says.
  private func greet(_ guest: NodeGuest, _ node: String, _ version: UInt32) throws(NodeFault) {
    guard let links = configuration.nodes else { throw NodeFault(cause: "no links are served") }
    let refusal: String? =
      if !loop.isPeer(guest.connection, named: node) {
        "the certificate is not for the name \(node)"
      } else if version != NodeVersion.current {
        "\(links.name) speaks version \(NodeVersion.current) of links between nodes, not \(version): run the same version of hearthd on all"
      } else if node == links.name {
        "both are called \(node): give each node a name of its own"
      } else {
        nil
      }
    guard let refusal else {
      guest.node = node
      status.nodeLinksChanged(by: 1)
      return send(OwningFrame.hello(version: NodeVersion.current, node: links.name), toNode: guest.connection)
    }
    status.log.warning("a node is refused", metadata: ["node": "\(node)", "cause": "\(refusal)"])
    send(OwningFrame.refused(refusal), toNode: guest.connection)
    loop.close(guest.connection, .afterFlush)
  }

  private func take(
    _ request: NodeRequest, _ number: RelayNumber, _ group: GroupID, _ home: PeerID, _ guest: NodeGuest
  ) throws(NodeFault) {
    let relay: GuestRelay
    if let known = guest.relays[number] {
      guard known.group == group else { throw NodeFault(cause: "a relay has two groups") }
      relay = known
    } else {
      guard guest.relays.count < NodeTable.relaysMax else { throw NodeFault(cause: "it asks of more than \(NodeTable.relaysMax) groups") }
      relay = GuestRelay(number, group, guest)
      guest.relays[number] = relay
    }
    // It will hear that the group is not here. A server that ends says so last.
    guard !relay.isOver, case .serving = phase else { return }
    if case .streamed(let id, let outcome) = request { return ask(.streamed(id, outcome), of: group) }
    let remote = try remote(home, of: relay)
    let asked = request.asked(by: remote.peer, of: group, remote.asker, memory: limits.memory)
    if let refusal = refusal(of: request) { return host.refuse(asked, of: group, refusal) }
    switch asked {
    case .nextPiece(let id, _):
      if let reading = remote.reading, reading.work.id == id { background.readPiece(reading, for: remote.peer) }
    case .mayAnswer(let number, _, let questioner, _):
      guard let pending = remote.questions.removeValue(forKey: number), let questioner else { return }
      background.answer(
        pending.question, of: pending.state, for: pending.holder, now: pending.now, by: questioner,
        origin: Origin(peer: remote.peer, request: number))
    default: ask(asked, of: group)
    }
  }

  /// Why nothing is done for a member of another node: this one has done so much for them that they wait. What concerns
  /// their connection has been seen to where it is.
  private func refusal(of request: NodeRequest) -> Rejected? {
    switch request {
    case .submit(_, let submission): historyRefusal(submission.asker.identity, submission.command, nil)
    case .subscribe(_, _, let identity, _, _, _), .readHistory(_, _, let identity): readRefusal(identity, nil)
    default: nil
    }
  }

  private func remote(_ home: PeerID, of relay: GuestRelay) throws(NodeFault) -> RemotePeer {
    if let known = relay.peers[home] { return known }
    guard nodes.remotes.count < NodeTable.remotesMax else {
      throw NodeFault(cause: "nodes ask for more than \(NodeTable.remotesMax) peers")
    }
    nodes.lastRemote += 1
    let peer = PeerID(remote: nodes.lastRemote, loop: number, likeness: home)
    let remote = RemotePeer(peer, home: home, relay)
    relay.peers[home] = remote
    nodes.remotes[peer] = remote
    return remote
  }

  /// A peer of another node is gone.
  private func forget(_ remote: RemotePeer) {
    nodes.remotes[remote.peer] = nil
    let owner = router.loop(of: remote.relay.group)
    if owner == number { host.disconnected(remote.peer) } else { outbox.add(.disconnected(remote.peer), for: owner) }
  }

  func forgetPeers(of relay: GuestRelay) {
    for remote in relay.peers.values { forget(remote) }
    relay.peers = [:]
  }

  // MARK: What rooms have for them

  /// Passes on what a room has for a peer of another node.
  func tellNode(_ message: PeerMessage, _ peer: PeerID) {
    guard let remote = nodes.remotes[peer] else { return }
    switch message {
    case .send(let message, _): tell(.send(message), remote)
    case .start(let start, let origin):
      remote.reading = nil
      tell(.start(start, origin.request), remote)
    case .stream(let work, _, _):
      remote.reading = CatchUpReading(work)
      tell(.stream(work.id), remote)
    case .stopStream:
      remote.reading = nil
      tell(.stopStream, remote)
    case .drop: tell(.drop, remote)
    case .refuseDamaged(let message, _, _): tell(.refuseDamaged(message), remote)
    case .readHistory(let request, let origin): tell(.readHistory(request, origin.request), remote)
    case .answer(let question, let state, let holder, let now, let origin):
      guard remote.questions.count < RemotePeer.questionsMax else {
        return tell(.send(.rejected(.overloaded(retryAfterMilliseconds: 1_000), request: origin.request)), remote)
      }
      remote.questions[origin.request] = RemotePeer.Pending(question: question, state: state, holder: holder, now: now)
      tell(.mayAnswer(origin.request), remote)
    case .unfollowed(_, let number, _): tell(.unfollowed(number), remote)
    case .subscriptionEnded(_, let reason, let closes, _):
      remote.reading = nil
      tell(.subscriptionEnded(reason, closes: closes), remote)
    case .attachment(let access, _): tell(.attachment(access), remote)
    case .token(_, _, let refusal, let origin): tell(.token(refusal, origin.request), remote)
    case .listed(let summary, _, let listing, _): tell(.listed(summary, listing.rawValue), remote)
    case .moved(_, let subscribe, _):
      remote.reading = nil
      tell(.moved(subscribe), remote)
    case .cannotGoOn(_, _, let rejected, let origin): tell(.cannotGoOn(rejected, origin.request), remote)
    case .elsewhere: sayElsewhere(remote.relay)
    // These are for peers that live here.
    case .accepted, .streamLinked, .pieceLinked, .answerLinked, .readEnded, .broadcast: break
    }
  }

  /// Tells a node that a group of which it asks is here no longer: it looks for it anew, for all that has no answer.
  private func sayElsewhere(_ relay: GuestRelay) {
    guard !relay.isOver else { return }
    relay.isOver = true
    send(OwningFrame.elsewhere(relay.number), toNode: relay.guest.connection)
    forgetPeers(of: relay)
  }

  /// The server ends, and others may have its groups: each node looks for those that it asks of anew.
  func sayGoodbyeToNodes() {
    for guest in nodes.guests.values.sorted(by: { $0.connection.rawValue < $1.connection.rawValue }) {
      for relay in guest.relays.values.sorted(by: { $0.number.rawValue < $1.number.rawValue }) { sayElsewhere(relay) }
    }
  }

  private func tell(_ answer: NodeAnswer, _ remote: RemotePeer) {
    send(OwningFrame.told(remote.relay.number, answer, peer: remote.home), toNode: remote.relay.guest.connection)
  }

  /// A question of a peer of another node was answered.
  func answerNode(_ answer: ServerMessage, _ peer: PeerID) {
    if let remote = nodes.remotes[peer] { tell(.answered(answer), remote) }
  }

  /// A piece of a catch-up was read for a peer of another node, or could not be.
  func pieceReadForNode(_ peer: PeerID, _ reading: CatchUpReading, _ result: Result<[EncodedMessage], StoreFailure>) {
    guard let remote = nodes.remotes[peer], remote.reading?.work.id == reading.work.id else { return }
    remote.reading = reading.isDone ? nil : reading
    tell(.piece(NodePiece(id: reading.work.id, isDone: reading.isDone, isBroken: reading.isBroken, messages: result)), remote)
  }

  /// Tells the nodes whose links live here what their peers among an audience are to see: one frame for each, in the
  /// forms that those peers read.
  func tellNodes(
    plain: [UInt8], compressed: [UInt8], _ message: EncodedMessage?, _ reach: EncodedMessage.Reach?, _ format: WireFormat,
    _ audience: [PeerID]
  ) {
    // One for each other node, so few.
    var parts: [(relay: GuestRelay, broadcast: NodeBroadcast)] = []
    for peer in audience where peer.loop == number && peer.isRemote {
      guard let remote = nodes.remotes[peer] else { continue }
      let relay = remote.relay
      let place: Int
      if let known = parts.firstIndex(where: { $0.relay === relay }) {
        place = known
      } else {
        place = parts.count
        parts.append((relay, NodeBroadcast(plain: [], compressed: [], message: nil, reach: reach, format: format, audience: [])))
      }
      parts[place].broadcast.audience.append(remote.home)
      if peer.readsFeed {
        parts[place].broadcast.message = message
      } else if peer.readsCompressed, !compressed.isEmpty {
        parts[place].broadcast.compressed = compressed
      } else {
        parts[place].broadcast.plain = plain
      }
    }
    // In one order, so that a simulated life is the same each time.
    if parts.count > 1 { parts.sort { $0.relay.guest.connection.rawValue < $1.relay.guest.connection.rawValue } }
    for part in parts { send(OwningFrame.broadcast(part.relay.number, part.broadcast), toNode: part.relay.guest.connection) }
  }
}
