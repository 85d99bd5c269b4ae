import EventStore
import HearthProtocol
import Ledger

/// The disk as a server that runs has it: full at times, failing at times, and from then on broken until the server is
/// started again. What is durable is the world's.
final class SimulatedStore: EventStore, Directory {
  private unowned let world: World
  private let run: Int
  /// What the server is called among several; nil: it is the only one.
  private let node: String?

  init(run: Int, node: String?, world: World) {
    (self.run, self.node) = (run, node)
    self.world = world
  }

  // MARK: Several servers

  func own(_ group: GroupID) throws(StoreFailure) -> Bool {
    guard let node else { return false }
    if world.fences[run]?[group] != nil { return false }
    switch world.ownership.claim(group, for: node) {
    case .claimed(let fence):
      world.fences[run, default: [:]][group] = fence
      return true
    case .elsewhere(let owner): throw .elsewhere(node: owner)
    }
  }

  func address(ofNode name: String) throws(StoreFailure) -> String? { world.ownership.address(of: name) }

  func handOver(_ group: GroupID, to other: String) throws(StoreFailure) -> Bool {
    guard let node, world.ownership.give(group, from: node, to: other) else { return false }
    world.fences[run]?[group] = nil
    world.witness.moved()
    return true
  }

  func remember(_ memory: [UInt8], of group: GroupID) throws(StoreFailure) {
    if node != nil, world.ownership.rooms[group]?.fence == world.fences[run]?[group] { world.memories[group] = (memory, world.now) }
  }

  func memory(of group: GroupID) throws(StoreFailure) -> [UInt8] {
    guard node != nil, let kept = world.memories[group], world.now - kept.at < 1_000 * RoomMemory.seconds else { return [] }
    return kept.bytes
  }

  func leave() { if let node { world.ownership.living.remove(node) } }

  /// What is written to; refused when the disk takes nothing.
  private func writable() throws(StoreFailure) -> InMemoryStore {
    if world.isBroken { throw .broken("it failed before") }
    if world.isFull { throw .full }
    return world.disk
  }

  /// What is read from; a read fails at times, for want of a descriptor or of memory.
  private func readable() throws(StoreFailure) -> InMemoryStore {
    if world.isTroubled, world.chance(300) { throw .broken("EIO") }
    return world.disk
  }

  // MARK: Events

  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] {
    guard node != nil else { return world.append(batches, run: run) }
    let isMine = batches.map { batch in
      if world.sabotage == .ignoresFence { return true }
      let fence = world.fences[run]?[batch.group]
      return fence != nil && world.ownership.rooms[batch.group]?.fence == fence
    }
    var stored = world.append(zip(batches, isMine).filter(\.1).map(\.0), run: run)
    return zip(batches, isMine).map { batch, isMine in
      if isMine { return stored.removeFirst() }
      world.fences[run]?[batch.group] = nil
      let head = (try? world.disk.read(batch.group, after: .start, limit: .max))?.last?.sequence ?? .start
      return .failure(.conflict(head: head))
    }
  }

  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    try readable().read(group, after: after, limit: limit)
  }

  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? { try readable().loadSnapshot(group) }
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) { try writable().saveSnapshot(snapshot) }
  func deleteSnapshots() throws(StoreFailure) { try writable().deleteSnapshots() }
  func groups() throws(StoreFailure) -> [GroupID] { try readable().groups() }
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) { try writable().purge(group, at: instant) }
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 { try readable().epoch(of: group) }
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool { try readable().isPurged(group) }

  // MARK: The directory

  func register(_ registrations: [Registration]) throws(StoreFailure) { try writable().register(registrations) }
  func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord] { try readable().tokens(ids) }
  func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID? { try readable().identity(subjectHash: subjectHash) }
  func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool { try readable().isSuspended(identity) }
  func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID> { try readable().suspendedIdentities() }
  func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID] { try writable().admit(admissions) }
  func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord] { try readable().devices(of: identity) }
  func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool { try writable().setPush(push, of: device, of: identity, replacing: old) }
  func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver] { try readable().pushReceivers(of: group) }
  func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome { try writable().link(link) }

  func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    let isDone = try writable().revoke(device, of: identity, at: instant)
    if isDone {
      world.witness.revoked(device, at: world.now)
      world.tellOthers(.device(device), than: run)
    }
    return isDone
  }

  func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome { try writable().add(token) }
  func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord] { try readable().groupTokens(of: identity) }
  func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try writable().revoke(token, of: identity, at: instant)
  }

  func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool { try writable().rotate(rotation) }
  func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID] { try writable().noteUse(uses) }
  func note(_ notes: [AuditNote]) throws(StoreFailure) { try writable().note(notes) }
  func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    try readable().auditRows(after: number, limit: limit)
  }
  func auditHead() throws(StoreFailure) -> AuditHead { try readable().auditHead() }
  func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID] { try readable().groups(of: identity) }
  func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures { try readable().usage(activeSince: day) }
  func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool { try readable().knows(group, identity) }
  func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation? { try readable().invite(codeHash: codeHash) }
  func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] { try readable().webhooks() }
  func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord? { try readable().webhook(key) }
  func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure) {
    try writable().noteProgress(progress, of: key)
  }
  func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID] { try readable().groupsDue(by: instant, limit: limit) }

  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure) {
    try writable().noteDue(group, at: instant, now: now, addsMissing: addsMissing)
  }
}
