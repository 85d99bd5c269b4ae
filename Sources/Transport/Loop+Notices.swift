/// What stands between two callbacks: notices, commands from other threads, and slots that wait for the end of the
/// turn.
extension Loop {
  @usableFromInline
  func takeInboxSignal() -> Bool {
    defer { inboxSignalled = false }
    return inboxSignalled
  }

  @usableFromInline
  func obey(_ command: LoopCommand) {
    switch command {
    case .listen(let listener): watch(listener)
    case .join(let siblings): self.siblings = siblings
    case .takeIn(let arrivals): for arrival in arrivals { takeIn(arrival) }
    case .stop: isStopping = true
    }
  }

  /// Gives slots that became free in this turn to later ones.
  @usableFromInline
  func finishTurn() {
    guard releasedSlot >= 0 else { return }
    slots[Int(lastReleasedSlot)].link = freeSlot
    freeSlot = releasedSlot
    releasedSlot = -1
    lastReleasedSlot = -1
  }

  @usableFromInline
  func takeNotice() -> Notice? {
    guard noticesTaken < notices.count else {
      notices.removeAll(keepingCapacity: true)
      noticesTaken = 0
      state.pointee.hasNotices = false
      return nil
    }
    defer { noticesTaken += 1 }
    return notices[noticesTaken]
  }

  func notify(_ notice: Notice) {
    notices.append(notice)
    state.pointee.hasNotices = true
  }
}
