import EventStore
import Foundation
import HearthProtocol
import Ledger
import Logging
import Room
import Transport

/// The work that may block: the store, the directory, the reading of groups. It runs on queues of its own and comes
/// back through the inbox of the loop that the group or the session lives on. All loops share one, so that one commit
/// serves the rooms of all.
final class Background: Sendable {
  let store: any EventStore
  let directory: any Directory
  /// Where receipts' files are; nil: nowhere.
  let attachments: AttachmentFolder?
  private let exports: ExportFolder?
  let router: LoopRouter
  private let commits: CommitQueue
  private let registrations: BatchingQueue<NewIdentity>
  private let logins: LoginQueue
  /// Collects uses of tokens, so that many who log in on a new day cost few commits.
  private let uses: BatchingQueue<TokenUse>
  private let queues: WorkQueues
  /// What was refused and is to be noted.
  private let denials: DenialCount
  /// Limit: groups opened at once because they are due; the others are when it is asked again.
  private static let dueMax = 500
  /// Finds the identities that the trusted issuer's tokens mean; nil: there is no issuer.
  private let subjects: SubjectLogins?
  /// Checks one group's history at a time, on a thread of its own.
  private let scrub: HistoryScrub
  /// How much space there is.
  let space: SpaceWatch
  /// What is counted of commits and snapshots.
  let counts: StoreCounts
  /// What answers that are being made are charged to.
  private let memory: MemoryBudget
  /// Whether other nodes are asked of the groups that they have.
  let asksNodes: Bool
  /// Sends to webhooks; nil: nobody does.
  let webhooks: WebhookDispatch?
  /// Where idle groups of this server go, while it has more than its share.
  let spread = GroupSpread()
  private let log: Logger
  /// Has members told by the operator's program; nil: there is none.
  let notices: NoticeDispatch?
  /// Tells members on their devices; nil: nobody does.
  let pushes: PushDispatch?
  // Limit: bytes of an answer that is being made, as read from the store, as a message and encoded. So much is charged
  // before it is begun.
  static let answerBytes = 1 << 20

  init(
    store: any EventStore, directory: any Directory, attachments: AttachmentFolder?, exports: ExportFolder?, router: LoopRouter,
    denials: DenialCount, subjects: SubjectLogins?, scrub: HistoryScrub, sabotage: CommitSabotage, queues: WorkQueues = WorkQueues(),
    space: SpaceWatch = .never, memory: MemoryBudget, counts: StoreCounts = StoreCounts(),
    webhooks: WebhookDispatch? = nil, notices: NoticeDispatch? = nil, pushes: PushDispatch? = nil,
    asksNodes: Bool = false,
    log: Logger = Logger(label: "hearth", factory: { _ in SwiftLogNoOpLogHandler() })
  ) {
    self.log = log
    self.store = store
    self.asksNodes = asksNodes
    self.directory = directory
    self.attachments = attachments
    self.exports = exports
    self.denials = denials
    self.subjects = subjects
    self.scrub = scrub
    self.space = space
    self.memory = memory
    self.counts = counts
    self.queues = queues
    self.router = router
    self.webhooks = webhooks
    self.notices = notices
    self.pushes = pushes
    commits = CommitQueue(
      store: store, queue: queues.commits, sabotage: sabotage, space: space, counts: counts,
      heard: { webhooks?.committed($0, $1) }
    ) { router.post($0) }
    registrations = BatchingQueue(on: queues.registrations) { newcomers in
      let result = Result { () throws(StoreFailure) in try directory.register(newcomers.map(\.registration)) }
      for newcomer in newcomers { router.post(.registered(newcomer.origin, newcomer, result), to: newcomer.origin.peer.loop) }
    }
    logins = LoginQueue(on: queues.lookUps, directory, router)
    uses = BatchingQueue(on: queues.uses) { uses in
      // What cannot be noted now is noted when the token is used next.
      guard let ended = try? directory.noteUse(uses), !ended.isEmpty else { return }
      router.postToAll(.ended(ended.map(AccessEnding.token)))
    }
  }

