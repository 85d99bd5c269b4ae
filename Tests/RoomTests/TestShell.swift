import EventStore
import HearthProtocol
import Ledger

@testable import Room

/// What the room gave to one peer, in order.
enum Sent {
  case message(ServerMessage)
  case begin(CatchUpStart, request: UInt32)
  case events(Lane, [CommittedEvent])
  case ended(SubscriptionEnd, closes: Bool)
  case page(HistoryRequest, [CommittedEvent], request: UInt32)
}

/// Where a room stands, which cannot be copied.
final class RoomBox {
  var room: Room

  init(_ room: consuming Room) { self.room = room }
}

/// Drives one room against a store in memory. Appends, catch-ups and reloads are carried out at once, or held until the
/// test answers them.
struct TestShell {
  let box: RoomBox
  // What tests look at: they cannot copy the room. Not through an accessor that lends it: Swift 6.3 may end that
  // before what was lent is copied.
  var history: GroupHistory { box.room.history }
  var limits: RoomLimits { box.room.limits }
  var isIdle: Bool { box.room.isIdle }
  var isErasing: Bool { box.room.isErasing }
  var mayHaveWork: Bool { box.room.mayHaveWork }
  var hasDrafts: Bool { box.room.hasDrafts }
  var isSettled: Bool { box.room.isSettled }
  var isInDoubt: Bool { box.room.isInDoubt }
  var heldBytes: Int { box.room.heldBytes }
  var due: CivilDate? { box.room.due }
  var unsavedHistory: GroupHistory? { box.room.unsavedHistory }
  var heldAnswers: [PeerID: [RoomEffect]] { box.room.heldAnswers }
  var gathering: [CatchUpID: PeerID] { box.room.gathering }
  let store: InMemoryStore
  var holdsAppends = false
  var holdsGathers = false
  /// Plans that the room waits for; with `holdsPlans` until `answerPlan`.
  var heldPlans: [PlanWork] = []
  var holdsPlans = false
  /// Logs that are to be looked through for words; with `holdsErasures` until `answerErasure`.
  private(set) var heldErasures: [ErasureWork] = []
  var holdsErasures = false
  var holdsReloads = false
  private(set) var heldAppend: AppendBatch?
  private(set) var heldGathers: [(work: CatchUpWork, result: (tail: [CommittedEvent], snapshots: [[UInt8]])?)] = []
  /// Catch-ups that are sent in pieces, the oldest first.
  private(set) var streams: [(work: CatchUpWork, origin: Origin)] = []
  private(set) var isReloadHeld = false
  /// Every batch that the room asked to append.
  private(set) var appends: [AppendBatch] = []
  /// Everything that left, in order.
  private(set) var sent: [(peer: PeerID, what: Sent)] = []
  /// What members were to be told by the operator's program.
  private(set) var notices: [Notice] = []
  private(set) var deviceNotices: [DeviceNotice] = []
  /// Whose tokens for the group ended, whether those that read stay, and how much had been sent before.
  private(set) var endedTokens: [(holder: HolderID, readersStay: Bool, sentBefore: Int)] = []
  /// What the store refused or could not read.
  private(set) var failures: [String] = []
  var now = Cast.noon
  var today = Cast.today

  init(limits: RoomLimits = RoomLimits(), epoch: UInt64 = 1, store: InMemoryStore = InMemoryStore(), history: GroupHistory? = nil) {
    self.store = store
    box = RoomBox(
      Room(history: history ?? GroupHistory(group: Cast.group), epoch: epoch, saltSeed: Array(repeating: 5, count: 32), limits: limits))
  }

  /// A group with an owner (1), an admin (2), an adult (3), a viewer (4) and a minor (5); nothing of its making is left
  /// in `sent`.
  static func family(limits: RoomLimits = RoomLimits(), epoch: UInt64 = 1) -> TestShell {
    var shell = TestShell(limits: limits, epoch: epoch)
    shell.send(Cast.createGroup(), by: 1)
    for (person, role) in [(2, Role.admin), (3, .adult), (4, .viewer), (5, .minor)] as [(UInt64, Role)] {
      shell.send(Cast.createInvite(100 + person, role: role), by: 1)
      shell.send(Cast.join(200 + person, person: person), by: person, invite: 100 + person)
    }
    shell.forget()
    return shell
  }

  /// The connection that a person uses unless a test says otherwise.
  static func peer(_ person: UInt64) -> PeerID { PeerID(person) }

  // MARK: Inputs

