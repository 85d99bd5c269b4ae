import Dispatch
import HTTPTypes
import HearthProtocol
import Ledger
import Locking
import TLS
import Transport
import WebSocket

/// A request over TLS to an address that a member has named.
protocol OutgoingRequest: Sendable {
  /// Whose turn it takes when names are looked up.
  var maker: IdentityID { get }
  var url: WebhookURL { get }
  var head: HTTPRequest { get }
  var body: [UInt8] { get }
}

/// A message on its way to a receiver.
struct WebhookRequest: OutgoingRequest {
  /// Who added the webhook.
  let maker: IdentityID
  let url: WebhookURL
  let message: WebhookMessage
  /// When it is sent, seconds since 1970.
  let seconds: Int64
  /// One for each secret that signs at the time.
  let signatures: [String]

  var body: [UInt8] { message.body }

  /// The head of Standard Webhooks' request.
  var head: HTTPRequest {
    post([
      ("Content-Type", "application/json"), ("webhook-id", message.id), ("webhook-timestamp", "\(seconds)"),
      ("webhook-signature", signatures.joined(separator: " ")),
    ])
  }
}

extension OutgoingRequest {
  /// The head of a request that sends the body, with these fields besides.
  func post(_ fields: [(name: String, value: String)]) -> HTTPRequest {
    var head = HTTPRequest(method: .post, scheme: nil, authority: url.host, path: url.target)
    let all = [("Content-Length", "\(body.count)"), ("User-Agent", "Hearth")] + fields + [("Connection", "close")]
    for (name, value) in all { if let name = HTTPField.Name(name) { head.headerFields[name] = value } }
    return head
  }
}

/// Sends requests over TLS, each on a connection of its own, to the addresses that the guard allows and to no others.
///
/// It resolves a name once, judges each address, and connects to that very address; nothing else is ever connected to.
/// Of an answer the head is read and the rest is left, so its length costs nothing. It follows no redirection and knows
/// no proxy. A connection costs a thread for as long as it lasts, of which there are as many as the queue has.
final class WebhookSender: WebhookSending, PushSending {
  private let names: WebhookNames
  private let addresses: WebhookAddresses
  private let context: TLSContext
  private let milliseconds: Int
  private let underWay = Locked(UnderWay())

  private struct UnderWay: Sendable {
    var isStopped = false
    var count: UInt64 = 0
    var outcomes: [UInt64: Outcome] = [:]
  }

  /// - Parameters:
  ///   - milliseconds: time for one request.
  ///   - requestsMax: requests at once.
  /// - Throws: when the file with the authorities cannot be read.
  init(_ configuration: WebhookConfiguration, milliseconds: Int64, requestsMax: Int) throws(TLSFailure) {
    // Each request may look up its name while as many lookups are late.
    names = WebhookNames(
      lookupsMax: 2 * requestsMax, milliseconds: configuration.lookupMilliseconds, resolve: configuration.resolve)
    addresses = WebhookAddresses(allowed: configuration.allowed)
    context = try TLSContext(client: TLSClientConfiguration(authoritiesFile: configuration.authoritiesFile))
    self.milliseconds = Int(clamping: milliseconds)
  }

  func send(_ request: WebhookRequest) -> WebhookAnswer { send(outgoing: request) }

  func send(_ request: PushRequest) -> WebhookAnswer { send(outgoing: request) }

  private func send(outgoing request: some OutgoingRequest) -> WebhookAnswer {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    let found: [SocketAddress]
    switch names.addresses(request.url.name, port: request.url.port, for: request.maker, until: deadline) {
    case .addresses(let addresses): found = addresses
    case .failed(let why): return .failed("the name cannot be resolved: \(why)")
    case .brokenOff: return .brokenOff
    }
    let allowed = found.filter(addresses.allows)
    guard !allowed.isEmpty else { return .addressRefused }
    var last = WebhookAnswer.failed("there is no address")
    for address in allowed {
      last = send(request, to: address, until: deadline)
      guard case .failed = last else { return last }
    }
    return last
  }

