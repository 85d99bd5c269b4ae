import Testing

@testable import HearthLoadKit

/// The judge of plain circles must be able to fail: a sound circle passes, and each way of going wrong is told apart.
@Suite struct CircleOrderTests {
  /// Two members, of whom the first has had 0 to 4.
  private func circle() -> CircleOrder {
    var circle = CircleOrder(members: 2)
    for _ in 0..<5 { _ = circle.say() }
    for number in 0..<5 { #expect(circle.deliver(UInt32(number), to: 0) == nil) }
    return circle
  }

  @Test func sameOrderForAllPasses() {
    var circle = circle()
    #expect(circle.owed == 5)
    for number in 0..<5 { #expect(circle.deliver(UInt32(number), to: 1) == nil) }
    #expect(circle.owed == 0)
  }

  @Test func whoeverGetsItFirstDecidesTheOrder() {
    var circle = CircleOrder(members: 2)
    for _ in 0..<3 { _ = circle.say() }
    for number in [2, 0, 1] { #expect(circle.deliver(UInt32(number), to: 1) == nil) }
    for number in [2, 0, 1] { #expect(circle.deliver(UInt32(number), to: 0) == nil) }
    #expect(circle.owed == 0)
  }

  @Test func lossIsFoundWithTheNextDeliveryAndAtTheEnd() {
    var circle = circle()
    #expect(circle.deliver(0, to: 1) == nil)
    #expect(circle.deliver(3, to: 1) == .lost(2))
    #expect(circle.owed == 1)
    #expect(circle.deliver(4, to: 1) == nil)
    #expect(circle.owed == 0)
  }

  @Test func doubleIsFound() {
    var circle = circle()
    #expect(circle.deliver(4, to: 0) == .doubled)
    #expect(circle.deliver(0, to: 1) == nil)
    #expect(circle.deliver(0, to: 1) == .doubled)
  }

  @Test func otherOrderIsFound() {
    var circle = circle()
    _ = circle.say()
    // Nobody has had 5 yet, and the first member had 0 to 4 before it.
    #expect(circle.deliver(5, to: 1) == .misordered)
  }

  @Test func whatNobodySaidIsFound() {
    var circle = circle()
    #expect(circle.deliver(5, to: 0) == .unknown)
    #expect(circle.deliver(0, to: 2) == .unknown)
  }
}
