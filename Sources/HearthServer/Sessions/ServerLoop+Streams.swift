import EventStore
import HearthProtocol
import Room
import Transport

/// Catch-ups in pieces: each is read when the connection has taken those before it, so that a slow line costs no more
/// memory than a fast one (SPEC SB-03).
extension ServerLoop {
  // Limit: bytes that are unsent to a connection when the next piece is read for it; a piece has some 64 KiB.
  private static let windowBytes = 128 << 10

  /// Begins to send a catch-up, behind others of the connection.
  func stream(_ stream: PieceStream, to peer: PeerID) {
    guard let session = session(peer), session.isReader else { return }
    session.reads.stopStream(of: stream.group)
    ownCounts.catchUpsInPieces += 1
    session.reads.streams.append(stream)
    streamOn(session)
  }

  /// Reads the next piece, if it is time for it. One is read at a time for a connection, however many groups it catches
  /// up with.
  func streamOn(_ session: Session) {
    guard session.isReader, !session.reads.isReadingPiece, let stream = session.reads.streams.first,
      loop.queuedBytes(of: session.connection) <= Self.windowBytes
    else { return }
    session.reads.isReadingPiece = true
    switch stream.reader {
    case .here(let reading): background.readPiece(reading, for: session.peer)
    case .node: ask(.nextPiece(stream.id, session.peer), of: stream.group)
    }
  }

  /// A piece was read here, or could not be.
  func pieceRead(_ peer: PeerID, _ reading: CatchUpReading, _ result: Result<[EncodedMessage], StoreFailure>) {
    limits.memory.discharge(Background.answerBytes)
    if peer.isRemote { return pieceReadForNode(peer, reading, result) }
    pieceRead(peer, PieceStream(reading), result)
  }

  /// A piece was read, or could not be.
  func pieceRead(_ peer: PeerID, _ stream: PieceStream, _ result: Result<[EncodedMessage], StoreFailure>) {
    guard let session = session(peer) else { return }
    session.reads.isReadingPiece = false
    guard session.isReader else { return }
    guard session.reads.streams.first?.id == stream.id else { return streamOn(session) }
    let group = stream.group
    guard case .success(let messages) = result else {
      session.reads.streams.removeFirst()
      // Only who reads begins anew while the store is away.
      if case .failure(.away) = result { return close(session, .tryAgainLater) }
      ask(.streamed(stream.id, .failed), of: group)
      return streamOn(session)
    }
    for (place, message) in messages.enumerated() {
      if session.stage == .feed {
        if stream.isDone, place == messages.count - 1 { session.feed?.finishSnapshots() }
        send(message, toFeedOf: session, isPlanned: true)
      } else {
        loop.allow(extraBytes: message.payload.count, for: session.connection)
        send(content: message.payload, to: session)
      }
    }
    session.reads.streams[0] = stream
    if stream.isDone {
      session.reads.streams.removeFirst()
      ask(.streamed(stream.id, stream.isBroken ? .broken : .whole), of: group)
      endIfSaid(session)
    }
    streamOn(session)
    // What the socket takes at once is announced by nobody.
    if !session.reads.streams.isEmpty, !session.reads.isReadingPiece { visitNextTurn(session) }
  }
}
