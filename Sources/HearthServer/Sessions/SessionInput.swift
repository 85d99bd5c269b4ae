import HearthProtocol

/// What has come over a connection and waits.
struct SessionInput {
  // Limit: messages held; one more closes with 1008.
  static let heldMax = 64

  /// What a client sent behind its hello without waiting for the welcome, and how many bytes that were.
  var held: [ClientMessage] = []
  var heldBytes = 0
  /// Bytes of the message that is being handled; of those that were held, what they are on average.
  var messageBytes = 0
  /// Received bytes that wait for a later turn. While there are any, nothing more is read.
  var postponed: [UInt8] = []
  var isVisitedNextTurn = false
  /// Whether other connections of its address had all that the address may have of a turn.
  var lacksShare = false
  /// Whether the client has ended its stream behind what waits.
  var hasEnded = false
  /// Since when the directory is being asked something on which what comes later may depend, in milliseconds of the
  /// loop's clock.
  var lookUpSince: Int64?
  /// Whether that is so; nothing more is handled until it has answered.
  var isLookingUp: Bool { lookUpSince != nil }
}
