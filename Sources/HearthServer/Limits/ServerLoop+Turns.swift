import Transport
import WebSocket

/// A fair share of the loop: an address that sends a lot at once is heard in pieces, and the others in between.
extension ServerLoop {
  /// Takes bytes of an open WebSocket: a turn's share of them now, the rest in the turns that follow.
  func readFrames(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    // What was written in former turns has left unless a backlog is reported; then `drained` says so.
    if loop.queuedBytes(of: session.connection) == 0 { noteDrained(session) }
    // Reading is paused while something waits, but a layer below may have had more.
    guard !session.isPutOff else {
      session.input.postponed.append(contentsOf: bytes)
      return chargeMemory(session)
    }
    let taken = readShare(of: bytes, session)
    defer { chargeMemory(session) }
    guard session.stage == .open else { return readRest(UnsafeMutableRawBufferPointer(rebasing: bytes[taken...]), session) }
    session.input.postponed = Array(bytes[taken...])
    if session.isPutOff { loop.pauseReading(session.connection) }
    if taken < bytes.count || session.wire.webSocket.holdsPong { visitNextTurn(session) }
  }

  /// Handles at most a turn's share; how many bytes that were.
  private func readShare(of bytes: UnsafeMutableRawBufferPointer, _ session: Session) -> Int {
    var position = 0
    var share = shares.left(to: session.place.address)
    session.input.lacksShare = share == 0
    while session.stage == .open, !session.input.isLookingUp, share > 0 || position == bytes.count {
      let start = position
      output.removeAll(keepingCapacity: true)
      let event = session.wire.webSocket.next(in: bytes, from: &position, now: loop.now, output: &output)
      if case .ended = event {
        finish(session)
        break
      }
      flushOutput(to: session)
      switch event {
      case nil: return position
      case .text(let payload), .binary(let payload): receive(Array(payload), session)
      case .compressed(let kind, let payload): inflate(kind, payload, session)
      case .compressedPart(let kind, let part, let isLast): inflate(kind, part: part, isLast: isLast, session)
      // A ping takes the place of a message, its identity's too; what is too many of them says HS-09.
      case .ping: _ = charge(session)
      case .pong, .ended: break
      }
      share -= shares.note(position - start, of: session.place.address)
    }
    return position
  }

  /// What follows a message that made us say goodbye: the answer to that may be among it.
  private func readRest(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    if session.stage == .parting { awaitClose(in: bytes, session) }
  }

  func visitNextTurn(_ session: Session) {
    guard !session.input.isVisitedNextTurn else { return }
    session.input.isVisitedNextTurn = true
    visits.append(session.connection)
  }

  /// Sees to it that there is a next turn, though nothing may arrive.
  func askForVisits() {
    guard !visits.isEmpty, !hasAskedForVisits else { return }
    hasAskedForVisits = true
    router.post(.visit, to: number)
  }

  /// The next turn of those who had more to say than a turn's share, or are owed a pong.
  func visitPostponed() {
    hasAskedForVisits = false
    // Who had no share of its address's turn goes first now.
    let waiting = visits.compactMap(session)
    visits = []
    for session in waiting.filter(\.input.lacksShare) + waiting.filter({ !$0.input.lacksShare }) {
      session.input.isVisitedNextTurn = false
      if session.stage == .request { readNextRequest(session) }
      if session.stage == .feed { streamOn(session) }
      guard session.stage == .open else { continue }
      payHeldPong(session)
      streamOn(session)
      // Who is being looked up is visited again when that is known.
      if session.input.isLookingUp { continue }
      if session.mayHandleHeld { handleHeld(session) } else { readPostponed(session) }
    }
  }

  /// Handles at most a turn's share of what a client sent before it was let in. Its connection was charged when it
  /// came, its identity now that it is known.
  private func handleHeld(_ session: Session) {
    guard case .identity(let identity) = session.account.login else { return }
    var share = shares.left(to: session.place.address)
    session.input.lacksShare = share == 0
    session.input.messageBytes = session.input.heldBytes / max(1, session.input.held.count)
    while session.stage == .open, !session.input.isLookingUp, share > 0, !session.input.held.isEmpty {
      let message = session.input.held.removeFirst()
      share -= shares.note(session.input.messageBytes, of: session.place.address)
      if let refusal = charge(identity) {
        answer(refusal, to: message, session)
        strike(session)
      } else {
        handle(message, session)
      }
    }
    if session.input.held.isEmpty || session.stage != .open { _ = takeHeld(session) }
    if session.stage == .open { readOn(session) }
  }

  private func readPostponed(_ session: Session) {
    var bytes = session.input.postponed
    session.input.postponed = []
    let taken = bytes.withUnsafeMutableBytes { readShare(of: $0, session) }
    defer { chargeMemory(session) }
    guard session.stage == .open else {
      return bytes.withUnsafeMutableBytes { readRest(UnsafeMutableRawBufferPointer(rebasing: $0[taken...]), session) }
    }
    if taken < bytes.count {
      bytes.removeFirst(taken)
      session.input.postponed = bytes
    }
    readOn(session)
  }

  /// Goes on with what waits in the next turn, or with what arrives when nothing does; whoever is being looked up goes
  /// on when that is known.
  private func readOn(_ session: Session) {
    if session.input.isLookingUp { return }
    if session.isPutOff {
      visitNextTurn(session)
    } else if session.input.hasEnded {
      endIfSaid(session)
    } else {
      loop.resumeReading(session.connection)
    }
  }

  /// Of pings above the number of pongs that may be pending only the last is answered, when the pongs before have left.
  /// With a backlog `drained` comes to it; otherwise nothing announces that they have.
  func payHeldPong(_ session: Session) {
    if session.wire.webSocket.holdsPong, loop.queuedBytes(of: session.connection) == 0 { noteDrained(session) }
  }
}
