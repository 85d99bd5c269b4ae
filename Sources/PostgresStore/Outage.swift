import Locking

/// Whether the database is out of reach, for all connections of a store. Any thread may ask.
///
/// While somebody watches (`NodeLife`) it alone finds out that the database is back, and calls meanwhile fail at once:
/// otherwise each would wait for a connection of its own.
final class Outage: Sendable {
  private struct State: Sendable {
    var isAway = false
    var isWatched = false
  }

  private let state = Locked(State())
  /// Which primary the connections are to be with.
  let primary = NewestPrimary()

  /// Whether the database is out of reach.
  var isAway: Bool { state.withLock { $0.isAway } }

  /// Whether a connection need not be tried.
  var isHopeless: Bool { state.withLock { $0.isAway && $0.isWatched } }

  /// Somebody finds out by itself from now on, or no longer.
  func watch(_ isWatched: Bool) { state.withLock { $0.isWatched = isWatched } }

  /// The database cannot be reached.
  func begin() { state.withLock { $0.isAway = true } }

  /// The database was reached.
  ///
  /// - Parameter byWatch: whether the watch says so; others' word does not count while there is one.
  func end(byWatch: Bool = false) { state.withLock { if byWatch || !$0.isWatched { $0.isAway = false } } }
}
