import Cryptography

/// The server that vouches for a bundle, by its public key (Ed25519, RFC 8032; SPEC BN-08).
///
/// A chain of hashes proves the order of events and not who made them: the maker of a file can alter an event and chain
/// all of them anew. Without the server's secret key nobody can sign the result.
public struct BundleSigner: Sendable, Hashable, CustomStringConvertible {
  /// The public key.
  public let bytes: [UInt8]

  /// The key as 64 hexadecimal digits, as `hearthd keys` shows it and `--trust` takes it.
  public var description: String { ContentHash(bytes: bytes)?.description ?? "" }

  /// Takes a public key of 32 bytes; nil for any other length.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else.
  public init?(_ text: String) {
    guard let digits = ContentHash(text) else { return nil }
    bytes = digits.bytes
  }

  /// Whether the signature of a bundle with this checksum is this server's.
  public func verifies(_ signature: some Collection<UInt8>, of checksum: ContentHash) -> Bool {
    guard let key = Ed25519.PublicKey(bytes) else { return false }
    return key.isValid(Array(signature), for: BundleSigningKey.message(checksum))
  }
}

/// The secret key with which a server signs what it exports.
public struct BundleSigningKey: Sendable {
  private let key: Ed25519.PrivateKey

  /// Takes the key's seed; nil unless it has 32 bytes.
  public init?(seed: [UInt8]) {
    guard let key = Ed25519.PrivateKey(seed: seed) else { return nil }
    self.key = key
  }

  /// Its public half.
  public var signer: BundleSigner {
    guard let signer = BundleSigner(bytes: key.publicKey) else { preconditionFailure("a public key has 32 bytes") }
    return signer
  }

  /// Signs a bundle by its checksum, which is over its scope, its events and its attachments.
  func sign(_ checksum: ContentHash) throws(BundleFlaw) -> [UInt8] {
    guard let signature = try? key.signature(for: Self.message(checksum)) else { throw BundleFlaw("the signature cannot be made") }
    return signature
  }

  /// What is signed: the words keep a signature of something else from being taken for a bundle's.
  static func message(_ checksum: ContentHash) -> [UInt8] { Array("hearth bundle signature 1\n".utf8) + checksum.bytes }
}
