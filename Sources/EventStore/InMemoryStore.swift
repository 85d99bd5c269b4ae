import HearthProtocol
import Locking

/// Keeps logs, snapshots and directory in memory: for tests and for a server that may forget everything when it ends.
///
/// It answers exactly as a durable store would, and never touches disk, clock or threads of its own. Any thread may
/// call it. Failures can be scripted with `failNextAppend(with:)`.
public final class InMemoryStore: EventStore, Directory, GroupImporting {
  private struct State: Sendable {
    var logs: [GroupID: [StoredEvent]] = [:]
    /// Ascending by sequence, at most two.
    var snapshots: [GroupID: [StoredSnapshot]] = [:]
    var failures: [StoreFailure] = []
    var devices = DeviceTable()
    var subjects: [[UInt8]: IdentityID] = [:]
    var suspended: Set<IdentityID> = []
    var audit: [AuditRow] = []
    var auditHead = AuditHead.start

    mutating func note(_ note: AuditNote) { audit.append(auditHead.append(note)) }
    var memberships: [IdentityID: [GroupID]] = [:]
    /// The first of each group.
    var firsts: [GroupID: IdentityID] = [:]
    var ended: [IdentityID: Set<GroupID>] = [:]
    var holders: [HolderID: IdentityID] = [:]
    var invites: [[UInt8]: InviteLocation] = [:]
    var due: [GroupID: Int64] = [:]
    var webhooks: [WebhookKey: WebhookRecord] = [:]
    var purged: Set<GroupID> = []
    var epochs: [GroupID: UInt64] = [:]
    /// Where the last replacement of events' bytes left each group.
    var replacedAt: [GroupID: GroupSequence] = [:]
  }

  private let state = Locked(State())

  /// Makes an empty store.
  public init() {}

  /// Makes the next append (each call: one more) answer this for every batch and change nothing.
  public func failNextAppend(with failure: StoreFailure) {
    state.withLock { $0.failures.append(failure) }
  }

