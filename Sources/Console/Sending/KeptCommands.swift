import ClientStore
import HearthClient
import HearthProtocol
import Importing
import Ledger

/// Commands that may wait (SPEC CM-06, CM-07): each is on the disk before it is sent, and until its answer has come.
struct KeptCommands: CommandFamily {
  let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// Sends a command that may wait. Without a connection, and behind an older one of the group that waits, it is only
  /// kept, and `accepted` is nil.
  ///
  /// - Parameters:
  ///   - former: a refused command that it is given in place of. Then it takes its place, and stays with its refusal
  ///     when it is refused too.
  ///   - ahead: the same, as it was kept before the server was asked anything.
  func sendOrKeep(
    _ body: Command.OneOf_Body, to group: GroupID, insteadOf former: String? = nil, ahead: Command? = nil
  ) throws(ConsoleFailure) -> (command: Command, accepted: Accepted?) {
    var command = sitting.command(body, to: group)
    command.saidAtMs = now
    if let ahead {
      command.id = ahead.id
      // As it was kept it may be on its way from another call, unless the clock here was wrong.
      if abs(now - ahead.saidAtMs) < Self.clockTrustMilliseconds { command = ahead }
    }
    // A newer one must not overtake what it may follow from. What waits otherwise is on its way from another call.
    let older = sitting.isKeptStuck ? try waiting() : []
    let isBehind = older.contains { $0.command.groupID == command.groupID && $0.command.id != command.id }
    if sitting.isOffline || isBehind { try prepare(&command, for: group) }
    try sitting.storing { store throws(ClientStoreFailure) in try store.keep(command, at: Present.now, insteadOf: ahead?.id ?? former) }
    if sitting.isOffline || isBehind { return (command, nil) }
    let connection = try sitting.online()
    let accepted: Accepted
    do throws(ConnectionFailure) {
      // On the disk, it may be sent by another call of the program as well.
      accepted = try connection.send(command, mayBeKnown: true)
    } catch {
      // Otherwise it is not known whether it has arrived or is stored, which does not matter: it has its id.
      guard case .rejected(let rejected) = error else {
        throw ConsoleFailure(error).staying(output.phrases.staysKept())
      }
      if rejected.isTemporary {
        throw ConsoleFailure(error).explained(by: [output.phrases.staysKept()], status: 2)
      }
      if former != nil {
        try sitting.storing { store throws(ClientStoreFailure) in try store.refuse(command.id, rejected) }
      } else {
        try settle(command)
      }
      throw sitting.failure(error, of: command)
    }
    try settle(command)
    return (command, accepted)
  }

  /// Sends a command and shows what comes of it as the feed does.
  func show(
    _ body: Command.OneOf_Body, to group: GroupID, _ view: GroupView, insteadOf former: String? = nil, ahead: Command? = nil
  ) throws(ConsoleFailure) {
    let (command, accepted) = try sendOrKeep(body, to: group, insteadOf: former, ahead: ahead)
    defer { output.warn(ifFarAhead: body.ownDay, view, of: .other) }
    guard let accepted else { return try showKept(command, view) }
    guard !output.isJSON else { return output.write(WireFormat.line(accepted)) }
    try tell(whatCameOf: command, view)
  }

