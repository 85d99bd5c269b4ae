import DequeModule
import EventStore
import HearthProtocol
import Ledger

/// One live group: takes commands and readers, decides in one order, and says what becomes durable and who sees what.
///
/// It is a pure state machine: the shell calls one function per input and carries out the effects in order. It must
/// never let anything of an event out before the event is durable: while an append is in flight, answers and new
/// readers wait. It must never show a lane to anyone whose role does not receive it. One room is driven by one loop
/// (`RoomHost` in HearthServer) or by a simulation.
///
/// It cannot be copied: beside a copy that lives, each change would copy what it changes, queue and tables too.
public struct Room: ~Copyable {
  /// The store's work for this room.
  enum Phase {
    /// Nothing in flight.
    case idle
    /// A batch is on its way to the disk.
    case appending(Batch)
    /// The store refused a batch; the group is being read again. What subscribers hold ends at `committed`.
    case reloading(committed: GroupSequence)
    /// The log turned out to reach further than subscribers do; the events between are being collected.
    case closingGap(CatchUpID)
  }

  /// A reader that arrived while a batch was in flight, or behind commands of its own connection.
  struct WaitingReader {
    enum Wish {
      case subscribe(Subscribe, WireFormat)
      case history(ReadHistory)
    }

    var wish: Wish
    var asker: Asker
    var origin: Origin
    /// The last command that it stands behind.
    var behind: CommandNumber
    /// Whether the connection did not ask to begin anew.
    var isUnasked = false
  }

  /// Bounds.
  public let limits: RoomLimits
  /// Counts restores of the history from a backup; a client's cursors hold within one epoch.
  public let epoch: UInt64
  /// What the log says, including the batch in flight.
  public internal(set) var history: GroupHistory

  var phase: Phase = .idle
  /// True when a batch was given up whose outcome is not known: the group is read, and not changed, until it has been
  /// read again (`recheck`).
  public private(set) var isInDoubt = false
  /// Whether the group is being read again though nothing of it is in doubt.
  var isRereading = false
  var queue: Deque<Submission> = []
  /// Bytes of the commands that wait or are being made durable, as they came.
  public internal(set) var heldBytes = 0
  /// How many commands the room has taken.
  var takenCount: CommandNumber = 0
  var refused: RefusedCommands
  var waitingReaders: [WaitingReader] = []
  var subscriptions: [PeerID: Subscription] = [:]
  var recipients: [Lane: Recipients] = [:]
  /// The members of whom nothing is told to others, as far as it is durable.
  var separations: Separations
  var catchUps: [CatchUpID: CatchUp] = [:]
  var catchUpCount: UInt64 = 0
  /// The connections for which something is being collected, also those that want something else by now.
  var gathering: [CatchUpID: PeerID] = [:]
  /// States of which some readers have got, or get, snapshots in pieces; the newest last (SPEC SB-09).
  var formerStates: [GroupHistory] = []
  /// When they are forgotten, milliseconds since 1970; nil: that is said at the end of the turn.
  private var formerStatesUntil: Int64?
  /// The last event that was delivered.
  var delivered: GroupSequence
  /// Answers to connections that are catching up; they follow the events.
  var heldAnswers: [PeerID: [RoomEffect]] = [:]
  /// The drafts of members (SPEC PR-06); none stays for long.
  var drafts: [MemberID: MemberDraft] = [:]
  var salts: SaltSource
  var lastSnapshot: LastSnapshot
  /// The plan that is being reckoned, and for which everything queued waits.
  private var awaitedPlan: PlanWork?
  /// How far the words of a member are erased; nil: nothing was done for it since the room was opened.
  var erasure: Erasure?
  /// When an erasure could not go on last, milliseconds since 1970.
  var erasureFailedAt: Int64?
  /// When a batch with entries that the server books by itself was last refused, milliseconds since 1970.
  var dueFailedAt: Int64?
  /// The outcomes of commands since the shell asked last.
  private var outcomes: [CommandOutcome] = []
  /// The outcomes of the batch that is decided or in flight, in their order, for when it is stored.
  var pendingOutcomes: [CommandOutcome] = []
  /// Webhooks that are to be paused in the next batch.
  var webhookPauses: [WebhookPauseWish] = []
  /// The bills of commands since the shell asked last.
  var bills: [Bill] = []

