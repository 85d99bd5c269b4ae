import HearthProtocol

/// Keeps the logs and snapshots of all groups. The one door to durable history.
///
/// All calls block and may be made from any thread but an event loop's. A store must never answer an append before its
/// events would survive a power cut, never reorder a group's log, and never hide damage: what does not verify is an
/// error, not an empty answer. Every implementation passes the same contract suite (`EventStoreTests/StoreContract`).
public protocol EventStore: Sendable {
  /// Makes this server the one that may append to the group, where several share a store: to be called before the log
  /// is read that is to grow. What the server that had the group before appends from then on is a conflict.
  ///
  /// - Returns: whether another server may have had the group since this one has.
  /// - Throws: `.elsewhere` when another server that lives has the group.
  @discardableResult
  func own(_ group: GroupID) throws(StoreFailure) -> Bool

  /// The owner of a group, as the store knows it now. The call changes nothing, and another may own the group the next
  /// moment.
  func owner(of group: GroupID) throws(StoreFailure) -> GroupOwner

  /// Where other servers reach one that lives, as it has said itself: a host and a port; nil: nowhere.
  func address(ofNode name: String) throws(StoreFailure) -> String?

  /// Whether the store is known to be out of reach: what is written now would fail with `.away`.
  var isAway: Bool { get }

  /// Whether the store can be out of reach and come back, so that rooms keep what was committed.
  var mayBeAway: Bool { get }

  /// Has somebody told when the store cannot be reached any more, and when it can again, in this order; a later asker
  /// is told instead of the one before, at once if it cannot be reached.
  ///
  /// - Parameter tell: called on any thread.
  func whenAway(_ tell: @escaping @Sendable (StoreReach) -> Void)

  /// Has somebody told of groups that another server has taken, whenever that is noticed before an append does. A later
  /// asker is told instead of the one before.
  ///
  /// - Parameter tell: called on any thread, and must not call the store.
  func whenOvertaken(_ tell: @escaping @Sendable ([GroupID]) -> Void)

  /// The server has a group in memory from now on, or no longer; that another server has taken one that it has is told
  /// in any case (`whenOvertaken`). Returns at once, and may be called on an event loop.
  func note(_ group: GroupID, isOpen: Bool)

  /// Gives a group to another server that lives and can be reached: that one may append from then on, and this one no
  /// more. To be called when nothing of the group is under way.
  ///
  /// - Returns: false when the group is not this server's, or the other cannot take it now.
  func handOver(_ group: GroupID, to node: String) throws(StoreFailure) -> Bool

  /// Keeps what the room of a group of this server's remembers beyond its log, for the server that has the group next,
  /// for `RoomMemory.seconds`. To be called before `handOver` or `leave`.
  func remember(_ memory: [UInt8], of group: GroupID) throws(StoreFailure)

  /// What the server before kept of a group's; empty when that was nothing, or too long ago.
  func memory(of group: GroupID) throws(StoreFailure) -> [UInt8]

  /// Has somebody told which groups of this server are to go to others. A later asker is told instead of the one
  /// before.
  ///
  /// - Parameter tell: called on any thread, and must not call the store.
  func whenMoving(_ tell: @escaping @Sendable (GroupMoves) -> Void)

  /// Whether servers that share the store count together what is limited.
  var countsTogether: Bool { get }

  /// Has what is limited counted together with the others; it is asked and told some times a second. A later one is
  /// asked instead of the one before.
  func whenCounting(_ counting: LimitCounting)

  /// This server ends: others need not wait until they take its groups. Returns when that is known to them, or cannot
  /// be said.
  func leave()

  /// Has somebody told of groups whose histories turned out to be others than this server had: the store was restored
  /// to an earlier moment. They have a new epoch. A later asker is told instead of the one before.
  ///
  /// - Parameter tell: called on any thread, and must not call the store.
  func whenRestored(_ tell: @escaping @Sendable ([GroupID]) -> Void)

