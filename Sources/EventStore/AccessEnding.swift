import HearthProtocol

/// A way to log in that has ended.
public enum AccessEnding: Sendable, Hashable {
  /// It was revoked.
  case device(DeviceID)
  /// It was replaced, or it is for a group and was revoked.
  case token(TokenID)
  /// The member may have no token for the group any more, or none but those that read.
  case tokens(HolderID, readersStay: Bool)
  /// The operator has shut the identity out.
  case identity(IdentityID)
}

/// The ways to log in that other servers of a directory, and operators' verbs, have ended since the last news.
public struct EndingNews: Sendable, Hashable {
  /// The ways that have ended.
  public var endings: [AccessEnding]
  /// Whether that is all. If not, something may have ended that nobody has told: every token in use is looked up anew
  /// (`Directory.ended`).
  public var isComplete: Bool

  /// Makes news.
  public init(_ endings: [AccessEnding], isComplete: Bool) { (self.endings, self.isComplete) = (endings, isComplete) }
}

extension Directory {
  /// In a directory of one server nobody else ends anything.
  public func whenEnded(_ tell: @escaping @Sendable (EndingNews) -> Void) {}

  /// The token with this id, or nil.
  public func token(_ id: TokenID) throws(StoreFailure) -> TokenRecord? { try tokens([id])[id] }

  /// Asks of each.
  public func ended(among tokens: Set<TokenID>) throws(StoreFailure) -> Set<TokenID> {
    var ended: Set<TokenID> = []
    for token in tokens where try self.token(token)?.isEnded != false { ended.insert(token) }
    return ended
  }
}
