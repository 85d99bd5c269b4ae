import HearthProtocol

/// An act that touches somebody's security, or a refusal of one, as the audit log names it. A name once written keeps
/// its meaning for ever.
public enum AuditAct: String, CaseIterable, Sendable {
  // Acts; each is noted in the commit that makes it so.
  case registered
  case deviceLinked = "device_linked"
  case deviceRevoked = "device_revoked"
  case tokenRotated = "token_rotated"
  /// A token for one group (SPEC ID-19).
  case groupTokenMade = "group_token_made"
  case groupTokenRevoked = "group_token_revoked"
  case groupPurged = "group_purged"
  case inviteMade = "invite_made"
  case inviteRevoked = "invite_revoked"
  case inviteUsed = "invite_used"
  case joinRequested = "join_requested"
  case joinApproved = "join_approved"
  case joinDeclined = "join_declined"
  case roleChanged = "role_changed"
  case ownershipTransferred = "ownership_transferred"
  case policySet = "policy_set"
  case memberLeft = "member_left"
  case memberRemoved = "member_removed"
  case memberRestored = "member_restored"
  /// A placeholder's place, or after an import a member's, was taken by somebody (SPEC BN-07, IN-09).
  case memberClaimed = "member_claimed"
  case purgeRequested = "purge_requested"
  case purgeCancelled = "purge_cancelled"
  /// Somebody has the words of a member erased (SPEC EW-01).
  case wordsErased = "words_erased"
  case guardianAdded = "guardian_added"
  case guardianRemoved = "guardian_removed"
  case accountGranted = "account_granted"
  case accountRevoked = "account_revoked"
  /// A group's events go to an address outside, or no more.
  case webhookAdded = "webhook_added"
  case webhookRemoved = "webhook_removed"
  case separated
  case separationEnded = "separation_ended"
  // Acts of the operator's, noted when they are done.
  case groupExported = "group_exported"
  case groupImported = "group_imported"
  case backedUp = "backed_up"
  case restored
  case folderEncrypted = "folder_encrypted"
  case keyReplaced = "key_replaced"
  /// All of it was moved here from another store.
  case moved
  /// Where the log of another node of the store stood (SPEC AU-07).
  case chainSeen = "chain_seen"
  /// The operator shut an identity out, and let it in again (SPEC ID-18).
  case identitySuspended = "identity_suspended"
  case identityResumed = "identity_resumed"
  // Logins and refusals; they are counted, and noted once in an interval.
  case loginAccepted = "login_accepted"
  case loginRefused = "login_refused"
  case endedTokenUsed = "ended_token_used"
  case tokenTooOld = "token_too_old"
  /// A code that nobody gave out.
  case codeWrong = "code_wrong"
  /// An invite's code, whatever is wrong with it: also one that nobody gave out.
  case inviteRefused = "invite_refused"
  case codesLimited = "codes_limited"
  case registrationsLimited = "registrations_limited"
  case messagesLimited = "messages_limited"
  case deviceActsLimited = "device_acts_limited"
  case groupsLimited = "groups_limited"
  /// Bytes of receipts' files.
  case attachmentBytesLimited = "attachment_bytes_limited"
  /// Commands that are taken while space on the disk is short.
  case reserveActsLimited = "reserve_acts_limited"
  case connectionsLimited = "connections_limited"
  /// The asker is not in the group, any more or ever, or there is none: the log does not tell which, as nobody is told.
  case groupUnknown = "group_unknown"
  case forbidden
  case notNamed = "not_named"
  case ownerMustTransfer = "owner_must_transfer"
  case claimNotAllowed = "claim_not_allowed"
  /// A removed member would join the group.
  case removedJoinRefused = "removed_join_refused"
  case creationRestricted = "creation_restricted"
  case accountsElsewhere = "accounts_elsewhere"
  case webhooksOff = "webhooks_off"
  /// Somebody said where to tell them something outside, and the server tells nobody.
  case noticesOff = "notices_off"
}

/// Where somebody came from, as far as the audit log may know.
public enum AuditNetwork: String, CaseIterable, Sendable {
  case unix
  case loopback
  /// A network that is not the public one.
  case local
  case ipv4
  case ipv6
}

