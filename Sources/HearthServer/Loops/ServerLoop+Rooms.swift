import EventStore
import HearthProtocol
import Ledger
import Room
import Transport
import WebSocket

/// From sessions to rooms, on whatever loop they live.
extension ServerLoop {
  /// Asks something of a group: at once when it lives here, otherwise with the turn's messages.
  func ask(_ request: RoomRequest, of group: GroupID) {
    // What a look-up brings back during the drain is not taken either.
    guard case .serving = phase else { return }
    let owner = router.loop(of: group)
    if owner == number { host.take(request, for: group, now: now) } else { outbox.add(.asked(request, group), for: owner) }
  }

  /// Asks to follow a group; from then on its loop is told when the connection is gone.
  ///
  /// - Parameter goesOn: that it followed the group until now, and begins where it stands; nil: its client asks.
  func ask(
    toFollow group: GroupID, _ subscribe: Subscribe, for identity: IdentityID, origin: Origin, _ session: Session,
    goesOn: SessionFollowing.GoingOn? = nil
  ) {
    session.following.loops |= 1 << UInt64(router.loop(of: group))
    let number = session.following.follow(group, request: origin.request, goesOn: goesOn)
    let asker = session.account.asker(identity, in: group)
    let begin: SubscriptionBegin = goesOn != nil ? .goesOn : session.call?.events?.isFromNow == true ? .fromNow : .asked
    let request = RoomRequest.subscribe(
      subscribe, asker: asker, origin: origin, format: session.wire.format, number, begin)
    ask(request, of: group, for: identity, session)
  }

  /// Another node is to have a group that lives here.
  func handOver(_ group: GroupID, to node: String) {
    if case .serving = phase { host.handOver(group, to: node, now: now) }
  }

  /// The room of a group that a session follows is another node's now: it follows it from where it stands (SPEC SB-12),
  /// unless it has asked for something else since.
  func followOn(_ group: GroupID, _ subscribe: Subscribe, _ peer: PeerID) {
    guard let session = session(peer), session.isReader, case .identity(let identity) = session.account.login,
      let follow = session.following.groups[group], !follow.isEnding, session.stage == .feed || !session.owed.isStarting(group)
    else { return }
    let origin = Origin(peer: peer, request: follow.request)
    let until = loop.now + SessionFollowing.goesOnMilliseconds
    if follow.goesOn == nil { movedReaders.append((peer, group, until)) }
    let going = follow.goesOn ?? SessionFollowing.GoingOn(subscribe, until: until)
    ask(toFollow: group, subscribe, for: identity, origin: origin, session, goesOn: going)
  }

  /// A session cannot follow a group now that has moved. It asks again in a while: the group may have no server yet.
  private func cannotGoOn(_ group: GroupID, _ number: SubscriptionNumber, _ rejected: Rejected, _ peer: PeerID) {
    guard let session = session(peer) else { return }
    let mayPass = [RejectionCode.unavailable, .overloaded, .rateLimited].contains { $0.rawValue == rejected.code }
    switch session.following.cannotGoOn(group, number, mayPass: mayPass, now: loop.now) {
    case .asked: staysAway(peer, from: group)
    case .waits: goingOn.append((peer, group, number, loop.now + SessionFollowing.askMilliseconds))
    // Its client comes back, and asks.
    case .ended: close(session, .tryAgainLater)
    }
  }

  private func staysAway(_ peer: PeerID, from group: GroupID) {
    let owner = router.loop(of: group)
    guard owner != number else { return host.staysAway(peer, from: group) }
    outbox.add(.sequel { $0.host.staysAway(peer, from: group) }, for: owner)
  }

  /// Asks again for those who wait until a group that has moved is somewhere; who has waited long is sent away.
  func goOnFollowing() {
    let late = movedReaders.prefix { $0.until <= loop.now }
    movedReaders.removeFirst(late.count)
    for one in late {
      guard let session = session(one.peer), session.following.isLate(one.group, until: one.until, now: loop.now) else { continue }
      close(session, .tryAgainLater)
    }
    let due = goingOn.prefix { $0.at <= loop.now }
    goingOn.removeFirst(due.count)
    for next in due {
      guard let session = session(next.peer) else { continue }
      if let wish = session.following.waiting(next.group, next.number) {
        followOn(next.group, wish.subscribe, next.peer)
      } else if session.following.waiting(next.group) == nil {
        staysAway(next.peer, from: next.group)
      }
    }
  }

