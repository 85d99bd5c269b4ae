import HTTPTypes
import Transport
import WebSocket

/// One request after another on a connection, also without waiting for the answers (SPEC HT-08).
///
/// A request is read when the answer to the one before has left: what comes sooner is kept, within the bound of what
/// may come early, and the client keeps its order.
extension ServerLoop {
  /// Whether the request whose head is this is the last of its connection, whatever becomes of it.
  func isLast(_ head: RequestHead, _ session: Session) -> Bool {
    let options = head.request.headerFields[values: .connection].joined(separator: ",").lowercased().split(separator: ",")
    // A proxy speaks for others on the same connection. HTTP/1.0 keeps none (RFC 9112 §9.3).
    return session.request.isFromProxy || session.request.count >= SessionRequest.most || head.version == .v1p0
      || options.contains { $0.filter { $0 != " " && $0 != "\t" } == "close" }
  }

  /// Sends an answer behind which the connection goes on.
  func sendKeeping(_ answer: HTTPAnswer, _ session: Session) {
    write(answer.keepingConnection, session)
    // What is so long was asked for: its size is no slowness of who reads it.
    loop.allow(extraBytes: output.count, for: session.connection)
    flushOutput(to: session)
    releaseIdentity(session)
    session.account = SessionAccount()
    session.request.begin(configuration.head)
    session.stage = .request
    session.stageSince = loop.now
    // Who asks for nothing more is told nothing.
    session.silence.isWhole = true
    chargeMemory(session)
    guard session.stage == .request else { return }
    if session.input.postponed.isEmpty && !session.input.hasEnded {
      loop.resumeReading(session.connection)
    } else {
      loop.pauseReading(session.connection)
      visitNextTurn(session)
    }
  }

  /// Keeps what comes before its turn. Of a client that sends too much of it the connection ends with the answer that
  /// is under way: it sends the rest again (RFC 9112 §9.3.2).
  func keepForLater(_ bytes: UnsafeRawBufferPointer, _ session: Session) {
    guard !bytes.isEmpty, !session.request.isLast else { return }
    guard session.input.postponed.count + bytes.count <= configuration.heldBytesMax else {
      session.input.postponed = []
      session.request.isLast = true
      return chargeMemory(session)
    }
    session.input.postponed.append(contentsOf: bytes)
    chargeMemory(session)
  }

  /// Takes bytes of a connection that has sent requests before: once the answers before have left.
  func receiveRequest(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    guard session.request.count > 1, !session.input.postponed.isEmpty || loop.queuedBytes(of: session.connection) > 0 else {
      return readRequest(bytes, session)
    }
    loop.pauseReading(session.connection)
    keepForLater(UnsafeRawBufferPointer(bytes), session)
    if session.request.isLast { loop.close(session.connection, .afterFlush) } else { visitNextTurn(session) }
  }

  /// Reads what has come early, once the answers before have left; the end of a backlog is announced.
  func readNextRequest(_ session: Session) {
    guard session.stage == .request, session.request.count > 1, !session.input.postponed.isEmpty || session.input.hasEnded else { return }
    guard loop.queuedBytes(of: session.connection) == 0 else {
      // What is written in this turn and leaves with it is announced by nobody.
      if loop.queuedMessages(of: session.connection) == 0 { visitNextTurn(session) }
      return
    }
    var bytes = session.input.postponed
    session.input.postponed = []
    if !bytes.isEmpty {
      // The time for it begins now.
      session.stageSince = loop.now
      session.silence.isWhole = false
      bytes.withUnsafeMutableBytes { readRequest($0, session) }
    }
    guard session.stage == .request, session.input.postponed.isEmpty else { return }
    if session.input.hasEnded { endInput(session.connection) } else { loop.resumeReading(session.connection) }
  }
}
