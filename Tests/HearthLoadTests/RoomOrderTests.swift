import Testing

@testable import HearthLoadKit

/// The judge of plain rooms must be able to fail: a sound room passes, and each way of going wrong is told apart.
@Suite struct RoomOrderTests {
  /// Two members, of whom the first has had 0 to 4.
  private func room() -> RoomOrder {
    var room = RoomOrder(members: 2)
    for _ in 0..<5 { _ = room.say() }
    for number in 0..<5 { #expect(room.deliver(UInt32(number), to: 0) == nil) }
    return room
  }

  @Test func sameOrderForAllPasses() {
    var room = room()
    #expect(room.owed == 5)
    for number in 0..<5 { #expect(room.deliver(UInt32(number), to: 1) == nil) }
    #expect(room.owed == 0)
  }

  @Test func whoeverGetsItFirstDecidesTheOrder() {
    var room = RoomOrder(members: 2)
    for _ in 0..<3 { _ = room.say() }
    for number in [2, 0, 1] { #expect(room.deliver(UInt32(number), to: 1) == nil) }
    for number in [2, 0, 1] { #expect(room.deliver(UInt32(number), to: 0) == nil) }
    #expect(room.owed == 0)
  }

  @Test func lossIsFoundWithTheNextDeliveryAndAtTheEnd() {
    var room = room()
    #expect(room.deliver(0, to: 1) == nil)
    #expect(room.deliver(3, to: 1) == .lost(2))
    #expect(room.owed == 1)
    #expect(room.deliver(4, to: 1) == nil)
    #expect(room.owed == 0)
  }

  @Test func doubleIsFound() {
    var room = room()
    #expect(room.deliver(4, to: 0) == .doubled)
    #expect(room.deliver(0, to: 1) == nil)
    #expect(room.deliver(0, to: 1) == .doubled)
  }

  @Test func otherOrderIsFound() {
    var room = room()
    _ = room.say()
    // Nobody has had 5 yet, and the first member had 0 to 4 before it.
    #expect(room.deliver(5, to: 1) == .misordered)
  }

  @Test func whatNobodySaidIsFound() {
    var room = room()
    #expect(room.deliver(5, to: 0) == .unknown)
    #expect(room.deliver(0, to: 2) == .unknown)
  }
}