  func append(_ batches: [AppendBatch]) { commits.submit(batches) }

  /// Tells the store that a group has come into memory, or has left it.
  func noteRoom(_ group: GroupID, isOpen: Bool) { store.note(group, isOpen: isOpen) }

  /// Has the store give a group to another server of the store, with what its room remembers.
  func giveAway(_ group: GroupID, to node: String, remembering memory: [UInt8]) {
    queues.lookUps.run { [store, router, log] in
      var isGone = false
      do throws(StoreFailure) {
        if !memory.isEmpty { try store.remember(memory, of: group) }
        isGone = try store.handOver(group, to: node)
        if isGone { log.info("a group was handed over", metadata: ["group": "\(group)", "node": "\(node)"]) }
      } catch {
        // Whether it has gone is not known: if so, the store takes nothing more for it here.
        log.warning("a group stays here", metadata: ["group": "\(group)", "node": "\(node)", "cause": "\(error)"])
      }
      router.post(.sequel { [isGone] in $0.host.handedOver(group, isGone) }, to: router.loop(of: group))
    }
  }

  /// Keeps what a room remembers for the server that has its group next, behind the snapshots of this one.
  func remember(_ memory: [UInt8], of group: GroupID) {
    guard asksNodes else { return }
    queues.snapshots.run { [store, log] in
      do throws(StoreFailure) {
        try store.remember(memory, of: group)
      } catch {
        log.warning("what a group has refused is forgotten", metadata: ["group": "\(group)", "cause": "\(error)"])
      }
    }
  }

  /// Other servers of the store may have this one's groups from now on; then goes on at a loop.
  func leaveStore(for loop: Int, then sequel: @escaping @Sendable (ServerLoop) -> Void) {
    queues.lookUps.run { [store, router] in
      store.leave()
      router.post(.sequel(sequel), to: loop)
    }
  }

  /// Whether nothing can be stored now.
  var isStoreAway: Bool { store.isAway }

  /// Whether that can come to be.
  var mayStoreBeAway: Bool { store.mayBeAway }

  func register(_ newcomer: NewIdentity) { registrations.submit([newcomer]) }

  func gather(_ work: CatchUpWork, group: GroupID) {
    let gather: @Sendable (Breath) -> LoopMessage = { [store] breath in
      do {
        // Nobody reads the gap in a room's own history but the room.
        let isGap = work.wanted == nil && work.snapshotLanes.isEmpty
        guard let (tail, snapshots) = try work.gather(from: store, most: isGap ? .max : MessageBytes.most, between: { breath() }) else {
          return .gatheredLarge(group, work)
        }
        return .gathered(group, work.id, tail: tail, snapshots: snapshots)
      } catch {
        return .gatherFailed(group, work.id, isAway: (error as? StoreFailure)?.isAway == true)
      }
    }
    guard let reader = work.reader else { return read(for: router.loop(of: group)) { gather(Breath()) } }
    read(for: router.loop(of: group), WorkOwner(identity: reader, address: nil), gather)
  }

  /// Reckons a settlement plan, one of each group at a time.
  func reckon(_ work: PlanWork, for identity: IdentityID, group: GroupID) {
    let loop = router.loop(of: group)
    queues.plans.run(for: WorkOwner(identity: identity, address: nil, group: group)) { [router] _ in
      router.post(.reckoned(work.plan(), work, group), to: loop)
    }
  }

  /// Looks through a log for words that are to be erased, one of each group at a time, and removes the files that go
  /// with them.
  func erase(_ work: ErasureWork) {
    read(for: router.loop(of: work.group)) { [store, attachments] in
      let result = Result { () throws(StoreFailure) in
        let outcome = try work.look(in: store)
        do {
          try attachments?.remove(outcome.files, of: work.group)
        } catch {
          throw StoreFailure.broken("a receipt's file cannot be removed: \(error)")
        }
        return outcome
      }
      return .looked(work, result)
    }
  }

