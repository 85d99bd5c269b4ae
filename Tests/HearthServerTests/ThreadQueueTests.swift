import Dispatch
import HearthProtocol
import Locking
import Testing

@testable import HearthServer

/// Who has a turn when, where members' questions are answered (SPEC CM-12).
@Suite struct ThreadQueueTests {
  private static func owner(_ number: UInt64) -> WorkOwner { WorkOwner(identity: IdentityID(high: 1, low: number), address: nil) }

  /// What was done, in order.
  private final class Log: Sendable {
    private let lines = Locked<[String]>([])
    private let grown = DispatchSemaphore(value: 0)
    func add(_ line: String) {
      lines.withLock { $0.append(line) }
      grown.signal()
    }
    /// Waits until so many lines have been added since the last time.
    func wait(_ count: Int) { for _ in 0..<count { grown.wait() } }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test("What one asks waits behind everybody else's, however much of it came first; what is nobody's goes first")
  func turns() {
    let (log, gate, begun) = (Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = ThreadQueue("test", threads: 1)
    queue.run {
      begun.signal()
      gate.wait()
    }
    begun.wait()
    for number in 1...4 { queue.run(for: Self.owner(1)) { _ in log.add("a\(number)") } }
    for number in 1...2 { queue.run(for: Self.owner(2)) { _ in log.add("b\(number)") } }
    queue.run(for: Self.owner(3)) { _ in log.add("c1") }
    queue.run { log.add("server") }
    gate.signal()
    log.wait(8)
    #expect(log.all == ["server", "a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  }

  @Test("Limit: one piece of work of each at a time, whatever threads there are")
  func oneOfEach() {
    let (log, gate, begun) = (Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = ThreadQueue("test", threads: 2)
    for number in 1...3 {
      queue.run(for: Self.owner(1)) { _ in
        begun.signal()
        gate.wait()
        log.add("a\(number)")
      }
    }
    begun.wait()
    for number in 1...3 { queue.run(for: Self.owner(2)) { _ in log.add("b\(number)") } }
    log.wait(3)
    #expect(log.all == ["b1", "b2", "b3"])
    for _ in 1...3 { gate.signal() }
    log.wait(3)
    #expect(log.all.suffix(3) == ["a1", "a2", "a3"])
  }

  @Test("Two pieces of work that come while one thread is idle both begin, though neither has ended")
  func idleThread() {
    for _ in 0..<200 {
      let (first, begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let queue = ThreadQueue("test", threads: 2)
      queue.run { first.signal() }
      first.wait()
      for _ in 0..<2 {
        queue.run {
          begun.signal()
          gate.wait()
        }
      }
      let bothBegin = (0..<2).allSatisfy { _ in begun.wait(timeout: .now() + 30) == .success }
      for _ in 0..<2 { gate.signal() }
      guard bothBegin else {
        Issue.record("the second waits for the first")
        return
      }
    }
  }

  @Test("Long work gives the others their turn between two slices, and is charged none of their time")
  func slices() {
    let (log, gate, begun) = (Log(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let charged = Locked<[WorkOwner: Int64]>([:])
    let settled = DispatchSemaphore(value: 0)
    let queue = ThreadQueue("test", threads: 1) { owner, nanoseconds in
      charged.withLock { $0[owner, default: 0] += nanoseconds }
      settled.signal()
    }
    queue.run(for: Self.owner(1)) { breath in
      begun.signal()
      gate.wait()
      log.add("a, first slice")
      breath()
      log.add("a, second slice")
      breath()
    }
    begun.wait()
    queue.run(for: Self.owner(2)) { breath in
      var sum: UInt64 = 0
      for number in 0..<3_000_000 { sum = sum &* 31 &+ UInt64(number) }
      log.add("b \(sum == 0)")
      // Within another's turn nobody has one.
      breath()
    }
    queue.run(for: Self.owner(3)) { _ in log.add("c") }
    gate.signal()
    log.wait(4)
    for _ in 0..<3 { settled.wait() }
    #expect(log.all == ["a, first slice", "b false", "a, second slice", "c"])
    let times = charged.withLock { $0 }
    #expect(times.count == 3 && (times[Self.owner(1)] ?? 0) < (times[Self.owner(2)] ?? 0))
  }

  @Test("A queue that nobody has any more does what it was given, and its threads end")
  func end() {
    let log = Log()
    do {
      let queue = ThreadQueue("test", threads: 3)
      for number in 1...20 { queue.run(for: Self.owner(UInt64(number % 4))) { _ in log.add("\(number)") } }
    }
    log.wait(20)
    #expect(Set(log.all).count == 20)
  }
}
