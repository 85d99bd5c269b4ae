import EventStore
import HTTPTypes
import HearthProtocol
import Logging
import Room
import Transport
import WebSocket

/// Receipts' files over HTTP: who asks, whether they may, and the bytes (SPEC section 16). The room says who may; files
/// are touched off the loop.
extension ServerLoop {
  /// Begins an exchange whose request head has been read. Nothing of the body is taken before it is known who asks and
  /// that they may.
  func begin(_ head: RequestHead, _ parts: [Substring], followedBy rest: UnsafeRawBufferPointer, _ session: Session) {
    let wish = head.request.method == .put ? AttachmentWish.add : .fetch
    guard background.attachments != nil, parts.count >= 2, let group = GroupID(String(parts[0])),
      let hash = ContentHash(parts[parts.count - 1])
    else {
      return refuse(session, .unknownPath)
    }
    let minor = parts.count == 3 ? MemberID(String(parts[1])) : nil
    guard parts.count == 2 || minor != nil else { return refuse(session, .unknownPath) }
    guard case .serving = phase, !limits.memory.isTight else { return refuse(session, .unavailable) }
    guard let token = BearerToken(bearerOf: head.request.headerFields, configuration.issuer) else {
      return refuse(session, .tokenUnknown)
    }
    if wish == .add {
      guard head.request.headerFields[.contentLength] != nil else { return refuse(session, .lengthMissing) }
      guard head.bodyByteCount > 0 else { return refuse(session, .bodyEmpty) }
      guard head.bodyByteCount <= configuration.attachmentBytesMax else { return refuse(session, .bodyTooLarge) }
    }
    var exchange = AttachmentExchange(
      wish: wish, group: group, minor: minor, hash: hash, sizeBytes: wish == .add ? head.bodyByteCount : 0)
    exchange.awaitsContinue = head.expectsContinue
    session.begin(exchange, now: loop.now)
    loop.pauseReading(session.connection)
    takeBody(rest, session)
    background.authenticate(token, at: clocks(), for: number) { [peer = session.peer] loop, result in
      guard let session = loop.session(peer), session.stage == .exchange else { return }
      switch loop.current(result, session) {
      case .success(.suspended?): loop.refuse(session, .accountSuspended)
      case .success(let bearer?):
        session.account.show(bearer)
        loop.known(bearer.identity, session)
      case .success(nil): loop.refuse(session, .tokenUnknown)
      case .failure(let failure): loop.refuse(session, failure == .full ? .storageFull : .unavailable)
      }
    }
  }

  /// Hears what became of a step.
  func heard(_ news: AttachmentNews, _ peer: PeerID) {
    if case .kept(.failure(.unsynced(let why))) = news { status.fail(why) }
    guard let session = session(peer), session.stage == .exchange else {
      // The connection has gone meanwhile: what was arriving is forgotten.
      switch news {
      case .ready(.success(let arriving)), .written(.success(let arriving)): discard(arriving, peer)
      case .ready, .written, .kept, .read: break
      }
      return
    }
    switch news {
    case .ready(.success(let arriving)):
      session.exchange?.arriving = arriving
      askForBody(session)
      write(session)
    case .written(.success(let arriving)):
      session.exchange?.arriving = arriving
      write(session)
    case .kept(.success(let isNew)): end(session, with: HTTPAnswer(isNew ? .created : .ok))
    case .read(.success(let piece)): send(piece, session)
    case .ready(.failure(let failure)):
      // Nothing of it was taken.
      giveBackBytes(session)
      refuse(failure, session)
    case .written(.failure(.full)), .kept(.failure(.full)):
      // What finds no space does not count (SPEC AT-04), however late that is known.
      giveBackBytes(session)
      refuse(.full, session)
    case .written(.failure(let failure)), .kept(.failure(let failure)), .read(.failure(let failure)): refuse(failure, session)
    }
  }

  /// Gives an identity back what it was charged for a file that is not kept.
  private func giveBackBytes(_ session: Session) {
    guard let identity = session.place.identity, let bytes = session.exchange?.sizeBytes else { return }
    limits.attachmentBytes.giveBack(identity, bytes, now: loop.now)
  }

  private func known(_ identity: IdentityID, _ session: Session) {
    if let refusal = charge(identity) {
      return refuse(session, .tooManyRequests(retryAfterMilliseconds: refusal.retryAfterMs))
    }
    guard count(identity, session) else { return refuse(session, .tooManyConnections) }
    askForAccess(session)
  }

