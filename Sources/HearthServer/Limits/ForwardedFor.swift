import HTTPTypes
import Transport

/// X-Forwarded-For: each proxy appends the address it was spoken to from.
enum ForwardedFor {
  /// What a trusted proxy appended is no address.
  struct Malformed: Error {}

  private static let name = HTTPField.Name("X-Forwarded-For")

  /// The address a request comes from: the last address in the chain that is no trusted proxy's. What stands before it
  /// was said by nobody who is trusted, and is not looked at.
  static func client(_ fields: HTTPFields, address: SocketAddress, trusted: [TrustedProxy]) throws(Malformed) -> SocketAddress {
    guard let name = Self.name else { return address }
    var client = address
    for value in fields[values: name].reversed() {
      for element in value.split(separator: ",", omittingEmptySubsequences: false).reversed() {
        guard trusted.contains(where: { $0.includes(client) }) else { return client }
        guard let address = parsed(element) else { throw Malformed() }
        client = address
      }
    }
    return client
  }

  /// An address as proxies write it: with or without a port, an IPv6 address with or without brackets.
  private static func parsed(_ element: Substring) -> SocketAddress? {
    var text = element.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    // Digits, dots, colons and brackets only: names are not looked up.
    guard text.utf8.allSatisfy({ Self.isOfAddress($0) }) else { return nil }
    if let plain = SocketAddress(host: String(text), port: 0) { return plain }
    return text.last == "]" ? SocketAddress("\(text):0") : SocketAddress(String(text))
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
