import DequeModule
import Dispatch
import Foundation
import Glibc
import HearthProtocol
import Locking

/// Does work on threads of its own, which no other queue can keep busy.
///
/// Owners take turns, each identity, or group that waits, with one piece of work at a time, so that what one of them
/// asks waits behind everybody else's and never behind more than one piece of each. Work without an owner goes first.
/// Threads start when there is work for them and end with the queue.
final class ThreadQueue: WorkQueue {
  private let core: Core

  /// - Parameters:
  ///   - name: of the threads.
  ///   - threads: how many at most, at least 1.
  ///   - niceness: of the threads, as of `nice`.
  ///   - spent: told on such a thread how many nanoseconds of the processor's time work for an owner has taken.
  init(_ name: String, threads: Int, niceness: Int32 = 0, spent: @escaping @Sendable (WorkOwner, Int64) -> Void = { _, _ in }) {
    core = Core(name: name, threadsMax: threads, niceness: niceness, spent: spent)
  }

  deinit { core.end() }

  func run(_ work: @escaping @Sendable () -> Void) { core.add(Work(owner: nil) { _ in work() }) }

  func run(for owner: WorkOwner, _ work: @escaping @Sendable (Breath) -> Void) { core.add(Work(owner: owner, body: work)) }

  private struct Work: Sendable {
    let owner: WorkOwner?
    let body: @Sendable (Breath) -> Void
  }

  /// What waits, and who is at work.
  private struct State: Sendable {
    var ownerless: Deque<Work> = []
    var waiting: [WorkOwner.Turn: Deque<Work>] = [:]
    /// Owners with waiting work and none that is being done, the next first.
    var turns: Deque<WorkOwner.Turn> = []
    var busy: Set<WorkOwner.Turn> = []
    var threads = 0
    var idle = 0
    var isOver = false

    /// How many threads would have something to do at once.
    var ready: Int { ownerless.count + turns.count }

    mutating func add(_ work: Work) {
      guard let turn = work.owner?.turn else { return ownerless.append(work) }
      if waiting[turn] == nil, !busy.contains(turn) { turns.append(turn) }
      waiting[turn, default: []].append(work)
    }

    mutating func take() -> Work? {
      if let work = ownerless.popFirst() { return work }
      guard let turn = turns.popFirst(), let work = waiting[turn]?.popFirst() else { return nil }
      if waiting[turn]?.isEmpty == true { waiting[turn] = nil }
      busy.insert(turn)
      return work
    }

    /// Notes that work was done; true when its owner has more.
    mutating func finish(_ work: Work) -> Bool {
      guard let turn = work.owner?.turn else { return false }
      busy.remove(turn)
      guard waiting[turn] != nil else { return false }
      turns.append(turn)
      return true
    }
  }

  private final class Core: Sendable {
    private let name: String
    private let threadsMax: Int
    private let niceness: Int32
    private let spent: @Sendable (WorkOwner, Int64) -> Void
    private let state = Locked(State())
    private let signal = DispatchSemaphore(value: 0)

    init(name: String, threadsMax: Int, niceness: Int32, spent: @escaping @Sendable (WorkOwner, Int64) -> Void) {
      self.name = name
      self.threadsMax = threadsMax
      self.niceness = niceness
      self.spent = spent
    }

    func add(_ work: Work) {
      let needsThread = state.withLock { [threadsMax] state in
        state.add(work)
        // A thread that is idle may have been woken for what was added before.
        guard state.ready > state.idle, state.threads < threadsMax else { return false }
        state.threads += 1
        return true
      }
      if needsThread { start() }
      signal.signal()
    }

    /// What waits is still done.
    func end() {
      let threads = state.withLock { state in
        state.isOver = true
        return state.threads
      }
      for _ in 0..<threads { signal.signal() }
    }

    private func start() {
      let thread = Thread { [self] in
        // Linux has a niceness for each thread; 0 is this one.
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        while serve() {}
      }
      thread.name = name
      thread.start()
    }

    /// Waits for work and does it; false when there will be no more.
    private func serve() -> Bool {
      state.withLock { $0.idle += 1 }
      signal.wait()
      let (work, isOver) = state.withLock { state in
        state.idle -= 1
        return (state.take(), state.isOver)
      }
      guard let work else { return !isOver }
      carryOut(work, slices: true)
      return true
    }

    /// - Parameter slices: whether others may have their turn in between; not within such a turn.
    private func carryOut(_ work: Work, slices: Bool) {
      let start = Stopwatch.ofThread
      var others: Int64 = 0
      withoutActuallyEscaping({ [self] in
        guard slices, let other = state.withLock({ $0.idle == 0 ? $0.take() : nil }) else { return }
        let start = Stopwatch.ofThread
        carryOut(other, slices: false)
        others += Stopwatch.ofThread - start
      }) { work.body(Breath($0)) }
      if let owner = work.owner { spent(owner, Stopwatch.ofThread - start - others) }
      if state.withLock({ $0.finish(work) }) { signal.signal() }
    }
  }
}