  /// Asks the room whether they may: of what comes before its first byte and behind its last one, and before each piece
  /// of what goes, so that a removal holds for the rest (SPEC RE-05).
  private func askForAccess(_ session: Session) {
    guard let exchange = session.exchange, let identity = session.place.identity else { return }
    let holder = session.account.asker(identity, in: exchange.group).holder
    ask(.look(.attachment(exchange.wish, ofMinor: exchange.minor, holder, session.peer)), of: exchange.group, for: identity, session)
  }

  /// The room has said whether they may.
  func decided(_ access: AttachmentAccess, _ peer: PeerID) {
    guard let session = session(peer), session.stage == .exchange, let exchange = session.exchange else { return }
    var access = access
    // Its member may, and a token that only reads may not (SPEC ID-21).
    if case .allowed = access, exchange.wish == .add, session.account.scope?.access == .read { access = .forbidden }
    let (hash, group, size) = (exchange.hash, exchange.group, exchange.sizeBytes)
    let isAllowed = if case .allowed = access { true } else { false }
    // The answer has begun: there is no other way to say it.
    if !isAllowed, exchange.answeredBytes != nil { return endExchange(session) }
    if !isAllowed, let arriving = exchange.arriving {
      // At once: its sender may keep the connection for a while.
      session.exchange?.arriving = nil
      discard(arriving, peer)
    }
    switch (access, exchange.wish) {
    case (.allowed, .add) where exchange.isConfirming: keep(session)
    case (.allowed(let lane), .add):
      guard let identity = session.place.identity else { return endExchange(session) }
      if let wait = limits.attachmentBytes.charge(identity, size, now: loop.now) {
        denials.note(.attachmentBytesLimited)
        let refusal = Refusal.tooManyBytes(perHour: configuration.identityAttachmentBytesPerHour, retryAfterMilliseconds: wait)
        return refuse(session, refusal)
      }
      background.exchange(peer) { [space = background.space] folder in
        guard space.hasSpace(forFilesOf: folder.arrivingBytes + size) else { return .ready(.failure(.full)) }
        return .ready(Result { () throws(AttachmentFailure) in try folder.begin(hash, of: group, lane, sizeBytes: size) })
      }
    case (.allowed(let lane), .fetch): readPiece(lane, session)
    case (.forbidden, _): refuse(session, .notPermitted)
    case (.separated, _): refuse(session, .separated)
    case (.unknown, _): refuse(session, .unknownPath)
    case (.unavailable, _): refuse(session, .unavailable)
    }
  }

  private func refuse(_ failure: AttachmentFailure, _ session: Session) {
    switch failure {
    case .full: refuse(session, .storageFull)
    case .quotaReached: refuse(session, .quotaReached(ofServer: false))
    case .serverQuotaReached: refuse(session, .quotaReached(ofServer: true))
    case .otherContent: refuse(session, .otherContent)
    case .away: refuse(session, .unavailable)
    case .broken(let what), .unsynced(let what):
      let request = session.request.name.map { ["request": "\($0)"] as Logger.Metadata } ?? [:]
      status.log.error("an attachment could not be kept or read", metadata: request.merging(["cause": "\(what)"]) { $1 })
      endExchange(session)
    }
  }

  // MARK: Coming

  /// Takes bytes of the body. What follows it is not looked at: the connection ends with the answer.
  func takeBody(_ bytes: UnsafeRawBufferPointer, _ session: Session) {
    guard session.exchange?.wish == .add else { return }
    session.exchange?.take(bytes)
    chargeMemory(session)
    if session.stage == .exchange { write(session) }
  }

  /// Asks for the body, now that nothing is against it. A client that has not waited has been understood without.
  private func askForBody(_ session: Session) {
    guard let exchange = session.exchange, exchange.awaitsContinue, exchange.movedBytes == 0 else { return }
    sayContinue(session)
  }

  /// Has what was collected written, once it is enough or all; reads on otherwise. Nothing is read while something is
  /// being written.
  private func write(_ session: Session) {
    guard let exchange = session.exchange, let arriving = exchange.arriving else { return }
    let isLast = exchange.hasWholeRequest
    if isLast, exchange.collected.isEmpty {
      guard !exchange.isConfirming else { return }
      session.exchange?.isConfirming = true
      return askForAccess(session)
    }
    guard isLast || exchange.collected.count >= AttachmentExchange.chunkBytes else { return loop.resumeReading(session.connection) }
    loop.pauseReading(session.connection)
    let bytes = exchange.collected
    // Charged as long as they are kept for the disk, which may be slower than whoever sends and goes; so it is not the
    // session's to give back.
    let inFlightBytes = bytes.capacity
    let memory = limits.memory
    memory.charge(inFlightBytes)
    session.exchange?.arriving = nil
    session.exchange?.collected = []
    chargeMemory(session)
    background.exchange(session.peer) { folder in
      defer { memory.discharge(inFlightBytes) }
      var arriving = arriving
      do throws(AttachmentFailure) {
        try folder.add(bytes, to: &arriving)
      } catch {
        folder.discard(arriving)
        return .written(.failure(error))
      }
      return .written(.success(arriving))
    }
  }