  private func send(_ request: some OutgoingRequest, to address: SocketAddress, until deadline: DispatchTime) -> WebhookAnswer {
    let outcome = Outcome()
    let number = underWay.withLock { state -> UInt64? in
      if state.isStopped { return nil }
      state.count += 1
      state.outcomes[state.count] = outcome
      return state.count
    }
    guard let number else { return .brokenOff }
    defer { underWay.withLock { $0.outcomes[number] = nil } }
    var configuration = LoopConfiguration()
    configuration.connectionsMax = 1
    configuration.queueBytesMax = request.body.count + (64 << 10)
    // A destination of its own: a ticket would show a receiver which webhooks are of one server.
    let destination = TLSDestination(context, name: request.url.name)
    let loop: EventLoop<WebhookHandler>
    do {
      loop = try EventLoop(name: "hearth-webhook", configuration: configuration) { loop in
        WebhookHandler(request, address, destination, outcome, loop)
      }
    } catch {
      return .failed(error.description)
    }
    defer {
      loop.stop()
      loop.join()
    }
    guard outcome.came.wait(timeout: deadline) == .success else { return .failed("there was no answer in time") }
    return outcome.take() ?? .failed("there was no answer")
  }

  func stop() {
    names.stop()
    let outcomes = underWay.withLock { state in
      state.isStopped = true
      return Array(state.outcomes.values)
    }
    for outcome in outcomes { outcome.set(.brokenOff) }
  }

  /// What became of a request, carried from the loop's thread to the one that waits.
  fileprivate final class Outcome: Sendable {
    let came = DispatchSemaphore(value: 0)
    private let answer = Locked<WebhookAnswer?>(nil)

    func set(_ value: WebhookAnswer) {
      let isFirst = answer.withLock { answer in
        guard answer == nil else { return false }
        answer = value
        return true
      }
      if isFirst { came.signal() }
    }

    func take() -> WebhookAnswer? { answer.withLock { $0 } }
  }
}

/// The one connection of a request.
private struct WebhookHandler: LoopHandler {
  typealias Message = Never

  private let request: any OutgoingRequest
  private let outcome: WebhookSender.Outcome
  private var parser = ResponseHeadParser(limits: WebhookHandler.limits)
  /// Limit: heads of interim answers (RFC 9110 §15.2) before the answer; more are no answer.
  private var interimsLeft = 8

  // Limit: more of an answer's head is no answer; receivers set long cookies.
  private static let limits: HeadLimits = {
    var limits = HeadLimits()
    (limits.fieldLineBytesMax, limits.fieldsBytesMax, limits.fieldsCountMax) = (16 << 10, 64 << 10, 256)
    return limits
  }()

  init(
    _ request: any OutgoingRequest, _ address: SocketAddress, _ destination: TLSDestination, _ outcome: WebhookSender.Outcome, _ loop: Loop
  ) {
    self.request = request
    self.outcome = outcome
    do {
      _ = try loop.connect(to: address, tls: destination)
    } catch {
      outcome.set(.failed(error.description))
    }
  }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    var output: [UInt8] = []
    HeadWriter.append(request.head, to: &output)
    output += request.body
    output.withUnsafeBytes { bytes in _ = loop.send(bytes, to: connection) }
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    var position = 0
    do throws(HeadRejection) {
      while let head = try parser.read(UnsafeRawBufferPointer(bytes), from: &position) {
        let status = UInt32(head.response.status.code)
        if (100...199).contains(status), status != 101, interimsLeft > 0 {
          interimsLeft -= 1
          parser = ResponseHeadParser(limits: Self.limits)
          continue
        }
        return end((200...299).contains(status) ? .taken : .refused(status: status), connection, loop)
      }
    } catch {
      end(.failed("the answer is not HTTP (\(error))"), connection, loop)
    }
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    let why =
      switch reason {
      case .connectFailed(let error), .failed(let error): error.description
      case .tlsFailed(let failure): failure.description
      case .closedHere, .peerClosed, .stalled, .memoryShort, .proxyRefused, .crowdedOut, .loopStopped:
        "the connection was closed before there was an answer"
      }
    outcome.set(.failed(why))
  }

  mutating func message(_ message: Never, loop: Loop) {}

  private func end(_ answer: WebhookAnswer, _ connection: ConnectionID, _ loop: Loop) {
    outcome.set(answer)
    loop.close(connection, .immediately)
  }
}
