import HearthProtocol

// What ends when a right ends (SPEC section 21). A decision that takes somebody's right away puts these events before
// its own: the member who stops receiving a lane by it is sent nothing of that lane behind it (SPEC SB-08).
extension Deliberation {
  /// What no longer has anybody's right behind it once a command has taken effect.
  ///
  /// - Parameters:
  ///   - roles: the members whose role changes, each with the new one; nil: they are no member any more.
  ///   - policies: the policies that hold then; nil: they stay.
  func ends(_ roles: [MemberID: Role?], policies: Policies? = nil) -> [DecidedEvent] {
    let rights = Rights(shared: shared, matrix: matrix, changed: roles, policies: policies ?? shared.policies)
    var events: [DecidedEvent] = []
    for rule in shared.recurring.rules where rule.due != nil {
      guard let loss = rights.loss(of: rule) else { continue }
      var paused = RecurringPaused()
      paused.ruleID = rule.id.description
      paused.code = loss.code.rawValue
      events.append(DecidedEvent(.recurringPaused(paused)))
    }
    for invite in admin.openInvites where !rights.uphold(invite) {
      var revoked = InviteRevoked()
      revoked.inviteID = invite.id.description
      events.append(DecidedEvent(.inviteRevoked(revoked)))
    }
    for webhook in admin.webhooks where !rights.uphold(webhook) {
      var removed = WebhookRemoved()
      removed.webhookID = webhook.id.description
      events.append(DecidedEvent(.webhookRemoved(removed)))
    }
    for (member, role) in roles.sorted(by: { $0.key < $1.key }) { events += pauses(of: member, as: role) }
    events += unpaid(with: roles)
    for member in roles.keys.sorted() {
      // One in lane `shared` ends with the event itself.
      guard let asked = state.roleRequest(of: member), asked.lane != .shared else { continue }
      var settled = RoleRequestSettled()
      settled.memberID = asked.member.description
      events.append(DecidedEvent(.roleRequestSettled(settled), in: asked.lane))
    }
    return events
  }

  /// The same where one member loses the role they have.
  func ends(_ member: MemberState, as role: Role?) -> [DecidedEvent] { ends([member.id: role]) }
}

/// Who may do what that lasts: as the group is, or as it would be.
struct Rights {
  let shared: SharedState
  let matrix: Matrix
  /// Members whose role differs from the group's; nil: they are no member.
  var changed: [MemberID: Role?] = [:]
  let policies: Policies

  init(shared: SharedState, matrix: Matrix, changed: [MemberID: Role?] = [:], policies: Policies? = nil) {
    self.shared = shared
    self.matrix = matrix
    self.changed = changed
    self.policies = policies ?? shared.policies
  }

  /// The role of an active member, whatever they were called when they made something; nil for anybody else.
  func role(of member: MemberID) -> Role? {
    let id = shared.members.current(member)
    if let role = changed[id] { return role }
    guard let member = shared.member(id), member.status == .active else { return nil }
    return member.role
  }

  /// Whether somebody of a role may invite to another (SPEC RE-01).
  func mayInvite(_ role: Role, to offered: Role) -> Bool {
    matrix[.inviting(to: offered), role].allows(isOwn: true, target: nil, policies)
  }

  /// Whether the maker of an invite may still make such a one. The server's own invites have no maker.
  func uphold(_ invite: InviteState) -> Bool {
    guard let maker = invite.createdBy else { return true }
    return role(of: maker).map { mayInvite($0, to: invite.role) } ?? false
  }

  /// Whether the member who added a webhook may still add one.
  func uphold(_ webhook: WebhookState) -> Bool {
    role(of: webhook.createdBy).map { matrix[.webhooksSet, $0].allows(isOwn: true, target: nil, policies) } ?? false
  }

  /// Why a rule is not to be booked any more; nil: its maker may still set it, or the member who resumed it for them
  /// may.
  func loss(of rule: RecurringState) -> Rejection? {
    guard answers(for: rule) == nil else { return nil }
    let maker = shared.members.current(rule.createdBy)
    guard let role = role(of: maker) else { return .memberNotActive(field: "") }
    return .forbidden(right: maySet(rule, maker) ? .incomeRead : .recurringSet, role: role)
  }

  /// Who answers for a rule: its maker, or else the member who resumed it in the maker's place; nil: neither may set it
  /// any more.
  func answers(for rule: RecurringState) -> MemberID? {
    [rule.createdBy, rule.resumedBy].compactMap { $0.map(shared.members.current) }.first { maySet(rule, $0) && mayDivide(rule, $0) }
  }

  private func maySet(_ rule: RecurringState, _ member: MemberID) -> Bool {
    guard let role = role(of: member) else { return false }
    return matrix[.recurringSet, role].allows(isOwn: member == shared.members.current(rule.createdBy), target: nil, policies)
  }

  /// Whether somebody may have the rule's entries divided as it says: by incomes only who receives them (SPEC LN-09).
  func mayDivide(_ rule: RecurringState, _ member: MemberID) -> Bool {
    guard case .income = rule.content.template.split.method else { return true }
    return role(of: member).map { matrix[.incomeRead, $0].allows(isOwn: false, target: nil, policies) } ?? false
  }
}

extension GroupState {
  /// Whether an invite still lets this holder in (SPEC IN-04): it is open, for them, and its maker may still make such
  /// a one.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func admits(_ holder: HolderID, by invite: InviteState, at now: Int64) -> Bool {
    guard invite.isOpen(at: now), invite.admits(holder), let settings = shared.settings else { return false }
    guard !settings.isArchived || invite.claims != nil else { return false }
    return Rights(shared: shared, matrix: .standard).uphold(invite)
  }

  /// Whether a member may make an invite to this role.
  public func mayInvite(_ member: MemberState, to offered: Role) -> Bool {
    member.status == .active && Rights(shared: shared, matrix: .standard).mayInvite(member.role, to: offered)
  }

  /// The role that an invite gives this holder (SPEC MB-11): at most the one they had last, if they were a member.
  public func role(offeredBy invite: InviteState, to holder: HolderID) -> Role {
    shared.members.member(holding: holder).map { invite.role.atMost($0.role) } ?? invite.role
  }

  /// The role that a member has asked for and that nobody has decided about; nil: none, or the reader does not receive
  /// the lane of the request.
  public func requestedRole(of member: MemberID) -> Role? { roleRequest(of: member)?.role }

  /// The same, with the lane that it stands in and the name under which it was asked for.
  func roleRequest(of member: MemberID) -> (member: MemberID, role: Role, lane: Lane)? {
    let names = shared.members.names(of: member)
    for name in names { if let role = minors[name]?.requestedRole { return (name, role, .minor(name)) } }
    if let asked = admin.roleRequest(under: names) { return (asked.member, asked.role, .admin) }
    return shared.member(member)?.requestedRole.map { (member, $0, .shared) }
  }
}

extension Role {
  /// The lesser of two roles, in the order owner, admin, adult, viewer, minor.
  public func atMost(_ other: Role) -> Role {
    let order = RoleSet.order
    guard let own = order.firstIndex(of: self), let most = order.firstIndex(of: other) else { return self }
    return own < most ? other : self
  }
}
