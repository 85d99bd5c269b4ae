import Transport

/// How a server sends to webhooks.
public struct WebhookConfiguration: Sendable {
  /// Addresses that may be sent to although they are none of the public internet.
  public var allowed: [CIDRRange] = []
  /// The PEM file with the authorities that may vouch for receivers; nil for the system's.
  public var authoritiesFile: String?
  /// What sends the requests; nil: the network. Only tests say otherwise.
  var sender: (any WebhookSending)?
  /// How long a request waits for the addresses of its name, in milliseconds. Only tests say otherwise.
  var lookupMilliseconds = WebhookNames.milliseconds
  /// What looks up the names of receivers; it may block. Only tests say otherwise.
  var resolve: WebhookNames.Resolve = { (name, port) throws(ResolutionFailure) in
    try SocketAddress.resolve(host: name, port: port)
  }

  /// Makes a configuration with the defaults.
  public init() {}
}

/// Sends requests to receivers.
protocol WebhookSending: Sendable {
  /// Sends one and waits for the answer; any thread but a loop's.
  func send(_ request: WebhookRequest) -> WebhookAnswer
  /// Breaks off what is under way, and sends nothing more.
  func stop()
}

/// What became of a request.
enum WebhookAnswer: Sendable, Equatable {
  /// The receiver has it: a status from 200 to 299.
  case taken
  /// Any other status. Redirections are not followed.
  case refused(status: UInt32)
  /// There was no answer; says why, for the operator's log.
  case failed(String)
  /// The name leads to no address that may be sent to.
  case addressRefused
  /// The server stops.
  case brokenOff
}
