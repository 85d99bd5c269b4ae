import EventStore
import HearthProtocol
import Ledger

/// The visitor that a `HistoryVerifier` shows a group to. It folds the whole log on the way, and compares the state
/// with that of the newest snapshot, and then with that of the snapshot and the events behind it.
///
/// It is the one place that says what a sound group is beyond its numbers and hashes. States are compared as the bytes
/// of their snapshots, which are equal for equal states; those of an earlier program, which may say the same in other
/// bytes, as they are read.
public struct ReplayCheck {
  private let comparesSnapshots: Bool
  /// The group as its whole log gives it.
  private var whole: GroupHistory?
  /// The group as the snapshot and the events behind it give it; nil: there was no snapshot so far, or it was found
  /// wrong.
  private var resumed: GroupHistory?
  private var isBroken = false

  /// Makes a check.
  ///
  /// - Parameter comparesSnapshots: whether snapshots are looked at too.
  public init(comparesSnapshots: Bool = true) { self.comparesSnapshots = comparesSnapshots }

  /// The group that was walked last, as far as its log could be folded; nil before the first.
  public var state: GroupState? { whole?.state }

  /// Takes a step of a group's walk. Groups come one after another.
  ///
  /// - Returns: what is wrong there, for the operator; nil when nothing is, or the walk says it already.
  public mutating func visit(_ group: GroupID, _ step: HistoryVerifier.Step) -> String? {
    if whole?.group != group {
      whole = GroupHistory(group: group)
      resumed = nil
      isBroken = false
    }
    guard !isBroken else { return nil }
    return switch step {
    case .event(let event): fold(event)
    case .snapshot(let snapshot): comparesSnapshots ? begin(snapshot) : nil
    case .end: compareEnds()
    }
  }

  private mutating func fold(_ event: StoredEvent) -> String? {
    do {
      try whole?.fold(event)
    } catch {
      // The walk has named the place; what follows cannot be folded.
      isBroken = true
      return error.what == ChainWalk.brokenChain ? nil : error.what
    }
    do {
      try resumed?.fold(event)
    } catch {
      resumed = nil
      return "it follows from the whole log but not from the snapshot: \(error.what)"
    }
    return nil
  }

  private mutating func begin(_ snapshot: StoredSnapshot) -> String? {
    let expected = whole?.storedSnapshot()?.bytes
    do {
      let read = try GroupHistory(snapshot)
      guard snapshot.bytes == expected || read.storedSnapshot()?.bytes == expected else {
        return "the snapshot is not what the log up to there gives"
      }
      resumed = read
      return nil
    } catch {
      return error.what
    }
  }

  private func compareEnds() -> String? {
    guard let resumed, resumed.storedSnapshot()?.bytes != whole?.storedSnapshot()?.bytes else { return nil }
    return "the snapshot and the events behind it do not give what the whole log gives"
  }
}
