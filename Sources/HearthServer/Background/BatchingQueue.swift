import Locking
import Transport

/// Collects items from any thread while the previous batch is worked on, and works on everything collected next.
///
/// One batch is under way at a time, in the order of submitting.
final class BatchingQueue<Item: Sendable>: Sendable {
  private struct State: Sendable {
    var pending: [Item] = []
    var isRunning = false
  }

  private let queue: any WorkQueue
  private let work: @Sendable ([Item]) -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - queue: where the work is done.
  ///   - work: may block; called with at least one item.
  init(on queue: any WorkQueue, work: @escaping @Sendable ([Item]) -> Void) {
    self.queue = queue
    self.work = work
  }

  /// Takes items; returns at once.
  func submit(_ items: [Item]) {
    let starts = state.withLock { state in
      state.pending += items
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.run { self.drain() } }
  }

  private func drain() {
    while true {
      let items = state.withLock { state in
        let items = state.pending
        state.pending = []
        if items.isEmpty { state.isRunning = false }
        return items
      }
      if items.isEmpty { return }
      work(items)
    }
  }
}
