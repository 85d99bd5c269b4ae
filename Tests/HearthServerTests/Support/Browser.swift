import Foundation
import HearthProtocol
import Locking

@testable import Cryptography
@testable import HearthServer

/// A browser that is told: it has the key, and reads what came.
struct Browser: Sendable {
  /// What the page's service worker reads.
  struct Notice: Codable, Equatable {
    let title, body, group, tag: String
  }

  let key = P256.SecretKey.random()
  let secret = RandomBytes.make(16)

  /// What its page sends.
  func wish(_ endpoint: String, _ language: String = "", hidesAmounts: Bool = false) -> ClientMessage.OneOf_Body {
    .setDevicePush(
      .with {
        ($0.endpoint, $0.key, $0.secret) = (endpoint, Data(key.point), Data(secret))
        ($0.language, $0.hidesAmounts) = (language, hidesAmounts)
      })
  }

  /// Reads a message by RFC 8291; nil: it is for somebody else, or was altered.
  func opened(_ message: [UInt8]) throws -> Notice? {
    guard message.count > 86, Array(message[16..<21]) == [0, 0, 16, 0, 65] else { return nil }
    let point = Array(message[21..<86])
    guard let sender = P256.PublicKey(point: point) else { return nil }
    let (derived, nonce) = WebPushMessage.keys(
      try key.sharedSecret(with: sender), secret: secret, salt: Array(message[..<16]), receiver: key.point, sender: point)
    let record = AESGCM.open((nonce + message[86...])[...], key: derived, keyBytes: 16, beside: [])
    guard let record, let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { return nil }
    return try JSONDecoder().decode(Notice.self, from: Data(record[..<end]))
  }
}

/// A push service in place of the network, which answers as it was told.
final class ScriptedPushService: PushSending {
  private struct State: Sendable {
    var requests: [PushRequest] = []
    var answer = WebhookAnswer.taken
    var meanwhile: @Sendable (PushRequest) -> Void = { _ in }
  }

  private let state = Locked(State())

  /// What was to be sent, in order.
  var requests: [PushRequest] { state.withLock(\.requests) }

  /// Says how requests are answered from now on.
  func answer(_ answer: WebhookAnswer) { state.withLock { $0.answer = answer } }

  /// Says what happens, from now on, between a request and its answer.
  func meanwhile(_ act: @escaping @Sendable (PushRequest) -> Void) { state.withLock { $0.meanwhile = act } }

  func send(_ request: PushRequest) -> WebhookAnswer {
    let act = state.withLock { state in
      state.requests.append(request)
      return state.meanwhile
    }
    act(request)
    return state.withLock(\.answer)
  }

  func stop() {}

  /// What a server needs to send by it.
  var configuration: WebPushConfiguration {
    var configuration = WebPushConfiguration(contact: "mailto:ops@example.org")
    configuration.sender = self
    return configuration
  }
}
