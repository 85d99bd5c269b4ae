/// A store's word, once each time, that it is out of reach or reached again.
public enum StoreReach: Sendable, Equatable {
  /// The store cannot be reached: it was so many seconds ago for the last time. The cause is for the operator's log.
  case away(seconds: Double, cause: String)
  /// The store is reached again, so many seconds after it was for the last time before.
  case back(seconds: Double)
}

extension StoreFailure {
  /// Whether the store cannot be reached now, which it says by itself.
  package var isAway: Bool { if case .away = self { true } else { false } }
}
