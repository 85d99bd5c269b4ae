import EventStore
import HearthProtocol
import Ledger
import Room

/// Keeps the live rooms of one loop: opens them on the first visit, turns them in each turn of the loop, carries their
/// effects to the shell, and lets idle ones leave memory.
///
/// It must never block and never touch a room from another loop. The server's loop drives it.
final class RoomHost {
  /// Bounds, each with its consequence.
  struct Limits {
    /// Limit: groups in memory at once; for one more the least recently visited idle one leaves, and when none is idle
    /// the visitor is answered `overloaded`.
    var roomsMax = 10_000
    /// Limit: visits that wait for one group to be read; one more is answered `overloaded`.
    var waitingMax = 1_000
    /// How long a room without subscribers stays in memory, in milliseconds.
    var idleMilliseconds: Int64 = 60_000
    /// How long a room keeps the last events for others who come back, behind the last who did, in milliseconds.
    var recentMilliseconds: Int64 = 10_000
    /// Of each room.
    var room = RoomLimits()
  }

  /// The clocks, read once in each half of a turn.
  struct Instant {
    /// Milliseconds since 1970.
    var wall: Int64
    /// The same, for what ends and what cannot be taken back: see `SettledClock`.
    var settled: Int64
    /// Milliseconds of the monotonic clock.
    var monotonic: Int64
  }

  unowned let shell: any RoomShell
  let limits: Limits
  /// Whether groups are deleted when their time has come.
  let purges: Bool
  let makeSeed: () -> [UInt8]
  var slots: [GroupID: RoomSlot] = [:]
  /// For the operator.
  var counts = RoomCounts()
  private var dirty: [RoomSlot] = []
  /// The groups that go to another node.
  var leaving: Set<GroupID> = []
  /// Groups in which somebody may be entering something, and those that may be in doubt, so that each tick looks at
  /// these alone.
  private var drafting: Set<GroupID> = []
  var doubted: Set<GroupID> = []
  /// Whether it was found out in this turn that all rooms are needed.
  private var isFull = false
  /// The groups of this loop that a peer follows or has asked to follow, from its first such request until its
  /// connection is gone.
  var peers: [PeerID: Set<GroupID>] = [:]
  /// The groups that a peer followed until they moved, cannot follow now and is about to ask for again. Until it does,
  /// a command of its is `unavailable`: its answer would come before its event (SPEC CM-07).
  var aboutToGoOn: [PeerID: Set<GroupID>] = [:]

  /// - Parameters:
  ///   - purges: whether groups are deleted when their time has come.
  ///   - makeSeed: gives 32 unpredictable bytes each time.
  init(shell: any RoomShell, limits: Limits, purges: Bool, makeSeed: @escaping () -> [UInt8]) {
    self.shell = shell
    self.limits = limits
    self.purges = purges
    self.makeSeed = makeSeed
  }

  /// Groups in memory.
  var roomCount: Int { slots.count }

  /// True when every accepted command of every room has been answered.
  var isSettled: Bool {
    slots.values.allSatisfy { $0.room?.isSettled ?? ($0.waiting.isEmpty && $0.relay.map { $0.askedCount == 0 } ?? true) }
  }

  // MARK: Visits

  /// Takes a session's request to its group.
  func take(_ request: RoomRequest, for group: GroupID, now: Instant) {
    switch request {
    case .submit(let submission) where aboutToGoOn[submission.origin.peer]?.contains(group) == true:
      return refuse(request, of: group, .unavailable())
    case .subscribe(_, _, let origin, _, _, _), .unsubscribe(let origin, _): staysAway(origin.peer, from: group)
    default: break
    }
    if let slot = slots[group], slot.relay != nil {
      if case .subscribe(_, _, let origin, _, _, _) = request, !origin.peer.isRemote { peers[origin.peer, default: []].insert(group) }
      return relay(request, slot, now: now)
    }
    switch request {
    case .submit(let submission): submit(submission, to: group, now: now)
    case .subscribe: self.subscribe(request, to: group, now: now)
    case .unsubscribe(let origin, let number): unsubscribe(origin, from: group, number: number)
    case .tell(let told, let origin): tell(told, origin, in: group, now: now)
    case .tellDraft(let told, let origin): if !shell.isStoreAway { tell(told, origin, in: group, now: now) }
    case .readHistory(let read, let asker, let origin): readHistory(read, of: group, asker: asker, origin: origin, now: now)
    case .look(let look): self.look(look, at: group, now: now)
    case .streamed(let id, let outcome): streamed(id, of: group, outcome)
    case .nextPiece: break
    case .mayAnswer(_, let peer, let questioner, _): if questioner != nil { shell.pass(.readEnded(peer), to: peer) }
    }
  }

