/// The classes of bytes that the grammars of HTTP and URI are made of.
enum Octet {
  /// A space or a horizontal tab (RFC 9110 §5.6.3).
  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isLetter(_ byte: UInt8) -> Bool { lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z") }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = lowercased(byte)
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f") ? letter - UInt8(ascii: "a") + 10 : nil
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// A character of a token (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: isLetter(byte) || isDigit(byte)
    }
  }

  /// An unreserved character or a sub-delimiter (RFC 3986 §2.2, §2.3): what a host name and a path segment may hold
  /// unescaped.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
      UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: isLetter(byte) || isDigit(byte)
    }
  }

  /// Whether two texts are equal but for the case of ASCII letters.
  static func isEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.elementsEqual(right) { lowercased($0) == lowercased($1) }
  }

  /// Whether two texts are equal but for the case of ASCII letters.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let left = left.utf8.span
    let right = right.utf8.span
    if left.count != right.count { return false }
    for index in left.indices where lowercased(left[index]) != lowercased(right[index]) { return false }
    return true
  }
}
