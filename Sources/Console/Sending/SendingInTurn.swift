import HearthClient
import HearthProtocol
import Ledger

/// Sends many commands one after the other, no faster than the server takes them (SPEC CM-08, ER-02).
struct SendingInTurn {
  // Limit: how often a command is sent again; a server that gives way never needs this many.
  private static let sendsMax = 20

  let sitting: Sitting
  private var pace = SendingPace()

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// Sends the next command, and again when it was one too many.
  ///
  /// - Parameter isKept: whether it has waited on the disk, so that it may have been sent before.
  @discardableResult
  mutating func send(_ command: Command, isKept: Bool = false) throws(ConsoleFailure) -> Accepted {
    let connection = try sitting.online()
    try pass(until: .now + .milliseconds(pace.beforeNext()), keepsNews: isKept)
    for attempt in 1..<Self.sendsMax {
      do throws(ConnectionFailure) {
        return try isKept ? connection.send(command, mayBeKnown: true) : connection.deliver(command, mayBeKnown: attempt > 1)
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

  /// Lets pass what the group tells until then, or keeps it for the next command that follows the group.
  private func pass(until: ContinuousClock.Instant, keepsNews: Bool) throws(ConsoleFailure) {
    if keepsNews { return try sitting.asking { connection throws(ConnectionFailure) in try connection.wait(until: until) } }
    while let delivery = try sitting.next(within: until - .now) {
      if case .stopped(let reason) = delivery.notice { throw try ConsoleFailure(.stopped(sitting.online().server, reason)) }
    }
  }
}
