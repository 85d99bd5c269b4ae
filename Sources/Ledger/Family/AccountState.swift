import HearthProtocol

/// An account of one member and those they have granted it to: the fold of lane `account/<account>`.
///
/// As that of a minor's lane it knows nothing of lane `shared`.
public struct AccountState: Sendable {
  /// Whose it is, under the name they had when it was made.
  public let owner: MemberID
  /// 1 to 50 characters.
  public private(set) var name: String
  /// What kind of account it is.
  public private(set) var type: AccountType
  /// Its currency, for good.
  public let currency: Currency
  /// What was in it at the beginning, in minor units; may be below zero.
  public private(set) var openingMinor: Int64
  /// Whether it takes no more entries.
  public private(set) var isClosed: Bool
  /// Who receives it besides, by id.
  public private(set) var grants: [AccountGrantState] = []
  /// In the order of noting; voided entries too.
  public private(set) var entries = PersistentList<EntryID, AccountEntryState>()
  /// What is in it, in minor units.
  public private(set) var balanceMinor: Int64
  /// What is in it by the entries that were compared with a statement, in minor units.
  public private(set) var reconciledMinor: Int64
  /// The opening balance and all entries that are not voided, without their signs, so that no sum of some of them
  /// leaves 64 bits.
  private var turnover: Int64

  /// The account that a first `account_set` makes.
  init(_ content: AccountContent, of owner: MemberID) throws(HistoryFlaw) {
    guard let currency = Currency(code: content.opening.currency) else { throw .malformed("currency") }
    (self.owner, self.currency) = (owner, currency)
    (name, type, openingMinor, isClosed) = ("", .cash, 0, false)
    (balanceMinor, reconciledMinor, turnover) = (0, 0, 0)
    try set(content)
  }

  /// What it says of itself.
  public var content: AccountContent {
    var content = AccountContent()
    (content.name, content.type, content.closed) = (name, type, isClosed)
    content.opening = Money(minor: openingMinor, currency: currency)
    return content
  }

  /// Whether one more member may be given it, and would have something of it: it is open, and fewer see it than may.
  public var isShareable: Bool { !isClosed && grants.count < Limits.accountGrants }

  /// Whether one more member of this role may be given it: a child reads no other account than one for children (SPEC
  /// AC-06).
  public func isShareable(with role: Role) -> Bool { isShareable && (role != .minor || type.isForChildren) }

  /// The grant to a member under the name it was given to, or nil.
  func grant(_ member: MemberID) -> AccountGrantState? { grants.first { $0.member == member } }

  /// Whether an entry may take the place of another, or the opening balance of the former one, without a sum leaving 64
  /// bits.
  ///
  /// - Parameter old: what gives way, in minor units.
  func fits(_ minor: Int64, replacing old: Int64 = 0) -> Bool {
    Int128(turnover) - Int128(old.magnitude) + Int128(minor.magnitude) <= Int128(Int64.max)
  }