  /// Appends batches of many groups in one durable commit.
  ///
  /// Batches of the same group stand in order. A batch whose `expected` is not the group's head gets `.conflict` and
  /// changes nothing; the others are not affected.
  ///
  /// - Returns: one outcome per batch, in order; on `.success` the batch is durable.
  func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>]

  /// Reads a group's events after a sequence, in order.
  ///
  /// - Parameters:
  ///   - after: `.start` reads from the first event.
  ///   - limit: at most this many.
  /// - Returns: an empty array at the end of the log or for an unknown group.
  func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent]

  /// The newest snapshot whose checksum holds, or nil; a damaged one is passed over in favour of an older one or of the
  /// bare log.
  ///
  /// - Throws: `.damaged` when that snapshot stands after the log's end: events that were once durable are gone.
  func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot?

  /// Keeps a snapshot beside the log and drops all but the newest two. One that stands before the last replacement of
  /// this store's is not kept.
  func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure)

  /// Removes every snapshot; the logs stay. For repair and for tests of replay.
  func deleteSnapshots() throws(StoreFailure)

  /// All groups that have events, in no particular order; none that is being deleted.
  func groups() throws(StoreFailure) -> [GroupID]

  /// Deletes a group for ever: its log and snapshots, and whom and which codes the directory leads to it (SPEC GR-08).
  /// Its id stays known as a deleted group's, and the directory's row that says when it is due stays, so that the
  /// server that finds a broken-off deletion carries it on.
  ///
  /// It takes as many durable commits as the group is large, between which others write; after the first the group is
  /// deleted to everybody who asks. Calling it again carries on, and changes nothing more at the end.
  ///
  /// - Parameter instant: milliseconds since 1970.
  func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure)

  /// Which history of the group this is: 1, until a backup that was restored led to another (SPEC SB-07).
  func epoch(of group: GroupID) throws(StoreFailure) -> UInt64

  /// Whether the group was deleted, all of it or as far as that came.
  func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool

  /// Runs what reads this store for long, and other work; returns when both have ended. A store with readers of its own
  /// may run them side by side.
  func run(_ reading: @Sendable () -> Void, beside work: @Sendable () -> Void)

  /// Has somebody told why, once, when the store stops for good at a failed write of any caller: from then
  /// on it answers nothing but `.broken`. A later asker is told instead of the one before, at once if it has stopped
  /// already.
  ///
  /// - Parameter tell: called on any thread, and must not call the store.
  func whenStopped(_ tell: @escaping @Sendable (String) -> Void)
}

extension EventStore {
  /// Runs one after the other.
  public func run(_ reading: @Sendable () -> Void, beside work: @Sendable () -> Void) {
    reading()
    work()
  }

  /// A store of one server: all groups are its own.
  public func own(_ group: GroupID) throws(StoreFailure) -> Bool { false }

  /// A store of one server: all groups are its own.
  public func owner(of group: GroupID) throws(StoreFailure) -> GroupOwner { .here }

  /// In a store of one server there are no others.
  public func handOver(_ group: GroupID, to node: String) throws(StoreFailure) -> Bool { false }

  /// In a store of one server there are no others.
  public func remember(_ memory: [UInt8], of group: GroupID) throws(StoreFailure) {}

  /// In a store of one server there are no others.
  public func memory(of group: GroupID) throws(StoreFailure) -> [UInt8] { [] }

  /// In a store of one server there are no others.
  public func whenMoving(_ tell: @escaping @Sendable (GroupMoves) -> Void) {}

  /// In a store of one server there are no others.
  public func note(_ group: GroupID, isOpen: Bool) {}

  /// In a store of one server there are no others.
  public func leave() {}

  /// In a store of one server there are no others.
  public var countsTogether: Bool { false }

  /// In a store of one server there are no others.
  public func whenCounting(_ counting: LimitCounting) {}

  /// In a store of one server there are no others.
  public func address(ofNode name: String) throws(StoreFailure) -> String? { nil }

  /// A store within the process is never away.
  public var isAway: Bool { false }

  /// A store within the process is never away.
  public var mayBeAway: Bool { false }

  /// A store within the process is never away.
  public func whenAway(_ tell: @escaping @Sendable (StoreReach) -> Void) {}

  /// In a store of one server nobody takes a group.
  public func whenOvertaken(_ tell: @escaping @Sendable ([GroupID]) -> Void) {}

  /// A store within the process has the histories that it had.
  public func whenRestored(_ tell: @escaping @Sendable ([GroupID]) -> Void) {}

  /// A store that cannot stop has nothing to tell.
  public func whenStopped(_ tell: @escaping @Sendable (String) -> Void) {}
}

/// The owner of a group where several servers share a store.
public enum GroupOwner: Sendable, Hashable {
  /// This server, or the group has no history yet.
  case here
  /// Another one, which lives.
  case elsewhere
  /// No node: the former owner was not seen for long. The next node that opens the group owns it.
  case nobody
}

