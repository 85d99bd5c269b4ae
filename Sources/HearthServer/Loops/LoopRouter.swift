import HearthProtocol
import Synchronization
import Transport

/// Takes messages for a loop from any thread, and delivers them in the order of posting.
protocol MessageInbox: Sendable {
  func post(_ message: LoopMessage)
  func post(_ messages: [LoopMessage])
}

extension LoopInbox: MessageInbox where Message == LoopMessage {}

/// Says which loop a group lives on, and posts to loops. All loops of a server and all threads that work for them share
/// one.
///
/// From one loop to another messages arrive in the order of posting; rooms and the sessions of other loops rely on it.
final class LoopRouter: Sendable {
  private let inboxes: [any MessageInbox]
  private let hash: @Sendable (GroupID) -> Int
  /// Where loops wait for one another when the server drains: nobody takes messages any more.
  let stopped: LoopBarrier
  /// Every room of every loop is settled and kept.
  let settled: LoopBarrier

  /// - Parameters:
  ///   - inboxes: of the loops, by their numbers.
  ///   - hash: of a group's id. Clients choose the ids; the seed of the process keeps them from choosing the loop.
  init(inboxes: [any MessageInbox], hash: @escaping @Sendable (GroupID) -> Int = \.hashValue) {
    self.inboxes = inboxes
    self.hash = hash
    stopped = LoopBarrier(inboxes.count)
    settled = LoopBarrier(inboxes.count)
  }

  /// The number of loops.
  var count: Int { inboxes.count }

  /// The loop on which a group lives while this process runs.
  func loop(of group: GroupID) -> Int { Int(UInt(bitPattern: hash(group)) % UInt(inboxes.count)) }

  func post(_ message: LoopMessage, to loop: Int) { inboxes[loop].post(message) }

  func post(_ messages: [LoopMessage], to loop: Int) { inboxes[loop].post(messages) }

  func post(_ message: LoopMessage, toOwnerOf group: GroupID) { inboxes[loop(of: group)].post(message) }

  func postToAll(_ message: LoopMessage) {
    for inbox in inboxes { inbox.post(message) }
  }

  /// Tells the loops of the rooms what became of their batches, each with one message.
  func post(_ outcomes: [CommitQueue.Outcome]) {
    var parts: [[CommitQueue.Outcome]] = Array(repeating: [], count: count)
    for outcome in outcomes { parts[loop(of: outcome.group)].append(outcome) }
    for (loop, part) in parts.enumerated() where !part.isEmpty { post(.committed(part), to: loop) }
  }
}

/// Counts the loops that have come to a point.
final class LoopBarrier: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  /// Notes that a loop has come; each may once.
  ///
  /// - Returns: true for the last one.
  func arrive() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// What a loop's turn has for other loops, in order; it leaves at the end of each half of a turn, so that each of them
/// is woken once.
struct LoopOutbox {
  private var messages: [[LoopMessage]]
  /// Messages that wait.
  private(set) var count = 0

  /// - Parameter loops: the number of loops.
  init(loops: Int) { messages = Array(repeating: [], count: loops) }

  mutating func add(_ message: LoopMessage, for loop: Int) {
    messages[loop].append(message)
    count += 1
  }

  /// Posts everything.
  mutating func flush(_ router: LoopRouter) {
    count = 0
    for loop in messages.indices where !messages[loop].isEmpty {
      router.post(messages[loop], to: loop)
      messages[loop].removeAll(keepingCapacity: messages[loop].capacity <= Self.keptMessages)
    }
  }

  /// Limit: places kept from turn to turn, for each loop.
  private static let keptMessages = 1_024
}
