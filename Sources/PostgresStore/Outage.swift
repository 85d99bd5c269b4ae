import Dispatch
import EventStore
import Locking

/// Whether the database is out of reach, for all connections of a store. Any thread may ask.
///
/// While somebody watches (`NodeLife`) it alone finds out that the database is back, and calls meanwhile fail at once:
/// otherwise each would wait for a connection of its own.
final class Outage: Sendable {
  private struct State: Sendable {
    var isAway = false
    var isWatched = false
    /// When the database was reached last, by the clock.
    var reachedAt: Double
    /// Why the database is away; nil: it is not, or nobody watches.
    var cause: String?
    var tell: (@Sendable (StoreReach) -> Void)?
  }

  private let state: Locked<State>
  private let clock: @Sendable () -> Double
  /// Tells in order, outside of the lock: who is told may block.
  private let telling = DispatchQueue(label: "hearth-db-outage")
  /// Which primary the connections are to be with.
  let primary = NewestPrimary()

  /// - Parameter clock: seconds, of a clock that never goes back.
  init(clock: @escaping @Sendable () -> Double = { NodeLife.seconds }) {
    self.clock = clock
    state = Locked(State(reachedAt: clock()))
  }

  /// Whether the database is out of reach.
  var isAway: Bool { state.withLock { $0.isAway } }

  /// Whether a connection need not be tried.
  var isHopeless: Bool { state.withLock { $0.isAway && $0.isWatched } }

  /// Has somebody told each time when calls begin to fail at once, and when they go on.
  func whenChanged(_ tell: @escaping @Sendable (StoreReach) -> Void) {
    let now = clock()
    state.withLock { state in
      state.tell = tell
      if let cause = state.cause { say(.away(seconds: now - state.reachedAt, cause: cause), tell) }
    }
  }

  private func say(_ reach: StoreReach, _ tell: (@Sendable (StoreReach) -> Void)?) {
    guard let tell else { return }
    telling.async { tell(reach) }
  }

  /// Somebody finds out by itself from now on, or no longer.
  func watch(_ isWatched: Bool) { state.withLock { $0.isWatched = isWatched } }

  /// The database cannot be reached.
  func begin(_ error: any Error) {
    let (now, cause) = (clock(), DatabaseFailure.cause(of: error))
    state.withLock { state in
      state.isAway = true
      guard state.isWatched, state.cause == nil else { return }
      state.cause = cause
      say(.away(seconds: now - state.reachedAt, cause: cause), state.tell)
    }
  }

  /// The database was reached.
  ///
  /// - Parameter byWatch: whether the watch says so; others' word does not count while there is one.
  func end(byWatch: Bool = false) {
    let now = clock()
    state.withLock { state in
      guard byWatch || !state.isWatched else { return }
      state.isAway = false
      if state.cause != nil { say(.back(seconds: now - state.reachedAt), state.tell) }
      state.cause = nil
      state.reachedAt = now
    }
  }
}
