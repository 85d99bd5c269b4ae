/// Where an answer goes.
public struct Origin: Hashable, Sendable {
  /// The connection.
  public var peer: PeerID
  /// The client's request number, echoed.
  public var request: UInt32

  /// Makes an origin.
  public init(peer: PeerID, request: UInt32) {
    self.peer = peer
    self.request = request
  }
}