  /// Hands a command in; it is decided at the end of the turn.
  mutating func submit(
    _ command: Command, by person: UInt64, peer: PeerID? = nil, request: UInt32 = 0, invite: UInt64? = nil, sizeBytes: Int = 0,
    isByToken: Bool = false, mayStand: Bool = false
  ) {
    var submission = Submission(
      command: command, asker: Cast.asker(person), origin: Origin(peer: peer ?? Self.peer(person), request: request),
      invite: invite.map(Cast.invite))
    submission.sizeBytes = sizeBytes
    (submission.isByToken, submission.mayStand) = (isByToken, mayStand)
    if case .createInvite(let body) = command.body, let id = InviteID(body.inviteID) { submission.newCode = Cast.code(id.low & 0xFFFF) }
    perform(box.room.submit(submission))
  }

  /// Ends the turn.
  mutating func turn(isDiskShort: Bool = false, isStoreAway: Bool = false) {
    perform(box.room.endTurn(now: now, today: today, settledDay: today, isDiskShort: isDiskShort, isStoreAway: isStoreAway))
  }

  /// What commands have added since the last time.
  mutating func takeBills() -> [Bill] { box.room.takeBills() }

  /// A command and the end of its turn.
  mutating func send(
    _ command: Command, by person: UInt64, peer: PeerID? = nil, request: UInt32 = 0, invite: UInt64? = nil, sizeBytes: Int = 0
  ) {
    submit(command, by: person, peer: peer, request: request, invite: invite, sizeBytes: sizeBytes)
    turn()
  }

  mutating func subscribe(
    _ person: UInt64, peer: PeerID? = nil, cursors: [Lane: UInt64] = [:], epoch: UInt64 = 1, request: UInt32 = 0,
    format: WireFormat = .json, quiet: Bool = false, parts: [PartCursor] = []
  ) {
    var subscribe = Subscribe()
    subscribe.parts = parts
    subscribe.quiet = quiet
    subscribe.groupID = Cast.group.description
    subscribe.epoch = epoch
    subscribe.cursors = cursors.sorted { $0.key < $1.key }.map { lane, position in
      var cursor = Cursor()
      cursor.lane = lane.name
      cursor.position = position
      return cursor
    }
    let origin = Origin(peer: peer ?? Self.peer(person), request: request)
    perform(box.room.subscribe(subscribe, asker: Cast.asker(person), origin: origin, format: format))
  }

  mutating func unsubscribe(_ peer: PeerID) { perform(box.room.unsubscribe(peer)) }

  mutating func tell(_ told: TellHeads, from peer: PeerID) {
    perform(box.room.tell(told, origin: Origin(peer: peer, request: 1), now: now))
  }

  mutating func tell(_ told: TellDraft, from peer: PeerID) {
    perform(box.room.tell(told, origin: Origin(peer: peer, request: 1), now: now))
  }

  mutating func tickDrafts() { perform(box.room.tickDrafts(now: now)) }

  mutating func readHistory(
    _ person: UInt64, lane: String = "shared", after: UInt64 = 0, limit: UInt32 = 0, request: UInt32 = 0
  ) {
    var read = ReadHistory()
    read.groupID = Cast.group.description
    read.lane = lane
    read.after = after
    read.limit = limit
    perform(box.room.readHistory(read, asker: Cast.asker(person), origin: Origin(peer: Self.peer(person), request: request)))
  }

  // MARK: What was held

  /// Answers the append in flight: with what the store says, or with a failure instead of storing it.
  mutating func answerAppend(failing failure: StoreFailure? = nil) {
    guard let batch = heldAppend else { return }
    heldAppend = nil
    perform(box.room.appended(failure.map { .failure($0) } ?? store.append([batch])[0]))
  }

  /// Stores the append in flight and reports a failure all the same.
  mutating func answerAppendWithUnknownOutcome(failing failure: StoreFailure = .broken("the outcome is not known")) {
    guard let batch = heldAppend else { return }
    _ = store.append([batch])
    answerAppend(failing: failure)
  }

  /// The store cannot be read: the group is not read again for the room that waits for it.
  ///
  /// - Returns: whether the room goes on with what it has.
  mutating func failReload() -> Bool {
    isReloadHeld = false
    guard let effects = box.room.recheckFailed() else { return false }
    perform(effects)
    return true
  }

  /// Has a room whose last batch is in doubt read its log.
  mutating func recheck() { perform(box.room.recheck()) }

