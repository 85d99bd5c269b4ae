import Testing

@testable import HearthLoadKit

/// A disturbance that was not there must be found, at each limit and one past it.
@Suite struct DisturbanceRoundTests {
  private static let size = CrowdSize(
    members: 8_790, stalled: 100, feeding: 10, halfOpen: 1_000, pinging: 100, flooding: 20, loops: 2, measuredSeconds: 80)

  /// What is found wrong with a round of 50 s in which everything is just at its limit, changed by the body.
  private func complaints(of size: CrowdSize = Self.size, _ change: (inout DisturbanceRound) -> Void = { _ in }) -> [String] {
    var round = DisturbanceRound()
    round.seconds = 50
    round.stalledAtOnce = [95, 0, 95, 0]
    round.halfOpenAtOnce = [0, 0, 950, 950]
    round.connectionsAtOnce = [9_965, 0, 9_965]
    round.stalledCame = 500
    round.told = 1
    round.dropped = 449
    round.halfEnded = 5_000
    round.pings = 25_000
    round.pongs = 22_410
    round.floods = 2_020
    round.floodsEnded = 1_800
    round.floodPingsLeast = 20_000
    change(&round)
    return round.complaints(size)
  }

  @Test func allAtTheLimitsPasses() {
    #expect(complaints() == [])
  }

  @Test func whatHalfOfTheLooksFindCounts() {
    #expect(DisturbanceRound.reachedByHalf([]) == 0)
    #expect(DisturbanceRound.reachedByHalf([7]) == 7)
    #expect(DisturbanceRound.reachedByHalf([1, 7]) == 7)
    #expect(DisturbanceRound.reachedByHalf([7, 1, 5]) == 5)
    #expect(DisturbanceRound.reachedByHalf([1, 7, 5, 3]) == 5)
  }

  @Test func oneFewerAtOnceIsFound() {
    #expect(complaints { $0.stalledAtOnce[0] = 94 } == ["94 stalled readers were there at once at half of 4 looks, not 95"])
    #expect(complaints { $0.halfOpenAtOnce[3] = 949 } == ["949 half-open handshakes were there at once at half of 4 looks, not 950"])
    #expect(
      complaints { $0.connectionsAtOnce[0] = 9_964 } == [
        "9964 connections by the server's count were there at once at half of 3 looks, not 9965"
      ])
  }

  @Test func noLookIsNoDisturbance() {
    #expect(complaints { ($0.stalledAtOnce, $0.halfOpenAtOnce, $0.connectionsAtOnce) = ([], [], []) }.count == 3)
  }

  @Test func stalledReadersHaveToComeAndToEnd() {
    #expect(complaints { ($0.stalledCame, $0.dropped) = (100, 49) } == [])
    #expect(complaints { ($0.stalledCame, $0.dropped) = (99, 49) } == ["99 stalled readers came, not 100"])
    #expect(complaints { $0.dropped = 448 } == ["51 of 500 stalled readers were neither told 4008 nor cut off"])
    #expect(complaints { $0.told = 0 } == ["51 of 500 stalled readers were neither told 4008 nor cut off"])
  }

  @Test func oneHalfOpenHandshakeFewerIsFound() {
    #expect(complaints { $0.halfEnded = 4_999 } == ["4999 half-open handshakes were ended in 50 s, not 5000"])
    // In less than ten seconds one of them has to end.
    #expect(complaints { ($0.seconds, $0.halfEnded) = (9, 1) } == [])
    #expect(complaints { ($0.seconds, $0.halfEnded) = (9, 0) } == ["0 half-open handshakes were ended in 9 s, not 1"])
  }

  @Test func onePingFewerOfAnyFloodingConnectionIsFound() {
    #expect(complaints { $0.floodPingsLeast = 19_999 } == ["a flooding connection sent 19999 pings in 50 s, not 20000"])
  }

  @Test func floodsHaveToBeEnded() {
    #expect(complaints { $0.floodsEnded = 1_799 } == ["1799 of 2020 floods were ended with 1008"])
    #expect(complaints { ($0.floods, $0.floodsEnded) = (20, 1) } == [])
    #expect(complaints { ($0.floods, $0.floodsEnded) = (20, 0) } == ["0 of 20 floods were ended with 1008"])
  }

  @Test func pingsHaveToBeSentAndAnswered() {
    #expect(complaints { $0.pings = 24_999 } == ["24999 pings within the limits were sent in 50 s, not 25000"])
    #expect(complaints { $0.pongs = 22_409 } == ["22409 of 25000 pings were answered"])
    // Answers to floods are none to them.
    #expect(complaints { ($0.pongs, $0.floodPongs) = (0, 30_000) } == ["0 of 25000 pings were answered"])
  }

  @Test func whoeverWasNotToComeIsNotMissed() {
    var size = Self.size
    (size.stalled, size.feeding, size.halfOpen, size.pinging, size.flooding) = (0, 0, 0, 0, 0)
    let found = complaints(of: size) { round in
      round = DisturbanceRound()
      round.connectionsAtOnce = [8_790]
      round.seconds = 50
    }
    #expect(found == [])
  }
}
