import HearthProtocol

/// What the owner and admins see besides: the fold of lane `admin`. It knows nothing of lane `shared`.
public struct AdminState: Sendable {
  /// In the order of creation.
  public internal(set) var invites = PersistentList<InviteID, InviteState>()

  /// Where members can be written to who have said so.
  public private(set) var emails: [MemberID: String] = [:]

  /// Invites that may still be open; kept short so that nobody walks through all there ever were.
  private var openCandidates: [InviteID] = []

  /// Who asks to join, in the order of asking. Limit: 20 in what is decided.
  public private(set) var joinRequests: [JoinRequestState] = []

  /// Who asks for another role, each under the member they were when they asked (SPEC MB-10).
  public private(set) var roleRequests: [MemberID: Role] = [:]

  /// Where what happens in lane `shared` is sent, in the order of creation. Limit: 5 in what is decided.
  public internal(set) var webhooks: [WebhookState] = []

  init() {}

  /// How many invites can still be used.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func openInvites(at now: Int64) -> Int {
    // What the server gave out for members who lost their identities keeps nobody from inviting.
    openCandidates.count { id in invites[id].map { $0.isOpen(at: now) && $0.claims == nil } ?? false }
  }

  /// Invites that are neither used up nor revoked; some may have expired.
  var openInvites: [InviteState] { openCandidates.compactMap { invites[$0] }.filter { $0.isOpen(at: .min) } }

  mutating func add(_ message: Invite, at instant: Int64) throws(HistoryFlaw) {
    try add(message)
    openCandidates.removeAll { !(invites[$0]?.isOpen(at: instant) ?? false) }
  }

  mutating func add(_ message: Invite) throws(HistoryFlaw) {
    let invite = try InviteState(message)
    guard !invites.has(invite.id) else { throw .contradiction(.idsUnique) }
    invites.set(invite, for: invite.id)
    if invite.isOpen(at: .min) { openCandidates.append(invite.id) }
  }

  mutating func set(_ event: MemberEmailSet, of author: String) throws(HistoryFlaw) {
    guard let member = MemberID(author) else { throw .malformed("member_id") }
    let formers = try event.formerMemberIds.formerMembers()
    try set(event.email, of: member)
    for former in formers { emails[former] = nil }
  }

  /// What was said under any of a member's names; nil when nothing was.
  ///
  /// - Parameter names: the newest first.
  func email(under names: [MemberID]) -> String? { names.lazy.compactMap { emails[$0] }.first }

  /// - Parameter email: empty: none.
  mutating func set(_ email: String, of member: MemberID) throws(HistoryFlaw) {
    guard email.isEmpty || EmailAddress.isWellFormed(email) else { throw .malformed("email") }
    emails[member] = email.isEmpty ? nil : email
  }

  mutating func revoke(_ event: InviteRevoked) throws(HistoryFlaw) {
    var invite = try known(event.inviteID)
    guard !invite.isRevoked else { throw .contradiction(.inviteOpen) }
    invite.isRevoked = true
    invites.set(invite, for: invite.id)
  }

  mutating func use(_ event: InviteUsed) throws(HistoryFlaw) {
    var invite = try known(event.inviteID)
    guard MemberID(event.memberID) != nil else { throw .malformed("member_id") }
    guard !invite.isRevoked, invite.uses < invite.usesMax else { throw .contradiction(.inviteOpen) }
    invite.uses += 1
    invites.set(invite, for: invite.id)
  }

  /// What this holder asks for; nil: nothing.
  public func joinRequest(of holder: HolderID) -> JoinRequestState? { joinRequests.first { $0.holder == holder } }

  /// The request of the person who would be this member; nil: there is none.
  public func joinRequest(_ member: MemberID) -> JoinRequestState? { joinRequests.first { $0.id == member } }

  mutating func add(_ event: JoinRequested, at instant: Int64) throws(HistoryFlaw) {
    let request = try JoinRequestState(event, at: instant)
    guard joinRequest(request.id) == nil, joinRequest(of: request.holder) == nil else { throw .contradiction(.idsUnique) }
    joinRequests.append(request)
  }

  /// Puts a request in the place of the one with its id.
  mutating func replace(_ request: JoinRequestState) {
    if let place = joinRequests.firstIndex(where: { $0.id == request.id }) { joinRequests[place] = request }
  }

  /// Ends a request, whatever was the answer.
  mutating func settleJoin(_ text: String) throws(HistoryFlaw) {
    guard let id = MemberID(text) else { throw .malformed("member_id") }
    guard let place = joinRequests.firstIndex(where: { $0.id == id }) else { throw .contradiction(.namesKnown) }
    joinRequests.remove(at: place)
  }

  /// What a member has asked for under any of their names; nil: nothing.
  ///
  /// - Parameter names: the newest first.
  func roleRequest(under names: [MemberID]) -> (member: MemberID, role: Role)? {
    names.lazy.compactMap { name in roleRequests[name].map { (name, $0) } }.first
  }

  mutating func request(_ event: RoleRequested) throws(HistoryFlaw) {
    guard let id = MemberID(event.memberID) else { throw .malformed("member_id") }
    switch event.role {
    case .admin, .adult, .viewer, .minor: break
    case .owner, .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    roleRequests[id] = event.role
  }

  /// Ends a request for a role, whatever was the answer.
  mutating func settleRole(_ text: String) throws(HistoryFlaw) {
    guard let id = MemberID(text) else { throw .malformed("member_id") }
    guard roleRequests.removeValue(forKey: id) != nil else { throw .contradiction(.namesKnown) }
  }

  private func known(_ text: String) throws(HistoryFlaw) -> InviteState {
    guard let id = InviteID(text) else { throw .malformed("invite_id") }
    guard let invite = invites[id] else { throw .contradiction(.namesKnown) }
    return invite
  }
}

