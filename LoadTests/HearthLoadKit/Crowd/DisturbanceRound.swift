/// What the disturbance of one round came to, by the count of those who made it and by the server's.
///
/// It judges whether the server was troubled as planned: that the members do not notice a disturbance that was not
/// there says nothing.
public struct DisturbanceRound: Sendable {
  /// Limit: in percent, how many of the stalled and of the half-open have to be there at once, at half of the looks or
  /// more. A peer that the server has ended is missing until another has come, some hundredths of a second later: of
  /// 1,000 that last 5 s some 10.
  public static let presentPercentMin = 95
  /// Limit: seconds in which the server has to end each half-open handshake once. Its own deadline is 5 s.
  public static let halfOpenSecondsMax = 10.0
  /// Limit: in percent of the stalled readers, how many may be there in the end of whom nothing can be said: a third
  /// are too young to be owed enough, or of an age at which they may or may not have been told.
  public static let unendedPercentMax = 50
  /// Limit: pings a second of each connection that pings as often as it may, on the average; that is ten.
  public static let pingsPerSecondMin = 5.0
  /// Limit: in percent, how many of those have to be answered; of each connection one may be under way.
  public static let pongsPercentMin = 90
  /// Limit: pings a second of each connection that floods, forty times as many as are allowed. With 200 in each flood,
  /// and a quarter of a second between two of them, it comes to 640.
  public static let floodPingsPerSecondMin = 400.0
  /// Limit: in percent, how many of the floods have to be ended with 1008; one of each connection may be under way.
  public static let floodsEndedPercentMin = 90

  /// Seconds from when all had come until they were told to go. What they did in that time is what is counted, but for
  /// the stalled readers, whose end is that of the round.
  public var seconds = 0.0
  /// Stalled readers that the server had let in and that were there at once, at each look.
  public var stalledAtOnce: [Int] = []
  /// Connections with half a handshake that were there at once, at each look.
  public var halfOpenAtOnce: [Int] = []
  /// Connections that the server counted at once, members included, at each look.
  public var connectionsAtOnce: [Int] = []
  /// Stalled readers that came.
  public var stalledCame = 0
  /// Stalled readers that found 4008 behind what they had been sent.
  public var told = 0
  /// Stalled readers whose connection was cut.
  public var dropped = 0
  /// Stalled readers that the server let be, against its limits.
  public var spared = 0
  /// Connections with half a handshake that the server ended, and that were replaced by new ones.
  public var halfEnded = 0
  /// Pings of those who keep within the limits.
  public var pings = 0
  /// Answers to those.
  public var pongs = 0
  /// Answers to pings of floods.
  public var floodPongs = 0
  /// Floods that were sent.
  public var floods = 0
  /// Floods that were ended with 1008.
  public var floodsEnded = 0
  /// Pings of the flooding connection that sent the fewest.
  public var floodPingsLeast = 0
  /// Connections that kept within the limits and were closed all the same.
  public var wronged = 0

  /// A round in which nothing has happened.
  public init() {}

  /// The largest number that at least half of the counts reach; 0 without any.
  public static func reachedByHalf(_ counts: [Int]) -> Int {
    counts.isEmpty ? 0 : counts.sorted(by: >)[(counts.count - 1) / 2]
  }

  /// What was missing of a disturbance of that size; empty when nothing was.
  public func complaints(_ size: CrowdSize) -> [String] {
    absences(size) + stalledComplaints(size) + halfOpenComplaints(size) + pingComplaints(size)
  }

  /// Who was not there at once.
  private func absences(_ size: CrowdSize) -> [String] {
    var complaints: [String] = []
    func demand(_ least: Int, _ counts: [Int], _ what: String) {
      let count = Self.reachedByHalf(counts)
      if count < least { complaints.append("\(count) \(what) were there at once at half of \(counts.count) looks, not \(least)") }
    }
    let stalledLeast = Self.present(size.stalled)
    let halfOpenLeast = Self.present(size.halfOpen)
    demand(stalledLeast, stalledAtOnce, "stalled readers")
    demand(halfOpenLeast, halfOpenAtOnce, "half-open handshakes")
    let least = size.connections - size.stalled - size.halfOpen + stalledLeast + halfOpenLeast
    // Those who flood may all be among them, and are not to hide who is missing.
    demand(least + size.flooding, connectionsAtOnce, "connections by the server's count")
    return complaints
  }

  /// How many of so many have to be there at once.
  private static func present(_ count: Int) -> Int { (count * presentPercentMin + 99) / 100 }

  private func stalledComplaints(_ size: CrowdSize) -> [String] {
    var complaints: [String] = []
    if stalledCame < size.stalled { complaints.append("\(stalledCame) stalled readers came, not \(size.stalled)") }
    let unended = stalledCame - told - dropped
    if unended * 100 > size.stalled * Self.unendedPercentMax {
      complaints.append("\(unended) of \(stalledCame) stalled readers were neither told 4008 nor cut off")
    }
    return complaints
  }

  private func halfOpenComplaints(_ size: CrowdSize) -> [String] {
    guard size.halfOpen > 0 else { return [] }
    let least = max(1, size.halfOpen * Int(seconds / Self.halfOpenSecondsMax))
    return halfEnded < least ? ["\(halfEnded) half-open handshakes were ended in \(Int(seconds)) s, not \(least)"] : []
  }

  private func pingComplaints(_ size: CrowdSize) -> [String] {
    var complaints: [String] = []
    let pingsLeast = Int((Double(size.pinging) * seconds * Self.pingsPerSecondMin).rounded(.up))
    if pings < pingsLeast { complaints.append("\(pings) pings within the limits were sent in \(Int(seconds)) s, not \(pingsLeast)") }
    if pongs * 100 < (pings - size.pinging) * Self.pongsPercentMin { complaints.append("\(pongs) of \(pings) pings were answered") }
    guard size.flooding > 0 else { return complaints }
    let least = Int((seconds * Self.floodPingsPerSecondMin).rounded(.up))
    if floodPingsLeast < least {
      complaints.append("a flooding connection sent \(floodPingsLeast) pings in \(Int(seconds)) s, not \(least)")
    }
    if floodsEnded == 0 || floodsEnded * 100 < (floods - size.flooding) * Self.floodsEndedPercentMin {
      complaints.append("\(floodsEnded) of \(floods) floods were ended with 1008")
    }
    return complaints
  }
}
