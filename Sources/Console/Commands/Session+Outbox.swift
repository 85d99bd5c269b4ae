import ClientStore
import Glibc
import HearthClient
import HearthProtocol
import Ledger

// Commands that may wait (SPEC CM-06, CM-07): each is on the disk before it is sent, and until its answer has come.
extension Session {
  /// Opens what is kept for the user.
  static func store(of profile: Profile, in file: ProfileFile) throws(ConsoleFailure) -> ClientStore {
    guard let identity = IdentityID(profile.identity) else {
      throw ConsoleFailure(
        ProfileFailure(
          cause: "\(file.path) names no identity.", remedy: "Move the file away and register again, or restore it from a backup."))
    }
    do {
      return try ClientStore(home: file.home, identity: identity)
    } catch {
      throw ConsoleFailure(error)
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
    var command = command(body, to: group)
    if let ahead { command.id = ahead.id }
    // A newer one must not overtake what it may follow from. What waits otherwise is on its way from another call.
    let older = isKeptStuck ? try waiting() : []
    let isBehind = older.contains { $0.command.groupID == command.groupID && $0.command.id != command.id }
    // A command whose answer is lost goes out again, maybe on another day.
    if isOffline || isBehind { try prepare(&command, for: group) } else { views[group]?.complete(&command, at: now) }
    try storing { store throws(ClientStoreFailure) in try store.keep(command, at: Present.now, insteadOf: ahead?.id ?? former) }
    if isOffline || isBehind { return (command, nil) }
    let connection = try online()
    let accepted: Accepted
    do throws(ConnectionFailure) {
      // On the disk, it may be sent by another call of the program as well.
      accepted = try connection.send(command, mayBeKnown: true)
    } catch {
      // Otherwise it is not known whether it has arrived or is stored, which does not matter: it has its id.
      guard case .rejected(let rejected) = error else {
        throw ConsoleFailure(error).staying(terminal.theme.phrases.staysKept())
      }
      if rejected.isTemporary {
        throw ConsoleFailure(error).explained(by: [terminal.theme.phrases.staysKept()], status: 2)
      }
      if former != nil {
        try storing { store throws(ClientStoreFailure) in try store.refuse(command.id, rejected) }
      } else {
        try settle(command)
      }
      throw failure(error, of: command)
    }
    try settle(command)
    return (command, accepted)
  }

  /// Writes a command that may wait on a group as the server shows it. What is known of the group from before has it
  /// kept before the server is asked anything: so it is not lost when the server takes long to show the group, or does
  /// not.
  ///
  /// - Parameter make: makes the command; the same of the same group, with the same ids.
  /// - Returns: the group, the command's body, and the command as it was kept, if it was.
  func write(
    to group: GroupID, _ make: (GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) throws(ConsoleFailure) -> (view: GroupView, body: Command.OneOf_Body, ahead: Command?) {
    let ahead = isOffline ? nil : keepAhead(group, make)
    do throws(ConsoleFailure) {
      let view = try follow(group)
      let body = try make(view)
      // What is written on the group as it is may be something else.
      if let ahead, ahead.body != body { try settle(ahead.command) }
      return (view, body, ahead?.body == body ? ahead?.command : nil)
    } catch {
      guard let ahead else { throw error }
      // Who is told what is wrong gives it again.
      guard error.rejected == nil, error.status == 2 else {
        try settle(ahead.command)
        throw error
      }
      throw error.staying(terminal.theme.phrases.staysKept())
    }
  }

  /// Keeps a command as it is written on the group that was seen last; nil when that is not known, or would refuse it.
  private func keepAhead(
    _ group: GroupID, _ make: (GroupView) throws(ConsoleFailure) -> Command.OneOf_Body
  ) -> (command: Command, body: Command.OneOf_Body)? {
    guard (try? store.view(of: group)) != nil, let view = try? foreseen(group), let body = try? make(view) else { return nil }
    var command = command(body, to: group)
    guard (try? prepare(&command, for: group)) != nil, (try? store.keep(command, at: Present.now)) != nil else { return nil }
    return (command, body)
  }

  private func settle(_ command: Command) throws(ConsoleFailure) {
    try storing { store throws(ClientStoreFailure) in try store.settle(command.id) }
  }

  // MARK: Without a connection

  func seenGroups() throws(ConsoleFailure) -> [GroupSummary] {
    try storing { store throws(ClientStoreFailure) in try store.groups() }.map { seen in
      var summary = GroupSummary()
      summary.groupID = seen.id.description
      summary.name = seen.name
      return summary
    }
  }

  /// The group as it was seen last, and as what waits here will make it; says how old that is.
  func followOffline(_ group: GroupID) throws(ConsoleFailure) -> GroupView {
    let view = try foreseen(group)
    let seen = try storing { store throws(ClientStoreFailure) in try store.groups() }.first { $0.id == group }
    let phrases = terminal.theme.phrases
    terminal.complain([phrases.asSeen(ago: Screens.time(Present.now - (seen?.seenAt ?? 0), phrases))])
    return view
  }

  /// The same without a word.
  func foreseen(_ group: GroupID) throws(ConsoleFailure) -> GroupView {
    guard let seen = try storing({ store throws(ClientStoreFailure) in try store.view(of: group) }) else {
      // Nothing is known of it, so nothing can be done before the server is reached.
      _ = try online()
      throw ConsoleFailure(said: [terminal.theme.phrases.notComplete()], status: 1)
    }
    var view = named(seen)
    for kept in try waiting() where kept.command.groupID == group.description {
      // What cannot be any more is found out by the server, and told then.
      _ = try? view.foresee(kept.command, at: kept.keptAt)
    }
    return view
  }

  /// What waits to be sent, oldest first.
  private func waiting() throws(ConsoleFailure) -> [KeptCommand] {
    try storing { store throws(ClientStoreFailure) in try store.commands() }.filter { $0.rejected == nil }
  }

  /// The time that says which day it is, in milliseconds since 1970: the server's where it is reached, as the server
  /// fills in the day by its own.
  private var now: Int64 { (try? online())?.serverTime ?? Present.now }

  /// What would be refused by all that is known here is not kept. An entry without a date is of the day on which it is
  /// said, and one without names divides among those who share then, whenever it is sent.
  private func prepare(_ command: inout Command, for group: GroupID) throws(ConsoleFailure) {
    var view = try foreseen(group)
    view.complete(&command, at: now)
    do {
      _ = try view.foresee(command, at: now)
    } catch let rejection as Rejection {
      throw ConsoleFailure(rejection, of: command, in: view.state.shared)
    } catch {
      throw ConsoleFailure(["The group cannot take it: \(error)."], status: 1)
    }
  }

  /// An edit says which version it is of, and what waits here has none yet.
  func requireSent(_ entry: EntryState) throws(ConsoleFailure) {
    let isWaiting = try waiting().contains { $0.command.entryID == entry.id.description }
    guard isWaiting else { return }
    throw ConsoleFailure(ArgumentFault("\(terminal.theme.phrases.waitsItself(entry.description.printable))"))
  }

  /// Says that a command waits, and shows what will come of it as the feed does.
  func showKept(_ command: Command, _ view: GroupView) throws(ConsoleFailure) {
    guard !isJSON else { return terminal.write(KeptCommand(command: command, keptAt: Present.now).json) }
    var feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(view))
    var view = view
    if let update = try? view.foresee(command, at: Present.now) {
      terminal.write(feed.update(.changed(update, view)).flatMap { $0.lines(terminal.theme) })
    }
    terminal.write([terminal.theme.phrases.kept()])
  }

  // MARK: Sending what waited

  /// What became of what waited.
  struct Sent {
    var accepted: [(kept: KeptCommand, answer: Accepted)] = []
    var refused: [(kept: KeptCommand, failure: ConsoleFailure)] = []
    /// Why the rest waits on; nil: there is none.
    var stopped: ConsoleFailure?
  }

  /// Sends what waits, in the order in which it was given, each group's once the server has shown that it goes on from
  /// what was seen of it.
  ///
  /// What is refused stays until its user has decided about it; what the server cannot take just now waits on, and so
  /// does what stands behind it, in its group only if only that cannot be served or is not shown.
  func sendKept() throws(ConsoleFailure) -> Sent {
    var sent = Sent()
    var pace = SendingPace()
    var verified: Set<String> = []
    var unserved: Set<String> = []
    for kept in try waiting() where !unserved.contains(kept.command.groupID) {
      do throws(ConsoleFailure) {
        if verified.insert(kept.command.groupID).inserted { try verify(kept.command.groupID) }
        sent.accepted.append((kept, try sendInTurn(kept.command, &pace, isKept: true)))
        try settle(kept.command)
      } catch {
        guard let rejected = error.rejected, !rejected.isTemporary else {
          sent.stopped = sent.stopped ?? error
          guard error.concernsGroup else { return sent }
          unserved.insert(kept.command.groupID)
          continue
        }
        try storing { store throws(ClientStoreFailure) in try store.refuse(kept.command.id, rejected) }
        sent.refused.append((kept, try explained(error, rejected, kept.command)))
      }
    }
    return sent
  }

  /// Nothing is written on a history that is not the one that was seen (SPEC LN-08).
  private func verify(_ name: String) throws(ConsoleFailure) {
    guard let group = GroupID(name), !followed.contains(group), (try? store.view(of: group, by: Self.client)) != nil else { return }
    do throws(ConsoleFailure) {
      _ = try follow(group)
    } catch {
      // A person who may not follow a group may still be owed an answer, as after leaving it (CM-03).
      if let rejected = error.rejected, !rejected.isTemporary { return }
      throw error.isUnanswered && giveUp(group) ? error.ofGroup() : error
    }
  }

  /// Follows a group no more that the server does not show; whether it answers that, so that it can be asked for
  /// others.
  private func giveUp(_ group: GroupID) -> Bool {
    // Without a connection the client answers by itself.
    guard let connection = try? online(), connection.isReached else { return false }
    return (try? connection.unfollow(group)) != nil
  }

  /// Sends what waits before anything else is done, and says on standard error what came of it. Nothing of that keeps
  /// the rest from being done.
  public func sendKeptFirst() {
    guard !isOffline else { return }
    do throws(ConsoleFailure) {
      let sent = try sendKept()
      isKeptStuck = sent.stopped != nil
      let stopped = sent.stopped?.lines(in: terminal.theme.language) ?? []
      guard !sent.accepted.isEmpty || !sent.refused.isEmpty || !stopped.isEmpty else { return }
      terminal.complain(lines(of: sent) + stopped)
    } catch {
      terminal.complain(error.lines(in: terminal.theme.language))
    }
  }

  /// `hearth sync`.
  ///
  /// - Throws: when something was refused, after all else was sent, or when something waits on.
  public func sync() throws(ConsoleFailure) {
    let sent = try sendKept()
    if let stopped = sent.stopped {
      terminal.write(sent.accepted.map { line(of: $0.kept) })
      terminal.complain(refusals(of: sent))
      throw stopped
    }
    let groups = try self.groups().compactMap { GroupID($0.groupID) }
    for seen in try storing({ store throws(ClientStoreFailure) in try store.groups() }) where !groups.contains(seen.id) {
      try forget(seen.id)
    }
    for group in groups { _ = try follow(group) }
    let phrases = terminal.theme.phrases
    let done = sent.accepted.isEmpty && sent.refused.isEmpty ? [phrases.nothingWaits()] : sent.accepted.map { line(of: $0.kept) }
    show(
      done,
      json: sent.accepted.flatMap { WireFormat.line($0.answer) }
        + sent.refused.flatMap { KeptCommand(command: $0.kept.command, keptAt: $0.kept.keptAt, rejected: $0.failure.rejected).json })
    guard !sent.refused.isEmpty else { return }
    throw ConsoleFailure(said: refusals(of: sent), status: 1)
  }

  private func lines(of sent: Sent) -> [String] { sent.accepted.map { line(of: $0.kept) } + refusals(of: sent) }

  private func line(of kept: KeptCommand) -> String { terminal.theme.phrases.sent(kept.command.words(nil, terminal.theme.phrases)) }

  private func refusals(of sent: Sent) -> [String] {
    let phrases = terminal.theme.phrases
    return sent.refused.flatMap { kept, failure in
      [phrases.wasRefused(kept.command.words(nil, phrases))] + failure.lines(in: terminal.theme.language).map { "  " + $0 }
    } + (sent.refused.isEmpty ? [] : [phrases.refusalHint()])
  }

  /// `hearth outbox reapply`: sends what was refused once more, as a new command; an edit is then of the entry as it is
  /// now.
  public func reapply(_ name: String) throws(ConsoleFailure) {
    let kept = try OutboxSession.find(name, in: try storing { store throws(ClientStoreFailure) in try store.commands() })
    guard kept.rejected != nil, var body = kept.command.body, let group = GroupID(kept.command.groupID) else {
      throw ConsoleFailure(ArgumentFault("\(terminal.theme.phrases.waitsAnyway())"))
    }
    let view = try follow(group)
    if case .editEntry(var wish) = body, let current = EntryID(wish.entryID).flatMap({ view.state.shared.entries[$0] }) {
      wish.baseVersion = current.version.rawValue
      body = .editEntry(wish)
    }
    if case .addEntry(var wish) = body {
      // Who gives it once more has seen that somebody else has entered something like it.
      wish.guardDuplicates = false
      body = .addEntry(wish)
    }
    try show(body, to: group, view, insteadOf: kept.command.id)
  }

  /// The refusal, for an edit that clashes with all three versions of it (product N9).
  private func explained(_ failure: ConsoleFailure, _ rejected: Rejected, _ command: Command) throws(ConsoleFailure) -> ConsoleFailure {
    guard case .editEntry(let wish) = command.body, rejected.code == RejectionCode.conflict.rawValue,
      let group = GroupID(command.groupID), let id = EntryID(wish.entryID)
    else { return failure }
    let view = try follow(group)
    guard let theirs = view.state.shared.entries[id] else { return failure }
    let base = try entry(theirs, at: wish.baseVersion, in: view)
    guard let clash = EntryClash(rejected, base: base, theirs: theirs, wish.changes) else { return failure }
    return failure.explained(by: clash.lines(view.state.shared, terminal.theme))
  }
}

extension GroupView {
  /// Folds in what a command will bring about.
  ///
  /// - Throws: a `Rejection` or a `HistoryFault`; the view is then as it was.
  fileprivate mutating func foresee(_ command: Command, at instant: Int64) throws -> GroupUpdate {
    var next = state
    let holder = state.shared.member(member)?.holder ?? HolderID(high: 0, low: 0)
    let context = DecisionContext(holder: holder, now: instant, today: Present.day(instant, state.shared))
    let events = try next.foresee(command, context)
    state = next
    return GroupUpdate(
      group: state.group, kind: .live,
      events: events.map { ReplicaEvent(lane: $0.lane, position: marks[$0.lane]?.position ?? .start, event: $0.event, hash: nil) })
  }
}

extension ConsoleFailure {
  /// Whether it is said of one group, and others can be served.
  fileprivate var concernsGroup: Bool { isOfGroup || rejected?.concernsGroup == true }
}

extension Rejected {
  /// Whether nothing was decided about the command, and it may be taken later (SPEC CM-05).
  fileprivate var isTemporary: Bool { row?.isFinal == false }

  /// Whether it is said of one group, and others can be served.
  fileprivate var concernsGroup: Bool { code == RejectionCode.groupDamaged.rawValue || code == RejectionCode.resync.rawValue }
}

extension GroupView {
  /// Writes into a command that is kept what the server would fill in when it arrives (SPEC CM-15): the day, and who
  /// shares.
  ///
  /// - Parameter instant: milliseconds since 1970.
  fileprivate func complete(_ command: inout Command, at instant: Int64) {
    let day = Present.day(instant, state.shared).description
    switch command.body {
    case .addEntry?:
      if command.addEntry.content.date.isEmpty { command.addEntry.content.date = day }
      fillSplit(of: &command.addEntry.content, at: instant)
    case .setRecurring?:
      if command.setRecurring.content.recurrence.firstDate.isEmpty { command.setRecurring.content.recurrence.firstDate = day }
    default: break
    }
  }
}