  /// Folds one event of the account in, but its first.
  mutating func apply(_ body: Event.OneOf_Body, by author: String, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .accountSet(let set): try self.set(set.content)
    case .accountEntrySet(let set): try self.set(set, by: author, at: instant)
    case .accountEntryVoided(let voided): try void(voided)
    case .accountReconciled(let reconciled): try reconcile(reconciled)
    case .accountGranted(let granted): try add(AccountGrantState(granted, at: instant))
    case .accountRevoked(let revoked): grants.remove(at: try place(of: revoked.memberID))
    case .accountRevocationAsked(let asked):
      let place = try place(of: asked.memberID)
      guard let by = MemberID(author) else { throw .malformed("member_id") }
      grants[place].revocation = AccountGrantState.Revocation(by: by, at: asked.askedAtMs == 0 ? instant : asked.askedAtMs)
    case .accountRevocationDeclined(let declined):
      let place = try place(of: declined.memberID)
      guard grants[place].revocation != nil else { throw .contradiction(.namesKnown) }
      grants[place].revocation = nil
    default: throw .misplaced
    }
  }

  private mutating func set(_ content: AccountContent) throws(HistoryFlaw) {
    switch content.type {
    case .checking, .savings, .cash, .card, .gold: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("type")
    }
    guard content.opening.currency == currency.code else { throw .contradiction(.currencyFixed) }
    guard Limits.openingMinor.contains(content.opening.minor), fits(content.opening.minor, replacing: openingMinor) else {
      throw .contradiction(.amountsInRange)
    }
    let change = content.opening.minor - openingMinor
    turnover += Int64(content.opening.minor.magnitude) - Int64(openingMinor.magnitude)
    balanceMinor += change
    reconciledMinor += change
    (name, type, openingMinor, isClosed) = (content.name, content.type, content.opening.minor, content.closed)
  }

  // MARK: Entries

  private mutating func set(_ event: AccountEntrySet, by author: String, at instant: Int64) throws(HistoryFlaw) {
    guard let id = EntryID(event.entryID) else { throw .malformed("entry_id") }
    let old = entries[id]
    guard old.map({ !$0.isTransfer && !$0.isReconciled && !event.transfer }) ?? true else { throw .contradiction(.entryOpen) }
    // What the server notes by itself is the owner's.
    guard let addedBy = old?.addedBy ?? (author.isEmpty ? owner : MemberID(author)) else { throw .malformed("member_id") }
    try put(AccountEntryState(id, event.content, isTransfer: event.transfer, by: addedBy, at: old?.addedAt ?? instant))
  }

  /// Empties entries whose words were erased.
  mutating func erase(_ event: WordsErased) throws(HistoryFlaw) {
    for one in event.events {
      guard let id = EntryID(one.subjectID), var entry = entries[id]?.message else { continue }
      entry.content.removeWords()
      entries.set(try AccountEntryState(entry), for: id)
    }
  }

  private mutating func void(_ event: AccountEntryVoided) throws(HistoryFlaw) {
    var entry = try open(event.entryID)
    guard !entry.isReconciled else { throw .contradiction(.entryOpen) }
    entry.isVoided = true
    try put(entry)
  }

  private mutating func reconcile(_ event: AccountReconciled) throws(HistoryFlaw) {
    var marked: [AccountEntryState] = []
    for text in event.entryIds {
      var entry = try open(text)
      guard entry.isReconciled == event.undone, !marked.contains(where: { $0.id == entry.id }) else { throw .contradiction(.entryOpen) }
      entry.isReconciled = !event.undone
      marked.append(entry)
    }
    for entry in marked { try put(entry) }
  }

  private func open(_ text: String) throws(HistoryFlaw) -> AccountEntryState {
    guard let id = EntryID(text) else { throw .malformed("entry_id") }
    guard let entry = entries[id], !entry.isVoided else { throw .contradiction(.namesKnown) }
    return entry
  }

  private mutating func put(_ entry: AccountEntryState) throws(HistoryFlaw) {
    let old = entries[entry.id]
    guard old?.isVoided != true else { throw .contradiction(.namesKnown) }
    guard entry.currency == currency else { throw .contradiction(.currencyFixed) }
    guard entry.isVoided || fits(entry.minor, replacing: old?.minor ?? 0) else { throw .contradiction(.amountsInRange) }
    if let old { book(old, isTakenBack: true) }
    if !entry.isVoided { book(entry, isTakenBack: false) }
    entries.set(entry, for: entry.id)
  }

  private mutating func book(_ entry: AccountEntryState, isTakenBack: Bool) {
    turnover += isTakenBack ? -entry.minor : entry.minor
    let change = isTakenBack ? -entry.change : entry.change
    balanceMinor += change
    if entry.isReconciled { reconciledMinor += change }
  }

  // MARK: Grants

  private mutating func add(_ grant: AccountGrantState) throws(HistoryFlaw) {
    guard grant.member != owner, self.grant(grant.member) == nil else { throw .contradiction(.idsUnique) }
    grants.insert(grant, at: grants.firstIndex { $0.member > grant.member } ?? grants.endIndex)
  }

  private func place(of text: String) throws(HistoryFlaw) -> Int {
    guard let member = MemberID(text) else { throw .malformed("member_id") }
    guard let place = grants.firstIndex(where: { $0.member == member }) else { throw .contradiction(.namesKnown) }
    return place
  }
}

extension AccountType {
  /// Whether a child may read such an account (SPEC AC-06).
  public var isForChildren: Bool {
    switch self {
    case .checking, .savings: true
    case .cash, .card, .gold, .unspecified, .UNRECOGNIZED: false
    }
  }
}

// MARK: Snapshots

extension AccountState {
  /// - Returns: nil where there is no account.
  init?(_ snapshot: AccountSnapshot) throws(HistoryFlaw) {
    guard !snapshot.ownerID.isEmpty else {
      guard snapshot == AccountSnapshot() else { throw .malformed("owner_id") }
      return nil
    }
    guard let owner = MemberID(snapshot.ownerID) else { throw .malformed("owner_id") }
    try self.init(snapshot.content, of: owner)
    for message in snapshot.grants {
      guard grants.last.map({ $0.member.description < message.memberID }) ?? true else { throw .contradiction(.idsUnique) }
      try add(AccountGrantState(message))
    }
    for record in snapshot.entries {
      let entry = try AccountEntryState(record)
      guard !entries.has(entry.id) else { throw .contradiction(.idsUnique) }
      try put(entry)
    }
  }

  /// - Parameter most: of the entries only the newest so many.
  func snapshot(entries most: Int = .max) -> AccountSnapshot {
    var snapshot = AccountSnapshot()
    snapshot.ownerID = owner.description
    snapshot.content = content
    snapshot.grants = grants.map(\.message)
    snapshot.entries = entries[max(entries.count - most, 0)..<entries.count].map(\.message)
    return snapshot
  }
}
