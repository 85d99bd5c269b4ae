import Cryptography
import HearthProtocol

/// Whose bundles an operator takes over (SPEC BN-08).
public struct BundleTrust: Sendable, Equatable {
  /// The servers whose word is taken.
  public var signers: Set<BundleSigner>
  /// Whether a bundle that nobody has signed is taken over, too.
  public var takesUnsigned: Bool

  /// Names the servers.
  public init(_ signers: Set<BundleSigner>, takesUnsigned: Bool = false) {
    self.signers = signers
    self.takesUnsigned = takesUnsigned
  }

  /// Throws unless somebody whom the operator trusts vouches for the bundle.
  ///
  /// - Throws: what nobody vouches for, and what the operator does about it. Nothing has been written by then.
  public func require(_ signer: BundleSigner?) throws(ServerFailure) {
    guard let signer else {
      guard !takesUnsigned else { return }
      throw ServerFailure(
        "Nobody has signed this bundle. Its hash chains show the order of the events and not who made them: the maker of the file may have "
          + "changed amounts, roles and members. Export the group anew with hearthd export, or, if you know where the file has been since, "
          + "import it with --trust unsigned.")
    }
    guard !signers.contains(signer) else { return }
    throw ServerFailure(
      "The bundle is signed with the key \(signer), which you have not named. The holder of that key may have changed amounts, roles and "
        + "members. Ask the operator of the server that the group comes from for what hearthd keys shows there; if it is this key, import the "
        + "bundle with --trust \(signer)")
  }
}

extension BundleSigningKey {
  /// The key with which a server signs its exports: derived from its secret, so it is made with that one, sealed with
  /// it and in its backups.
  ///
  /// - Parameter serverKey: the 32 bytes of `server.key`.
  public init(serverKey: [UInt8]) {
    let seed = HKDF.sha256(SymmetricKey(serverKey), info: Array("hearth bundle signature".utf8))
    guard let key = seed.withUnsafeBytes({ BundleSigningKey(seed: Array($0)) }) else { preconditionFailure("a seed has 32 bytes") }
    self = key
  }
}