  /// Opens a room over what was loaded.
  ///
  /// - Parameters:
  ///   - history: what the log says.
  ///   - epoch: see `epoch`.
  ///   - saltSeed: 32 unpredictable bytes, never used twice.
  public init(history: GroupHistory, epoch: UInt64, saltSeed: [UInt8], limits: RoomLimits = RoomLimits()) {
    self.history = history
    self.epoch = epoch
    self.limits = limits
    refused = RefusedCommands(most: limits.refusalsMax, mostOfOne: limits.refusalsOfOneMax)
    salts = SaltSource(seed: saltSeed)
    // Unlike those of a room that held the group before, whose work may still come back.
    catchUpCount = saltSeed.prefix(7).reduce(0) { $0 << 8 | UInt64($1) }
    lastSnapshot = LastSnapshot(readWith: history)
    delivered = history.sequence
    separations = Separations(history.state)
  }

  /// The group.
  public var group: GroupID { history.group }

  /// The IANA name of the group's time zone; a group without settings has UTC.
  public var zoneName: String { history.state.shared.settings?.timeZone ?? "UTC" }

  /// True when nothing is queued, in flight, in doubt, subscribed or to be erased: the room may leave memory.
  public var isIdle: Bool {
    guard case .idle = phase, !isInDoubt else { return false }
    return queue.isEmpty && waitingReaders.isEmpty && subscriptions.isEmpty && catchUps.isEmpty && !isErasing
  }

  /// True when every accepted command has been answered: nothing is queued or in flight.
  public var isSettled: Bool {
    guard case .idle = phase else { return false }
    return queue.isEmpty
  }

  /// When the group is to be deleted, in milliseconds since 1970; nil: nobody has asked for it.
  public var purgeAt: Int64? { history.state.shared.settings?.purgeAt }

  /// Whether the group has anything that makes it due one day: a rule, an allowance, its deletion, or an erasure.
  public var mayBeDue: Bool { !history.state.shared.recurring.rules.isEmpty || history.state.hasAllowances || purgeAt != nil || isErasing }

  /// Whether the end of a turn may have something to do: commands are queued, or something will be due one day.
  public var mayHaveWork: Bool { awaitedPlan == nil && (!queue.isEmpty || due != nil || !webhookPauses.isEmpty || mayErase) }

  /// True when the history holds nothing but what is durable.
  public var isCommitted: Bool { if case .idle = phase { true } else { false } }

  /// Counts the commands that a room was given, from 1.
  public typealias CommandNumber = UInt64

  /// The last command of a connection that is queued; 0 when there is none. What the connection asks now stands behind
  /// it (SPEC CM-07).
  public func lastCommand(of peer: PeerID) -> CommandNumber {
    queue.lastIndex { $0.origin.peer == peer }.map { takenCount - CommandNumber(queue.count - 1 - $0) } ?? 0
  }

  /// The last command of which the history holds what became of it; nil while it holds anything that is not durable.
  public var answeredCommands: CommandNumber? { isCommitted ? takenCount - CommandNumber(queue.count) : nil }

  /// Whether the history holds what became of a command, and nothing but what is durable.
  public func isAnswered(_ command: CommandNumber) -> Bool { answeredCommands.map { $0 >= command } ?? false }

  /// True while a batch is on its way to the disk.
  public var isAppending: Bool { if case .appending = phase { true } else { false } }

  /// The connections that are owed something: an answer to a queued command, or what they wanted to read.
  public var waitingPeers: Set<PeerID> {
    var peers = Set(queue.map(\.origin.peer))
    for reader in waitingReaders { peers.insert(reader.origin.peer) }
    for catchUp in catchUps.values { peers.insert(catchUp.origin.peer) }
    return peers
  }

  /// Whether a connection follows the group or waits for it.
  public func isReader(_ peer: PeerID) -> Bool {
    subscriptions[peer] != nil || catchUps.values.contains { $0.origin.peer == peer }
      || waitingReaders.contains { $0.isSubscriber && $0.origin.peer == peer }
  }

  /// Takes a command. It is decided at the end of the turn, together with all others of the turn.
  public mutating func submit(_ submission: Submission) -> [RoomEffect] {
    guard heldAnswers[submission.origin.peer]?.count ?? 0 < limits.heldAnswersMax, queue.count < limits.queuedCommandsMax,
      heldBytes + submission.sizeBytes <= limits.heldBytesMax
    else {
      let refusal = submission.undecided(.overloaded(retryAfterMilliseconds: 1_000))
      outcomes.append(CommandOutcome(kind: submission.command.kind, refusal: RejectionCode(rawValue: refusal.code) ?? .overloaded))
      return [.answer(.rejected(refusal, to: submission.command, request: submission.origin.request), submission.origin.peer)]
    }
    queue.append(submission)
    heldBytes += submission.sizeBytes
    takenCount += 1
    return []
  }

