/// What a browser told on a device reads, and nobody on the way to it (RFC 8291): content coding "aes128gcm" (RFC 8188)
/// in one record.
///
/// It is laid out so:
///
///     salt 16 | bytes of a record 4 | 65 | sender's point 65 | sealed: content, 2, zeros | tag 16
public enum WebPushMessage {
  /// Bytes of the secret that a browser tells beside its key.
  public static let secretBytes = 16
  /// Limit: bytes of a message, which push services take (RFC 8030 §7.2).
  public static let bytesMax = 4_096
  /// Bytes that a message has besides content and padding.
  static let overheadBytes = saltBytes + 4 + 1 + P256.pointBytes + 1 + AESGCM.tagBytes
  /// Limit: bytes of content in a message.
  public static let contentBytesMax = bytesMax - overheadBytes

  private static let saltBytes = 16
  private static let keyBytes = 16

  /// Seals content for a browser.
  ///
  /// - Parameters:
  ///   - content: at most `contentBytesMax` bytes.
  ///   - receiver: the browser's key.
  ///   - secret: what it told beside it, 16 bytes.
  ///   - byteCount: how long the message gets, by zeros behind the content; longer content has its own length.
  public static func encrypt(
    _ content: [UInt8], for receiver: P256.PublicKey, point: [UInt8], secret: [UInt8], paddedTo byteCount: Int = 0
  ) throws(CryptographyFailure) -> [UInt8] {
    try encrypt(
      content, for: receiver, point: point, secret: secret, paddedTo: byteCount, by: .random(), salt: RandomBytes.make(saltBytes))
  }

  /// - Parameters:
  ///   - sender: the key of this one message.
  ///   - salt: of this one message, 16 bytes.
  static func encrypt(
    _ content: [UInt8], for receiver: P256.PublicKey, point: [UInt8], secret: [UInt8], paddedTo byteCount: Int, by sender: P256.SecretKey,
    salt: [UInt8]
  ) throws(CryptographyFailure) -> [UInt8] {
    precondition(content.count <= contentBytesMax && byteCount <= bytesMax, "a message takes so many bytes")
    let (key, nonce) = keys(
      try sender.sharedSecret(with: receiver), secret: secret, salt: salt, receiver: point, sender: sender.point)
    let zeros = max(0, byteCount - overheadBytes - content.count)
    // RFC 8188 §2: 2 ends the content of the last record.
    let record = try AESGCM.seal(
      content + [2] + [UInt8](repeating: 0, count: zeros), key: key, keyBytes: keyBytes, nonce: nonce, beside: [])
    let recordBytes = UInt32(bytesMax)
    let head = salt + withUnsafeBytes(of: recordBytes.bigEndian, Array.init) + [UInt8(P256.pointBytes)] + sender.point
    return head + record[AESGCM.nonceBytes...]
  }

  /// The key and the nonce that both sides derive (RFC 8291 §3.4, RFC 8188 §2.2 and §2.3).
  static func keys(_ shared: SymmetricKey, secret: [UInt8], salt: [UInt8], receiver: [UInt8], sender: [UInt8]) -> (SymmetricKey, [UInt8]) {
    let both = HKDF.sha256(shared, salt: secret, info: Array("WebPush: info\0".utf8) + receiver + sender)
    let key = HKDF.sha256(both, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), byteCount: keyBytes)
    let nonce = HKDF.sha256(both, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), byteCount: AESGCM.nonceBytes)
    return (key, nonce.withUnsafeBytes { Array($0) })
  }
}
