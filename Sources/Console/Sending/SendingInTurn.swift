import HearthClient
import HearthProtocol
import Ledger

/// Sends many commands, no faster than the server takes them (SPEC CM-08, ER-02).
struct SendingInTurn {
  // Limit: how often a command is sent again; a server that gives way never needs this many.
  private static let sendsMax = 20
  // Limit: how long an answer may take, as for a command that is sent alone.
  private static let answerLimit = Duration.seconds(15)

  let sitting: Sitting
  private var pace: SendingPace

  /// Commands of this call. What the server takes is known where there is a connection already.
  init(_ sitting: Sitting) {
    self.sitting = sitting
    pace = SendingPace(sitting.reached?.messageRate)
  }

  /// Sends the next command, and again when it was one too many.
  ///
  /// - Parameters:
  ///   - isKept: whether it has waited on the disk, so that it may have been sent before.
  ///   - wasSent: whether it was sent in this call before.
  @discardableResult
  mutating func send(_ command: Command, isKept: Bool = false, wasSent: Bool = false) throws(ConsoleFailure) -> Accepted {
    let connection = try sitting.online()
    try pass(until: .now + .milliseconds(pace.beforeNext()), keepsNews: isKept)
    for attempt in 1..<Self.sendsMax {
      do throws(ConnectionFailure) {
        return try isKept ? connection.send(command, mayBeKnown: true) : connection.deliver(command, mayBeKnown: wasSent || attempt > 1)
      } catch {
        guard case .rejected(let rejected) = error, rejected.code == RejectionCode.rateLimited.rawValue else {
          let failure = sitting.failure(error, of: command)
          throw isKept ? failure : failure.ofOpenOutcome()
        }
        try pass(until: .now + .milliseconds(pace.refused(retryAfterMs: rejected.retryAfterMs)), keepsNews: isKept)
      }
    }
    return try sitting.asking(of: command) { connection throws(ConnectionFailure) in try connection.send(command, mayBeKnown: true) }
  }

  /// Sends commands of which none needs another's answer, some before those ahead of them are answered. When one is
  /// refused for good, no further one is sent, and those under way are waited for.
  mutating func send(all commands: [Command]) throws(ConsoleFailure) {
    let connection = try sitting.online()
    // Nothing that was told before is to come behind what is told now.
    try pass(until: .now, keepsNews: false)
    var left = commands[...]
    var (underWay, again): ([UInt64: Command], [Command]) = ([:], [])
    var refusal: (Rejected, Command)?
    var (nextAt, patience) = (ContinuousClock.now, ContinuousClock.now + Self.answerLimit)
    while !underWay.isEmpty || !left.isEmpty {
      let now = ContinuousClock.now
      let maySend = underWay.count < pace.underWayMax
      if maySend, now >= nextAt, let command = left.popFirst() {
        underWay[connection.begin(command)] = command
        if underWay.count == 1 { patience = now + Self.answerLimit }
        nextAt = now + .milliseconds(pace.beforeNext())
        continue
      }
      let waitsForTurn = maySend && !left.isEmpty
      guard let delivery = connection.arrival(until: waitsForTurn ? nextAt : patience) else {
        if underWay.isEmpty || ContinuousClock.now < patience { continue }
        throw ConsoleFailure(.noAnswer(connection.server, after: Self.answerLimit, isRead: false)).ofOpenOutcome()
      }
      switch delivery.notice {
      case .accepted(_, let tag) where underWay[tag] != nil: underWay[tag] = nil
      case .rejected(let rejected, let tag) where underWay[tag] != nil:
        guard let command = underWay.removeValue(forKey: tag) else { continue }
        if rejected.isTemporary { again.append(command) } else { refusal = refusal ?? (rejected, command) }
        // The rest goes one after the other, as the server says.
        if rejected.isTemporary { again += left }
        left = []
      case .stopped(let reason): throw ConsoleFailure(.stopped(connection.server, reason))
      default:
        try sitting.hear(delivery)
        continue
      }
      patience = .now + Self.answerLimit
    }
    if let (rejected, command) = refusal { throw sitting.failure(.rejected(rejected), of: command).ofOpenOutcome() }
    for command in again { try send(command, wasSent: true) }
  }

  /// Lets pass what the group tells until then, or keeps it for the next command that follows the group.
  private func pass(until: ContinuousClock.Instant, keepsNews: Bool) throws(ConsoleFailure) {
    if keepsNews { return try sitting.asking { connection throws(ConnectionFailure) in try connection.wait(until: until) } }
    while let delivery = try sitting.next(within: until - .now) {
      if case .stopped(let reason) = delivery.notice { throw try ConsoleFailure(.stopped(sitting.online().server, reason)) }
    }
  }
}