  /// Ends a turn of the loop: books what is due and decides everything queued, unless an append is in flight.
  ///
  /// - Parameters:
  ///   - now: the server's instant in milliseconds since 1970.
  ///   - today: the civil date in the group's time zone.
  ///   - settled: the instant by which things end (SPEC TM-03); nil where there is one clock only.
  ///   - settledDay: the date up to which what is due is booked.
  ///   - isDiskShort: whether nothing is booked, since what is left of the disk is kept for what protects somebody
  ///     (SPEC ER-05).
  ///   - isStoreAway: whether nothing can be stored now: commands are refused before they are decided.
  public mutating func endTurn(
    now: Int64, today: CivilDate, settled: Int64? = nil, settledDay: CivilDate, isDiskShort: Bool = false, isStoreAway: Bool = false
  ) -> [RoomEffect] {
    let settled = settled ?? now
    forgetFormerStates(now)
    if isStoreAway || isInDoubt { return refuseQueue() }
    let books = !isDiskShort && isDue(settled: settled, today: settledDay)
    let erases = isErasureDue(settled: settled)
    guard case .idle = phase, awaitedPlan == nil, !queue.isEmpty || books || !webhookPauses.isEmpty || erases else { return [] }
    var effects: [RoomEffect] = erases ? lookForWords() : []
    var batch = Batch(expected: history.sequence)
    batch.decidedAt = settled
    if limits.keepsCommitted { batch.committed = history }
    eraseFound(now: now, into: &batch)
    if books { bookDue(now: now, today: settledDay, into: &batch) }
    pauseWebhooks(now: now, into: &batch)
    decideQueue(now: now, settled: settled, today: today, into: &batch)
    if batch.isBroken { return abandon(batch, refusal: .unavailable()) }
    if batch.events.isEmpty {
      remember(batch.refusals)
      noteOutcomes()
      heldBytes -= batch.sizeBytes
      effects += letOut(batch.answers) + admitWaitingReaders()
    } else {
      var append = AppendBatch(
        group: group, expected: batch.expected, events: batch.events.map(\.stored), projections: batch.projections, notes: batch.notes)
      (append.replacements, append.endsReplacing) = (batch.replacements, batch.endsErasure)
      effects.append(.append(append))
      phase = .appending(batch)
    }
    if let wanted = batch.wanted {
      awaitedPlan = wanted.plan
      effects.append(.reckon(wanted.plan, for: wanted.asker))
    }
    return effects
  }

  /// A plan was reckoned: the next turn goes on with what waited for it. One that a former room of the group wanted is
  /// nothing to this one.
  public mutating func reckoned(_ plan: SettlementPlan, of work: PlanWork) {
    guard work == awaitedPlan else { return }
    awaitedPlan = nil
    history.state.keep(plan, of: work)
  }

  /// Keeps a state whose snapshots somebody gets in pieces.
  mutating func keep(_ state: GroupHistory) {
    // By what all lanes of the group say: what happens in a member's own lane takes nothing from others (SPEC LN-09).
    func isSame(_ other: GroupHistory) -> Bool {
      [Lane.shared, .admin, .income].allSatisfy { other.head(of: $0).position == state.head(of: $0).position }
    }
    formerStates.removeAll(where: isSame)
    formerStates.append(state)
    formerStates[formerStates.count - 1].recent = nil
    if formerStates.count > limits.formerStatesMax { formerStates.removeFirst() }
    formerStatesUntil = nil
  }

  private mutating func forgetFormerStates(_ now: Int64) {
    guard !formerStates.isEmpty else { return }
    let until = formerStatesUntil ?? now + limits.formerStatesMilliseconds
    formerStatesUntil = until
    if now >= until, !catchUps.values.contains(where: \.isBegun) { formerStates = [] }
  }

