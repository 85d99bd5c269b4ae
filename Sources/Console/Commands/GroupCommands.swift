import HearthClient
import HearthProtocol
import Importing
import Ledger

/// `hearth create`, `hearth join`, `hearth groups` and `hearth use`: the groups that the user is in.
public struct GroupCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth create`.
  ///
  /// - Parameter asksForBudgets: whether the user is then asked what budgets it starts with.
  public func create(_ wish: GroupWish, asksForBudgets: Bool = false) throws(ConsoleFailure) {
    let group: GroupID = Present.id()
    let member: MemberID = Present.id()
    var create = CreateGroup()
    create.name = wish.name
    create.currency = wish.currency.uppercased()
    create.template = try reading { () throws(ArgumentFlaw) in try Choices.template(wish.template) }
    // An Indian family's zone is known; otherwise it is this computer's.
    create.timeZone = wish.timeZone ?? (create.template == .indianFamily ? "" : Present.timeZone)
    create.weekStartsOn = try reading { () throws(ArgumentFlaw) in try Choices.weekday(wish.weekStarts) }
    create.description_p = wish.description
    create.icon = wish.icon
    create.memberID = member.description
    create.displayName = wish.displayName ?? sitting.profile.displayName
    let accepted = try sitting.send(.createGroup(create), to: group).accepted
    try sitting.makeCurrent(group.description)
    output.tell(
      .created(group: wish.name.printable, currency: create.currency.isEmpty ? "INR" : create.currency), json: WireFormat.line(accepted))
    if asksForBudgets { try askForBudgets(in: group) }
  }

  /// `hearth create --wizard`, once the group is there: asks for budgets and sets them all, or none.
  func askForBudgets(in group: GroupID) throws(ConsoleFailure) {
    let view = try sitting.follow(group)
    let shared = view.state.shared
    let phrases = output.phrases
    guard let settings = shared.settings else { throw ConsoleFailure(said: [phrases.notComplete()], status: 1) }
    let undone = [phrases.noBudgetsSet(settings.name.printable)]
    var form = BudgetForm(shared.sortedCategories, settings.currency, phrases)
    let bodies = try Dialogue(output).fill(&form, undone: undone) ? form.commands { Present.id() } : []
    guard !bodies.isEmpty else { return output.show(undone, json: []) }
    // From here on all or nothing: what cannot be is found out before the first is sent, and nobody interrupts.
    let commands = bodies.map { sitting.command($0, to: group) }
    var state = view.state
    let holder = shared.member(view.member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: Present.now, today: view.today)
    for command in commands {
      guard let flaw = state.rehearse(command, context) else { continue }
      throw ConsoleFailure([flaw.wording], status: 1).explained(by: undone)
    }
    let interrupts = Interrupts {}
    defer { interrupts.cancel() }
    var line = SendingInTurn(sitting)
    for command in commands {
      let accepted = try line.send(command)
      guard case .setBudget(let set) = command.body else { continue }
      let limit = settings.currency.text(set.content.limit.minor)
      output.tell(.budgetSet(set.content.name.printable, limit: limit, .monthly, rollover: ""), json: WireFormat.line(accepted))
    }
  }

  /// `hearth join`.
  ///
  /// - Parameters:
  ///   - claim: the name of the member without an account that the user is; nil for none.
  ///   - acceptsTransparency: whether the user has read and accepted what it means to be a minor.
  public func join(invite: String, displayName: String?, claim: String?, acceptsTransparency: Bool) throws(ConsoleFailure) {
    let member: MemberID = Present.id()
    var join = JoinGroup()
    let code = try reading { () throws(ArgumentFlaw) in try InviteCodeText.code(invite) }
    let name = claim ?? displayName ?? sitting.profile.displayName
    let preview = try sitting.asking { connection throws(ConnectionFailure) in try connection.preview(code: code, displayName: name) }
    if !preview.transparencyVersion.isEmpty || claim != nil && preview.offeredRole == .minor {
      guard acceptsTransparency else { throw ConsoleFailure.notice(command: "hearth join \(invite.printable)") }
      // What the server asks for must be what this program has shown.
      join.acceptsTransparency = TransparencyNotice.version
    }
    join.code = code
    join.memberID = member.description
    // A person who claims or comes back keeps the name that the others know.
    let isNew = claim == nil && preview.formerDisplayName.isEmpty
    join.displayName = displayName ?? (isNew ? sitting.profile.displayName : "")
    if let claim {
      guard !preview.offeredMemberID.isEmpty else {
        throw ConsoleFailure(
          ArgumentFlaw(
            """
            No one member called \"\(claim.printable)\" can be claimed by this invite: taken by somebody else, never there, for another role, \
            or one of several. Join without --claim; then hearth members shows who has no account yet, and hearth claim NAME claims them.
            """,
            "इस न्योते से \"\(claim.printable)\" नाम का ठीक एक सदस्य नहीं अपनाया जा सकता: किसी और ने अपना लिया, था ही नहीं, दूसरी भूमिका का है, या कई हैं। --claim के बिना शामिल हों; फिर hearth members दिखाता है कि किनका खाता नहीं है, और hearth claim नाम से उन्हें अपनाएँ।"
          ))
      }
      join.claimsMemberID = preview.offeredMemberID
    }
    let accepted = try sitting.send(.joinGroup(join), to: nil).accepted
    guard !accepted.pending else {
      return output.tell(
        .asksToJoin(group: preview.groupName.printable, owner: preview.ownerName.printable), json: WireFormat.line(accepted))
    }
    try sitting.makeCurrent(accepted.groupID)
    guard !output.isJSON else { return output.write(WireFormat.line(accepted)) }
    let joined = try sitting.groups().first { $0.groupID == accepted.groupID }
    output.tell(.joined(group: joined?.name.printable, joined?.role), json: [])
    // Offered, never done unasked: it may be somebody else of that name.
    if claim == nil, !preview.offeredMemberID.isEmpty {
      output.tell(.mayClaim(id: preview.offeredMemberID), json: [])
    }
  }

  /// `hearth preview`.
  public func preview(invite: String) throws(ConsoleFailure) {
    let code = try reading { () throws(ArgumentFlaw) in try InviteCodeText.code(invite) }
    let preview = try sitting.asking { connection throws(ConnectionFailure) in try connection.preview(code: code) }
    output.show(Screens.preview(preview, output.theme), json: WireFormat.line(preview))
  }

  /// `hearth groups`. An archived group that the user owns is hidden unless all are asked for (product 20).
  public func list(all: Bool) throws(ConsoleFailure) {
    let known = try sitting.groups()
    let groups = known.filter { all || !$0.archived || $0.role != .owner }
    output.show(
      Screens.groups(groups, hidden: known.count - groups.count, current: sitting.profile.currentGroup, output.theme),
      json: groups.flatMap(WireFormat.line))
  }

  /// `hearth use`.
  public func use(_ text: String) throws(ConsoleFailure) {
    let group = try sitting.group(text)
    guard let summary = try sitting.groups().first(where: { $0.groupID == group.description }) else {
      throw ConsoleFailure(ArgumentFlaw("You are in no group with the id \(group).", "आप \(group) पहचान के किसी समूह में नहीं हैं।").naming(.notFound))
    }
    try sitting.makeCurrent(summary.groupID)
    output.tell(.means(group: summary.name.printable), json: WireFormat.line(summary))
  }
}
