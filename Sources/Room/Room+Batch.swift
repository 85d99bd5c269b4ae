import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf

/// The commands that one append carries: their events and the answers that wait for it.
struct Batch {
  /// The log's end before the batch.
  var expected: GroupSequence
  /// The commands that were decided, in order, refused ones included.
  var submissions: [Submission] = []
  /// The committed history before the batch; nil: the store is never away.
  var committed: GroupHistory?
  /// The bytes of the messages in which the commands came.
  var sizeBytes = 0
  /// All events, in the log's order.
  var events: [CommittedEvent] = []
  /// Rows of the directory that follow.
  var projections: [Projection] = []
  /// Rows of the audit log that follow.
  var notes: [AuditNote] = []
  /// The answers to the senders, for when the batch is durable.
  var answers: [RoomEffect] = []
  /// The refusals that are final; remembered once the senders are told.
  var refusals = Refusals()
  /// True when a decision did not fold: a bug. Nothing of the batch is stored and the group is read again.
  var isBroken = false
  /// The plan for which what is still queued waits, and who asked first.
  var wanted: (plan: PlanWork, asker: IdentityID)?
  /// Events whose bytes it replaces by ones without their words.
  var replacements: [StoredEvent] = []
  /// Whether an erasure goes on with it, and whether one ends.
  var erases = false
  var endsErasure = false
  /// How many dates of rules it books.
  var dueCount = 0
  /// The server's instant by the clock that does not jump, milliseconds since 1970.
  var decidedAt: Int64 = 0
  /// True when its last command may have changed who reads which lane: what follows waits, so that it is sent to whom
  /// it concerns then.
  var changesAudience = false
  /// True when members may have begun or ended to keep everything of theirs from the others.
  var changesPresence = false
  /// Lanes of few readers, some of whom may have changed.
  var moved: Set<Lane> = []
  /// Connections that receive nothing of a lane behind one of its events. The batch goes on: nobody outside the lane
  /// may see by how a turn is divided that its readers changed (product N7). Without a peer: readers of the lane change
  /// behind the event, whoever follows.
  var lost: [Lane: [(peer: PeerID?, after: LanePosition)]] = [:]

  /// Refusals in the order in which they were given, the first of each command.
  struct Refusals {
    private(set) var order: [RefusedCommands.Key] = []
    private var refusals: [RefusedCommands.Key: RefusedCommands.Refusal] = [:]

    subscript(key: RefusedCommands.Key) -> RefusedCommands.Refusal? { refusals[key] }

    mutating func note(_ refusal: RefusedCommands.Refusal, of key: RefusedCommands.Key) {
      guard refusals[key]?.digest != refusal.digest else { return }
      if refusals.updateValue(refusal, forKey: key) == nil { order.append(key) }
    }
  }
}

extension Command {
  /// Whether it only ends something, which a group whose history is full still may. None of these can be done again
  /// without one that cannot.
  var endsSomething: Bool {
    switch body {
    case .leaveGroup, .removeMember, .revokeInvite, .archiveGroup, .requestPurge, .separate, .revokeAccount, .removeWebhook: true
    case .setGuardian(let wish): wish.removed
    case .shareCategory(let wish): !wish.shared
    default: false
    }
  }

  /// Whether rules may have more to book behind it.
  fileprivate var mayMakeDue: Bool {
    switch body {
    case .setRecurring, .resumeRecurring, .unarchiveGroup: true
    default: false
    }
  }

  /// Whether it is carried out although the server is short of space (SPEC ER-05): it ends something, or says anew what
  /// somebody may do.
  public var goesOnWithoutSpace: Bool {
    switch body {
    case .changeRole, .acknowledgeRole, .declineRole, .transferOwnership, .eraseWords: true
    default: endsSomething
    }
  }
}

extension [CommittedEvent] {
  /// The events by lane in the order in which lanes first appear.
  var byLane: [(Lane, [CommittedEvent])] {
    var result: [(Lane, [CommittedEvent])] = []
    for event in self {
      if let index = result.firstIndex(where: { $0.0 == event.stored.lane }) {
        result[index].1.append(event)
      } else {
        result.append((event.stored.lane, [event]))
      }
    }
    return result
  }
}

