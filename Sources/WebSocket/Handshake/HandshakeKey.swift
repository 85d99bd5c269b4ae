import Cryptography

/// The proof of the opening handshake (RFC 6455 §1.3): that the server read this request and speaks this protocol.
public enum HandshakeKey {
  /// The value of Sec-WebSocket-Key for sixteen random bytes.
  public static func key(_ nonce: (UInt64, UInt64)) -> String {
    withUnsafeBytes(of: (nonce.0.bigEndian, nonce.1.bigEndian)) { base64($0) }
  }

  /// The value of Sec-WebSocket-Accept for a key as sent.
  public static func accept(for key: String) -> String {
    // RFC 6455 §4.2.2 item 5.4: the text of the key, not what it decodes to, and this constant.
    let proof = Array(key.utf8) + constant
    return SHA1.hash(proof).withUnsafeBytes { base64($0) }
  }

  private static let constant = Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)

  /// Whether a key decodes to sixteen bytes: 22 characters of the alphabet and two of padding.
  static func isValid(_ key: String) -> Bool {
    let characters = key.utf8.span
    guard characters.count == 24 else { return false }
    for index in 0..<22 where !isBase64(characters[index]) { return false }
    return characters[22] == UInt8(ascii: "=") && characters[23] == UInt8(ascii: "=")
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    Octet.isLetter(byte) || Octet.isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }

  /// RFC 4648 §4.
  static func base64(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        var word: UInt32 = 0
        for index in start..<min(start + 3, bytes.count) { word |= UInt32(bytes[index]) << UInt32(16 - 8 * (index - start)) }
        for digit in 0..<4 {
          let isPadding = start + digit > bytes.count
          text[count] = isPadding ? UInt8(ascii: "=") : alphabet[Int(word >> UInt32(18 - 6 * digit)) & 63]
          count += 1
        }
      }
      return count
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
