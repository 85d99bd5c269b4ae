import HearthProtocol
import Room
import Transport

/// Links between nodes: who is let in, what arrives, and what ends them.
///
/// One node asks and the other has the groups; each link has one direction. A link is a connection of a loop, secured
/// by certificates of both ends from an authority of the nodes' own.
extension ServerLoop {
  /// A link has come to be, from here or from there.
  func openedNode(_ connection: ConnectionID, asking: Bool) {
    guard let links = configuration.nodes else { return loop.close(connection, .immediately) }
    if asking {
      guard nodes.linesByConnection[connection] != nil else { return loop.close(connection, .immediately) }
      send(AskingFrame.hello(version: NodeVersion.current, node: links.name), toNode: connection)
    } else {
      nodes.guests[connection] = NodeGuest(connection, now: loop.now)
    }
  }

  /// Bytes have come over a link.
  func receivedFromNode(_ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID) {
    let bytes = UnsafeRawBufferPointer(bytes)
    do throws(NodeFault) {
      if let line = nodes.linesByConnection[connection] {
        line.heardAt = loop.now
        try line.frames.take(bytes, most: { line.isOpen ? NodeFrames.bytesMax : NodeFrames.helloBytesMax }) { (frame) throws(NodeFault) in
          try heard(frame, line)
        }
      } else if let guest = nodes.guests[connection] {
        guest.heardAt = loop.now
        let most = { guest.node == nil ? NodeFrames.helloBytesMax : NodeFrames.bytesMax }
        try guest.frames.take(bytes, most: most) { (frame) throws(NodeFault) in try heard(frame, guest) }
      }
    } catch {
      breakLink(connection, because: error.cause)
    }
  }

  /// Ends a link that cannot go on.
  func breakLink(_ connection: ConnectionID, because why: String) {
    let node = nodes.linesByConnection[connection]?.node ?? nodes.guests[connection]?.node ?? "unknown"
    status.log.warning("a link between nodes ends", metadata: ["node": "\(node)", "cause": "\(why)"])
    loop.close(connection, .immediately)
  }

  /// Whether a connection that has gone was a link.
  func closedNode(_ connection: ConnectionID) -> Bool {
    if let line = nodes.linesByConnection.removeValue(forKey: connection) {
      if nodes.lines[line.node] === line { nodes.lines[line.node] = nil }
      if line.isOpen { status.nodeLinksChanged(by: -1) }
      let failures = (nodes.failures[line.node]?.count ?? 0) + 1
      if !line.isOpen { nodes.failures[line.node] = (loop.now, failures) }
      // Members decide how often it is tried.
      status.log.log(
        level: line.isOpen || failures == 1 ? .warning : .debug,
        line.isOpen ? "the link to a node has ended" : "a node cannot be reached: its groups are unavailable here",
        metadata: ["node": "\(line.node)", "groups": "\(line.relays.count)"])
      for (number, group) in line.relays { host.relayBroken(group, number) }
      return true
    }
    guard let guest = nodes.guests.removeValue(forKey: connection) else { return false }
    status.connectionClosed()
    if guest.node != nil { status.nodeLinksChanged(by: -1) }
    for relay in guest.relays.values { forgetPeers(of: relay) }
    return true
  }

  /// Queues a frame; a link whose queue is full breaks.
  func send(_ frame: AskingFrame, toNode connection: ConnectionID) { queue(frame.framed, toNode: connection) }

  /// Queues a frame; a link whose queue is full breaks.
  func send(_ frame: OwningFrame, toNode connection: ConnectionID) { queue(frame.framed, toNode: connection) }

  func queue(_ framed: [UInt8], toNode connection: ConnectionID) {
    guard let most = configuration.nodes?.queueBytesMax, loop.queuedBytes(of: connection) + framed.count <= most else {
      return breakLink(connection, because: "more is queued to it than it takes")
    }
    loop.allow(extraBytes: framed.count, for: connection)
    _ = framed.withUnsafeBytes { loop.send($0, to: connection) }
  }

  /// Signs of life, and links that show none.
  func tickNodes() {
    goOnFollowing()
    guard let links = configuration.nodes else { return }
    nodes.isAway = isStoreAway
    noteAway()
    guard !nodes.isEmpty else { return }
    lookForNodes()
    let isPingDue = loop.now - nodes.pingedAt >= NodeTable.pingMilliseconds
    if isPingDue { nodes.pingedAt = loop.now }
    for line in nodes.linesByConnection.values.sorted(by: { $0.connection.rawValue < $1.connection.rawValue }) {
      if loop.now - line.heardAt >= links.silenceMilliseconds {
        breakLink(line.connection, because: "nothing has been heard for \(links.silenceMilliseconds) ms")
      } else if isPingDue, line.isOpen {
        send(AskingFrame.ping, toNode: line.connection)
      }
    }
    for guest in Array(nodes.guests.values) where loop.now - guest.heardAt >= links.silenceMilliseconds {
      breakLink(guest.connection, because: "nothing has been heard for \(links.silenceMilliseconds) ms")
    }
  }

  /// A node that alone is away from the database sends the readers of its own groups away when its lease is over:
  /// others may have the groups, and its readers go on there.
  private func noteAway() {
    let isFirst = nodes.sentAwayAt == nil
    guard nodes.sendsReadersAway(now: loop.now) else { return }
    if isFirst { status.log.warning("this server alone does not reach the database; its readers go on at others") }
    router.postToAll(.sequel { $0.host.sendReadersAway() })
  }

  /// Asks the database now and again whether the nodes live that have groups whose members only listen here: nobody's
  /// request would.
  private func lookForNodes() {
    guard loop.now - nodes.lookedAt >= NodeTable.lookMilliseconds else { return }
    nodes.lookedAt = loop.now
    // In one order, so that a simulated life is the same each time.
    for line in nodes.lines.values.sorted(by: { $0.connection.rawValue < $1.connection.rawValue }) {
      guard let (number, group) = line.relays.min(by: { $0.key.rawValue < $1.key.rawValue }) else { continue }
      host.lookForNode(of: number, group)
    }
  }

  func leaveGoneNode(_ relay: Relay) {
    guard let line = nodes.lines[relay.node.name] else { return }
    for (number, group) in line.relays.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { host.notThere(group, number, now: now) }
  }

  /// The server ends.
  func closeNodes() {
    let connections = Array(nodes.linesByConnection.keys) + Array(nodes.guests.keys)
    for connection in connections.sorted(by: { $0.rawValue < $1.rawValue }) { loop.close(connection, .afterFlush) }
  }
}
