import HTTPTypes
import HearthProtocol

/// What the sender of a request calls it, so that it can be found in the log (SPEC HT-14).
enum RequestName {
  static let field = HTTPField.Name("X-Request-Id")

  /// The id that the head says, written anew: a UUID with dashes or, as proxies write it, without; otherwise nil, for
  /// nothing else that a peer says comes into the log.
  static func of(_ fields: HTTPFields) -> String? {
    guard let field else { return nil }
    let values = fields[values: field]
    guard values.count == 1, let text = values.first else { return nil }
    return CommandID(dashed(text))?.description
  }

  private static func dashed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count == 32 else { return text }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "-")
  }
}