extension Room {
  /// Decides everything queued, each command against the state the former left. A command for which a long plan has to
  /// be reckoned first waits for it, and those behind it with it.
  ///
  /// The events are folded into the history at once; should the append fail, the history is read again from the store.
  mutating func decideQueue(now: Int64, settled: Int64, today: CivilDate, into batch: inout Batch) {
    while !batch.isBroken, !batch.changesAudience, let submission = queue.first {
      guard hasPlan(for: submission, in: &batch) else { return }
      queue.removeFirst()
      let message: ServerMessage
      var refusal: RejectionCode?
      do {
        let accepted = try accept(submission, into: &batch, now: now, settled: settled, today: today)
        message = .accepted(accepted, request: submission.origin.request)
      } catch {
        message = .rejected(error, to: submission.command, request: submission.origin.request)
        note(error, of: submission, in: &batch)
        refusal = RejectionCode(rawValue: error.code) ?? .unavailable
      }
      pendingOutcomes.append(CommandOutcome(kind: submission.command.kind, refusal: refusal))
      batch.submissions.append(submission)
      batch.sizeBytes += submission.sizeBytes
      batch.answers.append(.answer(message, submission.origin.peer))
    }
  }

  /// Whether the plan that deciding a command looks for is there. A quick one is reckoned now; a long one is asked for,
  /// once after each change of a balance.
  private mutating func hasPlan(for submission: Submission, in batch: inout Batch) -> Bool {
    guard let work = history.state.planWork(for: submission.command), isPresent(submission.asker.holder) else { return true }
    guard work.isQuick else {
      batch.wanted = (work, submission.asker.identity)
      return false
    }
    history.state.keep(work.plan(), of: work)
    return true
  }

  /// Keeps a refusal, so that the same command cannot be accepted later (SPEC CM-05). What is asked of no group is
  /// asked of nobody.
  private func note(_ refusal: Rejected, of submission: Submission, in batch: inout Batch) {
    guard refusal.row?.isFinal == true, history.sequence > .start, let id = CommandID(submission.command.id), history.commands[id] == nil,
      let digest = CommandDigest.of(submission.command, salt: [])
    else { return }
    let holder = submission.asker.holder
    // Figures may be large, and are only of use while they are true; the reason of a bad request stays (SPEC ER-02).
    var refusal = refusal
    refusal.details = refusal.reason.map { [Detail($0)] } ?? []
    batch.refusals.note(
      RefusedCommands.Refusal(wasPresent: isPresent(holder), digest: digest, answer: refusal),
      of: RefusedCommands.Key(holder: holder, id: id))
  }

  /// Why a command that would be accepted now is not: it was refused before. Under one id another one may have been
  /// refused earlier.
  private func refusal(of id: CommandID, _ submission: Submission, in batch: Batch) -> Rejected? {
    let key = RefusedCommands.Key(holder: submission.asker.holder, id: id)
    let (earlier, latest) = (refused[key], batch.refusals[key])
    guard earlier != nil || latest != nil, let digest = CommandDigest.of(submission.command, salt: []) else { return nil }
    let isPresent = isPresent(submission.asker.holder)
    return earlier?.answer(digest: digest, isPresent: isPresent) ?? latest?.answer(digest: digest, isPresent: isPresent)
  }

  private func isPresent(_ holder: HolderID) -> Bool { history.state.member(holding: holder) != nil }

