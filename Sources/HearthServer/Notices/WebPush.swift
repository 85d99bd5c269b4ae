import Cryptography
import Foundation
import HTTPTypes
import HearthProtocol
import Ledger

/// How members' browsers are told (SPEC NP-06).
public struct WebPushConfiguration: Sendable {
  /// How push services reach the operator: `mailto:…` or `https://…`.
  public var contact: String
  /// What sends; nil: the network. Only tests say otherwise.
  var sender: (any PushSending)?

  /// - Parameter contact: see `isContact`.
  public init(contact: String) { self.contact = contact }

  /// Limit: bytes of a contact.
  public static let contactBytesMax = 256

  /// Whether push services take it for a contact (RFC 8292 §2.1).
  public static func isContact(_ text: String) -> Bool {
    // It stands in JSON as it is.
    guard text.utf8.count <= contactBytesMax, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
      return false
    }
    if text.hasPrefix("mailto:") { return NoticeAddress.isWellFormed(String(text.dropFirst("mailto:".count)), .mail) }
    return WebhookURL(text) != nil
  }
}

/// Sends requests to push services.
protocol PushSending: Sendable {
  /// Sends one and waits for the answer; any thread but a loop's.
  func send(_ request: PushRequest) -> WebhookAnswer
  /// Breaks off what is under way, and sends nothing more.
  func stop()
}

/// A message on its way to a browser (RFC 8030 §5).
struct PushRequest: OutgoingRequest {
  let maker: IdentityID
  let url: WebhookURL
  /// Sealed for the browser alone.
  let body: [UInt8]
  /// How long the service keeps it for a browser that is away, in seconds.
  let seconds: Int
  let isUrgent: Bool
  /// A later message of the same topic replaces one that waits at the service.
  let topic: String
  /// Who sends, signed.
  let authorization: String

  var head: HTTPRequest {
    post([
      ("TTL", "\(seconds)"), ("Urgency", isUrgent ? "high" : "normal"), ("Topic", topic), ("Content-Encoding", "aes128gcm"),
      ("Content-Type", "application/octet-stream"), ("Authorization", authorization),
    ])
  }
}

/// By what push services know the server (RFC 8292): a key that follows from the server's, so it is stored nowhere,
/// moves with that one, and is the same on all nodes of a store.
struct WebPushKey: Sendable {
  private let key: P256.SecretKey
  private let topics: SymmetricKey
  /// Its point in base64url, as browsers take it.
  let publicKey: String

  // Limit: how long a signed word of who sends holds, in seconds; services take 24 hours (RFC 8292 §2).
  private static let lifeSeconds: Int64 = 43_200

  /// - Parameter serverKey: 32 secret bytes, kept beside the data and never changed.
  init(serverKey: [UInt8]) {
    let secret = SymmetricKey(serverKey)
    topics = HKDF.sha256(secret, info: Array("hearth web push topic".utf8))
    // One in four thousand million is no key of the curve: then the next is taken.
    var number = 0
    while true {
      let seed = HKDF.sha256(secret, info: Array("hearth web push \(number)".utf8))
      if let key = seed.withUnsafeBytes({ P256.SecretKey(Array($0)) }) {
        self.key = key
        publicKey = Base64URL.text(key.point)
        return
      }
      number += 1
    }
  }

  /// Says who sends to a service.
  ///
  /// - Parameter now: seconds since 1970.
  func authorization(for url: WebhookURL, contact: String, now: Int64) throws(CryptographyFailure) -> String {
    let header = #"{"typ":"JWT","alg":"ES256"}"#
    let claims = #"{"aud":"https://\#(url.host)","exp":\#(now + Self.lifeSeconds),"sub":"\#(contact)"}"#
    let signed = [header, claims].map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
    let signature = try key.signature(for: Array(signed.utf8))
    // Without a space behind the comma, as the libraries do that services hear from most.
    return "vapid t=\(signed).\(Base64URL.text(signature)),k=\(publicKey)"
  }

  /// What a service knows a group's notices of one kind by on one device: 32 characters that say neither.
  func topic(_ kind: NoticeKind, of group: GroupID, on endpoint: String) -> String {
    Base64URL.text(Array(HMAC.sha256(group.bytes + Array((kind.key + endpoint).utf8), key: topics)[..<24]))
  }
}

/// Bytes as text of letters, digits, hyphens and underscores (RFC 4648 §5), without padding.
enum Base64URL {
  static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
