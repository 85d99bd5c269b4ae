import ClientStore
import HearthClient
import HearthProtocol
import Ledger
import TLS

/// One call of the program by somebody who is registered: their profile, a connection that is logged in, what is kept
/// here, and where to write.
///
/// It is what every command needs, and no more: what the commands do is in their families (`CommandFamily`). It is used
/// from one thread and lives as long as the call.
public final class Sitting {
  /// The name and version that the server's operator sees.
  static let client = "hearth/0.1.0"

  /// Where to write.
  let output: Output
  let file: ProfileFile
  var profile: Profile
  /// What is kept between two calls.
  let store: ClientStore
  private let aliasFile: KeptTextsFile<Aliases>
  private let presetFile: KeptTextsFile<Presets>
  /// What the user calls members.
  private(set) var aliases: Aliases
  /// The lines of quick entry that the user keeps.
  private(set) var presets: Presets
  private let configuration: SyncConfiguration
  private let worksOffline: Bool
  /// Nil: the server was not asked yet.
  private var link: ServerLink?
  /// How each group looked last in this call.
  private(set) var views: [GroupID: GroupView] = [:]
  /// The groups that the server was asked for in this call, whether it has shown them or not.
  private(set) var asked: Set<GroupID> = []
  /// Groups of which what was seen before stays, whatever the server tells in this call.
  var doubted: Set<GroupID> = []
  /// Whether some of what waited could not be sent in this call.
  var isKeptStuck = false

  /// Reads the profile and logs in.
  ///
  /// - Parameters:
  ///   - stays: whether the user watches the group and is shown as present.
  ///   - reportsMessages: whether every message of the server is wanted as it came.
  ///   - worksOffline: whether it goes on with what is kept here when the server cannot be reached.
  ///   - asksLater: whether the server is asked only where something needs it, so that what the user gives to do is
  ///     kept first. What waits is sent at that time, too.
  public init(
    terminal: Terminal, home: HomeFolder, isJSON: Bool, stays: Bool = false, reportsMessages: Bool = false,
    worksOffline: Bool = false, asksLater: Bool = false
  ) throws(ConsoleFailure) {
    output = Output(terminal: terminal, isJSON: isJSON)
    file = ProfileFile(home: home)
    profile = try Profile.registered(in: file)
    store = try profile.store(in: file)
    aliasFile = KeptTextsFile(home: home, identity: profile.identity)
    presetFile = KeptTextsFile(home: home, identity: profile.identity)
    aliases = Self.read(aliasFile, output)
    presets = Self.read(presetFile, output)
    var configuration = SyncConfiguration(credentials: .token(profile.token))
    configuration.client = Self.client
    configuration.isQuiet = !stays
    configuration.exchangesHeads = stays
    configuration.reportsMessages = reportsMessages
    self.configuration = configuration
    self.worksOffline = worksOffline
    if !asksLater { link = try Self.logIn(configuration, profile, worksOffline: worksOffline) }
  }

  private static func logIn(_ configuration: SyncConfiguration, _ profile: Profile, worksOffline: Bool) throws(ConsoleFailure) -> ServerLink
  {
    do throws(ConsoleFailure) {
      return .online(try ServerLink.logIn(configuration, profile))
    } catch {
      // A server that takes the connection and says nothing serves no more than one that is not there.
      guard worksOffline, error.isUnreachable || error.isUnanswered else { throw error }
      return .offline(error)
    }
  }

  /// Asks the server where that was not done yet: logs in, and sends what waits.
  ///
  /// - Parameter ahead: a command that was kept a moment ago, and that its own caller sends.
  func connect(leaving ahead: Command? = nil) throws(ConsoleFailure) { _ = try linked(leaving: ahead) }

  private func linked(leaving ahead: Command? = nil) throws(ConsoleFailure) -> ServerLink {
    if let link { return link }
    let made = try Self.logIn(configuration, profile, worksOffline: worksOffline)
    link = made
    SyncCommands(self).sendKeptFirst(but: ahead)
    return made
  }

  /// What a file has; nothing where it cannot be read, which a change then says again.
  private static func read<Kept>(_ file: KeptTextsFile<Kept>, _ output: Output) -> Kept {
    do throws(ProfileFailure) {
      return try file.load()
    } catch {
      output.complain(ConsoleFailure(error))
      return Kept()
    }
  }

  deinit { reached?.close() }

  /// Whether the server cannot be reached and what is kept here has to do; false while it was not asked.
  var isOffline: Bool { if case .offline? = link { true } else { false } }

  /// Whether the server was asked anything yet.
  var isAsked: Bool { link != nil }

