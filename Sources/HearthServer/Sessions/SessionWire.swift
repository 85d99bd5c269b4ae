import Deflate
import HearthProtocol
import WebSocket

/// The WebSocket of a connection.
struct SessionWire: ~Copyable {
  let format: WireFormat
  /// What was agreed about compression; nil: there is none.
  let compression: CompressionAgreement?
  var webSocket: WebSocketConnection
  /// What inflates a message that comes in fragments, while it is under way, and all messages of a client that keeps
  /// its context.
  var fragments: ContextCompressor?

  /// The core of a connection that has agreed on a format: the other kind of message is failed with 1003 (SPEC HS-03).
  init(_ format: WireFormat, _ compression: CompressionAgreement?, _ configuration: ServerConfiguration) {
    self.format = format
    self.compression = compression
    var options = ConnectionConfiguration(role: .server)
    options.permitsCompression = compression != nil
    options.frames = FrameLimits(
      messageBytesMax: configuration.messageBytesMax, frameBytesMax: configuration.frameBytesMax, fragmentsMax: configuration.fragmentsMax)
    options.messageMilliseconds = configuration.messageMilliseconds
    options.closeMilliseconds = configuration.closeMilliseconds
    options.controlFramesPerSecond = configuration.controlFramesPerSecond
    options.controlFramesBurst = configuration.controlFramesBurst
    options.pongsPendingMax = configuration.pongsPendingMax
    options.kinds = format == .json ? .text : .binary
    webSocket = WebSocketConnection(options)
    if let compression, compression.clientKeepsContext { fragments = ContextCompressor(compression, role: .server) }
  }
}
