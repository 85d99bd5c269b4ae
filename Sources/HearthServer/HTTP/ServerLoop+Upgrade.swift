import EventStore
import HTTPTypes
import HearthProtocol
import Room
import Transport
import WebSocket

/// An upgrade that nothing is against but perhaps its token.
struct UpgradeGrant {
  let response: HTTPResponse
  let format: WireFormat
  let compression: CompressionAgreement?
}

/// From an upgrade to a WebSocket. A token that it carries is looked up first (SPEC HS-12).
extension ServerLoop {
  /// Decides about an upgrade.
  ///
  /// - Parameter rest: what came behind it.
  func open(_ head: RequestHead, followedBy rest: UnsafeRawBufferPointer, _ session: Session) throws(HeadRejection) {
    // From which page it comes has been looked at (SPEC HS-13).
    let upgrade = UpgradeConfiguration(subprotocols: WireFormat.allCases.map(\.rawValue))
    var acceptance = try ServerUpgrade.decide(head, configuration: upgrade)
    guard case .serving = phase, !limits.memory.isTight else { return refuse(session, .unavailable) }
    let compression = agree(to: acceptance.extensionOffers)
    acceptance.response.headerFields[.secWebSocketExtensions] = compression?.answer
    let grant = UpgradeGrant(
      response: acceptance.response, format: acceptance.subprotocol.flatMap(WireFormat.init(rawValue:)) ?? .json,
      compression: compression?.agreement)
    guard head.request.headerFields.contains(.authorization) else { return open(grant, session) }
    guard let token = BearerToken(bearerOf: head.request.headerFields, configuration.issuer) else {
      return refuse(session, .tokenUnknown)
    }
    session.stage = .checking
    session.stageSince = loop.now
    session.request.grant = grant
    session.input.postponed = Array(rest)
    loop.pauseReading(session.connection)
    background.authenticate(token, at: clocks(), for: number) { [peer = session.peer] in $0.upgradeChecked(peer, $1) }
    chargeMemory(session)
  }

  private func open(_ grant: UpgradeGrant, _ session: Session) {
    session.open(grant.format, grant.compression, configuration, now: loop.now)
    output.removeAll(keepingCapacity: true)
    HeadWriter.append(grant.response, to: &output)
    flushOutput(to: session)
    chargeMemory(session)
  }

  /// Keeps what comes though reading is paused: a layer below may have had more.
  func holdFrames(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    guard session.input.postponed.count + bytes.count <= configuration.heldBytesMax else { return refuse(session, .framesTooEarly) }
    session.input.postponed.append(contentsOf: bytes)
    chargeMemory(session)
  }

  /// The token of an upgrade has been looked up.
  private func upgradeChecked(_ peer: PeerID, _ result: Result<Bearer?, StoreFailure>) {
    guard let session = session(peer), session.stage == .checking, let grant = session.request.grant else { return }
    session.request.grant = nil
    switch current(result, session) {
    case .success(nil): refuse(session, .tokenUnknown)
    case .success(.suspended?): refuse(session, .accountSuspended)
    case .failure(let failure): refuse(session, failure == .full ? .storageFull : .unavailable)
    case .success where limits.memory.isTight: refuse(session, .unavailable)
    case .success:
      guard case .serving = phase else { return refuse(session, .unavailable) }
      open(grant, session)
      var rest = session.input.postponed
      session.input.postponed = []
      loop.resumeReading(session.connection)
      if !rest.isEmpty { rest.withUnsafeMutableBytes { readFrames($0, session) } }
      endIfSaid(session)
    }
  }
}
