import DequeModule
import HearthProtocol
import Ledger

/// The newest refusals of a room, so that a command that comes once more is not accepted then (SPEC CM-05).
///
/// A command that was sent over a connection which its sender has given up may arrive behind the one that was sent
/// again and refused. By then the group may be such that it would be accepted, which nobody expects any more. Each
/// sender's are counted by themselves: nobody makes the room forget what others were told.
struct RefusedCommands: Sendable {
  /// The sender and the id of a command.
  struct Key: Hashable, Sendable {
    var holder: HolderID
    var id: CommandID
  }

  /// A refusal that stays one.
  struct Refusal: Sendable {
    /// Whether it was decided for somebody who was in the group.
    var wasPresent: Bool
    /// The digest of the command, without a salt: it never leaves memory.
    var digest: UInt64
    var answer: Rejected
  }

  private let most: Int
  private let mostOfOne: Int
  private(set) var refusals: [Key: Refusal] = [:]
  /// The ids of each sender's, oldest first.
  private(set) var ids: [HolderID: Deque<CommandID>] = [:]

  /// - Parameters:
  ///   - most: how many are remembered in all; then whoever has the most loses their oldest.
  ///   - mostOfOne: how many of one sender.
  init(most: Int, mostOfOne: Int) {
    self.most = most
    self.mostOfOne = mostOfOne
  }

  subscript(key: Key) -> Refusal? { refusals[key] }

  /// Keeps a refusal. The first refusal of an id stays, unless it was of another command.
  mutating func note(_ refusal: Refusal, of key: Key) {
    guard most > 0, mostOfOne > 0 else { return }
    if let former = refusals[key] {
      if former.digest != refusal.digest { refusals[key] = refusal }
      return
    }
    refusals[key] = refusal
    ids[key.holder, default: []].append(key.id)
    if ids[key.holder, default: []].count > mostOfOne {
      forgetOldest(of: key.holder)
    } else if refusals.count > most, let largest = ids.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) {
      forgetOldest(of: largest.key)
    }
  }

  private mutating func forgetOldest(of holder: HolderID) {
    guard let oldest = ids[holder]?.popFirst() else { return }
    refusals[Key(holder: holder, id: oldest)] = nil
    if ids[holder]?.isEmpty == true { ids[holder] = nil }
  }
}

extension RefusedCommands.Refusal {
  /// The answer to a command that is sent now; nil if it is another command. A former member gets no answer that was
  /// meant for a member.
  func answer(digest: UInt64, isPresent: Bool) -> Rejected? {
    guard self.digest == digest else { return nil }
    return wasPresent && !isPresent ? .notFound() : answer
  }
}