  /// Tells what comes of a command that was accepted, as the feed does.
  ///
  /// - Parameter view: the group before it.
  func tell(whatCameOf command: Command, _ view: GroupView) throws(ConsoleFailure) {
    var feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(view))
    var isTold = false
    // SPEC CM-07: the event has come before the answer.
    while let delivery = try sitting.next(within: .zero) {
      guard case .groupUpdated(let update) = delivery.notice, let view = delivery.view else { continue }
      let isOurs = update.events.contains { $0.event.commandID == command.id }
      let items = feed.update(.changed(update, view))
      guard isOurs else { continue }
      isTold = true
      output.write(items.flatMap { $0.lines(output.theme) })
    }
    // What makes a lane comes with the lane's snapshot, and not as an event.
    var foreseen = view
    guard !isTold, let update = try? foreseen.foresee(command, at: Present.now) else { return }
    // The group as it was: what the command makes is in the snapshot already.
    feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(view))
    output.write(feed.update(.changed(update, foreseen)).flatMap { $0.lines(output.theme) })
  }

  /// Says that a command waits, and shows what will come of it as the feed does.
  func showKept(_ command: Command, _ view: GroupView) throws(ConsoleFailure) {
    guard !output.isJSON else { return output.write(KeptCommand(command: command, keptAt: Present.now).json) }
    var feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(view))
    var view = view
    if let update = try? view.foresee(command, at: Present.now) {
      output.write(feed.update(.changed(update, view)).flatMap { $0.lines(output.theme) })
    }
    output.write([output.phrases.kept()])
  }

  /// Writes a command that may wait on a group as the server shows it. What is known of the group from before has it
  /// kept before the server is connected to: so it is not lost when the server takes long to answer, or does not.
  ///
  /// - Parameters:
  ///   - name: the group, as the user named it; nil for the current one.
  ///   - make: makes the command; the same of the same group, with the same ids.
  /// - Returns: the group and how it looks without the command, the command's body, and the command as it was kept, if
  ///   it was.
  func write(
    to name: String?, _ make: (GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) throws(ConsoleFailure) -> (group: GroupID, view: GroupView, body: Command.OneOf_Body, ahead: Command?) {
    var ahead: (command: Command, body: Command.OneOf_Body)?
    if !sitting.isOffline, let known = sitting.seenGroup(name) { ahead = keepAhead(known, make) }
    do throws(ConsoleFailure) {
      try sitting.connect(leaving: ahead?.command)
      let group = try sitting.group(name)
      let view = try sitting.isOffline ? followOffline(group, but: ahead?.command) : sitting.follow(group)
      let body = try make(view)
      if let ahead, ahead.body == body, ahead.command.groupID == group.description { return (group, view, body, ahead.command) }
      // What is written on the group as it is may be something else, and the server may know of another of that name.
      if let ahead { try settle(ahead.command) }
      return (group, view, body, nil)
    } catch {
      guard let ahead else { throw error }
      // Who is told what is wrong gives it again.
      guard error.rejected == nil, error.status == 2 else {
        try settle(ahead.command)
        throw error
      }
      let isLater = error.isUnreachable || error.isUnanswered
      // Who has to log in again first is told that.
      throw isLater ? error.staying(output.phrases.staysKept()) : error.explained(by: [output.phrases.staysKept()])
    }
  }

  /// Keeps a command as it is written on the group that was seen last; nil when that is not known, or would refuse it.
  private func keepAhead(
    _ group: GroupID, _ make: (GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) -> (command: Command, body: Command.OneOf_Body)? {
    guard (try? sitting.store.view(of: group)) != nil, let view = try? foreseen(group), let body = try? make(view) else { return nil }
    var command = sitting.command(body, to: group)
    command.saidAtMs = Present.now
    guard (try? prepare(&command, for: group)) != nil, (try? sitting.store.keep(command, at: Present.now)) != nil else { return nil }
    return (command, body)
  }

  func settle(_ command: Command) throws(ConsoleFailure) {
    try sitting.storing { store throws(ClientStoreFailure) in try store.settle(command.id) }
  }

  func seenGroups() throws(ConsoleFailure) -> [GroupSummary] {
    try sitting.storing { store throws(ClientStoreFailure) in try store.groups() }.map { seen in
      var summary = GroupSummary()
      summary.groupID = seen.id.description
      summary.name = seen.name
      return summary
    }
  }

  /// The group as it was seen last, and as what waits here will make it; says how old that is.
  ///
  /// - Parameter ahead: what waits, too, and is left out.
  func followOffline(_ group: GroupID, but ahead: Command? = nil) throws(ConsoleFailure) -> GroupView {
    let view = try foreseen(group, but: ahead)
    let seen = try sitting.storing { store throws(ClientStoreFailure) in try store.groups() }.first { $0.id == group }
    let phrases = output.phrases
    output.complain([phrases.asSeen(ago: Screens.time(Present.now - (seen?.seenAt ?? 0), phrases))])
    return view
  }

  /// The same without a word.
  func foreseen(_ group: GroupID, but ahead: Command? = nil) throws(ConsoleFailure) -> GroupView {
    guard let seen = try sitting.storing({ store throws(ClientStoreFailure) in try store.view(of: group) }) else {
      // Nothing is known of it, so nothing can be done before the server is reached.
      _ = try sitting.online()
      throw ConsoleFailure(said: [output.phrases.notComplete()], status: 1)
    }
    var view = sitting.named(seen)
    for kept in try waiting(but: ahead) where kept.command.groupID == group.description {
      // What cannot be any more is found out by the server, and told then.
      _ = try? view.foresee(kept.command, at: kept.keptAt)
    }
    return view
  }

  /// What waits to be sent, oldest first.
  ///
  /// - Parameter ahead: is left out.
  func waiting(but ahead: Command? = nil) throws(ConsoleFailure) -> [KeptCommand] {
    try sitting.storing { store throws(ClientStoreFailure) in try store.commands() }
      .filter { $0.rejected == nil && $0.command.id != ahead?.id }
  }

  /// The time at which a command is said, in milliseconds since 1970: by the server's clock where it is reached.
  var now: Int64 { sitting.reached?.serverTime ?? Present.now }

  // Limit: how far the clock here may be from the server's before a command that was kept by it is corrected.
  private static let clockTrustMilliseconds: Int64 = 60_000

  /// What would be refused by all that is known here is not kept. An entry without a date is of the day on which it is
  /// said (`said_at_ms`), and one without names divides among those who share then, whenever it is sent.
  func prepare(_ command: inout Command, for group: GroupID) throws(ConsoleFailure) {
    // It may wait already.
    var view = try foreseen(group, but: command)
    if case .addEntry? = command.body { view.fillSplit(of: &command.addEntry.content, at: now) }
    do {
      _ = try view.foresee(command, at: now)
    } catch let rejection as Rejection {
      throw ConsoleFailure(rejection, of: command, in: view.state.shared)
    } catch {
      throw ConsoleFailure([.cannotTakeIt(error)], status: 1)
    }
  }

  /// Throws if the entry is still unsent: an edit needs a stored version.
  ///
  /// - Parameter ahead: the edit itself, as it was kept.
  func requireSent(_ entry: EntryState, but ahead: Command? = nil) throws(ConsoleFailure) {
    let isWaiting = try waiting(but: ahead).contains { $0.command.entryID == entry.id.description }
    guard isWaiting else { return }
    let name = entry.description.printable
    throw ConsoleFailure(ArgumentFlaw(Wording { $0.waitsItself(name) }))
  }
}

extension GroupView {
  /// Folds in what a command will bring about.
  ///
  /// - Throws: a `Rejection` or a `HistoryFlaw`; the view is then as it was.
  fileprivate mutating func foresee(_ command: Command, at instant: Int64) throws -> GroupUpdate {
    var next = state
    let holder = state.shared.member(member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(
      holder: holder, now: instant, today: Present.day(instant, state.shared),
      saidOn: command.saidAtMs > 0 ? Present.day(command.saidAtMs, state.shared) : nil)
    let events = try next.foresee(command, context)
    state = next
    return GroupUpdate(
      group: state.group, kind: .live,
      events: events.map { ReplicaEvent(lane: $0.lane, position: marks[$0.lane]?.position ?? .start, event: $0.event, hash: nil) })
  }
}

extension Rejected {
  /// Whether nothing was decided about the command, and it may be taken later (SPEC CM-05).
  var isTemporary: Bool { row?.isFinal == false }

  /// Whether it is said of one group, and others can be served.
  var concernsGroup: Bool { code == RejectionCode.groupDamaged.rawValue || code == RejectionCode.resync.rawValue }
}

extension Command.OneOf_Body {
  /// The day of what stands in an account or in a minor's record; empty where none is named.
  fileprivate var ownDay: String {
    switch self {
    case .setSpending(let set): set.content.date
    case .setSpendingLimit(let set): set.content.startDate
    case .setAllowance(let set): set.content.firstDate
    case .setAccountEntry(let set): set.content.date
    case .transferBetweenAccounts(let transfer): transfer.date
    default: ""
    }
  }
}
