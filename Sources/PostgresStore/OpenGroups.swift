import HearthProtocol
import Locking

/// The groups that the server has in memory: as many as it has rooms. Any thread may ask.
final class OpenGroups: Sendable {
  private let groups = Locked<Set<GroupID>>([])

  /// A group comes into memory or leaves it.
  func note(_ group: GroupID, isOpen: Bool) {
    groups.withLock { groups in if isOpen { groups.insert(group) } else { groups.remove(group) } }
  }

  /// Which of these the server has in memory.
  func among(_ others: Set<GroupID>) -> Set<GroupID> { groups.withLock { others.intersection($0) } }
}