  /// Decides one command.
  private mutating func accept(
    _ submission: Submission, into batch: inout Batch, now: Int64, settled: Int64, today: CivilDate
  ) throws(Rejected) -> Accepted {
    guard let id = CommandID(submission.command.id) else {
      throw .badRequest(.idMalformed, field: "id", cause: "A command's id is a UUID.")
    }
    if submission.isByToken {
      do { try history.state.requireToken(writing: true, for: submission.asker.holder) } catch { throw Rejected(error) }
    }
    let earlier = history.commands[id]
    let members = history.state.shared.members
    if let earlier, let member = members.member(holding: submission.asker.holder) {
      let isTheirs = members.current(earlier.member) == member.id
      // A person who has left gets the answers to their own commands again, their leaving included, and learns of
      // nobody else's.
      if member.status == .active || isTheirs { return try repeated(earlier, submission, isTheirs: isTheirs) }
    }
    // A person who waits for an answer is no member, and has asked all the same.
    if let earlier, history.state.admin.joinRequest(of: submission.asker.holder)?.id == earlier.member {
      return try repeated(earlier, submission, isTheirs: true)
    }

    let context = DecisionContext(
      holder: submission.asker.holder, now: now, settled: settled, today: today, saidOn: submission.saidOn, invite: submission.invite,
      codeHash: submission.newCode?.hash ?? [])
    let dueBefore = submission.command.mayMakeDue ? history.state.dueCount(on: today) : 0
    let decision: Decision
    do {
      decision = try decide(submission.command, in: history.state, context: context)
    } catch {
      throw Rejected(error)
    }
    // A refusal that holds now comes first; then the one of before is given again.
    if let former = refusal(of: id, submission, in: batch) { throw former }
    // Only now: whoever is no member must not learn from the answer that the id was used here (SPEC ER-04).
    guard earlier == nil else { throw .idempotencyConflict() }
    guard !submission.isSpaceShort || submission.command.goesOnWithoutSpace else { throw .storageFull() }
    // Only now: how the operator has set webhooks and notices up is told to members who may set them (SPEC ER-04).
    if let refusal = submission.serverRefusal { throw refusal }
    guard history.sequence.rawValue + UInt64(decision.events.count) <= UInt64(limits.historyLengthMax) || submission.command.endsSomething
    else { throw .historyFull(limits.historyLengthMax) }

    let (first, recorded, ends) = try record(decision, of: submission, now: now, into: &batch)
    var bytes = recorded
    if submission.command.mayMakeDue { bytes += max(0, history.state.dueCount(on: today) - dueBefore) * Bill.dueDateBytes }
    bills.append(Bill(identity: submission.asker.identity, bytes: bytes))
    guard let first else { throw .unavailable() }
    return .make(
      submission, place(first.lane, first.position, of: decision.actor), duplicate: false, isRequest: first.lane == .admin, group: group
    ).naming(ends, by: submission.command)
  }

  /// Records what was decided.
  ///
  /// - Returns: the first event, the bytes that are billed, and what ended of which the answer tells the sender.
  private mutating func record(
    _ decision: Decision, of submission: Submission, now: Int64, into batch: inout Batch
  ) throws(Rejected) -> (first: StoredEvent?, bytes: Int, ends: [DecidedEvent]) {
    // Events in a lane that the sender does not receive are neither billed nor noted: the sender's own figures would
    // tell of them (SPEC LN-09).
    let isNarrower = decision.events.contains { $0.lane.hasFewReaders }
    let seen = isNarrower ? history.state.lanes(readableBy: decision.actor) : []
    func tells(_ decided: DecidedEvent) -> Bool {
      // An account's first event is its owner's.
      !decided.lane.hasFewReaders || seen.contains(decided.lane) || decided.makesAccount(in: history.state)
    }
    var first: StoredEvent?
    var bytes = 0
    var ends: [DecidedEvent] = []
    for decided in decision.events {
      let salt = salts.next(in: decided.lane)
      var event = Event()
      event.salt = .init(salt)
      event.atMs = now
      event.memberID = decision.actor.description
      event.commandID = submission.command.id
      if first == nil {
        // Without a digest the command's repetition would be taken for another command.
        guard let digest = CommandDigest.of(submission.command, salt: salt) else { throw .unavailable() }
        event.commandDigest = digest
      }
      let isTold = tells(decided)
      let note = isTold ? AuditNote(decided, in: history.state, at: now, by: submission.asker.identity) : nil
      let traits = decided.body.traits
      // A reader who lost the lane by an earlier event, in whatever lane, gets nothing of this one (SPEC SB-08).
      let gone = traits.changesReaders || batch.changesAudience ? losers(of: decided.lane) : []
      let before = history.head(of: decided.lane).position
      let stored = try record(decided, event, into: &batch)
      if isTold {
        bytes += stored.bytes.count + Bill.eventBytes
        if decided.body.isNamedEnd { ends.append(decided) }
      }
      if traits.changesAudience { batch.changesAudience = true }
      if traits.changesPresence { batch.changesPresence = true }
      if traits.changesReaders {
        batch.moved.insert(decided.lane)
        let lost = losers(of: decided.lane).map { (peer: $0, after: gone.contains($0) ? before : stored.position) }
        batch.lost[decided.lane, default: []] += lost + [(peer: nil, after: stored.position)]
      } else if !gone.isEmpty {
        batch.lost[decided.lane, default: []] += gone.map { (peer: $0, after: before) }
      }
      project(decided, submission: submission, into: &batch)
      projectTokens(decided, into: &batch)
      projectWebhook(decided, submission: submission, into: &batch)
      if let note { batch.notes.append(note) }
      if first == nil { first = stored }
    }
    return (first, bytes, ends)
  }

