import EventStore

/// How long tokens let in (SPEC ID-14); one for a group until its own end at most (SPEC ID-19).
struct TokenLife: Sendable {
  /// Days from when the token was made; nil: for ever.
  var days: Int?
  /// Days, by UTC, on which the device was not used; nil: as many as may be.
  var idleDays: Int?

  /// Whether a token lets in no more.
  ///
  /// - Parameter now: milliseconds since 1970.
  func isOver(_ record: TokenRecord, now: Int64) -> Bool {
    if let left = milliseconds(left: record, now: now), left <= 0 { return true }
    return idleDays.map { now / DeviceLimits.dayMilliseconds - record.usedDay > Int64($0) } ?? false
  }

  /// The milliseconds for which whoever has logged in with it may stay; nil: for ever.
  func milliseconds(left record: TokenRecord, now: Int64) -> Int64? {
    let ends = [days.map { record.createdAt + Int64($0) * DeviceLimits.dayMilliseconds }, record.scope?.endsAt]
    return ends.compactMap { $0 }.min().map { $0 - now }
  }
}