  /// Takes a command to its group.
  private func submit(_ submission: Submission, to group: GroupID, now: Instant) {
    // Nearly always the group is open, and nothing need be kept for later.
    if let slot = slots[group], slot.room != nil, slot.leaving == nil {
      slot.visitedAt = now.monotonic
      return submit(submission, slot)
    }
    visit(group, now: now, for: .submit(submission), bringing: submission.sizeBytes) { [self] slot in
      submit(submission, slot)
    } refuse: { [self] in
      refuse(.submit(submission), of: group, $0)
    }
  }

  private func submit(_ submission: Submission, _ slot: RoomSlot) {
    guard let zoneName = slot.room?.zoneName else { return }
    var submission = submission
    submission.saidOn = slot.calendar.day(saidIn: submission.command, zoneName: zoneName)
    guard let effects = slot.room?.submit(submission) else { return }
    charge(slot)
    markDirty(slot)
    perform(effects, slot)
  }

  func forget(_ peer: PeerID, _ group: GroupID, _ number: SubscriptionNumber) {
    peers[peer]?.remove(group)
    shell.pass(.unfollowed(group, number, peer), to: peer)
  }

  /// Takes a reader of history to its group.
  private func readHistory(_ read: ReadHistory, of group: GroupID, asker: Asker, origin: Origin, now: Instant) {
    let request = RoomRequest.readHistory(read, asker: asker, origin: origin)
    visit(group, now: now, for: request) { [self] slot in
      guard let effects = slot.room?.readHistory(read, asker: asker, origin: origin) else { return }
      perform(effects, slot)
    } refuse: { [self] in
      refuse(request, of: group, $0)
    }
  }

  /// Answers a session's request with a refusal. The group may be anywhere or nowhere.
  func refuse(_ request: RoomRequest, of group: GroupID, _ rejected: Rejected) {
    switch request {
    case .submit(let submission):
      var rejected = submission.undecided(rejected)
      counts.add(CommandOutcome(kind: submission.command.kind, refusal: RejectionCode(rawValue: rejected.code) ?? .unavailable))
      // In the ledger's words, whether the group was deleted, is one of others or never was (SPEC ER-04).
      if rejected.code == RejectionCode.notFound.rawValue { rejected = Rejected(Rejection.notFound(field: "group_id")) }
      let origin = submission.origin
      refuse(.rejected(rejected, to: submission.command, request: origin.request), group: group, to: origin.peer)
    case .subscribe(_, _, let origin, _, _, let begin) where begin != .goesOn && follows(origin.peer, group):
      // What it follows already goes on.
      refuse(.rejected(rejected, group: group, request: origin.request), group: group, to: origin.peer)
    case .subscribe(_, _, let origin, _, let number, .goesOn):
      end(origin.peer, group)
      peers[origin.peer]?.remove(group)
      waitToGoOn(origin.peer, group)
      shell.pass(.cannotGoOn(group, number, rejected, origin), to: origin.peer)
    case .subscribe(_, _, let origin, _, let number, _):
      forget(origin.peer, group, number)
      refuse(.rejected(rejected, group: group, request: origin.request), group: group, to: origin.peer)
    case .unsubscribe(let origin, let number): unsubscribe(origin, from: group, number: number)
    case .readHistory(_, _, let origin), .tell(_, let origin), .tellDraft(_, let origin):
      refuse(.rejected(rejected, group: group, request: origin.request), group: group, to: origin.peer)
    case .look(let look): refuse(look, at: group, rejected)
    case .mayAnswer(_, let peer, let questioner, _): if questioner != nil { shell.pass(.readEnded(peer), to: peer) }
    case .streamed, .nextPiece: break
    }
  }

  /// Shows a group's committed state to whoever looks: at once, or when the batch in flight and the connection's own
  /// commands have been answered.
  private func look(_ look: Look, at group: GroupID, now: Instant) {
    visit(group, now: now, for: .look(look)) { [self] slot in
      guard let behind = slot.room?.lastCommand(of: look.peer) else { return refuse(look, at: group, .unavailable()) }
      if slot.room?.isAnswered(behind) == true, let state = slot.room?.history.state { return show(state, to: look, now: now) }
      guard slot.looks.count < limits.waitingMax else { return refuse(look, at: group, .overloaded(retryAfterMilliseconds: 1_000)) }
      slot.looks.append((look, now, behind))
    } refuse: { [self] in
      refuse(look, at: group, $0)
    }
  }

