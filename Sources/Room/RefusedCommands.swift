import DequeModule
import HearthProtocol
import Ledger

/// The newest refusals of a room, so that a command that comes once more is not accepted then (SPEC CM-05).
///
/// A command that was sent over a connection which its sender has given up may arrive behind the one that was sent again and refused. By then the
/// group may be such that it would be accepted, which nobody expects any more.
struct RefusedCommands: Sendable {
  /// A refusal that stays one.
  struct Refusal: Sendable {
    var holder: HolderID
    /// Whether it was decided for somebody who was in the group.
    var wasPresent: Bool
    /// Of the command, without a salt: it never leaves memory.
    var digest: UInt64
    var answer: Rejected
  }

  private let most: Int
  private var refusals: [CommandID: Refusal] = [:]
  private var order: Deque<CommandID> = []

  /// - Parameter most: how many are remembered; then the oldest are forgotten.
  init(most: Int) { self.most = most }

  subscript(id: CommandID) -> Refusal? { refusals[id] }

  mutating func note(_ refusal: Refusal, of id: CommandID) {
    guard most > 0 else { return }
    guard refusals.updateValue(refusal, forKey: id) == nil else { return }
    order.append(id)
    if order.count > most, let oldest = order.popFirst() { refusals[oldest] = nil }
  }
}

extension RefusedCommands.Refusal {
  /// What a command that is sent now is answered; nil if it is another one. Whoever is in the group no more is told nothing that was meant for a member.
  func answer(to submission: Submission, digest: UInt64, isPresent: Bool) -> Rejected? {
    guard holder == submission.asker.holder, self.digest == digest else { return nil }
    return wasPresent && !isPresent ? .notFound() : answer
  }
}

extension Rejected {
  /// Whether the same command is refused for good, and not only for the time being (`retry` in errors.json).
  var isFinal: Bool {
    switch RejectionCode(rawValue: code) {
    case .remindedRecently, .rateLimited, .unavailable, .overloaded, .storageFull, nil: false
    default: true
    }
  }
}
