import HearthProtocol
import Room

/// How somebody begins to follow a group. Where a reader has seen more than the room has, another server of the store
/// may have the group by now, and the room hears from the store first (SPEC SB-13).
extension RoomHost {
  // Limit: time between two readings of a group for readers who have seen more than its room has, in milliseconds;
  // those who come sooner are answered `unavailable`.
  static let rereadMilliseconds: Int64 = 10_000

  /// Takes a would-be subscriber to its group.
  func subscribe(_ request: RoomRequest, to group: GroupID, now: Instant) {
    guard case .subscribe(_, _, let origin, _, _, _) = request else { return }
    peers[origin.peer, default: []].insert(group)
    visit(group, now: now, for: request) { [self] slot in
      slot.readAt = now.monotonic
      // Of several that a peer has sent only the last begins.
      forgetAhead(origin.peer, slot)
      if isAhead(request, slot) {
        wait(request, slot, now)
      } else if isUnsure(slot), isStranger(request, slot) {
        // Another server may have let them in.
        refuse(request, of: group, .unavailable())
      } else {
        begin(request, slot)
      }
    } refuse: { [self] in
      refuse(request, of: group, $0)
    }
  }

  private func begin(_ request: RoomRequest, _ slot: RoomSlot) {
    guard case .subscribe(var subscribe, let asker, let origin, let format, let number, let begin) = request else { return }
    if begin == .fromNow { (subscribe.epoch, subscribe.cursors) = slot.room?.standing(of: asker) ?? (0, []) }
    // It may have left while the group was being read.
    guard peers[origin.peer] != nil, let effects = slot.room?.subscribe(subscribe, asker: asker, origin: origin, format: format) else {
      return
    }
    if slot.room?.isReader(origin.peer) != true {
      forget(origin.peer, slot.group, number)
    } else {
      peers[origin.peer, default: []].insert(slot.group)
    }
    perform(effects, slot)
  }

  /// Whether a would-be subscriber has seen more than the room has, in a store that another server may use.
  private func isAhead(_ request: RoomRequest, _ slot: RoomSlot) -> Bool {
    guard limits.room.keepsCommitted, case .subscribe(let subscribe, let asker, _, _, _, let begin) = request, begin != .fromNow else {
      return false
    }
    return slot.room?.isAhead(subscribe, asker: asker) == true
  }

  private func isStranger(_ request: RoomRequest, _ slot: RoomSlot) -> Bool {
    guard case .subscribe(_, let asker, _, _, _, _) = request else { return false }
    return slot.room?.knows(asker) == false
  }

  /// Whether the room cannot know if another server has the group.
  private func isUnsure(_ slot: RoomSlot) -> Bool { shell.isStoreAway || slot.room?.isInDoubt == true }

  /// Lets a subscriber wait until the room has heard from the store: by the append in flight, or by reading the group
  /// again.
  private func wait(_ request: RoomRequest, _ slot: RoomSlot, _ now: Instant) {
    guard case .subscribe(_, let asker, _, _, _, _) = request, !isUnsure(slot), slot.ahead.count < limits.waitingMax else {
      return refuse(request, of: slot.group, .unavailable())
    }
    if slot.room?.isCommitted == true {
      guard now.monotonic - (slot.rereadAt ?? .min / 2) >= Self.rereadMilliseconds else {
        return refuse(request, of: slot.group, .unavailable())
      }
      slot.rereadAt = now.monotonic
      slot.ahead.append(request)
      if slot.room?.reread() == true { shell.loadAgain(slot.group, for: asker.identity) }
    } else {
      slot.ahead.append(request)
    }
  }

  /// The room has heard from the store, and has what there is: those who wait for that begin.
  func beginAhead(_ slot: RoomSlot) {
    for request in takeAhead(slot) { begin(request, slot) }
  }

  /// The room has been told what it missed: those who came meanwhile begin. Who has seen still more is refused, and may
  /// come back.
  func settleAhead(_ slot: RoomSlot) {
    guard !slot.ahead.isEmpty, slot.room?.isCommitted == true else { return }
    for request in takeAhead(slot) {
      if isAhead(request, slot) { refuse(request, of: slot.group, .unavailable()) } else { begin(request, slot) }
    }
  }

  /// A peer wants something else by now, or nothing.
  func forgetAhead(_ peer: PeerID, _ slot: RoomSlot) {
    if !slot.ahead.isEmpty { slot.ahead.removeAll { $0.origin?.peer == peer } }
  }

  /// Nothing is known of the store: those who wait for it are refused, and may come back.
  func refuseAhead(_ slot: RoomSlot) {
    for request in takeAhead(slot) { refuse(request, of: slot.group, .unavailable()) }
  }

  /// Those who wait and have not left the group meanwhile.
  private func takeAhead(_ slot: RoomSlot) -> [RoomRequest] {
    if slot.ahead.isEmpty { return [] }
    defer { slot.ahead = [] }
    return slot.ahead.filter {
      guard case .subscribe(_, _, let origin, _, _, _) = $0 else { return false }
      return peers[origin.peer]?.contains(slot.group) == true
    }
  }
}