/// A way into the group. The code that names it is stored nowhere, only its hash.
public struct InviteState: Sendable, Equatable {
  /// Names the invite.
  public let id: InviteID
  /// The role of a person who joins by it.
  public let role: Role
  /// How many may join by it.
  public let usesMax: UInt32
  /// How many did.
  public internal(set) var uses: UInt32
  /// From then on it is of no use, milliseconds since 1970.
  public let expiresAt: Int64
  /// Whether it was taken back.
  public internal(set) var isRevoked: Bool
  /// HMAC-SHA-256 of the code, 32 bytes.
  public let codeHash: [UInt8]
  /// Who made it; nil: the server, when it took over the group.
  public let createdBy: MemberID?
  /// The member as whom the joining person goes on; nil: they are new, or claim a placeholder.
  public let claims: MemberID?
  /// The identity that alone may join by it; nil: everybody with the code.
  public let recipient: HolderID?
  /// The person it is meant for, in its maker's words; may be empty.
  public let label: String
  /// Whether a person who joins by it asks first.
  public let needsApproval: Bool
  /// When it was made, milliseconds since 1970; nil: before this was noted.
  public let createdAt: Int64?

  /// Whether somebody can still join by it.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func isOpen(at now: Int64) -> Bool { !isRevoked && uses < usesMax && now < expiresAt }

  /// Whether it is for this holder, or for anybody who has the code (SPEC IN-07).
  public func admits(_ holder: HolderID) -> Bool { recipient.map { $0 == holder } ?? true }

  /// The invite as snapshots carry it.
  public var message: Invite {
    var message = Invite()
    message.inviteID = id.description
    message.role = role
    message.usesMax = usesMax
    message.uses = uses
    message.expiresAtMs = expiresAt
    message.revoked = isRevoked
    message.codeHash = .init(codeHash)
    message.createdBy = createdBy?.description ?? ""
    message.claimsMemberID = claims?.description ?? ""
    message.forHolder = .init(recipient?.bytes ?? [])
    message.label = label
    message.needsApproval = needsApproval
    message.createdAtMs = createdAt ?? 0
    return message
  }

  init(_ message: Invite) throws(HistoryFlaw) {
    guard let id = InviteID(message.inviteID) else { throw .malformed("invite_id") }
    let claims = message.claimsMemberID.isEmpty ? nil : MemberID(message.claimsMemberID)
    guard claims != nil || message.claimsMemberID.isEmpty else { throw .malformed("claims_member_id") }
    let createdBy = message.createdBy.isEmpty ? nil : MemberID(message.createdBy)
    // The server acts in nobody's name, and only for members who are there.
    guard createdBy != nil || (message.createdBy.isEmpty && claims != nil) else { throw .malformed("created_by") }
    let recipient = HolderID(bytes: message.forHolder)
    guard recipient != nil || message.forHolder.isEmpty else { throw .malformed("for_holder") }
    guard message.codeHash.count == 32 else { throw .malformed("code_hash") }
    guard message.uses <= message.usesMax else { throw .contradiction(.inviteOpen) }
    switch message.role {
    case .admin, .adult, .viewer, .minor: break
    case .owner where claims != nil: break
    case .owner, .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    self.id = id
    self.claims = claims
    role = message.role
    usesMax = message.usesMax
    uses = message.uses
    expiresAt = message.expiresAtMs
    isRevoked = message.revoked
    codeHash = Array(message.codeHash)
    self.createdBy = createdBy
    self.recipient = recipient
    label = message.label
    needsApproval = message.needsApproval
    createdAt = message.createdAtMs == 0 ? nil : message.createdAtMs
  }
}