/// A note for the audit log: never an amount, a name, a token, a code or an address.
public struct AuditNote: Sendable, Hashable {
  /// The act, done or refused.
  public var act: AuditAct
  /// When, in milliseconds since 1970: of refusals that are counted, when the last one was noted.
  public var at: Int64
  /// The identity that did it.
  public var identity: IdentityID?
  /// The device that it was done to.
  public var device: DeviceID?
  /// The group that it was done to, or in.
  public var group: GroupID?
  /// The network from which the refused request came.
  public var network: AuditNetwork?
  /// How often.
  public var count: Int64
  /// The member of the group that it was done to.
  public var member: MemberID?

  /// Makes a note.
  public init(
    _ act: AuditAct, at: Int64, identity: IdentityID? = nil, device: DeviceID? = nil, group: GroupID? = nil, network: AuditNetwork? = nil,
    count: Int64 = 1, member: MemberID? = nil
  ) {
    self.act = act
    self.at = at
    self.identity = identity
    self.device = device
    self.group = group
    self.network = network
    self.count = count
    self.member = member
  }
}

/// A row of the audit log as it is stored, by this or a later program.
public struct AuditRow: Sendable, Hashable {
  /// From 1, without gap.
  public var number: Int64
  /// When, in milliseconds since 1970.
  public var at: Int64
  /// What, by its name.
  public var act: String
  /// Who.
  public var identity: IdentityID?
  /// To which device.
  public var device: DeviceID?
  /// In which group.
  public var group: GroupID?
  /// From where, by its name.
  public var network: String?
  /// How often.
  public var count: Int64
  /// To which member of the group.
  public var member: MemberID?
  /// Where the log of another node stood; nil of every other act.
  public var seen: SeenChain?
  /// SHA-256 over the hash of the row before and this row.
  public var hash: ContentHash

  /// Makes a row.
  public init(
    number: Int64, at: Int64, act: String, identity: IdentityID?, device: DeviceID?, group: GroupID?, network: String?, count: Int64,
    member: MemberID?, seen: SeenChain? = nil, hash: ContentHash
  ) {
    self.number = number
    self.at = at
    self.act = act
    self.identity = identity
    self.device = device
    self.group = group
    self.network = network
    self.count = count
    self.member = member
    self.seen = seen
    self.hash = hash
  }

  /// The bytes that are hashed: every field behind its length, so that no two rows are written the same. A row about no
  /// member, or no other log, has no fields for it, as the rows from before those fields: their number tells them
  /// apart.
  fileprivate var canonical: [UInt8] {
    let fields =
      [
        "\(number)", "\(at)", act, identity?.description ?? "", device?.description ?? "", group?.description ?? "", network ?? "",
        "\(count)",
      ] + (member.map { [$0.description] } ?? []) + (seen.map { [$0.node, "\($0.head.number)", "\($0.head.hash)"] } ?? [])
    return fields.flatMap { "\($0.utf8.count):\($0)".utf8 }
  }
}

/// Where the audit log ends, and the chain that every row continues.
public struct AuditHead: Sendable, Hashable {
  /// The last row's number; 0 for none.
  public private(set) var number: Int64
  /// The last row's hash.
  public private(set) var hash: ContentHash

  /// The head of an empty log.
  public static let start = AuditHead(number: 0, hash: ContentHash(of: "hearth.audit.v1".utf8))

  /// Makes a head.
  public init(number: Int64, hash: ContentHash) {
    self.number = number
    self.hash = hash
  }

  /// The row of the next note; the head moves to it.
  public mutating func append(_ note: AuditNote) -> AuditRow {
    add(
      AuditRow(
        number: 0, at: note.at, act: note.act.rawValue, identity: note.identity, device: note.device, group: note.group,
        network: note.network?.rawValue, count: note.count, member: note.member, hash: hash))
  }