  /// Tells the loops that know of a session that its connection takes nothing more.
  func sayDisconnected(_ session: Session) {
    var left = session.following.loops
    session.following.loops = 0
    while left != 0 {
      let owner = left.trailingZeroBitCount
      left &= left - 1
      if owner == number { host.disconnected(session.peer) } else { outbox.add(.disconnected(session.peer), for: owner) }
    }
  }
}

/// From rooms to peers: at once when the peer lives here, otherwise with the turn's messages.
extension ServerLoop: RoomShell {
  func append(_ batches: [AppendBatch]) { background.append(batches) }

  func giveAway(_ group: GroupID, to node: String, remembering memory: [UInt8]) {
    background.giveAway(group, to: node, remembering: memory)
  }

  func remember(_ memory: [UInt8], of group: GroupID) { background.remember(memory, of: group) }

  func load(_ group: GroupID) { background.load(group, now: now.wall) }

  func loadAgain(_ group: GroupID, for identity: IdentityID) { background.load(group, now: now.wall, for: identity) }

  func noteRoom(_ group: GroupID, isOpen: Bool) { background.noteRoom(group, isOpen: isOpen) }

  func loadBehindPeers(_ group: GroupID) {
    guard router.count > 1 else { return load(group) }
    let (home, barrier) = (number, LoopBarrier(router.count - 1))
    for other in 0..<router.count where other != number {
      let answer = LoopMessage.sequel { if barrier.arrive() { $0.load(group) } }
      outbox.add(.sequel { $0.outbox.add(answer, for: home) }, for: other)
    }
  }

  func lookForNode(of relay: Relay, _ group: GroupID) { background.lookForNode(relay.node.name, relay.number, group) }

  func gather(_ work: CatchUpWork, group: GroupID) { background.gather(work, group: group) }

  func reckon(_ work: PlanWork, for identity: IdentityID, group: GroupID) { background.reckon(work, for: identity, group: group) }

  func erase(_ work: ErasureWork) { background.erase(work) }

  func saveSnapshot(_ history: GroupHistory) { background.saveSnapshot(history) }