  /// Reads and encodes the next piece of a catch-up.
  func readPiece(_ reading: CatchUpReading, for peer: PeerID) {
    let owner = reading.work.reader.map { WorkOwner(identity: $0, address: nil) }
    let read: @Sendable (Breath) -> LoopMessage = { [store, memory] breath in
      memory.charge(Self.answerBytes)
      var reading = reading
      let group = reading.work.history.group
      let format = reading.work.format
      let result = Result { () throws(StoreFailure) in
        var payloads: [EncodedMessage] = []
        for piece in try reading.next(from: store) {
          switch piece {
          case .message(let payload): payloads.append(EncodedMessage(kind: "snapshotPart", payload: payload))
          case .events(let lane, let events):
            EventEncoding.write(events[...], lane: lane, group: group, format: format) { payloads.append($0) }
          }
        }
        return payloads
      }
      return .pieceRead(peer, reading, result)
    }
    guard let owner else { return self.read(for: peer.loop) { read(Breath()) } }
    self.read(for: peer.loop, owner, read)
  }

  func readHistory(_ request: HistoryRequest, for questioner: Questioner, origin: Origin) {
    make(for: origin, questioner.owner) { [store] breath in
      .historyRead(
        origin, request, Result { () throws(StoreFailure) in try request.read(from: store, for: questioner.format, between: { breath() }) })
    }
  }

  /// Makes an answer, if there is space for it.
  private func make(for origin: Origin, _ owner: WorkOwner, _ work: @escaping @Sendable (Breath) -> LoopMessage) {
    queues.questions.run(for: owner) { [memory, router] breath in
      // The loop gives it back when it has the answer; what waits to be sent is charged by the connection.
      memory.charge(Self.answerBytes)
      let refusal = LoopMessage.answered(origin, .rejected(.overloaded(retryAfterMilliseconds: 1_000), request: origin.request))
      router.post(memory.isShort ? refusal : work(breath), to: origin.peer.loop)
    }
  }

  func answer(
    _ question: Question, of state: GroupState, for holder: HolderID, now: RoomHost.Instant, by questioner: Questioner, origin: Origin
  ) {
    make(for: origin, questioner.owner) { breath in
      var answer = ServerMessage()
      answer.request = origin.request
      do throws(Rejected) {
        answer.body = try question.answer(in: state, for: holder, now: now, format: questioner.format) { breath() }
      } catch {
        answer = .rejected(error, group: state.group, request: origin.request)
      }
      return .answered(origin, answer)
    }
  }

  /// Finds out whose a token is, and goes on with that at a loop.
  func authenticate(
    _ token: BearerToken, at instant: ClockReading, for loop: Int,
    then sequel: @escaping @Sendable (ServerLoop, Result<Bearer?, StoreFailure>) -> Void
  ) {
    switch token {
    case .device(let token): logins.find(token, for: loop, then: sequel)
    case .issued(let text):
      queues.lookUps.run { [directory, subjects, router] in
        subjects?.find(text, at: instant) { result in
          let result = Self.letIn(result, by: directory)
          router.post(.sequel { sequel($0, result) }, to: loop)
        }
      }
    }
  }

  /// What a good token of the issuer's means by now: somebody whom the operator has shut out is let in nowhere.
  private static func letIn(_ found: Result<Bearer?, StoreFailure>, by directory: any Directory) -> Result<Bearer?, StoreFailure> {
    guard case .success(let bearer?) = found else { return found }
    return Result { () throws(StoreFailure) in
      try directory.isSuspended(bearer.identity) ? .suspended(bearer.identity) : bearer
    }
  }

