import Foundation
import Locking
import TLS
import TestCertificates
import Transport

@testable import HearthServer

/// A request as a receiver got it.
struct ReceivedRequest: Sendable {
  let line: String
  /// By lower-case name.
  let fields: [String: String]
  let body: [UInt8]

  var id: String { fields["webhook-id"] ?? "" }
  var signatures: [String] { (fields["webhook-signature"] ?? "").split(separator: " ").map(String.init) }
  /// The event's type, as the body says it.
  var type: String {
    guard let parts = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { return "" }
    return parts["type"] as? String ?? ""
  }

  /// Whether a secret has signed it, by the code of the server's that the vectors judge.
  func isSigned(by secret: String) -> Bool {
    guard let bytes = Data(base64Encoded: String(secret.dropFirst("whsec_".count))), let seconds = Int64(fields["webhook-timestamp"] ?? "")
    else { return false }
    return signatures.contains(WebhookSecret(bytes: Array(bytes)).signature(id: id, seconds: seconds, body: body))
  }
}

/// A program that takes webhooks: over TLS on a port of the system's choosing, with the certificate for `localhost`.
final class WebhookReceiver: Sendable {
  fileprivate struct State: Sendable {
    var requests: [ReceivedRequest] = []
    var connections = 0
    /// What is sent back.
    var answer = WebhookReceiver.answer(200)
  }

  private let state: Locked<State>
  private let loop: EventLoop<ReceiverHandler>
  private let address: SocketAddress
  /// The file with the authority that vouches for it.
  let authoritiesFile: String

  /// - Parameter choose: which certificate it shows.
  init(_ choose: (TestCertificates) -> TestCertificates.Files = { $0.localhost }) throws {
    let certificates = try TestCertificates.shared.get()
    authoritiesFile = certificates.authority.certificate
    let files = choose(certificates)
    let context = try TLSContext(
      server: TLSServerConfiguration(identities: [TLSIdentity(certificateFile: files.certificate, keyFile: files.key)]))
    let state = Locked(State())
    self.state = state
    loop = try EventLoop(name: "receiver") { _ in ReceiverHandler(state) }
    address = try loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), tls: TLSContextHolder(context))
  }

  deinit {
    loop.stop()
    loop.join()
  }

  /// What came, in order.
  var requests: [ReceivedRequest] { state.withLock(\.requests) }
  /// How many connections there were.
  var connectionCount: Int { state.withLock(\.connections) }

  /// Where it is.
  func url(_ host: String = "localhost") -> String { "https://\(host):\(address.port)/hook?of=hearth" }

  /// Says how requests are answered from now on.
  func answer(_ text: String) { state.withLock { $0.answer = text } }

  static func answer(_ status: Int, _ fields: String = "") -> String { "HTTP/1.1 \(status) Status\r\n\(fields)Content-Length: 0\r\n\r\n" }

  /// What a server needs to send to it.
  func configuration(allowing ranges: [String] = ["127.0.0.0/8"]) -> WebhookConfiguration {
    var configuration = WebhookConfiguration()
    configuration.allowed = ranges.compactMap(CIDRRange.init)
    configuration.authoritiesFile = authoritiesFile
    return configuration
  }
}

private struct ReceiverHandler: LoopHandler {
  typealias Message = Never

  private let state: Locked<WebhookReceiver.State>
  private var inputs: [ConnectionID: [UInt8]] = [:]

  init(_ state: Locked<WebhookReceiver.State>) { self.state = state }

  mutating func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
    inputs[connection] = []
    state.withLock { $0.connections += 1 }
  }

  mutating func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
    inputs[connection, default: []].append(contentsOf: bytes)
    guard let input = inputs[connection], let request = Self.request(input) else { return }
    let answer = state.withLock { state in
      state.requests.append(request)
      return Array(state.answer.utf8)
    }
    answer.withUnsafeBytes { _ = loop.send($0, to: connection) }
    loop.close(connection, .afterFlush)
  }

  mutating func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) { inputs[connection] = nil }

  mutating func message(_ message: Never, loop: Loop) {}

  /// The request, when all of it is there.
  private static func request(_ input: [UInt8]) -> ReceivedRequest? {
    let text = Data(input)
    guard let end = text.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: text[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { fields[parts[0].lowercased()] = parts[1] }
    }
    let body = Array(text[end.upperBound...])
    guard body.count == Int(fields["content-length"] ?? "") else { return nil }
    return ReceivedRequest(line: lines[0], fields: fields, body: body)
  }
}

/// Takes what is sent to webhooks in place of the network, and answers as it was told.
final class ScriptedSender: WebhookSending {
  private struct State: Sendable {
    var requests: [WebhookRequest] = []
    var answer = WebhookAnswer.taken
    var meanwhile: @Sendable (WebhookRequest) -> WebhookAnswer? = { _ in nil }
  }

  private let state = Locked(State())

  /// What was to be sent, in order.
  var requests: [WebhookRequest] { state.withLock(\.requests) }

  /// Says how requests are answered from now on.
  func answer(_ answer: WebhookAnswer) { state.withLock { $0.answer = answer } }

  /// Says what happens, from now on, between a request and its answer, and perhaps which answer that is.
  func meanwhile(_ act: @escaping @Sendable (WebhookRequest) -> WebhookAnswer?) { state.withLock { $0.meanwhile = act } }

  func send(_ request: WebhookRequest) -> WebhookAnswer {
    let act = state.withLock { state in
      state.requests.append(request)
      return state.meanwhile
    }
    return act(request) ?? state.withLock(\.answer)
  }

  func stop() {}

  /// What a server needs to send by it.
  var configuration: WebhookConfiguration {
    var configuration = WebhookConfiguration()
    configuration.sender = self
    return configuration
  }
}
