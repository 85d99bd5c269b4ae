import ArgumentParser
import Transport
import WebSocket

/// Whose limits the program keeps.
enum EchoLimits: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Those that WebSocket and Transport have by default, as a product has them.
  case product
  /// Those that conformance suites need: messages of up to 32 MiB in any number of fragments, as many pings as they
  /// like.
  case suite

  /// Limit: bytes of a message.
  var messageBytesMax: UInt32 {
    switch self {
    case .product: FrameLimits().messageBytesMax
    case .suite: 32 << 20
    }
  }

  /// Limit: bytes queued for one peer; for suites two of the largest messages.
  var queueBytesMax: Int {
    switch self {
    case .product: LoopConfiguration().queueBytesMax
    case .suite: 64 << 20
    }
  }

  /// Limit: milliseconds from a connection to its complete request.
  static let handshakeMilliseconds: Int64 = 5_000

  /// Limit: seconds that a suite may say nothing to the client before the run ends, unless said otherwise: more than
  /// the 100 that the Autobahn suite itself waits for an answer.
  static let silenceSeconds = 120.0

  /// The limits of a connection's core.
  func socket(_ role: Role, compresses: Bool) -> ConnectionConfiguration {
    var configuration = ConnectionConfiguration(role: role)
    configuration.permitsCompression = compresses
    guard self == .suite else { return configuration }
    configuration.frames = .messages(upTo: messageBytesMax)
    configuration.messageMilliseconds = 60_000
    configuration.controlFramesPerSecond = 0
    return configuration
  }
}