  /// The connection, if there is one by now.
  var reached: HearthConnection? { if case .online(let connection)? = link { connection } else { nil } }

  /// The connection, for what cannot be done without one.
  func online() throws(ConsoleFailure) -> HearthConnection {
    let link = try linked()
    switch link {
    case .online(let connection): return connection
    case .offline(let failure): throw failure
    }
  }

  /// What the server tells next that answers nothing; nil when the time is up first.
  func next(within limit: Duration) throws(ConsoleFailure) -> Delivery? {
    guard var delivery = try online().next(within: limit) else { return nil }
    try hear(delivery)
    delivery.view = delivery.view.map(named)
    return delivery
  }

  /// Takes note of what the server tells.
  func hear(_ delivery: Delivery) throws(ConsoleFailure) {
    if let view = delivery.view { views[view.state.group] = view }
    if case .membershipEnded(let group) = delivery.notice { try forget(group) }
  }

  /// The groups that were shown in this call.
  var followed: Set<GroupID> { Set(views.keys) }

  /// A person who is no member of a group any more keeps nothing of it.
  ///
  /// - Parameter isMember: whether they still are one, and only do not believe what was seen.
  func forget(_ group: GroupID, isMember: Bool = false) throws(ConsoleFailure) {
    views[group] = nil
    if !isMember, !aliases[group].isEmpty { try changeAliases { aliases in aliases.remove(group) } }
    if !isMember, !presets[group].isEmpty || presets.splits[group] != nil { try changePresets { presets in presets.remove(group) } }
    try storing { store throws(ClientStoreFailure) in try store.forget(group) }
  }

  /// Ends the call: what was seen is kept for the next one, which may have no connection.
  public func end() {
    do throws(ConsoleFailure) {
      if reached != nil { while try next(within: .zero) != nil {} }
      for view in views.values where !doubted.contains(view.state.group) {
        try storing { store throws(ClientStoreFailure) in try store.keep(view, at: Present.now, by: Self.client) }
      }
    } catch {
      output.complain(error)
    }
  }

  /// Runs something that reads or writes what is kept.
  func storing<Value>(_ body: (ClientStore) throws(ClientStoreFailure) -> Value) throws(ConsoleFailure) -> Value {
    do {
      return try body(store)
    } catch {
      throw ConsoleFailure(error)
    }
  }

  /// Runs something that talks to the server.
  ///
  /// - Parameter command: what is asked, if it is one.
  func asking<Answer>(
    of command: Command? = nil, _ body: (HearthConnection) throws(ConnectionFailure) -> Answer
  ) throws(ConsoleFailure) -> Answer {
    let connection = try online()
    do {
      return try body(connection)
    } catch {
      throw failure(error, of: command)
    }
  }

  /// The failure of a command, with the group as it is by now where the refusal names members, entries or figures of
  /// it.
  func failure(_ error: ConnectionFailure, of command: Command?) -> ConsoleFailure {
    let failure = ConsoleFailure(error)
    guard let command, let code = failure.rejected.flatMap({ RejectionCode(rawValue: $0.code) }),
      [.badRequest, .possibleDuplicate, .incomeUnknown, .instalmentDoesNotFit].contains(code), let group = GroupID(command.groupID)
    else { return failure }
    return failure.refusing(command, in: try? follow(group).state.shared)
  }

  /// Sends a command of the current user.
  func send(_ body: Command.OneOf_Body, to group: GroupID?) throws(ConsoleFailure) -> (command: Command, accepted: Accepted) {
    let command = command(body, to: group)
    let connection = try online()
    do throws(ConnectionFailure) {
      return (command, try connection.deliver(command))
    } catch {
      throw failure(error, of: command).ofOpenOutcome()
    }
  }

  /// What a command would change, as the server finds it; nothing is sent to be done (SPEC IP-01).
  func preview(_ body: Command.OneOf_Body, to group: GroupID, _ view: GroupView) throws(ConsoleFailure) {
    let asked = command(body, to: group)
    let impact = try asking(of: asked) { connection throws(ConnectionFailure) in try connection.impact(of: asked) }
    output.show(Screens.rehearsal(impact, view, output.theme), json: WireFormat.line(impact))
  }

  /// The body with a fresh id.
  func command(_ body: Command.OneOf_Body, to group: GroupID?) -> Command {
    var command = Command()
    let id: CommandID = Present.id()
    command.id = id.description
    command.groupID = group?.description ?? ""
    command.body = body
    return command
  }

