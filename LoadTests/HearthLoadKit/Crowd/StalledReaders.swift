/// What became of all stalled readers of a run, by what they found themselves and by the servers' count.
public struct StalledReaders: Sendable {
  /// Limit: of those that ended, in percent, how many the servers have told 4008. A peer that is given up before as
  /// much is owed to it as the queue holds is not told; at the usual rate that is hardly anybody but those who come
  /// last in a round.
  public static let toldPercentMin = 50
  /// Limit: of those that were cut off, in percent, how many the servers have given up themselves. The kernel would cut
  /// them off, too, but later.
  public static let givenUpPercentMin = 95

  /// Stalled readers that found 4008 behind what they had been sent.
  public var told: Int
  /// Stalled readers whose connection was cut.
  public var dropped: Int
  /// Stalled readers that the server let be, against its limits.
  public var spared: Int
  /// Peers told 4008, by the servers' count.
  public var toldByServer: Int
  /// Peers given up for not having read for too long, by the servers' count.
  public var givenUpByServer: Int

  /// What became of them.
  public init(told: Int, dropped: Int, spared: Int, toldByServer: Int, givenUpByServer: Int) {
    self.told = told
    self.dropped = dropped
    self.spared = spared
    self.toldByServer = toldByServer
    self.givenUpByServer = givenUpByServer
  }

  /// What is not as it must be; empty when all is.
  public var complaints: [String] {
    var complaints: [String] = []
    if told == 0 { complaints.append("no stalled reader found 4008") }
    if spared > 0 { complaints.append("\(spared) stalled readers were let be") }
    if toldByServer * 100 < (told + dropped) * Self.toldPercentMin {
      complaints.append("the servers told 4008 to \(toldByServer) stalled readers only, of \(told + dropped) that ended")
    }
    if givenUpByServer * 100 < dropped * Self.givenUpPercentMin {
      complaints.append("the servers gave up \(givenUpByServer) stalled readers only, of \(dropped) that were cut off")
    }
    return complaints
  }
}