  func purge(_ group: GroupID, now: Int64) { background.purge(group, now: now) }

  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64) { background.noteDue(group, at: instant, now: now) }

  func forgetDamaged(_ group: GroupID, now: Int64) {
    status.log.error(
      "a damaged group has something due: it is not looked after by itself until somebody opens it repaired",
      metadata: ["group": "\(group)"])
    background.noteDue(group, at: nil, now: now)
  }

  func chargeRooms(_ bytes: Int) { limits.memory.charge(bytes) }

  func chargeRoomMemory(_ bytes: Int) { limits.chargeRooms(bytes) }

  var isMemoryTight: Bool { limits.memory.isTight }

  var isDiskShort: Bool { background.space.isShort }

  var isStoreAway: Bool { background.isStoreAway }

  func bill(_ bill: Bill) { limits.history.spend(Double(bill.bytes), of: bill.identity) }

  // An answer to anything but a read is shorter.
  private static let shortBytes = 16 << 10

  func pass(_ message: PeerMessage, to peer: PeerID) {
    if peer.loop == number { tell(message) } else { outbox.add(.told(message), for: peer.loop) }
  }

  /// Tells peers of this loop.
  func tell(_ message: PeerMessage) {
    if let peer = message.peer, peer.isRemote { return tellNode(message, peer) }
    switch message {
    case .send(let message, let peer):
      let listener = session(peer)
      // A question of the server's own about what a call has made is no attempt of anybody's.
      if case .rejected(let rejected) = message.body, listener?.call?.made == nil { noteDenial(in: rejected, to: listener) }
      guard let session = listener else { return }
      if session.stage == .call { return answer(message, toCallOf: session) }
      if session.stage == .feed { return tell(message, toFeedOf: session) }
      guard let payload = try? session.wire.format.encode(message) else { return }
      send(answer: payload, to: session)
      if case .unsubscribed(let unsubscribed) = message.body, let group = GroupID(unsubscribed.groupID) {
        session.reads.stopStream(of: group)
      }
      session.owed.answered(by: message)
      endIfSaid(session)
    case .accepted(let answer, let request, let peer): tell(answer, request, peer)
    case .start(let start, let origin): begin(start, origin)
    case .stream(let work, _, let origin): stream(PieceStream(CatchUpReading(work)), to: origin.peer)
    case .streamLinked(let id, let group, let peer): stream(PieceStream(id, of: group), to: peer)
    case .pieceLinked(let piece, let group, let peer): pieceRead(peer, PieceStream(piece.id, of: group, read: piece), piece.messages)
    case .answerLinked(let group, let relay, let number, let origin):
      ask(.mayAnswer(number, origin.peer, beginRead(origin), relay), of: group)
    case .readEnded(let peer): session(peer)?.reads.end()
    case .elsewhere: break
    case .moved(let group, let subscribe, let peer): followOn(group, subscribe, peer)
    case .stopStream(let group, let peer): if let session = session(peer) { session.reads.stopStream(of: group) }
    case .drop(let peer):
      if let session = session(peer) { close(session, .tryAgainLater) }
    case .refuseDamaged(let refusal, let group, let peer):
      guard let session = session(peer), case .identity(let identity) = session.account.login else { return }
      refuseDamaged(refusal, of: group, to: identity, peer)
    case .readHistory(let request, let origin):
      if let questioner = beginRead(origin) { background.readHistory(request, for: questioner, origin: origin) }
    case .answer(let question, let state, let holder, let now, let origin):
      if let questioner = beginRead(origin) {
        background.answer(question, of: state, for: holder, now: now, by: questioner, origin: origin)
      }
    case .unfollowed(let group, let number, let peer):
      // Who cannot go on where the group is now comes back, and asks.
      if let session = session(peer), session.following.unfollow(group, number) { close(session, .tryAgainLater) }
    case .cannotGoOn(let group, let number, let rejected, let origin): cannotGoOn(group, number, rejected, origin.peer)
    case .subscriptionEnded(let group, let reason, let closes, let peer): tellEnd(of: group, reason, closes: closes, to: peer)
    case .attachment(let access, let peer):
      if access == .unknown { denials.note(.groupUnknown) }
      decided(access, peer)
    case .token(let errand, let group, let refusal, let origin): decided(errand, group, refusal, origin)
    case .listed(let summary, let group, let listing, let peer): addToListing(listing, summary, of: group, for: peer)
    case .broadcast(let plain, let compressed, let message, let reach, let format, let audience):
      tellNodes(plain: plain, compressed: compressed, message, reach, format, audience)
      let range = plain.withUnsafeBytes { loop.write($0) }
      send(range, compressed.isEmpty ? range : compressed.withUnsafeBytes { loop.write($0) }, message, format, to: audience)
    }
  }

  private func send(answer payload: [UInt8], to session: Session) {
    // What is so long was asked for: its length is no slowness of who reads it.
    if payload.count > Self.shortBytes { loop.allow(extraBytes: payload.count, for: session.connection) }
    send(payload, to: session)
  }

  /// Sends an answer as another node wrote it; it is read first where its peer does not read protobuf.
  private func tell(_ answer: WrittenAnswer, _ request: UInt32, _ peer: PeerID) {
    guard let session = session(peer) else { return }
    let payload = answer.bytes(answering: request)
    guard session.stage == .open, session.wire.format == .protobuf else {
      // What cannot be read says nothing: whoever waits comes back and asks again.
      guard let message = try? ServerMessage(serializedBytes: payload) else { return close(session, .tryAgainLater) }
      return tell(.send(message, to: peer))
    }
    send(answer: payload, to: session)
    session.owed.answeredOne()
    endIfSaid(session)
  }

  private func tellEnd(of group: GroupID, _ reason: SubscriptionEnd, closes: Bool, to peer: PeerID) {
    guard let session = session(peer) else { return }
    var message = ServerMessage()
    message.subscriptionEnded.groupID = group.description
    message.subscriptionEnded.reason = reason
    session.reads.stopStream(of: group)
    session.following.unfollow(group)
    if session.stage == .feed {
      tell(message, toFeedOf: session)
      return endMembership(ofFeed: session)
    }
    if let payload = try? session.wire.format.encode(message) { send(payload, to: session) }
    session.owed.answered(by: message)
    if closes { close(session, .removed) } else { endIfSaid(session) }
  }

  func endTokens(of holder: HolderID, readersStay: Bool) {
    let ending = AccessEnding.tokens(holder, readersStay: readersStay)
    ended([ending])
    for other in 0..<router.count where other != number { outbox.add(.ended([ending]), for: other) }
  }

  func notify(_ notices: [Notice], of group: GroupID) { background.notices?.submit(notices, of: group) }

  func tellDevices(_ notices: [DeviceNotice], of group: GroupID) { background.pushes?.submit(notices, of: group) }

  func fanOut(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat, audience: [PeerID]) {
    EventEncoding.write(events[...], lane: lane, group: group, format: format) { broadcast($0, format, to: audience) }
  }

  func fanOut(_ message: ServerMessage, format: WireFormat, audience: [PeerID]) {
    guard let payload = try? format.encode(message) else { return }
    broadcast(EncodedMessage(kind: message.kind, payload: payload), format, to: audience)
  }

  /// Frames a payload once, and once more compressed if it is content of a lane and anybody reads that. The audience's
  /// other loops get the same bytes, each in one message.
  private func broadcast(_ message: EncodedMessage, _ format: WireFormat, to audience: [PeerID]) {
    let payload = message.payload
    var loops: UInt64 = 0
    var isReadCompressed = false
    var isReadAsFeed = false
    var isReadByNodes = false
    for peer in audience {
      loops |= 1 << UInt64(peer.loop)
      if peer.isRemote { isReadByNodes = true }
      if peer.readsCompressed { isReadCompressed = true }
      if peer.readsFeed { isReadAsFeed = true }
    }
    let isCompressed = message.reach != nil && isReadCompressed && compress(payload, format)
    let own: UInt64 = 1 << UInt64(number)
    if loops & own != 0 {
      let plain = frame(payload, format)
      send(plain, isCompressed ? compressedOutput.withUnsafeBytes { loop.write($0) } : plain, message, format, to: audience)
    }
    var others = loops & ~own
    guard others != 0 || isReadByNodes else { return }
    var plain: [UInt8] = []
    // With the longest head of a frame.
    plain.reserveCapacity(payload.count + 16)
    payload.withUnsafeBytes { FrameEncoder.append(format.opcode, payload: $0, to: &plain) }
    if isReadByNodes {
      tellNodes(
        plain: plain, compressed: isCompressed ? compressedOutput : [], isReadAsFeed ? message : nil, message.reach, format, audience)
    }
    guard others != 0 else { return }
    let told = PeerMessage.broadcast(
      plain: plain, compressed: isCompressed ? compressedOutput : [], isReadAsFeed ? message : nil, message.reach, format,
      audience: audience)
    while others != 0 {
      outbox.add(.told(told), for: others.trailingZeroBitCount)
      others &= others - 1
    }
  }

  /// Queues a frame to those of the audience that live here, in the form that each reads.
  private func send(
    _ plain: OutputRange, _ compressed: OutputRange, _ message: EncodedMessage?, _ format: WireFormat, to audience: [PeerID]
  ) {
    for peer in audience where peer.loop == number && !peer.isRemote {
      if peer.readsFeed {
        if let message, let session = session(peer) { send(message, toFeedOf: session) }
        continue
      }
      ownCounts.sent.add(1, format)
      loop.send(peer.readsCompressed ? compressed : plain, to: peer.connection(on: number))
    }
  }
}
