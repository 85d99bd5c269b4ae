import EventStore
import HearthProtocol
import Ledger
import Room

/// What the shell comes back with.
extension RoomHost {
  /// A group was read.
  func loaded(_ group: GroupID, _ result: Result<GroupHistory, LoadFailure>, now: Instant) {
    // If another node is being asked by now, that is what counts: where it has the group no longer, it says so.
    // Nothing is done here with one that the store gives away just now.
    guard let slot = slots[group], slot.relay == nil, slot.leaving?.isReleased != true else { return }
    switch result {
    case .success where slot.isOvertaken:
      // What was read may be another server's by now.
      slot.isOvertaken = false
      shell.load(group)
    case .success(let history):
      // What came due while nobody had the group open is booked in this turn, before whatever is asked of it. And
      // whoever is served here may have other groups opened, for which this one must not leave memory meanwhile.
      markDirty(slot)
      if slot.room == nil {
        slot.room = Room(history: history, epoch: history.epoch, saltSeed: makeSeed(), limits: limits.room)
        slot.room?.remember(slot.memory)
        slot.memory = []
        // What there is to note was noted when it was read.
        let note = DueNote(history.state, purges: purges)
        if note.instant != nil { slot.noted = note }
        charge(slot)
        if purgeIfDue(slot, now) { return refuseWaiting(slot, .notFound()) }
      } else if slot.room?.isContinued(by: history) == false {
        // The database lost what was committed: nobody here is told of the other history as if it were theirs.
        return abandon(group)
      } else if let effects = slot.room?.reloaded(history) {
        perform(effects, slot)
        showCommitted(slot)
        beginAhead(slot)
      }
      slot.relayTries = 0
      // They were there before the group was to go.
      for (_, visit, _) in takeWaiting(slot) { visit(slot) }
      if slot.readAt == nil { forgetRecent(slot) }
    case .failure(.store(.away)) where slot.room?.mayGoOn == true:
      // The room goes on with what it has.
      guard let effects = slot.room?.recheckFailed() else { return abandon(group) }
      refuseAhead(slot)
      markDirty(slot)
      perform(effects, slot)
      showCommitted(slot)
    case .failure(let failure):
      let refusal: Rejected
      switch failure {
      case .damaged:
        refusal = .groupDamaged()
        slot.refusal = refusal
      case .store:
        refusal = .unavailable()
      case .purged:
        refusal = .notFound()
      }
      refuseWaiting(slot, refusal)
      abandon(group)
    }
  }

  private func refuseWaiting(_ slot: RoomSlot, _ refusal: Rejected) {
    for (_, _, refuse) in takeWaiting(slot) { refuse(refusal) }
  }

  /// Ends the wait of whoever waits for a group to be read.
  func takeWaiting(_ slot: RoomSlot) -> [(request: RoomRequest?, visit: RoomSlot.Visit, refuse: RoomSlot.Refuse)] {
    var waiting = slot.waiting
    if slot.readersGoFirst {
      func begins(_ request: RoomRequest?) -> Bool { if case .subscribe = request { true } else { false } }
      waiting = waiting.filter { begins($0.request) } + waiting.filter { !begins($0.request) }
      slot.readersGoFirst = false
    }
    slot.waiting = []
    slot.waitingBytes = 0
    charge(slot)
    return waiting
  }

  /// Gives up a live room whose history cannot be read: whoever follows it or waits for it is sent away and may come
  /// back.
  func abandon(_ group: GroupID) {
    guard let slot = slots[group] else { return }
    // What is in flight comes back first: its outcome must not be taken for that of an append by the room that is
    // opened next.
    guard slot.room?.isAppending != true else {
      slot.isGivenUp = true
      return
    }
    refuseAhead(slot)
    var leaving = slot.room?.waitingPeers ?? []
    for (peer, groups) in peers where groups.contains(group) { leaving.insert(peer) }
    slot.room = nil
    charge(slot)
    let (waiting, looks) = (takeWaiting(slot), slot.looks)
    slot.looks = []
    if slot.refusal == nil { remove(slot) }
    for (look, _, _) in looks { refuse(look, at: group, .unavailable()) }
    // What could not be read may have been for a former room, while the group is being read for the next.
    for (_, _, refuse) in waiting { refuse(.unavailable()) }
    for peer in leaving {
      peers[peer]?.remove(group)
      shell.pass(.drop(peer), to: peer)
    }
  }

