import HearthClient
import HearthProtocol
import Ledger

extension HearthConnection {
  // Limit: how often a command is sent of which the server does not know what became of it; then its user is told so.
  private static let sendsMax = 5
  // Limit: how long is waited before the next time, in milliseconds; the server says a second.
  private static let pauseMaxMilliseconds: Int64 = 2_000

  /// Sends a command that is kept nowhere, and the same again while the server does not know what became of it (SPEC
  /// CM-05). A user who gives it again gives it another id, so it could be done twice.
  ///
  /// - Parameter mayBeKnown: whether it was sent before.
  func deliver(_ command: Command, mayBeKnown: Bool = false) throws(ConnectionFailure) -> Accepted {
    for attempt in 1..<Self.sendsMax {
      do throws(ConnectionFailure) {
        return try send(command, mayBeKnown: mayBeKnown || attempt > 1)
      } catch {
        guard case .rejected(let rejected) = error, rejected.code == RejectionCode.unavailable.rawValue else { throw error }
        try wait(until: .now + .milliseconds(min(Int64(rejected.retryAfterMs), Self.pauseMaxMilliseconds)))
      }
    }
    return try send(command, mayBeKnown: true)
  }
}
