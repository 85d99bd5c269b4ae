import HearthLoadKit

/// Plays cases of the catalogue against a server.
public struct Player {
  private let target: CatalogueTarget
  private let way: CatalogueCase.Way

  /// Plays one way of sending.
  public init(_ target: CatalogueTarget, _ way: CatalogueCase.Way) {
    self.target = target
    self.way = way
  }

  /// Plays a case from connecting to its outcome.
  ///
  /// - Parameter resets: whether the peer leaves with a reset once it has its outcome, so that a thousand leave no
  ///   ports behind.
  /// - Returns: the time from what ends the connection to the end of the server's stream: from the server's Close or
  ///   the head of its refusal, else from the last that the peer sent, the end of its own stream included; nil when
  ///   there were not both. Where a deadline is waited for, the time by which all came later than that.
  /// - Throws: `Mismatch` when anything else comes back, or what waits for a deadline comes before it.
  @discardableResult
  public func play(_ scene: CatalogueCase, resets: Bool = false) throws -> Duration? {
    let peer = try begin(scene.stage, bufferBytes: scene.bufferBytes)
    var (over, ending) = (ContinuousClock.Instant?.none, Duration?.none)
    for step in scene.script {
      try take(step, peer)
      switch step {
      case .send, .sendTogether, .drip, .halfClose, .closeNotify, .updateKeys, .renegotiate: over = .now
      case .expect(.close), .expect(.closeEventually), .expect(.head): over = .now
      case .expect(.end), .expect(.cut), .expect(.alert), .expect(.response): ending = over.map { ContinuousClock.now - $0 }
      case .reset, .expect: break
      }
    }
    if scene.waitsForDeadline { ending = try excess(peer) }
    if resets { peer.socket.resetAtEnd() }
    return ending
  }

  /// Nothing that waits for a deadline comes before it, such as at the first byte. A server counts from when its turn
  /// began in which it accepted, so a quarter of the time is left to it.
  ///
  /// - Returns: by how much it came later.
  private func excess(_ peer: Peer) throws -> Duration {
    let (waited, deadline) = (ContinuousClock.now - peer.began, Duration.milliseconds(target.deadlineMilliseconds))
    guard waited >= deadline * 3 / 4 else { throw Mismatch("it came after \(waited), before the deadline of \(deadline)") }
    return waited - deadline
  }

  /// Connects and comes as far as the stage.
  func begin(_ stage: CatalogueCase.Stage, bufferBytes: Int32? = nil) throws -> Peer {
    let peer = try Peer(way, target, bufferBytes: bufferBytes)
    if stage == .connected { return peer }
    if way.isSecure { try peer.secure(newestIsOld: stage == .securedByOldVersion) }
    switch stage {
    case .connected, .secured, .securedByOldVersion: break
    case .open: try upgrade(peer, [])
    case .loggedIn:
      try upgrade(peer, [])
      try logIn(peer)
    case .extended(let offer):
      try upgrade(peer, ["Sec-WebSocket-Extensions: " + offer])
      guard peer.isCompressed else { throw Mismatch("compression was declined") }
      try logIn(peer)
    }
    return peer
  }

  private func upgrade(_ peer: Peer, _ lines: [String]) throws {
    peer.send(Catalogue.upgrade(adding: lines))
    try Judgement(peer).upgraded([])
  }

  private func logIn(_ peer: Peer) throws {
    peer.send(Catalogue.text(filled(Catalogue.hello)))
    try Judgement(peer).answer(1)
  }

  /// The text with the peer's own token and group.
  func filled(_ text: String) -> String {
    text.replacing(Catalogue.token, with: target.account.token).replacing(Catalogue.group, with: target.account.group)
  }

  private func take(_ step: Step, _ peer: Peer) throws {
    switch step {
    case .send(let bytes): peer.send(bytes)
    case .sendTogether(let parts):
      peer.send(
        parts.flatMap { part in
          switch part {
          case .bytes(let bytes): bytes
          case .text(let text): Catalogue.text(filled(text))
          case .filled(let text): Array(filled(text).utf8)
          }
        })
    case .drip(let bytes): try drip(bytes, peer)
    case .halfClose: peer.socket.endOutput()
    case .closeNotify: peer.closeNotify()
    case .reset: peer.socket.resetAtEnd()
    case .updateKeys(let count):
      for _ in 0..<count { peer.tls?.updateKey() }
      peer.flush()
    case .renegotiate:
      peer.tls?.renegotiate()
      peer.flush()
    case .expect(let answer): try expect(answer, peer)
    }
  }

  /// The whole takes many times the deadline: a server that waits for each byte anew hears all of it.
  private func drip(_ bytes: [UInt8], _ peer: Peer) throws {
    let pause = Int32(clamping: max(1, target.deadlineMilliseconds / 8))
    for byte in bytes {
      peer.send([byte])
      if try peer.hasAnswer(withinMilliseconds: pause) { return }
    }
    throw Mismatch("all \(bytes.count) bytes could be sent, \(pause) ms apart")
  }

  private func expect(_ answer: Answer, _ peer: Peer) throws {
    let judgement = Judgement(peer)
    switch answer {
    case .head(let status, let demands): try judgement.head(status, demands)
    case .response(let text): try judgement.response(text)
    case .upgraded(let demands): try judgement.upgraded(demands)
    case .login: try logIn(peer)
    case .answer(let number): try judgement.answer(number)
    case .message(let part): try judgement.message(containing: part)
    case .pong(let payload): try judgement.pong(payload)
    case .pongs(let most, let last): try judgement.pongs(atMost: most, last: last)
    case .close(let code): try judgement.close(code)
    case .closeEventually(let code): try judgement.closeEventually(code)
    case .roundTrip:
      peer.send(Catalogue.text(Catalogue.request(99)))
      try judgement.answer(99)
      peer.send(Catalogue.close(1000))
      try judgement.close(1000)
      try judgement.end()
    case .alert(let description): try judgement.alert(description)
    case .end: try judgement.end()
    case .cut: try judgement.cut()
    case .cutEventually: try judgement.cutEventually()
    }
  }
}
