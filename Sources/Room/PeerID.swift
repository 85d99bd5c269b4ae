/// A connection as the shell names it; the room never looks inside.
public struct PeerID: Hashable, Sendable {
  /// The shell's number.
  public let rawValue: UInt64

  /// Wraps the shell's number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