  /// Where a command's first event stands, for whoever sent it: nothing if it is in a lane that they do not receive
  /// (SPEC LN-03).
  private func place(_ lane: Lane, _ position: LanePosition, of member: MemberID) -> (lane: Lane, position: LanePosition)? {
    // A person who has left by the command may know where it stands.
    guard lane == .shared || history.state.lanes(readableBy: member).contains(lane) else { return nil }
    return (lane, position)
  }

  /// SPEC CM-03, CM-04: the same command gets its first answer; another body or sender under the same id is a conflict.
  private func repeated(_ earlier: AcceptedCommand, _ submission: Submission, isTheirs: Bool) throws(Rejected) -> Accepted {
    // A command whose words were erased cannot be compared any more.
    guard isTheirs, earlier.isErased || CommandDigest.of(submission.command, salt: earlier.salt.bytes) == earlier.digest else {
      throw .idempotencyConflict()
    }
    let member = history.state.shared.members.current(earlier.member)
    var accepted = Accepted.make(
      submission, place(earlier.lane, earlier.position, of: member), duplicate: true, isRequest: earlier.lane == .admin, group: group)
    // SPEC RE-01: a code is answered to a member who may make such an invite now, and not because they once might.
    if !mayStillInvite(submission) { accepted.inviteCode = "" }
    if !mayStillSign(submission) { accepted.webhookSecret = "" }
    return accepted
  }

  private func mayStillInvite(_ submission: Submission) -> Bool {
    guard case .createInvite(let wish) = submission.command.body else { return true }
    guard let member = history.state.member(holding: submission.asker.holder), let id = InviteID(wish.inviteID),
      let invite = history.state.admin.invites[id]
    else { return false }
    return history.state.mayInvite(member, to: invite.role)
  }

  /// The same of a webhook's secret: to a member who may set webhooks now, while there is that webhook.
  private func mayStillSign(_ submission: Submission) -> Bool {
    let text: String
    switch submission.command.body {
    case .addWebhook(let wish): text = wish.webhookID
    case .rotateWebhookSecret(let wish): text = wish.webhookID
    default: return true
    }
    guard let member = history.state.member(holding: submission.asker.holder), let id = WebhookID(text) else { return false }
    return history.state.admin.webhook(id) != nil && history.state.shared.verdict(.webhooksSet, for: member).isAllowed
  }

