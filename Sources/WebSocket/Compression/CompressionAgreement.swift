/// What the two ends of a connection agreed about permessage-deflate (RFC 7692 §7.1).
///
/// A sender that keeps its context compresses each message with what the former ones held; that costs both ends a
/// window per connection.
public struct CompressionAgreement: Sendable, Hashable {
  /// Whether the server's messages may refer to its former ones.
  public var serverKeepsContext = true
  /// Whether the client's messages may refer to its former ones.
  public var clientKeepsContext = true
  /// The logarithm of the server's window in bytes, 9 to 15.
  public var serverWindowBits: UInt8 = 15
  /// The logarithm of the client's window in bytes, 8 to 15.
  public var clientWindowBits: UInt8 = 15

  /// The agreement without any parameter: contexts kept, windows of 32 KiB.
  public init() {}

  /// Whether neither end keeps a context, so that one compressor serves any number of connections.
  public var isContextFree: Bool { !serverKeepsContext && !clientKeepsContext }

  /// Whether one end keeps its context.
  public func keepsContext(_ sender: Role) -> Bool {
    switch sender {
    case .server: serverKeepsContext
    case .client: clientKeepsContext
    }
  }

  /// Whether one end of ours compresses what it sends: zlib writes with no raw window of 256 bytes, and nobody has to
  /// compress (RFC 7692 §6).
  public func compresses(_ sender: Role) -> Bool { windowBits(sender) >= 9 }

  /// The logarithm of one end's window in bytes.
  public func windowBits(_ sender: Role) -> UInt8 {
    switch sender {
    case .server: serverWindowBits
    case .client: clientWindowBits
    }
  }
}

/// What a server grants of what clients offer.
public struct CompressionPolicy: Sendable, Hashable {
  /// Limit: the logarithm of the window we compress with, 9 to 15, whatever larger one is offered.
  public var windowBitsMax: UInt8 = 12
  /// Whether we keep a context where the client does not ask for the contrary.
  public var permitsContext = false

  /// The defaults: no context, and windows of 4 KiB, for what we send.
  public init() {}
}