/// The events that one room wants appended together, and what follows from them for the directory.
public struct AppendBatch: Sendable {
  /// The group whose log grows.
  public var group: GroupID
  /// The sequence the group's log must end with for the append to happen.
  public var expected: GroupSequence
  /// The events, numbered `expected + 1` and on without gap.
  public var events: [StoredEvent]
  /// Changes of the directory's derived tables, made in the same commit.
  public var projections: [Projection]
  /// The notes of the events for the audit log, in the same commit.
  public var notes: [AuditNote]
  /// Events of the log, with the places and hashes that they have, whose bytes these ones replace in the same commit.
  /// The group's snapshots go with them, and what the bytes were is left nowhere in the store that it can reach.
  public var replacements: [StoredEvent] = []
  /// Whether nothing more is to be replaced for now, so that the store clears away what earlier bytes have left.
  public var endsReplacing = false

  /// Makes a batch.
  public init(
    group: GroupID, expected: GroupSequence, events: [StoredEvent], projections: [Projection] = [], notes: [AuditNote] = []
  ) {
    self.group = group
    self.expected = expected
    self.events = events
    self.projections = projections
    self.notes = notes
  }
}

/// An event as it lies in the log.
public struct StoredEvent: Sendable, Hashable {
  /// Its place in the group's one order.
  public var sequence: GroupSequence
  /// Its audience.
  public var lane: Lane
  /// Its place in the lane.
  public var position: LanePosition
  /// The serialized `Event`; what the chain is computed over. Rewritten only where its words are erased (SPEC EW-03).
  public var bytes: [UInt8]
  /// The lane's chain after this event, as it was stored first.
  public var hash: LaneHash

  /// Makes a stored event.
  public init(sequence: GroupSequence, lane: Lane, position: LanePosition, bytes: [UInt8], hash: LaneHash) {
    self.sequence = sequence
    self.lane = lane
    self.position = position
    self.bytes = bytes
    self.hash = hash
  }
}

/// A serialized `GroupSnapshot` and where it stands. The store adds and checks the checksum.
public struct StoredSnapshot: Sendable, Hashable {
  /// The group.
  public var group: GroupID
  /// The last event folded in.
  public var sequence: GroupSequence
  /// The serialized `GroupSnapshot`.
  public var bytes: [UInt8]

  /// Makes a snapshot record.
  public init(group: GroupID, sequence: GroupSequence, bytes: [UInt8]) {
    self.group = group
    self.sequence = sequence
    self.bytes = bytes
  }
}

/// A row of the directory that follows from an event; but for webhooks, rebuilt from the logs at any time.
public enum Projection: Sendable, Hashable {
  /// Somebody became a member, or is one again: the identity's list of groups has this group.
  case membership(identity: IdentityID, group: GroupID)
  /// Somebody asked to become a member: the identity is known to the group, and its list does not have the group until
  /// a member is taken back.
  case membershipRequested(identity: IdentityID, group: GroupID)
  /// A member left or was removed: the list of the member's holder no longer has the group. The row stays, so that
  /// it can come back; the holder's tokens for the group go for ever.
  case membershipEnded(holder: HolderID, group: GroupID)
  /// A member was taken back by another: the list of the member's holder has the group again.
  case membershipRestored(holder: HolderID, group: GroupID)
  /// The member may have no such token of the group any more: the holder's tokens go, those that only read stay where
  /// it is said. They do not come back with the right.
  case tokensEnded(holder: HolderID, group: GroupID, readersStay: Bool)
  /// An invite exists: its code's hash leads to it. Kept for ever, so that an old code gets the same answer as a wrong
  /// one.
  case invite(codeHash: [UInt8], group: GroupID, invite: InviteID)
  /// From this instant on, milliseconds since 1970, the server has something to do in the group by itself; nil: it has
  /// nothing to do there.
  case due(group: GroupID, at: Int64?)
  /// A change of a webhook. No log has all of this row: the address, and how far was sent, stand here alone.
  case webhook(WebhookKey, WebhookChange)
}

/// Why a store could not do what was asked; mapped at its border from whatever its engine says.
public enum StoreFailure: Error, Sendable, Equatable {
  /// The group's log ends elsewhere than expected; carries where.
  case conflict(head: GroupSequence)
  /// No space on the disk; nothing was written, reading still works.
  case full
  /// The store cannot be reached now and may be again: whether what was to be written is there is not known. Reading
  /// from memory goes on. The text is for the operator's log.
  case away(String)
  /// Another server that lives has the group; carries its name, for the operator's log.
  case elsewhere(node: String)
  /// The disk or engine failed: nothing may be acknowledged any more. The text is for the operator's log, never for a
  /// peer.
  case broken(String)
  /// The stored bytes do not verify. The text names what and where, for the operator's log.
  case damaged(String)
}