  /// Lets those look whose wait is over.
  func showCommitted(_ slot: RoomSlot) {
    guard !slot.looks.isEmpty, let answered = slot.room?.answeredCommands, let state = slot.room?.history.state else { return }
    let looks = slot.looks.filter { $0.behind <= answered }
    slot.looks.removeAll { $0.behind <= answered }
    for (look, now, _) in looks { show(state, to: look, now: now) }
  }

  private func show(_ state: GroupState, to look: Look, now: Instant) {
    switch look {
    case .preview(let invite, let displayName, let holder, let origin):
      guard let preview = state.preview(of: invite, at: now.settled, displayName: displayName, for: holder) else {
        return refuse(look, at: state.group, Rejected(.inviteInvalid))
      }
      var answer = ServerMessage()
      answer.request = origin.request
      answer.invitePreview = preview
      shell.send(answer, to: origin.peer)
    case .summary(let holder, let listing, let peer):
      shell.pass(.listed(state.summary(for: holder), state.group, listing, peer), to: peer)
    case .question(let question, let holder, let origin):
      guard state.member(holding: holder) != nil else { return refuse(look, at: state.group, .notFound()) }
      // The copy costs nothing, and what is found in it may take a while.
      shell.pass(.answer(question, state, holder, now: now, origin), to: origin.peer)
    case .attachment(let wish, let minor, let holder, let peer):
      shell.pass(.attachment(state.access(of: holder, to: wish, ofMinor: minor), peer), to: peer)
    case .token(let errand, let holder, let origin):
      var refusal: Rejected?
      do throws(Rejection) {
        try state.requireToken(writing: errand.access == .write, for: holder)
      } catch {
        refusal = state.member(holding: holder) == nil ? .notFound() : Rejected(error)
      }
      shell.pass(.token(errand, state.group, refusal, origin), to: origin.peer)
    }
  }

  func refuse(_ look: Look, at group: GroupID, _ rejected: Rejected) {
    switch look {
    case .preview(_, _, _, let origin): shell.send(.rejected(rejected, request: origin.request), to: origin.peer)
    case .summary(_, let listing, let peer):
      guard rejected.code != RejectionCode.notFound.rawValue else { return shell.pass(.listed(nil, group, listing, peer), to: peer) }
      // It is listed all the same: the person is in it, and must not read that they are in none.
      var summary = GroupSummary()
      summary.groupID = group.description
      summary.damaged = rejected.code == RejectionCode.groupDamaged.rawValue
      shell.pass(.listed(summary, group, listing, peer), to: peer)
    case .question(_, _, let origin): refuse(.rejected(rejected, group: group, request: origin.request), group: group, to: origin.peer)
    case .token(let errand, _, let origin): shell.pass(.token(errand, group, rejected, origin), to: origin.peer)
    case .attachment(_, _, _, let peer):
      // A damaged group is as good as none to whoever may not be in it (SPEC ER-04).
      let isUnknown = [RejectionCode.groupDamaged.rawValue, RejectionCode.notFound.rawValue].contains(rejected.code)
      shell.pass(.attachment(isUnknown ? .unknown : .unavailable, peer), to: peer)
    }
  }

  private func refuse(_ refusal: ServerMessage, group: GroupID, to peer: PeerID) {
    if refusal.rejected.code == RejectionCode.groupDamaged.rawValue {
      shell.pass(.refuseDamaged(refusal, group, peer), to: peer)
    } else {
      shell.send(refusal, to: peer)
    }
  }

  /// Ends a peer's subscription to one group, in its turn behind what it asked of the group before, and says so.
  private func unsubscribe(_ origin: Origin, from group: GroupID, number: SubscriptionNumber) {
    var answer = ServerMessage()
    answer.request = origin.request
    answer.unsubscribed.groupID = group.description
    let finish = { [self] in
      forget(origin.peer, group, number)
      end(origin.peer, group)
      shell.send(answer, to: origin.peer)
    }
    guard let slot = slots[group], slot.room == nil || slot.leaving != nil, slot.relay == nil, slot.refusal == nil,
      slot.waiting.count < limits.waitingMax
    else { return finish() }
    slot.waiting.append((.unsubscribe(origin, number), { _ in finish() }, { _ in finish() }))
  }

  /// Passes on where a subscriber stands. A subscriber has the group open, so it is opened for nobody.
  private func tell(_ told: TellHeads, _ origin: Origin, in group: GroupID, now: Instant) {
    guard let slot = slots[group], let effects = slot.room?.tell(told, origin: origin, now: now.monotonic) else {
      return refuse(.rejected(.notFound(), group: group, request: origin.request), group: group, to: origin.peer)
    }
    perform(effects, slot)
  }

