import Dispatch
import HTTPTypes
import Locking
import TLS
import Transport
import WebSocket

/// One request to a server and its answer, on a connection of their own: for what does not go over the WebSocket.
///
/// It is made for a program that does one thing after the other: `run` blocks until the answer is complete, the
/// connection has ended or the time is up, and keeps a thread meanwhile.
struct HTTPExchange: Sendable {
  /// An answer that is complete.
  struct Answer: Sendable {
    var response: HTTPResponse
    var body: [UInt8]
  }

  let request: HTTPRequest
  let body: [UInt8]
  let destination: TLSDestination?
  /// Limit: bytes of the answer's body; a longer one is no answer.
  let answerBytesMax: Int

  /// Sends the request to the first of the addresses that takes it.
  func run(_ addresses: [SocketAddress], within limit: Duration) throws(Disconnection) -> Answer {
    var last = Disconnection.unreachable("the server's name has no address")
    for address in addresses {
      do throws(Disconnection) {
        return try run(address, within: limit)
      } catch {
        guard case .unreachable = error else { throw error }
        last = error
      }
    }
    throw last
  }

  private func run(_ address: SocketAddress, within limit: Duration) throws(Disconnection) -> Answer {
    let outcome = Outcome()
    var configuration = LoopConfiguration()
    configuration.connectionsMax = 1
    configuration.queueBytesMax = body.count + (64 << 10)
    let loop: EventLoop<ExchangeHandler>
    do {
      loop = try EventLoop(name: "hearth-http", configuration: configuration) { loop in
        ExchangeHandler(self, address, outcome, loop)
      }
    } catch {
      throw .unreachable(error.description)
    }
    defer {
      loop.stop()
      loop.join()
    }
    // Limit: a day, so that no sum of times overflows.
    let milliseconds = Int(min(max(limit.components.seconds, 0), 86_400)) * 1_000
    guard outcome.came.wait(timeout: .now() + .milliseconds(milliseconds)) == .success, let result = outcome.take() else { throw .silent }
    return try result.get()
  }

  /// What became of it, carried from the loop's thread to the one that waits.
  fileprivate final class Outcome: Sendable {
    let came = DispatchSemaphore(value: 0)
    private let result = Locked<Result<Answer, Disconnection>?>(nil)

    func set(_ value: Result<Answer, Disconnection>) {
      let isFirst = result.withLock { result in
        guard result == nil else { return false }
        result = value
        return true
      }
      if isFirst { came.signal() }
    }

    func take() -> Result<Answer, Disconnection>? { result.withLock { $0 } }
  }
}

/// The one connection of an exchange.
private struct ExchangeHandler: LoopHandler {
  typealias Message = Never

  private let exchange: HTTPExchange
  private let outcome: HTTPExchange.Outcome
  private var parser = ResponseHeadParser()
  private var head: ResponseHead?
  private var body: [UInt8] = []
  private var wasOpen = false

  init(_ exchange: HTTPExchange, _ address: SocketAddress, _ outcome: HTTPExchange.Outcome, _ loop: Loop) {
    self.exchange = exchange
    self.outcome = outcome
    do {
      _ = try loop.connect(to: address, tls: exchange.destination)
    } catch {
      outcome.set(.failure(.unreachable(error.description)))
    }
  }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    wasOpen = true
    var output: [UInt8] = []
    HeadWriter.append(exchange.request, to: &output)
    output += exchange.body
    output.withUnsafeBytes { bytes in _ = loop.send(bytes, to: connection) }
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    var position = 0
    if head == nil {
      do throws(HeadRejection) {
        head = try parser.read(UnsafeRawBufferPointer(bytes), from: &position)
      } catch {
        return end(.failure(.protocolBroken("The answer is not HTTP (\(error)).")), connection, loop)
      }
    }
    guard let head else { return }
    guard let text = head.response.headerFields[.contentLength], let length = Int(text), (0...exchange.answerBytesMax).contains(length)
    else {
      return end(.failure(.protocolBroken("The answer has no length, or is too long.")), connection, loop)
    }
    body.append(contentsOf: bytes[position...].prefix(length - body.count))
    if body.count == length { end(.success(HTTPExchange.Answer(response: head.response, body: body)), connection, loop) }
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) {
    let why =
      switch reason {
      case .connectFailed(let error), .failed(let error): error.description
      case .tlsFailed(let failure): failure.description
      case .closedHere, .peerClosed, .stalled, .memoryShort, .proxyRefused, .crowdedOut, .loopStopped:
        "the connection was closed before it was complete"
      }
    outcome.set(.failure(wasOpen ? .lost : .unreachable(why)))
  }

  mutating func message(_ message: Never, loop: Loop) {}

  private func end(_ result: Result<HTTPExchange.Answer, Disconnection>, _ connection: ConnectionID, _ loop: Loop) {
    outcome.set(result)
    loop.close(connection, .immediately)
  }
}
