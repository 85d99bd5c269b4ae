import EventStore
import HearthProtocol
import Room

/// What the shell comes back with.
extension RoomHost {
  /// A group was read.
  func loaded(_ group: GroupID, _ result: Result<GroupHistory, LoadFailure>, now: Instant) {
    guard let slot = slots[group] else { return }
    switch result {
    case .success(let history):
      if slot.room == nil {
        slot.room = Room(history: history, epoch: history.epoch, saltSeed: makeSeed(), limits: limits.room)
        // What came due while nobody had the group open is booked in this turn, before whatever is asked of it.
        if slot.room?.due != nil { markDirty(slot) }
        // What there is to note was noted when it was read.
        let note = DueNote(history.state, purges: purges)
        if note.instant != nil { slot.noted = note }
        if purgeIfDue(slot, now) { return refuseWaiting(slot, .notFound()) }
      } else if let effects = slot.room?.reloaded(history) {
        markDirty(slot)
        perform(effects, slot)
        showCommitted(slot)
      }
      let waiting = slot.waiting
      slot.waiting = []
      for (visit, _) in waiting { visit(slot) }
      dropIfEmpty(slot)
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
    let waiting = slot.waiting
    slot.waiting = []
    for (_, refuse) in waiting { refuse(refusal) }
  }

  /// Gives up a live room whose history cannot be read: whoever follows it or waits for it is sent away and may come back.
  func abandon(_ group: GroupID) {
    guard let slot = slots[group] else { return }
    // What is in flight comes back first: its outcome must not be taken for that of an append by the room that is opened next.
    guard slot.room?.isAppending != true else {
      slot.isGivenUp = true
      return
    }
    var leaving = slot.room?.waitingPeers ?? []
    for (peer, groups) in peers where groups.contains(group) { leaving.insert(peer) }
    slot.room = nil
    charge(slot)
    let looks = slot.looks
    slot.looks = []
    for (look, _, _) in looks { refuse(look, at: group, .unavailable()) }
    if slot.refusal == nil { slots[group] = nil }
    for peer in leaving {
      peers[peer]?.remove(group)
      shell.drop(peer)
    }
  }

  /// Batches became durable, or did not.
  func committed(_ outcomes: [CommitQueue.Outcome]) {
    for (group, result) in outcomes {
      guard let slot = slots[group], let effects = slot.room?.appended(result) else { continue }
      charge(slot)
      if case .failure = result { slot.noted = nil }
      markDirty(slot)
      perform(effects, slot)
      showCommitted(slot)
      if slot.isGivenUp { abandon(group) }
    }
  }

  /// What a subscriber misses was collected, or could not be.
  func gathered(_ id: CatchUpID, of group: GroupID, tail: [CommittedEvent], snapshots: [[UInt8]]) {
    guard let slot = slots[group], let effects = slot.room?.gathered(id, tail: tail, snapshots: snapshots) else { return }
    markDirty(slot)
    perform(effects, slot)
    showCommitted(slot)
  }
}
