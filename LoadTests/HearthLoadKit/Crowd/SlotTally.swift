/// How many tenths of a second were measured at a server, and how many of them are left out, since the host took a
/// processor away.
public struct SlotTally: Sendable {
  /// Limit: how much of all may be left out; with more of it nothing is known of the rest.
  public static let leftOutShareMax = 0.5
  /// Limit: how much more of what is measured at the troubled server than at the other may be left out. A system call
  /// of the server that took half a millisecond would be taken for a theft, and left out; but the host takes as much at
  /// either. Recorded runs left out 0 to 2 % of each.
  public static let excessShareMax = 0.02
  /// Limit: where the host takes much, the two shares differ by chance alone: so many standard deviations of that
  /// difference are allowed. What the troubled server lost does not widen it.
  public static let deviationsMax = 3.0

  /// Tenths of a second that were measured.
  public var all: Int
  /// Those of them that do not count.
  public var leftOut: Int

  /// A tally.
  public init(all: Int = 0, leftOut: Int = 0) {
    self.all = all
    self.leftOut = leftOut
  }

  /// Both together.
  public static func + (a: SlotTally, b: SlotTally) -> SlotTally { SlotTally(all: a.all + b.all, leftOut: a.leftOut + b.leftOut) }

  /// How much of what was measured is left out, from 0 to 1.
  public var leftOutShare: Double { Double(leftOut) / Double(max(1, all)) }

  /// How much more than without the disturbance may be left out with it, as a share from 0 to 1.
  public static func excessAllowed(quiet: SlotTally, disturbed: SlotTally) -> Double {
    let share = quiet.leftOutShare
    let variance = share * (1 - share) * (1 / Double(max(1, quiet.all)) + 1 / Double(max(1, disturbed.all)))
    return max(excessShareMax, deviationsMax * variance.squareRoot())
  }

  /// What is wrong with what was left out without the disturbance and with it; empty when nothing is.
  public static func complaints(quiet: SlotTally, disturbed: SlotTally) -> [String] {
    var complaints: [String] = []
    if (quiet + disturbed).leftOutShare > leftOutShareMax {
      complaints.append("the host took processors away for more than half of the time: nothing can be said of the server")
    }
    let excess = disturbed.leftOutShare - quiet.leftOutShare
    let allowed = excessAllowed(quiet: quiet, disturbed: disturbed)
    // Whole tenths of a second: what differs by less than a millionth is equal.
    if excess > allowed + 1e-6 {
      complaints.append(
        "\(percent(excess)) points more was left out with the disturbance than without, at most \(percent(allowed)) may be: "
          + "it may be what held the processors")
    }
    return complaints
  }

  private static func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10)" }
}
