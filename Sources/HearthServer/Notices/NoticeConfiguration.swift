/// How members are told things outside the server (SPEC NP-04). The limits hold for their devices, too (SPEC NP-08).
public struct NoticeConfiguration: Sendable {
  /// The path of the operator's program, which is run for each notice; empty: there is none.
  public var program = ""
  /// Limit: time for one run of the program, in milliseconds; then it is killed with all it has started.
  var programMilliseconds: Int64 = 10_000
  /// Limit: bytes of the notices that wait; further ones are dropped and counted.
  var waitingBytesMax = 1 << 20
  /// Limit: notices an hour to one address, and to one member; further ones are dropped and counted.
  var noticesPerHour = 60
  /// Limit: programs that run at once; further notices wait their turn.
  var programsMax = 4

  /// No program, but the limits.
  init() {}

  /// - Parameter program: an absolute path.
  public init(program: String) { self.program = program }
}
