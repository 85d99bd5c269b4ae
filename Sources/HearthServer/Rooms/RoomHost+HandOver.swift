import EventStore
import HearthProtocol
import Ledger
import Room

/// Groups that another node is to have while this one runs: the room finishes what it was given, the store gives the
/// group away, and whoever follows it goes on there (SPEC SB-12).
///
/// Safety is the fence in the store alone: a room whose group has gone stores nothing.
extension RoomHost {
  /// Where a group goes, and how far that is.
  struct Leaving {
    let node: String
    /// Until when those are waited for who begin to follow the group; monotonic milliseconds.
    let until: Int64
    /// Whether the store was asked to give the group away.
    var isReleased = false
  }

  /// Limit: how long those are waited for who begin to follow a group that goes, in milliseconds; then they are sent
  /// away and come back (1013). What the group is asked meanwhile waits.
  static let leavingMilliseconds: Int64 = 2_000

  /// Another node is to have a group. It stays where it cannot go now: who wants it away asks again.
  func handOver(_ group: GroupID, to node: String, now: Instant) {
    if let slot = slots[group], slot.refusal != nil, !slot.isPurging { remove(slot) }
    if let slot = slots[group] {
      guard slot.relay == nil, !slot.isPurging, !slot.isGivenUp, slot.leaving == nil else { return }
      slot.leaving = Leaving(node: node, until: now.monotonic + Self.leavingMilliseconds)
    } else {
      guard slots.count < limits.roomsMax || evict() else { return }
      // What is asked of it meanwhile waits.
      let slot = RoomSlot(group: group, now: now.monotonic)
      place(slot)
      slot.leaving = Leaving(node: node, until: now.monotonic, isReleased: true)
      shell.giveAway(group, to: node, remembering: [])
    }
    leaving.insert(group)
  }

  /// Goes on with groups that leave, at the end of each turn.
  func goOnLeaving(now: Instant) {
    for group in leaving {
      guard let slot = slots[group], let wish = slot.leaving else {
        leaving.remove(group)
        continue
      }
      guard !wish.isReleased else { continue }
      let isLate = now.monotonic >= wish.until
      guard slot.room?.isSettledForGood == true, slot.looks.isEmpty, !slot.isDirty else {
        if isLate { stay(slot) }
        continue
      }
      if slot.room?.mayBeHandedOver != true {
        guard isLate else { continue }
        for peer in slot.room?.beginners ?? [] {
          if let effects = slot.room?.unsubscribe(peer) { perform(effects, slot) }
          peers[peer]?.remove(group)
          shell.pass(.drop(peer), to: peer)
        }
      }
      if let history = slot.room?.unsavedHistory { shell.saveSnapshot(history) }
      slot.leaving?.isReleased = true
      shell.giveAway(group, to: wish.node, remembering: slot.room?.memory ?? [])
    }
  }

  /// The group stays here, and what waited for it goes on.
  private func stay(_ slot: RoomSlot) {
    let wasReleased = slot.leaving?.isReleased == true
    slot.leaving = nil
    leaving.remove(slot.group)
    guard slot.relay == nil else { return }
    guard slot.room != nil else {
      // One that is being read goes on with that; the others were not in memory.
      guard wasReleased else { return }
      if slot.waiting.isEmpty { remove(slot) } else { shell.load(slot.group) }
      return
    }
    markDirty(slot)
    for (_, visit, _) in takeWaiting(slot) { visit(slot) }
  }

  /// What the room of the server before remembered of a group that is being read.
  func remembered(_ memory: [UInt8], of group: GroupID) { slots[group]?.memory = memory }

  /// The store has given a group to another node, or not.
  func handedOver(_ group: GroupID, _ isGone: Bool) {
    guard let slot = slots[group], slot.leaving?.isReleased == true else { return }
    guard isGone else { return stay(slot) }
    slot.leaving = nil
    leaving.remove(group)
    let areReadersHere = tellReaders(of: slot)
    slot.noted = nil
    charge(slot)
    // What waited, and whoever follows the group, asks the next node.
    slot.readersGoFirst = true
    if slot.waiting.isEmpty, !areReadersHere { remove(slot) } else { shell.loadBehindPeers(group) }
  }

  /// Has those who follow a group go on at whoever has it next.
  ///
  /// - Parameter remoteOnly: whether only those are told whose connections are other nodes'.
  /// - Returns: whether any of those who are told has a connection here.
  @discardableResult
  private func tellReaders(of slot: RoomSlot, remoteOnly: Bool = false) -> Bool {
    guard let (effects, readers) = slot.room?.handOver() else { return false }
    perform(effects, slot)
    slot.room = nil
    let told = readers.filter { $0.key.isRemote || !remoteOnly }.sorted { $0.key.rawValue < $1.key.rawValue }
    for (peer, subscribe) in told {
      peers[peer]?.remove(slot.group)
      shell.pass(.moved(slot.group, subscribe, peer), to: peer)
    }
    guard !remoteOnly else { return false }
    for (peer, _) in told where peer.isRemote { shell.pass(.elsewhere(slot.group, peer), to: peer) }
    return told.contains { !$0.key.isRemote }
  }

  /// The server ends: members of other nodes go on at whoever has their groups next, where nothing is under way any
  /// more. Those are told by the loops of the links that the groups are here no longer.
  func leaveAll() {
    for slot in slots.values.sorted(by: { $0.group < $1.group }) where slot.room?.mayBeHandedOver == true {
      tellReaders(of: slot, remoteOnly: true)
    }
  }

  /// Hands over idle groups, the least recently visited first, as long as there is somewhere for one to go.
  func spread(now: Instant, to next: () -> String?) {
    let idle = slots.values.filter { $0.room != nil && $0.mayRetire }.sorted { $0.visitedAt < $1.visitedAt }
    for slot in idle {
      guard let node = next() else { return }
      handOver(slot.group, to: node, now: now)
    }
  }
}
