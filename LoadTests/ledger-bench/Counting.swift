import HearthProtocol
import HearthServer
import Ledger
import Room

/// Measures what counting for `/metrics` costs: the same calls as on the way of a command, without the rest of the way.
///
/// The types are another module's here, so that no call is inlined: a server pays less.
struct Counting {
  /// What a loop keeps, behind a reference as in the server.
  private final class Loop {
    var rooms = RoomCounts()
    var messages = MessageCounts()
    var pending: [CommandOutcome] = []
    var outcomes: [CommandOutcome] = []
  }

  private let loop = Loop()
  private let store = StoreCounts()
  let repetitions: Int

  /// Nanoseconds of each, in the middle of nine rounds.
  func run() -> [Figure] {
    [
      Figure(name: "count-message-ns", value: nanoseconds { loop.messages.add(1, .protobuf) }),
      Figure(name: "count-command-ns", value: nanoseconds(command)),
      Figure(name: "count-refusal-ns", value: nanoseconds { loop.rooms.add(CommandOutcome(kind: .addEntry, refusal: .conflict)) }),
      Figure(name: "count-batch-ns", value: nanoseconds(batch)),
      Figure(name: "count-commit-ns", value: nanoseconds(commit)),
    ]
  }

  /// From the decision until the loop has counted it.
  private func command() {
    loop.pending.append(CommandOutcome(kind: .addEntry, refusal: nil))
    for outcome in loop.pending { loop.outcomes.append(outcome) }
    loop.pending.removeAll(keepingCapacity: true)
    for outcome in loop.outcomes { loop.rooms.add(outcome) }
    loop.outcomes.removeAll(keepingCapacity: true)
  }

  /// A room's turn, and what comes back from its commit.
  private func batch() {
    let began = Stopwatch.now
    let decided = Stopwatch.now
    loop.rooms.decide.add(decided - began)
    loop.rooms.batch.add(8)
    let heard = Stopwatch.now
    loop.rooms.commit.add(heard - decided)
    loop.rooms.deliver.add(Stopwatch.now - heard)
  }

  /// A transaction of the store.
  private func commit() {
    let began = Stopwatch.now
    store.committed(groups: 100, failed: 0, nanoseconds: Stopwatch.now - began)
  }

  private func nanoseconds(_ work: () -> Void) -> Double {
    let rounds = (0..<9).map { _ in
      let began = Stopwatch.now
      for _ in 0..<repetitions { work() }
      return Double(Stopwatch.now - began) / Double(repetitions)
    }
    return rounds.sorted()[4]
  }
}
