import Dispatch
import EventStore
import HearthProtocol
import Locking

/// A store in memory whose appends, reads and look-ups can be delayed or fail, so that a test sees what happens
/// meanwhile.
final class GatedStore: EventStore, Directory {
  private let store = InMemoryStore()
  private let appends = Gate()
  private let reads = Gate()
  private let lookUps = Gate()
  private let webhookLookUps = Gate()
  private let appended = Locked<[Int]>([])
  private let readFailure = Locked<StoreFailure?>(nil)
  private let readFailed = DispatchSemaphore(value: 0)
  private let lookUpFailure = Locked<StoreFailure?>(nil)
  private let asked = Locked<[String]>([])
  private let tokenReads = Locked<[Int]>([])
  private let damagedToken = Locked<TokenID?>(nil)
  private let answersLost = Locked(0)
  private let endingsHeard = Locked<(@Sendable (EndingNews) -> Void)?>(nil)
  /// Whether it may be away, as one that several servers share.
  let mayBeAway: Bool

  /// Makes an empty store.
  init(mayBeAway: Bool = false) { self.mayBeAway = mayBeAway }

  /// From now on appends wait.
  func closeAppends() { appends.close() }
  /// Lets waiting appends through.
  func openAppends() { appends.open() }
  /// Waits until an append waits.
  func awaitAppend() -> Bool { appends.awaitVisitor() }
  /// Lets one waiting append through.
  func letOneAppendThrough() { appends.letOneThrough() }
  /// The next append that gets through answers this.
  func failNextAppend(with failure: StoreFailure) { store.failNextAppend(with: failure) }
  /// The next append stores everything, and is answered as if nobody knew that.
  func loseNextAnswer() { answersLost.withLock { $0 += 1 } }
  /// How many events each call of `append` brought, those that wait included.
  var appendSizes: [Int] { appended.withLock { $0 } }
  /// What was read of groups and of the directory since the last time, call by call.
  func takeReads() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }
  private func note(_ call: String) { asked.withLock { $0.append(call) } }
  /// From now on reads of logs wait.
  func closeReads() { reads.close() }
  /// Lets waiting reads through.
  func openReads() { reads.open() }
  /// Waits until a read waits.
  func awaitRead() -> Bool { reads.awaitVisitor() }
  /// From now on reads of logs answer this, or work again.
  func failReads(with failure: StoreFailure?) { readFailure.withLock { $0 = failure } }
  /// Waits until a read has failed.
  func awaitFailedRead() -> Bool { readFailed.wait(timeout: .now() + .seconds(30)) == .success }
  /// Tells the server what another one has ended.
  func tell(_ news: EndingNews) { endingsHeard.withLock { $0 }?(news) }
  /// From now on look-ups of the directory wait.
  func closeDirectory() { lookUps.close() }
  /// Waits until a look-up, which has found what there was then, waits.
  func awaitLookUp() -> Bool { lookUps.awaitVisitor() }
  /// Lets waiting look-ups through.
  func openDirectory() { lookUps.open() }
  /// From now on look-ups of webhooks wait, each with what there was then.
  func closeWebhooks() { webhookLookUps.close() }
  /// Waits until a look-up of a webhook waits.
  func awaitWebhook() -> Bool { webhookLookUps.awaitVisitor() }
  /// Lets waiting look-ups of webhooks through.
  func openWebhooks() { webhookLookUps.open() }
  /// From now on look-ups of groups, invites and devices answer this, those that wait too, or work again.
  func failLookUps(with failure: StoreFailure?) { lookUpFailure.withLock { $0 = failure } }
  private func passLookUp() throws(StoreFailure) {
    lookUps.pass()
    if let failure = lookUpFailure.withLock({ $0 }) { throw failure }
  }

  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] {
    appended.withLock { $0.append(batches.reduce(0) { $0 + $1.events.count }) }
    appends.pass()
    let results = store.append(batches)
    let isLost = answersLost.withLock { count in
      defer { count = max(count - 1, 0) }
      return count > 0
    }
    return isLost ? results.map { _ in .failure(.away("the answer was lost")) } : results
  }

  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    note("read")
    reads.pass()
    if let failure = readFailure.withLock({ $0 }) {
      readFailed.signal()
      throw failure
    }
    return try store.read(group, after: after, limit: limit)
  }

  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? {
    note("loadSnapshot")
    return try store.loadSnapshot(group)
  }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { try store.saveSnapshot(snapshot) }
  func deleteSnapshots() throws(StoreFailure) { try store.deleteSnapshots() }
  func groups() throws(StoreFailure) -> [GroupID] { try store.groups() }
  func register(_ registrations: [Registration]) throws(StoreFailure) { try store.register(registrations) }

  func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord] {
    tokenReads.withLock { $0.append(ids.count) }
    if let damaged = damagedToken.withLock({ $0 }), ids.contains(damaged) { throw .damaged("token \(damaged)") }
    let found = try store.tokens(ids)
    lookUps.pass()
    return found
  }
  /// From now on what is kept of a token is damaged.
  func damage(_ token: TokenID) { damagedToken.withLock { $0 = token } }
  /// How many tokens each look-up of tokens asked for.
  var tokenReadSizes: [Int] { tokenReads.withLock { $0 } }

  func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID? {
    let found = try store.identity(subjectHash: subjectHash)
    lookUps.pass()
    return found
  }
  func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID] { try store.admit(admissions) }
  func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord] {
    let found = try store.devices(of: identity)
    try passLookUp()
    return found
  }
  func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome { try store.link(link) }
  func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try store.revoke(device, of: identity, at: instant)
  }
  func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome { try store.add(token) }
  func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord] { try store.groupTokens(of: identity) }
  func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try store.revoke(token, of: identity, at: instant)
  }
  func note(_ notes: [AuditNote]) throws(StoreFailure) { try store.note(notes) }
  func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] { try store.auditRows(after: number, limit: limit) }
  func auditHead() throws(StoreFailure) -> AuditHead { try store.auditHead() }
  func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool { try store.rotate(rotation) }
  func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID] { try store.noteUse(uses) }

  func whenEnded(_ tell: @escaping @Sendable (EndingNews) -> Void) { endingsHeard.withLock { $0 = tell } }
  func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID] {
    note("groups")
    let found = try store.groups(of: identity)
    try passLookUp()
    return found
  }
  func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool { try store.isSuspended(identity) }
  func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool { try store.setPush(push, of: device, of: identity, replacing: old) }
  func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver] { try store.pushReceivers(of: group) }
  func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID> { try store.suspendedIdentities() }
  func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures {
    note("usage")
    try passLookUp()
    return try store.usage(activeSince: day)
  }
  func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool {
    note("knows")
    let found = try store.knows(group, identity)
    try passLookUp()
    return found
  }
  func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation? {
    note("invite")
    let found = try store.invite(codeHash: codeHash)
    try passLookUp()
    return found
  }
  func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID] { try store.groupsDue(by: instant, limit: limit) }
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure) {
    try store.noteDue(group, at: instant, now: now, addsMissing: addsMissing)
  }
  func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] { try store.webhooks() }
  func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord? {
    let found = try store.webhook(key)
    webhookLookUps.pass()
    return found
  }
  func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure) {
    try store.noteProgress(progress, of: key)
  }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { try store.purge(group, at: instant) }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 {
    note("epoch")
    return try store.epoch(of: group)
  }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool {
    note("isPurged")
    return try store.isPurged(group)
  }
}

/// Holds up threads while it is closed.
private final class Gate: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var waiting: [DispatchSemaphore] = []
  }

  private let state = Locked(State())
  private let visited = DispatchSemaphore(value: 0)

  func close() { state.withLock { $0.isClosed = true } }

  func open() {
    let waiting = state.withLock { state in
      state.isClosed = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for visitor in waiting { visitor.signal() }
  }

  func letOneThrough() {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.signal()
  }

  func pass() {
    let mine = DispatchSemaphore(value: 0)
    let mustWait = state.withLock { state in
      if state.isClosed { state.waiting.append(mine) }
      return state.isClosed
    }
    guard mustWait else { return }
    visited.signal()
    mine.wait()
  }

  func awaitVisitor() -> Bool { visited.wait(timeout: .now() + 30) == .success }
}
