import Cryptography

extension Identifier where Kind == IdentifierKind.Holder {
  /// The tie between an identity and one group: the first 16 bytes of SHA-256 over "hearth.holder", the identity and
  /// the group.
  ///
  /// It stands in the group's log instead of the identity's id, so that members of two groups cannot tell that a person
  /// is in both (SPEC ID-04).
  public init(identity: IdentityID, group: GroupID) {
    var hasher = SHA256()
    hasher.update(Array("hearth.holder".utf8))
    hasher.update(identity.bytes)
    hasher.update(group.bytes)
    let words = hasher.finalize().withUnsafeBytes { raw in
      (
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(high: words.0, low: words.1)
  }
}
