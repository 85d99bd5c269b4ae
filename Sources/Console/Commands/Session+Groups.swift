import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth create`.
  ///
  /// - Parameter asksForBudgets: whether the user is then asked what budgets it starts with.
  public func create(_ wish: GroupWish, asksForBudgets: Bool = false) throws(ConsoleFailure) {
    let group: GroupID = Present.id()
    let member: MemberID = Present.id()
    var create = CreateGroup()
    create.name = wish.name
    create.currency = wish.currency.uppercased()
    create.template = try Self.reading { () throws(ArgumentFault) in try Choices.template(wish.template) }
    // An Indian family's zone is known; otherwise it is this computer's.
    create.timeZone = wish.timeZone ?? (create.template == .indianFamily ? "" : Present.timeZone)
    create.weekStartsOn = try Self.reading { () throws(ArgumentFault) in try Choices.weekday(wish.weekStarts) }
    create.description_p = wish.description
    create.icon = wish.icon
    create.memberID = member.description
    create.displayName = wish.displayName ?? profile.displayName
    let accepted = try send(.createGroup(create), to: group).accepted
    try makeCurrent(group.description)
    tell(
      .created(group: wish.name.printable, currency: create.currency.isEmpty ? "INR" : create.currency), json: WireFormat.line(accepted))
    if asksForBudgets { try askForBudgets(in: group) }
  }

  /// `hearth join`.
  ///
  /// - Parameters:
  ///   - claim: the name of the member without an account that the user is; nil for none.
  ///   - acceptsTransparency: whether the user has read and accepted what it means to be a minor.
  public func join(invite: String, displayName: String?, claim: String?, acceptsTransparency: Bool) throws(ConsoleFailure) {
    let member: MemberID = Present.id()
    var join = JoinGroup()
    let code = try Self.reading { () throws(ArgumentFault) in try InviteCodeText.code(invite) }
    let name = claim ?? displayName ?? profile.displayName
    let preview = try asking { connection throws(ConnectionFailure) in try connection.preview(code: code, displayName: name) }
    if !preview.transparencyVersion.isEmpty || claim != nil && preview.offeredRole == .minor {
      guard acceptsTransparency else { throw Self.notice(command: "hearth join \(invite.printable)") }
      // What the server asks for must be what this program has shown.
      join.acceptsTransparency = TransparencyNotice.version
    }
    join.code = code
    join.memberID = member.description
    // A person who claims or comes back keeps the name that the others know.
    let isNew = claim == nil && preview.formerDisplayName.isEmpty
    join.displayName = displayName ?? (isNew ? profile.displayName : "")
    if let claim {
      guard !preview.offeredMemberID.isEmpty else {
        throw ConsoleFailure(
          ArgumentFault(
            """
            No one member called \"\(claim.printable)\" can be claimed by this invite: taken by somebody else, never there, for another role, \
            or one of several. Join without --claim; then hearth members shows who has no account yet, and hearth claim NAME claims them.
            """))
      }
      join.claimsMemberID = preview.offeredMemberID
    }
    let accepted = try send(.joinGroup(join), to: nil).accepted
    guard !accepted.pending else {
      return tell(.asksToJoin(group: preview.groupName.printable, owner: preview.ownerName.printable), json: WireFormat.line(accepted))
    }
    try makeCurrent(accepted.groupID)
    guard !isJSON else { return terminal.write(WireFormat.line(accepted)) }
    let joined = try groups().first { $0.groupID == accepted.groupID }
    tell(.joined(group: joined?.name.printable, joined?.role), json: [])
    // Offered, never done unasked: it may be somebody else of that name.
    if claim == nil, !preview.offeredMemberID.isEmpty {
      tell(.mayClaim(id: preview.offeredMemberID), json: [])
    }
  }

  /// `hearth preview`.
  public func preview(invite: String) throws(ConsoleFailure) {
    let code = try Self.reading { () throws(ArgumentFault) in try InviteCodeText.code(invite) }
    let preview = try asking { connection throws(ConnectionFailure) in try connection.preview(code: code) }
    show(Screens.preview(preview, terminal.theme), json: WireFormat.line(preview))
  }

  /// `hearth groups`. An archived group that the user owns is hidden unless all are asked for (product 20).
  public func listGroups(all: Bool) throws(ConsoleFailure) {
    let known = try self.groups()
    let groups = known.filter { all || !$0.archived || $0.role != .owner }
    show(
      Screens.groups(groups, hidden: known.count - groups.count, current: profile.currentGroup, terminal.theme),
      json: groups.flatMap(WireFormat.line))
  }

  /// `hearth use`.
  public func use(_ text: String) throws(ConsoleFailure) {
    let group = try self.group(text)
    guard let summary = try groups().first(where: { $0.groupID == group.description }) else {
      throw ConsoleFailure(ArgumentFault("You are in no group with the id \(group)."))
    }
    try makeCurrent(summary.groupID)
    tell(.means(group: summary.name.printable), json: WireFormat.line(summary))
  }
}
