import HearthProtocol

/// A row of the directory as it moves from one store to another: in plain, whatever either store seals with.
public enum StoreRow: Sendable, Hashable {
  /// Somebody who can log in; `suspendedAt` in milliseconds since 1970, nil: not shut out.
  case identity(IdentityID, displayName: String, createdAt: Int64, suspendedAt: Int64?)
  /// An issuer's account, by its hash.
  case subject(hash: [UInt8], IdentityID)
  /// A device, in the order in which an identity got them.
  case device(DeviceRecord, of: IdentityID)
  /// A token of a device.
  case token(StoredToken)
  /// A token for a group, in the order in which they were made; `usedDay` counted from 1970-01-01, nil: never used.
  case groupToken(NewGroupToken, usedDay: Int64?)
  /// A membership, in the order of joining.
  case membership(IdentityID, GroupID, isEnded: Bool)
  /// Where a code leads.
  case invite(codeHash: [UInt8], InviteLocation)
  /// A webhook, and how far it was sent to.
  case webhook(WebhookRecord)
  /// When a group is due.
  case due(GroupID, at: Int64)
  /// Which history of a group this is.
  case epoch(GroupID, UInt64)
  /// A group that was deleted, and when.
  case purged(GroupID, at: Int64)
}

/// A token as a store keeps it.
public struct StoredToken: Sendable, Hashable {
  /// Its id.
  public var id: TokenID
  /// The owner.
  public var identity: IdentityID
  /// SHA-256 of its secret.
  public var secretHash: [UInt8]
  /// When it was made, in milliseconds since 1970.
  public var createdAt: Int64
  /// The device that has it.
  public var device: DeviceID
  /// Its place among those of its device.
  public var ordinal: Int64
  /// Whether a newer one was used.
  public var isEnded: Bool

  /// Makes one.
  public init(
    id: TokenID, identity: IdentityID, secretHash: [UInt8], createdAt: Int64, device: DeviceID, ordinal: Int64, isEnded: Bool
  ) {
    (self.id, self.identity, self.secretHash, self.createdAt) = (id, identity, secretHash, createdAt)
    (self.device, self.ordinal, self.isEnded) = (device, ordinal, isEnded)
  }
}

/// A table of the directory. In the order of the cases each has what the next ones refer to.
public enum StorePart: CaseIterable, Sendable {
  case identities, subjects, devices, tokens, groupTokens, memberships, invites, webhooks, due, epochs, purged
}

/// A store whose content can be moved to another one. Nothing else may write to either meanwhile.
public protocol MovableStore: EventStore, Directory {
  /// Reads a table of the directory, in its order.
  ///
  /// - Parameter take: given some rows at a time.
  /// - Throws: `.damaged` when a row cannot be read; what `take` throws.
  func readRows(of part: StorePart, take: ([StoreRow]) throws(StoreFailure) -> Void) throws(StoreFailure)

  /// Empties the directory and the audit log; the groups' logs and snapshots stay.
  func removeRows() throws(StoreFailure)

  /// Adds rows, in one commit.
  func addRows(_ rows: [StoreRow]) throws(StoreFailure)

  /// Adds rows of an audit log behind the last one, in one commit. Each gets the next number and hash: of a log that is
  /// moved into an empty one these are the ones that it had.
  func addAuditRows(_ rows: [AuditRow]) throws(StoreFailure)

  /// The audit logs: one, or one of each node with its name.
  func auditLogs() throws(StoreFailure) -> [(node: String?, log: any AuditLog)]

  /// Reads all rows of the audit log; where several nodes have one each, by time. Rows that say where another log stood
  /// are left out: of one log there is nothing that they could say.
  func readAuditRows(take: ([AuditRow]) throws(StoreFailure) -> Void) throws(StoreFailure)
}
