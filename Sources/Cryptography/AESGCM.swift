import COpenSSL

/// AES-256-GCM (NIST SP 800-38D): content that only a holder of the key can read, and nobody else can alter. Messages
/// to browsers alone have AES-128-GCM (`WebPushMessage`).
///
/// What is sealed is laid out so:
///
///     nonce 12 | ciphertext | tag 16
public enum AESGCM {
  /// Bytes of a key.
  public static let keyBytes = 32
  /// Bytes of a nonce; each is random, so that one key may seal 2^32 times (§8.3).
  public static let nonceBytes = 12
  /// Bytes of a tag.
  public static let tagBytes = 16

  /// Seals content under a random nonce.
  ///
  /// - Parameter beside: what is not kept with it, and must be the same to open it.
  /// - Throws: when the key has not 32 bytes.
  public static func seal(_ content: [UInt8], key: SymmetricKey, beside: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
    try seal(content, key: key, nonce: RandomBytes.make(nonceBytes), beside: beside)
  }

  /// Never twice with one key and nonce: two such contents can be read and forged.
  ///
  /// - Parameter keyBytes: bytes that the key has to have: 32, or 16 for AES-128-GCM.
  static func seal(
    _ content: [UInt8], key: SymmetricKey, keyBytes: Int = keyBytes, nonce: [UInt8], beside: [UInt8]
  ) throws(CryptographyFailure) -> [UInt8] {
    precondition(nonce.count == nonceBytes, "the layout has nonces of 12 bytes")
    guard key.byteCount == keyBytes else { throw .keyLengthWrong(bytes: key.byteCount) }
    guard let cipher = Cipher(seals: true, key, nonce: nonce) else { throw .taken() }
    var isSealed = false
    let sealed = [UInt8](unsafeUninitializedCapacity: nonceBytes + content.count + tagBytes) { sealed, count in
      guard let start = sealed.baseAddress else { return }
      start.update(from: nonce, count: nonceBytes)
      let tag = start + nonceBytes + content.count
      isSealed =
        beside.withUnsafeBufferPointer { cipher.add($0, to: nil) }
        && content.withUnsafeBufferPointer { cipher.add($0, to: start + nonceBytes) } && cipher.finish() && cipher.readTag(tag)
      count = isSealed ? sealed.count : 0
    }
    guard isSealed else { throw .taken() }
    return sealed
  }

  /// Opens what was sealed; nil when the key, what stands beside it or any byte is another.
  public static func open(_ sealed: [UInt8], key: SymmetricKey, beside: [UInt8]) -> [UInt8]? { open(sealed[...], key: key, beside: beside) }

  /// Opens what was sealed; nil when the key, what stands beside it or any byte is another.
  public static func open(_ sealed: ArraySlice<UInt8>, key: SymmetricKey, beside: [UInt8]) -> [UInt8]? {
    open(sealed, key: key, keyBytes: keyBytes, beside: beside)
  }

  /// - Parameter keyBytes: see `seal`.
  static func open(_ sealed: ArraySlice<UInt8>, key: SymmetricKey, keyBytes: Int, beside: [UInt8]) -> [UInt8]? {
    let contentBytes = sealed.count - nonceBytes - tagBytes
    guard key.byteCount == keyBytes, contentBytes >= 0 else { return nil }
    let opened: [UInt8]? = sealed.withUnsafeBufferPointer { sealed in
      let ciphertext = UnsafeBufferPointer(rebasing: sealed[nonceBytes..<nonceBytes + contentBytes])
      guard let start = sealed.baseAddress, let cipher = Cipher(seals: false, key, nonce: start) else { return nil }
      var isWhole = false
      let content = [UInt8](unsafeUninitializedCapacity: contentBytes) { content, count in
        isWhole =
          cipher.setTag(start + nonceBytes + contentBytes) && beside.withUnsafeBufferPointer { cipher.add($0, to: nil) }
          && cipher.add(ciphertext, to: content.baseAddress) && cipher.finish()
        // Nothing is handed out before the tag has been checked.
        count = isWhole ? contentBytes : 0
      }
      return isWhole ? content : nil
    }
    if opened == nil { ERR_clear_error() }
    return opened
  }
}

/// AES-GCM at work on one content, by a key of 32 or 16 bytes.
private final class Cipher {
  // libcrypto counts in 32 bits, so that more is given to it in pieces.
  private static let pieceBytes = 1 << 30

  private let context: OpaquePointer

  init?(seals: Bool, _ key: SymmetricKey, nonce: UnsafePointer<UInt8>) {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    self.context = context
    let cipher = key.byteCount == AESGCM.keyBytes ? Algorithms.aes256GCM : Algorithms.aes128GCM
    let isReady = key.withUnsafeBytes { key in
      // Safety: bytes are bytes, whatever they are bound to.
      let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return EVP_CipherInit_ex2(context, cipher, key, nonce, seals ? 1 : 0, nil) == 1
    }
    guard isReady else { return nil }
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Takes the next bytes, and writes what becomes of them; without a place to write they are only authenticated.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>?) -> Bool {
    for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
      var written: Int32 = 0
      let count = Int32(min(Self.pieceBytes, bytes.count - start))
      guard EVP_CipherUpdate(context, output.map { $0 + start }, &written, bytes.baseAddress.map { $0 + start }, count) == 1 else {
        return false
      }
    }
    return true
  }

  /// Ends it; when opening, checks the tag.
  func finish() -> Bool {
    // Nothing is written, but libcrypto wants to know where to.
    var nothing: UInt8 = 0
    var written: Int32 = 0
    return EVP_CipherFinal_ex(context, &nothing, &written) == 1
  }

  func readTag(_ tag: UnsafeMutablePointer<UInt8>) -> Bool {
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagBytes), tag) == 1
  }

  func setTag(_ tag: UnsafePointer<UInt8>) -> Bool {
    // The control takes a pointer for all purposes; this one only reads.
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagBytes), UnsafeMutablePointer(mutating: tag)) == 1
  }
}