  /// Shows the others what a subscriber is entering.
  private func tell(_ told: TellDraft, _ origin: Origin, in group: GroupID, now: Instant) {
    guard let slot = slots[group], let effects = slot.room?.tell(told, origin: origin, now: now.monotonic) else {
      return refuse(.rejected(.notFound(), group: group, request: origin.request), group: group, to: origin.peer)
    }
    drafting.insert(group)
    perform(effects, slot)
  }

  /// Tells what waits of drafts, and ends those of which nothing was heard for long (SPEC PR-08).
  func tickDrafts(now: Instant) {
    for group in drafting {
      guard let slot = slots[group], slot.room?.hasDrafts == true else {
        drafting.remove(group)
        continue
      }
      if let effects = slot.room?.tickDrafts(now: now.monotonic) { perform(effects, slot) }
    }
  }

  private func end(_ peer: PeerID, _ group: GroupID) {
    guard let slot = slots[group] else { return }
    forgetAhead(peer, slot)
    if let effects = slot.room?.unsubscribe(peer) { perform(effects, slot) }
  }

  /// Whether a peer follows a group, here or at another node.
  private func follows(_ peer: PeerID, _ group: GroupID) -> Bool {
    guard let slot = slots[group] else { return false }
    return slot.room?.isReader(peer) == true || slot.relay?.readers(peer) == true
  }

  /// The peer's connection is gone.
  func disconnected(_ peer: PeerID) {
    aboutToGoOn[peer] = nil
    for group in peers.removeValue(forKey: peer) ?? [] {
      if let relay = slots[group]?.relay { leave(peer, relay) } else { end(peer, group) }
    }
  }

  /// Goes to a group that is open, or waits until it has been read.
  ///
  /// - Parameters:
  ///   - request: what another node is asked if it has the group; nil: nothing, and the visit is refused.
  ///   - sizeBytes: of the command that is kept meanwhile; what waits in one group is as much as a room would hold.
  ///   - body: what is done there.
  ///   - refuse: called instead when the group cannot be served.
  func visit(
    _ group: GroupID, now: Instant, for request: RoomRequest? = nil, bringing sizeBytes: Int = 0, _ body: @escaping RoomSlot.Visit,
    refuse: @escaping RoomSlot.Refuse
  ) {
    let slot: RoomSlot
    if let known = slots[group] {
      slot = known
    } else {
      guard slots.count < limits.roomsMax || evict() else { return refuse(.overloaded(retryAfterMilliseconds: 5_000)) }
      slot = RoomSlot(group: group, now: now.monotonic)
      place(slot)
      shell.load(group)
    }
    if slot.relay != nil { return refuse(.unavailable()) }
    slot.visitedAt = now.monotonic
    if slot.room != nil, slot.leaving == nil { return body(slot) }
    if let refusal = slot.refusal { return refuse(refusal) }
    guard slot.waiting.count < limits.waitingMax, slot.waitingBytes + sizeBytes <= limits.room.heldBytesMax else {
      return refuse(.overloaded(retryAfterMilliseconds: 1_000))
    }
    slot.waiting.append((request, body, refuse))
    slot.waitingBytes += sizeBytes
    charge(slot)
  }

  // MARK: Turns

  /// Ends a turn: every room that was given something decides it, and what they append goes to the store in one call.
  func endTurn(now: Instant) {
    isFull = false
    defer { if !leaving.isEmpty { goOnLeaving(now: now) } }
    guard !dirty.isEmpty else { return }
    let turned = dirty
    dirty.removeAll(keepingCapacity: true)
    var batches: [AppendBatch] = []
    for slot in turned {
      slot.isDirty = false
      turn(slot, now, &batches)
      showCommitted(slot)
      dropIfEmpty(slot)
    }
    if !batches.isEmpty { shell.append(batches) }
  }

  private func turn(_ slot: RoomSlot, _ now: Instant, _ batches: inout [AppendBatch]) {
    guard slot.room?.mayHaveWork == true, slot.leaving?.isReleased != true, let zoneName = slot.room?.zoneName else { return }
    let settledDay = slot.calendar.date(at: now.settled, zoneName: zoneName)
    let today = slot.calendar.date(at: now.wall, zoneName: zoneName)
    let began = Stopwatch.now
    for effect in slot.room?.endTurn(
      now: now.wall, today: today, settled: now.settled, settledDay: settledDay, isDiskShort: shell.isDiskShort,
      isStoreAway: shell.isStoreAway) ?? []
    {
      guard case .append(let batch) = effect else {
        perform([effect], slot)
        continue
      }
      let decided = Stopwatch.now
      counts.decide.add(decided - began)
      counts.batch.add(batch.events.count)
      slot.appendedAt = decided
      batches.append(noting(slot, in: batch))
    }
    slot.room?.takeOutcomes { counts.add($0) }
    for bill in slot.room?.takeBills() ?? [] { shell.bill(bill) }
    charge(slot)
  }