  /// Keeps what has all arrived and been written.
  private func keep(_ session: Session) {
    guard let whole = session.exchange?.arriving else { return }
    session.exchange?.arriving = nil
    background.exchange(session.peer) { folder in .kept(Result { () throws(AttachmentFailure) in try folder.keep(whole) }) }
  }

  private func discard(_ arriving: ArrivingAttachment, _ peer: PeerID) {
    background.exchange(peer) { folder in
      folder.discard(arriving)
      return nil
    }
  }

  // MARK: Going

  private func readPiece(_ lane: Lane, _ session: Session) {
    guard let exchange = session.exchange else { return }
    let (hash, group, offset) = (exchange.hash, exchange.group, exchange.movedBytes)
    background.exchange(session.peer) { folder in
      .read(
        Result { () throws(AttachmentFailure) in
          guard let size = try folder.knownSize(of: hash, in: group, lane) else { return AttachmentPiece(sizeBytes: nil, bytes: []) }
          return AttachmentPiece(
            sizeBytes: size, bytes: try folder.read(hash, of: group, lane, from: offset, count: AttachmentExchange.pieceBytes))
        })
    }
  }

  private func send(_ piece: AttachmentPiece, _ session: Session) {
    guard let exchange = session.exchange else { return }
    guard let size = piece.sizeBytes, !piece.bytes.isEmpty else {
      // A file never shrinks; one that did is cut off where it ends.
      return exchange.answeredBytes == nil ? refuse(session, .unknownPath) : endExchange(session)
    }
    if exchange.answeredBytes == nil {
      session.exchange?.answeredBytes = size
      write(HTTPAnswer.file(exchange.hash, sizeBytes: size, beginning: piece.bytes), session)
      flushOutput(to: session)
    }
    session.exchange?.held = piece.bytes
    chargeMemory(session)
    // While a backlog is there, its end is announced (`drained`).
    if session.stage == .exchange, loop.queuedMessages(of: session.connection) == 0 { sendHeldPiece(session) }
  }

  /// Sends the piece that waits, and has the next one read.
  func sendHeldPiece(_ session: Session) {
    guard let exchange = session.exchange, let size = exchange.answeredBytes, !exchange.held.isEmpty else { return }
    session.exchange?.held = []
    session.exchange?.movedBytes += exchange.held.count
    chargeMemory(session)
    guard exchange.held.withUnsafeBytes({ loop.send($0, to: session.connection) }) else { return }
    if exchange.movedBytes + exchange.held.count < size { return askForAccess(session) }
    beginClosing(session)
    releaseIdentity(session)
    loop.close(session.connection, .afterFlush)
  }

  // MARK: Ends

  /// Ends an exchange that cannot go on.
  private func endExchange(_ session: Session) { end(exchangeOf: session, .tryAgainLater) }

  /// Ends an exchange that cannot go on: by an answer that says why, or by the end of the connection when the answer
  /// has begun.
  func end(exchangeOf session: Session, _ farewell: Farewell) {
    guard session.exchange?.answeredBytes == nil else { return loop.close(session.connection, .immediately) }
    switch farewell {
    case .revoked, .expired, .badToken: refuse(session, .tokenUnknown)
    case .suspended: refuse(session, .accountSuspended)
    case .tooManyConnections: refuse(session, .tooManyConnections)
    case .notLoggedIn, .loginTimeout, .tooMuchHeld, .slowConsumer, .tooManyOffences, .serverRestarts, .tryAgainLater, .memoryShort,
      .removed:
      refuse(session, .unavailable)
    }
  }

  func checkDeadline(ofExchange session: Session, _ now: Int64) {
    // One that goes is watched by the loop: whoever does not read is cut.
    guard session.exchange?.answeredBytes == nil, now - session.stageSince >= configuration.attachmentMilliseconds else { return }
    if session.exchange?.hasWholeRequest == true { endExchange(session) } else { refuse(session, .requestTimeout) }
  }

  /// The exchange comes to its end with its stage: what was arriving is forgotten. What is being written then is
  /// forgotten when it has been (`heard`).
  func abandonExchange(_ session: Session) {
    if let arriving = session.exchange?.arriving { discard(arriving, session.peer) }
    session.exchange?.arriving = nil
  }
}