  /// Turns a decided fact into a stored event, which has its bytes, its place and its hash, and folds it into the
  /// history.
  ///
  /// - Parameter event: salt, instant, actor and command of it.
  mutating func record(_ decided: DecidedEvent, _ event: Event, into batch: inout Batch) throws(Rejected) -> StoredEvent {
    var event = event
    event.body = decided.body
    guard let bytes = try? event.encoded() else { throw .unavailable() }
    let head = history.head(of: decided.lane)
    let stored = StoredEvent(
      sequence: history.sequence.next, lane: decided.lane, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
    do {
      try history.record(event, as: stored)
    } catch {
      // A bug, but not one that a peer may end the process with.
      batch.isBroken = true
      throw .unavailable()
    }
    batch.events.append(CommittedEvent(stored: stored, event: event))
    return stored
  }

  /// Notes for the directory what a command does to a webhook, which the group's log does not say.
  private func projectWebhook(_ decided: DecidedEvent, submission: Submission, into batch: inout Batch) {
    guard let (id, change) = decided.body.webhookChange(by: submission, after: history.sequence) else { return }
    batch.projections.append(.webhook(WebhookKey(group: group, id: id), change))
  }

  /// Notes for the directory what it has to know of an event.
  private func project(_ decided: DecidedEvent, submission: Submission, into batch: inout Batch) {
    switch decided.body.traits.directory {
    case .present(let holder, let former)?:
      projectEnded(former, into: &batch)
      projectPresent(holder, submission: submission, into: &batch)
    case .back(let member)?: projectPresent(holder(member), submission: submission, into: &batch)
    case .ended(let member)?: projectEnded(holder(member), into: &batch)
    case .requested?: batch.projections.append(.membershipRequested(identity: submission.asker.identity, group: group))
    case .invite(let invite, let codeHash)?:
      batch.projections.append(.invite(codeHash: codeHash, group: group, invite: invite))
    case nil: break
    }
  }

  /// Notes whose tokens for the group end, all of them or those that write: members with another role, and admins where
  /// the policy changes. The tokens of a member who leaves end with the membership (SPEC ID-22).
  private func projectTokens(_ decided: DecidedEvent, into batch: inout Batch) {
    let changed: [MemberState]
    switch decided.body {
    case .roleChanged(let event): changed = [event.memberID].compactMap(MemberID.init).compactMap { history.state.shared.member($0) }
    case .policySet(let event) where event.policy != .adminsMakeTokens: return
    case .ownershipTransferred, .policySet, .memberClaimed:
      changed = history.state.shared.members.presentIDs.compactMap { history.state.shared.member($0) }
    default: return
    }
    for member in changed where !history.state.mayHaveToken(member, writing: true) {
      guard let holder = member.holder else { continue }
      let readersStay = history.state.mayHaveToken(member, writing: false)
      batch.projections.append(.tokensEnded(holder: holder, group: group, readersStay: readersStay))
    }
  }

  private func holder(_ member: String) -> HolderID? { MemberID(member).flatMap { history.state.shared.member($0)?.holder } }

  /// The group is on the list of whoever holds the member: of the sender, or of somebody who was there before.
  private func projectPresent(_ holder: HolderID?, submission: Submission, into batch: inout Batch) {
    guard let holder else { return }
    let isAsker = holder == submission.asker.holder
    batch.projections.append(
      isAsker ? .membership(identity: submission.asker.identity, group: group) : .membershipRestored(holder: holder, group: group))
  }

  private func projectEnded(_ holder: HolderID?, into batch: inout Batch) {
    guard let holder else { return }
    batch.projections.append(.membershipEnded(holder: holder, group: group))
  }
}

extension Batch {
  /// The tokens that end with the rights that the batch takes away.
  var tokenEndings: [RoomEffect] {
    projections.compactMap { projection in
      switch projection {
      case .membershipEnded(let holder, _): .endTokens(holder, readersStay: false)
      case .tokensEnded(let holder, _, let readersStay): .endTokens(holder, readersStay: readersStay)
      case .membership, .membershipRequested, .membershipRestored, .invite, .due, .webhook: nil
      }
    }
  }
}

extension DecidedEvent {
  /// Whether it makes the account in whose lane it stands.
  fileprivate func makesAccount(in state: GroupState) -> Bool {
    if case .account(let id) = lane { state.account(id) == nil } else { false }
  }
}

extension Lane {
  /// Whether it is about a member or an account.
  fileprivate var hasFewReaders: Bool {
    switch self {
    case .shared, .admin, .income: false
    case .inbox, .minor, .account: true
    }
  }
}
