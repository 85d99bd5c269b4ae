/// How much more a connection may say.
struct SessionAllowance {
  /// Messages.
  var bucket: TokenBucket
  /// Offences.
  var strikes = StrikeCount()

  init(_ configuration: ServerConfiguration, now: Int64) {
    bucket = TokenBucket(ratePerSecond: configuration.messagesPerSecond, burst: configuration.messagesBurst, now: now)
  }
}

/// Counts offences within a minute (SPEC CM-08).
struct StrikeCount {
  // Limit: offences within a minute; the fifth ends the connection.
  private static let most = 5
  private static let window: Int64 = 60_000
  private var times: [Int64] = []

  /// Notes an offence; true when it is one too many.
  mutating func strike(now: Int64) -> Bool {
    times.removeAll { now - $0 >= Self.window }
    times.append(now)
    return times.count >= Self.most
  }
}
