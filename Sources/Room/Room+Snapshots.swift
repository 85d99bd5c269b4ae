import HearthProtocol

// The snapshots that a room keeps: every so many events while it lives, at the end of an erasure, and when it leaves
// memory, if enough is new.
extension Room {
  /// What a room knows of the newest snapshot on disk.
  struct LastSnapshot {
    /// Where it stands.
    let sequence: GroupSequence
    /// Its bytes as it was read, and at most its bytes when the room has kept it since. Nil: another is kept however
    /// little is new, since there is none, it has the form of before, or it went with words that were erased.
    var bytes: Int?
    /// The history's `tailBytes` there.
    private let tailBytes: Int

    /// The one that a history was read from.
    init(readWith history: GroupHistory) { (sequence, bytes, tailBytes) = (history.savedSequence, history.savedBytes, 0) }

    /// One that is being kept. A snapshot grows by fewer bytes than the events have that it takes in.
    init(keeping history: GroupHistory) {
      (sequence, tailBytes) = (history.sequence, history.tailBytes)
      bytes = (history.savedBytes ?? 0) + history.tailBytes
    }

    /// Whether a room with this history that leaves memory keeps another one.
    func isOutgrown(by history: GroupHistory, _ limits: RoomLimits) -> Bool {
      guard history.sequence > sequence else { return false }
      guard let bytes else { return true }
      let new = history.tailBytes - tailBytes
      return new >= limits.snapshotNewBytesMin && new * limits.snapshotNewPart >= bytes
    }
  }

  /// The history when enough is new since the last snapshot on disk for another to be kept before the room is gone; nil
  /// while a batch is in flight, since only committed state may be kept.
  ///
  /// A group that is looked at now and then leaves memory after each event that it gets, and a snapshot is as large as
  /// the group. So one is kept the first time, and then when the events behind it have a quarter of its bytes
  /// (`RoomLimits.snapshotNewPart`), and 8 KiB at least (`RoomLimits.snapshotNewBytesMin`).
  ///
  /// The server that opens the group next, this one or another, restores the snapshot, reads the whole log to check its
  /// chains, and folds the events behind the snapshot, at some 30 µs each. An event has three times the bytes that it
  /// adds to a snapshot, so a quarter of the snapshot's bytes is a twelfth of the group's events: they add a third to
  /// the time of the rest on average. 8 KiB are some twenty events, 0.6 ms, and never are more than
  /// `RoomLimits.snapshotEveryEvents` folded, 30 ms.
  public var unsavedHistory: GroupHistory? {
    guard case .idle = phase, lastSnapshot.isOutgrown(by: history, limits) else { return nil }
    return history
  }

  mutating func saveSnapshot() -> [RoomEffect] {
    lastSnapshot = LastSnapshot(keeping: history)
    return [.saveSnapshot(history)]
  }
}
