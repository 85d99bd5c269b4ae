/// An invite code and what is stored of it.
public struct InviteCode: Hashable, Sendable {
  /// Sixteen characters in four groups.
  public var text: String
  /// 32 bytes: HMAC-SHA-256 under a key of the server's.
  public var hash: [UInt8]

  /// Makes a code of its text and hash.
  public init(text: String, hash: [UInt8]) {
    self.text = text
    self.hash = hash
  }
}
