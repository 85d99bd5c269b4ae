/// When a node that says it lives says where the audit logs of the others stand: once in an interval, one time after
/// the other.
struct ChainPace: Sendable {
  private let seconds: Double?
  private var beganAt: Double
  private var isUnderWay = false

  /// - Parameters:
  ///   - seconds: the interval; nil: never.
  ///   - now: by a clock that never goes back; when it was said last.
  init(seconds: Double?, at now: Double) { (self.seconds, beganAt) = (seconds, now) }

  /// Whether to say it now; then `ended` follows.
  mutating func isDue(at now: Double) -> Bool {
    guard let seconds, !isUnderWay, now - beganAt >= seconds else { return false }
    (beganAt, isUnderWay) = (now, true)
    return true
  }

  /// It was said, or could not be: then it is tried again after the interval.
  mutating func ended() { isUnderWay = false }
}