  /// The process dies with an append in flight: stored or not, nobody is told.
  mutating func loseAppend(stored: Bool) {
    if stored, let batch = heldAppend { _ = store.append([batch]) }
    heldAppend = nil
  }

  /// Reads what the oldest catch-up needs, if that has not happened yet, without telling the room.
  mutating func readGather() {
    guard let held = heldGathers.first, held.result == nil else { return }
    heldGathers[0].result = gather(held.work)
  }

  /// Makes what is being collected for a peer the oldest.
  ///
  /// - Returns: whether anything is.
  mutating func bringForward(_ peer: PeerID) -> Bool {
    guard let place = heldGathers.firstIndex(where: { gathering[$0.work.id] == peer }) else { return false }
    heldGathers.insert(heldGathers.remove(at: place), at: 0)
    return true
  }

  /// Tells the room the oldest plan that it waits for.
  mutating func answerPlan() {
    guard !heldPlans.isEmpty else { return }
    let work = heldPlans.removeFirst()
    box.room.reckoned(work.plan(), of: work)
  }

  /// Looks through the oldest log that the room waits for.
  ///
  /// - Parameter reads: whether the store can be read.
  mutating func answerErasure(reads: Bool = true) {
    guard !heldErasures.isEmpty else { return }
    let work = heldErasures.removeFirst()
    box.room.looked(reads ? try? work.look(in: store) : nil, for: work, settled: now)
  }

  /// Takes turns until every erasure has ended; how many it took.
  @discardableResult
  mutating func turnUntilErased() -> Int {
    var turns = 0
    while box.room.isErasing, turns < 10_000 {
      turn()
      settle()
      turns += 1
    }
    return turns
  }

  /// Tells the room what the oldest catch-up needs.
  mutating func answerGather() {
    guard !heldGathers.isEmpty else { return }
    readGather()
    let gather = heldGathers.removeFirst()
    guard let result = gather.result else { return }
    perform(box.room.gathered(gather.work.id, tail: result.tail, snapshots: result.snapshots))
  }

  /// Tells the room that what the oldest catch-up needs is more than is sent at once.
  mutating func openGather() {
    guard !heldGathers.isEmpty else { return }
    perform(box.room.open(heldGathers.removeFirst().work))
  }

  /// No further pieces are sent: the connection is gone.
  mutating func stopAll() { streams = [] }

  /// Sends all pieces of the oldest catch-up that has any, and says so; with a number only so many, and says nothing.
  mutating func answerStream(pieces: Int = .max) {
    guard let (work, origin) = streams.first else { return }
    var reading = CatchUpReading(work)
    var count = 0
    do {
      while !reading.isDone, count < pieces {
        for piece in try reading.next(from: store) {
          switch piece {
          case .message(let bytes): sent.append((origin.peer, .message(try work.format.decode(ServerMessage.self, from: bytes))))
          case .events(let lane, let events): sent.append((origin.peer, .events(lane, events)))
          }
        }
        count += 1
      }
    } catch {
      failures.append("pieces: \(error)")
    }
    guard reading.isDone else { return }
    streams.removeFirst()
    perform(box.room.streamed(work.id, isWhole: !reading.isBroken))
  }

  /// Reads the group again for a room that waits for it.
  mutating func answerReload() {
    guard isReloadHeld else { return }
    isReloadHeld = false
    reload()
  }

  /// Answers everything that is held and turns until nothing moves.
  mutating func settle() {
    while heldAppend != nil || !heldGathers.isEmpty || isReloadHeld || isInDoubt || !box.room.isSettled {
      recheck()
      answerReload()
      answerAppend()
      answerGather()
      turn()
    }
  }

  /// Turns until nothing is due any more; how many batches that took.
  mutating func turnUntilNothingIsDue() -> Int {
    var turns = 0
    while let due = box.room.due, due <= today, turns < 10_000 {
      turn()
      settle()
      turns += 1
    }
    return turns
  }

  /// The process dies and another reads the group.
  mutating func restart() throws {
    var other = TestShell(limits: box.room.limits, store: store, history: try GroupHistory.load(Cast.group, from: store))
    (other.now, other.today) = (now, today)
    self = other
  }

  // MARK: Effects

