import HearthProtocol

/// An account of somebody else that a child reads, as the child's lane tells it: without amounts (SPEC AC-11).
public struct ChildAccessState: Sendable, Equatable {
  /// Names the account.
  public let account: AccountID
  /// 1 to 50 characters.
  public let name: String
  /// What kind of account it is.
  public let type: AccountType
  /// Whose it is, under the name they had when it was made.
  public let owner: MemberID
  /// When it was granted, milliseconds since 1970.
  public let at: Int64

  init(_ message: ChildAccess) throws(HistoryFlaw) {
    guard let account = AccountID(message.accountID) else { throw .malformed("account_id") }
    guard let owner = MemberID(message.ownerID) else { throw .malformed("owner_id") }
    switch message.type {
    case .checking, .savings, .cash, .card, .gold: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("type")
    }
    (self.account, self.owner) = (account, owner)
    (name, type, at) = (message.name, message.type, message.atMs)
  }

  /// As snapshots carry it.
  public var message: ChildAccess {
    var message = ChildAccess()
    (message.accountID, message.ownerID) = (account.description, owner.description)
    (message.name, message.type, message.atMs) = (name, type, at)
    return message
  }
}

extension MinorState {
  /// The account as the child reads it, or nil.
  public func access(to account: AccountID) -> ChildAccessState? { accesses.first { $0.account == account } }

  /// An account that is known is said anew and was granted when it was.
  mutating func set(_ event: ChildAccessGranted, at instant: Int64) throws(HistoryFlaw) {
    var message = ChildAccess()
    (message.accountID, message.ownerID) = (event.accountID, event.ownerID)
    (message.name, message.type) = (event.name, event.type)
    let place = accesses.firstIndex { $0.account.description == event.accountID }
    message.atMs = place.map { accesses[$0].at } ?? instant
    let access = try ChildAccessState(message)
    if let place { accesses[place] = access } else { accesses.append(access) }
  }

  mutating func end(_ event: ChildAccessEnded) throws(HistoryFlaw) {
    guard let id = AccountID(event.accountID) else { throw .malformed("account_id") }
    guard let place = accesses.firstIndex(where: { $0.account == id }) else { throw .contradiction(.namesKnown) }
    accesses.remove(at: place)
  }

  /// Adds what a snapshot carries.
  mutating func restore(_ access: ChildAccessState) throws(HistoryFlaw) {
    guard self.access(to: access.account) == nil else { throw .contradiction(.idsUnique) }
    accesses.append(access)
  }
}
