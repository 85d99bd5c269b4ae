/// Since when nothing has come over a connection.
struct SessionSilence {
  /// Whether nothing has come at all.
  var isWhole = true
  /// Monotonic milliseconds when something last arrived.
  var heardAt: Int64
  /// When a ping was sent that nothing has followed yet.
  var pingedAt: Int64?
  /// Silence after which it is pinged, in milliseconds.
  let pingMilliseconds: Int64

  init(pingMilliseconds: Int64, now: Int64) {
    self.pingMilliseconds = pingMilliseconds
    heardAt = now
  }

  /// Something has come, or nobody was listening until now (SPEC HS-07).
  mutating func end(at now: Int64) {
    heardAt = now
    pingedAt = nil
  }
}