  /// Does a step of an exchange with the files and says what became of it; without news there is nobody to tell.
  func exchange(_ peer: PeerID, _ step: @escaping @Sendable (AttachmentFolder) -> AttachmentNews?) {
    guard let attachments else { return }
    queues.files.run { [router] in
      if let news = step(attachments) { router.post(.attachment(news, peer), to: peer.loop) }
    }
  }

  // MARK: Devices

  func noteUse(_ use: TokenUse) { uses.submit([use]) }

  /// Changes devices or their tokens, one change after the other, and goes on with the outcome at a loop.
  ///
  /// - Parameter behind: told to every loop behind the outcome, if there is something to tell.
  func changeDevices<Outcome: Sendable>(
    for loop: Int, _ change: @escaping @Sendable (any Directory) throws(StoreFailure) -> Outcome,
    then sequel: @escaping @Sendable (ServerLoop, Result<Outcome, StoreFailure>) -> Void,
    behind: @escaping @Sendable (Outcome) -> AccessEnding? = { _ in nil }
  ) {
    queues.devices.run { [directory, router] in
      let result = Result { () throws(StoreFailure) in try change(directory) }
      router.post(.sequel { sequel($0, result) }, to: loop)
      if case .success(let outcome) = result, let ending = behind(outcome) { router.postToAll(.ended([ending])) }
    }
  }

  /// Another server of the store, or an operator's verb, has ended something: every loop is told. Where that may not be
  /// all, loops look up everything that somebody is logged in with.
  func endedElsewhere(_ news: EndingNews) {
    if !news.endings.isEmpty { router.postToAll(.ended(news.endings)) }
    if news.isComplete { return }
    router.postToAll(.sequel { $0.lookUpCredentials() })
    endSuspended()
  }

  // Limit: time until a loop's tokens are looked up again that could not be, in milliseconds.
  private static let lookUpAgainMilliseconds = 500