  mutating func perform(_ effects: [RoomEffect]) {
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: RoomEffect) {
    switch effect {
    case .append(let batch):
      appends.append(batch)
      heldAppend = batch
      if !holdsAppends { answerAppend() }
    case .deliver(let lane, let events, let recipients):
      for peer in recipients.json + recipients.protobuf { sent.append((peer, .events(lane, events))) }
    case .announce(let message, let recipients):
      for peer in recipients.json + recipients.protobuf { sent.append((peer, .message(message))) }
    case .answer(let message, let peer): sent.append((peer, .message(message)))
    case .end(let peer, let reason, let closes): sent.append((peer, .ended(reason, closes: closes)))
    case .stream(let work, let origin):
      streams.append((work, origin))
      if !holdsGathers { while !streams.isEmpty { answerStream() } }
    case .stopStream(let peer): streams.removeAll { $0.origin.peer == peer }
    case .gather(let work):
      heldGathers.append((work, nil))
      if !holdsGathers { answerGather() }
    case .begin(let start, let origin): sent.append((origin.peer, .begin(start, request: origin.request)))
    case .readHistory(let request, let origin):
      do {
        sent.append((origin.peer, .page(request, try request.read(from: store), request: origin.request)))
      } catch {
        failures.append("history: \(error)")
      }
    case .reckon(let work, _):
      heldPlans.append(work)
      if !holdsPlans { answerPlan() }
    case .notify(let notices): self.notices += notices
    case .tellDevices(let notices): self.deviceNotices += notices
    case .endTokens(let holder, let readersStay): endedTokens.append((holder, readersStay, sent.count))
    case .erase(let work):
      heldErasures.append(work)
      if !holdsErasures { answerErasure() }
    case .saveSnapshot(let history): save(history)
    case .reload:
      isReloadHeld = true
      if !holdsReloads { answerReload() }
    }
  }

  private mutating func gather(_ work: CatchUpWork) -> (tail: [CommittedEvent], snapshots: [[UInt8]])? {
    do {
      return try work.gather(from: store)
    } catch {
      failures.append("catch-up: \(error)")
      return nil
    }
  }

  private mutating func reload() {
    do {
      perform(box.room.reloaded(try GroupHistory.load(Cast.group, from: store)))
    } catch {
      failures.append("reload: \(error)")
    }
  }

  mutating func save(_ history: GroupHistory) {
    do {
      if let snapshot = history.storedSnapshot() { try store.saveSnapshot(snapshot) }
    } catch {
      failures.append("snapshot: \(error)")
    }
  }

  // MARK: What came of it

  /// Forgets what was sent and appended so far.
  mutating func forget() {
    sent = []
    appends = []
  }

  /// Takes what was sent so far away.
  mutating func takeSent() -> [(peer: PeerID, what: Sent)] {
    defer { sent = [] }
    return sent
  }

  func sent(to peer: PeerID) -> [Sent] { sent.filter { $0.peer == peer }.map(\.what) }

  /// The messages to a peer that are neither events nor catch-ups.
  func messages(to peer: PeerID) -> [ServerMessage] {
    sent(to: peer).compactMap { if case .message(let message) = $0 { message } else { nil } }
  }

  /// The answers to commands, oldest first.
  func accepted(by peer: PeerID) -> [Accepted] {
    messages(to: peer).compactMap { if case .accepted(let accepted) = $0.body { accepted } else { nil } }
  }

  /// The refusals, oldest first.
  func rejections(to peer: PeerID) -> [Rejected] {
    messages(to: peer).compactMap { if case .rejected(let rejected) = $0.body { rejected } else { nil } }
  }

  /// The codes of the refusals, oldest first.
  func refusals(to peer: PeerID) -> [String] { rejections(to: peer).map(\.code) }

  /// The catch-ups that a peer was given, oldest first.
  func starts(of peer: PeerID) -> [CatchUpStart] {
    sent(to: peer).compactMap { if case .begin(let start, _) = $0 { start } else { nil } }
  }

  /// The group's whole log.
  func log() throws -> [StoredEvent] { try store.read(Cast.group, after: .start, limit: .max) }
}

extension CatchUpStart {
  /// The snapshots that the messages make.
  var snapshots: [LaneSnapshot] {
    var snapshots: [LaneSnapshot] = []
    var isComplete = true
    for bytes in snapshotMessages {
      let formats: [WireFormat] = bytes.first == UInt8(ascii: "{") ? [.json] : [.protobuf]
      guard let part = formats.compactMap({ try? $0.decode(ServerMessage.self, from: bytes) }).first?.snapshotPart else { continue }
      if isComplete {
        snapshots.append(part.snapshot)
      } else {
        snapshots[snapshots.count - 1].shared.entryRows += part.snapshot.shared.entryRows
      }
      isComplete = part.last
    }
    return snapshots
  }
}
