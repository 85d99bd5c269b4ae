import Support
import Testing

@testable import Transport

extension TimerWheel {
  fileprivate mutating func takeDue(at now: UInt64) -> Payload? {
    advance(to: now)
    return takeDue()
  }
}

@Suite struct TimerWheelTests {
  @Test func firesInOrderOfDeadlineThenOfScheduling() {
    var wheel = TimerWheel<String>(tick: 1000)
    _ = wheel.schedule(at: 1100, "d")
    _ = wheel.schedule(at: 1001, "a")
    _ = wheel.schedule(at: 1064, "b")
    _ = wheel.schedule(at: 1064, "c")
    #expect(wheel.takeDue(at: 1000) == nil)
    #expect(wheel.takeDue(at: 1063) == "a")
    #expect(wheel.takeDue(at: 1063) == nil)
    #expect(wheel.takeDue(at: 5000) == "b")
    #expect(wheel.takeDue(at: 5000) == "c")
    #expect(wheel.takeDue(at: 5000) == "d")
    #expect(wheel.takeDue(at: 5000) == nil)
    #expect(wheel.nextTick == nil)
    #expect(wheel.count == 0)
  }

  @Test func aPastDeadlineIsTheNextTick() {
    var wheel = TimerWheel<Int>(tick: 70)
    _ = wheel.schedule(at: 3, 1)
    #expect(wheel.nextTick == 71)
    #expect(wheel.takeDue(at: 70) == nil)
    #expect(wheel.takeDue(at: 71) == 1)
  }

  @Test(arguments: [UInt64.max, UInt64.max - 1, 1 << 36, (1 << 36) - 1, 1 << 63] as [UInt64])
  func farDeadlines(_ deadline: UInt64) {
    var wheel = TimerWheel<Int>(tick: (1 << 36) - 10)
    _ = wheel.schedule(at: deadline, 1)
    #expect(wheel.nextSlot != nil && wheel.nextSlot == wheel.firstSlot())
    #expect(wheel.takeDue(at: deadline - 1) == nil)
    #expect(wheel.nextSlot == deadline && wheel.firstSlot() == deadline)
    #expect(wheel.takeDue(at: deadline) == 1)
    #expect(wheel.nextSlot == nil && wheel.firstSlot() == nil)
  }

  @Test func aCancelledTimerIsGoneAndItsIDWithIt() {
    var wheel = TimerWheel<Int>(tick: 0)
    let first = wheel.schedule(at: 5, 1)
    let cancelled = [wheel.cancel(first), wheel.cancel(first)]
    #expect(cancelled == [true, false])
    let second = wheel.schedule(at: 5, 2)
    #expect(first != second)
    let stale = [wheel.cancel(first), wheel.cancel(.none)]
    #expect(stale == [false, false])
    #expect(wheel.takeDue(at: 9) == 2)
    let fired = wheel.cancel(second)
    #expect(!fired)
  }

  @Test(arguments: [1, 2, 3, 0xC0FFEE, 20_000_001] as [UInt64])
  func agreesWithANaiveModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var now = UInt64.random(in: 0...(1 << 40), using: &random)
    var wheel = TimerWheel<Int>(tick: now)
    var model: [(deadline: UInt64, number: Int, timer: TimerID)] = []
    var number = 0
    for step in 0..<4000 {
      switch UInt64.random(in: 0..<10, using: &random) {
      case 0..<6:
        let reach = UInt64(1) << UInt64.random(in: 0...24, using: &random)
        let deadline = now + UInt64.random(in: 0...reach, using: &random)
        let timer = wheel.schedule(at: deadline, number)
        model.append((max(deadline, now + 1), number, timer))
        number += 1
      case 6..<8:
        guard !model.isEmpty else { continue }
        let index = Int.random(in: 0..<model.count, using: &random)
        let cancelled = wheel.cancel(model.remove(at: index).timer)
        #expect(cancelled, "seed \(seed) step \(step)")
      default:
        let reach = UInt64(1) << UInt64.random(in: 0...20, using: &random)
        now += UInt64.random(in: 0...reach, using: &random)
        wheel.advance(to: now)
        let due = model.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        #expect(wheel.dueCount == due.count, "seed \(seed) step \(step)")
        // Some, or all; what is left stays due, and first.
        let taken = due.prefix(Bool.random(using: &random) ? .max : Int.random(in: 0...due.count, using: &random)).map(\.number)
        #expect(taken.map { _ in wheel.takeDue() } == taken, "seed \(seed) step \(step)")
        model.removeAll { taken.contains($0.number) }
        #expect(wheel.dueCount == due.count - taken.count, "seed \(seed) step \(step)")
      }
      #expect(wheel.count == model.count, "seed \(seed) step \(step)")
      #expect(wheel.nextSlot == wheel.firstSlot(), "seed \(seed) step \(step)")
      #expect((wheel.nextTick == nil) == model.isEmpty, "seed \(seed) step \(step)")
      if let next = wheel.nextTick, let earliest = model.map(\.deadline).min() {
        #expect(next <= max(now, earliest) && (next > now) == (earliest > now), "seed \(seed) step \(step)")
      }
    }
  }
}
