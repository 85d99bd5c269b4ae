import HearthProtocol
import Testing

@testable import HearthClient

/// What was seen, compared with a history (SPEC LN-08).
@Suite struct RecollectionTests {
  private func hash(_ seed: UInt8) throws -> LaneHash { try #require(LaneHash(bytes: [UInt8](repeating: seed, count: 32))) }

  private func head(_ position: UInt64, _ seed: UInt8, at instant: Int64? = 7) throws -> SeenHead {
    SeenHead(lane: .shared, position: LanePosition(position), hash: try hash(seed), seenAt: instant)
  }

  /// Events 1, 2, 3 … with these hashes.
  private func compare(_ seeds: [UInt8], with recollection: inout Recollection) throws {
    for (index, seed) in seeds.enumerated() {
      let event = ReplicaEvent(lane: .shared, position: LanePosition(UInt64(index + 1)), event: Event(), hash: try hash(seed))
      try recollection.compare(event)
    }
    try recollection.end(of: .shared, at: LanePosition(UInt64(seeds.count)))
  }

  @Test func whatWasSeenIsMetAgainWhateverItsOrder() throws {
    var recollection = Recollection([try head(4, 4), try head(2, 2), try head(4, 4)])
    try compare([1, 2, 3, 4, 5], with: &recollection)
    #expect(recollection.metAgain == 3)
  }

  @Test(
    "the first event that differs lies behind the last head that agrees", arguments: [([2, 5], 3, 5), ([5], 1, 5), ([2, 4, 5], 5, 5)])
  func altered(seen: [UInt8], first: UInt64, last: UInt64) throws {
    var recollection = Recollection(try seen.map { try head(UInt64($0), $0 == 5 ? 99 : $0) })
    let expected = HistoryAlteration.altered(.shared, first: LanePosition(first), last: LanePosition(last), seenAt: 7)
    #expect(throws: expected) { try compare([1, 2, 3, 4, 5], with: &recollection) }
  }

  @Test func anEndThatWasSeenIsMissed() throws {
    var recollection = Recollection([try head(2, 2), try head(5, 5, at: nil)])
    let expected = HistoryAlteration.cutOff(.shared, had: LanePosition(5), found: LanePosition(3), seenAt: nil)
    #expect(throws: expected) { try compare([1, 2, 3], with: &recollection) }
  }

  @Test func twoAccountsOfOneEventCannotBothBeMet() throws {
    var recollection = Recollection([try head(2, 2), try head(2, 9, at: nil)])
    #expect(throws: HistoryAlteration.self) { try compare([1, 2, 3], with: &recollection) }
  }
}
