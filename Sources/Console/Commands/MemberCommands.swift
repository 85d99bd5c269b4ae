import HearthClient
import HearthProtocol
import Ledger

/// `hearth member` and what else is about those who are in the group.
public struct MemberCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth member add`: somebody who has no account yet.
  public func add(name: String, role: String, group: String?) throws(ConsoleFailure) {
    let id: MemberID = Present.id()
    var add = AddPlaceholder()
    add.memberID = id.description
    add.displayName = name
    add.role = try reading { () throws(ArgumentFlaw) in try Choices.role(role) }
    let group = try sitting.group(group)
    let accepted = try sitting.send(.addPlaceholder(add), to: group).accepted
    guard !output.isJSON else { return output.write(WireFormat.line(accepted)) }
    // As the group has it: of no name it has made one.
    let shared = try sitting.follow(group).state.shared
    guard let member = shared.member(id) else { return }
    let (name, shown) = (shared.called(member).printable, shared.name(of: member).printable)
    output.tell(.memberAdded(name, add.role), json: [])
    if shown != name { output.complain([output.phrases.isSharedName(name, shown)]) }
  }

  /// `hearth member rename`.
  public func rename(_ name: String, to newName: String, group: String?) throws(ConsoleFailure) {
    try MemberChange(sitting)(name, group) { member, name in
      var rename = RenameMember()
      (rename.memberID, rename.displayName) = (member.id.description, newName)
      return (.renameMember(rename), .memberRenamed(name, to: newName.printable))
    }
  }

  /// `hearth member color`.
  public func color(_ name: String, _ color: String, group: String?) throws(ConsoleFailure) {
    let wanted = try reading { () throws(ArgumentFlaw) in try Choices.color(color) }
    try MemberChange(sitting)(name, group) { member, name in
      var set = SetMemberColor()
      (set.memberID, set.color) = (member.id.description, wanted)
      return (.setMemberColor(set), .memberColored(name, color: wanted))
    }
  }

  /// `hearth member share`.
  ///
  /// - Parameter text: "in", "out" or "default".
  public func share(_ name: String, _ text: String, group: String?) throws(ConsoleFailure) {
    let shares = try reading { () throws(ArgumentFlaw) in try Choices.sharing(text) }
    try MemberChange(sitting)(name, group) { member, name in
      var set = SetDefaultSharing()
      set.memberID = member.id.description
      if let shares { set.shares = shares }
      return (.setDefaultSharing(set), .memberShares(name, shares))
    }
  }

  /// `hearth member party`.
  ///
  /// - Parameter other: whose party the member joins; nil: they settle alone.
  public func party(_ name: String, with other: String?, group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    let names = MemberNames(view.state.shared, me: view.member)
    let partner = try reading { () throws(ArgumentFlaw) in try other.map { (text) throws(ArgumentFlaw) in try names.find(text) } }
    let called = partner.map { view.state.shared.name($0) }
    try MemberChange(sitting)(name, group) { member, name in
      let set = SetParty.with { ($0.memberID, $0.withMemberID) = (member.id.description, partner?.description ?? "") }
      return (.setParty(set), .memberParty(name, with: called))
    }
  }

  /// `hearth member email`: always one's own.
  public func setEmail(_ email: String, group: String?) throws(ConsoleFailure) {
    var set = SetMemberEmail()
    set.email = email == "none" ? "" : email
    let accepted = try sitting.send(.setMemberEmail(set), to: try sitting.group(group)).accepted
    let sentence =
      set.email.isEmpty
      ? Wording("No email address of yours is kept here.", "यहाँ आपका कोई ईमेल पता नहीं रखा है।")
      : Wording(
        "The owner and admins of the group see \(set.email.printable), nobody else.",
        "\(set.email.printable) समूह के मालिक और प्रबंधक देखते हैं, और कोई नहीं।")
    output.show([sentence.text(in: output.theme.language)], json: WireFormat.line(accepted))
  }

  /// `hearth income`.
  public func setIncome(_ amount: String, group: String?) throws(ConsoleFailure) {
    let group = try sitting.group(group)
    guard let currency = try sitting.follow(group).state.shared.settings?.currency else {
      throw ConsoleFailure(ArgumentFlaw(.groupIncomplete))
    }
    var wish = SetMemberIncome()
    let minor = try reading { () throws(ArgumentFlaw) in try AmountText.minor(amount, currency) }
    wish.monthly = Money(minor: minor, currency: currency)
    let accepted = try sitting.send(.setMemberIncome(wish), to: group).accepted
    output.tell(.earns(figure: minor == 0 ? nil : currency.text(minor)), json: WireFormat.line(accepted))
  }

  /// `hearth member remove`.
  ///
  /// - Parameter isSure: whether not to ask first.
  public func remove(_ name: String, isSure: Bool, group: String?) throws(ConsoleFailure) {
    let phrases = output.phrases
    try MemberChange(sitting)(name, group) { name, settings throws(ConsoleFailure) in
      let question = phrases.askRemoval(of: name, from: settings?.name.printable ?? "")
      guard try Dialogue(output).confirms(question, isSure: isSure) else {
        output.show([phrases.nobodyRemoved()], json: [])
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
  public func restore(_ name: String, group: String?) throws(ConsoleFailure) {
    try MemberChange(sitting)(name, group) { member, name in
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
      try MemberChange(sitting)(name, group, first: .unclaimed) { member, name in
        var claim = ClaimMember()
        claim.memberID = member.id.description
        if acceptsTransparency { claim.acceptsTransparency = TransparencyNotice.version }
        return (.claimMember(claim), .claimed(name))
      }
    } catch {
      guard error.rejected?.code == RejectionCode.transparencyNotAccepted.rawValue, !acceptsTransparency else { throw error }
      throw ConsoleFailure.notice(command: "hearth claim \(name.printable)")
    }
  }

  /// `hearth leave`.
  ///
  /// - Parameter isSure: whether not to ask first.
  public func leave(isSure: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let question = output.phrases.askLeaving(view.state.shared.settings?.name.printable ?? "")
    guard try Dialogue(output).confirms(question, isSure: isSure) else {
      return output.show([output.phrases.notLeft()], json: [])
    }
    let accepted = try sitting.send(.leaveGroup(LeaveGroup()), to: group).accepted
    if sitting.profile.currentGroup == group.description { try sitting.forgetCurrent() }
    output.tell(.left, with: accepted)
  }

  /// `hearth transfer-ownership`.
  public func transferOwnership(to name: String, group: String?) throws(ConsoleFailure) {
    try MemberChange(sitting)(name, group) { member, name in
      var transfer = TransferOwnership()
      transfer.memberID = member.id.description
      return (.transferOwnership(transfer), .owns(name))
    }
  }

  /// `hearth members`.
  ///
  /// - Parameters:
  ///   - all: whether those are shown too who have left or were removed.
  ///   - moment: as it was then; nil: as it is.
  public func list(all: Bool, asOf moment: String? = nil, group: String?) throws(ConsoleFailure) {
    let view = try HistoryReading(sitting).view(of: try sitting.group(group), asOf: moment).view
    output.show(Screens.members(view, all: all, now: Present.now, output.theme), json: Self.members(view, all: all))
  }

  private static func members(_ view: GroupView, all: Bool) -> [String] {
    let members = view.state.shared.members.filter { all || $0.isPresent }.flatMap { member in
      var message = member.message
      // Of no use outside the server.
      message.holder = .init()
      let lines = WireFormat.line(message)
      var json = JSONLine()
      if member.isPresent { json.add("shares", json: member.sharesByDefault(at: Present.now) ? "true" : "false") }
      // Known to owner and admins only, and in no message of the lane that all receive.
      guard view.marks[.admin] != nil else { return lines.map(json.added) }
      if let badge = member.badge { json.add("badge", badge) }
      if let email = view.state.email(of: member.id) { json.add("email", email) }
      return lines.map(json.added)
    }
    return members + view.state.admin.joinRequests.flatMap(\.lines)
  }
}
