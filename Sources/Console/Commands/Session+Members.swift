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
    let accepted = try send(.addPlaceholder(add), to: try self.group(group)).accepted
    let name = name.printable
    show(
      ["\(name) is in the group as \(add.role.word), without an account.", "Who joins as \(name): hearth join CODE --claim \"\(name)\""],
      json: WireFormat.line(accepted))
  }

  /// `hearth member rename`.
  public func renameMember(_ name: String, to newName: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var rename = RenameMember()
      (rename.memberID, rename.displayName) = (member.id.description, newName)
      return (.renameMember(rename), "\(member.displayName.printable) is now called \(newName.printable).")
    }
  }

  /// `hearth member color`.
  public func colorMember(_ name: String, _ color: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var set = SetMemberColor()
      (set.memberID, set.color) = (member.id.description, color == "none" ? "" : color)
      return (.setMemberColor(set), "The colour of \(member.displayName.printable) is \(color.printable).")
    }
  }

  /// `hearth member email`: always one's own.
  public func setEmail(_ email: String, group: String?) throws(ConsoleFailure) {
    var set = SetMemberEmail()
    set.email = email == "none" ? "" : email
    let accepted = try send(.setMemberEmail(set), to: try self.group(group)).accepted
    show(
      [
        set.email.isEmpty
          ? "No email address of yours is kept here." : "The owner and admins of the group see \(set.email.printable), nobody else."
      ],
      json: WireFormat.line(accepted))
  }

  /// `hearth member role`.
  public func changeRole(_ name: String, to text: String, group: String?) throws(ConsoleFailure) {
    let role = try Self.reading { () throws(ArgumentFault) in try Choices.role(text) }
    try change(name, group) { member in
      var change = ChangeRole()
      (change.memberID, change.role) = (member.id.description, role)
      let name = member.displayName.printable
      let waits =
        member.status == .unclaimed
        ? "\(name) counts as a minor in 7 days." : "\(name) becomes a minor on accepting it: hearth role accept --accept-transparency"
      return (.changeRole(change), role == .minor && member.role != .minor ? waits : "\(name) is now \(role.word).")
    }
  }

  /// `hearth member remove`.
  public func removeMember(_ name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var remove = RemoveMember()
      remove.memberID = member.id.description
      return (.removeMember(remove), "\(member.displayName.printable) was removed; their entries stay.")
    }
  }

  /// `hearth member restore`.
  public func restoreMember(_ name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var restore = RestoreMember()
      restore.memberID = member.id.description
      return (.restoreMember(restore), "\(member.displayName.printable) is back as \(member.role.word).")
    }
  }

  /// `hearth claim`.
  public func claim(_ name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var claim = ClaimMember()
      claim.memberID = member.id.description
      return (.claimMember(claim), "You are \(member.displayName.printable) in this group now.")
    }
  }

  /// `hearth leave`.
  public func leave(group: String?) throws(ConsoleFailure) {
    let group = try self.group(group)
    let accepted = try send(.leaveGroup(LeaveGroup()), to: group).accepted
    if profile.currentGroup == group.description { try forgetCurrent() }
    show(["You have left. What you owe or are owed stays in the books."], json: WireFormat.line(accepted))
  }

  /// `hearth transfer-ownership`.
  public func transferOwnership(to name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var transfer = TransferOwnership()
      transfer.memberID = member.id.description
      return (.transferOwnership(transfer), "\(member.displayName.printable) owns the group now; you are an admin.")
    }
  }

  /// `hearth role request`.
  public func requestRole(_ text: String, group: String?) throws(ConsoleFailure) {
    var request = RequestRole()
    request.role = try Self.reading { () throws(ArgumentFault) in try Choices.role(text) }
    let accepted = try send(.requestRole(request), to: try self.group(group)).accepted
    show(["The owner sees that you ask to become \(request.role.word)."], json: WireFormat.line(accepted))
  }

  /// `hearth role approve`: what the member has asked for.
  public func approveRole(of name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var approve = ApproveRole()
      (approve.memberID, approve.role) = (member.id.description, member.requestedRole ?? .unspecified)
      return (.approveRole(approve), "\(member.displayName.printable) is now \(approve.role.word).")
    }
  }

  /// `hearth role decline`.
  public func declineRole(of name: String, group: String?) throws(ConsoleFailure) {
    try change(name, group) { member in
      var decline = DeclineRole()
      decline.memberID = member.id.description
      return (.declineRole(decline), "\(member.displayName.printable) stays \(member.role.word).")
    }
  }

  /// `hearth role accept`: the role that waits for the user.
  public func acceptRole(acceptsTransparency: Bool, group: String?) throws(ConsoleFailure) {
    guard acceptsTransparency else { throw Self.notice(command: "hearth role accept") }
    var acknowledge = AcknowledgeRole()
    acknowledge.acceptsTransparency = TransparencyNotice.version
    let accepted = try send(.acknowledgeRole(acknowledge), to: try self.group(group)).accepted
    show(["Accepted. The change has taken effect."], json: WireFormat.line(accepted))
  }

  /// The notice, to somebody who has not accepted it yet.
  static func notice(command: String) -> ConsoleFailure {
    ConsoleFailure(
      ["Before you become a minor in this group, read what that means:"] + TransparencyNotice.text.map { "  " + $0 } + [
        "If you accept it: \(command) --accept-transparency"
      ], status: 1)
  }

  /// Sends a command about the member of this name and says what came of it.
  private func change(
    _ name: String, _ group: String?, _ wish: (MemberState) -> (body: Command.OneOf_Body, outcome: String)
  ) throws(ConsoleFailure) {
    let group = try self.group(group)
    let view = try follow(group)
    let id = try Self.reading { () throws(ArgumentFault) in
      try MemberNames(view.state.shared.members, me: view.member).find(name)
    }
    guard let member = view.state.shared.member(id) else { throw ConsoleFailure(ArgumentFault("Nobody here is called that.")) }
    let (body, outcome) = wish(member)
    let accepted = try send(body, to: group).accepted
    show([outcome], json: WireFormat.line(accepted))
  }
}
