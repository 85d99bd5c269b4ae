import HTTPTypes
import HearthProtocol
import Ledger
import Room
import Transport
import WebSocket

/// A group's events over HTTP, for programs without a WebSocket: Server-Sent Events (SPEC HT-11 to HT-13).
///
/// The stream is a subscription in JSON like any other: the group's room admits its reader, and what a WebSocket would
/// be sent is sent here, one message an event. It ends with its connection, so no length and no chunks are told: a
/// proxy that speaks HTTP/1.0 takes it, too.
extension ServerLoop {
  /// The caller is known and is to follow the group: the connection is a reader's from here on, whatever it is
  /// answered.
  func prepareFeed(_ wish: FeedWish, _ session: Session) {
    guard let group = session.call.flatMap({ GroupID($0.parts.first ?? "") }) else { return }
    // No room knows of it before.
    // H42: not all come back at once.
    let retry = 1_000 * (1 + session.connection.spread(to: 9))
    session.follow(Feed(of: group, isFromNow: wish.isFromNow, retryMilliseconds: retry, now: loop.now))
    // The answer has no end that a further request could follow.
    session.request.isLast = true
    session.input.postponed = []
    chargeMemory(session)
  }

  /// Queues everything a reader misses; at first behind the head of the answer.
  func begin(_ start: CatchUpStart, feedOf session: Session) {
    guard session.stage == .call || session.stage == .feed else { return }
    session.reads.stopStream(of: start.group)
    session.following.began(start.group)
    if session.stage == .call { openFeed(session) }
    session.feed?.begin(start.subscribed)
    var answer = ServerMessage()
    answer.subscribed = start.subscribed
    guard let subscribed = try? WireFormat.json.encode(answer) else { return close(session, .tryAgainLater) }
    send(EncodedMessage(kind: answer.kind, payload: subscribed), toFeedOf: session, isPlanned: true)
    for (place, payload) in start.snapshotMessages.enumerated() {
      if place == start.snapshotMessages.count - 1 { session.feed?.finishSnapshots() }
      send(EncodedMessage(kind: "snapshotPart", payload: payload), toFeedOf: session, isPlanned: true)
    }
    for run in Self.runs(start.events) {
      EventEncoding.write(run.events[...], lane: run.lane, group: start.group, format: .json) {
        send($0, toFeedOf: session, isPlanned: true)
      }
    }
    if start.isWhole {
      if start.snapshotMessages.isEmpty { ownCounts.catchUpsOfEvents += 1 } else { ownCounts.catchUpsWithSnapshot += 1 }
    }
  }

  /// Events of all lanes in the order of the log: wherever the connection breaks, the cursors stood together (SPEC
  /// SB-04).
  private static func runs(_ lanes: [(Lane, [CommittedEvent])]) -> [(lane: Lane, events: [CommittedEvent])] {
    var runs: [(lane: Lane, events: [CommittedEvent])] = []
    for event in lanes.flatMap(\.1).sorted(by: { $0.stored.sequence < $1.stored.sequence }) {
      if let last = runs.indices.last, runs[last].lane == event.stored.lane {
        runs[last].events.append(event)
      } else {
        runs.append((event.stored.lane, [event]))
      }
    }
    return runs
  }

  private func openFeed(_ session: Session) {
    session.beginFeed(now: loop.now)
    write(HTTPAnswer.events, session)
    loop.allow(extraBytes: output.count, for: session.connection)
    flushOutput(to: session)
    // Nothing more is asked for, and only so it is seen that the client has gone.
    loop.resumeReading(session.connection)
  }

  /// Queues a message to a reader of a stream.
  ///
  /// - Parameter isPlanned: whether its length is no slowness of the reader.
  func send(_ message: EncodedMessage, toFeedOf session: Session, isPlanned: Bool = false) {
    guard session.stage == .feed else { return }
    output.removeAll(keepingCapacity: true)
    session.feed?.write(message, to: &output)
    session.feed?.saidAt = loop.now
    if isPlanned { loop.allow(extraBytes: output.count, for: session.connection) }
    flushOutput(to: session)
  }

  /// Tells a reader of a stream what the room has for it alone.
  func tell(_ message: ServerMessage, toFeedOf session: Session) {
    if case .rejected(let rejected) = message.body {
      return rejected.code == RejectionCode.notFound.rawValue ? endMembership(ofFeed: session) : close(session, .tryAgainLater)
    }
    guard let payload = try? WireFormat.json.encode(message) else { return }
    send(EncodedMessage(kind: message.kind, payload: payload), toFeedOf: session)
  }

  /// The reader is no member any more: there is nothing left to be read.
  func endMembership(ofFeed session: Session) {
    end(feedOf: session, Farewell.removed.code, "your membership has ended, or the group was deleted", mayReturn: false)
  }

  /// Ends a stream in order.
  func end(feedOf session: Session, _ code: CloseCode, _ reason: String, mayReturn: Bool) {
    guard session.stage == .feed else { return }
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: Feed.end(code, reason, mayReturn: mayReturn).utf8)
    finish(session)
  }

  /// What is sent behind the request is no part of it, and nobody would ever be answered.
  func refuseInput(toFeedOf session: Session) {
    end(feedOf: session, .policyViolation, "nothing is read behind this request", mayReturn: true)
  }

  func checkDeadline(ofFeed session: Session, _ now: Int64) {
    if endExpired(session) { return }
    noteStay(session)
    // Who takes nothing is noticed by what is queued.
    guard let feed = session.feed, now - feed.saidAt >= session.silence.pingMilliseconds, loop.queuedBytes(of: session.connection) == 0
    else { return }
    session.feed?.saidAt = now
    output.removeAll(keepingCapacity: true)
    output.append(contentsOf: Feed.signOfLife.utf8)
    flushOutput(to: session)
  }
}
