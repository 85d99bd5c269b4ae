/// One extension a client offers, its parameters in order (RFC 6455 §9.1).
public struct ExtensionOffer: Sendable, Hashable {
  /// One parameter; the value is nil without `=`, and unquoted.
  public struct Parameter: Sendable, Hashable {
    /// As sent.
    public var name: String
    /// As sent, unquoted.
    public var value: String?
  }

  /// The registered name.
  public var name: String
  /// In the order sent; names may repeat.
  public var parameters: [Parameter]

  /// Parses the values of Sec-WebSocket-Extensions, in one pass over each.
  ///
  /// An empty unquoted value (`name=`) is kept as an empty value for the extension to refuse; everything else outside
  /// the grammar is malformed.
  public static func parse(_ values: [String]) throws(HeadRejection) -> [ExtensionOffer] {
    var offers: [ExtensionOffer] = []
    for value in values {
      var scanner = FieldScanner(value)
      let before = offers.count
      while true {
        scanner.skipBlanks()
        // RFC 9110 §5.6.1.2: empty elements of a list are passed over.
        if scanner.take(UInt8(ascii: ",")) { continue }
        if scanner.isAtEnd { break }
        offers.append(try parseOffer(&scanner))
        scanner.skipBlanks()
        if scanner.isAtEnd { break }
        guard scanner.take(UInt8(ascii: ",")) else { throw .extensionsMalformed }
      }
      // RFC 6455 §9.1: 1#extension.
      if offers.count == before { throw .extensionsMalformed }
    }
    return offers
  }

  private static func parseOffer(_ scanner: inout FieldScanner) throws(HeadRejection) -> ExtensionOffer {
    guard let name = scanner.token() else { throw .extensionsMalformed }
    var offer = ExtensionOffer(name: name, parameters: [])
    while true {
      scanner.skipBlanks()
      guard scanner.take(UInt8(ascii: ";")) else { return offer }
      scanner.skipBlanks()
      guard let name = scanner.token() else { throw .extensionsMalformed }
      scanner.skipBlanks()
      guard scanner.take(UInt8(ascii: "=")) else {
        offer.parameters.append(Parameter(name: name, value: nil))
        continue
      }
      scanner.skipBlanks()
      let value: String
      if scanner.take(UInt8(ascii: "\"")) {
        // RFC 6455 §9.1: what is quoted must be a token once unescaped.
        guard let quoted = scanner.quotedToken() else { throw .extensionsMalformed }
        value = quoted
      } else {
        value = scanner.token() ?? ""
      }
      offer.parameters.append(Parameter(name: name, value: value))
    }
  }
}

/// Walks over a field value, never back.
struct FieldScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func skipBlanks() {
    while index < bytes.count, Octet.isBlank(bytes[index]) { index += 1 }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// One or more token characters; nil when there are none.
  mutating func token() -> String? {
    let start = index
    while index < bytes.count, Octet.isToken(bytes[index]) { index += 1 }
    return index == start ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The rest of a quoted string, its opening quote taken; nil unless it is closed and holds a token.
  mutating func quotedToken() -> String? {
    var value: [UInt8] = []
    while index < bytes.count {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return value.isEmpty ? nil : String(decoding: value, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard index < bytes.count else { return nil }
        byte = bytes[index]
        index += 1
      }
      guard Octet.isToken(byte) else { return nil }
      value.append(byte)
    }
    return nil
  }

  /// The tokens of comma-separated lists.
  ///
  /// - Parameter permitsEmpty: whether empty elements are passed over (RFC 9110 §5.6.1.2).
  /// - Returns: nil when an element is no token.
  static func tokens(_ values: [String], permitsEmpty: Bool) -> [String]? {
    var tokens: [String] = []
    for value in values {
      var scanner = FieldScanner(value)
      while true {
        scanner.skipBlanks()
        if let token = scanner.token() {
          tokens.append(token)
        } else if !permitsEmpty {
          return nil
        }
        scanner.skipBlanks()
        if scanner.isAtEnd { break }
        guard scanner.take(UInt8(ascii: ",")) else { return nil }
      }
    }
    return tokens
  }
}