  /// The store's answer to the append in flight.
  public mutating func appended(_ result: Result<Void, StoreFailure>) -> [RoomEffect] {
    guard case .appending(let batch) = phase else { return [] }
    switch result {
    case .success:
      phase = .idle
      heldBytes -= batch.sizeBytes
      remember(batch.refusals)
      noteOutcomes()
      if batch.dueCount > 0 { dueFailedAt = nil }
      if batch.erases { forgetFormerWords(isAtEnd: batch.endsErasure) }
      // The store has removed the snapshots in the same commit, and the words that are erased are not kept here.
      if !batch.replacements.isEmpty {
        lastSnapshot.bytes = nil
        forgetRecent()
      }
      var delivered = batch.tokenEndings + deliver(batch.events, answers: batch.answers, except: batch.lost)
      if batch.endsErasure { delivered += saveSnapshot() }
      if batch.changesPresence { delivered += followSeparations() }
      delivered += endLostDrafts() + notices(of: batch.events)
      return delivered + (batch.changesAudience || !batch.moved.isEmpty ? restartMovedReaders() : []) + admitWaitingReaders()
    case .failure(.away):
      guard let committed = batch.committed else { return abandon(batch, refusal: .unavailable()) }
      history = committed
      isInDoubt = true
      let effects = refuse(batch, .unavailable())
      phase = .idle
      return effects + followSeparations() + endLostDrafts() + admitWaitingReaders()
    case .failure(let failure):
      return abandon(batch, refusal: failure == .full ? .storageFull() : .unavailable())
    }
  }

  /// The notices of events that have just become durable, for members outside the server (SPEC NP-04, NP-06).
  private func notices(of events: [CommittedEvent]) -> [RoomEffect] {
    guard limits.sendsNotices || limits.tellsDevices else { return [] }
    let events = events.map { ($0.event, $0.stored.lane) }
    let notices = limits.sendsNotices ? history.state.notices(of: events) : []
    let deviceNotices = limits.tellsDevices ? history.state.deviceNotices(of: events) : []
    return (notices.isEmpty ? [] : [.notify(notices)]) + (deviceNotices.isEmpty ? [] : [.tellDevices(deviceNotices)])
  }

  /// Refuses what is queued, since nothing can be stored.
  private mutating func refuseQueue() -> [RoomEffect] {
    guard case .idle = phase, awaitedPlan == nil, !queue.isEmpty else { return [] }
    var effects: [RoomEffect] = []
    for submission in queue {
      heldBytes -= submission.sizeBytes
      outcomes.append(CommandOutcome(kind: submission.command.kind, refusal: .unavailable))
      effects.append(
        .answer(.rejected(.unavailable(), to: submission.command, request: submission.origin.request), submission.origin.peer))
    }
    queue.removeAll()
    return letOut(effects) + admitWaitingReaders()
  }

  /// Has the group read again, now that the store is back; ends in `reloaded`, or in `recheckFailed`.
  public mutating func recheck() -> [RoomEffect] {
    guard isInDoubt, case .idle = phase else { return [] }
    phase = .reloading(committed: history.sequence)
    return [.reload]
  }

  /// The store was away again.
  ///
  /// - Returns: nil when there is nothing to go on with: what the room has is not what was committed.
  public mutating func recheckFailed() -> [RoomEffect]? {
    guard mayGoOn, case .reloading = phase else { return nil }
    isRereading = false
    phase = .idle
    return admitWaitingReaders()
  }

  /// Takes the bills of commands since the last call.
  public mutating func takeBills() -> [Bill] {
    defer { bills = [] }
    return bills
  }

  /// Gives what became of commands since this was asked last; each is given once.
  public mutating func takeOutcomes(_ take: (CommandOutcome) -> Void) {
    guard !outcomes.isEmpty else { return }
    for outcome in outcomes { take(outcome) }
    outcomes.removeAll(keepingCapacity: true)
  }

  /// The pending outcomes have come true, or all of them became the refusal.
  private mutating func noteOutcomes(insteadRefused refusal: RejectionCode? = nil) {
    for outcome in pendingOutcomes { outcomes.append(refusal.map { CommandOutcome(kind: outcome.kind, refusal: $0) } ?? outcome) }
    pendingOutcomes.removeAll(keepingCapacity: true)
  }

  private mutating func remember(_ refusals: Batch.Refusals) {
    for key in refusals.order { if let refusal = refusals[key] { refused.note(refusal, of: key) } }
  }

  /// Refuses everything in a batch that was not stored and goes back to what is stored.
  private mutating func abandon(_ batch: Batch, refusal: Rejected) -> [RoomEffect] {
    phase = .reloading(committed: batch.expected)
    return refuse(batch, refusal) + [.reload]
  }

