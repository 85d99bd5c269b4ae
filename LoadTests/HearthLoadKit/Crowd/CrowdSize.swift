/// How large a crowd is, beside what is promised: 10,000 connections of a server with two loops, with 100 stalled
/// readers, 1,000 half-open handshakes and a flood of pings among them.
public struct CrowdSize: Sendable {
  /// Limit: connections of the troubled server; fewer do not show what is promised. Those that flood come and go, and
  /// are not counted.
  public static let connectionsMin = 10_000
  /// Limit: stalled readers among them.
  public static let stalledMin = 100
  /// Limit: half-open handshakes among them.
  public static let halfOpenMin = 1_000
  /// Limit: connections that flood.
  public static let floodingMin = 1
  /// Limit: loops of the server; with more of them it would be easier.
  public static let loopsMax = 2
  /// Limit: seconds that are measured at either server, four rounds of 20 s. In less time a run holds or fails by what
  /// the machine happens to do.
  public static let measuredSecondsMin = 80.0

  /// Connections that must not notice anything.
  public var members: Int
  /// Connections that never read.
  public var stalled: Int
  /// Connections that say what the stalled readers do not read.
  public var feeding: Int
  /// Connections that send half a handshake.
  public var halfOpen: Int
  /// Connections that ping as often as they may.
  public var pinging: Int
  /// Connections that ping far more often.
  public var flooding: Int
  /// Loops of the server.
  public var loops: Int
  /// Seconds that are measured at either server, in all rounds together.
  public var measuredSeconds: Double

  /// A size.
  public init(
    members: Int, stalled: Int, feeding: Int, halfOpen: Int, pinging: Int, flooding: Int, loops: Int, measuredSeconds: Double
  ) {
    self.members = members
    self.stalled = stalled
    self.feeding = feeding
    self.halfOpen = halfOpen
    self.pinging = pinging
    self.flooding = flooding
    self.loops = loops
    self.measuredSeconds = measuredSeconds
  }

  /// Connections of the troubled server that are there all the time: whoever of them is ended is replaced.
  public var connections: Int { members + stalled + feeding + halfOpen + pinging }

  /// In what the crowd is smaller than what is promised; empty when it is not.
  public var shortfalls: [String] {
    var shortfalls: [String] = []
    func demand(_ least: Int, _ count: Int, _ what: String) {
      if count < least { shortfalls.append("\(count) \(what) where \(least) are promised") }
    }
    demand(Self.connectionsMin, connections, "connections")
    demand(Self.stalledMin, stalled, "stalled readers")
    demand(Self.halfOpenMin, halfOpen, "half-open handshakes")
    demand(Self.floodingMin, flooding, "flooding connections")
    if loops > Self.loopsMax { shortfalls.append("\(loops) loops where \(Self.loopsMax) are promised") }
    return shortfalls
  }

  /// Why a run of this size and length does not show what is promised; empty when it does.
  public var shortForm: [String] {
    guard measuredSeconds < Self.measuredSecondsMin else { return shortfalls }
    return shortfalls + ["\(Int(measuredSeconds)) s measured where \(Int(Self.measuredSecondsMin)) are needed"]
  }
}
