import Room
import Transport

/// A peer's number says which loop its connection lives on, and which of that loop's connections it is: the registration number in the upper half,
/// below it the loop in eight bits and the slot in 24.
extension PeerID {
  /// Limit: loops of a server.
  static let loopsMax = 64
  /// Limit: slots of a loop.
  static let slotsMax = 1 << 24

  private static let loopShift: UInt64 = 24
  private static let loopMask: UInt64 = 0xFF << loopShift

  /// Names a connection of a loop.
  init(_ connection: ConnectionID, loop: Int) {
    precondition(connection.index < Self.slotsMax && (0..<Self.loopsMax).contains(loop), "a name has no room for it")
    self.init(connection.rawValue | UInt64(loop) << Self.loopShift)
  }

  /// The loop on which the connection lives.
  var loop: Int { Int((rawValue & Self.loopMask) >> Self.loopShift) }

  /// The connection, for the loop on which it lives; on another one the same number would be somebody else's.
  func connection(on loop: Int) -> ConnectionID {
    precondition(self.loop == loop, "a peer of another loop")
    return ConnectionID(rawValue: rawValue & ~Self.loopMask)
  }
}
