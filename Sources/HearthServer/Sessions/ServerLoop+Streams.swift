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
  func stream(_ work: CatchUpWork, of group: GroupID, to peer: PeerID) {
    guard let session = session(peer), session.isReader else { return }
    session.reads.stopStream(of: group)
    ownCounts.catchUpsInPieces += 1
    session.reads.streams.append(CatchUpReading(work))
    streamOn(session)
  }

  /// Reads the next piece, if it is time for it. One is read at a time for a connection, however many groups it catches
  /// up with.
  func streamOn(_ session: Session) {
    guard session.isReader, !session.reads.isReadingPiece, let reading = session.reads.streams.first,
      loop.queuedBytes(of: session.connection) <= Self.windowBytes
    else { return }
    session.reads.isReadingPiece = true
    background.readPiece(reading, for: session.peer)
  }

  /// A piece was read, or could not be.
  func pieceRead(_ peer: PeerID, _ reading: CatchUpReading, _ result: Result<[EncodedMessage], StoreFailure>) {
    limits.memory.discharge(Background.answerBytes)
    guard let session = session(peer) else { return }
    session.reads.isReadingPiece = false
    guard session.isReader else { return }
    guard session.reads.streams.first?.work.id == reading.work.id else { return streamOn(session) }
    let group = reading.work.history.group
    guard case .success(let messages) = result else {
      session.reads.streams.removeFirst()
      // Only who reads begins anew while the store is away.
      if case .failure(.away) = result { return close(session, .tryAgainLater) }
      ask(.streamed(reading.work.id, .failed), of: group)
      return streamOn(session)
    }
    for (place, message) in messages.enumerated() {
      if session.stage == .feed {
        if reading.isDone, place == messages.count - 1 { session.feed?.finishSnapshots() }
        send(message, toFeedOf: session, isPlanned: true)
      } else {
        loop.allow(extraBytes: message.payload.count, for: session.connection)
        send(content: message.payload, to: session)
      }
    }
    session.reads.streams[0] = reading
    if reading.isDone {
      session.reads.streams.removeFirst()
      ask(.streamed(reading.work.id, reading.isBroken ? .broken : .whole), of: group)
      endIfSaid(session)
    }
    streamOn(session)
    // What the socket takes at once is announced by nobody.
    if !session.reads.streams.isEmpty, !session.reads.isReadingPiece { visitNextTurn(session) }
  }
}
