import Locking

/// How many of a server's groups others are to have, since a server has come that has fewer; and how fast they go. All
/// loops share one.
final class GroupSpread: Sendable {
  // Limit: idle groups that a server hands over in a second; further ones wait.
  static let perSecondMax = 10
  private static let paceMilliseconds = 1_000 / Int64(perSecondMax)

  private struct State {
    var shares: [String: Int] = [:]
    /// From when the next one may go, in monotonic milliseconds.
    var nextAt: Int64 = .min / 2
  }

  private let state = Locked(State())

  /// Whether there is anywhere for a group to go.
  var isWanted: Bool { state.withLock { !$0.shares.isEmpty } }

  /// Notes how many groups each is to have more. What was noted before is forgotten.
  func give(_ shares: [String: Int]?) {
    guard let shares else { return }
    state.withLock { $0.shares = shares.filter { $0.value > 0 } }
  }

  /// The server that is to have the next group: that which lacks the most. Nil: none, or not yet.
  ///
  /// - Parameter now: monotonic milliseconds.
  func take(now: Int64) -> String? {
    state.withLock { state in
      guard now >= state.nextAt, let most = state.shares.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
      // Loops ask some times a second.
      state.nextAt = max(state.nextAt, now - 1_000 + Self.paceMilliseconds) + Self.paceMilliseconds
      state.shares[most.key] = most.value > 1 ? most.value - 1 : nil
      return most.key
    }
  }
}
