import HearthProtocol
import Room
import Transport

/// What this node asks another, and what it is told.
extension ServerLoop {
  func openRelay(of group: GroupID, to node: NodePlace) -> RelayNumber? {
    guard let line = line(to: node), line.relays.count < NodeTable.relaysMax else { return nil }
    nodes.lastRelay = nodes.lastRelay == .max ? 1 : nodes.lastRelay + 1
    let number = RelayNumber(rawValue: nodes.lastRelay)
    line.relays[number] = group
    return number
  }

  /// The link to a node, which is begun if there is none. Nil when it cannot be reached now.
  private func line(to node: NodePlace) -> NodeLine? {
    guard let links = configuration.nodes, case .serving = phase else { return nil }
    if let line = nodes.lines[node.name] { return line }
    let failure = nodes.failures[node.name]
    guard failure.map({ loop.now - $0.at >= NodeTable.retryMilliseconds }) ?? true, !node.addresses.isEmpty else { return nil }
    let address = node.addresses[(failure?.count ?? 0) % node.addresses.count]
    do throws(SystemError) {
      let connection = try loop.connect(to: address, token: ListenerToken.askedNodes, tls: links.certificates.destination(node.name))
      let line = NodeLine(node.name, connection, now: loop.now)
      nodes.lines[node.name] = line
      nodes.linesByConnection[connection] = line
      return line
    } catch {
      status.log.debug("a node cannot be reached", metadata: ["node": "\(node.name)", "address": "\(address)", "cause": "\(error)"])
      nodes.failures[node.name] = (loop.now, (failure?.count ?? 0) + 1)
      return nil
    }
  }

  func askNode(_ request: NodeRequest, on relay: Relay, of group: GroupID, by peer: PeerID?) {
    status.nodeAsked()
    ask(.ask(relay.number, group, peer: peer ?? PeerID(0), request), relay)
  }

  func leaveNode(_ peer: PeerID, _ relay: Relay) { ask(.gone(relay.number, peer: peer), relay) }

  func endRelay(_ relay: Relay) {
    guard let line = nodes.lines[relay.node.name], line.relays.removeValue(forKey: relay.number) != nil else { return }
    ask(.end(relay.number), line)
  }

  private func ask(_ frame: AskingFrame, _ relay: Relay) {
    guard let line = nodes.lines[relay.node.name], line.relays[relay.number] != nil else { return }
    ask(frame, line)
  }

  private func ask(_ frame: AskingFrame, _ line: NodeLine) {
    if line.isOpen { return send(frame, toNode: line.connection) }
    line.waiting += frame.framed
    if line.waiting.count > configuration.nodes?.queueBytesMax ?? 0 {
      breakLink(line.connection, because: "more waits for it than it takes")
    }
  }

  /// What the node that has the groups says.
  func heard(_ bytes: [UInt8], _ line: NodeLine) throws(NodeFault) {
    guard let frame = try OwningFrame.read(bytes, group: { line.relays[$0] }) else { return }
    switch frame {
    case .hello(let version, let node):
      guard !line.isOpen else { throw NodeFault(cause: "it says hello again") }
      guard version == NodeVersion.current, node == line.node else {
        throw NodeFault(cause: "it is \(node) and speaks version \(version), not \(line.node) and \(NodeVersion.current)")
      }
      line.isOpen = true
      status.nodeLinksChanged(by: 1)
      nodes.failures[line.node] = nil
      let waiting = line.waiting
      line.waiting = []
      if !waiting.isEmpty { queue(waiting, toNode: line.connection) }
    case .refused(let why): throw NodeFault(cause: "it refuses: \(why)")
    case .told(let relay, let answer, let peer):
      guard let group = line.relays[relay] else { return }
      if case .accepted = answer { try noteNews() }
      host.heard(answer, for: try known(peer), of: group, on: relay)
    case .broadcast(let relay, let broadcast):
      guard let group = line.relays[relay] else { return }
      for peer in broadcast.audience { _ = try known(peer) }
      if broadcast.reach != nil { try noteNews() }
      if host.heard(broadcast, of: group, on: relay) { pass(broadcast) }
    case .elsewhere(let relay):
      guard let group = line.relays[relay] else { return }
      // A server that ends begins nothing anew: its members go on elsewhere.
      guard case .serving = phase else { return host.relayBroken(group, relay) }
      host.notThere(group, relay, now: now)
    case .pong: break
    }
  }

  /// Another node has stored something: where this one does not reach the database, it alone is cut off. It knows
  /// nothing of revoked devices and removed members then, so it hears no more.
  private func noteNews() throws(NodeFault) {
    if nodes.noteNews(now: loop.now) {
      throw NodeFault(cause: "the other node reaches the database, and this one does not")
    }
  }

  /// A peer of one of this server's loops.
  private func known(_ peer: PeerID) throws(NodeFault) -> PeerID {
    guard peer.loop < router.count, !peer.isRemote else { throw NodeFault(cause: "it names a peer of a loop that is not here") }
    return peer
  }

  /// Hands a broadcast to the loops of its audience.
  private func pass(_ broadcast: NodeBroadcast) {
    let told = PeerMessage.broadcast(
      plain: broadcast.plain, compressed: broadcast.compressed, broadcast.message, broadcast.reach, broadcast.format,
      audience: broadcast.audience)
    var loops: UInt64 = 0
    for peer in broadcast.audience { loops |= 1 << UInt64(peer.loop) }
    while loops != 0 {
      let other = loops.trailingZeroBitCount
      loops &= loops - 1
      if other == number { tell(told) } else { outbox.add(.told(told), for: other) }
    }
  }
}
