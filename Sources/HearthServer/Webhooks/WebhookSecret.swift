import Cryptography
import Foundation
import HearthProtocol

/// What a webhook is signed with (SPEC WH-04), by the scheme of Standard Webhooks: HMAC-SHA-256 over id, time and body.
struct WebhookSecret: Sendable {
  /// 32 bytes.
  private let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// What the member is told: `whsec_` and the bytes in base64.
  var text: String { "whsec_" + Data(bytes).base64EncodedString() }

  /// The signature of a message.
  ///
  /// - Parameters:
  ///   - id: of the message; the same each time that it is sent.
  ///   - seconds: when it is sent, seconds since 1970.
  func signature(id: String, seconds: Int64, body: [UInt8]) -> String {
    let code = HMAC.sha256(Array("\(id).\(seconds).".utf8) + body, key: SymmetricKey(bytes))
    return "v1," + Data(code).base64EncodedString()
  }
}

/// Makes the secrets of webhooks.
///
/// A secret is derived from the server's key, the group, the webhook and the command that asked for it. So it is stored
/// nowhere, and the same command gets the same secret again however late.
struct WebhookSigning: Sendable {
  private let key: SymmetricKey

  /// - Parameter serverKey: 32 secret bytes, kept beside the data and never changed.
  init(serverKey: [UInt8]) {
    key = HKDF.sha256(SymmetricKey(serverKey), info: Array("hearth webhook secret".utf8))
  }

  /// The secret that a command made.
  func secret(group: GroupID, webhook: WebhookID, command: CommandID) -> WebhookSecret {
    WebhookSecret(bytes: HMAC.sha256(group.bytes + webhook.bytes + command.bytes, key: key))
  }
}