  /// Gives a group a place in memory.
  func place(_ slot: RoomSlot) {
    slots[slot.group] = slot
    shell.noteRoom(slot.group, isOpen: true)
  }

  /// Lets a group leave memory.
  func remove(_ slot: RoomSlot) {
    slot.room = nil
    refuseAhead(slot)
    chargeMemory(slot)
    slots[slot.group] = nil
    shell.noteRoom(slot.group, isOpen: false)
    if let relay = slot.relay { shell.endRelay(relay) }
    slot.relay = nil
  }

  /// Lets rooms leave memory that nobody has visited for a while.
  func retireIdle(now: Instant) {
    for slot in slots.values {
      if let readAt = slot.readAt, now.monotonic - readAt >= limits.recentMilliseconds || shell.isMemoryTight { forgetRecent(slot) }
      guard now.monotonic - slot.visitedAt >= limits.idleMilliseconds, !slot.isPurging else { continue }
      // A damaged group is read again on the next visit: it may have been repaired.
      if slot.refusal != nil { remove(slot) } else { retire(slot) }
    }
    // Under pressure those go that nobody needs, a hundredth of all at a time, the least recently visited first.
    if shell.isMemoryTight { _ = evict() }
  }

  /// Keeps a snapshot of every room in which enough is new since its last one.
  func saveAll() {
    for slot in slots.values {
      if let history = slot.room?.unsavedHistory { shell.saveSnapshot(history) }
      if let memory = slot.room?.memory, !memory.isEmpty { shell.remember(memory, of: slot.group) }
    }
  }

  /// Lets the least recently visited idle rooms leave memory, a hundredth of all at once: looking for them takes as
  /// long as there are rooms.
  func evict() -> Bool {
    guard !isFull else { return false }
    let idle = slots.values.filter(\.mayRetire).sorted { $0.visitedAt < $1.visitedAt }
    for slot in idle.prefix(max(1, slots.count / 100)) { retire(slot) }
    isFull = idle.isEmpty
    return !isFull
  }

  private func retire(_ slot: RoomSlot) {
    guard slot.mayRetire else { return }
    if let history = slot.room?.unsavedHistory { shell.saveSnapshot(history) }
    remove(slot)
  }

  /// A group that does not exist takes no memory once its visitors have been answered.
  func dropIfEmpty(_ slot: RoomSlot) {
    guard slot.room?.history.sequence == .start, slot.mayRetire else { return }
    remove(slot)
  }

  func markDirty(_ slot: RoomSlot) {
    guard !slot.isDirty else { return }
    slot.isDirty = true
    dirty.append(slot)
  }

  // MARK: Effects

  func perform(_ effects: [RoomEffect], _ slot: RoomSlot) {
    for effect in effects {
      switch effect {
      case .append(let batch): shell.append([batch])
      case .deliver(let lane, let events, let recipients):
        for format in WireFormat.allCases where !recipients[format].isEmpty {
          shell.fanOut(events, lane: lane, group: slot.group, format: format, audience: recipients[format])
        }
      case .announce(let message, let recipients):
        for format in WireFormat.allCases where !recipients[format].isEmpty {
          shell.fanOut(message, format: format, audience: recipients[format])
        }
      case .answer(let message, let peer): shell.send(message, to: peer)
      case .end(let peer, let reason, let closes):
        shell.pass(.subscriptionEnded(slot.group, reason, closes: closes, peer), to: peer)
      case .gather(let work): shell.gather(work, group: slot.group)
      case .begin(let start, let origin): shell.pass(.start(start, origin), to: origin.peer)
      case .stream(let work, let origin): shell.pass(.stream(work, slot.group, origin), to: origin.peer)
      case .stopStream(let peer): shell.pass(.stopStream(slot.group, peer), to: peer)
      case .readHistory(let request, let origin): shell.pass(.readHistory(request, origin), to: origin.peer)
      case .reckon(let work, let identity): shell.reckon(work, for: identity, group: slot.group)
      case .erase(let work): shell.erase(work)
      case .saveSnapshot(let history): shell.saveSnapshot(history)
      case .endTokens(let holder, let readersStay): shell.endTokens(of: holder, readersStay: readersStay)
      case .notify(let notices): shell.notify(notices, of: slot.group)
      case .tellDevices(let notices): shell.tellDevices(notices, of: slot.group)
      case .reload: shell.load(slot.group)
      }
    }
  }
}
