import Cryptography
import Foundation

/// What stands in the lock's file: how the passphrase leads to the folder's key.
///
/// The folder's key is drawn at random and sealed by a key that scrypt derives from the passphrase. All the rest of the
/// record stands beside the seal, so that no part of it can be altered.
struct LockRecord: Codable, Equatable {
  /// How far locking or unlocking has come. A later call of the program finishes what another began.
  enum Stage: String, Codable { case locking, locked, unlocking }

  /// Limit: the newest version that is known.
  static let version = 1

  var version = Self.version
  var stage: Stage
  /// scrypt's N, r and p.
  let cost: UInt64
  let blockSize: UInt64
  let parallelism: UInt64
  /// Hexadecimal digits.
  let salt: String
  private(set) var key = ""

  /// Makes the record of a key.
  init(_ stage: Stage, _ scrypt: Scrypt, salt: [UInt8], keys: FolderKeys) throws(CryptographyFailure) {
    self.stage = stage
    (cost, blockSize, parallelism) = (scrypt.cost, scrypt.blockSize, scrypt.parallelism)
    self.salt = salt.hexadecimal
    try seal(keys)
  }

  /// The same at another stage.
  func at(_ stage: Stage, _ keys: FolderKeys) throws(CryptographyFailure) -> LockRecord {
    var record = self
    record.stage = stage
    try record.seal(keys)
    return record
  }

  /// The parameters; nil when they are none, or ask for more than may be.
  var scrypt: Scrypt? { Scrypt(cost: cost, blockSize: blockSize, parallelism: parallelism) }

  // Limit: the salt and the sealed key have so many bytes, with the nonce and the tag of the seal.
  static let saltBytes = 16
  private static let sealedKeyBytes = 12 + 32 + 16

  /// Whether each part of it can be what was written. Only the passphrase reveals other alterations.
  var isReadable: Bool {
    scrypt != nil && [UInt8](hexadecimal: salt)?.count == Self.saltBytes && [UInt8](hexadecimal: key)?.count == Self.sealedKeyBytes
  }

  /// The folder's key; nil when the passphrase is another, or the record was altered.
  func open(_ passphraseKey: SymmetricKey) -> FolderKeys? {
    guard let sealed = [UInt8](hexadecimal: key) else { return nil }
    return AESGCM.open(sealed, key: passphraseKey, beside: beside).map { FolderKeys(passphraseKey: passphraseKey, key: SymmetricKey($0)) }
  }

  private mutating func seal(_ keys: FolderKeys) throws(CryptographyFailure) {
    let content = keys.key.withUnsafeBytes { Array($0) }
    key = try AESGCM.seal(content, key: keys.passphraseKey, beside: beside).hexadecimal
  }

  private var beside: [UInt8] {
    Array("hearth lock \(version) \(stage.rawValue) \(cost) \(blockSize) \(parallelism) \(salt)".utf8)
  }
}

/// The key that seals the folder's files, and the one that seals it.
struct FolderKeys: Sendable {
  let passphraseKey: SymmetricKey
  let key: SymmetricKey
}

extension [UInt8] {
  /// Two digits a byte.
  var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Bytes from pairs of digits; nil where these are none.
  init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }
}
