import HearthLoadKit

/// A server with witnesses in it: plays cases and looks after each whether anything is left.
public final class ServerUnderTest {
  private let player: Player
  private let witnesses: Witnesses
  private let crowd: [Peer]
  /// The server, with the account of the witnesses and of the crowd.
  public let target: CatalogueTarget
  /// How many connections there are when nobody is being played.
  public let quietConnections: Int
  private var sockets: ServerSockets
  private var quietSockets: Int

  /// Settles in a server.
  ///
  /// - Parameters:
  ///   - setting: what the server is like; a full or crowded one is filled.
  ///   - process: the server's, unless it is this one.
  public init(_ target: CatalogueTarget, _ way: CatalogueCase.Way, _ setting: CatalogueCase.Setting, process: Int32? = nil) throws {
    var target = target
    // Who settles in and who witnesses sends whole segments.
    let quiet = way.whole
    try target.settle(0, quiet)
    witnesses = try Witnesses(target, quiet, number: 0)
    let member = Player(target, quiet)
    let others = setting.isFilled ? Catalogue.crowd - witnesses.connections : 0
    crowd = try (0..<others).map { _ in try member.begin(.loggedIn) }
    player = Player(target, way)
    self.target = target
    quietConnections = witnesses.connections + crowd.count
    sockets = .listed(port: target.port)
    quietSockets = quietConnections
    try checkSockets(looks: ServerSockets.looksMax)
    if let process {
      sockets = .open(in: process)
      // Those that it listens at besides; without one the system did not let us look.
      quietSockets = sockets.all().count
      guard quietSockets > quietConnections else {
        throw Mismatch("process \(process) has \(quietSockets) sockets, and \(quietConnections) connections are its own")
      }
    }
  }

  /// Plays a case; then the witnesses' room must work, and no descriptor of the server be left.
  public func play(_ scene: CatalogueCase) throws {
    try player.play(scene)
    try check()
  }

  /// What a check took.
  public struct Delays: Sendable {
    /// From the request of one witness until the other has heard of it.
    public var roundTrip: Duration
    /// From then until the server has no descriptor more than when nobody is played.
    public var descriptors: Duration
    /// What was seen meanwhile.
    public var sockets: ServerSockets.Settled
  }

  /// The witnesses' room works, nothing was written into their group, and no descriptor of the server is left.
  ///
  /// - Parameter looks: how often it looks for those, at most.
  @discardableResult
  public func check(looks: Int = ServerSockets.looksMax) throws -> Delays {
    let start = ContinuousClock.now
    try witnesses.roundTrip()
    let heard = ContinuousClock.now
    let settled = try checkSockets(looks: looks)
    return Delays(roundTrip: heard - start, descriptors: ContinuousClock.now - heard, sockets: settled)
  }

  @discardableResult
  private func checkSockets(looks: Int) throws -> ServerSockets.Settled {
    let settled = sockets.settle(to: quietSockets, looks: looks)
    guard settled.count == quietSockets else {
      let listed = ServerSockets.listed(port: target.port).all().joined(separator: "\n")
      throw Mismatch("the server has \(settled.count) sockets instead of \(quietSockets); its connections:\n\(listed)")
    }
    return settled
  }
}
