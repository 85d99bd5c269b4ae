import DequeModule
import Dispatch
import Locking
import Transport

/// Carries deliveries from the loop's thread to one thread that waits for them.
final class Mailbox: Sendable {
  private let deliveries = Locked(Deque<Delivery>())
  private let arrived = DispatchSemaphore(value: 0)

  /// Called after each delivery, for a thread that waits for something else too.
  let notify = Locked<(@Sendable () -> Void)?>(nil)

  /// Puts a delivery in; never blocks.
  func post(_ delivery: Delivery) {
    deliveries.withLock { $0.append(delivery) }
    arrived.signal()
    notify.withLock { $0 }?()
  }

  /// Waits for the next delivery; nil when the time comes first.
  func take(until deadline: ContinuousClock.Instant) -> Delivery? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard arrived.wait(timeout: .now() + .nanoseconds(left.nanosecondsClamped)) == .success else { return nil }
    return deliveries.withLock { $0.popFirst() }
  }
}

extension Duration {
  /// Limit: 0 to 100 days, so that no sum of times overflows.
  fileprivate var nanosecondsClamped: Int {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    return Int(min(seconds, 8_640_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