  /// Appends as the protocol says; nothing is durable.
  public func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] {
    state.withLock { state in
      if !state.failures.isEmpty {
        let failure = state.failures.removeFirst()
        return batches.map { _ in .failure(failure) }
      }
      return batches.map { batch in
        precondition(batch.isNumberedWithoutGap, "the events of a batch follow its expected sequence without gap")
        let head = GroupSequence(UInt64(state.logs[batch.group]?.count ?? 0))
        guard head == batch.expected else { return .failure(.conflict(head: head)) }
        guard batch.replacements.allSatisfy({ Self.hasPlace(for: $0, in: state.logs[batch.group] ?? []) }) else {
          return .failure(.broken(AppendBatch.noPlace))
        }
        if !batch.events.isEmpty { state.logs[batch.group, default: []].append(contentsOf: batch.events) }
        for event in batch.replacements { state.logs[batch.group]?[Int(event.sequence.rawValue) - 1] = event }
        if !batch.replacements.isEmpty {
          state.snapshots[batch.group] = nil
          state.replacedAt[batch.group] = batch.headAfter
        }
        for projection in batch.projections { Self.apply(projection, to: &state) }
        for note in batch.notes { state.note(note) }
        return .success(())
      }
    }
  }

  /// Whether the log has an event in the place of this one.
  private static func hasPlace(for event: StoredEvent, in log: [StoredEvent]) -> Bool {
    guard event.sequence > .start, event.sequence.rawValue <= UInt64(log.count) else { return false }
    let known = log[Int(event.sequence.rawValue) - 1]
    return known.lane == event.lane && known.position == event.position && known.hash == event.hash
  }

  private static func apply(_ projection: Projection, to state: inout State) {
    switch projection {
    case .membership(let identity, let group):
      if state.memberships[identity]?.contains(group) != true { state.memberships[identity, default: []].append(group) }
      if state.firsts[group] == nil { state.firsts[group] = identity }
      state.holders[HolderID(identity: identity, group: group)] = identity
      state.ended[identity]?.remove(group)
    case .membershipRequested(let identity, let group):
      guard state.memberships[identity]?.contains(group) != true else { return }
      state.memberships[identity, default: []].append(group)
      if state.firsts[group] == nil { state.firsts[group] = identity }
      state.holders[HolderID(identity: identity, group: group)] = identity
      state.ended[identity, default: []].insert(group)
    case .membershipEnded(let holder, let group):
      if let identity = state.holders[holder] { state.ended[identity, default: []].insert(group) }
      state.devices.endGroupTokens { $0.holder == holder }
    case .tokensEnded(let holder, _, let readersStay):
      state.devices.endGroupTokens { $0.holder == holder && !(readersStay && $0.scope.access == .read) }
    case .membershipRestored(let holder, let group):
      if let identity = state.holders[holder] { state.ended[identity]?.remove(group) }
    case .invite(let codeHash, let group, let invite):
      if state.invites[codeHash] == nil { state.invites[codeHash] = InviteLocation(group: group, invite: invite) }
    case .due(let group, let instant): state.due[group] = instant
    case .webhook(let key, let change): state.webhooks[key] = .changed(state.webhooks[key], key, by: change)
    }
  }

  /// Takes over a whole group, or nothing.
  public func importGroup(_ group: ImportedGroup, nextPage: () throws(StoreFailure) -> [StoredEvent]) throws(StoreFailure) {
    var events: [StoredEvent] = []
    while true {
      let page = try nextPage()
      if page.isEmpty { break }
      events += page
    }
    let log = events
    try state.withLock { state throws(StoreFailure) in
      if let known = state.logs[group.group], !known.isEmpty { throw .conflict(head: GroupSequence(UInt64(known.count))) }
      state.logs[group.group] = log
      state.purged.remove(group.group)
      state.epochs[group.group] = group.epoch
      if let due = group.due { Self.apply(.due(group: group.group, at: due), to: &state) }
      for projection in group.invites { Self.apply(projection, to: &state) }
      let identities = Array(state.devices.names.keys) + Array(state.subjects.values)
      for identity in identities.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
        for projection in group.memberships(of: identity) { Self.apply(projection, to: &state) }
      }
    }
  }

  /// Reads at most `limit` events after a sequence.
  public func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    state.withLock { state in
      guard limit > 0, let log = state.logs[group], after.rawValue < UInt64(log.count) else { return [] }
      return Array(log[Int(after.rawValue)...].prefix(limit))
    }
  }

  /// The newest snapshot, or nil.
  public func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? {
    try state.withLock { state throws(StoreFailure) in
      guard let snapshot = state.snapshots[group]?.last else { return nil }
      let head = GroupSequence(UInt64(state.logs[group]?.count ?? 0))
      guard snapshot.sequence <= head else { throw .snapshotAheadOfLog(snapshot, head: head) }
      return snapshot
    }
  }

  /// Keeps a snapshot and drops all but the newest two.
  public func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) {
    state.withLock { state in
      if state.purged.contains(snapshot.group) { return }
      // It may have waited while words were erased that it has.
      if let replacedAt = state.replacedAt[snapshot.group], snapshot.sequence < replacedAt { return }
      var kept = state.snapshots[snapshot.group, default: []]
      kept.removeAll { $0.sequence == snapshot.sequence }
      kept.append(snapshot)
      kept.sort { $0.sequence < $1.sequence }
      state.snapshots[snapshot.group] = Array(kept.suffix(2))
    }
  }

  /// Removes every snapshot.
  public func deleteSnapshots() throws(StoreFailure) {
    state.withLock { $0.snapshots.removeAll() }
  }

  /// All groups that have events.
  public func groups() throws(StoreFailure) -> [GroupID] {
    state.withLock { Array($0.logs.keys) }
  }

  /// Makes identities with their first devices: all of them, or none when one of the ids is taken.
  public func register(_ registrations: [Registration]) throws(StoreFailure) {
    try state.withLock { state throws(StoreFailure) in
      try state.devices.register(registrations)
      for registration in registrations { state.note(registration.note) }
    }
  }

  /// The tokens with these ids, of those that there are.
  public func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord] {
    state.withLock { state in
      var found: [TokenID: TokenRecord] = [:]
      for id in ids {
        guard var record = state.devices.token(id) else { continue }
        record.isSuspended = state.suspended.contains(record.identity)
        record.acquaintances = Array((state.memberships[record.identity] ?? []).prefix(TokenRecord.acquaintancesMax))
        found[id] = record
      }
      return found
    }
  }

  /// The identity of the subject with this hash, or nil.
  public func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID? { state.withLock { $0.subjects[subjectHash] } }

  /// Makes identities of subjects that have none.
  public func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID] {
    state.withLock { state in
      admissions.map { admission in
        if let known = state.subjects[admission.subjectHash] { return known }
        state.subjects[admission.subjectHash] = admission.identity
        state.note(admission.note)
        return admission.identity
      }
    }
  }

  /// The devices of the identity, in the order in which they came.
  public func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord] {
    state.withLock { $0.devices.devices(of: identity) }
  }

  /// Gives an identity a further device.
  public func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome {
    try state.withLock { state throws(StoreFailure) in
      guard !state.suspended.contains(link.identity) else { return .giverRevoked }
      let outcome = try state.devices.link(link)
      if case .linked = outcome { state.note(link.note) }
      return outcome
    }
  }

  /// Takes a device from the identity; false when it has no such device.
  public func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    state.withLock { state in
      guard state.devices.revoke(device, of: identity) else { return false }
      state.note(AuditNote(.deviceRevoked, at: instant, identity: identity, device: device))
      return true
    }
  }

  /// Sets where a device is told of notices.
  public func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool { state.withLock { $0.devices.setPush(push, of: device, of: identity, replacing: old) } }

  /// The devices that are told of notices of the group.
  public func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver] {
    state.withLock { state in
      state.devices.pushReceivers { identity in
        state.memberships[identity]?.contains(group) == true && state.ended[identity]?.contains(group) != true
          && !state.suspended.contains(identity)
      }
    }
  }

  /// Gives an identity a token for one group.
  public func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome {
    try state.withLock { state throws(StoreFailure) in
      let (identity, group) = (token.identity, token.scope.group)
      let isMember =
        state.memberships[identity]?.contains(group) == true && state.ended[identity]?.contains(group) != true
        && !state.suspended.contains(identity)
      let outcome = try state.devices.add(token, isMember: isMember)
      if outcome == .made { state.note(token.note) }
      return outcome
    }
  }

  /// The identity's tokens for groups, in the order in which they were made.
  public func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord] {
    state.withLock { $0.devices.groupTokens(of: identity) }
  }

  /// Takes a group token from the identity; false when it has no such token.
  public func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    state.withLock { state in
      guard let gone = state.devices.revoke(token, of: identity) else { return false }
      state.note(AuditNote(.groupTokenRevoked, at: instant, identity: identity, device: gone.device, group: gone.scope.group))
      return true
    }
  }

  /// Whether the identity is shut out.
  public func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool { state.withLock { $0.suspended.contains(identity) } }

  /// All identities that are shut out.
  public func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID> { state.withLock { $0.suspended } }

  /// Shuts identities out and lets others in again, as an operator does beside a server; only what changes has a row.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public func suspend(_ suspended: Set<IdentityID>, resume resumed: Set<IdentityID> = [], at instant: Int64) {
    state.withLock { state in
      for identity in suspended.sorted() where state.suspended.insert(identity).inserted {
        state.note(AuditNote(.identitySuspended, at: instant, identity: identity))
      }
      for identity in resumed.sorted() where state.suspended.remove(identity) != nil {
        state.note(AuditNote(.identityResumed, at: instant, identity: identity))
      }
    }
  }

  /// Gives a device a further token; false when the old one is good no more.
  public func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool {
    try state.withLock { state throws(StoreFailure) in
      guard let identity = try state.devices.rotate(rotation) else { return false }
      state.note(rotation.note(by: identity))
      return true
    }
  }

  /// Notes that tokens were used; older ones of the same devices end, and are returned.
  public func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID] {
    state.withLock { state in uses.flatMap { state.devices.noteUse($0) } }
  }

  /// Adds rows to the audit log.
  public func note(_ notes: [AuditNote]) throws(StoreFailure) {
    state.withLock { state in for note in notes { state.note(note) } }
  }

  /// At most `limit` rows of the audit log after the one with this number.
  public func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    state.withLock { Array($0.audit.drop { $0.number <= number }.prefix(max(limit, 0))) }
  }

  /// Where the audit log ends.
  public func auditHead() throws(StoreFailure) -> AuditHead { state.withLock { $0.auditHead } }

  /// The groups the identity is a member of, in the order of first joining.
  public func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID] {
    state.withLock { state in
      let ended = state.ended[identity] ?? []
      return (state.memberships[identity] ?? []).filter { !ended.contains($0) }
    }
  }

  /// Whether the identity is in the group, or ever was.
  public func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool {
    state.withLock { $0.memberships[identity]?.contains(group) == true }
  }

  /// How many people and groups there are.
  public func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures {
    state.withLock { state in
      var members: [GroupID: Int] = [:]
      for (identity, groups) in state.memberships {
        for group in groups where state.ended[identity]?.contains(group) != true { members[group, default: 0] += 1 }
      }
      return UsageFigures(
        identities: state.devices.names.count, activeIdentities: state.devices.identities(usedSince: day).count,
        creators: Set(state.firsts.values).count, groups: members.count, sharedGroups: members.values.count { $0 > 1 })
    }
  }

  /// Where a code with this hash leads, or nil.
  public func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation? {
    state.withLock { $0.invites[codeHash] }
  }

  /// The groups that are due, the longest due first.
  public func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID] {
    state.withLock { state in
      let due = state.due.filter { $0.value <= instant }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      return due.prefix(max(limit, 0)).map(\.key)
    }
  }

  /// Sets right when a group is due.
  public func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure) {
    state.withLock { state in
      guard state.due[group].map({ $0 <= now }) ?? addsMissing else { return }
      state.due[group] = instant
    }
  }

  /// Which webhooks there are.
  public func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] {
    state.withLock { state in
      state.webhooks.values.map { ($0.key, $0.identity) }.sorted { ($0.0.group, $0.0.id) < ($1.0.group, $1.0.id) }
    }
  }

  /// The record of a webhook, or nil.
  public func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord? { state.withLock { $0.webhooks[key] } }

  /// Notes how far a webhook was sent to.
  public func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure) {
    state.withLock { state in
      guard let known = state.webhooks[key], known.progress.sequence <= progress.sequence else { return }
      state.webhooks[key]?.progress = progress
    }
  }

  /// Deletes a group but for its id, and for when it is due.
  public func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) {
    state.withLock { state in
      if state.purged.insert(group).inserted { state.note(AuditNote(.groupPurged, at: instant, group: group)) }
      state.logs[group] = nil
      state.snapshots[group] = nil
      state.firsts[group] = nil
      state.devices.endGroupTokens { $0.scope.group == group }
      for identity in state.memberships.keys { state.memberships[identity]?.removeAll { $0 == group } }
      for identity in state.ended.keys { state.ended[identity]?.remove(group) }
      state.holders = state.holders.filter { HolderID(identity: $0.value, group: group) != $0.key }
      state.invites = state.invites.filter { $0.value.group != group }
      state.webhooks = state.webhooks.filter { $0.key.group != group }
    }
  }

  /// Which history of the group this is.
  public func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 {
    state.withLock { $0.epochs[group] ?? 1 }
  }

  /// Whether the group was deleted.
  public func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool {
    state.withLock { $0.purged.contains(group) }
  }
}
