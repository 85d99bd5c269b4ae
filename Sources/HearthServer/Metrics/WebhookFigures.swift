/// How sending to webhooks stands, as `/metrics` tells it.
struct WebhookFigures: Sendable {
  /// What becomes of a request, by its name in the metrics.
  enum Result: String, Sendable, CaseIterable {
    case taken
    case refused
    case failed
    case addressRefused = "address_refused"
  }

  /// Requests that have ended since the start.
  private(set) var deliveries: [Result: Int] = [:]
  /// Nanoseconds that they took, from the lookup of the name on.
  private(set) var time = Distribution.nanoseconds
  var webhooks = 0
  /// Those of them to which nothing is sent until a member resumes them.
  var paused = 0
  /// Events that are known to wait for a receiver; of each webhook as many as are read at once.
  var waitingEvents = 0

  /// Counts a request; one that the server's end broke off is none.
  mutating func count(_ answer: WebhookAnswer, nanoseconds: Int) {
    let result: Result
    switch answer {
    case .taken: result = .taken
    case .refused: result = .refused
    case .failed: result = .failed
    case .addressRefused: result = .addressRefused
    case .brokenOff: return
    }
    deliveries[result, default: 0] += 1
    time.add(nanoseconds)
  }
}