  /// The group as it is now; without a connection, as it was seen last and as what waits here will make it.
  func follow(_ group: GroupID) throws(ConsoleFailure) -> GroupView {
    try connect()
    if isOffline { return try KeptCommands(self).followOffline(group) }
    // What was seen is compared with what the server tells (SPEC LN-08); a file that cannot be read is written anew.
    let seen = try? (views[group] == nil ? store.view(of: group, by: Self.client) : nil)
    let epoch = try? (views[group] == nil ? store.epoch(of: group) : nil)
    asked.insert(group)
    let view = try asking { connection throws(ConnectionFailure) in try connection.follow(group, from: seen) }
    views[group] = view
    if let epoch, epoch != view.epoch { output.complain([output.phrases.restored(), output.phrases.restoredHint()]) }
    return named(view)
  }

  /// The view with the names that the user has for members, to be shown.
  func named(_ view: GroupView) -> GroupView {
    var view = view
    view.state.shownNames = aliases[view.state.group]
    return view
  }

  /// Changes what the user calls members, durably.
  func changeAliases(_ change: (inout Aliases) throws(ConsoleFailure) -> Void) throws(ConsoleFailure) {
    aliases = try aliasFile.update(change)
  }

  /// Changes the lines of quick entry that the user keeps, durably.
  func changePresets(_ change: (inout Presets) throws(ConsoleFailure) -> Void) throws(ConsoleFailure) {
    presets = try presetFile.update(change)
  }

  /// The user's groups; without a connection, those that were seen.
  func groups() throws(ConsoleFailure) -> [GroupSummary] {
    try connect()
    if isOffline { return try KeptCommands(self).seenGroups() }
    return try asking { connection throws(ConnectionFailure) in try connection.groups() }
  }

  /// The group that is meant (`group`), as it is now.
  func view(of group: String?) throws(ConsoleFailure) -> (group: GroupID, view: GroupView) {
    let group = try self.group(group)
    return (group, try follow(group))
  }

  /// The member who is meant, by name, alias or id.
  func member(_ name: String, in view: GroupView) throws(ConsoleFailure) -> MemberID {
    try reading { () throws(ArgumentFlaw) in try MemberNames(view.state.shared, me: view.member).find(name) }
  }

  /// The group that is meant, as far as it was seen here: the server is not asked. Nil where that does not tell it.
  func seenGroup(_ text: String?) -> GroupID? {
    if let id = GroupID(text ?? profile.currentGroup ?? "") { return id }
    let seen = (try? store.groups()) ?? []
    let found = text.map { text in seen.filter { $0.name.lowercased() == text.lowercased() } } ?? seen
    return found.count == 1 ? found[0].id : nil
  }

  /// The group that is meant: by name or id, otherwise the current one, otherwise the only one.
  func group(_ text: String?) throws(ConsoleFailure) -> GroupID {
    if let id = GroupID(text ?? profile.currentGroup ?? "") { return id }
    let groups = try self.groups()
    let found = text.map { text in groups.filter { $0.name.lowercased() == text.lowercased() } } ?? groups
    if found.count == 1, let id = GroupID(found[0].groupID) { return id }
    let list = groups.map { "\($0.name.printable) (\($0.groupID))" }.joined(separator: ", ")
    if groups.isEmpty {
      throw ConsoleFailure(ArgumentFlaw(.inNoGroup))
    }
    guard let text else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "Say which group with --group, or choose one with hearth use. You are in: \(list).",
          "--group से बताएँ कि कौन सा समूह, या चुनें: hearth use। आप इनमें हैं: \(list)।"))
    }
    throw ConsoleFailure(
      found.isEmpty
        ? ArgumentFlaw(
          "You are in no group called \"\(text.printable)\". You are in: \(list).",
          "आप \"\(text.printable)\" नाम के किसी समूह में नहीं हैं। आप इनमें हैं: \(list)।"
        ).naming(.notFound)
        : ArgumentFlaw(
          "Several groups are called \"\(text.printable)\". You are in: \(list).", "\"\(text.printable)\" नाम के कई समूह हैं। आप इनमें हैं: \(list)।"
        ))
  }

  /// Keeps the group as the one that later calls mean.
  func makeCurrent(_ group: String) throws(ConsoleFailure) { try update { $0.currentGroup = group } }

  /// Later calls mean no group in particular.
  func forgetCurrent() throws(ConsoleFailure) { try update { $0.currentGroup = nil } }

  /// Changes the profile, durably.
  func update(_ change: (inout Profile) -> Void) throws(ConsoleFailure) {
    do {
      profile = try file.update(change)
    } catch {
      throw ConsoleFailure(error)
    }
  }
}
