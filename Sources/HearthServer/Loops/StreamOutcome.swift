/// What became of a catch-up that was sent in pieces.
enum StreamOutcome: Sendable {
  /// All of it was sent.
  case whole
  /// The log has not all that was wanted.
  case broken
  /// The store cannot be read.
  case failed
}
