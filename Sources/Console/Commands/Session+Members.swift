import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth member add`: somebody who has no account yet.
  public func addMember(name: String, role: String, group: String?) throws(ConsoleFailure) {
    let id: MemberID = Present.id()
    var add = AddPlaceholder()
    add.memberID = id.description
    add.displayName = name
    add.role = try Self.reading { () throws(ArgumentFault) in try Choices.role(role) }
    let group = try self.group(group)
    let accepted = try send(.addPlaceholder(add), to: group).accepted
    guard !isJSON else { return terminal.write(WireFormat.line(accepted)) }
    // As the group has it: of no name it has made one.
    let shared = try follow(group).state.shared
    guard let member = shared.member(id) else { return }
    let (name, shown) = (shared.called(member).printable, shared.name(of: member).printable)
    tell(.memberAdded(name, add.role), json: [])
    if shown != name { terminal.complain([terminal.theme.phrases.isSharedName(name, shown)]) }
  }

  /// `hearth member rename`.
  public func renameMember(_ name: String, to newName: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member, name in
      var rename = RenameMember()
      (rename.memberID, rename.displayName) = (member.id.description, newName)
      return (.renameMember(rename), .memberRenamed(name, to: newName.printable))
    }
  }

  /// `hearth member color`.
  public func colorMember(_ name: String, _ color: String, group: String?) throws(ConsoleFailure) {
    let wanted = try Self.reading { () throws(ArgumentFault) in try Choices.color(color) }
    try change(name, group) { member, name in
      var set = SetMemberColor()
      (set.memberID, set.color) = (member.id.description, wanted)
      return (.setMemberColor(set), .memberColored(name, color: wanted))
    }
  }

  /// `hearth member share`.
  ///
  /// - Parameter text: "in", "out" or "default".
  public func share(_ name: String, _ text: String, group: String?) throws(ConsoleFailure) {
    let shares = try Self.reading { () throws(ArgumentFault) in try Choices.sharing(text) }
    try change(name, group) { member, name in
      var set = SetDefaultSharing()
      set.memberID = member.id.description
      if let shares { set.shares = shares }
      return (.setDefaultSharing(set), .memberShares(name, shares))
    }
  }

  /// `hearth member email`: always one's own.
  public func setEmail(_ email: String, group: String?) throws(ConsoleFailure) {
    var set = SetMemberEmail()
    set.email = email == "none" ? "" : email
    let accepted = try send(.setMemberEmail(set), to: try self.group(group)).accepted
    let sentence =
      set.email.isEmpty
      ? Wording("No email address of yours is kept here.")
      : Wording("The owner and admins of the group see \(set.email.printable), nobody else.")
    show([sentence.text(in: terminal.theme.language)], json: WireFormat.line(accepted))
  }

  /// `hearth member role`.
  public func changeRole(_ name: String, to text: String, group: String?) throws(ConsoleFailure) {
    let role = try Self.reading { () throws(ArgumentFault) in try Choices.role(text) }
    try change(name, group) { member, name in
      var change = ChangeRole()
      (change.memberID, change.role) = (member.id.description, role)
      guard role == .minor, member.role != .minor else { return (.changeRole(change), .memberIs(name, role)) }
      return (.changeRole(change), .becomesMinor(name, isAccepting: member.status != .unclaimed))
    }
  }

  /// `hearth member remove`.
  ///
  /// - Parameter isSure: whether not to ask first.
  public func removeMember(_ name: String, isSure: Bool, group: String?) throws(ConsoleFailure) {
    let phrases = terminal.theme.phrases
    try change(name, group) { name, settings throws(ConsoleFailure) in
      let question = phrases.askRemoval(of: name, from: settings?.name.printable ?? "")
      guard try confirms(question, isSure: isSure) else {
        show([phrases.nobodyRemoved()], json: [])
        return false
      }
      return true
    } to: { member, name in
      var remove = RemoveMember()
      remove.memberID = member.id.description
      return (.removeMember(remove), .memberRemoved(name))
    }
  }

  /// `hearth member restore`.
  public func restoreMember(_ name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member, name in
      var restore = RestoreMember()
      restore.memberID = member.id.description
      return (.restoreMember(restore), .memberIsBack(name, member.role))
    }
  }

  /// `hearth claim`.
  ///
  /// - Parameter acceptsTransparency: whether the user has read and accepted what it means to be a minor.
  public func claim(_ name: String, acceptsTransparency: Bool, group: String?) throws(ConsoleFailure) {
    do throws(ConsoleFailure) {
      // Somebody who has an account may be called the same, the user for one.
      try change(name, group, first: .unclaimed) { member, name in
        var claim = ClaimMember()
        claim.memberID = member.id.description
        if acceptsTransparency { claim.acceptsTransparency = TransparencyNotice.version }
        return (.claimMember(claim), .claimed(name))
      }
    } catch {
      guard error.rejected?.code == RejectionCode.transparencyNotAccepted.rawValue, !acceptsTransparency else { throw error }
      throw Self.notice(command: "hearth claim \(name.printable)")
    }
  }

  /// `hearth leave`.
  public func leave(group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let accepted = try send(.leaveGroup(LeaveGroup()), to: group).accepted
    if profile.currentGroup == group.description { try forgetCurrent() }
    tell(.left, with: accepted)
  }

  /// `hearth transfer-ownership`.
  public func transferOwnership(to name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member, name in
      var transfer = TransferOwnership()
      transfer.memberID = member.id.description
      return (.transferOwnership(transfer), .owns(name))
    }
  }

  /// `hearth role request`.
  public func requestRole(_ text: String, group: String?) throws(ConsoleFailure) {
    var request = RequestRole()
    request.role = try Self.reading { () throws(ArgumentFault) in try Choices.role(text) }
    let accepted = try send(.requestRole(request), to: try self.group(group)).accepted
    tell(.asked(request.role), json: WireFormat.line(accepted))
  }

  /// `hearth role approve`: what the member has asked for.
  public func approveRole(of name: String, group: String?) throws(ConsoleFailure) {
    try changeMember(name, group) { member, name, state in
      var approve = ApproveRole()
      (approve.memberID, approve.role) = (member.id.description, state.requestedRole(of: member.id) ?? .unspecified)
      return (.approveRole(approve), .memberIs(name, approve.role))
    }
  }

  /// `hearth role decline`.
  public func declineRole(of name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member, name in
      var decline = DeclineRole()
      decline.memberID = member.id.description
      return (.declineRole(decline), .stays(name, member.role))
    }
  }

  /// `hearth role accept`: the role that waits for the user.
  public func acceptRole(acceptsTransparency: Bool, group: String?) throws(ConsoleFailure) {
    guard acceptsTransparency else { throw Self.notice(command: "hearth role accept") }
    var acknowledge = AcknowledgeRole()
    acknowledge.acceptsTransparency = TransparencyNotice.version
    let group = try self.group(group)
    let accepted = try send(.acknowledgeRole(acknowledge), to: group).accepted
    // Names of rules that pause by it.
    let shared = accepted.pausedRuleIds.isEmpty ? nil : try follow(group).state.shared
    tell(.roleAccepted, with: accepted, shared)
  }

  /// The notice, to somebody who has not accepted it yet.
  static func notice(command: String) -> ConsoleFailure {
    let paragraphs = TransparencyNotice.text.map(Wording.init(stringLiteral:))
    return ConsoleFailure(
      ["Before you become a minor in this group, read what that means:"] + paragraphs.map { "  \($0)" } + [
        Wording("If you accept it: \(command) --accept-transparency")
      ], status: 1)
  }

  /// Sends a command about the member of this name and says what came of it.
  ///
  /// - Parameters:
  ///   - status: of several of the name, those who are in the group in this way are meant.
  ///   - isWished: asked first, with the member's name; false ends it.
  ///   - wish: takes the member and their name as it is shown.
  private func change(
    _ name: String, _ group: String?, first status: MemberState.Status? = nil,
    if isWished: (String, GroupSettings?) throws(ConsoleFailure) -> Bool = { _, _ in true },
    to wish: (MemberState, String) -> (body: Command.OneOf_Body, outcome: Outcome)
  ) throws(ConsoleFailure) {
    try changeMember(name, group, first: status, if: isWished) { member, name, _ in wish(member, name) }
  }

  /// The same where the command depends on the group's state too.
  private func changeMember(
    _ name: String, _ group: String?, first status: MemberState.Status? = nil,
    if isWished: (String, GroupSettings?) throws(ConsoleFailure) -> Bool = { _, _ in true },
    by wish: (MemberState, String, GroupState) -> (body: Command.OneOf_Body, outcome: Outcome)
  ) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let id = try Self.reading { () throws(ArgumentFault) in
      try MemberNames(view.state.shared, me: view.member).find(name, first: status)
    }
    guard let member = view.state.shared.member(id) else { throw ConsoleFailure(ArgumentFault("Nobody here is called that.")) }
    let shown = view.state.shared.called(member).printable
    guard try isWished(shown, view.state.shared.settings) else { return }
    let (body, outcome) = wish(member, shown, view.state)
    tell(outcome, with: try send(body, to: group).accepted, view.state.shared)
  }
}
