import HearthProtocol

/// What an alert fires at (SPEC BU-07). Ordered as alerts of one act fire: shares ascending, then over.
public enum AlertThreshold: Hashable, Comparable, Sendable {
  /// So many basis points of what may be spent, or more: 8,000 is 80 %.
  case share(basisPoints: Int32)
  /// More than may be spent.
  case over

  /// Whether so much spent of so much is at or past the threshold. Where nothing was spent none is reached.
  public func isReached(spentMinor: Int64, limitMinor: Int64) -> Bool {
    switch self {
    case .share(let basisPoints): spentMinor > 0 && BudgetProgress.basisPoints(spentMinor, of: limitMinor) >= Int64(basisPoints)
    case .over: spentMinor > limitMinor
    }
  }
}

/// The thresholds of a budget.
public struct AlertThresholds: Sendable, Equatable {
  /// 1 to 100,000 basis points each, at most 10 of them, ascending.
  public let basisPoints: [Int32]
  /// Whether an alert fires when more was spent than may be.
  public let over: Bool

  /// 80 %, 100 % and over (contradiction C27).
  public static let usual = AlertThresholds(basisPoints: [8_000, 10_000], over: true)

  /// All of them, in the order in which they fire.
  public var all: [AlertThreshold] { basisPoints.map { .share(basisPoints: $0) } + (over ? [.over] : []) }

  /// Those that so much spent of so much is at or past, in the order in which they fire.
  func reached(spentMinor: Int64, limitMinor: Int64) -> [AlertThreshold] {
    var reached: [AlertThreshold] = []
    for points in basisPoints {
      let threshold = AlertThreshold.share(basisPoints: points)
      if threshold.isReached(spentMinor: spentMinor, limitMinor: limitMinor) { reached.append(threshold) }
    }
    if over, AlertThreshold.over.isReached(spentMinor: spentMinor, limitMinor: limitMinor) { reached.append(.over) }
    return reached
  }

  var message: BudgetAlerts {
    var message = BudgetAlerts()
    message.basisPoints = basisPoints.map { UInt32(clamping: $0) }
    message.over = over
    return message
  }

  init(basisPoints: [Int32], over: Bool) {
    self.basisPoints = basisPoints
    self.over = over
  }

  /// Reads what was stored.
  init(_ message: BudgetAlerts) throws(HistoryFlaw) {
    var points: [Int32] = []
    for point in message.basisPoints {
      guard Limits.thresholdBasisPoints.contains(point), point > points.last ?? 0 else { throw .malformed("alerts") }
      points.append(Int32(point))
    }
    guard points.count <= Limits.thresholds else { throw .malformed("alerts") }
    self.init(basisPoints: points, over: message.over)
  }
}
