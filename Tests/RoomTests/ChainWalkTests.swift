import EventStore
import HearthProtocol
import Support
import Testing

/// A walk over many events says what single steps say.
struct ChainWalkTests {
  private static let lanes: [Lane] = [.shared, .admin, .inbox(Cast.member(1)), .shared]

  /// Sound events, of lanes that change as they please.
  private static func log(_ count: Int, _ generator: inout SeededGenerator) -> [StoredEvent] {
    var walk = ChainWalk(group: Cast.group)
    return (0..<count).map { _ in
      let lane = lanes.randomElement(using: &generator) ?? .shared
      let (head, bytes) = (walk.head(of: lane), [UInt8](repeating: .random(in: 0...255, using: &generator), count: 40))
      let event = StoredEvent(
        sequence: walk.sequence.next, lane: lane, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
      walk.step(to: event)
      return event
    }
  }

  /// The same event with one thing of it changed.
  private static func broken(_ event: StoredEvent, _ generator: inout SeededGenerator) -> StoredEvent {
    var (sequence, position, bytes, hash) = (event.sequence, event.position, event.bytes, event.hash)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: sequence = sequence.next
    case 1: position = position.next
    case 2: bytes.append(0)
    default: hash = hash.next(stored: [0])
    }
    return StoredEvent(sequence: sequence, lane: event.lane, position: position, bytes: bytes, hash: hash)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func follow(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var flaws: Set<String> = []
    for number in 0..<100 {
      var log = Self.log(.random(in: 1...40, using: &generator), &generator)
      if number > 0 {
        let place = Int.random(in: 0..<log.count, using: &generator)
        log[place] = Self.broken(log[place], &generator)
      }
      var expected: (event: StoredEvent, flaw: String)?
      var single = ChainWalk(group: Cast.group)
      for event in log {
        expected = single.flaw(of: event).map { (event, $0) }
        if expected != nil { break }
        single.step(to: event)
      }
      let size = Int.random(in: 1...log.count, using: &generator)
      var walk = ChainWalk(group: Cast.group)
      var found: (event: StoredEvent, flaw: String)?
      for start in stride(from: 0, to: log.count, by: size) where found == nil {
        found = walk.follow(Array(log[start..<min(start + size, log.count)]))
      }
      #expect(found?.event == expected?.event && found?.flaw == expected?.flaw && walk == single, "seed \(seed), case \(number)")
      #expect((found == nil) == (number == 0), "seed \(seed), case \(number)")
      if let found { flaws.insert(String(found.flaw.prefix(12))) }
    }
    #expect(flaws.count == 3, "\(flaws)")
  }
}