  /// The next row says where the log of another node stands; the head moves to it.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public mutating func append(_ seen: SeenChain, at instant: Int64) -> AuditRow {
    add(
      AuditRow(
        number: 0, at: instant, act: AuditAct.chainSeen.rawValue, identity: nil, device: nil, group: nil, network: nil, count: 1,
        member: nil, seen: seen, hash: hash))
  }

  /// A row of another log as the next row of this one; the head moves to it.
  ///
  /// - Parameter moved: says nothing of further logs: those are not moved with it.
  public mutating func append(_ moved: AuditRow) -> AuditRow {
    precondition(moved.seen == nil, "a row that says where another log stood is not moved")
    return add(moved)
  }

  private mutating func add(_ added: AuditRow) -> AuditRow {
    var row = added
    row.number = number + 1
    row.hash = next(row)
    self = AuditHead(number: row.number, hash: row.hash)
    return row
  }

  private func next(_ row: AuditRow) -> ContentHash { ContentHash(of: hash.bytes + row.canonical) }

  /// The flaws of the next row, a sentence each; the head moves to it in any case.
  public mutating func flaws(of row: AuditRow) -> [String] {
    defer { self = AuditHead(number: row.number, hash: row.hash) }
    guard row.number == number + 1 else { return [Self.missing(after: number, upTo: row.number - 1)] }
    return next(row) == row.hash ? [] : ["row \(row.number) was altered"]
  }

  /// The flaw when the log ends here and the store says that it ends there; nil: none.
  public func flaw(atEnd end: AuditHead) -> String? {
    if end.number > number { return Self.missing(after: number, upTo: end.number) }
    if end == self { return nil }
    return end.number == number ? "the end is not the one that was noted, at row \(number)" : Self.added(after: end.number)
  }

  fileprivate static func added(after number: Int64) -> String { "rows after \(number) were not added by a server" }

  private static func missing(after first: Int64, upTo last: Int64) -> String {
    last == first + 1 ? "row \(last) is missing" : "rows \(first + 1) to \(last) are missing"
  }
}

/// Walks the whole audit log and says where it is not what was written; a running server may go on writing.
///
/// It can know whether each row continues the one before, whether the log reaches as far as its noted end, and whether
/// the logs of other nodes hold the rows that this one saw. A person who rewrites rows, every hash after them and the
/// noted end leaves no trace but the head, which another node may have seen, or an operator kept elsewhere.
public struct AuditVerifier {
  private let log: any AuditLog
  /// The last row that was read.
  public private(set) var head = AuditHead.start
  /// How many flaws were found.
  public private(set) var flawCount = 0
  /// The first thousand of them, a sentence each.
  public private(set) var flaws: [String] = []
  /// How many rows say where another log stood.
  public private(set) var seenCount = 0
  /// Those logs that are not as this one saw them, by their nodes.
  private var broken: [String: BrokenJoin] = [:]

  // Limit: 1,000 flaws are listed; the rest are counted.
  private static let flawsMax = 1_000
  // Limit: rows read at a time.
  private static let pageRows = 1_000

  /// Makes a verifier; nothing is read before `run`.
  public init(_ log: any AuditLog) { self.log = log }

  /// Reads everything.
  ///
  /// - Parameter visit: shown every row, in order.
  public mutating func run(visit: (AuditRow) -> Void = { _ in }) throws(StoreFailure) {
    let end = try log.auditHead()
    let isReadable = try read(upTo: end, visit)
    for (_, join) in broken.sorted(by: { $0.key < $1.key }) { add(join.sentence) }
    // Nothing after a row that cannot be read can be reached.
    guard isReadable else { return }
    if let flaw = head.flaw(atEnd: end) { add(flaw) }
    // A server that adds rows moves the end in the same commit.
    if try !log.auditRows(after: end.number, limit: 1).isEmpty, try log.auditHead() == end {
      add(AuditHead.added(after: end.number))
    }
  }

  /// - Returns: whether every row could be read.
  private mutating func read(upTo end: AuditHead, _ visit: (AuditRow) -> Void) throws(StoreFailure) -> Bool {
    while head.number < end.number {
      let page: [AuditRow]
      do {
        page = try log.auditRows(after: head.number, limit: Self.pageRows)
      } catch .damaged(let what) {
        add("\(what) cannot be read")
        return false
      }
      let rows = page.prefix { $0.number <= end.number }
      var seen: [(row: Int64, chain: SeenChain)] = []
      for row in rows {
        let flaws = head.flaws(of: row)
        for flaw in flaws { add(flaw) }
        // What a row says that was altered convicts no other log.
        if flaws.isEmpty, let chain = row.seen { seen.append((row.number, chain)) }
        visit(row)
      }
      try judge(seen)
      // The end, or rows behind the noted one.
      if rows.isEmpty || rows.count < page.count { break }
    }
    return true
  }

  /// Whether the other logs hold what rows of this one say of them.
  private mutating func judge(_ seen: [(row: Int64, chain: SeenChain)]) throws(StoreFailure) {
    if seen.isEmpty { return }
    seenCount += seen.count
    for ((row, chain), standing) in zip(seen, try log.standings(of: seen.map(\.chain))) where standing.hash != chain.head.hash {
      broken[chain.node, default: BrokenJoin(row: row, chain, standing)].note(row: row, chain)
    }
  }

  private mutating func add(_ flaw: String) {
    flawCount += 1
    if flaws.count < Self.flawsMax { flaws.append(flaw) }
  }
}