  private mutating func refuse(_ batch: Batch, _ refusal: Rejected) -> [RoomEffect] {
    heldBytes -= batch.sizeBytes
    if batch.dueCount > 0 { dueFailedAt = batch.decidedAt }
    if batch.erases { dropErasure(at: batch.decidedAt) }
    noteOutcomes(insteadRefused: RejectionCode(rawValue: refusal.code) ?? .unavailable)
    return batch.submissions.map { submission in
      .answer(.rejected(refusal, to: submission.command, request: submission.origin.request), submission.origin.peer)
    }
  }

  /// The group as read again after a refused batch. What subscribers hold was committed, so they stay.
  ///
  /// A store may have kept a batch that it reported as failed, or the log may have grown elsewhere: then subscribers
  /// are sent the events between before anything else happens (SPEC LN-02).
  public mutating func reloaded(_ history: GroupHistory) -> [RoomEffect] {
    guard case .reloading(let committed) = phase else { return [] }
    (isInDoubt, isRereading) = (false, false)
    self.history = history
    lastSnapshot = LastSnapshot(readWith: history)
    // Before anything of the gap is sent: nobody was told what those batches take away.
    let tokenEndings = history.sequence > committed ? tokenEndings() : []
    guard history.sequence > committed, !subscriptions.isEmpty || !catchUps.isEmpty else {
      phase = .idle
      delivered = history.sequence
      return tokenEndings + followSeparations() + endLostDrafts() + admitWaitingReaders()
    }
    catchUpCount += 1
    let id = CatchUpID(rawValue: catchUpCount)
    phase = .closingGap(id)
    return tokenEndings + [
      .gather(
        CatchUpWork(
          id: id, tailAfter: committed, wanted: nil, until: history.sequence, snapshotLanes: [], history: history, format: .protobuf))
    ]
  }

  /// Ends the tokens that members may not have now, whichever event took the right away. Where they have ended already
  /// that does nothing.
  private func tokenEndings() -> [RoomEffect] {
    history.lostTokens.map { .endTokens($0.holder, readersStay: $0.readersStay) }
  }

  /// Lets out what has just become durable: first the events, then the answers, so that whoever reads an answer has
  /// read its events.
  ///
  /// - Parameter lost: connections that lost a lane, and the event behind which they get nothing of it.
  mutating func deliver(
    _ events: [CommittedEvent], answers: [RoomEffect], except lost: [Lane: [(peer: PeerID?, after: LanePosition)]] = [:]
  ) -> [RoomEffect] {
    var effects: [RoomEffect] = []
    for (lane, events) in events.byLane {
      effects += deliver(events, of: lane, except: lost[lane] ?? [])
      if lane == .shared { effects += endDrafts(enteredBy: events) }
      for id in catchUps.keys {
        catchUps[id]?.collect(events, of: lane, most: limits.tailEventsMax, bytesMost: limits.collectedBytesMax)
      }
    }
    if let last = events.last { delivered = last.stored.sequence }
    effects += letOut(answers)
    if history.sequence.rawValue - lastSnapshot.sequence.rawValue >= UInt64(limits.snapshotEveryEvents) { effects += saveSnapshot() }
    return effects
  }

  /// Words were erased: what the room keeps of the group as it was goes too.
  private mutating func forgetFormerWords(isAtEnd: Bool) {
    formerStates = []
    erasureFailedAt = nil
    if isAtEnd { erasure = nil }
  }

  /// Lets answers out, except those to connections that are catching up: a subscriber has a command's event before its
  /// answer (SPEC CM-07).
  private mutating func letOut(_ answers: [RoomEffect]) -> [RoomEffect] {
    guard !waitingReaders.isEmpty || !catchUps.isEmpty else { return answers }
    var effects: [RoomEffect] = []
    for answer in answers {
      if case .answer(_, let peer) = answer, subscriptions[peer] == nil, isReader(peer) {
        heldAnswers[peer, default: []].append(answer)
      } else {
        effects.append(answer)
      }
    }
    return effects
  }

  mutating func admitWaitingReaders() -> [RoomEffect] {
    let waiting = waitingReaders
    waitingReaders = waiting.filter { !isAnswered($0.behind) }
    var effects: [RoomEffect] = []
    for reader in waiting where isAnswered(reader.behind) {
      switch reader.wish {
      case .subscribe(let subscribe, let format):
        effects += begin(subscribe, asker: reader.asker, origin: reader.origin, format: format, isUnasked: reader.isUnasked)
      case .history(let read): effects += show(read, asker: reader.asker, origin: reader.origin)
      }
    }
    return effects
  }
}
