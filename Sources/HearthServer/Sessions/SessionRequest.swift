import WebSocket

/// The HTTP request of a connection, while it is read and checked.
struct SessionRequest {
  /// What reads it; nil once it has been read.
  var head: RequestHeadParser?
  /// In how many pieces it has come.
  var pieces = PieceCount()
  /// The upgrade that waits for its token to be looked up.
  var grant: UpgradeGrant?

  init(limits: HeadLimits) { head = RequestHeadParser(limits: limits) }
}

/// Counts the pieces in which a request comes.
struct PieceCount {
  // Limit: pieces that are read as they come; after the last of them, and after each further one, reading rests for a
  // moment.
  static let most = 64
  private var count = 0

  /// Notes a piece behind which more must come; true when reading rests now.
  mutating func add() -> Bool {
    count += 1
    return count >= Self.most
  }
}
