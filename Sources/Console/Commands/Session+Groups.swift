import HearthClient
import HearthProtocol
import Ledger
import TLS

extension Session {
  /// `hearth register`: makes an identity and keeps its credentials.
  ///
  /// - Parameters:
  ///   - authoritiesFile: the absolute path of the PEM file of the authorities that may vouch for a secure server; nil for the system's.
  ///   - certificate: what is shown to a secure server that asks, as absolute paths.
  public static func register(
    server: String, authoritiesFile: String?, certificate: TLSIdentity?, name: String, replaces: Bool, terminal: Terminal,
    environment: [String: String], isJSON: Bool
  ) throws(ConsoleFailure) {
    let file = ProfileFile(environment: environment)
    do throws(ProfileFailure) {
      if let old = try file.load(), !replaces {
        throw ProfileFailure(
          cause: "You are registered here already, as \(old.description).",
          remedy: "Use another folder (HEARTH_HOME=…), or --replace; the old identity's token is lost then, and its groups with it.")
      }
    } catch {
      // With --replace a damaged file is no obstacle.
      guard replaces else { throw ConsoleFailure(error) }
    }
    var configuration = SyncConfiguration(credentials: .register(displayName: name))
    configuration.client = client
    let connection = try connect(configuration, to: server, authoritiesFile: authoritiesFile, certificate: certificate)
    defer { connection.close() }
    do {
      let login = try connection.open()
      guard let token = login.token else { throw ConnectionFailure.noAnswer(connection.server, after: .seconds(10)) }
      var profile = Profile(
        server: connection.server.description, identity: login.welcome.identityID, token: token, displayName: login.welcome.displayName)
      profile.authoritiesFile = authoritiesFile
      profile.certificateFile = certificate?.certificateFile
      profile.keyFile = certificate?.keyFile
      try file.save(profile)
      var json = JSONLine()
      json.add("identityId", profile.identity)
      json.add("displayName", profile.displayName)
      json.add("server", profile.server)
      let lines = [
        "Registered as \(profile.displayName.printable) at \(profile.server).",
        "Your credentials are in \(file.path). Whoever has that file is you: keep it to yourself, and keep a copy.",
      ]
      terminal.write(isJSON ? [json.text] : lines)
    } catch let error as ConnectionFailure {
      throw ConsoleFailure(error)
    } catch let error as ProfileFailure {
      throw ConsoleFailure(error)
    } catch {
      throw ConsoleFailure(["\(error)"], status: 1)
    }
  }

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
    if !preview.transparencyVersion.isEmpty {
      guard acceptsTransparency else { throw Self.notice(command: "hearth join \(invite.printable)") }
      // What the server asks for must be what this program has shown.
      join.acceptsTransparency = TransparencyNotice.version
    }
    join.code = code
    join.memberID = member.description
    join.displayName = displayName ?? (claim == nil ? profile.displayName : "")
    if let claim {
      guard !preview.offeredMemberID.isEmpty else {
        throw ConsoleFailure(
          ArgumentFault("Not exactly one member called \"\(claim.printable)\" can be claimed by this invite. Join without --claim."))
      }
      join.claimsMemberID = preview.offeredMemberID
    }
    let accepted = try send(.joinGroup(join), to: nil).accepted
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
    let groups = try self.groups().filter { all || !$0.archived || $0.role != .owner }
    show(Screens.groups(groups, current: profile.currentGroup, terminal.theme), json: groups.flatMap(WireFormat.line))
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
