/// Base64 with one text for each sequence of bytes (RFC 4648 §3.5): no character outside the alphabet, no bits that
/// stand for nothing.
enum Base64 {
  /// Reads base64url without padding (RFC 7515 §2); nil when it is none.
  static func url(_ text: some Collection<UInt8>) -> [UInt8]? { bytes(text, plus: UInt8(ascii: "-"), slash: UInt8(ascii: "_")) }

  /// Reads base64 with padding (RFC 4648 §4); nil when it is none.
  static func padded(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return bytes(text.dropLast(padding), plus: UInt8(ascii: "+"), slash: UInt8(ascii: "/"))
  }

  private static func bytes(_ text: some Collection<UInt8>, plus: UInt8, slash: UInt8) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3 + 2)
    var accumulator: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value: UInt8
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
      case plus: value = 62
      case slash: value = 63
      default: return nil
      }
      accumulator = accumulator << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(accumulator >> bits))
        accumulator &= (1 << bits) - 1
      }
    }
    // What is left over belongs to no byte.
    return accumulator == 0 ? result : nil
  }
}