  /// Batches became durable, or did not.
  func committed(_ outcomes: [CommitQueue.Outcome]) {
    for (group, result) in outcomes {
      guard let slot = slots[group] else { continue }
      let heard = Stopwatch.now
      guard let effects = slot.room?.appended(result) else { continue }
      slot.room?.takeOutcomes { counts.add($0) }
      charge(slot)
      if case .failure = result {
        slot.noted = nil
        if slot.room?.isInDoubt == true { doubted.insert(group) }
      }
      markDirty(slot)
      perform(effects, slot)
      if case .success = result {
        counts.commit.add(heard - slot.appendedAt)
        counts.deliver.add(Stopwatch.now - heard)
      }
      showCommitted(slot)
      switch result {
      case .success: beginAhead(slot)
      case .failure where slot.room?.isInDoubt == true: refuseAhead(slot)
      // The group is read again, which says whether they may begin.
      case .failure: break
      }
      if slot.isGivenUp { abandon(group) }
    }
  }

  /// What somebody misses cannot be read. While the store is away only they are sent away, and may come back.
  func gatherFailed(_ id: CatchUpID, of group: GroupID, isAway: Bool) {
    guard isAway, let slot = slots[group], slot.room != nil, let peer = slot.room?.gatherFailed(id) else { return abandon(group) }
    if let effects = slot.room?.unsubscribe(peer) { perform(effects, slot) }
    peers[peer]?.remove(group)
    shell.pass(.drop(peer), to: peer)
  }

  /// Sends the readers of all groups away that are here, while the store cannot be reached.
  func sendReadersAway() {
    guard shell.isStoreAway else { return }
    for group in Set(peers.values.joined()).sorted(by: { $0.description < $1.description }) {
      if let slot = slots[group], slot.room != nil { abandon(group) }
    }
  }

  /// Another server has taken a group while this one stood still.
  func overtaken(_ group: GroupID) {
    guard let slot = slots[group] else { return }
    if slot.room != nil { return abandon(group) }
    // It is being read, and nobody says a second time that it was taken.
    if slot.relay == nil, slot.refusal == nil { slot.isOvertaken = true }
  }

  /// Has groups read again whose last commit is in doubt, once the store is back.
  func recheck() {
    guard !shell.isStoreAway else { return }
    for group in doubted {
      guard let slot = slots[group], slot.room?.isInDoubt == true else {
        doubted.remove(group)
        continue
      }
      if let effects = slot.room?.recheck() { perform(effects, slot) }
    }
  }

  /// What a subscriber misses was collected, or could not be.
  func gathered(_ id: CatchUpID, of group: GroupID, tail: [CommittedEvent], snapshots: [[UInt8]]) {
    guard let slot = slots[group], let effects = slot.room?.gathered(id, tail: tail, snapshots: snapshots) else { return }
    markDirty(slot)
    perform(effects, slot)
    showCommitted(slot)
    settleAhead(slot)
  }

  /// What a subscriber misses is more than is sent at once.
  func gatheredLarge(_ work: CatchUpWork, of group: GroupID) {
    guard let slot = slots[group], let effects = slot.room?.open(work) else { return }
    markDirty(slot)
    perform(effects, slot)
  }

  /// A settlement plan was reckoned for which a group's commands wait.
  func reckoned(_ plan: SettlementPlan, of work: PlanWork, in group: GroupID) {
    guard let slot = slots[group], slot.room != nil else { return }
    slot.room?.reckoned(plan, of: work)
    markDirty(slot)
  }

  /// A log was looked through for words that are to be erased.
  ///
  /// - Parameter outcome: nil when it could not be read.
  func looked(_ outcome: ErasureWork.Outcome?, for work: ErasureWork, now: Instant) {
    guard let slot = slots[work.group], slot.room != nil else { return }
    slot.room?.looked(outcome, for: work, settled: now.settled)
    markDirty(slot)
  }

  /// All pieces of a catch-up were sent, or could not be.
  func streamed(_ id: CatchUpID, of group: GroupID, _ outcome: StreamOutcome) {
    guard outcome != .failed else { return abandon(group) }
    guard let slot = slots[group], let effects = slot.room?.streamed(id, isWhole: outcome == .whole) else { return }
    markDirty(slot)
    perform(effects, slot)
    showCommitted(slot)
  }
}
