import WebSocket

/// The HTTP request of a connection, while it is read and checked.
struct SessionRequest {
  /// What reads it; nil once it has been read.
  var head: RequestHeadParser?
  /// In how many pieces it has come.
  var pieces = PieceCount()
  /// The upgrade that waits for its token to be looked up.
  var grant: UpgradeGrant?

  /// Limit: requests of one connection (SPEC HT-08).
  static let most = 100
  /// Which it is of its connection, from 1.
  private(set) var count = 1
  /// What its sender calls it: a UUID (SPEC HT-14).
  var name: String?
  /// Whether its answer is the last of its connection.
  var isLast = false
  /// Whether it asks for another protocol, which a WebSocket is.
  var isUpgrade = false
  /// Whether the answer has no body (RFC 9110 §9.3.2).
  var isHead = false
  /// Whether a proxy that the operator trusts sent it.
  var isFromProxy = false
  /// The page of another web origin that it comes from, which may read the answer.
  var webOrigin: String?

  init(limits: HeadLimits) { head = RequestHeadParser(limits: limits) }

  /// The connection may ask for something else.
  mutating func begin(_ limits: HeadLimits) {
    let count = count + 1
    self = SessionRequest(limits: limits)
    self.count = count
  }
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
