/// What one endpoint of a connection takes and how long it waits. Times are in milliseconds.
public struct ConnectionConfiguration: Sendable, Hashable {
  /// Our end.
  public var role: Role
  /// What a peer may ask of the decoder.
  public var frames = FrameLimits()
  /// The kinds of messages taken; another kind is failed with 1003.
  public var kinds = MessageKinds.all
  /// Whether permessage-deflate was agreed in the handshake.
  public var permitsCompression = false
  /// Limit: control frames a second, over time. Above it and beyond the burst: 1008. Zero: unlimited.
  public var controlFramesPerSecond: UInt16 = 10
  /// Limit: control frames at once.
  public var controlFramesBurst: UInt16 = 30
  /// Limit: pongs written and not yet drained; beyond them only the last ping is answered (RFC 6455 §5.5.3).
  public var pongsPendingMax: UInt8 = 16
  /// Limit: time from the first byte of a message to its last. Above it: 1008.
  public var messageMilliseconds: Int64 = 10_000
  /// Limit: time from our Close to the peer's.
  public var closeMilliseconds: Int64 = 5_000

  /// The defaults for a role.
  public init(role: Role) { self.role = role }
}
