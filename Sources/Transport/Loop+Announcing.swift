import Glibc
import TLS

/// What stands between accepting a connection and its first byte for the handler: a proxy's header, and TLS.
extension Loop {
  /// Takes a connection that was accepted here or by a sibling, and that `load` counts.
  func takeIn(_ arrival: Arrival) {
    let phase: Slot.Phase = arrival.isProxied ? .announcing : arrival.admission.tls != nil ? .securing : .open
    guard phase == .open || arrival.isProxied || mayShakeHands(arrival.address) else {
      state.pointee.refusedCount += 1
      return arrival.refuse(load)
    }
    // At the end: whoever accepts sees the oldest handshake that is told below before it gives the next place away.
    defer { if phase != .open { load.handshakeCame() } }
    if phase != .open { makeSpaceForHandshake() }
    guard let connection = register(arrival.fd, phase, .reading), let slot = slot(connection) else {
      state.pointee.refusedCount += 1
      if phase != .open { load.handshakeEnded() }
      return
    }
    guard phase != .open else { return notify(.opened(connection, arrival.address, arrival.admission.token)) }
    let side: Approach.Side = arrival.isProxied ? .announcing(arrival.admission.tls) : .accepted
    establishing[connection] = Approach(address: arrival.address, token: arrival.admission.token, side: side)
    slot.pointee.timer = schedule(after: configuration.handshakeMilliseconds, .connection(connection))
    handshakes.tidy(configuration.handshakesMax) { isShakingHands($0) }
    handshakes.append(connection, at: now)
    publishOldestHandshake()
    if phase == .securing, let tls = arrival.admission.tls {
      countHandshake(connection, of: arrival.address)
      awaitClientHello(connection, slot, tls)
    }
  }

  // MARK: - The proxy's header

  /// Reads the header before anything else; what follows it is the peer's.
  func announce(_ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID, _ slot: UnsafeMutablePointer<Slot>) {
    var parser = announcements.isEmpty ? ProxyHeaderParser() : announcements.removeValue(forKey: connection) ?? ProxyHeaderParser()
    var position = 0
    let header: ProxyHeader?
    do throws(ProxyHeader.Fault) {
      header = try parser.read(UnsafeRawBufferPointer(bytes), from: &position)
    } catch {
      return drop(connection, slot, .proxyRefused(error))
    }
    guard let header else {
      announcements[connection] = parser
      return
    }
    guard let approach = establishing[connection], case .announcing(let tls) = approach.side else { return }
    if let source = header.source { establishing[connection]?.address = source }
    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[position...])
    guard let tls else {
      finishEstablishing(connection, slot)
      if !rest.isEmpty { heldInput = HeldInput(connection: connection, bytes: rest, isLast: false) }
      return
    }
    let address = header.source ?? approach.address
    guard mayShakeHands(address) else { return drop(connection, slot, .crowdedOut) }
    countHandshake(connection, of: address)
    establishing[connection]?.side = .accepted
    awaitClientHello(connection, slot, tls)
    if !rest.isEmpty { _ = takeClientHello(rest, connection, slot) }
  }

  /// Drops the accepted connections that are not open yet, so that whoever says nothing holds up nobody who waits for
  /// the last to leave.
  public func dropHandshakes() {
    for (connection, approach) in establishing {
      switch approach.side {
      case .announcing, .accepted:
        if let slot = slot(connection) { drop(connection, slot, .loopStopped) }
      case .outgoing, .refused: break
      }
    }
  }

  // MARK: - How many handshakes

  private func isShakingHands(_ connection: ConnectionID) -> Bool {
    guard let slot = slot(connection) else { return false }
    return slot.pointee.phase == .securing || slot.pointee.phase == .announcing
  }

  /// Whether an address may begin one more.
  private func mayShakeHands(_ address: SocketAddress) -> Bool {
    guard isCountedByAddress(address) else { return true }
    return handshakesByAddress[AddressKey(address), default: 0] < configuration.handshakesPerAddressMax
  }

  private func countHandshake(_ connection: ConnectionID, of address: SocketAddress) {
    guard isCountedByAddress(address) else { return }
    let key = AddressKey(address)
    handshakesByAddress[key, default: 0] += 1
    establishing[connection]?.counted = key
  }

  private func isCountedByAddress(_ address: SocketAddress) -> Bool {
    configuration.handshakesPerAddressMax < configuration.handshakesMax && !configuration.uncountedProxies.contains { $0.includes(address) }
  }

  /// An accepted connection is open, or gone before it was.
  func handshakeEnded(_ approach: Approach) {
    load.handshakeEnded()
    uncount(approach)
  }

  /// The address of a connection may begin one handshake more.
  func uncount(_ approach: Approach) {
    guard let key = approach.counted, let count = handshakesByAddress[key] else { return }
    handshakesByAddress[key] = count > 1 ? count - 1 : nil
  }

  /// Makes space for a handshake that is counted already: past the limit the oldest goes. The acceptor of the newcomer
  /// has seen that the oldest has had its time, and has given its place away once (`LoopLoad.hasSpace`); the clock
  /// there may be a turn ahead of this one.
  private func makeSpaceForHandshake() {
    guard load.handshakeCount > configuration.handshakesMax, let oldest = handshakes.oldest(isShakingHands),
      let slot = slot(oldest.connection)
    else { return }
    drop(oldest.connection, slot, .crowdedOut)
  }

  /// Says to whoever accepts when the oldest handshake began. Needed only while there are as many as may be, and said
  /// when the last of them has come: it is right for as long as none of them ends, and when one ends there is space.
  private func publishOldestHandshake() {
    guard load.handshakeCount >= configuration.handshakesMax else { return }
    load.publish(oldestHandshake: handshakes.oldest(isShakingHands)?.start ?? .max)
  }
}