  /// Asks which of a loop's tokens let nobody in any more, and has it end what was logged in with them. What cannot be
  /// read now is asked again.
  func lookUpEnded(_ tokens: Set<TokenID>, for loop: Int) {
    queues.lookUps.run { [directory, router] in
      do throws(StoreFailure) {
        let ended = try directory.ended(among: tokens)
        if !ended.isEmpty { router.post(.ended(ended.map(AccessEnding.token)), to: loop) }
      } catch {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.lookUpAgainMilliseconds)) {
          router.post(.sequel { $0.lookUpCredentials() }, to: loop)
        }
      }
    }
  }

  /// Takes a device from its identity of which somebody else may have a token.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - again: called on the loop that asks where it cannot be written now.
  func revokeStolen(
    _ device: DeviceID, of identity: IdentityID, now: Int64, for loop: Int, again: @escaping @Sendable (ServerLoop) -> Void
  ) {
    queues.devices.run { [directory, router] in
      do {
        if try directory.revoke(device, of: identity, at: now) { router.postToAll(.ended([.device(device)])) }
      } catch {
        router.post(.sequel(again), to: loop)
      }
    }
  }

  /// Asks the directory, on threads that nothing else can keep busy, and goes on with the answer at a loop.
  func lookUp<Found: Sendable>(
    for loop: Int, _ find: @escaping @Sendable (any Directory) throws(StoreFailure) -> Found,
    then sequel: @escaping @Sendable (ServerLoop, Result<Found, StoreFailure>) -> Void
  ) {
    queues.lookUps.run { [directory, router] in
      let result = Result { () throws(StoreFailure) in try find(directory) }
      router.post(.sequel { sequel($0, result) }, to: loop)
    }
  }

  /// Asks which groups are due, and has their loops open them. What cannot be read now is asked again.
  ///
  /// - Parameter instant: milliseconds since 1970.
  func findDue(by instant: Int64) {
    queues.readers.run { [router, directory] in
      guard let groups = try? directory.groupsDue(by: instant, limit: Self.dueMax) else { return }
      var parts: [[GroupID]] = Array(repeating: [], count: router.count)
      for group in groups { parts[router.loop(of: group)].append(group) }
      for (loop, part) in parts.enumerated() where !part.isEmpty { router.post(.due(part), to: loop) }
    }
  }

  /// Has the next group's history checked; while one is being checked, nothing.
  func checkNextHistory() { scrub.ask() }

  /// Whether groups can be deleted: never without a place for the export that is made first.
  var canPurge: Bool { exports != nil && attachments != nil }

  /// Exports a group and deletes it, or carries on with a deletion that broke off. The export is as long as the group:
  /// without space it waits. Where it has been made, what is left only makes space.
  func purge(_ group: GroupID, now: Int64) {
    guard let exports, let attachments else { return }
    queues.purges.run { [store, directory, router, space] in
      let result = Result { () throws(ServerFailure) in
        guard !space.isShort || (try? store.isPurged(group)) == true else {
          throw ServerFailure("The disk is nearly full, and the export that comes first needs space.")
        }
        return try GroupPurge.run(group, at: now, store, directory, attachments, exports)
      }
      router.post(.purged(group, result), to: router.loop(of: group))
    }
  }

  /// Sets right when a group is due. If it cannot be written, whoever opens the group next has it tried again.
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64) {
    queues.snapshots.run { [directory] in try? directory.noteDue(group, at: instant, now: now, addsMissing: false) }
  }

  /// Notes in the audit log what was refused since the last time; what cannot be noted now is with the next.
  ///
  /// - Parameter now: milliseconds since 1970.
  func noteDenials(now: Int64) {
    queues.snapshots.run { [directory, denials] in
      let notes = denials.take(at: now)
      if notes.isEmpty { return }
      do { try directory.note(notes) } catch { denials.giveBack(notes) }
    }
  }

  /// A snapshot that cannot be kept is no loss: the log is the truth, and opening reads a little more of it. While
  /// space is short none is.
  func saveSnapshot(_ history: GroupHistory) {
    queues.snapshots.run { [store, space, counts] in
      guard !space.isShort, let snapshot = history.storedSnapshot() else { return }
      counts.keptSnapshot((try? store.saveSnapshot(snapshot)) != nil)
    }
  }

  /// Has looked how much space there is, once a second.
  ///
  /// - Parameter now: monotonic milliseconds.
  func watchSpace(now: Int64) {
    guard space.isDue(now: now) else { return }
    queues.lookUps.run { [space] in space.look() }
  }

  /// Asks whom the operator has shut out beside the server, and has every loop end what they have open. What cannot be
  /// read now is asked again.
  func endSuspended() {
    queues.lookUps.run { [directory, router] in
      guard let suspended = try? directory.suspendedIdentities(), !suspended.isEmpty else { return }
      router.postToAll(.sequel { $0.endSuspended(suspended) })
    }
  }

  /// Has receipts' files counted, so that the first who brings one need not wait for it.
  func countAttachments(log: Logger) {
    guard let attachments else { return }
    queues.purges.run {
      let uncounted = attachments.countAll()
      guard let first = uncounted.first else { return }
      log.error(
        "receipts' files of groups cannot be listed: they count as none, and these groups take no more of them",
        metadata: ["groups": "\(uncounted.count)", "first": "\(first)"])
    }
  }

  /// Tells a loop when all snapshots asked for so far have been written.
  func reportSnapshotsSaved(to loop: Int) {
    queues.snapshots.run { [router] in router.post(.snapshotsSaved, to: loop) }
  }

  func read(for loop: Int, _ body: @escaping @Sendable () -> LoopMessage) {
    queues.readers.run { [router] in router.post(body(), to: loop) }
  }

  private func read(for loop: Int, _ owner: WorkOwner, _ body: @escaping @Sendable (Breath) -> LoopMessage) {
    queues.questions.run(for: owner) { [router] breath in router.post(body(breath), to: loop) }
  }
}
